-- The evaluations that were seen, and the games that are played to see more of them. Internal: `alphabeta.check` judges
-- by them for whom high values are good, see signs.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, games = use("common.constant_rows", "common.game")
local pcall = use "common.interruption".pcall
local lines, positions = use("check.lines", "check.position")
local values = use "common.values"

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local keys_of, line = values.keys_of, lines.copy

local evaluations = {}

local Evaluations = {}
Evaluations.__index = Evaluations
evaluations.methods = Evaluations

-- How many games are played for these tests alone, at most, and how many decided games are enough.
local FIRST_GAMES, ENOUGH_ENDS = 100, 20

-- In how many states the turn is given to the other player, to see what an evaluation gives for it.
local MOST_FLIPS = 40

-- How many more games are played to confirm what the first ones show.
local MORE_GAMES = 200

-- How many states where the game goes on are recorded at most, with their lines.
local MOST_STATES = 20000

-- Makes the memory of a run for evaluations. A record is made of each state of a game for two, with its `value`, the
-- player to move, `player_index`, and the `steps` that led there; `before`, the record of the state before it, if that
-- was valued; and `others`, what the state is worth to the other player, if the game has `player`.
function evaluations.new(run)
  return setmetatable({
    run = run,
    -- the function that values states where the game goes on, and the one that values its ends
    name = run.plan.rules.evaluate and "evaluate" or "result", name_at_end = games.value_function(run.plan.rules, true),
    started = 0, games_more = 0, -- how many games were played for these tests, and how many to confirm what they show
    going = {}, ends = {}, -- the records of states where the game goes on, and of its ends
    -- How much more states are worth to the player to move than when it is the other one's turn.
    flips = {},
    -- What `result` said of the first state at a ply where the game goes on, by the player to move, too; and whether it
    -- says different things of such states.
    at_ply = {}, tells_apart = false,

    -- Decided games. `after` is what the end is worth to the player who made the last move, `before` what the state
    -- before it is worth, if it was evaluated. `value` and `shown` are these values as they were returned.
    lasts = {},
    -- Ends to which `result` gives a winner, in games with `evaluate` as well. For the player to move, `after` is what
    -- `result` says and `before` what `evaluate` says; the rest is as in `lasts`.
    both = {},
    -- With max^n: whether payoffs `differ` in a state, and how many kinds the highest ones have; how many moves have
    -- changed the payoff of the player who made them, and how many for the worse.
    payoffs = {states = 0, differ = false, seen = {}, kinds = 0, moves = 0, changed = 0, bad = 0},
  }, Evaluations)
end

-- What was seen --------------------------------------------------------------------------------------------------

-- Whether a line is shorter than another, or as long and made of moves that are listed first.
function evaluations.is_line_before(steps, other)
  if #steps ~= #other then return #steps < #other end
  for i, step in ipairs(steps) do
    if step.index ~= other[i].index then return step.index < other[i].index end
  end
  return false
end

-- Counts the records of a list that fulfill a condition. Returns also the one with the line before all others.
function evaluations.count(list, holds)
  local count, shown = 0, nil
  for _, record in ipairs(list) do
    if holds(record) then
      count = count + 1
      if not shown or evaluations.is_line_before(record.steps, shown.steps) then shown = record end
    end
  end
  return count, shown
end

-- A value as it is for one of two players: above 0 where it is good for that player. `player_index` is the player to
-- move in the state that has the value.
function Evaluations:value_for(wanted, value, player_index)
  local plan, for_whom = self.run.plan, 1
  if plan.view == "mover" then
    for_whom = player_index
  elseif plan.view == "player" then
    for_whom = rawequal(self.run.players[2], plan.max_player) and 2 or 1
  end
  return for_whom == wanted and value or -value
end

-- Records who won: the player who made the last move or not; the player whom the evaluation before preferred or not.
function Evaluations:count_winner(position, player_index, value, before)
  local last, win = position.last_index, self.run.plan.win
  if not last or last > 2 or value == 0 or win and abs(value) < win then return end
  self.lasts[#self.lasts + 1] = {
    after = self:value_for(last, value, player_index), steps = line(position.steps), value = value,
    before = before and self:value_for(last, before.value, before.player_index), shown = before and before.value,
  }
end

-- Asks `evaluate` at an end that `result` has decided. An error there is none in a search, which does not ask it.
function Evaluations:count_both(position, player_index, value)
  local rules = position.rules
  if not (rules.result and rules.evaluate) or value == 0 then return end
  local ok, other = pcall(rules.evaluate, position.state, self.run.me)
  if position.snapshot then position:tidy() end
  if not ok or type(other) ~= "number" or other ~= other then return end
  local after = self:value_for(player_index, value, player_index)
  self.both[#self.both + 1] = {
    before = self:value_for(player_index, other, player_index), shown = other, after = after,
    winner = after > 0 and player_index or 3 - player_index, steps = line(position.steps), value = value,
  }
end

-- What a state is worth to the other player; nil if that is no number.
function Evaluations:ask_others(position)
  local name = position.is_over and self.name_at_end or self.name
  local others = position:ask(nil, name, position.state, self.run.players[2])
  if position.snapshot and not position:is_unchanged(name) or type(others) ~= "number" then return nil end
  return others
end

-- Records the value of a position.
function Evaluations:weigh(position, value)
  local run, player_index, before = self.run, position.player_index, position.valued
  position.valued = nil
  if #run.players > 2 or not player_index or abs(value) == huge then return end
  local record = {value = value, player_index = player_index, before = before, steps = line(position.steps)}
  local list = position.is_over and self.ends or self.going
  if position.is_over or #list < MOST_STATES then list[#list + 1] = record end
  if position.is_over then
    self:count_winner(position, player_index, value, before)
    self:count_both(position, player_index, value)
  else
    position.valued = record
  end
  if run.plan.rules.player and run.players[2] ~= nil then record.others = self:ask_others(position) end
