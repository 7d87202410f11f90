-- The evaluations that were seen: for whom are they good when they are high? Internal: `alphabeta.check` uses it.
--
-- It depends on how the value of a state changes with `me`, on the correlation of the values of successive states, on
-- whether moves improve the evaluation for the player who makes them, and on who has won at the end of the games.
-- States where the game goes on and its ends are considered separately: one may be right, and the other wrong.
--
-- That moves are good for the player who makes them, and that the last move wins, is usual but no rule: what
-- contradicts it is reported as a question.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, games = use("common.constant_rows", "common.game")
local pcall = use "common.interruption".pcall
local pictures, positions, values = use("common.picture", "check.position", "common.values")

local abs, floor, huge, max, min, sqrt = math.abs, math.floor, math.huge, math.max, math.min, math.sqrt
local describe, keys_of = values.describe, pictures.keys_of
local line = positions.line

local signs = {}

local Signs = {}
Signs.__index = Signs

-- How many pairs of states in a row it takes, how many with values of their own, and how strongly they must be
-- correlated, to say that they are good for the wrong one.
local MIN_PAIRS, MIN_KINDS, CORRELATION = 20, 8, 0.6

-- How many ends with either player to move it takes, and how many games more are to confirm what they show.
local MIN_ENDS, MORE_GAMES = 4, 200

-- How many decided games with the same loser (the last player to move), or whose last evaluation was for the other
-- player, it takes to ask whether that is right.
local MIN_LOST, MIN_TURNED = 8, 10

-- How many games are played for these tests alone, at most, and how many decided games are enough.
local FIRST_GAMES, ENOUGH_ENDS = 100, 20

-- In how many states the turn is given to the other player, to see what an evaluation gives for it.
local MOST_FLIPS = 40

-- How many moves with a changed evaluation it takes, and the share of them that must be bad for the player who makes
-- them, to ask whether that is right; and the share of all moves that must change it, unless different ones do: in an
-- auction, bids do not, and to pass gives the lot to the other player.
local MIN_CHANGES, BAD_SHARE, CHANGED_SHARE = 24, 0.95, 0.5

-- The same share with max^n, where one of two moves may well cost what helps all.
local EACH_CHANGED = 0.9

-- How many moves of each player with a changed evaluation it takes, and by how much the shares of those that are bad
-- for the player who makes them must differ between the two, to ask whether that is right.
local MIN_EACH, SIDED_GAP = 20, 0.6

-- How many states of either sign must have the same value for both players, to say that `me` is ignored; at the end of
-- decided games, `MIN_LOST` of any sign are enough.
local MIN_IGNORED = 2

-- How many decided ends must be worth 0 to one player, to say that losers get what nobody has won.
local MIN_ZEROS = 8

-- How many states it takes, and the share of them whose values for both players must add up to something else than in
-- the others, to ask whether that is right.
local MIN_SUMS, OTHER_SUMS = 20, 0.05

local ADVICE = {
  max = "With view = \"max\" a high value is to be good for the player at the start, whichever player moves",
  player = "With view = \"player\" a high value is to be good for `max_player`, whichever player moves or searches",
  mover = "With view = \"mover\" a high value is to be good for the player to move in the state",
}

-- Makes the memory of a run for evaluations. An example is kept with the shortest line.
function signs.new(run)
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
  }, Signs)
end

-- What was seen --------------------------------------------------------------------------------------------------

-- Is a line shorter than another, or as long and made of moves that are listed first?
local function is_line_before(steps, other)
  if #steps ~= #other then return #steps < #other end
  for i, step in ipairs(steps) do
    if step.index ~= other[i].index then return step.index < other[i].index end
  end
  return false
end

-- Keeps an example in a field, unless there is one with a line before its own.
local function keep_shortest(place, name, steps, example)
  local known = place[name]
  if known and not is_line_before(steps, known.steps) then return end
  example.steps = line(steps)
  place[name] = example
end

