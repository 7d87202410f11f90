-- Pictures of values, to compare a state with its picture later, or to restore it. Internal: the tools use it.
--
-- A picture holds the content of every table that is reached from a value, without calling metamethods, and the values
-- of Zobrist keys. Tables are compared by their content and their metatables, so another table may have replaced one.
-- Tables may refer to each other. The content of metatables is not compared.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, exclusion, globals = use("common.core", "common.exclusion", "common.globals")
local values, walk = use("common.values", "common.walk")

local concat, floor, huge, type = table.concat, math.floor, math.huge, type
local next, rawget, rawset, setmetatable = next, rawget, rawset, setmetatable
local integer_type = globals.integer_type

-- Without `debug`, as in a sandbox, metatables with a field `__metatable` are hidden, and cannot be replaced.
local getmetatable = globals.getmetatable
local put_metatable = globals.field(globals.debug, "setmetatable") or function(t, meta) pcall(setmetatable, t, meta) end

local pictures = {}

local a_key = core.zobrist(1)
local key_value = a_key.get

-- Keys are userdata. Those of the engine in Lua are tables with this metatable.
local KEY_META = type(a_key) == "table" and getmetatable(a_key) or nil

-- Whether a value is a Zobrist key.
function pictures.is_key(value)
  local kind = type(value)
  if kind == "table" then return KEY_META ~= nil and getmetatable(value) == KEY_META end
  return kind == "userdata" and pcall(key_value, value)
end

local is_key = pictures.is_key

-- The content of a userdata: the value of a Zobrist key, or the bytes of a state of rules in C. Nil for any other
-- value.
function pictures.content(value)
  if is_key(value) then return value:get() end
  return type(value) == "userdata" and core.native_bytes and core.native_bytes(value) or nil
end
local content_of = pictures.content

-- Text -------------------------------------------------------------------------------------------------------------

-- A number as text, the same on every Lua; integers have all their digits.
local function number_text(number)
  if number ~= number then return "NaN" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  if integer_type and integer_type(number) == "integer" then return tostring(number) end
  if values.is_integer(number) then return ("%.0f"):format(number + 0) end
  return ("%.14g"):format(number)
end

local sort_keys = values.sort_keys

-- The keys of a table, sorted.
function pictures.keys_of(t)
  local keys, n = {}, 0
  for key in next, t do
    n = n + 1
    keys[n] = key
  end
  sort_keys(keys)
  return keys
end
local keys_of = pictures.keys_of

