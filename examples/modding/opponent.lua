--- Adds an opponent to pawns.lua, as to any game that you did not write. The game is not changed.
--
--     lua opponent.lua           you are x, the computer is o
--     lua opponent.lua --demo    the computer is both
--
-- The game keeps everything in globals, cannot take a move back, and shows the board, waits and beeps while it moves.
-- docs/modding.md describes the solutions.

local FOLDER = arg[0]:match("^(.*)[/\\]") or "."

local alphabeta = require "alphabeta"

local WIN = 1000

-- ---- The game, as functions for the search --------------------------------------------------------------------------

-- A move is what a player would type: "b2b3". The game's own test says which moves are legal.
local function moves()
  local list = {}
  for row = 1, 5 do
    for column = 1, 4 do
      local from = ("abcd"):sub(column, column) .. row
      if get(letter(from, 1), number(from, 2)) == turn then
        for side = -1, 1 do
          local to = string.char(from:byte() + side) .. (turn == "x" and row + 1 or row - 1)
          if allowed(letter(from, 1), number(from, 2), letter(to, 1), number(to, 2)) then
            list[#list + 1] = from .. to
          end
        end
      end
    end
  end
  return list
end

-- A pawn is worth more the further it has come.
local function evaluate(_, me)
  if winner then return winner == me and WIN or -WIN end
  local worth = 0
  for row = 2, 6 do
    local _, x = rows[row]:gsub("x", "")
    local _, o = rows[row]:gsub("o", "")
    worth = worth + x * (10 + 6 - row) - o * (10 + row - 2)
  end
  return me == "x" and worth or -worth
end

-- What a move changes is noted before and put back after; what would be seen or heard is muted meanwhile.
local game = alphabeta.snapshot {
  changes = {"rows", "turn", "winner", "moves_made", "last_taken"},
  mute = {"print", "draw", "flash", "beep", "wait"},
  moves = moves,
  play = function(_, move) go(letter(move, 1), number(move, 2), letter(move, 3), number(move, 4)) end,
  player = function() return turn end,
  is_over = function() return winner ~= nil end,
  hash = function() return table.concat(rows) .. turn end,
  evaluate = evaluate,
}

-- ---- The opponent --------------------------------------------------------------------------------------------------

local ai = alphabeta.new(game, {depth = 6, deepening = true, win = WIN})
local plays = {o = true, x = arg[1] == "--demo"}

-- The game reads what the players type. When it is the computer's turn, the computer types.
local read = io.read
function io.read(...) -- luacheck: ignore 122
  if not plays[turn] then return read(...) end
  local move = ai:search "the globals" or "quit" -- without a move, the game would read for ever
  print(move)
  return move
end

dofile(FOLDER .. "/pawns.lua")
