-- What a search visited: takes the events of the option `trace` into the tree of a recorder.

local use = require((...):match "^(.*)%..*%." .. ".use")

local is_same, nodes, pruned = use "common.moves".is_same, use "tree.nodes", use "tree.pruned"

local ipairs, max, pcall, type = ipairs, math.max, pcall, type

-- Begins a tree. The one before is complete, unless the root is entered again to be re-searched.
local function start(self, event)
  local root, before = nodes.new(0), event.again and self.tree
  if before then
    root.searches, root.best = before.searches + 1, before.best
  else
    self.complete = self.finished or self.complete
  end
  self.tree, self.finished = root, nil
  self.kept, self.depth, self.path = 1, self.most_depth, {}
  self.is_maxn = event.alpha == nil
  if event.maximizing ~= nil then self.maximizes = event.maximizing end -- nil at a chance node
  local rules = self.explorer and self.explorer.rules
  if rules and rules.player then
    local ok, player = pcall(rules.player, event.state)
    self.me = ok and player or nil
  end
  return root
end

-- The node that an event enters; a table with its `owner` if it is not kept.
local function entered(self, event)
  local ply = event.ply
  if ply == 0 then return start(self, event) end
  if event.again then
    local node = self.left
    if node.owner then return node end
    nodes.forget(self, node)
    node.children, node.by_index, node.seen, node.more, node.more_pruned = {}, nil, {}, 0, 0
    node.is_rest_unknown, node.unplaced = nil, nil
    node.searches = node.searches + 1
    return node
  end
  local parent = self.path[ply]
  local known = not parent.owner and parent.by_index and event.index and parent.by_index[event.index]
  if known then
    self.left = known
    return entered(self, {ply = ply, again = true})
  end
  local owner = parent.owner or parent
  local node
  if not parent.owner and nodes.make_room(self, ply) then
    node = nodes.add(self, parent, nodes.new(ply, event.index))
  else
    owner.more = owner.more + 1
    node = {owner = owner}
  end
  if not parent.owner and event.index then
    parent.seen[event.index] = true
  elseif not (parent.owner or event.pass) then -- `find_move` found it before all were listed
    parent.unplaced = parent.unplaced or {}
    parent.unplaced[event.move] = node
  end
  return node
end

-- The child that a node's value comes from, the first with the same value: its index, and itself.
local function choose(node)
  local is_stand_pat = node.source == "evaluate" and is_same(node.evaluation, node.value)
  if node.kind == "chance" or is_stand_pat then return nil end
  local fails = node.kind == "min" and "lower" or "upper"
  if node.bound == fails then return node.ply == 0 and node.best or nil end
  for _, child in ipairs(node.children) do
    if not child.is_pruned and not child.is_pass and is_same(child.value, node.value) then
      return child.index, child
    end
  end
end

-- The kind of a node that is left.
local function kind_of(node, event)
  if event.chance then return "chance" end
  if type(event.value) == "table" then return (node.children[1] or node.more > 0) and "many" or "leaf" end
  if node.source == "evaluate" and not node.children[1] and node.more == 0 then return "leaf" end
  if event.maximizing == nil then return "node" end
  return event.maximizing and "max" or "min"
end

local SOURCES = {evaluate = true, table = true, repetition = true, bounds = true}

local listeners = {}

function listeners.enter(self, event)
  local node = entered(self, event)
  self.path[event.ply + 1] = node
  if node.owner then return end
  node.alpha, node.beta, node.is_pass = event.alpha, event.beta, event.pass
  node.source, node.evaluation, node.is_cut, node.value, node.bound = nil, nil, nil, nil, nil
  node.label = self:label_of(event.state, event.move, event.pass)
end

function listeners.cutoff(self, event)
  local node = self.path[event.ply + 1]
  if not node.owner then return pruned.add(self, node, event) end
  local owner, left = node.owner, max(#event.successors - event.tried, 0)
  owner.more_pruned = owner.more_pruned + left
  if event.depth > 1 and left > 0 or left == 0 and not event.chance then owner.is_rest_unknown = true end
end

function listeners.leave(self, event)
  local node = self.path[event.ply + 1]
  self.left = node
  if node.owner then return end
  node.value, node.bound = event.value, event.bound
  node.left_alpha, node.left_beta = event.alpha, event.beta
  node.kind = kind_of(node, event)
  node.best, node.best_child = choose(node)
  if event.ply == 0 and event.value ~= nil then self.finished = node end
end

-- Takes an event of a search into the tree of a recorder.
return function(self, event)
  local listener = listeners[event.type]
  if listener then
    listener(self, event)
  elseif SOURCES[event.type] then
    local node = self.path[event.ply + 1]
    node.source = event.type
    if event.type == "evaluate" then node.evaluation = event.value end
  end
end
