--- Loads the module in LÖVE: from a folder, from a packed `.love`, and in the workers of `love.thread`.
--
-- A game for LÖVE brings the C module along, built for LuaJIT, as one library for each platform:
--
--     alphabeta/init.lua
--     alphabeta/love.lua
--     ...                              all other files of the folder
--     alphabeta/lib/Linux-x64.so
--     alphabeta/lib/OSX-arm64.so
--     alphabeta/lib/Windows-x64.dll
--
-- A system loads libraries only from files, and a packed `.love` has none. So this module copies the library to the
-- game's save directory, under a name that depends on its content, and loads it from there. It copies it once, and
-- again if the game has another one. If the game has no library for the platform, it uses an `alphabeta.core` that
-- `require` finds by itself, such as `alphabeta/core.dll` beside the executable on Windows. Otherwise it uses the
-- engine in Lua, see @{alphabeta.fallback}. It prints a line and does the same if the save directory is read-only or
-- full, or if the system does not load the copy, as from a folder without the right to execute.
--
-- The folder may lie anywhere: `require "lib.alphabeta.love"` finds the libraries in `lib/alphabeta/lib`, and then
-- `require "alphabeta"` and `require "alphabeta.match"` work as elsewhere.
--
-- The result is the module @{alphabeta}, which `require "alphabeta"` returns as well from then on. It has a field more
-- than elsewhere, `love`, with the function below, and its function `pool` is that one, too.
--
-- @module alphabeta.love
-- @license MIT
local data = require "love.data"
local filesystem = require "love.filesystem"
local system = require "love.system"
local thread = require "love.thread"

local CORE = "alphabeta.core"
local ENTRY = "luaopen_alphabeta_core"

-- The folder of the copies, in the save directory.
local COPIES = "alphabeta-lib"

local NAME = ...
local LIBRARY = NAME:match "^(.*)%."
local use = require(LIBRARY .. ".use")

-- The platform's name in the name of its library, and the ending of that.
local function platform()
  local os_name = system.getOS():gsub("[^%w]", "")
  return os_name .. "-" .. (jit and jit.arch or "unknown"), os_name == "Windows" and ".dll" or ".so"
end

local function fail(format, ...)
  error("alphabeta.love: " .. format:format(...), 0)
end

-- Reads a file; nil if there is none. love.js makes an error of that.
local function read(name)
  return filesystem.getInfo(name) and filesystem.read(name) or nil
end

-- Writes a file of the save directory so that no other thread sees half of it. Windows cannot do that for every name,
-- but locks loaded files.
local function write(name, bytes)
  local draft = name .. "." .. tostring({}):match "%w+$" .. os.time()
  local folder = filesystem.getSaveDirectory() .. "/"
  local is_written, reason = filesystem.write(draft, bytes)
  if is_written and not os.rename(folder .. draft, folder .. name) then
    is_written, reason = filesystem.write(name, bytes)
  end
  filesystem.remove(draft)
  return is_written, reason
end

-- A digest of some bytes, in hexadecimal digits. LÖVE 12 wants to know what to return it in; LÖVE 11 does not.
local function digest_of(bytes)
  local is_hashed, digest = pcall(data.hash, "string", "sha256", bytes)
  return data.encode("string", "hex", is_hashed and digest or data.hash("sha256", bytes)):sub(1, 16)
end

