-- The global variables that a Lua or a host may lack, nil if they do not exist. Internal: no other module of the
-- library reads them as globals, nor the fields of libraries that a Lua may lack.
--
-- With strict.lua, Penlight's `pl.strict` and in Redis, reading a global that was never assigned is an error, and
-- Luanti writes it into its log. So this module looks them up in `_G` without calling a metamethod, and in the tables
-- behind it, as in sandboxes. In a sandbox that has no `_G`, they can only be read.

local getmetatable, pcall, rawget, type = getmetatable, pcall, rawget, type

local globals = {}

-- Looks up a field of a table, or of the tables behind it; nil if there is none, or no table.
local function find(library, name)
  for _ = 1, 100 do -- they might be in a circle
    if type(library) ~= "table" then return nil end
    local value = rawget(library, name)
    if value ~= nil then return value end
    local meta = getmetatable(library)
    library = type(meta) == "table" and rawget(meta, "__index")
  end
end

-- A field of a library that may be missing, as the library may.
globals.field = find

-- The names that are looked up, and how to read them.
local READERS = {
  SysTime = function() return SysTime end, -- of Garry's Mod
  bit = function() return bit end,
  bit32 = function() return bit32 end,
  core = function() return core end, -- of Luanti
  coroutine = function() return coroutine end,
  debug = function() return debug end,
  debugprofilestop = function() return debugprofilestop end, -- of World of Warcraft
  getfenv = function() return getfenv end,
  io = function() return io end,
  jit = function() return jit end,
  load = function() return load end,
  loadstring = function() return loadstring end,
  love = function() return love end,
  minetest = function() return minetest end, -- of Luanti
  ngx = function() return ngx end, -- of OpenResty
  os = function() return os end,
  package = function() return package end,
  playdate = function() return playdate end,
  rawlen = function() return rawlen end,
  require = function() return require end,
  socket = function() return socket end, -- of Defold
  system = function() return system end, -- of Solar2D
  unpack = function() return unpack end,
  vim = function() return vim end, -- of Neovim
}

local has_all, all = pcall(function() return _G end)
for name, read in next, READERS do
  if has_all and type(all) == "table" then
    globals[name] = find(all, name)
  else
    local is_there, value = pcall(read)
    globals[name] = is_there and value or nil
  end
end

-- Functions with another name, or in another table, on some Luas.
globals.unpack = find(table, "unpack") or globals.unpack
globals.load = globals.loadstring or globals.load
globals.getmetatable = find(globals.debug, "getmetatable") or getmetatable -- that of `debug` sees through `__metatable`
globals.traceback = find(globals.debug, "traceback")
globals.integer_type = find(math, "type")
globals.to_integer = 2 ^ 53 + 1 ~= 9007199254740992 + 1 and find(math, "tointeger") or nil -- of 64 bits

local isyieldable, running = find(globals.coroutine, "isyieldable"), find(globals.coroutine, "running")

-- Whether the running function can yield. If Lua has no function for that, whether it runs in a coroutine.
function globals.can_yield()
  if isyieldable then return isyieldable() end
  if not running then return false end
  local thread, is_main = running()
  return thread ~= nil and not is_main
end

-- Whether functions can yield in a protected call on this Lua. On 5.1 they cannot.
globals.yields_through_pcall = pcall(function()
  local co = globals.coroutine
  if not co then return end
  local thread = co.create(function() pcall(co.yield) end)
  co.resume(thread)
  if co.status(thread) ~= "suspended" then error "it cannot" end
end)

local getupvalue = find(globals.debug, "getupvalue")

-- Goes through the local variables that a function uses: their numbers, names and values. Those of C functions have
-- empty names. There are none without the library `debug`, or without a function.
function globals.upvalues(f)
  return function(_, i)
    local name, value
    if getupvalue and f then name, value = getupvalue(f, i + 1) end
    if name then return i + 1, name, value end
  end, nil, 0
end

return globals
