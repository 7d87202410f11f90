--- A number on a strip with round ends: alpha, beta, or a value.
local palette = require "look.palette"
local text = require "look.text"

local pill = {}

local HEIGHT, SIZE, MARGIN = 16, 11.5, 5 -- in units

-- A strip around a place. Lines have smooth edges on every machine, and fillings have not.
local function strip(mode, x, y, width, height)
  love.graphics.rectangle(mode, x - width / 2, y - height / 2, width, height, height / 2, height / 2, 24)
end

--- Draws one, its middle at a place.
-- @tparam string words
-- @tparam number x
-- @tparam number y
-- @tparam number unit
-- @tparam table colour
-- @tparam[opt] table traits `scale`, how much larger than usual it is; `alpha`, how visible; `is_quiet`, when it is not
--   of interest now; `ring`, the colour of a ring around it
function pill.draw(words, x, y, unit, colour, traits)
  unit = unit * (traits and traits.scale or 1)
  local alpha, is_quiet = traits and traits.alpha or 1, traits and traits.is_quiet
  local size, height = SIZE * unit, HEIGHT * unit
  local width = math.max(text.width(words, size) + 2 * MARGIN * unit, height * 1.35)
  love.graphics.setColor(palette.fade(is_quiet and palette.mix(palette.ink, colour, 0.2) or colour, alpha))
  love.graphics.setLineWidth(1)
  strip("fill", x, y, width, height)
  strip("line", x, y, width, height)
  if traits and traits.ring then
    love.graphics.setColor(traits.ring)
    love.graphics.setLineWidth(2 * unit)
    strip("line", x, y, width + 5 * unit, height + 5 * unit)
  end
  local ink = is_quiet and palette.mix(palette.ink, colour, 0.75) or palette.ink
  text.draw(words, size, x, y, palette.fade(ink, alpha), "centre")
end

return pill