-- A value as it is for one of two players: above 0 where it is good for that player. `player_index` is the player to
-- move in the state that has the value.
function Signs:value_for(wanted, value, player_index)
  local plan, for_whom = self.run.plan, 1
  if plan.view == "mover" then
    for_whom = player_index
  elseif plan.view == "player" then
    for_whom = rawequal(self.run.players[2], plan.max_player) and 2 or 1
  end
  return for_whom == wanted and value or -value
end

-- Records who won: the player who made the last move or not; the player whom the evaluation before preferred or not.
function Signs:count_winner(position, player_index, value)
  local last, before, win = position.last_index, position.before_last, self.run.plan.win
  if not last or last > 2 or value == 0 or win and abs(value) < win then return end
  self.lasts[#self.lasts + 1] = {
    after = self:value_for(last, value, player_index), steps = line(position.steps), value = value,
    before = before and self:value_for(last, before.value, before.player_index), shown = before and before.value,
  }
end

-- Asks `evaluate` at an end that `result` has decided. An error there is none in a search, which does not ask it.
function Signs:count_both(position, player_index, value)
  local rules = position.rules
  if not (rules.result and rules.evaluate) or value == 0 then return end
  local ok, other = pcall(rules.evaluate, position.state, self.run.me)
  if position.picture then position:tidy() end
  if not ok or type(other) ~= "number" or other ~= other then return end
  local after = self:value_for(player_index, value, player_index)
  self.both[#self.both + 1] = {
    before = self:value_for(player_index, other, player_index), shown = other, after = after,
    winner = after > 0 and player_index or 3 - player_index, steps = line(position.steps), value = value,
  }
end

