--- Games on a random graph that have every function a game can have, and options that call them all but change no
-- value: passing loses, no node has moves enough for a late one, nothing comes back.
-- @module spec.support.full_game

local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local full_game = {}

--- The kinds of games: successors come in arrays and are ordered; or they are generated one by one; or `moves` fills
-- the array that it is given, leaves are evaluated by the moves that lead to them, and moves are found by identity; or
-- keys are known before moves are made, and there are bounds of the values that can still come; or evaluations order
-- the successors.
full_game.KINDS = { "listed", "drawn", "filled", "bounded", "valued" }

local TRAITS = {
  listed = { order = true },
  drawn = { iterator = "function" },
  filled = { order = true, fills = true, evaluate_move = true, find_move = true, result = false, noisy = false },
  bounded = { order = true, evaluate_move = true, hash_move = true, bounds = true, result = false, noisy = false },
  valued = {},
}

--- Makes a game.
-- @tparam string style one of `random_graph.STYLES`
-- @tparam string kind one of `KINDS`
-- @treturn table `game`; `plain`, the game as the oracle wants it, with arrays; `options`, without the game; `new()`,
-- which makes the state to search; `is_as_new(state)`, which says whether such a state is as it was made; `depth`, for
-- a search of some hundred callbacks
function full_game.new(style, kind)
  local traits = {
    player = true, is_over = true, result = true,
    move_id = true, hash = "zobrist", noisy = true, pass = "loses", moves = "table",
    undo = "several",
  }
  for name, value in pairs(TRAITS[kind]) do
    traits[name] = value
  end
  local graph = random_graph.new(rng.new(8), {
    plies = 5, places = 3, width = 3, values = { -2, 0, 1, 3 }, ends = { -100, -1, 2, 100 }, early = 0.1, extra = 0.2,
    skip = 0.1, back = 0, quiet = 0.5,
  })

  local function new()
    return random_graph.state(graph, style, graph.root, traits)
  end

  local plain = wrap.replace(traits, {})
  plain.iterator, plain.fills = nil, nil
  return {
    game = random_graph.game(graph, style, traits),
    plain = random_graph.game(graph, style, plain),
    options = {
      win = 100, algorithm = "pvs", deepening = true, aspiration = 1, table = 1 / 1024, repetition = 0,
      quiescence = traits.noisy and 2 or nil, null_move = 1, reductions = 1,
      order = kind == "valued" and "evaluate" or nil,
    },
    depth = 5,
    new = new,
    is_as_new = function(state)
      return state.at == graph.root and (state.made or 0) == 0 and state.key == new().key
    end,
  }
end

return full_game
