-- The rules of chess, as the example game has them: referees along random games, ends of the game, and what is written
-- and read. Known counts of leaves are in perft_spec.

local chess = require "games.chess"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local random_game = require "spec.support.random_game"

local WIN = chess.WIN

-- How far random games go, of which there are GAMES from each start.
local GAMES, PLIES = effort(1, 2), effort(20, 60)

-- Referees ------------------------------------------------------------------------------------------------------------

-- Positions from which random games soon meet promotions, captures en passant, castling, draws by the fifty-move rule
-- and kings that are left alone.
local STARTS = {
  chess.START, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
  "r3k3/1P4p1/8/5P2/8/8/6p1/4K2R w Kq - 57 60", "8/6p1/8/5P1k/1p6/8/P1P2K2/8 b - - 93 80",
}

-- Plays random games from all the starts, and calls visit(state) at each state.
local function wander(games, plies, visit)
  for i, fen in ipairs(STARTS) do
    for seed = 1, games do random_game.wander(chess, chess.new(fen), 100 * i + seed, plies + 1, visit) end
  end
end

-- A state after moves that are typed.
local function after(fen, words)
  local state = chess.new(fen)
  for text in words:gmatch "%S+" do chess.make(state, assert(chess.parse(state, text), text)) end
  return state
end

local function sorted(list)
  table.sort(list)
  return list
end

-- Fails with the position, unless something is so. It takes less time than luassert.
local function check(condition, state, what)
  if not condition then error(("%s in %s"):format(tostring(what), chess.fen(state)), 2) end
end

