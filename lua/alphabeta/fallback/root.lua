-- Iterations, and the searches of the root in each of them: as csrc/engine/root.c has them. Internal: the engine in Lua
-- uses it.

local PACKAGE = (... or "alphabeta.fallback.root"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local doubles = require(PACKAGE .. ".doubles")
local limits = require(PACKAGE .. ".limits")
local refutation = require(PACKAGE .. ".refutation")
local scores = require(PACKAGE .. ".scores")
local engine = require(PACKAGE .. ".engine")

local abs, huge = math.abs, math.huge
local above, below = doubles.above, doubles.below

local root = {}

local JUMP_PLIES, MTDF_NULL_WINDOWS = constants.JUMP_PLIES, constants.MTDF_NULL_WINDOWS

-- Sets up the root for a search with the window that is set.
local function open_search(e)
  local f, alpha, beta = e.root, e.lower, e.upper
  if e.algorithm == "mtdf" then
    if e.root_searches < MTDF_NULL_WINDOWS then
      beta = e.guess
      alpha = below(beta)
    else
      alpha = alpha > -huge and below(alpha) or alpha
      beta = beta < huge and above(beta) or beta
    end
  end
  f.sign = e.minimizing and -1 or 1
  f.alpha = e.minimizing and -beta or alpha
  f.beta = e.minimizing and -alpha or beta
  f.original_alpha = f.alpha
  f.next = 0
  f.is_scout, f.reduced, f.is_cut, f.is_exact = false, 0, false, false
  f.end_ = -1
  if e.scores then scores.restart(e.scores) end
end

-- MTD(f): the next value to try.
local function guess(e, value)
  e.guess = value > e.lower and value or above(value)
end

-- Sets up the root for an iteration, and for its first search.
local function open_iteration(e)
  local f = e.root
  e.root_searches, e.is_truncated = 0, false
  e.lower, e.upper = e.alpha, e.beta
  if e.algorithm == "mtdf" then
    e.lower, e.upper = -huge, huge
    local values = e.values
    guess(e, abs(values[1] - values[3]) < abs(values[1] - values[2]) and values[2] or values[1])
  end
  f.in_star2_probe, f.is_star2_probe, f.is_lower = false, false, false
  f.had_null_move, f.in_null_move = true, false
  f.reached_depth, f.is_truncated, f.has_stand_pat = false, false, false
  f.ply, f.depth, f.repeated, f.move, f.best = 0, e.iteration_depth, huge, 0, 0
  open_search(e)
end

-- MTD(f): whether the root must be searched again in this iteration; the next value to try is then set.
local function needs_re_search(e)
  local f = e.root
  e.root_searches = e.root_searches + 1
  if e.algorithm ~= "mtdf" then return false end
  if f.is_expanded then
    if f.count == 0 then return false end
  elseif not f.has_stand_pat then
    return false
  end
  local value, is_last = f.sign * f.value, e.root_searches > MTDF_NULL_WINDOWS
  if value < e.guess or is_last then e.upper = value end
  if value >= e.guess or is_last then e.lower = value end
  if e.lower >= e.upper or e.lower >= e.beta or e.upper <= e.alpha then return false end
  guess(e, value)
  return true
end

-- Stores what the iteration has found.
local function report(e)
  local f, values = e.root, e.values
  values[3], values[2] = values[2], e.result_depth > 0 and values[1] or 0 / 0
  if e.result_depth == 0 or e.answered ~= e.best_index then e.changed = e.nodes end
  e.result_depth, e.partial_depth, e.answered = e.iteration_depth, 0, e.best_index
  e.memory.last_depth = e.result_depth
  e.spent_before, e.spent, e.counted = e.spent, e.nodes - e.counted, e.nodes
  if e.scores then scores.complete(e.scores, e.lines) end
  local value
  if e.algorithm == "maxn" then
    e.result_payoffs = f.payoffs
    value = f.payoffs[1]
  else
    value = f.sign * f.value
  end
  e.value = value == 0 and 0 or value
  values[1] = e.value
  e.is_decided = f.end_ >= 0
  local wins = value * (e.minimizing and -1 or 1) > 0
  e.win_in = (wins or f.end_ == 0) and f.end_ or -f.end_ -- never -0
end

-- Ends an iteration that skipped others, if this is one.
local function end_skip(e)
  if not e.is_skipping then return end
  limits.begin_iteration(e)
  if e.result_depth < e.min_depth then e.limits.check = huge end
  e.is_skipping = false
end

-- Why the search ends with the iteration just reported, or nil.
local function reason_to_end(e)
  local f = e.root
  end_skip(e)
  if f.is_expanded and f.count == 0 and not f.has_stand_pat then return "over" end
  if f.depth <= 0 and not f.is_truncated then return "over" end
  if not f.is_truncated then return "solved" end
  local value = e.value
  if not e.scores and e.algorithm ~= "maxn"
    and (value >= e.value_max and e.value_max < huge or value <= e.value_min and e.value_min > -huge) then
    return "solved"
  end
  if e.result_depth == e.depth then return "depth" end
  if e.result_depth < e.min_depth then return nil end
  if e.answers_forced and f.is_expanded and not f.is_lazy and not f.is_chance and f.count == 1 then return "forced" end
  return limits.end_iteration(e)
end

-- The depth of the first iteration.
function root.first_depth(e)
  if not e.deepening or e.depth == 0 then return e.depth end
  return e.by_two_to >= e.depth and 2 - e.depth % 2 or 1
end

-- The depth of the iteration after one to `depth` plies.
local function next_depth(e, depth)
  local to = e.by_two_to < e.depth and e.by_two_to or e.depth
  return depth + 1 + (to > depth and (to - depth) % 2 == 0 and 1 or 0)
end

-- Whether the tree runs out a few plies beyond the last iteration, which has reached a third of the search's depth: the
-- last two plies have multiplied the nodes by less than 3.
local function runs_out(e)
  local depth = e.iteration_depth
  return e.win < huge and e.by_two_to >= e.depth and 3 * depth >= e.depth and e.depth - depth <= JUMP_PLIES
    and e.spent < 3 * e.spent_before
end

-- Sets the depth of the next iteration.
local function deepen(e)
  local known = e.known < e.depth and e.known or e.depth
  e.iteration_depth = runs_out(e) and e.depth or next_depth(e, e.iteration_depth)
  e.is_skipping = known > e.iteration_depth
  if not e.is_skipping then return end
  e.iteration_depth = known
  limits.halve(e.limits, e.nodes)
end

-- A limit is reached: whether that was only the limit of an iteration that skipped others, and the search goes on.
local function falls_back_to_lower_depth(e)
  if not e.is_skipping then return false end
  end_skip(e)
  e.known = 0
  e.iteration_depth = next_depth(e, e.result_depth)
  e.reason = nil
  if e.result_depth >= e.min_depth then e.reason = limits.reached(e.limits, e.nodes) end
  return e.reason == nil
end

-- Searches the root once, and again if its window was too narrow. Returns false if a limit is reached or the search
-- must stop.
local function iterate(e)
  if e.uses_refutations then refutation.open_iteration(e.refutations) end
  open_iteration(e)
  if not engine.node(e, e.root) then return false end
  while needs_re_search(e) do
    open_search(e)
    if not engine.root_again(e, e.root) then return false end
  end
  return not e.is_stopping
end

-- Searches until the search ends; the reason is then written down. `on_iteration` is called when one is completed.
function root.run(e, on_iteration)
  while true do
    if iterate(e) then
      report(e)
      on_iteration(e)
      if not e.is_stopping then
        e.reason = reason_to_end(e)
        if e.reason then return end
        deepen(e)
      end
    elseif not e.is_stopping and not falls_back_to_lower_depth(e) then
      return
    end
    if e.is_stopping then
      e.reason = "stopped"
      return
    end
  end
end

return root
