-- The tree of a Monte Carlo tree search: its nodes, the choice of the next one, and the update by a playout. Internal:
-- `search.lua` uses it.
--
-- A node has
--   visits, sum    how many playouts went through it, and the sum of their points for the `mover`, the player who made
--                  the move to it: an index of players
--   moves, count   the moves of its state; nil until its second visit. The first `tried` of them have a node in `kids`
--   places         their indexes in the game's list, if that is made again at each visit; else nil: see kept.lua
--   player         who moves there
--   chances        the probabilities of `moves` at a chance node; else false
--   solved         the proven points of player 1 there: 1, 0.5 or 0; else false. It is not visited again
--   floor          the points of player 1 that `player` can have by a proven draw; nil for none
--   plies          if it is solved: how many plies its proof takes to the end of the game
--   later          if moves are counted as first, see below: of each of `moves`, how many playouts with it there were,
--   later_sums     and the sum of their points for `player`
--   result         if it is solved: the `result` that is proven for player 1, who gets at least that from a won game,
--                  and at most that from a lost one
--
-- Sources. UCB1 in trees: L. Kocsis and C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006. Proven wins and
-- losses: M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008.
--
-- All moves as first, RAVE: S. Gelly and D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007. A
-- playout counts also for the moves that the player of a node made later: few playouts through a move then tell more of
-- it. Moves must be numbers or strings, so that they can be found again. A tree notes the moves of the playout in
-- `line`, and who made them in `movers`.
--
-- The same seed must build the same tree on every Lua. So nothing is used of the C library but sqrt(), which is exact.

local use = require((...):match "^(.*)%..*%." .. ".use")

local random = use "common.random"

local floor, huge, max, min, sqrt, type = math.floor, math.huge, math.max, math.min, math.sqrt, type

local tree = {}

-- How strongly few visits attract, as points of two players and as values whose range is found out, scaled to 1.
local EXPLORATION, SCALED_EXPLORATION = 0.7, 1.4

-- The offset of the levels' random numbers in those of a seed, beyond the number of the search.
local LEVEL_PLACE = 1000000000

-- The approximate size of a node and of one of its moves, in bytes; and of what is counted of moves as first.
local NODE_BYTES, MOVE_BYTES, LATER_BYTES = 300, 32, 32

-- If moves are counted as first: how strongly few visits attract; with so many visits, a move's own playouts count as
-- much as those with it later, and fewer of these than so many count less.
local EXPLORATION_BY_ALL, EQUIVALENCE, FEW = 0.3, 60, 8

-- Values are added up in this unit, a power of two, so the sums of the greatest numbers are finite. There an infinite
-- value counts as 2^1024, more than any number.
local UNIT, INFINITE = 2 ^ 40, 2 ^ (1024 - 40)

-- Natural logarithms of integers, each made from that before it by a series.
local LOGARITHMS, TABULATED = {0}, 4096
for n = 2, TABULATED do
  local z = 1 / (2 * n - 1)
  local square = z * z
  LOGARITHMS[n] = LOGARITHMS[n - 1] + 2 * z * (1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))))
end

local function logarithm(n)
  local sum = 0
  while n > TABULATED do n, sum = floor(n / 2), sum + LOGARITHMS[2] end
  return sum + LOGARITHMS[n]
end
tree.logarithm = logarithm

-- A value as it is added up.
function tree.term(value)
  if value == huge then return INFINITE end
  if value == -huge then return -INFINITE end
  return value / UNIT
end

-- The value of a mean of such terms.
function tree.value(mean) return mean * UNIT end

function tree.new_node(move, mover)
  return {move = move, mover = mover, visits = 0, sum = 0, solved = false}
end

-- An empty tree. It may occupy `bytes`.
function tree.new(bytes)
  return {root = tree.new_node(nil, 1), players = {}, free = bytes, lowest = huge, highest = -huge}
end

-- The random numbers at an index of a seed, with 53 bits.
function tree.generator(seed, place)
  return random.from_number(seed[1] % 2097152 * 4294967296 + seed[2], place)
end

