-- A whole match by touch, and one by gamepad, as on a phone. The events are LÖVE's own, since the X server has no such
-- devices here.

local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local observer = require "spec.love.observer"
  require "main_of_game"

  local sound = require "game.sound"
  local session, board

  local function touch(kind, x, y) love.event.push("touch" .. kind, 1, x, y, 0, 0, 1) end

  -- Puts a finger on one column, moves it to another and lifts it there.
  local function drags(from, to)
    observer.plays(to, function()
      local count = #session.match.columns
      local x, y = board:middle(from, 3)
      touch("pressed", x, y)
      x, y = board:middle(to, 3)
      touch("moved", x, y)
      person.waits("the stone is held", 0.05)
      assert(#session.match.columns == count)
      touch("released", x, y)
    end)
  end

  local function taps_button(key, what, condition)
    local x, y = observer.button(key)
    touch("pressed", x, y)
    touch("released", x, y)
    person.waits(what, condition)
  end

  local function gamepad(button, what, condition)
    love.event.push("gamepadpressed", false, button)
    person.waits(what, condition)
  end

  -- Gives the window a size, and says whether all buttons are in it.
  local function resize(width, height)
    person.resizes(width, height)
    local fits = true
    for _, button in ipairs(observer.panel.buttons) do
      fits = fits and button.x + button.width <= width and button.y + button.height <= height
    end
    report.tell(("buttons fit into %d x %d"):format(width, height), fits)
  end

  person.lives(function()
    session, board = observer.session, observer.board
    resize(320, 400)
    resize(400, 700)
    resize(420, 800)
    person.waits("the game has begun", 0.3)
    taps_button("s", "there is no sound", function() return not sound.is_on end)
    taps_button("t", "the thoughts are shown", function() return session.shows end)

    -- A finger that leaves the board drops nothing.
    local x, y = board:middle(2, 3)
    touch("pressed", x, y)
    touch("released", 5, 5)
    person.waits("nothing has happened", 0.2)
    assert(#session.match.columns == 0)

    while not session.match:is_over() do
      drags(4, observer.free_column())
      person.waits("the computer has answered", observer.is_ready)
    end
    person.photographs "touch.png"
    report.tell("moves", #session.match.columns)

    gamepad("start", "a new match has begun", function() return #session.match.columns == 0 end)
    gamepad("leftshoulder", "the level is another", function() return session.level == 4 end)
    gamepad("dpleft", "the column to the left is aimed at", 0.05)
    gamepad("a", "the stone falls", function() return session.match.columns[1] == 3 end)
    person.waits("the computer has answered", observer.is_ready)
    gamepad("b", "a move is taken back", function() return #session.match.columns == 0 end)
    for _, value in ipairs {0.9, 1, 0.1, 0.9, 0} do love.event.push("gamepadaxis", false, "leftx", value) end
    person.waits("two columns to the right are aimed at", 0.05)
    gamepad("dpdown", "the stone falls", function() return session.match.columns[1] == 5 end)
    report.done()
  end)
end
