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
--   later          if moves are counted as first, see below: by moves, how many playouts with them there were, and
--   later_sums     the sum of their points for `player`
--   result         if it is solved: the `result` that is proven for player 1, who gets at least that from a won game,
--                  and at most that from a lost one
--
-- Sources. UCB1 in trees: L. Kocsis and C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006. Proven wins and
-- losses: M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008.
--
-- All moves as first: S. Gelly and D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007. A tree with a
-- `line`, the moves of the playout, counts a playout also for the moves that the player of a node made later. Few
-- playouts through a move then tell more of it. It is for games where players take turns and the same move means much
-- the same later: matches favour it where nothing tells unfinished states apart, and there alone it was tried.
--
-- The same seed must build the same tree on every Lua. So nothing is used of the C library but sqrt(), which is exact.

local LIBRARY = (... or "alphabeta.uct.tree"):match "^(.*)%.[^.]*%.[^.]*$"

local jit = require(LIBRARY .. ".common.globals").jit

if jit and jit.off then jit.off(true, true) end -- see playout.lua

local random = require(LIBRARY .. ".common.random")

local floor, huge, max, min, sqrt, type = math.floor, math.huge, math.max, math.min, math.sqrt, type

local tree = {}

-- How strongly few visits attract, as points of two players and as values whose range is found out, scaled to 1.
local EXPLORATION, SCALED_EXPLORATION = 0.7, 1.4

-- The offset of the levels' random numbers in those of a seed, beyond the number of the search.
local LEVEL_PLACE = 1000000000

-- The approximate size of a node and of one of its moves, in bytes.
local NODE_BYTES, MOVE_BYTES, LATER_BYTES = 300, 32, 100

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
  return {root = tree.new_node(nil, 1), players = {}, free = bytes, lowest = huge, highest = -huge, plies = {}}
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

-- Stores the moves of a node.
function tree.open(t, node, list, count, chances)
  local moves = {}
  for i = 1, count do moves[i] = list[i] end
  node.moves, node.count, node.tried, node.kids, node.chances = moves, count, 0, {}, chances
  t.free = t.free - MOVE_BYTES * count
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

-- The same from 0 to 1.
local function mean(t, node)
  local points = points_of(node)
  if not t.is_scaled then return points end
  if t.highest <= t.lowest then return 0.5 end
  return (points + (t.is_opposed and node.mover ~= 1 and t.highest or -t.lowest)) / (t.highest - t.lowest)
end

-- The possible value of a node, to which so many moves were available: its mean, and more if it has few visits.
function tree.bound(t, node, available)
  return mean(t, node) + (t.is_opposed and EXPLORATION or SCALED_EXPLORATION) * sqrt(logarithm(available) / node.visits)
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

-- The value of a kid that is not solved, from its own playouts and those with its move later.
local function blend(node, kid)
  local visits, later = kid.visits, node.later[kid.move]
  local own = points_of(kid)
  if not later then return own end
  local share = EQUIVALENCE / (EQUIVALENCE + visits) * min(later / FEW, 1)
  return (1 - share) * own + share * node.later_sums[kid.move] / later
end

-- The most promising move of a node that was not tried, by the playouts with it later, and its value; nil if there is
-- none.
local function untried(t, node)
  local best, best_value, ties = nil, -huge, 0
  for place = node.tried + 1, node.count do
    local move = node.moves[place]
    local later = node.later[move]
    local value = later and (node.later_sums[move] + 1) / (later + 2) or 0.5
    if value > best_value then
      best, best_value, ties = place, value, 1
    elseif value == best_value then
      ties = ties + 1
      if t.random() * ties < 1 then best = place end
    end
  end
  return best, best_value
end

-- Tries the move at an index of a node. Returns its index then, and its node.
local function try(t, node, place)
  local tried, moves, places = node.tried + 1, node.moves, node.places
  moves[tried], moves[place] = moves[place], moves[tried]
  if places then places[tried], places[place] = places[place], places[tried] end
  local kid = add_kid(t, node, tried)
  node.tried = tried
  return tried, kid
end

-- As `select`, if moves are counted as first.
local function select_by_all(t, node)
  if not node.later then
    node.later, node.later_sums = {}, {}
    t.free = t.free - LATER_BYTES * node.count
  end
  local best, best_bound, kids, visits = nil, -huge, node.kids, logarithm(node.visits + 1)
  for place = 1, node.tried do
    local kid = kids[place]
    if kid.visits == 0 then return place, kid end -- its first playout was broken off
    if not kid.solved then
      local bound = blend(node, kid) + EXPLORATION_BY_ALL * sqrt(visits / kid.visits)
      if bound > best_bound then best, best_bound = place, bound end
    end
  end
  if t.free > 0 or node == t.root then
    local place, value = untried(t, node)
    local is_better = not best or place and value + EXPLORATION_BY_ALL * sqrt(visits) > best_bound
    if place and is_better then return try(t, node, place) end
  end
  return best, kids[best]
end

-- The next node below one whose moves are stored: its index, and the node. Nil if no memory is left for the first one.
function tree.select(t, node)
  local tried, count = node.tried, node.count
  if t.line and t.player_count == 2 then
    local kind = type(node.moves[1])
    if kind == "number" or kind == "string" then return select_by_all(t, node) end
    t.line = nil -- moves that cannot be found again
  end
  if tried < count and (t.free > 0 or node == t.root) then
    return try(t, node, tried + random.integer(t.random, count - tried))
  end
  if tried == 0 then return nil end
  local best, best_place, best_bound, kids = nil, nil, -huge, node.kids
  local visits, exploration = logarithm(node.visits), t.is_scaled and SCALED_EXPLORATION or EXPLORATION
  for place = 1, tried do
    local kid = kids[place]
    if kid.visits == 0 then return place, kid end -- its first playout was broken off
    if not kid.solved then
      local bound = mean(t, kid) + exploration * sqrt(visits / kid.visits)
      if bound > best_bound then best, best_place, best_bound = kid, place, bound end
    end
  end
  return best_place, best
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

-- Counts a playout for the moves of its line that were made at and after the first `length` nodes of a path.
local function count_later(t, path, length, points)
  local line = t.line
  for i = 1, length do
    local node = path[i]
    local later, sums = node.later, node.later_sums
    if later then
      local own, seen = node.player == 1 and points or 1 - points, {}
      for ply = i, t.line_length, 2 do
        local move = line[ply]
        if not seen[move] and move == move then
          seen[move], later[move], sums[move] = true, (later[move] or 0) + 1, (sums[move] or 0) + own
        end
      end
    end
  end
end

-- Adds a playout to the first `length` nodes of a path. `points` are those of player 1, or of each player in a table.
-- If a node is a proven draw, or has one as a floor, that counts for the nodes before it.
function tree.back_up(t, path, length, points)
  if t.line and t.player_count == 2 then count_later(t, path, length, points) end
  local proves = t.is_opposed and not t.is_scaled
  for i = length, 1, -1 do
    local node = path[i]
    local kid = i < length and path[i + 1]
    if proves and kid and kid.solved and not node.solved and not node.chances then prove(node) end
    if proves and node.solved == 0.5 then
      points = 0.5
    elseif proves and node.floor then
      points = (node.player == 1 and max or min)(points, node.floor)
    end
    node.visits = node.visits + 1
    local own = points
    if t.is_many then
      own = points[node.mover]
    elseif node.mover ~= 1 and t.is_opposed then
      own = t.is_scaled and -points or 1 - points
    end
    node.sum = node.sum + own
  end
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
