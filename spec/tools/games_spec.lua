-- What is known of the example games but chess, from theory, from what others have published, or by a recursion over
-- the game without its rules: searches find it. And how a state is drawn, and which boards are refused. Referees along
-- random games are in kinds_spec. What the examples print is in examples_spec: the theory of nim, the last checkers of
-- the race, the odds of pig and the sliding puzzle that needs the most moves.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local dots = require "games.dots_and_boxes"
local effort = require "spec.support.effort"
local kalah = require "games.kalah"
local nim = require "games.nim"
local pig = require "games.pig"
local race = require "games.race"
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local sliding = require "games.sliding"
local tictactoe = require "games.tictactoe"
local tiles = require "games.2048"
local tree = require "games.tree"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

-- A game, a state, moves; then how the state is drawn, line by line.
local DRAWN = {
  {pig, pig.new(), {"roll"}, "0 : 0, player 1 has rolled 0 and rolls"},
  {pig, pig.new(), {"roll", 6, "roll", 5, "hold"}, "11 : 0, player 2 has rolled 0"},
  {pig, pig.new(), {"roll", 6, "hold", "roll", 4, "hold", "roll", 1, "roll", 1, "roll", 3},
    "6 : 4, player 1 has rolled 3"},
  {tictactoe, tictactoe.new(), {1, 4, 2, 5, 3}, "X X X", "O O .", ". . ."},
  {connect4, connect4.new(4, 3), {2, 2, 4}, ". . . .", ". O . .", ". X . X", "1 2 3 4"},
  {reversi, reversi.new(4), {reversi.moves(reversi.new(4))[1]},
    "   a b c d", " 1 . X . .", " 2 . X X .", " 3 . X O .", " 4 . . . ."},
  {nim, nim.new {1, 2}, {}, "1: |", "2: ||"},
  {kalah, {turn = 1, pits = 2, 1, 2, 3, 4, 5, 6}, {}, "     5  4", "  6        3", "     1  2"},
  {coins, coins.new({5, 6, 7}, 3, 2), {-2, 1}, "[]  taken: 13, 5, 0"},
  {dots, dots.new(2, 1), {1, 2, 3, 4, 5}, "+---+---+", "|        ", "+---+---+"},
  {dots, dots.new(2, 1), {1, 2, 3, 4, 5, 7, 6}, "+---+---+", "| 1 | 1 |", "+---+---+"},
  {sliding, sliding.new(3, 2), {}, " 1  2  3", " 4  5  ."},
  {dice, dice.new(3, 3), {-2, 5, -2}, ". . .", ". X .", ". . .", "column 2"},
  {tiles, tiles.new(), {6, -11},
    "    .    .    .    .", "    .    2    .    .", "    .    .    4    .", "    .    .    .    ."},
  {tree, (tree.new {{3, {5}}, 6, {}}), {}, "{{3, {5}}, 6, {}}"},
}

it("A state is drawn as its players would", function()
  for _, row in ipairs(DRAWN) do
    assert.equal(table.concat(row, "\n", 4), row[1].draw(random_game.after(row[1], row[2], row[3])))
  end
end)

it("A tree is drawn with the labels that its leaves are given", function()
  assert.equal("{{<3>, {<5>}}, <6>, {}}", tree.draw(tree.new {{3, {5}}, 6, {}}, function(leaf)
    return "<" .. leaf.value .. ">"
  end))
end)

-- What is too large, or none: the message, a function, and what it gets.
local REFUSED = {
  {"connect4: the board is too large for keys that are numbers", connect4.hashed.new, 9, 7},
  {"dots_and_boxes: the board is too large for keys that are numbers", dots.hashed.new, 5, 4},
  {"kalah: there are too many seeds for keys with a byte for each pit", kalah.hashed.new, 6, 22},
}
for _, checkers in ipairs {"", "00", "1x"} do
  table.insert(REFUSED, {"race: checkers are a digit for each point", race.new, checkers})
end
for _, size in ipairs {0, 2, 5, 7, 28} do
  table.insert(REFUSED, {"reversi: the size is an even number from 4 to 26", reversi.new, size})
end

