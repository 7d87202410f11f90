--- Alpha-beta as one writes it by hand in Lua: what `alphabeta.search` is compared with.
-- One search for each style of game, with what a careful programmer gives it: the game's functions in local variables,
-- no garbage, fail-soft values in the view of the player to move, the first of equally good moves. It finds the
-- best move and its value, and nothing else: it neither counts nor checks, and keeps no principal variation.
-- @module bench.support.by_hand

local huge = math.huge

local by_hand = {}

by_hand["in place"] = function(game)
  local moves, make, unmake, evaluate = game.moves, game.make, game.unmake, game.evaluate

  local function negamax(state, depth, alpha, beta)
    if depth == 0 then return evaluate(state) end
    local list = moves(state)
    local count = #list
    if count == 0 then return evaluate(state) end
    local best, best_move = -huge, nil
    for i = 1, count do
      local move = list[i]
      local undo = make(state, move)
      local value = -negamax(state, depth - 1, -beta, -alpha)
      unmake(state, move, undo)
      if value > best then
        best, best_move = value, move
        if value >= beta then break end
        if value > alpha then alpha = value end
      end
    end
    return best, best_move
  end

  return negamax
end

by_hand["copying"] = function(game)
  local moves, play, evaluate = game.moves, game.play, game.evaluate

  local function negamax(state, depth, alpha, beta)
    if depth == 0 then return evaluate(state) end
    local list = moves(state)
    local count = #list
    if count == 0 then return evaluate(state) end
    local best, best_move = -huge, nil
    for i = 1, count do
      local move = list[i]
      local value = -negamax(play(state, move), depth - 1, -beta, -alpha)
      if value > best then
        best, best_move = value, move
        if value >= beta then break end
        if value > alpha then alpha = value end
      end
    end
    return best, best_move
  end

  return negamax
end

by_hand["children"] = function(game)
  local children, evaluate = game.children, game.evaluate

  local function negamax(state, depth, alpha, beta)
    if depth == 0 then return evaluate(state) end
    local list = children(state)
    local count = #list
    if count == 0 then return evaluate(state) end
    local best, best_child = -huge, nil
    for i = 1, count do
      local child = list[i]
      local value = -negamax(child, depth - 1, -beta, -alpha)
      if value > best then
        best, best_child = value, child
        if value >= beta then break end
        if value > alpha then alpha = value end
      end
    end
    return best, best_child
  end

  return negamax
end

--- A search for one game, written for its style.
-- @tparam string style `"in place"`, `"copying"` or `"children"`
-- @tparam table game the rules; evaluations are good for the player to move
-- @treturn function `search(state, depth)`: the best move, its value
function by_hand.search(style, game)
  local negamax = by_hand[style](game)
  return function(state, depth)
    local value, best = negamax(state, depth, -huge, huge)
    return best, value
  end
end

return by_hand