-- The random numbers of a search's level.
function tree.level_generator(e) return tree.generator(e.seed, LEVEL_PLACE + e.number) end

-- Two players have opposite values, and their sign counts first. One player, or more than two, have values of any size.
-- So have two players with hidden hands, because the mean over the deals counts. When a new player appears, the counts
-- before are dropped. Returns whether all players were known.
function tree.check_players(t)
  local count = #t.players
  if count == t.player_count then return true end
  local is_first = t.player_count == nil
  t.player_count, t.is_scaled, t.is_many = count, count ~= 2 or t.deals ~= nil, count > 2
  t.is_opposed = count == 2
  if is_first then return true end
  t.root = tree.new_node(nil, t.own)
  return false
end

-- Whether a move can be found again in other states.
local function is_known_by_itself(move)
  local kind = type(move)
  return kind == "string" or kind == "number" and move == move
end

-- Stores the moves of a node. Moves are no longer counted as first if some cannot be found again.
function tree.open(t, node, list, count, chances)
  local moves, counts_later = {}, t.line ~= nil and not chances
  for i = 1, count do
    moves[i] = list[i]
    counts_later = counts_later and is_known_by_itself(moves[i])
  end
  node.moves, node.count, node.tried, node.kids, node.chances = moves, count, 0, {}, chances
  t.free = t.free - MOVE_BYTES * count
  if not counts_later then
    if not chances then t.line = nil end
    return
  end
  local later, sums = {}, {}
  for i = 1, count do later[i], sums[i] = 0, 0 end
  node.later, node.later_sums = later, sums
  t.free = t.free - LATER_BYTES * count
end

local function add_kid(t, node, place)
  local kid = tree.new_node(node.moves[place], node.chances and node.mover or node.player)
  node.kids[place] = kid
  t.free = t.free - NODE_BYTES
  return kid
end

-- Adds a node below one whose moves differ from deal to deal, for a move that is recognized by a key.
function tree.add_by_key(t, node, key, move, mover)
  local kid = tree.new_node(move, mover)
  node.tried = node.tried + 1
  node.kids[node.tried], node.by_key[key], kid.available = kid, kid, 1
  t.free = t.free - NODE_BYTES - MOVE_BYTES
  return kid
end

-- Adds a node below that of a move, for what is seen after it.
function tree.add_by_seen(t, node, key)
  local kid = tree.new_node(node.move, node.mover)
  node.by_seen[key] = kid
  t.free = t.free - NODE_BYTES
  return kid
end

-- The mean of the points of a node for its mover, or of the values; a proven draw of the player there bounds it.
local function points_of(node)
  local points = node.sum / node.visits
  if not node.floor then return points end
  return (node.player == node.mover and max or min)(points, node.floor)
end
tree.points_of = points_of

-- What makes points for a player a share from 0 to 1: what is added to them, and then a factor. The share is 0.5 as
-- long as all values are the same.
local function scale_of(t, player)
  if not t.is_scaled then return 0, 1 end
  local offset = t.is_opposed and player ~= 1 and t.highest or -t.lowest
  if t.highest <= t.lowest then return offset + 0.5, 1 end
  return offset, 1 / (t.highest - t.lowest)
end

-- The possible value of a node, to which so many moves were available: its mean, and more if it has few visits.
function tree.bound(t, node, available)
  local offset, factor = scale_of(t, node.mover)
  return (points_of(node) + offset) * factor
    + (t.is_opposed and EXPLORATION or SCALED_EXPLORATION) * sqrt(logarithm(available) / node.visits)
end

-- A node's proven points for a player.
local function proven(node, player) return player == 1 and node.solved or 1 - node.solved end
tree.proven = proven

-- The node of an outcome that was drawn; nil if no memory is left for it.
function tree.outcome(t, node, place)
  local kid = node.kids[place]
  if not kid and t.free > 0 then kid = add_kid(t, node, place) end
  return kid
end

