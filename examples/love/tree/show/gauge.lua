--- The window as a stretch of the line of numbers: what is worth less than alpha or more than beta cannot matter.
local palette = require "look.palette"
local text = require "look.text"
local colours = require "show.colours"
local number = require "show.number"
local walk = require "show.walk"

local gauge = {}
gauge.__index = gauge

local EASE = 8 -- how fast its ends move, per second
local MARGIN = 0.14 -- at both ends of the line, for infinity, as a share of it

--- A gauge for the walk that a tour is on; it has no place yet.
function gauge.new(tour)
  return setmetatable({tour = tour, low = 0, high = 1}, gauge)
end

--- Gives it a place in the window; `unit` is the size of a small letter there.
function gauge:place(x, y, width, unit)
  self.x, self.y, self.width, self.unit = x, y, width, unit
end

-- The least and the greatest value of the tree.
local function range_of(self)
  local low, high = math.huge, -math.huge
  for _, node in ipairs(self.tour.walk.nodes) do
    if node.kind == "leaf" then low, high = math.min(low, node.value), math.max(high, node.value) end
  end
  return low, high
end

-- Where a number lies on the line, from 0 to 1.
local function share_of(self, value)
  local low, high = range_of(self)
  if value == math.huge then return 1 elseif value == -math.huge then return 0 end
  return MARGIN + (1 - 2 * MARGIN) * (value - low) / math.max(high - low, 1e-9)
end

-- The window where we are: before the first step it is as wide as can be.
local function window(self)
  local frame = self.tour:landed()
  local state = walk.state(frame, frame.node)
  return state.alpha or -math.huge, state.beta or math.huge
end

--- Lets time pass: its ends go where alpha and beta are.
function gauge:update(seconds)
  local alpha, beta = window(self)
  local share = 1 - math.exp(-EASE * seconds)
  self.low = self.low + (share_of(self, alpha) - self.low) * share
  self.high = self.high + (share_of(self, beta) - self.high) * share
end

-- An end of the window: a mark on the line, with its name and number.
local function draw_end(self, share, name, value, colour, side)
  local x, unit = self.x + share * self.width, self.unit
  local y = self.y + unit * 2.6
  love.graphics.setColor(colour)
  love.graphics.rectangle("fill", x - unit * 0.14, y - unit * 0.75, unit * 0.28, unit * 1.5, unit * 0.14)
  local edge = side == "left" and self.x + self.width or self.x
  text.draw(("%s %s"):format(name, number(value)), unit * 1.15, edge, self.y + unit * 0.7, colour, side)
end

--- Draws it.
function gauge:draw()
  local unit, alpha, beta = self.unit, window(self)
  local y, height = self.y + unit * 2.6, unit * 0.7
  local is_closed = alpha >= beta
  love.graphics.setColor(palette.card)
  love.graphics.rectangle("fill", self.x, y - height / 2, self.width, height, height / 2)
  love.graphics.setColor(palette.line)
  love.graphics.rectangle("line", self.x, y - height / 2, self.width, height, height / 2)
  local from, to = math.min(self.low, self.high), math.max(self.low, self.high)
  love.graphics.setColor(palette.fade(is_closed and colours.cut or palette.paper, is_closed and 0.8 or 0.3))
  love.graphics.rectangle("fill", self.x + from * self.width, y - height / 2, (to - from) * self.width, height)
  draw_end(self, self.low, "alpha", alpha, colours.max.light)
  draw_end(self, self.high, "beta", beta, colours.min.base, "left")
  if self.tour:frame().kind == "end" then return end
  local words = is_closed and "nothing else can matter" or "what can still matter"
  text.draw(words, unit * 0.9, self.x + self.width / 2, self.y + unit * 4.5, is_closed and colours.cut or palette.muted,
    "centre")
end

return gauge
