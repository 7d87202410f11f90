--- The rules of chess, as the example game has them: known counts of leaves, notation, ends of the game, and that the
-- functions that save calls agree with the plain ones.

local alphabeta = require "alphabeta"
local chess = require "games.chess"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, 2)
local in_full = effort(function() end, it) -- what takes long, and is the same code as what does not

local WIN = chess.WIN

-- The positions of the Chess Programming Wiki's page "Perft Results", with the counts by depth, and the depths for
-- each effort.
local POSITIONS = {
  {name = "the start position", fen = chess.START, depths = {3, 4, 5}, counts = {20, 400, 8902, 197281, 4865609}},
  {
    name = "position 2, Kiwipete", fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    depths = {2, 3, 4}, counts = {48, 2039, 97862, 4085603},
  },
  {
    name = "position 3", fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    depths = {4, 5, 6}, counts = {14, 191, 2812, 43238, 674624, 11030083},
  },
  {
    name = "position 4", fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    depths = {3, 4, 4}, counts = {6, 264, 9467, 422333},
  },
  {
    name = "position 4, mirrored", fen = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    depths = {3, 4, 4}, counts = {6, 264, 9467, 422333},
  },
  {
    name = "position 5", fen = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    depths = {2, 3, 4}, counts = {44, 1486, 62379, 2103487},
  },
  {
    name = "position 6", fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    depths = {2, 3, 4}, counts = {46, 2079, 89890, 3894594},
  },
}

-- Positions from which random games soon meet promotions, captures en passant, castling, draws by the fifty-move rule
-- and kings that are left alone.
local STARTS = {
  chess.START, POSITIONS[2].fen, POSITIONS[3].fen, POSITIONS[4].fen, POSITIONS[5].fen,
  "r3k3/1P4p1/8/5P2/8/8/6p1/4K2R w Kq - 57 60", "8/6p1/8/5P1k/1p6/8/P1P2K2/8 b - - 93 80",
}

-- Plays random games from all the starts, calls visit(state) at each state.
local function wander(games, plies, visit)
  for i, fen in ipairs(STARTS) do
    for seed = 1, games do
      local random, state = rng.new(100 * i + seed), chess.new(fen)
      visit(state)
      for _ = 1, plies do
        local moves = chess.moves(state)
        if #moves == 0 then break end
        chess.make(state, random:pick(moves))
        visit(state)
      end
    end
  end
end

local GAMES, PLIES = ({1, 2, 3})[EFFORT], ({20, 60, 100})[EFFORT]

-- A state after moves that are typed.
local function after(fen, ...)
  local state = chess.new(fen)
  for _, text in ipairs {...} do chess.make(state, assert(chess.parse(state, text), text)) end
  return state
end

local function sorted(list)
  local copy = {}
  for i, item in ipairs(list) do copy[i] = item end
  table.sort(copy)
  return copy
end

describe("perft of chess", function()
  for _, position in ipairs(POSITIONS) do
    it(("gives the known numbers for %s to depth %d"):format(position.name, position.depths[EFFORT]), function()
      local state = chess.new(position.fen)
      local before = deep.copy(state)
      for depth = 1, position.depths[EFFORT] do
        assert.equal(position.counts[depth], (alphabeta.perft(state, depth, {game = chess})))
      end
      assert.is_true(deep.equal(before, state))
    end)
  end
end)

