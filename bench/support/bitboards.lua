--- Connect four as one writes it where integers have 64 bits, that is from Lua 5.3 on, and speed matters. The rules of
-- `games.connect4`, its evaluation, its moves from the centre outwards; values are good for the player to move. There
-- is no `player`: turns alternate.
--
-- The stones of one player are the bits of one number. A column takes seven, from the lowest cell up; the seventh stays
-- empty, so that a row never runs from one column into the next. What can be looked up is looked up, and nothing is
-- allocated while a search runs: there is one array of moves for each set of columns that are not full.
-- @module bench.support.bitboards

local connect4 = require "games.connect4"

local WIDTH, HEIGHT = 7, 6
local STRIDE = HEIGHT + 1
local WIN = connect4.WIN
local FROM_CENTRE = {4, 3, 5, 2, 6, 1, 7}
local NONE = {}

local lowest, highest, weight = {}, {}, {} -- the cells of a column, by column; the weight of a cell, by its bit
local TOP_ROW = 0
do
  local plain = connect4.new()
  for column = 1, WIDTH do
    for row = 1, HEIGHT do
      weight[1 << (column - 1) * STRIDE + row - 1] = plain.weights[column * plain.stride + row]
    end
    lowest[column] = 1 << (column - 1) * STRIDE
    highest[column] = lowest[column] << HEIGHT - 1
    TOP_ROW = TOP_ROW | highest[column]
  end
end

-- By the stones in the top row: the moves.
local moves_of = {}
for set = 0, 2 ^ WIDTH - 1 do
  local taken, list = 0, {}
  for _, column in ipairs(FROM_CENTRE) do
    if math.floor(set / 2 ^ (column - 1)) % 2 == 1 then
      taken = taken | highest[column]
    else
      list[#list + 1] = column
    end
  end
  moves_of[taken] = list
end

-- Has the player four in a row whose stones these are?
local function has_four(stones)
  local pairs_up = stones & stones >> 1
  if pairs_up & pairs_up >> 2 ~= 0 then return true end
  local pairs_along = stones & stones >> STRIDE
  if pairs_along & pairs_along >> 2 * STRIDE ~= 0 then return true end
  local pairs_rising = stones & stones >> STRIDE + 1
  if pairs_rising & pairs_rising >> 2 * (STRIDE + 1) ~= 0 then return true end
  local pairs_falling = stones & stones >> STRIDE - 1
  return pairs_falling & pairs_falling >> 2 * (STRIDE - 1) ~= 0
end

local bitboards = {}

--- The empty board.
-- @treturn table the state: the stones of `both` players, and of the one who has `moved` last; `score`: the weight of
--   the latter's cells less that of the other's
function bitboards.new()
  return {both = 0, moved = 0, score = 0}
end

--- The columns that are not full, from the centre outwards; none once the game is won.
-- @tparam table state
-- @treturn {number,...} not to be changed
function bitboards.moves(state)
  if has_four(state.moved) then return NONE end
  return moves_of[state.both & TOP_ROW]
end

--- Drops a stone of the player to move.
-- @tparam table state
-- @tparam number column one that is not full
-- @treturn number what `unmake` needs
function bitboards.make(state, column)
  local before = state.both
  local after = before | before + lowest[column]
  state.both = after
  state.moved = state.moved ~ after
  state.score = weight[after ~ before] - state.score
  return before
end

--- Takes the last stone back.
-- @tparam table state
-- @tparam number _ the column
-- @tparam number before what `make` returned
function bitboards.unmake(state, _, before)
  local after = state.both
  state.both = before
  state.moved = state.moved ~ after
  state.score = weight[after ~ before] - state.score
end

--- The position's key: the cell above the highest stone of each column, and the stones of one player, added up.
-- @tparam table state
-- @treturn number
function bitboards.hash(state)
  return state.both + state.moved
end

--- The evaluation of `games.connect4`, for the player to move.
-- @tparam table state
-- @treturn number
function bitboards.evaluate(state)
  if has_four(state.moved) then return -WIN end
  return state.both & TOP_ROW == TOP_ROW and 0 or -state.score
end

return bitboards
