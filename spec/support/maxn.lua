--- What a search of a game for many players should find when each cares for nothing but its own payoff, by the plainest
-- code there is: recursive max^n, without pruning. Independent of the module; for games of any style, with `player`,
-- and an `evaluate` that returns a table from players to payoffs.
-- @module spec.support.maxn

local expectiminimax = require "spec.support.expectiminimax"
local walk = require "spec.support.walk"

local maxn = {}

--- Plain max^n.
-- @tparam table game
-- @param state
-- @tparam number depth in decisions
-- @tparam[opt] table line array of moves to be made first; legal, not more than `depth`, and no chance node comes
-- before its last
-- @treturn table `value`, the payoffs by player; `best`, the first move, in the order visited, that is best for who
-- moves at the root, nil where the game is over or at a chance node; `chance`, whether the root is one; `values`, the
-- payoffs behind each move; `nodes` and `evaluations`, how many there are; `cut`, whether the depth limit cut a node
-- short. With a line only `value`: that of the state behind it, seen from where the line begins
function maxn.search(game, state, depth, line)
  local me = game.player(state)
  local result = { nodes = 0, evaluations = 0, cut = false, chance = false, values = {} }
  local visit

  local function evaluate(node)
    result.evaluations = result.evaluations + 1
    local payoffs = {}
    for player, payoff in pairs(game.evaluate(node, me)) do
      payoffs[player] = payoff
    end
    return payoffs
  end

  local function expect(node, ply, chances)
    local outcomes = {}
    for i, entry in ipairs(chances) do
      outcomes[i] = walk.with(game, node, entry.outcome, function(child)
        return visit(child, ply)
      end)
    end
    local payoffs = {}
    for player in pairs(outcomes[1]) do
      local i = 0
      payoffs[player] = expectiminimax.mean(chances, function()
        i = i + 1
        return outcomes[i][player]
      end)
    end
    return payoffs
  end

  local function decide(node, ply, moves, is_root)
    local mover = game.player(node)
    local best_payoffs, best
    for _, move in ipairs(moves) do
      local payoffs = walk.with(game, node, move, function(child)
        return visit(child, ply + 1)
      end)
      if is_root then
        result.values[move] = payoffs
      end
      if not best_payoffs or payoffs[mover] > best_payoffs[mover] then
        best_payoffs, best = payoffs, move
      end
    end
    if is_root then
      result.best = best
    end
    return best_payoffs
  end

  function visit(node, ply, is_root)
    result.nodes = result.nodes + 1
    if ply == depth then
      result.cut = result.cut or is_root or not walk.is_end(game, node)
      return evaluate(node)
    end
    -- Moves to states that are evaluated without a further search are not sorted, but at the root.
    local moves, chances = walk.successors(game, node, ply == depth - 1 and not is_root)
    if chances then
      result.chance = result.chance or is_root or false
      return expect(node, ply, chances)
    elseif moves then
      return decide(node, ply, moves, is_root)
    end
    return evaluate(node)
  end

  if line then
    local function go(node, ply)
      if line[ply + 1] == nil then
        return visit(node, ply)
      end
      return (walk.with(game, node, line[ply + 1], function(child)
        return go(child, ply + 1)
      end))
    end
    return { value = go(state, 0) }
  end
  result.value = visit(state, 0, true)
  return result
end

return maxn