describe("chess", function()
  it("keeps what make and unmake carry along as a new state has it", function()
    wander(GAMES, PLIES, function(state)
      local fresh = chess.new(chess.fen(state))
      for _, field in ipairs {"turn", "rights", "ep", "clock", "key", "score", "phase", "count"} do
        assert.equal(fresh[field], state[field], field)
      end
      assert.same(fresh.board, state.board)
      assert.same(sorted(chess.moves(fresh)), sorted(chess.moves(state)))
      for who = 1, 2 do
        for place, at in ipairs(state.lists[who]) do assert.is_true(at == 0 or state.places[at] == place) end
        assert.equal(who == 1 and 6 or 12, state.board[state.lists[who][1]])
      end
      assert.equal(state.ply, #state.keys)
      assert.is_true(state.key >= 0 and state.key < 2 ^ 53)
    end)
  end)

  it("is changed by none of the functions that only look at it", function()
    local names = {"evaluate", "estimate", "result", "hash", "fen", "draw", "in_check", "ending", "times", "player"}
    wander(1, PLIES, function(state)
      local before = deep.copy(state)
      for _, name in ipairs(names) do chess[name](state, 1) end
      chess.noisy(state)
      for _, move in ipairs(chess.moves(state)) do
        chess.order(state, move)
        chess.san(state, move)
      end
      assert.is_true(deep.equal(before, state))
    end)
  end)

  in_full("has no defect that alphabeta.check finds", function()
    for i, fen in ipairs(STARTS) do
      alphabeta.check(chess, function() return chess.new(fen) end, {
        win = WIN, games = 1, nodes = EFFORT * EFFORT * 20, max_plies = 60, endless = true, seed = i,
      }):assert()
    end
  end)

  it("is worth to Black what the mirrored position is worth to White", function()
    wander(1, PLIES, function(state)
      local pieces, turn, rest = chess.fen(state):match "^(%S+) (%S) (.+)$"
      local rows = {}
      for row in pieces:gmatch "[^/]+" do
        local mirrored = row:gsub("%a", function(letter)
          return letter:upper() == letter and letter:lower() or letter:upper()
        end)
        table.insert(rows, 1, mirrored)
      end
      rest = rest:gsub("^%S+ %S+", "- -") -- without castling and en passant
      local mirror = chess.new(table.concat(rows, "/") .. (turn == "w" and " b " or " w ") .. rest)
      assert.equal(chess.estimate(state, 1), chess.estimate(mirror, 2))
      assert.equal(-chess.estimate(state, 1), chess.estimate(state, 2))
    end)
  end)
end)

describe("of the functions of chess that save calls,", function()
  it("moves fills a list that it is given, and returns how many there are", function()
    local list = {}
    wander(GAMES, PLIES, function(state)
      local expected = chess.moves(state)
      local count = chess.moves(state, list)
      assert.equal(#expected, count)
      for i = 1, count do
        if list[i] ~= expected[i] then error(chess.fen(state)) end
      end
    end)
  end)

  it("find_move finds the legal moves among all numbers, and no others", function()
    local every = EFFORT == 3 and 1 or 7
    wander(1, EFFORT == 3 and 60 or 20, function(state)
      local is_legal = {}
      for _, move in ipairs(chess.moves(state)) do
        is_legal[move] = true
        assert.equal(move, chess.find_move(state, move))
      end
      for id = 0, 4096 * 7, every do
        if chess.find_move(state, id) ~= (is_legal[id] and id or nil) then
          error(("%d in %s"):format(id, chess.fen(state)))
        end
      end
    end)
  end)

  it("find_move leaves the state as it was", function()
    wander(1, 10, function(state)
      local before = deep.copy(state)
      for id = 0, 4096 * 6, 5 do chess.find_move(state, id) end
      assert.is_true(deep.equal(before, state))
    end)
  end)

  it("find_move finds nothing by what is no number of a move", function()
    local state = chess.new()
    local e2e4 = chess.parse(state, "e2e4")
    for _, id in ipairs {-1, e2e4 + 0.5, e2e4 + 4096, 1e300, 1 / 0, -1 / 0, "e2e4", tostring(e2e4), {}, true} do
      assert.is_nil(chess.find_move(state, id))
    end
    assert.is_nil(chess.find_move(state, 0 / 0))
    assert.is_nil(chess.find_move(state, nil))
  end)

  it("find_move finds nothing once the game is over", function()
    local state = after("4k3/8/8/8/8/8/3R4/4K3 w - - 99 90", "d2d3")
    assert.same({}, chess.moves(state))
    assert.is_nil(chess.find_move(state, chess.parse(chess.new "4k3/8/8/8/8/8/8/4KR2 b - - 0 1", "e8e7")))
  end)

  it("evaluate_move and estimate_move say what the plain functions say after the move", function()
    wander(GAMES, PLIES, function(state)
      for _, move in ipairs(chess.moves(state)) do
        local value, estimate = chess.evaluate_move(state, move, 1), chess.estimate_move(state, move, 2)
        local same, may_be_over = chess.estimate_move_or_end(state, move, 2)
        chess.make(state, move)
        if same ~= estimate or not may_be_over and #chess.moves(state) == 0 then
          error(chess.coordinates(move) .. " leads to the end " .. chess.fen(state))
        end
        if chess.evaluate(state, 1) ~= value or chess.estimate(state, 2) ~= estimate then
          error(chess.coordinates(move) .. " to " .. chess.fen(state))
        end
        chess.unmake(state, move)
      end
    end)
  end)

  it("noisy lists the captures and promotions among the moves", function()
    wander(GAMES, PLIES, function(state)
      local expected = {}
      for _, move in ipairs(chess.moves(state)) do
        local count = state.count
        chess.make(state, move)
        if state.count < count or move >= 4096 then expected[#expected + 1] = move end
        chess.unmake(state, move)
      end
      assert.same(sorted(expected), sorted(chess.noisy(state)))
    end)
  end)

  it("estimate is evaluate as long as the game goes on, and result where it is over", function()
    local is_over = {[true] = 0, [false] = 0}
    wander(GAMES, 200, function(state)
      local ended = #chess.moves(state) == 0
      is_over[ended] = is_over[ended] + 1
      assert.equal(chess.evaluate(state, 2), (ended and chess.result or chess.estimate)(state, 2))
      assert.equal(chess.quick.evaluate, chess.estimate)
    end)
    assert.is_true(is_over[true] > 0 and is_over[false] > 0)
  end)
end)

describe("the order of chess", function()
  it("begins with the best captures and promotions to a queen, and ends with promotions to lesser pieces", function()
    local state = chess.new "3q1r1k/4P3/2p5/3P4/8/5Q2/8/K2R4 w - - 0 1"
    local moves = chess.moves(state)
    table.sort(moves, function(a, b)
      local of_a, of_b = chess.order(state, a), chess.order(state, b)
      if of_a ~= of_b then return of_a > of_b end
      return a < b
    end)
    local words = {}
    for i, move in ipairs(moves) do words[i] = chess.san(state, move) end
    assert.equal("exd8=Q exf8=Q+ e8=Q Qxf8+ dxc6", table.concat(words, " ", 1, 5))
    assert.equal("exd8=R e8=R exf8=R+ exd8=B e8=B exf8=B exd8=N e8=N exf8=N", table.concat(words, " ", #words - 8))
  end)

  it("puts a capture en passant with the captures", function()
    local state = chess.new "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert.is_true(chess.order(state, chess.parse(state, "exd6")) > chess.order(state, chess.parse(state, "e6")))
  end)
end)

describe("passing in chess", function()
  it("gives the turn away, and is taken back", function()
    wander(GAMES, PLIES, function(state)
      local before, was_in_check = deep.copy(state), chess.in_check(state)
      local clock, ep = chess.pass(state)
      assert.equal(3 - before.turn, state.turn)
      if not was_in_check then
        local fields = {}
        for field in chess.fen(state):gmatch "%S+" do fields[#fields + 1] = field end
        assert.equal(chess.new(table.concat(fields, " ")).key, state.key)
      end
      chess.unpass(state, clock, ep)
      assert.is_true(deep.equal(before, state))
    end)
  end)

  it("in check loses at once", function()
    local state = chess.new "4k3/8/8/8/8/8/4r3/K3R3 b - - 0 1"
    chess.make(state, chess.parse(state, "Rxe1+"))
    assert.is_true(chess.in_check(state))
    local clock, ep = chess.pass(state)
    assert.same({}, chess.moves(state))
    assert.same({}, chess.noisy(state))
    assert.equal(-WIN, chess.evaluate(state, 1))
    assert.equal(WIN, chess.evaluate(state, 2))
    chess.unpass(state, clock, ep)
    assert.is_true(#chess.moves(state) > 0)
  end)

  it("lets null moves find the mates that a search without them finds", function()
    local options = {game = chess, win = WIN, null_move = 1, quiescence = 0}
    local state = chess.new "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
    local best, _, info = alphabeta.search(state, 4, options)
    assert.equal("Ra6", chess.san(state, best))
    assert.equal(3, info.win_in)
  end)
end)

describe("a position of chess", function()
  it("is read from Forsyth-Edwards notation and written again", function()
    for _, fen in ipairs(STARTS) do assert.equal(fen, chess.fen(chess.new(fen))) end
    for _, fen in ipairs {
      "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "8/8/8/8/8/8/8/K1k5 b - - 12 150",
      "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    } do
      assert.equal(fen, chess.fen(chess.new(fen)))
    end
    wander(GAMES, PLIES, function(state)
      assert.equal(chess.fen(state), chess.fen(chess.new(chess.fen(state))))
    end)
  end)

  it("is the start position without a FEN, and may leave clock and number out", function()
    assert.equal(chess.START, chess.fen(chess.new()))
    assert.equal("8/8/8/8/8/8/8/K1k4r w - - 0 1", chess.fen(chess.new "8/8/8/8/8/8/8/K1k4r w - -"))
  end)

  it("names a square for a capture en passant only where a pawn could capture", function()
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", chess.fen(after(nil, "e4")))
    local state = after(nil, "e4", "a6", "e5", "d5")
    assert.equal("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", chess.fen(state))
    assert.equal(chess.new("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").key,
      chess.new("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key)
  end)

  it("is shown with White at the bottom", function()
    assert.equal(table.concat({
      "8  . . . . k . . r", "7  p . . . . . . .", "6  . . . . . . . .", "5  . . . . . . . .", "4  . . . . . . . .",
      "3  . . . . . . . .", "2  . . . . . . . P", "1  R . . . K . . .", "   a b c d e f g h",
    }, "\n"), chess.draw(chess.new "4k2r/p7/8/8/8/8/7P/R3K3 w - - 0 1"))
  end)

  local REFUSED = {
    {"", "expected pieces, turn, castling and en passant"},
    {"8/8/8/8/8/8/8/K1k5 w -", "expected pieces, turn, castling and en passant"},
    {"8/8/8/8/8/8/8/K1k5 w - - 1", "expected two numbers at the end"},
    {"8/8/8/8/8/8/8/K1k5 w - - x y", "expected two numbers at the end"},
    {"8/8/8/8/8/8/8/K1k5 w - - 151 100", "expected at most 150 plies without a capture or a pawn move"},
    {"8/8/8/8/8/8/8/K1k5 x - - 0 1", "expected the turn to be 'w' or 'b'"},
    {"8/8/8/8/8/8/K1k5 w - - 0 1", "expected eight rows of eight squares"},
    {"8/8/8/8/8/8/8/8/K1k5 w - - 0 1", "expected eight rows of eight squares"},
    {"8/8/8/8/8/8/8/K1k6 w - - 0 1", "expected eight rows of eight squares"},
    {"8/8/8/8/8/8/8/K1k5Q w - - 0 1", "expected eight rows of eight squares"},
    {"8/8/8/8/8/8/7/K1k5 w - - 0 1", "expected eight rows of eight squares"},
    {"8/8/8/8/8/8/8/K1k4x w - - 0 1", "unexpected 'x'"},
    {"8/8/8/8/8/8/8/K7 w - - 0 1", "expected one king for each player"},
    {"8/8/8/8/8/8/8/K1k1K3 w - - 0 1", "expected one king for each player"},
    {"P7/8/8/8/8/8/8/K1k5 w - - 0 1", "a pawn stands on the first or last row"},
    {"k7/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1", "expected at most 16 pieces for each player"},
    {"4k3/8/8/8/8/8/8/4K3 w X - 0 1", "expected '-' or some of 'KQkq' for castling"},
    {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "expected '-' or some of 'KQkq' for castling"},
    {"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "king or rook is not where castling 'Q' needs it"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "expected '-' or the square behind a pawn that has just gone two rows"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "expected '-' or the square behind a pawn that has just gone two rows"},
    {"4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "expected '-' or the square behind a pawn that has just gone two rows"},
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the king can be captured"},
  }

  for _, row in ipairs(REFUSED) do
    it("is refused: " .. row[1], function()
      local message = ("chess: %s in the FEN '%s'"):format(row[2], row[1])
      assert.error_matches(function() chess.new(row[1]) end, message, 1, true)
    end)
  end
end)

describe("a move of chess", function()
  it("is written by its squares", function()
    local state = chess.new "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for _, text in ipairs {"e1g1", "e1c1", "b7b8q", "b7b8n", "b7a8r", "b7a8b", "a1a8"} do
      assert.equal(text, chess.coordinates(chess.parse(state, text)))
    end
    assert.equal("e1g1", chess.coordinates(chess.parse(state, "O-O")))
    assert.is_nil(chess.parse(state, "b7b8"))
    assert.is_nil(chess.parse(state, ""))
  end)

  it("is written in standard notation", function()
    local ROWS = {
      {chess.START, "e2e4", "e4"}, {chess.START, "g1f3", "Nf3"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
      {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
      {"7k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8q", "b8=Q+"},
      {"2r4k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7c8n", "bxc8=N"},
      {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"},
      {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
      {"4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"},
      {"8/8/8/7k/8/Q1Q5/8/Q5K1 w - - 0 1", "a3b2", "Qa3b2"},
      {"8/8/8/7k/8/Q1Q5/8/Q5K1 w - - 0 1", "c3b2", "Qcb2"},
      {"8/8/8/7k/8/Q1Q5/8/Q5K1 w - - 0 1", "a1b2", "Q1b2"},
      -- a pinned knight is no other knight that could go there
      {"4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
    }
    for _, row in ipairs(ROWS) do
      local state = chess.new(row[1])
      assert.equal(row[3], chess.san(state, assert(chess.parse(state, row[2]), row[2])))
      assert.equal(row[2], chess.coordinates(assert(chess.parse(state, row[3]), row[3])))
    end
  end)

  it("is read as it is written, whatever it is, and distinguished from all others", function()
    wander(1, EFFORT * 15, function(state)
      local seen = {}
      for _, move in ipairs(chess.moves(state)) do
        local san = chess.san(state, move)
        if seen[san] then error(san .. " in " .. chess.fen(state)) end
        seen[san] = true
        if state.ply % 5 == 0 then
          assert.equal(move, chess.parse(state, san))
          assert.equal(move, chess.parse(state, chess.coordinates(move)))
        end
      end
    end)
  end)

  it("may be typed without its signs, and castling with zeros", function()
    local state = chess.new "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert.equal("O-O", chess.san(state, chess.parse(state, "0-0")))
    assert.equal("Rxa8+", chess.san(state, chess.parse(state, "Ra8")))
    assert.equal("bxa8=N", chess.san(state, chess.parse(state, " ba8N ")))
    assert.is_nil(chess.parse(state, "Rd5"))
  end)
end)

describe("a game of chess ends", function()
  local ENDS = {
    {"by checkmate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate", WIN},
    {"by smothered mate", "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", "checkmate", WIN},
    {"by a double check", "3rkr2/3p1p2/5N2/8/8/8/8/K3R3 b - - 0 1", "checkmate", WIN},
    {"by stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", 0},
    {"by stalemate, with a bishop that is pinned", "7k/7b/8/8/8/8/8/K5RR b - - 0 1", "stalemate", 0},
    {"after fifty moves", "4k3/8/8/8/8/8/3R4/4K3 w - - 100 90", "fifty moves", 0},
    {"by a checkmate that is the last of fifty moves", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90", "checkmate", WIN},
    {"by a check after fifty moves as a draw", "R5k1/6pp/8/8/8/8/8/4K3 b - - 100 90", "fifty moves", 0},
    {"with two kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "too few pieces", 0},
    {"with a single bishop", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "too few pieces", 0},
    {"with a single knight", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1", "too few pieces", 0},
    {"not with a pawn", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", nil},
    {"not with a rook", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", nil},
    {"not with two bishops", "4k3/8/8/8/8/8/8/3BKB2 w - - 0 1", nil},
    {"not after less than fifty moves", "4k3/8/8/8/8/8/3R4/4K3 w - - 99 90", nil},
  }

  for _, row in ipairs(ENDS) do
    it(row[1], function()
      local state = chess.new(row[2])
      assert.equal(row[3], chess.ending(state))
      assert.equal(row[3] == nil, #chess.moves(state) > 0)
      local value = row[4]
      if value then
        assert.equal(value, chess.evaluate(state, 1))
        assert.equal(-value, chess.evaluate(state, 2))
        assert.equal(value, chess.result(state, 1))
        assert.equal(-value, chess.result(state, 2))
        assert.same({}, chess.noisy(state))
      else
        assert.is_true(math.abs(chess.evaluate(state, 1)) < WIN / 2)
      end
    end)
  end

  it("by repetition when a position stands for the third time", function()
    local state = chess.new()
    for round = 1, 2 do
      for i, text in ipairs {"Nf3", "Nf6", "Ng1", "Ng8"} do
        assert.is_nil(chess.ending(state))
        chess.make(state, chess.parse(state, text))
        assert.equal(i == 4 and round + 1 or round, chess.times(state))
      end
    end
    assert.equal("repetition", chess.ending(state))
  end)

  it("not by repetition where the rights to castle or to capture en passant have changed", function()
    local state = after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2", "Ke7", "Ke1", "Ke8")
    assert.equal(1, chess.times(state))
    state = after("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5", "Kd2", "Kd8", "Ke1", "Ke8")
    assert.equal(1, chess.times(state))
    for _, text in ipairs {"Kd2", "Kd8", "Ke1", "Ke8"} do chess.make(state, chess.parse(state, text)) end
    assert.equal(2, chess.times(state))
  end)

  it("in all random games sooner or later", function()
    for seed = 1, EFFORT do
      local random, state = rng.new(seed), chess.new()
      while #chess.moves(state) > 0 do
        chess.make(state, random:pick(chess.moves(state)))
        assert.is_true(state.ply < 6000)
      end
      assert.is_not_nil(chess.ending(state))
    end
  end)
end)

describe("a search of chess", function()
  -- White mates in so many moves, and in no fewer; the first one.
  local MATES = {
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "Ra8#"},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "Qxf7#"},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6"},
    {"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 2, "Qb8+"},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "Ra6+"},
  }

  for _, row in ipairs(MATES) do
    local fen, moves, first = row[1], row[2], row[3]
    it(("mates in %d by %s"):format(moves, first), function()
      local state = chess.new(fen)
      for _, options in ipairs {
        {}, {quiescence = 0}, {quiescence = 0, table = 0}, {quiescence = 0, algorithm = "mtdf"},
        {quiescence = 0, null_move = 2},
      } do
        options.game, options.win = chess, WIN
        local best, value, info = alphabeta.search(state, 2 * moves - 1, options)
        assert.equal(first, chess.san(state, best))
        assert.equal(2 * moves - 1, info.win_in)
        assert.equal(WIN - (2 * moves - 1), value)
        -- captures may show it sooner
        if options.quiescence then
          assert.is_nil(select(3, alphabeta.search(state, 2 * moves - 2, options)).win_in)
        end
      end
    end)
  end

  it("draws by perpetual check what is lost otherwise", function()
    -- White, far behind, gives check on e8 and h5 for ever.
    local state = chess.new "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1"
    local options = {game = chess, win = WIN, repetition = 0, deepening = true}
    local best, value = alphabeta.search(state, 6, options)
    assert.equal("Qe8+", chess.san(state, best))
    assert.equal(0, value)
    options.repetition = nil
    assert.is_true(select(2, alphabeta.search(state, 6, options)) < -300)
  end)

  it("knows the positions before it by the keys that the state keeps", function()
    -- Black is a queen ahead, and must not let the same position come up again.
    local state = after("6k1/8/8/8/8/1q6/8/6K1 b - - 0 1", "Qb2", "Kf1", "Qb3", "Kg1")
    local options = {game = chess, win = WIN, repetition = 0}
    options.only = {chess.parse(state, "Qb2")}
    local _, value = alphabeta.search(state, {depth = 2, past = state.keys}, options)
    assert.equal(0, value)
    assert.is_true(select(2, alphabeta.search(state, {depth = 2}, options)) > 500)
  end)

  it("sees by quiescence that a defended pawn is not for the queen", function()
    local state = chess.new "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"
    assert.equal("Qxd5", chess.san(state, (alphabeta.search(state, 1, {game = chess, win = WIN, quiescence = 0}))))
    for _, plies in ipairs {4, false} do
      local best = alphabeta.search(state, 1, {game = chess, win = WIN, quiescence = plies or nil})
      assert.is_not.equal("Qxd5", chess.san(state, best))
    end
  end)
end)
