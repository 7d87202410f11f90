--- Games by their rules and `result` alone: some of the examples without their evaluations, and small ones of board
-- games that people write. All but kalah are played in place.
-- @module bench.support.rules_alone

local breakthrough = require "spec.support.breakthrough"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local reversi = require "games.reversi"

local floor = math.floor

local function winner_result(state, me) return state.winner == 0 and 0 or state.winner == me and 1 or -1 end
local function has_winner(state) return state.winner ~= 0 end
local function turn_of(state) return state.turn end

-- The functions of an example that are rules, with its values of finished games as `result`.
local function alone(game, new, result)
  return {
    new = new, moves = game.moves, make = game.make, unmake = game.unmake, play = game.play, player = game.player,
    is_over = game.is_over, result = result,
  }
end

-- Hex -----------------------------------------------------------------------------------------------------------------

local HEX = 7
local HEX_STEPS = {1, -1, HEX + 2, -HEX - 2, HEX + 1, -HEX - 1}
local hex = {player = turn_of, is_over = has_winner, result = winner_result}

function hex.new()
  local cells = {}
  for at = 0, (HEX + 2) * (HEX + 2) do cells[at] = 3 end
  for row = 1, HEX do for column = 1, HEX do cells[row * (HEX + 2) + column] = 0 end end
  return {cells = cells, turn = 1, winner = 0}
end

