--- The games that techniques are measured on: rules with all that a search can use, and positions to search.
-- @module bench.support.subjects

local connect4 = require "games.connect4"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local reversi = require "games.reversi"

local subjects = {}

-- In which order they are reported; the plies of random play that lead to each position. 0 is the start.
local LIST = {
  {name = "connect four", game = connect4.full, order = connect4.centre_first, plies = {0, 6, 6, 12, 12}},
  {name = "reversi", game = reversi.hashed, order = reversi.corners_first, plies = {0, 10, 10, 40, 40}},
  {name = "kalah", game = kalah.hashed, order = kalah.again_first, plies = {0, 5, 5, 10, 10}},
}

--- The subjects with their positions, to be searched to a depth.
-- @tparam {[string]=number} depths in plies, by name
-- @tparam[opt] {[string]={number,...}} plies of random play to other positions than the usual ones, by name
-- @treturn {table,...} for each subject `name`, `game` (with `hash`), `order`, `states`, `depth`
function subjects.list(depths, plies)
  local list = {}
  for i, it in ipairs(LIST) do
    list[i] = {
      name = it.name, game = it.game, order = it.order, depth = depths[it.name],
      states = positions.list(it.game, it.game.new, plies and plies[it.name] or it.plies),
    }
  end
  return list
end

return subjects
