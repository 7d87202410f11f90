-- The positions of a tree's nodes: each above the middle of its children, and subtrees as close together as possible
-- without coming too near on any level (Reingold and Tilford 1981).

local max = math.max

-- Places a subtree with the outline `right` beside the trees to the left of it, which reach as far as `taken` on each
-- level. Returns how far it must move to the right.
local function distance(taken, outline, gap)
  local least = 0
  for level, left in ipairs(outline.left) do
    if not taken[level] then break end
    least = max(least, taken[level] + gap - left)
  end
  return least
end

-- Lays out a subtree. Sets the `offset` of all nodes below its root, to the right of the node above. Returns how far it
-- goes to the left and to the right of its root, level by level.
local function arrange(node, reach_of, gap)
  local outline = {left = {}, right = {}}
  for i, child in ipairs(node.children) do
    local below = arrange(child, reach_of, gap)
    child.offset = i > 1 and distance(outline.right, below, gap) or 0
    for level, right in ipairs(below.right) do
      outline.left[level] = outline.left[level] or below.left[level] + child.offset
      outline.right[level] = right + child.offset
    end
  end
  local count = #node.children
  local middle = count > 0 and (node.children[1].offset + node.children[count].offset) / 2 or 0
  for _, child in ipairs(node.children) do child.offset = child.offset - middle end
  for level in ipairs(outline.left) do
    outline.left[level] = outline.left[level] - middle
    outline.right[level] = outline.right[level] - middle
  end
  local left, right = reach_of(node)
  table.insert(outline.left, 1, -left)
  table.insert(outline.right, 1, right)
  return outline
end

local function place(node, x, level)
  node.x, node.level = x, level
  for _, child in ipairs(node.children) do place(child, x + child.offset, level + 1) end
end

-- Sets `x` and `level` of all nodes of a tree. Its left edge and the level of its root are 0. `reach_of(node)` returns
-- how far a node reaches to the left and to the right of its middle. `gap` is the space between two nodes. Returns the
-- width of the tree and the number of its levels.
return function(root, reach_of, gap)
  local outline = arrange(root, reach_of, gap)
  local left, right = 0, 0
  for level in ipairs(outline.left) do
    left, right = max(left, -outline.left[level]), max(right, outline.right[level])
  end
  place(root, left, 0)
  return left + right, #outline.left
end
