-- The game in main.lua: all that is needed of the module. The computer does not see the person's hand, since the rules
-- have the function `deal`.
local alphabeta = require "alphabeta.love"
local cards = require "cards"
local whist = require "games.whist"

-- Begins a game of the person, player 1, against the computer. It thinks in what is left of each frame. `match` is what
-- is seen of the game.
return function(match)
  return alphabeta.session {
    game = whist, new = function(random) return whist.new(random, 13) end,
    players = {[2] = {level = match.level, at_least = 0.6}}, time = 1,
    wait = function() return match.pause > 0 end, -- while a trick lies on the table
    on_move = function(card, who) match:show(card, who) end,
    on_thinking = function(info) match.message = ("Deals that I imagine: %d."):format(info.deals or 0) end,
    label = function(_, card) return cards.name(card) end,
  }
end
