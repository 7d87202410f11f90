-- Helpers in threads of the module's own. Internal: pools use it; `alphabeta.love` has another of its kind.

local LIBRARY = (...):match "^(.*)%..*%."
local use = require(LIBRARY .. ".use")

local core = require "alphabeta.core"
local globals = use "common.globals"

local package = globals.package

local threads = {}

-- The program of a helper. It finds its modules like this Lua state.
local PROGRAM = [[
local channel, library, path, cpath, setup = ...
package.path, package.cpath = path, cpath
require(library .. ".use") "pool.helper".serve({
  receive = function(seconds) return channel:receive(seconds) end,
  send = function(message) channel:send(message) end,
}, setup)
]]

-- The upvalues that a function of package.preload may have: from Lua 5.2 on, the globals.
local function has_upvalues(preloaded)
  for _, name in globals.upvalues(preloaded) do
    if name ~= "_ENV" then return true end
  end
  return false
end

-- The functions for package.preload of a helper: by name programs, or C functions. Returns nil and what is wrong if one
-- cannot be sent.
function threads.programs(names)
  local found = {}
  for _, name in ipairs(names) do
    local preloaded = package.preload[name]
    if type(preloaded) ~= "function" then return nil, ("there is no '%s' in package.preload"):format(name) end
    if has_upvalues(preloaded) then
      return nil, ("'%s' in package.preload is a function that uses local variables around it"):format(name)
    end
    local is_dumped, program = pcall(string.dump, preloaded)
    found[name] = is_dumped and program or preloaded -- a C function goes as it is
  end
  return found
end

-- Starts helpers, each of which gets `setup`. `options` are those of the pool: `path`, `cpath`, `preload`. Each calls
-- `serve(channel, setup)` of pool.helper, with `channel.receive(seconds)`, see threads.h, and `channel.send(text)`.
-- Returns `send(number, text)`; `receive(seconds, last)`: a number, a text, whether it is the message of an error that
-- has ended the helper, and what `last` must be so that the text is not received again; or nothing; `close()`, which
-- may be called again. Or nil and what is wrong.
function threads.start(count, setup, options)
  local found, message = threads.programs(options.preload or {})
  if not found then return nil, "option 'preload': " .. message end
  local group = core.threads()
  if not group then return nil, "this module was built without threads" end
  for _ = 1, count do
    local path, cpath = options.path or package.path, options.cpath or package.cpath
    local number = group:start(PROGRAM, found, LIBRARY, path, cpath, setup)
    if not number then
      group:close()
      return nil, "the system has no more threads"
    end
  end
  return {
    send = function(number, text) group:send(number, text) end,
    receive = function(seconds, last) return group:receive(seconds, last) end,
    close = function() group:close() end,
  }
end

return threads
