-- A game that somebody else wrote, with the opponent of examples/modding at the end of its main.lua: it keeps the
-- contract, and is played to its end by clicks at random places.

local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local alphabeta = require "alphabeta.love"
  local make, own = alphabeta.opponent, nil
  alphabeta.opponent = function(options)
    own = options
    return make(options)
  end
  require "main_of_game"

  local function turn() return own.game.player(own.state()) end

  local function is_over() return #own.game.moves(own.state()) == 0 end

  person.lives(function()
    local random = love.math.newRandomGenerator(2)
    person.waits("the game has begun", 0.3)
    report.tell("contract", tostring(alphabeta.check(own.game, own.state())):gsub("\n.*", ""))
    local answers = 0
    while not is_over() do
      if turn() == 1 then
        love.event.push("mousepressed", random:random(1, love.graphics.getWidth() - 2),
          random:random(1, love.graphics.getHeight() - 2), 1, false, 1)
        coroutine.yield()
        coroutine.yield()
      else
        person.waits("the opponent has answered", function() return turn() == 1 or is_over() end)
        answers = answers + 1
      end
    end
    person.photographs "added.png"
    report.tell("answers", answers)
    report.tell("won", own.game.result(own.state(), 2) > 0)
    report.done()
  end)
end
