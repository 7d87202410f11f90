-- The clock of the engine in Lua: seconds of wall-clock time, never going back, as in csrc/system/clock.c. Internal:
-- the engine in Lua uses it.
--
-- Lua itself has no such clock. `os.clock` counts the processor time of the program, which is little if the program
-- waits for the next frame. `os.time` counts whole seconds. Hosts have better clocks.

local use = require((...):match "^(.*)%..*%." .. ".use")

local field = use "common.globals".field

local huge, max, pcall, type = math.huge, math.max, pcall, type

local clock = {}

-- Seconds of a clock that counts something shorter.
local function in_seconds(read, per_second)
  return read and function() return read() / per_second end
end

-- A clock that stands still when another one goes back, because the time of day was set.
local function steady(read)
  local offset, last = 0, -huge
  return read and function()
    local now = read()
    if now < last then offset = offset + last - now end
    last = now
    return now + offset
  end
end

-- The operating system's clock, by the FFI of LuaJIT. The functions get names of our own, because a program may have
-- declared them otherwise.
local function system_clock(jit, load_library)
  local ffi = load_library "ffi"
  if jit.os == "Windows" then
    ffi.cdef [[
      int alphabeta_counter(int64_t *) __asm__("QueryPerformanceCounter");
      int alphabeta_frequency(int64_t *) __asm__("QueryPerformanceFrequency");
    ]]
    local count = ffi.new "int64_t[1]"
    ffi.C.alphabeta_frequency(count)
    local per_second = tonumber(count[0])
    return function()
      ffi.C.alphabeta_counter(count)
      return tonumber(count[0]) / per_second
    end
  end
  ffi.cdef [[int alphabeta_clock(int, long *) __asm__("clock_gettime");]]
  local kind = ({Linux = 1, OSX = 6})[jit.os] or 0 -- CLOCK_MONOTONIC; elsewhere CLOCK_REALTIME
  local now = ffi.new "long[2]" -- struct timespec
  return steady(function()
    ffi.C.alphabeta_clock(kind, now)
    return tonumber(now[0]) + tonumber(now[1]) * 1e-9
  end)
end

-- The processor's time, but never more than a second behind the time of day.
local function hurried_clock(os)
  local read, time = field(os, "clock"), field(os, "time")
  if not (read and time) then return steady(read) end
  local offset, start = 0, time() - read()
  return steady(function()
    local now = read()
    offset = max(offset, time() - now - start - 1)
    return now + offset
  end)
end

-- The clocks of hosts, the finest first. Each returns a function, or nothing.
local PLACES = {
  function(globals) return field(field(globals.love, "timer"), "getTime") end,
  function(globals)
    local uv = field(globals.vim, "uv") or field(globals.vim, "loop")
    return in_seconds(field(uv, "hrtime"), 1e9)
  end,
  function(globals) return in_seconds(field(globals.minetest or globals.core, "get_us_time"), 1e6) end,
  function(globals) return globals.SysTime end,
  function(globals) return steady(in_seconds(globals.debugprofilestop, 1e3)) end, -- may be set to 0, as the next one
  function(globals) return steady(field(globals.playdate, "getElapsedTime")) end,
  function(globals) return in_seconds(field(globals.system, "getTimer"), 1e3) end,
  function(globals) return system_clock(globals.jit, globals.require) end,
  function(globals)
    local ngx = globals.ngx
    local update, now = field(ngx, "update_time"), field(ngx, "now")
    return steady(now and function()
      if update then update() end
      return now()
    end)
  end,
  function(globals)
    local socket = globals.socket or field(field(globals.package, "loaded"), "socket")
    return steady(field(socket, "gettime"))
  end,
  function(globals) return hurried_clock(globals.os) end,
}

-- Whether a clock tells a time.
local function is_running(read)
  if type(read) ~= "function" then return false end
  local ok, now = pcall(read)
  return ok and type(now) == "number" and now == now
end

-- Finds the clock of a host; nil if there is none. `globals` is that module.
function clock.find(globals)
  for _, place in ipairs(PLACES) do
    local ok, read = pcall(place, globals)
    if ok and is_running(read) then return read end
  end
end

return clock
