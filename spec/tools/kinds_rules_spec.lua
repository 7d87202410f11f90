-- The rules of pig, the race, dice, 2048, coins in a row, dots and boxes and the sliding puzzle: what each move does,
-- when a game is over, and what it is worth.

local coins = require "games.coins"
local dice = require "games.dice"
local dots = require "games.dots_and_boxes"
local pig = require "games.pig"
local race = require "games.race"
local random_game = require "spec.support.random_game"
local sliding = require "games.sliding"
local tiles = require "games.2048"

local after = random_game.after

-- A state with other fields.
local function with_fields(state, fields)
  for name, value in pairs(fields) do state[name] = value end
  return state
end

describe("pig", function()
  for _, row in ipairs {
    {{"roll"}, "0 : 0, player 1 has rolled 0 and rolls"}, {{"roll", 6, "roll", 5}, "0 : 0, player 1 has rolled 11"},
    {{"roll", 6, "roll", 5, "hold"}, "11 : 0, player 2 has rolled 0"},
    {{"roll", 6, "roll", 1}, "0 : 0, player 2 has rolled 0"},
    {{"roll", 6, "hold", "roll", 4, "hold", "roll", 1, "roll", 1, "roll", 3}, "6 : 4, player 1 has rolled 3"},
  } do
    it("adds up a turn: " .. table.concat(row[1], " "), function()
      assert.equal(row[2], pig.draw(after(pig, pig.new(), row[1])))
    end)
  end

  it("holds only what was rolled", function()
    assert.same({"roll"}, pig.moves(pig.new()))
    assert.same({"roll", "hold"}, pig.moves(after(pig, pig.new(), {"roll", 2})))
  end)

  it("is over as soon as the total reaches the goal", function()
    local state = after(pig, pig.new(8), {"roll", 4, "roll", 3})
    assert.is_false(pig.is_over(state))
    after(pig, state, {"roll", 2})
    assert.is_true(pig.is_over(state))
    assert.same({1, -1}, {pig.evaluate(state, 1), pig.evaluate(state, 2)})
  end)
end)