function hex.moves(state)
  local list = {}
  for at = HEX + 3, HEX * (HEX + 3) do if state.cells[at] == 0 then list[#list + 1] = at end end
  return list
end

-- Player 1 connects the rows 1 and 7, player 2 the columns.
local function connects(cells, at, me)
  local stack, seen, has_low, has_high = {at}, {[at] = true}, false, false
  while stack[1] do
    local here = table.remove(stack)
    local line = me == 1 and floor(here / (HEX + 2)) or here % (HEX + 2)
    has_low, has_high = has_low or line == 1, has_high or line == HEX
    for i = 1, 6 do
      local other = here + HEX_STEPS[i]
      if cells[other] == me and not seen[other] then
        seen[other] = true
        stack[#stack + 1] = other
      end
    end
  end
  return has_low and has_high
end

function hex.make(state, move)
  local me = state.turn
  state.cells[move], state.turn = me, 3 - me
  if connects(state.cells, move, me) then state.winner = me end
end

function hex.unmake(state, move)
  state.cells[move], state.turn, state.winner = 0, 3 - state.turn, 0
end

-- Gomoku --------------------------------------------------------------------------------------------------------------

local GOMOKU = 9
local GOMOKU_STEPS = {1, GOMOKU + 1, GOMOKU + 2, GOMOKU}
local gomoku = {player = turn_of, is_over = has_winner, result = winner_result}

function gomoku.new()
  local cells = {}
  for at = 0, (GOMOKU + 2) * (GOMOKU + 1) do cells[at] = 3 end
  for row = 1, GOMOKU do for column = 1, GOMOKU do cells[row * (GOMOKU + 1) + column] = 0 end end
  return {cells = cells, turn = 1, winner = 0}
end

function gomoku.moves(state)
  local list, cells = {}, state.cells
  for at = GOMOKU + 2, GOMOKU * (GOMOKU + 2) do if cells[at] == 0 then list[#list + 1] = at end end
  return list
end

function gomoku.make(state, move)
  local cells, me = state.cells, state.turn
  cells[move], state.turn = me, 3 - me
  for i = 1, 4 do
    local step, count = GOMOKU_STEPS[i], 1
    local at = move + step
    while cells[at] == me do count, at = count + 1, at + step end
    at = move - step
    while cells[at] == me do count, at = count + 1, at - step end
    if count >= 5 then state.winner = me end
  end
end

function gomoku.unmake(state, move)
  state.cells[move], state.turn, state.winner = 0, 3 - state.turn, 0
end

-- Amazons -------------------------------------------------------------------------------------------------------------

local AMAZONS = 6
local WIDTH = AMAZONS + 1
local QUEEN_STEPS = {1, -1, WIDTH, -WIDTH, WIDTH + 1, -WIDTH - 1, WIDTH - 1, 1 - WIDTH}
local amazons = {player = turn_of}

function amazons.new()
  local cells = {}
  for at = 0, (AMAZONS + 2) * WIDTH do cells[at] = 3 end
  for row = 1, AMAZONS do for column = 1, AMAZONS do cells[row * WIDTH + column] = 0 end end
  cells[WIDTH + 3], cells[6 * WIDTH + 4], cells[3 * WIDTH + 1], cells[4 * WIDTH + 6] = 1, 1, 2, 2
  return {cells = cells, turn = 1}
end

-- Who has no move has lost: a move is a queen's, and the arrow's from where it goes.
function amazons.moves(state)
  local cells, me, list, n = state.cells, state.turn, {}, 0
  for from = WIDTH + 1, AMAZONS * (WIDTH + 1) do
    if cells[from] == me then
      cells[from] = 0
      for i = 1, 8 do
        local to = from + QUEEN_STEPS[i]
        while cells[to] == 0 do
          for j = 1, 8 do
            local arrow = to + QUEEN_STEPS[j]
            while cells[arrow] == 0 do
              n = n + 1
              list[n] = (from * 100 + to) * 100 + arrow
              arrow = arrow + QUEEN_STEPS[j]
            end
          end
          to = to + QUEEN_STEPS[i]
        end
      end
      cells[from] = me
    end
  end
  return list
end

function amazons.make(state, move)
  local cells, me = state.cells, state.turn
  cells[floor(move / 10000)] = 0
  cells[floor(move / 100) % 100], cells[move % 100], state.turn = me, 3, 3 - me
end

function amazons.unmake(state, move)
  local cells, me = state.cells, 3 - state.turn
  cells[move % 100] = 0
  cells[floor(move / 100) % 100] = 0
  cells[floor(move / 10000)], state.turn = me, me
end

function amazons.result(state, me) return state.turn == me and -1 or 1 end

-- Onitama -------------------------------------------------------------------------------------------------------------

-- The steps of five cards: columns and rows, in the view of player 1. Cells are numbered from 0, row by row.
local CARDS = {
  {{0, 2}, {0, -1}}, {{-1, 1}, {1, 1}, {-1, -1}, {1, -1}}, {{-2, 0}, {-1, 1}, {1, -1}}, {{2, 0}, {1, 1}, {-1, -1}},
  {{-1, 0}, {1, 0}, {0, 1}},
}
local onitama = {player = turn_of, is_over = has_winner, result = winner_result}

-- Pieces: 1 and 2 students, 3 and 4 masters of players 1 and 2. Cards 1 and 2 are of player 1, 5 lies beside.
function onitama.new()
  local cells = {}
  for at = 0, 24 do cells[at] = at < 5 and 1 or at > 19 and 2 or 0 end
  cells[2], cells[22] = 3, 4
  return {cells = cells, cards = {1, 2, 3, 4, 5}, turn = 1, winner = 0}
end

function onitama.moves(state)
  local cells, me, list, n = state.cells, state.turn, {}, 0
  local sign = me == 1 and 1 or -1
  for slot = 2 * me - 1, 2 * me do
    for from = 0, 24 do
      if cells[from] ~= 0 and cells[from] % 2 == me % 2 then
        local column, row = from % 5, floor(from / 5)
        for _, step in ipairs(CARDS[state.cards[slot]]) do
          local x, y = column + sign * step[1], row + sign * step[2]
          local there = x >= 0 and x < 5 and y >= 0 and y < 5 and cells[y * 5 + x]
          if there and (there == 0 or there % 2 ~= me % 2) then
            n = n + 1
            list[n] = (slot * 25 + from) * 25 + y * 5 + x
          end
        end
      end
    end
  end
  if n == 0 then list[1] = (2 * me - 1) * 625 end -- only a card is exchanged: from cell 0 to cell 0
  return list
end

function onitama.make(state, move)
  local cells, cards, me = state.cells, state.cards, state.turn
  local slot, from, to = floor(move / 625), floor(move / 25) % 25, move % 25
  local piece, taken = cells[from], cells[to]
  cards[slot], cards[5], state.turn = cards[5], cards[slot], 3 - me
  if from == to then return 0 end
  cells[from], cells[to] = 0, piece
  if taken > 2 or piece > 2 and to == (me == 1 and 22 or 2) then state.winner = me end
  return taken
end

function onitama.unmake(state, move, taken)
  local cells, cards = state.cells, state.cards
  local slot, from, to = floor(move / 625), floor(move / 25) % 25, move % 25
  cards[slot], cards[5], state.turn, state.winner = cards[5], cards[slot], 3 - state.turn, 0
  if from ~= to then cells[from], cells[to] = cells[to], taken end
end

-- Nine men's morris ---------------------------------------------------------------------------------------------------

-- Points 1 to 24: three rings of eight, from a corner on. Mills are the sides, and the spokes at even places.
local NEXT, MILLS = {}, {}
for point = 1, 24 do NEXT[point], MILLS[point] = {}, {} end
local function add_mill(a, b, c)
  for _, line in ipairs {{a, b, c}, {b, a, c}, {c, a, b}} do table.insert(MILLS[line[1]], {line[2], line[3]}) end
  for _, pair in ipairs {{a, b}, {b, a}, {b, c}, {c, b}} do table.insert(NEXT[pair[1]], pair[2]) end
end
for ring = 0, 2 do
  for side = 0, 3 do
    local at = ring * 8 + 2 * side
    add_mill(at + 1, at + 2, ring * 8 + (2 * side + 2) % 8 + 1)
  end
end
for spoke = 2, 8, 2 do add_mill(spoke, spoke + 8, spoke + 16) end

local morris = {player = turn_of}

function morris.new()
  local cells = {}
  for point = 1, 24 do cells[point] = 0 end
  return {cells = cells, turn = 1, hands = {9, 9}, men = {9, 9}}
end

local function closes(cells, from, to, me)
  for _, mill in ipairs(MILLS[to]) do
    local a, b = mill[1], mill[2]
    if a ~= from and b ~= from and cells[a] == me and cells[b] == me then return true end
  end
  return false
end

local function is_in_mill(cells, point, who) return closes(cells, 0, point, who) end

-- Adds a move, with each man that it may take if it closes a mill.
local function add_moves(state, list, from, to)
  local cells, me = state.cells, state.turn
  local move = (from * 25 + to) * 25
  if not closes(cells, from, to, me) then
    list[#list + 1] = move
    return
  end
  local count, other = #list, 3 - me
  for pass = 1, 2 do
    for point = 1, 24 do
      if cells[point] == other and (pass == 2 or not is_in_mill(cells, point, other)) then
        list[#list + 1] = move + point
      end
    end
    if #list > count then return end
  end
  list[#list + 1] = move
end

-- Who has fewer than three men, or no move, has lost.
function morris.moves(state)
  local cells, me, list = state.cells, state.turn, {}
  if state.men[me] < 3 then return list end
  if state.hands[me] > 0 then
    for to = 1, 24 do if cells[to] == 0 then add_moves(state, list, 0, to) end end
    return list
  end
  for from = 1, 24 do
    if cells[from] == me and state.men[me] == 3 then
      for to = 1, 24 do if cells[to] == 0 then add_moves(state, list, from, to) end end
    elseif cells[from] == me then
      for _, to in ipairs(NEXT[from]) do if cells[to] == 0 then add_moves(state, list, from, to) end end
    end
  end
  return list
end

local function put(state, move, before, after, me, count)
  local from, to, taken = floor(move / 625), floor(move / 25) % 25, move % 25
  if from > 0 then state.cells[from] = before else state.hands[me] = state.hands[me] - count end
  state.cells[to] = after
  if taken > 0 then
    state.cells[taken] = count > 0 and 0 or 3 - me
    state.men[3 - me] = state.men[3 - me] - count
  end
end

function morris.make(state, move)
  put(state, move, 0, state.turn, state.turn, 1)
  state.turn = 3 - state.turn
end

function morris.unmake(state, move)
  state.turn = 3 - state.turn
  put(state, move, state.turn, 0, state.turn, -1)
end

function morris.result(state, me) return state.turn == me and -1 or 1 end

-- The list ----------------------------------------------------------------------------------------------------------

local TURN = {"cells", "turn"}

--- The games: their names, rules with `new`, how many random moves a game opens with, and the evaluation of those
--- examples that have one that says more than who would win now. `key` has the fields that tell states apart, or is a
--- function that returns a key; `style` is what pays in a good search by hand.
local list = {
  {"dots and boxes", alone(dots, function() return dots.new(4) end, dots.evaluate), 4,
    key = {"drawn", "owner", "turn"}},
  {"connect four", alone(connect4, connect4.new, connect4.outcome), 4, connect4.evaluate, key = TURN, style = "wins"},
  {"kalah", alone(kalah, kalah.new, kalah.evaluate), 4, key = kalah.hashed.hash},
  {"hex", hex, 2, key = TURN, style = "rave"},
  {"onitama", onitama, 4, key = {"cells", "cards", "turn"}},
  {"gomoku", gomoku, 4, key = TURN, style = "rave"},
  {"amazons", amazons, 2, key = TURN},
  {"morris", morris, 4, key = {"cells", "turn", "hands"}},
  {"breakthrough", alone(breakthrough, breakthrough.new, winner_result), 4, breakthrough.evaluate, key = TURN},
  {"reversi", alone(reversi, reversi.new, reversi.margin), 4, reversi.evaluate, key = TURN},
}
for _, entry in ipairs(require "bench.support.rules_more") do list[#list + 1] = entry end
return list
