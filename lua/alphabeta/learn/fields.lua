-- The fields of a game's states: what random games show of them, and which of them an evaluation can use. Internal:
-- `alphabeta.learn` uses it.
--
-- States are walked through as `hash = "auto"` does: numbers, strings and booleans in tables in tables, without calling
-- metamethods. What is seen is noted in a tree of nodes, one for each key of each table.

local use = require((...):match "^(.*)%..*%." .. ".use")

local access = use "learn.access"
local getmetatable = use "common.globals".getmetatable
local is_key = use "common.zobrist_keys".is_key
local show, values = use("common.show", "common.values")

local abs, concat, floor, huge, max, min, sort = math.abs, table.concat, math.floor, math.huge, math.max, math.min,
  table.sort
local ipairs, next, rawget, type = ipairs, next, rawget, type
local is_before, keys_of = values.is_before, values.keys_of

local fields = {}

-- Tables nested deeper are left out; and the most fields of a state.
local LEVELS_MAX, FIELDS_MAX = 8, 10000

-- This number of values of a field is told apart while it is observed.
local DISTINCT_MAX = 2000

-- A field with more values than VALUES_MAX has weights for the commonest of them only. Numbers with LINEAR_MIN values
-- or more also count as they are.
local VALUES_MAX, LINEAR_MIN = 16, 9

-- A number is a key if this part of the states has a value of its own, and it grows to this size.
local KEY_PART, KEY_SIZE = 0.3, 1e6

-- A list whose length changes is a board, a stack of pieces say, when it has no more values than this.
local STACK_VALUES = 4

-- The advice if a field is left out, by the reason.
local ADVICE = {
  ["the state is no table"] = "keep the board in a table",
  ["too many different values"] = "a board in one string: keep it as an array of cells, too",
  ["a key, or bits"] = "bits that are cells: keep them as an array, too",
  ["a list whose length changes"] = "a list of pieces: keep a board beside it, an array of cells",
  ["a list of tables that grows with the moves"] = "a list of pieces: keep a board beside it, an array of cells",
  ["a table in some states"] = "let it be a table always, or never",
}

-- The reason of the field that says whose turn it is.
local TURN = "whose turn it is"

-- Stands for several players, or several lengths.
local MIXED = {}

-- Observing ---------------------------------------------------------------------------------------------------------

local function new_node(key, parent)
  return {
    key = key, parent = parent, kids = {}, n = 0, tables = 0, distinct = 0, counts = {}, owners = {},
    is_numeric = true, is_integer = true, low = huge, high = -huge,
  }
end

local Survey = {}
Survey.__index = Survey

-- Makes a survey that has seen no state yet: `rows` is how many it has seen. Fields whose names are in the set `ignore`
-- are left out wherever they are.
function fields.survey(ignore)
  return setmetatable({root = new_node(), own = {}, ignore = ignore, rows = 0, leaves = 0, open = {}}, Survey)
end

-- Notes a number, a string or a boolean.
local function note(node, value, player)
  node.n = node.n + 1
  local counts = node.counts
  if counts[value] then
    counts[value] = counts[value] + 1
  elseif node.distinct < DISTINCT_MAX then
    counts[value], node.distinct = 1, node.distinct + 1
  end
  local owner = node.owners[value]
  if owner == nil then
    node.owners[value] = player
  elseif owner ~= player then
    node.owners[value] = MIXED
  end
  if type(value) ~= "number" then
    node.is_numeric = false
  else
    node.low, node.high = min(node.low, value + 0.0), max(node.high, value + 0.0)
    if value ~= floor(value) then node.is_integer = false end
  end
end

-- Notes whether a table is an array without holes, and its length.
local function note_length(node, count, low, high, ply)
  if count > 0 and (low ~= 1 or high ~= count) then node.has_holes = true end
  if node.length and node.length ~= count then node.has_lengths = true end
  node.length = count
  node.lengths = node.lengths or {}
  local known = node.lengths[ply]
  if known == nil then node.lengths[ply] = count elseif known ~= count then node.is_free = true end
end

-- Looks at a value at a node.
function Survey:look(node, value, player, ply, level)
  local kind = type(value)
  if is_key(value) then
    node.odd = "a key"
  elseif kind == "table" then
    if self.open[value] or level == LEVELS_MAX then
      node.odd = self.open[value] and "a table that contains itself" or "tables nested too deep"
      return
    end
    node.tables = node.tables + 1
    local meta = getmetatable(value)
    if type(meta) == "table" and rawget(meta, "__index") ~= nil then node.has_index = true end
    self.open[value] = true
    local count, low, high = 0, huge, -huge
    for key, field in next, value do
      local kind_of_key = type(key)
      if kind_of_key == "number" then
        count, low, high = count + 1, min(low, key), max(high, key)
      end
      if (kind_of_key == "number" or kind_of_key == "string") and not self.ignore[key] then
        local kid = node.kids[key]
        if not kid then
          self.leaves = self.leaves + 1
          if self.leaves > FIELDS_MAX then return end
          kid = new_node(key, node)
          node.kids[key] = kid
        end
        self:look(kid, field, player, ply, level + 1)
      end
    end
    self.open[value] = nil
    note_length(node, count, low, high, ply)
  elseif kind == "number" or kind == "string" or kind == "boolean" then
    if value ~= value then node.odd = "not a number" else note(node, value, player) end
  else
    node.odd = kind
  end
