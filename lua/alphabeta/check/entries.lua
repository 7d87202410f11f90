-- What moves change in boards, and in the key: does the key know what was there before? Internal: `alphabeta.check`
-- uses it.
--
-- The usual mistake of a key that moves keep up to date is that it forgets the captured piece: after the capture, that
-- piece's number is still in the key. Such a key is the same whenever the same moves lead to a state, and states are
-- rarely reached with the piece captured on another square. So the changes are compared: if the key forgets the piece,
-- a move from one square to another changes it by the same amount whether it captures or not.
--
-- Two moves are compared if they differ in a single entry of an array of the state, by what was there before: a piece,
-- another one, or none. The changes of the key by exclusive or, and by addition, are then the same for all such moves
-- only if the key ignores what was there. The key does not ignore it elsewhere if moves of one state put the same value
-- at two different indexes, and change the key by different amounts.
--
-- An array may say which of a player's equal pieces stands where, beside one that says what stands there. The key is
-- right to ignore that. So moves are not compared if the array held what was there no more than twice, once for each
-- player, and another array has changed at the same index, in both moves alike.

local use = require((...):match "^(.*)%..*%." .. ".use")

local bit_xor, line = use "fallback.bits".xor, use "check.lines".copy

local concat, floor, sort = table.concat, math.floor, table.sort
local next, rawget, setmetatable, type = next, rawget, setmetatable, type

local entries = {}

local Entries = {}
Entries.__index = Entries

-- Arrays with fewer entries are no boards. Moves that change more entries are not compared.
local MIN_ENTRIES, MAX_CHANGES = 6, 8

-- How many moves are compared, and how many pairs must agree.
local MAX_MOVES, MIN_PAIRS = 4000, 2

-- Keys that are numbers below this may change by equal amounts by chance.
local LARGE = 2 ^ 24

-- How deep arrays may lie in the state.
local MAX_DEPTH = 3

-- Makes the memory of a run for entries: `compared`, how many moves were; the `groups` of moves, by the path of the
-- array; `has_large`, whether there are keys that do not change by equal amounts by chance.
function entries.new(run)
  return setmetatable({run = run, compared = 0, groups = {}, has_large = false}, Entries)
end

-- The two halves of 32 bits of a key, as `Position:key_text` writes it, and if it is a number that. Returns nothing for
-- other keys than Zobrist keys and integers from 0 to 2^53.
local function halves_of(key)
  local high, low = key:match "^key (%x%x%x%x%x%x%x%x)(%x%x%x%x%x%x%x%x)$"
  if high then return tonumber(high, 16), tonumber(low, 16) end
  local number = tonumber(key)
  if not number or number ~= floor(number) or number < 0 or number > 2 ^ 53 then return nil end
  high = floor(number / 2 ^ 32)
  return high, number - high * 2 ^ 32, number
end

-- How a key changes, as texts: by exclusive or, and by addition where keys are numbers. Returns nothing for keys of
-- which that cannot be said.
local function change_of(before, after)
  local high, low, number = halves_of(before)
  local high_after, low_after, number_after = halves_of(after)
  if not high or not high_after or not number ~= not number_after then return nil end
  local change = ("%.0f %.0f"):format(bit_xor(high, high_after), bit_xor(low, low_after))
  return change, number and ("%.0f"):format(number_after - number)
end

-- What was in an entry as text: the same for equal numbers, be they integers or floating-point numbers.
local function entry_text(value)
  if type(value) == "number" and value == floor(value) and value < LARGE and value > -LARGE then
    return ("%d"):format(value)
  end
  return tostring(value)
end

-- Changes of entries as text, one without what was there before if its place is given.
local function shape_of(changes, place)
  local parts = {}
  for i, change in ipairs(changes) do
    parts[i] = ("%d:%s:%s"):format(change.index, i == place and "*" or change.before, change.after)
  end
  return concat(parts, " ")
end

