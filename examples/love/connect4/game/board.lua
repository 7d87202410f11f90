--- The board on the screen: where it lies, and how it is drawn.
local art = require "game.art"
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"

local board = {}
board.__index = board

local COLUMNS, ROWS = 7, 6
local MARGIN = 0.22 -- the frame around the cells, in cells
local RADIUS = 0.41 -- of a hole, in cells
local STONE = 0.45 -- of a stone
local HAND = ROWS + 1.25 -- the row, so to speak, in which a stone is held
local HAND_ROOM = 1.3 -- above the board
local LOST = 0.38 -- how bright stones are that have not won, when others have
local LONGEST_LINE = 8 -- ghosts that are shown

--- A board that has no place yet.
function board.new()
  return setmetatable({time = 0}, board)
end

--- Fits it into a part of the window; above it stays room for the stone that is to be dropped.
function board:place(x, y, width, height)
  local cell = math.floor(math.min(width / (COLUMNS + 2 * MARGIN), height / (ROWS + HAND_ROOM + 2 * MARGIN)))
  self.x = math.floor(x + (width - COLUMNS * cell) / 2)
  self.y = math.floor(y + (height - (ROWS + HAND_ROOM) * cell) / 2 + HAND_ROOM * cell)
  if cell == self.cell then return end
  self.cell = cell
  local margin, blur = MARGIN * cell, 0.45 * cell
  self.front = art.board(COLUMNS, ROWS, cell, margin, RADIUS * cell)
  self.blur = blur
  self.shadow = paint.shadow(COLUMNS * cell + 2 * margin, ROWS * cell + 2 * margin, 0.36 * cell, blur)
  self.stones = {paint.stone(2 * STONE * cell, palette[1]), paint.stone(2 * STONE * cell, palette[2])}
end

--- The column under a place in the window, or nil.
function board:column_at(x, y)
  if y < self.y - 1.3 * self.cell or y > self.y + (ROWS + MARGIN) * self.cell then return nil end
  local column = math.floor((x - self.x) / self.cell) + 1
  return column >= 1 and column <= COLUMNS and column or nil
end

--- Where the middle of a cell is in the window; the lowest row is 1.
function board:middle(column, row)
  return self.x + (column - 0.5) * self.cell, self.y + (ROWS - row + 0.5) * self.cell
end

local function show_stone(self, column, row, player, alpha)
  local x, y = self:middle(column, row)
  paint.show(self.stones[player], x - STONE * self.cell, y - STONE * self.cell, alpha)
end

-- A hole with something in it.
local function fill_hole(self, mode, column, row, colour, size, width)
  local x, y = self:middle(column, row)
  love.graphics.setColor(colour)
  love.graphics.setLineWidth(width or 1)
  love.graphics.circle(mode, x, y, (size or RADIUS) * self.cell, 64)
end

-- A light behind the column that the pointer is over, and the stone that would be dropped there.
local function show_aim(self, aim)
  local x = self.x + (aim.column - 1) * self.cell
  love.graphics.setColor(palette.fade(palette[aim.player].light, 0.13))
  love.graphics.rectangle("fill", x, self.y, self.cell, ROWS * self.cell)
end

-- The line that the opponent expects: small stones, numbered in the order in which they would fall.
local function show_ghosts(self, places)
  for i = 1, math.min(#places, LONGEST_LINE) do
    local place = places[i]
    local colours = palette[place.player]
    local alpha = 1 - 0.75 * (i - 1) / LONGEST_LINE
    fill_hole(self, "fill", place.column, place.row, palette.fade(colours.base, 0.30 * alpha), 0.24)
    fill_hole(self, "line", place.column, place.row, palette.fade(colours.light, 0.9 * alpha), 0.24, self.cell / 45)
    local x, y = self:middle(place.column, place.row)
    text.draw(tostring(i), self.cell * 0.21, x, y, palette.fade(palette.paper, alpha), "centre")
  end
end

local function show_hint(self, column, row)
  local pulse = 0.5 + 0.5 * math.sin(self.time * 5)
  fill_hole(self, "line", column, row, palette.fade(palette.mint, 0.55 + 0.45 * pulse), RADIUS - 0.02 - 0.04 * pulse,
    self.cell * 0.06)
  local x, y = self:middle(column, ROWS + 1)
  local size = self.cell * 0.15
  y = y + self.cell * (0.05 + 0.06 * pulse)
  love.graphics.setColor(palette.mint)
  love.graphics.polygon("fill", x - size, y - size, x + size, y - size, x, y + size * 0.7)
end

-- The stones that have won shine.
local function show_win(self, cells)
  local pulse = 0.5 + 0.5 * math.sin(self.time * 4)
  for _, cell in ipairs(cells) do
    fill_hole(self, "line", cell.column, cell.row, palette.fade(palette.paper, 0.10 + 0.16 * pulse), RADIUS + 0.035,
      self.cell * 0.09)
    fill_hole(self, "line", cell.column, cell.row, palette.paper, RADIUS - 0.01, self.cell * 0.045)
  end
end

-- The others step back.
local function brightness(stone, won)
  if not won then return 1 end
  for _, cell in ipairs(won) do
    if cell.column == stone.column and cell.row == stone.row then return 1 end
  end
  return LOST
end

--- Lets time pass.
function board:update(seconds)
  self.time = self.time + seconds
end

--- Draws it.
-- @tparam stones stones
-- @tparam table marks what to point at, each if there is any: `aim` {column, row, player}, where the person would drop
--   a stone; `ghosts`, a list of {column, row, player}; `hint` {column, row}; `won`, a list of {column, row}
function board:draw(stones, marks)
  local cell, margin = self.cell, MARGIN * self.cell
  local aim = marks.aim
  paint.show(self.shadow, self.x - margin - self.blur, self.y - margin - self.blur + 0.16 * cell)
  love.graphics.setColor(palette.pit)
  love.graphics.rectangle("fill", self.x, self.y, COLUMNS * cell, ROWS * cell)
  if aim then
    show_aim(self, aim)
    show_stone(self, aim.column, aim.row, aim.player, 0.28)
    show_stone(self, aim.column, HAND, aim.player, 0.92)
  end
  -- A stone is let go above the board, but what leaves through its floor is not seen under it.
  local bottom = self.y + ROWS * cell
  love.graphics.setScissor(self.x - margin, 0, COLUMNS * cell + 2 * margin, bottom)
  stones:each(function(stone)
    show_stone(self, stone.column, stone.height + 0.5, stone.player, brightness(stone, marks.won))
  end)
  love.graphics.setScissor()
  paint.show(self.front, self.x - margin, self.y - margin)
  if marks.won then show_win(self, marks.won) end
  if marks.ghosts then show_ghosts(self, marks.ghosts) end
  if marks.hint then show_hint(self, marks.hint.column, marks.hint.row) end
end

return board
