--- Games by their rules and `result` alone that had no part in the choice of any constant: the game of Y, connect6,
-- capture go, dodgem, and four in a row for three players. All are played in place.
-- @module bench.support.rules_new

local floor = math.floor

local function turn_of(state) return state.turn end
local function has_winner(state) return state.winner ~= 0 end
local function winner_result(state, me) return state.winner == 0 and 0 or state.winner == me and 1 or -1 end

local function filled(count, value)
  local cells = {}
  for at = 1, count do cells[at] = value end
  return cells
end

-- A board with a border of 3; cells are `row * (size + 1) + column`.
local function board(size)
  local cells = {}
  for at = 0, (size + 2) * (size + 1) do cells[at] = 3 end
  for row = 1, size do for column = 1, size do cells[row * (size + 1) + column] = 0 end end
  return cells
end

-- A function that lists the empty cells of such a board.
local function empty_cells(size)
  local first, last = size + 2, size * (size + 2)
  return function(state)
    local list, n, cells = {}, 0, state.cells
    for at = first, last do
      if cells[at] == 0 then
        n = n + 1
        list[n] = at
      end
    end
    return list
  end
end

-- A function (cells, at, me): the length of the longest line of a player through a cell of such a board.
local function line_through(size)
  local steps = {1, size + 1, size + 2, size}
  return function(cells, at, me)
    local longest = 0
    for i = 1, 4 do
      local step, count = steps[i], 1
      local there = at + step
      while cells[there] == me do count, there = count + 1, there + step end
      there = at - step
      while cells[there] == me do count, there = count + 1, there - step end
      if count > longest then longest = count end
    end
    return longest
  end
end

-- Y: who connects all three sides of a triangle of 45 cells wins. -----------------------------------------------------

