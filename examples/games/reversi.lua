--- Reversi (Othello) on a square board of any even size, played in place.
-- Player 1 (X, black) begins. A move is the index of a cell, or `PASS` for the player who has no other move while the
-- opponent has one; when neither has, the game is over, and more discs win.
--
-- The cells lie in one flat array, row after row from the top, with a border around them that belongs to no player: the
-- cell of `column` and `row` is at `row * stride + column`, and `stride` is one more than the size.
-- @module games.reversi

local reversi = {}

--- What a won game is worth, before the margin in discs is added; every other evaluation is far below it.
reversi.WIN = 10000

--- The move of a player who has no other.
reversi.PASS = 0

--- How the players, and an empty cell (0), are drawn.
reversi.DISCS = {[0] = ".", "X", "O"}

local unpack = table.unpack or unpack
local WIN, PASS = reversi.WIN, reversi.PASS
local EMPTY, BORDER = 0, 3

-- What one more possible move is worth, in the units of the weights below.
local MOBILITY = 8

-- The weight of a cell by its distances to the two nearest edges (from 0; what lies deeper counts like 3): corners are
-- kept for ever, and the cells next to them hand them to the opponent.
local WEIGHTS = {
  [0] = {[0] = 100, -20, 10, 5},
  {[0] = -20, -50, -2, -2},
  {[0] = 10, -2, -1, -1},
  {[0] = 5, -2, -1, -1},
}

-- What all states of one size share: the indices of the cells, the eight directions, the weights.
local geometries = {}

