-- Connect four in the chat of Tabletop Simulator, against the computer: `!connect4` begins a match, `!drop 4` drops a
-- stone. It is the end of the table's Global script. Before it, the script has two texts, each in a function:
--
--     local alphabeta = (function(...)
--       the text of alphabeta-engine.lua, of a release
--     end)()
--     local rules = (function(...)
--       the text of examples/games/connect4.lua
--     end)()
--
-- The search runs in MoonSharp, an interpreter that looks at 1,000 nodes or so in a second.

-- The computer's stones; seconds that it may think about a move, and in each frame.
local COMPUTER, SECONDS, SLICE = 2, 3, 0.008

local game = setmetatable({order = rules.centre_first, win = rules.WIN}, {__index = rules.hashed})
local state

local function tell()
  local words = "Your turn: !drop and the number of a column."
  if state.winner ~= 0 then
    words = state.winner == COMPUTER and "The computer has won." or "You have won."
  elseif game.is_over(state) then
    words = "A draw."
  elseif state.turn == COMPUTER then
    words = "The computer is thinking."
  end
  printToAll(game.draw(state) .. "\n" .. words)
end

local opponent = alphabeta.opponent {
  game = game, state = function() return state end, me = COMPUTER, time = SECONDS, slice = SLICE, on_move = tell,
}

-- Called by the host in each frame.
function onUpdate()
  if state then opponent:update() end
end

-- Called by the host for each line of the chat. One that returns false is not shown.
function onChat(message)
  if message == "!connect4" then
    state = game.new()
    tell()
    return false
  end
  local column = state and tonumber(message:match "^!drop (%d)$")
  if not column then return true end
  if state.turn ~= COMPUTER and not game.is_over(state) and (state.heights[column] or state.height) < state.height then
    game.make(state, column)
  end
  tell()
  return false
end
