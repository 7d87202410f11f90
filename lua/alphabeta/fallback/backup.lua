-- Windows, bounds, cut-offs, and backing up values, as in csrc/engine/backup.h. Internal: the engine in Lua uses it.
--
-- A frame is a table for one ply of the path. It holds its window (`alpha`, `beta`) and its best `value` in the view of
-- the player who moves there. Its `sign` says whether this view is Max's. `at` is the index on the path, `ply` counts
-- the decisions on the way there, and `depth` is the plies left. `end_` is the ply of the won game that the value comes
-- from, or -1. `lowest` and `highest` bound the possible values there, in the view of the search.

local PACKAGE = (... or "alphabeta.fallback.backup"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local doubles = require(PACKAGE .. ".doubles")
local ordering = require(PACKAGE .. ".ordering")
local scores = require(PACKAGE .. ".scores")

local abs, huge = math.abs, math.huge
local above, below = doubles.above, doubles.below
local record_cutoff = ordering.record_cutoff

local backup = {}

local REDUCTION_DEPTH, REDUCTION_MOVES = constants.REDUCTION_DEPTH, constants.REDUCTION_MOVES

-- Turns the view of a frame to that of the player with `sign`.
function backup.turn(f, sign)
  if f.sign ~= sign then f.alpha, f.beta, f.sign = -f.beta, -f.alpha, sign end
end

-- The frame above another one on the path.
function backup.frame_above(f)
  local c = f.above
  if not c then
    c = {
      at = f.at + 1, ply = f.at + 1, parent = f, killer = -1, other_killer = -1, player = 1, value = 0, line = {},
      line_length = 0, undo_count = 0,
      move_ids = {}, priorities = {}, scores = {}, order = {}, wanted = {}, found_bits = {},
      lowers = {}, uppers = {}, ends = {}, probabilities = {}, lowest = f.lowest, highest = f.highest,
    }
    backup.clear(c)
    f.above = c
  end
  return c
end
local frame_above = backup.frame_above

-- Sets the fields of a frame for a node of which nothing is known, except its window, its depth and its turn.
function backup.clear(f)
  f.next, f.ply = 0, f.at
  f.is_scout, f.reduced, f.is_cut, f.is_exact = false, 0, false, false
  f.in_star2_probe, f.is_star2_probe, f.is_lower = false, false, false
  f.had_null_move, f.in_null_move, f.is_pass = false, false, false
  f.reached_depth, f.is_truncated, f.has_stand_pat = false, false, false
  f.has_turn, f.is_expanded, f.is_chance, f.is_lazy = false, false, false, false
  f.is_ordered, f.is_unscored, f.is_sorted, f.awaits_table_move = false, false, false, false
  f.is_finding, f.wanted_count, f.found_count = false, 0, 0
  f.has_bounds = false
  f.repeated, f.move, f.best, f.line_length = huge, 0, 0, 0
end
local clear = backup.clear

-- Sets up the frame above `f`, except its window, its depth and its turn.
local function clear_child(f)
  local c = f.above or frame_above(f)
  clear(c)
  c.lowest, c.highest = f.lowest, f.highest
  return c
end

-- Sets up the frame above `f` for a decision. Returns it.
function backup.open_child(e, f)
  local c = clear_child(f)
  local alpha, algorithm = f.alpha, e.algorithm
  c.ply = f.ply + 1
  c.alpha, c.beta = -f.beta, -alpha
  c.sign = -f.sign
  if algorithm == "pvs" then
    if f.next > 1 and alpha > -huge then
      local next_alpha = above(alpha)
      if next_alpha < f.beta then c.is_scout, c.alpha = true, -next_alpha end
    end
  elseif algorithm == "minimax" then
    c.alpha, c.beta = -huge, huge
  elseif algorithm == "maxn" then
    c.sign = 1
  end
  local depth = f.depth - 1
  local reductions = e.reductions
  if reductions > 0 and f.depth >= REDUCTION_DEPTH and f.next > REDUCTION_MOVES and alpha > -huge and e.prunes then
    local most = f.depth - 2
    c.reduced = reductions < most and reductions or most
    depth = depth - c.reduced
  end
  c.depth = depth
  return c
end

-- Sets up the frame above `f`, a chance node, for an outcome with a window.
function backup.open_outcome(f, alpha, beta)
  local c = clear_child(f)
  c.alpha, c.beta = alpha, beta
  c.is_star2_probe = f.in_star2_probe
  c.ply, c.depth, c.sign = f.ply, f.depth, f.sign
  return c
end

-- Whether a node tries a null move before its successors.
function backup.tries_null_move(e, f)
  return e.null_move > 0 and not f.had_null_move and not f.is_star2_probe and f.depth > e.null_move and f.beta < huge
    and e.algorithm ~= "minimax"
end

-- Sets up the node that a null move leads to.
function backup.open_null_move(e, f)
  f.in_null_move, f.had_null_move = true, true
  local c = backup.open_child(e, f)
  c.is_scout, c.reduced = false, 0
  c.alpha, c.beta = -f.beta, -below(f.beta)
  c.depth = f.depth - 1 - e.null_move
  c.had_null_move, c.is_pass = true, true
  c.lowest, c.highest = e.value_min, e.value_max
  return c
end

-- Takes the value of the null move. Returns whether that cuts the node off.
function backup.is_null_cut(e, f, value)
  f.in_null_move = false
  if value < f.beta then return false end
  e.cutoffs = e.cutoffs + 1
  f.value, f.end_, f.is_cut = value, -1, true
  f.next = f.count
  return true
end

-- Opens a node again whose value must be found out with the whole window of its parent, or with the depth that is due.
-- Returns whether it is one.
function backup.reopen(f)
  if not f.is_scout and f.reduced == 0 then return false end
  local parent = f.parent
  local is_same = f.sign == parent.sign
  local value = is_same and f.value or -f.value
  if value <= parent.alpha then return false end
  if f.reduced > 0 then
    if f.is_expanded and f.count == 0 then return false end
  elseif f.is_exact or value >= parent.beta then
    return false
  end
  f.depth = f.depth + f.reduced
  f.is_scout, f.reduced, f.is_cut, f.is_exact = false, 0, false, false
  f.alpha = is_same and parent.alpha or -parent.beta
  f.beta = is_same and parent.beta or -parent.alpha
  f.original_alpha = f.alpha
  f.next = 0
  return true
end

-- An evaluation of a node at `ply`: the value, and the ply if it is a won game, else -1.
function backup.value_at(e, value, ply)
  local win = e.win
  if value >= win or value <= -win then
    if win < huge then return value > 0 and win - ply or ply - win, ply end
  end
  return value, -1
end

-- Whether a child that has just become the best heads the principal variation, too.
local function is_principal(e, f, value)
  if e.algorithm == "mtdf" then
    return f.at == 0 and (value > f.alpha or e.root_searches == 0 and f.next == 1 and not f.has_stand_pat)
  end
  if f.at == 0 then return true end
  return (value > f.alpha or f.alpha == -huge) and (value < f.beta or f.beta == huge)
end

-- The highest possible value of a node for the player who moves there, if the game is not over before `ply`.
local function highest(e, f, ply)
  local most = f.sign > 0 and f.highest or -f.lowest
  local win = e.win - ply
  return win < most and win or most
end
backup.highest = highest

-- The lowest possible value of a node for the player who moves there, if the game is not over before `ply`.
local function lowest(e, f, ply)
  local least = f.sign > 0 and f.lowest or -f.highest
  local loss = ply - e.win
  return loss > least and loss or least
end
backup.lowest = lowest

-- Whether all possible values of a node, if the game is not over before `ply`, lie on one side of its window. The
-- node's value is then a bound of theirs.
function backup.is_bounded_out(e, f, ply)
  if not e.is_bounded or f.at == 0 then return false end
  local most, least = highest(e, f, ply), lowest(e, f, ply)
  if f.alpha >= most then
    if f.has_stand_pat and f.value >= most then return true end
    f.value = most
  elseif f.beta <= least then
    f.value = least
  else
    return false
  end
  f.end_ = e.win < huge and abs(f.value) == e.win - ply and ply or -1
  return true
end

-- Bounds of all values that include that of a repetition, which the game's evaluations need not reach.
function backup.with_repetition(e, low, high)
  if not e.scores_repetition then return low, high end
  local value = e.repetition
  return value < low and value or low, value > high and value or high
end

-- Takes the result of the game's function `bounds` for a node. A later win is worth less. So a lower bound above the
-- least value of a win says nothing, nor does an upper bound if the game may be lost. The options' bounds of all values
-- apply here, too, unless one of them is wrong.
local function take_bounds(e, f, low, high)
  local win = e.win
  if e.view == "mover" and f.sign < 0 then low, high = -high, -low end
  low, high = backup.with_repetition(e, low, high)
  local latest = win - e.depth - e.quiescence
  local has_low = not (high >= win and low > latest) and low > e.value_min and low <= e.value_max
  local has_high = not (low <= -win and high < -latest) and high < e.value_max and high >= e.value_min
  f.has_bounds = true
  f.lowest, f.highest = has_low and low or e.value_min, has_high and high or e.value_max
end

-- Takes the bounds of a node. Returns whether they decide its value: no possible value lies inside the window, or only
-- one value is possible, and that is no won game, whose value depends on its distance.
function backup.is_settled_by_bounds(e, f, low, high)
  take_bounds(e, f, low, high)
  if backup.is_bounded_out(e, f, f.ply) then return true end
  local value = f.sign > 0 and f.lowest or -f.lowest
  if f.at == 0 or f.lowest ~= f.highest or abs(value) >= e.win or abs(value) == huge then return false end
  f.value, f.end_, f.is_exact = value, -1, true
  return true
end

-- A cut-off: leaves the remaining successors out, and remembers the move that made it.
function backup.cut_off(e, f)
  if f.next < f.count or f.is_lazy or f.is_finding then
    e.cutoffs = e.cutoffs + 1
    f.next, f.is_cut = f.count, true
  end
  if f.is_ordered and e.asks_moves and f.depth > 0 then record_cutoff(e, f, f.move) end
end
local cut_off = backup.cut_off

-- Backs a child's value up into a root whose search wants scores: see `back_up`.
local function back_up_score(e, f, value, end_, index, is_child_exact)
  local s, alpha, beta = e.scores, f.alpha, f.beta
  local is_open = (value > alpha or alpha == -huge) and (value < beta or beta == huge)
  local is_exact = is_open or is_child_exact
  local is_best = f.next == 1 and not f.has_stand_pat or value > f.value
  local bound = is_exact and 0 or value >= beta and 1 or -1
  scores.add(s, {value = value, end_ = end_, bound = bound, index = index})
  s.is_best, s.is_open = is_best, is_open
  if is_best then
    f.value, f.end_ = value, end_
    e.best_index = index
    if value > alpha then f.best = f.move end
  end
  if e.algorithm ~= "minimax" then
    f.alpha = scores.alpha(s, alpha)
    if value >= beta and beta < huge then cut_off(e, f) end
  end
  return is_exact or is_best
end
backup.score = back_up_score

-- Backs the value of the child with `index`, in the view of `f`, up into it. Returns whether it heads the line of `f`,
-- or at a root with scores a line of its own.
function backup.back_up(e, f, value, end_, index, is_child_exact)
  if f.at == 0 and e.scores then return back_up_score(e, f, value, end_, index, is_child_exact) end
  if (f.next > 1 or f.has_stand_pat) and not (value > f.value) then return false end
  local principal = is_principal(e, f, value)
  f.value, f.end_ = value, end_
  if principal and f.at == 0 then e.best_index = index end
  if e.algorithm == "minimax" then return principal end
  if value > f.alpha then f.alpha, f.best = value, f.move end
  if e.is_bounded and value >= highest(e, f, f.ply + 1) and value < huge then
    f.is_exact = value > f.original_alpha or f.original_alpha == -huge
    cut_off(e, f)
  elseif f.alpha >= f.beta then
    cut_off(e, f)
  end
  return principal
end

-- Stand pat: the node's own value is a first one. Returns whether it cuts off.
function backup.stand_pat(e, f)
  f.has_stand_pat = true
  f.value, f.end_ = f.stand_pat, -1
  if e.win < huge and abs(f.stand_pat) >= e.win - f.ply then f.end_ = f.ply end
  if e.algorithm == "minimax" then return false end
  if f.value > f.alpha then f.alpha = f.value end
  return f.alpha >= f.beta
end

return backup
