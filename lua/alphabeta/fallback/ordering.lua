-- The order of the successors of a node, as in csrc/engine/ordering.c. Internal: the engine in Lua uses it.
--
-- An ordered node has an array of move ids, one of priorities and, if the game scores moves, one of scores, all by the
-- index in the game's own order. `order` has the indexes as they are picked.

local PACKAGE = (... or "alphabeta.fallback.ordering"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local PLACE = require(PACKAGE .. ".identity").PLACE
local is_traversal_unsound = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.traversal")

local floor, pairs = math.floor, pairs

local ordering = {}

local HISTORY_MAX = constants.HISTORY_MAX
local KILLER, TABLE = HISTORY_MAX + 1, HISTORY_MAX + 3

-- Priorities of candidates that keep their order count down from here.
local KEPT = 4294967295
ordering.KEPT = KEPT

local KILLER_WEIGHT = constants.KILLER_WEIGHT

-- How killers are ranked: before all other moves; by the history, and without it before all.
local KILLERS_FIRST, KILLERS_WEIGHED = 1, 2

local HISTORY_SIZE = constants.HISTORY_SIZE

local SELECTIONS = constants.SELECTIONS

-- The record of moves that a searcher keeps: the history's counters of Max's side and of the other one.
function ordering.new_memory()
  return {history = {[1] = {}, [-1] = {}}}
end

-- A new search begins. Halves the history's counters.
function ordering.age(memory)
  for _, counters in pairs(memory.history) do
    for move, count in pairs(counters) do counters[move] = floor(count / 2) end
  end
end

if is_traversal_unsound then jit.off(ordering.age) end

-- How killers are ranked: the history weighs them, but not in the first iteration, and not beside scores.
local function rank_of_killers(e)
  return e.result_depth > 0 and not e.asks_scores and not e.asks_child_values and KILLERS_WEIGHED or KILLERS_FIRST
end

-- Whether a move that a table names is the successor with this move id and this index.
function ordering.is_move(named, move, index)
  return named ~= 0 and (named == move or named == PLACE + index)
end

-- The priority of a killer by its rank; `counters` has the history, if there is one.
local function of_killer(move, is_first, counters, rank)
  if rank == KILLERS_FIRST or not counters then return is_first and KILLER + 1 or KILLER end
  local history_score = counters[move % HISTORY_SIZE] or 0
  return history_score < HISTORY_MAX / KILLER_WEIGHT and history_score * KILLER_WEIGHT or HISTORY_MAX
end

-- If `known` has the move ids of all moves of a node, assigns priorities to all its candidates, and lists them in the
-- game's own order and without scores. Returns the one that is tried first, if no scores are to come; nil if `known`
-- lacks some. The rest is as for `ordering.assign_priorities`.
function ordering.assign_known(e, f, known)
  local rank = rank_of_killers(e)
  local counters, has_killers = e.learns_history and e.learned.history[f.sign], e.learns_killers
  local list, best, first, second = f.list, f.best, -1, -1
  local most, chosen = -1, nil
  local move_ids, priorities, scores, order = f.move_ids, f.priorities, f.scores, f.order
  if has_killers then first, second = f.killer, f.other_killer end
  for i = 1, f.count do
    local move = known[list[i]]
    if not move then return nil end
    local priority
    if move == best or best == PLACE + i then
      priority = TABLE
    elseif move == first or move == second then
      priority = of_killer(move, move == first, counters, rank)
    else
      priority = counters and counters[move % HISTORY_SIZE] or 0
    end
    move_ids[i], priorities[i], scores[i], order[i] = move, priority, 0, i
    if priority > most then most, chosen = priority, i end
  end
  f.is_scored, f.is_sorted = false, false
  return chosen
end

-- Lists the candidates of a node in the game's own order, without scores.
function ordering.clear(f)
  local own, order = f.scores, f.order
  for i = 1, f.count do own[i], order[i] = 0, i end
  f.is_scored, f.is_sorted = false, false
end

-- Assigns priorities to all candidates of a node.
function ordering.assign_priorities(e, f)
  local rank = rank_of_killers(e)
  local counters, has_killers = e.learns_history and e.learned.history[f.sign], e.learns_killers
  local count, best = f.count, f.best
  local move_ids, priorities, order = f.move_ids, f.priorities, f.order
  local first = has_killers and f.killer or -1
  local second = has_killers and f.other_killer or -1
  for i = 1, count do
    local move = move_ids[i]
    local priority
    if best ~= 0 and (best == move or best == PLACE + i) then
      priority = TABLE
    elseif move == 0 or move >= PLACE then
      priority = 0
    elseif move == first or move == second then
      priority = of_killer(move, move == first, counters, rank)
    else
      priority = counters and counters[move % HISTORY_SIZE] or 0
    end
    priorities[i], order[i] = priority, i
  end
end

-- Whether the next candidate to be picked, after `nth`, will be the table's move or a killer.
function ordering.is_certain(f, nth)
  local priorities, order = f.priorities, f.order
  for i = nth + 1, f.is_sorted and nth + 1 or f.count do
    if priorities[order[i]] > HISTORY_MAX then return true end
  end
  return false
end

-- Whether the candidate with index `a` is tried before the one with index `b`.
local function precedes(priorities, scores, a, b)
  local p, q = priorities[a], priorities[b]
  if p ~= q and (p > HISTORY_MAX or q > HISTORY_MAX) then return p > q end
  local s, t = scores[a], scores[b]
  if s ~= t then return s > t end
  if p ~= q then return p > q end
  return a < b
end

-- Sorts the candidates from index `first` on: a heap sort.
local function sort(f, first)
  local order, priorities, scores = f.order, f.priorities, f.scores
  local before, count = first - 1, f.count - first + 1
  local is_sorted = true
  for i = first + 1, f.count do
    if precedes(priorities, scores, order[i], order[i - 1]) then
      is_sorted = false
      break
    end
  end
  if is_sorted then return end
  local function sift(at, size)
    local moving = order[before + at]
    while at * 2 <= size do
      local below = at * 2
      if below < size and precedes(priorities, scores, order[before + below], order[before + below + 1]) then
        below = below + 1
      end
      if not precedes(priorities, scores, moving, order[before + below]) then break end
      order[before + at], at = order[before + below], below
    end
    order[before + at] = moving
  end
  for i = floor(count / 2), 1, -1 do sift(i, count) end
  for i = count, 2, -1 do
    order[before + 1], order[before + i] = order[before + i], order[before + 1]
    sift(1, i - 1)
  end
end

-- Picks the `nth` candidate: returns its index.
function ordering.pick(f, nth)
  local order = f.order
  if f.is_sorted then return order[nth] end
  if nth > SELECTIONS then
    sort(f, nth)
    f.is_sorted = true
    return order[nth]
  end
  local priorities = f.priorities
  local at = nth
  local chosen = order[nth]
  if f.is_scored then
    local scores = f.scores
    for i = nth + 1, f.count do
      local other = order[i]
      if precedes(priorities, scores, other, chosen) then at, chosen = i, other end
    end
  else
    local most = priorities[chosen]
    for i = nth + 1, f.count do
      local other = order[i]
      local priority = priorities[other]
      if priority > most or priority == most and other < chosen then at, chosen, most = i, other, priority end
    end
  end
  ordering.move_to(f, at, nth)
  return chosen
end

-- Moves the candidate at `from` to the smaller index `to`. The candidates between keep their order if scores are still
-- to be asked for, in that order.
function ordering.move_to(f, from, to)
  local order = f.order
  local moved = order[from]
  if f.is_unscored then
    for i = from, to + 1, -1 do order[i] = order[i - 1] end
  else
    order[from] = order[to]
  end
  order[to] = moved
end

-- Assigns priorities to the candidates of a node so that they are picked in the present order, but the one with `index`
-- first.
function ordering.keep_best_first(f, index)
  sort(f, 1)
  local order, priorities = f.order, f.priorities
  local at = 1
  while at < f.count and order[at] ~= index do at = at + 1 end
  local best = order[at]
  for i = at, 2, -1 do order[i] = order[i - 1] end
  order[1] = best
  for i = 1, f.count do priorities[order[i]] = KEPT - i + 1 end
end

-- The move of a node has cut off: it is remembered.
function ordering.record_cutoff(e, f, move)
  if move == 0 or move >= PLACE then return end
  if e.learns_killers and f.killer ~= move then
    f.other_killer, f.killer = f.killer, move
  end
  if e.learns_history then
    move = move % HISTORY_SIZE
    local counters, depth = e.learned.history[f.sign], f.depth
    local count, gain = counters[move] or 0, depth * depth
    counters[move] = count < HISTORY_MAX - gain and count + gain or HISTORY_MAX
  end
end

return ordering
