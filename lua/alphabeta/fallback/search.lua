-- Alpha-beta by recursion: nodes, their successors, quiescence and chance nodes. Internal: the engine in Lua uses it.
--
-- Windows (`alpha`, `beta`) and values are in Max's view, the one in which the search returns its value. `side` is 1 at
-- a node where Max moves, else -1. `a`, `b` and `best` are in the view of the player who moves there. `at` is the index
-- of a node on the path. Its ply in decisions is less by the outcomes on the way. A node's function returns its value,
-- the ply of the won game that the value comes from, nil for none, and 0 if the value is exact whatever the window, 1
-- or -1 if it is a bound after one move (Star2), else nil. Values are fail-soft: see csrc/engine/engine.h.
--
-- The root is a node like others, at index 0. All iterations share its list. Each value of one of its moves goes to
-- root.lua, which makes the result of the search.
--
-- Two counters stand in for results that rarely matter. `horizons` counts leaves where the game may go on: a value
-- found without one is true at every greater depth. `repeated` is the least ply of the path that a line repeats: a
-- value may be stored if that is not above its node.

local use = require((...):match "^(.*)%..*%." .. ".use")

local chance, constants = use("fallback.chance", "common.constant_rows")
local above = use "fallback.doubles".above
local message, ordering = use("front.message", "fallback.ordering")

local abs, huge, max, min, type = math.abs, math.huge, math.max, math.min, type
local describe, pick = message.describe, ordering.pick

local search = {}

local KEY_PLIES, STAR2_DEPTH = constants.KEY_PLIES, constants.STAR2_DEPTH
local ORDER_DEPTH, VALUES_DEPTH = constants.ORDER_DEPTH, constants.VALUES_DEPTH
local REDUCTION_DEPTH, REDUCTION_MOVES = constants.REDUCTION_DEPTH, constants.REDUCTION_MOVES
local MOBILITY_MAX, MOBILITY_UNIT = constants.MOBILITY_MAX, constants.MOBILITY_UNIT

-- The most nodes of the last iteration whose best move is remembered.
local MOST_REMEMBERED = 100000

-- How a node is entered: by a null move; to be probed for Star2, by its first move alone; once more, with another
-- window, so that it does not count again.
local PASSED, PROBED, AGAIN = 1, 2, 3
search.AGAIN = AGAIN

