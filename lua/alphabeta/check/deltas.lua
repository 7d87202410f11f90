-- What moves change in the state, and in the key: does a key that is kept up to date by moves know all that they
-- change? Internal: `alphabeta.check` uses it.
--
-- The usual mistake is a key that forgets the piece that is captured: after the capture, that piece's number is still
-- in it. Such a key is the same whenever the same moves lead to a state, and states are rarely reached with the piece
-- captured on another square. So the changes are compared: a move from one square to another changes the key by the
-- same amount whether it captures or not.
--
-- Compared are moves that differ in a single entry of an array of the state, by what was there before: a piece or
-- another one (or none). The changes of the key by exclusive or, and by addition, are the same then for all such moves
-- only if the key ignores what was there. That it does not ignore it elsewhere is seen by moves of one state that put
-- the same value at two different places, and change the key by different amounts.
--
-- An array may say which of a player's equal pieces stands where, beside one that says what stands there: the key is
-- right to ignore that. So moves are not compared where the array held what was there no more than twice, once for each
-- player, and another array has changed at the same place, and in both moves alike.

local CHECK = (... or "alphabeta.check.deltas"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
if require(CHECK:match "^(.*)%.[^.]*$" .. ".common.traversal") then jit.off(true, true) end

local keys = require(CHECK .. ".keys")
local positions = require(CHECK .. ".position")

local concat, floor, sort = table.concat, math.floor, table.sort
local line = positions.line

local deltas = {}

local Deltas = {}
Deltas.__index = Deltas

-- Arrays with fewer entries are no boards. Moves that change more entries are not compared.
local MIN_ENTRIES, MAX_CHANGES = 6, 8

-- How many moves are compared, and how many pairs must agree.
local MAX_MOVES, MIN_PAIRS = 4000, 2

-- Keys that are numbers below this may change by equal amounts by chance.
local LARGE = 2 ^ 24

-- How deep arrays may lie in the state.
local MAX_DEPTH = 3

-- Makes the memory of a run for changes.
-- @tparam table run
-- @treturn table
function deltas.new(run)
  return setmetatable({run = run, count = 0, groups = {}, has_large = false}, Deltas)
end

-- The exclusive or of two hexadecimal texts of the same length.
local function xor_text(a, b)
  local digits = {}
  for i = 1, #a do
    local x, y, sum, bit = tonumber(a:sub(i, i), 16), tonumber(b:sub(i, i), 16), 0, 1
    for _ = 1, 4 do
      if x % 2 ~= y % 2 then sum = sum + bit end
      x, y, bit = floor(x / 2), floor(y / 2), 2 * bit
    end
    digits[i] = ("%x"):format(sum)
  end
  return concat(digits)
end

-- A whole number from 0 to 2^53 as hexadecimal text of 14 digits.
local function hex_of(number)
  local high = floor(number / 2 ^ 24)
  return ("%08x%06x"):format(high, number - high * 2 ^ 24)
end

-- How a key changes, as texts: by exclusive or, and by addition where keys are numbers. Both keys are as
-- `answers.key` writes them. Returns nothing for keys of which that cannot be said.
local function change_of(before, after)
  local a, b = before:match "^key (%x+)$", after:match "^key (%x+)$"
  if a and b and #a == #b then return xor_text(a, b) end
  a, b = tonumber(before), tonumber(after)
  if not a or not b or a ~= floor(a) or b ~= floor(b) or a < 0 or b < 0 or a > 2 ^ 53 or b > 2 ^ 53 then
    return nil
  end
  return xor_text(hex_of(a), hex_of(b)), ("%.0f"):format(b - a)
end

-- Whether a table is an array of plain values that is long enough to be a board.
local function is_board(scalars)
  return scalars[MIN_ENTRIES] ~= nil and scalars[MIN_ENTRIES - 1] ~= nil
end

-- Calls `report(path, index, before, after, scalars)` for each entry of an array in which a state differs from its
-- picture; `scalars` is that array in the picture.
local function each_change(picture, now, report)
  local flat, deep = picture.flat, picture.deep
  local function look(before, after, path, depth)
    local scalars = flat[before]
    if not scalars or type(after) ~= "table" then return end
    if is_board(scalars) then
      for index, value in next, scalars do
        local there = rawget(after, index)
        if there ~= value and type(index) == "number" then
          report(path, index, value, there, scalars)
        end
      end
    end
    if depth == MAX_DEPTH then return end
    for name, field in next, deep[before] or {} do
      if type(field) == "table" and type(name) ~= "table" then
        look(field, rawget(after, name), path .. "." .. tostring(name), depth + 1)
      end
    end
  end
  look(picture.value, now, "", 1)
end

-- What was in an entry as text: the same for equal numbers, be they integers or floating-point numbers.
local function text_of(value)
  if type(value) == "number" and value == floor(value) and value < LARGE and value > -LARGE then
    return ("%d"):format(value)
  end
  return tostring(value)
end

-- The array entries that a move has changed, by array: each an array of `index`, `before` and `after`, sorted, with
-- these as `text`, and the array as it was as `scalars`.
local function changes_of(picture, now)
  local arrays = {}
  each_change(picture, now, function(path, index, before, after, scalars)
    local changes = arrays[path] or {scalars = scalars}
    arrays[path] = changes
    changes[#changes + 1] = {index = index, before = text_of(before), after = text_of(after)}
  end)
  for _, changes in pairs(arrays) do
    sort(changes, function(a, b) return a.index < b.index end)
    local parts = {}
    for i, change in ipairs(changes) do
      parts[i] = ("%d:%s:%s"):format(change.index, change.before, change.after)
    end
    changes.text = concat(parts, " ")
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

-- What is known of an array.
local function group_of(self, path)
  local group = self.groups[path]
  if not group then
    group = {moves = {}, pairs = {}, keyed = {}}
    self.groups[path] = group
  end
  return group
end

-- Compares a move with those that differ from it by what was in one entry before. Of each pair of values that were
-- there, it counts the pairs of moves that change the key by the same amount, and those that do not.
local function compare(group, path, arrays, xor, sum, steps)
  local changes = arrays[path]
  for i, one in ipairs(changes) do
    local is_named = is_rare(changes.scalars, one.index)
    local parts = {}
    for j, change in ipairs(changes) do
      parts[j] = ("%d:%s:%s"):format(change.index, j == i and "*" or change.before, change.after)
    end
    local shape = concat(parts, " ")
    local others = group.moves[shape]
    if not others then
      others = {}
      group.moves[shape] = others
    end
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
  if not siblings or siblings.picture ~= position.picture then
    siblings = {picture = position.picture, puts = {}}
    self.siblings = siblings
  end
  for _, change in ipairs(changes) do
    local name = path .. " " .. change.after
    local put = siblings.puts[name]
    if put and put.index ~= change.index and put.xor ~= xor then group.keyed[change.after] = true end
    siblings.puts[name] = put or {index = change.index, xor = xor}
  end
end

-- Looks at a move that was made.
-- @tparam table position before the move
-- @tparam table step
-- @param state what the move leads to
-- @tparam string key that of the position, as `answers.key` writes it
function Deltas:observe(position, step, state, key)
  local run = self.run
  if self.count >= MAX_MOVES or step.is_chance or not key or run.findings:has "change" then return end
  self.count = self.count + 1
  local after = keys.text_after(position, step, state)
  local xor, sum = change_of(key, after)
  if not xor then return end
  self.has_large = self.has_large or not sum or tonumber(after) >= LARGE
  local steps = line(position.steps, step)
  local arrays = changes_of(position.picture, state)
  for path, changes in pairs(arrays) do
    if #changes <= MAX_CHANGES then
      local group = group_of(self, path)
      note_keyed(self, position, group, path, changes, xor)
      compare(group, path, arrays, xor, sum, steps)
    end
  end
  for _, changes in pairs(arrays) do changes.scalars = nil end
end

-- Says so when the key ignores what was there before a move.
function Deltas:judge()
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


return deltas