end

-- Adds a state, in which it is the turn of `player`, and the numbers of the option `features` there. Returns what is
-- wrong with the state; nil if nothing is.
function Survey:add(state, player, ply, numbers)
  self.rows = self.rows + 1
  self.open = {}
  for i, number in ipairs(numbers or {}) do
    self.own[i] = self.own[i] or new_node()
    note(self.own[i], number, player)
  end
  self:look(self.root, state, player, ply, 0)
  if self.leaves > FIELDS_MAX then
    return ("the state has more than %d fields; name those to be left out by option 'ignore'"):format(FIELDS_MAX)
  end
  return nil
end

-- Choosing ----------------------------------------------------------------------------------------------------------

-- The name of a field, or, `is_pattern`, of all fields that differ from it in indices only.
local function name_of(keys, is_pattern)
  local parts = {}
  for i, key in ipairs(keys) do
    parts[i] = is_pattern and type(key) == "number" and "[*]" or show.step(key, i == 1, huge)
  end
  return concat(parts)
end

-- Why the elements of a list are left out; nil if they are not.
local function list_reason(node)
  local list = node.parent
  if type(node.key) ~= "number" or list.has_holes or not list.has_lengths then return nil end
  if not list.is_free and node.tables > 0 then return "a list of tables that grows with the moves" end
  if not list.is_free then return "a list that grows with the moves" end
  local known, count = {}, 0
  for _, kid in next, list.kids do
    if kid.tables > 0 then return "a list whose length changes" end
    for value in next, kid.counts do
      if not known[value] then known[value], count = true, count + 1 end
    end
  end
  return count > STACK_VALUES and "a list whose length changes" or nil
end

-- The greatest absolute value of a field; infinity if no number can be made of it.
local function size_of(node)
  local size = max(abs(node.low), abs(node.high))
  return size <= access.SIZE_MAX and size or huge
end

-- Why a field is left out; nil if it can be used.
local function reason_of(node, rows)
  if not node.parent then return "the state is no table" end
  if node.odd then return node.odd end
  if node.tables > 0 then return "a table in some states" end
  if node.distinct == 1 and node.n == rows then return "always the same" end
  local size = size_of(node)
  if node.is_numeric and node.distinct > KEY_PART * min(rows, DISTINCT_MAX) and size > KEY_SIZE and size < huge then
    return "a key, or bits"
  end
  if node.is_numeric and node.distinct > VALUES_MAX and size == huge then return "infinite in some states" end
  if not node.is_numeric and node.distinct > VALUES_MAX then return "too many different values" end
  local list = node
  while list.parent do
    local reason = list_reason(list)
    if reason then return reason end
    list = list.parent
  end
  return nil
end

