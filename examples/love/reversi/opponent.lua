-- The opponent of the game in main.lua: all that is needed of the module.
local alphabeta = require "alphabeta.love"
local reversi = require "games.reversi"

local opponent = {rules = setmetatable({order = reversi.corners_first, win = reversi.WIN}, {__index = reversi.hashed})}

-- Adds the computer player to a match. It thinks in what is left of each frame, in the person's turn, too.
function opponent.new(match)
  return alphabeta.love.opponent {
    game = opponent.rules, state = function() return match.state end, -- a function, since another match has another one
    turn = function() return match:is_computers_turn() end,
    play = function(move) match:play(move) end,
    level = match.level, time = 1, ponder = true,
    on_thinking = function(info) match.message = ("Moves that I look ahead: %d."):format(info.depth) end,
  }
end

return opponent
