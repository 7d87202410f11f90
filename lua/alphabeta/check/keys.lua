-- The keys and the values of the positions that were seen: do equal states have equal keys, and different states
-- different keys? Does what a state is worth depend on how it was reached? Internal: `alphabeta.check` uses it.
--
-- States that have the same content must have the same key. A field that holds, in each state that is seen, what `hash`
-- returns there is left out of the content, unless it turns out that the game depends on it.
--
-- States that have the same key, and the same player to move, need not have the same content: a key may well forget
-- what no longer matters. So they are compared by what they lead to. Where keys are made of what states hold, states of
-- the same content are compared, too, when they were reached by different lines: what the game keeps elsewhere is in no
-- key.
--
-- A search reaches a state by several lines, and evaluates it between moves that it makes and takes back. So a value
-- that depends on what the game keeps in local variables or globals changes with the order of the search. Values are
-- compared of states of the same content that were reached by different lines.

local use = require((...):match "^(.*)%..*%." .. ".use")

local findings, games, lines = use("check.findings", "common.game", "check.lines")
local positions, random = use("check.position", "common.random")
local values = use "common.values"
local show, snapshots = use("common.show", "common.snapshots")

local concat, sort = table.concat, table.sort
local describe, random_integer, moves_of = values.describe, random.integer, findings.moves_of
local attempt, keys_of, line, replay = positions.attempt, values.keys_of, lines.copy, positions.replay

local keys = {}

local Keys = {}
Keys.__index = Keys

-- The number of pairs of states with one key that are compared; how often, and over how many plies. The number of pairs
-- of states with different values.
local MAX_PAIRS, TRAILS, TRAIL_PLIES, MAX_VALUES = 200, 2, 6, 20

-- States with more moves than this are compared without their successors.
local MAX_FOLLOWING = 200

local NONE = {true} -- before the first state, a field may hold the key

-- The number of games that are played to compare two states, and their length.
local ALIKE_GAMES, ALIKE_PLIES = 3, 300

-- Makes the memory of a run for keys and values. Suspects, by keys or by values, wait until no position is in use;
-- `examined` counts those that no longer wait. `transpositions` says how often a state came up again by another line.
function keys.new(run)
  return setmetatable({
    run = run, by_content = {}, by_key = {}, by_place = {}, suspects = {examined = 0}, values = {examined = 0},
    pairs = 0, collisions = {}, transpositions = 0, glances = 0,
  }, Keys)
end

-- What was seen --------------------------------------------------------------------------------------------------

-- The names of fields that hold what `hash` has returned, as a set. Zobrist keys are left out of fingerprints anyway:
-- then there may be no snapshot.
local function fields_with(snapshot, answer)
  local set = {}
  if not snapshot then return set end
  for _, fields in next, snapshot.flat do
    for name, value in next, fields do
      if value == answer and type(name) == "string" then set[name] = true end
    end
  end
  return set
end

-- Are these still fields that have always held the key, and on which nothing is known to depend?
function Keys:are_holders(names)
  for name in pairs(names) do
    if not self.holders[name] then return false end
  end
  return true
end

-- The names of fields that have held the key in all states so far, this one too, as a set and as text; nil when there
-- are none.
function Keys:find_holders(snapshot, answer)
  local here, both = fields_with(snapshot, answer), {}
  for name in pairs(self.holders or here) do both[name] = here[name] end
  self.holders = both
  if next(both) == nil then return nil end
  return both, concat(keys_of(both), " ")
end

-- Does one line begin with another?
function Keys:begins_with(steps, beginning)
  if steps.start ~= beginning.start then return false end
  for i, step in ipairs(beginning) do
    if not steps[i] or not lines.is_same_step(self.run, steps[i], step) then return false end
  end
  return true
end

-- Are two lines the same?
function Keys:is_same_line(a, b) return #a == #b and self:begins_with(a, b) end

-- What was noted first under a name; nil if nothing was, and then `seen` is noted.
local function noted_before(notes, name, seen)
  local first = notes[name]
  if first == nil then notes[name] = seen end
  return first
end

