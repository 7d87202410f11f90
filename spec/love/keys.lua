-- A whole match by keys, in a window of another shape, against the weakest opponent, who begins.

local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local observer = require "spec.love.observer"
  require "main_of_game"

  local sound = require "game.sound"
  local session

  person.lives(function()
    session = observer.session
    person.resizes(480, 820)
    person.points(100, 100) -- keys go where the mouse is, when no window manager says otherwise
    person.waits("the game has begun", 0.5)

    person.presses("l", "it is the strongest", function() return session.level == 4 end)
    person.presses("l", "it is the weakest", function() return session.level == 1 end)
    assert(not session.shows)
    person.presses("t", "the thoughts are shown", function() return session.shows end)
    person.presses("s", "there is no sound", function() return not sound.is_on end)
    person.presses("s", "there is sound", function() return sound.is_on end)
    person.presses("p", "the computer does not ponder", function() return not session.ponders end)
    person.presses("b", "the computer begins", function() return session.person == 2 end)

    person.waits("the computer has answered", observer.is_ready)
    local column = 1
    while not session.match:is_over() do
      repeat column = (column + 2) % 7 + 1 until session.match:landing(column)
      local count = #session.match.columns
      observer.plays(column, function() person.presses(tostring(column)) end)
      person.waits("the computer has answered", observer.is_ready)
      if count == 5 then
        person.presses("Right", "the next column is aimed at", 0.1)
        person.photographs "tall.png"
      end
    end
    report.tell("moves", #session.match.columns)
    person.presses("Escape", "the game has ended", function()
      report.tell("done", true)
      return true
    end)
  end)
end