-- A copy of a list with another value at its end.
local function with(list, value)
  local copy = values.copy(list)
  copy[#copy + 1] = value
  return copy
end

-- All nodes that have values, in the order of their paths, with their keys; and which of these are read without
-- metamethods, as they were found: those of tables that may have more fields by their metatable.
local function leaves_of(root)
  local list = {}
  local function collect(node, keys, raw)
    if node.n > 0 or node.odd then list[#list + 1] = {node = node, keys = keys, raw = raw} end
    for _, key in ipairs(keys_of(node.kids)) do
      collect(node.kids[key], with(keys, key), with(raw, node.has_index or false))
    end
  end
  collect(root, {}, {})
  return list
end

-- Whether every table that leads to a node is there in all states.
local function is_always_reached(node, rows)
  node = node.parent
  while node do
    if node.tables < rows then return false end
    node = node.parent
  end
  return true
end

-- The field that says whose turn it is: each of its values belongs to one player. Nil if there is none.
local function find_turn(leaves, rows, first)
  local found
  for _, leaf in ipairs(leaves) do
    local node = leaf.node
    local has_first, has_second, is_name = false, false, true
    local is_right = not node.odd and node.tables == 0 and node.n == rows and node.distinct <= VALUES_MAX
      and is_always_reached(node, rows)
    for value, owner in next, is_right and node.owners or {} do
      if owner == MIXED then is_right = false end
      if owner == first then has_first = true else has_second = true end
      is_name = is_name and owner == value
    end
    if is_right and has_first and has_second then
      local firsts = {}
      for _, value in ipairs(keys_of(node.owners)) do
        if node.owners[value] == first then firsts[#firsts + 1] = value end
      end
      local turn = {keys = leaf.keys, raw = leaf.raw, name = name_of(leaf.keys), firsts = firsts, is_name = is_name}
      if not found or is_name and not found.is_name then found = turn end
    end
  end
  return found
end

-- Adds a number that counts as it is: with the mean and the inverse of the standard deviation of its values.
local function add_number(numbers, node, number)
  local n, mean, variance = 0, 0.0, 0.0
  local known = keys_of(node.counts) -- sums depend on the order, and the order of keys is another one in each run
  for _, value in ipairs(known) do n, mean = n + node.counts[value], mean + (value + 0.0) * node.counts[value] end
  mean = mean / n
  for _, value in ipairs(known) do variance = variance + (value - mean) ^ 2 * node.counts[value] end
  number.mean, number.scale, number.index = mean, 1 / max(1e-9, (variance / n) ^ 0.5), #numbers + 1
  numbers[number.index] = number
end

-- Gives the values of a group's fields codes from 0 on. Values that have none, and fields that are absent, have code 0
-- in a group where there are such.
local function encode(group)
  local known = keys_of(group.counts)
  group.distinct = #known
  group.is_linear = group.is_numeric and group.is_finite and #known >= LINEAR_MIN
  local base = group.is_partial and 1 or 0
  if #known > VALUES_MAX then
    base = 1
    if not group.is_integer and group.is_linear then
      known = {}
    else
      sort(known, function(a, b)
        if group.counts[a] ~= group.counts[b] then return group.counts[a] > group.counts[b] end
        return is_before(a, b)
      end)
      for i = #known, VALUES_MAX, -1 do known[i] = nil end
      values.sort_keys(known)
    end
  end
  group.values, group.codes, group.size = known, {}, #known + base
  for i, value in ipairs(known) do group.codes[value] = i - 1 + base end
end

-- Adds a field to the group of those that differ from it in indices only.
local function add_to_group(groups, order, leaf, rows)
  local node, name = leaf.node, name_of(leaf.keys, true)
  local group = groups[name]
  if not group then
    group = {name = name, members = {}, counts = {}, is_numeric = true, is_integer = true, is_finite = true}
    groups[name], order[#order + 1] = group, group
  end
  local member = {keys = leaf.keys, raw = leaf.raw, group = group, node = node}
  group.members[#group.members + 1] = member
  for value, count in next, node.counts do group.counts[value] = (group.counts[value] or 0) + count end
  group.is_numeric = group.is_numeric and node.is_numeric
  group.is_integer = group.is_integer and node.is_integer
  group.is_finite = group.is_finite and size_of(node) < huge
  if node.n < rows then group.is_partial = true end
end

-- Counts a field that is left out, beside those that are for the same reason and differ in indices only.
local function leave_out(left_out, known, keys, reason)
  local name = name_of(keys, true)
  local at = name .. "\0" .. reason
  if known[at] then
    known[at].count = known[at].count + 1
  else
    known[at] = {name = name, reason = reason, count = 1}
    left_out[#left_out + 1] = known[at]
  end
end

-- The fields that an evaluation can use, of the states that were seen; with `has_only_own` only the numbers of the
-- option `features`. `first` is the player who moves first. Returns a table with `cells`, the fields with few values,
-- each with its `keys`, its `group` and its `index`; `numbers`, those that count as they are, with `mean` and `scale`,
-- and with `keys` or, of the option `features`, the index `feature`; `groups`, in order, with `id`, `name`, `members`,
-- `size` (how many codes there are), `codes` (from value to code), `first` (the index of the first cell, nil without
-- cells) and `is_mixed`, see access.lua; `left_out`, with `name`, `count` and `reason`; `turn`, the field that says
-- whose turn it is, nil if there is none.
function Survey:layout(first, has_only_own)
  local rows, groups, order, left_out, known = self.rows, {}, {}, {}, {}
  local leaves = leaves_of(self.root)
  local turn = find_turn(leaves, rows, first)
  for _, leaf in ipairs(leaves) do
    local reason = turn and turn.keys == leaf.keys and TURN or reason_of(leaf.node, rows)
    if reason then
      leave_out(left_out, known, leaf.keys, reason)
    elseif not has_only_own then
      add_to_group(groups, order, leaf, rows)
    end
  end
  local cells, numbers = {}, {}
  for id, group in ipairs(order) do
    group.id = id
    encode(group)
    if group.size > 1 and #group.values > 0 then
      group.first, group.is_mixed = #cells + 1, access.is_mixed(group)
      for _, member in ipairs(group.members) do
        cells[#cells + 1] = member
        member.index = #cells
      end
    end
    if group.is_linear then
      for _, member in ipairs(group.members) do
        add_number(numbers, member.node, {keys = member.keys, raw = member.raw})
      end
    end
  end
  for i, node in ipairs(self.own) do add_number(numbers, node, {feature = i}) end
  return {cells = cells, numbers = numbers, groups = order, left_out = left_out, turn = turn}
end

-- The fields that were left out, with reasons and advice, as lines, each of which begins with a new line. With
-- `is_all`, also those for which there is no advice.
function fields.advice(left_out, is_all)
  local lines = {}
  for _, it in ipairs(left_out) do
    local name, advice = it.name == "" and "the state" or it.name, ADVICE[it.reason]
    if advice or is_all and it.reason ~= TURN then
      lines[#lines + 1] = ("\n  %s was left out, %s%s"):format(name, it.reason, advice and "; " .. advice or "")
    end
  end
  return concat(lines)
end

return fields
