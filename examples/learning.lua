--- A game that has rules and nothing else: the program learns by itself what a position is worth, and plays against
-- you.
--
--     lua learning.lua [games of self-play, 2000 when not given] [--demo]
--
-- The game is breakthrough on a board of five by five. Each player has two rows of pawns; a pawn goes one step forward,
-- straight or diagonally, and captures diagonally only. A player who reaches the last row, or captures all
-- pawns, wins. A move is typed as `b2c3`; with --demo the program plays against itself.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"

local games, is_demo = 2000, false
for _, word in ipairs(arg) do
  if word == "--demo" then is_demo = true else games = tonumber(word) or 0 end
end
if games < 1 or games % 1 ~= 0 then
  io.stderr:write("usage: lua learning.lua [games of self-play] [--demo]\n")
  os.exit(1)
end

-- The rules ---------------------------------------------------------------------------------------------------------

local SIZE = 5
local rules = {win = 1000}

-- Cells are numbered row by row, from player 1's side: a1 is 1, e5 is 25. 0 is empty.
function rules.new()
  local state = {cells = {}, pawns = {2 * SIZE, 2 * SIZE}, turn = 1, winner = 0}
  for cell = 1, SIZE * SIZE do
    state.cells[cell] = cell <= 2 * SIZE and 1 or cell > SIZE * (SIZE - 2) and 2 or 0
  end
  return state
end

function rules.player(state) return state.turn end
function rules.is_over(state) return state.winner ~= 0 end
function rules.result(state, me) return state.winner == me and rules.win or -rules.win end

-- A move is the number of the cell that a pawn leaves, times 100, plus that of the one it goes to.
function rules.moves(state)
  local cells, mine, list = state.cells, state.turn, {}
  local ahead = mine == 1 and SIZE or -SIZE
  for from = 1, SIZE * SIZE do
    if cells[from] == mine then
      local column = (from - 1) % SIZE + 1
      for side = -1, 1 do
        local there = cells[from + ahead + side]
        local is_on_board = column + side >= 1 and column + side <= SIZE and there
        if is_on_board and (there == 0 or side ~= 0 and there ~= mine) then
          list[#list + 1] = 100 * from + from + ahead + side
        end
      end
    end
  end
  return list
end

function rules.make(state, move)
  local from, to, mine = math.floor(move / 100), move % 100, state.turn
  local captured = state.cells[to]
  state.cells[from], state.cells[to], state.turn = 0, mine, 3 - mine
  if captured ~= 0 then state.pawns[captured] = state.pawns[captured] - 1 end
  local is_home = mine == 1 and to > SIZE * (SIZE - 1) or mine == 2 and to <= SIZE
  if is_home or state.pawns[3 - mine] == 0 then state.winner = mine end
  return captured
end

function rules.unmake(state, move, captured)
  local from, to, mine = math.floor(move / 100), move % 100, 3 - state.turn
  state.cells[from], state.cells[to], state.turn, state.winner = mine, captured, mine, 0
  if captured ~= 0 then state.pawns[captured] = state.pawns[captured] + 1 end
end

-- The terminal ------------------------------------------------------------------------------------------------------

local function name_of(cell)
  local column = (cell - 1) % SIZE
  return string.char(97 + column) .. string.format("%d", (cell - 1 - column) / SIZE + 1)
end

local function text_of(move) return name_of(math.floor(move / 100)) .. name_of(move % 100) end

local function draw(state)
  for row = SIZE, 1, -1 do
    local line = {row}
    for column = 1, SIZE do
      line[column + 1] = ({[0] = ".", "X", "O"})[state.cells[(row - 1) * SIZE + column]]
    end
    print(table.concat(line, " "))
  end
  print "  a b c d e"
end

-- Asks for a move; nil at the end of the input.
local function ask(state)
  while true do
    io.write "Your move (q to leave): "
    local line = io.read()
    if not line or line == "q" then return nil end
    for _, move in ipairs(rules.moves(state)) do
      if text_of(move) == line then return move end
    end
    local texts = {}
    for i, move in ipairs(rules.moves(state)) do texts[i] = text_of(move) end
    print("Moves: " .. table.concat(texts, " "))
  end
end

-- Learning, and a game ----------------------------------------------------------------------------------------------

local learned = alphabeta.learn(rules, rules.new, {games = games, nodes = 200, match_games = 40, progress = true})
print(learned)
rules.evaluate = learned.evaluate

local ai, state = alphabeta.new(rules, {nodes = 2000}), rules.new()
while not rules.is_over(state) do
  print()
  draw(state)
  local move
  if state.turn == 1 and not is_demo then
    move = ask(state)
    if not move then os.exit(0) end
  else
    local value
    move, value = ai:search(state)
    print(string.format("%s plays %s, value %+.0f", state.turn == 1 and "X" or "O", text_of(move), value))
  end
  rules.make(state, move)
end
print()
draw(state)
print(string.format("%s wins.", state.winner == 1 and "X" or "O"))
