--- Games that are played in a terminal, as a person types at them, by the Lua that runs this.

local effort = require "spec.support.effort"
local printed = require "spec.support.printed"
local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending
local in_full = effort(function() end, it) -- what costs much and says little more

local contains, count, output_of = printed.contains, printed.count, printed.by_example
local unpack = table.unpack or unpack

describe("a game that was learned, in the terminal", function()
  in_full("is played against", function()
    local text = output_of("learning.lua 40", "a1a2\nb2b3\nq\n")
    contains(text, "Your move (q to leave): Moves: a2a3 ", "O plays ", ". X . . .")
    assert.equal(3, count(text, "Your move"))
  end)
end)

-- {program, options that limit the depth or the time, moves that are at least played}
local LIMITED = {
  {"connect4.lua", "--depth 5", "--time 0.005", 7}, {"chess.lua", "--depth 2 --moves 4", "--time 0.01 --moves 4", 8},
}

describe("a game in the terminal", function()
  for _, row in ipairs(LIMITED) do
    local name, depth, time, moves = unpack(row)

    it("is the same every time when only the depth is limited: " .. name, function()
      local function game()
        return (output_of(name .. " --demo " .. depth):gsub("time +[%d.]+ s", ""))
      end
      assert.equal(game(), game())
    end)

    it("keeps to a limit of time, without which no move would end: " .. name, function()
      assert.is_true(count(output_of(name .. " --demo " .. time), "time ") >= moves)
    end)
  end
end)

describe("connect four in the terminal", function()
  local PROMPT = "Your column, 1 to 7 (q to leave): "

  it("sees a win coming, and says so", function()
    contains(output_of "connect4.lua --demo --depth 3",
      "value     won in 3 plies\n", "value     won in 1 ply\n", " wins with stone ")
  end)

  it("answers the columns that are typed, until they end", function()
    local text = output_of("connect4.lua --depth 2", "4\n 3 \n")
    contains(text, "You are X, the computer is O.", "O plays ", "Goodbye.")
    assert.equal(2, count(text, "O plays "))
    assert.equal(3, count(text, PROMPT))
  end)

  it("asks again for what is not a column", function()
    local text = output_of("connect4.lua --depth 2", "hello\n\n0\n8\n4.5\n-1\n 4 4\n99999999999999999999\n")
    assert.equal(8, count(text, "That is not a column from 1 to 7."))
    assert.is_nil(text:find("O plays", 1, true))
  end)

  it("asks again for a column that is full", function()
    -- The computer, too, is fond of the middle.
    contains(output_of("connect4.lua --depth 1", "4\n4\n4\n4\n"), "Column 4 is full.")
  end)

  it("can be left", function()
    for _, word in ipairs {"q", "quit", " Q"} do
      local text = output_of("connect4.lua --depth 1", word .. "\n4\n")
      contains(text, "Goodbye.")
      assert.is_nil(text:find("plays", 1, true))
    end
  end)

  it("lets the computer begin with --first", function()
    local text = output_of("connect4.lua --first --depth 3", "4\n")
    contains(text, "You are O, the computer is X.", "X plays 4", "Goodbye.")
    assert.is_true(text:find("X plays 4", 1, true) < text:find(PROMPT, 1, true))
  end)

  it("can be won against a computer that looks one ply ahead", function()
    local text = output_of("connect4.lua --depth 1", "1\n1\n1\n1\n")
    contains(text, "[X]", "You win.")
  end)

  it("can be lost against one that looks further", function()
    contains(output_of("connect4.lua --depth 4", ("1\n2\n3\n5\n6\n7\n"):rep(12)), "The computer wins.")
  end)

  it("is plain where the output is not a terminal, and coloured where that is asked for", function()
    local plain = output_of "connect4.lua --demo --depth 1"
    assert.is_nil(plain:find("\27", 1, true))
    contains(output_of "connect4.lua --demo --depth 1 --colour", "\27[1;91m", "\27[1;93m", "\27[44", "\27[0m")
  end)

  it("explains itself", function()
    contains(output_of "connect4.lua --help", "usage: lua connect4.lua", "--demo", "--first", "--time", "--depth")
  end)

  for _, words in ipairs {"--time", "--time soon", "--time 0", "--depth -1", "--depth 2.5", "--plane"} do
    it("refuses " .. words, function()
      local text, code = script.run("connect4.lua " .. words)
      assert.equal(1, code)
      contains(text, "connect4: ", "usage: lua connect4.lua")
    end)
  end
end)

describe("chess in the terminal", function()
  local PROMPT = "Your move, White (help, q to leave): "

  it("breaks a game off after a number of moves", function()
    contains(output_of "chess.lua --demo --depth 2 --moves 4",
      "White plays 1. ", "Black plays 4... ", "The game is broken off: ")
  end)

  it("answers moves by their squares and in standard notation, until they end", function()
    local text = output_of("chess.lua --depth 2", "e2e4\n Nf3 \n")
    contains(text, "You are White, the computer is Black.", "Black plays 1... ", "Black plays 2... ", "Goodbye.")
    assert.equal(3, count(text, PROMPT))
  end)

  it("asks again for what is not a legal move", function()
    local text = output_of("chess.lua --depth 1", "hello\n\ne2e5\nKe2\nO-O\ne7e5\n")
    assert.equal(6, count(text, "is not a legal move here"))
    assert.is_nil(text:find("plays", 1, true))
  end)

  it("lists the legal moves, writes the position and explains itself", function()
    local text = output_of("chess.lua --depth 1 --fen '8/8/8/8/8/k7/8/K6R w - - 0 1'", "moves\nfen\nhelp\n")
    contains(text, "Kb1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh2 Rh3+ Rh4 Rh5 Rh6 Rh7 Rh8\n", "8/8/8/8/8/k7/8/K6R w - - 0 1\n",
      "standard notation")
    contains(output_of "chess.lua --help", "usage: lua chess.lua", "--demo", "--first", "--level", "--fen")
  end)

  it("takes moves back", function()
    local text = output_of("chess.lua --depth 1", "undo\ne2e4\nundo\nfen\n")
    contains(text, "There is no move of yours to take back.",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
  end)

  it("lets the computer begin with --first", function()
    contains(output_of("chess.lua --first --depth 1", "e7e5\n"),
      "You are Black, the computer is White.", "White plays 1. ", "Your move, Black", "White plays 2. ", "Goodbye.")
  end)

  it("plays at a level", function()
    contains(output_of("chess.lua --level 1", "e4\n"), "Black plays 1... ", "Goodbye.")
  end)

  it("says how a game has ended", function()
    local ENDS = {
      {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7\n", "Stalemate, a draw."},
      {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7#\n", "Checkmate, White wins."},
      {"7k/8/8/8/8/8/6q1/7K w - - 0 1", "Kxg2\n", "A draw: too few pieces."},
      {"7k/8/8/8/8/8/6R1/7K w - - 99 90", "Rg3\n", "A draw: fifty moves."},
    }
    for _, row in ipairs(ENDS) do
      contains(output_of(("chess.lua --depth 1 --fen '%s'"):format(row[1]), row[2]), row[3])
    end
  end)
end)
