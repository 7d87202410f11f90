-- The outcomes of a chance node, as `chances` returns them: as csrc/binding/driver/outcomes.c has them. Internal: the
-- engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.outcomes"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local globals = require(LIBRARY .. ".common.globals")
local message = require(PACKAGE .. ".message")
local running = require(PACKAGE .. ".running")
local selection = require(LIBRARY .. ".root.selection")

local abs, rawget, tostring, type = math.abs, rawget, tostring, type
local describe = message.describe
local AT_NODE, reject = running.AT_NODE, running.reject
local length_of = globals.rawlen or function(list) return #list end

local outcomes = {}

-- Limits that the C module has, too: chance nodes in a row, and how far probabilities may be off.
outcomes.CHANCES_MAX = 1000
outcomes.PROBABILITY_TOLERANCE = 1e-6

-- Raises an error where what `chances` returned is no array.
function outcomes.check(e, at, answer)
  if type(answer) ~= "table" then reject(e, at, "expected an array or nil, got %s", describe(answer)) end
end

local function reject_entry(e, place, expected, value)
  reject(e, AT_NODE.chances, "entry %d: expected %s, got %s", place, expected, describe(value))
end

-- Takes what `chances` returned, which is not nil, for a node.
function outcomes.take(e, f, answer)
  outcomes.check(e, AT_NODE.chances, answer)
  local row, other = 0, f.parent
  while other and other.is_chance do row, other = row + 1, other.parent end
  if row >= outcomes.CHANCES_MAX then
    reject(e, AT_NODE.chances, "expected a decision or the end after %d chance nodes in a row", outcomes.CHANCES_MAX)
  end
  local count = length_of(answer)
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
  if not (abs(sum - 1) <= outcomes.PROBABILITY_TOLERANCE) then
    reject(e, AT_NODE.chances, "expected probabilities that add up to 1, got a sum of %s", tostring(sum))
  end
  f.lister, f.list, f.count, f.is_chance, f.is_lazy = "chances", list, count, true, false
end

return outcomes
