-- Adds the results of several trees of playouts, which helpers have grown from one root, each from a seed of its own.
-- Internal: pools use it.
--
-- That is root parallelization [Chaslot, Winands, van den Herik 2008]. The visits and the points of the root's moves
-- are added. What one tree has proven is true of all. The same move may be another table in another helper, so moves
-- are compared by their content. Trees come in the order of their helpers, so equal trees give equal results.

local use = require((...):match "^(.*)%..*%." .. ".use")
local dump = use "common.dump"
local playouts, ranking = use("playouts.values", "root.ranking")
local copy = use "common.values".copy

local ipairs, max, min, sort, tostring, type = ipairs, math.max, math.min, table.sort, tostring, type

local trees = {}

-- The kinds of moves in the order of a list, as in csrc/uct/ranking.c. Drawn moves come before the first one by visits
-- that has no more points than they.
local WON, OTHER, DRAWN, LOST = 1, 2, 3, 4

local function kind_of(kid)
  if not kid.result then return OTHER end
  return kid.points == 1 and WON or kid.points == 0 and LOST or DRAWN
end

-- The key of a move: the move itself, or the content of a table.
local function key_of(move)
  local kind = type(move)
  return kind == "table" and "table " .. dump(move) or kind == "cdata" and tostring(move) or move
end

-- Adds what another tree knows of a move. The line is that of the tree with the most visits of it, and a proof is the
-- shortest one.
local function add_kid(kid, other)
  if other.result then
    if not kid.result or other.plies < kid.plies then
      kid.result, kid.plies, kid.points, kid.pv = other.result, other.plies, other.points, other.pv
    end
  elseif not kid.result then
    if other.visits > kid.most then kid.pv = other.pv end
    local visits = kid.visits + other.visits
    if visits > 0 then kid.points = (kid.points * kid.visits + other.points * other.visits) / visits end
  end
  kid.visits, kid.most = kid.visits + other.visits, max(kid.most, other.visits)
  kid.is_known = kid.is_known or other.is_known
end

-- Whether a move comes before another one of the same kind.
local function is_before(kid, other, kind)
  if kind == WON and kid.plies ~= other.plies then return kid.plies < other.plies end
  if kind == LOST and kid.plies ~= other.plies then return kid.plies > other.plies end
  if kid.visits ~= other.visits then return kid.visits > other.visits end
  return kid.index < other.index
end

-- The moves with the best first. `answer` is the one that alpha-beta has chosen, if it has.
local function in_order(kids, answer, is_scaled)
  local kinds, list = {{}, {}, {}, {}}, {}
  for _, kid in ipairs(kids) do
    if kid == answer then list[1] = kid else table.insert(kinds[kind_of(kid)], kid) end
  end
  for kind, of in ipairs(kinds) do sort(of, function(a, b) return is_before(a, b, kind) end) end
  local function append(of, first, last)
    for i = first, last do list[#list + 1] = of[i] end
  end
  local others, better = kinds[OTHER], 0
  while others[better + 1] and (is_scaled or others[better + 1].points > 0.5) do better = better + 1 end
  append(kinds[WON], 1, #kinds[WON])
  append(others, 1, better)
  append(kinds[DRAWN], 1, #kinds[DRAWN])
  append(others, better + 1, #others)
  append(kinds[LOST], 1, #kinds[LOST])
  return list
end

-- The tree whose proof of the root counts: the shortest one; of trees without a proof the first.
local function leading(list)
  local found
  for _, t in ipairs(list) do
    if t.proven and (not found or (t.plies or 0) < (found.plies or 0)) then found = t end
  end
  return found or list[1]
end

-- The sum of trees, as lua/alphabeta/playouts/values.lua reads one.
local function sum_of(list)
  local kids, by_key, sum = {}, {}, copy(leading(list))
  local points, valued = 0, 0
  sum.visits = 0
  for _, t in ipairs(list) do
    for _, other in ipairs(t.kids) do
      local key = key_of(other.move)
      local kid = by_key[key]
      if kid then
        add_kid(kid, other)
      else
        kid = copy(other)
        kid.most, kid.index = other.visits, #kids + 1
        kids[kid.index], by_key[key] = kid, kid
      end
    end
    if t.points then points, valued = points + t.points * t.visits, valued + t.visits end
    sum.visits, sum.lowest, sum.highest = sum.visits + t.visits, min(sum.lowest, t.lowest), max(sum.highest, t.highest)
  end
  if valued > 0 then sum.points = points / valued end
  local answer = sum.answer ~= nil and by_key[key_of(sum.answer)] or nil
  sum.kids = in_order(kids, answer, sum.is_scaled)
  return sum
end

-- The trees that can be added: those that know of the most players, and have playouts if any has.
local function alike(messages)
  local players, list = 0, {}
  for _, message in ipairs(messages) do
    local t = message.info.tree
    if t and t.visits > 0 then players = max(players, t.players) end
  end
  for _, message in ipairs(messages) do
    local t = message.info.tree
    if t and t.players == players then list[#list + 1] = t end
  end
  return list
end

-- The result of helpers whose first one has a tree: a record of `best`, `value` and `info`.
-- @tparam table messages the last one of each helper, in their order
-- @treturn table
function trees.sum(messages)
  local list, info = alike(messages), copy(messages[1].info)
  if #list == 0 then list = {info.tree} end
  if info.deals then
    info.deals = 0
    for _, message in ipairs(messages) do info.deals = info.deals + (message.info.deals or 0) end
  end
  local t, plan, random = sum_of(list), info.tree.plan, info.tree.random
  info.tree = nil
  for i = plan.multipv > 1 and plan.multipv + 1 or 2, #t.kids do t.kids[i] = nil end
  local best, value = playouts.found(plan, t, info)
  local bound = info.bound
  info.bound = bound and (bound == 0 and "exact" or bound > 0 and "lower" or "upper")
  if not info.scores then return {best = best, value = value, info = info} end
  best, value, info = ranking.result(playouts.ranked(plan, t, function() return random end), best, value, info)
  return {best = best, value = value, info = info}
end

return trees
