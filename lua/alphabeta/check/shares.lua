-- What states are worth to both players: for whom are they good? Internal: `alphabeta.check` judges by it, see
-- signs.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local evaluations, values = use("check.evaluations", "common.values")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local count_of, describe = evaluations.count, values.describe

-- Evaluations of which it is known what they are for the other player.
local Shares = setmetatable({}, {__index = evaluations.methods})

-- How many states of either sign must have the same value for both players, to say that `me` is ignored; at the end of
-- decided games, MIN_EQUAL_ENDS of any sign are enough.
local MIN_IGNORED, MIN_EQUAL_ENDS = 2, 8

-- How many decided ends must be worth 0 to one player, to say that losers get the value of a draw.
local MIN_ZEROS = 8

-- How many states it takes, and the share of them whose values for both players must add up to something else than in
-- the others, to ask whether that is right.
local MIN_SUMS, OTHER_SUMS = 20, 0.05

-- How many decided games it takes to ask whether a tie is right.
local MIN_DECIDED = 8

-- How many records of a list, whose values for both players are known, fulfill a condition, and an example.
local function count_both(list, holds)
  return count_of(list, function(record) return record.others and holds(record.value, record.others) end)
end

local function have_one_sign(value, others) return value * others > 0 end
local function are_opposite(value, others) return value * others < 0 end
local function differ(value, others) return value ~= others end

-- Says so when values turn round with `me`, although they are to be good for the mover or for one player.
function Shares:judge_turning()
  local run, has_found = self.run, false
  if run.plan.view == "max" then return false end
  if count_both(self.going, have_one_sign) + count_both(self.ends, have_one_sign) > 0 then return false end
  for _, list in ipairs {self.going, self.ends} do
    local count, shown = count_both(list, are_opposite)
    if count > 0 then
      has_found = true
      self:found(shown.steps, {value = shown.value}, ("it turns round with `me`: %s for %s, %s for %s"):format(
        describe(shown.value), run:name_of(1), describe(shown.others), run:name_of(2)),
        list == self.going and self.name or self.name_at_end)
    end
  end
  return has_found
end

-- How many ends are not worth the same to both players, and an example.
function Shares:count_swapped() return count_both(self.ends, differ) end

-- Says so when losers get 0, which is what a search takes for a state in which nothing is decided: all ends that are
-- not worth the same to both players are 0 for one and more for the other, and all other states are 0.
function Shares:judge_zeros()
  local plan = self.run.plan
  local count, zero = self:count_swapped()
  if plan.view ~= "max" or plan.maximize ~= nil or plan.value_min or count < MIN_ZEROS then return false end
  local function is_other(value, others)
    if value == others then return value ~= 0 end
    return min(value, others) ~= 0
  end
  if count_both(self.ends, is_other) + count_both(self.going, function(value) return value ~= 0 end) > 0 then
    return false
  end
  local won = max(zero.value, zero.others)
  self.run.findings:add("sign", self.name_at_end, zero.steps, ("gives the loser 0, as all %d finished games show: %s "
    .. "for one player here, 0 for the other. A search takes 0 for undecided, and never defends. Return %s for the "
    .. "loser"):format(count, describe(won), describe(-won)), {value = won})
  return true
end

-- Says so when values are to be good for the player at the root, and do not depend on `me`.
function Shares:judge_ignoring()
  local plan = self.run.plan
  if plan.view ~= "max" or plan.maximize ~= nil then return false end
  for _, list in ipairs {self.going, self.ends} do
    local function count_equal(sign)
      return count_both(list, function(value, others) return value == others and value * sign > 0 end)
    end
    local plus, shown = count_equal(1)
    local minus, below = count_equal(-1)
    local are_both = plus >= MIN_IGNORED and minus >= MIN_IGNORED
    if count_both(list, differ) == 0 and (are_both or list == self.ends and plus + minus >= MIN_EQUAL_ENDS) then
      if not shown or below and #below.steps < #shown.steps then shown = below end
      self:found(shown.steps, {value = shown.value},
        ("it ignores `me`%s: %s for either player, as in all states. Use `me`, or say view = \"player\" and max_player,"
          .. " or give `maximize` with each search"):format(list == self.ends and " at the end" or "",
          describe(shown.value)), list == self.ends and self.name_at_end or nil)
      return true
    end
  end
  return false
end

-- What a state is worth to both players together, as text. Sums that differ by rounding only are the same.
local function sum_of(record)
  local value, others = record.value, record.others
  return abs(value + others) <= 1e-9 * max(abs(value), abs(others)) and "0" or ("%.9g"):format(value + others)
end

-- The most frequent sum of a list of records, without one of these sums.
local function most_frequent(list, without)
  local counts, best = {}, nil
  for _, record in ipairs(list) do
    local sum = sum_of(record)
    counts[sum] = (counts[sum] or 0) + 1
  end
  for sum, count in pairs(counts) do
    if sum ~= without and (not best or count > counts[best] or count == counts[best] and sum < best) then best = sum end
  end
  return best, counts[best]
end

-- Asks whether one player's values are right, when what a state is worth to both together is not always the same.
-- Returns whether it asks.
function Shares:judge_sums()
  local list = {}
  for _, record in ipairs(self.going) do
    if record.others and abs(record.others) < huge then list[#list + 1] = record end
  end
  if #list < MIN_SUMS then return false end
  local usual, count = most_frequent(list)
  if #list - count < OTHER_SUMS * #list then return false end
  local run, other = self.run, most_frequent(list, usual)
  local _, shown = count_of(list, function(record) return sum_of(record) == other end)
  self:ask("sums", ("what a state is worth to both players together is not the same in all states: %s in %d of %d,"
    .. " another sum in the others, such as %s for %s and %s for %s. What is good for one player must be as bad for the"
    .. " other. Does it leave something out for one?"):format(usual, count, #list, describe(shown.value),
    run:name_of(1), describe(shown.others), run:name_of(2)))
  return true
end

-- Asks whether a tie is right that both players win, or both lose, if what all decided games are worth to both together
-- is the same.
function Shares:judge_ties()
  local _, tie = count_both(self.ends, function(value, others) return value ~= 0 and value == others end)
  local count, decided = self:count_swapped()
  if not tie or count < MIN_DECIDED then return end
  local sum, most, least = decided.value + decided.others, -huge, huge
  for _, record in ipairs(self.ends) do
    local value, others = record.value, record.others
    if others and others ~= value then
      most, least = max(most, value, others), min(least, value, others)
      if abs(value + others - sum) > 1e-9 * max(abs(value), abs(others)) then return end
    end
  end
  if tie.value < most and tie.value > least then return end
  self:ask("ties", ("a finished game is worth %s to both players alike, but all %d decided games are worth %s to both "
    .. "together. Should a tie be worth %.9g?"):format(describe(tie.value), count, describe(sum), sum / 2),
    self.name_at_end)
end

return Shares
