--- Whether what a search has found is right, by the oracle: methods of a trial.
-- @module spec.support.verdict

local rows = require "rows.list"

local verdict = {}

local INFINITY = math.huge

--- Does the player at a position want a low value?
-- @tparam[opt] table position
-- @treturn boolean
function verdict:wants_low(position)
  if self.options.view ~= "player" then return self.options.maximize == false end
  return self.graph.players[(position or self.graph.root).turn] ~= self.options.max_player
end

--- Is one value better than another for the player at the root?
-- @tparam number a
-- @tparam number b
-- @tparam[opt] table position
-- @treturn boolean
function verdict:is_better(a, b, position)
  if self:wants_low(position) then return a < b end
  return a > b
end

-- The payoffs, in words.
function verdict:payoffs(payoffs)
  local list = {}
  for number, name in ipairs(self.graph.players) do list[number] = ("%.17g"):format(payoffs[name]) end
  return table.concat(list, " ")
end

--- A value is what it should be: a number, or in max^n one for each player; no zero has a sign.
-- @param expected
-- @param actual
function verdict:check_value(expected, actual)
  if type(expected) ~= "table" then
    self:check(actual == expected, "the value %s, not %s", expected, actual)
    self:check(actual ~= 0 or 1 / actual == INFINITY, "a zero without a sign")
    return
  end
  self:check(type(actual) == "table", "payoffs, not %s", actual)
  for player, payoff in pairs(expected) do
    self:check(actual[player] == payoff, "%s, not %s", self:payoffs(expected), self:payoffs(actual))
    self:check(payoff ~= 0 or 1 / actual[player] == INFINITY, "a zero without a sign")
  end
  for player in pairs(actual) do self:check(expected[player] ~= nil, "no other player than the game's") end
end

