--- Dice, a game of lines with a die, on a square board, played in place.
-- A turn rolls a die with as many sides as the board has rows. It names the row where player 1 (X) has to put a mark
-- into an empty cell, or for player 2 (O) the column. A row or column that is full is rolled anew. A player who
-- has so many marks in a line, across, down or diagonally, wins.
--
-- The cells are numbered from 1, row by row from the top. A move is the number of a cell; an outcome of the die is the
-- opposite of the row's or the column's number.
-- @module games.dice

local dice = {}

--- What a won game is worth. No evaluation is greater, and none is less than `-WIN`: pass them as the options
-- `value_max` and `value_min`.
dice.WIN = 20

--- How the players, and an empty cell (0), are drawn.
dice.MARKS = {[0] = ".", "X", "O"}

local WIN = dice.WIN
local NOBODY, EMPTY = 0, 0

-- What all states of one kind share: the lines, each an array of cells, and for each cell the lines through it.
local geometries = {}

local function geometry(size, length)
  local name = ("%d/%d"):format(size, length)
  if geometries[name] then return geometries[name] end
  local lines, lines_at = {}, {}
  for cell = 1, size * size do lines_at[cell] = {} end

  local function add_line(row, column, down, right)
    local last_row, last_column = row + (length - 1) * down, column + (length - 1) * right
    if last_row < 1 or last_row > size or last_column < 1 or last_column > size then return end
    local line = {}
    for i = 0, length - 1 do
      local cell = (row + i * down - 1) * size + column + i * right
      line[i + 1] = cell
      table.insert(lines_at[cell], line)
    end
    lines[#lines + 1] = line
  end

  for row = 1, size do
    for column = 1, size do
      add_line(row, column, 0, 1)
      add_line(row, column, 1, 0)
      add_line(row, column, 1, 1)
      add_line(row, column, 1, -1)
    end
  end
  geometries[name] = {lines = lines, lines_at = lines_at}
  return geometries[name]
end

--- The empty board, player 1 to roll.
-- @tparam[opt=4] number size rows, columns, and sides of the die
-- @tparam[opt=3] number length marks of a line that wins
-- @treturn table the state: the cells at 1, 2, ... (0 empty, else the player), `turn`, `left` (empty cells), `winner`
--   (0: nobody), `rolled` (what the die shows, 0 before it is rolled), `size`, `length`, and the `geometry` that it
-- shares
--   with all states of its kind
function dice.new(size, length)
  size, length = size or 4, length or 3
  local state = {
    size = size, length = length, geometry = geometry(size, length),
    turn = 1, left = size * size, winner = NOBODY, rolled = 0,
  }
  for cell = 1, state.left do state[cell] = EMPTY end
  return state
end

--- Whose turn it is, also before the die is rolled.
-- @tparam table state
-- @treturn number 1 or 2
function dice.player(state)
  return state.turn
end

--- Is the game won, or the board full?
-- @tparam table state
-- @treturn boolean
function dice.is_over(state)
  return state.winner ~= NOBODY or state.left == 0
end

-- The first cell of what a number of the die names, and how far it is from cell to cell.
local function cells_of(state, number)
  if state.turn == 1 then return (number - 1) * state.size + 1, 1 end
  return number, state.size
end

--- Before the die is rolled, the rows or columns that are not full.
-- @tparam table state
-- @treturn ?{{probability=number,outcome=number},...} nil where a player decides
function dice.chances(state)
  if state.rolled > 0 then return nil end
  local size, outcomes, n = state.size, {}, 0
  for number = 1, size do
    local first, step = cells_of(state, number)
    for cell = first, first + (size - 1) * step, step do
      if state[cell] == EMPTY then
        n = n + 1
        outcomes[n] = {outcome = -number}
        break
      end
    end
  end
  for i = 1, n do outcomes[i].probability = 1 / n end
  return outcomes
end

--- The empty cells of the row or column that the die names.
-- @tparam table state
-- @treturn {number,...}
function dice.moves(state)
  local list, n = {}, 0
  local first, step = cells_of(state, state.rolled)
  for cell = first, first + (state.size - 1) * step, step do
    if state[cell] == EMPTY then
      n = n + 1
      list[n] = cell
    end
  end
  return list
end

-- Has a player all cells of a line?
local function owns(state, line, who)
  for i = 1, #line do
    if state[line[i]] ~= who then return false end
  end
  return true
end

--- Puts down a mark of the player to move, or lets the die show a number.
-- @tparam table state
-- @tparam number move an empty cell, or the opposite of the number
-- @treturn number what the die showed until then, which `unmake` needs
function dice.make(state, move)
  local turn, rolled = state.turn, state.rolled
  if move < 0 then
    state.rolled = -move
    return rolled
  end
  state[move] = turn
  state.rolled = 0
  state.left = state.left - 1
  local lines = state.geometry.lines_at[move]
  for i = 1, #lines do
    if owns(state, lines[i], turn) then state.winner = turn end
  end
  state.turn = 3 - turn
  return rolled
end

--- Takes a mark or a number back.
-- @tparam table state
-- @tparam number move
-- @tparam number rolled what `make` returned
function dice.unmake(state, move, rolled)
  state.rolled = rolled
  if move > 0 then
    state[move] = EMPTY
    state.left = state.left + 1
    state.winner = NOBODY
    state.turn = 3 - state.turn
  end
end

-- How many marks of each player there are in a line.
local function count(state, line, mine)
  local own, others = 0, 0
  for i = 1, #line do
    local who = state[line[i]]
    if who == mine then
      own = own + 1
    elseif who ~= EMPTY then
      others = others + 1
    end
  end
  return own, others
end

--- What the board is worth to a player: `WIN` or `-WIN` when it is won. Until then each line that only one player has
-- marks in counts for that player, the square of their number; and what is over less than `WIN` is left out.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function dice.evaluate(state, me)
  if state.winner ~= NOBODY then return state.winner == me and WIN or -WIN end
  local lines, value = state.geometry.lines, 0
  for i = 1, #lines do
    local own, others = count(state, lines[i], me)
    if others == 0 then
      value = value + own * own
    elseif own == 0 then
      value = value - others * others
    end
  end
  return math.max(1 - WIN, math.min(WIN - 1, value))
end

--- An order of moves that suits a search: first where there is most to gain, or to be prevented.
-- It is not a part of the plain game; a game that wants it is
-- `setmetatable({order = dice.lines_first}, {__index = dice})`.
-- @tparam table state
-- @tparam number cell
-- @treturn number higher is earlier
function dice.lines_first(state, cell)
  local lines, gain = state.geometry.lines_at[cell], 0
  for i = 1, #lines do
    local own, others = count(state, lines[i], state.turn)
    if others == 0 then
      gain = gain + 2 * own + 1
    elseif own == 0 then
      gain = gain + 2 * others
    end
  end
  return gain
end

--- The same game with a key for each position, for a search with a transposition table.
-- The key is a string: what the die shows, and the cells. Whose turn it is is not in it.
dice.hashed = setmetatable({}, {__index = dice})

--- The position's key.
-- @tparam table state
-- @treturn string
function dice.hashed.hash(state)
  return state.rolled .. ":" .. table.concat(state)
end

--- The board as text.
-- @tparam table state
-- @treturn string
function dice.draw(state)
  local lines = {}
  for row = 1, state.size do
    local line = {}
    for column = 1, state.size do line[column] = dice.MARKS[state[(row - 1) * state.size + column]] end
    lines[row] = table.concat(line, " ")
  end
  local what = state.turn == 1 and "row" or "column"
  lines[#lines + 1] = state.rolled > 0 and string.format("%s %d", what, state.rolled) or nil
  return table.concat(lines, "\n")
end

return dice
