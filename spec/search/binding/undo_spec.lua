-- What `make` and `pass` return, of any kind and number, is what `unmake` and `unpass` are given, at each ply its own.

local alphabeta = require "alphabeta"
local memory_use = require "spec.support.memory_use"

local unpack = table.unpack or unpack

local NOTHING = {n = 0}

-- A game whose `make` and `pass` return what `values_at(ply)` lists; `given` gets what they return and what comes back.
local function game_of(values_at, given)
  local function undo(first)
    return function(state, ...)
      local values = table.remove(state)
      given[#given + 1] = {first, values, {n = select("#", ...) - first, select(1 + first, ...)}}
    end
  end
  local function make(state)
    state[#state + 1] = values_at(#state + 1)
    return unpack(state[#state], 1, state[#state].n)
  end
  return {
    moves = function() return {"one", "two"} end, make = make, unmake = undo(1), pass = make, unpass = undo(0),
    evaluate = function() return 0 end,
  }
end

-- Whether all came back, of moves and of passes.
local function check(given)
  local seen = {}
  for _, call in ipairs(given) do
    local values, back = call[2], call[3]
    seen[call[1]] = true
    assert.equal(values.n, back.n)
    for i = 1, values.n do assert.equal(values[i], back[i]) end
  end
  return seen
end

describe("What make returns", function()
  it("is what unmake is given, be it of any kind and number", function()
    local many = {n = 200}
    for i = 1, many.n do many[i] = i % 3 > 0 and i or nil end
    for _, values in ipairs {
      NOTHING, {n = 1, 0}, {n = 1, "undo"}, {n = 1, false}, {n = 1, {}}, {n = 1, print}, {n = 1, nil}, {n = 2, 1, {}},
      {n = 2, nil, nil}, {n = 3, 1, nil, 3}, {n = 4, nil, 2, false, nil}, many,
    } do
      local given = {}
      local game = game_of(function(ply) return ply == 1 and values or NOTHING end, given)
      alphabeta.search({}, 2, {null_move = 1, beta = 0, game = game})
      check(given)
      assert.is_true(#given > 0)
    end
  end)

  it("may be more at one ply than at the others, and less the next time", function()
    local given, calls = {}, 0
    local game = game_of(function(ply)
      calls = calls + 1
      local values = {n = (ply * 7 + calls) % 5}
      for i = 1, values.n do values[i] = (i + calls) % 3 > 0 and calls * 10 + i or nil end
      return values
    end, given)
    alphabeta.search({}, 5, {null_move = 1, view = "mover", game = game})
    assert.same({[0] = true, true}, check(given))
  end)

  it("costs no memory while it is one value, and no more with each move when it is several", function()
    for _, values in ipairs {{n = 1, 7}, {n = 3, 1, nil, 3}} do
      local moves, bytes = {"one", "two"}, {}
      local game = game_of(nil, {})
      function game.moves() return moves end
      function game.make() return unpack(values, 1, values.n) end
      function game.unmake() end
      for run = 1, 2 do
        bytes[run] = memory_use.allocated(function()
          alphabeta.search({}, 6 + 2 * run, {game = game, algorithm = "minimax"})
        end)
      end
      assert.is_true(bytes[2] < bytes[1] + 4096) -- for hundreds of further moves
    end
  end)
end)
