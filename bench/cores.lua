--- Searches with two helpers of a pool against one, and a pool with one helper against a searcher: the time to the
-- same depth, with deepening. On a machine that does nothing else, the time on the wall tells; elsewhere the
-- processor's time of the busiest thread, which is that of all threads divided as the nodes are.
--
-- Two threads search in another order each time, so the middle of several searches counts; each begins with an empty
-- table.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local report = require "bench.support.report"

local REPETITIONS = 5 -- odd

-- A speed-up of 1.7 where a search takes a second; and 5 % more for a pool with one helper.
local GOAL_TWO, GOAL_ONE = 1 / 1.7, 1.05

local KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

local load_text = loadstring or load -- luacheck: ignore 113
package.preload["bench.cores.reversi"] = load_text [[
  local reversi = require "games.reversi"
  return setmetatable({order = reversi.corners_first}, {__index = reversi.hashed})
]]
package.preload["bench.cores.chess"] = load_text [[
  local chess = require "games.chess"
  return setmetatable({read = chess.new}, {__index = chess})
]]

local ROWS = {
  {name = "connect four, depth 12", rules = "games.connect4_hashed", depth = 12},
  {name = "connect four, depth 14", rules = "games.connect4_hashed", depth = 14, is_long = true},
  {name = "reversi, depth 8", rules = "bench.cores.reversi", depth = 8},
  {name = "chess, depth 5", rules = "bench.cores.chess", position = KIWIPETE, depth = 5, is_long = true},
}

-- The processor's time of all threads, and that on the wall, of a call; and what it returns.
local function time(call)
  collectgarbage()
  local wall, cpu = core.clock(), os.clock()
  local _, value, info = call()
  return os.clock() - cpu, core.clock() - wall, value, info
end

-- A pool, whose helpers have searched already, so that a just-in-time compiler has seen the rules.
local function new_pool(row, threads)
  local pool = alphabeta.pool {
    rules = row.rules, threads = threads, preload = {row.rules ~= "games.connect4_hashed" and row.rules or nil},
    options = {deepening = true},
  }
  pool:search(row.position or {}, row.depth)
  return pool
end

-- A search by a pool. Returns the time of the busiest helper, that on the wall, the value, the nodes of all helpers and
-- those of the busiest.
local function by_pool(row, pool)
  pool:clear()
  local cpu, wall, value, info = time(function() return pool:search(row.position or {}, row.depth) end)
  local busiest, others = 0, 0
  for _, result in pairs(pool.current.results) do
    if result.info ~= info then
      others = others + result.info.nodes
      busiest = math.max(busiest, result.info.nodes)
    end
  end
  busiest = math.max(busiest, info.nodes - others)
  return cpu * busiest / info.nodes, wall, value, info.nodes, busiest
end

-- A searcher; the same.
local function new_searcher(row)
  local rules = require(row.rules)
  local ai = alphabeta.new(rules, {deepening = true})
  local state = row.position and rules.read(row.position) or rules.new()
  ai:search(state, row.depth)
  return function()
    ai:clear()
    local cpu, _, value, info = time(function() return ai:search(state, row.depth) end)
    return cpu, value, info.nodes
  end
end

local function middle(list)
  table.sort(list)
  return list[(#list + 1) / 2]
end

if not core.threads() then return end
for _, row in ipairs(ROWS) do
  local two, walls, nodes, one, alone = {}, {}, {}, {}, nil
  local by_searcher, single, double = new_searcher(row), new_pool(row, 1), new_pool(row, 2)
  for i = 1, REPETITIONS do
    local cpu, value, count = by_searcher()
    local cpu_1, wall_1, value_1, count_1 = by_pool(row, single)
    local cpu_2, wall_2, value_2, _, busiest_2 = by_pool(row, double)
    if value_1 ~= value or count_1 ~= count or value_2 ~= value then
      error(("%s: the searches are not the same: values %g, %g, %g"):format(row.name, value, value_1, value_2))
    end
    one[i], two[i], walls[i], nodes[i] = cpu_1 / cpu, cpu_2 / cpu_1, wall_2 / wall_1, busiest_2 / count
    alone = count
  end
  single:close()
  double:close()
  local wall, part = middle(walls), middle(nodes)
  middle(two)
  middle(one)
  report.record("cores", row.name, two, row.is_long and ("%.2f"):format(GOAL_TWO) or nil,
    ("wall %.2f, busiest %.2f of %d nodes"):format(wall, part, alone))
  report.record("pool", row.name, one, GOAL_ONE, "")
end
