-- The report of a study: its figures, and its text. Internal: `alphabeta.study` uses it.
--
-- Sources. The interval of a share: A. Agresti and B. A. Coull, "Approximate is Better than Exact for Interval
-- Estimation of Binomial Proportions", The American Statistician 52 (1998), 119-126. What is measured: C. Browne,
-- "Automatic Generation and Evaluation of Recombination Games" (2008).

local use = require((...):match "^(.*)%..*%." .. ".use")

local dump, tallies = use("common.dump", "study.tally")
local hundredths = use "common.values".hundredths

local concat, error, floor, ipairs, max, min, pairs, setmetatable, sort, sqrt, type =
  table.concat, error, math.floor, ipairs, math.max, math.min, pairs, setmetatable, table.sort, math.sqrt, type

local report = {}

-- Moves that are never played are listed if a game has at most MOVES_MOST different moves; UNUSED_SHOWN are shown.
local MOVES_MOST, UNUSED_SHOWN = 100, 12

-- The standard deviations of a 95 % interval.
local DEVIATIONS = 1.96

-- Strength is hardly worth anything if it brings no more than this above an even share, against random moves.
local SKILL_LEAST = 0.1

-- Sentences about leads need searches in at least this part of the games.
local LED_LEAST = 1 / 2

local Report = {}
Report.__index = Report

-- The share of points, from 0 to 1, and its 95 % interval, by Agresti and Coull.
local function share_of(points, games)
  local n = games + 4
  local middle = (points + 2) / n
  local off = DEVIATIONS * sqrt(middle * (1 - middle) / n)
  return {share = points / max(games, 1), low = max(middle - off, 0), high = min(middle + off, 1), games = games}
end

-- The moves that could be played, but never were; an empty list if the game has too many to tell.
local function unused_moves(played)
  local unused, count = {}, 0
  for move, times in pairs(played) do
    count = count + 1
    if times == 0 then unused[#unused + 1] = move end
  end
  sort(unused)
  return count <= MOVES_MOST and unused or {}
end

-- Makes a report of the games that were played. All means are per game of equal players.
function report.new(sums)
  local even, moves = sums.even, max(sums.moves, 1)
  local games = max(even.games, 1)
  local self = {
    games = even.games, nodes = sums.nodes, weaker_nodes = sums.weaker_nodes, draws = sums.draws,
    unfinished = sums.unfinished, shares = {}, branching = sums.choices / moves, forced = sums.forced / moves,
    throws = sums.throws / games, repeats = sums.repeats / games, unused = unused_moves(sums.played), tally = sums,
    weaker = share_of(sums.weaker.points[1] or 0, sums.weaker.games),
    random = share_of(sums.random.points[1] or 0, sums.random.games),
  }
  for seat, points in ipairs(even.points) do self.shares[seat] = share_of(points, even.games) end
  local plies = 0
  for length, times in pairs(sums.lengths) do plies = plies + length * times end
  self.plies = {
    mean = plies / games, low = tallies.length_at(sums, 0.05), high = tallies.length_at(sums, 0.95),
  }
  if sums.led >= LED_LEAST * games then self.lead_changes = sums.changes / sums.led end
  if self.lead_changes and sums.decided > 0 then
    self.behind, self.settled = sums.behind / sums.decided, sums.settled / sums.decided
  end
  return setmetatable(self, Report)
end

-- The part of a report that `+` needs, as an expression in Lua on one line.
function Report:dump() return dump {tally = self.tally} end

-- Adds two reports of players with as many nodes; one of the two may be the table that `dump` has written.
function Report.__add(a, b)
  local one, other = type(a) == "table" and a.tally or {}, type(b) == "table" and b.tally or {}
  if not one.nodes or one.nodes ~= other.nodes then
    error("alphabeta.study: expected a report of players with as many nodes, or the table of its 'dump', to be added",
      2)
  end
  return report.new(tallies.sum(one, other))
end

local function per_cent(part) return ("%d %%"):format(hundredths(part)) end

local function interval(share) return ("%d to %d"):format(hundredths(share.low), hundredths(share.high)) end

-- A line for each seat; of two, only for the first.
local function seat_lines(self, add)
  local even = 1 / #self.shares
  for seat = 1, #self.shares == 2 and 1 or #self.shares do
    local share = self.shares[seat]
    local is_even = share.low <= even and share.high >= even
    add("Seat %d: %s of the points (%s)%s.", seat, per_cent(share.share), interval(share),
      is_even and "" or ", not balanced between players of this strength")
  end
end

-- How strength is rewarded, against weaker players.
local function strength_line(self, add)
  local even = 1 / max(#self.shares, 1)
  if self.random.games == 0 then return end
  add("Strength: %s against players of %d nodes (%s), %s against random moves (%s)%s.", per_cent(self.weaker.share),
    self.weaker_nodes, interval(self.weaker), per_cent(self.random.share), interval(self.random),
    self.random.high < even + SKILL_LEAST and ", hardly a game of skill" or "")
end

-- About ten lines.
function Report.__tostring(self)
  local lines = {}
  local function add(text, ...) lines[#lines + 1] = text:format(...) end
  add("%d games between players of %d nodes. In brackets: 95 %% intervals.", self.games, self.nodes)
  seat_lines(self, add)
  add("Draws: %s.%s", per_cent(self.draws / max(self.games, 1)),
    self.unfinished > 0 and (" Given up: %d games."):format(self.unfinished) or "")
  local plies = self.plies
  add("Length: %d plies, from %d to %d in nine of ten games.", floor(plies.mean + 0.5), plies.low, plies.high)
  add("Choices: %.1f moves, a single one in %s of the turns.", self.branching, per_cent(self.forced))
  if self.lead_changes then
    add("The lead changes %.1f times a game.%s", self.lead_changes, self.settled and
      (" The winner is behind for %s of it. It is settled after %s of it."):format(per_cent(self.behind),
        per_cent(self.settled)) or "")
  end
  strength_line(self, add)
  if self.throws > 0 then add("Chance: %.1f throws a game.", self.throws) end
  if self.repeats > 0 then
    add("Positions come up again %.1f times a game: it may never end.", self.repeats)
  end
  local unused = self.unused
  if #unused > 0 then
    add("Never played: %s%s.", concat(unused, ", ", 1, min(#unused, UNUSED_SHOWN)),
      #unused > UNUSED_SHOWN and (" and %d others"):format(#unused - UNUSED_SHOWN) or "")
  end
  return concat(lines, "\n")
end

return report
