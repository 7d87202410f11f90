-- Chance nodes: Star1 and Star2, as in csrc/engine/chance.c, with the same order of operations, so every bit of a value
-- is the same. Internal: the engine in Lua uses it.

local abs, huge = math.abs, math.huge

local chance = {}

local EPSILON, LEAST_NORMAL = 2 ^ -52, 2 ^ -1022

-- Begins the search of a node whose outcomes are all between `least` and `most`.
function chance.open(f, least, most)
  local lowers, uppers, ends = f.lowers, f.uppers, f.ends
  for i = 1, f.count do lowers[i], uppers[i], ends[i] = least, most, -1 end
end

-- Whether an outcome is still to be searched.
function chance.is_open(f, index)
  return f.probabilities[index] > 0 and f.lowers[index] < f.uppers[index]
end

-- The sum of probability times bound of all outcomes but one, and an upper bound of the rounding error.
local function sum_of_others(f, index, of, edge)
  local value, err, probabilities = 0, 0, f.probabilities
  for i = 1, f.count do
    local probability = probabilities[i]
    if i ~= index and probability ~= 0 then
      local term = probability * of[i]
      value = value + term
      err = err + abs(term)
    end
  end
  return value, (err + abs(edge)) * 4 * (f.count + 4) * EPSILON + LEAST_NORMAL
end

-- The window of an outcome, as the node sees it.
function chance.window(f, index)
  local probabilities, all = f.probabilities, 0
  for i = 1, f.count do all = all + probabilities[i] end
  local p, alpha, beta = probabilities[index], -huge, huge
  if f.alpha > -huge then
    local edge = f.alpha * all
    local others, err = sum_of_others(f, index, f.uppers, edge)
    alpha = (edge - others - err) / p
    if not (alpha < huge) then alpha = -huge end
  end
  if f.beta < huge then
    local edge = f.beta * all
    local others, err = sum_of_others(f, index, f.lowers, edge)
    beta = (edge - others + err) / p
    if not (beta > -huge) then beta = huge end
  end
  if not (alpha < beta) then return -huge, huge end
  return alpha, beta
end
local window = chance.window

-- The mean of the outcomes' bounds `of`.
local function mean(f, of)
  local all, total, least, most = 0, 0, huge, -huge
  local probabilities = f.probabilities
  for i = 1, f.count do
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

-- The node fails low, all outcomes together being worth `most` at most; or high.
local function fail_low(f, most)
  f.value, f.end_ = most < f.alpha and most or f.alpha, -1
  return true
end

local function fail_high(f, least)
  f.value, f.end_ = least > f.beta and least or f.beta, -1
  return true
end

-- Takes the value of the outcome `c` that was searched. Returns whether the node fails low or high: it then has its
-- value.
function chance.take(f, c, index)
  local value = c.sign == f.sign and c.value or -c.value
  local lowers, uppers = f.lowers, f.uppers
  if c.is_lower then
    if c.sign == f.sign then
      if value > lowers[index] then lowers[index] = value end
    elseif value < uppers[index] then
      uppers[index] = value
    end
    local least, most = mean(f, lowers), mean(f, uppers)
    if f.alpha > -huge and most <= f.alpha then return fail_low(f, most) end
    if f.beta < huge and least >= f.beta then return fail_high(f, least) end
    return false
  end
  local alpha, beta = window(f, index)
  if value > alpha or alpha == -huge then lowers[index] = value end
  if value < beta or beta == huge then uppers[index] = value end
  f.ends[index] = c.end_
  if lowers[index] == uppers[index] then return false end
  if value <= alpha then return fail_low(f, mean(f, uppers)) end
  return fail_high(f, mean(f, lowers))
end

-- All outcomes are known: gives the node its value, which is exact.
function chance.close(f)
  local first, are_alike = nil, true
  for i = 1, f.count do
    if f.probabilities[i] ~= 0 then
      first = first or i
      are_alike = are_alike and f.ends[i] == f.ends[first] and f.lowers[i] == f.lowers[first]
    end
  end
  f.value = mean(f, f.lowers)
  f.end_ = first and are_alike and f.ends[first] or -1
  f.is_exact = true
end

return chance
