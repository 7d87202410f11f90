--- Seeded random games on a small board, whose states are plain tables: all on which a game depends is in its state,
-- and different lines lead to the same state. The same seed makes the same game on every runtime.
-- @module spec.support.random_board

local rng = require "spec.support.rng"

local random_board = {}

--- The styles in which a game can be had.
random_board.STYLES = { "in place", "copying", "children" }

local CELLS = 6

-- A copy of a state whose fields are put in in another order.
local function copy(state)
  local twin = { left = state.left, board = { cells = {} } }
  for i = CELLS, 1, -1 do twin.board.cells[i] = state.board.cells[i] end
  twin.turn = state.turn
  return twin
end
random_board.copy = copy

--- The content of a state as text: a key made by hand.
function random_board.hash(state) return table.concat(state.board.cells, " ") .. " " .. state.turn end

--- Makes a game: players put one of two pieces into an empty cell, and some cells let them move again.
-- @tparam number seed
-- @tparam string style
-- @treturn table the game, with `new()`, which makes the state at the start
function random_board.new(seed, style)
  local random = rng.new(seed)
  local worth, again = {}, {}
  for i = 1, CELLS do
    again[i] = random:chance(0.2)
    worth[i] = { random:int(-2, 2), random:int(-2, 2) }
  end
  local pair = random:int(1, CELLS - 1)

  local function make(state, move)
    local cell = (move - 1) % CELLS + 1
    state.board.cells[cell] = move <= CELLS and 1 or 2
    state.left = state.left - 1
    if not again[cell] then state.turn = 3 - state.turn end
    return cell
  end

  local function moves(state)
    local list = {}
    for move = 1, 2 * CELLS do
      if state.board.cells[(move - 1) % CELLS + 1] == 0 then list[#list + 1] = move end
    end
    return state.left > 1 and list or nil
  end

  local game = { player = function(state) return state.turn end }

  function game.evaluate(state, me)
    local sum, cells = 0, state.board.cells
    for i = 1, CELLS do sum = sum + (worth[i][cells[i]] or 0) end
    if cells[pair] == cells[pair + 1] then sum = -sum end
    return me == 1 and sum or -sum
  end

  local function play(state, move)
    local child = copy(state)
    make(child, move)
    return child
  end

  if style == "children" then
    function game.children(state)
      local list = moves(state) or {}
      for i, move in ipairs(list) do list[i] = play(state, move) end
      return list
    end
  elseif style == "copying" then
    game.moves, game.play = moves, play
  else
    game.moves, game.make = moves, make
    function game.unmake(state, _, cell)
      state.board.cells[cell] = 0
      state.left = state.left + 1
      if not again[cell] then state.turn = 3 - state.turn end
    end
  end

  function game.new()
    local state = { turn = 1, left = CELLS, board = { cells = {} } }
    for i = 1, CELLS do state.board.cells[i] = 0 end
    return state
  end
  return game
end

return random_board
