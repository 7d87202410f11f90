-- The root of a search: its list, the order of its moves, and what they are worth; and the iterations that search it.
-- Internal: the engine in Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, doubles, limits = use("common.constant_rows", "fallback.doubles", "fallback.limits")
local maxn, positions, scores = use("fallback.maxn", "fallback.positions", "fallback.scores")
local searches, transposition = use("fallback.search", "fallback.transposition")

local abs, huge, min = math.abs, math.huge, math.min
local above, below = doubles.above, doubles.below

local root = {}

local JUMP_PLIES, MTDF_NULL_WINDOWS = constants.JUMP_PLIES, constants.MTDF_NULL_WINDOWS

-- The root's moves ----------------------------------------------------------------------------------------------------

-- The moves that are tried first in another iteration: the best, or those of the best whose scores are known.
local function first_moves(e)
  if not e.scores or e.scores.wanted == 1 then return {e.answered} end
  local first, list = {}, e.scores.completed
  for i = 1, min(#list, e.scores.wanted) do
    if list[i].bound ~= 0 then break end
    first[i] = list[i].index
  end
  return first
end

-- Makes the root of the search `e`: a table with its list, which all iterations share, and functions that the search
-- calls there. Values are in the view of the root's player.
local function open(e)
  local r = {side = e.minimizing and -1 or 1}
  local move, index -- of the move that is tried
  local tried, tried_at, tried_before = 0, {}, nil -- how many are tried, and when each was, in the last search, too
  local start_alpha, best

  -- Another search of the root begins.
  function r.begin(alpha, beta)
    tried_before, tried, tried_at = tried > 0 and tried_at or nil, 0, {}
    start_alpha, best = r.side > 0 and alpha or -beta, nil
    if e.scores then scores.restart(e.scores) end
  end

  -- The ranks of `n` moves in an iteration after the first one: the best first, the others as they were tried before.
  -- The order decides among payoffs of max^n, so there it is the game's.
  function r.ranks(n)
    if not tried_before or r.maxn then return nil end
    local ranks, first = {}, e.result_depth > 0 and first_moves(e) or {}
    for i = 1, n do ranks[i] = -(tried_before[i] or n + i) end
    for i = 1, #first do ranks[first[i]] = #first - i end
    return ranks
  end

  -- The move that is tried is worth at least `worth`, or exactly that if `is_exact`. Returns whether this proves it
  -- better than the result so far. The move then becomes the result, except the line: see csrc/engine/root.h.
  local function proves(worth, end_, is_exact)
    local depth, answered = e.iteration_depth, e.answered
    if not e.partial_iteration or e.result_depth == 0 or not (worth > start_alpha) then return false end
    if index == answered then
      if e.partial_depth < depth then return false end
    elseif not tried_at[answered] then
      return false
    end
    if index ~= answered then
      limits.note_change(e)
      e.check = 0
    end
    e.answered, e.partial_depth = index, depth
    e.value = r.side * worth + 0.0 -- never -0
    e.is_decided = end_ ~= nil and (is_exact or worth > 0)
    e.win_in = end_ and (worth > 0 and end_ or -end_)
    e.result_payoffs = r.payoffs
    return true
  end

  -- The move's line, which goes on with that of the node after it.
  local function line_of(has_rest)
    local line, rest = {move}, r.search.lines[1]
    for i = 1, has_rest and r.search.lengths[1] or 0 do line[i + 1] = rest[i] end
    return line
  end

  -- Takes the value of a move where the root has scores. Returns the new lower end of the window.
  local function take_score(worth, end_, a, b, is_exact)
    local list, is_better = e.scores, not best or worth > best
    local is_open = (worth > a or a == -huge) and (worth < b or b == huge)
    is_exact = is_exact or is_open
    scores.add(list, {
      value = worth, end_ = end_ or -1, bound = is_exact and 0 or worth >= b and 1 or -1, index = index,
    })
    if is_exact or is_better then e.lines[index] = line_of(is_open) end
    if is_better then best, r.line, e.best_index = worth, e.lines[index], index end
    return (e.prunes or r.maxn) and scores.alpha(list, a) or a
  end

  -- Takes it otherwise.
  local function take_value(worth, end_, a, b)
    if best and not (worth > best) then return a end
    best = worth
    if e.algorithm ~= "mtdf" or worth > a or e.root_searches == 0 and tried == 1 then
      e.best_index, r.line = index, line_of(true)
      if proves(worth, end_, worth < b or b == huge) then e.line = r.line end
    end
    return (e.prunes or r.maxn) and worth > a and worth or a
  end

  -- The move with this index is tried.
  function r.enter(next_move, next_index) move, index, tried = next_move, next_index, tried + 1 end

  -- Takes the value of the move that was tried. It is exact if `is_exact`, or if it lies inside the window (`a`, `b`).
  -- In max^n it is the payoff of the root's player. Returns the new lower end of the window.
  function r.take(worth, end_, a, b, is_exact, payoffs)
    if not best or worth > best then r.payoffs = payoffs end
    if e.scores then
      a = take_score(worth, end_, a, b, is_exact)
    else
      a = take_value(worth, end_, a, b)
    end
    tried_at[index] = tried
    return a
  end

  -- The move that is tried is worth at least `worth`. It is searched again.
  function r.note_bound(worth, end_)
    if proves(worth, end_, false) then e.line = {move} end
  end

  -- A search of the root has ended. Its list has `n` moves, and `more` draws the next.
  function r.keep(n, more) r.count, r.more = n, more end

  return r
end

-- Searches the root once with a window. Returns its value and end.
local function search_root(e, r, alpha, beta, is_again)
  r.begin(alpha, beta)
  if not r.maxn then
    return r.search.node(e.state, e.iteration_depth, alpha, beta, r.side, 0, r.trie, is_again and searches.AGAIN or nil,
      e.frames)
  end
  r.payoffs = r.maxn.node(e.state, e.iteration_depth, 0, nil, alpha, beta, e.frames)
  return r.payoffs[1]
end

-- MTD(f): searches the root with null windows until they meet. The first is at the value of an iteration before.
local function search_mtdf(e, r)
  local lower, upper, values, guess = -huge, huge, e.values, nil
  local function guess_from(value) guess = value > lower and value or above(value) end
  guess_from(abs(values[1] - values[3]) < abs(values[1] - values[2]) and values[2] or values[1])
  while true do
    local alpha, beta
    if e.root_searches < MTDF_NULL_WINDOWS then
      alpha, beta = below(guess), guess
    else
      alpha, beta = lower > -huge and below(lower) or lower, upper < huge and above(upper) or upper
    end
    local value, end_ = search_root(e, r, alpha, beta, e.root_searches > 0)
    e.root_searches = e.root_searches + 1
    local is_last = e.root_searches > MTDF_NULL_WINDOWS
    if r.is_over then return value, end_ end
    if value < guess or is_last then upper = value end
    if value >= guess or is_last then lower = value end
    if lower >= upper or lower >= e.beta or upper <= e.alpha then return value, end_ end
    guess_from(value)
  end
end

-- Iterations ----------------------------------------------------------------------------------------------------------

-- Stores what the iteration has found.
local function report(e, r, value, end_)
  local values = e.values
  values[3], values[2] = values[2], e.result_depth > 0 and values[1] or 0 / 0
  if e.result_depth == 0 or e.answered ~= e.best_index then e.changed = e.nodes end
  e.result_depth, e.partial_depth, e.answered = e.iteration_depth, 0, e.best_index
  e.memory.last_depth = e.result_depth
  e.spent_before, e.spent, e.counted = e.spent, e.nodes - e.counted, e.nodes
  if e.scores then
    if e.notes_losses then scores.note_losses(e.scores, e.iteration_depth, e.losses_middle, e.losses_most) end
    scores.complete(e.scores, e.lines)
    e.lines = {}
  end
  e.value = value + 0.0
  values[1] = e.value
  e.line = e.depth > 0 and r.line or {}
  e.result_payoffs = r.payoffs
  e.is_decided = end_ ~= nil
  local wins = value * r.side > 0
  e.win_in = end_ and ((wins or end_ == 0) and end_ or -end_) -- never -0
end

-- Why the search ends with the iteration just reported, or nil.
local function reason_to_end(e, r)
  if r.is_over or e.iteration_depth <= 0 and not e.is_truncated then return "over" end
  if not e.is_truncated then return "solved" end
  local value = e.value
  if not e.scores and e.algorithm ~= "maxn" and not e.is_near_bound
    and (value >= e.value_max and e.value_max < huge or value <= e.value_min and e.value_min > -huge) then
    return "solved"
  end
  if e.result_depth == e.depth then return "depth" end
  if e.result_depth < e.min_depth then return nil end
  if e.answers_forced and r.list and not r.more and not r.probabilities and r.count == 1 then return "forced" end
  return limits.end_iteration(e)
end

-- The depth of the first iteration.
function root.first_depth(e)
  if not e.deepening or e.depth == 0 then return e.depth end
  return e.by_two_to >= e.depth and 2 - e.depth % 2 or 1
end

-- Whether the tree runs out a few plies beyond the last iteration, which has reached a third of the search's depth: the
-- last two plies have multiplied the nodes by less than 3.
local function runs_out(e)
  local depth = e.iteration_depth
  return e.win < huge and e.by_two_to >= e.depth and 3 * depth >= e.depth and e.depth - depth <= JUMP_PLIES
    and e.spent < 3 * e.spent_before
end

-- The depth of the next iteration.
local function next_depth(e)
  if runs_out(e) then return e.depth end
  local depth, to = e.iteration_depth, min(e.by_two_to, e.depth)
  return depth + 1 + (to > depth and (to - depth) % 2 == 0 and 1 or 0)
end

-- Searches the root in one iteration. Returns the value, and its end.
local function iterate(e, r)
  e.root_searches, e.horizons, e.check = 0, 0, 0
  local value, end_
  if e.algorithm == "mtdf" and e.iteration_depth > 0 then
    value, end_ = search_mtdf(e, r)
  else
    value, end_ = search_root(e, r, e.alpha, e.beta, false)
  end
  e.is_truncated = e.horizons > 0
  return value, end_
end

-- Makes what a search needs at its root.
local function begin(e)
  if e.store then e.entries = transposition.open(e.store, positions.meaning(e)) end
  local r = open(e)
  r.line, r.search = {}, searches.new(e, r)
  r.maxn = e.algorithm == "maxn" and maxn.new(e, r.search, r) or nil
  r.trie = e.uses_refutations and {} or nil
  if e.trace then e.tracer.begin(e) end
  return r
end

-- Searches until the search ends, and stores the reason. Calls `on_iteration` after each iteration.
function root.run(e, on_iteration)
  local r = begin(e)
  while true do
    local value, end_ = iterate(e, r)
    r.search.positions.check_changes()
    report(e, r, value, end_)
    on_iteration(e)
    if e.is_stopping then e.quit "stopped" end
    e.reason = reason_to_end(e, r)
    if e.reason then return end
    e.iteration_depth = next_depth(e)
  end
end

return root
