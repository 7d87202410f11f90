-- What moves change in the state, and in the key: does the key know all that moves change, and all on which moves
-- depend? Internal: `alphabeta.check` uses it.
--
-- **Entries of boards.** The usual mistake of a key that is kept up to date by moves is that it forgets the piece that
-- is captured: after the capture, that piece's number is still in it. Such a key is the same whenever the same moves
-- lead to a state, and states are rarely reached with the piece captured on another square. So the changes are
-- compared: a move from one square to another changes the key by the same amount whether it captures or not.
--
-- Compared are moves that differ in a single entry of an array of the state, by what was there before: a piece or
-- another one (or none). The changes of the key by exclusive or, and by addition, are the same then for all such moves
-- only if the key ignores what was there. That it does not ignore it elsewhere is seen by moves of one state that put
-- the same value at two different places, and change the key by different amounts.
--
-- An array may say which of a player's equal pieces stands where, beside one that says what stands there: the key is
-- right to ignore that. So moves are not compared where the array held what was there no more than twice, once for each
-- player, and another array has changed at the same place, and in both moves alike.
--
-- **Fields.** A key that is made of what the state holds may leave a field out: who is crowned, a right to castle, the
-- piece that has to go on capturing. Two states that differ in that field alone are rarely met. So it is put back,
-- alone, to what it was when the game began, while `moves` and `hash` are called: where other moves are listed, and the
-- key is the same, the key leaves it out.
--
-- That is asked in a note, since the field may follow from the rest of the state. What changes with most moves mostly
-- does: whose turn it is, lists of pieces. It is not put back, nor is anything in a state that may hold the key, which
-- would not follow.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games = use "common.game"
local pcall = use "common.interruption".pcall
local pictures, positions = use("common.picture", "check.position")
local copy = use "common.values".copy

local abs, concat, floor, sort = math.abs, table.concat, math.floor, table.sort
local next, rawget, rawset, setmetatable, type = next, rawget, rawset, setmetatable, type
local is_key, line, text_of = pictures.is_key, positions.line, pictures.text

local watch = {}

local Changes = {}
Changes.__index = Changes

-- Arrays with fewer entries are no boards. Moves that change more entries are not compared.
local MIN_ENTRIES, MAX_CHANGES = 6, 8

-- How many moves are compared, and how many pairs must agree.
local MAX_MOVES, MIN_PAIRS = 4000, 2

-- Keys that are numbers below this may change by equal amounts by chance. Other numbers from this on, and texts of so
-- many characters, may be keys.
local LARGE, LONG = 2 ^ 24, 8

-- How deep arrays and fields may lie in the state, and how many fields there may be.
local MAX_DEPTH, MAX_FIELDS = 3, 60

-- How many moves are made before fields are put back, and the share of them that may change such a field.
local MIN_MOVES, MOST_CHANGES = 20, 0.5

-- How often a field is put back, at most.
local MAX_TRIES = 20

-- Makes the memory of a run for changes:
--
-- * of arrays: `compared`, how many moves were; the `groups` of moves, by the path of the array; `has_large`, whether
--   there are keys that do not change by equal amounts by chance;
-- * of fields: how many `moves` there were, what is known of each of the `fields`, by path, and their `count`;
--   `is_off`, whether nothing can be said of them.
function watch.new(run)
  local rules = run.plan.rules
  return setmetatable({
    run = run, compared = 0, groups = {}, has_large = false, moves = 0, fields = {}, count = 0,
    -- a field that is excluded may hold the key, and is not seen
    is_off = not rules.hash or run.plan.hashes_content or rules.style == "children" or run.plan.excluded ~= nil,
  }, Changes)
end

-- Entries of boards ---------------------------------------------------------------------------------------------------

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
-- `Position:key_text` writes them. Returns nothing for keys of which that cannot be said.
local function change_of(before, after)
  local a, b = before:match "^key (%x+)$", after:match "^key (%x+)$"
  if a and b and #a == #b then return xor_text(a, b) end
  a, b = tonumber(before), tonumber(after)
  if not a or not b or a ~= floor(a) or b ~= floor(b) or a < 0 or b < 0 or a > 2 ^ 53 or b > 2 ^ 53 then
    return nil
  end
  return xor_text(hex_of(a), hex_of(b)), ("%.0f"):format(b - a)
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

