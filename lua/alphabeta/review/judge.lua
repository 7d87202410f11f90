-- How good the moves of a game were, by their loss of chances to win. Internal: `alphabeta.review` uses it.
--
-- A logistic curve makes a chance of a value. Its unit is the game's own: what an ordinary move loses against the best
-- one says how much a value is. A scale is a table with `unit`; or with `low` and `high`, between which chances are
-- linear.

local abs, exp, floor, huge, log, max, min = math.abs, math.exp, math.floor, math.huge, math.log, math.max, math.min
local ipairs, pairs, sort = ipairs, pairs, table.sort

local judge = {}

-- A move gets each of these names if it loses at least this much of the chance to win.
local CLASSES = {{0.30, "blunder"}, {0.15, "mistake"}, {0.07, "inaccuracy"}}
local MISTAKE, INACCURACY = CLASSES[2][1], CLASSES[3][1]

-- Losses are equal if they differ by no more: mobility alone changes a chance by less.
local EQUAL = 1e-3

-- The unit is MEDIANS times the loss of the median move. But the largest value that was seen is at least UNITS_LEAST
-- units.
local MEDIANS, UNITS_LEAST = 5, 2

-- The accuracy of a player falls by this power of the mean loss.
local SEVERITY = 6

local function median(list)
  sort(list)
  return list[floor(#list / 2) + 1] or 0
end

-- The scale of a game, by all values that its searches have found for moves.
function judge.scale(entries, unit, has_evaluate, low, high)
  if unit then return {unit = unit} end
  if low and high and low > -huge and high < huge and low < high then return {low = low, high = high} end
  local losses, most = {}, 0
  for _, entry in ipairs(entries) do
    local list = entry.values or {}
    for _, value in ipairs(list) do most = max(most, abs(value)) end
    local loss = (list[1] or 0) - median(list)
    if loss > 0 then losses[#losses + 1] = loss end
  end
  -- By the rules alone only results count: estimates are much smaller than 1.
  if not has_evaluate then return {low = -max(most, 1), high = max(most, 1)} end
  unit = min(MEDIANS * median(losses), most / UNITS_LEAST)
  return {unit = unit > 0 and unit or 1}
end

-- The value that gives an even chance: that of the other players together, where each has a payoff.
local function even_of(entry, unit)
  if not entry.payoffs then return 0 end
  local most, sum = -huge, 0
  for player, payoff in pairs(entry.payoffs) do
    if player ~= entry.player then most = max(most, payoff) end
  end
  for player, payoff in pairs(entry.payoffs) do
    if player ~= entry.player then sum = sum + exp((payoff - most) / unit) end
  end
  return sum > 0 and most + unit * log(sum) or 0
end

-- The chance to win of a value, for the player who moves: certain if a win or a loss is in sight.
local function chance(entry, value, win_in, scale)
  if win_in and win_in ~= 0 then return win_in > 0 and 1 or 0 end
  if scale.low then return min(max((value - scale.low) / (scale.high - scale.low), 0), 1) end
  return 1 / (1 + exp((even_of(entry, scale.unit) - value) / scale.unit))
end

local function before(entry, scale) return chance(entry, entry.best_value, entry.best_win_in, scale) end
local function after(entry, scale) return chance(entry, entry.value, entry.win_in, scale) end

-- Whether a move seems to give up much.
function judge.looks_wrong(entry, scale)
  return before(entry, scale) - after(entry, scale) >= MISTAKE
end

-- Whether the next position is worth something else than the search of this one has seen.
function judge.differs(entry, next_entry, scale)
  if entry.payoffs then return false end
  local seen = before(next_entry, scale)
  return abs(after(entry, scale) - (next_entry.player == entry.player and seen or 1 - seen)) >= MISTAKE
end

-- What the next position proves of a move, as a score of it: its `value` and `win_in`, and its `proof`. A proof is
-- 1 where a value is the least that a player gets, -1 where it is the most, and 0 where it is both.
local function proven_by(following, entry, scale)
  local value, win_in, proof = following.best_value, following.best_win_in, following.proof
  if following.player ~= entry.player then
    value = scale.low and not win_in and scale.low + scale.high - value or -value
    win_in, proof = win_in and -win_in, -proof
  end
  if win_in then
    local way = win_in > 0 and 1 or -1
    value, win_in = value - way, win_in + way
  end
  return {move = entry.move, value = value, win_in = win_in, proof = proof, is_played = true}
end

-- The scores of the moves of a position, with another one of the played move; and the best of them.
local function replaced(entry, score)
  local scores, best = {}, nil
  for _, each in ipairs(entry.scores) do
    if not each.is_played then scores[#scores + 1] = each end
  end
  scores[#scores + 1] = score
  for _, each in ipairs(scores) do
    if not best or each.value > best.value then best = each end
  end
  return scores, best
end

-- Values a move by what the next position proves, if its own search has not seen that.
function judge.carry(entry, following, scale)
  local score = proven_by(following, entry, scale)
  local ours, theirs, proof = entry.value, score.value, score.proof
  local is_in_sight = entry.win_in and score.win_in and entry.win_in * score.win_in > 0
  local is_kept = ours and (ours == theirs or ours > theirs and proof > 0 or ours < theirs and proof < 0)
  if is_in_sight or is_kept then return end
  local scores, best = replaced(entry, score)
  if best == score and proof <= 0 and #scores < entry.choices then return end -- other moves have no values
  entry.scores, entry.value, entry.win_in = scores, theirs, score.win_in
  entry.best, entry.best_value, entry.best_win_in = best.move, best.value, best.win_in
  entry.proof = best.proof == 0 and #scores > 1 and 1 or best.proof
end

-- Whether the game was not lost before a move, and is lost in sight after it.
local function loses(entry)
  local ours, best = entry.win_in, entry.best_win_in
  return ours and ours < 0 and not (best and best < 0)
end

local function class_of(entry)
  if entry.choices == 1 then return "forced" end
  if not entry.value then return "unknown" end
  if entry.value == entry.best_value and entry.win_in == entry.best_win_in then return "best" end
  if loses(entry) then return "blunder" end
  for _, row in ipairs(CLASSES) do
    if entry.loss >= row[1] then return row[2] end
  end
  return "good"
end

-- The luck of a throw for the player of the next position: the chance there, less the one that was expected. The last
-- move says what that was; before the first move, and between two throws, the value of the chance node.
local function throw(entries, number, scale)
  local entry, last, following = entries[number], entries[number - 1], entries[number + 1]
  local is_first = not last or last.is_chance
  local known = is_first and entry or last
  local expected
  if is_first then
    expected = entry.best_value and before(entry, scale)
  else
    expected = last.value and after(last, scale)
  end
  if not expected or known.payoffs or not following or not following.best_value then return nil end
  local player = following.player
  return player, before(following, scale) - (player == known.player and expected or 1 - expected)
end

-- The chance of the first player after a move, for the chart: of a game for two the mean of what this search and the
-- next one say. Nil if it is unknown.
local function point(entries, number, first, scale)
  local entry, following = entries[number], entries[number + 1]
  local function of(other, part) return other.player == first and part or 1 - part end
  local own, others
  if entry.value and (not entry.payoffs or entry.player == first) then own = of(entry, after(entry, scale)) end
  if following and following.best_value and (not following.payoffs or following.player == first) then
    others = of(following, before(following, scale))
  end
  return own and others and (own + others) / 2 or own or others
end

-- The record of a player in a review.
local function player_in(review, player)
  local found = review.players[player]
  if not found then
    found = {moves = 0, loss = 0, luck = 0}
    review.players[player], review.order[#review.order + 1] = found, player
  end
  return found
end

-- Adds a decision to a review.
local function add(review, entry, scale)
  local record = player_in(review, entry.player)
  entry.loss = 0
  if entry.value then
    entry.before, entry.after = before(entry, scale), after(entry, scale)
    entry.loss = max(entry.before - entry.after, 0)
  end
  entry.class = class_of(entry)
  record[entry.class] = (record[entry.class] or 0) + 1
  if entry.choices > 1 and entry.value then record.moves, record.loss = record.moves + 1, record.loss + entry.loss end
end

-- The fields of an entry that users read.
local FIELDS = {
  "number", "player", "move", "label", "class", "value", "best", "best_label", "best_value", "before", "after", "loss",
  "win_in", "best_win_in", "depth", "luck", "chance",
}

-- Puts what the entries say into a review.
function judge.finish(review, entries, scale)
  local greatest, first = INACCURACY + EQUAL, nil
  for number, entry in ipairs(entries) do
    if entry.is_chance then
      entry.class = "chance"
      entry.player, entry.luck = throw(entries, number, scale)
      if entry.luck then
        local record = player_in(review, entry.player)
        record.luck = record.luck + entry.luck
      end
    else
      add(review, entry, scale)
      if first == nil then first = entry.player end
      local weight = entry.loss + (loses(entry) and 1 or 0) -- a game that is lost for certain turns more than any guess
      if weight >= greatest - EQUAL then -- of equals, the last decides
        greatest, review.turning_point = max(weight, greatest), number
      end
    end
    entry.chance = first ~= nil and point(entries, number, first, scale) or nil
    local shown = {}
    for _, name in ipairs(FIELDS) do shown[name] = entry[name] end
    review.moves[number] = shown
  end
  local one, other = review.players[review.order[1]], review.players[review.order[2]]
  if other and not review.order[3] then -- what is luck for one of two is bad luck for the other
    one.luck = one.luck - other.luck
    other.luck = -one.luck
  end
  for _, record in pairs(review.players) do
    record.accuracy = 100 * exp(-SEVERITY * record.loss / max(record.moves, 1))
  end
end

return judge
