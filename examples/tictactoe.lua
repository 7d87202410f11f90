--- Tic-tac-toe, played perfectly: against every opponent there can be, as first and as second player, no game is lost.
--
--     lua tictactoe.lua

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local tictactoe = require "games.tictactoe"

local ai = alphabeta.new(tictactoe, {win = tictactoe.WIN})

-- Plays the rest of the game against each sequence of moves that the opponent could answer with, and counts how the
-- games end for the player `me`.
local function meet_everybody(state, me, tally)
  if tictactoe.is_over(state) then
    local result = state.winner == 0 and "drawn" or state.winner == me and "won" or "lost"
    tally[result] = tally[result] + 1
    return
  end
  local moves = tictactoe.moves(state)
  if tictactoe.player(state) == me then moves = {(ai:search(state, state.left))} end
  for _, cell in ipairs(moves) do
    tictactoe.make(state, cell)
    meet_everybody(state, me, tally)
    tictactoe.unmake(state, cell)
  end
end

print "With best play on both sides:"
local state = tictactoe.new()
local _, value, info = ai:search(state, 9)
for _, cell in ipairs(info.pv) do tictactoe.make(state, cell) end
print(tictactoe.draw(state))
print(string.format("Value %g, moves %s.", value, table.concat(info.pv, " ")))
print()

local _, _, full = alphabeta.search(tictactoe.new(), 9, {game = tictactoe, algorithm = "minimax"})
print(string.format("Minimax visits %d nodes to find that, alpha-beta %d.", full.nodes, info.nodes))
print()

print "Against every possible opponent:"
for me, name in ipairs {"first", "second"} do
  local tally = {won = 0, drawn = 0, lost = 0}
  meet_everybody(tictactoe.new(), me, tally)
  print(string.format("  playing %-6s  %3d games: %3d won, %2d drawn, %d lost",
    name, tally.won + tally.drawn + tally.lost, tally.won, tally.drawn, tally.lost))
end
