--- The techniques of the module written by hand in Lua: what it is to be compared with by who knows them.
-- Principal variation search with a transposition table, killers and history, as a careful programmer writes it for a
-- game in place: the game's functions in local variables; the table as parallel Lua tables by the position's key, so
-- that an entry is no object; no sorting behind a cut-off, and none next to the leaves; arrays kept from node to node.
-- The order is the module's: the table's move, killers, history, the game's own order.
-- @module bench.support.by_hand_strong

local huge = math.huge

local UPPER, LOWER, EXACT = 1, 2, 3

-- A node is ordered when it has at least so many plies left.
local ORDER_DEPTH = 2

-- What a move has to its credit; what the history says is less.
local TABLE_MOVE, KILLER, OTHER_KILLER = 2 ^ 52, 2 ^ 51, 2 ^ 50

local by_hand_strong = {}

--- A searcher for one game; its memory lasts from search to search.
-- @tparam table game rules in place, with `hash`: a number or a string; evaluations are good for the player to move
-- @tparam number largest_move moves are the integers from 1 to this
-- @treturn function `search(state, depth)`: the best move, its value, the nodes
function by_hand_strong.new(game, largest_move)
  local moves, make, unmake, evaluate, hash = game.moves, game.make, game.unmake, game.evaluate, game.hash

  -- By key: the value; depth, best move (0: none) and bound in one number.
  local values, sorts = {}, {}
  local moves_span = largest_move + 1
  local depth_unit = 4 * moves_span

  -- By ply: the killers, the moves of the node there in the order in which they are tried, and what they have to their
  -- credit.
  local killers, other_killers, orders, credits = {}, {}, {}, {}

  -- By the parity of the ply, that is by side, and by move.
  local histories = {[0] = {}, {}}
  for move = 1, largest_move do histories[0][move], histories[1][move] = 0, 0 end

  local nodes

  -- Copies the moves, each with its credit.
  local function rate(list, count, order, credit, table_move, ply)
    local killer, other_killer, history = killers[ply], other_killers[ply], histories[ply % 2]
    for i = 1, count do
      local move = list[i]
      order[i] = move
      if move == table_move then credit[i] = TABLE_MOVE
      elseif move == killer then credit[i] = KILLER
      elseif move == other_killer then credit[i] = OTHER_KILLER
      else credit[i] = history[move] end
    end
  end

  -- Brings the move with the most credit to place `nth`; those it passes keep their order.
  local function pick(list, count, credit, nth)
    local at, most = nth, credit[nth]
    for i = nth + 1, count do
      if credit[i] > most then at, most = i, credit[i] end
    end
    local move = list[at]
    for i = at, nth + 1, -1 do list[i], credit[i] = list[i - 1], credit[i - 1] end
    list[nth], credit[nth] = move, most
    return move
  end

  -- Remembers a move that cut off.
  local function reward(move, depth, ply)
    if killers[ply] ~= move then killers[ply], other_killers[ply] = move, killers[ply] end
    local history = histories[ply % 2]
    history[move] = history[move] + depth * depth
  end

  local function negamax(state, depth, alpha, beta, ply)
    nodes = nodes + 1
    if depth == 0 then return evaluate(state) end
    local key = hash(state)
    local sort, table_move = sorts[key], 0
    if sort then
      local bound = sort % 4
      table_move = (sort - bound) / 4 % moves_span
      if ply > 0 and sort >= depth * depth_unit and sort < (depth + 1) * depth_unit then
        local value = values[key]
        if bound == EXACT or bound == LOWER and value >= beta or bound == UPPER and value <= alpha then return value end
      end
    end

    local list = moves(state)
    local count = #list
    if count == 0 then return evaluate(state) end
    local credit
    if depth >= ORDER_DEPTH then
      local order = orders[ply]
      credit = credits[ply]
      if not credit then
        order, credit = {}, {}
        orders[ply], credits[ply] = order, credit
      end
      rate(list, count, order, credit, table_move, ply)
      list = order
    end

    local floor, best, best_move = alpha, -huge, nil
    for i = 1, count do
      local move = credit and pick(list, count, credit, i) or list[i]
      local undo = make(state, move)
      local value
      if i == 1 or depth == 1 then
        value = -negamax(state, depth - 1, -beta, -alpha, ply + 1)
      else
        value = -negamax(state, depth - 1, -alpha - 1e-9, -alpha, ply + 1)
        if value > alpha and value < beta then value = -negamax(state, depth - 1, -beta, -alpha, ply + 1) end
      end
      unmake(state, move, undo)
      if value > best then
        best, best_move = value, move
        if value >= beta then
          if credit and i < count then reward(move, depth, ply) end
          break
        end
        if value > alpha then alpha = value end
      end
    end

    values[key] = best
    if best > floor then table_move = best_move end
    sorts[key] = depth * depth_unit + 4 * table_move + (best <= floor and UPPER or best >= beta and LOWER or EXACT)
    return best, best_move
  end

  return function(state, depth)
    nodes = 0
    local value, best = negamax(state, depth, -huge, huge, 0)
    return best, value, nodes
  end
end

return by_hand_strong
