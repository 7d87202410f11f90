-- Which function uses a searcher. Internal: the engine in Lua uses it.
--
-- A searcher is held while one of its methods reads arguments or changes its fields, and busy while it searches. A mark
-- records both, and is cleared when the call has ended. But a debug hook, such as a sandbox's limit of time, may raise
-- an error between any two instructions, also just before the mark is cleared. So a mark alone refuses nothing. If
-- there is one, this module looks for its function among the running ones.

local PACKAGE = (... or "alphabeta.fallback.hold"):match "^(.*)%.[^.]*$"

local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")

local pcall, rawequal = pcall, rawequal
local co = globals.coroutine
local getinfo, getlocal = globals.field(globals.debug, "getinfo"), globals.field(globals.debug, "getlocal")

local hold = {}

-- The functions that run while a searcher is held or busy. Their first local variable is the searcher's record.
local holders = {}

-- Whether one of them runs on a thread (nil: the running one) with this searcher's record.
local function is_running(own, thread)
  local level = thread and 0 or 1
  while true do
    local info
    if thread then info = getinfo(thread, level, "f") else info = getinfo(level, "f") end
    if not info then return false end
    if holders[info.func] then
      local _, first
      if thread then _, first = getlocal(thread, level, 1) else _, first = getlocal(level, 1) end
      if rawequal(first, own) then return true end
    end
    level = level + 1
  end
end

-- Whether a mark made on `thread`, false for the main one, may still be true. A coroutine cannot inspect the main
-- thread of Lua 5.1.
local function may_hold(own, thread)
  if not (getinfo and getlocal) then return true end
  local here = co and co.running() or false
  if thread == here then return is_running(own) end
  return not thread or is_running(own, thread)
end

-- Whether nothing runs on that thread any more: its coroutine has ended, by an error perhaps, or was closed.
function hold.is_dead(thread) return thread and co.status(thread) == "dead" end

local is_dead = hold.is_dead

-- Whether a dead coroutine has ended by an error that was raised outside of the searcher. The functions that ran then
-- are known. If a coroutine was closed in a function of the game, none is known.
local function has_failed(own, thread)
  return getinfo and getlocal and getinfo(thread, 0, "f") and not is_running(own, thread)
end

-- Whether a searcher with a mark may be busy. If the coroutine of a search was closed before its end, the searcher
-- stays busy. Below the C module no function of the game yields (`never_yields`), so such a search has been broken off.
local function may_be_busy(own)
  local e = own.search
  if not e then return false end
  if is_dead(own.busy_on) then
    return not own.never_yields and e.thread ~= nil and not has_failed(own, own.busy_on)
  end
  return may_hold(own, own.busy_on)
end

-- Clears the marks of calls that do not run any more. `recover(own)` ends a search that was broken off. A search with a
-- dead coroutine has perhaps yielded in a function of the game, and stays busy until it is stopped.
function hold.heal(own, recover)
  if own.is_held and (is_dead(own.held_on) or not may_hold(own, own.held_on)) then own.is_held = false end
  if not own.is_busy or may_be_busy(own) then return end
  recover(own)
  own.is_busy = false
end

-- Notes that the search of a searcher begins or goes on, on this thread.
function hold.note_busy(own)
  own.busy_on = co and co.running() or false
  own.search.thread = own.busy_on or nil
  own.is_busy = true
end

-- Holds a searcher while `work` runs, so nothing else may use it. Returns the results of pcall.
function hold.during(own, work, ...)
  own.held_on = co and co.running() or false
  own.is_held = true
  local ok, first, second, third = pcall(work, own, ...)
  own.is_held = false
  return ok, first, second, third
end
holders[hold.during] = true

-- Calls `work`, which holds a searcher and then searches. Returns the results of pcall.
function hold.whole(own, work, ...)
  local ok, first, second, third = pcall(work, own, ...)
  return ok, first, second, third
end
holders[hold.whole] = true

return hold
