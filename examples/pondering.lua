--- Pondering: connect four by a computer that searches on its opponent's time.
--
--     lua pondering.lua [DEPTH]      how far it looks ahead: 11 plies without a number
-- After its move, it begins to search the position after the expected reply. If the opponent plays that reply, part of
-- the work is done. After another reply, that search is stopped; its results stay in the table for the next search.
--
-- Time is counted in frames: in each of them the computer searches for a slice, as in the update function of a game.
-- Here a slice is a number of nodes, so that the game is the same every time; elsewhere it is 4 milliseconds, say.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

local depth = tonumber(arg[1] or 11)
if not depth or depth < 1 or depth % 1 ~= 0 or arg[2] then
  io.stderr:write("usage: lua pondering.lua [DEPTH]\n")
  os.exit(1)
end

local game = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})
local SLICE = {nodes = 200}
local PATIENCE = 300 -- frames that the opponent takes to move
local COMPUTER = 1

-- The position after some moves. A search that ponders needs a state of its own: the board's is not changed.
local function position(columns)
  local state = game.new()
  for _, column in ipairs(columns) do game.make(state, column) end
  return state
end

-- The opponent sees four plies.
local function reply_to(state)
  return (alphabeta.search(state, 4, {game = game, win = connect4.WIN}))
end

-- Continues a search to its end, a slice in each frame. Returns the frames.
local function finish(ai)
  local frames = 1
  while not ai:step(SLICE) do frames = frames + 1 end
  return frames
end

-- Plays a game, and returns the frames for which the opponent had to wait, and the moves. `ponders`: the computer does;
-- `show` gets the text that describes a move.
local function play(ponders, show)
  local ai = alphabeta.new(game, {depth = depth, win = connect4.WIN, algorithm = "pvs", deepening = true})
  local board, columns, waited = game.new(), {}, 0
  local expected -- the reply after which the computer searches
  local function move(column)
    game.make(board, column)
    columns[#columns + 1] = column
  end

  while not game.is_over(board) do
    if board.turn == COMPUTER then
      local reply = columns[#columns]
      if not expected or reply ~= expected then
        ai:stop() -- the opponent made another reply
        ai:start(board)
      end
      local frames = finish(ai)
      local best, _, info = ai:best()
      show(("reply %s, expected %s: %3d frames to depth %2d, plays %d"):format(
        reply or "-", expected or "-", frames, info.depth, best))
      waited = waited + frames
      move(best)
      expected = ponders and info.pv[2] or nil
      if expected then
        columns[#columns + 1] = expected
        ai:start(position(columns))
        columns[#columns] = nil
      end
    else
      for _ = 1, PATIENCE do
        if ai:thinking() then ai:step(SLICE) end
      end
      move(reply_to(board))
    end
  end
  show(connect4.draw(board))
  return waited, #columns
end

local waited, plies = play(true, print)
print(("With pondering the opponent waited for %d frames in %d moves,"):format(waited, plies))
waited, plies = play(false, function() end)
print(("without it for %d frames in %d moves."):format(waited, plies))
