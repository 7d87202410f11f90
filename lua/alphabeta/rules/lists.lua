-- Checks what a game returns for `moves`, `children` and `chances`. A check returns what is wrong, as the text behind
-- "callback 'moves' at ply 2: ". Internal: the engine in Lua and the tools use it.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals = use("common.constant_rows", "common.globals")
local describe, is_integer = use "front.message".describe, use "common.values".is_integer
local interpret = use "common.interpreter".interpret

local abs, floor, next, rawequal, rawget, tostring, type = math.abs, math.floor, next, rawequal, rawget, tostring, type
local length_of = globals.rawlen or function(list) return #list end

local lists = {}

-- The most entries of an array, as in the C module.
local COUNT_MAX = 2147483647

local PROBABILITY_TOLERANCE = constants.PROBABILITY_TOLERANCE

-- The length of an array, without its metatable.
lists.length = length_of

-- An array without a first value may only have counts such as n = 0, unless it is the state itself, a node with its
-- children as entries.
local function mistake_in_empty(list, state)
  if rawequal(list, state) then return nil end
  for key, value in next, list do
    if type(key) == "number" then return "expected an array without holes, got nil at index 1" end
    if not (type(key) == "string" and type(value) == "number" and value == 0) then
      return ("expected an array, got a table with the key %s and nothing at index 1: return a list, {} for an "
        .. "empty one"):format(describe(key))
    end
  end
end

interpret(mistake_in_empty)

-- The mistake if a list of `count` values does not start at index 1.
local function mistake_at_start(list, count, state)
  if type(rawget(list, 0)) ~= "nil" then
    return "expected the first entry at index 1, got one at index 0: fill the array from index 1 on"
  end
  return count == 0 and mistake_in_empty(list, state) or nil
end

-- The mistake of a list of `count` entries without one at `index`. `filled` is the array that `moves` was given.
function lists.hole(list, count, index, filled)
  if filled and list == filled then
    return ("expected %d moves in the array that was given, got nil at index %d"):format(count, index)
  end
  local now = length_of(list)
  if now ~= count then return ("the array changed while it was searched (%d entries, now %d)"):format(count, now) end
  return ("expected an array without holes, got nil at index %d of %d"):format(index, count)
end

-- The mistake if one of the entries from 1 to `count` is missing; nil if none is.
function lists.missing(list, count, filled)
  for index = 1, count do
    if type(rawget(list, index)) == "nil" then return lists.hole(list, count, index, filled) end
  end
  return nil
end

-- The mistake if a list has an entry behind a hole that its length `count` ends at; nil if it has none.
function lists.behind(list, count)
  for key in next, list do
    if is_integer(key) and key > count then
      return ("expected an array without holes, got nil at index %d, and an entry at index %d"):format(count + 1, key)
    end
  end
  return nil
end
interpret(lists.behind)

-- The mistake of a list that is an earlier node's, too, whose entry `index` was `own` when the move was made.
function lists.overwritten(list, count, index, own, at)
  if length_of(list) == count and rawequal(rawget(list, index), own) then return nil end
  return ("returned the same array as at ply %d: return a new one for each node"):format(at)
end

-- Reads an answer of the function `name`, `moves` or `children`, that is no iterator. `filled` is the array that
-- `moves` was given. `is_new`: only this call has filled it, as at the root. Returns the list and its length, 0 if the
-- game is over; or nil, nil and the mistake.
function lists.read(name, answer, filled, is_new, state)
  local kind = type(answer)
  if kind == "table" then
    if answer == filled then
      return nil, nil, "expected the number of moves in the array that was given, got that array"
    end
    local count = length_of(answer)
    local mistake = (is_new or count == 0) and mistake_at_start(answer, count, state)
    if mistake then return nil, nil, mistake end
    return answer, count
  end
  if is_new and filled and name == "moves" then
    local mistake = mistake_at_start(filled, 1)
    if not mistake and kind == "nil" and type(rawget(filled, 1)) ~= "nil" then
      mistake = "expected the number of moves in the array that was given, got nil: return their number"
    end
    if mistake then return nil, nil, mistake end
  end
  if kind == "nil" then return nil, 0 end
  if kind == "number" and name == "moves" then
    if answer >= 0 and answer <= COUNT_MAX and answer == floor(answer) then return filled, answer end
    return nil, nil, "expected an array, an iterator, a count or nil, got " .. describe(answer)
  end
  return nil, nil, "expected an array, an iterator or nil, got " .. describe(answer)
end

local function entry_mistake(index, expected, value)
  return ("entry %d: expected %s, got %s"):format(index, expected, describe(value))
end

-- The mistake in an answer of `chances` that is neither nil nor an array.
function lists.mistake_in_outcomes(answer)
  return type(answer) ~= "table" and "expected an array or nil, got " .. describe(answer) or nil
end

-- The mistake in the sum of the probabilities of outcomes; nil if they add up to 1.
function lists.mistake_in_sum(sum)
  if abs(sum - 1) <= PROBABILITY_TOLERANCE then return nil end
  return "expected probabilities that add up to 1, got a sum of " .. tostring(sum)
end

-- Stores the outcomes in the answer of `chances` that is not nil, and their probabilities, in two arrays. Returns how
-- many there are, and the sum of the probabilities; or nil and the mistake.
function lists.add_outcomes(answer, outcomes, probabilities, state)
  local mistake = lists.mistake_in_outcomes(answer)
  if mistake then return nil, mistake end
  local count, sum = length_of(answer), 0.0
  mistake = mistake_at_start(answer, count, state)
  if mistake then return nil, mistake end
  for index = 1, count do
    local entry = rawget(answer, index)
    if type(entry) ~= "table" then
      return nil, entry_mistake(index, "a table with 'probability' and 'outcome'", entry)
    end
    local probability, outcome = entry.probability, entry.outcome
    if type(probability) ~= "number" or probability ~= probability or probability < 0 then
      return nil, entry_mistake(index, "'probability' to be a number of 0 or more", probability)
    end
    sum = sum + probability
    if type(outcome) == "nil" then return nil, entry_mistake(index, "'outcome' to be a move or a state", outcome) end
    outcomes[index], probabilities[index] = outcome, probability
  end
  return count, sum
end

-- Reads the answer of `chances` that is not nil: stores its outcomes and their probabilities in two arrays. Returns how
-- many there are; or nil and the mistake.
function lists.read_outcomes(answer, outcomes, probabilities, state)
  local count, sum = lists.add_outcomes(answer, outcomes, probabilities, state)
  if not count then return nil, sum end
  local mistake = lists.mistake_in_sum(sum)
  if mistake then return nil, mistake end
  return count
end

return lists
