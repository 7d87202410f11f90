-- The coroutines in which the engine calls a game's functions. These may yield: what they yield goes on to the engine's
-- caller. Internal: the engine in Lua uses it.
--
-- A coroutine is a protected call, too: after an error, even one of a debug hook, nothing is left to clear. In a host
-- without coroutines, protected calls take their place. Nothing can yield or pause there.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals = use "common.globals"

local error, pcall, rawequal, setmetatable = error, pcall, rawequal, setmetatable
local getinfo = globals.field(globals.debug, "getinfo")

local threads = {}

-- A coroutine that pauses yields this value.
local PAUSE = {}
threads.PAUSE = PAUSE

-- The error if a function yields and its values cannot be passed on. It is Lua's own, which rules/errors.lua explains.
local CANNOT_YIELD = "attempt to yield across a C-call boundary"

-- The most coroutines within one another: LuaJIT sets no limit to them, and would crash.
local NESTED_MAX = 150

local function note_end(thread, ...)
  thread.status = "dead"
  return ...
end

-- Replaces coroutines in a host that has none.
local PROTECTED_CALLS = {
  create = function(work) return {work = work, status = "suspended"} end,
  resume = function(thread, ...)
    thread.status = "running"
    return note_end(thread, pcall(thread.work, ...))
  end,
  status = function(thread) return thread.status end,
}

local co = globals.coroutine or PROTECTED_CALLS
threads.create, threads.status, threads.yield = co.create, co.status, co.yield

-- Whether the values that a coroutine of the engine yields can be passed on to a caller. Nil if the coroutine must not
-- go on.
local passes = setmetatable({}, {__mode = "k"})

-- Whether the running function can yield to a caller that goes on with it: it is not below a function in C, such as
-- `pcall` of Lua 5.1.
local function can_yield()
  if not globals.can_yield() or passes[co.running()] == false then return false end
  if globals.yields_through_pcall or not getinfo then return true end
  local level = 2
  local info = getinfo(level, "S")
  while info and info.what ~= "C" do
    level = level + 1
    info = getinfo(level, "S")
  end
  return not info
end

local nested = 0

local function note_return(...)
  nested = nested - 1
  return ...
end

local function resume(thread, ...)
  if co.running and not co.running() then nested = 0 end -- an error of a debug hook has left it, on LuaJIT
  if nested >= NESTED_MAX then return false, "stack overflow: too many searches within searches" end
  nested = nested + 1
  return note_return(co.resume(thread, ...))
end

-- A coroutine in which a function has yielded must not go on.
function threads.abandon(thread) passes[thread] = nil end

-- What the caller has answered to a function that has yielded. The search may have been stopped meanwhile.
local function answer(thread, ...)
  if passes[thread] == nil then error("alphabeta: the search was stopped while a callback had yielded", 0) end
  return ...
end

-- Takes the results of a resumed coroutine, and goes on with it as long as a function of the game has yielded.
local function take(thread, ok, what, ...)
  if not ok or co.status(thread) == "dead" or rawequal(what, PAUSE) then return ok, what, ... end
  if not passes[thread] then return false, CANNOT_YIELD end
  return take(thread, resume(thread, answer(thread, co.yield(what, ...))))
end

-- Goes on with a coroutine until it ends, or yields PAUSE. Returns the results as `pcall` does.
function threads.go(thread, ...)
  passes[thread] = can_yield()
  return take(thread, resume(thread, ...))
end

-- Returns the results of pcall of `work`. What that calls may yield, on Lua 5.1, too, if the caller can.
function threads.protect(work, ...)
  if co == PROTECTED_CALLS or globals.yields_through_pcall then return pcall(work, ...) end
  return threads.go(co.create(function(...) return work(...) end), ...) -- Lua 5.1 makes none of a function in C
end

return threads
