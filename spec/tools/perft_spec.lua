--- Counting leaves: numbers that are known for real games, and the same number by every way to describe a game.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local nim = require "games.nim"
local reversi = require "games.reversi"
local tictactoe = require "games.tictactoe"
local tree = require "games.tree"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

local function leaves(game, state, depth) return (alphabeta.perft(state, depth, {game = game})) end

describe("perft", function()
  -- The counts are listed by depth, from 1. Games that are finished sooner have no leaf there.
  local KNOWN = {
    {
      name = "tic-tac-toe", game = tictactoe, start = tictactoe.new(), depth = ({6, 10, 10})[EFFORT],
      counts = {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0},
    },
    {
      name = "connect four, 7 by 6", game = connect4, start = connect4.new(), depth = ({5, 7, 8})[EFFORT],
      counts = {7, 49, 343, 2401, 16807, 117649, 823536, 5673234},
    },
    {
      name = "reversi, 8 by 8", game = reversi, start = reversi.new(), depth = ({5, 7, 8})[EFFORT],
      counts = {4, 12, 56, 244, 1396, 8200, 55092, 390216},
    },
  }

  for _, known in ipairs(KNOWN) do
    it(("of %s gives the known numbers to depth %d"):format(known.name, known.depth), function()
      local before = deep.copy(known.start)
      for depth = 1, known.depth do
        assert.equal(known.counts[depth], leaves(known.game, known.start, depth))
      end
      assert.is_true(deep.equal(before, known.start))
    end)
  end

  it("counts one leaf at depth 0, whatever the state", function()
    assert.equal(1, leaves(tictactoe, tictactoe.new(), 0))
    assert.equal(1, leaves(nil, nim.new {}, 0))
  end)

  it("counts none below a game that is over", function()
    assert.equal(0, leaves(nil, nim.new {}, 1))
    assert.equal(0, leaves(nil, nim.new {1}, 2))
    assert.equal(1, leaves(nil, nim.new {1}, 1))
  end)

  it("takes a pass for a move, and finds none where neither player has one", function()
    -- O, to move, encloses nothing; X does, at the right end.
    local state = reversi.new(4)
    for _, at in ipairs(state.geometry.squares) do state.cells[at] = 0 end
    state.cells[6], state.cells[7] = 1, 2
    state.turn = 2
    assert.same({reversi.PASS}, reversi.moves(state))
    assert.equal(1, leaves(reversi, state, 1))
    assert.equal(1, leaves(reversi, state, 2))
    assert.equal(0, leaves(reversi, state, 3))
  end)
end)

