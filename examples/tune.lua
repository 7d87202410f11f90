--- Two evaluations of kalah play against each other: the plain one, which counts the seeds in store, and one that also
-- likes seeds in the player's own pits. How many of these count as one in store is what is being tuned.
--
--     lua tune.lua [seeds in the pits that count as one in store, 8 when not given] [games at most, 300]
--
-- Both see the same number of plies ahead, so that nothing but the evaluation differs. Each opening is four moves at
-- random, played with both sides. The match ends early when it is clear enough that the change is worth 50 points of
-- Elo, or that it is worth nothing.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local kalah = require "games.kalah"

local weight, games = tonumber(arg[1] or 8), tonumber(arg[2] or 300)
if not weight or not games or weight <= 0 or games < 2 or games % 2 ~= 0 then
  io.stderr:write("usage: lua tune.lua [seeds in the pits for one in store] [games at most, an even number]\n")
  os.exit(1)
end

-- The same rules, with another evaluation.
local changed = setmetatable({}, {__index = kalah})

function changed.evaluate(state, me)
  local north, south = 0, 0
  for pit = 1, state.pits do
    south = south + state[pit]
    north = north + state[state.pits + 1 + pit]
  end
  local in_pits = me == 1 and south - north or north - south
  return kalah.evaluate(state, me) + in_pits / weight
end

print(string.format("Kalah, 4 plies ahead: %g seeds in the pits count as one in store, against none that do.", weight))
-- One search to the depth: of equally good moves, both players take the one that is listed first.
local SEARCH = {depth = 4, deepening = false}

local report = alphabeta.match(alphabeta.new(changed, SEARCH), alphabeta.new(kalah, SEARCH), {
  game = kalah, -- its evaluation returns who has won; the changed one does not
  state = kalah.new,
  random_plies = 4,
  games = games,
  sprt = {elo0 = 0, elo1 = 50},
  progress = true,
})
print(report)