-- The array entries in which a state differs from its picture, by array: each an array of `index`, `before` and
-- `after`, sorted, with these as `text`, and the array as it was as `scalars`.
local function changed_entries(picture, now)
  local flat, deep, arrays = picture.flat, picture.deep, {}
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
  look(picture.value, now, "", 1)
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

-- Looks at a move that was made. `position` is the one before it, with the key as `Position:key_text` writes it;
-- `state` is what the move leads to.
function Changes:tried(position, step, state, key)
  local run = self.run
  if self.compared >= MAX_MOVES or step.is_chance or not key or run.findings:has "change" then return end
  self.compared = self.compared + 1
  local after = position:after(step, state):ask_key()
  local xor, sum = change_of(key, after)
  if not xor then return end
  self.has_large = self.has_large or not sum or tonumber(after) >= LARGE
  local steps = line(position.steps, step)
  local arrays = changed_entries(position.picture, state)
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
function Changes:judge_entries()
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

-- Fields -------------------------------------------------------------------------------------------------------------

-- Whether a table of a picture, which has these plain values and these others, and what it is now have names only.
local function is_record(scalars, others, now)
  for _, fields in ipairs {scalars, others or {}, now} do
    for name in next, fields do
      if type(name) ~= "string" then return false end
    end
  end
  return next(scalars) ~= nil or others ~= nil
end

-- Whether a table holds the plain values of a table of a picture, and nothing else.
local function holds(now, scalars)
  for name, value in next, now do
    if rawget(scalars, name) ~= value then return false end
  end
  for name in next, scalars do
    if rawget(now, name) == nil then return false end
  end
  return true
end

local function is_plain(value)
  local kind = type(value)
  return kind == "nil" or kind == "number" or kind == "string" or kind == "boolean"
end

-- Whether a table has neither tables in it nor anything else that is no plain value.
local function is_flat(now)
  for _, value in next, now do
    if not is_plain(value) then return false end
  end
  return true
end

-- Calls `report(path, owner, name, before)` for each field in which a state differs from a picture: `before` makes what
-- was there. Tables without names, such as boards and sets, are fields as a whole.
local function each_change(picture, state, report)
  local flat, deep, metas = picture.flat, picture.deep, picture.metas

  local look

  local function compare(path, owner, name, before, now, depth)
    local scalars = type(before) == "table" and flat[before]
    if scalars and type(now) == "table" then
      local others = deep[before]
      if is_record(scalars, others, now) then
        if depth < MAX_DEPTH then look(before, now, path .. ".", depth + 1) end
      elseif not others and is_flat(now) and not holds(now, scalars) then
        report(path, owner, name, function() return setmetatable(copy(scalars), metas[before]) end)
      end
    elseif is_plain(before) and is_plain(now) and before ~= now then
      report(path, owner, name, function() return before end)
    end
  end

  look = function(before, now, path, depth)
    local scalars, others = flat[before], deep[before] or {}
    for name, value in next, scalars do
      if type(name) == "string" then compare(path .. name, now, name, value, rawget(now, name), depth) end
    end
    for name, value in next, others do
      if type(name) == "string" then compare(path .. name, now, name, value, rawget(now, name), depth) end
    end
    for name, value in next, now do
      if type(name) == "string" and rawget(scalars, name) == nil and rawget(others, name) == nil then
        compare(path .. name, now, name, nil, value, depth)
      end
    end
  end

  if flat[picture.value] and type(state) == "table" then look(picture.value, state, "", 1) end
end

-- Whether there is something in a state that may be the key, or a part of it.
local function may_hold_key(picture)
  if next(picture.keys) ~= nil then return true end
  for _, fields in next, picture.flat do
    for _, value in next, fields do
      local kind = type(value)
      if kind == "number" and abs(value) >= LARGE or kind == "string" and #value >= LONG or kind == "cdata" then
        return true
      end
    end
  end
  return false
end

