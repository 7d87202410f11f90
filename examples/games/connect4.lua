--- Connect four on a board of any size, played in place.
-- Stones fall to the lowest empty cell of a column; four in a row, in any direction, win.
-- Player 1 (X) begins. A move is the number of a column that is not full.
--
-- The cells lie in one flat array, column after column, with a border of empty cells around them, so that looking for
-- a row never has to ask where the board ends: the cell of `column` and `row` (1 is the lowest) is at
-- `column * stride + row`, and a column is one cell longer than the board is high.
-- @module games.connect4

local connect4 = {}

--- What a won game is worth; pass it as the option `win` to prefer the shortest win and the longest loss.
-- Every other evaluation lies between -800 and 800.
connect4.WIN = 1000

--- How the players, and an empty cell (0), are drawn.
connect4.STONES = {[0] = ".", "X", "O"}

local WIN = connect4.WIN
local NOBODY, EMPTY = 0, 0
local HEURISTIC_LIMIT = 800

-- The weight of a cell is the number of fours that pass through it: 3 in a corner of the usual board, 13 in its middle.
-- Returns the weights, laid out like the cells, and their sum.
local function weigh(width, height)
  local stride = height + 1
  local weights, sum = {}, 0
  for column = 1, width do
    for row = 1, height do
      weights[column * stride + row] = 0
    end
  end
  for column = 1, width do
    for row = 1, height do
      for _, direction in ipairs {{1, 0}, {0, 1}, {1, 1}, {1, -1}} do
        local right, up = direction[1], direction[2]
        local last_column, last_row = column + 3 * right, row + 3 * up
        if last_column <= width and last_row >= 1 and last_row <= height then
          for i = 0, 3 do
            local at = (column + i * right) * stride + row + i * up
            weights[at] = weights[at] + 1
            sum = sum + 1
          end
        end
      end
    end
  end
  return weights, sum
end

-- Do the stones next to `at`, along one direction both ways, make a row of four with it?
local function is_four(cells, at, step, who)
  local count = 1
  local i = at + step
  while cells[i] == who do
    count = count + 1
    i = i + step
  end
  i = at - step
  while cells[i] == who do
    count = count + 1
    i = i - step
  end
  return count >= 4
end

--- The empty board, X to move.
-- @tparam[opt=7] number width columns
-- @tparam[opt=6] number height rows
-- @treturn table the state: `cells`, `heights` (stones in each column), `turn`, `left` (empty cells), `winner` (0:
--   nobody), `score` (the weight of X's cells less that of O's), and what comes of the board's size: `width`, `height`,
--   `stride`, `weights`, `unit`
function connect4.new(width, height)
  width, height = width or 7, height or 6
  local weights, sum = weigh(width, height)
  local state = {
    width = width, height = height, stride = height + 1,
    cells = {}, heights = {},
    turn = 1, left = width * height, winner = NOBODY,
    score = 0, weights = weights, unit = math.min(1, HEURISTIC_LIMIT / sum),
  }
  for at = 0, (width + 2) * state.stride do state.cells[at] = EMPTY end
  for column = 1, width do state.heights[column] = 0 end
  return state
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 or 2
function connect4.player(state)
  return state.turn
end

--- Is the game won, or the board full?
-- @tparam table state
-- @treturn boolean
function connect4.is_over(state)
  return state.winner ~= NOBODY or state.left == 0
end

--- The columns that are not full, from left to right; none once the game is won.
-- @tparam table state
-- @treturn {number,...}
function connect4.moves(state)
  local list = {}
  if state.winner == NOBODY then
    local heights, height, n = state.heights, state.height, 0
    for column = 1, state.width do
      if heights[column] < height then
        n = n + 1
        list[n] = column
      end
    end
  end
  return list
end

--- Drops a stone of the player to move.
-- @tparam table state
-- @tparam number column one that is not full
function connect4.make(state, column)
  local cells, turn, stride = state.cells, state.turn, state.stride
  local row = state.heights[column] + 1
  local at = column * stride + row
  cells[at] = turn
  state.heights[column] = row
  state.turn = 3 - turn
  state.left = state.left - 1
  if turn == 1 then
    state.score = state.score + state.weights[at]
  else
    state.score = state.score - state.weights[at]
  end
  if is_four(cells, at, stride, turn) or is_four(cells, at, 1, turn)
    or is_four(cells, at, stride + 1, turn) or is_four(cells, at, stride - 1, turn) then
    state.winner = turn
  end
end

--- Takes the last stone back.
-- @tparam table state
-- @tparam number column where it was dropped
function connect4.unmake(state, column)
  local turn = 3 - state.turn
  local row = state.heights[column]
  local at = column * state.stride + row
  state.cells[at] = EMPTY
  state.heights[column] = row - 1
  state.turn = turn
  state.left = state.left + 1
  state.winner = NOBODY
  if turn == 1 then
    state.score = state.score - state.weights[at]
  else
    state.score = state.score + state.weights[at]
  end
end

