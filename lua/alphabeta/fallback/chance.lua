-- Chance nodes: their outcomes are searched with the window that still matters (Star1), after a first look at one move
-- of each (Star2). Windows and means are computed as in csrc/engine/chance.c, in the same order of operations, so every
-- bit of a value is the same. Internal: the engine in Lua uses it. See search.lua for sides and what a node's function
-- returns.

local use = require((...):match "^(.*)%..*%." .. ".use")

local STAR2_DEPTH = use "common.constant_rows".STAR2_DEPTH

local abs, huge = math.abs, math.huge

local EPSILON, LEAST_NORMAL = 2 ^ -52, 2 ^ -1022

-- Begins with a node of `count` outcomes, with the window (`alpha`, `beta`). All its values are between `least` and
-- `most`.
local function open(probabilities, count, alpha, beta, least, most)
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
local function is_open(c, index)
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
local function window(c, index)
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
local function take(c, index, value, end_, side)
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
local function close(c)
  local first, are_alike = nil, true
  for i = 1, c.count do
    if c.probabilities[i] ~= 0 then
      first = first or i
      are_alike = are_alike and c.ends[i] == c.ends[first] and c.lowers[i] == c.lowers[first]
    end
  end
  return mean(c, c.lowers), first and are_alike and c.ends[first] or nil
end

-- Returns the function that searches a chance node; `search` has those of other nodes. `probed` marks a node of which
-- only the first move is tried.
return function(e, search, probed)
  local path, values, prunes, star2, is_bounded = e.path, search.values, e.prunes, e.star2, e.is_bounded
  local enter, leave, highest, lowest = path.enter, path.leave, values.highest, values.lowest

  -- Whether the outcomes are probed.
  local function probes(n, depth, alpha, beta, at)
    return star2 and prunes and depth >= STAR2_DEPTH and n > 1 and (alpha > -huge or beta < huge)
      and lowest(1, at) > -huge and highest(1, at) < huge
  end

  -- Searches an outcome that was entered: `below` has the refutations below it.
  local function outcome_value(child, depth, low, high, side, at, below, mark, f)
    e.skipped = e.skipped + 1
    local value, end_, bound = search.node(child, depth, low, high, side, at, below, mark, f)
    e.skipped = e.skipped - 1
    return value, end_, bound ~= 0 and bound or nil
  end

  return function(s, list, n, probabilities, depth, alpha, beta, side, at, trie, f)
    local least, most = -huge, huge
    if is_bounded then least, most = lowest(1, at), highest(1, at) end
    local c = open(probabilities, n, alpha, beta, least, most)
    for phase = probes(n, depth, alpha, beta, at) and 1 or 2, 2 do
      for i = 1, n do
        if is_open(c, i) then
          local low, high = window(c, i)
          local below = trie and (trie[i] or {})
          if trie then trie[i] = below end
          local child = enter(s, list[i], i, true)
          local value, end_, bound = outcome_value(child, depth, low, high, side, at + 1, below,
            phase == 1 and probed or nil, f)
          leave(child)
          if take(c, i, value, end_, bound) then
            e.cutoffs = e.cutoffs + 1
            if f then f:cut(c.value, list, n, i, list[i]) end
            return c.value
          end
        end
      end
    end
    if f then f.is_exact = true end
    local value, end_ = close(c)
    return value, end_, 0
  end
end
