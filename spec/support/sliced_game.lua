--- A game of some forty nodes, in any style, and searchers of it, for the specs of slices.
-- @module spec.support.sliced_game

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local sliced_game = {}

local TRAITS = {player = true, is_over = true, order = true, view = "mover"}

--- The view of the evaluations.
sliced_game.VIEW = TRAITS.view

--- A state.
-- @tparam[opt="in place"] string style
-- @tparam[opt=24] number seed
function sliced_game.new_state(style, seed)
  local root = tree.grow(rng.new(seed or 24), {plies = 4, width = 3, early = 0.05, extra = 0.2})
  return tree.state(style or "in place", root)
end

--- The rules.
-- @tparam[opt="in place"] string style
function sliced_game.new_game(style)
  return wrap.replace(tree.game(style or "in place", TRAITS), {hash = function(state) return state.node.name end})
end

--- A searcher that deepens; without a table, so that it finds the same as often as it is asked.
-- @tparam[opt] table game
-- @tparam[opt] table options
function sliced_game.new_searcher(game, options)
  local usual = {view = TRAITS.view, deepening = true, table = 0, depth = 5}
  return alphabeta.new(game or sliced_game.new_game(), wrap.replace(usual, options or {}))
end

--- Fails unless a call fails with an error in which these words are.
-- @treturn string the message
function sliced_game.fails_with(words, call, ...)
  local message = failure(call, ...)
  assert(tostring(message):find(words, 1, true), ("%s\nhas not: %s"):format(tostring(message), words))
  return message
end

return sliced_game
