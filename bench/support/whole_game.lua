--- A game of two players by rules and `result` alone, from random moves to its end.
-- @module bench.support.whole_game

-- Plies after which a game counts as a draw.
local MAX_PLIES = 200

local function list_of(game, state) return game.is_over and game.is_over(state) and {} or game.moves(state) end

local function go(game, state, move)
  if not game.make then return game.play(state, move) end
  game.make(state, move)
  return state
end

--- Plays a game.
-- @tparam table game its rules
-- @tparam {number,...} opening a number for each random move
-- @tparam function first (state, ...) -> the move of the player who moves first after the opening
-- @tparam function second the same of the other one
-- @param ... passed on to both
-- @treturn number the points of the first one: 1, 0.5 or 0
return function(game, opening, first, second, ...)
  local state = game.new()
  for i = 1, #opening do
    local list = list_of(game, state)
    if #list == 0 then return 0.5 end
    state = go(game, state, list[opening[i] % #list + 1])
  end
  if #list_of(game, state) == 0 then return 0.5 end
  local me = game.player(state)
  for _ = 1, MAX_PLIES do
    state = go(game, state, (game.player(state) == me and first or second)(state, ...))
    if #list_of(game, state) == 0 then
      local value = game.result(state, me)
      return value > 0 and 1 or value < 0 and 0 or 0.5
    end
  end
  return 0.5
end
