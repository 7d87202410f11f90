--- 2048: the search plays against random tiles. A game of some hundred moves, and its last board.
--
--     lua 2048.lua [moves, 400 when not given] [depth, 2] [seed of the tiles, 1]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local game = require "games.2048"

local moves, depth, seed = tonumber(arg[1] or 400), tonumber(arg[2] or 2), tonumber(arg[3] or 1)
if not moves or not depth or not seed then
  io.stderr:write("usage: lua 2048.lua [moves] [depth] [seed]\n")
  os.exit(1)
end

-- The same tiles wherever this runs: a generator of its own (Park and Miller's), from 0 to 1.
local function random()
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end

-- Makes a random outcome, by the probabilities.
local function draw(state)
  local chances, left = game.chances(state), random()
  for _, chance in ipairs(chances) do
    left = left - chance.probability
    if left < 0 then return game.play(state, chance.outcome) end
  end
  return game.play(state, chances[#chances].outcome)
end

-- Without a key: most positions do not repeat.
local ai = alphabeta.new(game, {depth = depth})
local state, made, nodes = game.new(), 0, 0
while made < moves do
  while game.chances(state) do state = draw(state) end
  local move, _, info = ai:search(state)
  if not move then break end
  state = game.play(state, move)
  made, nodes = made + 1, nodes + info.nodes
end

print(game.draw(state))
print(("%d moves%s, score %d, largest tile %d  (%.0f nodes a move)"):format(
  made, made < moves and " to the end" or "", state.score, game.largest(state), nodes / made))
