--- The numbers on their way through the tree: alpha and beta down, a value up.
local colours = require "show.colours"
local number = require "show.number"
local pill = require "show.pill"
local walk = require "show.walk"

local traveller = {}

local function between(a, b, share)
  return a + (b - a) * share
end

-- Where alpha and beta go: beside a node, or into a leaf, where they vanish.
local function target(plan, node)
  if node.children[1] then return plan:window(node) end
  local x, y = plan:middle(node)
  return x - 10 * plan.unit, x + 10 * plan.unit, y
end

-- Alpha and beta on their way down to the node of a frame; at the root they come out of nothing.
local function draw_descent(tour, plan, frame, travel)
  local node, parent, unit = frame.node, tour.walk.parents[frame.node], plan.pill_unit
  local state, left, right, y = walk.state(frame, node), target(plan, node)
  local from_left, from_right, from_y = left, right, y - 30 * plan.unit
  if parent then from_left, from_right, from_y = plan:window(parent) end
  local traits = {alpha = not parent and travel or not node.children[1] and 1 - travel ^ 4 or 1}
  y = between(from_y, y, travel)
  pill.draw(number(state.first_alpha), between(from_left, left, travel), y, unit, colours.max.light, traits)
  pill.draw(number(state.first_beta), between(from_right, right, travel), y, unit, colours.min.base, traits)
end

-- A value on its way up to the node of a frame: it becomes alpha or beta, or it is of no use and vanishes.
local function draw_ascent(plan, frame, travel)
  local node, child = frame.node, frame.child
  local state = walk.state(frame, child)
  local from_x, from_y = plan:middle(child), plan:value_height(child)
  local x, y = plan:middle(node)
  local traits = {alpha = 1 - travel ^ 6, scale = 1.15}
  if frame.bound then
    local left, right, height = plan:window(node)
    x, y, traits.alpha = node.kind == "max" and left or right, height, 1
  end
  pill.draw(number(state.value, state.bound), between(from_x, x, travel), between(from_y, y, travel), plan.pill_unit,
    colours.value, traits)
end

--- Draws what is on its way in this moment.
-- @tparam picture picture
-- @tparam plan plan where things are
function traveller.draw(picture, plan)
  local tour, frame, travel = picture.tour, picture.tour:frame(), picture:phases()
  if tour:landed() == frame then return end
  if frame.kind == "down" or frame.kind == "leaf" then
    draw_descent(tour, plan, frame, travel)
  elseif frame.kind == "up" then
    draw_ascent(plan, frame, travel)
  end
end

return traveller
