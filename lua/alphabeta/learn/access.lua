-- Reads what an evaluation needs of a state: its fields, by Lua source that is compiled for one game; and the numbers
-- of the option `features`. Internal: `alphabeta.learn` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local literal, mistakes, values = use("common.literal", "match.mistakes", "common.values")

local load = use "common.globals".load -- a sandbox may lack it

local abs, ipairs, max, type = math.abs, ipairs, math.max, type
local describe, raise = values.describe, mistakes.raise

local access = {}

-- The squares of larger numbers would be infinite.
access.SIZE_MAX = 1e100

-- Words that cannot be names.
local RESERVED = {}
for word in ([[and break do else elseif end false for function global goto if in local nil not or repeat return then
  true until while]]):gmatch "%a+" do
  RESERVED[word] = true
end

-- The source of a field, by that of its table. With `is_raw`, no metamethod is called.
function access.field(source, key, is_raw)
  if is_raw then return ("rawget(%s, %s)"):format(source, literal(key)) end
  if type(key) == "string" and key:match "^[A-Za-z_][A-Za-z0-9_]*$" and not RESERVED[key] then
    return source .. "." .. key
  end
  return ("%s[%s]"):format(source, literal(key))
end

-- The source of a field by all its keys. `raw` says for which of them no metamethod is called.
function access.path(source, keys, raw)
  for i, key in ipairs(keys) do source = access.field(source, key, raw and raw[i]) end
  return source
end

-- Appends some lines, indented by a level.
local function append(lines, more, level)
  for _, line in ipairs(more) do lines[#lines + 1] = ("  "):rep(level) .. line end
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

-- The declarations that the lines of `read` need.
access.HEAD = "local rawget, type = rawget, type\nlocal NONE = {} -- in place of tables that are missing"

-- The source of a table: where random games had one there may be something else later.
local function table_at(source)
  return ("type(%s) == 'table' and %s or NONE"):format(source, source)
end

-- The source of a number that is in the local variable `x`: 0 where that is none, or infinite.
access.NUMBER = "(type(x) == 'number' and x - x == 0 and x or 0)"

-- Loops --------------------------------------------------------------------------------------------------------------

-- LuaJIT compiles a read for the type of what it finds: nil, false, true, a number, a string. Lines that read the cells
-- of a board one after the other, where some are nil, are compiled anew for each pattern of these; a loop is compiled
-- once for each type. On a board of 7 by 7 cells, a search with loops takes 0.4 of the time if a cell is nil or a
-- letter, and 0.1 of it if a cell is a number or a letter. On Lua 5.4 it takes 1.0 to 1.2 times the time.

-- Shorter runs of fields have no loop, nor have those with larger keys, to which 1 cannot be added.
local RUN_MIN, KEY_MAX = 4, 2 ^ 52

-- Whether the fields of a group are of several types. Absent ones are of one of their own.
function access.is_mixed(group)
  local seen = group.is_partial and "nil" or nil
  for _, value in ipairs(group.values) do
    local kind = type(value) == "boolean" and tostring(value) or type(value)
    if seen and seen ~= kind then return true end
    seen = kind
  end
  return false
end

local function key_of(field) return field.keys[#field.keys] end

-- How many fields of a table, from one on, are read in one go: those of a mixed group whose keys go up by 1 are a run.
local function run_length(list, from)
  local first, count = list[from], 1
  if not (first.group and first.group.is_mixed) then return 1 end
  while true do
    local following = list[from + count]
    if not following or following.group ~= first.group or key_of(following) ~= key_of(first) + count then break end
    count = count + 1
  end
  return count >= RUN_MIN and key_of(first) < KEY_MAX and count or 1
end

-- The lines of a loop over a run of fields. `statement` uses `field`, the value of cell `i`.
local function loop_lines(first, count, source, statement)
  local key = key_of(first)
  return {
    ("for k = %s, %s do"):format(literal(key), literal(key + count - 1)),
    ("  local i, field = k + %s, %s"):format(literal(first.index - key),
      first.raw[#first.raw] and ("rawget(%s, k)"):format(source) or source .. "[k]"),
    "  " .. statement,
    "end",
  }
end

-- Appends lines that read fields, each table once, and runs of mixed fields in loops. The fields of a table that is
-- missing are nil. `write(field, source, index)` returns a line for a field; nil for none. In a loop, it is called for
-- the first field of a run, with the names of the value and of the cell's index.
function access.read(lines, list, write)
  local function visit(node, source, level)
    local at = 1
    while at <= #node.fields do
      local field, count = node.fields[at], run_length(node.fields, at)
      if count > 1 then
        append(lines, loop_lines(field, count, source, write(field, "field", "i")), level)
      else
        local value = access.field(source, key_of(field), field.raw[#field.raw])
        append(lines, {write(field, value, field.index)}, level)
      end
      at = at + count
    end
    for _, kid in ipairs(node.order) do
      local name = "t" .. tostring(level)
      local held = table_at(access.field(source, kid.key, kid.is_raw))
      append(lines, {"do", ("  local %s = %s"):format(name, held)}, level)
      visit(kid, name, level + 1)
      append(lines, {"end"}, level)
    end
  end
  visit(tree_of(list), "state", 1)
end

-- Makes a function of Lua source. Messages have the name.
function access.compile(text, name)
  if not load then error("alphabeta.learn: needs the function 'load'", 0) end
  local made, message = load(text, "=" .. name)
  return made or error(message, 0)
end

-- Numbers of the user's own -------------------------------------------------------------------------------------------

-- Makes a function `(state, first, at)` that returns the numbers of the option `features` as an array; `at` is as for
-- `mistakes.handler`.
function access.numbers(features)
  local expected
  return function(state, first, at)
    local doing = at.doing
    at.doing = "option 'features'"
    local list = {features(state, first)}
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
    at.doing = doing
    return list
  end
end

return access