-- Records whether a move has changed the evaluation for the worse for the player who made it.
function Signs:count_change(before, value, player_index, steps)
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
function Signs:count_end(steps, player_index, value)
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
function Signs:count_pair(before, value, player_index, steps)
  local pair = {before = before.value, value = value, player_index = player_index}
  local kind = ("%d %.17g %.17g"):format(player_index, before.value, value)
  if not self.seen[kind] then self.seen[kind], self.kinds = true, self.kinds + 1 end
  self.pairs[#self.pairs + 1] = pair
  keep_shortest(self, before.value * value > 0 and "even" or "odd", steps, pair)
end

-- Records what a state is worth to both players together. Sums that differ by rounding only are the same.
function Signs:count_sum(steps, value, others)
  if abs(others) == huge then return end
  local sums = self.sums
  local name = ("%.9g"):format(value + others)
  if abs(value + others) <= 1e-9 * max(abs(value), abs(others)) then name = "0" end
  sums[name] = sums[name] or {count = 0, name = name}
  sums[name].count = sums[name].count + 1
  keep_shortest(sums[name], "shown", steps, {value = value, others = others})
end

-- Records what a finished game is worth to both players: the same for either, or a sum that all decided games have.
function Signs:count_shares(steps, value, others)
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
function Signs:swap(position, value)
  local name = position.is_over and self.name_at_end or self.name
  local others = position:ask(nil, name, position.state, self.run.players[2])
  if position.picture and not position:is_unchanged(name) or type(others) ~= "number" then return end
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
function Signs:weigh(position, value)
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
function Signs:weigh_current(position)
  local run, rules = self.run, position.rules
  if rules.evaluate or rules.deal or run.plan.is_maxn or not run.plan.sign then return end
  local ok, value = pcall(rules.result, position.state, run.me)
  if position.picture then position:tidy() end
  if not ok or type(value) ~= "number" or value ~= value or abs(value) == huge then return end
  local place = ("%d %d"):format(position.plies, position.player_index or 0)
  self.at_ply[place] = self.at_ply[place] or value
  self.tells_apart = self.tells_apart or self.at_ply[place] ~= value
  if self.tells_apart then self:weigh(position, value) end
end

-- With max^n, records the payoffs of a position.
function Signs:weigh_payoffs(position, payoffs)
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

-- What that means ------------------------------------------------------------------------------------------------

-- The correlation of the values of successive states, from -1 to 1, read for the player at the start; the advantage of
-- moving is left out. Returns nil when it is unknown.
function Signs:correlate(is_mover)
  local list = self.pairs
  if #list < MIN_PAIRS or self.kinds < MIN_KINDS then return nil end
  local function reading(value, player_index) return is_mover and player_index == 2 and -value or value end
  local sums, counts, has_plus, has_minus = {0, 0}, {0, 0}, false, false
  for _, pair in ipairs(list) do
    local player_index = pair.player_index
    local a, b = reading(pair.before, 3 - player_index), reading(pair.value, player_index)
    sums[3 - player_index], counts[3 - player_index] = sums[3 - player_index] + a, counts[3 - player_index] + 1
    sums[player_index], counts[player_index] = sums[player_index] + b, counts[player_index] + 1
    local for_mover = player_index == 1 and b or -b
    if for_mover > 0 then has_plus = true else has_minus = true end
  end
  -- the player to move is always ahead, or always behind: then both readings are possible
  if not (has_plus and has_minus) then return nil end
  local product, square_a, square_b = 0, 0, 0
  for _, pair in ipairs(list) do
    local player_index = pair.player_index
    local a = reading(pair.before, 3 - player_index) - sums[3 - player_index] / counts[3 - player_index]
    local b = reading(pair.value, player_index) - sums[player_index] / counts[player_index]
    product, square_a, square_b = product + a * b, square_a + a * a, square_b + b * b
  end
  if square_a == 0 or square_b == 0 then return nil end
  return product / sqrt(square_a * square_b)
end

-- Have all games that were decided been won by the same player, as the values are read, whichever was to move at the
-- end? Values that are not always the same, or that are 0 or more, need not be good for the other player below 0.
function Signs:has_one_winner(is_mover)
  local ends = self.ends
  if not ends.size or not is_mover and ends.has_draws and ends[1][1] > 0 then return false end
  for _, sign in ipairs {1, -1} do
    local second = is_mover and -sign or sign
    if ends[1][-sign] == 0 and ends[2][-second] == 0 and ends[1][sign] >= MIN_ENDS
      and ends[2][second] >= MIN_ENDS then
      return true
    end
  end
  return false
end

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
function Signs:flip(position, value, before)
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
function Signs:play_on(generator)
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
      position:go(positions.choose(generator, list, is_chance))
    end
    position:take_back()
  end)
  return count
end

-- Does the check look for whom values are good? It does with two players, once they are known.
function Signs:is_on()
  local run = self.run
  return run.plan.sign and not run.plan.is_maxn and #run.players <= 2
end

-- Plays games for these tests alone, before all else: where rules are slow, there is no time for enough whole games.
function Signs:play_first(generator)
  local states, played, plan = 0, 0, self.run.plan
  while self:is_on() and played < FIRST_GAMES and states < plan.nodes and #self.lasts < ENOUGH_ENDS
    and plan.games > 0 and not self.run:is_late() do
    played = played + 1
    states = states + self:play_on(generator)
  end
end

-- Plays on until something is refuted that holds for all games so far. Returns whether it still holds.
function Signs:confirm(generator, holds)
  local states = 0
  while self.games_more < MORE_GAMES and states <= self.run.plan.nodes and not self.run:is_late() do
    if not holds() then return false end
    self.games_more = self.games_more + 1
    states = states + self:play_on(generator)
  end
  return holds()
end

-- Reports evidence against the view. `name` is the function that returned the values, where it is not `evaluate`.
function Signs:found(steps, more, words, name)
  self.run.findings:add("sign", name or self.name, steps, ADVICE[self.run.plan.view] .. ", but " .. words, more)
end

