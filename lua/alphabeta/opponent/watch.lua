-- Watches the content of a state for changes. Internal: `alphabeta.opponent` uses it, in games without keys.
--
-- Each table that is reached from the state has a node with its fields at the last look. The state itself is the only
-- field of a box. A pass goes through all of them, with a stack of its own instead of recursion, so it may stop
-- anywhere. A large state is read in parts, one in each frame, unless it must be read as a whole. The path finds a
-- node, not the table, so the state may be a new table in each frame.

local PACKAGE = (... or "alphabeta.opponent.watch"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local pictures = require(PACKAGE .. ".common.picture")

local getmetatable = require(PACKAGE .. ".common.globals").getmetatable
local concat, find, huge = table.concat, string.find, math.huge
local ipairs, next, pcall, rawequal, rawget, tostring, type = ipairs, next, pcall, rawequal, rawget, tostring, type
local is_key = pictures.is_key

local watches = {}
watches.__index = watches

-- How many fields are read in a frame, which takes less than a millisecond; and how many a table counts for.
local PART, TABLE = 4000, 4

-- Makes the watch of a state that was not seen yet, without the fields that `exclusion` in picture.lua has read. With
-- `has_no_parts` even a large state is read as a whole.
function watches.new(excluded, has_no_parts)
  return setmetatable({
    excluded = {excluded}, node = nil, part = has_no_parts and huge or PART,
    is_whole = false, is_small = false, -- whether the first pass is done, and whether each is one part
    is_blind = false, -- whether it holds what cannot be read: arrays and structs of LuaJIT's library `ffi`
    depth = 0, stack = {}, passes = 0, nodes = {}, -- of the current pass; `nodes` by table
  }, watches)
end

local function new_node(t)
  return {fields = {}, nodes = {}, keys = {}, count = 0, meta = getmetatable(t), pass = 0}
end

-- Enters a table, which stands at a key of the one above it.
local function enter(self, t, node, without, key)
  local depth = self.depth + 1
  local level = self.stack[depth] or {}
  level.t, level.node, level.without, level.key, level.at, level.count = t, node, without, key, nil, 0
  self.stack[depth], self.depth, self.nodes[t], node.pass = level, depth, node, self.passes
end

-- Notes that a field of the table on top of the stack has changed: the keys that lead to it, and its path, a text that
-- no other path has.
local function report(self, key)
  local changes = self.is_whole and self.changes
  if not changes then return end
  local keys, parts = {}, {}
  for i = 3, self.depth do keys[i - 2] = self.stack[i].key end
  if self.depth > 1 then keys[#keys + 1] = key end
  for i, each in ipairs(keys) do parts[i] = pictures.text(each, huge) end
  changes[#changes + 1] = concat(parts, ".")
  changes.keys[#changes] = keys
end

-- The node that `owner` has at a key for the table `t`, in its list `nodes` or `keys`; nil for no change, and whether
-- the table is to be entered.
local function find_node(self, owner, list, key, t)
  local node, known = owner[list][key], self.nodes[t]
  if known then
    if node ~= known and not self.is_rebound then
      report(self, key)
      owner[list][key] = known
    end
    return known, false
  end
  if not node or node.pass == self.passes and not self.is_rebound then
    report(self, key)
    node = new_node(t)
    owner[list][key] = node
    return node, true
  end
  if not rawequal(node.meta, getmetatable(t)) then
    node.meta = getmetatable(t)
    report(self, key)
  end
  return node, node.pass ~= self.passes
end

-- Reads a field of the table on top of the stack. Returns how much it counts for.
local function look_at(self, level, key, value)
  local node, count = level.node, 1
  local without = level.without
  local below = without and without[key]
  if below == true then return 1 end
  level.count = level.count + 1
  if type(key) == "table" and not is_key(key) then
    local own, is_entered = find_node(self, node, "keys", key, key)
    if is_entered then
      enter(self, key, own, nil, key)
      count = TABLE
    end
  end
  local kind = type(value)
  if (kind == "table" or kind == "userdata") and is_key(value) then
    value = value:get()
  elseif kind == "table" then
    if node.fields[key] ~= nil then
      node.fields[key], node.count = nil, node.count - 1
    end
    if not node.nodes[key] then node.count = node.count + 1 end
    local own, is_entered = find_node(self, node, "nodes", key, value)
    if is_entered then enter(self, value, own, below, key) end
    return count + TABLE
  end
  if kind == "cdata" and not find(tostring(value), "^%-?%d+U?LL$") then self.is_blind = true end
  local before = node.fields[key]
  if before ~= value and (before == before or value == value) or before == nil then
    if node.nodes[key] then
      node.nodes[key] = nil
    elseif before == nil then
      node.count = node.count + 1
    end
    node.fields[key] = value
    report(self, key)
  end
  return count
end

-- Notes the fields that the table on top of the stack no longer has.
local function look_for_removed(self, level)
  local t, node = level.t, level.node
  for _, list in ipairs {"fields", "nodes"} do
    for key in next, node[list] do
      if rawget(t, key) == nil then
        node[list][key], node.count = nil, node.count - 1
        report(self, key)
      end
    end
  end
end

-- Replaces the tables on the stack by those of a new state. Returns whether they exist.
local function rebind(self, box)
  if self.depth > 1 and self.stack[2].t == box[1] then return true end
  self.is_rebound = true
  local t = box
  for depth = 1, self.depth do
    local level = self.stack[depth]
    if depth > 1 then t = rawget(t, level.key) end
    if type(t) ~= "table" then return false end
    level.t = t
  end
  return true
end

-- The pass is at its end.
local function end_pass(self)
  self.depth, self.nodes, self.is_whole = 0, {}, true
  for _, level in ipairs(self.stack) do level.t, level.node, level.key, level.at = nil, nil, nil, nil end
end

-- Goes on with the pass, or with another one, until it ends or so many fields were read. Returns whether it ended.
local function go_on(self, value, most)
  local count, box = 0, {value}
  if self.depth > 0 and not rebind(self, box) then self.depth = 0 end
  local is_resumed = self.depth > 0
  if not is_resumed then
    self.passes, self.is_rebound, self.nodes = self.passes + 1, false, {}
    self.node = self.node or new_node(box)
    enter(self, box, self.node, self.excluded)
  end
  while self.depth > 0 do
    local level, depth = self.stack[self.depth], self.depth
    local t, at = level.t, level.at
    while true do
      local field
      if is_resumed then -- what it stopped at may be gone
        local ok, key, there = pcall(next, t, at)
        at, is_resumed = nil, false
        if ok then at, field = key, there end
      else
        at, field = next(t, at)
      end
      if at == nil then
        if level.count ~= level.node.count then look_for_removed(self, level) end
        self.depth = depth - 1
        break
      end
      level.at = at
      count = count + look_at(self, level, at, field)
      if self.depth > depth or count >= most then break end
    end
    if count >= most then return false end
  end
  end_pass(self)
  return true
end

-- Takes a state as it is: differences since the last look are no change. A large state is taken in parts, and as a
-- whole only once.
function watches:take(value)
  if self.is_whole and not self.is_small then return end
  self.changes = nil
  local is_first = not self.is_whole and self.depth == 0
  local has_ended = go_on(self, value, self.part)
  if is_first or self.is_small then self.is_small = has_ended end
end

-- Finds out what has changed in a state since the last look; in a large state, in the next part. Returns the paths of
-- the fields, and in its field `keys` the keys that lead to each; nil if none has.
function watches:look(value)
  if not self.is_whole then
    self:take(value)
    return nil
  end
  local changes = {keys = {}}
  self.changes = changes
  local has_ended = go_on(self, value, self.part)
  self.is_small, self.changes = self.is_small and has_ended, nil
  return changes[1] and changes or nil
end

-- The values of the fields that `look` has returned, by their index; tables only by their identity.
function watches.values(value, changes)
  local found = {}
  for i, keys in ipairs(changes.keys) do
    local field = value
    for _, key in ipairs(keys) do
      if type(field) ~= "table" then break end
      field = rawget(field, key)
    end
    found[i] = is_key(field) and field:get() or field
  end
  return found
end

return watches
