--- Games that are played in a terminal, as a person types at them, by the Lua that runs this.

local effort = require "spec.support.effort"
local printed = require "spec.support.printed"
local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending
local in_full = effort(function() end, it) -- what costs much and says little more

local contains, count, output_of = printed.contains, printed.count, printed.by_example
local unpack = table.unpack or unpack

in_full("a game that was learned, in the terminal is played against", function()
  local text = output_of("learning.lua 40", "a1a2\nb2b3\nq\n")
  contains(text, "Your move (q to leave): Moves: a2a3 ", "O plays ", ". X . . .")
  assert.equal(3, count(text, "Your move"))
end)

-- {program, options that limit the time, moves that are at least played}
for _, row in ipairs {{"connect4.lua", "--time 0.005", 7}, {"chess.lua", "--time 0.01 --moves 4", 8}} do
  it("a game in the terminal keeps to a limit of time, without which no move would end: " .. row[1], function()
    assert.is_true(count(output_of(row[1] .. " --demo " .. row[2]), "time ") >= row[3])
  end)
end

-- Each row: what a game does, its options, what is typed, what it then says, in any order, and how often it says
-- something.
local CONNECT4 = {
  {"sees a win coming, and says so", "--demo --depth 3", "",
    {"value     won in 3 plies\n", "value     won in 1 ply\n", " wins with stone "}},
  {"answers the columns that are typed, until they end", "--depth 2", "4\n 3 \n",
    {"You are X, the computer is O.", "O plays ", "Goodbye."},
    {["O plays "] = 2, ["Your column, 1 to 7 (q to leave): "] = 3}},
  {"asks again for what is not a column", "--depth 2", "hello\n\n0\n8\n4.5\n-1\n 4 4\n99999999999999999999\n", {},
    {["That is not a column from 1 to 7."] = 8, ["O plays"] = 0}},
  {"asks again for a column that is full", "--depth 1", "4\n4\n4\n4\n", {"Column 4 is full."}}, -- all like the middle
  {"can be left by quit", "--depth 1", "quit\n4\n", {"Goodbye."}, {plays = 0}},
  {"can be left by Q", "--depth 1", " Q\n4\n", {"Goodbye."}, {plays = 0}},
  {"lets the computer begin with --first", "--first --depth 3", "4\n",
    {"You are O, the computer is X.", "X plays 4", "Goodbye."}, {["Your column"] = 2}},
  {"can be won against a computer that looks one ply ahead", "--depth 1", "1\n1\n1\n1\n", {"[X]", "You win."}},
  {"can be lost against one that looks further", "--depth 4", ("1\n2\n3\n5\n6\n7\n"):rep(12), {"The computer wins."}},
  {"is plain if the output is not a terminal", "--demo --depth 1", "", {}, {["\27"] = 0}},
  {"is coloured if that is asked for", "--demo --depth 1 --colour", "", {"\27[1;91m", "\27[1;93m", "\27[44", "\27[0m"}},
  {"explains itself", "--help", "", {"usage: lua connect4.lua", "--demo", "--first", "--time", "--depth"}},
}

local START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
local CHESS = {
  {"breaks a game off after a number of moves", "--demo --depth 2 --moves 4", "",
    {"White plays 1. ", "Black plays 4... ", "The game is broken off: "}},
  {"answers moves by their squares and in standard notation, until they end", "--depth 2", "e2e4\n Nf3 \n",
    {"You are White, the computer is Black.", "Black plays 1... ", "Black plays 2... ", "Goodbye."},
    {["Your move, White (help, q to leave): "] = 3}},
  {"asks again for what is not a legal move", "--depth 1", "hello\n\ne2e5\nKe2\nO-O\ne7e5\n", {},
    {["is not a legal move here"] = 6, plays = 0}},
  {"lists the legal moves, writes the position and explains itself", "--depth 1 --fen '8/8/8/8/8/k7/8/K6R w - - 0 1'",
    "moves\nfen\nhelp\n", {"Kb1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh2 Rh3+ Rh4 Rh5 Rh6 Rh7 Rh8\n",
      "8/8/8/8/8/k7/8/K6R w - - 0 1\n", "standard notation"}},
  {"explains its options", "--help", "", {"usage: lua chess.lua", "--demo", "--first", "--level", "--fen"}},
  {"takes moves back", "--depth 1", "undo\ne2e4\nundo\nfen\n", {"There is no move of yours to take back.", START}},
  {"lets the computer begin with --first", "--first --depth 1", "e7e5\n",
    {"You are Black, the computer is White.", "White plays 1. ", "Your move, Black", "White plays 2. ", "Goodbye."}},
  {"plays at a level", "--level 1", "e4\n", {"Black plays 1... ", "Goodbye."}},
  {"ends in stalemate", "--depth 1 --fen '7k/8/5KQ1/8/8/8/8/8 w - - 0 1'", "Qf7\n", {"Stalemate, a draw."}},
  {"ends in checkmate", "--depth 1 --fen '7k/8/5KQ1/8/8/8/8/8 w - - 0 1'", "Qg7#\n", {"Checkmate, White wins."}},
  {"ends with two kings", "--depth 1 --fen '7k/8/8/8/8/8/6q1/7K w - - 0 1'", "Kxg2\n", {"A draw: too few pieces."}},
  {"ends after fifty moves", "--depth 1 --fen '7k/8/8/8/8/8/6R1/7K w - - 99 90'", "Rg3\n", {"A draw: fifty moves."}},
}

for name, rows in pairs {connect4 = CONNECT4, chess = CHESS} do
  describe(name .. " in the terminal", function()
    for _, row in ipairs(rows) do
      it(row[1], function()
        local text = output_of(("%s.lua %s"):format(name, row[2]), row[3])
        contains(text, unpack(row[4]))
        for part, times in pairs(row[5] or {}) do assert.equal(times, count(text, part), part .. text) end
      end)
    end
  end)
end

-- The game that somebody else wrote gets its opponent, and is otherwise as it was.
describe("the game of pawns in the terminal", function()
  -- What a program in examples/modding writes, when that is typed.
  local function pawns(words, typed)
    local command = "PAWNS_SPEED=0 %s examples/modding/%s"
    return (script.shell(command:format(script.quote(script.interpreter()), words), typed))
  end

  local function times(text, pattern) return select(2, text:gsub(pattern, "")) end

  it("has no opponent of its own", function()
    local text = pawns("pawns.lua", "b2b3\nc4c3\nb3b4\nb3a4\nquit\n")
    assert.same({3, 2, 1}, {times(text, "x to move: "), times(text, "o to move: "), times(text, "CHOMP")})
  end)

  it("is answered by the computer", function()
    local text = pawns("opponent.lua", "b2b3\nd2d3\nquit\n")
    assert.same({3, 2}, {times(text, "x to move: "), times(text, "o to move: [a-d][1-5][a-d][1-5]\n")})
    assert.equal(0, times(text, "you can't do that") + times(text, "huh%?"))
  end)

  it("is played by the computer to its end, which is heard and seen as ever", function()
    local text = pawns "opponent.lua --demo"
    local moves = times(text, "[xo] to move: [a-d][1-5][a-d][1-5]\n")
    local won = times(text, ">>> [xo] WINS after " .. moves .. " moves <<<")
    assert.equal(1, won + times(text, "[xo] to move: quit\n"))
    assert.equal(1 + 4 * moves, times(text, "   a b c d\n")) -- each pawn flashes twice
    assert.equal(3 * won + times(text, "CHOMP"), times(text, "\7"))
    assert.equal(0, times(text, "you can't do that") + times(text, "huh%?"))
  end)
end)
