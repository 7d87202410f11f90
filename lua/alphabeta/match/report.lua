-- The report of a match: its figures, and its text. Internal: `alphabeta.match` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local dump, elo, values = use("common.dump", "elo", "common.values")

local concat, error, floor, huge, type = table.concat, error, math.floor, math.huge, type

local report = {}

-- An Elo difference as text, with one decimal place or as many as are given.
local function signed(difference, places)
  if difference == huge then return "+inf" end
  if difference == -huge then return "-inf" end
  local text = ("%%+.%df"):format(places or 1):format(difference)
  return text == "-0.0" and "+0.0" or text
end
report.signed = signed

local Report = {}
Report.__index = Report

-- Three lines, or four with a test.
function Report.__tostring(self)
  local function results(tally) return ("%d won, %d drawn, %d lost"):format(tally.wins, tally.draws, tally.losses) end
  local lines = {
    ("%d games: %s, score %.1f %%"):format(self.games, results(self), 100 * self.score),
    ("Elo %s, 95 %% interval %s to %s, likelihood of superiority %.1f %%"):format(
      signed(self.elo), signed(self.elo_low), signed(self.elo_high), 100 * self.los),
    ("moving first: %s; second: %s"):format(results(self.first), results(self.second)),
  }
  if self.unfinished > 0 then
    lines[1] = lines[1] .. ("; %d of the draws by max_plies"):format(self.unfinished)
  end
  if self.repeated > 0 then
    lines[1] = lines[1] .. ("; %d of %d pairs repeat an opening"):format(self.repeated, floor(self.games / 2))
  end
  local test = self.sprt
  if test then
    lines[#lines + 1] = ("SPRT of %s against %s: LLR %.2f (%.2f, %.2f), %s"):format(
      signed(test.elo0), signed(test.elo1), test.llr, test.lower, test.upper,
      test.verdict and test.verdict .. " accepted" or "undecided")
  end
  return concat(lines, "\n")
end

-- Makes the tally of one player when moving first or second.
local function new_results()
  return {games = 0, wins = 0, draws = 0, losses = 0}
end

-- Makes the tally of a match: the results of `a`, by whether it moved `first` or `second`; `pairs`, the pairs of games
-- by the points of `a`; `points` of the current pair; and counts of games.
function report.new_tally()
  return {
    first = new_results(), second = new_results(), pairs = {0, 0, 0, 0, 0}, points = 0, plies = 0, unfinished = 0,
    repeated = 0,
  }
end

-- Adds a game to a tally.
function report.count(tally, game)
  local results = game.first == "a" and tally.first or tally.second
  local result = not game.winner and "draws" or game.winner == "a" and "wins" or "losses"
  results.games, results[result] = results.games + 1, results[result] + 1
  tally.plies = tally.plies + game.plies
  if game.reason == "max_plies" then tally.unfinished = tally.unfinished + 1 end
  tally.points = tally.points + (game.winner == "a" and 2 or game.winner == "b" and 0 or 1)
end

-- Makes a report of the games that were played.
function report.new(plan, tally)
  local self = values.add({}, tally.first)
  values.add(self, tally.second)
  self.first, self.second, self.pairs = values.copy(tally.first), values.copy(tally.second), values.copy(tally.pairs)
  local figures = elo.estimate(self.pairs)
  self.score = self.games > 0 and (self.wins + self.draws / 2) / self.games or 0.5
  self.elo = elo.difference(self.score)
  self.elo_low, self.elo_high, self.los = figures.elo_low, figures.elo_high, figures.los
  self.plies, self.unfinished, self.repeated = tally.plies, tally.unfinished, tally.repeated
  self.seed = plan.seed
  local test = plan.sprt
  if test then
    local llr, lower, upper, verdict = elo.sprt(self.pairs, test)
    self.sprt = {
      elo0 = test.elo0, elo1 = test.elo1, alpha = test.alpha or 0.05, beta = test.beta or 0.05,
      llr = llr, lower = lower, upper = upper, verdict = verdict,
    }
  end
  return setmetatable(self, Report)
end

-- The part of a report that `+` adds up, as a table.
local function sums_of(self)
  return {
    first = self.first, second = self.second, pairs = self.pairs, plies = self.plies, unfinished = self.unfinished,
    repeated = self.repeated,
  }
end

-- The part of a report that `+` needs, as an expression in Lua on one line.
function Report:dump()
  local sums, test = sums_of(self), self.sprt
  sums.sprt = test and {elo0 = test.elo0, elo1 = test.elo1, alpha = test.alpha, beta = test.beta} or nil
  return dump(sums)
end

local EMPTY = report.new_tally()

-- Whether a table has a number in each field of another one.
local function has_numbers(given, fields)
  if type(given) ~= "table" then return false end
  for name in pairs(fields) do
    if type(given[name]) ~= "number" then return false end
  end
  return true
end

-- Adds the results of two matches of the same players; one of the two may be the table that `dump` has written. The
-- test is that of the first one.
function Report.__add(a, b)
  local tally = {}
  for _, one in ipairs {a, b} do
    if type(one) ~= "table" or not (has_numbers(one.first, EMPTY.first) and has_numbers(one.second, EMPTY.second)
      and has_numbers(one.pairs, EMPTY.pairs)) then
      error("alphabeta.match: expected a report, or the table of its 'dump', to be added", 2)
    end
    values.add(tally, sums_of(one))
  end
  return report.new({sprt = a.sprt}, tally)
end

-- Writes the state of a match on one line, over the line before.
function report.show(plan, results)
  local line = ("game %d of %d: +%d =%d -%d, Elo %s (%s, %s)"):format(
    results.games, plan.games, results.wins, results.draws, results.losses,
    signed(results.elo), signed(results.elo_low), signed(results.elo_high))
  local test = results.sprt
  if test then line = line .. (", LLR %.2f (%.2f, %.2f)"):format(test.llr, test.lower, test.upper) end
  local rest = (plan.shown or 0) - #line
  plan.shown = #line
  plan.progress:write("\r", line, (" "):rep(rest))
  if plan.progress.flush then plan.progress:flush() end
end

-- Ends that line.
function report.end_show(plan)
  if plan.shown then plan.progress:write("\n") end
end

return report