-- The array entries in which a state differs from its snapshot, by array: each an array of `index`, `before` and
-- `after`, sorted, with these as `text`, and the array as it was as `scalars`.
local function changed_entries(snapshot, now)
  local flat, deep, arrays = snapshot.flat, snapshot.deep, {}
  local function look(before, after, path, depth)
    local scalars = flat[before]
    if not scalars or type(after) ~= "table" then return end
    local is_board = scalars[MIN_ENTRIES] ~= nil and scalars[MIN_ENTRIES - 1] ~= nil -- long enough for one
    for index, value in next, is_board and scalars or {} do
      local there = rawget(after, index)
      if there ~= value and type(index) == "number" then
        local changes = arrays[path] or {scalars = scalars}
        arrays[path] = changes
        changes[#changes + 1] = {index = index, before = entry_text(value), after = entry_text(there)}
      end
    end
    if depth == MAX_DEPTH then return end
    for name, field in next, deep[before] or {} do
      if type(field) == "table" and type(name) ~= "table" then
        look(field, rawget(after, name), path .. "." .. tostring(name), depth + 1)
      end
    end
  end
  look(snapshot.value, now, "", 1)
  for _, changes in pairs(arrays) do
    sort(changes, function(one, other) return one.index < other.index end)
    changes.text = shape_of(changes)
  end
  return arrays
end

-- Whether what was at an index of an array was there no more than twice.
local function is_rare(scalars, index)
  local count = 0
  for _, value in next, scalars do
    if value == scalars[index] then count = count + 1 end
  end
  return count <= 2
end

-- Whether an array of another path has changed at an index, and alike in two moves.
local function is_told_elsewhere(path, index, arrays, others)
  for name, changes in pairs(arrays) do
    if name ~= path and others[name] and others[name].text == changes.text then
      for _, change in ipairs(changes) do
        if change.index == index then return true end
      end
    end
  end
  return false
end

-- Compares a move with those that differ from it by what was in one entry before. Of each pair of values that were
-- there, it counts the pairs of moves that change the key by the same amount, and those that do not.
local function compare_moves(group, path, arrays, xor, sum, steps)
  local changes = arrays[path]
  for i, one in ipairs(changes) do
    local is_named = is_rare(changes.scalars, one.index)
    local shape = shape_of(changes, i)
    local others = group.moves[shape] or {}
    group.moves[shape] = others
    for before, other in pairs(others) do
      if before ~= one.before
        and not (is_named and other.is_named and is_told_elsewhere(path, one.index, arrays, other.arrays)) then
        local low, high = before, one.before
        if low > high then low, high = high, low end
        local name = low .. " " .. high
        local pair = group.pairs[name] or {same = 0, other = 0, values = {low, high}}
        group.pairs[name] = pair
        if other.xor == xor or sum and other.sum == sum then
          pair.same = pair.same + 1
          if not pair.steps or #steps < #pair.steps then
            pair.steps, pair.others, pair.index = steps, other.steps, one.index
          end
        else
          pair.other = pair.other + 1
        end
      end
    end
    others[one.before] = others[one.before]
      or {xor = xor, sum = sum, steps = steps, is_named = is_named, arrays = arrays}
  end
end

-- Notes which values a key knows: two moves of one state have put them to different places, and the key has changed by
-- different amounts.
local function note_keyed(self, position, group, path, changes, xor)
  local siblings = self.siblings
  if not siblings or siblings.snapshot ~= position.snapshot then
    siblings = {snapshot = position.snapshot, puts = {}}
    self.siblings = siblings
  end
  for _, change in ipairs(changes) do
    local name = path .. " " .. change.after
    local put = siblings.puts[name]
    if put and put.index ~= change.index and put.xor ~= xor then group.keyed[change.after] = true end
    siblings.puts[name] = put or {index = change.index, xor = xor}
  end
end

-- Looks at a move that was made. `position` is the one before it, with the key as `Position:key_text` writes it;
-- `state` is what the move leads to.
function Entries:tried(position, step, state, key)
  local run = self.run
  if self.compared >= MAX_MOVES or step.is_chance or not key or run.findings:has "change" then return end
  self.compared = self.compared + 1
  local after = position:after(step, state):ask_key()
  local xor, sum = change_of(key, after)
  if not xor then return end
  self.has_large = self.has_large or not sum or tonumber(after) >= LARGE
  local steps = line(position.steps, step)
  local arrays = changed_entries(position.snapshot, state)
  for path, changes in pairs(arrays) do
    if #changes <= MAX_CHANGES then
      local group = self.groups[path] or {moves = {}, pairs = {}, keyed = {}}
      self.groups[path] = group
      note_keyed(self, position, group, path, changes, xor)
      compare_moves(group, path, arrays, xor, sum, steps)
    end
  end
  for _, changes in pairs(arrays) do changes.scalars = nil end
end

-- Says so when the key ignores what was there before a move.
function Entries:judge()
  local run, found = self.run, nil
  if not self.has_large or run.findings:has "key" then return end
  for path, group in pairs(self.groups) do
    for _, pair in pairs(group.pairs) do
      local one, two = pair.values[1], pair.values[2]
      if pair.same >= MIN_PAIRS and pair.other == 0 and (group.keyed[one] or group.keyed[two])
        and (not found or #pair.steps < #found.steps) then
        found = {steps = pair.steps, others = pair.others, one = one, two = two, index = pair.index, path = path}
      end
    end
  end
  if not found then return end
  run.findings:add("key", "hash", found.steps,
    ("ignores what was at %s[%d] before the last move: the key changes by the same amount whether %s or %s was there. "
      .. "Does `make` forget to remove a captured piece from the key?"):format(
      found.path:sub(2), found.index, found.one, found.two), {other_steps = found.others})
end

return entries
