-- Which of the root's moves are searched: as csrc/binding/root/selection.c has it. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.selection"):match "^(.*)%.[^.]*$"

local message = require(PACKAGE .. ".message")

local fail, ipairs, next, rawget, type = message.fail, ipairs, next, rawget, type

local selection = {}

-- How many tables deep moves are compared.
selection.DEPTH = 50

-- Whether the two are equal or alike; `noted` has the pairs of tables that are being compared.
local function is_alike(a, b, noted, depth)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" or depth == 0 then return false end
  local own = noted[a]
  if not own then
    own = {}
    noted[a] = own
  end
  if own[b] then return true end
  own[b] = true
  for key, value in next, a do
    if not is_alike(value, rawget(b, key), noted, depth - 1) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

-- Marks the successors that are the move: those that are equal to it, or where there are none and `looks_inside`, those
-- that are alike. Returns whether there are any.
local function mark(move, list, count, marks, looks_inside)
  local found = false
  for i = 1, count do
    local own = rawget(list, i)
    if looks_inside and is_alike(move, own, {}, selection.DEPTH) or not looks_inside and move == own then
      marks[i], found = true, true
    end
  end
  return found
end

-- A table with true at the index of each successor that the array `named` names; nil where that is nil.
local function marks_of(named, list, count, name)
  if not named then return nil end
  local marks = {}
  for entry = 1, #named do
    local move = named[entry]
    if not mark(move, list, count, marks, false) and not mark(move, list, count, marks, true) then
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
