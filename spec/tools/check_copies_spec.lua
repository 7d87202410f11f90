-- alphabeta.check: moves that name objects of the state, which are others in each copy of it.

local alphabeta = require "alphabeta"

-- Two pieces race to the fifth cell. `find` finds the piece of a move among those of a state.
local function race(find, name)
  return {
    moves = function(state)
      local piece = name(state.pieces[state.turn], state.turn)
      return {{piece = piece, step = 1}, {piece = piece, step = 2}}
    end,
    play = function(state, move)
      local pieces, index = {}, find(state, move.piece)
      for i, piece in ipairs(state.pieces) do pieces[i] = {at = piece.at + (i == index and move.step or 0)} end
      return {turn = 3 - state.turn, pieces = pieces}
    end,
    player = function(state) return state.turn end,
    is_over = function(state) return state.pieces[1].at >= 5 or state.pieces[2].at >= 5 end,
    result = function(state, me) return state.pieces[me].at >= 5 and 1 or state.pieces[3 - me].at >= 5 and -1 or 0 end,
  }
end

local function new() return {turn = 1, pieces = {{at = 1}, {at = 1}}} end

local function by_identity(state, piece)
  for i, own in ipairs(state.pieces) do
    if own == piece then return i end
  end
end

local function notes_of(game) return table.concat(alphabeta.check(game, new, {games = 4}).notes, "\n") end

describe("alphabeta.check", function()
  -- Cause: "uct" played a stored move on another copy of its state, and nothing said that the game cannot take it.
  it("asks about moves that do not work in a copy of their state", function()
    local notes = notes_of(race(by_identity, function(piece) return piece end))
    assert.matches("`play` does not play {piece = {at = %d}, step = %d} in a copy of the state that listed it", notes)
    assert.matches("Name what moves by a number", notes)
  end)

  it("does not ask about moves that name what moves by a number", function()
    local notes = notes_of(race(function(_, index) return index end, function(_, index) return index end))
    assert.not_matches("in a copy", notes)
  end)
end)
