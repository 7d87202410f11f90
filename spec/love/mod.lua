-- A game for two, to which examples/modding/love/opponent.lua adds an opponent: played by mouse, with an undo and a
-- restart while the opponent is thinking.

local person = require "spec.love.person"
local report = require "spec.love.report"

return function()
  require "main_of_game"
  local opponent = require "opponent"

  -- Clicks on a square, and waits for what comes of it.
  local function clicks(x, y, what, condition)
    person.clicks((x - 0.5) * SQUARE, (y - 0.5) * SQUARE)
    person.waits(what, condition)
  end

  local function plays(x1, y1, x2, y2)
    local count = #history
    clicks(x1, y1, "the pawn is selected", function() return selected and selected[1] == x1 and selected[2] == y1 end)
    clicks(x2, y2, "the pawn has moved", function() return #history > count end)
  end

  local function answered() return turn == 1 or winner end

  -- What the board holds, as text.
  local function board()
    local rows = {}
    for y = 1, SIZE do rows[y] = table.concat(cells[y]) end
    return table.concat(rows, "/")
  end

  person.lives(function()
    person.points(5, 5)
    person.waits("the game has begun", 0.5)
    local start = board()

    plays(1, 5, 1, 4)
    person.waits("the opponent thinks", function() return opponent:thinking() end)
    local thought_about = board()
    person.waits("it has thought for some frames", 0.1)
    report.tell("still while thinking", opponent:thinking() and board() == thought_about)
    person.presses("u", "the move is taken back", function() return turn == 1 end)
    report.tell("undone", board() == start)
    person.waits("nothing happens", 0.8)
    report.tell("still after undo", board() == start and not opponent:thinking())

    plays(2, 5, 2, 4)
    person.waits("the opponent thinks", function() return opponent:thinking() end)
    person.presses("r", "the game has begun again", function() return turn == 1 end)
    person.waits("nothing happens", 0.8)
    report.tell("still after restart", board() == start and #history == 0)

    plays(1, 5, 1, 4)
    person.waits("the opponent has answered", answered)
    report.tell("moves", #history)
    person.photographs "mod.png"
    opponent:close()
    report.done()
  end)
end
