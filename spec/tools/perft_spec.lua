-- Perft counts leaves: as many as are known of real games, and for each move of the root what it counts after the move.
-- (What else it refuses is in messages_spec, and errors of the game are in interference_spec.)

local alphabeta = require "alphabeta"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local nim = require "games.nim"
local reversi = require "games.reversi"
local tictactoe = require "games.tictactoe"
local tree = require "games.tree"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

-- O, to move, encloses nothing; X does, at the right end.
local function new_passing()
  local state = reversi.new(4)
  for _, at in ipairs(state.geometry.squares) do state.cells[at] = 0 end
  state.cells[6], state.cells[7], state.turn = 1, 2, 2
  return state
end

-- Games, states, how deep leaves are counted, and how many there are by depth, from 1. None are below a finished game.
local KNOWN = {
  {"tic-tac-toe", tictactoe, tictactoe.new(), ({6, 10, 10})[EFFORT],
    {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}},
  {"connect four, 7 by 6", connect4, connect4.new(), ({5, 7, 8})[EFFORT],
    {7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
  {"reversi, 8 by 8", reversi, reversi.new(), ({5, 7, 8})[EFFORT], {4, 12, 56, 244, 1396, 8200, 55092, 390216}},
  {"reversi where one player must pass, and then none can move", reversi, new_passing(), 3, {1, 1, 0}},
  {"a tree, by its child states", tree, tree.new {{1, 2, 3}, 4, {5}}, 3, {3, 4, 0}},
  {"nim without matches", nim, nim.new {}, 3, {0, 0, 0}}, {"nim with a match", nim, nim.new {1}, 3, {1, 0, 0}},
  {"chess", chess, chess.new(), effort(3, 4), {20, 400, 8902, 197281}},
}

-- The positions of the Chess Programming Wiki's page "Perft Results"; position 2 is known as Kiwipete.
for _, row in ipairs {
  {"2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", effort(2, 3), {48, 2039, 97862}},
  {"3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", effort(4, 5), {14, 191, 2812, 43238, 674624}},
  {"4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", effort(3, 4), {6, 264, 9467, 422333}},
  {"4, mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", effort(3, 4),
    {6, 264, 9467, 422333}},
  {"5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", effort(2, 3), {44, 1486, 62379}},
  {"6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", effort(2, 3), {46, 2079, 89890}},
} do
  table.insert(KNOWN, {"chess, position " .. row[1], chess, chess.new(row[2]), row[3], row[4]})
end

describe("perft", function()
  for _, row in ipairs(KNOWN) do
    it(("of %s gives the known numbers to depth %d"):format(row[1], row[4]), function()
      local game, state = row[2], row[3]
      local before = deep.copy(state)
      for depth = 0, row[4] do
        assert.equal(depth == 0 and 1 or row[5][depth], (alphabeta.perft(state, depth, {game = game})))
      end
      assert.is_true(deep.equal(before, state))
    end)
  end

  it("gives each move of the root its share, in the game's order, if it is to divide", function()
    for _, row in ipairs(KNOWN) do
      local game, state = row[2], row[2].children and row[3] or deep.copy(row[3])
      local depth = math.min(3, row[4])
      local count, shares = alphabeta.perft(state, depth, {game = game, divide = true})
      local moves, sum = {}, 0
      for i, share in ipairs(shares) do
        moves[i], sum = share.move, sum + share.leaves
        local undo = game.make and game.make(state, share.move)
        local after = game.make and state or game.play and game.play(state, share.move) or share.move
        assert.equal(share.leaves, (alphabeta.perft(after, depth - 1, {game = game})))
        if game.make then game.unmake(state, share.move, undo) end
      end
      assert.same({row[5][depth], (game.moves or game.children)(state)}, {sum, moves})
      assert.equal(count, sum)
    end
  end)

  it("has no shares at depth 0, and no second result unless it is asked for", function()
    assert.same({}, (select(2, alphabeta.perft(nim.new {3}, 0, {divide = true}))))
    assert.equal(1, select("#", alphabeta.perft(nim.new {3}, 1)))
    assert.equal(1, select("#", alphabeta.perft(nim.new {3}, 1, {divide = false})))
  end)
end)

describe("perft refuses", function()
  it("a game whose moves are no array", function()
    local game = {moves = type, play = type, evaluate = type}
    local _, message = pcall(alphabeta.perft, tictactoe.new(), 3, {game = game})
    assert.matches("callback 'moves' at ply 0: expected an array, an iterator or nil, got 'table'", message, 1, true)
  end)

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
end)
