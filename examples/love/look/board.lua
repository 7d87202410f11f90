--- A square board of squares, covered with felt, with letters and numbers at its edge.
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"

local board = {}
board.__index = board

local ABOVE, BELOW, LINE = {0.16, 0.50, 0.42, 1}, {0.08, 0.33, 0.31, 1}, {0.04, 0.20, 0.20, 0.75}
local RIM = 0.4 -- in squares

--- A board of so many squares a side, that has no place yet.
function board.new(size)
  return setmetatable({size = size}, board)
end

-- Its picture.
local function felt(self)
  local size, side, cell, rim = self.size, self.side, self.cell, RIM * self.cell
  return paint.picture(side, side, function(graphics)
    paint.fill(paint.rounded(0, 0, side, side, cell * 0.3), palette.frame_dark, palette.pit)
    paint.fill(paint.rounded(rim, rim, side - 2 * rim, side - 2 * rim, cell * 0.08), ABOVE, BELOW)
    graphics.setColor(LINE)
    graphics.setLineWidth(math.max(1, cell * 0.03))
    for i = 1, size - 1 do
      graphics.line(rim + i * cell, rim, rim + i * cell, side - rim)
      graphics.line(rim, rim + i * cell, side - rim, rim + i * cell)
    end
    for i = 1, size do
      local along = rim + (i - 0.5) * cell
      text.draw(string.char(96 + i), rim * 0.5, along, rim / 2, palette.muted, "centre")
      text.draw(tostring(i), rim * 0.5, rim / 2, along, palette.muted, "centre")
    end
  end)
end

--- Gives it a place in the window; `self.cell` is then how wide a square is.
function board:place(x, y, side)
  self.x, self.y, self.side, self.cell = x, y, side, side / (self.size + 2 * RIM)
  self.blur = self.cell * 0.4
  self.felt, self.shadow = felt(self), paint.shadow(side, side, self.cell * 0.3, self.blur)
end

--- Where the middle of a square is in the window; row 1 is above.
function board:middle(column, row)
  return self.x + (RIM + column - 0.5) * self.cell, self.y + (RIM + row - 0.5) * self.cell
end

--- The column and the row of a place in the window; nil beside the squares.
function board:square_at(x, y)
  local column = math.floor((x - self.x) / self.cell - RIM) + 1
  local row = math.floor((y - self.y) / self.cell - RIM) + 1
  if column < 1 or column > self.size or row < 1 or row > self.size then return nil end
  return column, row
end

--- Draws it.
function board:draw()
  paint.show(self.shadow, self.x - self.blur, self.y - self.blur * 0.7)
  paint.show(self.felt, self.x, self.y)
end

return board
