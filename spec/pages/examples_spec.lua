--- Every example is run as its reader would run it, by the Lua that runs this.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4_hashed"
local effort = require "spec.support.effort"
local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local printed = require "spec.support.printed"
local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending
local in_full = effort(function() end, it) -- what costs much and says little more

local contains, output_of = printed.contains, printed.by_example
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

-- Each example with its options, what it must say when it runs, and whether it takes long.
local EXAMPLES = {
  {"2048.lua", "", {"\n400 moves, score ", ", largest tile 512  ("}, true},
  {"book.lua", "list 1", {"-\n4\n3\n5\n2\n6\n1\n7"}},
  {"chess.lua", "--demo --depth 3 --fen '6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 30'", {
    "8  . . . R . . k .    White plays 30. Rd8#\n", "value     won in 1 ply\n", "\nCheckmate, White wins."}},
  {"coins.lua", "", {
    "  taken: 0, 0, 0\n", "and expects 25, 14, 13  (", "[]  taken: 25, 14, 13\n", "alone paranoid  "}, true},
  {"connect4.lua", "--demo --depth 4", {
    "X plays 4\n", "depth     4\n", "nodes     ", "expected  ", "\n 1 2 3 4 5 6 7\n"}},
  {"connect4_solver.lua", "", {
    "score 2, won, best column 3 ", "score -4, lost, best column 4 ", "score 0, drawn, best column 5 "}, true},
  {"dots_and_boxes.lua", "", {
    "player 1 expects to be +2 boxes ahead and draws ", "1 by 1: -1  (", "2 by 1: +0  (", "3 by 1: -1  ("}},
  {"kalah.lua", "", {"South sows ", "North sows ", ", again ", " wins, "}},
  {"learning.lua", effort("6 --demo", "100 --demo"), {
    "alphabeta.learn: " .. effort("6", "100") .. " games, ",
    "used: cells[*] (25): 3 values; ", "\nagainst the default value: ",
    "5 O O O O O\n", "X plays ", ", value ", " wins."}},
  {"nim.lua", "", {"35 positions", " 1-2-3\n", "Disagreements with the theory: 0\n", "took the last stick"}},
  {"pig.lua", "20", {
    "Games of Pig to 20 ", "hold at 20 against itself    61.56 38.44 50.00\n",
    -- To hold is never best here, and the search finds that out.
    "depth 3 against hold at 20   61.56 38.44 50.00\n"}},
  {"pondering.lua", "7", {
    " frames to depth  7, plays 4\n", "With pondering the opponent waited for ", "without it for "}},
  {"puzzles.lua", "4", {" plays and wins with stone ", " puzzles in 4 games\n"}},
  {"race.lua", "", {
    "  1  36 36 34 29 23 15\n  2     26 25 23 19 13\n  3        17 17 14 10\n  4           11 10  8\n",
    "player 1: 58.9 %, throws ", " has borne off all checkers.\n"}},
  {"reversi.lua", "", {"has no move and passes", " pass ", " discs."}},
  {"sliding.lua", "", {"Solved in 21 moves, and in no fewer.", " 4  5  .   |   4  5  3 ", "Tiles that slide: 3 2 "}},
  {"study.lua", "1 4", {"4 games between players of 300 nodes.", "Seat 1: ", "Strength: "}},
  {"textbook.lua", "", {
    "value          5,", "evaluated      3 5 6 1 2\n", "pruned         9 0 -1\n",
    "value          13,", "evaluated      13 8 24 23 15 -14 -20\n", "pruned         -5\n",
    "value          3,", "evaluated      2 3 5 0 1\n", "pruned         9 7 5\n",
    "value          6,", "evaluated      5 6 7 4 3 6 6 7 5\n", "pruned         5 9 9 8 6\n"}},
  {"tictactoe.lua", "", {
    "Value 0, ", "Minimax visits 549946 nodes",
    "playing first    73 games:  71 won,  2 drawn, 0 lost\n", "playing second  561 games: ", " drawn, 0 lost\n"}, true},
  {"tune.lua", "", {
    "8 seeds in the pits count as one in store", "\rgame 1 of 300: ",
    "\n46 games: 30 won, 2 drawn, 14 lost, score 67.4 %\n", "\nElo +126.1, 95 % interval +54.6 to +217.6, ",
    "\nSPRT of +0.0 against +50.0: ", "H1 accepted\n"}, true},
}

