--- The branches of the tree, the crosses on those that were cut off, and the line of play that is expected.
local palette = require "look.palette"
local colours = require "show.colours"
local walk = require "show.walk"

local branches = {}

-- A part of a line, from its beginning to a share of it.
local function draw_part(from_x, from_y, to_x, to_y, share)
  love.graphics.line(from_x, from_y, from_x + (to_x - from_x) * share, from_y + (to_y - from_y) * share)
end

local function draw_dashes(from_x, from_y, to_x, to_y, dash)
  local length = math.sqrt((to_x - from_x) ^ 2 + (to_y - from_y) ^ 2)
  for at = 0, length, 2 * dash do
    local a, b = at / length, math.min(1, (at + dash) / length)
    love.graphics.line(from_x + (to_x - from_x) * a, from_y + (to_y - from_y) * a, from_x + (to_x - from_x) * b,
      from_y + (to_y - from_y) * b)
  end
end

-- Takes the colour and the width of a branch to a node in this state.
local function take_pen(state, unit)
  local colour, width = palette.fade(palette.faint, 0.55), 1.2
  if state.is_open then
    colour, width = palette.paper, 2.4
  elseif state.value then
    colour, width = palette.fade(palette.muted, 0.75), 1.6
  end
  love.graphics.setColor(colour)
  love.graphics.setLineWidth(math.max(1, width * unit))
end

local function draw_branch(plan, node, state)
  take_pen(state, plan.unit)
  local from_x, from_y, to_x, to_y = plan:branch(node)
  if state.is_pruned then
    draw_dashes(from_x, from_y, to_x, to_y, 4 * plan.unit)
  else
    love.graphics.line(from_x, from_y, to_x, to_y)
  end
end

-- The branches of a board begin below its window: a stem leads there.
local function draw_stem(plan, node, state)
  local x = plan:middle(node)
  local from_y, to_y = plan:foot(node)
  take_pen(state, plan.unit)
  love.graphics.line(x, from_y, x, to_y)
end

-- The line of play that is expected: it grows from the root down, at the end of the walk.
local function draw_chosen(picture, plan)
  local frame, chosen = picture.tour:frame(), {}
  for _, node in ipairs(picture.tour.walk.nodes) do
    if walk.state(frame, node).is_chosen then chosen[#chosen + 1] = node end
  end
  local reach = picture.tour.progress * (#chosen - 1)
  love.graphics.setColor(colours.chosen)
  love.graphics.setLineWidth(4 * plan.unit)
  for i = 2, #chosen do
    local share = math.max(0, math.min(1, reach - (i - 2)))
    local from_x, from_y, to_x, to_y = plan:branch(chosen[i])
    if share > 0 then draw_part(from_x, from_y, to_x, to_y, share) end
  end
end

-- A cross of which a share is drawn: one stroke after the other.
local function draw_cross(x, y, size, share)
  local first, second = math.min(1, share * 2), math.max(0, share * 2 - 1)
  draw_part(x - size, y - size, x + size, y + size, first)
  if second > 0 then draw_part(x + size, y - size, x - size, y + size, second) end
end

--- Draws the branches.
-- @tparam picture picture
-- @tparam plan plan where things are
function branches.draw(picture, plan)
  for _, node in ipairs(picture.tour.walk.nodes) do
    local state = picture:state(node)
    if node.ply > 0 then draw_branch(plan, node, state) end
    if plan.has_boards and node.children[1] then draw_stem(plan, node, state) end
  end
  draw_chosen(picture, plan)
end

--- Draws a cross on each branch that was cut off; those of a cut-off that happens now grow.
function branches.draw_crosses(picture, plan)
  local frame, travel = picture.tour:frame(), picture:phases()
  love.graphics.setColor(colours.cut)
  love.graphics.setLineWidth(3 * plan.unit)
  for _, node in ipairs(picture.tour.walk.nodes) do
    local parent = picture.tour.walk.parents[node]
    if parent and picture:state(node).is_pruned and not picture:state(parent).is_pruned then
      local from_x, from_y, to_x, to_y = plan:branch(node)
      local is_new = frame.kind == "cut" and frame.node == parent
      draw_cross((from_x + to_x) / 2, (from_y + to_y) / 2, 7 * plan.unit, is_new and travel or 1)
    end
  end
end

return branches
