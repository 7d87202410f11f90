--- Rules in C, connect four by bitboards: nanoseconds a node without a table and with one, and the time of plain
-- alpha-beta as a multiple of that of a recursion in C which calls the same functions for the same nodes.

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

-- Nanoseconds a node of a search in a new searcher, and its nodes.
local function measure(options)
  local ai, start = alphabeta.new(game, options), os.clock()
  local _, value, info = ai:search(game.new())
  local time = os.clock() - start
  ai:close()
  return time * 1e9 / info.nodes, info.nodes, value
end

local function measure_recursion()
  local start = os.clock()
  local value, nodes = recursion(rules, DEPTH)
  return (os.clock() - start) * 1e9 / nodes, nodes, value
end

local plain, with_table, table_alone, ratios = {}, {}, {}, {}
for i = 1, TIMES do
  local by_hand, nodes, value = measure_recursion()
  local ours, our_nodes, our_value = measure(PLAIN)
  assert(nodes == our_nodes and value == our_value, "another search")
  plain[i], ratios[i] = ours, ours / by_hand
  with_table[i] = measure {depth = TABLE_DEPTH}
  table_alone[i] = measure(TABLE)
end
for _, figures in ipairs {plain, with_table, table_alone, ratios} do table.sort(figures) end

report.record("native", "plain alpha-beta, depth " .. DEPTH, plain, GOAL, "ns a node")
report.record("native", "alpha-beta with a table, depth " .. DEPTH, table_alone, TABLE_GOAL, "ns a node")
report.record("native", "defaults, with a table, depth " .. TABLE_DEPTH, with_table, nil, "ns a node")
report.record("native", "plain alpha-beta, to a recursion in C", ratios, RATIO_GOAL, "times")
