-- Chance nodes: Star1 and Star2, as in csrc/engine/chance.c, with the same order of operations, so every bit of a value
-- is the same. Internal: the engine in Lua uses it.

local abs, huge = math.abs, math.huge

local chance = {}

local EPSILON, LEAST_NORMAL = 2 ^ -52, 2 ^ -1022

-- Begins with a node of `count` outcomes, with the window (`alpha`, `beta`). All its values are between `least` and
-- `most`.
function chance.open(probabilities, count, alpha, beta, least, most)
  local lowers, uppers, all = {}, {}, 0
  for i = 1, count do
    lowers[i], uppers[i], all = least, most, all + probabilities[i]
  end
  return {
    probabilities = probabilities, count = count, alpha = alpha, beta = beta, all = all,
    lowers = lowers, uppers = uppers, ends = {},
  }
end

-- Whether an outcome is still to be searched.
function chance.is_open(c, index)
  return c.probabilities[index] > 0 and c.lowers[index] < c.uppers[index]
end

-- The sum of probability times bound of all outcomes but one, and an upper bound of the rounding error.
local function sum_of_others(c, index, of, edge)
  local value, err, probabilities = 0, 0, c.probabilities
  for i = 1, c.count do
    local probability = probabilities[i]
    if i ~= index and probability ~= 0 then
      local term = probability * of[i]
      value = value + term
      err = err + abs(term)
    end
  end
  return value, (err + abs(edge)) * 4 * (c.count + 4) * EPSILON + LEAST_NORMAL
end

-- The window of an outcome.
function chance.window(c, index)
  local p, alpha, beta = c.probabilities[index], -huge, huge
  if c.alpha > -huge then
    local edge = c.alpha * c.all
    local others, err = sum_of_others(c, index, c.uppers, edge)
    alpha = (edge - others - err) / p
    if not (alpha < huge) then alpha = -huge end
  end
  if c.beta < huge then
    local edge = c.beta * c.all
    local others, err = sum_of_others(c, index, c.lowers, edge)
    beta = (edge - others + err) / p
    if not (beta > -huge) then beta = huge end
  end
  if not (alpha < beta) then return -huge, huge end
  return alpha, beta
end
local window = chance.window

-- The mean of the outcomes' bounds `of`.
local function mean(c, of)
  local all, total, least, most = 0, 0, huge, -huge
  local probabilities = c.probabilities
  for i = 1, c.count do
    local probability, value = probabilities[i], of[i]
    if probability ~= 0 then
      all = all + probability * value
      total = total + probability
      if value < least then least = value end
      if value > most then most = value end
    end
  end
  all = all / total
  if all < least then all = least end
  if all > most then all = most end
  return all
end

-- Whether the node fails low or high, by bounds of its value. It then has a value.
local function has_failed(c, least, most)
  if c.alpha > -huge and most <= c.alpha then
    c.value = most
  elseif c.beta < huge and least >= c.beta then
    c.value = least
  else
    return false
  end
  return true
end

-- Takes the value of an outcome that was searched, and the end that it comes from. `side` is 1 or -1 if it is a lower
-- or an upper bound, else nil. Returns whether the node fails low or high: it then has its value.
function chance.take(c, index, value, end_, side)
  local lowers, uppers = c.lowers, c.uppers
  if side then
    if side > 0 then
      if value > lowers[index] then lowers[index] = value end
    elseif value < uppers[index] then
      uppers[index] = value
    end
    return has_failed(c, mean(c, lowers), mean(c, uppers))
  end
  local alpha, beta = window(c, index)
  if value > alpha or alpha == -huge then lowers[index] = value end
  if value < beta or beta == huge then uppers[index] = value end
  c.ends[index] = end_
  if lowers[index] == uppers[index] then return false end
  if value <= alpha then -- the others cannot make up for it
    local most = mean(c, uppers)
    c.value = most < c.alpha and most or c.alpha
  else
    local least = mean(c, lowers)
    c.value = least > c.beta and least or c.beta
  end
  return true
end

-- All outcomes are known: returns the node's value, which is exact, and its end if all come from the same one.
function chance.close(c)
  local first, are_alike = nil, true
  for i = 1, c.count do
    if c.probabilities[i] ~= 0 then
      first = first or i
      are_alike = are_alike and c.ends[i] == c.ends[first] and c.lowers[i] == c.lowers[first]
    end
  end
  return mean(c, c.lowers), first and are_alike and c.ends[first] or nil
end

return chance
