--- The sliding puzzle, on a board of any size, played in place by one player.
-- All cells but one hold a tile. A move slides a tile into the empty cell from beside it. The puzzle is solved when the
-- tiles lie in order, row by row from the top, and the last cell is empty.
--
-- A move is the number of the tile that slides.
-- @module games.sliding

local sliding = {}

local char = string.char
local unpack = table.unpack or unpack

--- What the solved puzzle is worth; pass it as the option `win` to find the fewest moves.
sliding.WIN = 1000

local WIN = sliding.WIN
local EMPTY = 0

-- What all states of one size share: the cells beside each cell, upper, left, right, lower.
local geometries = {}

local function geometry(width, height)
  local name = width .. "x" .. height
  if not geometries[name] then
    local beside = {}
    for cell = 1, width * height do
      local column, list = (cell - 1) % width + 1, {}
      if cell > width then list[#list + 1] = cell - width end
      if column > 1 then list[#list + 1] = cell - 1 end
      if column < width then list[#list + 1] = cell + 1 end
      if cell <= width * (height - 1) then list[#list + 1] = cell + width end
      beside[cell] = list
    end
    geometries[name] = beside
  end
  return geometries[name]
end

--- A puzzle.
-- @tparam[opt=3] number width cells in a row
-- @tparam[opt=2] number height rows
-- @tparam[opt] {number,...} tiles row by row from the top, 0 the empty cell; solved when nothing is said
-- @treturn table the state: the cells at 1, 2, ..., `empty` (the empty one), `wrong` (tiles that are not where they
--   belong), `width`, `height`, and what is `beside` each cell, which it shares with all states of its size
-- @usage sliding.new(3, 2, {4, 1, 2,  5, 0, 3})
function sliding.new(width, height, tiles)
  width, height = width or 3, height or 2
  local count = width * height
  local state = {width = width, height = height, beside = geometry(width, height), empty = count, wrong = 0}
  for cell = 1, count do
    local tile = cell % count
    if tiles then tile = tiles[cell] end
    state[cell] = tile
    if tile == EMPTY then
      state.empty = cell
    elseif tile ~= cell then
      state.wrong = state.wrong + 1
    end
  end
  return state
end

--- The one player: without this, turns would be taken to alternate.
-- @treturn number 1
function sliding.player()
  return 1
end

--- Is the puzzle solved?
-- @tparam table state
-- @treturn boolean
function sliding.is_over(state)
  return state.wrong == 0
end

--- The tiles beside the empty cell.
-- @tparam table state
-- @treturn {number,...}
function sliding.moves(state)
  local beside, list = state.beside[state.empty], {}
  for i = 1, #beside do list[i] = state[beside[i]] end
  return list
end

--- Slides a tile into the empty cell. It is taken back by sliding it once more.
-- @tparam table state
-- @tparam number tile one beside the empty cell
function sliding.make(state, tile)
  local empty = state.empty
  local beside = state.beside[empty]
  local from
  for i = 1, #beside do
    if state[beside[i]] == tile then from = beside[i] end
  end
  if from == tile then
    state.wrong = state.wrong + 1
  elseif empty == tile then
    state.wrong = state.wrong - 1
  end
  state[empty], state[from] = tile, EMPTY
  state.empty = from
end

--- Slides a tile back.
-- @tparam table state
-- @tparam number tile
function sliding.unmake(state, tile)
  sliding.make(state, tile)
end

--- `WIN` when the puzzle is solved, else the number of tiles that are wrong, as a debt.
-- @tparam table state
-- @treturn number
function sliding.evaluate(state)
  return state.wrong == 0 and WIN or -state.wrong
end

--- The same game with a key for each position, for a search with a transposition table.
-- The key is a string, with a byte for each cell.
sliding.hashed = setmetatable({}, {__index = sliding})

--- The position's key.
-- @tparam table state
-- @treturn string
function sliding.hashed.hash(state)
  return char(unpack(state))
end

--- The board as text.
-- @tparam table state
-- @treturn string
function sliding.draw(state)
  local lines = {}
  for row = 1, state.height do
    local line = {}
    for column = 1, state.width do
      local tile = state[(row - 1) * state.width + column]
      line[column] = string.format("%2s", tile == EMPTY and "." or string.format("%d", tile))
    end
    lines[row] = table.concat(line, " ")
  end
  return table.concat(lines, "\n")
end

return sliding
