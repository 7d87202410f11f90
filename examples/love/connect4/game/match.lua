--- What is seen of a match: the state on the board, and the columns that led there.
local connect4 = require "games.connect4"

local rules = connect4.hashed

local match = {}
match.__index = match

--- The rules, with the moves from the middle outwards.
match.RULES = setmetatable({moves = connect4.moves_from_centre, win = connect4.WIN}, {__index = rules})

--- The match of a session that has just begun.
function match.new(game)
  return setmetatable({state = game.state, columns = {}}, match)
end

--- Whether the game is won or the board full.
function match:is_over() return rules.is_over(self.state) end

--- Who has won: player 1 or 2, or nil.
function match:winner()
  local winner = self.state.winner
  return winner ~= 0 and winner or nil
end

--- How many stones lie on the board.
function match:count() return self.state.width * self.state.height - self.state.left end

--- The row where a stone in this column would come to lie, or nil where none can be dropped.
function match:landing(column)
  local state = self.state
  if self:is_over() or column < 1 or column > state.width then return nil end
  local row = state.heights[column] + 1
  return row <= state.height and row or nil
end

--- Where the stones of a line of columns would come to lie: a list of {column, row, player}, up to the first that does
-- not fit.
function match:follow(line)
  local places, heights, player = {}, {}, self.state.turn
  for i, column in ipairs(line) do
    local row = (heights[column] or self.state.heights[column]) + 1
    if row > self.state.height then break end
    heights[column] = row
    places[i] = {column = column, row = row, player = player}
    player = 3 - player
  end
  return places
end

-- The cells of one player from a cell on, in one direction.
local function run(state, player, column, row, right, up)
  local cells = {}
  while column >= 1 and column <= state.width and row >= 1 and row <= state.height
    and rules.at(state, column, row) == player do
    cells[#cells + 1] = {column = column, row = row}
    column, row = column + right, row + up
  end
  return cells
end

--- The cells of the rows that have won: a list of {column, row}; empty before that.
function match:winning_cells()
  local state, found = self.state, {}
  local last = self.columns[#self.columns]
  if state.winner == 0 then return found end
  local row = state.heights[last]
  for _, direction in ipairs {{1, 0}, {0, 1}, {1, 1}, {1, -1}} do
    local right, up = direction[1], direction[2]
    local back = run(state, state.winner, last, row, -right, -up)
    local first = back[#back]
    local cells = run(state, state.winner, first.column, first.row, right, up)
    if #cells >= 4 then
      for _, cell in ipairs(cells) do found[#found + 1] = cell end
    end
  end
  return found
end

return match
