--- Solves connect four: who wins, how soon, and by which column. It uses only the rules of the game.
--
--     lua connect4_solver.lua                         a few positions
--     lua connect4_solver.lua 44455554221 44335       those that are named
--
-- A position is written as the columns that were played to reach it. Its score is 0 when it is drawn; otherwise 22 less
-- the stones that the winner will have played, so that sooner is more, and negative when the player to move loses.
--
-- From about twenty stones on an answer takes a second or so. With fewer it may take minutes, and near the empty board
-- days, unless a win is close.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

-- Solved without arguments: positions of 20, 22 and 24 stones.
local SAMPLES = {"25627672237663576773", "2222137541621551273116", "152312722331427353236611"}

local WIN = connect4.WIN
local hashed = connect4.hashed

local function refuse(message)
  io.stderr:write("connect4_solver: ", message, "\nusage: lua connect4_solver.lua [COLUMNS...]\n")
  os.exit(1)
end

-- The rules, and nothing that can be done without: no `player`, since turns alternate; no `is_over`, since a game that
-- is won has no moves; no `order`, since the moves come in a good one. Each would be called at every node.
local game = {
  moves = connect4.moves_from_centre,
  make = hashed.make,
  unmake = hashed.unmake,
  hash = hashed.hash,
  -- The player to move has not played the last stone: so the winner is the other.
  evaluate = function(state) return state.winner == 0 and 0 or -WIN end,
  view = "mover", win = WIN,
}

-- Deepening finds short wins first, and with `win` all that takes longer is cut off from then on. The table carries
-- what was found from depth to depth, killers and the history come with it.
local ai = alphabeta.new(game, {deepening = true, algorithm = "pvs"})

-- The position after some columns.
local function position(columns)
  local state = hashed.new()
  for i = 1, #columns do
    local column = tonumber(columns:sub(i, i))
    if not column or column < 1 or column > state.width then
      refuse(("%s: %q is not a column"):format(columns, columns:sub(i, i)))
    elseif state.winner ~= 0 then
      refuse(("%s: the game is over after %d stones"):format(columns, i - 1))
    elseif state.heights[column] == state.height then
      refuse(("%s: column %d is full"):format(columns, column))
    end
    hashed.make(state, column)
  end
  return state
end

-- The score of a position whose end is so many plies away, negative in a lost game; nil when it is drawn.
local function score(state, plies)
  if not plies then return 0 end
  local left = state.left - math.abs(plies)
  local points = math.floor(left / 2) + 1
  return plies > 0 and points or -points
end

local function outcome(points)
  return points == 0 and "drawn" or points > 0 and "won" or "lost"
end

for _, columns in ipairs(arg[1] and arg or SAMPLES) do
  local state = position(columns)
  local best, _, info = ai:search(state, state.left)
  local points = score(state, info.win_in)
  print(("%s  score %d, %s%s  (%d nodes, %.3f s)"):format(
    columns, points, outcome(points), best and ", best column " .. best or "", info.nodes, info.time))
end
