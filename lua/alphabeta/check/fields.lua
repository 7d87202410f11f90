-- The fields of states, and what moves do to them. Internal: `alphabeta.check` uses it.
--
-- A named field may say whose turn it is, or make every position a new one. What is said of named fields is a question:
-- a field is known by its name and by the values that it takes, not by the rules.
--
-- Where turns alternate, moves change the state in two ways in turn: a stone is 1 in every other ply and 2 in those
-- between, or a field `turn` goes from 1 to 2 and back. If `player` always returns the same, it is wrong there. A
-- puzzle has no such pattern. Where a player may move twice in a row, a field says whose turn it is by its name.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, games, judge_player = use("common.core", "common.game", "check.turns")
local pcall = use "common.interruption".pcall
local lines, positions = use("check.lines", "check.position")
local show, snapshots = use("common.show", "common.snapshots")

local concat, max, sort = table.concat, math.max, table.sort
local next, rawget, rawset, type = next, rawget, rawset, type
local text_of = show.text

local fields = {}

local Fields = {}
Fields.__index = Fields

-- How deep fields may lie, how many entries a table in the state may have whose fields are followed, how many fields
-- there may be, and how many of the values of each are kept.
local MAX_DEPTH, MAX_ENTRIES, MAX_FIELDS, MAX_KINDS = 2, 20, 60, 5

-- How many moves it takes to judge a field, and how many must change it to a value, or leave it as it is.
local MIN_MOVES, MIN_EACH = 20, 3

-- The share of the moves that raise a counter, or lower it.
local COUNTING = 0.7

-- How often a position must come up again in a game when counters are left out.
local MIN_REPEATS = 3

-- How many ends are looked at where the player to move has no move; how many of them must leave moves to the other
-- player; and the share of those that leave none to either.
local MAX_ENDS, MIN_STUCK, BOTH_STUCK = 60, 3, 0.2

-- Words in the names of fields that say whose turn it is: of those that hold true and false, and of others.
local BOOLEAN_WORDS = {"turn", "player", "side", "to_?move", "white", "black", "first"}
local WORDS = {"turn", "player", "side", "move", "active", "current", "who", "colou?r"}

-- Words that do so although a counter of moves could say whose turn it is; and names that say nothing else.
local SIDES = {"turn", "player", "side", "to_?move", "current"}
local TURN = {"turn$", "to_?move$", "current_?player$", "active_?player$", "mover$", "current_?side$"}

local NOTHING = {}

-- Makes the memory of a run for fields:
--
-- * `by_path`: of each field, `values`, up to MAX_KINDS that it has had, with the number of moves that led to each;
--   `seen`, in how many states it was there; `is_mover`, whether it has always held whose turn it is; how many moves
--   have `changed` it, raised it (`ups`), lowered it (`downs`), or `kept` it; and the moves `changing` and `keeping`
--   that were the first to do so;
-- * `states` and `moves`: how many there were;
-- * `repeats`: how many positions came up again in a game, `bare`, without counters; `twins`, steps to the last two of
--   the latter, and the names of the counters;
-- * `ends`: how many were looked at, at how many the player to move was `stuck` alone, and `both` were; and which of
--   the former were `won` and `lost` by that player.
function fields.new(run)
  return setmetatable({
    run = run, by_path = {}, count = 0, states = 0, moves = 0, repeats = 0, bare = 0,
    ends = {count = 0, stuck = 0, both = 0, won = 0, lost = 0},
  }, Fields)
end

-- What was seen --------------------------------------------------------------------------------------------------

-- The fields of a snapshot by path: plain values, and as "#path" how many entries a table has.
local function read(snapshot)
  if snapshot.named then return snapshot.named end
  local found, flat, deep, counts = {}, snapshot.flat, snapshot.deep, snapshot.counts
  local function look(t, prefix, depth)
    for name, value in next, flat[t] do
      if type(name) == "string" then found[prefix .. name] = value end
    end
    for name, value in next, deep[t] or NOTHING do
      if type(name) == "string" and flat[value] then
        found["#" .. prefix .. name] = counts[value]
        if depth < MAX_DEPTH and counts[value] <= MAX_ENTRIES then look(value, prefix .. name .. ".", depth + 1) end
      end
    end
  end
  local root = snapshot.value
  if flat[root] and counts[root] <= MAX_FIELDS then look(root, "", 1) end
  snapshot.named = found
  return found
