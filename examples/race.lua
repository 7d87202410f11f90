--- The end of a game of backgammon. How likely it is to win is found by searching to the end, all throws of the dice
-- included: no table of what is known about it is needed. A known one comes out: in how many throws of 36 the last two
-- checkers can be borne off.
--
--     lua race.lua [seed of the dice, 1 when not given]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local race = require "games.race"

local seed = tonumber(arg[1] or 1)
if not seed then
  io.stderr:write("usage: lua race.lua [seed]\n")
  os.exit(1)
end

local POINTS, THROWS = 6, 36

-- No race of few checkers takes longer, in turns.
local TO_THE_END = 20

local ai = alphabeta.new(race.hashed, {value_min = -race.WIN, value_max = race.WIN})

-- The best play, and how likely who is to move wins.
local function solve(state)
  local best, value, info = ai:search(state, TO_THE_END)
  assert(info.reason == "solved")
  return best, (value + race.WIN) / (2 * race.WIN), info
end

print "Throws of 36 that bear off the last two checkers, by their points:"
for low = 1, POINTS do
  local line = {}
  for high = 1, POINTS do
    line[high] = "   "
    if high >= low then
      local checkers = {0, 0, 0, 0, 0, 0}
      checkers[low] = checkers[low] + 1
      checkers[high] = checkers[high] + 1
      -- The opponent, with one checker left, will win at the next throw.
      local _, probability = solve(race.new(table.concat(checkers), "1"))
      line[high] = ("%3.0f"):format(THROWS * probability)
    end
  end
  print(("  %d %s"):format(low, table.concat(line)))
end

-- The same dice wherever this runs: a generator of its own (Park and Miller's).
local function random()
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end

print "\nA race, with dice of three sides:"
local state = race.new("0112", "1021", {sides = 3})
while not race.is_over(state) do
  local who = race.player(state)
  local _, before = solve(state)
  local chances, left = race.chances(state), random()
  local thrown
  for _, chance in ipairs(chances) do
    thrown = chance.outcome
    left = left - chance.probability
    if left < 0 then break end
  end
  local best, after, info = solve(thrown)
  print(("  player %d: %4.1f %%, throws %d-%d, %5.1f %%, and plays %s to %s  (%d nodes)"):format(who, 100 * before,
    thrown.dice[1], thrown.dice[2], 100 * after, state[who], best[who], info.nodes))
  state = best
end
print(("Player %d has borne off all checkers."):format(3 - state.turn))
