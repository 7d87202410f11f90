-- Alpha-beta, step by step: a search shown in its tree, by the events of the option `trace`.
require "alphabeta.love" -- from here on `require "alphabeta"` finds the module in the game's own folder

local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"
local chooser = require "show.chooser"
local panel = require "show.panel"
local picture = require "show.picture"
local subjects = require "show.subjects"
local tour = require "show.tour"

local NARROW = 0.9 -- a window that is less than so many times as wide as high has everything one below the other

local walker, tree, below, choice, backdrop
local gap, unit

local function arrange()
  local width, height = love.graphics.getDimensions()
  local is_narrow = width < NARROW * height
  backdrop = paint.backdrop(width, height)
  gap = math.floor(math.min(width, height) * 0.045)
  unit = math.max(7, is_narrow and math.min(width / 34, height / 62) or math.min(width / 62, height / 43))
  local top, foot = 4.6 * unit, height - panel.height(is_narrow) * unit - gap * 0.6
  choice:place(width - gap, gap * 0.6 + 1.3 * unit, unit)
  tree:place(gap, top, width - 2 * gap, foot - top - unit)
  below:place(gap, foot, width - 2 * gap, unit, is_narrow)
end

function love.load()
  walker = tour.new(subjects)
  tree, below, choice = picture.new(walker), panel.new(walker), chooser.new(walker)
  love.keyboard.setKeyRepeat(true)
  arrange()
end

function love.resize()
  arrange()
end

function love.update(seconds)
  walker:update(seconds)
  tree:update(seconds)
  below:update(seconds)
end

function love.draw()
  local x, y = love.mouse.getPosition()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(backdrop)
  local title, top = "Alpha-beta", gap * 0.6 + 1.3 * unit
  text.draw(title, unit * 1.9, gap, top, palette.paper)
  text.draw(walker.walk.subject.name, unit * 1.1, gap + text.width(title, unit * 1.9) + unit, top + 0.3 * unit,
    palette.muted)
  choice:draw(x, y)
  tree:draw()
  below:draw(x, y, love.mouse.isDown(1))
end

-- Where nothing else is, a click is a step.
function love.mousepressed(x, y, button)
  if button == 2 then return walker:back() end
  if button ~= 1 then return end
  local number = choice:subject_at(x, y)
  if number then walker:choose(number) elseif not below:press(x, y) then walker:step() end
end

function love.wheelmoved(_, up)
  if up < 0 then walker:step() elseif up > 0 then walker:back() end
end

-- The other keys stand on the buttons. Those that step may be held down.
local KEYS = {
  right = function() walker:step() end,
  ["return"] = function() walker:step() end,
  backspace = function() walker:back() end,
  home = function() walker:jump(0) end,
  escape = function() love.event.quit() end,
}
local REPEATED = {left = true, right = true, space = true}

function love.keypressed(key, _, is_repeated)
  if is_repeated and not REPEATED[key] then return end
  local digit = tonumber(key:match "^k?p?(%d)$")
  if digit then
    walker:choose(digit)
  elseif KEYS[key] then
    KEYS[key]()
  else
    below:press_key(key)
  end
end

-- What the buttons of a gamepad do: the same as keys.
local GAMEPAD = {
  a = "right", b = "left", x = "p", y = "tab", dpright = "right", dpleft = "left", dpup = "home", dpdown = "end",
  leftshoulder = "home", rightshoulder = "end", start = "r", back = "escape",
}

function love.gamepadpressed(_, button)
  if GAMEPAD[button] then love.keypressed(GAMEPAD[button]) end
end
