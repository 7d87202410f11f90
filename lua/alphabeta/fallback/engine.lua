-- The search of a node: the steps of csrc/engine/node.c, as functions that call one another. Internal: the engine in
-- Lua uses it.
--
-- A node's function returns false if a limit was reached or the search stops. Every node on the path then takes back
-- the move that led to it. Otherwise the value is in the node's frame, see backup.lua.

local PACKAGE = (... or "alphabeta.fallback.engine"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local answers = require(PACKAGE .. ".answers")
local backup = require(PACKAGE .. ".backup")
local calls = require(PACKAGE .. ".calls")
local chance = require(PACKAGE .. ".chance")
local jit = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals").jit
local limits = require(PACKAGE .. ".limits")
local maxn = require(PACKAGE .. ".maxn")
local ordering = require(PACKAGE .. ".ordering")
local refutation = require(PACKAGE .. ".refutation")
local scores = require(PACKAGE .. ".scores")
local successors = require(PACKAGE .. ".successors")
local trace = require(PACKAGE .. ".trace")
local transposition = require(PACKAGE .. ".transposition")

-- LuaJIT interprets the recursive functions, and compiles the functions that they call. Recursion makes many traces.
-- They fill LuaJIT's limits, and then it drops all compiled code, the game's functions included.
if jit and jit.off then jit.off(true, true) end

local abs, huge = math.abs, math.huge
local back_up, open_child, value_at = backup.back_up, backup.open_child, backup.value_at
local enter, leave, note_line = calls.enter, calls.leave, calls.note_line
local pick = ordering.pick

local engine = {}

local STAR2_DEPTH, ORDER_DEPTH, VALUES_DEPTH = constants.STAR2_DEPTH, constants.ORDER_DEPTH, constants.VALUES_DEPTH

-- A move id from here on is only an index.
local PLACE = 2147483648

local seek_more

-- Whether a limit is reached: the reason is written down.
local function is_limit_reached(e)
  local reason = limits.reached(e.limits, e.nodes)
  e.reason = reason
  return reason ~= nil
end

-- The game is over at a leaf with that value.
local function note_end(e, value)
  local size, memory = abs(value), e.memory
  if size > 0 and size < memory.least_end then memory.least_end = size end
end

-- Takes what is known of the end of the game at a leaf at the horizon, which belongs to a frame, and its value. Returns
-- whether the game is known to be over.
local function take_end(e, f, is_over, value)
  if is_over and (e.asks_end or not e.is_truncated) then
    if e.tells_ends then note_end(e, value) end
    return true
  end
  f.is_truncated, e.is_truncated = true, true
  return false
end

-- Asks who moves at a node with known successors, or at a leaf, if that is unknown. At the root it is known.
local function ask_turn(e, f)
  if e.asks_turn and f.at > 0 and not f.has_turn then answers.turn(e, f) end
end

-- Asks who moves at a node before its successors are known.
local function ask_turn_before(e, f)
  ask_turn(e, f)
  f.has_turn = e.asks_turn and f.at > 0
end

-- A leaf with a frame: evaluates it.
local function leaf(e, f)
  if e.view == "max" then
    backup.turn(f, 1)
  else
    ask_turn(e, f)
  end
  local value, is_over = calls.evaluate(e, f)
  e.evaluations = e.evaluations + 1
  if e.algorithm == "maxn" then
    f.payoffs, f.end_ = value, -1
  else
    f.value, f.end_ = value_at(e, value, f.ply)
  end
  f.is_exact = true
  if f.depth <= 0 then
    take_end(e, f, is_over, value)
  elseif e.tells_ends then
    note_end(e, value)
  end
  if e.trace then trace.note(e, f, "evaluate") end
end

-- Ordering ----------------------------------------------------------------------------------------------------------

-- Whether the move ids of the successors are asked for: decided once, for the full depth.
local function asks_moves(e, f)
  return e.asks_moves and (f.depth + f.reduced >= (e.costly_moves and ORDER_DEPTH or 1) or f.at == 0)
end

-- Whether the scores of the successors may be asked for: decided once, for the full depth.
local function asks_scores(e, f)
  local due = f.depth + f.reduced
  if e.asks_child_values then return due >= VALUES_DEPTH or f.at == 0 and e.deepening end
  return e.asks_scores and (due >= ORDER_DEPTH or e.quiescence > 0 or f.at == 0)
end

-- Scores the untried successors of a node. Returns false if the search must end.
local function score(e, f)
  if e.asks_child_values then return calls.score_by_values(e, f) end
  return calls.score(e, f)
end

-- Whether the refutation table named a successor by its index.
local function names_place(e, f)
  return e.uses_refutations and f.best >= PLACE
end

-- Whether a node, the root, keeps its order from one iteration to the next, with the best first.
local function keeps_order(e, f)
  return f.at == 0 and e.deepening and e.algorithm ~= "maxn"
end

-- Assigns priorities to the candidates of a node.
local function assign_priorities(e, f)
  f.is_ordered, f.is_sorted = true, false
  if keeps_order(e, f) and e.result_depth > 0 then
    ordering.keep_best_first(f, e.tells_ends and e.answered or e.best_index) -- one that failed low has bounds alone
    if e.scores and e.scores.wanted > 1 then scores.put_best_first(e.scores, f) end
    return
  end
  ordering.assign_priorities(e, f)
end

-- Makes candidates of all successors of a node, whose move ids are there.
local function init_candidates(e, f)
  local own, priorities, by_index = f.scores, f.priorities, f.order
  for i = 1, f.count do own[i], priorities[i], by_index[i] = 0, 0, i end
  f.is_scored = false
  f.is_unscored = asks_scores(e, f)
end

-- The move id to ask for next at a node, in the order in which successors would be tried if all were listed. Nil if
-- there is none, or if only the index of the next one is known.
local function next_wanted_move(e, f)
  local wanted, count = f.wanted, f.wanted_count
  local has_killers = e.learns_killers
  for nth = 1, count < 3 and 3 or 0 do
    local move = nth == 1 and f.best or not has_killers and 0 or nth == 2 and f.killer or f.other_killer
    if move > 0 then
      local was_wanted = false
      for i = 1, count do was_wanted = was_wanted or wanted[i] == move end
      if not was_wanted then return move < PLACE and move or nil end
    end
  end
  return nil
end

-- Finds successors of a node by their move ids, until one is found. Returns "yes"; nil if there is none left to find;
-- "instead" if the game is over or the node is a chance node.
local function find_wanted(e, f)
  while true do
    local move = next_wanted_move(e, f)
    if not move then return nil end
    local found = successors.find(e, f, move)
    if found == "instead" then return found end
    if found == "unable" then
      f.wanted_count = 3
    else
      local nth = f.wanted_count + 1
      f.wanted_count, f.wanted[nth], f.found_bits[nth] = nth, move, found == "yes"
      if found == "yes" then
        local count = f.count
        f.move_ids[count], f.priorities[count], f.scores[count], f.order[count] = move, 0, 0, count
        f.is_finding, f.is_ordered, f.is_scored = true, true, false
        return found
      end
    end
  end
end

-- Puts the successors that were found by their move id, and tried, before all others that are listed now.
local function list_found_first(f)
  local move_ids, by_index = f.move_ids, f.order
  f.next = 0
  for i = 1, f.wanted_count do
    if f.found_bits[i] then
      local at = f.next + 1
      while at <= f.count and move_ids[by_index[at]] ~= f.wanted[i] do at = at + 1 end
      if at <= f.count then
        f.next = f.next + 1
        by_index[at], by_index[f.next] = by_index[f.next], by_index[at]
      end
    end
  end
end

-- Makes candidates of the successors of a node, if they are ordered. Returns false if the search must end.
local function order(e, f)
  if not f.is_ordered then
    f.is_unscored = asks_scores(e, f)
    if f.is_lazy then return true end
    local identifies = asks_moves(e, f)
    if not (f.is_unscored or identifies or keeps_order(e, f) or names_place(e, f)) then return true end
    if identifies then
      if not successors.identify(e, f, 1) then return false end
    else
      local move_ids = f.move_ids
      for i = 1, f.count do move_ids[i] = 0 end
    end
    init_candidates(e, f)
  end
  assign_priorities(e, f)
  return true
end

-- Gets a further successor from the iterator of a node. If the node is ordered, it becomes a candidate.
local function more(e, f)
  if not successors.more(e, f) then return end
  local count = f.count
  if not f.is_ordered then
    if e.asks_moves and not e.has_content then successors.identify(e, f, count) end -- for the names of techniques
    return
  end
  successors.identify(e, f, count)
  f.priorities[count], f.scores[count], f.order[count] = 0, 0, count
  if ordering.is_move(f.best, f.move_ids[count], count) then f.awaits_table_move = false end
end

-- Chance nodes ------------------------------------------------------------------------------------------------------

-- Finds the next outcome to be entered. Returns false if all are known.
local function find_outcome(f)
  while true do
    while f.next < f.count and not chance.is_open(f, f.next + 1) do f.next = f.next + 1 end
    if f.next < f.count then return true end
    if not f.in_star2_probe then return false end
    f.in_star2_probe, f.next = false, 0
  end
end

-- Begins with the outcomes of a chance node.
local function open_chance(e, f)
  local least, most = -huge, huge
  if e.is_bounded then least, most = backup.lowest(e, f, f.ply), backup.highest(e, f, f.ply) end
  f.original_alpha, f.next, f.is_star2_probe = f.alpha, 0, false
  f.in_star2_probe = e.star2 and e.prunes and f.depth >= STAR2_DEPTH and f.count > 1
    and (f.alpha > -huge or f.beta < huge) and backup.lowest(e, f, f.ply) > -huge
    and backup.highest(e, f, f.ply) < huge
  chance.open(f, least, most)
  if e.algorithm == "maxn" then maxn.open(e, f) end
end

-- Takes the value of the outcome just left. Returns whether the node is cut off.
local function take_outcome(e, f, c)
  if e.algorithm == "maxn" then
    maxn.take_outcome(e, f, c.payoffs, f.probabilities[f.next])
    return false
  end
  if not chance.take(f, c, f.next) then return false end
  e.cutoffs = e.cutoffs + 1
  f.is_cut = true
  return true
end

-- The other results of a child, besides its value.
local function take_flags(f, c)
  if c.reached_depth then f.reached_depth = true end
  if c.is_truncated then f.is_truncated = true end
  if c.repeated < f.repeated then f.repeated = c.repeated end
end

-- Searches the outcomes of a chance node.
local function search_outcomes(e, f)
  open_chance(e, f)
  while find_outcome(f) do
    if e.nodes >= e.limits.check and is_limit_reached(e) then return nil end
    local index = f.next + 1
    f.next = index
    local alpha, beta = chance.window(f, index)
    local c = backup.open_outcome(f, alpha, beta)
    enter(e, f, c, index)
    local is_done = e.search_child(e, c)
    leave(e, c)
    if not is_done then return nil end
    e.current = f
    take_flags(f, c)
    local was_cut = f.is_cut
    alpha = f.alpha
    local is_cut = take_outcome(e, f, c)
    if e.trace then trace.note_child(e, f, alpha, f.next, was_cut) end
    if is_cut then return true end
  end
  if e.algorithm == "maxn" then
    maxn.close(e, f)
  else
    chance.close(f)
  end
  return true
end

-- Successors --------------------------------------------------------------------------------------------------------

-- max^n: takes the payoffs of the successor that was tried last. Returns whether it heads the line of the node.
local function take_payoffs(e, f, payoffs, index, c)
  if f.at == 0 and e.scores then
    local value = payoffs[1]
    if c and c.is_cut and value < f.alpha then value = f.alpha end
    local notes = backup.score(e, f, value, -1, index, not c or c.is_exact and c.reduced == 0)
    if e.scores.is_best then f.payoffs = payoffs end
    return notes
  end
  local is_better = maxn.take(f, payoffs)
  if is_better and f.at == 0 then e.best_index = index end
  if f.alpha >= f.beta and f.beta < huge then backup.cut_off(e, f) end
  return is_better
end

-- Tries a null move. Returns whether it cuts the node off; nil if the search must end.
local function try_null_move(e, f)
  if e.nodes >= e.limits.check and is_limit_reached(e) then return nil end
  local c = backup.open_null_move(e, f)
  calls.pass(e, f, c)
  local is_done = e.search_child(e, c)
  leave(e, c)
  if not is_done then return nil end
  e.current = f
  take_flags(f, c)
  local alpha, was_cut, tried = f.alpha, f.is_cut, f.next
  local is_cut = backup.is_null_cut(e, f, c.sign == f.sign and c.value or -c.value)
  if e.trace then trace.note_child(e, f, alpha, tried, was_cut) end
  return is_cut
end

-- Whether the current search of the root has tried its successor `index` before its successor `later`.
local function was_tried_before(f, index, later)
  if not f.is_ordered then return index < later end
  local list, i = f.order, 1
  while list[i] ~= index and list[i] ~= later do i = i + 1 end
  return list[i] == index
end

-- The last successor of the root, of index `child`, is worth `value` in the root's view, or at least that unless it
-- `is_exact`. Returns whether this proves it better than the result. It then becomes the result, except the line: see
-- csrc/engine/root.h.
local function proves(e, f, child, value, end_, is_exact)
  local depth = e.iteration_depth
  if not e.partial_iteration or e.result_depth == 0 or e.partial_depth > depth then return false end
  if not (value > f.original_alpha) then return false end
  if child == e.answered then
    if e.partial_depth < depth then return false end
  elseif not was_tried_before(f, e.answered, child) then
    return false
  end
  if child ~= e.answered then limits.note_change(e) end
  e.answered, e.partial_depth = child, depth
  e.value = value == 0 and 0 or f.sign * value
  e.is_decided = end_ >= 0 and (is_exact or value > 0)
  e.win_in = value > 0 and end_ or -end_
  if e.algorithm == "maxn" then e.result_payoffs = f.payoffs end
  return true
end

-- The root has a new best value, and its line.
local function prove(e, f)
  local is_exact = f.value < f.beta or f.beta == huge
  if not proves(e, f, e.best_index, f.value, f.end_, is_exact) then return end
  local line = {}
  for i = 1, f.line_length do line[i] = f.line[i] end
  e.best_line, e.best_length = line, f.line_length
end

-- A successor of the root was better than its null window, and must be searched again.
local function prove_bound(e, c)
  local f = c.parent
  local child = f.is_ordered and f.order[f.next] or f.next
  if not proves(e, f, child, c.sign == f.sign and c.value or -c.value, c.end_, false) then return end
  e.best_line, e.best_length = {c.entered}, 1
end

-- Notes a line: of the node, or, at a root with scores, one of its successors'.
local function take_line(e, f)
  if f.at == 0 and e.depth == 0 then return end -- quiescence alone: no move is answered
  if f.at > 0 or not e.scores or e.note_score_line(e) then note_line(f) end
end

-- Picks the next successor of a node: its index.
local function pick_next(e, f)
  local nth = f.next + 1
  f.next = nth
  if not f.is_ordered then
    if e.uses_refutations then f.move = PLACE + nth end
    return nth
  end
  local index = pick(f, nth)
  local move = f.move_ids[index]
  if move == 0 and e.uses_refutations then move = PLACE + index end
  f.move = move
  return index
end

-- Finds a further successor of a node that has found some by their move id. Lists all if there is no other to look up.
-- Returns whether there are more; nil if the search must end.
function seek_more(e, f)
  if find_wanted(e, f) == "yes" then
    assign_priorities(e, f)
    return true
  end
  successors.list_rest(e, f)
  if f.is_lazy then return true end
  if f.count == 0 then return false end
  if not successors.identify(e, f, 1) then return nil end
  init_candidates(e, f)
  assign_priorities(e, f)
  list_found_first(f)
  return true
end

-- Tries the successors of a node one after the other. Returns true if none is left or one has cut off; nil if the
-- search must end.
local function try_successors(e, f)
  local algorithm, limit = e.algorithm, e.limits
  local has_leaves = f.depth == 1 and e.asks_leaf
  local is_max = e.view == "max" and f.sign > 0
  while true do
    if f.is_star2_probe and f.next > 0 and (f.next < f.count or f.is_lazy or f.is_finding) then
      f.is_lower = true
      return true
    end
    if f.next == f.count then
      if f.is_cut then return true end
      if f.is_finding then
        local has_more = seek_more(e, f)
        if not has_more then return has_more == false or nil end
      elseif f.is_lazy then
        more(e, f)
      else
        return true
      end
    else
      if e.nodes >= limit.check and is_limit_reached(e) then return nil end
      if f.is_unscored and f.is_ordered and f.next + 1 < f.count and not ordering.is_certain(f, f.next) then
        f.is_unscored, f.is_sorted = false, false
        if not score(e, f) then return nil end
      end
      local index = pick_next(e, f)
      if has_leaves then
        local nodes = e.nodes
        if nodes >= e.slice_check and e.pause(e) then return nil end
        e.nodes = nodes + 1
        f.reached_depth = true
        local value, is_over = calls.leaf(e, f, index)
        e.evaluations = e.evaluations + 1
        take_end(e, f, is_over, value)
        local notes
        if algorithm == "maxn" then
          notes = take_payoffs(e, f, value, index)
        else
          local end_
          value, end_ = value_at(e, value, f.ply + 1)
          notes = back_up(e, f, is_max and value or -value, end_, index, true)
        end
        if notes then
          f.above.line_length = 0
          take_line(e, f)
        end
      else
        local c = open_child(e, f)
        enter(e, f, c, index)
        local is_done = e.search_child(e, c)
        leave(e, c)
        if not is_done then return nil end
        e.current = f
        take_flags(f, c)
        local alpha, tried, was_cut = f.alpha, f.next, f.is_cut
        local notes
        if algorithm == "maxn" then
          notes = take_payoffs(e, f, c.payoffs, index, c)
        else
          local value = c.sign == f.sign and c.value or -c.value
          notes = back_up(e, f, value, c.end_, index, c.is_exact and c.reduced == 0)
        end
        if e.trace then trace.note_child(e, f, alpha, tried, was_cut) end
        if notes then
          take_line(e, f)
          if f.at == 0 then prove(e, f) end
        end
      end
    end
  end
end

-- Nodes -------------------------------------------------------------------------------------------------------------

-- Begins with the iterator of a node. Returns false if it yields nothing.
local function open_iterator(e, f)
  local scored = asks_scores(e, f)
  f.is_ordered = (asks_moves(e, f) or names_place(e, f)) and not scored
  f.awaits_table_move = f.is_ordered and f.best ~= 0
  f.is_scored = false
  repeat more(e, f) until not f.is_lazy or not (scored or f.awaits_table_move)
  return f.count > 0
end

-- Lists the successors or outcomes of a node. Returns false if there are none.
local function expand(e, f)
  if f.depth <= 0 then successors.expand_noisy(e, f) else successors.expand(e, f) end
  if f.is_chance then return true end
  if f.is_lazy then return open_iterator(e, f) end
  return f.count > 0
end

-- The result of a search of a node: the node is finished, and goes into the table, or it is cut off without that.
local FINISHED, SETTLED = 1, 2

-- No value that is possible at a node lies inside its window, or it has no other than the one that is there.
local function settle_by_bounds(e, f)
  if e.trace then trace.note(e, f, "bounds") end
  return SETTLED
end

-- Searches a node with known successors, after its turn is known.
local function search_successors(e, f)
  if f.is_chance then return search_outcomes(e, f) and FINISHED end
  if e.algorithm == "maxn" then
    if f.at == 0 then f.player = 1 end
    maxn.open(e, f)
    if f.at == 0 and e.scores then f.beta = huge end
  end
  if f.is_star2_probe then
    if f.beta < huge then f.alpha = -huge else f.is_star2_probe = false end
  end
  f.original_alpha = f.alpha
  if e.is_bounded and backup.is_bounded_out(e, f, f.ply + 1) then return settle_by_bounds(e, f) end
  if e.null_move > 0 and backup.tries_null_move(e, f) then
    local is_cut = try_null_move(e, f)
    if is_cut == nil then return nil end
    if is_cut then return FINISHED end
  end
  if not order(e, f) then return nil end
  return try_successors(e, f) and FINISHED
end

-- Looks a node up that has a key, which is asked for unless it is known. Returns whether it is settled.
local function look_up(e, f, is_known)
  if not is_known then
    ask_turn_before(e, f)
    if f.at == 0 then e.side = e.root_side end
    answers.key(e, f)
  end
  if e.scores_repetition and f.at > 0 and transposition.repeats(e, f) then
    if e.trace then trace.note(e, f, "repetition") end
    return true
  end
  if e.table and transposition.settles(e, f) then
    if e.trace then trace.note(e, f, "table") end
    return true
  end
  return false
end

local KEY_PLIES = constants.KEY_PLIES

-- Whether the position of a node with depth left has a key.
local function has_key(e, f)
  return e.asks_key and (f.ply <= KEY_PLIES or f.depth + f.reduced >= e.key_depth)
end
engine.has_key = has_key

-- Gives a node that was just entered its path, and finds the move that was best there.
local function find_refutation(e, f)
  local parent = f.parent
  if not parent then
    f.path_high, f.path_low = 0, 1
  else
    local step = parent.in_null_move and refutation.NULL_MOVE
      or e.finds_moves and not parent.is_chance and parent.move + 1 or parent.entered_index
    f.path_high, f.path_low = refutation.child(parent.path_high, parent.path_low, step)
  end
  f.best = refutation.find(e.refutations, f.path_low)
end

-- Whether successors of a node are found by their move id before they are listed.
local function finds_wanted_moves(e, f)
  return e.finds_moves and f.at > 0 and f.depth >= e.finds_moves and asks_moves(e, f)
end

-- Whether the game's function `bounds` decides a node's value; it is called once.
local function is_settled_by_bounds(e, f)
  if f.has_bounds then return false end
  if e.view == "mover" then ask_turn_before(e, f) end
  return backup.is_settled_by_bounds(e, f, answers.bounds(e, f))
end

-- Searches a node with depth left, with the window that it has; `is_again` says that it is not for the first time.
local function search_interior(e, f, is_again)
  if has_key(e, f) and look_up(e, f, is_again or f.is_expanded) then return SETTLED end
  if not f.is_expanded then
    if e.uses_refutations then find_refutation(e, f) end
    if e.bounds_unlisted and e.is_bounded and backup.is_bounded_out(e, f, f.ply)
      or e.asks_bounds and is_settled_by_bounds(e, f) then
      return settle_by_bounds(e, f)
    end
    local found = finds_wanted_moves(e, f) and find_wanted(e, f)
    if found == "yes" then
      f.is_expanded = true
    elseif not (found and (f.is_chance or f.count > 0) or not found and expand(e, f)) then
      leaf(e, f)
      return FINISHED
    end
    if not f.is_chance then ask_turn(e, f) end
  end
  return search_successors(e, f)
end

-- Searches a quiescence node.
local function search_quiescence(e, f)
  if not f.has_stand_pat then
    ask_turn_before(e, f)
    local value, is_over = calls.evaluate(e, f)
    e.evaluations = e.evaluations + 1
    value, f.end_ = value_at(e, value, f.ply)
    if e.view == "max" and f.sign < 0 then value = -value end
    f.stand_pat = value
    if take_end(e, f, is_over, value) then
      f.value, f.is_exact = value, true
      if e.trace then trace.note(e, f, "evaluate") end
      if e.algorithm ~= "minimax" and value > f.alpha then f.alpha = value end
      return FINISHED
    end
    if e.trace then trace.note(e, f, "evaluate") end
  end
  if backup.stand_pat(e, f) then return FINISHED end
  if not f.is_expanded then
    if not expand(e, f) then
      f.is_exact = true
      return FINISHED
    end
    ask_turn(e, f)
  end
  return search_successors(e, f)
end

-- Puts the best move of a node that is finished into the refutation table, if it is known.
local function store_refutation(e, f)
  if f.best ~= 0 and f.depth > 0 and f.count > 0 and not f.is_chance then
    refutation.store(e.refutations, f.path_low, f.best, f.depth)
  end
end

-- A search of a node that is finished or settled, or not (nil).
local function conclude(e, f, status)
  if not status then
    if e.trace and not e.is_stopping then trace.note(e, f, "leave", true) end
    return false
  end
  if status == FINISHED then
    if e.table and f.depth > 0 then transposition.store(e, f) end
    if e.uses_refutations then store_refutation(e, f) end
  end
  if e.trace then trace.note(e, f, "leave") end
  return true
end

-- Concludes a search of a node, by the function `run`, and searches it again if necessary. Returns false if the search
-- must end.
local function conclude_all(e, f, run, status)
  while conclude(e, f, status) do
    local is_bound = f.at == 1 and f.is_scout and f.reduced == 0
    if f.at == 0 or not e.may_reopen or not backup.reopen(f) then return true end
    if e.trace then trace.note(e, f, "enter", true) end
    if is_bound then prove_bound(e, f) end
    status = run(e, f, true)
  end
  return false
end

-- Searches the node whose frame is set up, and whose state is there.
local function node(e, f)
  local nodes = e.nodes
  if nodes >= e.slice_check and e.pause(e) then return false end
  e.nodes = nodes + 1
  e.current = f
  if e.trace then trace.note(e, f, "enter") end
  local run = search_interior
  if f.depth <= 0 then
    f.reached_depth = true
    if e.quiescence > -f.depth then
      run = search_quiescence
    else
      leaf(e, f)
      return conclude(e, f, SETTLED)
    end
  end
  return conclude_all(e, f, run, run(e, f, false))
end
engine.node = node

-- Goes on with a node that fast.lua has begun, if an iterator yields its successors.
function engine.go_on(e, f, is_scout)
  f.next, f.is_scout, f.is_cut, f.is_sorted, f.is_unscored = 0, is_scout, false, false, false
  local status = FINISHED
  if open_iterator(e, f) then
    ask_turn(e, f)
    status = search_successors(e, f)
  else
    leaf(e, f)
  end
  return conclude_all(e, f, search_interior, status)
end

-- Steps that fast.lua has in common with this file.
engine.PLACE, engine.FINISHED, engine.SETTLED = PLACE, FINISHED, SETTLED
engine.ask_turn, engine.asks_moves, engine.asks_scores, engine.find_refutation = ask_turn, asks_moves, asks_scores,
  find_refutation
engine.prove_bound = prove_bound
engine.is_limit_reached, engine.leaf, engine.look_up, engine.score, engine.store_refutation = is_limit_reached, leaf,
  look_up, score, store_refutation

-- Searches the root once more, with another window.
function engine.root_again(e, f)
  if e.trace then trace.note(e, f, "enter", true) end
  local run = f.has_stand_pat and search_quiescence or search_successors
  return conclude(e, f, run(e, f))
end

return engine
