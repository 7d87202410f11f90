--- 2048: one player and random tiles, on a board of 4 by 4 cells. A move slides all tiles to one edge as far as they
-- go, and two equal ones that meet become one, worth both and once a move. It must change the board. Then a random tile
-- is put into an empty cell: a 2 nine times out of ten, else a 4. The game is over when nothing can be moved. It begins
-- with two random tiles.
--
-- The cells are numbered 1 to 16, row by row from the top. A move is `"left"`, `"up"`, `"right"` or `"down"`; an
-- outcome is the number of a cell for a 2, and its negative for a 4. Nothing is undone: `play` makes a new state.
-- @module games.2048

local game = {}

local SIZE, CELLS = 4, 16

-- The random tiles and their probabilities.
local SMALL, LARGE = 2, 4
local OF_SMALL, OF_LARGE = 0.9, 0.1

-- For each move the four lines along which tiles slide, each from the edge where they come to rest.
local LINES = {left = {}, up = {}, right = {}, down = {}}
for i = 0, SIZE - 1 do
  local left, up, right, down = {}, {}, {}, {}
  for j = 1, SIZE do
    left[j], right[SIZE + 1 - j] = SIZE * i + j, SIZE * i + j
    up[j], down[SIZE + 1 - j] = SIZE * (j - 1) + i + 1, SIZE * (j - 1) + i + 1
  end
  LINES.left[i + 1], LINES.up[i + 1], LINES.right[i + 1], LINES.down[i + 1] = left, up, right, down
end

local DIRECTIONS = {"left", "up", "right", "down"}

-- What a tile counts in each cell: the largest belong into a corner, the next along the edge and back, like a snake.
local SNAKE = {
  64, 32, 16, 8,
  0.5, 1, 2, 4,
  0.25, 0.125, 0.0625, 0.03125,
  0, 0, 0, 0,
}

--- The empty board, before two random tiles.
-- @treturn table the state: the cells at 1 to 16 (0 empty, else the tile), `to_come` (how many random tiles come before
-- the player moves), `score` (the sum of all tiles that were made)
function game.new()
  local state = {to_come = 2, score = 0}
  for cell = 1, CELLS do state[cell] = 0 end
  return state
end

--- The one player: without this, turns would be taken to alternate.
-- @treturn number 1
function game.player()
  return 1
end

--- At a chance node, the empty cells with either tile.
-- @tparam table state
-- @treturn ?{{probability=number,outcome=number},...} nil where the player moves
function game.chances(state)
  if state.to_come == 0 then return nil end
  local empty = 0
  for cell = 1, CELLS do
    if state[cell] == 0 then empty = empty + 1 end
  end
  local outcomes, n = {}, 0
  for cell = 1, CELLS do
    if state[cell] == 0 then
      n = n + 1
      outcomes[n] = {probability = OF_SMALL / empty, outcome = cell}
      outcomes[empty + n] = {probability = OF_LARGE / empty, outcome = -cell}
    end
  end
  return outcomes
end

-- Can any tile of a line slide? A gap before a tile, or two neighbours that are equal, will do.
local function slides(state, line)
  local before = state[line[1]]
  for i = 2, SIZE do
    local tile = state[line[i]]
    if tile ~= 0 and (before == 0 or before == tile) then return true end
    before = tile
  end
  return false
end

--- The moves that change the board.
-- @tparam table state
-- @treturn {string,...} empty when the game is over
function game.moves(state)
  local list, n = {}, 0
  for i = 1, #DIRECTIONS do
    local lines = LINES[DIRECTIONS[i]]
    if slides(state, lines[1]) or slides(state, lines[2]) or slides(state, lines[3]) or slides(state, lines[4]) then
      n = n + 1
      list[n] = DIRECTIONS[i]
    end
  end
  return list
end

-- Slides the tiles of a line into a new state whose cells are empty; returns the sum of the tiles that were made.
local function slide(state, line, after)
  local made, place, waiting = 0, 1, 0
  for i = 1, SIZE do
    local tile = state[line[i]]
    if tile ~= 0 then
      if tile == waiting then
        after[line[place]] = 2 * tile
        made, place, waiting = made + 2 * tile, place + 1, 0
      else
        if waiting ~= 0 then
          after[line[place]] = waiting
          place = place + 1
        end
        waiting = tile
      end
    end
  end
  if waiting ~= 0 then after[line[place]] = waiting end
  return made
end

--- The state after a move, or after a random tile.
-- @tparam table state stays as it is
-- @tparam string|number move a move of the player, or at a chance node an outcome
-- @treturn table a new state
function game.play(state, move)
  local lines = LINES[move]
  if not lines then
    local after = {to_come = state.to_come - 1, score = state.score}
    for cell = 1, CELLS do after[cell] = state[cell] end
    after[math.abs(move)] = move > 0 and SMALL or LARGE
    return after
  end
  local after = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, to_come = 1}
  local made = 0
  for i = 1, SIZE do made = made + slide(state, lines[i], after) end
  after.score = state.score + made
  return after
end

--- What the board is worth: its tiles, the more the better they lie.
-- @tparam table state
-- @treturn number
function game.evaluate(state)
  local value = 0
  for cell = 1, CELLS do value = value + SNAKE[cell] * state[cell] end
  return value
end

--- The largest tile on the board.
-- @tparam table state
-- @treturn number
function game.largest(state)
  local largest = 0
  for cell = 1, CELLS do largest = math.max(largest, state[cell]) end
  return largest
end

--- The same game with a key for each position, for a search with a transposition table. The key is a string: the cells,
-- and how many random tiles are to come.
game.hashed = setmetatable({}, {__index = game})

--- The position's key.
-- @tparam table state
-- @treturn string
function game.hashed.hash(state)
  return state.to_come .. ":" .. table.concat(state, " ")
end

--- The board as text, four lines.
-- @tparam table state
-- @treturn string
function game.draw(state)
  local lines = {}
  for row = 1, SIZE do
    local line = {}
    for column = 1, SIZE do
      local tile = state[SIZE * (row - 1) + column]
      line[column] = string.format("%5s", tile == 0 and "." or string.format("%d", tile))
    end
    lines[row] = table.concat(line)
  end
  return table.concat(lines, "\n")
end

return game
