--- Which algorithm needs the fewest calls of a game's functions to find the result. Each is tried with a table and
-- without, with deepening and without, with the game's order and without; killers and history are on with the table, as
-- they are by default. The calls are those of several positions together.

local alphabeta = require "alphabeta"
local counted = require "bench.support.counted"
local report = require "bench.support.report"
local subjects = require "bench.support.subjects"
local techniques = require "bench.support.techniques"

local ALGORITHMS = {"alphabeta", "pvs", "mtdf"}
local DEPTHS = {["connect four"] = 9, reversi = 6, kalah = 9}

-- The calls of the searches of all positions of a subject.
local function calls_of(switches, subject)
  local row = techniques.row("", switches)
  local game, counts = counted.game(techniques.game(row, subject.game, subject.order))
  local options = techniques.options(row, game)
  for _, state in ipairs(subject.states) do alphabeta.search(state, subject.depth, options) end
  return counted.calls(counts)
end

-- Reports the calls of each algorithm as a multiple of those of the first.
local function compare(surroundings, switches, subject, products)
  local first
  for i, algorithm in ipairs(ALGORITHMS) do
    switches.algorithm = algorithm
    local calls = calls_of(switches, subject)
    first = first or calls
    products[i] = (products[i] or 1) * calls / first
    report.record("algorithm", surroundings .. ": " .. subject.name, {calls / first}, nil,
      ("%d calls"):format(calls), algorithm)
  end
end

local list = subjects.list(DEPTHS)
for bits = 0, 7 do
  local has_table, has_order, deepens = bits >= 4, bits % 4 >= 2, bits % 2 == 1
  local switches = {
    hash = has_table or nil, killers = has_table, history = has_table, order = has_order or nil, deepening = deepens,
  }
  local surroundings = ("%s, %s, %s"):format(
    has_table and "table" or "no table", has_order and "order" or "no order", deepens and "deepening" or "one depth")
  local products = {}
  for _, subject in ipairs(list) do compare(surroundings, switches, subject, products) end
  for i, algorithm in ipairs(ALGORITHMS) do
    report.record("algorithm", surroundings .. ": mean", {products[i] ^ (1 / #list)}, nil, "", algorithm)
  end
end
