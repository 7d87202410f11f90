-- The result of a Monte Carlo tree search for a user: best move, value, line and scores. Internal: the C module calls
-- it with a table of what the tree knows at the root, see csrc/binding/root/tree.h:
--
--   kids         the root's moves, the best first, as many as are wanted. Each has `move`, `visits`, `points` for the
--                player at the root, `pv`, `is_known`, and if it is proven `result` and `plies`: see ab_uct_kid
--   visits       of the root
--   players      how many there are
--   is_scaled    whether points are means of values; `lowest` and `highest` are then the bounds of all values
--   proven       the proven points of the player at the root; with `result` and `plies`: see ab_uct_root
--   answer, pv   the move that alpha-beta beside the playouts has chosen, and its line if that is known
--   value        if the game is over: its value
--   points       at a chance node: the points of the player at the root
--   minimizing   whether the player at the root is the minimizer


local values = {}

local abs, huge, max = math.abs, math.huge, math.max

-- The numbers of bounds.
local BOUNDS = {upper = -1, exact = 0, lower = 1}

-- A value of the root's player in the view of the search.
local function seen(t, value) return t.minimizing and 0 - value or value end

-- A proven value as that of a search which the module has chosen: the `result` of the root's player, and which bound of
-- the true one it is. With `win`, it is that less a ply for each ply of the proof.
local function as_result(e, t, result, plies)
  if e.win < huge and abs(result) >= e.win then result = result > 0 and e.win - plies or plies - e.win end
  local value = seen(t, result)
  return value, value > 0 and "lower" or value < 0 and "upper" or "exact"
end

-- Proven points as a value, and the bound that it is of the true one. `plies` is how many the proof takes.
local function proven(e, t, points, result, plies)
  if e.is_choice then return as_result(e, t, result, plies) end
  return points + 0.0, "exact"
end

-- Whether a value is the mean of `result`: with one player, or more than two; and, like that of alpha-beta, with hidden
-- hands if the module has chosen the algorithm.
local function returns_means(e, t)
  if e.is_choice then return e.deals > 0 or t.players > 2 end
  return t.players ~= 2
end

-- The mean of values as a share of the points: of as many as the greatest result of either player.
local function share_of(t, mean)
  local most = max(abs(t.lowest), abs(t.highest))
  return most > 0 and 0.5 + 0.5 * (mean / most) or 0.5
end

-- Points that are not proven as a value. That is less than the value of a won game if the module has chosen the
-- algorithm.
local function estimate(e, t, points)
  if returns_means(e, t) then return seen(t, points) end
  if t.is_scaled then points = share_of(t, points) end
  return e.is_choice and seen(t, points - 0.5) or points
end

-- The value of a move of the root, and the bound that it is of the true one if it is proven.
local function worth(e, t, kid)
  if kid.result then return proven(e, t, kid.points, kid.result, kid.plies) end
  return estimate(e, t, kid.points), nil
end

-- The plies to the end of the game by a proof, as `win_in`: negative if the player at the root loses. Nil if that is
-- not known, or without the option `win`.
local function win_in(e, points, plies)
  return e.win < huge and plies and points ~= 0.5 and (points == 1 and plies or -plies) or nil
end

local function win_in_of(e, kid) return kid.result and win_in(e, kid.points, kid.plies) or nil end

-- The best moves at the root for root/ranking.lua, with their visits. A level does not choose a move of which it is not
-- known whether it loses by the answer: it counts as no exact one.
-- @tparam table e the plan
-- @tparam table t
-- @tparam function random
-- @tparam ?number chosen
-- @treturn table
function values.ranked(e, t, random, chosen)
  local list = {}
  for i = 1, #t.kids do
    local kid = t.kids[i]
    local value, bound = worth(e, t, kid)
    list[i] = {
      value = t.is_scaled and kid.points or kid.points - 0.5, index = i,
      end_ = kid.result and kid.points ~= 0.5 and kid.plies or -1, visits = kid.visits,
      variance = not (t.is_scaled or kid.result) and kid.points * (1 - kid.points) / kid.visits or nil,
      bound = e.level ~= 0 and not kid.is_known and 1 or 0,
      described = {
        move = kid.move, value = value, bound = bound, visits = kid.visits, share = kid.visits / t.visits,
        pv = kid.pv, win_in = win_in_of(e, kid),
      },
    }
  end
  return {
    list = list, bound = 0, temperature = e.temperature, chosen = chosen, random = random, lists_ties = e.lists_ties,
    draws_tie = e.draws_tie,
  }
end

-- The value of the position, the bound that this is of the true one, and `win_in`. A move that is proven to lose or to
-- draw leaves it open whether another one is better.
local function value_of(e, t)
  local best = t.kids[1]
  if t.value then return t.value, "exact" end
  if t.proven then
    local value, bound = proven(e, t, t.proven, t.result, t.plies)
    return value, bound, win_in(e, t.proven, t.plies)
  end
  if best and best.result and best.points > 0 then
    local value, bound = worth(e, t, best)
    if bound then bound = best.points == 0.5 and (e.is_choice and t.minimizing and "upper" or "lower") or nil end
    return value, bound, win_in_of(e, best)
  end
  if best then return estimate(e, t, best.points) end
  if t.points then return estimate(e, t, t.points) end
end

-- Best move and value; `info` gets its fields.
-- @tparam table e the plan
-- @tparam table t
-- @tparam table info
function values.found(e, t, info)
  local best, value, bound, plies = t.kids[1], value_of(e, t)
  info.pv = t.pv or t.answer ~= nil and {t.answer} or best and best.pv or {}
  info.win_in, info.depth, info.bound = plies, #info.pv, e.level == 0 and BOUNDS[bound] or nil
  if t.answer ~= nil then return t.answer, value end -- it need not have had a playout
  if best then return best.move, value end
  return nil, value
end

-- The fields of a plan that these functions read.
local PLANNED = {"win", "is_choice", "deals", "level", "temperature", "lists_ties", "draws_tie", "multipv"}

-- The record of a tree that is one of several, with what its results need beside it: `plan`, and the first `random`
-- number of the search. It can be sent to another Lua state.
-- @tparam table e the plan
-- @tparam table t
-- @tparam function random
-- @treturn table t
function values.part(e, t, random)
  t.plan, t.random = {}, random(0)
  for i = 1, #PLANNED do t.plan[PLANNED[i]] = e[PLANNED[i]] end
  return t
end

return values
