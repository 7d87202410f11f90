-- The fast path: a short version of engine.lua, for searches without rare features. Internal: the engine in Lua uses
-- it.
--
-- engine.lua searches the root, and nodes with an iterator. If you change the search of a node there, change it here,
-- too. Or let `fast.is` exclude such searches.

local PACKAGE = (... or "alphabeta.fallback.fast"):match "^(.*)%.[^.]*$"

local backup = require(PACKAGE .. ".backup")
local calls = require(PACKAGE .. ".calls")
local doubles = require(PACKAGE .. ".doubles")
local identity = require(PACKAGE .. ".identity")
local jit = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals").jit
local ordering = require(PACKAGE .. ".ordering")
local running = require(PACKAGE .. ".running")
local engine = require(PACKAGE .. ".engine")
local successors = require(PACKAGE .. ".successors")
local transposition = require(PACKAGE .. ".transposition")

-- See engine.lua.
if jit and jit.off then jit.off(true, true) end

local huge = math.huge
local above, below = doubles.above, doubles.below
local frame_above, highest, is_bounded_out, value_at =
  backup.frame_above, backup.highest, backup.is_bounded_out, backup.value_at
local enter, evaluate_leaf, evaluate_made, leave, note_line =
  calls.enter, calls.leaf, calls.evaluate_made, calls.leave, calls.note_line
local expand, successor = successors.expand, successors.get
local AT_MAKE = running.AT_NODE.make
local is_certain, move_to, pick, record_cutoff =
  ordering.is_certain, ordering.move_to, ordering.pick, ordering.record_cutoff
local assign_priorities, assign_known = ordering.assign_priorities, ordering.assign_known
local known = identity.known
local asks_moves, asks_scores = engine.asks_moves, engine.asks_scores
local has_key = engine.has_key
local is_limit_reached, PLACE = engine.is_limit_reached, engine.PLACE

local fast = {}

-- Whether a search has nodes that are searched here.
function fast.is(e)
  return e.prunes and not e.trace and not e.has_chance_nodes and e.quiescence == 0 and e.null_move == 0
    and e.reductions == 0 and not e.finds_moves and not e.asks_bounds and not e.asks_end
end

-- Assigns priorities to the successors of a node, which the ordering picks from then on. Returns false if the search
-- must end.
local function order(e, f)
  f.first = nil
  if f.is_ordered then
    assign_priorities(e, f)
    f.is_sorted = false
    return true
  end
  local is_scored, identifies = asks_scores(e, f), asks_moves(e, f)
  if not (is_scored or identifies or e.uses_refutations and f.best >= PLACE) then return true end
  f.is_unscored, f.is_ordered = is_scored, true
  if identifies then
    f.first = not e.move_id and assign_known(e, f, known) or nil
    if f.first then return true end
    if not successors.identify(e, f, 1) then return false end
  else
    local move_ids = f.move_ids
    for i = 1, f.count do move_ids[i] = 0 end
  end
  ordering.clear(f)
  assign_priorities(e, f)
  return true
end

-- Takes a new best value, of the successor of a node that was tried as its `nth`, by `move`. Returns whether it cuts
-- off.
local function take_best(e, f, nth, value, end_, move)
  local alpha, beta = f.alpha, f.beta
  f.value, f.end_ = value, end_
  if value > alpha then f.alpha, f.best = value, move end
  local is_open = (value > alpha or alpha == -huge) and (value < beta or beta == huge)
  if is_open and e.algorithm ~= "mtdf" then note_line(f) end
  if e.is_bounded and value >= highest(e, f, f.ply + 1) and value < huge then
    f.is_exact = value > f.original_alpha or f.original_alpha == -huge
  elseif f.alpha < beta then
    return false
  end
  if nth < f.count then e.cutoffs = e.cutoffs + 1 end
  if f.is_ordered and e.asks_moves then record_cutoff(e, f, move) end
  return true
end

-- Picks the `nth` successor of a node to be tried: its index, and its move id if that is known. Nil if the search must
-- end.
local function pick_next(e, f, nth)
  if not f.is_ordered then return nth, e.uses_refutations and PLACE + nth or 0 end
  if f.is_unscored then
    f.next = nth - 1
    if nth < f.count and not is_certain(f, nth - 1) then
      f.is_unscored, f.is_sorted = false, false
      if not engine.score(e, f) then return nil end
    end
  end
  local index = nth == 1 and not f.is_scored and f.first or nil
  if index then
    move_to(f, index, 1)
  else
    index = pick(f, nth)
  end
  local move = f.move_ids[index]
  if move == 0 and e.uses_refutations then move = PLACE + index end
  return index, move
end

