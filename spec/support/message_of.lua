local failure = require "spec.support.failure"

-- Calls a function as a program would: by a line of its own, which is where an error is to point to.
local function call(callee, ...)
  local result = callee(...)
  return result
end

--- The message of a call that must fail, without the position, which must be the caller's.
-- @tparam function callee
-- @param ... its arguments
-- @treturn string
return function(callee, ...)
  local err = failure(call, callee, ...)
  local message = err:match("message_of%.lua:%d+: (.*)$")
  if not message then error("no position in: " .. err, 2) end
  return message
end
