-- Connect four against the computer, which searches in slices: a few milliseconds in each frame.
local board = require "game.board"
local panel = require "game.panel"
local session = require "game.session"
local sound = require "game.sound"
local paint = require "look.paint"

local COLUMNS = 7
local LANDSCAPE = 0.9 -- a window that is so many times as wide as high has the panel beside the board, not below

local table_top, side, game, backdrop
local aimed -- the column that was chosen by keys

local function arrange()
  local width, height = love.graphics.getDimensions()
  local gap = math.floor(math.min(width, height) * 0.045)
  backdrop = paint.backdrop(width, height)
  if width >= LANDSCAPE * height then
    local beside = math.floor(math.max(width * 0.3, math.min(height * 0.42, width * 0.34)))
    table_top:place(gap, gap * 0.6, width - beside - 3 * gap, height - gap * 1.6)
    side:place(width - beside - gap, gap, beside, height - 2 * gap)
  else
    local above = math.min(height * 0.56, width * 1.02)
    table_top:place(gap, gap * 0.6, width - 2 * gap, above - gap)
    side:place(gap, above + gap, width - 2 * gap, height - above - 2 * gap)
  end
end

function love.load()
  table_top = board.new()
  game = session.new(sound.knock)
  side = panel.new(game)
  arrange()
end

function love.resize()
  arrange()
end

function love.update(seconds)
  game:update(seconds)
  table_top:update(seconds)
  side:update(seconds)
end

-- What the board is to point at now.
local function marks()
  local match, thoughts = game.match, game.opponent.thoughts
  local found = {}
  local column = aimed or table_top:column_at(love.mouse.getPosition())
  if game:is_persons_turn() and column and match:landing(column) then
    found.aim = {column = column, row = match:landing(column), player = match:turn()}
  end
  if game.hint then found.hint = {column = game.hint, row = match:landing(game.hint)} end
  if game.shows and thoughts and thoughts.left == match.state.left and not match:is_over() then
    found.ghosts = match:follow(thoughts.line)
  end
  if match:winner() and game.stones:are_still() then found.won = match:winning_cells() end
  return found
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(backdrop)
  table_top:draw(game.stones, marks())
  local x, y = love.mouse.getPosition()
  side:draw(x, y, love.mouse.isDown(1))
end

function love.mousemoved()
  aimed = nil
end

function love.mousepressed(x, y, button)
  if button ~= 1 then return end
  local column = table_top:column_at(x, y)
  if column then game:drop(column) else side:press(x, y) end
end

-- The columns are the digits; or the arrows choose one, and space drops the stone.
function love.keypressed(key)
  local digit = tonumber(key:match "^k?p?(%d)$")
  if digit then
    game:drop(digit)
  elseif key == "left" or key == "right" then
    aimed = ((aimed or 4) - 1 + (key == "left" and -1 or 1)) % COLUMNS + 1
  elseif key == "space" or key == "return" or key == "down" then
    game:drop(aimed or 4)
  elseif key == "escape" then
    love.event.quit()
  else
    side:press_key(key)
  end
end
