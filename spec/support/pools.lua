--- Pools of helpers, for specs.
-- @module spec.support.pools

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"

local pools = {}

--- Whether this module has threads.
pools.has_threads = core.threads ~= nil and core.threads() ~= nil

--- Calls a function with a pool that is closed afterwards, whatever happens.
-- @tparam table options those of the pool
-- @tparam function use gets the pool
function pools.with(options, use)
  local pool = alphabeta.pool(options)
  local ok, err = pcall(use, pool)
  pool:close()
  if not ok then error(err, 0) end
end

--- Waits for the end of a search.
-- @param pool
function pools.finish(pool)
  while not pool:step(0.1) do end
end

return pools