describe("the race", function()
  -- What can follow a throw, as player 2 sees it.
  local function afters(checkers, throw)
    local state = with_fields(race.new(checkers, "1"), {dice = throw})
    local found = {}
    for i, child in ipairs(race.children(state)) do found[i] = child[1] end
    table.sort(found)
    return found
  end

  it("moves checkers down and off the board, by both dice in either order", function()
    assert.same({"0011", "1020", "1101"}, afters("0012", {3, 1}))
    assert.same({"0000", "1000"}, afters("1010", {3, 1}))
    assert.same({"000010", "011000", "100100"}, afters("000101", {4, 1}))
  end)

  it("bears off with a die that is higher than the highest point that is taken, and only then", function()
    assert.same({"000"}, afters("011", {6, 5}))
    assert.same({"0000", "1000"}, afters("0101", {6, 3}))
    assert.same({"0100", "2000"}, afters("0101", {3, 1}))
    assert.same({"01000", "10000"}, afters("00101", {4, 3}))
  end)

  it("plays equal dice four times, or twice where the rules say so", function()
    assert.same({"200"}, afters("600", {2, 2, 2, 2}))
    assert.same({"0110", "1001"}, afters("0002", {1, 1, 1}))
    assert.same({"400"}, afters("600", {2, 2}))
    local throws = race.chances(race.new("1"))
    assert.equal(21, #throws)
    assert.same({6, 6, 6, 6, probability = 1 / 36}, throws[21].outcome.dice)
    throws = race.chances(race.new("1", "1", {sides = 3, doubles = false}))
    assert.equal(6, #throws)
    assert.same({3, 3, probability = 1 / 9}, throws[6].outcome.dice)
  end)

  it("is won by who has no checkers left", function()
    local state = with_fields(race.new("1", "1"), {dice = {6, 5}})
    local child = race.children(state)[1]
    assert.is_true(race.is_over(child))
    assert.same({1, -1}, {race.evaluate(child, 1), race.evaluate(child, 2)})
  end)

  it("wants at least a checker, and no more than nine on a point", function()
    for _, checkers in ipairs {"", "00", "1x"} do
      assert.has_error(function() race.new(checkers) end, "race: checkers are a digit for each point")
    end
  end)
end)

describe("dice", function()
  it("names a row for the one and a column for the other, never a full one", function()
    local state = dice.new(3, 3)
    local outcomes = {{probability = 1 / 3, outcome = -1}, {probability = 1 / 3, outcome = -2},
      {probability = 1 / 3, outcome = -3}}
    assert.same(outcomes, dice.chances(state))
    dice.make(state, -2)
    assert.is_nil(dice.chances(state))
    assert.same({4, 5, 6}, dice.moves(state))
    after(dice, state, {5, -2})
    assert.same({2, 8}, dice.moves(state))
    assert.equal(". . .\n. X .\n. . .\ncolumn 2", dice.draw(state))
    after(dice, state, {2, -2, 6, -1, 4})
    assert.same({{probability = 1 / 2, outcome = -1}, {probability = 1 / 2, outcome = -3}}, dice.chances(state))
    assert.equal(3, #dice.chances(with_fields(dice.new(3, 3), {1, 1, 0, 1}))) -- the last cell of each is empty
  end)

  it("knows all lines, and no other", function()
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
        assert.equal(2, board.winner)
        assert.is_true(dice.is_over(board))
      end
    end
  end)

  it("is over when no cell is empty", function()
    assert.is_false(dice.is_over(with_fields(dice.new(3, 3), {left = 1})))
    assert.is_true(dice.is_over(with_fields(dice.new(3, 3), {left = 0})))
  end)

  it("is worth to who owns a line the square of the marks in it", function()
    local state = dice.new(3, 3)
    after(dice, state, {-1, 1})
    assert.equal(3, dice.evaluate(state, 1))
    after(dice, state, {-2, 2})
    assert.equal(2 - 1, dice.evaluate(state, 1))
    after(dice, state, {-2, 4})
    assert.equal(4 + 1 + 1 - 1, dice.evaluate(state, 1))
  end)

  it("is ordered by what there is to gain or to prevent", function()
    local state = after(dice, dice.new(3, 3), {-1, 1, -2, 2, -2})
    -- 4 makes two of the first column and one of the second row; 5 one across and one aslant, and two on the other
    -- diagonal, and hinders column 2; 6 one each of row 2 and column 3.
    assert.equal(3 + 1, dice.lines_first(state, 4))
    assert.equal(1 + 2 + 3 + 1, dice.lines_first(state, 5))
    assert.equal(1 + 1, dice.lines_first(state, 6))
  end)
end)

describe("2048", function()
  it("begins with two random tiles, and goes on with one after each move", function()
    local state = tiles.new()
    assert.equal(32, #tiles.chances(state))
    state = tiles.play(state, 6)
    assert.equal(30, #tiles.chances(state))
    state = tiles.play(state, -11)
    assert.is_nil(tiles.chances(state))
    local expected = {"    .    .    .    .", "    .    2    .    .", "    .    .    4    .", "    .    .    .    ."}
    assert.equal(table.concat(expected, "\n"), tiles.draw(state))
    state = tiles.play(state, "up")
    assert.equal(28, #tiles.chances(state))
    assert.equal(2, state[2])
    assert.equal(4, state[3])
  end)

  it("puts down a 2 nine times out of ten", function()
    local state = tiles.play(tiles.new(), 1)
    local of_small, of_large = 0, 0
    for _, chance in ipairs(tiles.chances(state)) do
      local tile = tiles.play(state, chance.outcome)[math.abs(chance.outcome)]
      if tile == 2 then of_small = of_small + chance.probability else of_large = of_large + chance.probability end
    end
    assert.is_true(math.abs(of_small - 0.9) < 1e-12 and math.abs(of_large - 0.1) < 1e-12)
  end)

  it("has no moves on a board that is full and cannot merge", function()
    local state = with_fields(tiles.new(), {to_come = 0})
    for cell = 1, 16 do state[cell] = (math.floor((cell - 1) / 4) + cell) % 2 == 0 and 2 or 4 end
    assert.same({}, tiles.moves(state))
    state[15], state[16] = 8, 8
    assert.same({"left", "right"}, tiles.moves(state))
  end)
end)

describe("coins in a row", function()
  it("come from either end, and the last ones from the left", function()
    local state = coins.new({5, 6, 7}, 3, 2)
    assert.same({1, 2, -1, -2}, coins.moves(state))
    coins.make(state, -2)
    assert.same({13, 0, 0}, state.taken)
    assert.same({1}, coins.moves(state))
    coins.make(state, 1)
    assert.same({13, 5, 0}, state.taken)
    assert.same({}, coins.moves(state))
    assert.equal(3, coins.player(state))
    assert.equal("[]  taken: 13, 5, 0", coins.draw(state))
  end)
end)

describe("dots and boxes", function()
  it("has a line for each side, shared between neighbours", function()
    local state = dots.new(3, 2)
    assert.equal(17, #dots.moves(state))
    local sides = {0, 0, 0, 0, 0, 0}
    for _, boxes in ipairs(state.geometry.boxes_of) do
      assert.is_true(#boxes == 1 or #boxes == 2)
      for _, box in ipairs(boxes) do sides[box] = sides[box] + 1 end
    end
    assert.same({4, 4, 4, 4, 4, 4}, sides)
  end)

  it("gives another turn for a box, and one for two", function()
    local state = after(dots, dots.new(2, 1), {1, 2, 3, 4, 5})
    assert.equal(2, dots.player(state))
    assert.equal("+---+---+\n|        \n+---+---+", dots.draw(state))
    assert.equal(0, dots.make(state, 7))
    assert.equal(1, dots.player(state))
    assert.equal(2, dots.make(state, 6))
    assert.equal(1, dots.player(state))
    assert.equal(2, dots.evaluate(state, 1))
    assert.same({}, dots.moves(state))
    assert.equal("+---+---+\n| 1 | 1 |\n+---+---+", dots.draw(state))
  end)

  it("is ordered by boxes that are won, and after those that are given away", function()
    local state, scores = dots.new(1, 1), {}
    for line = 1, 4 do
      scores[line] = dots.boxes_first(state, line)
      dots.make(state, line)
    end
    assert.same({0, 0, -1, 2}, scores)
  end)

  it("is as good as keys that are numbers allow", function()
    local message = "dots_and_boxes: the board is too large for keys that are numbers"
    assert.has_error(function() dots.hashed.new(5, 4) end, message)
    assert.equal(40, dots.hashed.new(4, 4).left)
  end)
end)

describe("the sliding puzzle", function()
  it("slides what lies beside the empty cell", function()
    local state = sliding.new(3, 2)
    assert.equal(" 1  2  3\n 4  5  .", sliding.draw(state))
    assert.same({3, 5}, sliding.moves(state))
    sliding.make(state, 5)
    assert.same({2, 4, 5}, sliding.moves(state))
    assert.is_false(sliding.is_over(state))
    sliding.make(state, 5)
    assert.is_true(sliding.is_over(state))
  end)
end)
