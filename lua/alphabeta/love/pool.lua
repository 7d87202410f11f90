-- Pools whose helpers are threads of LÖVE, which load modules as LÖVE does, also from a packed game. Internal: this is
-- `alphabeta.love.pool`, which loads it with the first pool.

local LIBRARY = (...):match "^(.*)%..*%."
local use = require(LIBRARY .. ".use")

local thread = require "love.thread"
local timer = require "love.timer"
local pool, text, threads = use("pool.pool", "pool.text", "pool.threads")

-- The message that ends a helper; and how many seconds to wait for it.
local CLOSE = "close"
local PATIENCE = 0.5

-- The program of a helper: `preload` is the text of a table of programs.
local PROGRAM = [[
local inbox, outbox, number, name, path, cpath, preload, setup = ...
if path then package.path = path end
if cpath then package.cpath = cpath end
require(name .. ".love")
for module, program in pairs(require(name .. ".pool.text").value(preload)) do
  package.preload[module] = assert(loadstring(program, "=" .. module))
end
local is_closed = false
require(name .. ".use") "pool.helper".serve({
  receive = function(seconds)
    local received
    if is_closed then return false end
    if not seconds then
      received = inbox:demand()
    elseif seconds > 0 then
      received = inbox:demand(seconds)
    else
      received = inbox:pop()
    end
    is_closed = received == "close"
    if is_closed then return false end
    return received
  end,
  send = function(message) outbox:push {number, message} end,
}, setup)
]]

-- The programs to preload, as a text; or nil and what is wrong.
local function preloads(names)
  local programs, message = threads.programs(names or {})
  if not programs then return nil, message end
  local sent, problem = text.of(programs)
  if not sent then return nil, problem .. " cannot be sent to a helper" end
  return sent
end

-- Calls a function when the object that is returned is collected.
local function finalizer(call)
  local proxy = newproxy(true) -- luacheck: ignore 113
  getmetatable(proxy).__gc = call
  return proxy
end

-- Starts helpers: see pool/threads.lua.
local function start(count, setup, options)
  local preload, message = preloads(options.preload)
  if not preload then return nil, "option 'preload': " .. message end
  local outbox, inboxes, running, reported = thread.newChannel(), {}, {}, {}

  -- LÖVE must not end before its threads have.
  local function close()
    for _, inbox in ipairs(inboxes) do inbox:push(CLOSE) end
    local stop = timer.getTime() + PATIENCE
    for number = 1, count do
      while running[number]:isRunning() and timer.getTime() < stop do timer.sleep(0.001) end
    end
  end

  for number = 1, count do
    inboxes[number] = thread.newChannel()
    running[number] = thread.newThread(PROGRAM)
    running[number]:start(inboxes[number], outbox, number, LIBRARY, options.path or false, options.cpath or false,
      preload, setup)
  end
  local helpers = {close = close, keeps = finalizer(close)}

  function helpers.send(number, message_text) inboxes[number]:push(message_text) end

  function helpers.receive(seconds)
    local got
    if seconds > 0 then got = outbox:demand(seconds) else got = outbox:pop() end
    if got then return got[1], got[2] end
    for number = 1, count do
      local problem = not reported[number] and running[number]:getError()
      if problem then
        reported[number] = true
        return number, problem, true
      end
    end
  end

  return helpers
end

-- Makes a pool. Returns nil and what is wrong if an option is.
return function(given)
  local made, message = pool.new(given, start)
  if not made then return nil, "alphabeta.love.pool: " .. message end
  return made
end