-- Compares a key with that of the same state, if it was seen.
function Keys:compare_state(seen, content, skipped)
  local twin = noted_before(self.by_content, content, seen)
  if not twin then return end
  if twin.key == seen.key then
    if not self:is_same_line(seen.steps, twin.steps) then self.transpositions = self.transpositions + 1 end
  else
    self.suspects[#self.suspects + 1] = {kind = "key", a = twin, b = seen, skipped = skipped}
  end
end

-- Compares a state with that of the same key, if it was seen.
function Keys:compare_key(seen, content, player_index)
  local place = tostring(seen.key) .. " " .. tostring(player_index or 0)
  local other = noted_before(self.by_key, place, {seen = seen, content = content, compared = {}})
  if not other then return end
  local is_suspect = other.content ~= content and not other.compared[content]
  if self.run.plan.hashes_content and not self:is_same_line(other.seen.steps, seen.steps) then
    self.transpositions = self.transpositions + 1 -- fields that are left out may differ
    is_suspect = is_suspect or other.content == content
  end
  if is_suspect and self.pairs < MAX_PAIRS then
    other.compared[content] = true
    self.pairs = self.pairs + 1
    self.suspects[#self.suspects + 1] = {kind = "collision", a = other.seen, b = seen}
  end
end

-- Compares the key of a position, `answer` as `hash` has returned it, with those that were seen. Suspects are examined
-- later, when the state is not in use. Returns the content of the state, without fields that hold the key; nil where it
-- cannot be compared.
function Keys:remember(position, key, answer)
  if self.run.findings:get("restore", "hash") or self.run.plan.cdata then return nil end
  local is_plain = type(answer) ~= "userdata" and type(answer) ~= "table"
  local skipped, names = self:find_holders(is_plain and position.snapshot, answer)
  local content = self.run.fingerprint(position.state, skipped) .. " " .. (names or "")
  local seen = {key = key, steps = line(position.steps)}
  self:compare_state(seen, content, skipped)
  self:compare_key(seen, content, position.player_index)
  return content
end

-- Remembers the state that a move leads to that is only tried.
function Keys:glance(position, step, state)
  local run = self.run
  if not run.plan.rules.hash or self.glances >= run.plan.nodes or run.findings:has "change" then return end
  self.glances = self.glances + 1
  local there = position:after(step, state)
  local answer = there:ask(nil, "hash", state)
  local key = there:key_text(answer)
  there:read_player()
  local may_hold = type(answer) ~= "userdata" and type(answer) ~= "table" and next(self.holders or NONE) ~= nil
  there.snapshot = may_hold and snapshots.take(state, run.plan.excluded)
  self:remember(there, key, answer)
end

-- One state, two keys --------------------------------------------------------------------------------------------

-- Plays a random game, seeded by a number. Returns all that happens as text, nil when it cannot be played; and whether
-- it came to an end. `skipped` are fields that are ignored.
function Keys:trace_game(steps, number, skipped)
  local run, generator = self.run, random.from_number(number)
  local position = replay(run, steps)
  if not position then return nil, false end
  local trace = {}
  for _ = 1, ALIKE_PLIES do
    position:pause()
    local list, is_chance = position:successors()
    trace[#trace + 1] = run.fingerprint(position.state, skipped)
    if not list then
      position:take_back()
      return concat(trace, "\n"), true
    end
    local step, entries = lines.choose_by_content(run, generator, list, is_chance)
    trace[#trace + 1] = entries
    position:go(step)
  end
  position:take_back()
  return concat(trace, "\n"), false
end

-- Do two states play alike, but for some fields? Steps lead to each; `skipped` is a set of names. Returns also whether
-- they do so to the end.
function Keys:play_alike(a, b, skipped)
  local has_ended = false
  for number = 1, ALIKE_GAMES do
    local one, is_end = self:trace_game(a, number, skipped)
    if not one or one ~= self:trace_game(b, number, skipped) then return false, false end
    has_ended = has_ended or is_end
  end
  return true, has_ended
end

-- Two states have different keys: is it the same state?
function Keys:examine_state(a, b, skipped)
  if skipped and not self:are_holders(skipped) then return end
  if not skipped or select(2, self:play_alike(a.steps, b.steps, skipped)) then
    self.run.findings:add("key", "hash", b.steps,
      ("returns different keys for the same state: %s and %s"):format(a.key, b.key), {other_steps = a.steps})
  else
    for name in pairs(skipped) do self.holders[name] = nil end
  end
end

-- One key, two states --------------------------------------------------------------------------------------------

-- What can follow a position, by its keys: the keys, sorted, with the probability of each, and for each a step that
-- leads there; nil when that is too much.
local function following(position, list, is_chance)
  if #list > MAX_FOLLOWING then return nil end
  local all, steps, weights = {}, {}, {}
  for i = 1, #list do
    position:pause()
    local weight = not is_chance and 1 or list[i].probability
    if weight > 0 then
      local step = lines.step(list, i, is_chance)
      local state, undo = position:make(step)
      local there = position:after(step, state)
      local key = there:ask_key()
      if position.rules.player then
        key = ("%s (player %s)"):format(key, show.text((there:ask(nil, "player", state))))
      end
      position:unmake(step, undo)
      if not steps[key] then all[#all + 1] = key end
      steps[key] = steps[key] or step
      weights[key] = (weights[key] or 0) + weight
    end
  end
  sort(all)
  return all, steps, weights
end

-- What a position does, which must depend on its key alone: texts by subject. Then its successors by key.
function Keys:behaviour(position)
  local plan, texts = self.run.plan, {}
  local list, is_chance = position:successors()
  texts["whether the game is over"] = list and "it goes on" or "it is over"
  if not plan.is_maxn and (not list or not plan.ends_only) then
    local name = games.value_function(position.rules, position.is_over)
    local value = position:ask(nil, name, position.state, self.run.me)
    texts["what `" .. name .. "` returns"] = type(value) == "number" and ("%.9g"):format(value) or describe(value)
  end
  if not list then return texts, {} end
  local all, steps, weights = following(position, list, is_chance)
  if not all then return texts, {} end
  if is_chance then
    local parts = {}
    for i, key in ipairs(all) do parts[i] = ("%s with probability %.9g"):format(key, weights[key]) end
    texts["the outcomes, by their keys"] = concat(parts, ", ")
  else
    texts["the successors, by their keys"] = concat(all, ", ")
  end
  return texts, all, steps
end

-- Plays on from a state for some plies, and notes what each position does: by random keys, or by those of another
-- trail. Returns nil when the state cannot be reached.
function Keys:trail(steps, number, guide)
  local generator, trail = random.from_number(number), {}
  local position = replay(self.run, steps)
  if not position then return nil end
  for n = 1, TRAIL_PLIES do
    local texts, all, to = self:behaviour(position)
    trail[n] = {texts = texts, steps = line(position.steps), content = self.run.fingerprint(position.state)}
    local key
    if guide then key = guide[n] and guide[n].key else key = #all > 0 and all[random_integer(generator, #all)] end
    if not key or not to or not to[key] then break end
    trail[n].key = key
    position:go(to[key])
  end
  position:take_back()
  return trail
end

-- The subjects in which two positions differ, as the differences of a finding.
local function compare_behaviour(here, there)
  local both, list = values.copy(here), {}
  for subject in pairs(there) do both[subject] = true end
  for _, subject in ipairs(keys_of(both)) do
    local before, after = here[subject], there[subject]
    if before ~= after then
      list[#list + 1] = {
        path = subject, before = before, after = after,
        text = ("%s: %s here, %s there"):format(subject, before or "nothing", after or "nothing"),
      }
    end
  end
  return list
end

-- Looks for a difference between two states with the same key: there, or a few plies further, where moves that
-- lead to the same keys are made in both. Returns the steps to either, and the differences; nil when there is nothing.
function Keys:find_difference(a, b)
  for number = 1, TRAILS do
    local one = self:trail(a.steps, number)
    local two = one and self:trail(b.steps, number, one)
    if not two then return nil end
    for n = 1, #two do
      if one[n].content == two[n].content and not self.run.plan.hashes_content then break end
      local list = compare_behaviour(two[n].texts, one[n].texts)
      if #list > 0 then return one[n].steps, two[n].steps, list end
    end
  end
  return nil
end

-- Two states have the same key: is there any difference between them?
function Keys:examine_key(a, b)
  local to_a, to_b, list = self:find_difference(a, b)
  if not list then return end
  local run, key = self.run, a.key
  self.collisions[#self.collisions + 1] = {line = moves_of(to_b), other = moves_of(to_a)}
  local words = self:begins_with(to_b, to_a) and "returns the same key before and after moves that change the game"
    or "returns the same key for different states"
  if #to_b == #b.steps then words = words .. ": " .. key end
  if run.plan.hashes_content then
    words = "the fields of which the key is made are the same in two states that differ: what differs is in local "
      .. "variables or globals, or is left out by 'hash_ignore'"
  end
  run.findings:add("collision", "hash", to_b, words, {
    other_steps = to_a, differences = list, collisions = self.collisions,
  })
end

-- One state, two values -----------------------------------------------------------------------------------------

-- Compares the value of a position with that of the same state, if it was seen.
function Keys:remember_value(position, content, value)
  if self.run.plan.cdata then return end -- its content is not known
  local name = games.value_function(position.rules, position.is_over)
  local place = ("%s %s %s"):format(name, position.player_index or 0, content)
  local seen = {name = name, value = show.text(value, 200), steps = line(position.steps)}
  local twin = noted_before(self.by_place, place, seen)
  if twin and twin.value ~= seen.value and #self.values < MAX_VALUES then
    self.values[#self.values + 1] = {kind = "path", a = twin, b = seen}
  end
end

-- Compares how many moves a state lists, 0 if the game is over, with that of the same state, if it was seen. Where
-- there are keys, states with the same key are compared.
function Keys:remember_count(position, content, count)
  local run, name = self.run, self.run.plan.list_function
  if run.plan.rules.hash or run.plan.cdata or run.findings:get("path", name) then return end
  local place = ("count %d %s"):format(position.player_index or 0, content)
  local seen = noted_before(self.by_place, place, {count = count, steps = line(position.steps)})
  if seen and seen.count ~= count then
    position:found("path", name, nil, ("lists %d moves here, and %d there, for the same state. They depend on what the "
      .. "game keeps in local variables or globals"):format(count, seen.count), {other_steps = seen.steps})
  end
end

-- Two states of the same content have different values: states that play alike, to the end of the game, are the same.
function Keys:examine_value(a, b)
  if not select(2, self:play_alike(a.steps, b.steps)) then return end
  self.run.findings:add("path", b.name, b.steps,
    ("returns different values for the same state, by the moves that led there: %s here, %s there. It depends on "
      .. "what the game keeps in local variables or globals"):format(b.value, a.value), {other_steps = a.steps})
end

-- The end -------------------------------------------------------------------------------------------------------

-- Examines a suspect. A key or a value is examined unless a line shows it that is no longer.
function Keys:examine_one(suspect)
  local kind, a, b = suspect.kind, suspect.a, suspect.b
  if #a.steps > #b.steps then a, b = b, a end
  local known = self.run.findings:get(kind, b.name or "hash")
  if kind == "collision" then
    self:examine_key(a, b)
  elseif not known or #known.line > #b.steps then
    if kind == "key" then self:examine_state(a, b, suspect.skipped) else self:examine_value(a, b) end
  end
end

-- Examines the suspects, as long as there is time. If it ends meanwhile, a suspect is examined again later.
function Keys:examine_suspects()
  for _, queue in ipairs {self.suspects, self.values} do
    while queue.examined < #queue and not self.run:is_late() do
      local suspect = queue[queue.examined + 1]
      if not attempt(function() self:examine_one(suspect) end) and self.run:is_late() then return end
      queue.examined = queue.examined + 1
    end
  end
end

-- Says which test was not made, when suspects are left.
function Keys:judge()
  local run, suspects = self.run, self.suspects
  local left = #suspects - suspects.examined
  if left == 0 then return end
  run.findings:skip("collision", "suspects", ("whether states with one key play alike: %d of %d pairs are left. %s")
    :format(left, #suspects, run:more_time()))
end

return keys
