-- A whole match by mouse, with a look at everything on the way.

local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  local observer = require "spec.love.observer"
  require "main_of_game"

  local session, board

  local function persons_turn() return session:is_persons_turn() and session.stones:are_still() end

  local function clicks_column(column)
    observer.plays(column, function() person.clicks(board:middle(column, 3)) end)
  end

  local function clicks_button(key, what, condition)
    local x, y = observer.button(key)
    person.clicks(x, y)
    person.waits(what, condition)
  end

  person.lives(function()
    session, board = observer.session, observer.board
    person.waits("the game has begun", 0.5)

    clicks_button("h", "there is a hint", function() return session.hint end)
    assert(session.hint == 4 and session.line[1] == 4) -- the middle
    report.tell("advice", session.advice)
    person.photographs "hint.png"

    clicks_column(4)
    person.waits("the stone has left the hand", 0.15)
    assert(not session.stones:are_still() and session.game:thinking())
    person.photographs "falling.png"
    person.waits("the computer has answered", persons_turn)

    clicks_column(3)
    person.waits("the computer has answered", persons_turn)
    local count = #session.match.columns
    clicks_button("u", "a move is taken back", function() return #session.match.columns == count - 2 end)
    person.waits("the board is still", persons_turn)

    -- The moves that the computer expects; then a look at what it expects now.
    for _ = 1, 6 do
      local thoughts = session.thoughts
      clicks_column(thoughts and thoughts.line[1] or observer.free_column())
      person.waits("the computer has answered", persons_turn)
    end
    person.points(board:middle(6, 3))
    person.waits("the computer has pondered", 0.5)
    person.photographs "playing.png"

    while not session.match:is_over() do
      clicks_column(observer.free_column())
      person.waits("the computer has answered", observer.is_ready)
    end
    person.points(5, 5)
    person.waits("the last stone lies", function() return session.stones:are_still() end)
    person.waits("the bar has followed", 0.8)
    person.waits("the match is reviewed", function() return session.advice end)
    report.tell("review", session.advice)
    person.photographs "over.png"

    report.tell("moves", #session.match.columns)
    report.tell("winner", session.match:winner() == session.person and "person"
      or session.match:winner() and "computer" or "nobody")
    report.tell("winning cells", #session.match:winning_cells())
    observer.tell()

    clicks_button("n", "a new match has begun", function() return #session.match.columns == 0 end)
    report.done()
  end)
end
