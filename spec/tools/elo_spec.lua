-- What results say about strength, against figures that other programs have published, and formulas.

local elo = require "alphabeta.elo"
local message_of = require "spec.support.message_of"

local function near(expected, actual, tolerance)
  assert.is_true(math.abs(expected - actual) <= tolerance, ("expected %g, got %g"):format(expected, actual))
end

-- Results of matches of chess programs, with Elo difference, half of the interval and likelihood of superiority as
-- fastchess and OpenBench have printed them. The last two are lopsided. Their intervals lean to no side, ours
-- lean to where there is more room. Then log-likelihood ratios of tests of `elo0` against `elo1`: the one by cutechess
-- is of single games; in the others, by fastchess and OpenBench, the bounds are "normalized": multiples of the standard
-- deviation of a game that was seen.
local PUBLISHED = {
  {pairs = {50, 287, 610, 387, 73}, elo = 18.04, half = 8.23, los = 100.00},
  {pairs = {835, 6884, 13116, 7201, 852}, elo = 2.11, half = 1.70, los = 99.25, elo0 = 0, elo1 = 3, llr = 2.89},
  {pairs = {244, 1980, 3630, 2067, 263}, elo = 2.65, half = 3.24, los = 94.56},
  {pairs = {320, 2667, 5158, 2850, 359}, elo = 3.99, half = 2.72, los = 99.80},
  {pairs = {115, 1156, 2443, 1233, 141}, elo = 4.40, half = 3.91, los = 98.64, elo0 = -3, elo1 = 1, llr = 2.90},
  {pairs = {398, 4112, 7672, 4336, 430}, elo = 2.95, half = 2.18, elo0 = 0, elo1 = 3, llr = 2.96},
  {pairs = {1400, 4234, 7874, 4238, 1373}, elo = -0.45, half = 2.49, elo0 = -5, elo1 = 0, llr = 2.95},
  {pairs = {59, 1751, 4800, 3267, 169}, elo = 30.09, half = 2.56},
  {pairs = {77, 1, 0, 0, 0}, elo = -997.10},
  {pairs = {72, 10, 0, 0, 0}, elo = -600.97, half = 118.46, leans = true},
  {pairs = {759, 0, 1863, 0, 880}, elo0 = 0, elo1 = 5, llr = 2.95, is_ordinary = true},
  {pairs = {11, 3119, 7527, 3317, 12}, elo0 = 0, elo1 = 4, llr = 2.91},
}

-- The ordinary Elo difference for a normalized one.
local function from_normalized(difference, results)
  local n, sum, squares = 0, 0, 0
  for i = 1, 5 do
    local share = (i - 1) / 4
    n, sum, squares = n + results[i], sum + results[i] * share, squares + results[i] * share * share
  end
  local variance = squares / n - (sum / n) ^ 2
  return elo.difference(0.5 + difference * math.sqrt(2 * variance) * math.log(10) / 800)
end

describe("An Elo difference", function()
  it("is what a score shows", function()
    for _, row in ipairs {{0.5, 0}, {0.75, 190.8485}, {0.25, -190.8485}, {0.64, 99.9510}, {10 / 11, 400}} do
      near(row[2], elo.difference(row[1]), 1e-4)
      near(row[1], elo.expected(row[2]), 1e-6)
    end
  end)

  it("is infinite where all points are on one side, and no negative zero where both are alike", function()
    assert.same({math.huge, -math.huge, 1, 0, math.huge}, {
      elo.difference(1), elo.difference(0), elo.expected(math.huge), elo.expected(-math.huge), 1 / elo.difference(0.5),
    })
  end)
end)

