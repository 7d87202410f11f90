--- Breakthrough, played in place on a small board, with a key that moves keep up to date: pawns go straight on or
-- diagonally to the next row and capture diagonally; the first pawn on the last row wins.
-- @module spec.support.breakthrough

local alphabeta = require "alphabeta"

local breakthrough = {}

local WIDTH, HEIGHT = 5, 6
local TURN = 2 * WIDTH * HEIGHT + 1

local function feature(cell, who) return 2 * cell - 2 + who end

--- The start, player 1 at the bottom to move.
-- @tparam[opt] string kind of the key: `"zobrist"`, or `"sum"` of random numbers, the default
function breakthrough.new(kind)
  local random = alphabeta.zobrist(TURN, 7)
  local numbers = {}
  for i = 1, TURN do
    random:flip(i)
    local digits = random:get()
    numbers[i] = tonumber(digits:sub(1, 6), 16) * 16777216 + tonumber(digits:sub(7, 12), 16)
    random:flip(i)
  end
  local state = {cells = {}, turn = 1, winner = 0, counts = {0, 0}, numbers = numbers, sum = 0}
  if kind == "zobrist" then state.key = alphabeta.zobrist(TURN) end
  for cell = 1, WIDTH * HEIGHT do
    local row = math.ceil(cell / WIDTH)
    local who = row <= 2 and 1 or row > HEIGHT - 2 and 2 or 0
    state.cells[cell] = who
    if who > 0 then
      state.counts[who] = state.counts[who] + 1
      breakthrough.flip(state, feature(cell, who), 1)
    end
  end
  return state
end

--- Adds a number to the key, or takes it away.
function breakthrough.flip(state, number, sign)
  if state.key then state.key:flip(number) else state.sum = state.sum + sign * state.numbers[number] end
end

local function target(state, cell, side)
  local to = cell + (state.turn == 1 and WIDTH or -WIDTH) + side
  local column = (cell - 1) % WIDTH + side
  return column >= 0 and column < WIDTH and state.cells[to] and to or nil
end

function breakthrough.moves(state)
  local list = {}
  if state.winner > 0 then return list end
  for cell = 1, WIDTH * HEIGHT do
    for side = -1, state.cells[cell] == state.turn and 1 or -2 do
      local to = target(state, cell, side)
      local there = to and state.cells[to]
      if there and there ~= state.turn and (there == 0 or side ~= 0) then list[#list + 1] = cell * 100 + to end
    end
  end
  return list
end

--- Makes a move. `forgets` is the mistake of a key that keeps the captured pawn.
function breakthrough.make(state, move, forgets)
  local from, to, me = math.floor(move / 100), move % 100, state.turn
  local captured = state.cells[to]
  if captured > 0 then
    if not forgets then breakthrough.flip(state, feature(to, captured), -1) end
    state.counts[captured] = state.counts[captured] - 1
  end
  breakthrough.flip(state, feature(from, me), -1)
  breakthrough.flip(state, feature(to, me), 1)
  breakthrough.flip(state, TURN, me == 1 and 1 or -1)
  state.cells[from], state.cells[to], state.turn = 0, me, 3 - me
  local row = math.ceil(to / WIDTH)
  if row == (me == 1 and HEIGHT or 1) or state.counts[3 - me] == 0 then state.winner = me end
  return captured
end

function breakthrough.unmake(state, move, captured, forgets)
  local from, to, me = math.floor(move / 100), move % 100, 3 - state.turn
  state.cells[from], state.cells[to], state.turn, state.winner = me, captured, me, 0
  breakthrough.flip(state, TURN, me == 1 and -1 or 1)
  breakthrough.flip(state, feature(to, me), -1)
  breakthrough.flip(state, feature(from, me), 1)
  if captured > 0 then
    if not forgets then breakthrough.flip(state, feature(to, captured), 1) end
    state.counts[captured] = state.counts[captured] + 1
  end
end

function breakthrough.player(state) return state.turn end

function breakthrough.hash(state) return state.key or state.sum end

function breakthrough.evaluate(state, me)
  if state.winner > 0 then return state.winner == me and 1000 or -1000 end
  return state.counts[me] - state.counts[3 - me]
end

--- The same game whose key keeps captured pawns.
breakthrough.forgetful = setmetatable({
  make = function(state, move) return breakthrough.make(state, move, true) end,
  unmake = function(state, move, captured) return breakthrough.unmake(state, move, captured, true) end,
}, {__index = breakthrough})

return breakthrough