-- Says so when values turn round with `me`, although they are to be good for the mover or for one player.
function Signs:judge_turning()
  if self.same > 0 or self.run.plan.view == "max" then return false end
  local run, has_found = self.run, false
  for _, when in ipairs {"on", "over"} do
    local shown, name = self.turning[when].shown, when == "on" and self.name or self.name_at_end
    if shown then
      has_found = true
      self:found(shown.steps, {value = shown.value}, ("it turns round with `me`: %s for %s, %s for %s"):format(
        describe(shown.value), run:name_of(1), describe(shown.others), run:name_of(2)), name)
    end
  end
  return has_found
end

-- Reports values of successive states that are correlated only if their sign is turned.
function Signs:judge_pairs(is_mover)
  local correlation = self:correlate(is_mover)
  local shown = is_mover and self.even or self.odd
  if not correlation or correlation > -CORRELATION or not shown then return false end
  local run = self.run
  self:found(shown.steps, {value = shown.value}, ("it %s with each move: %s when %s is to move, then %s"):format(
    is_mover and "does not turn round" or "turns round", describe(shown.before), run:name_of(3 - shown.player_index),
    describe(shown.value)))
  return true
end

-- Says so when one player has won all games.
function Signs:judge_ends(is_mover, generator)
  local function has_one() return self:has_one_winner(is_mover) end
  if not has_one() or not self:confirm(generator, has_one) then return false end
  local run, one, two = self.run, self.ends.shortest[1], self.ends.shortest[2]
  local longer, shorter = one, two
  if #two.steps > #one.steps then longer, shorter = two, one end
  self:found(longer.steps, {other_steps = shorter.steps, value = longer.value},
    ("then the same player has won all games, whichever moved last: %s at the end when %s is to move, %s when %s is. "
      .. "If that is right, say sign = false"):format(
      describe(one.value), run:name_of(1), describe(two.value), run:name_of(2)), self.name_at_end)
  return true
end

-- Says so when losers get 0, which is what a search takes for a state in which nothing is decided.
function Signs:judge_zeros()
  local plan, zero = self.run.plan, self.zero
  if plan.view ~= "max" or plan.maximize ~= nil or plan.value_min or self.zeros < MIN_ZEROS then return false end
  self.run.findings:add("sign", self.name_at_end, zero.steps, ("gives the loser 0, as all %d finished games show: %s "
    .. "for one player here, 0 for the other. A search takes 0 for undecided, and never defends. Return %s for the "
    .. "loser"):format(self.zeros, describe(zero.value), describe(-zero.value)), {value = zero.value})
  return true
end

-- Says so when values are to be good for the player at the root, and do not depend on `me`.
function Signs:judge_ignoring()
  local plan = self.run.plan
  if plan.view ~= "max" or plan.maximize ~= nil then return false end
  for _, name in ipairs {"on", "over"} do
    local equal = self.equal[name]
    local are_both = equal[1] >= MIN_IGNORED and equal[-1] >= MIN_IGNORED
    if equal.other == 0 and (are_both or name == "over" and equal[1] + equal[-1] >= MIN_LOST) then
      local shown = equal.plus or equal.minus
      if equal.minus and #equal.minus.steps < #shown.steps then shown = equal.minus end
      self:found(shown.steps, {value = shown.value},
        ("it ignores `me`%s: %s for either player, as in all states. Use `me`, or say view = \"player\" and max_player,"
          .. " or give `maximize` with each search"):format(name == "over" and " at the end" or "",
          describe(shown.value)), name == "over" and self.name_at_end or nil)
      return true
    end
  end
  return false
end

-- Asks a question, which is no finding: what it is about may be right. `test` is its name; `name` is as for `found`.
function Signs:ask(test, words, name)
  self.run.findings:ask("sign", test, ("`%s`: %s"):format(name or self.name, words))
end

-- The bonus that an evaluation gives for being to move; 0 when there is none, or it could not be seen.
function Signs:tempo()
  local sorted = line(self.flips)
  table.sort(sorted)
  return #sorted > 0 and sorted[floor((#sorted + 1) / 2)] / 2 or 0
end

