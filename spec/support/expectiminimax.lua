--- Expectiminimax and max^n by the plainest recursion there is, for games of any style with `chances`: what a search
-- with chance nodes should find. Independent of the module; nothing is pruned.
--
-- The depth counts decisions. Where it is used up, a state is evaluated as it stands, even where luck would move.
-- @module spec.support.expectiminimax

local expectiminimax = {}

-- Calls visit(child) with the state after a move or an outcome.
local function with(game, state, move, visit)
  if game.make then
    local undo = game.make(state, move)
    local value = visit(state)
    game.unmake(state, move, undo)
    return value
  end
  return visit(game.play and game.play(state, move) or move)
end

-- Visits all states to a depth. `evaluate(state)` makes a value; `better(state, value, best)` tells whether who moves
-- there would rather have it; `mean(values, probabilities)` is what luck makes of some.
local function search(game, root, depth, evaluate, better, mean)
  local result = {nodes = 0}
  local visit

  local function after_luck(state, chances, left)
    local values, probabilities = {}, {}
    for _, chance in ipairs(chances) do
      if chance.probability > 0 then
        probabilities[#probabilities + 1] = chance.probability
        values[#values + 1] = with(game, state, chance.outcome, function(child) return visit(child, left) end)
      end
    end
    return mean(values, probabilities)
  end

  function visit(state, left, is_root)
    result.nodes = result.nodes + 1
    if left == 0 or game.is_over and game.is_over(state) then return evaluate(state) end
    local chances = game.chances and game.chances(state)
    if chances then return after_luck(state, chances, left) end
    local best, best_move
    for _, move in ipairs((game.moves or game.children)(state) or {}) do
      local value = with(game, state, move, function(child) return visit(child, left - 1) end)
      if best == nil or better(state, value, best) then best, best_move = value, move end
    end
    if is_root then result.best = best_move end
    if best == nil then return evaluate(state) end
    return best
  end

  result.value = visit(root, depth, true)
  return result
end

--- One number for one player, whom all others want to have little.
-- @tparam table game with `player`
-- @param state
-- @tparam number depth
-- @param[opt] me the player; the one who moves when nothing is said
-- @treturn table `value`, `best` (the first of the best moves; nil where luck moves), `nodes`
function expectiminimax.search(game, state, depth, me)
  if me == nil then me = game.player(state) end
  return search(game, state, depth,
    function(node) return game.evaluate(node, me) end,
    function(node, value, best)
      if game.player(node) == me then return value > best end
      return value < best
    end,
    function(values, probabilities)
      local sum, weight = 0, 0
      for i, value in ipairs(values) do
        sum, weight = sum + probabilities[i] * value, weight + probabilities[i]
      end
      return sum / weight
    end)
end

--- A number for each player, who all want their own to be great.
-- @tparam table game with `player`, whose `evaluate` returns a table by player
-- @param state
-- @tparam number depth
-- @treturn table `value` (a table), `best` (the first of the best moves), `nodes`
function expectiminimax.maxn(game, state, depth)
  return search(game, state, depth,
    function(node) return game.evaluate(node, game.player(state)) end,
    function(node, value, best) return value[game.player(node)] > best[game.player(node)] end,
    function(values, probabilities)
      local means, weight = {}, 0
      for i, shares in ipairs(values) do
        weight = weight + probabilities[i]
        for who, share in pairs(shares) do means[who] = (means[who] or 0) + probabilities[i] * share end
      end
      for who, sum in pairs(means) do means[who] = sum / weight end
      return means
    end)
end

return expectiminimax