--- What the board is worth to a player: `WIN` or `-WIN` once a player has won, 0 when it is full, and until then how
-- much better placed the player's stones are than the other's, by the number of fours that pass through each cell.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function connect4.evaluate(state, me)
  local winner = state.winner
  if winner ~= NOBODY then return winner == me and WIN or -WIN end
  if state.left == 0 then return 0 end
  local score = state.score * state.unit
  return me == 1 and score or -score
end

--- What the outcome is worth to a player: `WIN`, `-WIN`, or 0 while nobody has won. It serves as `evaluate` where a
-- search looks to the end of the game.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function connect4.outcome(state, me)
  local winner = state.winner
  if winner == NOBODY then return 0 end
  return winner == me and WIN or -WIN
end

--- An order of moves that suits a search: the middle column first, then outwards.
-- It is not a part of the plain game; a game that wants it is
-- `setmetatable({order = connect4.centre_first}, {__index = connect4})`.
-- @tparam table state
-- @tparam number column
-- @treturn number higher is earlier
function connect4.centre_first(state, column)
  local off = 2 * column - state.width - 1
  return off < 0 and off or -off
end

-- The columns of a board of each width, the middle one first, then outwards.
local from_centre = setmetatable({}, {__index = function(self, width)
  local columns = {}
  for column = 1, width do columns[column] = column end
  table.sort(columns, function(a, b)
    local off_a, off_b = math.abs(2 * a - width - 1), math.abs(2 * b - width - 1)
    if off_a ~= off_b then return off_a < off_b end
    return a < b
  end)
  self[width] = columns
  return columns
end})

--- The same moves as `moves`, in the order of `centre_first`. An order that is always the same is had for nothing when
-- the moves come in it: `order` need not be called.
-- @tparam table state
-- @treturn {number,...}
function connect4.moves_from_centre(state)
  local list = {}
  if state.winner == NOBODY then
    local columns, heights, height, n = from_centre[state.width], state.heights, state.height, 0
    for i = 1, #columns do
      local column = columns[i]
      if heights[column] < height then
        n = n + 1
        list[n] = column
      end
    end
  end
  return list
end

--- The same game with a key for each position, for a search with a transposition table. Its states are made by its
-- own `new`, and no others will do.
--
-- The key is a number. Each column has `stride` bits of it, in which its stones are written as the digits 1 and 2 of a
-- binary number without zeros: so no two positions share a key, and a stone more or less is one addition.
connect4.hashed = setmetatable({}, {__index = connect4})

local hashed = connect4.hashed
local make, unmake = connect4.make, connect4.unmake

-- A number of Lua 5.1 holds so many bits.
local KEY_BITS = 53

--- The empty board, as `connect4.new` makes it.
-- @tparam[opt=7] number width columns
-- @tparam[opt=6] number height rows; `width * (height + 1)` is at most 53
-- @treturn table the state, with `key` and the `units` that the stones add to it
function hashed.new(width, height)
  local state = connect4.new(width, height)
  assert(state.width * state.stride <= KEY_BITS, "connect4: the board is too large for keys that are numbers")
  state.key, state.units = 0, {}
  for column = 1, state.width do
    for row = 1, state.height do
      state.units[column * state.stride + row] = 2 ^ ((column - 1) * state.stride + row - 1)
    end
  end
  return state
end

--- Drops a stone of the player to move.
-- @tparam table state
-- @tparam number column one that is not full
function hashed.make(state, column)
  state.key = state.key + state.turn * state.units[column * state.stride + state.heights[column] + 1]
  make(state, column)
end

--- Takes the last stone back.
-- @tparam table state
-- @tparam number column where it was dropped
function hashed.unmake(state, column)
  unmake(state, column)
  state.key = state.key - state.turn * state.units[column * state.stride + state.heights[column] + 1]
end

--- The position's key.
-- @tparam table state
-- @treturn number
function hashed.hash(state)
  return state.key
end

--- The same game with functions that save calls.
connect4.full = setmetatable({}, {__index = hashed})

--- A move, if it may be made here.
-- @tparam table state
-- @tparam number column
-- @treturn ?number the column; nil when it is full, or the game is over
function connect4.full.find_move(state, column)
  return state.winner == 0 and state.heights[column] < state.height and column or nil
end

--- What lies on a cell.
-- @tparam table state
-- @tparam number column
-- @tparam number row 1 is the lowest
-- @treturn number 0 when it is empty, else the player
function connect4.at(state, column, row)
  return state.cells[column * state.stride + row]
end

--- The board as text, the columns' numbers under it.
-- @tparam table state
-- @treturn string
function connect4.draw(state)
  local stones, lines = connect4.STONES, {}
  for row = state.height, 1, -1 do
    local line = {}
    for column = 1, state.width do line[column] = stones[connect4.at(state, column, row)] end
    lines[#lines + 1] = table.concat(line, " ")
  end
  local numbers = {}
  for column = 1, state.width do numbers[column] = column % 10 end
  lines[#lines + 1] = table.concat(numbers, " ")
  return table.concat(lines, "\n")
end

return connect4
