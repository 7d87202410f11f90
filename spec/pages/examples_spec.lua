--- Every example is run as its reader would run it, by the Lua that runs this.

local effort = require "spec.support.effort"
local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending
local in_full = effort(function() end, it) -- what costs much and says little more

local interpreter, quote = script.interpreter, script.quote
local unpack = table.unpack or unpack

local ROOT = lfs.currentdir()

-- A search path whose templates do not depend on the folder that one is in.
local function absolute(variable)
  local path = os.getenv(variable) or ";;"
  return (path:gsub("[^;]+", function(template)
    return template:sub(1, 1) == "/" and template or ROOT .. "/" .. template
  end))
end

-- Runs a command with what is typed at it; returns what it wrote, to either output, and its exit code.
local function run(command, typed)
  local name = os.tmpname()
  files.write(name, typed or "")
  local pipe = assert(io.popen(("{ %s ; } < %s 2>&1; printf '\\n%%d\\n' $?"):format(command, quote(name))))
  local output = pipe:read "*a"
  pipe:close()
  os.remove(name)
  local text, code = output:match "^(.*)\n(%d+)\n$"
  return text, tonumber(code)
end

local function run_example(words, typed) return run(quote(interpreter()) .. " examples/" .. words, typed) end

-- What an example that must succeed has written.
local function output_of(words, typed)
  local text, code = run_example(words, typed)
  assert.equal(0, code, text)
  return text
end

local function contains(text, ...)
  for _, part in ipairs {...} do
    assert.is_truthy(text:find(part, 1, true), ("%q is missing in:\n%s"):format(part, text))
  end
end

local function count(text, part) return select(2, text:gsub(part:gsub("%p", "%%%0"), "")) end

-- Each example, and what it must say when it runs by itself.
local EXAMPLES = {
  {name = "2048.lua", takes_long = true, says = {" 512 ", "\n400 moves, score ", ", largest tile 512  ("}},
  {name = "book.lua", options = "list 1", says = {"-\n4\n3\n5\n2\n6\n1\n7"}},
  {
    name = "chess.lua", options = "--demo --depth 3 --fen '6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 30'",
    says = {
      "8  . . . R . . k .    White plays 30. Rd8#\n", "depth     ", "value     won in 1 ply\n", "nodes     ",
      "time      ", "expected  Rd8#\n", "\nCheckmate, White wins.",
    },
  },
  {
    name = "coins.lua", takes_long = true,
    says = {"  taken: 0, 0, 0\n", "and expects 25, 14, 13  (", "[]  taken: 25, 14, 13\n", "alone paranoid  "},
  },
  {
    name = "connect4.lua", options = "--demo --depth 4",
    says = {
      "X plays 4\n", "depth     4\n", "value     ", "nodes     ", "time      ", "expected  ", "\n 1 2 3 4 5 6 7\n",
    },
  },
  {
    name = "connect4_solver.lua", takes_long = true,
    says = {"score 2, won, best column 3 ", "score -4, lost, best column 4 ", "score 0, drawn, best column 5 "},
  },
  {
    name = "dots_and_boxes.lua",
    says = {
      "player 1 expects to be +2 boxes ahead and draws ", "+---+---+\n",
      "1 by 1: -1  (", "2 by 1: +0  (", "3 by 1: -1  (",
    },
  },
  {name = "kalah.lua", says = {"South sows ", "North sows ", ", again ", " wins, "}},
  {
    name = "learning.lua", options = effort("6 --demo", "100 --demo"),
    says = {
      "alphabeta.learn: " .. effort("6", "100") .. " games, ",
      "used: cells[*] (25): 3 values; ", "\nagainst the default value: ",
      "5 O O O O O\n", "X plays ", ", value ", " wins.",
    },
  },
  {name = "nim.lua", says = {"35 positions", " 1-2-3\n", "Disagreements with the theory: 0\n", "took the last stick"}},
  {
    name = "pig.lua", options = "20",
    says = {
      "Games of Pig to 20 ", "hold at 20 against itself    61.56 38.44 50.00\n",
      -- To hold is never best here, and the search finds that out.
      "depth 3 against hold at 20   61.56 38.44 50.00\n",
    },
  },
  {
    name = "pondering.lua", options = "7",
    says = {
      "reply -, expected -: ", " frames to depth  7, plays 4\n", "With pondering the opponent waited for ",
      "without it for ",
    },
  },
  {
    name = "puzzles.lua", options = "4",
    says = {" plays and wins with stone ", "\nSolution: ", " puzzles in 4 games\n"},
  },
  {
    name = "race.lua",
    says = {
      "  1  36 36 34 29 23 15\n  2     26 25 23 19 13\n  3        17 17 14 10\n  4           11 10  8\n",
      "player 1: 58.9 %, throws ", " has borne off all checkers.\n",
    },
  },
  {name = "reversi.lua", says = {"has no move and passes", " pass ", " discs."}},
  {
    name = "sliding.lua",
    says = {
      "Solved in 21 moves, and in no fewer.", " 4  5  .   |   4  5  3 ", "\n 1  2  3\n 4  5  .\n",
      "Tiles that slide: 3 2 ",
    },
  },
  {name = "study.lua", options = "1 4", says = {"4 games between players of 300 nodes.", "Seat 1: ", "Strength: "}},
  {
    name = "textbook.lua",
    says = {
      "value          5,", "evaluated      3 5 6 1 2\n", "pruned         9 0 -1\n",
      "value          13,", "evaluated      13 8 24 23 15 -14 -20\n", "pruned         -5\n",
      "value          3,", "evaluated      2 3 5 0 1\n", "pruned         9 7 5\n",
      "value          6,", "evaluated      5 6 7 4 3 6 6 7 5\n", "pruned         5 9 9 8 6\n",
    },
  },
  {
    name = "tictactoe.lua", takes_long = true,
    says = {
      "Value 0, ", "Minimax visits 549946 nodes",
      "playing first    73 games:  71 won,  2 drawn, 0 lost\n", "playing second  561 games: ", " drawn, 0 lost\n",
    },
  },
  {
    name = "tune.lua", takes_long = true,
    says = {
      "8 seeds in the pits count as one in store", "\rgame 1 of 300: ",
      "\n46 games: 30 won, 2 drawn, 14 lost, score 67.4 %\n", "\nElo +126.1, 95 % interval +54.6 to +217.6, ",
      "\nSPRT of +0.0 against +50.0: ", "H1 accepted\n",
    },
  },
}

