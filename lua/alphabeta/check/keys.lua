-- The keys of the positions that were seen: is it one key for one state, and another one for another? Internal:
-- `alphabeta.check` uses it.
--
-- States that have the same content must have the same key. A field that holds, in each state that is seen, what `hash`
-- returns there is left out of the content, unless it turns out that the game depends on it.
--
-- States that have the same key, and the same player to move, need not have the same content: a key may well forget
-- what no longer matters. So they are compared by what they lead to. Where keys are made of what states hold, states of
-- the same content are compared, too, when they were reached by different lines: what the game keeps elsewhere is in no
-- key.

local CHECK = (... or "alphabeta.check.keys"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local answers = require(CHECK .. ".answers")
local findings = require(CHECK .. ".findings")
local games = require(PACKAGE .. ".common.game")
local positions = require(CHECK .. ".position")
local random = require(PACKAGE .. ".common.random")
local values = require(PACKAGE .. ".common.values")
local pictures = require(PACKAGE .. ".common.picture")

local concat, sort = table.concat, table.sort
local describe, random_integer, moves_of = values.describe, random.integer, findings.moves_of
local attempt, line, replay = positions.attempt, positions.line, positions.replay

local keys = {}

local Keys = {}
Keys.__index = Keys

-- The number of pairs of states with one key that are compared; how often, and over how many plies.
local MAX_PAIRS, TRAILS, TRAIL_PLIES = 200, 2, 6

-- States with more moves than this are compared without their successors.
local MAX_FOLLOWING = 200

-- The number of games that are played to compare two states, and their length.
local ALIKE_GAMES, ALIKE_PLIES = 3, 300

-- Makes the memory of a run for keys.
-- @tparam table run
-- @treturn table with `transpositions`, how often a state came up again by another line
function keys.new(run)
  return setmetatable({
    run = run, by_content = {}, by_key = {}, suspects = {}, pairs = 0, collisions = {},
    transpositions = 0, glances = 0,
  }, Keys)
end

-- What was seen --------------------------------------------------------------------------------------------------

-- The names of fields that hold what `hash` has returned, as a set. Zobrist keys are left out of fingerprints anyway.
local function fields_with(picture, answer)
  local set = {}
  if type(answer) == "userdata" or type(answer) == "table" then return set end
  for _, fields in next, picture.flat do
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
function Keys:find_holders(picture, answer)
  local here = fields_with(picture, answer)
  self.holders = self.holders or here
  local names = {}
  for name in pairs(self.holders) do
    if here[name] then names[#names + 1] = name end
  end
  if #names == 0 then
    self.holders = {}
    return nil
  end
  sort(names)
  self.holders = {}
  for _, name in ipairs(names) do self.holders[name] = true end
  return self.holders, concat(names, " ")
end

-- Does one line begin with another?
local function begins_with(steps, beginning)
  for i, step in ipairs(beginning) do
    if not steps[i] or steps[i].index ~= step.index then return false end
  end
  return true
end

-- Are two lines the same?
local function is_same_line(a, b) return #a == #b and begins_with(a, b) end

-- Compares a key with that of the same state, if it was seen.
function Keys:compare_state(seen, content, skipped)
  local twin = self.by_content[content]
  if not twin then
    self.by_content[content] = seen
    return
  end
  if twin.key == seen.key then
    if not is_same_line(seen.steps, twin.steps) then self.transpositions = self.transpositions + 1 end
  else
    self.suspects[#self.suspects + 1] = {kind = "key", a = twin, b = seen, skipped = skipped}
  end
end

-- Compares a state with that of the same key, if it was seen.
function Keys:compare_key(seen, content, player_index)
  local place = seen.key .. " " .. (player_index or 0)
  local other = self.by_key[place]
  if not other then
    self.by_key[place] = {seen = seen, content = content, compared = {}}
    return
  end
  local is_suspect = other.content ~= content and not other.compared[content]
  if self.run.plan.hashes_content and not is_same_line(other.seen.steps, seen.steps) then
    self.transpositions = self.transpositions + 1 -- fields that are left out may differ
    is_suspect = is_suspect or other.content == content
  end
  if is_suspect and self.pairs < MAX_PAIRS then
    other.compared[content] = true
    self.pairs = self.pairs + 1
    self.suspects[#self.suspects + 1] = {kind = "collision", a = other.seen, b = seen}
  end
end

-- Compares the key of a position with those that were seen. Suspects are examined later, when the state is not in use.
-- @tparam table position
-- @tparam string key
-- @param answer what `hash` has returned
-- @treturn ?string the content of the state, without fields that hold the key
function Keys:remember(position, key, answer)
  if self.run.findings:get("restore", "hash") then return nil end
  local skipped, names = self:find_holders(position.picture, answer)
  local content = self.run.fingerprint(position.state, skipped) .. " " .. (names or "")
  local seen = {key = key, steps = line(position.steps)}
  self:compare_state(seen, content, skipped)
  self:compare_key(seen, content, position.player_index)
  return content
end

-- The key of the state that a move leads to, as text.
-- @tparam table position
-- @tparam table step
-- @param state
-- @treturn string
function keys.text_after(position, step, state)
  local there = position:after(step, state)
  return answers.key(there, there:ask(nil, "hash", state))
end

-- Remembers what a move leads to that is only tried.
-- @tparam table position
-- @tparam table step
-- @param state what it leads to
function Keys:glance(position, step, state)
  local run = self.run
  if not run.plan.rules.hash or self.glances >= run.plan.nodes or run.findings:has "change" then return end
  self.glances = self.glances + 1
  local there = position:after(step, state)
  local answer = there:ask(nil, "hash", state)
  local key = answers.key(there, answer)
  there:read_player()
  there.picture = pictures.take(state, run.plan.excluded)
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
    local list, is_chance = position:successors()
    trace[#trace + 1] = run.fingerprint(position.state, skipped)
    trace[#trace + 1] = list and #list or "over"
    if not list then return concat(trace, "\n"), true end
    local step = positions.choose(generator, list, is_chance)
    if position.rules.style ~= "children" then trace[#trace + 1] = run.fingerprint(step.move) end
    position:go(step)
  end
  return concat(trace, "\n"), false
end

-- Do two states play alike, but for some fields, to the end?
-- @tparam table a
-- @tparam table b each with the `steps` that lead there
-- @tparam[opt] table skipped the names of fields, as a set
-- @treturn boolean
function Keys:play_alike(a, b, skipped)
  local has_ended = false
  for number = 1, ALIKE_GAMES do
    local one, is_end = self:trace_game(a.steps, number, skipped)
    if not one or one ~= self:trace_game(b.steps, number, skipped) then return false end
    has_ended = has_ended or is_end
  end
  return has_ended
end

-- Two states have different keys: is it the same state?
function Keys:settle_state(a, b, skipped)
  if skipped and not self:are_holders(skipped) then return end
  local is_same = not skipped
  if skipped then attempt(function() is_same = self:play_alike(a, b, skipped) end) end
  if is_same then
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
    local weight = not is_chance and 1 or list[i].probability
    if weight > 0 then
      local step = positions.step(list, i, is_chance)
      local state, undo = position:make(step)
      local there = position:after(step, state)
      local key = answers.key(there, there:ask(nil, "hash", state))
      if position.rules.player then
        key = ("%s (player %s)"):format(key, pictures.text(there:ask(nil, "player", state)))
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
    local name = games.valuer_of(position.rules, position.is_over)
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
    if not key or not to or not to[key] then return trail end
    trail[n].key = key
    position:go(to[key])
  end
  return trail
end

-- The subjects in which two positions differ, as the differences of a finding.
local function compare_behaviour(here, there)
  local subjects, list = {}, {}
  for subject in pairs(here) do subjects[#subjects + 1] = subject end
  for subject in pairs(there) do
    if here[subject] == nil then subjects[#subjects + 1] = subject end
  end
  sort(subjects)
  for _, subject in ipairs(subjects) do
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
function Keys:settle_key(a, b)
  local to_a, to_b, list
  attempt(function() to_a, to_b, list = self:find_difference(a, b) end)
  if not list then return end
  local run, key = self.run, a.key
  self.collisions[#self.collisions + 1] = {line = moves_of(to_b), other = moves_of(to_a)}
  local words = begins_with(to_b, to_a) and "returns the same key before and after moves that change the game"
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

-- Examines the suspects.
function Keys:settle()
  local suspects = self.suspects
  self.suspects = {}
  for _, suspect in ipairs(suspects) do
    local a, b = suspect.a, suspect.b
    if #a.steps > #b.steps then a, b = b, a end
    if suspect.kind == "key" then
      local known = self.run.findings:get("key", "hash")
      if not known or #known.line > #b.steps then self:settle_state(a, b, suspect.skipped) end
    else
      self:settle_key(a, b)
    end
  end
end

return keys