-- What is known of a field; nil where there are too many, which ends all.
function Changes:field(path)
  local field = self.fields[path]
  if not field and self.count < MAX_FIELDS then
    field = {path = path, changes = 0, tries = 0, is_in_key = false}
    self.fields[path], self.count = field, self.count + 1
  end
  self.is_off = self.is_off or not field
  return field
end

-- Answers ------------------------------------------------------------------------------------------------------------

-- The key and the moves of a state, as texts, and how many moves there are; nothing where it is not a player's turn. A
-- search adds to the key whose turn it is.
local function answers_of(rules, state)
  local key, mover = rules.hash(state), rules.player and text_of(rules.player(state)) or ""
  local list, is_chance = games.successors(games.strict(rules), state)
  if key == nil or not list or is_chance then return nil end
  local texts = {}
  for i = 1, #list do texts[i] = text_of(list[i], 200) end
  sort(texts)
  return (is_key(key) and key:get() or type(key) .. text_of(key, 1000)) .. " " .. mover, concat(texts, "\n"), #list
end

-- As `answers_of`, with a field put back, which may make the game raise errors.
local function answers_with(rules, state, owner, name, value)
  local now = rawget(owner, name)
  rawset(owner, name, value)
  local ok, key, moves, count = pcall(answers_of, rules, state)
  rawset(owner, name, now)
  if ok then return key, moves, count end
  return nil
end

-- Looking ------------------------------------------------------------------------------------------------------------

-- Puts the fields back that are due, one by one.
function Changes:try(position)
  local state, rules = position.state, position.rules
  local ok, key, moves, count = pcall(answers_of, rules, state)
  if not ok or not key then return end
  local due = {}
  each_change(position.past[1].picture, state, function(path, owner, name, before)
    local field = self:field(path)
    if field and not field.is_in_key and field.tries < MAX_TRIES and field.changes <= MOST_CHANGES * self.moves then
      due[#due + 1] = {field = field, owner = owner, name = name, before = before}
    end
  end)
  for _, one in ipairs(due) do
    local field, value = one.field, one.before()
    local other_key, other_moves, other_count = answers_with(rules, state, one.owner, one.name, value)
    field.tries = field.tries + 1
    if other_key and other_key ~= key then
      field.is_in_key = true
    elseif other_key and other_moves ~= moves and not field.shown then
      field.shown = {
        now = text_of(rawget(one.owner, one.name)), before = text_of(value), count = count, other_count = other_count,
      }
    end
  end
end

-- Looks at a position of a random game, where moves can be made.
function Changes:visited(position, list, is_chance)
  if not list or is_chance or position.is_close then return end
  local last = position.past[#position.past]
  if self.is_off or not last or not last.picture or self.run.findings:has "change" then return end
  if may_hold_key(position.picture) then
    self.is_off = true
    return
  end
  self.moves = self.moves + 1
  each_change(last.picture, position.state, function(path)
    local field = self:field(path)
    if field then field.changes = field.changes + 1 end
  end)
  if self.moves >= MIN_MOVES and position.past[1].picture then self:try(position) end
end

-- Asks about the fields on which moves depend, and the key does not.
function Changes:judge_fields()
  local run = self.run
  if self.is_off or run.findings:get("collision", "hash") then return end
  local paths = {}
  for path, field in next, self.fields do
    if field.shown and not field.is_in_key and field.changes <= MOST_CHANGES * self.moves then
      paths[#paths + 1] = path
    end
  end
  sort(paths)
  for _, path in ipairs(paths) do
    local shown = self.fields[path].shown
    local is_as_many = shown.other_count == shown.count
    local listed = is_as_many and "other moves" or ("%d moves in place of %d"):format(shown.other_count, shown.count)
    run.findings:ask("key", path, ("`hash`: the key does not depend on '%s', but moves do: with %s in place of "
      .. "%s in one state, `%s` lists %s, and the key is the same. If '%s' does not follow from the rest of the state, "
      .. "put it into the key"):format(path, shown.before, shown.now, run.plan.list_function, listed, path))
  end
end

-- Says what the key ignores, and asks about what it may ignore.
function Changes:judge()
  self:judge_entries()
  self:judge_fields()
end

return watch
