-- The tree of a Monte Carlo tree search: its nodes, the choice of the next one, and the update by a playout. Internal:
-- `search.lua` uses it.
--
-- A node has
--   visits, sum    how many playouts went through it, and the sum of their points for the `mover`, the player who made
--                  the `move` to it: an index of players
--   kids, tried    the nodes after moves: by the indexes of these in `moves`, or by keys with hidden hands; and in the
--                  order in which they were first tried
--   moves, count   the moves of its state; nil until its second visit
--   player         who moves there
--   chances        the probabilities of `moves` at a chance node; else false
--   later, sums    if moves are counted as first, see below: of each of `moves`, how many playouts with it there were,
--                  and the sum of their points for `player`
--   solved         the proven points of player 1 there: 1, 0.5 or 0; else false. It is not visited again
--   plies, result  if it is solved: how many plies its proof takes to the end of the game; and the `result` that is
--                  proven for player 1, who gets at least that from a won game, and at most that from a lost one
--   floor          the points of player 1 that `player` can have by a proven draw; nil for none
--   available      with hidden hands: how often a deal allowed the move to it
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

local floor, huge, insert, max, min, sort, sqrt, type =
  math.floor, math.huge, table.insert, math.max, math.min, table.sort, math.sqrt, type

local tree = {}

-- The exploration constant: with points, with values that are scaled to 1, and if moves are counted as first.
-- With EQUIVALENCE visits, a move's own playouts count as much as those with it later. Fewer of the latter than FEW
-- count less. As in csrc/uct/selection.c.
local EXPLORATION, SCALED_EXPLORATION, RAVE_EXPLORATION, EQUIVALENCE, FEW = 0.7, 1.4, 0.15, 100, 8

-- The approximate size of a node and of one of its moves, in bytes.
local NODE_BYTES, MOVE_BYTES = 300, 64

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

local function new_node(move, mover)
  return {move = move, mover = mover, visits = 0, sum = 0, kids = {}, tried = {}, available = 1, solved = false}
end
tree.new_node = new_node

-- An empty tree. It may occupy `bytes`.
function tree.new(bytes)
  return {root = new_node(nil, 1), players = {}, free = bytes, lowest = huge, highest = -huge}
end

-- Two players have opposite values, and their sign counts first. One player, or more than two, have values of any size.
-- So have two players with hidden hands, because the mean over the deals counts. When a new player appears, the counts
-- before are dropped. Returns whether all players were known.
function tree.check_players(t)
  local count = #t.players
  if count == t.player_count then return true end
  local is_first = t.player_count == nil
  t.player_count, t.is_opposed, t.is_scaled = count, count == 2, count ~= 2 or t.is_hidden
  if not is_first then t.root = new_node(nil, t.own) end
  return is_first
end

-- Stores the moves of a node. Moves are no longer counted as first if some cannot be found again.
function tree.open(t, node, list, count, chances)
  local moves, later, sums, can_be_found = {}, {}, {}, true
  for i = 1, count do
    local move = list[i]
    moves[i], later[i], sums[i] = move, 0, 0
    can_be_found = can_be_found and (type(move) == "string" or type(move) == "number" and move == move)
  end
  node.moves, node.count, node.chances = moves, count, chances
  t.free = t.free - MOVE_BYTES * count
  if chances then return end
  if not can_be_found then t.line = nil end
  if t.line then node.later, node.sums = later, sums end
end

-- Choosing ------------------------------------------------------------------------------------------------------------

-- The mean of the points of a node for its mover, or of the values; a proven draw of the player there bounds it.
local function points_of(node)
  local points = node.sum / node.visits
  if not node.floor then return points end
  return (node.player == node.mover and max or min)(points, node.floor)
end
tree.points_of = points_of

-- An offset and a factor that make points for a player a share from 0 to 1. As long as all values are the same, the
-- share is 0.5.
local function scale_of(t, player)
  if not t.is_scaled then return 0, 1 end
  local offset = t.is_opposed and player ~= 1 and t.highest or -t.lowest
  if t.highest <= t.lowest then return offset + 0.5, 1 end
  return offset, 1 / (t.highest - t.lowest)
end

-- A node's proven points for a player.
local function proven(node, player) return player == 1 and node.solved or 1 - node.solved end
tree.proven = proven

local function may_grow(t, node) return t.free > 0 or node == t.root end

-- Finds the most promising move of a node where a player moves: its own playouts count, those with it later, and its
-- few visits. `keys` has those of the moves, if these differ from deal to deal. A move that was not tried comes before
-- all others, unless playouts with it later tell of it. Returns its index; nil if there is no memory for the first one.
function tree.select(t, node, player, count, keys)
  local kids, later, sums = node.kids, t.line and t.player_count > 1 and node.later, node.sums
  local offset, factor = scale_of(t, player)
  local weight = later and RAVE_EXPLORATION or t.is_opposed and EXPLORATION or SCALED_EXPLORATION
  local can_grow, visits, equal = may_grow(t, node), logarithm(node.visits + 1), t.equal
  local most, found, untried = -huge, 0, weight * sqrt(visits)
  for place = 1, count do
    local kid = kids[keys and keys[place] or place]
    local with_later, bound = later and later[place] or 0, nil
    if not kid or kid.visits == 0 then
      if later and can_grow then -- two playouts are added that are neither good nor bad
        local share = with_later > 0 and ((sums[place] + with_later * offset) * factor + 1) / (with_later + 2) or 0.5
        bound = share + untried
      elseif can_grow then
        bound = huge
      end
    elseif not kid.solved then
      if keys then
        kid.available = kid.available + 1
        visits = logarithm(kid.available)
      end
      local points = kid.floor and points_of(kid) or kid.sum / kid.visits
      if with_later > 0 then
        local part = EQUIVALENCE / (EQUIVALENCE + kid.visits)
        if with_later < FEW then part = part * with_later / FEW end
        points = points + part * (sums[place] / with_later - points)
      end
      bound = (points + offset) * factor + weight * sqrt(visits / kid.visits)
    end
    if bound and bound > most then
      most, found, equal[1] = bound, 1, place
    elseif bound == most then
      found = found + 1
      equal[found] = place
    end
  end
  return equal[found > 1 and random.integer(t.random, found) or found]
