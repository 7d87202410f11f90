-- Matches of reversi by mouse, with a hint, a move taken back, another level, and a window that is turned: one against
-- the weakest opponent, to its end.

local keep = require "spec.love.keep"
local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local seen = {}
  keep(require "look.board", "new", seen, "board")
  local opponent = require "opponent"
  local new, match = opponent.new, nil
  function opponent.new(of)
    match = of
    return new(of)
  end
  require "main_of_game"

  local function presses(key, what, condition)
    person.presses(key)
    person.waits(what, condition)
  end

  local function is_over() return #opponent.rules.moves(match.state) == 0 end

  local function is_ready() return is_over() or #match:choices() > 0 end

  -- A click by the mouse, or by an event of LÖVE's own.
  local function plays(at, is_event)
    local count, stride = #match.history, match.state.stride
    local x, y = seen.board:middle(at % stride, math.floor(at / stride))
    if is_event then love.event.push("mousepressed", x, y, 1, false, 1) else person.clicks(x, y) end
    person.waits("the disc lies there", function() return #match.history > count end)
    person.waits("the computer has answered", is_ready)
  end

  person.lives(function()
    person.points(5, 5)
    person.waits("the game has begun", 0.5)
    local start = match.message
    presses("h", "there is a hint", function() return match.hinted end)
    report.tell("hint", match.message)
    person.photographs "hint.png"
    plays(match.hinted)
    report.tell("answered", #match.history)
    presses("u", "the move is taken back", function() return #match.history == 0 end)
    presses("n", "the match has begun again", function() return match.message == start end)
    while match.level ~= 1 do
      local level = match.level
      presses("l", "the level is another", function() return match.level ~= level end)
      person.waits("the key is released", 0.2)
    end

    -- The mouse may still be where the window was.
    love.window.setMode(420, 800, {resizable = true})
    love.resize(love.graphics.getDimensions())
    while not is_over() do plays(match:choices()[1], true) end
    person.waits("the discs lie still", function() return match:is_still() end)
    person.photographs "tall.png"
    report.tell("moves", #match.history)
    report.tell("message", match.message)
    report.done()
  end)
end
