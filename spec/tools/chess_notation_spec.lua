-- Chess reads positions and moves as they are written, and names what is wrong with them. That it reads what it writes,
-- in any position of a random game, is shown in chess_spec.

local chess = require "games.chess"

-- A position after moves that are typed.
local function after(...)
  local state = chess.new()
  for _, text in ipairs {...} do chess.make(state, assert(chess.parse(state, text), text)) end
  return state
end

describe("A position of chess", function()
  it("is read from Forsyth-Edwards notation and written again", function()
    for fen, written in pairs {
      [chess.START] = chess.START, ["8/8/8/8/8/8/8/K1k4r w - -"] = "8/8/8/8/8/8/8/K1k4r w - - 0 1",
      ["r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20"] = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20",
      ["8/8/8/8/8/8/8/K1k5 b - - 12 150"] = "8/8/8/8/8/8/8/K1k5 b - - 12 150",
      ["4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"] = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    } do
      assert.equal(written, chess.fen(chess.new(fen)))
    end
    assert.equal(chess.START, chess.fen(chess.new()))
  end)

  it("names a square for a capture en passant only if a pawn could capture", function()
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", chess.fen(after("e4")))
    assert.equal("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
      chess.fen(after("e4", "a6", "e5", "d5")))
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

describe("A move of chess", function()
  -- A position, the squares of a move, and its standard notation.
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
