--- The module against the same techniques written by hand in Lua, on connect four: principal variation search, a
-- table, killers and history, moves from the centre. Both are given the same rules: those of the example and, where
-- Lua has integers of 64 bits, others that cost as little as rules can.
-- Both search the same nodes: where their tables have room for all that is stored, exactly those, which is made sure of
-- first. Tables of the usual size lose an entry now and then, each another one, since their keys find their buckets in
-- different ways; the counts may then differ by one in a thousand, and the time is that of the whole search.
-- What stays of each node is compared, too: the module's table lies outside of Lua's memory, and neither table's size
-- depends on the nodes.

local alphabeta = require "alphabeta"
local by_hand_strong = require "bench.support.by_hand_strong"
local connect4 = require "games.connect4"
local report = require "bench.support.report"

local DEPTH, LESSER_DEPTH = 14, 12
local REPETITIONS = 5
local LARGEST_MOVE = 7
local TOLERANCE = 0.001

-- The tables, of the module in MiB, and by hand in buckets of two entries: primes, near to what the module's hold, and
-- far from powers of two, since the keys are sums of them.
local USUAL = {ours = 16, theirs = 261467}
local ROOMY = {ours = 64, theirs = 999983}

local GOAL = 1 -- no slower than by hand

local clock = os.clock -- the processor's time: what else runs on the machine hardly shows in it
local evaluate = connect4.evaluate
local hashed = connect4.hashed

local example = {
  new = hashed.new, moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
  evaluate = function(state) return evaluate(state, state.turn) end,
}

-- New searches, that know nothing yet: search(state, depth) returns the value and the nodes.
local function ours(game, room)
  local ai = alphabeta.new(game, {
    view = "mover", algorithm = "pvs", table = room.ours, deepening = false,
  })
  return function(state, depth)
    local _, value, info = ai:search(state, depth)
    return value, info.nodes
  end
end

local function theirs(game, room)
  local search = by_hand_strong.new(game, LARGEST_MOVE, room.theirs)
  return function(state, depth)
    local _, value, nodes = search(state, depth)
    return value, nodes
  end
end

-- Lua's memory that is in use after a search and was not before it, in bytes, and the nodes.
local function growth(new, depth)
  local search, state = new(example, USUAL), hashed.new()
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

-- Fails unless both searches find the same value with nearly the same nodes: a part of them may be different.
local function check(value, nodes, value_by_hand, nodes_by_hand, part)
  if value ~= value_by_hand or math.abs(nodes - nodes_by_hand) > part * nodes then
    error(("the two searches are not the same: value %g : %g, %d : %d nodes"):format(
      value, value_by_hand, nodes, nodes_by_hand))
  end
end

local function check_nodes(game)
  local value, nodes = ours(game, ROOMY)(game.new(), LESSER_DEPTH)
  local value_by_hand, nodes_by_hand = theirs(game, ROOMY)(game.new(), LESSER_DEPTH)
  check(value, nodes, value_by_hand, nodes_by_hand, 0)
end

-- The seconds that a search takes, its value and its nodes. Filling a table that is an array of Lua's takes a while; it
-- is there before the clock runs.
local function time(new, game)
  local search, state = new(game, USUAL), game.new()
  collectgarbage()
  local start = clock()
  local value, nodes = search(state, DEPTH)
  return clock() - start, value, nodes
end

local function compare_times(subject, game)
  check_nodes(game)
  local ratios, times, times_by_hand, nodes, nodes_by_hand = {}, {}, {}, nil, nil
  for i = 1, REPETITIONS do
    local value, value_by_hand
    times[i], value, nodes = time(ours, game)
    times_by_hand[i], value_by_hand, nodes_by_hand = time(theirs, game)
    check(value, nodes, value_by_hand, nodes_by_hand, TOLERANCE)
    ratios[i] = times[i] / times_by_hand[i]
  end
  table.sort(ratios)
  table.sort(times)
  table.sort(times_by_hand)
  local middle = (REPETITIONS + 1) / 2
  report.record("same", subject, ratios, GOAL, ("%.0f : %.0f ns a node, %d : %d nodes"):format(
    times[middle] / nodes * 1e9, times_by_hand[middle] / nodes_by_hand * 1e9, nodes, nodes_by_hand))
end

compare_times("connect four", example)
if rawget(math, "type") then -- there are integers
  compare_times("connect four, bitboards", require "bench.support.bitboards")
end
report.record("growth", "the module", {slope(ours)}, nil, "")
report.record("growth", "by hand", {slope(theirs)}, nil, "")
