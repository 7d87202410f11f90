--- Where the nodes of a tree stand: parents above the middle of their children, subtrees as close as they can be.
--
-- This is the way of Reingold and Tilford ("Tidier Drawings of Trees", 1981), with nodes of different widths. A subtree
-- is known by its outline: how far it reaches to the left and to the right of its root, level by level.
--
-- Lengths are in units that the drawing chooses. Nothing overlaps as long as it draws nothing beyond a node's room.
local layout = {}

local GAP = 10 -- between neighbours

-- How far to the right of one outline another has to stand. Both begin at the same level.
local function distance(outline, other)
  local most = 0
  for level = 1, math.min(#outline, #other) do
    most = math.max(most, outline[level].right - other[level].left + GAP)
  end
  return most
end

-- Takes another outline, so far to the right, into one.
local function join(outline, other, shift)
  for level, reach in ipairs(other) do
    local known = outline[level]
    outline[level] = {left = known and known.left or reach.left + shift, right = reach.right + shift}
  end
end

-- Computes how far each node is to the right of its parent. Returns the outline of the subtree; its first level is the
-- root's own.
local function measure(node, sizes, level, places)
  local half = node.children[1] and sizes.inner or sizes.leaf
  local below = {}
  for _, child in ipairs(node.children) do
    local outline = measure(child, sizes, level + 1, places)
    local shift = distance(below, outline)
    places[child].x = shift
    join(below, outline, shift)
  end
  places[node] = {x = 0, level = level, half = half}
  local last = node.children[#node.children]
  local middle = last and places[last].x / 2 or 0
  for _, child in ipairs(node.children) do places[child].x = places[child].x - middle end
  local outline = {{left = -half, right = half}}
  for i, reach in ipairs(below) do outline[i + 1] = {left = reach.left - middle, right = reach.right - middle} end
  return outline
end

-- Turns distances from parents into places.
local function place(node, x, places)
  places[node].x = places[node].x + x
  for _, child in ipairs(node.children) do place(child, places[node].x, places) end
end

--- Places a tree.
-- @tparam table root
-- @tparam table sizes `inner` and `leaf`: half of the room, in width, that a node needs
-- @treturn table {node = {x =, level =, half =}}: the middle of the node, its ply, half of its room
-- @treturn number the width of it all, from 0
-- @treturn int the number of levels
function layout.of(root, sizes)
  local places = {}
  local outline = measure(root, sizes, 0, places)
  local left, right = 0, 0
  for _, reach in ipairs(outline) do
    left, right = math.min(left, reach.left), math.max(right, reach.right)
  end
  place(root, -left, places)
  return places, right - left, #outline
end

return layout
