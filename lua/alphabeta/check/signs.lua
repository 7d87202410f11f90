-- The evaluations that were seen: for whom are they good when they are high? Internal: `alphabeta.check` uses it.
--
-- It depends on how the value of a state changes with `me`, on the correlation of the values of successive states, on
-- whether moves improve the evaluation for the player who makes them, and on who has won at the end of the games.
-- States where the game goes on and its ends are considered separately: one may be right, and the other wrong.
--
-- That moves are good for the player who makes them, and that the last move wins, is usual but no rule: what
-- contradicts it is reported as a question.

local CHECK = (... or "alphabeta.check.signs"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local core = require "alphabeta.core"
local games = require(PACKAGE .. ".common.game")
local positions = require(CHECK .. ".position")
local values = require(PACKAGE .. ".common.values")

local abs, huge, max, sqrt = math.abs, math.huge, math.max, math.sqrt
local describe = values.describe
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

-- How many moves with a changed evaluation it takes, and the share of them that must be bad for the player who makes
-- them, to ask whether that is right.
local MIN_CHANGES, BAD_SHARE = 24, 0.95

-- How many moves of each player with a changed evaluation it takes, and by how much the shares of those that are bad
-- for the player who makes them must differ between the two, to ask whether that is right.
local MIN_EACH, SIDED_GAP = 20, 0.6

-- How many states of either sign must have the same value for both players, to say that `me` is ignored.
local MIN_IGNORED = 2

-- How many states it takes, and the share of them whose values for both players must add up to something else than in
-- the others, to ask whether that is right.
local MIN_SUMS, OTHER_SUMS = 20, 0.05

local ADVICE = {
  max = "With view = \"max\" a high value is to be good for the player at the start, whichever player moves",
  player = "With view = \"player\" a high value is to be good for `max_player`, whichever player moves or searches",
  mover = "With view = \"mover\" a high value is to be good for the player to move in the state",
}

-- Makes the memory of a run for evaluations:
--
-- * `pairs`: two states in a row, where the game goes on, with different players to move, and their values, where
--   neither is 0; `kinds`: how many of them have values of their own; in `odd` and `even` the one with the shortest
--   line, by whether the signs differ;
-- * `ends[player_index][sign]`: how many games have ended with a value above 0 and below 0 while that player_index was
--   to move; `size`, how much these are worth, false when it is not always the same; `has_draws`, whether there were
--   values of 0;
-- * `turning`: how many states are worth the opposite to the other player, `same`: how many the same in sign;
--   `swapped`: how many ends are worth something else;
-- * `equal.over` and `equal.on`: for the ends, and for the states where the game goes on, how many have the same value
--   for both players, by its sign, in `other` how many have another value, and by sign the one with the shortest line;
-- * `changes`: how many moves have changed the evaluation, `bad` how many of them for the worse for the player who made
--   them, and the shortest line of these; in `by` the two counts for each player alone;
-- * `sums`: of the states where the game goes on, how many there are for each sum of the values for both players, and
--   of each the one with the shortest line;
-- * `last`: how many games the player who made the last move has `won` and `lost`, and the shortest line of a loss;
-- * `final`: how many games were decided as the evaluation before the last move was, `alike`, and how many were not,
--   `turned`, and the shortest line of these.
function signs.new(run)
  return setmetatable({
    run = run, name = run.plan.rules.evaluate and "evaluate" or "result",
    name_at_end = games.valuer_of(run.plan.rules, true),
    pairs = {}, seen = {}, kinds = 0, ends = {{[1] = 0, [-1] = 0}, {[1] = 0, [-1] = 0}, shortest = {}},
    turning = 0, same = 0, swapped = 0, games_more = 0,
    equal = {over = {[1] = 0, [-1] = 0, other = 0}, on = {[1] = 0, [-1] = 0, other = 0}},
    changes = {count = 0, bad = 0, by = {{count = 0, bad = 0}, {count = 0, bad = 0}}}, sums = {},
    last = {won = 0, lost = 0}, final = {alike = 0, turned = 0},
  }, Signs)
end

-- What was seen --------------------------------------------------------------------------------------------------

-- Keeps an example in a field, unless there is one with a line that is no longer.
local function keep_shortest(place, name, steps, example)
  local known = place[name]
  if known and #known.steps <= #steps then return end
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

-- Puts down who has won: the player who made the last move or not; the player whom the evaluation before preferred or
-- not.
function Signs:count_winner(position, player_index, value)
  local last, before, win = position.last_index, position.before_last, self.run.plan.win
  if not last or last > 2 or value == 0 or win and abs(value) < win then return end
  local is_won = self:value_for(last, value, player_index) > 0
  self.last[is_won and "won" or "lost"] = self.last[is_won and "won" or "lost"] + 1
  if not is_won then keep_shortest(self.last, "shown", position.steps, {value = value}) end
  if not before or before.value == 0 then return end
  local was_ahead = self:value_for(last, before.value, before.player_index) > 0
  local name = was_ahead == is_won and "alike" or "turned"
  self.final[name] = self.final[name] + 1
  if name == "turned" then
    keep_shortest(self.final, "shown", position.steps, {value = value, before = before.value})
  end
end

-- Puts down whether a move has changed the evaluation for the worse for the player who made it.
function Signs:count_change(before, value, player_index, steps)
  if steps[#steps].is_chance then return end
  local mover, changes = before.player_index, self.changes
  local change = self:value_for(mover, value, player_index)
    - self:value_for(mover, before.value, mover)
  if change == 0 then return end
  local own = changes.by[mover]
  changes.count, own.count = changes.count + 1, own.count + 1
  if change < 0 then
    changes.bad, own.bad = changes.bad + 1, own.bad + 1
    keep_shortest(changes, "shown", steps, {value = value, before = before.value, mover = mover})
  end
end

-- Puts an end of a game down.
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

-- Puts two states in a row down.
function Signs:count_pair(before, value, player_index, steps)
  local pair = {before = before.value, value = value, player_index = player_index}
  local kind = ("%d %.17g %.17g"):format(player_index, before.value, value)
  if not self.seen[kind] then self.seen[kind], self.kinds = true, self.kinds + 1 end
  self.pairs[#self.pairs + 1] = pair
  keep_shortest(self, before.value * value > 0 and "even" or "odd", steps, pair)
end

-- Puts down what a state is worth to both players together. Sums that differ by rounding only are the same.
function Signs:count_sum(steps, value, others)
  if abs(others) == huge then return end
  local name = ("%.9g"):format(value + others)
  if abs(value + others) <= 1e-9 * max(abs(value), abs(others)) then name = "0" end
  local sums = self.sums
  sums[name] = sums[name] or {count = 0, name = name}
  sums[name].count = sums[name].count + 1
  keep_shortest(sums[name], "shown", steps, {value = value, others = others})
end

-- Asks what a state is worth to the other player.
function Signs:swap(position, value)
  local name = games.valuer_of(position.rules, position.is_over)
  local others = position:ask(nil, name, position.state, self.run.players[2])
  if not position:is_unchanged(name) or type(others) ~= "number" then return end
  if position.is_over and others ~= value then self.swapped = self.swapped + 1 end
  if not position.is_over then self:count_sum(position.steps, value, others) end
  local equal = self.equal[position.is_over and "over" or "on"]
  if others ~= value then
    equal.other = equal.other + 1
  elseif value ~= 0 then
    local sign = value > 0 and 1 or -1
    equal[sign] = equal[sign] + 1
    keep_shortest(equal, sign > 0 and "plus" or "minus", position.steps, {value = value})
  end
  if others * value > 0 then self.same = self.same + 1 end
  if others * value < 0 then
    self.turning = self.turning + 1
    keep_shortest(self, "turned", position.steps, {value = value, others = others})
  end
end

-- Takes the value of a position down.
-- @tparam table position
-- @tparam number value
function Signs:weigh(position, value)
  local run, player_index, before = self.run, position.player_index, position.valued
  position.valued, position.before_last = nil, before
  if #run.players > 2 or not player_index or abs(value) == huge then return end
  if position.is_over then
    self:count_end(position.steps, player_index, value)
    self:count_winner(position, player_index, value)
  else
    position.valued = {value = value, player_index = player_index}
    if before then self:count_change(before, value, player_index, position.steps) end
    if before and before.player_index ~= player_index and value ~= 0 and before.value ~= 0 then
      self:count_pair(before, value, player_index, position.steps)
    end
  end
  if run.plan.rules.player and run.players[2] ~= nil then self:swap(position, value) end
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

-- Plays a game at random to its end, for what it is worth there. Returns how many states that took.
function Signs:play_on(generator)
  local run, count = self.run, 0
  positions.attempt(function()
    local position = positions.begin(run)
    while position.plies < run.plan.max_plies and position.outcomes < core.CHANCES_MAX do
      local list, is_chance = position:successors()
      count = count + 1
      if not list then break end
      position:read_player()
      position:go(positions.choose(generator, list, is_chance))
    end
    if not position.is_over then return end
    position:read_player()
    local value = position:ask(nil, games.valuer_of(position.rules, true), position.state, run.me)
    if position.player_index and position.player_index <= 2 and abs(value) < huge then
      self:count_end(position.steps, position.player_index, value)
      self:count_winner(position, position.player_index, value)
    end
  end)
  return count
end

-- Plays on until something is refuted that holds for all games so far. Returns whether it still holds.
-- @tparam function generator a generator
-- @tparam function holds returns whether it holds
function Signs:confirm(generator, holds)
  local states = 0
  while self.games_more < MORE_GAMES and states <= self.run.plan.nodes do
    if not holds() then return false end
    self.games_more = self.games_more + 1
    states = states + self:play_on(generator)
  end
  return holds()
end

-- Puts down what speaks against the view. `name` is the function that returned the values, where it is not `evaluate`.
function Signs:found(steps, more, words, name)
  self.run.findings:add("sign", name or self.name, steps, ADVICE[self.run.plan.view] .. ", but " .. words, more)
end

-- Says so when values turn round with `me`, although they are to be good for the mover or for one player.
function Signs:judge_turning()
  if self.turning == 0 or self.same > 0 or self.run.plan.view == "max" then return false end
  local run, shown = self.run, self.turned
  self:found(shown.steps, {value = shown.value}, ("it turns round with `me`: %s for %s, %s for %s"):format(
    describe(shown.value), run:name_of(1), describe(shown.others), run:name_of(2)))
  return true
end

-- Says so when the values of states in a row hang together only when they are read the wrong way.
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

-- Says so when values are to be good for the player at the root, and do not depend on `me`.
function Signs:judge_ignoring()
  local plan = self.run.plan
  if plan.view ~= "max" or plan.maximize ~= nil then return false end
  for _, name in ipairs {"on", "over"} do
    local equal = self.equal[name]
    if equal.other == 0 and equal[1] >= MIN_IGNORED and equal[-1] >= MIN_IGNORED then
      local shown = equal.plus
      if #equal.minus.steps < #shown.steps then shown = equal.minus end
      self:found(shown.steps, {value = shown.value},
        ("it ignores `me`%s: %s for either player, as in all states. Use `me`, or say view = \"player\" and max_player,"
          .. " or give `maximize` with each search"):format(name == "over" and " at the end" or "",
          describe(shown.value)), name == "over" and self.name_at_end or nil)
      return true
    end
  end
  return false
end

-- Puts a question down, which is no finding: what it is about may be right. `name` is as for `found`.
function Signs:ask(words, name)
  local questions = self.run.questions
  questions[#questions + 1] = ("`%s`: %s"):format(name or self.name, words)
end

-- Asks whether the sign is wrong when moves are nearly always bad for the player who makes them.
function Signs:judge_changes()
  local changes, run = self.changes, self.run
  if changes.count < MIN_CHANGES or changes.bad < BAD_SHARE * changes.count then return end
  local shown = changes.shown
  self:ask(("nearly all moves are bad for the player who makes them, %d of %d: %s when %s is to move, then %s. Is the "
    .. "sign wrong, or does `player` return who has just moved?"):format(changes.bad, changes.count,
    describe(shown.before), run:name_of(shown.mover), describe(shown.value)))
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
  self:ask(("%d of %d moves of %s make it worse for the player who makes them, but %d of %d of %s. Is the sign wrong "
    .. "for one of them?"):format(by[bad].bad, by[bad].count, run:name_of(bad), by[good].bad, by[good].count,
    run:name_of(good)))
end

-- Is a sum more frequent than another one, or as frequent and first by its name?
local function is_before(sum, other)
  return not other or sum.count > other.count or sum.count == other.count and sum.name < other.name
end

-- Asks whether one player's values are right, when what a state is worth to both together is not always the same.
function Signs:judge_sums()
  local total, usual = 0, nil
  for _, sum in pairs(self.sums) do
    total = total + sum.count
    if is_before(sum, usual) then usual = sum end
  end
  if total < MIN_SUMS or total - usual.count < OTHER_SUMS * total then return end
  local run, other = self.run, nil
  for _, sum in pairs(self.sums) do
    if sum ~= usual and is_before(sum, other) then other = sum end
  end
  self:ask(("what a state is worth to both players together is not the same in all states: %s in %d of %d, another sum"
    .. " in the others, such as %s for %s and %s for %s. What is good for one player is to be bad for the other. Does"
    .. " it leave something out for one?"):format(usual.name, usual.count, total, describe(other.shown.value),
    run:name_of(1), describe(other.shown.others), run:name_of(2)))
end

-- Asks whether the sign is wrong when the player who makes the last move has lost all games. With `win`, that is a
-- finding.
function Signs:judge_last(generator)
  local last = self.last
  local function is_lost() return last.won == 0 and last.lost >= MIN_LOST end
  if not is_lost() or not self:confirm(generator, is_lost) then return false end
  local words = ("who makes the last move has lost all %d decided games: %s here. Is the sign wrong at the end, or does"
    .. " `player` return who has just moved?"):format(last.lost, describe(last.shown.value))
  if self.run.plan.win then
    self:found(last.shown.steps, {value = last.shown.value}, words .. " If it is right, say sign = false",
      self.name_at_end)
    return true
  end
  self:ask((words:gsub(" here%.", " at the end.")), self.name_at_end)
  return false
end

-- Asks whether the sign is wrong at the end when games are won by the player who was behind before the last move.
function Signs:judge_final(generator)
  local final = self.final
  local function is_turned() return final.turned >= MIN_TURNED and final.alike * 4 <= final.turned end
  if not is_turned() or not self:confirm(generator, is_turned) then return end
  self:found(final.shown.steps, {value = final.shown.value},
    ("games are won by the player who was behind before the last move, %d of %d: %s before, %s at the end. Is the "
      .. "sign wrong at the end? If it is right, say sign = false"):format(
      final.turned, final.turned + final.alike, describe(final.shown.before), describe(final.shown.value)),
    self.name_at_end)
end

-- Says for whom the evaluations are good, when that is the wrong one.
-- @tparam function generator a generator
function Signs:judge(generator)
  local run = self.run
  local is_mover = run.plan.view == "mover"
  if #run.players > 2 or run.plan.is_maxn or not run.plan.sign or self:judge_turning() then return end
  if self:judge_pairs(is_mover) or self.swapped == 0 and self:judge_ends(is_mover, generator) -- else ends know `me`
    or self:judge_ignoring() then
    return
  end
  local are_two = #run.players == 2 or not run.plan.rules.player
  if are_two and run.plan.maximize == nil then -- else it is not known for whom values are good
    self:judge_changes()
    self:judge_sides()
    if run.plan.view == "max" then self:judge_sums() end
    if not self:judge_last(generator) then self:judge_final(generator) end
  end
end

return signs
