-- A position of a game that is being checked: a state, with the line of moves that led there and what it takes to take
-- them back. All functions of the game are called here. Internal: `alphabeta.check` uses it.
--
-- A position has
--
-- * `state`; `snapshot`, a snapshot from when it was reached; `is_over`, and `is_declared_over`, whether the function
--   `is_over` says so;
-- * `steps`: of each move that was made, the `move`, its `index` among those there were, and `is_chance`; in place, of
--   a move that is a table, what it held before it was made, as `content` and as `text`: it may name tables of the
--   state;
-- * `past`: for each step the `state` before, its `snapshot`, the `list` that the move came from, with a snapshot of
--   its own, and what `make` returned, `undo`;
-- * `plies`: decisions; `outcomes`: chance nodes since the last one;
-- * `mover`: whose turn it is, and `player_index`: 1 for the first player that was seen, who is the one at the start,
--   and so on; nil when it is unknown; `last_index`: the index of the player who made the last decision.

local use = require((...):match "^(.*)%..*%." .. ".use")

local differences, games, globals, lines = use("common.difference", "common.game", "common.globals", "check.lines")
local pcall = use "common.interruption".pcall
local snapshots, zobrist_keys = use("common.snapshots", "common.zobrist_keys")

local describe, text_of = use "common.values".describe, use "common.show".text
local getlocal = globals.field(globals.debug, "getlocal")
local is_as_before, restore, take = snapshots.is_same, snapshots.restore, snapshots.take
local line = lines.copy

local positions = {}

local Position = {}
Position.__index = Position

-- Arguments after the state.
local FURTHER = {
  evaluate = ", me", evaluate_move = ", move, me", make = ", move", move_id = ", move",
  order = ", move", play = ", move", result = ", me", unmake = ", move, undo",
}

-- What follows a message about a function that does something else when it is called again.
local DICE = ". If it throws dice, or draws a card, let the move lead to a state where `chances` lists what may come"
positions.DICE = DICE

-- What ends a walk after a defect from which one cannot go on. It is always caught.
local ABORT = {}

-- The position to start from, in a state that is as it was in the beginning. `number` is that of the state, 1 without.
function positions.begin(run, number)
  return setmetatable({
    run = run, rules = run.plan.rules, state = run.plan.start(number or 1), steps = {start = number or 1}, past = {},
    bounds = {},
    plies = 0, outcomes = 0,
  }, Position)
end

-- Runs something that may end after a defect, or when the time is up. Returns whether it came to its own end.
function positions.attempt(work)
  local ok, err = pcall(work)
  if not ok and err ~= ABORT then error(err, 0) end
  return ok
end

-- Plays steps again from the start. Returns the position; nil when they cannot be played.
function positions.replay(run, steps)
  local there = positions.begin(run, steps.start)
  for _, step in ipairs(steps) do
    there:pause()
    local list, is_chance = there:successors()
    local found = list and lines.find_step(run, step, list, is_chance)
    if not found then
      there:take_back()
      return nil
    end
    there:go(found)
  end
  return there
end

-- Findings ---------------------------------------------------------------------------------------------------------

-- Adds a defect of a function of the game that shows here, unless the position is silent: what it meets is reported
-- elsewhere. `step` is what was tried here, if anything; `more` has other fields of the finding.
function Position:found(kind, callback, step, message, more)
  if self.is_silent then return end
  if step and type(step.move) == "table" then lines.keep_content(self.run, step) end
  self.run.findings:add(kind, callback, line(self.steps, step), message, more)
end

-- The differences between a snapshot and a value, as fields of a finding.
local function differing(snapshot, now, is_lenient)
  local list, has_more = differences(snapshot, now, is_lenient)
  return {differences = list, has_more = has_more or nil}
end

-- Compares a value with its snapshot, and adds a defect when it differs. Returns whether all is as it was.
function Position:compare(snapshot, now, kind, callback, step, message, is_lenient)
  if is_as_before(snapshot, now, is_lenient) then return true end
  self:found(kind, callback, step, message, differing(snapshot, now, is_lenient))
  return false
end

-- Compares the state with what it was before a function was called that is not to change it; or, where the `kind` of
-- the defect is "restore", before a move was made and taken back. Puts it back.
function Position:is_unchanged(name, step, kind)
  local message = kind == "restore" and "does not restore the state" or "changes the state"
  if self:compare(self.snapshot, self.state, kind or "change", name, step, message) then return true end
  restore(self.snapshot)
  return false
end

-- Restores the state where a function that must not change it does, which was reported, so that others are not blamed.
function Position:tidy()
  if self.run.findings:has "change" then restore(self.snapshot) end
end

