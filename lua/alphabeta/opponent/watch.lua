-- Watches the content of a state for changes. Internal: `alphabeta.opponent` uses it, in games without keys.
--
-- Each table that is reached from the state has a node with its fields at the last look: plain values, and the nodes of
-- tables. The state itself is the only field of a box. A pass walks over all tables. It is a coroutine that yields
-- after PART fields: so a large state is read in parts, one in each frame, unless it must be read as a whole.
-- Keys lead to a node, not the table, so the state may be a new table in each frame.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, walk = use("common.globals", "common.walk")
local show, zobrist_keys = use("common.show", "common.zobrist_keys")

local concat, find, huge = table.concat, string.find, math.huge
local ipairs, next, rawequal, rawget, tostring, type = ipairs, next, rawequal, rawget, tostring, type
local getmetatable, is_key = globals.getmetatable, zobrist_keys.is_key
local co = globals.coroutine

local watches = {}
watches.__index = watches

-- How many fields are read in a frame, which takes less than a millisecond; and how many a table counts for.
local PART, TABLE = 4000, 4

-- The node of a table: its fields, the nodes of tables that are keys, and the number of fields. `excluded` is the tree
-- of the fields below it that are left out, see exclusion.lua.
local function new_node(excluded) return {fields = {}, keys = {}, count = 0, depth = 0, excluded = excluded} end

-- Makes the watch of a state that was not seen yet, without the fields of the tree `excluded`. With `has_no_parts` even
-- a large state is read as a whole.
function watches.new(excluded, has_no_parts)
  return setmetatable({
    root = new_node {excluded}, part = (has_no_parts or not co) and huge or PART,
    is_whole = false, is_small = false, -- whether the first pass is done, and whether each is one part
    is_blind = false, -- whether it holds what cannot be read: arrays and structs of LuaJIT's library `ffi`
    pass = 0, nodes = nil, -- the number of the current pass, and its nodes by table
    thread = nil, value = nil, -- the pass that goes on, and its state
    read = 0, most = 0, -- fields that were read, and may be read, in this part
  }, watches)
end

-- Notes that a field of a node's table has changed: the keys that lead to it, by its path, a text that no other path
-- has.
local function report(self, node, key)
  local changes = self.is_whole and self.changes
  if not changes then return end
  local keys, parts = {}, {}
  for depth = node.depth, 1, -1 do
    keys[depth], parts[depth] = key, show.text(key, huge)
    node, key = node.up, node.key
  end
  changes[concat(parts, ".")] = keys
end

-- Looks at a table at a key of a node: `list` has the node that was there before. A table that is reached twice is read
-- once.
local function look_at(self, up, list, key, t, excluded, reach)
  local node, known = list[key], self.nodes[t]
  if known then
    if node ~= known then report(self, up, key) end
    list[key] = known
    return
  end
  if type(node) ~= "table" or node.pass == self.pass then
    report(self, up, key)
    node = new_node()
    list[key] = node
  elseif not rawequal(node.meta, getmetatable(t)) then
    report(self, up, key)
  end
  node.up, node.key, node.depth, node.meta, node.pass = up, key, up.depth + 1, getmetatable(t), self.pass
  node.excluded = excluded -- the path to a node that was reached twice may now be another
  reach(t, node)
end

-- Notes the fields of a node that its table no longer has.
local function look_for_removed(self, node, t)
  local fields = node.fields
  for key in next, fields do
    if rawget(t, key) == nil then
      fields[key], node.count = nil, node.count - 1
      report(self, node, key)
    end
  end
end

-- Reads the table of a node.
local function look_into(self, t, node, reach)
  local fields, excluded, count = node.fields, node.excluded, 0
  for key, value in next, t do
    local below, kind = excluded and excluded[key], type(value)
    if below ~= true then
      count = count + 1
      if fields[key] == nil then node.count = node.count + 1 end
      if type(key) == "table" and not is_key(key) then look_at(self, node, node.keys, key, key, nil, reach) end
      if (kind == "table" or kind == "userdata") and is_key(value) then value, kind = value:get(), "key" end
      if kind == "cdata" and not find(tostring(value), "^%-?%d+U?LL$") then self.is_blind = true end
      local before = fields[key]
      if kind == "table" then
        look_at(self, node, fields, key, value, below, reach)
      elseif before ~= value and (before == before or value == value) then
        fields[key] = value
        report(self, node, key)
      end
    end
    self.read = self.read + (kind == "table" and TABLE or 1)
    if self.read >= self.most then co.yield() end
  end
  if count ~= node.count then look_for_removed(self, node, t) end
end

-- Goes through a state once.
local function look_through(self, value)
  self.pass, self.nodes = self.pass + 1, {}
  walk({value}, function(...) look_into(self, ...) end, self.nodes, self.root)
  self.is_whole, self.nodes = true, nil
end

-- Goes on with the pass, or with another one. A state that is made anew in each frame, or has lost the field where the
-- pass has stopped, is read as a whole. Returns whether the pass has ended.
local function go_on(self, value)
  local thread = self.thread
  local is_part = self.part < huge and (not thread or rawequal(self.value, value))
  self.read, self.most, self.thread = 0, self.part, nil
  if is_part then
    thread, self.value = thread or co.create(look_through), value
    is_part = co.resume(thread, self, value)
    if is_part and co.status(thread) == "suspended" then
      self.thread = thread
      return false
    end
  end
  if not is_part then
    self.most = huge
    look_through(self, value)
  end
  self.value = nil
  return true
end

-- Takes a state as it is: differences since the last look are no change. A large state is taken in parts, and as a
-- whole only once.
function watches:take(value)
  if self.is_whole and not self.is_small then return end
  self.changes = nil
  local is_first = not self.is_whole and not self.thread
  local has_ended = go_on(self, value)
  if is_first or self.is_small then self.is_small = has_ended end
end

-- Finds out what has changed in a state since the last look; in a large state, in the next part. Returns for the path
-- of each field the keys that lead to it; nil if none has changed.
function watches:look(value)
  if not self.is_whole then
    self:take(value)
    return nil
  end
  local changes = {}
  self.changes = changes
  local has_ended = go_on(self, value)
  self.is_small, self.changes = self.is_small and has_ended, nil
  return next(changes) and changes or nil
end

-- The values of fields as `look` returns them, by their paths; tables only by their identity.
function watches.values(value, fields)
  local found = {}
  for path, keys in next, fields do
    local field = value
    for _, key in ipairs(keys) do
      if type(field) ~= "table" then break end
      field = rawget(field, key)
    end
    found[path] = is_key(field) and field:get() or field
  end
  return found
end

return watches
