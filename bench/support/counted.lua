--- Games that count the calls of their functions.
-- @module bench.support.counted

local counted = {}

--- The same game, counting.
-- @tparam table game
-- @treturn table the game
-- @treturn table how often each of its functions has been called, by name, and `nodes`: how many states
--   have been looked at. A search expands or evaluates each node, and does both only where the game is over
function counted.game(game)
  local counts = {nodes = 0}
  local copy = {}
  for name, f in pairs(game) do
    counts[name] = 0
    copy[name] = function(...)
      counts[name] = counts[name] + 1
      return f(...)
    end
  end
  local expansion = game.moves and "moves" or "children"
  local expand, evaluate = copy[expansion], copy.evaluate
  copy[expansion] = function(state)
    local list = expand(state)
    if #list > 0 then counts.nodes = counts.nodes + 1 end
    return list
  end
  copy.evaluate = function(...)
    counts.nodes = counts.nodes + 1
    return evaluate(...)
  end
  return copy, counts
end

--- The sum of all calls.
-- @tparam table counts
-- @treturn number
function counted.calls(counts)
  local sum = -counts.nodes
  for _, count in pairs(counts) do sum = sum + count end
  return sum
end

return counted