describe("the examples", function()
  -- Cause: reversi and chess required the module for their keys, so a mod could not load a copy of them.
  it("have rules that load without the module", function()
    for _, path in ipairs(files.below("examples/games", "%.lua$")) do
      assert.is_nil(files.read(path):find "\n%w[^\n]*require *%(?[\"']alphabeta", path)
    end
  end)

  it("are all run here", function()
    local names, expected = {}, {}
    for _, path in ipairs(files.below("examples", "%.lua$")) do names[#names + 1] = path:match "^examples/([^/]+)$" end
    for i, example in ipairs(EXAMPLES) do expected[i] = example[1] end
    assert.same(expected, names)
  end)

  for _, example in ipairs(EXAMPLES) do
    local words, it_of_cost = example[1] .. " " .. example[2], example[4] and in_full or it
    it_of_cost("run from any folder: " .. words, function()
      local text, code = script.shell(("cd / && LUA_PATH=%s LUA_CPATH=%s %s %s/examples/%s"):format(
        quote(absolute "LUA_PATH"), quote(absolute "LUA_CPATH"), quote(interpreter()), quote(ROOT), words))
      assert.equal(0, code, text)
      contains(text, unpack(example[3]))
    end)
  end

  for _, words in ipairs {
    "book.lua", "book.lua x", "learning.lua x", "learning.lua 0",
    "nim.lua x", "nim.lua 0", "reversi.lua x", "kalah.lua 3 x", "connect4.lua --dept 3", "connect4_solver.lua x",
    "connect4_solver.lua 4x", "connect4_solver.lua 48", "connect4_solver.lua 4444444", "connect4_solver.lua 12121212",
    "pondering.lua x", "tune.lua x", "tune.lua 8 7", "2048.lua x", "coins.lua 0", "dots_and_boxes.lua x", "pig.lua x",
    "race.lua x", "sliding.lua x", "sliding.lua 412505", "study.lua 1 x", "puzzles.lua x", "puzzles.lua 1 0",
    "chess.lua x", "chess.lua --fen x", "chess.lua --level 11", "connect4.lua --time", "connect4.lua --time soon",
    "connect4.lua --time 0", "connect4.lua --depth -1", "connect4.lua --depth 2.5", "connect4.lua --plane",
  } do
    it("say how they are used when they are used otherwise: " .. words, function()
      local text, code = script.run(words)
      assert.equal(1, code)
      contains(text, "usage: lua " .. words:match "^%S+")
    end)
  end
end)

it("a puzzle is won by the move that is named, and by no other, and not sooner", function()
  local games, number = effort(4, 400), 0
  for columns, stones, solution in output_of("puzzles.lua " .. games .. " 1"):gmatch(
    "after (%d+): [XO] plays and wins with stone (%d).-\nSolution: (%d)") do
    local state = connect4.read(columns)
    number = number + 1
    for _, column in ipairs(connect4.moves(state)) do
      local _, _, info = alphabeta.search(state, {depth = 9, only = {column}}, {game = connect4})
      local plies = info.win_in and info.win_in > 0 and info.win_in or nil
      assert.equal(column == tonumber(solution) and 2 * stones - 1 or nil, plies, columns)
    end
  end
  assert.is_true(number > 0)
end)

it("a study in parts is the sum of what several processes have played", function()
  local parts = output_of "study.lua 1 3 part" .. output_of "study.lua 2 4 part"
  local text, code = script.run("study.lua 0 2 sum", parts)
  assert.equal(0, code, text)
  contains(text, "9 games between players of 300 nodes.")
end)
