-- The rules of the example games but chess: what is seen after moves that are written down, what each refuses, and what
-- is known of its lines, throws and orders. Referees along random games are in kinds_spec. What searches find is in
-- kinds_spec: a wrong rule of kalah, the race or dots and boxes would change the values that are known.

local coins = require "games.coins"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local dots = require "games.dots_and_boxes"
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

-- The state after moves, in place or by copies.
local function after(game, state, moves)
  if game.make then return random_game.after(game, state, moves) end
  for _, move in ipairs(moves) do state = game.play(state, move) end
  return state
end

-- A state with other fields.
local function with_fields(state, fields)
  for name, value in pairs(fields) do state[name] = value end
  return state
end

local function lines(...) return table.concat({...}, "\n") end

-- A full board of 2048, and others of its tiles at the end.
local function full_tiles(last, last_but_one)
  local state = with_fields(tiles.new(), {to_come = 0})
  for cell = 1, 16 do state[cell] = (math.floor((cell - 1) / 4) + cell) % 2 == 0 and 2 or 4 end
  state[15], state[16] = last_but_one or state[15], last or state[16]
  return state
end

-- What is seen -------------------------------------------------------------------------------------------------------

-- A game, a state, moves; then what is seen: `draw`, `moves`, `worth` to player 1, whether it is `over`.
local SEEN = {
  {pig, pig.new(), {"roll"}, draw = "0 : 0, player 1 has rolled 0 and rolls"},
  {pig, pig.new(), {"roll", 6, "roll", 5}, draw = "0 : 0, player 1 has rolled 11"},
  {pig, pig.new(), {"roll", 6, "roll", 5, "hold"}, draw = "11 : 0, player 2 has rolled 0", moves = {"roll"}},
  {pig, pig.new(), {"roll", 6, "roll", 1}, draw = "0 : 0, player 2 has rolled 0"},
  {pig, pig.new(), {"roll", 6, "hold", "roll", 4, "hold", "roll", 1, "roll", 1, "roll", 3},
    draw = "6 : 4, player 1 has rolled 3", moves = {"roll", "hold"}},
  {pig, pig.new(8), {"roll", 4, "roll", 3}, over = false},
  {pig, pig.new(8), {"roll", 4, "roll", 4}, over = true, worth = 1},
  {tictactoe, tictactoe.new(), {1, 4, 2, 5, 3}, draw = "X X X\nO O .\n. . .", moves = {}, over = true, worth = 1000},
  {connect4, connect4.new(), {1, 2, 1, 2, 1, 2, 1}, moves = {}, over = true, worth = connect4.WIN},
  {connect4, connect4.new(), {3, 3, 3, 3, 3, 3}, moves = {1, 2, 4, 5, 6, 7}, over = false},
  {connect4, connect4.new(4, 3), {2, 2, 4}, draw = ". . . .\n. O . .\n. X . X\n1 2 3 4"},
  {reversi, reversi.new(4), {reversi.moves(reversi.new(4))[1]},
    draw = lines("   a b c d", " 1 . X . .", " 2 . X X .", " 3 . X O .", " 4 . . . .")},
  {nim, nim.new {1, 2}, {}, draw = "1: |\n2: ||"},
  {kalah, kalah.new(2, 3), {}, draw = "     3  3\n  0        0\n     3  3"},
  {kalah, {turn = 1, pits = 2, 1, 2, 3, 4, 5, 6}, {}, draw = "     5  4\n  6        3\n     1  2"},
  {coins, coins.new({5, 6, 7}, 3, 2), {}, moves = {1, 2, -1, -2}},
  {coins, coins.new({5, 6, 7}, 3, 2), {-2}, moves = {1}},
  {coins, coins.new({5, 6, 7}, 3, 2), {-2, 1}, draw = "[]  taken: 13, 5, 0", moves = {}},
  {dots, dots.new(2, 1), {1, 2, 3, 4, 5}, draw = "+---+---+\n|        \n+---+---+", turn = 2, worth = 0},
  {dots, dots.new(2, 1), {1, 2, 3, 4, 5, 7}, turn = 1, worth = 0},
  {dots, dots.new(2, 1), {1, 2, 3, 4, 5, 7, 6}, draw = "+---+---+\n| 1 | 1 |\n+---+---+", turn = 1, worth = 2,
    moves = {}},
  {sliding, sliding.new(3, 2), {}, draw = " 1  2  3\n 4  5  .", moves = {3, 5}, over = true},
  {sliding, sliding.new(3, 2), {5}, moves = {2, 4, 5}, over = false}, {sliding, sliding.new(3, 2), {5, 5}, over = true},
  {dice, dice.new(3, 3), {-2}, moves = {4, 5, 6}},
  {dice, dice.new(3, 3), {-2, 5, -2}, draw = ". . .\n. X .\n. . .\ncolumn 2", moves = {2, 8}},
  {dice, dice.new(3, 3), {-1, 1}, worth = 3}, {dice, dice.new(3, 3), {-1, 1, -2, 2}, worth = 2 - 1},
  {dice, dice.new(3, 3), {-1, 1, -2, 2, -2, 4}, worth = 4 + 1 + 1 - 1}, -- the square of the marks in each line
  {dice, with_fields(dice.new(3, 3), {left = 1}), {}, over = false},
  {dice, with_fields(dice.new(3, 3), {left = 0}), {}, over = true},
  {tiles, tiles.new(), {6, -11},
    draw = lines("    .    .    .    .", "    .    2    .    .", "    .    .    4    .", "    .    .    .    .")},
  {tiles, tiles.new(), {6, -11, "up"},
    draw = lines("    .    2    4    .", "    .    .    .    .", "    .    .    .    .", "    .    .    .    .")},
  {tiles, full_tiles(), {}, moves = {}}, {tiles, full_tiles(8, 8), {}, moves = {"left", "right"}},
  {tree, (tree.new {{3, {5}}, 6, {}}), {}, draw = "{{3, {5}}, 6, {}}"},
}

