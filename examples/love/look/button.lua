--- A button: a place to press, a word on it, and a key that presses it.
local palette = require "look.palette"
local text = require "look.text"

local button = {}
button.__index = button

--- A button that has no place yet.
-- @tparam table traits `key`; `label()`: the word; `press()`; `is_on()`, for a button that can be on or off;
--   `is_usable()`, else it always is
function button.new(traits)
  return setmetatable(traits, button)
end

--- Gives it a place in the window; `unit` is the size of a small letter there.
function button:place(x, y, width, height, unit)
  local right, bottom = math.floor(x + width), math.floor(y + height)
  self.x, self.y, self.unit = math.floor(x), math.floor(y), unit
  self.width, self.height = right - self.x, bottom - self.y
end

--- Whether a place in the window is on it.
function button:covers(x, y)
  return x >= self.x and x < self.x + self.width and y >= self.y and y < self.y + self.height
end

--- Whether pressing it would do anything now.
function button:can_be_pressed()
  return not self.is_usable or self.is_usable()
end

--- Presses that one of a list which covers a place in the window. Returns whether one does.
function button.press_at(list, x, y)
  for _, each in ipairs(list) do
    if each:covers(x, y) then
      if each:can_be_pressed() then each.press() end
      return true
    end
  end
  return false
end

--- Presses that one of a list which has a key.
function button.press_key(list, key)
  for _, each in ipairs(list) do
    if each.key == key and each:can_be_pressed() then each.press() end
  end
end

-- Draws the key at the right, as a cap with its letter or its name.
function button:draw_key(middle, colour)
  local words, letters = self.key:upper(), self.unit * (#self.key > 1 and 0.8 or 1.05)
  local high = self.unit * 1.7
  local wide = math.max(high, text.width(words, letters) + self.unit * 0.7)
  local x = self.x + self.width - wide - self.unit * 0.5
  love.graphics.setColor(palette.fade(colour, 0.12))
  love.graphics.rectangle("fill", x, middle - high / 2, wide, high, high * 0.22, high * 0.22, 8)
  text.draw(words, letters, x + wide / 2, middle, colour, "centre")
end

--- Draws it; the pointer is at a place, and may be held down.
function button:draw(pointer_x, pointer_y, is_down)
  local is_usable, is_on = self:can_be_pressed(), self.is_on and self.is_on()
  local colour = palette.card
  if is_usable and self:covers(pointer_x, pointer_y) then colour = is_down and palette.press or palette.hover end
  local corner, middle = self.height * 0.28, self.y + self.height / 2
  love.graphics.setColor(colour)
  love.graphics.rectangle("fill", self.x, self.y, self.width, self.height, corner, corner, 12)
  love.graphics.setColor(palette.line)
  love.graphics.setLineWidth(1)
  love.graphics.rectangle("line", self.x + 0.5, self.y + 0.5, self.width - 1, self.height - 1, corner, corner, 12)
  local left = self.x + self.unit * 0.9
  if self.is_on then
    love.graphics.setColor(is_on and palette.mint or palette.faint)
    love.graphics.circle(is_on and "fill" or "line", left + self.unit * 0.3, middle, self.unit * 0.3, 24)
    left = left + self.unit
  end
  text.draw(self.label(), self.unit, left, middle, is_usable and palette.paper or palette.faint)
  self:draw_key(middle, is_usable and palette.paper or palette.faint)
end

return button