-- Copies a library into the save directory, unless it is there, and removes other libraries for the platform. Returns
-- its name in LÖVE's file system, or nil and why it cannot be written.
local function copy(bytes, prefix, ending)
  local file = prefix .. "-" .. digest_of(bytes) .. ending
  local name = COPIES .. "/" .. file
  if read(name) ~= bytes then
    filesystem.createDirectory(COPIES)
    local is_written, reason = write(name, bytes)
    if not is_written then
      return nil, ("cannot write '%s/%s': %s"):format(filesystem.getSaveDirectory(), name, tostring(reason))
    end
  end
  for _, other in ipairs(filesystem.getDirectoryItems(COPIES)) do
    if other ~= file and other:sub(1, #prefix + 1) == prefix .. "-" then filesystem.remove(COPIES .. "/" .. other) end
  end
  return name
end

-- Why the system cannot load a library, as the end of a message. On Windows, Lua's own functions do not understand
-- UTF-8. There the reason for a path that is not ASCII would be about another file.
local function reason_of(path)
  if system.getOS() == "Windows" and path:find "[\128-\255]" then return "" end
  local _, reason = package.loadlib(path, ENTRY)
  return ": " .. tostring(reason)
end

-- Loads a library of the save directory as the C module. It uses LÖVE's own loader, which knows how to write file names
-- for each system, but does not say why it failed. Returns why it cannot be loaded; a library for another Lua is an
-- error, because no player could load it.
local function load_from(name, bytes)
  local before = filesystem.getCRequirePath()
  filesystem.setCRequirePath(name)
  local is_loaded = pcall(require, CORE)
  filesystem.setCRequirePath(before)
  if is_loaded then return nil end
  local path = filesystem.getSaveDirectory() .. "/" .. name
  local mistake = use "common.build".mistake(path, bytes)
  if mistake then fail("%s", mistake) end
  return ("cannot load '%s'%s"):format(path, reason_of(path))
end

-- Prints once, in whichever thread comes first, that the engine in Lua is used.
local function go_on_without(channel, reason)
  if channel:peek() then return end
  channel:push(true)
  print(("alphabeta.love: %s: the engine in Lua is used, which is slower"):format(reason))
end

-- Loads the library that the game has for the platform. Without one, the module takes the C module that `require`
-- finds, or the engine in Lua.
local function load_library(channel)
  if package.loaded[CORE] then return end
  local prefix, ending = platform()
  local library = LIBRARY:gsub("%.", "/") .. "/lib/" .. prefix .. ending
  local bytes = read(library)
  if bytes then
    local name, reason = copy(bytes, prefix, ending)
    if name then reason = load_from(name, bytes) end
    if reason then go_on_without(channel, reason) end
    return
  end
  local is_found, message = pcall(require, CORE)
  local mistake = not is_found and use "common.build".mistake_in(tostring(message))
  if mistake then fail("%s", mistake) end
end

-- One thread at a time: they share the save directory, and the path that LÖVE's loader searches.
thread.getChannel(NAME):performAtomic(load_library)

-- Not by its name alone: a single file alphabeta.lua may lie beside the folder, and LÖVE would take that.
local alphabeta = package.loaded[LIBRARY] or require(LIBRARY .. ".init")
package.loaded[LIBRARY] = alphabeta

-- If the folder is elsewhere, `require "alphabeta"` and the names of its other modules lead there, too, unless the game
-- has a module of that name.
if LIBRARY ~= "alphabeta" then
  package.loaded.alphabeta = package.loaded.alphabeta or alphabeta
  local searchers = rawget(package, "searchers") or rawget(package, "loaders")
  searchers[#searchers + 1] = function(name)
    local rest = name ~= CORE and name:match "^alphabeta(%..+)$"
    return rest and function() return require(LIBRARY .. rest) end or nil
  end
end

alphabeta.love = {}

--- Makes a pool, as @{alphabeta.pool} does, with threads of LÖVE as helpers. They load modules as LÖVE does, also from
-- a packed game. Once `alphabeta.love` was loaded, `alphabeta.pool` is this function, too.
--
-- @function pool
-- @tparam pool_options options see @{alphabeta.pool_options}
-- @treturn pool see @{alphabeta.pool}
-- @raise As @{alphabeta.pool}.
-- @usage
-- -- In main.lua: games/connect4_hashed.lua are the rules, `columns` are the moves so far.
-- local function begin(columns)
--   local pool = require "alphabeta.love".pool {rules = "games.connect4_hashed"}
--   pool:start(columns, {time = 1})
--   return pool -- in love.update: if pool:step() then play(pool:best()) end
-- end
-- assert(begin)
function alphabeta.love.pool(options)
  local pool, message = use "love.pool"(options)
  if not pool then error(message, 2) end
  return pool
end

alphabeta.pool = alphabeta.love.pool

return alphabeta
