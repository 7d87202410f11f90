-- On a page of the web, in front of the game's own main.lua (renamed main_of_game.lua): prints to the page's console
-- what .ci/web.js plays by, lines of words that begin with "test:".

local board = require "game.board"
local opponent = require "game.opponent"
local session = require "game.session"

local keep = require "spec.love.keep"
local report = require "spec.love.report"

local seen = {}
keep(board, "new", seen, "board")
keep(session, "new", seen, "session")

local function tell(...) print("test: " .. table.concat({...}, " ")) end

-- Seconds of each slice in which the opponent thinks, and of the frames around it.
local slices, frames = {}, {}
local think = opponent.think

function opponent.think(self)
  local is_working, start = self:is_thinking(), love.timer.getTime()
  local has_finished = think(self)
  if is_working then
    slices[#slices + 1], frames[#frames + 1] = love.timer.getTime() - start, love.timer.getDelta()
  end
  return has_finished
end

-- How long they were: half of them no longer than the first figure, 99 of 100 than the second.
local function tell_lengths(name, list)
  if #list == 0 then return end
  local function milliseconds(share) return ("%.1f"):format(report.quantile(list, share) * 1000) end
  tell(name, #list, "median", milliseconds(0.5), "p99", milliseconds(0.99), "worst", milliseconds(1))
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
  tell("size", love.graphics.getDimensions())
  tell("turn", moves, "column", thoughts.column, "value", thoughts.value, "depth", thoughts.depth)
  tell_lengths("slices", slices)
  tell_lengths("frames", frames)
  for column = 1, 7 do tell("middle", column, board.middle(seen.board, column, 3)) end
  tell "ready"
end
