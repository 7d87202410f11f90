--- Games that no constant of the module was chosen by: domineering, clobber, isolation, awari, and those of `rules_new`
-- for two players, but for two. Most have an evaluation of a few lines. `docs/benchmarks.md` has them: do not tune by
-- them.
-- @module bench.support.rules_unseen

local new_games = require "bench.support.rules_new"

local floor = math.floor

-- A finished game, in evaluations.
local WIN = 1000

local function turn_of(state) return state.turn end

-- The player to move has lost, because there is no move.
local function last_mover_wins(state, me) return state.turn == me and -1 or 1 end

-- An evaluation by mobility: the number of moves of `me` less those of the other player. Who is to move and has no move
-- has lost. `count(state, player)` counts moves.
local function mobility_of(count)
  return function(state, me)
    local own, other = count(state, me), count(state, 3 - me)
    if (state.turn == me and own or other) == 0 then return state.turn == me and -WIN or WIN end
    return own - other
  end
end

-- Domineering on 8 by 8 cells: player 1 lays upright dominoes, player 2 lying ones. Who cannot move loses. ------------

local SIZE = 8
local domineering = {player = turn_of, result = last_mover_wins}
local DOMINO = {SIZE + 1, 1}

function domineering.new() -- cells are `row * (SIZE + 1) + column`; a border is 3
  local state = {cells = {}, turn = 1}
  for at = 0, (SIZE + 2) * (SIZE + 1) do state.cells[at] = 3 end
  for row = 1, SIZE do for column = 1, SIZE do state.cells[row * (SIZE + 1) + column] = 0 end end
  return state
end

function domineering.moves(state)
  local list, n, cells, step = {}, 0, state.cells, DOMINO[state.turn]
  for at = SIZE + 2, SIZE * (SIZE + 2) do
    if cells[at] == 0 and cells[at + step] == 0 then
      n = n + 1
      list[n] = at
    end
  end
  return list
end

function domineering.make(state, move)
  local me = state.turn
  state.cells[move], state.cells[move + DOMINO[me]], state.turn = me, me, 3 - me
end

function domineering.unmake(state, move)
  local me = 3 - state.turn
  state.cells[move], state.cells[move + DOMINO[me]], state.turn = 0, 0, me
end

local domineering_evaluate = mobility_of(function(state, me)
  local cells, step, count = state.cells, DOMINO[me], 0
  for at = SIZE + 2, SIZE * (SIZE + 2) do
    if cells[at] == 0 and cells[at + step] == 0 then count = count + 1 end
  end
  return count
end)

-- Clobber on 6 rows of 5 cells: a piece moves onto a piece of the other player beside it, and takes it. ---------------

local ROWS, COLUMNS = 6, 5
local ROW = COLUMNS + 1
local STEPS = {1, -1, ROW, -ROW}
local clobber = {player = turn_of, result = last_mover_wins}

function clobber.new()
  local state = {cells = {}, turn = 1}
  for at = 0, (ROWS + 2) * ROW do state.cells[at] = 0 end
  for row = 1, ROWS do
    for column = 1, COLUMNS do state.cells[row * ROW + column] = (row + column) % 2 + 1 end
  end
  return state
end

-- A move is `from * 100 + to`.
function clobber.moves(state)
  local list, n, cells, me = {}, 0, state.cells, state.turn
  for from = ROW + 1, ROWS * ROW + COLUMNS do
    for i = 1, cells[from] == me and 4 or 0 do
      local to = from + STEPS[i]
      if cells[to] == 3 - me then
        n = n + 1
        list[n] = from * 100 + to
      end
    end
  end
  return list
end

function clobber.make(state, move)
  state.cells[floor(move / 100)], state.cells[move % 100], state.turn = 0, state.turn, 3 - state.turn
end

function clobber.unmake(state, move)
  state.turn = 3 - state.turn
  state.cells[floor(move / 100)], state.cells[move % 100] = state.turn, 3 - state.turn
end

-- Each player has as many moves as the other one: so pieces that can still move count.
local function clobber_evaluate(state, me)
  local cells, own, other = state.cells, 0, 0
  for at = ROW + 1, ROWS * ROW + COLUMNS do
    local who = cells[at]
    if who ~= 0 then
      local enemy = 3 - who
      if cells[at + 1] == enemy or cells[at - 1] == enemy or cells[at + ROW] == enemy or cells[at - ROW] == enemy then
        if who == me then own = own + 1 else other = other + 1 end
      end
    end
  end
  if own == 0 then return state.turn == me and -WIN or WIN end
  return own - other
end

-- Isolation on 6 by 6 cells: a piece steps to a free cell beside it, and the cell that it leaves is lost. -------------

