--- Coins in a row for three players: each takes one coin or two from either end. Max^n assumes that each player
-- maximizes its own payoff; a paranoid search, that all others minimize the payoff of the player at the root.
--
--     lua coins.lua [rows to play, 30 when not given] [coins in a row, 8]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local coins = require "games.coins"

local PLAYERS, DEAREST = 3, 9

local rows, length = tonumber(arg[1] or 30), tonumber(arg[2] or 8)
if not rows or not length or rows < 1 or length < 1 then
  io.stderr:write("usage: lua coins.lua [rows] [coins]\n")
  os.exit(1)
end

-- The same rows wherever this runs: a generator of its own (Park and Miller's).
local seed = 1
local function random(n)
  seed = seed * 16807 % 2147483647
  return seed % n
end

local function random_row()
  local row = {}
  for i = 1, length do row[i] = 1 + random(DEAREST) end
  return row
end

-- Payoffs never add up to more than all coins, and none is less than 0: with these bounds, max^n prunes (shallow
-- pruning).
local function by_maxn(state)
  return alphabeta.search(state, length,
    {game = coins, algorithm = "maxn", value_sum = PLAYERS * state.total, value_min = 0})
end

local function by_paranoia(state)
  return alphabeta.search(state, length, {game = coins.paranoid})
end

-- Plays a row to its end, player 1 choosing by one function and the others by another; returns what each player has.
local function play(row, first, others)
  local state = coins.new(row, PLAYERS)
  while true do
    local move = (state.turn == 1 and first or others)(state)
    if not move then return state.taken end
    coins.make(state, move)
  end
end

print "A game, all players by max^n:"
local state = coins.new(random_row(), PLAYERS)
while true do
  print(coins.draw(state))
  local move, payoffs, info = by_maxn(state)
  if not move then break end
  local expected = {}
  for who = 1, PLAYERS do expected[who] = ("%d"):format(payoffs[who] / PLAYERS) end
  print(("  player %d takes %d from the %s, and expects %s  (%d nodes)"):format(state.turn, math.abs(move),
    move > 0 and "left" or "right", table.concat(expected, ", "), info.nodes))
  coins.make(state, move)
end

print(("\nWhat player 1 gets of %d rows, in percent:"):format(rows))
local trials = {
  {"everybody for himself", by_maxn, by_maxn}, {"alone paranoid", by_paranoia, by_maxn},
  {"everybody paranoid", by_paranoia, by_paranoia},
}
local played = {}
for i = 1, rows do played[i] = random_row() end
for _, trial in ipairs(trials) do
  local got, all = 0, 0
  for _, row in ipairs(played) do
    local taken = play(row, trial[2], trial[3])
    got, all = got + taken[1], all + taken[1] + taken[2] + taken[3]
  end
  print(("  %-22s %5.1f"):format(trial[1], 100 * got / all))
end
