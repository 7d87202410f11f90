-- A position of a game that is being checked: a state, with the line of moves that led there and what it takes to take
-- them back. All functions of the game are called here. Internal: `alphabeta.check` uses it.
--
-- A position has
--
-- * `state`; `picture`, a picture from when it was reached; `is_over`, and `is_declared_over`, whether the function
--   `is_over` says so;
-- * `steps`: of each move that was made, the `move`, its `index` among those there were, and `is_chance`;
-- * `past`: for each step the `state` before, its `picture`, the `list` that the move came from, with a picture of its
--   own, and what `make` returned, `undo`;
-- * `plies`: decisions; `outcomes`: chance nodes since the last one;
-- * `mover`: whose turn it is, and `player_index`: 1 for the first player that was seen, who is the one at the start,
--   and so on; nil when it is unknown; `last_index`: the index of the player who made the last decision.

local CHECK = (... or "alphabeta.check.position"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local games = require(PACKAGE .. ".common.game")
local random = require(PACKAGE .. ".common.random")
local pictures = require(PACKAGE .. ".common.picture")
local values = require(PACKAGE .. ".common.values")

local differences, is_as_before, restore, take = pictures.differences, pictures.is_same, pictures.restore, pictures.take
local describe, text_of = values.describe, pictures.text

local position = {}

local Position = {}
Position.__index = Position

-- What ends a walk after a defect from which one cannot go on. It is always caught.
local ABORT = {}

-- The position to start from, in a state that is as it was in the beginning.
-- @tparam table run
-- @treturn table
function position.begin(run)
  return setmetatable({
    run = run, rules = run.plan.rules, state = run.plan.start(), steps = {}, past = {}, bounds = {},
    plies = 0, outcomes = 0,
  }, Position)
end

-- Runs something that may end after a defect.
-- @tparam function work
-- @treturn boolean whether it came to its own end
function position.attempt(work)
  local ok, err = pcall(work)
  if not ok and err ~= ABORT then error(err, 0) end
  return ok
end

-- The step to a move of a list.
-- @tparam table list
-- @tparam int index
-- @tparam boolean is_chance
-- @treturn table
function position.step(list, index, is_chance)
  local move = list[index]
  if is_chance then move = move.outcome end
  return {index = index, move = move, is_chance = is_chance}
end

-- Chooses a step of a list at random; at a chance node, one of a probability above 0.
-- @tparam function generator a generator
-- @tparam table list
-- @tparam boolean is_chance
-- @treturn table
function position.choose(generator, list, is_chance)
  local index = random.integer(generator, #list)
  if is_chance then
    while list[index].probability == 0 do index = index % #list + 1 end
  end
  return position.step(list, index, is_chance)
end

-- A copy of a list of steps, one longer if there is another one.
-- @tparam {table,...} steps
-- @tparam[opt] table step
-- @treturn {table,...}
function position.line(steps, step)
  local copy, n = {}, #steps
  for i = 1, n do copy[i] = steps[i] end
  copy[n + 1] = step
  return copy
end

local line = position.line

-- Plays steps again from the start, by their places in the lists.
-- @tparam table run
-- @tparam {table,...} steps
-- @treturn ?table the position; nil when they cannot be played
function position.replay(run, steps)
  local there = position.begin(run)
  for _, step in ipairs(steps) do
    local list, is_chance = there:successors()
    if not list or list[step.index] == nil then return nil end
    there:go(position.step(list, step.index, is_chance))
  end
  return there
end

-- Findings ---------------------------------------------------------------------------------------------------------

-- Adds a defect that shows here.
-- @tparam string kind
-- @tparam string callback the function of the game
-- @tparam ?table step what was tried here, if anything
-- @tparam string message
-- @tparam[opt] table more other fields of the finding
function Position:found(kind, callback, step, message, more)
  self.run.findings:add(kind, callback, line(self.steps, step), message, more)
end

-- The differences between a picture and a value, as fields of a finding.
local function differing(picture, now, is_lenient)
  local list, has_more = differences(picture, now, is_lenient)
  return {differences = list, has_more = has_more or nil}
end

-- Compares a value with its picture, and adds a defect when it differs.
-- @tparam table picture
-- @param now
-- @tparam string kind
-- @tparam string callback
-- @tparam ?table step
-- @tparam string message
-- @tparam[opt] boolean is_lenient as pictures are compared
-- @treturn boolean whether all is as it was
function Position:compare(picture, now, kind, callback, step, message, is_lenient)
  if is_as_before(picture, now, is_lenient) then return true end
  self:found(kind, callback, step, message, differing(picture, now, is_lenient))
  return false
end

-- Compares the state with what it was before a function was called that is not to change it, and puts it back.
function Position:is_unchanged(name, step)
  if self:compare(self.picture, self.state, "change", name, step, "changes the state") then return true end
  restore(self.picture)
  return false
end

-- Compares the state with what it was before a move was made and taken back, and puts it back.
function Position:is_restored(name, step)
  if self:compare(self.picture, self.state, "restore", name, step, "does not restore the state") then return true end
  restore(self.picture)
  return false
end

-- Restores the state where a function that must not change it does, which was reported, so that others are not blamed.
function Position:tidy()
  if self.run.findings:has "change" then restore(self.picture) end
end

-- An error in a function of the game: a finding from which one cannot go on.
function Position:fail(step, name, words, err)
  self:found("error", name, step, words .. (type(err) == "string" and err or "an error value, " .. text_of(err)),
    {error = err})
  error(ABORT, 0)
end

-- A wrong answer: a finding from which one cannot go on.
function Position:reject_at(step, name, expected, got)
  self:found("answer", name, step, ("expected %s, got %s"):format(expected, got))
  error(ABORT, 0)
end

-- Questions --------------------------------------------------------------------------------------------------------

-- The results of a function of the game that was called by pcall.
local function results_of(self, step, name, what, ok, ...)
  if not ok then self:fail(step, name, what .. "raises an error: ", (...)) end
  return ...
end

-- Calls a function of the game.
-- @tparam ?table step what it is called for, if for any
-- @tparam string name
-- @param ... what it gets
-- @return its first result
function Position:ask(step, name, ...)
  return (results_of(self, step, name, "", pcall(self.rules[name], ...)))
end

-- As `ask`, for two results.
-- @return the first
-- @return the second
function Position:ask_for_two(step, name, ...)
  local first, second = results_of(self, step, name, "", pcall(self.rules[name], ...))
  return first, second
end

-- Calls a function of the game twice, and checks that the answers are the same and the state is not changed. Where
-- states are not checked closely, they are compared once, after both calls.
-- @tparam string name
-- @tparam function read makes of an answer what is compared: tables by their content, other values by `==`
-- @param ... what the function gets
-- @return what `read` made of the first answer
-- @treturn ?table its picture, when it is a table
-- @return what else `read` returned
function Position:question(name, read, ...)
  local first, extra = read(self:ask(nil, name, ...))
  local is_right = not self.is_close or self:is_unchanged(name)
  local picture = type(first) == "table" and take(first) or nil
  local second = read(self:ask(nil, name, ...))
  if is_right then is_right = self:is_unchanged(name) else restore(self.picture) end
  if is_right and not picture then
    if first ~= second then
      self:found("twice", name, nil,
        ("answers differently when it is called again: %s, then %s"):format(text_of(first), text_of(second)))
    end
  elseif is_right
    and self:compare(picture, second, "twice", name, nil, "answers differently when it is called again", true) then
    self:compare(picture, first, "shared", name, nil, "what it returned is changed when it is called again")
  end
  return first, picture, extra
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
function Position:reject(name, expected, got)
  self:reject_at(self.tried, name, expected, got)
end

-- As `game.successors` reports probabilities that do not add up to 1: a finding from which one can go on.
function Position:accept_sum(sum)
  self:found("probability", "chances", nil,
    ("expected probabilities that add up to 1, got a sum of %s"):format(describe(sum)))
end

-- What can be played. Nothing is compared.
-- @treturn ?table an array of moves, children or outcomes; nil when the game is over
-- @treturn boolean whether the position is a chance node
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
  if not self.player_index and is_needed then self:reject("player", "a player", text_of(self.mover)) end
end

-- Moves ------------------------------------------------------------------------------------------------------------

-- Makes a move. In place, it changes the state.
-- @tparam table step
-- @return the state that it leads to
-- @treturn ?table in place, all that `make` returned
function Position:make(step)
  self.tried = step
  local after, undo = games.make(self, self.state, step.move)
  self.tried = nil
  return after, undo
end

-- Takes a move back that was made.
-- @tparam table step
-- @tparam ?table undo all that `make` returned
function Position:unmake(step, undo)
  self.tried = step
  games.unmake(self, self.state, step.move, undo)
  self.tried = nil
end

-- Makes a move and stays there.
-- @tparam table step
function Position:go(step)
  local after, undo = self:make(step)
  local n = #self.steps + 1
  self.steps[n] = step
  self.past[n] = {state = self.state, picture = self.picture, list = self.list, undo = undo}
  self.state, self.picture, self.list = after, nil, nil
  if step.is_chance then
    self.outcomes = self.outcomes + 1
  else
    self.last_index = self.player_index
    self.plies, self.outcomes = self.plies + 1, 0
  end
  self.player_index = nil
end

-- What a move leads to that is only tried: a position to ask in, not to go on from.
-- @tparam table step
-- @param state what it leads to
-- @treturn table
function Position:after(step, state)
  return setmetatable({
    run = self.run, rules = self.rules, state = state, steps = line(self.steps, step),
    plies = self.plies + (step.is_chance and 0 or 1),
  }, Position)
end

-- Keeps the list that the next step comes from. One that is the array of an earlier step must have the same content.
-- @tparam table list
-- @tparam table picture of the list
-- @tparam string name the function that has returned it
function Position:keep_list(list, picture, name)
  for n = #self.past, 1, -1 do
    local earlier = self.past[n].list
    if earlier and earlier.value == list and not self:compare(earlier.picture, list, "shared", name, nil,
      ("returns the array that it returned after %d of these moves, with another content"):format(n - 1)) then
      break
    end
  end
  self.list = {value = list, picture = picture, name = name}
end

-- Takes all steps back, and compares each state with what it was, and each list. The position is then used up.
function Position:unwind()
  local is_in_place, maker = self.rules.style == "in place", self.run.maker
  for n = #self.steps, 1, -1 do
    local before = self.past[n]
    local state, picture, list = before.state, before.picture, before.list
    games.unmake(self, state, self.steps[n].move, before.undo)
    if not is_as_before(picture, state) then
      local more = differing(picture, state)
      if is_in_place then
        more.taken_back = #self.steps - n + 1
        self:found("restore", "unmake", nil, "does not restore the state when moves were made since", more)
      else
        self:found("change", maker, nil,
          ("changes a state that is played on from: the one after %d of these moves"):format(n - 1), more)
      end
      restore(picture)
    end
    if list and not self.run.findings:get("change", maker) then
      self:compare(list.picture, list.value, "shared", list.name, nil,
        ("the array that it returned after %d of these moves was changed by later calls"):format(n - 1))
    end
  end
end

return position
