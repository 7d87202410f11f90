--- A small board of tic-tac-toe.
local palette = require "look.palette"
local colours = require "show.colours"

local board = {}

local ROWS = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}}
local CELL = 14.5 -- in units
local MARK = 4 -- from the middle of a mark to its edge

--- The cell in which one board differs from the one before; nil for none.
function board.difference(cells, before)
  for cell = 1, 9 do
    if before and cells:sub(cell, cell) ~= before:sub(cell, cell) then return cell end
  end
end

--- The row of three that has won, as an array of cells; nil for none.
function board.row_of_three(cells)
  for _, row in ipairs(ROWS) do
    local mark = cells:sub(row[1], row[1])
    if mark ~= "." and mark == cells:sub(row[2], row[2]) and mark == cells:sub(row[3], row[3]) then return row end
  end
end

-- Where the middle of a cell is.
local function middle(x, y, unit, cell)
  return x + ((cell - 1) % 3 - 1) * CELL * unit, y + (math.floor((cell - 1) / 3) - 1) * CELL * unit
end

local function draw_mark(mark, x, y, size)
  if mark == "O" then return love.graphics.circle("line", x, y, size, 24) end
  love.graphics.line(x - size, y - size, x + size, y + size)
  love.graphics.line(x - size, y + size, x + size, y - size)
end

--- Draws it.
-- @tparam string cells nine letters
-- @tparam ?string before those of the board before, to stress what is new
-- @tparam table sides {X = its colours, O = its colours}
-- @tparam number alpha how visible it is
function board.draw(cells, before, sides, x, y, unit, alpha)
  local new, won = board.difference(cells, before), board.row_of_three(cells)
  love.graphics.setLineWidth(math.max(1, unit * 0.8))
  love.graphics.setColor(palette.fade(palette.paper, 0.16 * alpha))
  for i = -1, 1, 2 do
    local at, far = i * CELL * unit / 2, CELL * unit * 1.45
    love.graphics.line(x + at, y - far, x + at, y + far)
    love.graphics.line(x - far, y + at, x + far, y + at)
  end
  for cell = 1, 9 do
    local mark = cells:sub(cell, cell)
    if mark ~= "." then
      local side = sides[mark]
      love.graphics.setColor(palette.fade(cell == new and side.light or side.base, (cell == new and 1 or 0.62) * alpha))
      love.graphics.setLineWidth(unit * (cell == new and 2.8 or 2))
      local at_x, at_y = middle(x, y, unit, cell)
      draw_mark(mark, at_x, at_y, MARK * unit)
    end
  end
  if won then
    local from_x, from_y = middle(x, y, unit, won[1])
    local to_x, to_y = middle(x, y, unit, won[3])
    love.graphics.setColor(palette.fade(colours.value, 0.85 * alpha))
    love.graphics.setLineWidth(unit * 2)
    love.graphics.line(from_x, from_y, to_x, to_y)
  end
end

return board
