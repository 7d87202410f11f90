--- Iterative deepening with alpha-beta as one writes it in an hour: what a game has that does without the module.
-- @module bench.support.deepening

local clock, huge = os.clock, math.huge

-- More plies than these are not searched, though nodes are left.
local DEEPEST = 60

-- The clock is read after this number of nodes.
local BETWEEN = 32

local deepening = {}

--- A player that searches 1, 2, 3, ... plies, the best move of the last depth first, and plays that of the last depth
-- that it has completed.
-- @tparam table game `moves`, `make` and `unmake` or `play`, `evaluate(state, me)` and `player`
-- @tparam number win an evaluation that far from 0 is a finished game; earlier wins and later losses are better
-- @treturn function `choose(state, limit, seconds)`: the move and the nodes, `limit` at most but for depth 1; it
-- also ends after this processor time, if it is given
function deepening.new(game, win)
  local moves, evaluate, player = game.moves, game.evaluate, game.player
  local enter, unmake = game.play or game.make, not game.play and game.unmake
  local me, nodes, most, finish

  -- The value for `me` of a state, and the best move; nothing when the nodes are used up. `first` is tried first.
  local function search(state, depth, alpha, beta, ply, first)
    if nodes >= most then return nil end
    nodes = nodes + 1
    if finish and nodes % BETWEEN == 0 and clock() >= finish then most = nodes end
    local list = depth > 0 and moves(state)
    if not list or #list == 0 then
      local value = evaluate(state, me)
      return value >= win and value - ply or value <= -win and value + ply or value
    end
    local is_max = player(state) == me
    local best, best_move = is_max and -huge or huge, nil
    for i = first and 0 or 1, #list do
      local move = i == 0 and first or list[i]
      if i == 0 or move ~= first then
        local entered = enter(state, move)
        local value = search(unmake and state or entered, depth - 1, alpha, beta, ply + 1)
        if unmake then unmake(state, move, entered) end
        if not value then return nil end
        if is_max and value > best or not is_max and value < best then best, best_move = value, move end
        if is_max then alpha = alpha > best and alpha or best else beta = beta < best and beta or best end
        if alpha >= beta then break end
      end
    end
    return best, best_move
  end

  return function(state, limit, seconds)
    me, nodes, most, finish = player(state), 0, huge, nil
    local _, best = search(state, 1, -huge, huge, 0)
    most, finish = limit, seconds and clock() + seconds
    for depth = 2, DEEPEST do
      local value, move = search(state, depth, -huge, huge, 0, best)
      if not value then break end
      best = move
    end
    return best, nodes
  end
end

return deepening
