-- The evaluations that were seen: for whom are they good when they are high? Internal: `alphabeta.check` uses it.
--
-- It depends on how the value of a state changes with `me`, on the correlation of the values of successive states, and
-- on who has won at the end of the games. States where the game goes on and its ends are considered separately: one may
-- be right, and the other wrong.

local CHECK = (... or "alphabeta.check.signs"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local core = require "alphabeta.core"
local findings = require(CHECK .. ".findings")
local games = require(PACKAGE .. ".game")
local positions = require(CHECK .. ".position")
local values = require(PACKAGE .. ".values")

local abs, huge, sqrt = math.abs, math.huge, math.sqrt
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

local ADVICE = {
  max = "With view = \"max\" a high value is to be good for the player at the start, whoever is to move",
  player = "With view = \"player\" a high value is to be good for `max_player`, whoever is to move or searches",
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
--   `swapped`: how many ends are worth something else.
function signs.new(run)
  return setmetatable({
    run = run, pairs = {}, seen = {}, kinds = 0, ends = {{[1] = 0, [-1] = 0}, {[1] = 0, [-1] = 0}, shortest = {}},
    turning = 0, same = 0, swapped = 0, games_more = 0,
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

-- Asks what a state is worth to the other player.
function Signs:swap(position, value)
  local name = games.valuer_of(position.rules, position.is_over)
  local others = position:ask(nil, name, position.state, self.run.players[2])
  if not position:is_unchanged(name) or type(others) ~= "number" then return end
  if position.is_over and others ~= value then self.swapped = self.swapped + 1 end
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
  position.valued = nil
  if #run.players > 2 or not player_index or abs(value) == huge then return end
  if position.is_over then
    self:count_end(position.steps, player_index, value)
  else
    position.valued = {value = value, player_index = player_index}
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

-- Have all games that were decided been won by the same player, as the values are read, whoever was to move at the
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
      position:go(positions.choose(generator, list, is_chance))
    end
    if not position.is_over then return end
    position:read_player()
    local value = position:ask(nil, games.valuer_of(position.rules, true), position.state, run.me)
    if position.player_index and position.player_index <= 2 and abs(value) < huge then
      self:count_end(position.steps, position.player_index, value)
    end
  end)
  return count
end

-- Plays on until it is clear that games have different winners. Returns whether it is not.
function Signs:confirm_one_winner(is_mover, generator)
  local states = 0
  while self.games_more < MORE_GAMES and states <= self.run.plan.nodes do
    if not self:has_one_winner(is_mover) then return false end
    self.games_more = self.games_more + 1
    states = states + self:play_on(generator)
  end
  return self:has_one_winner(is_mover)
end

-- Puts down what speaks against the view.
function Signs:found(steps, more, words)
  self.run.findings:add("sign", "evaluate", steps, ADVICE[self.run.plan.view] .. ", but " .. words, more)
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
  if not self:has_one_winner(is_mover) or not self:confirm_one_winner(is_mover, generator) then return end
  local run, one, two = self.run, self.ends.shortest[1], self.ends.shortest[2]
  local longer, shorter = one, two
  if #two.steps > #one.steps then longer, shorter = two, one end
  self:found(longer.steps, {other = findings.moves_of(shorter.steps), value = longer.value},
    ("then the same player has won all games, whoever moved last: %s at the end when %s is to move, %s when %s is. "
      .. "If that is right, say sign = false"):format(
      describe(one.value), run:name_of(1), describe(two.value), run:name_of(2)))
end

-- Says for whom the evaluations are good, when that is the wrong one.
-- @tparam function generator a generator
function Signs:judge(generator)
  local run = self.run
  local is_mover = run.plan.view == "mover"
  if #run.players > 2 or run.plan.is_maxn or not run.plan.sign or self:judge_turning() then return end
  if self:judge_pairs(is_mover) then return end
  if self.swapped == 0 then self:judge_ends(is_mover, generator) end -- else ends know whose search it is
end

return signs
