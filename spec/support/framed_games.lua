--- Small games with whatever a game may have, in which opponents play random matches: more than two players, turns of
-- two moves, chance, hidden hands, moves that are tables or parts of the state.
--
-- Each has `new(random, players)`, `moves`, `move` (changes the state, returns what `back` needs), `back`, `is_over`,
-- `result` and `name` (a state as text, without the timer). `hides` says that a state has hidden cards, `is_for_two`
-- that there are two players. Moves are the same if `id` says so, or else if they are equal; `carry(state, move, copy)`
-- is the move in a copy of the state, if that is another.
-- @module spec.support.framed_games

local alphabeta = require "alphabeta"
local whist = require "games.whist"

local heap, cards, line = {name_of = "heap"}, {name_of = "cards", hides = true, is_for_two = true}, {name_of = "line"}

-- A game that has the functions of another one, where it has none of its own.
local function like(base, name) return setmetatable({name_of = name}, {__index = base}) end

function heap.new(random, players) return {heap = random:int(4, 14), turn = 1, players = players, timer = 0} end

function heap.moves(state)
  local list = {}
  for take = 1, math.min(3, state.heap) do list[take] = take end
  return list
end

function heap.move(state, take)
  local turn = state.turn
  state.heap, state.turn = state.heap - take, turn % state.players + 1
  return turn
end

function heap.back(state, take, turn) state.heap, state.turn = state.heap + take, turn end

function heap.is_over(state) return state.heap == 0 end

function heap.result(state, me)
  if state.heap > 0 then return 0 end
  return state.turn % state.players + 1 == me % state.players + 1 and -1 or 1
end

function heap.name(state) return state.heap .. ":" .. state.turn end

function heap.copy(state)
  return {heap = state.heap, turn = state.turn, players = state.players, timer = state.timer}
end

-- Four in a row of cells, of which three in a row win; cells lie four levels deep.
function line.new(_, players)
  local board = {cells = {}}
  for i = 1, 7 do board.cells[i] = {index = i, piece = {owner = 0}} end
  return {board = board, turn = 1, players = players, timer = 0, left = 7}
end

local function winner(state)
  local cells = state.board.cells
  for i = 1, 5 do
    local owner = cells[i].piece.owner
    if owner ~= 0 and cells[i + 1].piece.owner == owner and cells[i + 2].piece.owner == owner then return owner end
  end
  return nil
end

function line.is_over(state) return state.left == 0 or winner(state) ~= nil end

function line.moves(state)
  local list = {}
  if line.is_over(state) then return list end
  for i = 1, 7 do
    if state.board.cells[i].piece.owner == 0 then list[#list + 1] = "c" .. i end
  end
  return list
end

local function cell(state, move) return state.board.cells[tonumber(move:sub(2))] end

function line.move(state, move)
  local turn = state.turn
  cell(state, move).piece.owner = turn
  state.turn, state.left = turn % state.players + 1, state.left - 1
  return turn
end

function line.back(state, move, turn)
  cell(state, move).piece.owner = 0
  state.turn, state.left = turn, state.left + 1
end

function line.result(state, me)
  local owner = winner(state)
  return owner == nil and 0 or owner == me and 1 or -1
end

function line.name(state)
  local text = {}
  for i = 1, 7 do text[i] = state.board.cells[i].piece.owner end
  return table.concat(text) .. ":" .. state.turn
end

function line.copy(state)
  local after = line.new(nil, state.players)
  after.turn, after.timer, after.left = state.turn, state.timer, state.left
  for i = 1, 7 do after.board.cells[i].piece.owner = state.board.cells[i].piece.owner end
  return after
end

-- The heap, with moves that are new tables in each list; where who takes two moves again; and where a coin that is
-- thrown after each move takes a match, or none.
local takes, again, dice = like(heap, "takes"), like(heap, "again"), like(heap, "dice")

function takes.moves(state)
  local list = heap.moves(state)
  for i, take in ipairs(list) do list[i] = {take = take} end
  return list
end

function takes.id(move) return move.take end
function takes.move(state, move) return heap.move(state, move.take) end
function takes.back(state, move, turn) heap.back(state, move.take, turn) end

function again.move(state, take)
  local turn = heap.move(state, take)
  if take == 2 and state.heap > 0 then state.turn = turn end
  return turn
end

function dice.chances(state)
  return state.is_thrown and {{probability = 0.75, outcome = "none"}, {probability = 0.25, outcome = "one"}} or nil
end

function dice.moves(state) return state.is_thrown and {"none", "one"} or heap.moves(state) end

function dice.move(state, move)
  local undo = {heap = state.heap, turn = state.turn, is_thrown = state.is_thrown or false}
  if state.is_thrown then
    state.heap, state.is_thrown = state.heap - (move == "one" and 1 or 0), false
  else
    heap.move(state, move)
    state.is_thrown = state.heap > 0
  end
  return undo
end

function dice.back(state, _, undo)
  for name, value in pairs(undo) do state[name] = value end
end

function dice.name(state) return heap.name(state) .. (state.is_thrown and "?" or "") end

function dice.copy(state)
  local after = heap.copy(state)
  after.is_thrown = state.is_thrown
  return after
end

-- The row of cells, with moves that are the cells of the state.
local pieces = like(line, "pieces")

function pieces.moves(state)
  local list = line.moves(state)
  for i, move in ipairs(list) do list[i] = state.board.cells[tonumber(move:sub(2))] end
  return list
end

local function name_of_cell(state, piece)
  for i = 1, 7 do
    if rawequal(state.board.cells[i], piece) then return "c" .. i end
  end
  error("a move of another state", 0)
end

function pieces.carry(state, piece, copy) return copy.board.cells[tonumber(name_of_cell(state, piece):sub(2))] end
function pieces.move(state, piece) return line.move(state, name_of_cell(state, piece)) end
function pieces.back(state, piece, turn) line.back(state, name_of_cell(state, piece), turn) end

-- Whist with few cards: each hand sees its own cards and those that were face up.
function cards.new(random) return whist.new(function(n) return random:int(1, n) end, random:int(2, 3)) end

function cards.moves(state)
  local list = {}
  for i = whist.moves(state, list) + 1, #list do list[i] = nil end
  return list
end

function cards.name(state)
  local hands = state.hands
  return ("%s|%s|%s:%d:%d:%d,%d"):format(table.concat(hands[1], ","), table.concat(hands[2], ","),
    table.concat(state.stock, ","), state.turn, state.led, state.tricks[1], state.tricks[2])
end

cards.copy, cards.move, cards.back, cards.is_over = alphabeta.copy, whist.make, whist.unmake, whist.is_over
cards.result, cards.deal = whist.result, whist.deal

return {heap, cards, line, takes, again, dice, pieces, pieces = pieces}
