-- For whom are the evaluations good when they are high? Internal: `alphabeta.check` uses it.
--
-- The tests use how a state's value changes with `me`, how the values of successive states correlate, whether moves
-- improve the evaluation for the player who makes them, and who has won at the end of the games. States where the game
-- goes on and its ends are considered separately: one may be right, and the other wrong.
--
-- Usually a move is good for the player who makes it, and the last move wins. This is not a rule, so a contradiction is
-- reported as a question.

local use = require((...):match "^(.*)%..*%." .. ".use")

local evaluations, lines, values = use("check.evaluations", "check.lines", "common.values")

local abs, floor, max, sqrt = math.abs, math.floor, math.max, math.sqrt
local describe, is_line_before, line = values.describe, evaluations.is_line_before, lines.copy

local signs = {}

-- Evaluations that can be judged.
local Signs = setmetatable({}, {__index = evaluations.methods})
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

-- How many states of either sign must have the same value for both players, to say that `me` is ignored; at the end of
-- decided games, `MIN_LOST` of any sign are enough.
local MIN_IGNORED = 2

-- How many decided ends must be worth 0 to one player, to say that losers get the value of a draw.
local MIN_ZEROS = 8

-- How many states it takes, and the share of them whose values for both players must add up to something else than in
-- the others, to ask whether that is right.
local MIN_SUMS, OTHER_SUMS = 20, 0.05

local ADVICE = {
  max = "With view = \"max\" a high value must be good for the player at the start, whichever player moves",
  player = "With view = \"player\" a high value must be good for `max_player`, whichever player moves or searches",
  mover = "With view = \"mover\" a high value must be good for the player to move in the state",
}

function signs.new(run) return setmetatable(evaluations.new(run), Signs) end

-- What values mean ---------------------------------------------------------------------------------------------------

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
    .. " another sum in the others, such as %s for %s and %s for %s. What is good for one player must be as bad for the"
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
    .. "together. Should a tie be worth %.9g?"):format(describe(tie.value), shares.count, describe(sum), sum / 2),
    self.name_at_end)
end

-- Asks whether the sign is wrong when the player who made the last move has lost all games. With `win`, that is a
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
