-- A match by keys and by touch in turn, against the weakest opponent, and moves by a gamepad, as on a phone. The X
-- server has no such devices here, so touches and a gamepad's buttons are events of LÖVE's own.

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
    local count = #session.match.columns
    local x, y = board:middle(from, 3)
    touch("pressed", x, y)
    x, y = board:middle(to, 3)
    touch("moved", x, y)
    person.waits("the stone is held", 0.05)
    assert(#session.match.columns == count)
    touch("released", x, y)
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

  local function chooses()
    person.presses("l", "it is the strongest", function() return session.level == 4 end)
    person.presses("l", "it is the weakest", function() return session.level == 1 end)
    assert(not session.shows)
    person.presses("t", "the thoughts are shown", function() return session.shows end)
    person.presses("s", "there is no sound", function() return not sound.is_on end)
    taps_button("s", "there is sound", function() return sound.is_on end)
    person.presses("p", "the computer does not ponder", function() return not session.ponders end)
    person.presses("b", "the computer begins", function() return session.person == 2 end)
    person.waits("the computer has answered", observer.is_ready)
  end

  local function plays_match()
    -- A finger that leaves the board drops nothing.
    touch("pressed", board:middle(2, 3))
    touch("released", 5, 5)
    person.waits("nothing has happened", 0.2)
    assert(#session.match.columns == 1)

    person.presses("Right", "the next column is aimed at", 0.1)
    person.photographs "tall.png"
    local is_by_touch = false
    while not session.match:is_over() do
      local column = observer.free_column()
      observer.plays(column, function()
        if is_by_touch then drags(4, column) else person.presses(tostring(column)) end
      end)
      person.waits("the computer has answered", observer.is_ready)
      is_by_touch = not is_by_touch
    end
    report.tell("moves", #session.match.columns)
    taps_button("b", "the person begins", function() return session.person == 1 end)
  end

  local function plays_by_gamepad()
    gamepad("leftshoulder", "the level is another", function() return session.level == 2 end)
    gamepad("dpleft", "the column to the left is aimed at", 0.05)
    gamepad("a", "the stone falls", function() return session.match.columns[1] == 3 end)
    person.waits("the computer has answered", observer.is_ready)
    gamepad("b", "a move is taken back", function() return #session.match.columns == 0 end)
    for _, value in ipairs {0.9, 1, 0.1, 0.9, 0} do love.event.push("gamepadaxis", false, "leftx", value) end
    person.waits("two columns to the right are aimed at", 0.05)
    gamepad("dpdown", "the stone falls", function() return session.match.columns[1] == 5 end)
    gamepad("start", "a new match has begun", function() return #session.match.columns == 0 end)
  end

  person.lives(function()
    session, board = observer.session, observer.board
    resize(320, 400)
    resize(400, 700)
    resize(420, 800)
    person.points(100, 100) -- keys go where the mouse is, when no window manager says otherwise
    person.waits("the game has begun", 0.5)
    chooses()
    plays_match()
    plays_by_gamepad()
    person.presses("Escape", "the game has ended", function()
      report.tell("done", true)
      return true
    end)
  end)
end