-- Are moves nearly always bad for the player who makes them? Of all moves, `changed` have changed what that player has.
local function is_bad(all, changed, bad, is_varied)
  return changed >= MIN_CHANGES and (is_varied or changed >= CHANGED_SHARE * all) and bad >= BAD_SHARE * changed
end

-- With max^n, asks whether payoffs are right that are the same for all players, or that moves nearly always lower.
function Signs:judge_payoffs()
  local own = self.payoffs
  if not own.differ and own.states >= MIN_PAIRS and own.kinds >= MIN_ENDS then
    self:ask("payoffs", ("all players have the same payoff in all %d states. Return to each what the state is worth to "
      .. "that player. If all play together, let `player` return one player for all"):format(own.states))
  end
  if own.changed < EACH_CHANGED * own.moves or not is_bad(own.moves, own.changed, own.bad) then return end
  self:ask("changes", ("nearly all moves are bad for the player who makes them, %d of %d: a payoff of %s for %s, then "
    .. "%s. Is the sign wrong, or does `player` return who has just moved?"):format(own.bad, own.changed,
    describe(own.shown.before), own.shown.name, describe(own.shown.now)))
end

-- Asks whether the sign is wrong when moves are nearly always bad for the player who makes them.
function Signs:judge_changes()
  local run, tempo, all, count, bad, shown = self.run, self:tempo(), 0, 0, 0, nil
  for _, tally in pairs(self.changes.tally) do
    local change = tally.change + 2 * tempo
    all = all + tally.count
    if abs(change) > 1e-9 * abs(tally.change) then count = count + tally.count end
    if change < -1e-9 * abs(tally.change) then
      bad = bad + tally.count
      local example = tally.shown
      if not shown or is_line_before(example.steps, shown.steps) then shown = example end
    end
  end
  if not is_bad(all, count, bad, self.changes.is_varied) then return end
  self:ask("changes", ("nearly all moves are bad for the player who makes them, %d of %d: %s when %s is to move, then "
    .. "%s. Is the sign wrong%s, or does `player` return who has just moved?"):format(bad, count,
    describe(shown.before), run:name_of(shown.mover), describe(shown.value),
    run.plan.view == "player" and ", is `max_player` the other player" or ""))
end

-- Asks whether the sign is wrong for one of the players, when the moves of one are often bad for the player who makes
-- them, and those of the other are not.
function Signs:judge_sides()
  local by, run = self.changes.by, self.run
  if by[1].count < MIN_EACH or by[2].count < MIN_EACH then return end
  local good, bad = 1, 2
  local gap = by[2].bad / by[2].count - by[1].bad / by[1].count
  if gap < 0 then good, bad = 2, 1 end
  if abs(gap) < SIDED_GAP then return end
  self:ask("sides", ("%d of %d moves of %s make it worse for the player who makes them, but %d of %d of %s. Is the "
    .. "sign wrong for one of them?"):format(by[bad].bad, by[bad].count, run:name_of(bad), by[good].bad, by[good].count,
    run:name_of(good)))
end

-- Is a sum more frequent than another one, or as frequent and first by its name?
local function is_before(sum, other)
  return not other or sum.count > other.count or sum.count == other.count and sum.name < other.name
end

-- Asks whether one player's values are right, when what a state is worth to both together is not always the same.
-- Returns whether it asks.
function Signs:judge_sums()
  local total, usual = 0, nil
  for _, sum in pairs(self.sums) do
    total = total + sum.count
    if is_before(sum, usual) then usual = sum end
  end
  if total < MIN_SUMS or total - usual.count < OTHER_SUMS * total then return false end
  local run, other = self.run, nil
  for _, sum in pairs(self.sums) do
    if sum ~= usual and is_before(sum, other) then other = sum end
  end
  self:ask("sums", ("what a state is worth to both players together is not the same in all states: %s in %d of %d,"
    .. " another sum in the others, such as %s for %s and %s for %s. What is good for one player is to be bad for the"
    .. " other. Does it leave something out for one?"):format(usual.name, usual.count, total,
    describe(other.shown.value), run:name_of(1), describe(other.shown.others), run:name_of(2)))
  return true
