--- The Lua garbage that a search makes, in bytes per node. The game makes none itself. Every search also makes some,
-- whatever its size: the tables that it works with, `info` and what is in it. So two searches of the same depth are
-- compared, one of them pruning, the other not: what the larger one makes beyond the smaller belongs to its nodes,
-- which are so many more that a table that grew once does not show in the hundredth of a byte to which this is rounded.

local alphabeta = require "alphabeta"
local numbers = require "bench.support.numbers"
local report = require "bench.support.report"

local DEPTH = 7
local GOALS = {["in place"] = 0}

-- The allocations of a just-in-time compiler are not counted.
if jit then jit.off() end

-- The bytes that one search of a searcher allocates, and its nodes.
local function measure(ai, state)
  ai:search(state, DEPTH)
  collectgarbage()
  collectgarbage "stop"
  local before = collectgarbage "count"
  local _, _, info = ai:search(state, DEPTH)
  local bytes = (collectgarbage "count" - before) * 1024
  collectgarbage "restart"
  return bytes, info.nodes
end

for _, style in ipairs(numbers.STYLES) do
  local game, state = numbers.game(style), numbers.state(style, 1)
  local bytes, nodes = measure(alphabeta.new(game, {view = "mover"}), state)
  local more_bytes, more_nodes = measure(alphabeta.new(game, {view = "mover", algorithm = "minimax"}), state)
  local slope = math.floor((more_bytes - bytes) / (more_nodes - nodes) * 100 + 0.5) / 100
  report.record("garbage", style, {slope}, GOALS[style], ("%.0f bytes a search"):format(bytes - slope * nodes))
end
