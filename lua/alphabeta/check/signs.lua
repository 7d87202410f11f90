-- For whom are the evaluations good when they are high? Internal: `alphabeta.check` uses it.
--
-- The tests use how a state's value changes with `me`, how the values of successive states correlate, whether moves
-- improve the evaluation for the player who makes them, and who has won at the end of the games. States where the game
-- goes on and its ends are considered separately: one may be right, and the other wrong.
--
-- Usually a move is good for the player who makes it, and the last move wins. This is not a rule, so a contradiction is
-- reported as a question.

local use = require((...):match "^(.*)%..*%." .. ".use")

local evaluations, lines, shares = use("check.evaluations", "check.lines", "check.shares")
local values = use "common.values"

local abs, floor, max, sqrt = math.abs, math.floor, math.max, math.sqrt
local count_of, is_line_before, describe = evaluations.count, evaluations.is_line_before, values.describe

local signs = {}

-- Evaluations that can be judged.
local Signs = setmetatable({}, {__index = shares})
Signs.__index = Signs

-- How many pairs of states in a row it takes, how many with values of their own, and how strongly they must be
-- correlated, to say that they are good for the wrong one.
local MIN_PAIRS, MIN_KINDS, CORRELATION = 20, 8, 0.6

-- How many ends with either player to move it takes.
local MIN_ENDS = 4

-- How many decided games with the same loser (the last player to move), or whose last evaluation was for the other
-- player, it takes to ask whether that is right.
local MIN_LOST, MIN_TURNED = 8, 10

-- How many moves with a changed evaluation it takes, and the share of them that must be bad for the player who makes
-- them, to ask whether that is right; and the share of all moves that must change it, unless different ones do: in an
-- auction, bids do not, and to pass gives the lot to the other player.
local MIN_CHANGES, BAD_SHARE, CHANGED_SHARE = 24, 0.95, 0.5

-- The same share with max^n, where one of two moves may well cost what helps all.
local EACH_CHANGED = 0.9

-- How many moves of each player with a changed evaluation it takes, and by how much the shares of those that are bad
-- for the player who makes them must differ between the two, to ask whether that is right.
local MIN_EACH, SIDED_GAP = 20, 0.6

local ADVICE = {
  max = "With view = \"max\" a high value must be good for the player at the start, whichever player moves",
  player = "With view = \"player\" a high value must be good for `max_player`, whichever player moves or searches",
  mover = "With view = \"mover\" a high value must be good for the player to move in the state",
}

function signs.new(run) return setmetatable(evaluations.new(run), Signs) end

-- What values mean ---------------------------------------------------------------------------------------------------

-- Whether a record is of a state that has a value, after one with another player to move that has one, too.
local function is_pair(record)
  local before = record.before
  return before and before.player_index ~= record.player_index and record.value ~= 0 and before.value ~= 0
end

