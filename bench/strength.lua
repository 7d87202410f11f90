--- The effect of each technique: nodes and calls to find the result, in percent of plain alpha-beta in the listed
-- order, without a table. The counts are the same on every runtime, and every row must find the values of the plain
-- search.

local alphabeta = require "alphabeta"
local counted = require "bench.support.counted"
local report = require "bench.support.report"
local subjects = require "bench.support.subjects"
local techniques = require "bench.support.techniques"

local row = techniques.row

local DEPTHS = {
  ["connect four"] = 10, reversi = 8, kalah = 10, ["kalah, late"] = 10, ["dots and boxes, late"] = 11,
}
local FROM_THE_START = {["connect four"] = {0}}

-- Of all techniques together: at most 1/80 of the nodes on connect four, 1/10 on the others.
local GOALS = {["connect four"] = 1.25, reversi = 10, kalah = 10}

local PLAIN = row "plain"

-- Each technique by itself, and some that help one another.
local EACH = {
  row("order", {order = true}),
  row("order by evaluate", {order = "evaluate"}),
  row("table", {hash = true}),
  row("deepening", {deepening = true}),
  row("killers, history", {killers = true, history = true}),
  row("PVS", {algorithm = "pvs"}),
  row("MTD(f)", {algorithm = "mtdf"}),
  row("table, PVS", {hash = true, algorithm = "pvs"}),
  row("table, MTD(f)", {hash = true, algorithm = "mtdf"}),
  row("table, deepening", {hash = true, deepening = true}),
  row("table, deepening, find_move", {hash = true, deepening = true, find_move = true}),
  row("order, killers, history", {order = true, killers = true, history = true}),
  row("order, table", {order = true, hash = true}),
  row("order, table, PVS", {order = true, hash = true, algorithm = "pvs"}),
  row("order, table, MTD(f)", {order = true, hash = true, algorithm = "mtdf"}),
  row("order by evaluate, table", {order = "evaluate", hash = true}),
}

for _, name in ipairs(techniques.LEARNING) do EACH[#EACH + 1] = row(name, {[name] = true}) end

-- The ladder, from the game's order down to all of it.
local LADDER = {
  row("order", {order = true}),
  row("order by evaluate", {order = "evaluate"}),
  row("order, table", {order = true, hash = true}),
  row("order by evaluate, table", {order = "evaluate", hash = true}),
}

-- Bounds of the values that can still come, where a game has them.
local BOUNDED = {
  row("bounds", {bounds = true}),
  row("order, bounds", {order = true, bounds = true}),
  row("order, table, bounds", {order = true, hash = true, bounds = true}),
}

-- The last rows of every game.
local ALL_BUT_ORDER = row("all but order", {
  hash = true, killers = true, history = true, algorithm = "pvs", deepening = true,
})
local ALL_BUT_DEEPENING = row("all but deepening", {
  order = true, hash = true, killers = true, history = true, algorithm = "pvs",
})
local ALL_BY_EVALUATE = row("all, order by evaluate", {
  order = "evaluate", hash = true, killers = true, history = true, algorithm = "pvs", deepening = true,
})
local ALL = row("all", {
  order = true, hash = true, killers = true, history = true, algorithm = "pvs", deepening = true,
})
local ALL_AND_BOUNDS = row("all, and bounds", {
  order = true, hash = true, killers = true, history = true, algorithm = "pvs", deepening = true, bounds = true,
})

-- Searches the positions of a subject as a row says; returns the sums of nodes, evaluations and calls, and the values.
local function count(it, subject)
  local game, counts = counted.game(techniques.game(it, subject.game, subject.order, subject.bounds))
  local options = techniques.options(it, game)
  local nodes, evaluations, values = 0, 0, {}
  for i, state in ipairs(subject.states) do
    local _, value, info = alphabeta.search(state, subject.depth, options)
    nodes, evaluations, values[i] = nodes + info.nodes, evaluations + info.evaluations, value
  end
  return {nodes = nodes, evaluations = evaluations, calls = counted.calls(counts), values = values}
end

local function compare(subject, rows)
  local place = ("%s, depth %d"):format(subject.name, subject.depth)
  local plain = count(PLAIN, subject)
  local function show(it, found, goal)
    for i, value in ipairs(found.values) do
      assert(value == plain.values[i], ("%s, %s: a value is wrong"):format(place, it.name))
    end
    report.record("strength", place, {100 * found.nodes / plain.nodes}, goal, ("%d nodes, %d evaluations, %d calls")
      :format(found.nodes, found.evaluations, found.calls), it.name)
  end
  show(PLAIN, plain)
  for _, it in ipairs(rows) do show(it, count(it, subject)) end
  for _, it in ipairs(subject.bounds and BOUNDED or {}) do show(it, count(it, subject)) end
  show(ALL_BUT_ORDER, count(ALL_BUT_ORDER, subject))
  show(ALL_BUT_DEEPENING, count(ALL_BUT_DEEPENING, subject))
  show(ALL_BY_EVALUATE, count(ALL_BY_EVALUATE, subject))
  show(ALL, count(ALL, subject), GOALS[subject.name])
  if subject.bounds then show(ALL_AND_BOUNDS, count(ALL_AND_BOUNDS, subject)) end
end

for i, subject in ipairs(subjects.list(DEPTHS, FROM_THE_START)) do compare(subject, i == 1 and EACH or LADDER) end