local SIDE = 9
local CELLS = SIDE * (SIDE + 1) / 2
local y = {player = turn_of, is_over = has_winner, result = winner_result}
local NEAR, BORDERS = {}, {}
do
  local function number(row, column) return row * (row - 1) / 2 + column end
  for row = 1, SIDE do
    for column = 1, row do
      local here, near = number(row, column), {}
      for _, step in ipairs {{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, 0}, {1, 1}} do
        local r, c = row + step[1], column + step[2]
        if r >= 1 and r <= SIDE and c >= 1 and c <= r then near[#near + 1] = number(r, c) end
      end
      NEAR[here], BORDERS[here] = near, {column == 1, column == row, row == SIDE}
    end
  end
end

function y.new() return {cells = filled(CELLS, 0), turn = 1, winner = 0} end

function y.moves(state)
  local list, n, cells = {}, 0, state.cells
  for at = 1, CELLS do
    if cells[at] == 0 then
      n = n + 1
      list[n] = at
    end
  end
  return list
end

local function joins_sides(cells, at, me)
  local stack, seen, top, left, right, bottom = {at}, {[at] = true}, 1, false, false, false
  while top > 0 do
    local here = stack[top]
    local borders, near = BORDERS[here], NEAR[here]
    top = top - 1
    left, right, bottom = left or borders[1], right or borders[2], bottom or borders[3]
    for i = 1, #near do
      local other = near[i]
      if cells[other] == me and not seen[other] then
        top, seen[other] = top + 1, true
        stack[top] = other
      end
    end
  end
  return left and right and bottom
end

function y.make(state, move)
  local me = state.turn
  state.cells[move], state.turn = me, 3 - me
  if joins_sides(state.cells, move, me) then state.winner = me end
end

function y.unmake(state, move) state.cells[move], state.turn, state.winner = 0, 3 - state.turn, 0 end

-- Connect6 on 9 by 9 cells: six in a row wins. The first turn has one stone, each other two. --------------------------

local SIX = 9
local connect6 = {player = turn_of, result = winner_result, moves = empty_cells(SIX)}
local six_line = line_through(SIX)

function connect6.new() return {cells = board(SIX), turn = 1, stones = 1, empty = SIX * SIX, winner = 0} end

function connect6.is_over(state) return state.winner ~= 0 or state.empty == 0 end

function connect6.make(state, move)
  local me, stones = state.turn, state.stones
  state.cells[move], state.empty = me, state.empty - 1
  if six_line(state.cells, move, me) >= 6 then state.winner = me end
  if stones > 1 then state.stones = stones - 1 else state.turn, state.stones = 3 - me, 2 end
  return stones
end

function connect6.unmake(state, move, stones)
  state.turn, state.stones = state.cells[move], stones
  state.cells[move], state.empty, state.winner = 0, state.empty + 1, 0
end

-- Capture go on 9 by 9 cells: who first captures a stone wins. Who takes their own last liberty loses. ---------------

local GO = 9
local GO_STEPS = {1, -1, GO + 1, -GO - 1}
local capture_go = {player = turn_of, is_over = has_winner, result = winner_result, moves = empty_cells(GO)}

function capture_go.new() return {cells = board(GO), turn = 1, winner = 0} end

-- Whether the group of stones at a cell has a liberty.
local function has_liberty(cells, at)
  local who, stack, seen, top = cells[at], {at}, {[at] = true}, 1
  while top > 0 do
    local here = stack[top]
    top = top - 1
    for i = 1, 4 do
      local other = here + GO_STEPS[i]
      local there = cells[other]
      if there == 0 then return true end
      if there == who and not seen[other] then
        top, seen[other] = top + 1, true
        stack[top] = other
      end
    end
  end
  return false
end

function capture_go.make(state, move)
  local cells, me = state.cells, state.turn
  cells[move], state.turn = me, 3 - me
  for i = 1, 4 do
    local other = move + GO_STEPS[i]
    if cells[other] == 3 - me and not has_liberty(cells, other) then
      state.winner = me
      return
    end
  end
  if not has_liberty(cells, move) then state.winner = 3 - me end
end

function capture_go.unmake(state, move) state.cells[move], state.turn, state.winner = 0, 3 - state.turn, 0 end

-- Dodgem on 5 by 5 cells: cars go forwards or sidewards, and leave the board ahead. Who has none left, or cannot move,
-- wins. ---------------------------------------------------------------------------------------------------------------

local ROAD = 5
local WAY = ROAD + 1
local DODGEM_STEPS = {{1, WAY, -WAY}, {-WAY, 1, -1}} -- player 1 goes to the right, player 2 up; forwards is first
local dodgem = {player = turn_of}

function dodgem.new()
  local state = {cells = board(ROAD), turn = 1, cars = {ROAD - 1, ROAD - 1}}
  for i = 1, ROAD - 1 do state.cells[i * WAY + 1], state.cells[ROAD * WAY + 1 + i] = 1, 2 end
  return state
end

-- A move is `from * 100 + to`; `to` is 0 for a car that leaves the board.
function dodgem.moves(state)
  local cells, me, list, n = state.cells, state.turn, {}, 0
  if state.cars[3 - me] == 0 then return list end
  for from = WAY + 1, ROAD * (WAY + 1) do
    for i = 1, cells[from] == me and 3 or 0 do
      local to = from + DODGEM_STEPS[me][i]
      local leaves = i == 1 and cells[to] == 3
      if leaves or cells[to] == 0 then
        n = n + 1
        list[n] = from * 100 + (leaves and 0 or to)
      end
    end
  end
  return list
end

function dodgem.make(state, move)
  local me, to = state.turn, move % 100
  state.cells[floor(move / 100)], state.turn = 0, 3 - me
  if to == 0 then state.cars[me] = state.cars[me] - 1 else state.cells[to] = me end
end

function dodgem.unmake(state, move)
  local me, to = 3 - state.turn, move % 100
  if to == 0 then state.cars[me] = state.cars[me] + 1 else state.cells[to] = 0 end
  state.cells[floor(move / 100)], state.turn = me, me
end

-- Who is blocked has won, unless the other one has no car left.
function dodgem.result(state, me)
  local winner = state.cars[3 - state.turn] == 0 and 3 - state.turn or state.turn
  return winner == me and 1 or -1
end

-- Four in a row for three players, on 7 by 7 cells. -------------------------------------------------------------------

local THREE = 7
local three = {player = turn_of, result = winner_result, moves = empty_cells(THREE)}
local three_line = line_through(THREE)

function three.new() -- the border is 4, for no player
  local state = {cells = board(THREE), turn = 1, empty = THREE * THREE, winner = 0}
  for at = 0, #state.cells do if state.cells[at] == 3 then state.cells[at] = 4 end end
  return state
end

function three.is_over(state) return state.winner ~= 0 or state.empty == 0 end

function three.make(state, move)
  local me = state.turn
  state.cells[move], state.turn, state.empty = me, me % 3 + 1, state.empty - 1
  if three_line(state.cells, move, me) >= 4 then state.winner = me end
end

function three.unmake(state, move)
  state.turn = state.cells[move]
  state.cells[move], state.empty, state.winner = 0, state.empty + 1, 0
end

--- The games as in `rules_alone`. `players` is how many there are, if there are not two.
return {
  {"y", y, 2, key = {"cells", "turn"}, style = "rave"},
  {"connect6", connect6, 3, key = {"cells", "turn", "stones"}, style = "rave"},
  {"capture go", capture_go, 4, key = {"cells", "turn"}, style = "rave"},
  {"dodgem", dodgem, 2, key = {"cells", "turn"}},
  {"three players", three, 3, key = {"cells", "turn"}, style = "wins", players = 3},
}
