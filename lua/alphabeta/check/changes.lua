-- What moves change in the state: does the key know all on which moves depend? Internal: `alphabeta.check` uses it.
--
-- A key that is made of the state's fields may leave one out: who is crowned, a right to castle, the piece that must
-- go on capturing. Two states that differ in that field alone are rarely met. So the field alone is put back to what
-- it was when the game began, while `moves` and `hash` are called. If other moves are listed then, and the key is the
-- same, the key leaves the field out.
--
-- A note asks about it, because the field may follow from the rest of the state. What changes with most moves mostly
-- does: whose turn it is, lists of pieces. It is not put back. Nothing is put back in a state that may hold the key,
-- which would not follow.
--
-- entries.lua compares what moves change in boards with what they change in the key.

local use = require((...):match "^(.*)%..*%." .. ".use")

local entries, games = use("check.entries", "common.game")
local pcall = use "common.interruption".pcall
local show, zobrist_keys = use("common.show", "common.zobrist_keys")
local copy, differences = use "common.values".copy, use "common.difference"

local abs, concat, sort = math.abs, table.concat, table.sort
local next, rawget, rawset, setmetatable, type = next, rawget, rawset, setmetatable, type
local is_key, text_of = zobrist_keys.is_key, show.text

local watch = {}

local Changes = {}
Changes.__index = Changes

-- Numbers from LARGE on may be keys, and texts of LONG characters or more.
local LARGE, LONG = 2 ^ 24, 8

-- How deep fields may lie in the state, and how many there may be.
local MAX_DEPTH, MAX_FIELDS = 3, 60

-- How many moves are made before fields are put back, and the share of them that may change such a field.
local MIN_MOVES, MOST_CHANGES = 20, 0.5

-- How often a field is put back, at most.
local MAX_TRIES = 20

-- Makes the memory of a run for changes: the `entries` of boards; of fields, how many `moves` there were, what is known
-- of each of the `fields`, by path, and their `count`; `is_off`, whether nothing can be said of them.
function watch.new(run)
  local rules = run.plan.rules
  return setmetatable({
    run = run, entries = entries.new(run), moves = 0, fields = {}, count = 0,
    -- a field that is excluded may hold the key, and is not seen
    is_off = not rules.hash or run.plan.hashes_content or rules.style == "children" or run.plan.excluded ~= nil,
  }, Changes)
end

-- Fields -------------------------------------------------------------------------------------------------------------

local function is_plain(value)
  local kind = type(value)
  return kind == "nil" or kind == "number" or kind == "string" or kind == "boolean"
end

-- Calls `report(path, owner, name, before)` for each field in which a state differs from a snapshot: `before` makes
-- what was there. A field has names only on its path. An array of plain values, such as a board, is one as a whole.
local function each_change(snapshot, state, report)
  local deep, seen = snapshot.deep, {}
  differences(snapshot, state, false, function(keys, before, now)
    local count = 0
    while type(keys[count + 1]) == "string" do count = count + 1 end
    local path, is_entry = concat(keys, ".", 1, count), count == #keys - 1 and type(keys[#keys]) ~= "table"
    if count == 0 or count > MAX_DEPTH or count < #keys and not is_entry or seen[path] or not is_plain(before)
      or not is_plain(now) then
      return
    end
    local owner, was = state, snapshot.value
    for i = 1, count - 1 do owner, was = rawget(owner, keys[i]), deep[was][keys[i]] end
    local array = is_entry and deep[was][keys[count]]
    if array and deep[array] then return end
    seen[path] = true
    report(path, owner, keys[count], function()
      if not array then return before end
      return setmetatable(copy(snapshot.flat[array]), snapshot.metas[array])
    end)
  end)
end

-- Whether there is something in a state that may be the key, or a part of it.
local function may_hold_key(snapshot)
  if next(snapshot.keys) ~= nil then return true end
  for _, fields in next, snapshot.flat do
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
  each_change(position.past[1].snapshot, state, function(path, owner, name, before)
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
  if self.is_off or not last or not last.snapshot or self.run.findings:has "change" then return end
  if may_hold_key(position.snapshot) then
    self.is_off = true
    return
  end
  self.moves = self.moves + 1
  each_change(last.snapshot, position.state, function(path)
    local field = self:field(path)
    if field then field.changes = field.changes + 1 end
  end)
  if self.moves >= MIN_MOVES and position.past[1].snapshot then self:try(position) end
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

function Changes:tried(...) self.entries:tried(...) end

-- Says what the key ignores, and asks about what it may ignore.
function Changes:judge()
  self.entries:judge()
  self:judge_fields()
end

return watch
