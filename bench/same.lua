--- The module against the same techniques written by hand in Lua, on connect four: principal variation search, a
-- table, killers and history, moves from the centre. Both are given the same rules.
-- What stays of each node is compared, too: the module's table lies outside of Lua's memory, and its size does not depend
-- on the nodes.

local alphabeta = require "alphabeta"
local by_hand_strong = require "bench.support.by_hand_strong"
local connect4 = require "games.connect4"
local race = require "bench.support.race"
local report = require "bench.support.report"
local techniques = require "bench.support.techniques"

local DEPTH, LESSER_DEPTH = 12, 8
local REPETITIONS = 9
local GOALS = {["lua5.4"] = 0.5, luajit = 0.77}

local evaluate = connect4.evaluate
local hashed = connect4.hashed

local game = {
  moves = connect4.moves_from_centre,
  make = hashed.make,
  unmake = hashed.unmake,
  hash = hashed.hash,
  evaluate = function(state) return evaluate(state, state.turn) end,
}

local row = techniques.row("all", {hash = true, killers = true, history = true, algorithm = "pvs"})
local options = techniques.options(row, techniques.game(row, game), {view = "mover"})

-- New searchers, that know nothing yet: search(state, depth) returns the best move, its value, the nodes.
local function ours()
  local ai = alphabeta.new(nil, options)
  return function(state, depth)
    local best, value, info = ai:search(state, depth)
    return best, value, info.nodes
  end
end

local function theirs()
  return by_hand_strong.new(game, 7)
end

-- Lua's memory that is in use after a search and was not before it, in bytes, and the nodes.
local function growth(new, depth)
  local search, state = new(), hashed.new()
  collectgarbage()
  local before = collectgarbage "count"
  local _, _, nodes = search(state, depth)
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

local function compare_times()
  local best, value, nodes = ours()(hashed.new(), DEPTH)
  local best_by_hand, value_by_hand, nodes_by_hand = theirs()(hashed.new(), DEPTH)
  assert(best == best_by_hand and value == value_by_hand, "the two searches find different moves or values")
  local ratios, seconds, seconds_by_hand = race.run(
    function() return ours()(hashed.new(), DEPTH) end,
    function() return theirs()(hashed.new(), DEPTH) end,
    REPETITIONS)
  local middle = (REPETITIONS + 1) / 2
  report.record("time", "connect four, all techniques", ratios, GOALS[report.runtime],
    ("%.1f : %.1f ms, %d : %d nodes"):format(
      seconds[middle] * 1e3, seconds_by_hand[middle] * 1e3, nodes, nodes_by_hand))
end

compare_times()
report.record("memory", "the module", {slope(ours)}, 0, "")
report.record("memory", "by hand", {slope(theirs)}, nil, "")