-- What moves carry along is as a new state has it.
local CARRIED = {"turn", "rights", "ep", "clock", "key", "score", "phase", "count"}
local function check_fields(state)
  local fresh = chess.new(chess.fen(state))
  for _, field in ipairs(CARRIED) do assert.equal(fresh[field], state[field], field) end
  assert.same(fresh.board, state.board)
  assert.equal(chess.fen(state), chess.fen(fresh))
  assert.same(sorted(chess.moves(fresh)), sorted(chess.moves(state)))
  for who = 1, 2 do
    for place, at in ipairs(state.lists[who]) do assert.is_true(at == 0 or state.places[at] == place) end
    assert.equal(who == 1 and 6 or 12, state.board[state.lists[who][1]])
  end
  assert.equal(state.ply, #state.keys)
  assert.is_true(state.key >= 0 and state.key < 2 ^ 53)
end

-- A position is worth to Black what the mirrored one is worth to White.
local function check_mirror(state)
  local pieces, turn, rest = chess.fen(state):match "^(%S+) (%S) (.+)$"
  local rows = {}
  for row in pieces:gmatch "[^/]+" do
    table.insert(rows, 1, (row:gsub("%a", function(letter)
      return letter:upper() == letter and letter:lower() or letter:upper()
    end)))
  end
  rest = rest:gsub("^%S+ %S+", "- -") -- without castling and en passant
  local mirror = chess.new(table.concat(rows, "/") .. (turn == "w" and " b " or " w ") .. rest)
  assert.equal(chess.estimate(state, 1), chess.estimate(mirror, 2))
  assert.equal(-chess.estimate(state, 1), chess.estimate(state, 2))
end

-- `moves` fills a list that it is given; `noisy` lists the captures and promotions; `make` keeps the key of the
-- position before, which a search with `past` compares.
local filled = {}
local function check_lists(state)
  local moves, noisy = chess.moves(state), {}
  check(chess.moves(state, filled) == #moves, state, "another number")
  for i, move in ipairs(moves) do
    check(filled[i] == move, state, move)
    local count, key = state.count, state.key
    chess.make(state, move)
    check(state.keys[state.ply] == key, state, "another key of the position before")
    if state.count < count or move >= 4096 then noisy[#noisy + 1] = move end
    chess.unmake(state, move)
  end
  assert.same(sorted(noisy), sorted(chess.noisy(state)))
end

-- Values of moves are those after the moves; `estimate` is `evaluate` as long as the game goes on.
local function check_values(state)
  local moves = chess.moves(state)
  assert.equal(chess.evaluate(state, 2), (moves[1] and chess.estimate or chess.result)(state, 2))
  for _, move in ipairs(moves) do
    local value, estimate = chess.evaluate_move(state, move, 1), chess.estimate_move(state, move, 2)
    local same, may_be_over = chess.estimate_move_or_end(state, move, 2)
    chess.make(state, move)
    check(same == estimate and (may_be_over or #chess.moves(state) > 0), state, "an end")
    check(chess.evaluate(state, 1) == value and chess.estimate(state, 2) == estimate, state, "another value")
    chess.unmake(state, move)
  end
end

-- `find_move` finds the legal moves among all numbers, and no others, nor any by something that is no number of a move.
local NO_MOVES = {-1, 4096 * 8, 1e300, 1 / 0, -1 / 0, 0 / 0, "e2e4", {}, true}
local function check_found(state)
  local is_legal = {}
  for _, move in ipairs(chess.moves(state)) do
    is_legal[move] = true
    check(chess.find_move(state, move) == move, state, move)
    for _, wrong in ipairs {move + 0.5, tostring(move), move % 4096 + 4096 * 7} do
      check(not chess.find_move(state, wrong), state, wrong)
    end
  end
  for id = 0, 4096 * 7, 7 do check(chess.find_move(state, id) == (is_legal[id] and id or nil), state, id) end
  for i = 1, #NO_MOVES + 1 do check(not chess.find_move(state, NO_MOVES[i]), state, NO_MOVES[i]) end
end

-- Passing gives the turn away, loses at once if it is in check, and is taken back.
local function check_pass(state)
  local before, was_in_check = deep.copy(state), chess.in_check(state)
  local clock, ep = chess.pass(state)
  assert.equal(3 - before.turn, state.turn)
  if was_in_check then
    assert.same({{}, {}}, {chess.moves(state), chess.noisy(state)})
    assert.same({-WIN, WIN}, {chess.evaluate(state, before.turn), chess.evaluate(state, state.turn)})
  else
    assert.equal(chess.new(chess.fen(state)).key, state.key)
  end
  chess.unpass(state, clock, ep)
  check(deep.equal(before, state), state, "a change")
end

-- No two moves are written alike, and each is read as it is written.
local function check_notation(state)
  local seen = {}
  for _, move in ipairs(chess.moves(state)) do
    local san = chess.san(state, move)
    check(not seen[san], state, san)
    seen[san] = true
    if state.ply % 5 == 0 then
      assert.equal(move, chess.parse(state, san))
      assert.equal(move, chess.parse(state, chess.coordinates(move)))
    end
  end
end

for _, row in ipairs {
  {"what moves carry along is as a new state has it", check_fields, GAMES, PLIES},
  {"each position is worth what its mirror image is worth to the other player", check_mirror, 1, PLIES},
  {"`moves` fills a list, and `noisy` lists captures and promotions", check_lists, GAMES, PLIES},
  {"values are those after the moves, and those of the plain functions", check_values, GAMES, 200},
  {"the legal moves are found among all numbers", check_found, 1, 20},
  {"passing gives the turn away, and is taken back", check_pass, GAMES, PLIES},
  {"moves are read as they are written", check_notation, 1, effort(15, 30)},
} do
  it("Along random games of chess, " .. row[1], function() wander(row[3], row[4], row[2]) end)
end

-- Stories -------------------------------------------------------------------------------------------------------------

describe("Chess", function()
  it("has an order that begins with the best captures and promotions, and ends with lesser promotions", function()
    local state = chess.new "3q1r1k/4P3/2p5/3P4/8/5Q2/8/K2R4 w - - 0 1"
    local moves, words = chess.moves(state), {}
    table.sort(moves, function(a, b)
      local of_a, of_b = chess.order(state, a), chess.order(state, b)
      if of_a ~= of_b then return of_a > of_b end
      return a < b
    end)
    for i, move in ipairs(moves) do words[i] = chess.san(state, move) end
    assert.equal("exd8=Q exf8=Q+ e8=Q Qxf8+ dxc6", table.concat(words, " ", 1, 5))
    assert.equal("exd8=R e8=R exf8=R+ exd8=B e8=B exf8=B exd8=N e8=N exf8=N", table.concat(words, " ", #words - 8))
    state = chess.new "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert.is_true(chess.order(state, chess.parse(state, "exd6")) > chess.order(state, chess.parse(state, "e6")))
  end)
end)

describe("A game of chess ends", function()
  local ENDS = {
    {"by checkmate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate", WIN},
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

  it("by the rules, and is worth what they say", function()
    for _, row in ipairs(ENDS) do
      local state, value = chess.new(row[2]), row[4]
      assert.equal(row[3], chess.ending(state), row[1])
      assert.equal(row[3] == nil, #chess.moves(state) > 0)
      for _, name in ipairs(value and {"evaluate", "result"} or {}) do
        assert.same({value, -value}, {chess[name](state, 1), chess[name](state, 2)}, row[1])
      end
      if value then assert.same({}, chess.noisy(state)) end
      check_found(state)
      assert.is_true(value ~= nil or math.abs(chess.evaluate(state, 1)) < WIN / 2)
    end
  end)

  it("by repetition when a position stands for the third time, not after other rights", function()
    local round, en_passant = "Nf3 Nf6 Ng1 Ng8 ", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
    -- The start, the moves, how often the position has stood, and the end.
    for _, row in ipairs {
      {chess.START, "", 1}, {chess.START, round, 2}, {chess.START, round .. "Nf3 Nf6 Ng1", 2},
      {chess.START, round .. round, 3, "repetition"}, {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2 Ke7 Ke1 Ke8", 1},
      {en_passant, "d5 Kd2 Kd8 Ke1 Ke8", 1}, {en_passant, "d5 Kd2 Kd8 Ke1 Ke8 Kd2 Kd8 Ke1 Ke8", 2},
    } do
      local state = after(row[1], row[2])
      assert.same({row[3], row[4]}, {chess.times(state), chess.ending(state)})
    end
  end)
end)

-- Notation ------------------------------------------------------------------------------------------------------------

describe("A position of chess", function()
  it("is read from Forsyth-Edwards notation and written again", function()
    for fen, written in pairs {
      [chess.START] = chess.START, ["8/8/8/8/8/8/8/K1k4r w - -"] = "8/8/8/8/8/8/8/K1k4r w - - 0 1",
      ["r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20"] = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20",
      ["4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"] = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
      -- a square for a capture en passant is named only if a pawn could capture
      ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"] =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    } do
      assert.equal(written, chess.fen(chess.new(fen)))
    end
    assert.equal("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
      chess.fen(after(chess.START, "e4 a6 e5 d5")))
  end)

  it("is shown with White at the bottom", function()
    local drawn = chess.draw(chess.new "4k2r/p7/8/8/8/8/7P/R3K3 w - - 0 1")
    assert.equal("8  . . . . k . . r\n7  p . . . . . . .\n", drawn:sub(1, 38))
    assert.equal("2  . . . . . . . P\n1  R . . . K . . .\n   a b c d e f g h", drawn:sub(-56))
  end)

  local REFUSED = {
    {"", "expected pieces, turn, castling and en passant"},
    {"8/8/8/8/8/8/8/K1k5 w -", "expected pieces, turn, castling and en passant"},
    {"8/8/8/8/8/8/8/K1k5 w - - 1", "expected two numbers at the end"},
    {"8/8/8/8/8/8/8/K1k5 w - - 151 100", "expected at most 150 plies without a capture or a pawn move"},
    {"8/8/8/8/8/8/8/K1k5 x - - 0 1", "expected the turn to be 'w' or 'b'"},
    {"8/8/8/8/8/8/K1k5 w - - 0 1", "expected eight rows of eight squares"},
    {"8/8/8/8/8/8/8/K1k6 w - - 0 1", "expected eight rows of eight squares"},
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
    {"4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "expected '-' or the square behind a pawn that has just gone two rows"},
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the king can be captured"},
  }

  it("is refused with what is wrong", function()
    for _, row in ipairs(REFUSED) do
      local message = ("chess: %s in the FEN '%s'"):format(row[2], row[1])
      assert.error_matches(function() chess.new(row[1]) end, message, 1, true)
    end
  end)
end)

describe("A move of chess", function()
  -- A position, the squares of a move, and its standard notation.
  local ROWS = {
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
    {"7k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8q", "b8=Q+"},
    {"2r4k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7c8n", "bxc8=N"},
    {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
    {"4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"},
    {"8/8/8/7k/8/Q1Q5/8/Q5K1 w - - 0 1", "a3b2", "Qa3b2"},
    {"8/8/8/7k/8/Q1Q5/8/Q5K1 w - - 0 1", "c3b2", "Qcb2"},
    {"8/8/8/7k/8/Q1Q5/8/Q5K1 w - - 0 1", "a1b2", "Q1b2"},
    -- a pinned knight is no other knight that could go there
    {"4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
  }

  it("is written by its squares and in standard notation, and read from both", function()
    for _, row in ipairs(ROWS) do
      local state = chess.new(row[1])
      assert.equal(row[3], chess.san(state, assert(chess.parse(state, row[2]), row[2])))
      assert.equal(row[2], chess.coordinates(assert(chess.parse(state, row[3]), row[3])))
    end
  end)

  it("may be typed without its signs, and castling with zeros", function()
    local state = chess.new "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for typed, san in pairs {["0-0"] = "O-O", Ra8 = "Rxa8+", [" ba8N "] = "bxa8=N", b7a8b = "bxa8=B"} do
      assert.equal(san, chess.san(state, chess.parse(state, typed)))
    end
    for _, typed in ipairs {"Rd5", "b7b8", ""} do assert.is_nil(chess.parse(state, typed)) end
  end)
end)
