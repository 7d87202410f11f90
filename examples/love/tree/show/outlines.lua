--- The shapes of nodes: made once for a size, and drawn at any place.
local paint = require "look.paint"
local palette = require "look.palette"
local colours = require "show.colours"

local outlines = {}
outlines.__index = outlines

-- In units. A triangle is drawn around the middle of its height.
local TRIANGLE = {half = 25, height = 43, corner = 4}
local LEAF = {half = 16, corner = 7}
local BOARD = {half = 24, corner = 5}

local function new(points, above, below)
  local flat = {}
  for _, point in ipairs(points) do
    flat[#flat + 1], flat[#flat + 2] = point[1], point[2]
  end
  return setmetatable({mesh = paint.shape(points, above, below), line = flat}, outlines)
end

local function square(size, unit, above, below)
  local half = size.half * unit
  return new(paint.rounded(-half, -half, 2 * half, 2 * half, size.corner * unit), above, below)
end

local function triangle(up, unit, side)
  return new(paint.triangle(0, 0, TRIANGLE.half * unit, up * TRIANGLE.height * unit, TRIANGLE.corner * unit),
    palette.mix(side.base, side.light, 0.3), palette.mix(side.base, side.dark, 0.3))
end

--- All shapes for a size of the unit: `max`, `min`, `leaf` and `board`.
function outlines.all(unit)
  local slate = palette.mix(palette.sky, palette.paper, 0.22)
  return {
    max = triangle(1, unit, colours.max), min = triangle(-1, unit, colours.min),
    leaf = square(LEAF, unit, slate, palette.mix(palette.sky, palette.paper, 0.12)),
    board = square(BOARD, unit, palette.mix(palette.sky, palette.paper, 0.10),
      palette.mix(palette.sky, palette.ink, 0.4)),
  }
end

--- Fills the shape, its middle at a place.
function outlines:fill(x, y, alpha)
  love.graphics.setColor(1, 1, 1, alpha)
  love.graphics.draw(self.mesh, x, y)
end

--- Draws its edge.
function outlines:edge(x, y, colour, width)
  love.graphics.push()
  love.graphics.translate(x, y)
  love.graphics.setColor(colour)
  love.graphics.setLineWidth(width)
  love.graphics.polygon("line", self.line)
  love.graphics.pop()
end

--- Draws a light around it.
function outlines:glow(x, y, colour, width)
  for i = 1, 4 do self:edge(x, y, palette.fade(colour, 0.16), width * i) end
end

return outlines
