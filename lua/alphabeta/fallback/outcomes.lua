-- The outcomes of a chance node, as `chances` returns them: as csrc/binding/driver/successors.c has them. Internal: the
-- engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.outcomes"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local globals = require(LIBRARY .. ".common.globals")
local message = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message")
local running = require(PACKAGE .. ".running")
local selection = require(LIBRARY .. ".root.selection")
local is_traversal_unsound = require(LIBRARY .. ".common.traversal")

local abs, next, rawequal, rawget, tostring, type = math.abs, next, rawequal, rawget, tostring, type
local describe = message.describe
local AT_NODE, reject = running.AT_NODE, running.reject
local length_of = globals.rawlen or function(list) return #list end

local outcomes = {}

local CHANCES_MAX, PROBABILITY_TOLERANCE = constants.CHANCES_MAX, constants.PROBABILITY_TOLERANCE

-- Raises an error if an array without a first value has others, unless they are counts such as n = 0, or it is the
-- state itself, a node with its children as entries.
local function check_empty(e, at, list, state)
  if rawequal(list, state) then return end
  for key, value in next, list do
    if type(key) == "number" then reject(e, at, "expected an array without holes, got nil at index 1") end
    if not (type(key) == "string" and type(value) == "number" and value == 0) then
      reject(e, at, "expected an array, got a table with the key %s and nothing at index 1: return a list, {} "
        .. "for an empty one", describe(key))
    end
  end
end

if is_traversal_unsound then jit.off(check_empty) end

-- Raises an error if a list of `count` values does not start at index 1. If `is_wanted`, also tests whether a list with
-- values has another one at index 0.
function outcomes.check_start(e, at, list, count, is_wanted, state)
  if count > 0 and not is_wanted then return end
  if type(rawget(list, 0)) ~= "nil" then
    reject(e, at, "expected the first entry at index 1, got one at index 0: fill the array from index 1 on")
  end
  if count == 0 then check_empty(e, at, list, state) end
end

-- Raises an error if `chances` returned no array.
function outcomes.check(e, at, answer)
  if type(answer) ~= "table" then reject(e, at, "expected an array or nil, got %s", describe(answer)) end
end

local function reject_entry(e, place, expected, value)
  reject(e, AT_NODE.chances, "entry %d: expected %s, got %s", place, expected, describe(value))
end

-- Takes the result of `chances`, which is not nil, for a node.
function outcomes.take(e, f, answer)
  outcomes.check(e, AT_NODE.chances, answer)
  local row, other = 0, f.parent
  while other and other.is_chance do row, other = row + 1, other.parent end
  if row >= CHANCES_MAX then
    reject(e, AT_NODE.chances, "expected a decision or the end after %d chance nodes in a row", CHANCES_MAX)
  end
  local count = length_of(answer)
  outcomes.check_start(e, AT_NODE.chances, answer, count, true, f.state)
  local named = f.at == 0 and f.depth > 0 and e.root_moves
  local mistake = named and selection.mistake_at_chance(named.only, named.avoid, count)
  if mistake then message.fail("%s", mistake) end
  local list, probabilities, sum = {}, f.probabilities, 0
  for place = 1, count do
    local entry = rawget(answer, place)
    if type(entry) ~= "table" then
      reject_entry(e, place, "a table with 'probability' and 'outcome'", entry)
    end
    local probability = entry.probability
    if type(probability) ~= "number" or not (probability >= 0) then
      reject_entry(e, place, "'probability' to be a number of 0 or more", probability)
    end
    sum = sum + probability
    local outcome = entry.outcome
    if type(outcome) == "nil" then reject_entry(e, place, "'outcome' to be a move or a state", outcome) end
    list[place], probabilities[place] = outcome, probability
  end
  if not (abs(sum - 1) <= PROBABILITY_TOLERANCE) then
    reject(e, AT_NODE.chances, "expected probabilities that add up to 1, got a sum of %s", tostring(sum))
  end
  f.lister, f.list, f.count, f.is_chance, f.is_lazy = "chances", list, count, true, false
end

return outcomes
