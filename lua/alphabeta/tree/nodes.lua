-- The nodes of a recorded tree. A recorder keeps `nodes` of them: if there are more, it leaves out the deepest levels.

local ipairs, pairs = ipairs, pairs

local nodes = {}

function nodes.new(ply, index)
  return {ply = ply, index = index, children = {}, seen = {}, more = 0, more_pruned = 0, searches = 1}
end

-- How many nodes a subtree has, drawn or not: searched ones, and pruned ones.
local function count(node)
  local searched, pruned = node.more, node.more_pruned
  if node.is_pruned then pruned = pruned + 1 else searched = searched + 1 end
  for _, child in ipairs(node.children) do
    local below, pruned_below = count(child)
    searched, pruned = searched + below, pruned + pruned_below
  end
  return searched, pruned
end

-- Removes the nodes below a node from the count of kept nodes.
function nodes.forget(self, node)
  for _, child in ipairs(node.children) do
    nodes.forget(self, child)
    self.kept = self.kept - 1
  end
end

-- Removes a level of the tree below a node, and everything below that.
local function cut_level(self, node, ply)
  if node.ply + 1 < ply then
    for _, child in ipairs(node.children) do cut_level(self, child, ply) end
    return
  end
  nodes.forget(self, node)
  for _, child in ipairs(node.children) do
    local searched, pruned = count(child)
    node.more, node.more_pruned = node.more + searched, node.more_pruned + pruned
    node.is_rest_unknown = node.is_rest_unknown or child.is_rest_unknown
  end
  for move in pairs(node.unplaced or {}) do node.unplaced[move] = {owner = node} end
  node.children, node.by_index = {}, nil
end

-- The deepest level that is kept, in plies.
local function deepest(node)
  local most = node.ply
  for _, child in ipairs(node.children) do
    local below = deepest(child)
    if below > most then most = below end
  end
  return most
end

-- Makes room for a node at a ply, by leaving out the deepest levels. Returns whether there is any.
function nodes.make_room(self, ply)
  while self.kept >= self.nodes and ply <= self.depth do
    local level = deepest(self.tree)
    if level < ply then self.depth = ply - 1 end
    if level < ply or level <= 1 then return false end
    cut_level(self, self.tree, level)
    self.depth = level - 1
  end
  return ply <= self.depth
end

-- Adds a child to a node that is kept.
function nodes.add(self, parent, node)
  parent.children[#parent.children + 1] = node
  parent.by_index = parent.by_index or {}
  if node.index then parent.by_index[node.index] = node end
  self.kept = self.kept + 1
  return node
end

return nodes
