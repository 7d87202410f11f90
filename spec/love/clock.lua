-- How long this thread has really been computing, in seconds: what other programs and threads take does not count.
-- (LÖVE's clock counts it, and so does that of the search, which stops when its slice is over, whatever used it.)

local ffi = require "ffi"

ffi.cdef [[
  struct spec_timespec { long seconds, nanoseconds; };
  int clock_gettime(int clock, struct spec_timespec *now);
]]

local CLOCK_THREAD_CPUTIME_ID = 3 -- on Linux

local now = ffi.new "struct spec_timespec"

return function()
  assert(ffi.C.clock_gettime(CLOCK_THREAD_CPUTIME_ID, now) == 0)
  return tonumber(now.seconds) + tonumber(now.nanoseconds) * 1e-9
end
