-- Which of the root's moves is played, if that need not be the first of the best. Internal: both engines use it, if an
-- option needs it.
--
-- Moves are chosen only among exact scores, and by pseudo-random numbers. A choice depends on the seed, on how many
-- searches the searcher has made, and on the scores.
--
-- A level plays with a handicap. It searches at most its depth and its nodes, and chooses one of the sensible moves. A
-- move that is worse by d has the probability weight exp(-d / (temperature * spread)). The spread is how much worse the
-- middle one of the sensible moves is (or the mean, if that is no worse). So nothing depends on the unit of the game's
-- evaluations, and little on a few very bad moves. If more than CROWD moves are worse for each of the best, the weights
-- of the worse ones shrink in proportion, as if they were so few. Otherwise the only good move would drown among many.
-- Won or lost games count as a little better or worse than all others, so they do not drown the others' differences.
-- The sensible moves are those that win at once, if there are any. Otherwise they are all moves except those that lose
-- at once or by the opponent's answer, if others exist. A choice may depend on the last bit of exp() of the C library,
-- which all versions of Lua on one machine share.
--
-- A score has the `value` in the view of the player who moves at the root, the `index` of its move, and `end_`, the ply
-- of the won game that the value comes from (-1 for others). Its `bound` is 0 if the value is the true one, -1 if the
-- true value is at most this, 1 if it is at least this. A list of scores has the best first. A score by playouts also
-- has the `visits`, and, if it is a share of the points that is not proven, the `variance` of the value.
--
-- In a game of rules alone without `win`, a score of alpha-beta with a level has `is_lost` if the move loses at once,
-- or by the answer.

local abs, exp, floor, huge, min = math.abs, math.exp, math.floor, math.huge, math.min

local choice = {}

-- Evaluations beyond this are made smaller, so their differences are finite.
local LARGE, SMALLER = 1e290, 1e-20

-- A move of a Monte Carlo tree search is as good as the best if it has this share of its playouts, and their values
-- differ by no more than the standard error.
local VISITS_SHARE = 1 / 2

-- Whether a score is as good as the best: exactly, or as far as playouts can tell.
local function is_as_good(score, best)
  if score.bound ~= 0 or score.end_ ~= best.end_ then return false end
  if score.value == best.value then return true end
  if not (score.visits and best.visits and score.variance and best.variance) then return false end
  local difference = score.value - best.value
  return score.visits >= VISITS_SHARE * best.visits and difference * difference <= score.variance + best.variance
end

-- How many scores, from the first on, are as good as the best.
function choice.ties(list)
  local count = 0
  while list[count + 1] and is_as_good(list[count + 1], list[1]) do count = count + 1 end
  return count
end

-- The plies to the won (positive) or lost game that an exact score comes from; 0 for others.
function choice.win_in(score)
  if score.end_ < 0 or score.bound ~= 0 then return 0 end
  return score.value > 0 and score.end_ or -score.end_
end
local win_in = choice.win_in

local function is_blunder(score)
  local plies = win_in(score)
  return plies == -1 or plies == -2 or score.is_lost
end

-- Which moves are sensible: those that win in one, all except blunders, or any.
local function sense_of(list)
  local found = "any"
  for i = 1, #list do
    if win_in(list[i]) == 1 then return "wins" end
    if list[i].bound == 0 and not is_blunder(list[i]) then found = "no blunders" end
  end
  return found
end

local function is_sensible(sense, score)
  if score.bound ~= 0 then return false end
  if sense == "wins" then return win_in(score) == 1 end
  return sense == "any" or not is_blunder(score)
end

-- The scores of sensible moves, in their order, and their places.
function choice.sensible(list)
  local sense, sensible, places = sense_of(list), {}, {}
  for i = 1, #list do
    if is_sensible(sense, list[i]) then
      sensible[#sensible + 1], places[#places + 1] = list[i], i
    end
  end
  return sensible, places
end

-- Up to this number of worse moves for each of the best, weights do not shrink. The temperatures of the levels were
-- chosen in games with no more.
local CROWD = 7

local function is_decided(score)
  return score.end_ >= 0 or abs(score.value) == huge
end

-- Returns a function from a score to the number that it counts as.
local function worth_in(list, sensible)
  local scale, sum, count, least, most = 1, 0, 0, 0, 0
  for i = 1, #list do
    if not is_decided(list[i]) and abs(list[i].value) > LARGE then scale = SMALLER end
  end
  for i = 1, #sensible do
    if not is_decided(sensible[i]) then
      local value = sensible[i].value * scale
      if count == 0 then most = value end
      count = count + 1
      least = value
      sum = sum + (most - value)
    end
  end
  local margin = sum > 0 and 2 * sum / count or 1
  return function(score)
    if is_decided(score) then return score.value > 0 and most + margin or least - margin end
    return score.value * scale
  end
end

-- Chooses one of the sensible moves, of which there is at least one. Returns its index. `random` is at least 0 and less
-- than 1.
local function choose(list, sensible, places, temperature, random)
  local worth = worth_in(list, sensible)
  local best, count, distances = worth(sensible[1]), 0, 0
  for i = 1, #sensible do
    local distance = best - worth(sensible[i])
    if distance <= 0 then count = count + 1 end -- less than 0: a score by playouts with fewer visits
    distances = distances + distance
  end
  local middle = best - worth(sensible[floor(#sensible / 2) + 1] or sensible[1])
  local unit = middle > 0 and temperature * middle or distances > 0 and temperature * distances / #sensible or 1
  local share = min(1, CROWD * count / (#sensible - count))
  local function weight_of(score)
    local distance = best - worth(score)
    return exp(-distance / unit) * (distance > 0 and share or 1)
  end
  local weights = 0
  for i = 1, #sensible do weights = weights + weight_of(sensible[i]) end
  random = random * weights
  local chosen = places[1]
  for i = 1, #sensible do
    if not (random >= 0) then break end
    random = random - weight_of(sensible[i])
    chosen = places[i]
  end
  return chosen
end

-- The index in `of.list` of the move that is played; nil: it is the search's own. A function's choice is not known
-- here. `of` is as in ranking.lua.
function choice.place(of)
  if of.temperature > 0 then
    local sensible, places = choice.sensible(of.list)
    if sensible[1] then return choose(of.list, sensible, places, of.temperature, of.random(0)) end
  end
  local ties = of.draws_tie and choice.ties(of.list) or 0
  return ties > 0 and floor(of.random(0) * ties) + 1 or nil
end

return choice
