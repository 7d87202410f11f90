--- Tic-tac-toe, played in place.
-- The cells are numbered 1 to 9, row by row from the top. Player 1 draws X and begins, player 2 draws O.
-- A move is the number of an empty cell.
-- @module games.tictactoe

local tictactoe = {}

--- What a won game is worth; pass it as the option `win` to prefer the shortest win and the longest loss.
tictactoe.WIN = 1000

--- How the players, and an empty cell (0), are drawn.
tictactoe.MARKS = {[0] = ".", "X", "O"}

local WIN = tictactoe.WIN
local NOBODY = 0

-- For each cell the other two cells of every line through it, as one flat list of pairs.
local PAIRS = {
  {2, 3, 4, 7, 5, 9},
  {1, 3, 5, 8},
  {1, 2, 6, 9, 5, 7},
  {1, 7, 5, 6},
  {1, 9, 2, 8, 3, 7, 4, 6},
  {3, 9, 4, 5},
  {1, 4, 8, 9, 3, 5},
  {2, 5, 7, 9},
  {1, 5, 3, 6, 7, 8},
}

--- The empty board, X to move.
-- @treturn table the state: the cells at 1 to 9 (0 empty, else the player), `turn`, `left` (empty cells), `winner`
--   (0: nobody)
function tictactoe.new()
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, turn = 1, left = 9, winner = NOBODY}
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 or 2
function tictactoe.player(state)
  return state.turn
end

--- Is the game won, or the board full?
-- @tparam table state
-- @treturn boolean
function tictactoe.is_over(state)
  return state.winner ~= NOBODY or state.left == 0
end

--- The empty cells, lowest first; none once the game is won.
-- @tparam table state
-- @treturn {number,...}
function tictactoe.moves(state)
  local list = {}
  if state.winner == NOBODY then
    local n = 0
    for cell = 1, 9 do
      if state[cell] == 0 then
        n = n + 1
        list[n] = cell
      end
    end
  end
  return list
end

--- Draws the mark of the player to move.
-- @tparam table state
-- @tparam number cell an empty one
function tictactoe.make(state, cell)
  local turn = state.turn
  local pairs_of_cell = PAIRS[cell]
  state[cell] = turn
  state.turn = 3 - turn
  state.left = state.left - 1
  for i = 1, #pairs_of_cell, 2 do
    if state[pairs_of_cell[i]] == turn and state[pairs_of_cell[i + 1]] == turn then
      state.winner = turn
      return
    end
  end
end

--- Takes the last mark back.
-- @tparam table state
-- @tparam number cell where it was drawn
function tictactoe.unmake(state, cell)
  state[cell] = 0
  state.turn = 3 - state.turn
  state.left = state.left + 1
  state.winner = NOBODY
end

--- What the board is worth to a player: `WIN`, `-WIN`, or 0 while nobody has won.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function tictactoe.evaluate(state, me)
  local winner = state.winner
  if winner == NOBODY then return 0 end
  return winner == me and WIN or -WIN
end

--- The same game with a key for each position, for a search with a transposition table.
-- The key is a number: the cells as its digits in base 3. Whose turn it is follows from them.
tictactoe.hashed = setmetatable({}, {__index = tictactoe})

--- The position's key.
-- @tparam table state
-- @treturn number
function tictactoe.hashed.hash(state)
  local key = 0
  for cell = 1, 9 do key = 3 * key + state[cell] end
  return key
end

--- The board as text, three lines.
-- @tparam table state
-- @treturn string
function tictactoe.draw(state)
  local marks, lines = tictactoe.MARKS, {}
  for row = 1, 3 do
    local first = 3 * row - 2
    lines[row] = table.concat({marks[state[first]], marks[state[first + 1]], marks[state[first + 2]]}, " ")
  end
  return table.concat(lines, "\n")
end

return tictactoe