-- Whether a function that has raised an error raises none when it gets the game first, as one does that was declared
-- with a colon. Such an error is one of Lua, about an argument that is nil or of another type. Lua 5.1 cannot tell the
-- name of the first parameter.
function Position:has_colon(name, step, err)
  local game = self.run.plan.game
  local is_known, parameter = pcall(getlocal, self.rules[name], 1)
  if is_known and parameter ~= "self" then return false end
  if type(err) ~= "string" or not (err:find "attempt to " or err:find "expected, got ") then return false end
  local argument = self.run.me
  if step then argument = step.move end
  local ok = game ~= nil and pcall(self.rules[name], game, self.state, argument)
  if self.snapshot then restore(self.snapshot) end
  return ok
end

-- An error in a function of the game: a finding from which one cannot go on.
function Position:fail(step, name, words, err)
  words = words .. (type(err) == "string" and err or "an error value, " .. text_of(err))
  if self:has_colon(name, step, err) then
    words = words .. (". It raises none when it gets the game before the state. Is it declared with a colon? "
      .. "Write function game.%s(state%s) with a dot"):format(name, FURTHER[name] or "")
  end
  if FURTHER[name] and FURTHER[name]:find "me" and not self.rules.player and self.run.plan.view == "max" then
    words = words .. ". The game has no `player`, so that `me` is nil"
  end
  self:found("error", name, step, words, {error = err})
  error(ABORT, 0)
end

-- A wrong answer: a finding from which one cannot go on.
function Position:reject_at(step, name, mistake)
  self:found("answer", name, step, mistake)
  error(ABORT, 0)
end

-- Takes all steps back without comparing or reporting anything.
function Position:take_back()
  self.is_silent = true
  for n = #self.steps, 1, -1 do
    local before = self.past[n]
    games.unmake(self, before.state, self.steps[n].move, before.undo)
    self.steps[n] = nil
  end
end

-- Ends the walk when the time is up. It is called where no move is being tried.
function Position:pause()
  if not self.run:is_late() then return end
  self:take_back()
  error(ABORT, 0)
end

-- Questions --------------------------------------------------------------------------------------------------------

-- The results of a function of the game that was called by pcall.
local function results_of(self, step, name, what, ok, ...)
  if not ok then self:fail(step, name, what .. "raises an error: ", (...)) end
  return ...
end

-- Calls a function of the game, for a step or for nil. Returns its first two results.
function Position:ask(step, name, ...)
  local first, second = results_of(self, step, name, "", pcall(self.rules[name], ...))
  return first, second
end

-- Calls a function of the game twice, and checks that the answers are the same and the state is not changed. Where
-- states are not checked closely, they are compared once, after both calls. `read` makes of an answer what is compared:
-- tables by their content, other values by `==`. Returns what it made of the first answer, the snapshot of that if it
-- is a table, and what else it returned.
function Position:question(name, read, ...)
  self:pause()
  local first, extra = read(self:ask(nil, name, ...))
  local is_right = not self.is_close or self:is_unchanged(name)
  local snapshot = type(first) == "table" and take(first) or nil
  local second = read(self:ask(nil, name, ...))
  if is_right then is_right = self:is_unchanged(name) else restore(self.snapshot) end
  if is_right and not snapshot then
    if first ~= second then
      self:found("twice", name, nil,
        ("answers differently when it is called again: %s, then %s"):format(text_of(first), text_of(second)))
    end
  elseif is_right
    and self:compare(snapshot, second, "twice", name, nil,
      "answers differently when it is called again" .. DICE, true) then
    self:compare(snapshot, first, "shared", name, nil, "what it returned is changed when it is called again")
  end
  return first, snapshot, extra
end

-- As `game.successors` calls the functions of the game: for the step that is being tried, if there is one.
function Position:call(name, ...)
  return results_of(self, self.tried, name, "", pcall(self.rules[name], ...))
end

-- As `game.successors` calls an iterator.
function Position:guard(name, iterator)
  return function() return results_of(self, self.tried, name, "its iterator ", pcall(iterator)) end
end

-- As `game.successors` reports a wrong answer.
function Position:reject(name, mistake)
  self:reject_at(self.tried, name, mistake)
end

-- As `game.successors` reports probabilities that do not add up to 1: a finding from which one can go on.
function Position:accept_sum(mistake)
  self:found("probability", "chances", nil, mistake)
end