-- Tries the successors of a node, which are leaves, one after the other. Returns true if none is left or one has cut
-- off; nil if the search must end. It evaluates most leaves of a game in place, in few steps.
local function try_leaves(e, f)
  local limit, count, ply, win = e.limits, f.count, f.ply, e.win
  local is_max, is_ordered, names_places = e.view == "max" and f.sign > 0, f.is_ordered, e.uses_refutations
  local is_simple, best = e.style == "in place" and not e.evaluate_move, -huge
  local c = f.above or frame_above(f)
  f.reached_depth, c.line_length, c.is_pass = true, 0, false
  for nth = 1, count do
    local nodes = e.nodes
    if nodes >= limit.check and is_limit_reached(e) then return nil end
    local index, move = nth, names_places and PLACE + nth or 0
    if is_ordered then
      index, move = pick_next(e, f, nth)
      if not index then return nil end
    end
    if nodes >= e.slice_check and e.pause(e) then return nil end
    e.nodes = nodes + 1
    local value, is_over
    local end_ = -1
    if is_simple and e.is_truncated then
      local state, own = f.state, f.list[index] or successor(e, f, index)
      f.entered_index, c.entered, c.state, e.running = index, own, state, AT_MAKE
      value = evaluate_made(e, c, state, own, e.make(state, own))
      f.is_truncated = true
    else
      value, is_over = evaluate_leaf(e, f, index)
      if not is_over then f.is_truncated, e.is_truncated = true, true end
    end
    e.evaluations = e.evaluations + 1
    if value >= win or value <= -win then value, end_ = value_at(e, value, ply + 1) end
    if not is_max then value = -value end
    if nth == 1 or value > best then
      if take_best(e, f, nth, value, end_, move) then return true end
      best = value
    end
  end
  return true
end

-- Tries the successors of a node that are no leaves.
local function try_children(e, f)
  local limit, count, sign, beta, depth = e.limits, f.count, f.sign, f.beta, f.depth - 1
  local scouts, best = e.algorithm == "pvs", -huge
  local c = f.above or frame_above(f)
  for nth = 1, count do
    if e.nodes >= limit.check and is_limit_reached(e) then return nil end
    local index, move = pick_next(e, f, nth)
    if not index then return nil end
    enter(e, f, c, index)
    local alpha = f.alpha
    local is_done = fast.node(e, c, depth, -sign, -beta, -alpha,
      scouts and nth > 1 and alpha > -huge and above(alpha) < beta)
    leave(e, c)
    if not is_done then return nil end
    e.current = f
    if c.reached_depth then f.reached_depth = true end
    if c.is_truncated then f.is_truncated = true end
    if c.repeated < f.repeated then f.repeated = c.repeated end
    local value = c.value
    if c.sign ~= sign then value = -value end
    if nth == 1 or value > best then
      if take_best(e, f, nth, value, c.end_, move) then return true end
      best = value
    end
  end
  return true
end

-- The result of a search of a node, as in engine.lua: the node is finished, and goes into the table, or it is cut off.
local FINISHED, SETTLED = engine.FINISHED, engine.SETTLED

-- Searches a node with depth left, with the window that it has; `is_again` says that it is not for the first time.
local function search_interior(e, f, is_again)
  if has_key(e, f) and engine.look_up(e, f, is_again) then return SETTLED end
  if not f.is_expanded then
    if e.uses_refutations then engine.find_refutation(e, f) end
    if e.is_bounded and is_bounded_out(e, f, f.ply) then return SETTLED end
    expand(e, f)
    if f.is_lazy then return nil end
    if f.count == 0 then
      engine.leaf(e, f)
      return FINISHED
    end
    engine.ask_turn(e, f)
  end
  f.original_alpha = f.alpha
  if e.is_bounded and is_bounded_out(e, f, f.ply + 1) then return SETTLED end
  if not order(e, f) then return nil end
  if f.depth == 1 and e.asks_leaf then return try_leaves(e, f) and FINISHED end
  return try_children(e, f) and FINISHED
end

-- Searches the node of frame `f`, whose state is set. Its depth, sign and window are those for alternating turns.
-- `is_scout` says that it first gets a null window. Returns as engine.node does.
function fast.node(e, f, depth, sign, alpha, beta, is_scout)
  local nodes = e.nodes
  if nodes >= e.slice_check and e.pause(e) then return false end
  e.nodes, e.current = nodes + 1, f
  f.depth, f.sign, f.alpha, f.beta = depth, sign, is_scout and below(beta) or alpha, beta
  f.best, f.repeated, f.line_length = 0, huge, 0
  f.reached_depth, f.is_truncated, f.is_exact = depth <= 0, false, false
  f.has_turn, f.is_expanded, f.is_ordered = false, false, false
  if depth <= 0 then
    engine.leaf(e, f)
    return true
  end
  local is_again = false
  while true do
    local status = search_interior(e, f, is_again)
    if not status then
      if f.is_lazy then return engine.go_on(e, f, is_scout) end
      return false
    end
    if status == FINISHED then
      if e.table then transposition.store(e, f) end
      if e.uses_refutations then engine.store_refutation(e, f) end
    end
    if not is_scout or f.is_exact then return true end
    if f.sign ~= sign then alpha, beta, sign = -beta, -alpha, f.sign end
    local value = f.value
    if value <= alpha or value >= beta then return true end
    if f.at == 1 then engine.prove_bound(e, f) end
    f.alpha, f.beta, is_scout, is_again = alpha, beta, false, true
  end
end

-- Searches a successor of the root, whose frame is set up.
function fast.child(e, c)
  local f = c.parent
  return fast.node(e, c, c.depth, c.sign, -f.beta, -f.alpha, c.is_scout)
end

return fast
