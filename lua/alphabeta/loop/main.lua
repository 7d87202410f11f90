--- Makes the loops in Lua that answer the frequent asks of searches on LuaJIT, one for each game.
-- Private; `alphabeta` loads it where there is LuaJIT with its FFI. What such a loop is for, and what it and the driver
-- in C have in common, is described in csrc/binding/driver/loop.h.

local NAME = ...
local body = require(NAME:gsub("main$", "body"))
local zobrist = require(NAME:gsub("main$", "zobrist"))
local flush, status = jit.flush, jit.status
local getinfo = debug and debug.getinfo
local dump, load_text = string.dump, loadstring
local concat, insert, remove, sort = table.concat, table.insert, table.remove, table.sort

-- Loops that are kept, those used last; a game whose own was dropped gets a new one. Compiled code keeps the functions
-- that are part of it, so it is these games of which something may stay in memory.
local KEPT = 16

-- Loops of its own that the code of a game gets. A program that makes ever new tables of rules, with new functions of
-- the same code, does not make LuaJIT compile them ever again.
local SAME_CODE = 4

-- The type of a pointer to a struct with these fields at their places; nil when the FFI lays the struct out otherwise.
local function declare(ffi, layout)
  local parts, at = {"struct {"}, 0
  local fields = {}
  for i, field in ipairs(layout) do fields[i] = field end
  sort(fields, function(a, b) return a.offset < b.offset end)
  for i, field in ipairs(fields) do
    if field.offset > at then parts[#parts + 1] = ("uint8_t gap_%d[%d];"):format(i, field.offset - at) end
    local element, length = field.type:match("^(.-)(%[%d+%])$")
    parts[#parts + 1] = (element or field.type) .. " " .. field.name .. (length or "") .. ";"
    at = field.offset + field.size
  end
  if layout.size > at then parts[#parts + 1] = ("uint8_t gap_0[%d];"):format(layout.size - at) end
  parts[#parts + 1] = "}"
  local text = concat(parts, " ")
  local struct = ffi.typeof(text)
  if ffi.sizeof(struct) ~= layout.size then return nil end
  for _, field in ipairs(fields) do
    if ffi.offsetof(struct, field.name) ~= field.offset or ffi.sizeof(field.type) ~= field.size then return nil end
  end
  return ffi.typeof(text .. " *")
end

-- What a loop gets when it is made: the interface, with types and functions of the FFI. nil where there is no FFI, or
-- the C module is of another kind.
local function open(core)
  local has_ffi, ffi = pcall(require, "ffi")
  if not has_ffi then return nil end
  local interface = core.loop()
  interface.to_search = declare(ffi, interface.search)
  if not interface.to_search then return nil end
  interface.to_key = zobrist(ffi, interface.zobrist)
  if not interface.to_key then return nil end
  local addresses = ffi.cast("void **", interface.addresses)
  interface.call = {}
  for i, entry in ipairs(interface.functions) do
    interface.call[entry.name] = ffi.cast(entry.type, addresses[i - 1])
  end
  return interface
end

-- Where the code of a function is.
local function place_of(callback)
  if type(callback) ~= "function" or not getinfo then return tostring(callback) end
  local info = getinfo(callback, "S")
  return info.short_src .. ":" .. info.linedefined
end

-- Drops what LuaJIT has compiled of the functions outside of a loop, which would keep them from becoming part of it.
local function forget_compiled(...)
  for i = 1, select("#", ...) do
    local callback = select(i, ...)
    if type(callback) == "function" then pcall(flush, callback, true) end
  end
end

--- Sets up loops for the searches of a core module. Returns whether there are any, and what answers whether they are
-- used is `is_wanted`.
--
-- Searches that may end or pause by time have loops of their own: where one is compiled for both, the looks at the
-- clock are in side traces, and a search takes up to 1.7 times as long.
-- @tparam table core
-- @tparam function is_wanted
-- @treturn boolean
return function(core, is_wanted)
  local interface = open(core)
  if not interface then return false end
  local code = dump(body)
  local kept = {} -- array of {loop, is_timed, place, functions = the three, weakly}, the one used last first

  core.set_loop(function(lister, enter, evaluate, is_timed)
    if not is_wanted() or not status() then return nil end
    for i, entry in ipairs(kept) do
      local functions = entry.functions
      if entry.is_timed == is_timed and functions[1] == lister and functions[2] == enter
        and functions[3] == evaluate then
        if i > 1 then insert(kept, 1, remove(kept, i)) end
        return entry.loop
      end
    end
    local same, place = 0, place_of(lister) .. " " .. place_of(enter) .. " " .. place_of(evaluate)
    for i, entry in ipairs(kept) do
      if entry.is_timed == is_timed and entry.place == place then
        same = same + 1
        if same == SAME_CODE then
          insert(kept, 1, remove(kept, i))
          return entry.loop
        end
      end
    end
    forget_compiled(lister, enter, evaluate)
    local entry = {
      loop = load_text(code, "=alphabeta.loop")(interface), place = place, is_timed = is_timed,
      functions = setmetatable({lister, enter, evaluate}, {__mode = "v"}),
    }
    insert(kept, 1, entry)
    kept[KEPT + 1] = nil
    return entry.loop
  end)
  return true
end
