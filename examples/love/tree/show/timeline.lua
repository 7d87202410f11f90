--- All steps of a walk, as a row of marks on which one can point: the deeper in the tree, the lower the mark.
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"
local colours = require "show.colours"

local timeline = {}
timeline.__index = timeline

--- A timeline for the walk that a tour is on; it has no place yet.
function timeline.new(tour)
  return setmetatable({tour = tour}, timeline)
end

--- Gives it a place in the window; `unit` is the size of a small letter there.
function timeline:place(x, y, width, unit)
  self.counter = unit * 4.5
  self.x, self.y, self.width, self.unit = x, y, width - self.counter, unit
  self.height = unit * 2.2
end

--- The frame that a place in the window points at; nil where that is not on it.
function timeline:frame_at(x, y)
  if y < self.y or y > self.y + self.height or x < self.x or x > self.x + self.width then return nil end
  return math.floor((x - self.x) / self.width * (self.tour:last() + 1))
end

local function colour_of(frame)
  if frame.kind == "cut" then return colours.cut end
  if frame.kind == "end" then return colours.chosen end
  if frame.kind == "start" then return palette.muted end
  return colours[frame.node.kind] and colours[frame.node.kind].light or palette.paper
end

-- How deep the tree goes, in plies.
local function depth_of(walk)
  local depth = 1
  for _, node in ipairs(walk.nodes) do depth = math.max(depth, node.ply) end
  return depth
end

--- Draws it.
function timeline:draw()
  local tour, last = self.tour, self.tour:last()
  local step, depth = self.width / (last + 1), depth_of(tour.walk)
  for i = 0, last do
    local frame = tour.walk.frames[i]
    local x = self.x + (i + 0.5) * step
    local y = self.y + self.height * (0.15 + 0.7 * frame.node.ply / depth)
    local is_here, is_past = i == tour.position, i <= tour.position
    local radius = math.min(step * 0.3, self.unit * (is_here and 0.42 or 0.22))
    love.graphics.setColor(palette.fade(colour_of(frame), is_past and 1 or 0.3))
    paint.disc(x, y, radius)
    if is_here then
      love.graphics.setColor(palette.paper)
      love.graphics.setLineWidth(self.unit * 0.12)
      love.graphics.circle("line", x, y, radius + self.unit * 0.22, 24)
    end
  end
  text.draw(("%d / %d"):format(tour.position, last), self.unit * 0.95, self.x + self.width + self.counter,
    self.y + self.height / 2, palette.muted, "left")
end

return timeline
