-- Payoffs of many players, and shallow pruning, as in csrc/engine/maxn.c. Internal: the engine in Lua uses it.
--
-- A payoff vector is an array by the index of the player, from 1. The player who moves at the root is the first.

local PACKAGE = (... or "alphabeta.fallback.maxn"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")

local abs, floor, huge = math.abs, math.floor, math.huge

local maxn = {}

-- The most players.
maxn.PLAYERS_MAX = constants.MAXN_PLAYERS

local EPSILON = 2 ^ -52

-- The rest of `value_sum` if one player's payoff is `taken` and `others` further players have the lowest payoff.
local function rest(e, taken, others)
  local least = others > 0 and others * e.value_min or 0
  local sum = e.value_sum
  local left = sum - taken - least
  if sum == huge or least == -huge then return huge end
  if not e.has_chance_nodes and floor(sum) == sum and floor(taken) == taken and floor(least) == least
    and abs(left) < 1 / EPSILON then
    return left
  end
  return left + (abs(sum) + abs(taken) + abs(least)) * 8 * maxn.PLAYERS_MAX * EPSILON
end

-- The payoff vector if each player gets the same, however many there are.
function maxn.equal(payoff)
  local payoffs = {}
  for i = 1, maxn.PLAYERS_MAX do payoffs[i] = payoff end
  return payoffs
end

-- How many players have payoffs: the maximum, if the number is not known.
local function counted(e)
  return e.players > 0 and e.players or maxn.PLAYERS_MAX
end

-- Begins with a node.
function maxn.open(e, f)
  local highest = e.players > 0 and rest(e, 0, e.players - 1) or huge
  if not (highest < e.value_max) then highest = e.value_max end
  f.alpha, f.beta = -huge, highest
  local parent = f.parent
  if f.is_chance then
    f.payoffs, f.least, f.most, f.weight = {}, {}, {}, 0
  elseif parent and not parent.is_chance and parent.alpha > -huge then
    local beta = parent.player == f.player and parent.beta or e.players < 2 and huge
      or rest(e, parent.alpha, e.players - 2)
    if beta < f.beta then f.beta = beta end
  end
end

-- Takes the payoffs of the successor that was tried last. Returns whether they are the best so far.
function maxn.take(f, payoffs)
  local value = payoffs[f.player]
  if f.next > 1 and not (value > f.value) then return false end
  f.payoffs = payoffs
  f.value, f.alpha = value, value
  return true
end

-- Takes the payoffs of an outcome.
function maxn.take_outcome(e, f, payoffs, probability)
  f.weight = f.weight + probability
  local sum, least, most = f.payoffs, f.least, f.most
  for i = 1, counted(e) do
    local value = payoffs[i]
    sum[i] = (sum[i] or 0) + probability * value
    if value < (least[i] or huge) then least[i] = value end
    if value > (most[i] or -huge) then most[i] = value end
  end
end

-- All outcomes are known: the node gets its payoffs.
function maxn.close(e, f)
  local sum = f.payoffs
  for i = 1, counted(e) do
    local value = sum[i] / f.weight
    if value < f.least[i] then value = f.least[i] end
    if value > f.most[i] then value = f.most[i] end
    sum[i] = value
  end
  f.value = sum[1]
end

return maxn
