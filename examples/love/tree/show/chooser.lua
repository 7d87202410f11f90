--- The subjects to choose from: a disc for each, with the key that chooses it.
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"
local colours = require "show.colours"

local chooser = {}
chooser.__index = chooser

--- A chooser for a tour; it has no place yet.
function chooser.new(tour)
  return setmetatable({tour = tour}, chooser)
end

--- Gives it a place in the window, its right end at `right`; `unit` is the size of a small letter there.
function chooser:place(right, y, unit)
  self.right, self.y, self.unit = right, y, unit
end

-- Where the middle of a disc is.
local function middle(self, number)
  return self.right - (#self.tour.subjects - number + 0.5) * self.unit * 2.2
end

--- The subject under a place in the window, or nil.
function chooser:subject_at(x, y)
  for number = 1, #self.tour.subjects do
    local away = math.max(math.abs(x - middle(self, number)), math.abs(y - self.y))
    if away <= self.unit * 1.1 then return number end
  end
end

--- Draws it; the pointer is at a place.
function chooser:draw(pointer_x, pointer_y)
  local unit = self.unit
  for number = 1, #self.tour.subjects do
    local x, is_chosen = middle(self, number), number == self.tour.number
    local is_hovered = self:subject_at(pointer_x, pointer_y) == number
    love.graphics.setColor(is_chosen and colours.chosen or is_hovered and palette.hover or palette.card)
    paint.disc(x, self.y, unit * 0.9)
    text.draw(tostring(number), unit * 0.9, x, self.y, is_chosen and palette.ink or palette.muted, "centre")
  end
end

return chooser