end

-- What is known of a field; nil where there are too many.
function Fields:field(path)
  local field = self.by_path[path]
  if not field and self.count < MAX_FIELDS then
    field = {
      path = path, values = {}, kinds = 0, seen = 0, is_mover = true, changed = 0, ups = 0, downs = 0, kept = 0,
    }
    self.by_path[path], self.count = field, self.count + 1
  end
  return field
end

-- Notes the values of fields in a state; `mover` is whose turn it is.
function Fields:note_values(now, mover)
  self.states = self.states + 1
  for path, value in next, now do
    local field = self:field(path)
    if field then
      field.seen = field.seen + 1
      if field.kinds < MAX_KINDS and field.values[value] == nil and value == value then
        field.values[value], field.kinds = 0, field.kinds + 1
      end
      if value ~= mover then field.is_mover = false end
    end
  end
end

-- Notes what a move has done to fields.
function Fields:note_move(before, now, move)
  self.moves = self.moves + 1
  for path, value in next, now do
    local field, last = self.by_path[path], before[path]
    if field and last == value then
      field.kept = field.kept + 1
      if field.keeping == nil then field.keeping = move end
    elseif field and last ~= nil then
      field.changed = field.changed + 1
      if field.changing == nil then field.changing = move end
      if field.values[value] then field.values[value] = field.values[value] + 1 end
      if type(value) == "number" and type(last) == "number" then
        local way = value > last and "ups" or "downs"
        field[way] = field[way] + 1
      end
    end
  end
end

