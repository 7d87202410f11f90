--- Whether objects that are no longer referenced have been collected as garbage.
-- @module spec.support.lifetime
local memory_use = require "spec.support.memory_use"

local lifetime = {}

--- What a function returns that has a stack of its own, so that nothing which it has used lies about on the caller's.
-- @tparam function body is called without arguments
-- @return what `body` returns
function lifetime.aside(body) return coroutine.wrap(body)() end

--- A table that knows which of some objects are still there: see `is_gone`.
-- @param ... the objects
-- @treturn table has them as its keys, and does not hold them; more may be added
function lifetime.watch(...)
  local watched = setmetatable({}, {__mode = "k"})
  for i = 1, select("#", ...) do watched[select(i, ...)] = true end
  return watched
end

--- Whether all objects are gone when everything has been collected that can be. What LuaJIT has compiled holds the
-- functions that it calls, and what these refer to; so it is forgotten first.
-- @tparam table watched from `watch`
-- @treturn boolean
function lifetime.is_gone(watched)
  if jit then jit.flush() end
  memory_use.collect()
  return next(watched) == nil
end

return lifetime
