-- Iterations, and the search of the root in each of them: as csrc/engine/root.c has them. Internal: the engine in Lua
-- uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, doubles, keys = use("common.constant_rows", "fallback.doubles", "fallback.keys")
local limits, maxn, scores, searches = use("fallback.limits", "fallback.maxn", "fallback.scores", "fallback.search")
local ordering, transposition = use("fallback.ordering", "fallback.transposition")

local abs, huge, min, type = math.abs, math.huge, math.min, type
local above, below = doubles.above, doubles.below

local root = {}

local JUMP_PLIES, MTDF_NULL_WINDOWS = constants.JUMP_PLIES, constants.MTDF_NULL_WINDOWS

-- What an iteration proves before it ends -----------------------------------------------------------------------------

-- The root's successor `index` is worth `worth` to its player, or at least that unless it `is_exact`. Returns whether
-- this proves it better than the result so far. It then becomes the result, except the line: see csrc/engine/root.h.
local function proves(e, r, index, worth, end_, is_exact)
  local depth, answered = e.iteration_depth, e.answered
  if not e.partial_iteration or e.result_depth == 0 or not (worth > r.alpha) then return false end
  if index == answered then
    if e.partial_depth < depth then return false end
  elseif not r.tried_at[answered] then
    return false
  end
  if index ~= answered then
    r.search.count()
    limits.note_change(e)
    r.search.recheck()
  end
  e.answered, e.partial_depth = index, depth
  e.value = worth == 0 and 0 or r.side * worth
  e.is_decided = end_ ~= nil and (is_exact or worth > 0)
  e.win_in = end_ and (worth > 0 and end_ or -end_)
  if e.algorithm == "maxn" then e.result_payoffs = r.payoffs end
  return true
end

-- The root's moves ----------------------------------------------------------------------------------------------------

-- Lists the successors of the root, once a search.
local function list_root(e, r)
  local s = r.search
  if e.asks_key then
    r.key = e.key_of(e.state)
    s.note_key(r.key)
  end
  if e.asks_bounds then s.ask_bounds(e.state, r.side) end
  r.list, r.count, r.more, r.probabilities = e.path.successors(e.state)
  s.note_listed(e.listed)
  if r.more then
    local first = r.more()
    if type(first) == "nil" then r.more = nil else r.list[1], r.count = first, 1 end
  end
end

-- Ranks the root's moves: in the first iteration by what is known of them.
local function rank(e, r)
  local s, count = r.search, r.count
  local is_scored = s.is_scored(e.iteration_depth, 0)
  r.is_unscored = is_scored
  if is_scored or e.asks_moves then
    while r.more and (is_scored or r.known and s.ordered.id_of(e.state, r.list[count], count) ~= r.known) do
      local move = r.more()
      if type(move) == "nil" then
        r.more = nil
      else
        count = count + 1
        r.list[count] = move
      end
    end
    r.count = count
    r.ranks, r.ids = s.ordered.rank(e.state, r.list, count, r.side, e.iteration_depth, 0, r.known)
  end
end

