--- The strength of two players by their results: Elo difference, its interval, sequential test.
--
-- @{alphabeta.match} reports these figures; this module is for those who play their games otherwise.
--
-- Games are played in pairs: both from one opening, with the colours swapped. The two results of a pair depend on each
-- other, because an opening may favour one colour. Results of different pairs do not. So pairs are counted. An array of
-- five numbers says in how many pairs a player won 0, ½, 1, 1½ and 2 points: the pentanomial distribution. A win is a
-- point, and a draw half a point.
--
-- The score is a player's fraction of all points, from 0 to 1. With an Elo difference `d`, the expected score is
-- 1 / (1 + 10^(-d/400)): +191 is three points of four.
--
-- Nothing is assumed about how likely the five results are. Of all distributions with a given score, the one that makes
-- the results likeliest is compared with the observed one. The interval and the test use the logarithm of the ratio of
-- the two likelihoods. The interval contains the scores that are not rejected at a level of 5 %. It is also good for
-- few pairs and for lopsided results. In simulations, from five pairs on, it contained the true score 90 times out of
-- 100 or more, and 95 times with more pairs. The usual interval, of 1.96 standard deviations to either side, sank below
-- 70. A result that never occurred counts as a thousandth of a pair, because it may still occur.
--
-- Sources. The Elo scale: A. E. Elo, "The Rating of Chessplayers, Past and Present", Arco 1978. The interval:
-- A. B. Owen, "Empirical Likelihood Ratio Confidence Intervals for a Single Functional", Biometrika 75 (1988), 237-249.
-- The test: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945),
-- 117-186; generalized to hypotheses that leave something open, as the frequency of draws is here: X. Li, J. Liu and
-- Z. Ying, "Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses", Sequential Analysis 33
-- (2014), 539-563. That pairs should be counted: M. Van den Bergh, in the discussion of fishtest's issue 348 (2019).
--
-- @module alphabeta.elo
-- @license MIT
local use = require((...):match "^(.*)%." .. ".use")

local values = use "common.values"

local abs, exp, huge, log, max, sqrt = math.abs, math.exp, math.huge, math.log, math.max, math.sqrt

local elo = {}

-- The scores of the five results of a pair, as fractions of its points.
local SCORES = {0, 0.25, 0.5, 0.75, 1}

-- The count of a result that never occurred, in pairs.
local UNSEEN = 0.001

-- The 95 % point of the chi-squared distribution with one degree of freedom: 1.96 squared.
local CHI_SQUARED = 3.841458820694124

-- Raises an error in the name of the function that has called this, unless the value is a number from `low` to `high`.
local function check_number(value, where, name, low, high)
  if type(value) ~= "number" or value ~= value or value < low or value > high then
    error(("alphabeta.elo.%s: argument '%s': expected a number from %s to %s, got %s"):format(
      where, name, tostring(low), tostring(high), values.describe(value)), 3)
  end
end

local function check_pairs(counts, where)
  local is_right = type(counts) == "table"
  for i = 1, 5 do
    local count = is_right and counts[i]
    is_right = type(count) == "number" and count >= 0 and count < huge
  end
  if not is_right then
    error(("alphabeta.elo.%s: argument 'pairs': expected five numbers of 0 or more, got %s"):format(where,
      values.describe(counts)), 3)
  end
end

--- The Elo difference that a score shows.
--
-- @tparam number score the fraction of all points, from 0 to 1
-- @treturn number `math.huge` for 1, `-math.huge` for 0
-- @raise A wrong argument.
-- @usage
-- local elo = require "alphabeta.elo"
-- assert(math.abs(elo.difference(0.75) - 190.85) < 0.01)
function elo.difference(score)
  check_number(score, "difference", "score", 0, 1)
  if score == 0 then return -huge end
  if score == 1 then return huge end
  return 400 / log(10) * log(score / (1 - score)) + 0 -- not -0
end

--- The score that is expected with an Elo difference.
--
-- @tparam number difference
-- @treturn number from 0 to 1
-- @raise A wrong argument.
-- @usage
-- local elo = require "alphabeta.elo"
-- assert(elo.expected(0) == 0.5 and elo.expected(400) > 0.9)
function elo.expected(difference)
  check_number(difference, "expected", "difference", -huge, huge)
  return 1 / (1 + 10 ^ (-difference / 400))
end

-- The pairs, with a count above 0 for each of the five results; how many they are; their score.
local function with_unseen(counts)
  local filled, n, points = {}, 0, 0
  for i = 1, 5 do
    filled[i] = max(counts[i], UNSEEN)
    n, points = n + filled[i], points + filled[i] * SCORES[i]
  end
  return filled, n, points / n
end

-- How much less likely the results are, at best, with a given score: the logarithm of the likelihood ratio, 0 for the
-- observed score, and greater for others. `score` lies between 0 and 1. Returns the tilt as well.
--
-- The likeliest distribution with this score gives each result its frequency over 1 + tilt * (result - score). The
-- tilt, a Lagrange multiplier, makes the score right. It is the only root of a falling function. Newton's method finds
-- it, or halving if Newton's method leaves the bracket.
local function drop(counts, score)
  local low, high, tilt = -1 / (1 - score), 1 / score, 0
  for _ = 1, 200 do
    local value, slope = 0, 0
    for i = 1, 5 do
      local off = SCORES[i] - score
      local pull = off / (1 + tilt * off)
      value, slope = value + counts[i] * pull, slope + counts[i] * pull * pull
    end
    if value > 0 then low = tilt else high = tilt end
    local better = tilt + value / slope
    if not (better > low and better < high) then better = (low + high) / 2 end
    local step = abs(better - tilt)
    tilt = better
    if step <= 1e-13 * max(1, abs(tilt)) then break end
  end
  local sum = 0
  for i = 1, 5 do sum = sum + counts[i] * log(1 + tilt * (SCORES[i] - score)) end
  return sum, tilt