local NAMES = {
  [coins] = "coins in a row", [connect4] = "connect four", [dice] = "dice", [dots] = "dots and boxes",
  [kalah] = "kalah",
  [nim] = "nim", [pig] = "pig", [reversi] = "reversi", [sliding] = "the sliding puzzle", [tictactoe] = "tic-tac-toe",
  [tiles] = "2048", [tree] = "a tree",
}

describe("What is seen is what the rules say:", function()
  for _, row in ipairs(SEEN) do
    it(("%s after '%s'"):format(NAMES[row[1]], table.concat(row[3], " ")), function()
      local game = row[1]
      local state = after(game, row[2], row[3])
      for name, seen in pairs {
        draw = game.draw, moves = game.moves, over = game.is_over, turn = game.player,
        worth = function() return game.evaluate(state, 1) end,
      } do
        if row[name] ~= nil then assert.same(row[name], seen(state)) end
      end
    end)
  end
end)

-- What each refuses.
local REFUSED = {
  ["connect4: the board is too large for keys that are numbers"] = {function() connect4.hashed.new(9, 7) end},
  ["dots_and_boxes: the board is too large for keys that are numbers"] = {function() dots.hashed.new(5, 4) end},
  ["kalah: there are too many seeds for keys with a byte for each pit"] = {function() kalah.hashed.new(6, 22) end},
  ["race: checkers are a digit for each point"] = {
    function() race.new "" end, function() race.new "00" end, function() race.new "1x" end,
  },
  ["reversi: the size is an even number from 4 to 26"] = {},
}
for i, size in ipairs {0, 2, 5, 7, 28} do
  REFUSED["reversi: the size is an even number from 4 to 26"][i] = function() reversi.new(size) end
end

