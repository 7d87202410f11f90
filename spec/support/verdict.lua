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
-- @treturn boolean
function verdict:is_better(a, b)
  if self:wants_low() then return a < b end
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
    self:check(info.reason == "solved", "the reason solved, not %s", info.reason)
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
  elseif bound == "lower" then
    self:check(value >= beta and truth.value >= value, "a lower bound of %s, not %s", truth.value, value)
    self:check(no_move or wants_low or truth.values[best] >= value, "a move that is worth the bound")
  else
    self:check(bound == "upper", "a bound, not %s", bound)
    self:check(value <= alpha and truth.value <= value, "an upper bound of %s, not %s", truth.value, value)
    self:check(no_move or not wants_low or truth.values[best] <= value, "a move that is worth the bound")
  end
  self:check(best == result.info.pv[1], "the best move first in the line")
  self:check(best == nil or not (position or self.graph.root).chance, "no best move at a chance node")
  return truth
end

return verdict