end

-- The index of the outcome of a chance node for a random number.
function tree.outcome(t, probabilities, count)
  local left, index = t.random(), 1
  while index < count and left > probabilities[index] do left, index = left - probabilities[index], index + 1 end
  return index
end

-- The kid of a node to which a move with this key leads; nil if no memory is left for it.
function tree.kid(t, node, key, move, mover)
  local kid = node.kids[key]
  if kid or not may_grow(t, node) then return kid end
  kid = new_node(move, mover)
  node.kids[key], node.tried[#node.tried + 1] = kid, kid
  t.free = t.free - NODE_BYTES
  return kid
end

-- Counting ------------------------------------------------------------------------------------------------------------

-- Proves a node, one of whose kids was proven: the player there takes a won one, or the best if all are proven. Of won
-- kids it is the shortest, of lost ones the longest. A drawn one is a floor as long as others are not proven.
local function prove(node)
  local best, most, plies, is_whole, sign = -1, -huge, 0, #node.tried == node.count, node.player == 1 and 1 or -1
  for i = 1, #node.tried do
    local kid = node.tried[i]
    local points = kid.solved and proven(kid, node.player)
    if points then
      if points > best or points == best and (kid.plies < plies) == (points == 1) then plies = kid.plies end
      best, most = max(best, points), max(most, sign * kid.result)
    end
    is_whole = is_whole and points ~= false
  end
  if best == 1 or is_whole then
    node.solved, node.result, node.plies = node.player == 1 and best or 1 - best, sign * most, plies + 1
  elseif best == 0.5 then
    node.floor = best
  end
end

-- Counts the playout for the moves that were made in it at and after each of the first `length` nodes of a path, as if
-- they were made at the node by its player.
local function count_later(t, path, length, points)
  local line, movers, stamp, last_at = t.line, t.movers, t.stamp, t.last_at
  for player = #last_at + 1, #t.players do last_at[player] = {} end
  for ply = 1, t.line_length do
    if line[ply] then last_at[movers[ply]][line[ply]] = stamp + ply end
  end
  for i = 1, length do
    local node = path[i]
    local later, sums = node.later, node.sums
    if later then
      local moves, made_at, own = node.moves, last_at[node.player], points[node.player]
      for place = 1, node.count do
        local at = made_at[moves[place]]
        if at and at >= stamp + i then later[place], sums[place] = later[place] + 1, sums[place] + own end
      end
    end
  end
  t.stamp = stamp + t.line_length + 1
end

local DRAWN = {0.5, 0.5}

-- Adds a playout to the first `length` nodes of a path. `points` has those of each player. If a node is a proven draw,
-- or has one as a floor, that counts for the nodes before it. In a game with chance nodes the mean of the kid tells
-- whether that is less than the floor, not a single playout.
function tree.count(t, path, length, points)
  if t.line then count_later(t, path, length, points) end
  local proves = t.is_opposed and not t.is_scaled
  for i = length, 1, -1 do
    local node = path[i]
    local kid = i < length and path[i + 1]
    if proves and kid and kid.solved and not node.solved and not node.chances then prove(node) end
    if proves and node.solved == 0.5 then
      points = DRAWN
    elseif proves and node.floor and not t.has_chances then
      if points[node.player] < node.floor then points = DRAWN end
    elseif proves and node.floor and kid and points_of(kid) < node.floor then
      points = DRAWN
    end
    node.visits, node.sum = node.visits + 1, node.sum + points[node.mover]
  end
end

-- The kids of the root, the best to play first: proven wins, the shortest first; then by visits; then proven losses,
-- the longest first. Proven draws come before the first kid by visits that has no more points than they.
function tree.ranking(t)
  local node, list, draws, rank_of, place_of = t.root, {}, {}, {}, {}
  for i = 1, node.chances and 0 or #node.tried do
    local kid = node.tried[i]
    local points = kid.solved and proven(kid, node.player)
    place_of[kid], rank_of[kid] = i, points == 1 and 1 / kid.plies or points == 0 and kid.plies / 2 ^ 40 - 1 or 0
    if points or kid.visits > 0 then insert(points == 0.5 and draws or list, kid) end
  end
  local function precedes(a, b)
    if rank_of[a] ~= rank_of[b] then return rank_of[a] > rank_of[b] end
    if a.visits ~= b.visits then return a.visits > b.visits end
    return place_of[a] < place_of[b]
  end
  sort(list, precedes)
  sort(draws, precedes)
  local at = 1
  while list[at] and (rank_of[list[at]] > 0 or rank_of[list[at]] == 0 and points_of(list[at]) > 0.5) do at = at + 1 end
  for i = #draws, 1, -1 do insert(list, at, draws[i]) end
  return list
end

return tree
