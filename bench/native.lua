--- Rules in C, connect four by bitboards: nanoseconds a node without a table and with one, and the times as multiples
-- of those of recursions in C which call the same functions for the same nodes, with the same table.

local alphabeta = require "alphabeta"
local recursion = require "bench_native"
local report = require "bench.support.report"
local rules = require "connect4_rules"

local DEPTH, TABLE_DEPTH, TIMES = 10, 14, 9
local GOAL, TABLE_GOAL, RATIO_GOAL = 25, 40, 1.3

local game = alphabeta.native(rules)
game.order, game.player, game.view = nil, nil, "mover"

local PLAIN = {algorithm = "alphabeta", table = 0, deepening = false, depth = DEPTH}
local TABLE = {algorithm = "alphabeta", deepening = false, without = {"killers", "history"}, depth = DEPTH}
local ORDERED = {algorithm = "alphabeta", deepening = false, depth = TABLE_DEPTH}

-- Nanoseconds a node of a search in a new searcher, and its nodes.
local function measure(options)
  local ai, start = alphabeta.new(game, options), os.clock()
  local _, value, info = ai:search(game.new())
  local time = os.clock() - start
  ai:close()
  return time * 1e9 / info.nodes, info.nodes, value
end

local function measure_recursion(name, depth, learns)
  recursion.clear()
  local start = os.clock()
  local value, nodes = recursion[name](rules, depth, learns)
  return (os.clock() - start) * 1e9 / nodes, nodes, value
end

-- Figures by name: those of the module, and their ratios to the recursions'.
local figures = {plain = {}, table = {}, ordered = {}, default = {}}
local recursions = {plain = {}, table = {}, ordered = {}}
local ratios = {plain = {}, table = {}, ordered = {}}

local function compare(name, options, recursive, learns)
  local by_hand, nodes, value = measure_recursion(recursive, options.depth, learns)
  local ours, our_nodes, our_value = measure(options)
  assert(nodes == our_nodes and value == our_value, "another search")
  table.insert(figures[name], ours)
  table.insert(recursions[name], by_hand)
  table.insert(ratios[name], ours / by_hand)
end

for i = 1, TIMES do
  compare("plain", PLAIN, "search")
  compare("table", TABLE, "by_table", false)
  compare("ordered", ORDERED, "by_table", true)
  figures.default[i] = measure {depth = TABLE_DEPTH}
end
for _, kind in ipairs {figures, recursions, ratios} do
  for _, list in pairs(kind) do table.sort(list) end
end

local PLAIN_NAME, TABLE_NAME = "plain alpha-beta, depth " .. DEPTH, "alpha-beta with a table, depth " .. DEPTH
local ORDERED_NAME = "with a table, killers and history, depth " .. TABLE_DEPTH
report.record("native", PLAIN_NAME, figures.plain, GOAL, "ns a node")
report.record("native", TABLE_NAME, figures.table, TABLE_GOAL, "ns a node")
report.record("native", ORDERED_NAME, figures.ordered, nil, "ns a node")
report.record("native", "defaults, depth " .. TABLE_DEPTH, figures.default, nil, "ns a node")
for _, name in ipairs {"plain", "table", "ordered"} do
  local what = name == "plain" and PLAIN_NAME or name == "table" and TABLE_NAME or ORDERED_NAME
  report.record("native", what .. ": a recursion in C", recursions[name], nil, "ns a node")
  report.record("native", what .. ", to that", ratios[name], RATIO_GOAL, "times")
end
