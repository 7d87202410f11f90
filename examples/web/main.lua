-- The game of the page. JavaScript calls `begin`, `drop` and, in each frame, `update`; Lua calls its `draw` and `now`.

local alphabeta = require "alphabeta"
local rules = require "connect4"

alphabeta.set_clock(now)

local COMPUTER, SECONDS = 2, 1

local game = setmetatable({order = rules.centre_first, win = rules.WIN}, {__index = rules.hashed})
local state

local function status()
  if state.winner ~= 0 then return state.winner == COMPUTER and "The computer has won." or "You have won." end
  if game.is_over(state) then return "A draw." end
  return state.turn == COMPUTER and "The computer is thinking." or "Your move: click on a column."
end

-- Gives the page the cells, row by row from the top.
local function show()
  local cells = {}
  for row = state.height, 1, -1 do
    for column = 1, state.width do cells[#cells + 1] = game.at(state, column, row) end
  end
  draw(table.concat(cells), status())
end

local opponent = alphabeta.opponent {
  game = game, state = function() return state end, me = COMPUTER, time = SECONDS, on_move = show,
}

function begin()
  state = game.new()
  show()
end

function drop(column)
  if state.turn == COMPUTER or game.is_over(state) or state.heights[column] == state.height then return end
  game.make(state, column)
  show()
end

function update(seconds)
  opponent:update(seconds)
end

begin()
