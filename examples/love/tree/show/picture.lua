--- The tree on the screen, as it is at this moment of a tour.
local branches = require "show.branches"
local nodes = require "show.nodes"
local plan = require "show.plan"
local traveller = require "show.traveller"
local walk = require "show.walk"

local picture = {}
picture.__index = picture

--- A picture of the walk that a tour is on; it has no place yet.
function picture.new(tour)
  return setmetatable({tour = tour, time = 0}, picture)
end

--- Gives it a part of the window.
function picture:place(x, y, width, height)
  self.x, self.y, self.width, self.height = x, y, width, height
  self.walk = nil
end

--- Where things are: a plan of the walk that the tour is on now.
function picture:plan()
  if self.walk ~= self.tour.walk then
    self.walk = self.tour.walk
    self.current_plan = plan.new(self.walk, self.x, self.y, self.width, self.height)
    self.nodes = nodes.new(self, self.current_plan)
  end
  return self.current_plan
end

--- Lets time pass.
function picture:update(seconds)
  self.time = self.time + seconds
end

--- The brightness of a light that beats, from 0.5 to 1.
function picture:pulse()
  return 0.75 + 0.25 * math.sin(self.time * 4)
end

--- How far the number of this step has travelled, gently begun and ended, and how far its arrival is seen: from 0 to 1.
function picture:phases()
  local travel, arrival = self.tour:phases()
  return travel * travel * (3 - 2 * travel), arrival
end

--- What is seen of a node: what a number changes, it changes when it arrives.
function picture:state(node)
  local frame = self.tour:frame()
  local is_changed_at_once = frame.kind == "cut" or frame.kind == "end" or node == frame.child
  return walk.state(is_changed_at_once and frame or self.tour:landed(), node)
end

--- Draws it.
function picture:draw()
  local where = self:plan()
  branches.draw(self, where)
  for _, node in ipairs(self.walk.nodes) do self.nodes:draw(node) end
  branches.draw_crosses(self, where)
  traveller.draw(self, where)
end

return picture