local function geometry(size)
  if not geometries[size] then
    local stride = size + 1
    local squares, weights = {}, {}
    for row = 1, size do
      for column = 1, size do
        local at = row * stride + column
        squares[#squares + 1] = at
        weights[at] = WEIGHTS[math.min(row - 1, size - row, 3)][math.min(column - 1, size - column, 3)]
      end
    end
    geometries[size] = {
      squares = squares,
      weights = weights,
      steps = {1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, 1 - stride},
    }
  end
  return geometries[size]
end

-- Would a disc of `mine` at the empty cell `at` turn any disc of `theirs`?
local function turns_any(cells, at, mine, theirs, steps)
  for i = 1, 8 do
    local step = steps[i]
    local next_at = at + step
    if cells[next_at] == theirs then
      repeat next_at = next_at + step until cells[next_at] ~= theirs
      if cells[next_at] == mine then return true end
    end
  end
  return false
end

-- In how many cells could this player put a disc, were it the player's turn?
local function mobility(state, who)
  local cells, squares, steps = state.cells, state.geometry.squares, state.geometry.steps
  local other, count = 3 - who, 0
  for i = 1, #squares do
    local at = squares[i]
    if cells[at] == EMPTY and turns_any(cells, at, who, other, steps) then count = count + 1 end
  end
  return count
end

--- The start: two discs each in the middle, X to move.
-- @tparam[opt=8] number size an even number from 4 to 26
-- @treturn table the state: `cells`, `turn`, `margin` (discs of X less those of O), `position` (the same, weighted),
--   `size`, `stride`, and the `geometry` that it shares with all states of its size
function reversi.new(size)
  size = size or 8
  assert(size % 2 == 0 and size >= 4 and size <= 26, "reversi: the size is an even number from 4 to 26")
  local stride = size + 1
  local state = {
    size = size, stride = stride, geometry = geometry(size),
    cells = {}, turn = 1, margin = 0, position = 0,
  }
  for at = 0, (size + 2) * stride do state.cells[at] = BORDER end
  for _, at in ipairs(state.geometry.squares) do state.cells[at] = EMPTY end
  local upper_left = size / 2 * (stride + 1)
  state.cells[upper_left], state.cells[upper_left + 1] = 2, 1
  state.cells[upper_left + stride], state.cells[upper_left + stride + 1] = 1, 2
  return state
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 or 2
function reversi.player(state)
  return state.turn
end

--- The cells where the player to move may put a disc, row by row; only `PASS` when there is none but the opponent has
-- one; none when the game is over.
-- @tparam table state
-- @treturn {number,...}
function reversi.moves(state)
  local cells, squares, steps = state.cells, state.geometry.squares, state.geometry.steps
  local mine = state.turn
  local theirs = 3 - mine
  local list, n = {}, 0
  for i = 1, #squares do
    local at = squares[i]
    if cells[at] == EMPTY and turns_any(cells, at, mine, theirs, steps) then
      n = n + 1
      list[n] = at
    end
  end
  if n == 0 and mobility(state, theirs) > 0 then list[1] = PASS end
  return list
end

--- Puts a disc of the player to move and turns those it encloses, or passes.
-- @tparam table state
-- @tparam number move one of `moves(state)`
-- @treturn {number,...} the cells whose discs were turned, which `unmake` needs (nil after a pass)
function reversi.make(state, move)
  local mine = state.turn
  local theirs = 3 - mine
  state.turn = theirs
  if move == PASS then return nil end

  local cells, steps, weights = state.cells, state.geometry.steps, state.geometry.weights
  local turned, n, weight = {}, 0, weights[move]
  for i = 1, 8 do
    local step = steps[i]
    local at = move + step
    if cells[at] == theirs then
      repeat at = at + step until cells[at] ~= theirs
      if cells[at] == mine then
        at = at - step
        while at ~= move do
          cells[at] = mine
          n = n + 1
          turned[n] = at
          weight = weight + 2 * weights[at]
          at = at - step
        end
      end
    end
  end
  cells[move] = mine
  if mine == 1 then
    state.margin = state.margin + 2 * n + 1
    state.position = state.position + weight
  else
    state.margin = state.margin - 2 * n - 1
    state.position = state.position - weight
  end
  return turned
end

--- Takes the last move back.
-- @tparam table state
-- @tparam number move
-- @tparam {number,...} turned what `make` returned
function reversi.unmake(state, move, turned)
  local theirs = state.turn
  local mine = 3 - theirs
  state.turn = mine
  if move == PASS then return end

  local cells, weights = state.cells, state.geometry.weights
  local n, weight = #turned, weights[move]
  for i = 1, n do
    local at = turned[i]
    cells[at] = theirs
    weight = weight + 2 * weights[at]
  end
  cells[move] = EMPTY
  if mine == 1 then
    state.margin = state.margin - 2 * n - 1
    state.position = state.position - weight
  else
    state.margin = state.margin + 2 * n + 1
    state.position = state.position + weight
  end
end

--- How many discs more than the opponent a player has. It serves as `evaluate` for boards so small that the game
-- can be searched to its end.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function reversi.margin(state, me)
  return me == 1 and state.margin or -state.margin
end

--- What the board is worth to a player: during the game, the weights of the cells that are held and the number of
-- moves there are to choose from; when it is over, the margin, with `WIN` on top.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function reversi.evaluate(state, me)
  local mine, theirs = mobility(state, me), mobility(state, 3 - me)
  if mine + theirs == 0 then
    local margin = reversi.margin(state, me)
    if margin == 0 then return 0 end
    return margin > 0 and WIN + margin or margin - WIN
  end
  local position = me == 1 and state.position or -state.position
  return position + MOBILITY * (mine - theirs)
end

--- An order of moves that suits a search: corners first, and last the cells that hand them to the opponent.
-- It is not a part of the plain game; a game that wants it is
-- `setmetatable({order = reversi.corners_first}, {__index = reversi})`.
-- @tparam table state
-- @tparam number move
-- @treturn number higher is earlier
function reversi.corners_first(state, move)
  return state.geometry.weights[move] or 0
end

--- The same game with a key for each position, for a search with a transposition table. Its states are made by its
-- own `new`, and no others will do.
--
-- The key is a Zobrist key. Its features: for each cell, that its disc is O's, and that a disc lies there at all; and
-- that it is O's turn. So a disc that is turned is one feature, and all that a move turns are flipped in one call.
-- The keys are alphabeta's. A program that loads the module by other means than `require "alphabeta"` writes
-- `reversi.zobrist = alphabeta.zobrist`. All else in this file needs no module.
reversi.hashed = setmetatable({}, {__index = reversi})

local hashed = reversi.hashed
local make, unmake = reversi.make, reversi.unmake

-- The features of the cell `at` are `at` and `taken + at`.
local function flip(state, move, turned, mine)
  local key, taken, turn = state.key, state.taken, state.turn_feature
  if move == PASS then
    key:flip(turn)
  else
    key:flip(turn, taken + move, unpack(turned))
    if mine == 2 then key:flip(move) end
  end
end

--- The start, as `reversi.new` makes it.
-- @tparam[opt=8] number size an even number from 4 to 26
-- @treturn table the state, with its `key`, which tells positions of games from here
function hashed.new(size)
  local state = reversi.new(size)
  state.taken = (state.size + 1) * state.stride
  state.turn_feature = 2 * state.taken + 1
  local zobrist = reversi.zobrist or require("alphabeta").zobrist
  state.key = zobrist(state.turn_feature)
  return state
end

--- Puts a disc of the player to move and turns those it encloses, or passes.
-- @tparam table state
-- @tparam number move one of `moves(state)`
-- @treturn {number,...} the cells whose discs were turned, which `unmake` needs (nil after a pass)
function hashed.make(state, move)
  local mine = state.turn
  local turned = make(state, move)
  flip(state, move, turned, mine)
  return turned
end

--- Takes the last move back.
-- @tparam table state
-- @tparam number move
-- @tparam {number,...} turned what `make` returned
function hashed.unmake(state, move, turned)
  unmake(state, move, turned)
  flip(state, move, turned, state.turn)
end

--- The position's key.
-- @tparam table state
-- @treturn zobrist
function hashed.hash(state)
  return state.key
end

--- How many discs a player has.
-- @tparam table state
-- @tparam number who 1 or 2
-- @treturn number
function reversi.count(state, who)
  local count = 0
  for _, at in ipairs(state.geometry.squares) do
    if state.cells[at] == who then count = count + 1 end
  end
  return count
end

--- A move as it is written down: the column's letter and the row's number, or "pass".
-- @tparam table state
-- @tparam number move
-- @treturn string
function reversi.name(state, move)
  if move == PASS then return "pass" end
  local column = move % state.stride
  return string.char(96 + column) .. string.format("%d", (move - column) / state.stride)
end

--- The board as text.
-- @tparam table state
-- @treturn string
function reversi.draw(state)
  local size, discs = state.size, reversi.DISCS
  local letters = {}
  for column = 1, size do letters[column] = string.char(96 + column) end
  local lines = {"   " .. table.concat(letters, " ")}
  for row = 1, size do
    local line = {}
    for column = 1, size do line[column] = discs[state.cells[row * state.stride + column]] end
    lines[#lines + 1] = string.format("%2d ", row) .. table.concat(line, " ")
  end
  return table.concat(lines, "\n")
end

return reversi
