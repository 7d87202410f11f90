--- Words on the screen, in LÖVE's own font.
local text = {}

local fonts = {}

-- The font of a size, in the units of the screen.
local function font_of(size)
  local key = math.max(6, math.floor(size + 0.5))
  if not fonts[key] then fonts[key] = love.graphics.newFont(key) end
  return fonts[key]
end

--- How wide a line is.
function text.width(words, size)
  return font_of(size):getWidth(words)
end

--- Breaks words into lines that are no wider than this.
function text.wrap(words, size, width)
  local _, lines = font_of(size):getWrap(words, width)
  return lines
end

--- Draws a line whose middle is at the height `y`: to the right of `x`, or "centre"d there, or to its "left".
function text.draw(words, size, x, y, colour, side)
  local font = font_of(size)
  local width = font:getWidth(words)
  if side == "centre" then x = x - width / 2 elseif side == "left" then x = x - width end
  love.graphics.setFont(font)
  love.graphics.setColor(colour)
  love.graphics.print(words, math.floor(x + 0.5), math.floor(y - font:getHeight() / 2 + 0.5))
end

return text
