--- Pictures of the board and its stones.
local paint = require "look.paint"
local palette = require "look.palette"

local art = {}

local ROUND = paint.ROUND
local fill, circle, rounded = paint.fill, paint.circle, paint.rounded

--- The front of the board: a frame with a hole for each cell, `margin` from one to the next column of holes. All in
-- units of the screen.
function art.board(columns, rows, cell, margin, radius)
  local width, height = columns * cell + 2 * margin, rows * cell + 2 * margin
  return paint.picture(width, height, function(graphics)
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

return art
