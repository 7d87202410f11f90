--- Positions to measure on: the start of a game, and what seeded random play makes of it.
-- @module bench.support.positions

local rng = require "spec.support.rng"

local positions = {}

-- Plays so many random moves. Returns nil when the game ends before, or with them.
local function wander(game, state, plies, random)
  for _ = 1, plies do
    local moves = game.moves(state)
    if #moves == 0 then return nil end
    local move = random:pick(moves)
    if game.make then
      game.make(state, move)
    else
      state = game.play(state, move)
    end
  end
  return #game.moves(state) > 0 and state or nil
end

--- A position that is not over, after so many random moves.
-- @tparam table game
-- @tparam function new makes the state to start from
-- @tparam number plies
-- @tparam table random a generator of `spec.support.rng`; what it yields next decides
-- @treturn table a state
function positions.after(game, new, plies, random)
  local state
  repeat state = wander(game, new(), plies, random) until state
  return state
end

--- A few positions, the same at every call.
-- @tparam table game
-- @tparam function new makes the state to start from
-- @tparam {number,...} plies how many random moves lead to each
-- @treturn {table,...} states
function positions.list(game, new, plies)
  local random, list = rng.new(1), {}
  for i, count in ipairs(plies) do list[i] = positions.after(game, new, count, random) end
  return list
end

return positions
