-- A match of whist by mouse, with a hint, against the weakest opponent, to its end; and in a window that is turned.

local keep = require "spec.love.keep"
local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local new, paint = require "game", require "look.paint"
  local match, game
  package.loaded.game = function(of)
    match, game = of, new(of)
    return game
  end
  keep(paint, "backdrop", {}, "backdrop")
  require "main_of_game"

  local function is_ready() return game:over() or #game:moves() > 0 end

  -- Clicks on the left edge of a card, which no other one covers; by an event of LÖVE's own, as the match is long.
  local function plays(card, is_event)
    local before = #game.state.hands[1] + #game.state.stock
    local seen = match.seen[card]
    if is_event then
      love.event.push("mousepressed", seen.x + 3, seen.y + 9, 1, false, 1)
    else
      person.clicks(seen.x + 3, seen.y + 9)
    end
    person.waits("the card is played", function() return #game.state.hands[1] + #game.state.stock < before end)
    person.waits("the computer has answered", is_ready)
  end

  person.lives(function()
    person.points(5, 5)
    person.waits("the cards are dealt", 1)
    report.tell("start", match.message)
    person.photographs "start.png"
    person.presses("h", "there is a hint", function() return match.hinted end)
    person.waits("it is raised", 0.5)
    report.tell("hint", match.message)
    person.photographs "hint.png"
    plays(match.hinted)
    person.photographs "answered.png"
    while match.level ~= 1 do
      local level = match.level
      person.presses("l", "the level is another", function() return match.level ~= level end)
      person.waits("the key is released", 0.2)
    end
    person.resizes(420, 800)
    person.waits("the cards lie still", 1)
    person.photographs "tall.png"
    while not game:over() do plays(game:moves()[1], true) end
    report.tell("tricks", game.state.tricks[1] + game.state.tricks[2])
    report.tell("message", match.message)
    person.photographs "end.png"
    report.done()
  end)
end