describe("An estimate", function()
  for _, row in ipairs(PUBLISHED) do
    it("is what others have published, and the same from the other side: " .. table.concat(row.pairs, ", "), function()
      local found, back = elo.estimate(row.pairs), {}
      near(row.elo or found.elo, found.elo, 0.006)
      if row.half then
        near(2 * row.half, found.elo_high - found.elo_low, row.leans and 10 or 0.1)
        near(found.elo - row.half, found.elo_low, row.leans and math.huge or 0.05)
        near(found.elo + row.half, found.elo_high, row.leans and math.huge or 0.05)
      end
      if row.los then near(row.los / 100, found.los, 0.0003) end
      if row.llr then
        local bound = row.is_ordinary and function(difference) return difference end or from_normalized
        local test = {elo0 = bound(row.elo0, row.pairs), elo1 = bound(row.elo1, row.pairs)}
        near(row.llr, (elo.sprt(row.pairs, test)), 0.007)
      end
      for i = 1, 5 do back[i] = row.pairs[6 - i] end
      local theirs = elo.estimate(back)
      for name, value in pairs {elo = -found.elo, elo_low = -found.elo_high, elo_high = -found.elo_low} do
        near(value, theirs[name], 1e-6)
      end
      near(1 - found.score, theirs.score, 1e-12)
      near(1 - found.los, theirs.los, 1e-6)
    end)
  end

  -- When all n pairs are won, a score of s makes that s^n times as likely as it can be. When all are shared, a score of
  -- s above one half is reached at best when 2s - 1 of the pairs are won.
  it("has a finite end where all is won or lost, and is not certain of anything where all pairs are shared", function()
    for _, n in ipairs {1, 2, 10, 1000} do
      local won, shared = elo.estimate {0, 0, 0, 0, n}, elo.estimate {0, 0, n, 0, 0}
      local least = math.exp(-3.841459 / (2 * n))
      assert.same({math.huge, math.huge, -math.huge, 0},
        {won.elo, won.elo_high, elo.estimate({n, 0, 0, 0, 0}).elo_low, shared.elo})
      near(elo.difference(least), won.elo_low, 2)
      near(elo.difference(1 - least / 2), shared.elo_high, 0.01 * shared.elo_high)
      near(shared.elo_low, -shared.elo_high, 1e-6)
      near(0.5, shared.los, 1e-6)
    end
  end)

  it("knows nothing when there are no pairs", function()
    assert.same({score = 0.5, elo = 0, elo_low = -math.huge, elo_high = math.huge, los = 0.5},
      elo.estimate {0, 0, 0, 0, 0})
  end)
end)

describe("A sequential test", function()
  it("has Wald's bounds", function()
    for _, row in ipairs {{-math.log(19), math.log(19)}, {-2.25, 2.89, 0.05, 0.1, near = 0.005}} do
      local _, lower, upper = elo.sprt({0, 0, 0, 0, 0}, {elo0 = 0, elo1 = 10, alpha = row[3], beta = row[4]})
      near(row[1], lower, row.near or 1e-12)
      near(row[2], upper, row.near or 1e-12)
    end
  end)

  it("accepts a hypothesis at its bound, and none between them", function()
    local test = {elo0 = 0, elo1 = 50}
    for n = 0, 60 do
      for _, results in ipairs {{0, 0, 0, 0, n}, {n, 0, 0, 0, 0}, {n, 0, 0, 0, 2 * n}, {n, 0, 0, 0, n}} do
        local llr, lower, upper, verdict = elo.sprt(results, test)
        assert.equal(llr >= upper and "H1" or llr <= lower and "H0" or nil, verdict)
      end
    end
    assert.equal("H1", select(4, elo.sprt({0, 0, 0, 0, 60}, test)))
    assert.equal("H0", select(4, elo.sprt({60, 0, 0, 0, 0}, test)))
    assert.is_nil(select(4, elo.sprt({0, 0, 0, 0, 2}, test)))
  end)
end)

describe("Wrong arguments", function()
  for message, call in pairs {
    ["alphabeta.elo.difference: argument 'score': expected a number from 0 to 1, got 2"] = {elo.difference, 2},
    ["alphabeta.elo.difference: argument 'score': expected a number from 0 to 1, got NaN"] = {elo.difference, 0 / 0},
    ["alphabeta.elo.expected: argument 'difference': expected a number from -inf to inf, got '100'"] =
      {elo.expected, "100"},
    ["alphabeta.elo.estimate: argument 'pairs': expected five numbers of 0 or more, got table"] =
      {elo.estimate, {1, 2, 3, 4}},
    ["alphabeta.elo.sprt: argument 'pairs': expected five numbers of 0 or more, got table"] =
      {elo.sprt, {1, 2, 3, 4, -5}, {elo0 = 0, elo1 = 1}},
    ["alphabeta.elo.sprt: argument 'test': expected a table, got nil"] = {elo.sprt, {1, 2, 3, 4, 5}},
    ["alphabeta.elo.sprt: argument 'elo0': expected a number from -4000 to 4000, got nil"] =
      {elo.sprt, {1, 2, 3, 4, 5}, {}},
    ["alphabeta.elo.sprt: argument 'elo1': expected more than 'elo0', got 3"] =
      {elo.sprt, {1, 2, 3, 4, 5}, {elo0 = 3, elo1 = 3}},
    ["alphabeta.elo.sprt: argument 'beta': expected a number from 1e-09 to 0.5, got 0"] =
      {elo.sprt, {1, 2, 3, 4, 5}, {elo0 = 0, elo1 = 3, beta = 0}},
  } do
    it("are reported: " .. message, function() assert.equal(message, message_of(call[1], call[2], call[3])) end)
  end
end)