-- Makes the functions of the search `e`, of which the root's player is known.
function search.new(e, root)
  local path, entries = e.path, e.entries
  local enter, leave, get = path.enter, path.leave, path.get
  local list_of, noisy_of, value_at, ask_player = path.successors, path.noisy, path.value, path.player
  local order, evaluate_move, is_over, bounds = e.order, e.evaluate_move, e.is_over, e.bounds
  local me, has_player, is_mover = e.me, e.player ~= nil, e.is_mover
  local max_player, has_max_player = e.max_player, type(e.max_player) ~= "nil"
  local root_side = e.minimizing and -1 or 1
  local prunes, scouts, scores = e.prunes, e.algorithm == "pvs", e.scores
  local has_lines = e.algorithm ~= "mtdf" -- whose windows are closed
  local win, has_wins = e.win, e.win < huge
  local quiescence, null_move, reductions = e.quiescence, e.null_move, e.reductions
  local repetition, key_depth = e.scores_repetition and e.repetition, e.key_depth
  local asks_key, asks_moves, asks_scores = e.asks_key, e.asks_moves, e.asks_scores
  local asks_values, mobility, is_sliced = e.asks_child_values, e.mobility, e.is_sliced
  local evaluates_leaves = e.evaluate and not e.asks_end and not mobility and not (has_player and is_mover)
  local ignores_end = e.ignores_end

  local own = {lines = {}, lengths = {}}
  local lengths = own.lengths -- of lines, whose arrays are used again
  local lines, keys, sides = own.lines, {}, {} -- by index on the path
  local listed_at, sides_at = {}, {} -- how many successors a node has, and who moves there, for mobility
  local nodes, evaluations, cutoffs, table_hits, check = 0, 0, 0, 0, 0
  local horizons, base, repeated, skipped, remembered = 0, 0, huge, 0, 0
  local mover = e.root_mover -- the player of the last question who moves, as `memory` numbers players
  local low, high = e.value_min, e.value_max -- of all values below the current node
  local node

  -- Counts and pauses -------------------------------------------------------------------------------------------------

  -- Makes the counts fields of the search.
  function own.count()
    e.nodes, e.evaluations, e.cutoffs, e.table_hits = nodes, evaluations, cutoffs, table_hits
    e.is_truncated = horizons > base
  end

  -- Ends the search at a limit, or lets it wait at the end of a slice.
  local function look(is_listed)
    own.count()
    check = e.look(is_listed)
  end

  local ordered = ordering.new(e, function()
    if is_sliced or nodes >= check then look(true) end
  end)
  local id_of, rank, remember = ordered.id_of, ordered.rank, ordered.remember
  own.rank = rank

  -- Players, values ---------------------------------------------------------------------------------------------------

  -- The side of the player who moves at a state.
  local function turn(s, side)
    if not has_player then return side end
    local now = ask_player(s)
    if asks_key then mover = e.number_of(now) end
    if has_max_player then return now == max_player and 1 or -1 end
    return now == me and root_side or -root_side
  end
  own.turn = turn

  -- What the mobility of a state adds to its value: a small part for its `count` moves less those of the node before.
  -- Where the same side has moved before, the difference means nothing.
  local function mobility_of(s, side, count, listed, parent_side)
    local gain = listed and count - listed or 0
    if gain == 0 then return 0 end
    if not is_mover then side = turn(s, side) end
    if side == parent_side then return 0 end
    local part = max(-MOBILITY_MAX, min(gain, MOBILITY_MAX)) * MOBILITY_UNIT
    return is_mover and part or part * side
  end

  -- A value as the search has it, and the ply of the end if it is that of a won game.
  local function decided(value, at)
    if has_wins and (value >= win or value <= -win) then
      local ply = at - skipped
      return value > 0 and win - ply or ply - win, ply
    end
    return value
  end

  -- The value of a state where the game is over.
  local function end_value(s, side, at, has_turn)
    evaluations = evaluations + 1
    if is_mover and not has_turn then side = turn(s, side) end
    local value = value_at(s, true)
    return decided(is_mover and side * value or value, at)
  end

  -- The value of a state at the horizon and its end; then whether the game is over there, nil if that was not asked.
  -- `listed` is how many successors the node before has, where its player is on the side `parent_side`; `known_value`
  -- the evaluation, if it is known.
  local function leaf(s, side, at, listed, parent_side, has_turn, known_value)
    evaluations = evaluations + 1
    if is_mover and not has_turn and at > 0 then side = turn(s, side) end
    local over, count
    if own.asks_end(at) then
      over, count = path.is_game_over(s)
    end
    local value = not over and known_value or value_at(s, over)
    if not over then
      horizons = horizons + 1
      local part = mobility and count and mobility_of(s, side, count, listed, parent_side) or 0
      if part ~= 0 then value = max(min(value + part, e.value_max), e.value_min) end
    end
    if is_mover then value = side * value end
    local end_
    value, end_ = decided(value, at)
    return value, end_, over
  end

  -- The value of a successor at the horizon by `evaluate_move`, as the search has values, and its end. The value is nil
  -- if `evaluate_move` is not called, or if the game may be over after the move: then its answer is the second result.
  local function value_move(s, move, side, at)
    local finds_end = e.asks_end or not ignores_end and horizons == base
    if finds_end and not e.asks_end then return nil end
    path.note "evaluate_move"
    local value, over = evaluate_move(s, move, me)
    value = path.check_value("evaluate_move", value)
    if finds_end and (over or type(over) == "nil") then
      if not over then evaluate_move = nil end -- it does not know
      return nil, value
    end
    evaluations, horizons = evaluations + 1, horizons + 1
    return decided(is_mover and -side * value or value, at + 1)
  end

  -- The value of a successor as one at the horizon, and its end. `listed` is how many successors there are.
  local function value_child(s, move, index, side, at, listed)
    local value, end_, answer
    if evaluate_move and not (has_player and is_mover) then
      value, end_ = value_move(s, move, side, at)
      if value then return value, end_ end
      answer = end_
    end
    local child = enter(s, move, index)
    if evaluates_leaves and (ignores_end or horizons ~= base) then -- in most games most leaves
      evaluations, horizons = evaluations + 1, horizons + 1
      value = value_at(child)
      leave(child)
      if is_mover then value = -side * value end
      if has_wins then return decided(value, at + 1) end
      return value
    end
    value, end_ = leaf(child, -side, at + 1, listed, side, false, answer)
    leave(child)
    return value, end_
  end

  -- The best and the worst possible value of a node for the player on a side, if the game is not over before `at`.
  local function highest(side, at) return min(side > 0 and high or -low, win - (at - skipped)) end
  local function lowest(side, at) return max(side > 0 and low or -high, at - skipped - win) end

  -- If no possible value of a node lies inside its window, returns a bound of them, in Max's view.
  local function bound_of(side, alpha, beta, at)
    local most, least = highest(side, at), lowest(side, at)
    local a, b = side > 0 and alpha or -beta, side > 0 and beta or -alpha
    local value = a >= most and most or b <= least and least or nil
    if value then return side * value, has_wins and abs(value) == win - (at - skipped) and at - skipped or nil end
  end

  own.highest = highest

  -- Asks for bounds of the values at a node and below it. A later win is worth less, so a lower bound above the least
  -- value of a win says nothing, nor does an upper bound if the game may be lost.
  local function ask_bounds(s, side)
    path.note "bounds"
    local least, most = bounds(s, me)
    if type(least) ~= "number" or type(most) ~= "number" or not (least <= most) then
      path.reject("bounds", "expected the lowest value and the highest one, got %s and %s", describe(least),
        describe(most))
    end
    if is_mover and side < 0 then least, most = -most, -least end
    if repetition then least, most = min(least, repetition), max(most, repetition) end
    local latest, lowest_of_all, highest_of_all = win - e.depth - quiescence, e.value_min, e.value_max
    local has_low = not (most >= win and least > latest) and least > lowest_of_all and least <= highest_of_all
    local has_high = not (least <= -win and most < -latest) and most < highest_of_all and most >= lowest_of_all
    low, high = has_low and least + 0.0 or lowest_of_all, has_high and most + 0.0 or highest_of_all
  end

  -- Ordering ----------------------------------------------------------------------------------------------------------

  -- Scores the successors of a node that are not tried, by `order` or by their values. Their scores are their ranks.
  local function score(s, list, n, ranks, side, at)
    for i = 1, n do
      if ranks[i] then
        if is_sliced or nodes >= check then look(true) end
        local move = list[i]
        if not move then move = get(i) end
        if asks_values then
          local before = horizons
          horizons = huge -- so no end is looked for, unless the game tells ends apart
          ranks[i] = side * value_child(s, move, i, side, at)
          horizons = before
        else
          path.note "order"
          local answer = order(s, move)
          if type(answer) ~= "number" or answer ~= answer then
            path.reject("order", "expected a number, got %s", describe(answer))
          end
          ranks[i] = answer
        end
      end
    end
  end
  own.score = score

  -- As `pick`, after the successors are scored, if they are to be and none comes before all scores.
  local function pick_scored(s, list, ranks, n, side, at)
    local index, top = pick(ranks, n)
    if top >= ordering.ABOVE_SCORES then return index, true end
    score(s, list, n, ranks, side, at)
    return pick(ranks, n), false
  end

  -- Whether the successors of a node are scored.
  local function is_scored(depth, at)
    if asks_values then return depth >= VALUES_DEPTH or at == 0 and e.deepening end
    return asks_scores and (depth >= ORDER_DEPTH or quiescence > 0 or at == 0)
  end
  own.is_scored = is_scored

  -- Draws successors of an iterator: all if they are scored, or until the move comes that is tried first.
  local function draw(s, list, more, depth, at, known, known_index)
    local n, draws_all = 0, is_scored(depth, at)
    repeat
      local move = more()
      if type(move) == "nil" then return n, nil end
      n = n + 1
      list[n] = move
    until not draws_all
      and not (known_index and n < known_index or not known_index and known and id_of(s, move, n) ~= known)
    return n, more
  end
  own.draw = draw

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

  -- A node by its successors. Returns the value, its end, the id of the best move, and the bound if it is known: 0 for
  -- an exact value. `best` is the value to beat in quiescence, else nil, `end_` its end. `is_probe`: only the first one
  -- counts.
  local function try_moves(s, list, n, more, depth, alpha, beta, side, at, best, end_, known, trie, is_probe, f)
    local a, b = side > 0 and alpha or -beta, side > 0 and beta or -alpha
    local best_id, best_index, ids, bound
    local floor = a
    local is_root = at == 0 and not best
    local ranks = is_root and root.ranks(n)
    local known_index = not is_root and trie and trie.best or nil
    local keeps_scores, most = is_root and scores, huge
    if prunes and (has_wins or high < huge or low > -huge) and not keeps_scores then most = highest(side, at + 1) end
    local has_leaves = depth == 1 and quiescence == 0 and not f
    local is_drawn = more ~= nil -- from an iterator
    if mobility then
      listed_at[at], sides_at[at] = not is_drawn and n, side
      if is_root then listed_at[at] = e.listed end -- some may not be searched
    end
    local is_unscored = false
    if not ranks then
      if more then n, more = draw(s, list, more, depth, at, known, known_index) end
      if known_index and known_index > n then known_index = nil end
      is_unscored = n > 1 and is_scored(depth, at)
      if n > 1 and (is_unscored or asks_moves) then
        ranks, ids = rank(s, list, n, side, depth, at, known, known_index)
      end
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
          index, is_unscored = pick_scored(s, list, ranks, n, side, at)
        else
          index = pick(ranks, n, tried)
        end
        ranks[index] = false
      elseif known_index and tried <= known_index then -- the best of the last iteration first
        index = tried == 1 and known_index or tried - 1
      end
      local move = list[index]
      if not move then move = get(index) end
      local value, child_end, child_bound
      if is_root then root.enter(move, index) end
      if has_leaves then
        if nodes >= check then
          look(true)
          move = get(index) -- a pause may put another object in its place
        end
        nodes = nodes + 1
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
          if tried < n or more then cutoffs = cutoffs + 1 end
          if ids and depth > 0 then remember(ids[index], side, depth, at) end
          break
        end
      end
      if is_probe and (tried < n or more) then return side * best, end_, best_id, side end
    end
    if not best_id and best_index and (is_drawn or is_root) and asks_moves and depth > 0 then
      best_id = id_of(s, list[best_index], best_index)
    end
    if trie then trie.best, trie.known = best_index, best_id end
    if is_root then root.keep(n, more) end
    return side * best, end_, best_id, bound
  end

  -- Tries to pass. Returns the value if even that is too good, in Max's view.
  local function try_pass(s, depth, b, side, at, f)
    local saved_low, saved_high = low, high
    low, high = e.value_min, e.value_max
    local child = path.pass(s)
    local edge = -above(-b)
    local value = node(child, depth - 1 - null_move, side > 0 and edge or -b, side > 0 and b or -edge, -side, at + 1,
      nil, PASSED, f)
    leave(child)
    low, high = saved_low, saved_high
    if side * value >= b then
      cutoffs = cutoffs + 1
      if f then f:cut(value, f.list, f.count, 0) end
      return value
    end
  end

  -- A chance node: the mean of its outcomes, each searched with the window that still matters (Star1), after a first
  -- look at one move of each (Star2).
  local function chance_node(s, list, n, probabilities, depth, alpha, beta, side, at, trie, f)
    local least, most = -huge, huge
    if prunes and e.is_bounded then least, most = lowest(1, at), highest(1, at) end
    local c = chance.open(probabilities, n, alpha, beta, least, most)
    local probes = e.star2 and prunes and depth >= STAR2_DEPTH and n > 1 and (alpha > -huge or beta < huge)
      and lowest(1, at) > -huge and highest(1, at) < huge
    for phase = probes and 1 or 2, 2 do
      for i = 1, n do
        if chance.is_open(c, i) then
          local low_edge, high_edge = chance.window(c, i)
          local below = trie and (trie[i] or {})
          if trie then trie[i] = below end
          local child = enter(s, list[i], i, true)
          skipped = skipped + 1
          local value, end_, bound = node(child, depth, low_edge, high_edge, side, at + 1, below,
            phase == 1 and PROBED or nil, f)
          leave(child)
          skipped = skipped - 1
          if chance.take(c, i, value, end_, bound ~= 0 and bound or nil) then
            cutoffs = cutoffs + 1
            if f then f:cut(c.value, list, n, i, list[i]) end
            return c.value
          end
        end
      end
    end
    if f then f.is_exact = true end
    local value, end_ = chance.close(c)
    return value, end_, 0
  end

  -- The latest earlier ply with the position of a node; -1 if it was before the root; nil for none.
  local function earlier_ply(key, side, at)
    for i = at - 1, 0, -1 do
      if keys[i] == key and sides[i] == mover * side then return i end
    end
    local past, past_sides = e.past, e.past_sides
    for i = 1, past and #past or 0 do
      if past[i] == key and (not past_sides[i] or past_sides[i] == mover) then return -1 end
    end
  end

  -- An iterator of moves, nil if it has none.
  local function begun(more)
    local first, is_first = more(), true
    if type(first) == "nil" then return nil end
    return function()
      if not is_first then return more() end
      is_first = false
      return first
    end
  end

  -- The list of a node's successors, and what else `list_of` returns. An iterator has at least one.
  local function successors(s, at)
    if at == 0 and root.list then return root.list, root.count, root.more, root.probabilities end
    local list, n, more, probabilities = list_of(s)
    if more then more = begun(more) end
    if at == 0 then root.list, root.count, root.more, root.probabilities = list, n, more, probabilities end
    return list, n, more, probabilities
  end
  own.successors = successors

  -- Searches a node with depth left.
  local function interior(s, depth, alpha, beta, side, at, trie, mark, f)
    local key, has_turn, known, map = nil, at == 0, trie and trie.known, nil
    if at == 0 then mover = e.root_mover end
    if asks_key and (at - skipped <= KEY_PLIES or depth >= key_depth) then
      if not has_turn then side, has_turn = turn(s, side), true end
      key = at == 0 and keys[0] or e.key_of(s) -- the root's is asked once
      keys[at], sides[at] = key, mover * side
      if f then f.side, f.is_known = side, true end
      if repetition and at > 0 then
        local ply = earlier_ply(key, side, at)
        if ply then
          repeated = min(repeated, ply)
          if f then f:note("repetition", repetition, 0) end
          return repetition, nil, 0
        end
      end
      if entries then
        map = entries.map(mover, side, e.ties_plies and at - skipped or 0)
        local value, end_, bound, reached
        value, end_, bound, reached, known = entries.get(map, key, depth, at - skipped)
        if value and at > 0 and (bound == 0 or bound * side > 0 and value * side >= (side > 0 and beta or -alpha)
          or bound * side < 0 and value * side <= (side > 0 and alpha or -beta)) then
          table_hits = table_hits + 1
          if reached then horizons = horizons + 1 end
          if f then f:note("table", value, bound) end
          return value, end_, bound == 0 and 0 or nil
        end
      end
    elseif asks_key then
      keys[at] = nil
    end
    if bounds and prunes then
      if is_mover and not has_turn then side, has_turn = turn(s, side), true end
      ask_bounds(s, side)
    end
    if e.is_bounded and e.bounds_unlisted and at > 0 then
      local value, end_ = bound_of(side, alpha, beta, at)
      if value then
        if f then f:note("bounds", value, nil) end
        return value, end_
      end
    end
    if bounds and prunes and low == high and abs(low) < min(win, huge) and at > 0 then
      if f then f:note("bounds", low, 0) end
      return low, nil, 0
    end
    local list, n, more, probabilities = successors(s, at)
    if probabilities then
      if f then f.is_chance = true end
      return chance_node(s, list, n, probabilities, depth, alpha, beta, side, at, trie, f)
    end
    if n == 0 and not more then
      if at == 0 then root.is_over = true end
      local value, end_ = end_value(s, side, at, has_turn)
      if f then
        f.is_known = false
        f:note("evaluate", value, 0)
      end
      return value, end_, 0
    end
    if not has_turn then side = turn(s, side) end
    if f then f:note_list(side, list, n) end
    if e.is_bounded and at > 0 then
      local value, end_ = bound_of(side, alpha, beta, at + 1)
      if value then
        if f then f:note("bounds", value, nil) end
        return value, end_
      end
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
    local before, outer = horizons, repeated
    if repetition then repeated = huge end
    local value, end_, best_id, bound = try_moves(s, list, n, more, depth, alpha, beta, side, at, nil, nil, known, trie,
      is_probe, f)
    if map and not (at == 0 and e.omits_moves) and (not repetition or repeated >= at)
      and (end_ or not has_wins or e.ties_plies or abs(value) < win - e.iteration_depth - quiescence) then
      local worth = side * value
      local own_bound = bound or not prunes and 0 or worth >= b and b < huge and side
        or worth <= a and a > -huge and -side or 0
      entries.put(map, key, value, end_, own_bound, depth, horizons > before, best_id, at - skipped)
    end
    if repetition then repeated = min(outer, repeated) end
    return value, end_, bound
  end

  -- Searches a quiescence node: its player may stand pat or try a noisy move.
  local function quiet(s, depth, alpha, beta, side, at, mark, f)
    if at > 0 then side = turn(s, side) end
    local value, end_, over = leaf(s, side, at, nil, nil, true)
    local best = side * value
    if f then f:stand_pat(side, value, over, mark == AGAIN) end
    if over then return value, end_, 0 end
    if mark == AGAIN then evaluations = evaluations - 1 end -- of one node
    if prunes then
      if best >= (side > 0 and beta or -alpha) then return value, end_ end
      if side > 0 then alpha = max(alpha, best) else beta = min(beta, value) end
    end
    local list, n, more = nil, 0, nil
    if not (is_over and over == nil and path.is_over(s)) then list, n, more = noisy_of(s) end
    if more then more = begun(more) end
    if n == 0 and not more then
      if f then f.is_known, f.is_exact = false, true end
      return value, end_, 0
    end
    if f then f:note_list(side, list, n) end
    if e.is_bounded and at > 0 then
      local bound, bound_end = bound_of(side, alpha, beta, at + 1)
      if bound then
        if f then f:note("bounds", bound, nil) end
        if side * bound > best then return bound, bound_end end
        return value, end_
      end
    end
    return try_moves(s, list, n, more, depth, alpha, beta, side, at, best, end_, nil, nil,
      false, f)
  end

  -- Searches the node of a state that was entered.
  function node(s, depth, alpha, beta, side, at, trie, mark, parent)
    if nodes >= check then look() end
    if mark ~= AGAIN then nodes = nodes + 1 end
    lengths[at] = 0
    local f = parent and e.tracer.open(e, s, depth, side, alpha, beta, at, mark == AGAIN, skipped)
    local value, end_, bound
    if depth > 0 then
      if bounds then
        local saved_low, saved_high = low, high
        value, end_, bound = interior(s, depth, alpha, beta, side, at, trie, mark, f)
        low, high = saved_low, saved_high
      else
        value, end_, bound = interior(s, depth, alpha, beta, side, at, trie, mark, f)
      end
    elseif quiescence > -depth then
      value, end_, bound = quiet(s, depth, alpha, beta, side, at, mark, f)
    else
      value, end_ = leaf(s, side, at, listed_at[at - 1], sides_at[at - 1])
      bound = 0
      if f then f:note("evaluate", value, 0) end
    end
    if f then f:close(value, bound) end
    return value, end_, bound
  end
  own.node = node

  -- An iteration begins.
  function own.begin() base, repeated, skipped, check = horizons, huge, 0, 0 end

  -- A node is entered that another function searches: one of max^n.
  function own.enter_node(at)
    if nodes >= check then look() end
    nodes, lengths[at] = nodes + 1, 0
  end

  -- Has the limits looked at before the next node.
  function own.recheck() check = 0 end

  function own.note_cutoff() cutoffs = cutoffs + 1 end

  -- A leaf is evaluated; `over` says whether the game is known to be over there.
  function own.note_leaf(over)
    evaluations = evaluations + 1
    if not over then horizons = horizons + 1 end
  end

  -- Whether the search must find out at a leaf at the horizon whether the game is over there.
  function own.asks_end(at) return e.asks_end or (at == 0) == e.ignores_end and (at == 0 or horizons == base) end

  return own
end

return search
