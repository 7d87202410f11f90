-- Alpha-beta by recursion: nodes and their successors. Internal: the engine in Lua uses it.
--
-- Windows (`alpha`, `beta`) and values are in Max's view, the one in which the search returns its value. `side` is 1 at
-- a node where Max moves, else -1. `a`, `b` and `best` are in the view of the player who moves there. `at` is the index
-- of a node on the path. Its ply in decisions is less by the outcomes on the way. A node's function returns its value,
-- the ply of the won game that the value comes from, nil for none, and 0 if the value is exact whatever the window, 1
-- or -1 if it is a bound after one move (Star2), else nil. Values are fail-soft: see csrc/engine/engine.h.
--
-- The root is a node like others, at index 0. All iterations share its list. Each value of one of its moves goes to
-- root.lua, which makes the result of the search.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, doubles, new_chance = use("common.constant_rows", "fallback.doubles", "fallback.chance")
local ordering, positions_of = use("fallback.ordering", "fallback.positions")
local new_quiescence, values_of = use("fallback.quiescence", "fallback.values")

local huge, min, type = math.huge, math.min, type
local above, pick = doubles.above, ordering.pick

local search = {}

local KEY_PLIES = constants.KEY_PLIES
local REDUCTION_DEPTH, REDUCTION_MOVES = constants.REDUCTION_DEPTH, constants.REDUCTION_MOVES

-- The most nodes of the last iteration whose best move is remembered.
local MOST_REMEMBERED = 100000

-- How a node is entered: by a null move; to be probed for Star2, by its first move alone; once more, with another
-- window, so that it does not count again.
local PASSED, PROBED, AGAIN = 1, 2, 3
search.AGAIN = AGAIN

