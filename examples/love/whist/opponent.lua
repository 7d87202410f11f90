-- The opponent of the game in main.lua: all that is needed of the module. It does not see the person's hand, since the
-- rules have the function `deal`.
local alphabeta = require "alphabeta.love"
local whist = require "games.whist"

local opponent = {rules = whist}

-- Adds the computer player to a match. It thinks in what is left of each frame.
function opponent.new(match)
  return alphabeta.love.opponent {
    game = opponent.rules, state = function() return match.state end, -- a function, since another match has another one
    turn = function() return match:is_computers_turn() end,
    play = function(card) match:play(card) end,
    level = match.level, time = 1,
    on_thinking = function(info) match.message = ("Deals that I imagine: %d."):format(info.deals or 0) end,
  }
end

return opponent
