--- Seeded random games on a small board, whose states are plain tables: all on which a game depends is in its state,
-- and different lines lead to the same state. The same seed makes the same game on every runtime.
-- @module spec.support.random_board

local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local random_board = {}

--- The styles in which a game can be had.
random_board.STYLES = { "in place", "copying", "children" }

local RESTYLED = {
  ["in place"] = function(game) return game end, copying = restyled.by_copies, children = restyled.by_children,
}

local CELLS = 6

local function cell_of(move) return (move - 1) % CELLS + 1 end

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

  local function change(state, move, piece, count)
    local cell = cell_of(move)
    state.board.cells[cell], state.left = piece, state.left + count
    if not again[cell] then state.turn = 3 - state.turn end
  end

  return wrap.replace(RESTYLED[style] {
    player = function(state) return state.turn end,
    make = function(state, move) change(state, move, move <= CELLS and 1 or 2, -1) end,
    unmake = function(state, move) change(state, move, 0, 1) end,
    moves = function(state)
      local list = {}
      for move = 1, 2 * CELLS do
        if state.board.cells[cell_of(move)] == 0 then list[#list + 1] = move end
      end
      return state.left > 1 and list or nil
    end,
    evaluate = function(state, me)
      local sum, cells = 0, state.board.cells
      for i = 1, CELLS do sum = sum + (worth[i][cells[i]] or 0) end
      if cells[pair] == cells[pair + 1] then sum = -sum end
      return me == 1 and sum or -sum
    end,
  }, {
    new = function()
      local state = { turn = 1, left = CELLS, board = { cells = {} } }
      for i = 1, CELLS do state.board.cells[i] = 0 end
      return state
    end,
  })
end

return random_board
