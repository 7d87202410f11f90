--- The time to find the result with all techniques, compared with plain alpha-beta written by hand in Lua: on connect
-- four from the empty board. Both get only the functions that they need: turns alternate, `moves` returns nil when the
-- game is over, and evaluations are in the view of the player to move.

local alphabeta = require "alphabeta"
local by_hand = require "bench.support.by_hand"
local connect4 = require "games.connect4"
local race = require "bench.support.race"
local report = require "bench.support.report"

local DEPTH = 10
local REPETITIONS = 3

-- In percent: at most 1/100 of the time, 1/30 where a just-in-time compiler has the other search.
local GOALS = {["lua5.4"] = 1, luajit = 3.3}

local evaluate = connect4.evaluate
local hashed = connect4.hashed

local function worth(state) return evaluate(state, state.turn) end

local plain = {moves = connect4.moves, make = connect4.make, unmake = connect4.unmake, evaluate = worth}

-- Moves that come in a good order need no `order`.
local strong = {
  moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash, evaluate = worth,
}

-- Given this order, killers and the history do not pay at one depth (see strength.lua); so few nodes fit a small table.
local options = {game = strong, view = "mover", algorithm = "pvs", without = {"killers", "history"}, table = 1}
local search_by_hand = by_hand.search("in place", plain)

local value, value_by_hand, info, _
local ratios, seconds, seconds_by_hand = race.run(
  function() _, value, info = alphabeta.search(hashed.new(), DEPTH, options) end,
  function() _, value_by_hand = search_by_hand(connect4.new(), DEPTH) end,
  REPETITIONS)
assert(value == value_by_hand, "the two searches find different values")

for i, ratio in ipairs(ratios) do ratios[i] = 100 * ratio end
local middle = (REPETITIONS + 1) / 2
report.record("answer", ("connect four, depth %d"):format(DEPTH), ratios, GOALS[report.runtime],
  ("%.1f : %.1f ms, 1/%.0f; %d nodes"):format(
    seconds[middle] * 1e3, seconds_by_hand[middle] * 1e3, 100 / ratios[middle], info.nodes))