-- Sets the order in which all moves are tried: some of them first, then as before.
local function set_order(r, first)
  local order, is_there = {}, {}
  local function append(index)
    if not is_there[index] then order[#order + 1], is_there[index] = index, true end
  end
  for i = 1, #first do append(first[i]) end
  for i = 1, #r.order do append(r.order[i]) end
  for i = 1, r.count do append(i) end
  r.order, r.ranks = order, nil
end

-- The moves that are tried first in another iteration: the best, or those of the best whose scores are known.
local function best_of(e)
  if not e.scores or e.scores.wanted == 1 then return {e.tells_ends and e.answered or e.best_index} end
  local first, list = {}, e.scores.completed
  for i = 1, min(#list, e.scores.wanted) do
    if list[i].bound ~= 0 then break end
    first[i] = list[i].index
  end
  return first
end

-- The index of the move that is tried next; nil if there is none.
local function next_index(e, r, tried)
  local s = r.search
  if tried > r.count then
    local move
    if r.more then move = r.more() end
    if type(move) == "nil" then
      r.more = nil
      return nil
    end
    r.count, r.list[tried] = tried, move
    r.order[tried] = tried
    return tried
  end
  local index
  if not r.ranks then
    index = r.order[tried] or tried -- the latter without any order
  elseif r.is_unscored and tried < r.count then
    index, r.is_unscored = s.pick_scored(e.state, r.list, r.ranks, r.count, r.side, 0)
  else
    index = ordering.pick(r.ranks, r.count)
  end
  if r.ranks then r.ranks[index] = false end
  r.order[tried] = index
  return index
end

-- The line of the root's successor that was left last.
local function line_after(r, move, has_line)
  local line, rest = {move}, r.search.lines[1]
  for i = 1, has_line and r.search.lengths[1] or 0 do line[i + 1] = rest[i] end
  return line
end

-- Takes the value of a successor at a root with scores. Returns the window's new lower end.
local function take_score(e, r, worth, end_, index, a, b, is_exact)
  local list = e.scores
  local is_open = (worth > a or a == -huge) and (worth < b or b == huge)
  is_exact = is_exact or is_open
  scores.add(list, {
    value = worth, end_ = end_ or -1, bound = is_exact and 0 or worth >= b and 1 or -1, index = index,
  })
  if is_exact or not r.best or worth > r.best then e.lines[index] = line_after(r, r.move, is_open) end
  if not r.best or worth > r.best then
    r.best, r.end_, r.line, r.payoffs = worth, end_, e.lines[index], r.child_payoffs
    e.best_index = index
  end
  return (e.prunes or r.maxn) and scores.alpha(list, a) or a
end

-- Takes the value of a successor otherwise.
local function take_value(e, r, worth, end_, index, a, b, has_line)
  if r.best and not (worth > r.best) then return a end
  r.best, r.end_, r.payoffs = worth, end_, r.child_payoffs
  if e.algorithm ~= "mtdf" or worth > a or e.root_searches == 0 and r.tried == 1 then
    e.best_index, r.line = index, line_after(r, r.move, has_line)
    if proves(e, r, index, worth, end_, worth < b or b == huge) then e.line = r.line end
  end
  return (e.prunes or r.maxn) and worth > a and worth or a
end

-- Searches the root's moves with a window.
local function search_moves(e, r, alpha, beta, f)
  local s, side, path, depth = r.search, r.side, e.path, e.iteration_depth
  local a, b = side > 0 and alpha or -beta, side > 0 and beta or -alpha
  local is_leaf = depth == 1 and e.quiescence == 0
  local most = e.is_bounded and s.highest(side, 1) or huge
  r.alpha, r.best, r.tried, r.tried_at = a, nil, 0, {}
  if e.scores then scores.restart(e.scores) end
  if r.maxn then a, b = r.maxn.open_root() end
  while true do
    local index = next_index(e, r, r.tried + 1)
    if not index then break end
    r.tried = r.tried + 1
    local move = r.list[index]
    if not move then move = path.get(index) end
    r.move, r.index = move, index
    local value, end_, bound
    if r.maxn then
      r.child_payoffs = r.maxn.child(e.state, move, index, depth, a, b, f)
      value = r.child_payoffs[1]
    elseif is_leaf and not f then
      value, end_ = s.leaf_child(e.state, move, index, side, 0, e.listed)
    else
      local trie = r.trie and (r.trie[index] or {})
      if trie then r.trie[index] = trie end
      local child = path.enter(e.state, move, index)
      value, end_, bound = s.child_value(child, depth, r.tried, a, b, side, 1, trie, f)
      path.leave(child)
    end
    local worth = side * value
    if e.scores then
      a = take_score(e, r, worth, end_, index, a, b, is_leaf or bound == 0)
    else
      a = take_value(e, r, worth, end_, index, a, b, not is_leaf)
    end
    r.tried_at[index] = r.tried
    local is_cut
    if e.scores then
      is_cut = e.prunes and worth >= b and b < huge
    else
      is_cut = a >= b and (e.prunes or b < huge) or e.prunes and r.best >= most and most < huge
    end
    if f then f:note_child(r.maxn and r.payoffs or r.best, a, r.tried, r.count, r.more, is_cut, move) end
    if is_cut then
      if r.tried < r.count or r.more then s.note_cutoff() end
      if r.ids and r.ids[index] and e.prunes then s.ordered.remember(r.ids[index], side, depth, 0) end
      break
    end
  end
  return side * r.best, r.end_
end

-- Searches the root once with a window. Returns its value and end.
local function search_root(e, r, alpha, beta, is_again)
  local s, depth, side = r.search, e.iteration_depth, r.side
  if depth <= 0 then
    if not r.maxn then return s.node(e.state, depth, alpha, beta, side, 0, nil, nil, e.frames) end
    r.payoffs = r.maxn.node(e.state, depth, 0, nil, alpha, beta, e.frames)
    return r.payoffs[1]
  end
  if not is_again then s.enter_node(0) end
  local f = e.trace and e.tracer.open(e, e.state, depth, side, alpha, beta, 0, is_again, 0)
  if not r.is_expanded then
    list_root(e, r)
    if e.entries then
      r.map = e.entries.map(e.root_mover, r.side, 0)
      r.known = select(5, e.entries.get(r.map, r.key, 0, 0))
      local known, known_value = e.entries.exact(r.map, r.key)
      if known and not (e.tells_ends and abs(known_value) >= e.memory.least_end) then e.known = known end
    end
    r.is_expanded = true
  end
  local value, end_
  if r.probabilities then
    if f then f.is_chance = true end
    if r.maxn then
      r.payoffs = r.maxn.outcomes(e.state, r.list, r.count, r.probabilities, depth, 0, f)
      value = r.payoffs[1]
    else
      value, end_ = s.chance_node(e.state, r.list, r.count, r.probabilities, depth, alpha, beta, side, 0, r.trie,
        f)
    end
  elseif r.count == 0 then
    r.is_over = true
    if r.maxn then
      r.payoffs = r.maxn.value(e.state, true)
      value = r.payoffs[1]
    else
      value, end_ = s.end_value(e.state, side, 0, true)
    end
    if f then f:note("evaluate", r.payoffs or value, 0) end
  else
    if f then f:note_list(side, r.list, r.count) end
    if is_again then
      set_order(r, {})
    elseif e.result_depth > 0 and e.deepening and not r.maxn then
      set_order(r, best_of(e))
    else
      r.order = {}
      rank(e, r)
    end
    value, end_ = search_moves(e, r, alpha, beta, f)
  end
  if f then f:close(r.maxn and r.payoffs or value) end
  return value, end_
end

-- Stores what the root's search has found in the table, for the next search.
local function store(e, r, value, end_, reached, alpha, beta)
  if e.omits_moves or not r.map or r.is_over or r.search.has_repeated() then return end
  if not end_ and e.win < huge and abs(value) >= e.win - e.iteration_depth - e.quiescence then return end
  local bound = value >= beta and beta < huge and 1 or value <= alpha and alpha > -huge and -1 or 0
  local best, id = e.best_index, nil
  if best then id = r.ids and r.ids[best] or r.search.ordered.id_of(e.state, r.list[best], best) end
  e.entries.put(r.map, r.key, value, end_, e.prunes and bound or 0, e.iteration_depth, reached, id, 0)
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
  e.value = value == 0 and 0 or value
  values[1] = e.value
  e.line = e.depth > 0 and r.line or {}
  e.result_payoffs = r.payoffs
  e.is_decided = end_ ~= nil
  local wins = value * r.side > 0
  e.win_in = end_ and ((wins or end_ == 0) and end_ or -end_) -- never -0
end

-- Ends an iteration that skipped others, if this is one.
local function end_skip(e)
  if not e.is_skipping then return end
  limits.begin_iteration(e)
  if e.result_depth < e.min_depth then e.limits.check = huge end
  e.is_skipping = false
end

-- Why the search ends with the iteration just reported, or nil.
local function reason_to_end(e, r)
  end_skip(e)
  if r.is_over or e.iteration_depth <= 0 and not e.is_truncated then return "over" end
  if not e.is_truncated then return "solved" end
  local value = e.value
  if not e.scores and e.algorithm ~= "maxn"
    and (value >= e.value_max and e.value_max < huge or value <= e.value_min and e.value_min > -huge) then
    return "solved"
  end
  if e.result_depth == e.depth then return "depth" end
  if e.result_depth < e.min_depth then return nil end
  local is_forced = r.is_expanded and not r.more and not r.probabilities and r.count == 1
  if e.answers_forced and is_forced then return "forced" end
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

-- Sets the depth of the next iteration. If the table knows the root's value to a depth, it serves that depth alone,
-- here and below. So the iterations before it are skipped, within half of the limits.
local function deepen(e)
  local known = e.known < e.depth and e.known or e.depth
  e.iteration_depth = runs_out(e) and e.depth or next_depth(e, e.iteration_depth)
  e.is_skipping = known > e.iteration_depth
  if not e.is_skipping then return end
  e.iteration_depth = known
  limits.halve(e.limits, e.nodes)
end

-- A limit is reached: whether that was only the limit of an iteration that skipped others, and the search goes on.
function root.falls_back(e)
  if not e.is_skipping then return false end
  end_skip(e)
  e.known = 0
  e.iteration_depth = next_depth(e, e.result_depth)
  e.reason = e.result_depth >= e.min_depth and limits.reached(e.limits, e.nodes) or nil
  return e.reason == nil
end

-- Searches the root in one iteration. Returns the value, and its end.
local function iterate(e, r)
  local s = r.search
  local alpha, beta = e.alpha, e.beta
  e.root_searches, e.is_truncated = 0, false
  s.begin()
  local value, end_
  if e.algorithm == "mtdf" and e.iteration_depth > 0 then
    value, end_ = search_mtdf(e, r)
  else
    value, end_ = search_root(e, r, alpha, beta, false)
  end
  s.count()
  if e.entries then store(e, r, value, end_, e.is_truncated, alpha, beta) end
  return value, end_
end

-- Makes what a search needs at its root.
local function open(e)
  local r = {search = searches.new(e), side = e.minimizing and -1 or 1, order = {}, line = {}, tried_at = {}}
  r.maxn = e.algorithm == "maxn" and maxn.new(e, r.search) or nil
  r.trie = e.uses_refutations and {} or nil
  e.recheck, e.count = r.search.recheck, r.search.count
  function r.search.on_bound(worth, end_)
    if proves(e, r, r.index, worth, end_, false) then e.line = {r.move} end
  end
  return r
end

-- Searches until the search ends; the reason is then written down. `on_iteration` is called when one is completed.
-- Called again after a limit that only ended a skip, it goes on.
function root.run(e, on_iteration)
  if e.store then e.entries = transposition.open(e.store, keys.meaning(e)) end
  local r = e.root or open(e)
  e.root = r
  if e.trace and not e.frames then e.tracer.begin(e) end
  while true do
    local value, end_ = iterate(e, r)
    if e.check_changes then e.check_changes() end
    report(e, r, value, end_)
    on_iteration(e)
    if e.is_stopping then e.quit "stopped" end
    e.reason = reason_to_end(e, r)
    if e.reason then return end
    deepen(e)
  end
end

return root
