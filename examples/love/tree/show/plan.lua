--- Where everything is in the window: nodes, the windows beside them, branches.
--
-- Sizes are in units, which become as many pixels as the window has room for. Pills, with numbers on them, have units
-- of their own, which are never too small to be read.
local layout = require "show.layout"

local plan = {}
plan.__index = plan

-- `inner` and `leaf` are half of the room in width that a node needs; `level` is from one level to the next at least;
-- `above` and `below` is the room above the middle of the root and below that of the deepest leaves. `reach` is where
-- the branch to a node ends and where those from it begin, above and below its middle; `window` where alpha is, to the
-- left of the middle, and beta, to the right. `pills` is what is to be added to that, in units of the pills.
local TRIANGLES = {
  inner = 47, leaf = 18, level = 76, above = 26, below = 22,
  reach = {max = {top = 17.5, foot = 21.5}, min = {top = 21.5, foot = 17.5}, leaf = {top = 16, foot = 16}},
  window = {max = {x = 14.5, y = -10}, min = {x = 14.5, y = 10}}, pills = {x = 16.5, y = 0, foot = 0},
}
local BOARD = {top = 24, foot = 24}
local BOARDS = {
  inner = 32, leaf = 27, level = 92, above = 28, below = 47,
  reach = {max = BOARD, min = BOARD, leaf = BOARD},
  window = {max = {x = 0, y = 24}, min = {x = 0, y = 24}}, pills = {x = 16.5, y = 11, foot = 21},
}

-- Pixels in a unit: at most, of the pills at least, and where there is room for more than what matters now.
local LARGEST, READABLE, ROOMY = 2.1, 0.75, 0.7

-- How many times further apart things may be than they need, in a large window.
local STRETCH = 2.2

--- Fits the tree of a walk into a part of the window.
-- @tparam walk walk
-- @tparam number x its left edge, in pixels
-- @tparam number y its upper edge
-- @tparam number width
-- @tparam number height
-- @treturn plan its fields: `unit` and `pill_unit`, in pixels; `has_boards`, where nodes are boards; `is_roomy`, where
--   there is room for more than what matters now
function plan.new(walk, x, y, width, height)
  local sizes = walk.subject.is_board and BOARDS or TRIANGLES
  local places, extent, levels = layout.of(walk.root, sizes)
  local ends, steps = sizes.above + sizes.below, levels - 1
  local unit = math.min(width / extent, height / (steps * sizes.level + ends), LARGEST)
  local across = math.min(width / extent, unit * STRETCH)
  local down = math.min((height / unit - ends) / steps, sizes.level * STRETCH) * unit
  local top = y + (height - steps * down - ends * unit) / 2 + sizes.above * unit
  local self = setmetatable({
    walk = walk, sizes = sizes, unit = unit, pill_unit = math.max(unit, READABLE), places = {},
    has_boards = sizes == BOARDS, is_roomy = unit > ROOMY,
  }, plan)
  for node, place in pairs(places) do
    self.places[node] = {x = x + width / 2 + (place.x - extent / 2) * across, y = top + place.level * down}
  end
  return self
end

--- The middle of a node.
function plan:middle(node)
  return self.places[node].x, self.places[node].y
end

--- Where alpha and beta stand beside a node: two places at one height.
function plan:window(node)
  local place, offset, pills = self.places[node], self.sizes.window[node.kind], self.sizes.pills
  local away = offset.x * self.unit + pills.x * self.pill_unit
  return place.x - away, place.x + away, place.y + offset.y * self.unit + pills.y * self.pill_unit
end

--- The height at which a node's value is shown: inside it, but below a board.
function plan:value_height(node)
  local y = self.places[node].y
  return self.has_boards and y + BOARD.foot * self.unit + BOARDS.pills.y * self.pill_unit or y
end

--- The height at which a node ends, and that at which its branches begin.
function plan:foot(node)
  local bottom = self.places[node].y + self.sizes.reach[node.kind].foot * self.unit
  return bottom, bottom + self.sizes.pills.foot * self.pill_unit
end

--- The two ends of the branch to a node.
function plan:branch(node)
  local parent = self.walk.parents[node]
  local from, to = self.places[parent], self.places[node]
  local _, start = self:foot(parent)
  return from.x, start, to.x, to.y - self.sizes.reach[node.kind].top * self.unit
end

return plan
