-- Records the cut-offs of a search: the line that led there, the window, and the move that cut off.
--
-- It keeps the cut-offs of the last search from the root, with deepening that of the last completed iteration. If a
-- node was searched more than once, it keeps those of the last time. So no cut-off lies below another one, and what
-- they left out was not visited.

local sort = table.sort

local Record = {}
Record.__index = Record

-- Whether a cut-off is the greater one: the one with more plies left, then the one after fewer tries, then the one that
-- came first.
local function is_greater(a, b)
  if a.depth ~= b.depth then return a.depth > b.depth end
  if a.tried ~= b.tried then return a.tried < b.tried end
  return a.number < b.number
end

local function came_first(a, b) return a.number < b.number end

-- Keeps the greatest half when there are twice as many as wanted.
local function thin_out(self)
  local list = self.cutoffs
  if #list < 2 * self.most then return end
  sort(list, is_greater)
  for i = #list, self.most + 1, -1 do list[i] = nil end
  sort(list, came_first)
end

-- The node on the way to another that lies at a ply.
local function ancestor(node, ply)
  while node.ply > ply do node = node.parent end
  return node
end

-- Drops the cut-offs of an earlier search of a node, at the node and below it. `since` is the number that the next
-- cut-off had at that time. The node is the one whose `field`, its index or its move, is the `key`.
local function forget(self, ply, field, key, since)
  local list, kept = self.cutoffs, {}
  while list[1] and list[#list].number >= since do
    local last = list[#list]
    list[#list] = nil
    if last.node.ply < ply or ancestor(last.node, ply)[field] ~= key then kept[#kept + 1] = last end
  end
  for i = #kept, 1, -1 do list[#list + 1] = kept[i] end
end

-- Begins a search from the root, which may be a re-search.
local function begin(self, event)
  self.cutoffs = {}
  if event.again then return end
  self.nodes, self.longest, self.depth = 0, 0, event.depth
end

local function enter(self, event)
  local ply, parent = event.ply, self.path[event.ply]
  if ply == 0 then
    begin(self, event)
  else
    local field = event.index and "index" or "move" -- `find_move` finds moves before all have an index
    local entered, key = parent.entered[field], event[field]
    local since = entered[key]
    if since then forget(self, ply, field, key, since) end
    entered[key] = since or self.number
    parent.last = event.index
  end
  self.path[ply + 1] = {
    ply = ply, index = event.index, move = event.move, parent = parent, alpha = event.alpha, beta = event.beta,
    entered = {index = {}, move = {}},
  }
  if not event.again then self.nodes = self.nodes + 1 end
  if self.depth - event.depth > self.longest then self.longest = self.depth - event.depth end
end

-- The value with which the search cut off; nil at a chance node, and in max^n.
local function value_of(event)
  if event.alpha == nil or event.maximizing == nil then return nil end
  if event.maximizing then return event.alpha end
  return event.beta
end

local function cut_off(self, event)
  local node = self.path[event.ply + 1]
  self.cutoffs[#self.cutoffs + 1] = {
    number = self.number, node = node, depth = event.depth, tried = event.tried, by = event.by,
    maximizing = event.maximizing, is_chance = event.chance or false, value = value_of(event),
    is_closed = event.alpha ~= nil and event.alpha >= event.beta,
  }
  self.number = self.number + 1
  thin_out(self)
end

local function leave(self, event)
  if event.ply > 0 or event.value == nil then return end
  local root = self.path[1]
  self.last = {
    cutoffs = self.cutoffs, nodes = self.nodes, longest = self.longest, alpha = root.alpha, beta = root.beta,
    is_chance = event.chance or false,
  }
  self.completed[self.depth], self.completed[self.depth - 2] = self.last, nil
end

local LISTENERS = {enter = enter, cutoff = cut_off, leave = leave}

local trace = {}

-- Makes a record of a search that is to come. Its function `listen(event)` is for the option `trace`. It keeps at least
-- the `most` greatest cut-offs.
function trace.new(most)
  local self = setmetatable({most = most, path = {}, number = 1, completed = {}}, Record)
  function self.listen(event)
    local listener = LISTENERS[event.type]
    if listener then listener(self, event) end
  end
  return self
end

-- The record of a completed search to a depth: `cutoffs`, an array, the greatest first; `nodes`; `longest`, the
-- decisions on the longest line; `alpha` and `beta`, its first window; `is_chance`, whether the root is a chance node.
--
-- A cut-off has `depth`, the plies left; `tried`; `by`, the move that made it, and `maximizing`, who moved; `value`,
-- its value, and `is_closed`, whether it lies outside of the window; `is_chance`; and its `node`: `ply`,
-- `parent`, `index`, `move`, `alpha` and `beta` on arrival, and `last`, the index of the successor that was tried last.
function Record:result(depth)
  local result = self.completed[depth] or self.last
  sort(result.cutoffs, is_greater)
  return result
end

-- The line that led to a node: an array of steps with `index` and `move`.
function trace.path_to(node)
  local path = {}
  while node.ply > 0 do
    path[node.ply] = {index = node.index, move = node.move}
    node = node.parent
  end
  return path
end

return trace