-- The steps that a list of the position allows, with what their moves hold now.
function Position:steps_of(list, is_chance)
  local steps = {}
  for index = 1, #list do
    if not is_chance or list[index].probability > 0 then
      local step = lines.step(list, index, is_chance)
      if type(step.move) == "table" then lines.keep_content(self.run, step) end
      steps[#steps + 1] = step
    end
  end
  return steps
end

-- What can be played: an array of moves, children or outcomes; nil when the game is over. Then whether the position is
-- a chance node. Nothing is compared.
function Position:successors()
  local list, is_chance = games.successors(self, self.state)
  self.is_over = list == nil
  return list, is_chance
end

-- Notes whose turn it is, if that is known. Without `player`, turns alternate.
function Position:note_mover(mover)
  self.mover, self.player_index = mover, nil
  if not self.rules.player then
    self.player_index = self.plies % 2 + 1
  elseif mover ~= nil and mover == mover then
    self.player_index = self.run:player_index(mover)
  end
end

-- Asks whose turn it is, once.
function Position:read_player()
  self:note_mover(self.rules.player and self:ask(nil, "player", self.state))
end

-- Asks whose turn it is, and checks the answer.
function Position:ask_player()
  if not self.rules.player then return self:note_mover() end
  local mover = self:question("player", function(answer) return answer end, self.state)
  if type(mover) == "table" and not rawequal(mover, self:ask(nil, "player", self.state)) then
    self:found("twice", "player", nil,
      "returns another table when it is called again: players are compared by identity")
  end
  self:note_mover(mover)
  local is_needed = not self.is_over or self.run.plan.view ~= "max" or #self.steps == 0
  if not self.player_index and is_needed then
    self:reject("player", "expected a player, got " .. text_of(self.mover))
  end
end

-- Keys -------------------------------------------------------------------------------------------------------------

-- The key that `hash` has returned as text, equal for equal keys. `step` is what it was called for.
function Position:key_text(answer, step)
  if type(answer) == "string" then return "'" .. answer end
  if type(answer) == "number" and answer == answer then
    local text = tostring(answer) -- where there are integers of 64 bits, it writes all their digits
    return text:find "^%-?%d+$" and text or ("%.17g"):format(answer)
  end
  if zobrist_keys.is_key(answer) then return "key " .. answer:get() end
  return self:reject_at(step or self.tried, "hash", "expected a number, a string or a Zobrist key, got "
    .. describe(answer))
end

-- Asks for the key, for a step or for nil, as text.
function Position:ask_key(step) return self:key_text((self:ask(step, "hash", self.state))) end

-- Moves ------------------------------------------------------------------------------------------------------------

-- Makes a move. In place, it changes the state. Returns the state that it leads to, and in place all that `make`
-- returned.
function Position:make(step)
  if type(step.move) == "table" then lines.keep_content(self.run, step) end
  self.tried = step
  local after, undo = games.make(self, self.state, step.move)
  self.tried = nil
  return after, undo
end

-- Takes a move back that was made. `undo` is all that `make` returned.
function Position:unmake(step, undo)
  self.tried = step
  games.unmake(self, self.state, step.move, undo)
  self.tried = nil
end

-- Makes a move and stays there.
function Position:go(step)
  local after, undo = self:make(step)
  local n = #self.steps + 1
  self.steps[n] = step
  self.past[n] = {state = self.state, snapshot = self.snapshot, list = self.list, undo = undo}
  self.state, self.snapshot, self.list = after, nil, nil
  if step.is_chance then
    self.outcomes = self.outcomes + 1
  else
    self.last_index = self.player_index
    self.plies, self.outcomes = self.plies + 1, 0
  end
  self.player_index = nil
end

-- What a move leads to that is only tried: a position to ask in, not to go on from.
function Position:after(step, state)
  return setmetatable({
    run = self.run, rules = self.rules, state = state, steps = line(self.steps, step),
    plies = self.plies + (step.is_chance and 0 or 1),
  }, Position)
end

-- Keeps the list that the next step comes from, which the function `name` has returned. One that is the array of an
-- earlier step must have the same content.
function Position:keep_list(list, snapshot, name)
  for n = #self.past, 1, -1 do
    local earlier = self.past[n].list
    if earlier and earlier.value == list and not self:compare(earlier.snapshot, list, "shared", name, nil,
      ("returns the array that it returned after %d of these moves, with another content"):format(n - 1)) then
      break
    end
  end
  self.list = {value = list, snapshot = snapshot, name = name}
end

-- Takes all steps back, and compares each state with what it was, and each list, unless the time is up. The position is
-- then used up.
function Position:unwind()
  local is_in_place, maker = self.rules.style == "in place", self.run.maker
  for n = #self.steps, 1, -1 do
    local before = self.past[n]
    local state, snapshot, list = before.state, before.snapshot, before.list
    games.unmake(self, state, self.steps[n].move, before.undo)
    local is_late = self.run:is_late()
    if not is_late and not is_as_before(snapshot, state) then
      local more = differing(snapshot, state)
      if is_in_place then
        more.taken_back = #self.steps - n + 1
        self:found("restore", "unmake", nil, "does not restore the state when moves were made since", more)
      else
        self:found("change", maker, nil,
          ("changes a state that is played on from: the one after %d of these moves"):format(n - 1), more)
      end
      restore(snapshot)
    end
    if list and not is_late and not self.run.findings:get("change", maker) then
      self:compare(list.snapshot, list.value, "shared", list.name, nil,
        ("the array that it returned after %d of these moves was changed by later calls"):format(n - 1))
    end
  end
end

return positions
