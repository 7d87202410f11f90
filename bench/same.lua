--- The module against the same techniques written by hand in Lua, on connect four: principal variation search, a
-- table, killers and history, moves from the centre. Both are given the same rules: those of the example and, where
-- Lua has integers of 64 bits, others that cost as little as rules can.
-- What stays of each node is compared, too: the module's table lies outside of Lua's memory, and its size does not
-- depend on the nodes.

local alphabeta = require "alphabeta"
local by_hand_strong = require "bench.support.by_hand_strong"
local connect4 = require "games.connect4"
local race = require "bench.support.race"
local report = require "bench.support.report"

local DEPTH, LESSER_DEPTH = 14, 10
local REPETITIONS = 3
local LARGEST_MOVE = 7
local GOALS = {["lua5.4"] = 0.5, luajit = 0.77}

local evaluate = connect4.evaluate
local hashed = connect4.hashed

local example = {
  new = hashed.new, moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
  evaluate = function(state) return evaluate(state, state.turn) end,
}

local OPTIONS = {view = "mover", algorithm = "pvs", killers = true, history = true}

-- New searches, that know nothing yet: search(state, depth) returns the value and the nodes.
local function ours(game)
  local ai = alphabeta.new(game, OPTIONS)
  return function(state, depth)
    local _, value, info = ai:search(state, depth)
    return value, info.nodes
  end
end

local function theirs(game)
  local search = by_hand_strong.new(game, LARGEST_MOVE)
  return function(state, depth)
    local _, value, nodes = search(state, depth)
    return value, nodes
  end
end

-- Lua's memory that is in use after a search and was not before it, in bytes, and the nodes.
local function growth(new, depth)
  local search, state = new(example), hashed.new()
  collectgarbage()
  local before = collectgarbage "count"
  local _, nodes = search(state, depth)
  collectgarbage()
  local bytes = (collectgarbage "count" - before) * 1024
  search(state, 1) -- it is still needed here, so it was not collected
  return bytes, nodes
end

-- What another node adds, in bytes: the difference of two searches.
local function slope(new)
  local bytes, nodes = growth(new, LESSER_DEPTH)
  local more_bytes, more_nodes = growth(new, DEPTH)
  return (more_bytes - bytes) / (more_nodes - nodes)
end

local function compare_times(subject, game)
  local value, nodes, value_by_hand, nodes_by_hand
  local ratios, seconds, seconds_by_hand = race.run(
    function() value, nodes = ours(game)(game.new(), DEPTH) end,
    function() value_by_hand, nodes_by_hand = theirs(game)(game.new(), DEPTH) end,
    REPETITIONS)
  assert(value == value_by_hand, "the two searches find different values")
  local middle = (REPETITIONS + 1) / 2
  report.record("same", subject, ratios, GOALS[report.runtime], ("%.0f : %.0f ns a node, %d : %d nodes"):format(
    seconds[middle] / nodes * 1e9, seconds_by_hand[middle] / nodes_by_hand * 1e9, nodes, nodes_by_hand))
end

compare_times("connect four", example)
if rawget(math, "type") then -- there are integers
  compare_times("connect four, bitboards", require "bench.support.bitboards")
end
report.record("growth", "the module", {slope(ours)}, 0, "")
report.record("growth", "by hand", {slope(theirs)}, nil, "")