end

-- Asks whether a tie is right that both players win, or both lose, if what all decided games are worth to both together
-- is the same.
function Signs:judge_ties()
  local shares = self.shares
  local tie, sum = shares.tie, shares.sum
  if not tie or shares.count < MIN_LOST or shares.is_varied then return end
  if tie.value < shares.most and tie.value > shares.least then return end
  self:ask("ties", ("a finished game is worth %s to both players alike, but all %d decided games are worth %s to both "
    .. "together. Is it to be %.9g for a tie?"):format(describe(tie.value), shares.count, describe(sum), sum / 2),
    self.name_at_end)
end

-- Asks whether the sign is wrong when the player who makes the last move has lost all games. With `win`, that is a
-- finding.
function Signs:judge_last(generator)
  local lost, shown
  local function is_lost()
    lost, shown = 0, nil
    for _, game in ipairs(self.lasts) do
      local after = game.after + self:tempo_at_end(self.lasts)
      if after > 0 then return false end
      if after < 0 then
        lost = lost + 1
        if not shown or is_line_before(game.steps, shown.steps) then shown = game end
      end
    end
    return lost >= MIN_LOST
  end
  if not is_lost() or not self:confirm(generator, is_lost) then return false end
  local words = ("who makes the last move has lost all %d decided games: %s here. Is the sign wrong at the end, or does"
    .. " `player` return who has just moved?"):format(lost, describe(shown.value))
  if self.run.plan.win then
    self:found(shown.steps, {value = shown.value}, words .. " If it is right, say sign = false",
      self.name_at_end)
    return true
  end
  self:ask("last", (words:gsub(" here%.", " at the end.")), self.name_at_end)
  return false
end

-- Asks whether the sign is wrong before the end, when nearly all games were won by a last move of the player who was
-- behind.
function Signs:judge_comebacks(generator)
  local behind, ahead, shown
  local function is_usual()
    behind, ahead, shown = 0, 0, nil
    for _, game in ipairs(self.lasts) do
      local before = game.before and game.after > 0 and game.before - self:tempo() or 0
      if before > 0 then ahead = ahead + 1 end
      if before < 0 then
        behind = behind + 1
        if not shown or is_line_before(game.steps, shown.steps) then shown = game end
      end
    end
    return behind >= MIN_CHANGES and behind >= BAD_SHARE * (behind + ahead)
  end
  if not is_usual() or not self:confirm(generator, is_usual) then return end
  self:ask("comebacks", ("games are won by the player who was behind and made the last move, %d of %d: %s before, %s "
    .. "at the end. Is the sign wrong before the end?"):format(behind, behind + ahead, describe(shown.shown),
    describe(shown.value)))
end

-- What the player who made the last move lacks at the end, if `evaluate` gives the other one a bonus for being to move
-- there, too.
function Signs:tempo_at_end(list)
  return list == self.lasts and self.name_at_end == "evaluate" and self:tempo() or 0
end

