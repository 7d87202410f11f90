-- The sums of a study: numbers, and tables of numbers, so that two of them can be added. Internal: `alphabeta.study`
-- uses it.
--
-- A tally has `nodes` and `weaker_nodes` of the players; `even`, `weaker` and `random`, the rounds, each with `games`
-- and `points` by the seat; and of the even games `draws`, `unfinished`, `throws`, `moves`, `choices`, `forced`,
-- `repeats`, `lengths` (how many games by their plies), `played` (how often, by the moves), `led` (games of two players
-- with searches enough), `changes` of the lead, `decided` games, `behind` (sum of the parts of them in which the winner
-- was behind), and `settled` (sum of the parts after which the winner always led).

local use = require((...):match "^(.*)%..*%." .. ".use")

local values = use "common.values"

local ipairs, pairs, sort = ipairs, pairs, table.sort

local tally = {}

-- A game with fewer searches says nothing of who leads.
local SEARCHES_MIN = 4

function tally.new(nodes, weaker_nodes)
  return {
    nodes = nodes, weaker_nodes = weaker_nodes, even = {games = 0, points = {}}, weaker = {games = 0, points = {}},
    random = {games = 0, points = {}}, draws = 0, unfinished = 0, throws = 0, moves = 0, choices = 0, forced = 0,
    repeats = 0, lengths = {}, played = {}, led = 0, changes = 0, behind = 0, decided = 0, settled = 0,
  }
end

local function add_to(sums, name, number) sums[name] = (sums[name] or 0) + number end

-- The points of a player in a game: one is shared by the winners, and by all if the game was given up.
local function points_of(record, seat)
  if not record.winners then return 1 / record.seats end
  for _, winner in ipairs(record.winners) do
    if winner == seat then return 1 / #record.winners end
  end
  return 0
end

-- The leads of a game for two: after each search who is ahead, 1 for the first seat, -1 for the second, 0 for neither.
-- A value and the one before are added, since values of odd and even depths differ.
local function signs_of(leads)
  local signs, before = {}, nil
  for i, lead in ipairs(leads) do
    local value = lead.seat == 1 and lead.value or -lead.value
    local sum = value + (before or value)
    signs[i], before = sum > 0 and 1 or sum < 0 and -1 or 0, value
  end
  return signs
end

-- Adds what the leads of a game tell.
local function add_leads(sums, record)
  local leads, winners = record.leads, record.winners
  if record.seats ~= 2 or #leads < SEARCHES_MIN or not winners or leads[1].value == nil then return end
  local winner = #winners == 1 and (winners[1] == 1 and 1 or -1)
  local leader, since, behind = 0, 0, 0
  sums.led = sums.led + 1
  for i, sign in ipairs(signs_of(leads)) do
    if sign ~= 0 and sign ~= leader then
      if leader ~= 0 then sums.changes = sums.changes + 1 end
      leader, since = sign, i - 1
    end
    if winner and sign == -winner then behind = behind + 1 end
  end
  if not winner then return end
  sums.decided, sums.behind = sums.decided + 1, sums.behind + behind / #leads
  sums.settled = sums.settled + (leader == winner and since / #leads or 1)
end

-- Adds a game between equal players.
function tally.add_even(sums, record)
  sums.even.games = sums.even.games + 1
  for seat = 1, record.seats do add_to(sums.even.points, seat, points_of(record, seat)) end
  for _, name in ipairs {"throws", "moves", "choices", "forced", "repeats"} do add_to(sums, name, record[name]) end
  add_to(sums.lengths, record.plies, 1)
  for move, times in pairs(record.played) do add_to(sums.played, move, times) end
  if not record.winners then
    sums.unfinished = sums.unfinished + 1
  elseif #record.winners == record.seats then
    sums.draws = sums.draws + 1
  end
  add_leads(sums, record)
end

-- Adds a game of the round with this name, in which the player of a seat met others. A player who had no turn gets
-- nothing.
function tally.add_uneven(sums, name, record, seat)
  local round = sums[name]
  round.games = round.games + 1
  add_to(round.points, 1, seat <= record.seats and points_of(record, seat) or 0)
end

-- The sum of two tallies between players of the same strength.
function tally.sum(a, b)
  local sums = values.add(values.add({}, a), b)
  sums.nodes, sums.weaker_nodes = a.nodes, a.weaker_nodes
  return sums
end

-- The least number of plies that this part of the games does not exceed.
function tally.length_at(sums, part)
  local lengths, seen = {}, 0
  for plies in pairs(sums.lengths) do lengths[#lengths + 1] = plies end
  sort(lengths)
  for _, plies in ipairs(lengths) do
    seen = seen + sums.lengths[plies]
    if seen >= part * sums.even.games then return plies end
  end
  return 0
end

return tally
