--- A game by rules and `result` alone, from random moves to its end.
-- @module bench.support.whole_game

-- Plies after which a game counts as a draw.
local MAX_PLIES = 200

local function list_of(game, state) return game.is_over and game.is_over(state) and {} or game.moves(state) end

local function go(game, state, move)
  if not game.make then return game.play(state, move) end
  game.make(state, move)
  return state
end

-- Which seat each player has, who is one of 1, 2 and so on: the player to move has the first one.
local function seats_of(first, count)
  local seats = {}
  for i = 1, count do seats[(first + i - 2) % count + 1] = i end
  return seats
end

--- Plays a game.
-- @tparam table game its rules; its players are 1, 2 and so on
-- @tparam {number,...} opening a number for each random move
-- @tparam {function,...} seats for each player in turn, from the one on who moves first after the opening: a function
-- (state, ...) -> move
-- @tparam ?{function,...} watchers functions that are told each move, and nil when the game begins
-- @param ... passed on to the seats
-- @treturn {number,...} the points of each seat, which add up to 1
return function(game, opening, seats, watchers, ...)
  local state, points = game.new(), {}
  for i = 1, #seats do points[i] = 1 / #seats end
  for i = 1, #opening do
    local list = list_of(game, state)
    if #list == 0 then return points end
    state = go(game, state, list[opening[i] % #list + 1])
  end
  for _, watch in ipairs(watchers or {}) do watch(nil) end
  local seat_of = seats_of(game.player(state), #seats)
  for _ = 1, MAX_PLIES do
    if #list_of(game, state) == 0 then
      for player, seat in ipairs(seat_of) do
        local value = game.result(state, player)
        points[seat] = value > 0 and 1 or value < 0 and 0 or 1 / #seats
      end
      return points
    end
    local move = seats[seat_of[game.player(state)]](state, ...)
    state = go(game, state, move)
    for _, watch in ipairs(watchers or {}) do watch(move) end
  end
  return points
end