it("What is too large, or none, is refused, but not what just fits", function()
  for _, row in ipairs(REFUSED) do assert.has_error(function() row[2](row[3], row[4]) end, row[1]) end
  assert.equal(15, #kalah.hashed.hash(kalah.hashed.new(6, 21)))
  assert.equal(40, dots.hashed.new(4, 4).left)
end)

describe("Orders begin with", function()
  it("a mark that makes most of its lines, or prevents most, in dice", function()
    local state = random_game.after(dice, dice.new(3, 3), {-1, 1, -2, 2, -2})
    -- 4 makes two of the first column and one of the second row; 5 one across and one aslant, and two on the other
    -- diagonal, and hinders column 2; 6 one each of row 2 and column 3.
    for cell, score in pairs {[4] = 3 + 1, [5] = 1 + 2 + 3 + 1, [6] = 1 + 1} do
      assert.equal(score, dice.lines_first(state, cell))
    end
  end)

  it("boxes that are won, and end with those that are given away, in dots and boxes", function()
    local state, scores = dots.new(1, 1), {}
    for line = 1, 4 do
      scores[line] = dots.boxes_first(state, line)
      dots.make(state, line)
    end
    assert.same({0, 0, -1, 2}, scores)
  end)
end)

-- Searches ------------------------------------------------------------------------------------------------------------

-- A game with some functions of its own.
local function variant(game, functions) return setmetatable(functions, {__index = game}) end

describe("Coins in a row", function()
  -- Coins, players, the most coins that a turn takes; the best first move, and what each player gets.
  local KNOWN = {
    {{1, 0, 3, 5, 5, 1, 6, 6}, 3, 1, -1, {11, 10, 6}}, {{0, 0, 2, 2, 2, 0}, 4, 1, 1, {2, 0, 2, 2}},
    {{2, 6, 6, 4, 4, 4, 4}, 2, 2, -2, {18, 12}}, {{1, 2, 1, 2, 3, 2}, 3, 2, -2, {5, 3, 3}},
  }

  it("bring each player, by max^n, what the recursion over the row says, and by the same first move", function()
    for _, row in ipairs(KNOWN) do
      local list, players, most, move, expected = row[1], row[2], row[3], row[4], row[5]
      local total = 0
      for _, worth in ipairs(list) do total = total + worth end
      for _, bounds in ipairs {{}, {value_sum = players * total, value_min = 0}} do
        bounds.game, bounds.algorithm = coins, "maxn"
        local best, value = alphabeta.search(coins.new(list, players, most), #list, bounds)
        assert.equal(move, best)
        for who = 1, players do assert.equal(players * expected[who], value[who]) end
      end
    end
  end)
end)

-- Boards whose whole game is searched; what the first player gets more than the second. That 2 by 2 is won is shown
-- in Winning Ways; the others are of the recursion over the lines.
local BOARDS = {{1, 1, -1}, {2, 1, 0}, {1, 2, 0}, {3, 1, -1}, {2, 2, 2}, {3, 2, -2}}
local ordered = variant(dots.hashed, {order = dots.boxes_first})

it("Dots and boxes are worth to who begins what is known of their boards", function()
  for _, board in ipairs(BOARDS) do
    local width, height, margin = board[1], board[2], board[3]
    local lines = #dots.moves(dots.new(width, height))
    if lines <= 7 * EFFORT then
      local _, value = alphabeta.search(dots.hashed.new(width, height), lines, {game = ordered})
      assert.equal(margin, value)
    end
  end
end)

it("A search of the race finds the probability of winning, with the orders of chance nodes that there are", function()
  -- The checkers of both, sides of the dice, whether doubles count twice, the depth; and the probability of winning.
  for _, row in ipairs {
    {"11", "2", 2, true, 6, 1}, {"012", "012", 3, false, 9, 548.174211248285 / 729},
    {"111", "021", 3, true, 9, 603 / 729}, {"3", "2", 4, true, 6, 0.25},
    {"0011", "0101", 4, false, 8, 2874.29296875 / 4096}, {"1111", "0202", 2, true, 12, 54 / 64},
    {"0002", "11", 6, true, 6, 11 / 36},
  } do
    for _, order in ipairs {"evaluate", false} do
      local state = race.new(row[1], row[2], {sides = row[3], doubles = row[4]})
      local _, value, info = alphabeta.search(state, row[5], {
        game = race.hashed, value_min = -1, value_max = 1, order = order or nil,
      })
      assert.equal("solved", info.reason)
      assert.is_true(math.abs(row[6] - (value + 1) / 2) < 1e-12, value)
    end
  end
end)

-- What a search to the end of a game finds: its value, the best move, and info.
local function solve(game, state)
  local best, value, info = alphabeta.search(state, 200, {game = game, deepening = false})
  assert.equal(#game.moves(state) > 0 and "solved" or "over", info.reason)
  return value, best, info
end

describe("A search to the end", function()
  it("wins nim the shortest way: of two heaps, the larger is made equal", function()
    local best, value, info = alphabeta.search(nim.new {2, 5}, 7, {win = nim.WIN})
    assert.same({{heap = 2, take = 3}, nim.WIN - 5, 5}, {best, value, info.win_in})
  end)

  it("finds reversi won on a board of 4 by 4 by the second player, with 8 discs more", function()
    local by_margin = variant(reversi, {evaluate = reversi.margin})
    local value, _, info = solve(by_margin, reversi.new(4))
    local state = random_game.after(reversi, reversi.new(4), info.pv)
    assert.same({}, reversi.moves(state))
    assert.same({-8, 3, 11, -reversi.WIN - 8},
      {value, reversi.count(state, 1), reversi.count(state, 2), reversi.evaluate(state, 1)})
  end)

  it("finds boards of connect four drawn or lost as John Tromp has", function()
    local game = variant(connect4.hashed, {evaluate = connect4.outcome, moves = connect4.moves_from_centre})
    -- Width, height, and the plies to the end of the game; nil when it is drawn.
    local solved = {{4, 4}, {4, 5}, {5, 4}, {6, 4, -24}}
    for i = 1, ({1, 2, 4})[EFFORT] do
      local width, height, plies = solved[i][1], solved[i][2], solved[i][3]
      local _, value, info = alphabeta.search(game.new(width, height), width * height, {
        game = game, win = connect4.WIN, deepening = true,
      })
      assert.same({plies and -connect4.WIN - plies or 0, plies}, {value, info.win_in})
    end
  end)

  it("finds kalah won, drawn and lost as it was solved by Irving, Donkers and Uiterwijk (2000)", function()
    -- By the number of pits; in each row by the number of seeds, from 1.
    for pits, row in ipairs {"DLWLWD", "WLLLWW", EFFORT == 3 and "DWWW" or "DWW"} do
      local results = {}
      for seeds = 1, #row do
        local value = solve(kalah, kalah.new(pits, seeds))
        results[seeds] = value > 0 and "W" or value < 0 and "L" or "D"
      end
      assert.equal(row, table.concat(results))
    end
  end)
end)
