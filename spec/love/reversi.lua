-- Matches of reversi by mouse, with a hint, a move taken back, another level, and a window that is turned: one against
-- the weakest opponent, to its end.

local keep = require "spec.love.keep"
local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local seen = {}
  keep(require "look.board", "new", seen, "board")
  local new, rules = require "game", require "games.reversi"
  local match, game
  package.loaded.game = function(of)
    match, game = of, new(of)
    return game
  end
  require "main_of_game"

  -- How many moves were made.
  local function count_moves() return select(2, game:save():gsub(" ", "")) - 2 end

  local function is_ready()
    return game:over() or #game:moves() > 0 and game:moves()[1] ~= rules.PASS
  end

  -- A click by the mouse, or by an event of LÖVE's own.
  local function plays(at, is_event)
    local count, stride = count_moves(), game.state.stride
    local x, y = seen.board:middle(at % stride, math.floor(at / stride))
    if is_event then love.event.push("mousepressed", x, y, 1, false, 1) else person.clicks(x, y) end
    person.waits("the disc lies there", function() return count_moves() > count end)
    person.waits("the computer has answered", is_ready)
  end

  person.lives(function()
    person.points(5, 5)
    person.waits("the game has begun", 0.5)
    local start = match.message
    person.presses("h", "there is a hint", function() return match.hinted end)
    report.tell("hint", match.message)
    person.photographs "hint.png"
    plays(match.hinted)
    report.tell("answered", count_moves())
    person.presses("u", "the move is taken back", function() return count_moves() == 0 end)
    person.presses("n", "the match has begun again", function() return match.message == start end)
    while match.level ~= 1 do
      local level = match.level
      person.presses("l", "the level is another", function() return match.level ~= level end)
      person.waits("the key is released", 0.2)
    end

    -- The mouse may still be where the window was.
    person.resizes(420, 800)
    while not game:over() do plays(game:moves()[1], true) end
    person.waits("the discs lie still", function() return match:is_still() end)
    person.photographs "tall.png"
    report.tell("moves", count_moves())
    report.tell("message", match.message)
    report.done()
  end)
end
