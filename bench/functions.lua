-- Which functions should a game have? How deep a search comes in a tenth of a second of processor time, by the
-- functions beside its rules. Depths are interpolated between whole plies, by the logarithm of their times, and are
-- means over positions after some random moves.
--
--     bench/run functions

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"

local SECONDS, POSITIONS = 0.1, 5

-- Captures and advances first.
local function forward_first(state, move)
  local to = move % 100
  return (state.cells[to] ~= 0 and 10 or 0) + (state.turn == 1 and to or -to) / 100
end

local RULES = {"moves", "make", "unmake", "evaluate", "player", "is_over"}

-- The games: plain rules, functions that may be added, the start, and the number of random moves.
local GAMES = {
  {"connect four", connect4.hashed, {order = connect4.centre_first, hash = connect4.hashed.hash},
    connect4.hashed.new, 8},
  {"reversi", reversi.hashed, {order = reversi.corners_first, hash = reversi.hashed.hash}, reversi.hashed.new, 10},
  {"breakthrough", breakthrough, {order = forward_first, hash = breakthrough.hash}, breakthrough.new, 4},
  {"chess", chess, {order = chess.order, hash = chess.hash}, chess.new, 8},
}

local function with(game, extra, names)
  local functions = {}
  for _, name in ipairs(RULES) do functions[name] = game[name] end
  for _, name in ipairs(names) do functions[name] = extra[name] end
  return functions
end

local function position(game, new, moves, seed)
  local random, state = rng.new(seed), new()
  for _ = 1, moves do
    local list = game.moves(state)
    if #list == 0 then return position(game, new, moves, seed + 100) end
    game.make(state, list[random:int(1, #list)])
  end
  return state
end

-- The plies, with a fraction, that a search completes in the time.
local function plies(functions, state)
  local before
  for depth = 1, 60 do
    local ai = alphabeta.new(functions)
    local start = os.clock()
    ai:search(state, {depth = depth, deepening = true})
    local time = math.max(os.clock() - start, 1e-6)
    ai:close()
    if time > SECONDS then
      return depth - 1 + (before and math.max(0, math.log(SECONDS / before) / math.log(time / before)) or 0)
    end
    before = time
  end
  return 60
end

for _, game in ipairs(GAMES) do
  for _, names in ipairs {{}, {"order"}, {"hash"}, {"order", "hash"}} do
    local functions, figures, sum = with(game[2], game[3], names), {}, 0
    for seed = 1, POSITIONS do
      figures[seed] = plies(functions, position(game[2], game[4], game[5], seed))
      sum = sum + figures[seed]
    end
    table.sort(figures)
    report.record("functions", game[1], figures, nil, ("mean %.1f, %s"):format(sum / POSITIONS, report.runtime),
      names[1] and "rules, " .. table.concat(names, ", ") or "rules alone")
  end
end
