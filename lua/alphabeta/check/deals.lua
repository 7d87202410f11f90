-- Deals, as the function `deal` draws them: whether what the player to move knows stays, whether the same random
-- numbers draw the same deal, whether a deal can be played to its end, whether hands are as large as before, whether
-- every card exists once, and whether anything is drawn. Internal: `alphabeta.check` uses it.
--
-- A state has *parts*: its fields, and the tables in them, such as the hand of a player. A part without an order, such
-- as a hand, is the same if it holds the same values. In each state several deals are drawn. A part that is the same in
-- all deals of a state, but another than in the state, is wrong if the game depends on it: no deal can be the state.

local use = require((...):match "^(.*)%..*%." .. ".use")

local copy, games = use("common.copy", "common.game")
local pcall = use "common.interruption".pcall
local lines, random = use("check.lines", "common.random")
local snapshots, values, zobrist_keys = use("common.snapshots", "common.values", "common.zobrist_keys")
local judge_cards, text_of = use "check.cards", use "common.show".text

local is_integer, is_key, keys_of = values.is_integer, zobrist_keys.is_key, values.keys_of

local concat, max, sort = table.concat, math.max, table.sort

local deals = {}

local Deals = {}
Deals.__index = Deals

-- In how many states deals are drawn, and in how many near the start; how many it takes to judge all of them together;
-- how deep values are looked for.
local MAX_STATES, MAX_CLOSE, MIN_STATES, LEVELS = 100, 30, 10, 8

-- How many deals are compared in two of four states in a row, and in how many states a part must be the same in all of
-- these. Not in every second one: a turn may have two moves, such as to draw and to drop a card.
local DRAWN, MIN_CONSTANT = 3, 5

-- Makes the memory of a run for deals:
--
-- * `records`, of each state in which deals were drawn the values that it holds, and those that a deal holds;
-- * `changed`, the fields in which one differs from the other;
-- * `parts`, of each part in how many states it was `drawn`, and in how many `constant`, with an example, `shown`;
-- * `differs`, whether a deal holds something else than its state, or plays on otherwise; `size`, an example of a part
--   of another size; `own`, one of a player's own part that was drawn beside those of the others.
function deals.new(run)
  return setmetatable({run = run, records = {}, changed = {}, parts = {}, differs = false}, Deals)
end

