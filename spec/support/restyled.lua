--- Games in other styles and views than they were written in.
-- @module spec.support.restyled

local deep = require "spec.support.deep"
local wrap = require "spec.support.wrap"

local restyled = {}

-- The functions that are the same in every style.
local SAME = {"evaluate", "player", "is_over", "chances", "hash"}

-- A copy of a state, with a Zobrist key of its own.
local function copy(state)
  local twin = deep.copy(state)
  if type(twin.key) == "userdata" or type(twin.key) == "table" then twin.key = twin.key:copy() end
  return twin
end

local function same(game)
  local functions = {}
  for _, name in ipairs(SAME) do functions[name] = game[name] end
  return functions
end

-- The state after a move.
local function after(game, state, move)
  if not game.make then return game.play(state, move) end
  local child = copy(state)
  game.make(child, move)
  return child
end

--- A game that was played in place, by copies.
-- @tparam table game
-- @treturn table a game
function restyled.by_copies(game)
  return wrap.replace(same(game), {
    moves = game.moves, order = game.order,
    play = function(state, move) return after(game, state, move) end,
  })
end

--- A game that has moves, by children.
-- @tparam table game
-- @treturn table a game
function restyled.by_children(game)
  local functions = {
    children = function(state)
      local list = {}
      for i, move in ipairs(game.moves(state) or {}) do list[i] = after(game, state, move) end
      return list
    end,
  }
  if game.chances then
    function functions.chances(state)
      local entries = game.chances(state)
      if not entries then return nil end
      local list = {}
      for i, entry in ipairs(entries) do
        local outcome = entry.probability > 0 and after(game, state, entry.outcome) or "never"
        list[i] = {probability = entry.probability, outcome = outcome}
      end
      return list
    end
  end
  return wrap.replace(same(game), functions)
end

--- A game for two whose evaluations are good for the player to move, with `view = "mover"`.
-- @tparam table game one whose evaluations are good for `me`
-- @treturn table a game
function restyled.for_mover(game)
  return setmetatable({
    evaluate = function(state) return game.evaluate(state, game.player(state)) end,
  }, {
    __index = function(_, name)
      if name ~= "evaluate_move" then return game[name] end -- which does not know who is to move then
    end,
  })
end

return restyled
