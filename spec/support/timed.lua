--- Games whose calls take time, by a clock that they move on.
-- @module spec.support.timed

local alphabeta = require "alphabeta"

--- Calls `use` with a copy of a game whose calls take time. Only the engine in Lua has a clock that can be set.
-- @tparam table game
-- @tparam number cost the seconds of a call
-- @tparam function use gets the copy, and a function that returns the time
-- @tparam[opt] string only the name of the only function whose calls take time
-- @treturn number the seconds that have passed
return function(game, cost, use, only)
  local now, slow = 0, {}
  for name, call in pairs(game) do
    slow[name] = type(call) ~= "function" and call or function(...)
      if not only or only == name then now = now + cost end
      return call(...)
    end
  end
  local function clock() return now end
  local before = alphabeta.set_clock(clock)
  local ok, err = pcall(use, slow, clock)
  alphabeta.set_clock(before)
  assert(ok, err)
  return now
end