-- What a game's functions find in a deal; an error of theirs, or a wrong answer, is raised as text.
local function player_of(rules)
  local player = games.strict(rules)
  function player.reject(_, name, mistake) error(("`%s`: %s"):format(name, mistake), 0) end
  return player
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
  local expected, known = lines.contents_of(run, list, false)
  local found, others = lines.contents_of(run, not is_chance and now or {}, false)
  for i = 1, max(#expected, #found) do
    if expected[i] ~= found[i] then
      local is_lacking = found[i] == nil or expected[i] ~= nil and expected[i] < found[i]
      local move = text_of((is_lacking and known[expected[i]] or others[found[i]]).move)
      position:found("deal", "deal", nil, ("returns a state in which `me` has other moves: %s is %s. Copy the hand of "
        .. "`me`, and all that decides which moves there are"):format(move, is_lacking and "missing" or "new"))
      return false
    end
  end
  return true
end

-- Plays a state at random, to its end or nearly so. Returns all that happens as text, unless what is played is added to
-- `moves`.
local function play_out(run, player, state, draw, moves)
  local plan, trace = run.plan, {}
  for _ = 1, plan.max_plies do
    local list, is_chance = games.successors(player, state)
    if not list then
      local name = games.value_function(plan.rules, true)
      for i = 1, moves and 1 or #run.players do
        local value = plan.rules[name](state, run.players[i])
        if type(value) ~= "number" and not plan.is_maxn then
          player:reject(name, "expected a number, got " .. text_of(value))
        end
        trace[#trace + 1] = text_of(value, 200)
      end
      break
    end
    local step, entries
    if moves then
      step = lines.choose(draw, list, is_chance)
      moves[#moves + 1] = text_of(step.move)
    else
      step, entries = lines.choose_by_content(run, draw, list, is_chance)
      trace[#trace + 1] = entries
    end
    state = games.make(player, state, step.move)
  end
  return concat(trace, "\n")
end

-- Whether two states play on otherwise. They are copied.
local function plays_otherwise(run, player, one, two, number)
  local ok, first = pcall(play_out, run, player, copy(one), random.from_number(number))
  local is_right, second = pcall(play_out, run, player, copy(two), random.from_number(number))
  return ok ~= is_right or first ~= second
end

-- Plays a deal to its end.
function Deals:can_be_played(position, player, dealt, draw)
  local moves = {}
  local ok, err = pcall(play_out, self.run, player, dealt, draw, moves)
  if not ok then
    local line = #moves > 0 and " after the moves " .. concat(moves, ", ", max(1, #moves - 5)) or ""
    position:found("deal", "deal", nil, ("returns a state that cannot be played to its end:%s %s. Does it hold all "
      .. "that the game needs?"):format(line, text_of(err)))
  end
  if not position:compare(position.snapshot, position.state, "shared", "deal", nil,
    "returns a state that shares a table with the one that it was given: moves in the one change the other. Copy what "
    .. "moves change") then
    snapshots.restore(position.snapshot)
  end
end

-- Parts of states ---------------------------------------------------------------------------------------------------

-- The size of a table: the entries of an array or a set, or the sum of what else it counts; nil where it has neither.
local function size_of(t)
  local count, sum, are_numbers = 0, 0, true
  for _, value in next, t do
    count = count + 1
    are_numbers = are_numbers and type(value) == "number"
    if are_numbers then sum = sum + value end
    if not are_numbers and value ~= true and #t == 0 then return nil end
  end
  if #t == count or not are_numbers then return count end
  return sum
end

-- A value as text, other texts for other values.
local function content_of(run, value)
  return type(value) == "table" and run.fingerprint(value) or text_of(value, 1000)
end

-- The path to a field of a part; "" is the state.
local function path_to(path, key)
  if is_integer(key) then return ("%s[%d]"):format(path, key) end
  return (path == "" and "" or path .. ".") .. tostring(key)
end

-- The parts of a state by path: of each the `value`, what it holds as a text, `whole`, and its `size` if it is a table.
local function parts_of(run, state)
  local parts = {}
  local function look(path, value, levels)
    if type(value) ~= "table" or is_key(value) then
      if path ~= "" then parts[path] = {value = value, whole = content_of(run, value)} end
      return
    end
    local texts, has_parts = {}, false
    for key, inner in next, value do
      local is_part = path == "" or levels > 0 and type(inner) == "table" and not is_key(inner)
      if is_part then
        has_parts = true
        look(path_to(path, key), inner, levels - 1)
      else
        texts[#texts + 1] = (is_integer(key) and inner ~= true and "" or tostring(key) .. " ") .. content_of(run, inner)
      end
    end
    sort(texts)
    if path ~= "" and (#texts > 0 or not has_parts) then
      parts[path] = {value = value, whole = concat(texts, " "), size = not has_parts and size_of(value) or nil}
    end
  end
  look("", state, 2)
  return parts
end

-- A state with a field of another one.
local function with_field(state, other, field)
  local mixed = copy(state)
  mixed[field] = copy(other[field])
  return mixed
end

-- Compares the parts of deals with those of their state.
function Deals:compare_parts(position, player, all)
  local run, state, of_deals = self.run, position.state, {}
  if type(state) ~= "table" then return end
  local own = parts_of(run, state)
  local own_part, own_field, others = path_to("x", position.mover):sub(2), nil, {}
  for i, dealt in ipairs(all) do of_deals[i] = type(dealt) == "table" and parts_of(run, dealt) or {} end
  for _, path in ipairs(keys_of(own)) do
    local part = own[path]
    local first, is_same, is_constant = of_deals[1][path], true, true
    for _, parts in ipairs(of_deals) do
      local there = parts[path]
      is_same = is_same and there ~= nil and there.whole == part.whole
      is_constant = is_constant and (there and there.whole) == (first and first.whole)
      if there and part.size and there.size and there.size ~= part.size and not self.size then
        self.size = {path = path, steps = lines.copy(position.steps), before = part.size, after = there.size}
      end
    end
    local known = self.parts[path] or {path = path, drawn = 0, constant = 0}
    self.parts[path] = known
    self.differs = self.differs or not is_same
    if not is_constant then
      known.drawn = known.drawn + 1
      local field, rest = path:match "^([^.%[]+)(.+)$"
      if rest == own_part then own_field = field elseif field then others[field] = true end
    end
    if is_constant and not is_same and known.drawn == 0 then
      known.constant = known.constant + 1
      local field = path:match "^%[(%d+)%]" or path:match "^[^.%[]*"
      if not known.shown and plays_otherwise(run, player, all[1], with_field(all[1], state, tonumber(field) or field),
        #self.records) then
        known.shown = {
          steps = lines.copy(position.steps), before = text_of(part.value),
          after = first and text_of(first.value) or "nothing",
        }
      end
    end
  end
  if own_field and others[own_field] and not self.own then -- a player may be the only one who does not see a hand
    self.own = {path = own_field .. own_part, steps = lines.copy(position.steps), mover = position.mover}
  end
  self.differs = self.differs or plays_otherwise(run, player, all[1], state, #self.records)
end

-- Adds the values below a value to those of a field: numbers and strings, and the keys of a set.
local function collect(counts, value, levels)
  local kind = type(value)
  if kind == "number" or kind == "string" then
    counts[value] = (counts[value] or 0) + 1
  elseif kind == "table" and levels > 0 and not is_key(value) then
    for key, inner in next, value do
      if inner == true then collect(counts, key, 0) else collect(counts, inner, levels - 1) end
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
  for name, value in next, type(state) == "table" and type(dealt) == "table" and state or {} do
    if type(value) == "table" and run.fingerprint(value) ~= run.fingerprint(dealt[name]) then
      self.changed[name] = true
    end
  end
  self.records[#self.records + 1] = {
    steps = lines.copy(position.steps), given = values_of(state), dealt = values_of(dealt),
  }
end

-- Whether two states hold the same in all parts of a player, such as a hand, and in one at least.
local function has_same_parts(run, player, one, two)
  local suffix, parts, others, is_one = path_to("x", player):sub(2), parts_of(run, one), parts_of(run, two), false
  for path, part in next, parts do
    if path:sub(-#suffix) == suffix then
      is_one = true
      if not others[path] or others[path].whole ~= part.whole then return false end
    end
  end
  return is_one
end

-- What a player sees of a state, as `seen` returns it, and of a deal of that state for the same player.
local function keys_seen(position, player, dealt)
  local key = position:ask(nil, "seen", position.state, player)
  local kind = type(key)
  if key ~= nil and kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
    position:reject("seen", "expected a number, a string, a boolean or nil, got " .. text_of(key))
  end
  local ok, other = pcall(position.rules.seen, dealt, player)
  if not ok then return key, key end
  return key, other
end

-- Compares what players see of a state with what they see of a deal for them: a deal keeps what `me` sees. A search
-- draws deals for the player to move alone. A deal for another player says something if it keeps that player's hand.
function Deals:compare_seen(position, dealt, nth)
  local run, rules = self.run, position.rules
  local key, other = keys_seen(position, position.mover, dealt)
  if not position:is_unchanged "seen" then return end
  if key ~= other then
    position:found("deal", "seen", nil, ("returns %s for a state, and %s for a deal for the same player. `seen` is to "
      .. "return only what `me` sees, and `deal` to keep that"):format(text_of(key), text_of(other)))
    return
  end
  for _, player in ipairs(run.players) do
    local draw, state = random.of_game(random.from_number(nth, 0)), copy(position.state)
    local ok, theirs = pcall(rules.deal, state, player, draw)
    if player ~= position.mover and ok and type(theirs) == "table" and has_same_parts(run, player, state, theirs) then
      key, other = keys_seen(position, player, theirs)
      if key ~= other then
        run.findings:ask("deal", "seen", ("`seen`: it returns %s for player %s, who is not to move, and %s for a deal "
          .. "for that player. Does it show what only another player sees?"):format(text_of(key), text_of(player),
          text_of(other)))
      end
    end
  end
end

-- Draws a deal at a position.
function Deals:visited(position, list, is_chance)
  local run, rules, nth = self.run, position.rules, #self.records + 1
  local most = position.is_close and MAX_CLOSE or MAX_STATES
  if not rules.deal or not list or is_chance or nth > most or run:is_late() or run.findings:has "deal" then return end
  local function draw(number)
    return position:ask(nil, "deal", position.state, position.mover, random.of_game(random.from_number(nth, number)))
  end
  local dealt = draw()
  if not position:is_unchanged "deal" then return end
  if dealt == nil then position:reject("deal", "expected a state, got nil") end
  if rawequal(dealt, position.state) then
    position:reject("deal", "expected a new state, got the one that it was given: copy what may change")
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
  if nth % 4 == 1 or nth % 4 == 2 then
    local all = {dealt}
    for number = 2, DRAWN do all[number] = draw(number) end
    self:compare_parts(position, player, all)
    if rules.seen and type(position.state) == "table" then self:compare_seen(position, dealt, nth) end
  end
  self:can_be_played(position, player, again, random.from_number(nth))
end

-- The first part that is the same in all deals of a state, and another than in the state.
function Deals:find_constant()
  local found
  for path, part in next, self.parts do
    local is_constant = part.drawn == 0 and part.constant >= MIN_CONSTANT and part.shown
    if is_constant and (not found or path < found.path) then found = part end
  end
  return found
end

-- Judges all deals together.
function Deals:judge()
  local run, records = self.run, self.records
  if #records < MIN_STATES or run.findings:has "deal" or run.findings:get("change", "deal")
    or run.findings:get("twice", "deal") then
    return
  end
  if not self.differs then
    run.findings:add("deal", "deal", {}, ("draws nothing: in all %d states it returned what the state holds, and games "
      .. "went on as from the state. Draw what `me` does not see, such as the other hands, anew"):format(#records))
    return
  end
  local own, constant = self.own, self:find_constant()
  if own then
    run.findings:add("deal", "deal", own.steps, ("draws `%s` anew for player %s, as it draws those of the others. Copy "
      .. "the hand of `me`"):format(own.path, text_of(own.mover)))
    return
  end
  if constant then
    local shown = constant.shown
    run.findings:add("deal", "deal", shown.steps, ("returns the same `%s` whatever `random` is, and never that of the "
      .. "state: %s in place of %s. If `me` has seen it, copy it. If not, draw it from all that it may be"):format(
      constant.path, shown.after, shown.before))
    return
  end
  local size, found, sentence = self.size, nil, nil
  if next(self.changed) ~= nil then found, sentence = judge_cards(self) end
  if size then
    run.findings:add("deal", "deal", size.steps, ("returns a state with %d values in `%s`, of one with %d. Give each "
      .. "hand as many cards as before%s"):format(size.after, size.path, size.before,
      found and (". It also has a card more than once, %s, in %s"):format(text_of(found.value), found.where) or ""))
  elseif found then
    run.findings:add("deal", "deal", found.steps, sentence)
  end
end

return deals