-- The fields for which `holds` returns true, by their paths in order; those for which `is_first` does come first.
function Fields:list(holds, is_first)
  local list = {}
  for _, field in next, self.by_path do
    if holds(field) then list[#list + 1] = field end
  end
  sort(list, function(a, b)
    local first, second = is_first and is_first(a), is_first and is_first(b)
    if first ~= second then return first end
    return a.path < b.path
  end)
  return list
end

-- Whether a field is there in all states.
function Fields:is_everywhere(field) return field.seen == self.states end

-- The fields that count moves, or list them: as names, and as a set of names; nil when there are none.
function Fields:counters()
  if self.moves < MIN_MOVES then return nil end
  local names, set = {}, {}
  for _, field in ipairs(self:list(function(field)
    return field.kinds >= 3 and max(field.ups, field.downs) >= COUNTING * self.moves
  end)) do
    local name = field.path:match "[^.#]*$"
    if not set[name] then names[#names + 1] = name end
    set[name] = true
  end
  return names[1] and names, set
end

-- What `repetition` takes a state for, as text.
function Fields:identity(position)
  local plan = self.run.plan
  if plan.rules.hash then return position:ask_key() end
  self.content_hash = self.content_hash or core.content_hash(plan.hash_ignore)
  return text_of(self.content_hash(position.state))
end

-- Counts positions that come up again in a random game.
function Fields:note_repetition(position)
  if self.repeats > 0 or position.is_close or not self.run.plan.repetition then return end
  local seen, who = position.come_up or {whole = {}, bare = {}}, (" %d"):format(position.player_index or 0)
  position.come_up = seen
  local whole = self:identity(position) .. who
  if seen.whole[whole] then self.repeats = self.repeats + 1 end
  seen.whole[whole] = true
  local names, set = self:counters()
  if not names then return end
  local bare = self.run.fingerprint(position.state, set) .. who
  if seen.bare[bare] then
    self.bare = self.bare + 1
    self.twins = {seen.bare[bare], lines.copy(position.steps), set}
  end
  seen.bare[bare] = seen.bare[bare] or lines.copy(position.steps)
end

-- Whose turn it is ------------------------------------------------------------------------------------------------

-- Whether a name has one of some words in it.
local function has_word(path, words)
  path = path:lower()
  for _, word in ipairs(words) do
    if path:find(word) then return true end
  end
  return false
end

-- Whether a field is named like one that says whose turn it is.
local function is_named(field)
  return has_word(field.path, type(next(field.values)) == "boolean" and BOOLEAN_WORDS or WORDS)
end

-- Whether every move changes a field to the other one of two values.
function Fields:alternates(field)
  return field.kinds == 2 and field.kept == 0 and field.changed >= MIN_MOVES and self:is_everywhere(field)
end

-- The two values of a field, in order.
local function two_of(field)
  local texts = {}
  for value in next, field.values do texts[#texts + 1] = text_of(value) end
  sort(texts)
  return texts[1], texts[2]
end

-- Asks whether `player` was forgotten: some moves change a field of two values to and fro, and others do not. Where
-- each move changes another field, such as the actions that are left of two, names decide which is the turn.
function Fields:judge_forgotten()
  local run, has_counter, has_other = self.run, false, false
  for _, field in next, self.by_path do
    if self:alternates(field) then
      if is_named(field) or type(next(field.values)) ~= "number" then return end
      has_other = true
    end
    has_counter = has_counter or field.kept == 0 and field.changed >= MIN_MOVES
  end
  local field = self:list(function(field)
    if field.kinds ~= 2 or not self:is_everywhere(field) or field.kept < MIN_EACH then return false end
    for _, count in next, field.values do
      if count < MIN_EACH then return false end
    end
    if has_other then return is_named(field) end
    if has_counter then return has_word(field.path, SIDES) end
    return is_named(field) or type(next(field.values)) ~= "boolean"
  end, is_named)[1]
  if not field then return end
  local one, two = two_of(field)
  local are_moves = run.plan.rules.style ~= "children"
  run.findings:ask("turn", "player", ("the game has no `player`, so a search assumes that turns alternate. But %d of "
    .. "%d moves leave '%s' as it is%s, and the others change it between %s and %s%s. If it says whose turn it is, "
    .. "write function game.player(state) return state.%s end"):format(field.kept, self.moves, field.path,
    are_moves and (" (%s)"):format(text_of(field.keeping)) or "", one, two,
    are_moves and (" (%s)"):format(text_of(field.changing)) or "", field.path))
end

-- Asks about a field that is named for the turn, and that no move changes, in a game without `player`.
function Fields:judge_constant_turn()
  local field = self:list(function(field)
    return field.kinds == 1 and field.changed == 0 and self:is_everywhere(field) and has_word(field.path, TURN)
  end)[1]
  if not field then return end
  self.run.findings:ask("turn", "player", ("no move changes '%s', which is %s in all %d states, and the game has no "
    .. "`player`, so a search assumes that turns alternate. Must a move change '%s'?"):format(field.path,
    text_of((next(field.values))), self.states, field.path))
end

-- Asks whether it is right that one player makes all moves, where `player` reads a field.
function Fields:judge_one_player()
  local run = self.run
  local only = run.players[1]
  local ok, elsewhere = pcall(run.plan.rules.player, {})
  if ok and elsewhere == only or run.findings:has "turn" then return end
  local held = self:list(function(field)
    return field.kinds == 1 and field.values[only] ~= nil and self:is_everywhere(field)
  end, function(field) return has_word(field.path, WORDS) end)[1]
  local field = held and ("change '%s'"):format(held.path) or "change what `player` returns"
  run.findings:ask("turn", "player", ("one player makes all moves: `player` returned %s in all %d states. Must a move, "
    .. "such as the end of a turn, %s? In a puzzle for one player, write function game.player() return 1 end"):format(
    text_of(only), self.states, field))
end

-- Ends where a player cannot move ---------------------------------------------------------------------------------

-- The field that says whose turn it is; nil when that is unknown.
function Fields:find_turn()
  local run, has_player = self.run, self.run.plan.rules.player ~= nil
  if self.moves < MIN_MOVES or #run.players > 2 then return nil end
  return self:list(function(field)
    if field.kinds ~= 2 or field.path:find "#" then return false end
    return has_player and field.is_mover or not has_player and self:alternates(field) and is_named(field)
  end)[1]
end

-- Whether the player has moves whose turn it would be with another value in a field.
local function has_moves(rules, state, path, value)
  local owner, name = state, nil
  for part in path:gmatch "[^.]+" do
    if name then owner = rawget(owner, name) end
    name = part
  end
  local now = rawget(owner, name)
  rawset(owner, name, value)
  local list_function, filled = rules.list_function, games.to_fill(rules.list_function)
  local ok, list = pcall(function()
    return games.check_list(games.strict(rules), list_function, rules[list_function](state, filled), state, filled)
  end)
  rawset(owner, name, now)
  return ok and list[1] ~= nil
end

-- Looks whether the other player could move, where the game is over since `moves` lists nothing.
function Fields:note_end(position, value)
  local ends, run, index = self.ends, self.run, position.player_index
  local is_asked = not position.rules.is_over and not run.plan.excluded and ends.count < MAX_ENDS
  if not is_asked or type(value) ~= "number" or not index then return end
  local field, here, other = self:find_turn(), read(position.snapshot), nil
  local path = field and field.path
  if not path or here[path] == nil then return end
  for two in next, field.values do
    if two ~= here[path] then other = two end
  end
  ends.count = ends.count + 1
  local can_move = has_moves(position.rules, position.state, path, other)
  if not snapshots.is_same(position.snapshot, position.state) then snapshots.restore(position.snapshot) end
  if not can_move then
    ends.both = ends.both + 1
  else
    local own = run.signs:value_for(index, value, index)
    ends.stuck = ends.stuck + 1
    if own > 0 then ends.won = ends.won + 1 elseif own < 0 then ends.lost = ends.lost + 1 end
    if not ends.path then ends.path, ends.now, ends.other = path, here[path], other end
  end
end

-- Asks whether a player without a move must pass. A player who cannot move loses in many games, or the game is a draw:
-- then it is over.
function Fields:judge_ends()
  local ends, run = self.ends, self.run
  if ends.stuck < MIN_STUCK or ends.won == 0 or ends.lost == 0 or ends.both < BOTH_STUCK * (ends.both + ends.stuck) then
    return
  end
  run.findings:ask("answer", "pass", ("the game is over where `%s` lists nothing. In %d of %d such states the other "
    .. "player could move ('%s' is %s, and with %s there are moves). Must a player without a move pass? Then list a "
    .. "move that passes, such as {\"pass\"}"):format(run.plan.list_function, ends.stuck, ends.stuck + ends.both,
    ends.path, text_of(ends.now), text_of(ends.other)))
end

-- Whether the game goes on in the same way from two states that differ in counters alone.
function Fields:ignores_counters()
  local twins, is_alike = self.twins, false
  positions.attempt(function() is_alike = self.run.keys:play_alike(twins[1], twins[2], twins[3]) end)
  return is_alike
end

-- Asks whether a counter makes `repetition` useless. A field on which the rules depend, such as a heap, is none.
function Fields:judge_repetition()
  local names, run = self:counters(), self.run
  if self.repeats > 0 or self.bare < MIN_REPEATS or not names or not self:ignores_counters() then return end
  local key = run.plan.rules.hash and not run.plan.hashes_content
  run.findings:ask("idle", "repetition", ("option 'repetition' has no effect: no position came up again in a game, "
    .. "since moves always change '%s'. Without that, positions came up again %d times. Leave it out %s"):format(
    concat(names, "', '"), self.bare, key and "of `hash`"
    or ("of the key: hash_ignore = {\"%s\"}"):format(concat(names, '", "'))))
end

-- The run -----------------------------------------------------------------------------------------------------------

-- Looks at the fields of a position.
function Fields:visited(position, list, is_chance, value)
  local last, step = position.past[#position.past], position.steps[#position.steps]
  local now = read(position.snapshot)
  if not list then return self:note_end(position, value) end
  if is_chance then return end
  self:note_values(now, position.mover)
  if last and last.snapshot and not step.is_chance then self:note_move(read(last.snapshot), now, step.move) end
  self:note_repetition(position)
end

-- Says what is wrong with `player`, and asks what the fields lead to.
function Fields:judge(generator)
  local run = self.run
  local rules, has_cause = run.plan.rules, run.findings:has "error" or run.findings:has "answer"
  if rules.player and not has_cause then judge_player(run, generator, self.by_path) end
  self:judge_repetition()
  if has_cause or self.moves < MIN_MOVES then return end
  if not rules.player then
    self:judge_forgotten()
    self:judge_constant_turn()
  elseif #run.players == 1 then
    self:judge_one_player()
  end
  self:judge_ends()
end

return fields