describe("What is too large, or none, is refused:", function()
  for message, calls in pairs(REFUSED) do
    it(message, function()
      for _, call in ipairs(calls) do assert.has_error(call, message) end
    end)
  end

  it("but not what just fits", function()
    assert.equal(15, #kalah.hashed.hash(kalah.hashed.new(6, 21)))
    assert.equal(40, dots.hashed.new(4, 4).left)
  end)
end)

-- Single games -------------------------------------------------------------------------------------------------------

describe("Connect four", function()
  it("weighs a cell by the fours that pass through it", function()
    local state = connect4.new()
    for row, expected in ipairs {{3, 4, 5, 7, 5, 4, 3}, {4, 6, 8, 10, 8, 6, 4}, {5, 8, 11, 13, 11, 8, 5}} do
      local weights = {}
      for column = 1, 7 do
        weights[column] = state.weights[column * state.stride + row]
        assert.equal(weights[column], state.weights[column * state.stride + 7 - row])
      end
      assert.same(expected, weights)
    end
  end)

  it("can be ordered from the centre", function()
    for _, expected in ipairs {{4, 3, 5, 2, 6, 1, 7}, {2, 3, 1, 4}, {1}} do
      local state, last = connect4.new(#expected, 4), math.huge
      assert.same(expected, connect4.moves_from_centre(state))
      for _, column in ipairs(expected) do
        local order = connect4.centre_first(state, column)
        assert.is_true(order <= last)
        last = order
      end
    end
  end)
end)

describe("Nim", function()
  it("adds its heaps without carrying, and has one key for heaps of the same sizes", function()
    for _, row in ipairs {
      {0, {}}, {0, {1, 2, 3}}, {0, {1, 4, 5}}, {2, {3, 4, 5}}, {15, {1, 2, 4, 8}}, {256, {257, 1}},
    } do
      assert.equal(row[1], nim.sum(nim.new(row[2])))
    end
    assert.equal(nim.hashed.hash(nim.new {3, 0, 12}), nim.hashed.hash(nim.new {12, 3, 0}))
    assert.not_equal(nim.hashed.hash(nim.new {1, 23}), nim.hashed.hash(nim.new {12, 3}))
  end)

  it("has rules that come along with every state", function()
    assert.equal(nim.new({1, 2}).moves, nim.moves)
    assert.equal(nim.play(nim.new {1, 2}, {heap = 2, take = 1}).moves, nim.moves)
  end)
end)

describe("The race", function()
  it("has the throws of two dice, equal ones twice as long", function()
    for _, row in ipairs {
      {race.new "1", 21, {6, 6, 6, 6, probability = 1 / 36}},
      {race.new("1", "1", {sides = 3, doubles = false}), 6, {3, 3, probability = 1 / 9}},
    } do
      local throws = race.chances(row[1])
      assert.same({row[2], row[3]}, {#throws, throws[#throws].outcome.dice})
    end
  end)
end)

describe("Dice", function()
  it("name a row for the one and a column for the other, never a full one", function()
    local function outcomes_of(state)
      local outcomes = {}
      for i, chance in ipairs(dice.chances(state) or {}) do
        assert.equal(1 / #dice.chances(state), chance.probability)
        outcomes[i] = chance.outcome
      end
      return outcomes
    end
    assert.same({-1, -2, -3}, outcomes_of(dice.new(3, 3)))
    assert.same({}, outcomes_of(after(dice, dice.new(3, 3), {-2})))
    assert.same({-1, -3}, outcomes_of(after(dice, dice.new(3, 3), {-2, 5, -2, 2, -2, 6, -1, 4})))
    assert.equal(3, #outcomes_of(with_fields(dice.new(3, 3), {1, 1, 0, 1}))) -- the last cell of each is empty
  end)

  it("know all lines, and no other", function()
    for _, case in ipairs {{3, 3, 8}, {4, 3, 24}, {4, 4, 10}, {5, 4, 28}} do
      local state = dice.new(case[1], case[2])
      assert.equal(case[3], #state.geometry.lines)
      for _, line in ipairs(state.geometry.lines) do
        local board = dice.new(case[1], case[2])
        for i, cell in ipairs(line) do
          assert.is_false(dice.is_over(board))
          if i > 1 then assert.equal(line[2] - line[1], cell - line[i - 1]) end
          board.turn, board.rolled = 2, 1
          dice.make(board, cell)
        end
        assert.same({2, true}, {board.winner, dice.is_over(board)})
      end
    end
  end)

  it("are ordered by what there is to gain or to prevent", function()
    local state = after(dice, dice.new(3, 3), {-1, 1, -2, 2, -2})
    -- 4 makes two of the first column and one of the second row; 5 one across and one aslant, and two on the other
    -- diagonal, and hinders column 2; 6 one each of row 2 and column 3.
    for cell, score in pairs {[4] = 3 + 1, [5] = 1 + 2 + 3 + 1, [6] = 1 + 1} do
      assert.equal(score, dice.lines_first(state, cell))
    end
  end)
end)

describe("2048", function()
  it("begins with two random tiles, goes on with one after each move, nine of ten being a 2", function()
    local state = tiles.new()
    for _, row in ipairs {{32, 6}, {30, -11}, {nil, "up"}, {28}} do
      local chances, small = tiles.chances(state), 0
      assert.equal(row[1], chances and #chances)
      for _, chance in ipairs(chances or {}) do
        local tile = tiles.play(state, chance.outcome)[math.abs(chance.outcome)]
        if tile == 2 then small = small + chance.probability else assert.equal(4, tile) end
      end
      assert.is_true(not chances or math.abs(small - 0.9) < 1e-12)
      state = row[2] and tiles.play(state, row[2])
    end
  end)
end)

describe("Dots and boxes", function()
  it("are ordered by boxes that are won, and after those that are given away", function()
    local state, scores = dots.new(1, 1), {}
    for line = 1, 4 do
      scores[line] = dots.boxes_first(state, line)
      dots.make(state, line)
    end
    assert.same({0, 0, -1, 2}, scores)
  end)
end)

describe("A tree that is written down", function()
  it("lists its leaves from left to right, equal ones as well, and is shown with labels", function()
    local _, leaves = tree.new {{1, 1}, {2, 1}}
    assert.same({1, 1, 2, 1}, tree.values(leaves))
    assert.same({leaves[2], leaves[4]}, tree.unseen(leaves, {leaves[3], leaves[1]}))
    assert.equal("{{<3>, {<5>}}, <6>, {}}", tree.draw(tree.new {{3, {5}}, 6, {}}, function(leaf)
      return "<" .. leaf.value .. ">"
    end))
  end)
end)
