--- The parts of LÖVE that `alphabeta.love` asks for, in plain LuaJIT: so that its search for a library can be run where
-- there is no LÖVE.
-- @module spec.support.small_love

local lfs = require "lfs" -- busted depends on it

-- Files of the system.
local files = {remove = os.remove, make_folder = lfs.mkdir}

function files.read(path)
  local file = lfs.attributes(path, "mode") == "file" and io.open(path, "rb")
  local bytes = file and file:read "*a" or nil
  if file then file:close() end
  return bytes
end

function files.write(path, bytes)
  local file, reason = io.open(path, "wb")
  if not file then return false, reason end
  file:write(bytes)
  file:close()
  return true
end

function files.list(path)
  local names = {}
  if lfs.attributes(path, "mode") ~= "directory" then return names end
  for name in lfs.dir(path) do
    if name ~= "." and name ~= ".." then names[#names + 1] = name end
  end
  return names
end

-- LÖVE's modules ------------------------------------------------------------------------------------------------------

-- A number of 32 bits by which contents differ.
local function checksum(bytes, start)
  local sum = start
  for i = 1, #bytes do sum = (sum * 31 + bytes:byte(i)) % 4294967296 end
  return sum
end

local data = {}

-- In place of a cryptographic hash: eight bytes by which contents differ. LÖVE 12 takes a kind of container before.
local is_12
function data.hash(...)
  local kind, bytes = ...
  if is_12 then kind, bytes = select(2, ...) end
  assert(kind == "sha256" and (not is_12 or ... == "string"), "invalid hash function")
  local hash = ("%08x%08x"):format(checksum(bytes, 1), checksum(bytes, 2))
  return (hash:gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end))
end

function data.encode(_, _, bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

-- The files of a game and of its save directory, which comes first. A packed game has no paths on the disk.
local function new_filesystem(game)
  local filesystem, c_require_path = {}, "??"

  -- The path of a name in the save directory or in the game's folder, and what is there; nil where there is nothing.
  local function find(name)
    for _, folder in ipairs {game.save, game.folder} do
      local path = folder .. "/" .. name
      local bytes = files.read(path)
      if bytes then return path, bytes end
    end
    if game.packed and game.packed[name] then return nil, game.packed[name] end
  end

  function filesystem.getInfo(name) return select(2, find(name)) and {type = "file"} or nil end

  function filesystem.read(name)
    local _, bytes = find(name)
    if not bytes then error("a file that is missing is read: " .. name) end -- as in love.js
    return bytes
  end

  function filesystem.write(name, bytes) return files.write(game.save .. "/" .. name, bytes) end
  function filesystem.remove(name) return files.remove(game.save .. "/" .. name) end
  function filesystem.createDirectory(name) files.make_folder(game.save .. "/" .. name) end
  function filesystem.getDirectoryItems(name) return files.list(game.save .. "/" .. name) end
  function filesystem.getSaveDirectory() return game.save end
  function filesystem.getCRequirePath() return c_require_path end
  function filesystem.setCRequirePath(path) c_require_path = path end

  -- LÖVE's own loaders, of modules in Lua and in C: they come behind that of `package.preload`.
  local loaders = rawget(package, "loaders")
  table.insert(loaders, 2, function(module)
    local name = module:gsub("%.", "/")
    for _, template in ipairs {"%s.lua", "%s/init.lua"} do
      local _, bytes = find(template:format(name))
      if bytes then return assert(loadstring(bytes, "@" .. template:format(name))) end
    end
    return "\n\tno file in the game"
  end)
  table.insert(loaders, 3, function(module)
    local name = module:gsub("%.", "/")
    for template in c_require_path:gmatch "[^;]+" do
      local path = find((template:gsub("%?%?", name .. ".so"):gsub("%?", name)))
      local load = path and package.loadlib(path, "luaopen_" .. module:gsub("%.", "_"))
      if load then return load end
    end
    return "\n\tno library in the game"
  end)
  return filesystem
end

--- The system's files: `read`, `write`, `remove`, `make_folder` and `list`.
local small_love = {files = files}

--- Puts LÖVE's modules into `package.loaded`, and its loaders into `package.loaders`.
-- @tparam table game `save`, the save directory; `folder`, the game's folder, or `packed`, the content of its files by
-- their names; `is_12`, whether it is LÖVE 12
function small_love.install(game)
  is_12 = game.is_12
  local loaded = package.loaded
  loaded["love.data"] = data
  loaded["love.filesystem"] = new_filesystem(game)
  loaded["love.system"] = {getOS = function() return (jit.os:gsub("^OSX$", "OS X")) end}
  local channel, waiting = {}, {}
  function channel:performAtomic(work, ...) return work(self, ...) end
  function channel.peek() return waiting[1] end
  function channel.push(_, value) waiting[#waiting + 1] = value end
  loaded["love.thread"] = {getChannel = function() return channel end}
end

return small_love