end

-- Records what `result` says of a position where the game goes on: without `evaluate` a search values it so, once
-- `result` says different things of two states at the same ply with the same player to move. With hidden hands, whether
-- a bet is good depends on the cards, which are those of one deal.
function Evaluations:weigh_current(position)
  local run, rules = self.run, position.rules
  if rules.evaluate or rules.deal or run.plan.is_maxn or not run.plan.sign then return end
  local ok, value = pcall(rules.result, position.state, run.me)
  if position.snapshot then position:tidy() end
  if not ok or type(value) ~= "number" or value ~= value or abs(value) == huge then return end
  local place = ("%d %d"):format(position.plies, position.player_index or 0)
  self.at_ply[place] = self.at_ply[place] or value
  self.tells_apart = self.tells_apart or self.at_ply[place] ~= value
  if self.tells_apart then self:weigh(position, value) end
end

-- With max^n, records the payoffs of a position.
function Evaluations:weigh_payoffs(position, payoffs)
  local own, before, mover = self.payoffs, position.paid, position.mover
  local least, most = huge, -huge
  for _, payoff in next, payoffs do least, most = min(least, payoff), max(most, payoff) end
  own.states, own.differ = own.states + 1, own.differ or least ~= most
  if not own.seen[most] then own.seen[most], own.kinds = true, own.kinds + 1 end
  position.paid = mover ~= nil and {mover = mover, payoff = payoffs[mover]} or nil
  if not before or position.steps[#position.steps].is_chance then return end
  local now = payoffs[before.mover]
  own.moves = own.moves + 1
  if now ~= before.payoff then own.changed = own.changed + 1 end
  if now < before.payoff then
    own.bad = own.bad + 1
    own.shown = own.shown or {before = before.payoff, now = now, name = self.run:name_of(position.last_index)}
  end
end

-- Games -----------------------------------------------------------------------------------------------------------

-- The plain fields of a state, and whose turn it is.
local function plain_fields(position)
  local fields = {}
  for name, value in next, type(position.state) == "table" and position.state or fields do
    local kind = type(value)
    if kind == "number" or kind == "string" or kind == "boolean" then fields[name] = value end
  end
  return {fields = fields, mover = position.mover}
end

-- Gives the turn back to the player who has moved, by the field of the state that says whose turn it is, and sees what
-- the state is worth then.
function Evaluations:flip(position, value, before)
  local run, flips, state, rules = self.run, self.flips, position.state, position.rules
  local player_index = position.player_index
  if #flips == MOST_FLIPS or not before or not rules.player or not player_index or player_index > 2
    or rawequal(before.mover, position.mover) then
    return
  end
  for _, name in ipairs(keys_of(before.fields)) do
    local old, now, other = before.fields[name], rawget(state, name), nil
    if now ~= nil and now ~= old then
      rawset(state, name, old)
      local ok, mover = pcall(rules.player, state)
      if ok and rawequal(mover, before.mover) then ok, other = pcall(rules[self.name], state, run.me) end
      rawset(state, name, now)
      if ok and type(other) == "number" and abs(other - value) < huge then
        flips[#flips + 1] = self:value_for(player_index, value, player_index)
          - self:value_for(player_index, other, 3 - player_index)
        return
      end
    end
  end
end

-- Plays a game at random to its end, and records what its states are worth: nothing else is checked. Returns how
-- many states that took.
function Evaluations:play_on(generator)
  local run, count = self.run, 0
  self.started = self.started + 1
  positions.attempt(function()
    local position = positions.begin(run, run:start_of(self.started))
    position.is_silent = true
    local before
    while position.plies <= run.plan.max_plies and position.outcomes < constants.CHANCES_MAX do
      position:pause()
      local list, is_chance = position:successors()
      count = count + 1
      position:read_player()
      if position.is_over or not run.plan.ends_only then
        local value = position:ask(nil, games.value_function(position.rules, position.is_over), position.state, run.me)
        if type(value) ~= "number" or value ~= value then break end
        self:weigh(position, value)
        if not position.is_over then self:flip(position, value, before) end
      else
        self:weigh_current(position)
      end
      if not list then break end
      before = plain_fields(position)
      position:go(lines.choose(generator, list, is_chance))
    end
    position:take_back()
  end)
  return count
end

-- Does the check look for whom values are good? It does with two players, once they are known.
function Evaluations:is_on()
  local run = self.run
  return run.plan.sign and not run.plan.is_maxn and #run.players <= 2
end

-- Plays games for these tests alone, before all else: where rules are slow, there is no time for enough whole games.
function Evaluations:play_first(generator)
  local states, played, plan = 0, 0, self.run.plan
  while self:is_on() and played < FIRST_GAMES and states < plan.nodes and #self.lasts < ENOUGH_ENDS
    and plan.games > 0 and not self.run:is_late() do
    played = played + 1
    states = states + self:play_on(generator)
  end
end

-- Plays on until something is refuted that holds for all games so far. Returns whether it still holds.
function Evaluations:confirm(generator, holds)
  local states = 0
  while self.games_more < MORE_GAMES and states <= self.run.plan.nodes and not self.run:is_late() do
    if not holds() then return false end
    self.games_more = self.games_more + 1
    states = states + self:play_on(generator)
  end
  return holds()
end

return evaluations
