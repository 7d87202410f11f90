--- A game in place with up to five moves at each ply, and all functions by which a game saves calls.
-- @module spec.support.branching

--- Makes the game. Values are good for the player to move, and depend on all moves before.
-- @tparam number plies that the game lasts
-- @treturn table `listed`: the game, whose moves come in arrays; `new`: makes the first state, which has the fields
-- `ply` and `score`; `find_move`, `evaluate_move` and `hash` of the game; and other functions `moves`: `filling` fills
-- the array that it is given, `drawing` returns an iterator
return function(plies)
  local function is_move(state, move)
    return state.ply < plies and move >= 1 and move <= 5 and (state.score + move) % 4 ~= 0
  end

  local function moves(state)
    local list = {}
    for move = 1, 5 do
      if is_move(state, move) then list[#list + 1] = move end
    end
    return list
  end

  local function make(state, move)
    local before = state.score
    state.ply, state.score = state.ply + 1, (before * 7 + move * 3) % 101
    return before
  end

  local function unmake(state, _, before) state.ply, state.score = state.ply - 1, before end

  local function evaluate(state) return state.ply % 2 == 0 and state.score or -state.score end

  return {
    listed = {moves = moves, make = make, unmake = unmake, evaluate = evaluate},
    new = function() return {ply = 0, score = 5} end,
    find_move = function(state, id) return is_move(state, id) and id or nil end,
    hash = function(state) return state.score + 1000 * state.ply end,
    evaluate_move = function(state, move)
      local before = make(state, move)
      local value = evaluate(state)
      unmake(state, move, before)
      return value
    end,
    filling = function(state, list)
      local own = moves(state)
      for i, move in ipairs(own) do list[i] = move end
      return #own
    end,
    drawing = function(state)
      local list, i = moves(state), 0
      return function()
        i = i + 1
        return list[i]
      end
    end,
  }
end
