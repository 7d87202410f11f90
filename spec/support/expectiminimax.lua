--- What a search of a game with chance nodes should find, by the plainest code: recursive expectiminimax, without
-- pruning. Independent of the module; for games of any style, of any number of players: all but the one who moves at
-- the root are against that one.
--
-- The options are those of `alphabeta.search`: `view`, `max_player`, `maximize`, `win`, `quiescence`. A game's
-- `player`, `is_over`, `chances` and `order` are used where it has them.
-- @module spec.support.expectiminimax

local walk = require "spec.support.walk"

local expectiminimax = {}

local INFINITY = math.huge

--- The mean of the outcomes, each weighed by its probability, in the order of the array.
-- @tparam table chances array of entries, all of them possible
-- @tparam function value_of called as value_of(outcome)
-- @treturn number not below the least value and not above the greatest, whatever is lost by rounding
-- @treturn boolean whether all values are equal
function expectiminimax.mean(chances, value_of)
  local sum, weight, least, greatest = 0, 0, INFINITY, -INFINITY
  for _, entry in ipairs(chances) do
    local value = value_of(entry.outcome)
    sum = sum + entry.probability * value
    weight = weight + entry.probability
    least, greatest = math.min(least, value), math.max(greatest, value)
  end
  return math.max(least, math.min(greatest, sum / weight)), least == greatest
end

--- Plain expectiminimax.
-- @tparam table game
-- @param state
-- @tparam number depth in decisions
-- @tparam[opt] table options
-- @tparam[opt] table line array of moves to be made first; legal, not more than `depth` and `quiescence` together, and
-- no chance node comes before its last
-- @treturn table `value`; `best`, the first of the best moves in the order visited, nil where it is best to stand pat,
-- the game is over or at a chance node; `chance`, whether the root is one; `optimal`, the set of the best moves;
-- `values`, the value of each move; `nodes` and `evaluations`, how many there are; `cut`, whether the depth limit cut a
-- node short where the game is not over; with `win`, `may_win` and `must_win`: whether the distance of the end is
-- certain if the players choose the right ones among equal moves, and whether it is so whichever they choose. With a
-- line only `value`: that of the state behind it, seen from where the line begins
function expectiminimax.search(game, state, depth, options, line)
  options = options or {}
  local is_max, value_of = walk.judge(game, state, options)
  local result = { nodes = 0, evaluations = 0, cut = false, chance = false, optimal = {}, values = {} }
  local deepest = depth + (options.quiescence or 0)
  local visit

  local function expect(node, ply, chances)
    local may, must = true, true
    local value, is_same = expectiminimax.mean(chances, function(outcome)
      local one, one_may, one_must = walk.with(game, node, outcome, function(child)
        return visit(child, ply)
      end)
      may, must = may and one_may, must and one_must
      return one
    end)
    return value, may and is_same, must and is_same
  end

  local function decide(node, ply, moves, is_root)
    local best_value, best, may, must
    if not moves or ply >= depth then
      result.evaluations = result.evaluations + 1
      best_value, may = value_of(node, ply)
      must = may
    end
    local max = is_max(node, ply)
    for _, move in ipairs(moves or {}) do
      local value, move_may, move_must = walk.with(game, node, move, function(child)
        return visit(child, ply + 1)
      end)
      if is_root then
        result.values[move] = value
      end
      if not best_value or max and value > best_value or not max and value < best_value then
        best_value, best, may, must = value, move, move_may, move_must
      elseif value == best_value then
        may, must = may or move_may, must and move_must
      end
    end
    if is_root then
      result.best = best
    end
    return best_value, may, must
  end

  function visit(node, ply, is_root)
    result.nodes = result.nodes + 1
    if ply >= depth then
      result.cut = result.cut or is_root or not walk.is_end(game, node)
      local has_ended = game.is_over and game.is_over(node)
      return decide(node, ply, ply < deepest and not has_ended and game.noisy(node) or nil, is_root)
    end
    local moves, chances = walk.successors(game, node)
    if chances then
      result.chance = result.chance or is_root or false
      return expect(node, ply, chances)
    end
    return decide(node, ply, moves, is_root)
  end

  if line then
    local function go(node, ply)
      if line[ply + 1] == nil then
        return (visit(node, ply))
      end
      return (walk.with(game, node, line[ply + 1], function(child)
        return go(child, ply + 1)
      end))
    end
    return { value = go(state, 0) }
  end
  result.value, result.may_win, result.must_win = visit(state, 0, true)
  if depth == 0 then
    result.best, result.values = nil, {}
  end
  for move, value in pairs(result.values) do
    if value == result.value then
      result.optimal[move] = true
    end
  end
  return result
end

return expectiminimax
