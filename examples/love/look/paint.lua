--- Pictures, painted once for a size and then only shown: twice as large as they are shown, so that their edges are
-- smooth on every machine.
local palette = require "look.palette"

local paint = {}

local OVERSAMPLING = 2

-- In browsers, the usual canvas may have 4 bits a channel, which show as bands where colours change slowly.
local function format_of(graphics)
  local formats = graphics.getCanvasFormats()
  return not formats.rgba8 and formats.rgba16f and "rgba16f" or "normal"
end

--- How many corners a circle has.
paint.ROUND = 96

--- A picture of so many units of the screen, painted by a function, which gets `love.graphics`.
function paint.picture(width, height, draw)
  local graphics = love.graphics
  local scale = OVERSAMPLING * graphics.getDPIScale()
  local limits = graphics.getSystemLimits()
  scale = math.min(scale, limits.texturesize / math.max(width, height))
  local canvas = graphics.newCanvas(math.ceil(width * scale), math.ceil(height * scale), {
    dpiscale = 1, msaa = math.min(4, limits.canvasmsaa), format = format_of(graphics),
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
function paint.show(picture, x, y, alpha)
  alpha = alpha or 1
  love.graphics.setBlendMode("alpha", "premultiplied")
  love.graphics.setColor(alpha, alpha, alpha, alpha)
  love.graphics.draw(picture.canvas, x, y, 0, picture.scale)
  love.graphics.setBlendMode "alpha"
end

--- A convex shape whose colours change from above to below, to be drawn as it is. `outline` is a list of {x, y}.
function paint.shape(outline, above, below)
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

--- A disc with smooth edges, in the colour that is set.
function paint.disc(x, y, radius)
  love.graphics.circle("fill", x, y, radius, 32)
  love.graphics.setLineWidth(1)
  love.graphics.circle("line", x, y, radius, 32)
end

--- Fills a convex outline with a colour that changes from above to below.
function paint.fill(outline, above, below)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(paint.shape(outline, above, below))
end

-- The outline of a circle, or of a part of one.
local function arc(outline, x, y, radius, from, to)
  local steps = math.ceil(paint.ROUND * (to - from) / (2 * math.pi))
  for i = 0, steps do
    local angle = from + (to - from) * i / steps
    outline[#outline + 1] = {x + radius * math.cos(angle), y + radius * math.sin(angle)}
  end
  return outline
end

--- The outline of a circle.
function paint.circle(x, y, radius)
  return arc({}, x, y, radius, 0, 2 * math.pi)
end

--- The outline of a rectangle with round corners.
function paint.rounded(x, y, width, height, radius)
  local right, bottom, quarter = x + width - radius, y + height - radius, math.pi / 2
  local outline = arc({}, right, y + radius, radius, -quarter, 0)
  arc(outline, right, bottom, radius, 0, quarter)
  arc(outline, x + radius, bottom, radius, quarter, 2 * quarter)
  return arc(outline, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
end

--- The outline of a triangle with round corners. Its sides are those of an isosceles one: `half` of its base, and its
-- `height`, which is below 0 for one that points down.
function paint.triangle(x, y, half, height, radius)
  local up = height > 0 and 1 or -1
  local slant = math.atan(math.abs(height) / half) -- the angle at the base
  local inset = radius / math.tan(slant / 2)
  local base, apex = y + height / 2 - up * radius, y - height / 2 + up * radius / math.cos(slant)
  local quarter = math.pi / 2
  local outline = {}
  local function corner(middle_x, middle_y, from, to)
    for _, point in ipairs(arc({}, middle_x, 0, radius, from, to)) do
      outline[#outline + 1] = {point[1], middle_y + up * point[2]}
    end
  end
  corner(x, apex, -quarter - slant, -quarter + slant)
  corner(x + half - inset, base, -quarter + slant, quarter)
  corner(x - half + inset, base, quarter, 3 * quarter - slant)
  return outline
end

--- A stone of so many units across, in the colours `light`, `base` and `dark`.
function paint.stone(size, colours)
  return paint.picture(size, size, function(graphics)
    local middle = size / 2
    local radius = middle - 0.5
    graphics.setColor(colours.dark)
    graphics.circle("fill", middle, middle, radius, paint.ROUND)
    paint.fill(paint.circle(middle, middle, radius * 0.95), colours.light, colours.base)
    paint.fill(paint.circle(middle, middle, radius * 0.74), colours.dark, colours.light)
    paint.fill(paint.circle(middle, middle, radius * 0.69), palette.mix(colours.base, colours.dark, 0.18), colours.base)
    graphics.setColor(1, 1, 1, 0.16)
    graphics.setLineWidth(radius * 0.06)
    graphics.arc("line", "open", middle, middle, radius * 0.85, -2.5, -1.1, paint.ROUND)
  end)
end

--- A soft shadow of a rounded rectangle, which reaches `blur` beyond it on each side.
function paint.shadow(width, height, corner, blur)
  local steps = 24
  return paint.picture(width + 2 * blur, height + 2 * blur, function(graphics)
    graphics.setColor(palette.fade(palette.shadow, 0.045))
    for i = 0, steps - 1 do
      local inset = 2 * blur * i / steps
      graphics.rectangle("fill", inset, inset, width + 2 * blur - 2 * inset, height + 2 * blur - 2 * inset,
        math.max(corner + blur - inset, 2))
    end
  end)
end

--- The background of a window, to be drawn as it is.
function paint.backdrop(width, height)
  return paint.shape({{0, 0}, {width, 0}, {width, height}, {0, height}}, palette.sky, palette.ink)
end

--- A strip with round ends, or a disc where it is as long as it is high.
function paint.strip(width, height, colour)
  return paint.picture(width, height, function()
    paint.fill(paint.rounded(0, 0, width, height, height / 2), colour, colour)
  end)
end

return paint