-- The line is one of best moves.
function verdict:check_line(result, truth, depth, position)
  local line, options = result.info.pv, self.options
  local ends = self:follow(line, position)
  self:check(result.best == line[1], "the best move %s first in the line, not %s", result.best, line[1])
  self:check(ends and #line <= depth + self:quiescence(), "a legal line, to a chance node at most")
  if #line > 0 then self:check_value(truth.value, self:truth(depth, line, position).value) end
  local cuts = options.win or options.value_min or options.value_max or options.repetition or self.traits.bounds
    or self:quiescence() > 0
  local algorithm = options.algorithm or options.table == 0 and "alphabeta"
  local is_whole = algorithm == "maxn"
    or not cuts and (algorithm == "minimax" or algorithm == "alphabeta" and not self:has_table())
  self:check(not is_whole or ends ~= "moves" or #line == depth, "a line to a chance node, to the end or to the depth")
end

-- A win or a loss is reported where its distance does not depend on outcomes. The null windows of MTD(f) may cut off
-- chance nodes before that is known.
function verdict:check_win(result, truth, position)
  local win_in, plies = result.info.win_in, nil
  if self.options.win and truth.may_win then
    plies = self.options.win - math.abs(truth.value)
    if (truth.value > 0) == self:wants_low(position) then plies = -plies end
  end
  local may_be_nil = not plies or self.graph.has_chance and (not truth.must_win or self.options.algorithm == "mtdf")
  self:check(win_in == plies or may_be_nil and win_in == nil, "win_in to be %s, not %s", plies, win_in)
end

-- The search ended for the right reason.
function verdict:check_reason(result, truth, depth, position)
  local info, options = result.info, self.options
  local is_extreme = options.algorithm ~= "maxn"
    and (truth.value >= (options.value_max or INFINITY) and options.value_max
      or truth.value <= (options.value_min or -INFINITY) and options.value_min)
  if is_extreme and info.reason == "solved" then
    self:check(info.depth <= depth, "the depth, not %s", info.depth) -- as good or as bad as can be
  elseif truth.over or depth > 0 and not truth.best and not truth.chance then
    self:check(info.reason == "over", "the reason over, not %s", info.reason)
  elseif depth == 0 then
    self:check(info.reason == "depth", "the reason depth, not %s", info.reason)
  elseif not truth.cut and not options.null_move and not self.traits.bounds then
    -- MTD(f) may find an entry of an earlier iteration, which did not ask whether the game is over at its leaves.
    local may_not_know = options.algorithm == "mtdf" and options.deepening ~= false and self:has_table()
    local is_known = info.reason == "solved" or may_not_know and info.reason == "depth"
    self:check(is_known, "the reason solved, not %s", info.reason)
  elseif info.reason == "solved" and options.algorithm ~= "maxn" then
    self:check_value(self:truth(depth + 2, nil, position).value, truth.value)
  end
  self:check(info.depth == depth or info.depth < depth and info.reason ~= "depth", "the depth, not %s", info.depth)
end

-- Does the search have a table?
function verdict:has_table()
  local options = self.options
  local has_keys = self.traits.hash or options.hash
  return has_keys and options.table ~= 0 and options.algorithm ~= "minimax" and options.algorithm ~= "maxn"
    and not rows.set(table.concat(options.without or {}, " ")).table
end

-- Are moves tried in the game's own order?
function verdict:keeps_order()
  return not (self:has_table() or self.traits.order or self.options.order or self.options.deepening)
end

-- An exact score has its move's value, line and distance. A bound says no more than the truth.
function verdict:check_score(score, truth, depth, position)
  local worth, value, win = truth.values[score.move], score.value, self.options.win
  if score.bound ~= "exact" then
    local holds = score.bound == "upper" and worth <= value or score.bound == "lower" and worth >= value
    self:check(holds, "%s, which is worth %s, to have a true bound, not %s", score.move, worth, value)
    self:check(score.pv == nil and score.win_in == nil, "no line of a move whose value is a bound")
    return
  end
  self:check_value(worth, value)
  self:check(score.pv[1] == score.move and self:follow(score.pv, position), "a line that begins with the move")
  self:check_value(worth, self:truth(depth, score.pv, position).value)
  local plies = win and math.abs(value) >= win - depth and win - math.abs(value) or nil
  if plies and (value > 0) == self:wants_low(position) then plies = -plies end
  self:check(score.win_in == plies or self.graph.has_chance, "win_in of %s, not %s", plies, score.win_in)
end

-- The values of the moves that were searched, the best first, and how many of them are inside the window.
function verdict:sorted_values(truth, position)
  local alpha, beta = self.options.alpha or -INFINITY, self.options.beta or INFINITY
  local values, inside = {}, 0
  for _, value in pairs(truth.values) do
    values[#values + 1] = value
    local is_inside = (value > alpha or alpha == -INFINITY) and (value < beta or beta == INFINITY)
    inside = inside + (is_inside and 1 or 0)
  end
  table.sort(values, function(a, b) return self:is_better(a, b, position) end)
  return values, inside
end

-- The scores are true, each move's once, the better ones first, and as many as were asked for exact.
function verdict:check_scores(result, truth, depth, position)
  local scores, options, seen, leading = result.info.scores, self.options, {}, 0
  local values, inside = self:sorted_values(truth, position)
  local asked = options.multipv == "all" and INFINITY or options.multipv or 1
  local first = math.min(asked, inside)
  for i, score in ipairs(scores) do
    local before = scores[i - 1]
    self:check(truth.values[score.move] and not seen[score.move], "%s once, and only if it is tried", score.move)
    seen[score.move] = true
    self:check_score(score, truth, depth, position)
    leading = leading + (score.bound == "exact" and leading == i - 1 and 1 or 0)
    self:check(not before or not self:is_better(score.value, before.value, position), "the better ones first")
    self:check(not before or before.value ~= score.value or before.bound == "exact" or score.bound ~= "exact",
      "exact ones before bounds")
    self:check(result.info.bound ~= "exact" or i > first or score.value == values[i], "place %s to be worth %s, not %s",
      i, values[i], score.value)
  end
  if result.info.bound ~= "exact" then return end
  self:check(options.alpha or options.beta or #scores == #values, "all %s moves, not %s", #values, #scores)
  self:check(leading >= first, "the %s best to be exact, not %s", first, leading)
  self:check(not scores[1] or scores[1].move == result.best or options.ties == "random", "the best first")
end

-- The ties are the best moves, no more and no fewer; the first of them is the best, unless that is drawn.
function verdict:check_ties(result, truth, position)
  local ties, places, last, optimal = result.info.ties, {}, 0, 0
  for place, move in ipairs(self:moves(position)) do places[move] = place end
  for i, move in ipairs(ties) do
    self:check(truth.optimal[move] and places[move], "only the best, once, not %s", move)
    self:check(i == 1 or not self:keeps_order() or places[move] > last, "ties in the game's order")
    places[move], last = nil, places[move]
  end
  for _ in pairs(truth.optimal) do optimal = optimal + 1 end
  if result.info.bound ~= "exact" then optimal = 0 end
  self:check(#ties == optimal, "%s ties, not %s", optimal, #ties)
  self:check(result.best == ties[1] or optimal == 0 or self.options.ties == "random", "the first of the ties")
end

-- What is said of the root's moves is true, if it was asked for.
function verdict:check_root(result, truth, depth, position)
  if result.info.scores then self:check_scores(result, truth, depth, position) end
  if result.info.ties then self:check_ties(result, truth, position) end
end

-- Counts fit one another, and the table its size.
function verdict:check_counts(info)
  self:check(info.nodes >= 1 and (self.options.order or self.traits.payoffs or info.evaluations <= info.nodes),
    "fewer evaluations than %s", info.evaluations)
  self:check(info.cutoffs <= info.nodes, "fewer cut-offs than %s", info.cutoffs)
  self:check(info.table_hits <= info.nodes, "no more hits than nodes, not %s", info.table_hits)
  if self:has_table() then
    self:check(info.table_bytes <= (self.options.table or 16) * 2 ^ 20, "a table within its size, %s", info.table_bytes)
    self:check(info.table_fill >= 0 and info.table_fill <= 1000, "permille, not %s", info.table_fill)
  else
    self:check(info.table_hits == 0 and not info.table_bytes and not info.table_fill, "no table, no hits")
  end
end

--- The result is that of the oracle to the depth.
-- @tparam table result
-- @tparam[opt] number depth
-- @tparam[opt] table position
-- @treturn table what the oracle says
function verdict:check_exact(result, depth, position)
  depth = depth or self.depth
  local info = result.info
  -- That of a solved game may be less than what was wanted, and of equal moves another one come first.
  local is_maxn = self.options.algorithm == "maxn"
  local truth = self:truth(is_maxn and info.reason == "solved" and info.depth or depth, nil, position)
  self:check_value(truth.value, result.value)
  self:check(info.bound == "exact", "an exact value, not %s", info.bound)
  self:check(result.best == nil and truth.best == nil or truth.optimal[result.best], "one of the best moves, not %s",
    result.best)
  self:check(not is_maxn or result.best == truth.best, "the first of the best moves, %s", truth.best)
  self:check_line(result, truth, is_maxn and info.reason == "solved" and info.depth or depth, position)
  self:check_win(result, truth, position)
  self:check_root(result, truth, depth, position)
  self:check_counts(info)
  return truth
end

--- The result is that of a search to the depth which was not ended by a limit.
-- @tparam table result
-- @tparam[opt] number depth
-- @tparam[opt] table position
-- @treturn table what the oracle says
function verdict:check_whole(result, depth, position)
  local truth = self:check_exact(result, depth, position)
  self:check_reason(result, truth, depth or self.depth, position)
  return truth
end

--- The result is a move that an unfinished iteration has proved to be better: to its depth plain minimax finds that it
-- is worth no less for the player at the root, and more than a best move of the completed iteration.
-- @tparam table result
-- @tparam[opt] table position
function verdict:check_proved(result, position)
  position = position or self.graph.root
  local sign, me = self:wants_low(position) and -1 or 1, self.graph.players[position.turn]
  local function worth(value) return sign * (type(value) == "table" and value[me] or value) end
  local values = self:truth(result.info.partial_depth, nil, position).values
  local now, least = worth(values[result.best]), INFINITY
  for move in pairs(self:truth(result.info.depth, nil, position).optimal) do
    least = math.min(least, worth(values[move]))
  end
  self:check(now >= worth(result.value), "%s or better, not %s", sign * now, result.value)
  self:check(now > least, "better than %s, not %s", sign * least, sign * now)
end

--- The result is right about the window, and exact inside it.
-- @tparam table result
-- @tparam[opt] number depth
-- @tparam[opt] table position
-- @treturn table what the oracle says
function verdict:check_window(result, depth, position)
  depth = depth or self.depth
  local alpha, beta = self.options.alpha or -INFINITY, self.options.beta or INFINITY
  local value, bound, best = result.value, result.info.bound, result.best
  local truth = self:truth(depth, nil, position)
  local no_move, wants_low = not truth.best or depth == 0 and best == nil, self:wants_low(position)
  if truth.value > alpha and truth.value < beta then
    self:check(bound == "exact", "an exact value inside the window, not %s", bound)
  end
  if bound == "exact" then
    self:check_exact(result, depth, position)
    return truth
  elseif bound == "lower" then
    self:check(value >= beta and truth.value >= value, "a lower bound of %s, not %s", truth.value, value)
    self:check(no_move or wants_low or truth.values[best] >= value, "a move that is worth the bound")
  else
    self:check(bound == "upper", "a bound, not %s", bound)
    self:check(value <= alpha and truth.value <= value, "an upper bound of %s, not %s", truth.value, value)
    self:check(no_move or not wants_low or truth.values[best] <= value, "a move that is worth the bound")
  end
  self:check_root(result, truth, depth, position)
  self:check(best == result.info.pv[1], "the best move first in the line")
  self:check(best == nil or not (position or self.graph.root).chance, "no best move at a chance node")
  return truth
end

return verdict