-- Of games whose evaluation and whose end are known, how many agree, and how many contradict each other, with the two
-- shortest of these. The bonus for being to move is left out.
function Signs:compare_ends(list)
  local tempo, alike, turned, first, second = self:tempo(), 0, 0, nil, nil
  local tempo_at_end = self:tempo_at_end(list)
  for _, game in ipairs(list) do
    local before, after = (game.before or tempo) - tempo, game.after + tempo_at_end
    if before * after > 0 then
      alike = alike + 1
    elseif before * after < 0 and (list == self.both or after < 0) then -- to win by the last move is no contradiction
      turned = turned + 1
      if not first or #game.steps < #first.steps then
        first, second = game, first
      elseif (not second or #game.steps < #second.steps) and is_line_before(first.steps, game.steps) then
        second = game -- by another line
      end
    end
  end
  return alike, turned, first, second or first
end

-- Does `evaluate` give just the opposite of `result` in all games that one player has won, and the same in the others?
function Signs:has_turned_winner()
  local counts, turned = {0, 0}, {0, 0}
  for _, game in ipairs(self.both) do
    local winner = game.winner
    counts[winner] = counts[winner] + 1
    if game.before == -game.after then
      turned[winner] = turned[winner] + 1
    elseif game.before ~= game.after then
      return false
    end
  end
  local one, two = turned[1], turned[2]
  return max(one, two) >= MIN_ENDS and (one == counts[1] and two == 0 or one == 0 and two == counts[2])
end

-- Says so when evaluations and ends of games contradict each other, with a generator also in further games. Where two
-- functions do, either may be wrong.
function Signs:judge_contradiction(generator, list, words, when)
  local function is_turned()
    local alike, turned = self:compare_ends(list)
    return turned >= MIN_TURNED and alike * 4 <= turned or list == self.both and self:has_turned_winner()
  end
  if not is_turned() or generator and not self:confirm(generator, is_turned) then return false end
  local rules, alike, turned, first, second = self.run.plan.rules, self:compare_ends(list)
  if not (rules.evaluate and rules.result) then
    self:found(first.steps, {value = first.value},
      ("games are lost by the player who was ahead and made the last move, %d of %d: %s before, %s at the end. Is the "
        .. "sign wrong at the end? If it is right, say sign = false"):format(
        turned, turned + alike, describe(first.shown), describe(first.value)), self.name_at_end)
    return true
  end
  self.run.findings:add("sign", "evaluate and result", first.steps, ("contradict each other: in %d of %d games %s. "
    .. "Here `evaluate` returns %s%s, and `result` %s at the end; there %s and %s. Which of them has the wrong sign? "
    .. "If both are right, say sign = false"):format(turned, turned + alike, words, describe(first.shown), when,
    describe(first.value), describe(second.shown), describe(second.value)),
    {other_steps = second.steps, value = first.value})
  return true
end

-- Says which test was not made, when too few games were decided.
function Signs:judge_lack()
  local run, plan, decided = self.run, self.run.plan, #self.lasts
  if decided >= MIN_LOST or run.findings:has "start" or plan.view == "max" and plan.maximize ~= nil then return end
  local advice = "Give a state from which games end soon, or more `games` and `nodes`"
  if run.was_late then advice = run:more_time() end
  local how = plan.win and (" by %s or more, which is 'win'"):format(describe(plan.win)) or ""
  run.findings:skip("sign", "ends", ("whether `%s` is good for the right player at the end: %d game%s decided%s, and "
    .. "the test takes %d. %s"):format(self.name_at_end, decided, decided == 1 and " was" or "s were", how, MIN_LOST,
    advice))
end

-- Says for whom the evaluations are good, when that is the wrong one.
function Signs:judge(generator)
  local run = self.run
  local is_mover = run.plan.view == "mover"
  if run.plan.sign and run.plan.is_maxn then self:judge_payoffs() end
  if not self:is_on() or self:judge_turning() then return end
  if self:judge_pairs(is_mover) or self.swapped == 0 and self:judge_ends(is_mover, generator) -- else ends know `me`
    or self:judge_ignoring() or self:judge_zeros()
    or self:judge_contradiction(nil, self.both, "they give the end to different players", "") then
    return
  end
  local are_two = #run.players == 2 or not run.plan.rules.player
  if not are_two or run.plan.maximize ~= nil then return end -- it is not known for whom values are good
  self:judge_changes()
  self:judge_sides()
  if run.plan.view == "max" and not self:judge_sums() then self:judge_ties() end
  if not self:judge_last(generator) then
    self:judge_contradiction(generator, self.lasts,
      "the player who made the last move has lost, whom `evaluate` preferred before it", " before the last move")
    self:judge_comebacks(generator)
  end
  self:judge_lack()
end

return signs
