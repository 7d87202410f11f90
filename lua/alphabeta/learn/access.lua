-- Reads what an evaluation needs of a state: its fields, by Lua source that is compiled for one game; and numbers that
-- functions compute, those of the option `features` and how many moves there are. Internal: `alphabeta.learn` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, mistakes, values = use("common.globals", "match.mistakes", "common.values")

local integer_type = globals.integer_type
local load = globals.load -- a sandbox may lack it

local abs, concat, huge, ipairs, max, type = math.abs, table.concat, math.huge, ipairs, math.max, type
local describe, is_integer, raise = values.describe, values.is_integer, mistakes.raise

local access = {}

-- The squares of larger numbers would be infinite.
access.SIZE_MAX = 1e100

-- Words that cannot be names.
local RESERVED = {}
for word in ([[and break do else elseif end false for function global goto if in local nil not or repeat return then
  true until while]]):gmatch "%a+" do
  RESERVED[word] = true
end

-- A number, a string or a boolean as Lua source, the same on every Lua.
-- @param value
-- @treturn string
function access.literal(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(char) return ("\\%03d"):format(char:byte()) end) .. '"'
  end
  if type(value) ~= "number" then return tostring(value) end
  if value == huge then return "(1/0)" end
  if value == -huge then return "(-1/0)" end
  if is_integer(value) then return ("%.0f"):format(value) end
  if integer_type and integer_type(value) == "integer" then -- the least one is no literal
    return value < 0 and ("(%d-1)"):format(value + 1) or ("%d"):format(value)
  end
  return (("%.17g"):format(value):gsub(",", "."))
end

-- The source of a field.
-- @tparam string source of the table
-- @param key
-- @tparam ?boolean is_raw whether no metamethod is to be called
-- @treturn string
function access.field(source, key, is_raw)
  if is_raw then return ("rawget(%s, %s)"):format(source, access.literal(key)) end
  if type(key) == "string" and key:match "^[A-Za-z_][A-Za-z0-9_]*$" and not RESERVED[key] then
    return source .. "." .. key
  end
  return ("%s[%s]"):format(source, access.literal(key))
end

-- The source of a field by all its keys.
-- @tparam string source
-- @tparam table keys
-- @tparam ?{boolean,...} raw for which of them no metamethod is to be called
-- @treturn string
function access.path(source, keys, raw)
  for i, key in ipairs(keys) do source = access.field(source, key, raw and raw[i]) end
  return source
end

