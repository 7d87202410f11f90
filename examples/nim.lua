--- Nim: the search rediscovers the theory of the game. By Bouton's theorem a position is lost for the player to move
-- exactly when the nim-sum of the heaps is 0; every position of up to three small heaps is searched to its end, and
-- compared.
--
--     lua nim.lua [largest heap, 4 when not given]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local nim = require "games.nim"

local largest = tonumber(arg[1] or 4)
if not largest or largest < 1 or largest % 1 ~= 0 then
  io.stderr:write("usage: lua nim.lua [largest heap]\n")
  os.exit(1)
end

-- Only the winner is needed, so the window lies between a lost and a won game, and the first winning move that is found
-- ends the search.
local WHO_WINS = {alpha = -1, beta = 1}

local positions, lost, nodes, disagreements = 0, {}, 0, 0
for a = 0, largest do
  for b = a, largest do
    for c = b, largest do
      local state = nim.new {a, b, c}
      local best, value, info = alphabeta.search(state, state.left, WHO_WINS)
      local is_lost = value < 0
      positions = positions + 1
      nodes = nodes + info.nodes
      if is_lost then lost[#lost + 1] = string.format("%d-%d-%d", a, b, c) end
      local agrees = is_lost == (nim.sum(state) == 0)
      if agrees and not is_lost then agrees = nim.sum(nim.play(state, best)) == 0 end
      if not agrees then disagreements = disagreements + 1 end
    end
  end
end

print(string.format("Three heaps of at most %d sticks: %d positions, %d nodes.", largest, positions, nodes))
print("Lost for the player to move: " .. table.concat(lost, ", "))
print(string.format("Disagreements with the theory: %d", disagreements))
print()

print "A game:"
local state = nim.new {1, 2, 4}
while state.left > 0 do
  local best, value, info = alphabeta.search(state, state.left, {win = nim.WIN})
  local outlook = value > 0 and "wins" or "loses"
  print(nim.draw(state))
  print(string.format("   player %d takes %d from heap %d and %s in %d",
    state.turn, best.take, best.heap, outlook, math.abs(info.win_in)))
  state = nim.play(state, best)
end
print(string.format("Player %d took the last stick.", 3 - state.turn))
