-- Which of the root's moves are searched. Internal: both engines use it, if an option needs it.
--
-- The moves that the user names are compared with the game's own by ==. A table that equals none of them is compared by
-- content, see moves.lua. Metatables count only for ==.

local use = require((...):match "^(.*)%..*%." .. ".use")

local digest, globals = use("common.digest", "common.globals")
local is_alike = use "common.moves".is_same

local getmetatable, rawget, type = globals.getmetatable, rawget, type

local selection = {}

-- A digest finds the successors: comparing each of them with each entry would take a time that grows with the square of
-- their number. How deep tables within a move are looked into for it, and how many fields they may have in all.
local LEVELS, FIELDS = 2, 256

-- Whether a value may be equal to another one that is not the same: by the metamethod `__eq`, or as cdata.
local function is_object(value)
  local kind = type(value)
  if kind ~= "table" and kind ~= "userdata" then return kind == "cdata" end
  local meta = getmetatable(value)
  return meta ~= nil and (type(meta) ~= "table" or rawget(meta, "__eq") ~= nil)
end

-- The key of the list that a table is in, by its digest. Tables that may be equal to others, or hold such values, share
-- a list.
local function list_key(value)
  return not is_object(value) and digest(value, LEVELS, FIELDS, is_object) or "none"
end

-- Puts an index into the array that a table has under a key.
local function add(by, key, index)
  local array = by[key]
  if array then array[#array + 1] = index else by[key] = {index} end
end

-- The indexes of successors: of all; `same` by each value; `alike`, of tables, by their lists; `tables`, of all tables;
-- `objects`, of values that may be equal to others.
local function index_of(list, count)
  local index = {all = {}, same = {}, alike = {}, tables = {}, objects = {}}
  for i = 1, count do
    local own = rawget(list, i)
    index.all[i] = i
    if is_object(own) then
      index.objects[#index.objects + 1] = i
    elseif own == own then
      add(index.same, own, i)
    end
    if type(own) == "table" then
      index.tables[#index.tables + 1] = i
      add(index.alike, list_key(own), i)
    end
  end
  return index
end

local function is_equal(a, b)
  return a == b
end

-- Marks which of some successors are equal to the move, or alike. Returns whether there are any.
local function mark(move, list, indexes, marks, is_same)
  local found = false
  for i = 1, indexes and #indexes or 0 do
    local at = indexes[i]
    if is_same(move, rawget(list, at)) then marks[at], found = true, true end
  end
  return found
end

-- Marks the successors that are equal to the move, or, if there are none, those that are alike. Returns whether there
-- are any.
local function mark_all(move, list, marks, index)
  if is_object(move) then
    if mark(move, list, index.all, marks, is_equal) then return true end
  else
    local found = mark(move, list, index.same[move], marks, is_equal)
    if mark(move, list, index.objects, marks, is_equal) or found then return true end
  end
  if type(move) ~= "table" then return false end
  local key = list_key(move)
  if key == "none" then return mark(move, list, index.tables, marks, is_alike) end
  local found = mark(move, list, index.alike[key], marks, is_alike)
  return mark(move, list, index.alike.none, marks, is_alike) or found
end

-- A table with true at the index of each successor that the array `named` names; nil if that is nil. Or nil and what is
-- wrong.
local function marks_of(named, list, index, name)
  if not named then return nil end
  local marks = {}
  for entry = 1, #named do
    if not mark_all(named[entry], list, marks, index) then
      return nil, ("alphabeta: '%s': entry %d is no move of the state"):format(name, entry)
    end
  end
  return marks
end

-- The successors to search, of `count` in a list, as a new array, and their number. Or nil and the user's mistake.
function selection.take(only, avoid, list, count)
  local index = (only or avoid) and index_of(list, count)
  local wanted, mistake = marks_of(only, list, index, "only")
  if mistake then return nil, mistake end
  local unwanted
  unwanted, mistake = marks_of(avoid, list, index, "avoid")
  if mistake then return nil, mistake end
  local taken, left = {}, 0
  for i = 1, count do
    if (not wanted or wanted[i]) and not (unwanted and unwanted[i]) then
      left = left + 1
      taken[left] = rawget(list, i)
    end
  end
  if left > 0 then return taken, left end
  return nil, ("alphabeta: '%s' leaves no move of the state, of %d"):format(unwanted and "avoid" or "only", count)
end

-- The mistake if moves were named at a chance node with `count` outcomes; nil if none were.
function selection.mistake_at_chance(only, avoid, count)
  local name = only and "only" or avoid and "avoid"
  return name and ("alphabeta: '%s': expected nothing at a chance node, which has %d outcomes"):format(name, count)
end

return selection
