-- Makes the loops in Lua that answer the frequent asks of searches on LuaJIT, one for each game.
-- Private; `alphabeta` loads it where there is LuaJIT with its FFI. What such a loop is for, and what it and the driver
-- in C have in common, is described in csrc/binding/driver/loop.h.

local NAME = ...
local body = require(NAME:gsub("main$", "body"))
local zobrist = require(NAME:gsub("main$", "zobrist"))
local globals = require(NAME:gsub("loop%.main$", "common.globals"))
local flush, status = jit.flush, jit.status
local set_option = jit.opt and jit.opt.start
local getinfo = globals.field(globals.debug, "getinfo")
local clock = globals.field(globals.os, "clock") or function() return 0 end
local dump, load_text = string.dump, globals.load
local min = math.min
local concat, insert, remove, sort = table.concat, table.insert, table.remove, table.sort

-- Loops that are kept, those used last; a game whose own was dropped gets a new one. Compiled code keeps the functions
-- that are part of it, so it is these games of which something may stay in memory.
local KEPT = 16

-- Loops of its own that the code of a game gets. A program that makes ever new tables of rules, with new functions of
-- the same code, does not make LuaJIT compile them ever again.
local SAME_CODE = 4

-- How many side traces LuaJIT may make of a loop, in place of 100: the asks and a game's rules have more branches than
-- that. The others are interpreted for as long as the process lasts, which takes a tenth of the time; and loops of the
-- game in them that end early are blacklisted, so that nothing that calls them is ever compiled again.
local SIDE_TRACES = "maxside=1000"

-- All that LuaJIT has compiled is dropped before a loop that is new, or whose functions were compiled for another one
-- meanwhile: its functions would end in the traces of that one, and a search take up to three times as long as in a
-- process of its own. To compile them anew takes LuaJIT as long as some thousands of nodes. So it is done FLUSHES times
-- at once, and then once in FLUSH_SECONDS seconds of the processor's time.
local FLUSHES, FLUSH_SECONDS = 16, 1

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
  interface.call, interface.rawlen, interface.unpack = {}, globals.rawlen, globals.unpack
  for i, entry in ipairs(interface.functions) do
    interface.call[entry.name] = ffi.cast(entry.type, addresses[i - 1])
  end
  return interface
end

-- Where the code of functions is: as a text that names the lines where they begin, and as a set of files.
local function places_of(...)
  local lines, files = {}, {}
  for i = 1, select("#", ...) do
    local callback = select(i, ...)
    if type(callback) == "function" and getinfo then
      local info = getinfo(callback, "S")
      files[info.short_src] = true
      lines[i] = info.short_src .. ":" .. info.linedefined
    else
      lines[i] = tostring(callback)
    end
  end
  return concat(lines, " "), files
end

-- Returns what drops all that LuaJIT has compiled, unless it was called too often: see FLUSHES. It is all or nothing:
-- where functions are flushed one by one, a LuaJIT of before March 2025 writes their old bytecode over that of newer
-- traces when all is flushed later (its issue 1345).
local function limited_flush()
  local left, looked = FLUSHES, clock()
  return function()
    local now = clock()
    left, looked = min(FLUSHES, left + (now - looked) / FLUSH_SECONDS), now
    if left < 1 then return false end
    left = left - 1
    flush()
    return true
  end
end

-- Sets up loops for the searches of a core module. Returns whether there are any, and what answers whether they are
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
  -- Array of {loop, is_timed, functions = the three, weakly, place = where their code is, files = in which files,
  -- is_new = whether it has never run, has_run = whether it has since all was dropped}, the one used last first.
  local kept = {}
  local flush_all = limited_flush()

  -- Whether LuaJIT may have compiled functions of an entry for the loop of another one.
  local function is_mixed(entry)
    for _, other in ipairs(kept) do
      if other ~= entry and other.has_run then
        for file in pairs(entry.files) do
          if other.files[file] then return true end
        end
      end
    end
    return false
  end
  jit.off(is_mixed) -- some versions compile loops over pairs wrongly: see alphabeta.traversal

  -- Returns the loop of the entry at a place, which is to run now.
  local function use(i)
    local entry = remove(kept, i)
    insert(kept, 1, entry)
    if (entry.is_new or is_mixed(entry)) and flush_all() then
      for _, other in ipairs(kept) do other.has_run = false end
    end
    entry.is_new, entry.has_run = false, true
    return entry.loop
  end

  core.set_loop(function(lister, enter, evaluate, is_timed)
    if not is_wanted() or not status() then return nil end
    for i, entry in ipairs(kept) do
      local functions = entry.functions
      if entry.is_timed == is_timed and functions[1] == lister and functions[2] == enter
        and functions[3] == evaluate then return use(i) end
    end
    local place, files = places_of(lister, enter, evaluate)
    local same = 0
    for i, entry in ipairs(kept) do
      if entry.is_timed == is_timed and entry.place == place then
        same = same + 1
        if same == SAME_CODE then return use(i) end
      end
    end
    if set_option and #kept == 0 then set_option(SIDE_TRACES) end
    insert(kept, 1, {
      loop = load_text(code, "=alphabeta.loop")(interface), place = place, files = files, is_timed = is_timed,
      functions = setmetatable({lister, enter, evaluate}, {__mode = "v"}), is_new = true,
    })
    kept[KEPT + 1] = nil
    return use(1)
  end)
  return true
end
