-- On a page of the web, in front of the game's own main.lua (renamed main_of_game.lua): prints to the page's console
-- what .ci/web.js plays by, lines of words that begin with "test:".

local board = require "game.board"
local session = require "game.session"

local keep = require "spec.love.keep"

local seen = {}
keep(board, "new", seen, "board")
keep(session, "new", seen, "session")

local function tell(...) print("test: " .. table.concat({...}, " ")) end

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
  local match, thoughts = seen.session.match, seen.session.thoughts or {line = {}, value = 0, depth = 0}
  if not seen.session:is_persons_turn() or not seen.session.stones:are_still() then return end
  if #match.columns == moves then return end
  moves = #match.columns
  tell("size", love.graphics.getDimensions())
  tell("turn", moves, "column", thoughts.line[1] or 0, "value", thoughts.value, "depth", thoughts.depth)
  for column = 1, 7 do tell("middle", column, board.middle(seen.board, column, 3)) end
  tell "ready"
end