-- Makes the functions of the search `e`, of which the root's player is known.
function search.new(e, root)
  local path = e.path
  local enter, leave, get, list_of = path.enter, path.leave, path.get, path.successors
  local prunes, scouts, scores = e.prunes, e.algorithm == "pvs", e.scores
  local has_lines = e.algorithm ~= "mtdf" -- whose windows are closed
  local noisy_plies, null_move, reductions = e.quiescence, e.null_move, e.reductions
  local repetition, has_table, key_depth = e.scores_repetition and e.repetition, e.entries ~= nil, e.key_depth
  local asks_key, asks_moves, asks_bounds = e.asks_key, e.asks_moves, e.bounds
  local is_mover, is_bounded, mobility = e.is_mover, e.is_bounded, e.mobility

  local lines, lengths = {}, {} -- by index on the path; the arrays of lines are used again
  local listed_at, sides_at = {}, {} -- how many successors a node has, and who moves there, for mobility
  local remembered = 0 -- nodes whose best move is remembered
  local node, quiet, chance_node

  local positions = positions_of.new(e)
  local turn = positions.turn
  local values = values_of.new(e, turn)
  local highest, leaf, value_child = values.highest, values.leaf, values.value_child
  local bound_of = values.bound_of
  local own = {lines = lines, lengths = lengths, positions = positions, turn = turn, values = values}

  local look = e.look

  local ordered = ordering.new(e, values.rate)
  local draw, id_of, is_scored, rank = ordered.draw, ordered.id_of, ordered.is_scored, ordered.rank
  local pick_scored, remember = ordered.pick_scored, ordered.remember
  own.ordered = ordered

  -- A move heads the line of the node at `at`, which goes on with that of the node above.
  local function note_line(at, move)
    local line, rest, length = lines[at], lines[at + 1], lengths[at + 1] or 0
    if not line then
      line = {}
      lines[at] = line
    end
    line[1] = move
    for i = 1, length do line[i + 1] = rest[i] end
    lengths[at] = length + 1
  end
  own.note_line = note_line

  -- The list of a node's successors, and what else the path's function returns.
  local function successors(s, at)
    if at == 0 and root.list then return root.list, root.count, root.more, root.probabilities end
    local list, n, more, probabilities = list_of(s)
    if at == 0 then root.list, root.count, root.more, root.probabilities = list, n, more, probabilities end
    return list, n, more, probabilities
  end
  own.successors = successors

  -- Nodes ------------------------------------------------------------------------------------------------------------

  -- The value of a node that was entered, for a successor of the node where (`a`, `b`) is the window and `nth` says
  -- how many were tried: by a null window or less depth, and again if that shows that it is better. Then whether it is
  -- exact.
  local function child_value(child, depth, nth, a, b, side, at, below, f)
    local reduced = 0
    if reductions > 0 and depth >= REDUCTION_DEPTH and nth > REDUCTION_MOVES and a > -huge and prunes then
      reduced = min(reductions, depth - 2)
    end
    local mark
    if a > -huge and (scouts and nth > 1 or reduced > 0) then
      local edge = scouts and nth > 1 and above(a) or b
      if edge >= b then edge = b end
      if edge < b or reduced > 0 then
        local value, end_, bound = node(child, depth - 1 - reduced, side > 0 and a or -edge, side > 0 and edge or -a,
          -side, at, below, nil, f)
        local worth = side * value
        if worth <= a or reduced == 0 and (worth >= b or bound == 0) then return value, end_, bound end
        if at == 1 and reduced == 0 then root.note_bound(worth, end_) end
        mark = AGAIN
      end
    end
    if not prunes then a, b = -huge, huge end
    return node(child, depth - 1, side > 0 and a or -b, side > 0 and b or -a, -side, at, below, mark, f)
  end

  -- The refutations below the successor with `index`, as long as there is room for more.
  local function refutations_below(trie, index)
    local below = trie[index]
    if not below and remembered < MOST_REMEMBERED then
      below, remembered = {}, remembered + 1
      trie[index] = below
    end
    return below
  end

  -- The order of a node's successors before any is tried: draws some of them from an iterator, and ranks them. The best
  -- one of the last iteration may be known by its index. Returns how many there are, the iterator, their ranks and ids
  -- if they have some, and whether they are not scored yet.
  local function arrange(s, list, n, more, depth, side, at, known, known_index)
    if more then n, more = draw(s, list, more, depth, at, known, known_index) end
    if known_index and known_index > n then known_index = nil end
    local is_unscored = n > 1 and is_scored(depth, at)
    if n <= 1 or not (is_unscored or asks_moves or known_index) then return n, more, nil, nil, false end
    local ranks, ids = rank(s, list, n, side, depth, at, known, known_index)
    return n, more, ranks, ids, is_unscored
  end

  -- A node by its successors. Returns the value, its end, the id of the best move, and the bound if it is known: 0 for
  -- an exact value. `best` is the value to beat in quiescence, else nil, `end_` its end. `is_probe`: only the first one
  -- counts.
  local function try_moves(s, list, n, more, depth, alpha, beta, side, at, best, end_, known, trie, is_probe, f)
    local a, b = side > 0 and alpha or -beta, side > 0 and beta or -alpha
    local best_id, best_index, ids, bound
    local floor = a
    local is_root = at == 0 and not best
    local ranks = is_root and root.ranks(n)
    local keeps_scores, most = is_root and scores, huge
    if is_bounded and not keeps_scores then most = highest(side, at + 1) end
    local has_leaves = depth == 1 and noisy_plies == 0 and not f
    local is_drawn = more ~= nil -- from an iterator
    if mobility then
      listed_at[at], sides_at[at] = not is_drawn and n, side
      if is_root then listed_at[at] = e.listed end -- some may not be searched
    end
    local is_unscored = false
    if not ranks then
      n, more, ranks, ids, is_unscored = arrange(s, list, n, more, depth, side, at, known, trie and trie.best)
    end
    if has_leaves then lengths[at + 1] = 0 end
    local tried = 0
    while true do
      if tried == n then
        local move
        if more then move = more() end
        if type(move) == "nil" then
          more = nil
          break
        end
        n, ranks, ids = n + 1, nil, nil
        list[n] = move
      end
      tried = tried + 1
      local index = tried
      if ranks then
        if is_unscored and tried < n then
          index, is_unscored = pick_scored(s, list, n, ranks, side, at)
        else
          index = pick(ranks, n, tried)
        end
        ranks[index] = false
      end
      local move = list[index]
      if not move then move = get(index) end
      local value, child_end, child_bound
      if is_root then root.enter(move, index) end
      if has_leaves then
        local nodes = e.nodes
        if nodes >= e.check then
          look(true)
          move = get(index) -- a pause may put another object in its place
        end
        e.nodes = nodes + 1
        value, child_end = value_child(s, move, index, side, at, listed_at[at])
        child_bound = 0
      else
        local below = trie and depth > 1 and refutations_below(trie, index) or nil
        local child = enter(s, move, index)
        value, child_end, child_bound = child_value(child, depth, tried, a, b, side, at + 1, below, f)
        leave(child)
      end
      value = side * value
      if is_root then a = root.take(value, child_end, a, b, child_bound == 0) end
      if not best or value > best then
        best, end_, best_index = value, child_end, index
        best_id = ids and ids[index]
        if has_lines and not is_root and (value > a or a == -huge) and (value < b or b == huge) then
          note_line(at, move)
        end
      end
      if prunes then
        if best > a and not keeps_scores then a = best end
        local is_cut = a >= b or best >= most and best < huge
        if keeps_scores then is_cut = value >= b and b < huge end
        if f then f:note_child(best, a, tried, n, more, is_cut, move) end
        if is_cut then
          if best >= most and best < huge and (best > floor or floor == -huge) then -- nothing is better
            bound = 0
            if f then f.is_exact = true end
          end
          if tried < n or more then e.cutoffs = e.cutoffs + 1 end
          if ids and depth > 0 then remember(ids[index], side, depth, at) end
          break
        end
      end
      if is_probe and (tried < n or more) then return side * best, end_, best_id, side end
    end
    if not best_id and best_index and (is_drawn or is_root) and asks_moves and depth > 0 then
      best_id = id_of(s, list[best_index], best_index)
    end
    if trie then trie.best = best_index end
    if is_root then root.keep(n, more) end
    return side * best, end_, best_id, bound
  end
  own.try_moves = try_moves

  -- Tries to pass. Returns the value if even that is too good, in Max's view.
  local function try_pass(s, depth, b, side, at, f)
    local low, high = e.low, e.high
    e.low, e.high = e.value_min, e.value_max
    local child = path.pass(s)
    local edge = -above(-b)
    local value = node(child, depth - 1 - null_move, side > 0 and edge or -b, side > 0 and b or -edge, -side, at + 1,
      nil, PASSED, f)
    leave(child)
    e.low, e.high = low, high
    if side * value >= b then
      e.cutoffs = e.cutoffs + 1
      if f then f:cut(value, f.list, f.count, 0) end
      return value
    end
  end

  -- The value of a node by its position, its end and its bound, where a line repeats it or the table knows it; else nil
  -- and the id of the best move that the table knows.
  local function recall(s, depth, alpha, beta, side, at, f)
    positions.name(s, side, at)
    if repetition and positions.is_repetition(at) then
      if f then f:note("repetition", repetition, 0) end
      return repetition, nil, 0
    end
    if not has_table then return nil end
    local value, end_, bound, reached, known = positions.look_up(side, depth, alpha, beta, at)
    if not value then return nil, known end
    if reached then e.horizons = e.horizons + 1 end
    if f then f:note("table", value, bound) end
    return value, end_, bound == 0 and 0 or nil
  end

  -- Searches a node with depth left.
  local function interior(s, depth, alpha, beta, side, at, trie, mark, f)
    local has_turn, known = at == 0, nil
    local is_named = asks_key and (at - e.skipped <= KEY_PLIES or depth >= key_depth)
    if is_named then
      if not has_turn then side, has_turn = turn(s, side), true end
      if f then f.side, f.is_known = side, true end
      local value, end_, bound = recall(s, depth, alpha, beta, side, at, f)
      if value then return value, end_, bound end
      known = end_
    elseif asks_key then
      positions.forget(at)
    end
    if asks_bounds and prunes then
      if is_mover and not has_turn then side, has_turn = turn(s, side), true end
      values.ask_bounds(s, side)
    end
    if is_bounded and e.bounds_unlisted and at > 0 then
      local value, end_ = bound_of(side, alpha, beta, at, f)
      if value then return value, end_ end
    end
    local only = asks_bounds and prunes and at > 0 and values.only_value(f)
    if only then return only, nil, 0 end
    local list, n, more, probabilities = successors(s, at)
    if probabilities then
      if f then f.is_chance = true end
      return chance_node(s, list, n, probabilities, depth, alpha, beta, side, at, trie, f)
    end
    if n == 0 and not more then
      if at == 0 then root.is_over = true end
      local value, end_ = values.end_value(s, side, at, has_turn, f)
      return value, end_, 0
    end
    if not has_turn then side = turn(s, side) end
    if f then f:note_list(side, list, n) end
    if is_bounded and at > 0 then
      local value, end_ = bound_of(side, alpha, beta, at + 1, f)
      if value then return value, end_ end
    end
    local a, b = side > 0 and alpha or -beta, side > 0 and beta or -alpha
    if null_move > 0 and mark ~= PASSED and mark ~= PROBED and depth > null_move and b < huge and prunes and at > 0
    then
      local value = try_pass(s, depth, b, side, at, f)
      if value then return value end
    end
    local is_probe = mark == PROBED and b < huge
    if is_probe then
      a = -huge
      if side > 0 then alpha = a else beta = -a end
      if f then f.alpha, f.beta, f.first = alpha, beta, a end
    end
    local before, outer = e.horizons, is_named and positions.open()
    local value, end_, best_id, bound = try_moves(s, list, n, more, depth, alpha, beta, side, at, nil, nil, known, trie,
      is_probe, f)
    if has_table and is_named then
      positions.store(value, end_, bound, side, a, b, depth, e.horizons > before, best_id, at)
    end
    if is_named then positions.close(outer) end
    return value, end_, bound
  end

  -- Searches the node of a state that was entered.
  function node(s, depth, alpha, beta, side, at, trie, mark, parent)
    if e.nodes >= e.check then look() end
    if mark ~= AGAIN then e.nodes = e.nodes + 1 end
    lengths[at] = 0
    local f = parent and e.tracer.open(e, s, depth, side, alpha, beta, at, mark == AGAIN)
    local value, end_, bound
    if depth > 0 then
      if asks_bounds then
        local low, high = e.low, e.high
        value, end_, bound = interior(s, depth, alpha, beta, side, at, trie, mark, f)
        e.low, e.high = low, high
      else
        value, end_, bound = interior(s, depth, alpha, beta, side, at, trie, mark, f)
      end
    elseif noisy_plies > -depth then
      value, end_, bound = quiet(s, depth, alpha, beta, side, at, mark == AGAIN, f)
    else
      value, end_ = leaf(s, side, at, listed_at[at - 1], sides_at[at - 1])
      bound = 0
      if f then f:note("evaluate", value, 0) end
    end
    if f then f:close(value, bound) end
    return value, end_, bound
  end
  own.node = node
  quiet, chance_node = new_quiescence(e, own), new_chance(e, own, PROBED)

  return own
end

return search
