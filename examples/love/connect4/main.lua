-- Connect four against the computer, which thinks in the time that each frame has left.
local board = require "game.board"
local panel = require "game.panel"
local session = require "game.session"
local sound = require "game.sound"
local paint = require "look.paint"

local COLUMNS = 7
local LANDSCAPE = 0.9 -- a window that is so many times as wide as high has the panel beside the board, not below

-- What the buttons of a gamepad do: those of the panel, by their keys.
local GAMEPAD = {b = "u", x = "h", y = "t", start = "n", leftshoulder = "l", rightshoulder = "p", leftstick = "s"}

local TILTED, UPRIGHT = 0.6, 0.3 -- a stick counts from the first on, and again after it came back to the second

local table_top, side, game, backdrop
local aimed -- the column that was chosen by keys, a gamepad or a finger
local finger -- the touch that is choosing a column
local is_touched -- whether the last to be used was the screen, not the mouse
local is_tilted -- whether the stick has chosen

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
  local match, thoughts = game.match, game.thoughts
  local found = {}
  local column = aimed or not is_touched and table_top:column_at(love.mouse.getPosition())
  if game:is_persons_turn() and column and match:landing(column) then
    found.aim = {column = column, row = match:landing(column), player = match.state.turn}
  end
  if game.hint then
    found.hint = {column = game.hint, row = match:landing(game.hint)}
    found.ghosts = match:follow(game.line)
  elseif game.shows and thoughts and not match:is_over() then
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
  if is_touched then x, y = -1, -1 end
  side:draw(x, y, love.mouse.isDown(1))
end

-- LÖVE reports touches as those of a mouse, too.
function love.mousemoved(_, _, _, _, is_touch)
  if is_touch then return end
  aimed, is_touched = nil, false
end

function love.mousepressed(x, y, button, is_touch)
  if button ~= 1 or is_touch then return end
  local column = table_top:column_at(x, y)
  if column then game:drop(column) else side:press(x, y) end
end

-- A finger on the board holds the stone, and drops it where it is lifted; beside the board it drops nothing.
function love.touchpressed(id, x, y)
  is_touched = true
  local column = table_top:column_at(x, y)
  if not column then
    side:press(x, y)
  elseif not finger then
    finger, aimed = id, column
  end
end

function love.touchmoved(id, x, y)
  if id == finger then aimed = table_top:column_at(x, y) end
end

function love.touchreleased(id, x, y)
  if id ~= finger then return end
  finger, aimed = nil, nil
  local column = table_top:column_at(x, y)
  if column then game:drop(column) end
end

-- Aims at the column that lies so many to the right.
local function aim_beside(step)
  aimed = ((aimed or 4) - 1 + step) % COLUMNS + 1
end

function love.gamepadpressed(_, button)
  if button == "dpleft" or button == "dpright" then
    aim_beside(button == "dpleft" and -1 or 1)
  elseif button == "a" or button == "dpdown" then
    game:drop(aimed or 4)
  elseif button == "back" then
    love.event.quit()
  elseif GAMEPAD[button] then
    side:press_key(GAMEPAD[button])
  end
end

function love.gamepadaxis(_, axis, value)
  if axis ~= "leftx" then return end
  if math.abs(value) < UPRIGHT then is_tilted = false end
  if math.abs(value) < TILTED or is_tilted then return end
  is_tilted = true
  aim_beside(value < 0 and -1 or 1)
end

-- The columns are the digits; or the arrows choose one, and space drops the stone.
function love.keypressed(key)
  local digit = tonumber(key:match "^k?p?(%d)$")
  if digit then
    game:drop(digit)
  elseif key == "left" or key == "right" then
    aim_beside(key == "left" and -1 or 1)
  elseif key == "space" or key == "return" or key == "down" then
    game:drop(aimed or 4)
  elseif key == "escape" then
    love.event.quit()
  else
    side:press_key(key)
  end
end
