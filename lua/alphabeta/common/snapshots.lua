-- Snapshots of values, to compare a state with its snapshot later, or to restore it. Internal: the tools use it.
--
-- A snapshot holds the content of every table that is reached from a value, without calling metamethods, and the values
-- of Zobrist keys. Tables are compared by their content and their metatables, so another table may have replaced one.
-- Tables may refer to each other. The content of metatables is not compared.

local use = require((...):match "^(.*)%..*%." .. ".use")

local exclusion, globals, values = use("common.exclusion", "common.globals", "common.values")
local walk, zobrist_keys = use("common.walk", "common.zobrist_keys")

local next, pcall, rawget, rawset, setmetatable, type = next, pcall, rawget, rawset, setmetatable, type
local content_of, is_key = zobrist_keys.content, zobrist_keys.is_key

-- Without `debug`, as in a sandbox, metatables with a field `__metatable` are hidden, and cannot be replaced.
local getmetatable = globals.getmetatable
local put_metatable = globals.field(globals.debug, "setmetatable") or function(t, meta) pcall(setmetatable, t, meta) end

local snapshots = {}

-- A snapshot has, for each table, its metatable in `metas`, in `flat` the fields that are numbers, strings and so on,
-- in `deep` those that are objects or whose keys are, and in `counts` how many fields there are; and in `keys` what
-- userdata hold. `left_out` has the keys of fields that are not in it, by table.

local NOTHING = {}

-- Takes a snapshot of a value, without the fields of a tree that exclusion.lua has read.
function snapshots.take(value, excluded)
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
function snapshots.is_same_scalar(keys, before, after, is_lenient)
  if keys[before] then return content_of(after) == keys[before] end
  if before == after or before ~= before and after ~= after then return true end
  local kind = type(before)
  if kind ~= type(after) then return false end
  if kind == "cdata" then return is_lenient and not values.cdata_digits(before) or false end
  return is_lenient and (kind == "function" or kind == "userdata" or kind == "thread") or false
end
local is_same_scalar = snapshots.is_same_scalar

-- States that were made anew may have metatables of their own, and other objects as keys.
function snapshots.is_same_metatable(before, after, is_lenient)
  return before == after or is_lenient and before ~= nil and after ~= nil or false
end
local is_same_metatable = snapshots.is_same_metatable

-- Whether the field at a key can be found in another table. It cannot if the key is a new object, like the table.
function snapshots.is_comparable(key, is_lenient)
  return not is_lenient or values.is_sortable(key)
end
local is_comparable = snapshots.is_comparable

-- Is a value as it was in a snapshot? If it is lenient, functions, threads, strange userdata and metatables are all
-- alike, and fields whose keys are such, or tables, are only counted.
function snapshots.is_same(snapshot, now, is_lenient)
  local flat, deep, metas, counts, keys = snapshot.flat, snapshot.deep, snapshot.metas, snapshot.counts, snapshot.keys
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
    local plain, without = metas[before] == nil, snapshot.left_out[before]
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

  if not may_be_same(snapshot.value, now) then return false end
  while last > 0 do
    local before, after = found[last - 1], found[last]
    last = last - 2
    if not have_same_fields(before, after) then return false end
  end
  return true
end

-- Restores a table from a snapshot, with its content and its metatable. Fields that were left out stay as they are.
local function restore_table(snapshot, t, scalars)
  local others, meta, without = snapshot.deep[t] or NOTHING, snapshot.metas[t], snapshot.left_out[t]
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

-- Restores a value from a snapshot: the same tables, and the values of keys.
function snapshots.restore(snapshot)
  for t, scalars in next, snapshot.flat do restore_table(snapshot, t, scalars) end
  for key, value in next, snapshot.keys do
    if is_key(key) and key:get() ~= value then key:set(value) end
  end
end

return snapshots
