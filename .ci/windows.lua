-- Runs spec files by busted on Windows, where two of its helpers in C are not to be had as sources: `system`, the
-- clock, and `term`, whether the output is a terminal.
--   lua .ci/windows.lua SPEC...
package.preload.system = function()
  return {gettime = os.time, monotime = os.clock, sleep = function() end}
end
package.preload.term = function()
  return {isatty = function() return false end}
end

require "busted.runner" {standalone = false}