-- The pairs of successive states, if there are enough with values of their own.
function Signs:find_pairs()
  local list, seen, kinds = {}, {}, 0
  for _, record in ipairs(self.going) do
    if is_pair(record) then
      local kind = ("%d %.17g %.17g"):format(record.player_index, record.before.value, record.value)
      list[#list + 1] = record
      if not seen[kind] then seen[kind], kinds = true, kinds + 1 end
    end
  end
  return #list >= MIN_PAIRS and kinds >= MIN_KINDS and list or nil
end

-- The correlation of the values of successive states, from -1 to 1, read for the player at the start; the advantage of
-- moving is left out. Returns nil when it is unknown.
local function correlate(list, is_mover)
  local function reading(record) return is_mover and record.player_index == 2 and -record.value or record.value end
  local sums, counts, has_plus, has_minus = {0, 0}, {0, 0}, false, false
  for _, pair in ipairs(list) do
    for _, record in ipairs {pair.before, pair} do
      local player_index = record.player_index
      sums[player_index], counts[player_index] = sums[player_index] + reading(record), counts[player_index] + 1
    end
    local for_mover = pair.player_index == 1 and reading(pair) or -reading(pair)
    if for_mover > 0 then has_plus = true else has_minus = true end
  end
  -- the player to move is always ahead, or always behind: then both readings are possible
  if not (has_plus and has_minus) then return nil end
  local function from_mean(record)
    return reading(record) - sums[record.player_index] / counts[record.player_index]
  end
  local product, square_a, square_b = 0, 0, 0
  for _, pair in ipairs(list) do
    local a, b = from_mean(pair.before), from_mean(pair)
    product, square_a, square_b = product + a * b, square_a + a * a, square_b + b * b
  end
  if square_a == 0 or square_b == 0 then return nil end
  return product / sqrt(square_a * square_b)
end

-- How much all decided games are worth; nil without any, false when it varies.
function Signs:size_of_ends()
  local size
  for _, record in ipairs(self.ends) do
    if record.value ~= 0 and size == nil then size = abs(record.value) end
    if record.value ~= 0 and size ~= abs(record.value) then size = false end
  end
  return size
end

-- Of the ends with a player to move, how many have values of a sign, and the one with the shortest line.
function Signs:count_ends(player_index, sign)
  return count_of(self.ends, function(record)
    return record.player_index == player_index and record.value * sign > 0
  end)
end

-- Have all games that were decided been won by the same player, as the values are read, whichever was to move at the
-- end? Values that are not always the same, or that are 0 or more, need not be good for the other player below 0.
-- Returns an end with either player to move.
function Signs:has_one_winner(is_mover)
  if not self:size_of_ends() then return nil end
  local has_draws = count_of(self.ends, function(record) return record.value == 0 end) > 0
  if not is_mover and has_draws and self:count_ends(1, 1) > 0 then return nil end
  for _, sign in ipairs {1, -1} do
    local second = is_mover and -sign or sign
    local count_one, one = self:count_ends(1, sign)
    local count_two, two = self:count_ends(2, second)
    if self:count_ends(1, -sign) == 0 and self:count_ends(2, -second) == 0 and count_one >= MIN_ENDS
      and count_two >= MIN_ENDS then
      return one, two
    end
  end
  return nil
end

-- Reports evidence against the view. `name` is the function that returned the values, where it is not `evaluate`.
function Signs:found(steps, more, words, name)
  self.run.findings:add("sign", name or self.name, steps, ADVICE[self.run.plan.view] .. ", but " .. words, more)
end

-- Reports values of successive states that are correlated only if their sign is turned.
function Signs:judge_pairs(is_mover)
  local list = self:find_pairs()
  local correlation = list and correlate(list, is_mover)
  if not correlation or correlation > -CORRELATION then return false end
  local _, shown = count_of(list, function(record) return record.before.value * record.value > 0 == is_mover end)
  if not shown then return false end
  local run = self.run
  self:found(shown.steps, {value = shown.value}, ("it %s with each move: %s when %s is to move, then %s"):format(
    is_mover and "does not turn round" or "turns round", describe(shown.before.value),
    run:name_of(3 - shown.player_index), describe(shown.value)))
  return true
end

-- Says so when one player has won all games, unless ends know `me`.
function Signs:judge_ends(is_mover, generator)
  local function has_one() return self:has_one_winner(is_mover) ~= nil end
  if self:count_swapped() > 0 or not has_one() or not self:confirm(generator, has_one) then return false end
  local run, one, two = self.run, self:has_one_winner(is_mover)
  local longer, shorter = one, two
  if #two.steps > #one.steps then longer, shorter = two, one end
  self:found(longer.steps, {other_steps = shorter.steps, value = longer.value},
    ("then the same player has won all games, whichever moved last: %s at the end when %s is to move, %s when %s is. "
      .. "If that is right, say sign = false"):format(
      describe(one.value), run:name_of(1), describe(two.value), run:name_of(2)), self.name_at_end)
  return true
end

-- Asks a question, which is no finding: what it is about may be right. `test` is its name; `name` is as for `found`.
function Signs:ask(test, words, name)
  self.run.findings:ask("sign", test, ("`%s`: %s"):format(name or self.name, words))
end

-- The bonus that an evaluation gives for being to move; 0 when there is none, or it could not be seen.
function Signs:tempo()
  local sorted = values.copy(self.flips)
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

-- The moves between states where the game goes on, with the `change` of the evaluation for the player who made the
-- move, the `mover`; and whether different moves have changed it.
function Signs:find_changes()
  local run, list, first, is_varied = self.run, {}, nil, false
  for _, record in ipairs(self.going) do
    local before, step = record.before, record.steps[#record.steps]
    if before and not step.is_chance then
      local mover = before.player_index
      local change = self:value_for(mover, record.value, record.player_index)
        - self:value_for(mover, before.value, mover)
      list[#list + 1] = {change = change, mover = mover, record = record, steps = record.steps}
      if change ~= 0 and run.plan.rules.style ~= "children" then
        first = first or step
        is_varied = is_varied or not lines.is_same_step(run, first, step)
      end
    end
  end
  return list, is_varied
end

-- Asks whether the sign is wrong when moves are nearly always bad for the player who makes them.
function Signs:judge_changes(list, is_varied)
  local run, tempo = self.run, self:tempo()
  local function least(move) return 1e-9 * abs(move.change) end -- the rest is rounding
  local changed = count_of(list, function(move) return abs(move.change + 2 * tempo) > least(move) end)
  local bad, shown = count_of(list, function(move) return move.change + 2 * tempo < -least(move) end)
  if not is_bad(#list, changed, bad, is_varied) then return end
  local record = shown.record
  self:ask("changes", ("nearly all moves are bad for the player who makes them, %d of %d: %s when %s is to move, then "
    .. "%s. Is the sign wrong%s, or does `player` return who has just moved?"):format(bad, changed,
    describe(record.before.value), run:name_of(shown.mover), describe(record.value),
    run.plan.view == "player" and ", is `max_player` the other player" or ""))
end

-- Asks whether the sign is wrong for one of the players, when the moves of one are often bad for the player who makes
-- them, and those of the other are not.
function Signs:judge_sides(list)
  local run, good, bad = self.run, nil, nil
  for player_index = 1, 2 do
    local own = {
      name = run:name_of(player_index),
      count = count_of(list, function(move) return move.mover == player_index and move.change ~= 0 end),
      bad = count_of(list, function(move) return move.mover == player_index and move.change < 0 end),
    }
    if own.count < MIN_EACH then return end
    good, bad = bad or own, own
  end
  if good.bad / good.count > bad.bad / bad.count then good, bad = bad, good end
  if bad.bad / bad.count - good.bad / good.count < SIDED_GAP then return end
  self:ask("sides", ("%d of %d moves of %s make it worse for the player who makes them, but %d of %d of %s. Is the "
    .. "sign wrong for one of them?"):format(bad.bad, bad.count, bad.name, good.bad, good.count, good.name))
end

-- Whether all decided games were made of the same moves. No player had a choice then, so the winner says nothing about
-- the sign.
function Signs:is_one_game()
  local first = self.lasts[1]
  return count_of(self.lasts, function(game)
    return is_line_before(first.steps, game.steps) or is_line_before(game.steps, first.steps)
  end) == 0
end

-- Asks whether the sign is wrong when the player who made the last move has lost all games. With `win`, that is a
-- finding.
function Signs:judge_last(generator)
  local lost, shown
  local function is_lost()
    local bonus = self:tempo_at_end(self.lasts)
    lost, shown = count_of(self.lasts, function(game) return game.after + bonus < 0 end)
    return lost >= MIN_LOST and count_of(self.lasts, function(game) return game.after + bonus > 0 end) == 0
  end
  if not is_lost() or not self:confirm(generator, is_lost) then return false end
  local words = ("the player who made the last move has lost all %d decided games: %s here. Is the sign wrong at the "
    .. "end, or does `player` return who has just moved?"):format(lost, describe(shown.value))
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
    local tempo = self:tempo()
    local function was(sign)
      return function(game) return game.before and game.after > 0 and sign * (game.before - tempo) > 0 end
    end
    ahead, behind, shown = count_of(self.lasts, was(1)), count_of(self.lasts, was(-1))
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
  if self:judge_pairs(is_mover) or self:judge_ends(is_mover, generator)
    or self:judge_ignoring() or self:judge_zeros()
    or self:judge_contradiction(nil, self.both, "they give the end to different players", "") then
    return
  end
  local are_two = #run.players == 2 or not run.plan.rules.player
  if not are_two or run.plan.maximize ~= nil then return end -- it is not known for whom values are good
  local changes, is_varied = self:find_changes()
  self:judge_changes(changes, is_varied)
  self:judge_sides(changes)
  if run.plan.view == "max" and not self:judge_sums() then self:judge_ties() end
  if not self:is_one_game() and not self:judge_last(generator) then
    self:judge_contradiction(generator, self.lasts,
      "the player who made the last move has lost, whom `evaluate` preferred before it", " before the last move")
    self:judge_comebacks(generator)
  end
  self:judge_lack()
end

return signs