-- Makes a tree of the tables that lead to some fields.
local function tree_of(list)
  local root = {kids = {}, order = {}, fields = {}}
  for _, field in ipairs(list) do
    local node = root
    for i = 1, #field.keys - 1 do
      local key = field.keys[i]
      if not node.kids[key] then
        node.kids[key] = {key = key, is_raw = field.raw[i], kids = {}, order = {}, fields = {}}
        node.order[#node.order + 1] = node.kids[key]
      end
      node = node.kids[key]
    end
    node.fields[#node.fields + 1] = field
  end
  return root
end

-- The declarations that the lines of `visit` need.
access.HEAD = "local rawget, type = rawget, type\nlocal NONE = {} -- in place of tables that are missing"

-- The source of a table: where random games had one there may be something else later.
-- @tparam string source
-- @treturn string
local function table_at(source)
  return ("type(%s) == 'table' and %s or NONE"):format(source, source)
end

-- The source of a number that is in the local variable `x`: 0 where that is none, or infinite.
access.NUMBER = "(type(x) == 'number' and x - x == 0 and x or 0)"

-- Appends lines that visit fields, reading each table once. The fields of a table that is missing are nil.
-- @tparam {string,...} lines
-- @tparam {table,...} list fields with `keys`, and `raw`: for which of these no metamethod is to be called
-- @tparam function write `write(field, source)` returns a line; nil for none
function access.visit(lines, list, write)
  local function visit(node, source, level)
    local indent = ("  "):rep(level)
    for _, field in ipairs(node.fields) do
      local last = #field.keys
      local line = write(field, access.field(source, field.keys[last], field.raw[last]))
      if line then lines[#lines + 1] = indent .. line end
    end
    for _, kid in ipairs(node.order) do
      local name, held = "t" .. tostring(level), table_at(access.field(source, kid.key, kid.is_raw))
      lines[#lines + 1] = indent .. "do"
      lines[#lines + 1] = ("%s  local %s = %s"):format(indent, name, held)
      visit(kid, name, level + 1)
      lines[#lines + 1] = indent .. "end"
    end
  end
  visit(tree_of(list), "state", 1)
end

-- Appends some lines.
-- @tparam {string,...} lines
-- @tparam {string,...} more
function access.append(lines, more)
  for _, line in ipairs(more) do lines[#lines + 1] = line end
end

-- Makes a function of Lua source.
-- @tparam string text
-- @tparam string name for messages
-- @treturn function
function access.compile(text, name)
  if not load then error("alphabeta.learn: needs the function 'load'", 0) end
  local made, message = load(text, "=" .. name)
  return made or error(message, 0)
end

-- Loops ---------------------------------------------------------------------------------------------------------------

-- LuaJIT compiles a read for the type of what it finds: nil, false, true, a number, a string. Lines that read the cells
-- of a board one after the other, where some are nil, are compiled anew for each pattern of these; a loop is compiled
-- once for each type. On a board of 7 by 7 cells, nil or a letter, a search takes 1.2 microseconds a node by loops, and
-- 7.2 without; with numbers and letters in them, 0.7 and 4.0.

-- Groups of fewer fields have no loop.
local FIELDS_MIN = 4

-- Are the fields of a group of several types? Absent ones are of one of their own.
local function is_mixed(group)
  local seen = group.is_partial and "nil" or nil
  for _, value in ipairs(group.values) do
    local kind = type(value) == "boolean" and tostring(value) or type(value)
    if seen and seen ~= kind then return true end
    seen = kind
  end
  return false
end

-- Is a group to be read in a loop?
-- @tparam table group
-- @treturn boolean
function access.is_looped(group)
  return #group.members >= FIELDS_MIN and is_mixed(group)
end

-- The tables that hold the fields of a loop, each as a field itself; and for each field, which table that is.
local function holders_of(cells)
  local holders, places, known = {}, {}, {}
  for i, cell in ipairs(cells) do
    local keys = {}
    for k = 1, #cell.keys - 1 do keys[k] = cell.keys[k] end
    local path = access.path("state", keys)
    if not known[path] then
      known[path] = #holders + 1
      holders[known[path]] = {keys = keys, raw = cell.raw, index = known[path]}
    end
    places[i] = known[path]
  end
  return holders, places
end

-- Divides fields into those that are read one by one, and loops: each has `group` and `cells`, whose indices go up
-- by 1.
local function divide(cells)
  local rest, list, loop_of = {}, {}, {}
  for _, cell in ipairs(cells) do
    local group = cell.group
    if group.is_looped and not loop_of[group] then
      loop_of[group] = {group = group, cells = {}}
      list[#list + 1] = loop_of[group]
    end
    local into = group.is_looped and loop_of[group].cells or rest
    into[#into + 1] = cell
  end
  for _, loop in ipairs(list) do loop.holders, loop.places = holders_of(loop.cells) end
  return rest, list
end

-- Appends the tables that `read` needs, beside `access.HEAD`.
-- @tparam {string,...} lines
-- @tparam {table,...} cells all that will be read
function access.add_tables(lines, cells)
  local _, list = divide(cells)
  if #list == 0 then return end
  lines[#lines + 1] = "-- The fields that are read in loops: their keys, and which of the tables holds each."
  lines[#lines + 1] = "local keys, places, holders = {}, {}, {}"
  for _, loop in ipairs(list) do
    local keys = {}
    for i, cell in ipairs(loop.cells) do keys[i] = access.literal(cell.keys[#cell.keys]) end
    lines[#lines + 1] = ("keys[%d] = {%s}"):format(loop.group.id, concat(keys, ", "))
    lines[#lines + 1] = ("places[%d] = {%s}"):format(loop.group.id, concat(loop.places, ", "))
  end
end

-- Appends a loop. `statement` uses `field`, the value of cell `i`. Afterwards no table of the state is kept alive.
local function add(lines, loop, statement)
  local inner = {}
  for _, holder in ipairs(loop.holders) do
    if #holder.keys > 0 then
      inner[#inner + 1] = holder
    else
      lines[#lines + 1] = ("  holders[%d] = state"):format(holder.index)
    end
  end
  access.visit(lines, inner, function(holder, source)
    return ("holders[%d] = %s"):format(holder.index, table_at(source))
  end)
  local before, is_raw = loop.cells[1].index - 1, false
  for _, cell in ipairs(loop.cells) do is_raw = is_raw or cell.raw[#cell.keys] end
  access.append(lines, {
    "  do",
    ("    local keys, places = keys[%d], places[%d]"):format(loop.group.id, loop.group.id),
    ("    for k = 1, %d do"):format(#loop.cells),
    ("      local i, field = %s, %s"):format(before == 0 and "k" or "k + " .. before,
      is_raw and "rawget(holders[places[k]], keys[k])" or "holders[places[k]][keys[k]]"),
    "      " .. statement,
    "    end",
    "  end",
  })
  for i = 1, #loop.holders do lines[#lines + 1] = ("  holders[%d] = NONE"):format(i) end
end

-- Appends lines that read fields, one by one or in loops. The fields of a table that is missing are nil.
-- @tparam {string,...} lines
-- @tparam {table,...} cells
-- @tparam function write `write(group, index, source)` returns a line for the field of a group that is the cell
--   `index`, which is source, too: "i" in a loop; nil for none
function access.read(lines, cells, write)
  local rest, list = divide(cells)
  access.visit(lines, rest, function(cell, source) return write(cell.group, cell.index, source) end)
  for _, loop in ipairs(list) do add(lines, loop, write(loop.group, "i", "field")) end
end

-- Numbers that functions compute --------------------------------------------------------------------------------------

-- The source of a function `mobility(lister, state)`: how many moves more the player to move has than the other one
-- would have, as a part of the moves of both. `lister` is the game's `moves` or `children`, which may return an array,
-- an iterator, or a number, having filled the array that it was given. The state is copied, with the other player to
-- move. If the game fails on that copy, mobility is 0.
local MOBILITY = [[
local function count(lister, state)
  local list = lister(state, {})
  if list == nil then return 0 end
  if type(list) == "number" then return list end
  if type(list) == "table" then return #list end
  local n = 0
  while list() ~= nil do n = n + 1 end
  return n
end

local function mobility(lister, state)
  local own, other = count(lister, state), {}
  for key, value in next, state do other[key] = value end
  %s = %s == %s and %s or %s
  local ok, theirs = pcall(count, lister, %s)
  return ok and (own - theirs) / (own + theirs + 1) or 0
end
]]

-- Makes that source.
-- @tparam table turn the field that says whose turn it is, with `second`: see fields.lua
-- @treturn string
function access.mobility(turn)
  local first, second = access.literal(turn.firsts[1]), access.literal(turn.second)
  local other = turn.raw[1] and "setmetatable(other, getmetatable(state))" or "other"
  return MOBILITY:format(access.path("other", turn.keys), access.path("state", turn.keys, turn.raw), first, second,
    first, other)
end

-- Makes a function `(state, first, at)` that returns these numbers as an array; `at` is as for `mistakes.handler`.
-- @tparam table rules the functions of the game
-- @tparam ?function features the user's
-- @tparam ?table turn the field that says whose turn it is, if the last number is mobility
-- @treturn function
function access.numbers(rules, features, turn)
  local lister, expected = rules[rules.lister], nil
  local mobility = turn and access.compile(access.mobility(turn) .. "return mobility", "alphabeta.learn")()
  return function(state, first, at)
    local doing, list = at.doing, {}
    if features then
      at.doing = "option 'features'"
      list = {features(state, first)}
      if #list == 0 and not expected then raise "expected at least one number, got none" end
      for i = 1, max(#list, expected or 0) do
        local number = list[i]
        if not values.is_number(number) then raise("expected numbers, got %s as result %d", describe(number), i) end
        if abs(number) > access.SIZE_MAX then
          raise("expected numbers from -1e100 to 1e100, got %s as result %d", describe(number), i)
        end
      end
      expected = expected or #list
      if #list ~= expected then raise("expected %d numbers, as the first time, got %d", expected, #list) end
    end
    if mobility then
      at.doing = ("callback '%s'"):format(rules.lister)
      list[#list + 1] = mobility(lister, state)
    end
    at.doing = doing
    return list
  end
end

return access
