-- Who is at work with a searcher. Internal: the engine in Lua uses it.
--
-- A searcher is held while one of its methods looks at arguments or changes what it knows, and busy while it searches.
-- Both are noted, and taken back when the call has ended. But a debug hook, a sandbox's limit of time say, may raise an
-- error between any two instructions, also between the end of a call and the one that takes the note back. So a note
-- alone refuses nothing: where one is found, the functions that run are looked through for the one that has made it.

local PACKAGE = (... or "alphabeta.fallback.hold"):match "^(.*)%.[^.]*$"

local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")

local pcall, rawequal = pcall, rawequal
local co = globals.coroutine
local getinfo, getlocal = globals.field(globals.debug, "getinfo"), globals.field(globals.debug, "getlocal")

local hold = {}

-- The functions of which one runs while a searcher is held or busy: what is known of the searcher is the first of their
-- local variables.
local holders = {}

-- Whether one of them runs on a thread, nil for the one that runs, with what is known of this searcher.
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

-- Whether what was noted on `thread`, false for the main one, may still be true. From a coroutine, the main thread of
-- Lua 5.1 cannot be looked through.
local function may_hold(own, thread)
  if not (getinfo and getlocal) then return true end
  local here = co and co.running() or false
  if thread == here then return is_running(own) end
  return not thread or is_running(own, thread)
end

-- Whether nothing runs on that thread any more: its coroutine has ended, by an error perhaps, or was closed.
function hold.is_dead(thread) return thread and co.status(thread) == "dead" end

local is_dead = hold.is_dead

-- Whether a dead coroutine has ended by an error that was raised outside of the searcher: the functions that ran then
-- are known. Of one that was closed in a function of the game, none is.
local function has_failed(own, thread)
  return getinfo and getlocal and getinfo(thread, 0, "f") and not is_running(own, thread)
end

-- Whether a searcher may be busy, as was noted. A search whose coroutine was closed, and has not ended, stays so.
local function may_be_busy(own)
  local e = own.search
  if not e then return false end
  if is_dead(own.busy_on) then return e.thread ~= nil and not has_failed(own, own.busy_on) end
  return may_hold(own, own.busy_on)
end

-- Takes back the notes of calls that do not run any more. A search that was broken off is ended by `recover(own)`; one
-- whose coroutine is dead, which has perhaps yielded in a function of the game, stays busy until it is stopped.
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

-- Holds a searcher while `work` runs: nothing else may use it. Returns what pcall does.
function hold.during(own, work, ...)
  own.held_on = co and co.running() or false
  own.is_held = true
  local ok, first, second, third = pcall(work, own, ...)
  own.is_held = false
  return ok, first, second, third
end
holders[hold.during] = true

-- Calls `work`, which holds a searcher and then searches. Returns what pcall does.
function hold.whole(own, work, ...)
  local ok, first, second, third = pcall(work, own, ...)
  return ok, first, second, third
end
holders[hold.whole] = true

return hold
