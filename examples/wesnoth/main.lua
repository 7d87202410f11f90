-- Connect four in Wesnoth. The moves are in a variable of the scenario, so that saved games and replays have them.

local FOLDER = "~add-ons/alphabeta_connect4/"
local alphabeta = wesnoth.dofile(FOLDER .. "alphabeta.lua")
local rules = wesnoth.dofile(FOLDER .. "connect4.lua")

-- The computer searches so many nodes. A limit of time would end the search elsewhere on another machine, and the
-- players would see different games.
local COMPUTER, NODES = 2, 20000

local game = setmetatable({moves = rules.moves_from_centre, win = rules.WIN}, {__index = rules.hashed})

alphabeta_connect4 = {}

-- The match as it is. A variable of digits alone would become a number.
function alphabeta_connect4.read()
  local state = game.new()
  for column in (wml.variables.connect4_moves or ""):gmatch "%d" do game.make(state, tonumber(column)) end
  return state
end

-- Writes the board into a variable, for the message; `tt` asks for letters of one width.
function alphabeta_connect4.show()
  local state = alphabeta_connect4.read()
  local words = "Your move."
  if state.winner ~= 0 then
    words = state.winner == COMPUTER and "The computer has won." or "You have won."
  elseif game.is_over(state) then
    words = "A draw."
  end
  wml.variables.connect4_board = "<tt>" .. game.draw(state) .. "</tt>\n" .. words
end

-- Drops a stone, and the computer's. After the end of a match, another one begins.
function alphabeta_connect4.drop(column)
  local state, moves = alphabeta_connect4.read(), wml.variables.connect4_moves or "moves "
  if game.is_over(state) then
    wml.variables.connect4_moves = nil
    return
  end
  if state.heights[column] == state.height then return end
  game.make(state, column)
  moves = moves .. ("%d"):format(column)
  local best = alphabeta.search(state, {nodes = NODES}, {game = game})
  if best then moves = moves .. ("%d"):format(best) end
  wml.variables.connect4_moves = moves
end
