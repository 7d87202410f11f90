-- A match of reversi or of whist by mouse, against the weakest opponent, to its end: with a hint, another level, and a
-- window that is turned.

local keep = require "spec.love.keep"
local person = require "spec.love.person"
local report = require "spec.love.report"

-- What is different: how many moves were made, and where one is clicked. `begin` is called before the game is loaded.
local KINDS = {reversi = {}, whist = {}}
local reversi, whist = KINDS.reversi, KINDS.whist

function reversi.begin() keep(require "look.board", "new", reversi, "board") end
function reversi.count(game) return select(2, game:save():gsub(" ", "")) - 2 end

function reversi.place(game, _, move)
  local stride = game.state.stride
  return reversi.board:middle(move % stride, math.floor(move / stride))
end

function whist.count(game) return -(#game.state.hands[1] + #game.state.stock) end

-- The left edge of a card, which no other one covers.
function whist.place(_, match, card) return match.seen[card].x + 3, match.seen[card].y + 9 end

return function(name)
  local kind = KINDS[name]
  if kind.begin then kind.begin() end
  local new, pass = require "game", require("games." .. name).PASS
  local match, game
  package.loaded.game = function(of)
    match, game = of, new(of)
    return game
  end
  require "main_of_game"

  local function is_ready() return game:over() or #game:moves() > 0 and (not pass or game:moves()[1] ~= pass) end

  -- A click by the mouse, or by an event of LÖVE's own, since a match is long.
  local function plays(move, is_event)
    local before = kind.count(game)
    local x, y = kind.place(game, match, move)
    if is_event then love.event.push("mousepressed", x, y, 1, false, 1) else person.clicks(x, y) end
    person.waits("the move is made", function() return kind.count(game) > before end)
    person.waits("the computer has answered", is_ready)
  end

  person.lives(function()
    person.points(5, 5)
    person.waits("the game has begun", 1)
    local start, before = match.message, kind.count(game)
    report.tell("start", start)
    person.photographs "start.png"
    person.presses("h", "there is a hint", function() return match.hinted end)
    person.waits("it is shown", 0.5)
    report.tell("hint", match.message)
    person.photographs "hint.png"
    plays(match.hinted)
    report.tell("answered", kind.count(game) - before)
    if name == "reversi" then
      person.presses("u", "the move is taken back", function() return kind.count(game) == before end)
      person.presses("n", "the match has begun again", function() return match.message == start end)
    end
    while match.level ~= 1 do
      local level = match.level
      person.presses("l", "the level is another", function() return match.level ~= level end)
      person.waits("the key is released", 0.2)
    end

    person.resizes(420, 800) -- the mouse may still be where the window was
    person.waits("all lies still", 1)
    person.photographs "tall.png"
    while not game:over() do plays(game:moves()[1], true) end
    report.tell("moves", kind.count(game) - before)
    report.tell("message", match.message)
    person.waits("all lies still", 1)
    person.photographs "end.png"
    report.done()
  end)
end
