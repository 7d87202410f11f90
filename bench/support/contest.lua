--- `alphabeta.search` against the search by hand: same game, same tree, side by side.
-- @module bench.support.contest

local alphabeta = require "alphabeta"
local by_hand = require "bench.support.by_hand"
local counted = require "bench.support.counted"
local race = require "bench.support.race"
local report = require "bench.support.report"

local REPETITIONS = 9

local contest = {}

-- The two searches of one game: each takes a state and returns the best move, its value, and what else it likes.
local function searches(style, game, depth)
  local options = {game = game, view = "mover", algorithm = "alphabeta", table = 0, deepening = false}
  local search = by_hand.search(style, game)
  return function(state) return alphabeta.search(state, depth, options) end,
    function(state) return search(state, depth) end
end

-- Searches once each way and compares. Returns the calls of the game's functions each way, and the nodes.
local function compare(style, game, state, depth)
  local watched, counts = counted.game(game)
  local best, value, info = searches(style, watched, depth)(state)
  local watched_by_hand, counts_by_hand = counted.game(game)
  local _, search_by_hand = searches(style, watched_by_hand, depth)
  local best_by_hand, value_by_hand = search_by_hand(state)
  assert(best == best_by_hand and value == value_by_hand, "the two searches find different moves or values")
  -- The module asks for the moves of one leaf more: whether the depth cuts the game short.
  assert(counts.nodes - info.nodes <= 1 and counts_by_hand.nodes == info.nodes, "the two searches walk different trees")
  return counted.calls(counts), counted.calls(counts_by_hand), info.nodes
end

--- Runs the two against each other and reports times and calls. Fails when they do not find the same in the same tree.
-- @tparam string subject the game, for the report
-- @tparam string style
-- @tparam table game its values good for the player to move
-- @param state
-- @tparam number depth in plies
-- @tparam {[string]=number} goals the time that the module's search may take, as a multiple of the other's, by runtime
function contest.run(subject, style, game, state, depth, goals)
  -- Timed before they are counted: a just-in-time compiler must not have seen the counting functions.
  local ours, theirs = searches(style, game, depth)
  local ratios, seconds, seconds_by_hand =
    race.run(function() ours(state) end, function() theirs(state) end, REPETITIONS)
  local calls, calls_by_hand, nodes = compare(style, game, state, depth)
  local middle = (REPETITIONS + 1) / 2
  report.record("time", subject, ratios, goals[report.runtime], ("%.1f : %.1f ns a node, %d nodes"):format(
    seconds[middle] / nodes * 1e9, seconds_by_hand[middle] / nodes * 1e9, nodes))
  report.record("calls", subject, {calls / calls_by_hand}, 1,
    ("%.3f : %.3f calls a node"):format(calls / nodes, calls_by_hand / nodes))
end

return contest
