--- Small games with whatever a game may have, which opponents and sessions play at random: more than two players, turns
-- of two moves, chance, hidden hands, moves that are tables or parts of the state; and games of their rules, in each
-- style.
--
-- Each has `new(random, players)`, `moves`, `move` (changes the state, returns what `back` needs), `back`, `is_over`,
-- `result` and `name` (a state as text, without the timer). `hides` says that a state has hidden cards, `is_for_two`
-- that there are two players. Moves are the same if `id` says so, or else if they are equal; `carry(state, move, copy)`
-- is the move in a copy of the state, if that is another.
-- @module spec.support.framed_games

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
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
  return turn, "more"
end

function heap.back(state, take, turn, more)
  assert(more == "more")
  state.heap, state.turn = state.heap + take, turn
end

function heap.is_over(state) return state.heap == 0 end

function heap.result(state, me)
  if state.heap > 0 then return 0 end
  return state.turn % state.players + 1 == me % state.players + 1 and -1 or 1
end

function heap.name(state) return state.heap .. ":" .. state.turn end

-- With the fields of the games that are like it.
function heap.copy(state)
  return {
    heap = state.heap, turn = state.turn, players = state.players, timer = state.timer, is_thrown = state.is_thrown,
    last = state.last,
  }
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

-- The heap, with moves that are new tables in each list; where who takes two moves again; where a move sets the timer
-- back; and where a coin that is thrown after each move takes a match, or none.
local takes, again, idle, dice = like(heap, "takes"), like(heap, "again"), like(heap, "idle"), like(heap, "dice")

function takes.moves(state)
  local list = heap.moves(state)
  for i, take in ipairs(list) do list[i] = {take = take} end
  return list
end

function takes.id(move) return move.take end
function takes.move(state, move) return heap.move(state, move.take) end
function takes.back(state, move, ...) heap.back(state, move.take, ...) end

function again.move(state, take)
  local turn, more = heap.move(state, take)
  if take == 2 and state.heap > 0 then state.turn = turn end
  return turn, more
end

-- A slice finds a move, and does not end the search.
idle.limits = {depth = 30, slice = core.ENGINE == "Lua" and 1e-3 or 1e-4}

function idle.move(state, take)
  local timer, turn = state.timer, heap.move(state, take)
  state.timer = 0
  return turn, timer
end

function idle.back(state, take, turn, timer)
  heap.back(state, take, turn, "more")
  state.timer = timer
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

-- Four questions, which the players answer in turn by yes or no: moves are booleans. A yes to the last one wins.
local answers = like(heap, "answers")

function answers.new(_, players) return {heap = 4, turn = 1, players = players, timer = 0, last = false} end
function answers.moves(state) return state.heap > 0 and {false, true} or {} end

function answers.move(state, answer)
  local turn, last = heap.move(state, 1), state.last
  state.last = answer
  return turn, last
end

function answers.back(state, _, turn, last) state.heap, state.turn, state.last = state.heap + 1, turn, last end
function answers.result(state, me) return (state.last and 1 or -1) * heap.result(state, me) end
function answers.name(state) return heap.name(state) .. (state.last and "yes" or "no") end

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

-- Games of these rules ----------------------------------------------------------------------------------------------

local framed_games = {heap, cards, line, takes, again, idle, dice, answers, pieces, pieces = pieces, idle = idle}

local function legal_moves(base, state) return base.is_over(state) and {} or base.moves(state) end

--- A copy of a state in which a move was played.
function framed_games.after(base, state, move)
  local after = base.copy(state)
  base.move(after, base.carry and base.carry(state, move, after) or move)
  return after
end

--- A copy of a state in which a move was taken back, with what making it has returned.
function framed_games.before(base, state, move, ...)
  local before = base.copy(state)
  base.back(before, base.carry and base.carry(state, move, before) or move, ...)
  return before
end

--- Puts many tables into a state.
function framed_games.enlarge(state)
  state.map = {}
  for i = 1, 2500 do state.map[i] = {i} end
end

--- Raises an error unless a move is legal.
function framed_games.require_legal(base, state, move)
  local id = base.id or function(each) return each end
  for _, legal in ipairs(legal_moves(base, state)) do
    if id(legal) == id(move) then return end
  end
  error(("an illegal move in %s: %s"):format(base.name(state), tostring(move)), 0)
end

--- The move that leads to a child state.
function framed_games.move_to(base, state, child)
  for _, move in ipairs(legal_moves(base, state)) do
    if base.name(framed_games.after(base, state, move)) == base.name(child) then return move end
  end
  error(("an illegal child of %s: %s"):format(base.name(state), base.name(child)), 0)
end

-- A function of keys: texts, or keys of 64 bits.
local function keys(random, name)
  if random:chance(0.5) then return name end
  return function(state)
    local key, text = alphabeta.zobrist(128, 1), name(state)
    for i = 1, #text do key:set(alphabeta.mix(key:get(), text:byte(i))) end
    return key
  end
end

-- The moves of a state in an array that is given, with something else behind them.
local function filling(base)
  return function(state, list)
    local own = base.moves(state)
    for i, move in ipairs(own) do list[i] = move end
    list[#own + 1] = "no move"
    return #own
  end
end

--- A game in one of three styles, with some of the functions that a game may have. It refuses moves that are not legal.
-- @tparam table base one of these
-- @tparam Rng random
-- @tparam[opt] function around `around(name, f)` takes the place of a function `f`, but for `unmake`
-- @treturn table
function framed_games.game(base, random, around)
  local game, style = {moves = base.moves, player = function(state) return state.turn end}, random:int(1, 20)
  local function after(state, move)
    framed_games.require_legal(base, state, move)
    return framed_games.after(base, state, move)
  end
  if style <= 3 and not (base.chances or base.hides) then
    game.moves = nil
    function game.children(state)
      local list = legal_moves(base, state)
      for i, move in ipairs(list) do list[i] = after(state, move) end
      return list
    end
  elseif style <= 11 then
    function game.make(state, move)
      framed_games.require_legal(base, state, move)
      return base.move(state, move)
    end
  else
    game.play = after
  end
  if game.moves and random:chance(0.2) then game.moves = filling(base) end
  game.result, game.chances, game.deal = base.result, base.chances, base.deal
  local function sometimes(chance, name, value)
    if random:chance(chance) then game[name] = value end
  end
  sometimes(base.hides and 1 or 0.5, "is_over", base.is_over)
  sometimes(0.2, "evaluate", function(state, me)
    return base.is_over(state) and base.result(state, me) or #base.moves(state) / 100
  end)
  sometimes(0.3, "hash", keys(random, base.name))
  sometimes(game.moves and 0.2 or 0, "order", function(_, move) return #tostring(base.id and base.id(move) or move) end)
  for name, f in pairs(game) do game[name] = around and around(name, f) or f end
  game.unmake = game.make and base.back
  sometimes(0.2, "win", 1000)
  sometimes(0.2, "repetition", 0)
  return game
end

return framed_games
