--- The time to find the result, compared with plain alpha-beta written by hand in Lua, on a middle game of chess with
-- many captures (Kiwipete of the Chess Programming Wiki): with the rules and `hash` alone, and with all functions of
-- the game. Both get the same rules, and only the functions that they need: turns alternate, and evaluations are in the
-- view of the player to move.

local alphabeta = require "alphabeta"
local by_hand = require "bench.support.by_hand"
local chess = require "games.chess"
local race = require "bench.support.race"
local report = require "bench.support.report"

local FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
local DEPTH = 4
local REPETITIONS = 3

-- In percent: at most 1/40 of the time, with all functions of the game.
local GOAL = 2.5

local evaluate, evaluate_move = chess.evaluate, chess.evaluate_move

local plain = {
  moves = chess.moves, make = chess.make, unmake = chess.unmake,
  evaluate = function(state) return evaluate(state, state.turn) end,
}
local keyed = setmetatable({hash = chess.hash}, {__index = plain})
local strong = setmetatable({
  order = chess.order, find_move = chess.find_move,
  evaluate_move = function(state, move) return evaluate_move(state, move, 3 - state.turn) end,
}, {__index = keyed})

-- So few nodes fit a small table.
local ROWS = {
  {name = "rules and hash", options = {game = keyed, table = 1}},
  {name = "rules and hash, deepening", options = {game = keyed, table = 1, deepening = true}},
  {name = "all of the game", options = {game = strong, table = 1}, goal = GOAL},
  {name = "all of the game, deepening", options = {game = strong, table = 1, deepening = true}},
}

local search_by_hand = by_hand.search("in place", plain)
local state = chess.new(FEN)

for _, row in ipairs(ROWS) do
  row.options.view = "mover"
  local value, value_by_hand, info, _
  local ratios, seconds, seconds_by_hand = race.run(
    function() _, value, info = alphabeta.search(state, DEPTH, row.options) end,
    function() _, value_by_hand = search_by_hand(state, DEPTH) end,
    REPETITIONS)
  assert(value == value_by_hand, "the two searches find different values")
  for i, ratio in ipairs(ratios) do ratios[i] = 100 * ratio end
  local middle = (REPETITIONS + 1) / 2
  report.record("answer", ("chess, %s, depth %d"):format(row.name, DEPTH), ratios, row.goal,
    ("%.1f : %.1f ms, 1/%.0f; %d nodes"):format(
      seconds[middle] * 1e3, seconds_by_hand[middle] * 1e3, 100 / ratios[middle], info.nodes))
end
