-- Which of the root's moves are searched: as csrc/binding/root/selection.c has it. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.selection"):match "^(.*)%.[^.]*$"

local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local is_alike = require(LIBRARY .. ".common.alike")
local is_traversal_unsound = require(LIBRARY .. ".common.traversal")
local message = require(PACKAGE .. ".message")

local fail, floor, getmetatable, huge = message.fail, math.floor, getmetatable, math.huge
local ipairs, next, rawget, tonumber, type = ipairs, next, rawget, tonumber, type

local selection = {}

-- How many tables deep moves are compared.
selection.DEPTH = 50

-- A prime number, less than which fingerprints are.
local MODULUS = 2147483647

-- A number that equal values have in common.
local function number_of(value)
  local number = type(value) == "string" and #value * 257 + (value:byte(-1) or 0) or tonumber(value) or 0
  return number > -huge and number < huge and floor(number) % MODULUS or 0
end

-- A number that tables have in common that are alike.
local function fingerprint(value)
  local sum = 0
  for key, inner in next, value do sum = (sum + (number_of(key) * 65537 + number_of(inner)) % MODULUS) % MODULUS end
  return sum
end

if is_traversal_unsound then jit.off(fingerprint) end

-- Whether `==` may ask a metamethod about it.
local function is_object(value)
  local kind = type(value)
  return kind == "cdata" or (kind == "table" or kind == "userdata") and getmetatable(value) ~= nil
end

-- Puts an index into the array that a table has under a key.
local function add(by, key, index)
  local array = by[key]
  if array then array[#array + 1] = index else by[key] = {index} end
end

-- Finds successors: `same` has the indexes of each value, `alike` those of the tables with a fingerprint, `objects`
-- those that must be compared one by one.
local function index_of(list, count)
  local index = {same = {}, alike = {}, objects = {}}
  for i = 1, count do
    local own = rawget(list, i)
    if is_object(own) then
      index.objects[#index.objects + 1] = i
    elseif own == own then
      add(index.same, own, i)
    end
    if type(own) == "table" then add(index.alike, fingerprint(own), i) end
  end
  return index
end

-- Marks those of some successors that are equal to the move, or alike. Returns whether there are any.
local function mark(move, list, indexes, marks, is_same)
  local found = false
  for _, i in ipairs(indexes or {}) do
    if is_same(move, rawget(list, i)) then marks[i], found = true, true end
  end
  return found
end

local function is_equal(a, b)
  return a == b
end

local function is_alike_inside(a, b)
  return is_alike(a, b, selection.DEPTH)
end

-- Marks the successors that are equal to the move; where there are none, those that are alike. Returns whether there
-- are any.
local function mark_all(move, list, count, marks, index)
  local found
  if is_object(move) then
    found = false
    for i = 1, count do
      if move == rawget(list, i) then marks[i], found = true, true end
    end
  else
    found = mark(move, list, index.same[move], marks, is_equal)
    found = mark(move, list, index.objects, marks, is_equal) or found
  end
  return found or type(move) == "table" and mark(move, list, index.alike[fingerprint(move)], marks, is_alike_inside)
end

-- A table with true at the index of each successor that the array `named` names; nil where that is nil.
local function marks_of(named, list, count, name)
  if not named then return nil end
  local marks, index = {}, index_of(list, count)
  for entry = 1, #named do
    if not mark_all(named[entry], list, count, marks, index) then
      fail("alphabeta: '%s': entry %d is no move of the state", name, entry)
    end
  end
  return marks
end

-- The successors that are to be searched, as an array of their own, and their number.
function selection.take(answers, list, count)
  local wanted = marks_of(answers.only, list, count, "only")
  local unwanted = marks_of(answers.avoid, list, count, "avoid")
  local taken, left = {}, 0
  for i = 1, count do
    if (not wanted or wanted[i]) and not (unwanted and unwanted[i]) then
      left = left + 1
      taken[left] = rawget(list, i)
    end
  end
  if left == 0 then
    fail("alphabeta: '%s' leaves no move of the state, of %d", unwanted and "avoid" or "only", count)
  end
  answers.moves = taken
  return taken, left
end

-- Raises an error where moves were named at a chance node.
function selection.refuse(answers, count)
  for _, name in ipairs {"only", "avoid"} do
    if answers[name] then
      fail("alphabeta: '%s': expected nothing at a chance node, which has %d outcomes", name, count)
    end
  end
end

return selection
