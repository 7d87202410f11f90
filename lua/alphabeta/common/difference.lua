-- The differences between a snapshot of a value, see snapshots.lua, and a value. Internal: the tools use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals = use("common.constant_rows", "common.globals")
local show, snapshots, values = use("common.show", "common.snapshots", "common.values")

local concat = table.concat
local next, rawget, setmetatable, type = next, rawget, setmetatable, type
local getmetatable, keys_of, text = globals.getmetatable, values.keys_of, show.text
local is_comparable, is_same, is_same_metatable, is_same_scalar =
  snapshots.is_comparable, snapshots.is_same, snapshots.is_same_metatable, snapshots.is_same_scalar

local NOTHING = {}

-- The most differences that are listed; and how deep they are looked for field by field: Lua's stack is limited, and a
-- state may hold long linked lists.
local MAX_DIFFERENCES, MAX_LEVELS = 20, constants.CONTENT_LEVELS

-- Stands in a path for a table's metatable.
local METATABLE = {}

-- A step of a path, as written after the steps before it.
local function step_text(key, is_first)
  if key == METATABLE then return (is_first and "" or ".") .. "(metatable)" end
  return show.step(key, is_first)
end

-- Finds the differences between a snapshot and a value. Calls `report(keys, before, after)` with the keys that lead to
-- each, in one array. It returns true to stop.
local function each_difference(snapshot, now, is_lenient, report)
  local flat, deep, metas, keys = snapshot.flat, snapshot.deep, snapshot.metas, snapshot.keys
  local partners, path, is_enough = {}, {}, false

  local function differ(before, after) is_enough = is_enough or report(path, before, after) end

  local compare

  local function compare_tables(before, after)
    partners[before] = partners[before] or {}
    if partners[before][after] then return end
    partners[before][after] = true
    if not is_same_metatable(metas[before], getmetatable(after), is_lenient) then
      path[#path + 1] = METATABLE
      differ(metas[before] and "one" or nil, getmetatable(after) and "another" or nil)
      path[#path] = nil
    end
    local all, without = {}, snapshot.left_out[before]
    for key, field in next, flat[before] do all[key] = field end
    for key, field in next, deep[before] or NOTHING do all[key] = field end
    for _, key in ipairs(keys_of(all)) do
      path[#path + 1] = key
      if is_comparable(key, is_lenient) then compare(all[key], rawget(after, key)) end
      path[#path] = nil
    end
    for _, key in ipairs(keys_of(after)) do
      if all[key] == nil and is_comparable(key, is_lenient) and not (without and without[key]) then
        path[#path + 1] = key
        differ(nil, rawget(after, key))
        path[#path] = nil
      end
    end
  end

  compare = function(before, after)
    if is_enough then return end
    if not keys[before] and type(before) == "table" and type(after) == "table" then
      if #path < MAX_LEVELS then
        compare_tables(before, after)
      elseif not is_same(setmetatable({value = before}, {__index = snapshot}), after, is_lenient) then
        differ(before, after)
      end
    elseif not is_same_scalar(keys, before, after, is_lenient) then
      differ(keys[before] and "key " .. keys[before] or before, after)
    end
  end

  compare(snapshot.value, now)
end

-- Keys that lead to a field, as text.
local function path_text(keys)
  local steps = {}
  for i, key in ipairs(keys) do steps[i] = step_text(key, i == 1) end
  return concat(steps)
end

-- A value as a difference shows it.
local function shown(value)
  if type(value) == "number" or type(value) == "string" or type(value) == "boolean" then return value end
  return value ~= nil and text(value) or nil
end

-- The differences between a snapshot and a value, field by field, in the order of the fields: tables with `path`,
-- `before`, `after` and `text`. What is no number, string or boolean is a text. Then whether there are more. With
-- `report`, it gets all of them, as `each_difference` finds them, and nothing is listed.
return function(snapshot, now, is_lenient, report)
  local list, has_more = {}, false
  each_difference(snapshot, now, is_lenient, report or function(keys, before, after)
    if #list == MAX_DIFFERENCES then
      has_more = true
      return true
    end
    local path = path_text(keys)
    list[#list + 1] = {
      path = path, before = shown(before), after = shown(after),
      text = ("%s: %s before, %s after"):format(path == "" and "itself" or path,
        type(before) == "string" and before:match "^key %x+$" or text(before), text(after)),
    }
    return false
  end)
  return list, has_more
end
