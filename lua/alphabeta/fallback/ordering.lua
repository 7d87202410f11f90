-- The order of successors: ids of moves, killers, the history, and their scores. Internal: the engine in Lua uses it.
-- See search.lua for sides and indexes on the path.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants = use "common.constant_rows"
local describe = use "front.message".describe

local huge, sort, type = math.huge, table.sort, type

local ordering = {}

local ORDER_DEPTH, VALUES_DEPTH, KILLER_WEIGHT = constants.ORDER_DEPTH, constants.VALUES_DEPTH, constants.KILLER_WEIGHT

-- Ranks of moves above all scores: the remembered move, killers. The latter count as much as their history in later
-- iterations, times KILLER_WEIGHT.
local KNOWN, KILLER = huge, 2 ^ 1000
local ABOVE_SCORES = KILLER / 2

-- The successors picked by a look at all ranks. Then the others are sorted, because a node may have thousands.
local SELECTIONS = 8

-- Sorts the successors that are left, the best first, equal ones in the game's order: most have no history, and thus
-- the least rank. Stores how many were tried before.
local function sort_rest(ranks, n, tried)
  local order, last, least = {}, {}, huge
  for i = 1, n do
    if ranks[i] and ranks[i] < least then least = ranks[i] end
  end
  for i = 1, n do
    if ranks[i] then
      local part = ranks[i] > least and order or last
      part[#part + 1] = i
    end
  end
  sort(order, function(a, b)
    local first, second = ranks[a], ranks[b]
    if first ~= second then return first > second end
    return a < b
  end)
  for i = 1, #last do order[#order + 1] = last[i] end
  ranks.order, ranks.before = order, tried - 1
end

-- The index of the successor that is tried next, by the ranks of those that are left, and its rank. `tried` counts it;
-- without it nothing is sorted, because ranks may still change.
local function pick(ranks, n, tried)
  if tried and tried > SELECTIONS then
    if not ranks.order then sort_rest(ranks, n, tried) end
    local index = ranks.order[tried - ranks.before]
    return index, ranks[index]
  end
  local index, top = nil, -huge
  for i = 1, n do
    local rank_here = ranks[i]
    if rank_here and (rank_here > top or not index) then top, index = rank_here, i end
  end
  return index, top
end
ordering.pick = pick

-- Makes the functions of the search `e`. `rate` values a successor.
function ordering.new(e, rate)
  local path, path_id, move_id, history = e.path, e.path.id_of, e.move_id, e.memory.history
  local asks_moves, has_killers, has_history = e.asks_moves, e.learns_killers, e.learns_history
  local order, asks_scores, asks_values, is_plain = e.order, e.asks_scores, e.asks_child_values, not move_id
  local is_unscored = not asks_scores and not asks_values
  local killers, others, ranks_at, ids_at = {}, {}, {}, {} -- by index on the path
  local own = {}

  -- Before another call of the game's functions, ends the search at a limit, or lets it wait at the end of a slice.
  local function tick()
    if e.is_sliced or e.nodes >= e.check then e.look(true) end
  end

  -- The id of a successor, and whether it is that of the move wherever it is listed: else it is made of the index.
  local function id_of(s, move, index)
    local id = path_id(s, move)
    if id == nil then return index + 0.25, false end -- no other id is such a number
    if is_plain and type(move) == "table" then e.has_content = true end
    return id, true
  end
  own.id_of = id_of

  -- Ranks the successors of a node before they are scored: the remembered move, killers, then by the history. Returns
  -- their ranks, and their ids if these count.
  function own.rank(s, list, n, side, depth, at, known, known_index)
    local ranks, ids = ranks_at[at], ids_at[at]
    if not ranks then
      ranks, ids = {}, {}
      ranks_at[at], ids_at[at] = ranks, ids -- no other node is open here
    end
    ranks.order = nil
    local identifies = asks_moves and (at == 0 or depth >= (move_id and ORDER_DEPTH or 1))
    local counts = has_history and history[side] or nil
    local killer, other = killers[at], others[at]
    local is_weighed = counts and e.result_depth > 0 and is_unscored
    for i = 1, n do
      if move_id then tick() end
      local move = list[i]
      local count = move and is_plain and counts and counts[move] -- then it is its own id, in most games
      local id, is_known_move = count and move or i, true
      if not count then
        count, is_known_move = 0, false
        if identifies then id, is_known_move = id_of(s, move or path.get(i), i) end
        if counts and is_known_move then count = counts[id] or 0 end
      end
      ids[i] = id
      if i == known_index or known and id == known then
        ranks[i] = KNOWN
      elseif (id == killer or id == other) and is_known_move then
        ranks[i] = is_weighed and KILLER_WEIGHT * count or id == killer and KILLER or KILLER / 2
      else
        ranks[i] = count
      end
    end
    return ranks, identifies and ids
  end

  -- A move has cut off: nodes to come try it early.
  function own.remember(id, side, depth, at)
    if has_killers and killers[at] ~= id then others[at], killers[at] = killers[at], id end
    if has_history then history[side][id] = (history[side][id] or 0) + depth * depth end
  end

  -- Scores ------------------------------------------------------------------------------------------------------------

  -- Whether the successors of a node are scored.
  function own.is_scored(depth, at)
    if asks_values then return depth >= VALUES_DEPTH or at == 0 and e.deepening end
    return asks_scores and (depth >= ORDER_DEPTH or e.quiescence > 0 or at == 0)
  end

  -- The score of a successor by the game's function.
  local function ask_score(s, move)
    path.note "order"
    local answer = order(s, move)
    if type(answer) ~= "number" or answer ~= answer then
      path.reject("order", "expected a number, got %s", describe(answer))
    end
    return answer
  end

  -- Scores the successors of a node that are not tried, by `order` or by their values. Their scores are their ranks.
  function own.score(s, list, n, ranks, side, at)
    for i = 1, n do
      if ranks[i] then
        tick()
        local move = list[i]
        if not move then move = path.get(i) end
        ranks[i] = asks_values and rate(s, move, i, side, at) or ask_score(s, move)
      end
    end
  end

  -- As `pick`, after the successors are scored if none comes before all scores. Then whether they are still unscored.
  function own.pick_scored(s, list, n, ranks, side, at)
    local index, top = pick(ranks, n)
    if top >= ABOVE_SCORES then return index, true end
    own.score(s, list, n, ranks, side, at)
    return pick(ranks, n), false
  end

  -- Draws successors of an iterator: all if they are scored, or until the move comes that is tried first.
  function own.draw(s, list, more, depth, at, known, known_index)
    local n, draws_all = 0, own.is_scored(depth, at)
    repeat
      local move = more()
      if type(move) == "nil" then return n, nil end
      n = n + 1
      list[n] = move
    until not draws_all
      and not (known_index and n < known_index or not known_index and known and id_of(s, move, n) ~= known)
    return n, more
  end

  return own
end

return ordering