local FIELD = 6
local WAY = FIELD + 1
local KING = {1, -1, WAY, -WAY, WAY + 1, -WAY - 1, WAY - 1, 1 - WAY}
local isolation = {player = turn_of, result = last_mover_wins}

function isolation.new()
  local state = {cells = {}, at = {WAY + 3, FIELD * WAY + 4}, turn = 1}
  for at = 0, (FIELD + 2) * WAY + 1 do state.cells[at] = 3 end
  for row = 1, FIELD do for column = 1, FIELD do state.cells[row * WAY + column] = 0 end end
  for who = 1, 2 do state.cells[state.at[who]] = who end
  return state
end

function isolation.moves(state)
  local list, n, cells, from = {}, 0, state.cells, state.at[state.turn]
  for i = 1, 8 do
    if cells[from + KING[i]] == 0 then
      n = n + 1
      list[n] = from + KING[i]
    end
  end
  return list
end

function isolation.make(state, to)
  local me = state.turn
  local from = state.at[me]
  state.cells[from], state.cells[to], state.at[me], state.turn = 3, me, to, 3 - me
  return from
end

function isolation.unmake(state, to, from)
  local me = 3 - state.turn
  state.cells[to], state.cells[from], state.at[me], state.turn = 0, me, from, me
end

local isolation_evaluate = mobility_of(function(state, me)
  local count, cells, from = 0, state.cells, state.at[me]
  for i = 1, 8 do if cells[from + KING[i]] == 0 then count = count + 1 end end
  return count
end)

-- Awari with copies of states: seeds are sown around the board, and two or three in a pit of the other player are
-- captured. Who has no seeds to sow ends the game, and the rest belongs to the other player. --------------------------

local PITS, SEEDS, HALF = 6, 4, 24
local awari = {player = turn_of}

function awari.new()
  local state = {turn = 1, stores = {0, 0}}
  for pit = 1, 2 * PITS do state[pit] = SEEDS end
  return state
end

function awari.moves(state)
  local list, first = {}, (state.turn - 1) * PITS
  if state.stores[1] > HALF or state.stores[2] > HALF then return list end
  for pit = first + 1, first + PITS do if state[pit] > 0 then list[#list + 1] = pit end end
  return list
end

function awari.play(state, pit)
  local me, after = state.turn, {turn = 3 - state.turn, stores = {state.stores[1], state.stores[2]}}
  for i = 1, 2 * PITS do after[i] = state[i] end
  local seeds, at = after[pit], pit
  after[pit] = 0
  while seeds > 0 do
    at = at % (2 * PITS) + 1
    if at ~= pit then after[at], seeds = after[at] + 1, seeds - 1 end
  end
  local first = (2 - me) * PITS -- of the other player's pits
  while at > first and at <= first + PITS and (after[at] == 2 or after[at] == 3) do
    after.stores[me], after[at], at = after.stores[me] + after[at], 0, at - 1
  end
  return after
end

-- The seeds of `me` less those of the other player, if the rest is shared out by side.
function awari.result(state, me)
  local points = {state.stores[1], state.stores[2]}
  for pit = 1, 2 * PITS do
    local side = pit > PITS and 2 or 1
    points[side] = points[side] + state[pit]
  end
  return points[me] - points[3 - me]
end

-- Dodgem: the steps that the cars of each player still have to go. ---------------------------------------------------

local ROAD = 5

local function dodgem_evaluate(state, me)
  local left = {0, 0}
  for row = 1, ROAD do
    for column = 1, ROAD do
      local who = state.cells[row * (ROAD + 1) + column]
      if who == 1 then left[1] = left[1] + ROAD + 1 - column elseif who == 2 then left[2] = left[2] + row end
    end
  end
  for who = 1, 2 do if state.cars[who] == 0 then return who == me and WIN or -WIN end end
  return left[3 - me] - left[me]
end

-- The list ------------------------------------------------------------------------------------------------------------

-- These had a part in a choice since: whether mobility misleads, and how many plies watch for winning moves.
local KNOWN = {dodgem = true, y = true}

--- The games as in `rules_alone`: names, rules, how many random moves a game opens with, evaluations;
--- `is_known` if a constant was chosen by it after all.
local list = {
  {"domineering 8x8", domineering, 4, domineering_evaluate},
  {"clobber 6x5", clobber, 4, clobber_evaluate},
  {"isolation 6x6", isolation, 4, isolation_evaluate},
  {"awari", awari, 4, awari.result},
}
for _, entry in ipairs(new_games) do
  if not entry.players then
    list[#list + 1] = {
      entry[1], entry[2], 4, entry[1] == "dodgem" and dodgem_evaluate or nil, is_known = KNOWN[entry[1]],
      style = entry.style,
    }
  end
end
return list
