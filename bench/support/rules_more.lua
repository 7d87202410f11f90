--- More games by their rules and `result` alone: draughts, ataxx and pentago, played in place. They had no part in the
-- choice of the defaults.
-- @module bench.support.rules_more

local floor = math.floor

local function turn_of(state) return state.turn end

-- Draughts on 8 by 8 squares. Taking is a must; who can go on taking moves again. -----------------------------------

local ROW = 9 -- eight squares and a border
local QUIET = 60 -- plies without a man moved or a piece taken: a draw
local STEPS = {ROW + 1, ROW - 1, -ROW - 1, 1 - ROW} -- a man of player 1 uses the first two, one of player 2 the others
local draughts = {player = turn_of}

function draughts.new()
  local cells = {}
  for at = -2 * ROW, 11 * ROW do cells[at] = 3 end
  for row = 1, 8 do
    for column = 1, 8 do
      local man = row <= 3 and 1 or row >= 6 and 2 or 0
      if (row + column) % 2 == 0 then cells[row * ROW + column] = man end
    end
  end
  return {cells = cells, kings = {}, turn = 1, quiet = 0, again = false}
end

-- Adds the moves of a piece: `from * 1000 + to`.
local function add_steps(state, list, from, is_taking)
  local cells, me = state.cells, state.turn
  local first, last = 1, 4
  if not state.kings[from] then first, last = me * 2 - 1, me * 2 end
  for i = first, last do
    local step = STEPS[i]
    if is_taking then
      if cells[from + step] == 3 - me and cells[from + 2 * step] == 0 then
        list[#list + 1] = from * 1000 + from + 2 * step
      end
    elseif cells[from + step] == 0 then
      list[#list + 1] = from * 1000 + from + step
    end
  end
end

function draughts.moves(state)
  local cells, me, list = state.cells, state.turn, {}
  if state.quiet >= QUIET then return list end
  if state.again then
    add_steps(state, list, state.again, true)
    return list
  end
  for pass = 1, 2 do
    for at = ROW + 1, 8 * ROW + 8 do if cells[at] == me then add_steps(state, list, at, pass == 1) end end
    if #list > 0 then return list end
  end
  return list
end

function draughts.make(state, move)
  local cells, kings, me, from, to = state.cells, state.kings, state.turn, floor(move / 1000), move % 1000
  local undo = {quiet = state.quiet, again = state.again, turn = me, was_king = kings[from]}
  local row, middle = floor(to / ROW), (from + to) / 2
  local is_taking = cells[middle] == 3 - me
  cells[from], cells[to], kings[from] = 0, me, nil
  kings[to] = undo.was_king or row == 1 or row == 8 or nil
  state.quiet, state.again = undo.was_king and state.quiet + 1 or 0, false
  if is_taking then
    undo.taken, undo.taken_king = middle, kings[middle]
    cells[middle], kings[middle], state.quiet = 0, nil, 0
    local list = {}
    if kings[to] == undo.was_king then add_steps(state, list, to, true) end
    if #list > 0 then state.again = to end
  end
  if not state.again then state.turn = 3 - me end
  return undo
end

function draughts.unmake(state, move, undo)
  local cells, kings, me, from, to = state.cells, state.kings, undo.turn, floor(move / 1000), move % 1000
  cells[to], kings[to], cells[from], kings[from] = 0, nil, me, undo.was_king
  if undo.taken then cells[undo.taken], kings[undo.taken] = 3 - me, undo.taken_king end
  state.quiet, state.again, state.turn = undo.quiet, undo.again, me
end

function draughts.result(state, me) return state.quiet >= QUIET and 0 or state.turn == me and -1 or 1 end

-- Ataxx on 6 by 6 squares: a man doubles to a neighbour or jumps two squares, and turns the others around it. --------

local ATAXX = 6
local WIDE = ATAXX + 2
local LIMIT = 100 -- plies of a game
local ataxx = {player = turn_of}

function ataxx.new()
  local cells = {}
  for at = -2 * WIDE, (ATAXX + 4) * WIDE do cells[at] = 3 end
  for row = 1, ATAXX do for column = 1, ATAXX do cells[row * WIDE + column] = 0 end end
  local low, high = WIDE + 1, ATAXX * WIDE + ATAXX
  cells[low], cells[high], cells[WIDE + ATAXX], cells[ATAXX * WIDE + 1] = 1, 1, 2, 2
  return {cells = cells, turn = 1, men = {2, 2}, plies = 0, passed = 0}
end

-- A move is `from * 1000 + to`; `to` alone doubles, and 0 passes.
function ataxx.moves(state)
  local cells, me, list = state.cells, state.turn, {}
  if state.passed == 2 or state.plies >= LIMIT or state.men[1] == 0 or state.men[2] == 0
    or state.men[1] + state.men[2] == ATAXX * ATAXX then
    return list
  end
  for to = WIDE + 1, ATAXX * (WIDE + 1) do
    if cells[to] == 0 then
      local is_near = false
      for row = -2, 2 do
        for column = -2, 2 do
          local from = to + row * WIDE + column
          if cells[from] == me and from % WIDE - to % WIDE == column then
            if row * row < 4 and column * column < 4 then
              is_near = true
            else
              list[#list + 1] = from * 1000 + to
            end
          end
        end
      end
      if is_near then list[#list + 1] = to end
    end
  end
  if #list == 0 then list[1] = 0 end
  return list
end

function ataxx.make(state, move)
  local cells, men, me, from, to = state.cells, state.men, state.turn, floor(move / 1000), move % 1000
  local undo = {passed = state.passed}
  state.turn, state.plies, state.passed = 3 - me, state.plies + 1, move == 0 and state.passed + 1 or 0
  if move == 0 then return undo end
  cells[to] = me
  if from > 0 then cells[from] = 0 else men[me] = men[me] + 1 end
  for row = -WIDE, WIDE, WIDE do
    for column = -1, 1 do
      local at = to + row + column
      if cells[at] == 3 - me then cells[at], undo[#undo + 1] = me, at end
    end
  end
  men[me], men[3 - me] = men[me] + #undo, men[3 - me] - #undo
  return undo
end

function ataxx.unmake(state, move, undo)
  local cells, men, me, from, to = state.cells, state.men, 3 - state.turn, floor(move / 1000), move % 1000
  state.turn, state.plies, state.passed = me, state.plies - 1, undo.passed
  if move == 0 then return end
  for i = 1, #undo do cells[undo[i]] = 3 - me end
  men[me], men[3 - me] = men[me] - #undo, men[3 - me] + #undo
  cells[to] = 0
  if from > 0 then cells[from] = me else men[me] = men[me] - 1 end
end

function ataxx.result(state, me) return state.men[me] - state.men[3 - me] end

-- Pentago: five in a row on 6 by 6 squares; after each marble, a quarter of the board is turned. ---------------------

local pentago = {player = turn_of}
local LINES = {}
for row = 0, 5 do
  for column = 0, 5 do
    for _, step in ipairs {{0, 1}, {1, 0}, {1, 1}, {1, -1}} do
      local line = {}
      for i = 0, 4 do
        local y, x = row + i * step[1], column + i * step[2]
        if y > 5 or x > 5 or x < 0 then break end
        line[#line + 1] = y * 6 + x + 1
      end
      if #line == 5 then LINES[#LINES + 1] = line end
    end
  end
end

function pentago.new()
  local cells = {}
  for at = 1, 36 do cells[at] = 0 end
  return {cells = cells, turn = 1, left = 36, winner = 0}
end

function pentago.is_over(state) return state.winner ~= 0 or state.left == 0 end

-- A move is `at * 10 + quarter * 2 + direction`.
function pentago.moves(state)
  local list = {}
  for at = 1, 36 do
    for turning = state.cells[at] == 0 and 0 or 8, 7 do list[#list + 1] = at * 10 + turning end
  end
  return list
end

local function rotate(cells, turning)
  local quarter = floor(turning / 2)
  local corner = floor(quarter / 2) * 18 + quarter % 2 * 3 + 1
  local a, b = corner, corner + 2
  local c, d = corner + 14, corner + 12
  local e, f, g, h = corner + 1, corner + 8, corner + 13, corner + 6
  if turning % 2 == 0 then
    cells[a], cells[b], cells[c], cells[d] = cells[d], cells[a], cells[b], cells[c]
    cells[e], cells[f], cells[g], cells[h] = cells[h], cells[e], cells[f], cells[g]
  else
    cells[a], cells[b], cells[c], cells[d] = cells[b], cells[c], cells[d], cells[a]
    cells[e], cells[f], cells[g], cells[h] = cells[f], cells[g], cells[h], cells[e]
  end
end

-- Who has five in a row; 3 if both have.
local function winner_of(cells)
  local winner = 0
  for i = 1, #LINES do
    local line = LINES[i]
    local who = cells[line[1]]
    if who ~= 0 and who ~= winner and cells[line[2]] == who and cells[line[3]] == who and cells[line[4]] == who
      and cells[line[5]] == who then
      winner = winner + who
    end
  end
  return winner
end

function pentago.make(state, move)
  state.cells[floor(move / 10)] = state.turn
  rotate(state.cells, move % 10)
  state.winner, state.turn, state.left = winner_of(state.cells), 3 - state.turn, state.left - 1
end

function pentago.unmake(state, move)
  local turning = move % 10
  rotate(state.cells, turning % 2 == 0 and turning + 1 or turning - 1)
  state.cells[floor(move / 10)] = 0
  state.winner, state.turn, state.left = 0, 3 - state.turn, state.left + 1
end

function pentago.result(state, me)
  return (state.winner == 0 or state.winner == 3) and 0 or state.winner == me and 1 or -1
end

-- The key of a state of draughts.
local function draughts_key(state)
  local parts, cells, kings = {state.turn, state.quiet, state.again or 0}, state.cells, state.kings
  for at = ROW + 1, 8 * ROW + 8 do parts[#parts + 1] = cells[at] + (kings[at] and 4 or 0) end
  return table.concat(parts, ",")
end

--- The games as in `rules_alone`.
return {
  {"draughts", draughts, 4, key = draughts_key},
  {"ataxx", ataxx, 4, key = {"cells", "turn", "plies", "passed"}},
  {"pentago", pentago, 4, key = {"cells", "turn"}, style = "wins"},
}