-- A value as text on one line, which is the same on every Lua: for messages. Fields that hold functions, the methods of
-- objects, are left out. It has about `limit` characters at most, 60 without.
function pictures.text(value, limit)
  limit = limit or 60
  local parts, length, is_open = {}, 0, {}
  local function add(text)
    if length > limit then return end
    length = length + #text
    parts[#parts + 1] = length > limit and "..." or text
  end
  local function write(v)
    if type(v) == "number" then
      add(number_text(v))
    elseif type(v) == "cdata" then
      add(values.cdata_digits(v) or "cdata")
    elseif type(v) == "string" then
      add((("%q"):format(v):gsub("\\\n", "\\n"):gsub("%c", function(c) return ("\\%d"):format(c:byte()) end)))
    elseif is_key(v) then
      add("key " .. v:get())
    elseif content_of(v) then
      add((tostring(v):gsub("%c", " ")))
    elseif type(v) ~= "table" then
      add(v == nil and "nil" or type(v) == "boolean" and (v and "true" or "false") or type(v))
    elseif is_open[v] then
      add "{...}"
    else
      is_open[v] = true
      add "{"
      local count, separator = 0, ""
      while rawget(v, count + 1) ~= nil and length <= limit do
        count = count + 1
        add(separator)
        write(rawget(v, count))
        separator = ", "
      end
      if length <= limit then
        for _, key in ipairs(keys_of(v)) do
          local is_listed = type(key) == "number" and key >= 1 and key <= count and key == floor(key)
          if not is_listed and type(rawget(v, key)) ~= "function" then
            add(separator)
            if type(key) == "string" and key:match "^[%a_][%w_]*$" then
              add(key)
            else
              add "["
              write(key)
              add "]"
            end
            add " = "
            write(rawget(v, key))
            separator = ", "
          end
        end
      end
      add "}"
      is_open[v] = nil
    end
  end
  write(value)
  return concat(parts)
end

-- A step of a path to a field, as it is written behind the steps before it. `limit` is that of `text`.
function pictures.step(key, is_first, limit)
  if type(key) == "string" and key:match "^[%a_][%w_]*$" then return (is_first and "" or ".") .. key end
  return "[" .. pictures.text(key, limit) .. "]"
end

-- Pictures ---------------------------------------------------------------------------------------------------------

-- A picture has, for each table, its metatable in `metas`, in `flat` the fields that are numbers, strings and so on, in
-- `deep` those that are objects or whose keys are, and in `counts` how many fields there are; and in `keys` what
-- userdata hold. `left_out` has the keys of fields that are not in it, by table.

local NOTHING = {}

-- Takes a picture of a value, without the fields of a tree that exclusion.lua has read.
function pictures.take(value, excluded)
  local flat, deep, metas, counts, keys = {}, {}, {}, {}, {}

  local left_out = exclusion.find(value, excluded)

  local function note(v, reach)
    local content = content_of(v)
    if content then keys[v] = content elseif type(v) == "table" then reach(v) end
  end

  local function visit(t, scalars, reach)
    local others, count, without = nil, 0, left_out[t]
    metas[t] = getmetatable(t)
    for key, field in next, t do
      if not (without and without[key]) then
        count = count + 1
        local kind, key_kind = type(field), type(key)
        local is_deep = kind == "table" or kind == "userdata"
        local is_object_key = key_kind == "table" or key_kind == "userdata"
        if is_deep or is_object_key then
          others = others or {}
          others[key] = field
        else
          scalars[key] = field
        end
        if is_deep then note(field, reach) end
        if is_object_key then note(key, reach) end
      end
    end
    deep[t], counts[t] = others, count
  end

  note(value, function(t) walk(t, visit, flat) end)
  return {
    value = value, left_out = left_out, flat = flat, deep = deep, metas = metas, counts = counts, keys = keys,
  }
end

-- Whether two values that are no tables are the same. The content of a userdata may have changed since, so it is never
-- compared with itself. With `is_lenient`, values without content (functions, other userdata, threads, cdata that is no
-- integer) are the same if their types are.
function pictures.is_same_scalar(keys, before, after, is_lenient)
  if keys[before] then return content_of(after) == keys[before] end
  if before == after or before ~= before and after ~= after then return true end
  local kind = type(before)
  if kind ~= type(after) then return false end
  if kind == "cdata" then return is_lenient and not values.cdata_digits(before) or false end
  return is_lenient and (kind == "function" or kind == "userdata" or kind == "thread") or false
end
local is_same_scalar = pictures.is_same_scalar

-- States that were made anew may have metatables of their own, and other objects as keys.
function pictures.is_same_metatable(before, after, is_lenient)
  return before == after or is_lenient and before ~= nil and after ~= nil or false
end
local is_same_metatable = pictures.is_same_metatable

-- Whether the field at a key can be found in another table. It cannot if the key is a new object, like the table.
function pictures.is_comparable(key, is_lenient)
  return not is_lenient or values.is_sortable(key)
end
local is_comparable = pictures.is_comparable

-- Is a value as it was in a picture? If it is lenient, functions, threads, strange userdata and metatables are all
-- alike, and fields whose keys are such, or tables, are only counted.
function pictures.is_same(picture, now, is_lenient)
  local flat, deep, metas, counts, keys = picture.flat, picture.deep, picture.metas, picture.counts, picture.keys
  local partners, others = {}, {} -- the partners of each table in comparisons: the first one, and the rest
  local found, last = {}, 0 -- tables that are still to be compared with their partners, by pairs

  -- Whether values are the same, as far as can be told without reading tables. Pairs of tables are recorded.
  local function may_be_same(before, after)
    if type(before) ~= "table" or keys[before] then return is_same_scalar(keys, before, after, is_lenient) end
    if type(after) ~= "table" then return false end
    local partner = partners[before]
    if partner == after then return true end
    if partner == nil then
      partners[before] = after
    else -- it was at several paths, which now have different tables
      others[before] = others[before] or {}
      if others[before][after] then return true end
      others[before][after] = true
    end
    last = last + 2
    found[last - 1], found[last] = before, after
    return true
  end

  -- Whether two tables have the same fields, as far as that can be said without looking into tables in them.
  local function have_same_fields(before, after)
    if not is_same_metatable(metas[before], getmetatable(after), is_lenient) then return false end
    local plain, without = metas[before] == nil, picture.left_out[before]
    for key, field in next, flat[before] do
      local there
      if plain then there = after[key] else there = rawget(after, key) end
      if field ~= there and is_comparable(key, is_lenient) and not is_same_scalar(keys, field, there, is_lenient) then
        return false
      end
    end
    for key, field in next, deep[before] or NOTHING do
      if is_comparable(key, is_lenient) and not may_be_same(field, rawget(after, key)) then return false end
    end
    local count = 0
    if without then
      for key in next, after do
        if not without[key] then count = count + 1 end
      end
    else
      for _ in next, after do count = count + 1 end
    end
    return count == counts[before]
  end

  if not may_be_same(picture.value, now) then return false end
  while last > 0 do
    local before, after = found[last - 1], found[last]
    last = last - 2
    if not have_same_fields(before, after) then return false end
  end
  return true
end

-- Restores a table from a picture, with its content and its metatable. Fields that were left out stay as they are.
local function restore_table(picture, t, scalars)
  local others, meta, without = picture.deep[t] or NOTHING, picture.metas[t], picture.left_out[t]
  for key in next, t do
    if scalars[key] == nil and others[key] == nil and not (without and without[key]) then rawset(t, key, nil) end
  end
  if getmetatable(t) == nil then
    for key, field in next, scalars do t[key] = field end -- several times as fast as rawset
  else
    for key, field in next, scalars do rawset(t, key, field) end
  end
  for key, field in next, others do rawset(t, key, field) end
  if getmetatable(t) ~= meta then put_metatable(t, meta) end
end

-- Restores a value from a picture: the same tables, and the values of keys.
function pictures.restore(picture)
  for t, scalars in next, picture.flat do restore_table(picture, t, scalars) end
  for key, value in next, picture.keys do
    if is_key(key) and key:get() ~= value then key:set(value) end
  end
end

return pictures
