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

-- Makes the memory of a run for evaluations. An example is kept with the shortest line.
function evaluations.new(run)
  return setmetatable({
    run = run,
    -- the function that values states where the game goes on, and the one that values its ends
    name = run.plan.rules.evaluate and "evaluate" or "result", name_at_end = games.value_function(run.plan.rules, true),
    started = 0, games_more = 0, -- how many games were played for these tests, and how many to confirm what they show

    -- Two states in a row where the game goes on, with different players to move, whose values are not 0. `kinds`
    -- counts those with values of their own. `odd` and `even` are examples, by whether the signs differ.
    pairs = {}, seen = {}, kinds = 0, odd = nil, even = nil,
    -- How many games have ended with a value above 0 and below 0 while a player was to move, with an example. `size` is
    -- how much they are worth, false when it varies. `has_draws` says whether there were values of 0.
    ends = {{[1] = 0, [-1] = 0}, {[1] = 0, [-1] = 0}, shortest = {}, size = nil, has_draws = false},

    -- What states are worth to the other player. `over` is for ends of games, `on` for all other states.
    --
    -- How many have the opposite value, with an example, `shown`; how many are worth the same in sign; how many ends
    -- are worth something else.
    turning = {over = {count = 0}, on = {count = 0}}, same = 0, swapped = 0,
    -- How many have the same value, by its sign, with examples `plus` and `minus`; how many have another one.
    equal = {over = {[1] = 0, [-1] = 0, other = 0}, on = {[1] = 0, [-1] = 0, other = 0}},
    -- How many ends are worth 0 to one player and more to the other, less than 0 if there was anything else; an
    -- example.
    zeros = 0, zero = nil,
    -- How many states where the game goes on there are for each sum of both values, with an example of each.
    sums = {},
    -- How many ends are not worth the same to both players, with the extreme values and the `sum`, unless it varies.
    -- `tie` is an example of the others, if it is not worth 0.
    shares = {count = 0, is_varied = false, most = -huge, least = huge, sum = nil, tie = nil},

    -- Moves between states where the game goes on. `tally` counts them by the change of the evaluation for the player
    -- who made the move, with an example of each. `by` counts changes for each player, and those for the worse.
    -- `is_varied` says whether different moves have changed it, and `move` is the last of them.
    changes = {
      tally = {}, by = {{count = 0, bad = 0}, {count = 0, bad = 0}}, is_varied = false, move = nil,
    },
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

-- Keeps an example in a field, unless there is one with a line before its own.
local function keep_shortest(examples, name, steps, example)
  local known = examples[name]
  if known and not evaluations.is_line_before(steps, known.steps) then return end
  example.steps = line(steps)
  examples[name] = example
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
function Evaluations:count_winner(position, player_index, value)
  local last, before, win = position.last_index, position.before_last, self.run.plan.win
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

-- Records whether a move has changed the evaluation for the worse for the player who made it.
function Evaluations:count_change(before, value, player_index, steps)
  if steps[#steps].is_chance then return end
  local mover, changes = before.player_index, self.changes
  local change = self:value_for(mover, value, player_index)
    - self:value_for(mover, before.value, mover)
  local name, own = ("%.9g"):format(change), changes.by[mover]
  local tally = changes.tally[name] or {count = 0, change = change, name = name}
  changes.tally[name], tally.count = tally, tally.count + 1
  keep_shortest(tally, "shown", steps, {value = value, before = before.value, mover = mover})
  if change ~= 0 then
    own.count = own.count + 1
    if not changes.is_varied and self.run.plan.rules.style ~= "children" then
      local move = self.run.fingerprint(steps[#steps].move)
      changes.move, changes.is_varied = move, changes.move ~= nil and changes.move ~= move
    end
  end
  if change < 0 then own.bad = own.bad + 1 end
end

-- Records an end of a game.
function Evaluations:count_end(steps, player_index, value)
  local ends = self.ends
  if value == 0 then
    ends.has_draws = true
    return
  end
  if ends.size == nil then ends.size = abs(value) end
  if ends.size ~= abs(value) then ends.size = false end
  local sign = value > 0 and 1 or -1
  ends[player_index][sign] = ends[player_index][sign] + 1
  keep_shortest(ends.shortest, player_index, steps, {value = value})
end

-- Records two states in a row.
function Evaluations:count_pair(before, value, player_index, steps)
  local pair = {before = before.value, value = value, player_index = player_index}
  local kind = ("%d %.17g %.17g"):format(player_index, before.value, value)
  if not self.seen[kind] then self.seen[kind], self.kinds = true, self.kinds + 1 end
  self.pairs[#self.pairs + 1] = pair
  keep_shortest(self, before.value * value > 0 and "even" or "odd", steps, pair)
end

-- Records what a state is worth to both players together. Sums that differ by rounding only are the same.
function Evaluations:count_sum(steps, value, others)
  if abs(others) == huge then return end
  local sums = self.sums
  local name = ("%.9g"):format(value + others)
  if abs(value + others) <= 1e-9 * max(abs(value), abs(others)) then name = "0" end
  sums[name] = sums[name] or {count = 0, name = name}
  sums[name].count = sums[name].count + 1
  keep_shortest(sums[name], "shown", steps, {value = value, others = others})
end

-- Records what a finished game is worth to both players: the same for either, or a sum that all decided games have.
function Evaluations:count_shares(steps, value, others)
  local shares = self.shares
  if value == others then
    if value ~= 0 then keep_shortest(shares, "tie", steps, {value = value}) end
    return
  end
  shares.sum, shares.count = shares.sum or value + others, shares.count + 1
  shares.most, shares.least = max(shares.most, value, others), min(shares.least, value, others)
  shares.is_varied = shares.is_varied or abs(value + others - shares.sum) > 1e-9 * max(abs(value), abs(others))
end

-- Asks what a state is worth to the other player.
function Evaluations:swap(position, value)
  local name = position.is_over and self.name_at_end or self.name
  local others = position:ask(nil, name, position.state, self.run.players[2])
  if position.snapshot and not position:is_unchanged(name) or type(others) ~= "number" then return end
  if position.is_over and others ~= value then
    self.swapped = self.swapped + 1
    self.zeros = self.zeros + (min(value, others) == 0 and 1 or -huge)
    keep_shortest(self, "zero", position.steps, {value = max(value, others)})
  elseif value ~= 0 then
    self.zeros = -huge
  end
  local when = position.is_over and "over" or "on"
  if when == "over" then self:count_shares(position.steps, value, others) end
  if when == "on" then self:count_sum(position.steps, value, others) end
  local equal = self.equal[when]
  if others ~= value then
    equal.other = equal.other + 1
  elseif value ~= 0 then
    local sign = value > 0 and 1 or -1
    equal[sign] = equal[sign] + 1
    keep_shortest(equal, sign > 0 and "plus" or "minus", position.steps, {value = value})
  end
  if others * value > 0 then self.same = self.same + 1 end
  if others * value < 0 then
    local turning = self.turning[when]
    turning.count = turning.count + 1
    keep_shortest(turning, "shown", position.steps, {value = value, others = others})
  end
end

-- Records the value of a position.
function Evaluations:weigh(position, value)
  local run, player_index, before = self.run, position.player_index, position.valued
  position.valued, position.before_last = nil, before
  if #run.players > 2 or not player_index or abs(value) == huge then return end
  if position.is_over then
    self:count_end(position.steps, player_index, value)
    self:count_winner(position, player_index, value)
    self:count_both(position, player_index, value)
  else
    position.valued = {value = value, player_index = player_index}
    if before then self:count_change(before, value, player_index, position.steps) end
    if before and before.player_index ~= player_index and value ~= 0 and before.value ~= 0 then
      self:count_pair(before, value, player_index, position.steps)
    end
  end
  if run.plan.rules.player and run.players[2] ~= nil then self:swap(position, value) end
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
