--- Kalah: the search plays against itself. A last seed in the player's own store earns another move, so one
-- player may move several times in a row; `player` returns whose turn it is.
--
--     lua kalah.lua [depth, 7 when not given] [pits, 6] [seeds in each pit, 4]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local kalah = require "games.kalah"

local depth, pits, seeds = tonumber(arg[1] or 7), tonumber(arg[2] or 6), tonumber(arg[3] or 4)
if not depth or not pits or not seeds then
  io.stderr:write("usage: lua kalah.lua [depth] [pits] [seeds]\n")
  os.exit(1)
end

local ai = alphabeta.new(kalah, {depth = depth})
local state = kalah.new(pits, seeds)
local sown, nodes = {}, 0

print(kalah.draw(state))
while true do
  local who = state.turn
  local pit, value, info = ai:search(state)
  if not pit then break end

  state = kalah.play(state, pit)
  sown[#sown + 1] = pit
  nodes = nodes + info.nodes
  if state.turn ~= who or #kalah.moves(state) == 0 then
    print(string.format("\n%s sows %s  (value %+g, %d nodes)",
      kalah.SIDES[who], table.concat(sown, ", again "), value, nodes))
    print(kalah.draw(state))
    sown, nodes = {}, 0
  end
end

local south, north = kalah.store(state, 1), kalah.store(state, 2)
print()
if south == north then
  print(string.format("Drawn, %d seeds each.", south))
else
  print(string.format("%s wins, %d to %d.",
    kalah.SIDES[south > north and 1 or 2], math.max(south, north), math.min(south, north)))
end