end

-- The end of the interval between the score that was seen and the least or greatest there is. The root of the drop
-- grows nearly evenly with the distance, so Newton's method finds it soon.
local function bound(counts, n, seen, extreme)
  local inside, outside = seen, extreme
  local score = (seen + extreme) / 2
  for _ = 1, 100 do
    local lost, tilt = drop(counts, score)
    if 2 * lost < CHI_SQUARED then inside = score else outside = score end
    local root = sqrt(2 * max(0, lost))
    local better = score + (root - sqrt(CHI_SQUARED)) * root / (n * tilt) -- the drop's slope is -n * tilt
    if not (better > inside and better < outside or better < inside and better > outside) then
      better = (inside + outside) / 2
    end
    local step = abs(better - score)
    score = better
    if step <= 1e-15 then break end
  end
  return score
end

-- The normal distribution function, to 7 digits: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical
-- Functions" (1964), 7.1.26.
local function normal(x)
  local z = abs(x) / sqrt(2)
  local t = 1 / (1 + 0.3275911 * z)
  local tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    * exp(-z * z) / 2
  return x < 0 and tail or 1 - tail
end

--- The figures of the results of pairs.
--
-- @tparam {number,...} pairs how many pairs brought 0, ½, 1, 1½ and 2 points
-- @treturn estimate see @{estimate_fields}
-- @raise A wrong argument.
-- @usage
-- local elo = require "alphabeta.elo"
-- local found = elo.estimate {50, 287, 610, 387, 73}
-- assert(("%.2f"):format(found.elo) == "18.04")
-- assert(math.abs(found.elo_high - found.elo - 8.23) < 0.02) -- of 1407 pairs, within 8 Elo points or so
function elo.estimate(pairs)
  check_pairs(pairs, "estimate")
  local n, points = 0, 0
  for i = 1, 5 do n, points = n + pairs[i], points + pairs[i] * SCORES[i] end
  if n == 0 then return {score = 0.5, elo = 0, elo_low = -huge, elo_high = huge, los = 0.5} end

  local counts, n_filled, seen = with_unseen(pairs)
  local score = points / n
  local surprise = sqrt(2 * max(0, (drop(counts, 0.5)))) -- in standard deviations
  return {
    score = score,
    elo = elo.difference(score),
    elo_low = score == 0 and -huge or elo.difference(bound(counts, n_filled, seen, 0)),
    elo_high = score == 1 and huge or elo.difference(bound(counts, n_filled, seen, 1)),
    los = normal(seen < 0.5 and -surprise or surprise),
  }
end

--- The sequential probability ratio test: whether enough pairs were played to choose between two hypotheses.
--
-- H0 says that the difference is `elo0`, H1 that it is `elo1`. As long as neither is accepted, play more pairs. The
-- differences are those of the report (the "logistic" ones, as cutechess has them).
--
-- @tparam {number,...} pairs how many pairs brought 0, ½, 1, 1½ and 2 points
-- @tparam table test `elo0` and the greater `elo1`, from -4000 to 4000; `alpha`, how often H1 may be accepted where H0
--   is true, and `beta`, how often H0 where H1 is: from 1e-9 to 0.5, 0.05 when not given
-- @treturn number the logarithm of the likelihood ratio: above 0 where H1 explains the results better
-- @treturn number the lower bound: there and below, H0 is accepted
-- @treturn number the upper bound: there and above, H1 is accepted
-- @treturn ?string `"H0"`, `"H1"`, or nil while neither is accepted
-- @raise A wrong argument.
-- @usage
-- local elo = require "alphabeta.elo"
-- local llr, lower, upper, verdict = elo.sprt({10, 0, 20, 0, 40}, {elo0 = 0, elo1 = 50})
-- assert(llr > upper and upper == -lower and verdict == "H1")
function elo.sprt(pairs, test)
  check_pairs(pairs, "sprt")
  if type(test) ~= "table" then
    error("alphabeta.elo.sprt: argument 'test': expected a table, got " .. values.describe(test), 2)
  end
  local alpha, beta = test.alpha or 0.05, test.beta or 0.05
  check_number(test.elo0, "sprt", "elo0", -4000, 4000)
  check_number(test.elo1, "sprt", "elo1", -4000, 4000)
  check_number(alpha, "sprt", "alpha", 1e-9, 0.5)
  check_number(beta, "sprt", "beta", 1e-9, 0.5)
  if test.elo1 <= test.elo0 then
    error("alphabeta.elo.sprt: argument 'elo1': expected more than 'elo0', got " .. values.describe(test.elo1), 2)
  end

  local llr = 0
  if pairs[1] + pairs[2] + pairs[3] + pairs[4] + pairs[5] > 0 then
    local counts = with_unseen(pairs)
    llr = drop(counts, elo.expected(test.elo0)) - drop(counts, elo.expected(test.elo1))
  end
  local lower, upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
  return llr, lower, upper, llr >= upper and "H1" or llr <= lower and "H0" or nil
end

--- The result of @{estimate}.
--
-- @tfield number score the fraction of all points, from 0 to 1; 0.5 when there are no pairs
-- @tfield number elo the Elo difference that it shows; `math.huge` or `-math.huge` when all points are on one side
-- @tfield number elo_low the lower end of the interval that holds the true difference with 95 %: finite, unless all
--   points are the other's
-- @tfield number elo_high the upper end: finite, unless all points are the player's own
-- @tfield number los the likelihood of superiority: that the player is the stronger one, from 0 to 1. It is above 0.975
--   when 0 lies below the interval
-- @table estimate_fields

return elo
