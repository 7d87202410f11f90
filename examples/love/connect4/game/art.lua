--- Pictures, painted once for a size and then only shown: twice as large as they are shown, so that their edges are
-- smooth on every machine.
local palette = require "game.palette"

local art = {}

local OVERSAMPLING = 2
local ROUND = 96 -- corners of a circle

-- A picture of so many units of the screen, painted by a function.
local function paint(width, height, draw)
  local graphics = love.graphics
  local scale = OVERSAMPLING * graphics.getDPIScale()
  local limits = graphics.getSystemLimits()
  scale = math.min(scale, limits.texturesize / math.max(width, height))
  local canvas = graphics.newCanvas(math.ceil(width * scale), math.ceil(height * scale), {
    dpiscale = 1, msaa = math.min(4, limits.canvasmsaa),
  })
  graphics.push "all"
  graphics.reset()
  graphics.setCanvas(canvas)
  graphics.scale(scale)
  draw(graphics)
  graphics.pop()
  return {canvas = canvas, scale = 1 / scale}
end

--- Shows a picture, its upper left corner at a place; `alpha` may make it transparent.
function art.show(picture, x, y, alpha)
  alpha = alpha or 1
  love.graphics.setBlendMode("alpha", "premultiplied")
  love.graphics.setColor(alpha, alpha, alpha, alpha)
  love.graphics.draw(picture.canvas, x, y, 0, picture.scale)
  love.graphics.setBlendMode "alpha"
end

-- A convex shape whose colours change from above to below. `outline` is a list of {x, y}.
local function shape(outline, above, below)
  local top, bottom = math.huge, -math.huge
  for _, point in ipairs(outline) do
    top, bottom = math.min(top, point[2]), math.max(bottom, point[2])
  end
  local vertices = {}
  for i, point in ipairs(outline) do
    local colour = palette.mix(above, below, (point[2] - top) / (bottom - top))
    vertices[i] = {point[1], point[2], 0, 0, unpack(colour)}
  end
  return love.graphics.newMesh(vertices, "fan", "static")
end

local function fill(outline, above, below)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(shape(outline, above, below))
end

-- The outline of a circle, or of a part of one.
local function arc(outline, x, y, radius, from, to)
  local steps = math.ceil(ROUND * (to - from) / (2 * math.pi))
  for i = 0, steps do
    local angle = from + (to - from) * i / steps
    outline[#outline + 1] = {x + radius * math.cos(angle), y + radius * math.sin(angle)}
  end
  return outline
end

local function circle(x, y, radius)
  return arc({}, x, y, radius, 0, 2 * math.pi)
end

local function rounded(x, y, width, height, radius)
  local right, bottom, quarter = x + width - radius, y + height - radius, math.pi / 2
  local outline = arc({}, right, y + radius, radius, -quarter, 0)
  arc(outline, right, bottom, radius, 0, quarter)
  arc(outline, x + radius, bottom, radius, quarter, 2 * quarter)
  return arc(outline, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
end

--- A stone of so many units across.
function art.stone(size, colours)
  return paint(size, size, function(graphics)
    local middle = size / 2
    local radius = middle - 0.5
    graphics.setColor(colours.dark)
    graphics.circle("fill", middle, middle, radius, ROUND)
    fill(circle(middle, middle, radius * 0.95), colours.light, colours.base)
    fill(circle(middle, middle, radius * 0.74), colours.dark, colours.light)
    fill(circle(middle, middle, radius * 0.69), palette.mix(colours.base, colours.dark, 0.18), colours.base)
    graphics.setColor(1, 1, 1, 0.16)
    graphics.setLineWidth(radius * 0.06)
    graphics.arc("line", "open", middle, middle, radius * 0.85, -2.5, -1.1, ROUND)
  end)
end

--- The front of the board: a frame with a hole for each cell, `margin` from one to the next column of holes. All in
-- units of the screen.
function art.board(columns, rows, cell, margin, radius)
  local width, height = columns * cell + 2 * margin, rows * cell + 2 * margin
  return paint(width, height, function(graphics)
    local edge = math.max(1, cell * 0.025)
    local corner = cell * 0.36
    fill(rounded(0, 0, width, height, corner), palette.frame_edge, palette.frame_dark)
    fill(rounded(edge, edge, width - 2 * edge, height - 2 * edge, corner - edge), palette.frame, palette.frame_low)
    for column = 1, columns do
      for row = 1, rows do
        local x, y = margin + (column - 0.5) * cell, margin + (row - 0.5) * cell
        local rim = radius + cell * 0.035
        fill(circle(x, y, rim), palette.frame_dark, palette.mix(palette.frame, palette.frame_edge, 0.7))
        graphics.setBlendMode "replace"
        graphics.setColor(0, 0, 0, 0)
        graphics.circle("fill", x, y, radius, ROUND)
        graphics.setBlendMode "alpha"
        -- The thickness of the board throws a shadow into the hole.
        graphics.setColor(palette.fade(palette.shadow, 0.12))
        graphics.setLineWidth(edge)
        for depth = 0.5, 4.5 do
          local taper = 0.15 + 0.22 * depth
          graphics.arc("line", "open", x, y + depth * edge * 0.5, radius - depth * edge * 0.5, taper - math.pi, -taper,
            ROUND)
        end
      end
    end
  end)
end

--- A soft shadow of a rounded rectangle, which reaches `blur` beyond it on each side.
function art.shadow(width, height, corner, blur)
  local steps = 24
  return paint(width + 2 * blur, height + 2 * blur, function(graphics)
    graphics.setColor(palette.fade(palette.shadow, 0.045))
    for i = 0, steps - 1 do
      local inset = 2 * blur * i / steps
      graphics.rectangle("fill", inset, inset, width + 2 * blur - 2 * inset, height + 2 * blur - 2 * inset,
        math.max(corner + blur - inset, 2))
    end
  end)
end

--- The background of a window, to be drawn as it is.
function art.backdrop(width, height)
  return shape({{0, 0}, {width, 0}, {width, height}, {0, height}}, palette.sky, palette.ink)
end

--- A strip with round ends, or a disc where it is as long as it is high.
function art.strip(width, height, colour)
  return paint(width, height, function()
    fill(rounded(0, 0, width, height, height / 2), colour, colour)
  end)
end

return art