describe("the examples", function()
  -- Cause: reversi and chess required the module for their keys, so a mod could not load a copy of them.
  it("have rules that load without the module", function()
    for name in lfs.dir "examples/games" do
      if name:match "%.lua$" then
        local code = files.read("examples/games/" .. name)
        assert.is_nil(code:find "\n%w[^\n]*require *%(?[\"']alphabeta", name)
      end
    end
  end)

  it("are all run here", function()
    local names, expected = {}, {}
    for name in lfs.dir "examples" do
      if name:match "%.lua$" then names[#names + 1] = name end
    end
    for i, example in ipairs(EXAMPLES) do expected[i] = example.name end
    table.sort(names)
    assert.same(expected, names)
  end)

  for _, example in ipairs(EXAMPLES) do
    local words = example.name .. " " .. (example.options or "")

    in_full("run by themselves to their end: " .. words, function()
      contains(output_of(words), unpack(example.says))
    end)

    local it_of_cost = example.takes_long and in_full or it
    it_of_cost("run from any folder: " .. words, function()
      local text, code = run(("cd / && LUA_PATH=%s LUA_CPATH=%s %s %s/examples/%s"):format(
        quote(absolute "LUA_PATH"), quote(absolute "LUA_CPATH"), quote(interpreter()), quote(ROOT), words))
      assert.equal(0, code, text)
      contains(text, unpack(example.says))
    end)
  end

  for _, words in ipairs {
    "book.lua", "book.lua x", "learning.lua x", "learning.lua 0",
    "nim.lua x", "nim.lua 0", "reversi.lua x", "kalah.lua 3 x", "connect4.lua --dept 3", "connect4_solver.lua x",
    "pondering.lua x", "tune.lua x", "tune.lua 8 7", "2048.lua x", "coins.lua 0", "dots_and_boxes.lua x", "pig.lua x",
    "race.lua x", "sliding.lua x", "sliding.lua 412505", "study.lua 1 x", "puzzles.lua x", "puzzles.lua 1 0",
    "chess.lua x", "chess.lua --fen x", "chess.lua --level 11",
  } do
    it("say how they are used when they are used otherwise: " .. words, function()
      local text, code = run_example(words)
      assert.equal(1, code)
      contains(text, "usage: lua " .. words:match "^%S+")
    end)
  end
end)

describe("a puzzle", function()
  local connect4 = require "games.connect4"

  -- Whether the player to move can force a win with so many stones: plain AND and OR, without the module.
  local wins

  -- Whether a column wins with so many stones.
  local function is_winning(state, column, stones)
    local me = state.turn
    connect4.make(state, column)
    local is_won, replies = state.winner == me, connect4.moves(state)
    if not is_won and stones > 1 and #replies > 0 then
      is_won = true
      for _, reply in ipairs(replies) do
        connect4.make(state, reply)
        is_won = is_won and state.winner == 0 and wins(state, stones - 1)
        connect4.unmake(state, reply)
      end
    end
    connect4.unmake(state, column)
    return is_won
  end

  function wins(state, stones)
    for _, column in ipairs(connect4.moves_from_centre(state)) do
      if is_winning(state, column, stones) then return true end
    end
    return false
  end

  it("is won by the move that is named, and by no other, and not sooner", function()
    local games, number = effort(4, 400), 0
    for columns, stones, solution in output_of("puzzles.lua " .. games .. " 1"):gmatch(
      "after (%d+): [XO] plays and wins with stone (%d).-\nSolution: (%d)") do
      local state = connect4.new()
      for column in columns:gmatch "%d" do connect4.make(state, tonumber(column)) end
      stones, solution, number = tonumber(stones), tonumber(solution), number + 1
      for _, column in ipairs(connect4.moves(state)) do
        assert.equal(column == solution, is_winning(state, column, column == solution and stones or 5), columns)
      end
      assert.is_false(stones > 1 and wins(state, stones - 1), columns)
    end
    assert.is_true(number > 0)
  end)
end)

describe("a study in parts", function()
  it("is the sum of what several processes have played", function()
    local parts = output_of "study.lua 1 3 part" .. output_of "study.lua 2 4 part"
    local text, code = run_example("study.lua 0 2 sum", parts)
    assert.equal(0, code, text)
    contains(text, "9 games between players of 300 nodes.")
  end)

  local has_parallel = script.has_shell and run "parallel --version":find "^GNU parallel"
  local with_parallel = has_parallel and it or pending
  with_parallel("is played by GNU parallel", function()
    local lua = quote(interpreter()) .. " examples/study.lua "
    local text, code = run(("parallel %s {} 2 part ::: 1 2 3 | %s 0 2 sum"):format(lua, lua))
    assert.equal(0, code, text)
    contains(text, "8 games between players of 300 nodes.")
  end)
end)

describe("a game that was learned, in the terminal", function()
  in_full("is played against", function()
    local text = output_of("learning.lua 40", "a1a2\nb2b3\nq\n")
    contains(text, "Your move (q to leave): Moves: a2a3 ", "O plays ", ". X . . .")
    assert.equal(3, count(text, "Your move"))
  end)
end)

describe("connect four in the terminal", function()
  local PROMPT = "Your column, 1 to 7 (q to leave): "

  it("plays the same game every time when only the depth is limited", function()
    local function game()
      return (output_of "connect4.lua --demo --depth 5":gsub("time +[%d.]+ s", ""))
    end
    assert.equal(game(), game())
  end)

  it("keeps to a limit of time", function()
    local text = output_of "connect4.lua --demo --time 0.005"
    assert.is_true(count(text, "time ") > 6) -- without the limit, no move would end
  end)

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
      local text, code = run_example("connect4.lua " .. words)
      assert.equal(1, code)
      contains(text, "connect4: ", "usage: lua connect4.lua")
    end)
  end
end)

describe("chess in the terminal", function()
  local PROMPT = "Your move, White (help, q to leave): "

  it("plays the same game every time when only the depth is limited", function()
    local function game()
      return (output_of "chess.lua --demo --depth 2 --moves 4":gsub("time +[%d.]+ s", ""))
    end
    local text = game()
    assert.equal(text, game())
    contains(text, "White plays 1. ", "Black plays 4... ", "The game is broken off: ")
  end)

  it("keeps to a limit of time", function()
    assert.equal(8, count(output_of "chess.lua --demo --time 0.01 --moves 4", "time ")) -- likewise
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