describe("perft with divide", function()
  local function sum(shares)
    local total = 0
    for _, share in ipairs(shares) do total = total + share.leaves end
    return total
  end

  it("gives each move of the root its share, in the game's order", function()
    local state = tictactoe.new()
    tictactoe.make(state, 5)
    local count, shares = alphabeta.perft(state, 3, {game = tictactoe, divide = true})
    assert.equal(8 * 7 * 6, count)
    assert.equal(count, sum(shares))
    local moves = {}
    for i, share in ipairs(shares) do
      moves[i] = share.move
      assert.equal(7 * 6, share.leaves)
    end
    assert.same(tictactoe.moves(state), moves)
  end)

  it("gives each share what perft counts after the move", function()
    local state = reversi.new()
    local count, shares = alphabeta.perft(state, 5, {game = reversi, divide = true})
    assert.equal(1396, count)
    assert.equal(1396, sum(shares))
    for _, share in ipairs(shares) do
      local turned = reversi.make(state, share.move)
      assert.equal(share.leaves, leaves(reversi, state, 4))
      reversi.unmake(state, share.move, turned)
    end
  end)

  it("names the child states where there are no moves", function()
    local root = tree.new {{1, 2, 3}, 4, {5}}
    local count, shares = alphabeta.perft(root, 2, {game = tree, divide = true})
    assert.equal(4, count)
    assert.equal(3, #shares)
    for i, expected in ipairs {3, 0, 1} do
      assert.equal(root[i], shares[i].move)
      assert.equal(expected, shares[i].leaves)
    end
  end)

  it("has no shares to give where there is no move, or no depth", function()
    local _, shares = alphabeta.perft(nim.new {}, 3, {divide = true})
    assert.same({}, shares)
    _, shares = alphabeta.perft(nim.new {3}, 0, {divide = true})
    assert.same({}, shares)
  end)

  it("gives no second result unless it is asked for", function()
    assert.equal(1, select("#", alphabeta.perft(nim.new {3}, 1)))
    assert.equal(1, select("#", alphabeta.perft(nim.new {3}, 1, {divide = false})))
  end)
end)

describe("perft refuses", function()
  local function nothing() end
  local start = tictactoe.new()

  local REFUSALS = {
    {"a missing state", {nil, 3, {game = tictactoe}}, "alphabeta.perft: argument 'state': expected a state, got nil"},
    {"a missing depth", {start, nil, {game = tictactoe}},
      "alphabeta.perft: argument 'depth': expected an integer from 0 to 10000, got nil"},
    {"a negative depth", {start, -1, {game = tictactoe}},
      "alphabeta.perft: argument 'depth': expected an integer from 0 to 10000, got -1"},
    {"half a ply", {start, 1.5, {game = tictactoe}},
      "alphabeta.perft: argument 'depth': expected an integer from 0 to 10000, got 1.5"},
    {"too large a depth", {start, 10001, {game = tictactoe}},
      "alphabeta.perft: argument 'depth': expected an integer from 0 to 10000, got 10001"},
    {"a table of limits", {start, {depth = 3}, {game = tictactoe}},
      "alphabeta.perft: argument 'depth': expected an integer from 0 to 10000, got table"},
    {"options that are no table", {start, 3, 7}, "alphabeta.perft: argument 'options': expected a table, got 7"},
    {"an option it does not know", {start, 3, {game = tictactoe, win = 1000}},
      "alphabeta.perft: unknown option 'win' (valid: divide, game)"},
    {"a divide that is not a boolean", {start, 3, {game = tictactoe, divide = 1}},
      "alphabeta.perft: option 'divide': expected true or false, got 1"},
    {"a state without rules", {start, 3}, "alphabeta.perft: callback 'moves': expected a function"},
    {"a game with moves that nobody can make", {start, 3, {game = {moves = nothing, evaluate = nothing}}},
      "alphabeta.perft: callback 'make': expected a function with 'unmake', or 'play' in its place"},
    {"a game whose moves are no array", {start, 3, {game = {moves = type, play = nothing, evaluate = nothing}}},
      "alphabeta: callback 'moves' at ply 0: expected an array, an iterator or nil, got 'table'"},
  }

  for _, refusal in ipairs(REFUSALS) do
    it(refusal[1], function()
      local arguments = refusal[2]
      local ok, message = pcall(alphabeta.perft, arguments[1], arguments[2], arguments[3])
      assert.is_false(ok)
      assert.is_truthy(message:find(refusal[3], 1, true), message)
    end)
  end

  -- Cause: the lists of the last ply are only counted, and their entries are not used.
  for _, style in ipairs {"in place", "copying"} do
    it("a list of the last ply with a hole, or one that is still used, in a game " .. style, function()
      local list
      local game = {is_over = function() return false end, moves = function(state) return list(state) end}
      if style == "in place" then
        function game.make(state) state.ply = state.ply + 1 end
        function game.unmake(state) state.ply = state.ply - 1 end
      else
        function game.play(state) return {ply = state.ply + 1} end
      end
      local state = {ply = 0}
      local function refusal() return select(2, pcall(alphabeta.perft, state, 3, {game = game})) end
      function list(at)
        local moves = {1, 2, 3, 4, 5, 6, 7, 8}
        if at.ply == 2 then moves[2] = nil end
        return moves
      end
      assert.matches("callback 'moves' at ply 2: expected an array without holes, got nil at index 2 of 8", refusal())
      local shared = {1, 2}
      function list(at)
        shared[1] = at.ply
        return at.ply ~= 1 and shared or {1, 2}
      end
      assert.matches("callback 'moves' at ply 2: returned the same array as at ply 0", refusal())
      assert.equal(0, state.ply)
    end)
  end

  it("to hide an error of the game, and leaves the state as it was", function()
    local game = setmetatable({
      make = function(state, cell)
        if state.left == 7 and cell == 3 then error "no third cell" end
        tictactoe.make(state, cell)
      end,
    }, {__index = tictactoe})
    local state = tictactoe.new()
    local ok, message = pcall(alphabeta.perft, state, 4, {game = game})
    assert.is_false(ok)
    assert.is_truthy(message:find("no third cell", 1, true))
    assert.is_truthy(message:find("in callback 'make' at ply 2", 1, true))
    assert.is_true(deep.equal(tictactoe.new(), state))
  end)
end)
