-- Deals, as the function `deal` draws them: whether what the player to move knows stays, whether the same random
-- numbers draw the same deal, whether a deal can be played to its end, and whether every card exists once. Internal:
-- `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games = use "common.game"
local pcall = use "common.interruption".pcall
local pictures, positions, random = use("common.picture", "check.position", "common.random")
local sort_keys = use "common.values".sort_keys

local text_of = pictures.text

local max, next, rawequal, type = math.max, next, rawequal, type

local deals = {}

local Deals = {}
Deals.__index = Deals

-- In how many states deals are drawn; how many it takes to judge all of them together; how deep values are looked for.
local MAX_STATES, MIN_STATES, LEVELS = 150, 10, 8

-- Makes the memory of a run for deals: `records`, of each state in which deals were drawn the values that it holds, and
-- those that the deal holds; `changed`, the fields in which one differs from the other.
function deals.new(run)
  return setmetatable({run = run, records = {}, changed = {}}, Deals)
end

-- What a game's functions find in a deal; an error of theirs, or a wrong answer, is raised as text.
local function player_of(rules)
  local player = games.strict(rules)
  function player.reject(_, name, expected, got)
    error(("`%s`: expected %s, got %s"):format(name, expected, got), 0)
  end
  return player
end

-- The moves of a list as text, sorted, and a move by its text.
local function moves_of(run, list)
  local texts, by_text = {}, {}
  for i = 1, list and #list or 0 do
    texts[i] = run.fingerprint(list[i])
    by_text[texts[i]] = list[i]
  end
  table.sort(texts)
  return texts, by_text
end

-- Compares who moves in a deal, and the moves. Returns whether they are those of the position.
function Deals:has_same_moves(position, player, dealt, list)
  local rules, run = position.rules, self.run
  local ok, mover = pcall(function() return rules.player and rules.player(dealt) end)
  if ok and rules.player and mover ~= position.mover then
    position:found("deal", "deal", nil, ("returns a state in which %s is to move, not %s. `deal` may change only what "
      .. "`me` does not know"):format(text_of(mover), text_of(position.mover)))
    return false
  end
  local is_listed, now, is_chance = pcall(games.successors, player, dealt)
  if not is_listed then
    position:found("deal", "deal", nil, "returns a state in which a function raises an error: " .. text_of(now))
    return false
  end
  local expected, known = moves_of(run, list)
  local found, others = moves_of(run, not is_chance and now or nil)
  for i = 1, max(#expected, #found) do
    if expected[i] ~= found[i] then
      local is_lacking = found[i] == nil or expected[i] ~= nil and expected[i] < found[i]
      local move = text_of(is_lacking and known[expected[i]] or others[found[i]])
      position:found("deal", "deal", nil, ("returns a state in which `me` has other moves: %s is %s. Copy the hand of "
        .. "`me`, and all that decides which moves there are"):format(move, is_lacking and "missing" or "new"))
      return false
    end
  end
  return true
end

-- Plays a deal at random, to its end or nearly so.
function Deals:can_be_played(position, player, dealt, draw)
  local plan, moves = self.run.plan, {}
  local ok, err = pcall(function()
    local state = dealt
    for _ = 1, plan.max_plies do
      local list, is_chance = games.successors(player, state)
      if not list then
        local name = games.valuer_of(plan.rules, true)
        local value = plan.rules[name](state, position.mover)
        if type(value) ~= "number" and not plan.is_maxn then
          player:reject(name, "a number", text_of(value))
        end
        return
      end
      local step = positions.choose(draw, list, is_chance)
      moves[#moves + 1] = text_of(step.move)
      state = games.make(player, state, step.move)
    end
  end)
  if not ok then
    local line = #moves > 0 and " after the moves " .. table.concat(moves, ", ", max(1, #moves - 5)) or ""
    position:found("deal", "deal", nil, ("returns a state that cannot be played to its end:%s %s. Does it hold all "
      .. "that the game needs?"):format(line, text_of(err)))
  end
  if not position:compare(position.picture, position.state, "shared", "deal", nil,
    "returns a state that shares a table with the one that it was given: moves in the one change the other. Copy what "
    .. "moves change") then
    pictures.restore(position.picture)
  end
end

-- Adds the values below a value to those of a field: numbers and strings, and the keys of a set.
local function collect(values, value, levels)
  local kind = type(value)
  if kind == "number" or kind == "string" then
    values[value] = (values[value] or 0) + 1
  elseif kind == "table" and levels > 0 and not pictures.is_key(value) then
    for key, inner in next, value do
      if inner == true then collect(values, key, 0) else collect(values, inner, levels - 1) end
    end
  end
end

-- The values of each field of a state.
local function values_of(state)
  local fields = {}
  for name, value in next, type(state) == "table" and state or {} do
    fields[name] = {}
    collect(fields[name], value, LEVELS)
  end
  return fields
end

-- Keeps what a state and its deal hold.
function Deals:record(position, dealt)
  local run, state = self.run, position.state
  local is_same = true
  for name, value in next, type(state) == "table" and type(dealt) == "table" and state or {} do
    if run.fingerprint(value) ~= run.fingerprint(dealt[name]) then
      is_same = false
      if type(value) == "table" then self.changed[name] = true end
    end
  end
  self.records[#self.records + 1] = {
    steps = positions.line(position.steps), given = values_of(state), dealt = values_of(dealt), is_same = is_same,
  }
end

-- Draws a deal at a position.
function Deals:visited(position, list, is_chance)
  local run, rules, nth = self.run, position.rules, #self.records + 1
  if not rules.deal or not list or is_chance or nth > MAX_STATES or run:is_late() or run.findings:has "deal" then
    return
  end
  local function draw()
    return position:ask(nil, "deal", position.state, position.mover, random.of_game(random.from_number(nth)))
  end
  local dealt = draw()
  if not position:is_unchanged "deal" then return end
  if dealt == nil then position:reject("deal", "a state", "nil") end
  if rawequal(dealt, position.state) then
    position:reject("deal", "a new state", "the one that it was given: copy what may change")
  end
  local before, again = run.fingerprint(dealt), draw()
  if run.fingerprint(again) ~= before then
    position:found("twice", "deal", nil, "draws another deal from the same random numbers: use nothing else that is "
      .. "random than its argument `random`, in place of math.random, and go through tables by ipairs")
    return
  end
  local player = player_of(rules)
  if not self:has_same_moves(position, player, dealt, list) then return end
  self:record(position, dealt)
  self:can_be_played(position, player, again, random.from_number(nth))
end

-- Whether a value lies in one of the changed fields, and how often in all of them.
local function count_of(self, fields, value)
  local count = 0
  for name in next, self.changed do count = count + (fields[name] and fields[name][value] or 0) end
  return count
end

-- The names of fields, sorted, as text.
local function names_of(fields)
  local names = pictures.keys_of(fields)
  for i, name in ipairs(names) do names[i] = "`" .. tostring(name) .. "`" end
  return table.concat(names, " and ")
end

-- The least value that lies in the changed fields and fulfills a condition.
local function find_value(self, fields, condition)
  local found
  for name in next, self.changed do
    for value in next, fields[name] or {} do
      if condition(value) and (found == nil or text_of(value) < text_of(found)) then found = value end
    end
  end
  return found
end

-- Whether no value lies in one of the changed fields and in another field, or twice in the changed ones, in any state
-- that was visited: then the values there are cards, of which each exists once. `name` is nil for the latter.
function Deals:is_apart(name)
  local is_seen = false
  for _, record in ipairs(self.records) do
    local other = name == nil and {} or record.given[name] or {}
    is_seen = is_seen or name == nil or next(other) ~= nil
    if find_value(self, record.given, function(value)
      return other[value] ~= nil or name == nil and count_of(self, record.given, value) > 1
    end) ~= nil then
      return false
    end
  end
  return is_seen
end

-- Looks for a card that a deal holds twice: in the fields that deals change, or there and in another one.
function Deals:judge_cards()
  local run, others = self.run, {}
  if not self:is_apart(nil) then
    run.findings:skip("deal", "cards", ("whether every card exists once in what `deal` returns: in a state, %s hold "
      .. "the same value more than once"):format(names_of(self.changed)))
    return
  end
  for name in next, self.records[1].given do
    if not self.changed[name] and self:is_apart(name) then others[#others + 1] = name end
  end
  sort_keys(others)
  for _, record in ipairs(self.records) do
    local twice = find_value(self, record.dealt, function(value) return count_of(self, record.dealt, value) > 1 end)
    local where = names_of(self.changed)
    for i = 1, twice == nil and #others or 0 do
      local there = record.dealt[others[i]] or {}
      twice = find_value(self, record.dealt, function(value) return there[value] ~= nil end)
      if twice ~= nil then
        where = where .. " and in `" .. tostring(others[i]) .. "`"
        break
      end
    end
    if twice ~= nil then
      run.findings:add("deal", "deal", record.steps, ("returns a state with a card more than once, %s, in %s; the "
        .. "state that it gets has each once. Draw only from what `me` has not seen, and take out what is drawn")
        :format(text_of(twice), where))
      return
    end
  end
end

-- How many values lie in a field.
local function size_of(values)
  local sum = 0
  for _, count in next, values or {} do sum = sum + count end
  return sum
end

-- Judges all deals together.
function Deals:judge()
  local run, records = self.run, self.records
  if #records < MIN_STATES or run.findings:has "deal" then return end
  local same = 0
  for _, record in ipairs(records) do same = same + (record.is_same and 1 or 0) end
  if same == #records then
    run.findings:ask("deal", "same", ("`deal` has returned what the state holds in all %d states. Does it draw the "
      .. "hands that `me` does not see anew?"):format(same))
    return
  end
  if next(self.changed) == nil then return end
  for _, record in ipairs(records) do
    for name in next, self.changed do
      local before, after = size_of(record.given[name]), size_of(record.dealt[name])
      if before ~= after then
        run.findings:ask("deal", "size", ("`deal` returns a state with %d values in `%s`, of one with %d. Does the "
          .. "hand have as many cards as before?"):format(after, tostring(name), before))
        return
      end
    end
  end
  self:judge_cards()
end

return deals
