-- The game in main.lua: all that is needed of the module.
local alphabeta = require "alphabeta.love"
local reversi = require "games.reversi"

local rules = setmetatable({order = reversi.corners_first, win = reversi.WIN}, {__index = reversi.hashed})

-- Begins a game of the person, player 1, against the computer. It thinks in what is left of each frame, in the person's
-- turn, too. `match` is what is seen of the game.
return function(match)
  return alphabeta.session {
    game = rules, new = function() return rules.new(8) end, label = rules.name,
    players = {[2] = {level = match.level, at_least = 0.6}}, time = 1, ponder = true,
    wait = function() return not match:is_still() end, -- while discs turn
    on_move = function(move, who) match:describe(move, who) end,
    on_thinking = function(info) match.message = ("Moves that I look ahead: %d."):format(info.depth) end,
  }
end
