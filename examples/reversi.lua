--- Reversi (Othello): the search plays against itself. A player without a move passes, and the board is shown then.
--
--     lua reversi.lua [depth, 3 when not given] [size of the board, 8 when not given]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local reversi = require "games.reversi"

local depth, size = tonumber(arg[1] or 3), tonumber(arg[2] or 8)
if not depth or not size then
  io.stderr:write("usage: lua reversi.lua [depth] [size]\n")
  os.exit(1)
end

local ai = alphabeta.new(reversi, {depth = depth})
local state = reversi.new(size)
local ply = 0

print(reversi.draw(state))
print()
print(" ply  move   discs  value   nodes  expected")
while true do
  local move, value, info = ai:search(state)
  if not move then break end

  local who = reversi.DISCS[state.turn]
  if move == reversi.PASS then
    print()
    print(reversi.draw(state))
    print(string.format("     %s has no move and passes", who))
    print()
  end

  local expected = {}
  for i, reply in ipairs(info.pv) do expected[i] = reversi.name(state, reply) end
  reversi.make(state, move)
  ply = ply + 1
  print(string.format("%4d  %s %-4s %2d:%-2d %+7g %7d  %s", ply, who, expected[1],
    reversi.count(state, 1), reversi.count(state, 2), value, info.nodes, table.concat(expected, " ", 2)))
end

print()
print(reversi.draw(state))
local margin = reversi.margin(state, 1)
if margin == 0 then
  print "Drawn."
else
  print(string.format("%s wins by %d discs.", reversi.DISCS[margin > 0 and 1 or 2], math.abs(margin)))
end
