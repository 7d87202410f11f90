--- What each technique is worth: nodes and calls to the answer, and the time beside a plain search by hand in Lua.
--
-- usage: strength.lua          counts, which are the same on every runtime, and times
--        strength.lua times    times alone

local alphabeta = require "alphabeta"
local by_hand = require "bench.support.by_hand"
local connect4 = require "games.connect4"
local counted = require "bench.support.counted"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local race = require "bench.support.race"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local techniques = require "bench.support.techniques"

local row = techniques.row

local PLAIN = row "plain"
-- ---- Counts ---------------------------------------------------------------------------------------------------------

local EACH = {
  row("given order", {order = true}),
  row("table", {hash = true}),
  row("deepening", {deepening = true}),
  row("killers", {killers = true}),
  row("history", {history = true}),
  row("killers and history", {killers = true, history = true}),
  row("PVS", {algorithm = "pvs"}),
  row("MTD(f)", {algorithm = "mtdf"}),
  row("table, PVS", {hash = true, algorithm = "pvs"}),
  row("table, MTD(f)", {hash = true, algorithm = "mtdf"}),
  row("table, deepening", {hash = true, deepening = true}),
  row("table, deepening, aspiration", {hash = true, deepening = true, aspiration = 20}),
  row("table, killers, history, PVS", {hash = true, killers = true, history = true, algorithm = "pvs"}),
  row("the same, deepening", {hash = true, killers = true, history = true, algorithm = "pvs", deepening = true}),
  row("order, killers, history", {order = true, killers = true, history = true}),
  row("order, table", {order = true, hash = true}),
  row("order, table, PVS", {order = true, hash = true, algorithm = "pvs"}),
  row("order, table, MTD(f)", {order = true, hash = true, algorithm = "mtdf"}),
}

local TOGETHER = {
  row("given order", {order = true}),
  row("table, killers, history, PVS", {hash = true, killers = true, history = true, algorithm = "pvs"}),
  row("the same, deepening", {hash = true, killers = true, history = true, algorithm = "pvs", deepening = true}),
}

-- The last rows of every game.
local ALL = row("all but deepening", {
  order = true, hash = true, killers = true, history = true, algorithm = "pvs",
})
local ALL_DEEPENING = row("all", {
  order = true, hash = true, killers = true, history = true, algorithm = "pvs", deepening = true,
})

-- Searches positions as a row says; returns the sums of nodes, evaluations and calls, and the values.
local function count(it, subject, states)
  local game, counts = counted.game(techniques.game(it, subject.game, subject.order))
  local options = techniques.options(it, game)
  local nodes, evaluations, values = 0, 0, {}
  for i, state in ipairs(states) do
    local _, value, info = alphabeta.search(state, subject.depth, options)
    nodes, evaluations, values[i] = nodes + info.nodes, evaluations + info.evaluations, value
  end
  return {nodes = nodes, evaluations = evaluations, calls = counted.calls(counts), values = values}
end

-- Reports what the rows cost on some positions of a game, in percent of the plain search.
local function compare(subject)
  local states = positions.list(subject.game, subject.new, subject.plies)
  local plain = count(PLAIN, subject, states)
  local function show(it, found, goal)
    for i, value in ipairs(found.values) do
      assert(value == plain.values[i], ("%s, %s: a value is wrong"):format(subject.name, it.name))
    end
    report.record("nodes", ("%s: %s"):format(subject.name, it.name), {100 * found.nodes / plain.nodes}, goal,
      ("%d nodes, %d evaluations, %d calls"):format(found.nodes, found.evaluations, found.calls))
  end
  show(PLAIN, plain)
  for _, it in ipairs(subject.rows) do show(it, count(it, subject, states)) end
  show(ALL, count(ALL, subject, states))
  show(ALL_DEEPENING, count(ALL_DEEPENING, subject, states), subject.goal)
end

-- Plies of random play before each position. The goals are in percent: at most 1/80 of the plain search's nodes on
-- connect four, 1/10 on the others.
local SUBJECTS = {
  {
    name = "connect four", game = connect4.hashed, new = connect4.hashed.new, order = connect4.centre_first,
    depth = 10, plies = {0}, rows = EACH, goal = 1.25,
  },
  {
    name = "reversi", game = reversi.hashed, new = reversi.hashed.new, order = reversi.corners_first,
    depth = 8, plies = {0, 10, 10, 40, 40}, rows = TOGETHER, goal = 10,
  },
  {
    name = "kalah", game = kalah.hashed, new = kalah.hashed.new, order = kalah.again_first,
    depth = 10, plies = {0, 5, 5, 10, 10}, rows = TOGETHER, goal = 10,
  },
}

-- ---- Times ----------------------------------------------------------------------------------------------------------

-- At most 1/50 of the time of the plain search by hand, 1/25 where a just-in-time compiler has it; in percent.
local GOALS = {["lua5.4"] = 2, luajit = 4}
local DEPTH = 10
local REPETITIONS = 3

-- Connect four without what it can do without: turns alternate, `moves` tells when it is over, and evaluations are in
-- the view of the player to move.
local function lean(game)
  local evaluate = connect4.evaluate
  return {
    moves = game.moves, make = game.make, unmake = game.unmake, hash = game.hash,
    evaluate = function(state) return evaluate(state, state.turn) end,
  }
end

-- Races the plain search by hand: the same answer, with all that helps to find it.
local function compete()
  local game = techniques.game(ALL, lean(connect4.hashed), connect4.centre_first)
  local options = techniques.options(ALL, game, {view = "mover"})
  local plain = by_hand.search("in place", lean(connect4))
  local function ours() return alphabeta.search(connect4.hashed.new(), DEPTH, options) end
  local function theirs() return plain(connect4.new(), DEPTH) end

  local _, value = ours()
  local _, value_by_hand = theirs()
  assert(value == value_by_hand, "the two searches find different values")
  local ratios, seconds, seconds_by_hand = race.run(ours, theirs, REPETITIONS)
  for i, ratio in ipairs(ratios) do ratios[i] = 100 * ratio end
  local middle = (REPETITIONS + 1) / 2
  report.record("answer", "connect four, depth 10", ratios, GOALS[report.runtime],
    ("%.1f : %.1f ms"):format(seconds[middle] * 1e3, seconds_by_hand[middle] * 1e3))
end

if arg[1] ~= "times" then
  for _, subject in ipairs(SUBJECTS) do compare(subject) end
end
compete()
