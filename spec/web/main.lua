-- On a page of the web, in front of the game's own main.lua (renamed main_of_game.lua): prints to the page's console
-- what .ci/web.js plays by, lines of words that begin with "test:".

local board = require "game.board"
local opponent = require "game.opponent"
local session = require "game.session"

local keep = require "spec.love.keep"

local seen = {}
keep(board, "new", seen, "board")
keep(session, "new", seen, "session")

local function tell(...)
  print("test: " .. table.concat({...}, " "))
end

-- Seconds of each frame in which the opponent thinks.
local frames = {}
local think = opponent.think

function opponent.think(self)
  if self:is_thinking() then frames[#frames + 1] = love.timer.getDelta() end
  return think(self)
end

require "main_of_game"

local update, load = love.update, love.load
local moves

function love.load(...)
  load(...)
  local alphabeta = require "alphabeta"
  tell("engine", alphabeta._ENGINE, alphabeta._VERSION)
end

-- Says when it is the person's turn, where the middles of the columns are, and what the opponent has found.
function love.update(seconds)
  update(seconds)
  local match, thoughts = seen.session.match, seen.session.opponent.thoughts
  if not seen.session:is_persons_turn() or not seen.session.stones:are_still() then return end
  if #match.columns == moves or not thoughts or thoughts.left ~= match.state.left then return end
  moves = #match.columns
  table.sort(frames)
  tell("turn", moves, "column", thoughts.column, "value", thoughts.value, "depth", thoughts.depth)
  local median, worst = frames[math.ceil(#frames / 2)] or 0, frames[#frames] or 0
  tell("frames", #frames, "median", median * 1000, "worst", worst * 1000)
  for column = 1, 7 do tell("middle", column, board.middle(seen.board, column, 3)) end
  tell "ready"
end
