--- Connect four with a key for each position and the moves from the centre outwards, as a module of its own: what the
-- helpers of a pool load. See `games.connect4`.
-- @module games.connect4_hashed

local connect4 = require "games.connect4"

local game = setmetatable({moves = connect4.moves_from_centre, win = connect4.WIN}, {__index = connect4.hashed})

--- The position after some moves: the digits of the columns, in a row.
-- @tparam string columns `""` for the empty board
-- @treturn ?table nil when they are no moves
function game.read(columns)
  local state = game.new()
  for digit in columns:gmatch "." do
    local column = tonumber(digit)
    if not column or state.heights[column] == nil or state.heights[column] == state.height or game.is_over(state) then
      return nil
    end
    game.make(state, column)
  end
  return state
end

return game