-- The size of a node and all below it. It does not recurse, because a tree may be deeper than Lua's stack.
function tree.bytes(node)
  local bytes, left = 0, {node}
  while left[1] do
    node, left[#left] = left[#left], nil
    bytes = bytes + NODE_BYTES + (node.later and MOVE_BYTES + LATER_BYTES or MOVE_BYTES) * (node.count or 0)
    for place = 1, node.count or 0 do left[#left + 1] = node.kids[place] end
  end
  return bytes
end

-- The tried kid that attracts most: its index and its bound. `by_all`: its points are those of its own playouts and of
-- those with its move later. A kid whose first playout was broken off comes before the others.
local function best_tried(t, node, by_all)
  local best, best_bound, kids = nil, -huge, node.kids
  local later, sums = by_all and node.later, node.later_sums
  local offset, factor = scale_of(t, node.player)
  local logarithm_of_visits = logarithm(node.visits + 1)
  local exploration = by_all and EXPLORATION_BY_ALL or t.is_opposed and EXPLORATION or SCALED_EXPLORATION
  for place = 1, node.tried do
    local kid = kids[place]
    if not kid.solved then
      local visits, count = kid.visits, later and later[place] or 0
      if visits == 0 then return place, huge end
      local points = kid.floor and points_of(kid) or kid.sum / visits
      if count > 0 then
        local part = EQUIVALENCE / (EQUIVALENCE + visits)
        if count < FEW then part = part * count / FEW end
        points = points + part * (sums[place] / count - points)
      end
      local bound = (points + offset) * factor + exploration * sqrt(logarithm_of_visits / visits)
      if bound > best_bound then best, best_bound = place, bound end
    end
  end
  return best, best_bound
end

-- The most promising move of a node that was not tried, by the playouts with it later and two that are neither good nor
-- bad; and its value.
local function best_untried(t, node)
  local best, best_value, ties, later, sums = nil, -huge, 0, node.later, node.later_sums
  local offset, factor = scale_of(t, node.player)
  for place = node.tried + 1, node.count do
    local count = later[place]
    local value = count > 0 and ((sums[place] + count * offset) * factor + 1) / (count + 2) or 0.5
    if value > best_value then
      best, best_value, ties = place, value, 1
    elseif value == best_value then
      ties = ties + 1
      if t.random() * ties < 1 then best = place end
    end
  end
  return best, best_value
end

local function swap(array, i, k) array[i], array[k] = array[k], array[i] end

-- Tries the move at an index of a node. Returns its index then, and its node.
local function try(t, node, place)
  local tried = node.tried + 1
  swap(node.moves, tried, place)
  if node.places then swap(node.places, tried, place) end
  if node.later then
    swap(node.later, tried, place)
    swap(node.later_sums, tried, place)
  end
  local kid = add_kid(t, node, tried)
  node.tried = tried
  return tried, kid
end

-- The next node below one whose moves are stored: its index, and the node. Nil if no memory is left for the first one.
function tree.select(t, node)
  local by_all = t.line and node.later and true or false
  local untried = node.count - node.tried
  local may_try = untried > 0 and (t.free > 0 or node == t.root)
  if may_try and not by_all then return try(t, node, node.tried + random.integer(t.random, untried)) end
  local best, bound = best_tried(t, node, by_all)
  if may_try and bound < huge then
    local place, value = best_untried(t, node)
    local exploration = EXPLORATION_BY_ALL * sqrt(logarithm(node.visits + 1))
    if not best or value + exploration > bound then return try(t, node, place) end
  end
  return best, best and node.kids[best]
end

-- Proves a node, one of whose kids was proven: the player there takes a won one, or the best if all are proven. Of won
-- kids it is the shortest, of lost ones the longest. A drawn one is a floor as long as others are not proven.
local function prove(node)
  local best, most, is_whole, sign = -1, -huge, node.tried == node.count, node.player == 1 and 1 or -1
  local plies = 0
  for place = 1, node.tried do
    local kid = node.kids[place]
    local points = kid.solved and proven(kid, node.player)
    if points then
      local is_better = points > best or points == best and (kid.plies < plies) == (points == 1)
      if is_better then plies = kid.plies end
      best, most = max(best, points), max(most, sign * kid.result)
    end
    is_whole = is_whole and points ~= false
  end
  if best == 1 or is_whole then
    node.solved, node.result = node.player == 1 and best or 1 - best, sign * most
    node.plies = plies + 1
  elseif best == 0.5 then
    node.floor = best
  end
end

-- A playout's points for a player: they are those of player 1, or of each player in a table.
local function points_for(t, points, player)
  if t.is_many then return points[player] end
  if player == 1 or not t.is_opposed then return points end
  return t.is_scaled and -points or 1 - points
end

-- Counts the playout for the moves that were made in it at and after each of the first `length` nodes of a path, as if
-- they were made at the node by its player.
local function count_later(t, path, length, points)
  local line, movers, stamp, last_at = t.line, t.movers, t.stamp, t.last_at
  for player = #last_at + 1, #t.players do last_at[player] = {} end
  for ply = 1, t.line_length do
    local move = line[ply]
    if move then last_at[movers[ply]][move] = stamp + ply end
  end
  for i = 1, length do
    local node = path[i]
    local later = node.later
    if later then
      local moves, sums, made_at, own = node.moves, node.later_sums, last_at[node.player],
        points_for(t, points, node.player)
      for place = 1, node.count do
        local at = made_at[moves[place]]
        if at and at >= stamp + i then later[place], sums[place] = later[place] + 1, sums[place] + own end
      end
    end
  end
  t.stamp = stamp + t.line_length + 1
end

-- Adds a playout to the first `length` nodes of a path. `points` are those of player 1, or of each player in a table.
-- If a node is a proven draw, or has one as a floor, that counts for the nodes before it. In a game with chance nodes
-- the mean of the kid tells whether that is less than the floor, not the luck of a playout.
function tree.back_up(t, path, length, points)
  local proves = t.is_opposed and not t.is_scaled
  for i = length, 1, -1 do
    local node = path[i]
    local kid = i < length and path[i + 1]
    if proves and kid and kid.solved and not node.solved and not node.chances then prove(node) end
    if proves and node.solved == 0.5 then
      points = 0.5
    elseif proves and node.floor and not t.has_chances then
      points = (node.player == 1 and max or min)(points, node.floor)
    elseif proves and node.floor and kid and points_of(kid) < node.floor then
      points = node.floor
    end
    node.visits, node.sum = node.visits + 1, node.sum + points_for(t, points, node.mover)
  end
end

-- The same, of a playout whose moves are noted.
function tree.count(t, path, length, points)
  if t.line then count_later(t, path, length, points) end
  tree.back_up(t, path, length, points)
end

-- Inserts a kid into a list. The greatest `rank` is first, then the greatest `visits`. Unlike table.sort it is stable.
local function insert(list, kid, rank)
  local at = #list + 1
  list[at], kid.rank = kid, rank
  while at > 1 do
    local before = list[at - 1]
    if before.rank > rank or before.rank == rank and before.visits >= kid.visits then return end
    list[at - 1], list[at], at = kid, before, at - 1
  end
end

-- The kids of the root, the best to play first: proven wins, the shortest first; then by visits; then proven losses,
-- the longest first. Proven draws come before the first kid by visits that has no more points than they.
function tree.ranking(t)
  local node, wins, others, draws, losses = t.root, {}, {}, {}, {}
  for place = 1, node.count and not node.chances and node.tried or 0 do
    local kid = node.kids[place]
    local points = kid.solved and proven(kid, node.player)
    if points == 1 then
      insert(wins, kid, -kid.plies)
    elseif points == 0 then
      insert(losses, kid, kid.plies)
    elseif points then
      insert(draws, kid, 0)
    elseif kid.visits > 0 then
      insert(others, kid, 0)
    end
  end
  local list = wins
  for i = 1, #others + 1 do
    if draws and not (others[i] and points_of(others[i]) > 0.5) then
      for k = 1, #draws do list[#list + 1] = draws[k] end
      draws = nil
    end
    list[#list + 1] = others[i]
  end
  for i = 1, #losses do list[#list + 1] = losses[i] end
  return list
end

return tree
