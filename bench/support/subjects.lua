--- The games that techniques are measured on: rules with all that a search can use, and positions to search.
-- @module bench.support.subjects

local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local reversi = require "games.reversi"

local subjects = {}

-- A board of three by three boxes.
local function small_board() return dots.hashed.new(3) end

-- In which order they are reported; the plies of random play that lead to each position. 0 is the start.
local LIST = {
  {name = "connect four", game = connect4.full, order = connect4.centre_first, plies = {0, 6, 6, 12, 12}},
  {name = "reversi", game = reversi.hashed, order = reversi.corners_first, plies = {0, 10, 10, 40, 40}},
  {name = "kalah", game = kalah.hashed, order = kalah.again_first, bounds = kalah.seeds_left,
    plies = {0, 5, 5, 10, 10}},
  {name = "kalah, late", game = kalah.hashed, order = kalah.again_first, bounds = kalah.seeds_left,
    plies = {20, 20, 24, 24, 28}},
  {name = "dots and boxes, late", game = dots.hashed, new = small_board, order = dots.boxes_first,
    bounds = dots.boxes_left, plies = {13, 13, 14, 14, 15}},
}

--- The subjects for which there is a depth, with their positions.
-- @tparam {[string]=number} depths in plies, by name
-- @tparam[opt] {[string]={number,...}} plies of random play to other positions than the usual ones, by name
-- @treturn {table,...} for each subject `name`, `game` (with `hash`), `order`, `bounds` (nil for none), `states`,
-- `depth`
function subjects.list(depths, plies)
  local list = {}
  for _, it in ipairs(LIST) do
    if depths[it.name] then
      list[#list + 1] = {
        name = it.name, game = it.game, order = it.order, bounds = it.bounds, depth = depths[it.name],
        states = positions.list(it.game, it.new or it.game.new, plies and plies[it.name] or it.plies),
      }
    end
  end
  return list
end

return subjects
