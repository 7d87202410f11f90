--- The rules of the example games without chance nodes: their keys, and what is known of each.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local kalah = require "games.kalah"
local nim = require "games.nim"
local effort = require "spec.support.effort"
local reversi = require "games.reversi"
local random_game = require "spec.support.random_game"
local tictactoe = require "games.tictactoe"
local tree = require "games.tree"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

-- Deeper than any game here lasts.
local TO_THE_END = 200

local function wander(game, state, seed, visit) return random_game.wander(game, state, seed, math.huge, visit) end

local after = random_game.after

local function solve(game, state, options)
  options = options or {}
  options.game = game
  if options.deepening == nil then options.deepening = false end
  local best, value, info = alphabeta.search(state, TO_THE_END, options)
  assert.equal(state and #game.moves(state) > 0 and "solved" or "over", info.reason)
  return value, best, info
end

describe("the key of", function()
  it("connect four is an exact number, or an error", function()
    local message = "connect4: the board is too large for keys that are numbers"
    assert.has_error(function() connect4.hashed.new(9, 7) end, message)
  end)

  it("kalah has a byte for each pit and store", function()
    local message = "kalah: there are too many seeds for keys with a byte for each pit"
    assert.has_error(function() kalah.hashed.new(6, 22) end, message)
    assert.equal(15, #kalah.hashed.hash(kalah.hashed.new(6, 21)))
  end)

  it("nim does not distinguish heaps of the same size", function()
    assert.equal(nim.hashed.hash(nim.new {3, 0, 12}), nim.hashed.hash(nim.new {12, 3, 0}))
    assert.not_equal(nim.hashed.hash(nim.new {1, 23}), nim.hashed.hash(nim.new {12, 3}))
  end)
end)

describe("tic-tac-toe", function()
  it("has no moves once it is won", function()
    local state = after(tictactoe, tictactoe.new(), {1, 4, 2, 5, 3})
    assert.equal(1, state.winner)
    assert.is_true(tictactoe.is_over(state))
    assert.same({}, tictactoe.moves(state))
    assert.equal("X X X\nO O .\n. . .", tictactoe.draw(state))
  end)

  it("knows all eight lines, and no other", function()
    local lines = 0
    for a = 1, 7 do
      for b = a + 1, 8 do
        for c = b + 1, 9 do
          -- O's marks are put where they do not matter: the cells are X's alone.
          local state = tictactoe.new()
          for _, cell in ipairs {a, b, c} do
            state.turn = 1
            tictactoe.make(state, cell)
          end
          local row = function(cell) return math.floor((cell - 1) / 3) end
          local column = function(cell) return (cell - 1) % 3 end
          local is_line = row(a) == row(b) and row(b) == row(c)
            or column(a) == column(b) and column(b) == column(c)
            or a == 1 and b == 5 and c == 9
            or a == 3 and b == 5 and c == 7
          assert.equal(is_line and 1 or 0, state.winner)
          if is_line then lines = lines + 1 end
        end
      end
    end
    assert.equal(8, lines)
  end)
end)

describe("connect four", function()
  -- Who has four in a row anywhere, by looking at every four there is.
  local function winner_by_looking(state)
    for column = 1, state.width do
      for row = 1, state.height do
        local who = connect4.at(state, column, row)
        for _, direction in ipairs {{1, 0}, {0, 1}, {1, 1}, {1, -1}} do
          local count = 0
          for i = 0, 3 do
            local x, y = column + i * direction[1], row + i * direction[2]
            if x > state.width or y < 1 or y > state.height or connect4.at(state, x, y) ~= who then break end
            count = count + 1
          end
          if who ~= 0 and count == 4 then return who end
        end
      end
    end
    return 0
  end

  for _, size in ipairs {{7, 6}, {4, 4}, {5, 4}, {9, 7}, {4, 12}, {12, 4}, {1, 5}, {5, 1}, {3, 3}} do
    it(("sees every four of a board of %d by %d as soon as it is there"):format(size[1], size[2]), function()
      for seed = 1, 12 do
        wander(connect4, connect4.new(size[1], size[2]), seed, function(state)
          assert.equal(winner_by_looking(state), state.winner)
        end)
      end
    end)
  end

  it("has no moves once it is won", function()
    local state = after(connect4, connect4.new(), {1, 2, 1, 2, 1, 2, 1})
    assert.equal(1, state.winner)
    assert.is_true(connect4.is_over(state))
    assert.same({}, connect4.moves(state))
    assert.equal(connect4.WIN, connect4.evaluate(state, 1))
  end)

  it("leaves out a full column", function()
    local state = after(connect4, connect4.new(), {3, 3, 3, 3, 3, 3})
    assert.same({1, 2, 4, 5, 6, 7}, connect4.moves(state))
  end)

  it("weighs a cell by the fours that pass through it", function()
    local state = connect4.new()
    local function weights_of_row(row)
      local weights = {}
      for column = 1, 7 do weights[column] = state.weights[column * state.stride + row] end
      return weights
    end
    assert.same({3, 4, 5, 7, 5, 4, 3}, weights_of_row(1))
    assert.same({4, 6, 8, 10, 8, 6, 4}, weights_of_row(2))
    assert.same({5, 8, 11, 13, 11, 8, 5}, weights_of_row(3))
    assert.same(weights_of_row(3), weights_of_row(4))
  end)

  it("can be ordered from the centre", function()
    local function first_to_last(width)
      local state = connect4.new(width, 4)
      local columns = connect4.moves(state)
      table.sort(columns, function(a, b)
        local of_a, of_b = connect4.centre_first(state, a), connect4.centre_first(state, b)
        if of_a ~= of_b then return of_a > of_b end
        return a < b
      end)
      return columns
    end
    assert.same({4, 3, 5, 2, 6, 1, 7}, first_to_last(7))
    assert.same({2, 3, 1, 4}, first_to_last(4))
    for width = 1, 9 do
      assert.same(first_to_last(width), connect4.moves_from_centre(connect4.new(width, 4)))
    end
  end)

  it("has the same moves from the centre", function()
    wander(connect4, connect4.new(), 1, function(state)
      local moves = connect4.moves_from_centre(state)
      table.sort(moves)
      assert.same(connect4.moves(state), moves)
    end)
  end)

  it("is worth its outcome, and nothing before", function()
    wander(connect4, connect4.new(), 1, function(state)
      local value = connect4.is_over(state) and connect4.evaluate(state, 1) or 0
      assert.equal(value, connect4.outcome(state, 1))
      assert.equal(-value, connect4.outcome(state, 2))
    end)
  end)

  it("is shown with the first row at the bottom", function()
    local state = after(connect4, connect4.new(4, 3), {2, 2, 4})
    assert.equal(". . . .\n. O . .\n. X . X\n1 2 3 4", connect4.draw(state))
  end)

  it("is lost in two plies to three in a row that are open at both ends", function()
    local state = after(connect4, connect4.new(), {4, 4, 3, 3, 5})
    local best, value, info = alphabeta.search(state, 4, {game = connect4, win = connect4.WIN})
    assert.equal(-2, info.win_in)
    assert.equal(2 - connect4.WIN, value)
    assert.equal(1, best) -- every move loses as fast: the first of them
  end)

  -- John Tromp's results for small boards. Nothing is asked but who wins.
  local SOLVED = {{4, 4}, {4, 5}, {5, 4}}
  local strong = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})

  for i = 1, EFFORT do
    local width, height = SOLVED[i][1], SOLVED[i][2]

    it(("is a draw on a board of %d columns and %d rows"):format(width, height), function()
      local game = i > 1 and strong or connect4
      assert.equal(0, (solve(game, game.new(width, height), {alpha = -1, beta = 1})))
    end)
  end
end)

describe("reversi", function()
  local by_margin = setmetatable({evaluate = reversi.margin}, {__index = reversi})

  it("starts with the four usual moves", function()
    local state = reversi.new()
    local names = {}
    for i, move in ipairs(reversi.moves(state)) do names[i] = reversi.name(state, move) end
    assert.same({"d3", "c4", "f5", "e6"}, names)
  end)

  it("counts its margin and weights along with every move, passes included", function()
    local passes = 0
    for _, size in ipairs {4, 6, 8} do
      for seed = 1, 5 do
        wander(reversi, reversi.new(size), seed, function(state)
          assert.equal(reversi.count(state, 1) - reversi.count(state, 2), reversi.margin(state, 1))
          local position = 0
          for _, at in ipairs(state.geometry.squares) do
            local who, weight = state.cells[at], state.geometry.weights[at]
            position = position + (who == 1 and weight or who == 2 and -weight or 0)
          end
          assert.equal(position, state.position)
          if reversi.moves(state)[1] == reversi.PASS then passes = passes + 1 end
        end)
      end
    end
    assert.is_true(passes > 0)
  end)

  it("lets a player pass only when there is nothing else", function()
    for seed = 1, 10 do
      wander(reversi, reversi.new(6), seed, function(state)
        local moves = reversi.moves(state)
        for i, move in ipairs(moves) do
          if move == reversi.PASS then
            assert.equal(1, i)
            assert.equal(1, #moves)
            local turned = reversi.make(state, move)
            assert.not_equal(reversi.PASS, reversi.moves(state)[1])
            assert.is_true(#reversi.moves(state) > 0)
            reversi.unmake(state, move, turned)
          end
        end
      end)
    end
  end)

  it("is won on a board of 4 by 4 by the second player, with 8 discs more", function()
    local value, _, info = solve(by_margin, reversi.new(4))
    assert.equal(-8, value)

    local state = after(reversi, reversi.new(4), info.pv)
    assert.same({}, reversi.moves(state))
    assert.equal(3, reversi.count(state, 1))
    assert.equal(11, reversi.count(state, 2))
  end)

  it("is worth the margin and a won game when it is over", function()
    local state = after(reversi, reversi.new(4), select(3, solve(by_margin, reversi.new(4))).pv)
    assert.equal(-reversi.WIN - 8, reversi.evaluate(state, 1))
  end)

  it("wants an even size", function()
    for _, size in ipairs {0, 2, 5, 7, 28} do
      assert.has_error(function() reversi.new(size) end, "reversi: the size is an even number from 4 to 26")
    end
  end)

  it("is shown with letters above and numbers at the side", function()
    local expected = {"   a b c d", " 1 . X . .", " 2 . X X .", " 3 . X O .", " 4 . . . ."}
    local state = reversi.new(4)
    reversi.make(state, reversi.moves(state)[1])
    assert.equal(table.concat(expected, "\n"), reversi.draw(state))
  end)
end)

describe("nim", function()
  it("adds its heaps without carrying", function()
    assert.equal(0, nim.sum(nim.new {}))
    assert.equal(2, nim.sum(nim.new {3, 4, 5}))
    assert.equal(0, nim.sum(nim.new {1, 2, 3}))
    assert.equal(0, nim.sum(nim.new {1, 4, 5}))
    assert.equal(15, nim.sum(nim.new {1, 2, 4, 8}))
    assert.equal(256, nim.sum(nim.new {257, 1}))
  end)

  it("is lost exactly where the theory says so, and won by moves of the theory", function()
    for a = 0, 4 do
      for b = 0, 4 do
        for c = 0, 3 do
          local state = nim.new {a, b, c}
          local value, best = solve(nim, state, {alpha = -1, beta = 1})
          assert.equal(nim.sum(state) == 0, value < 0)
          if value > 0 then assert.equal(0, nim.sum(nim.play(state, best))) end
        end
      end
    end
  end)

  it("is won the shortest way: of two heaps, the larger is made equal", function()
    local best, value, info = alphabeta.search(nim.new {2, 5}, 7, {win = nim.WIN})
    assert.same({heap = 2, take = 3}, best)
    assert.equal(5, info.win_in)
    assert.equal(nim.WIN - 5, value)
  end)

  it("has rules that come along with every state", function()
    local state = nim.new {1, 2}
    assert.equal(state.moves, nim.moves)
    assert.equal(nim.play(state, {heap = 2, take = 1}).moves, nim.moves)
    assert.equal("1: |\n2: ||", nim.draw(state))
  end)
end)

describe("kalah", function()
  -- A state that is written down: South's pits, South's store, North's pits, North's store.
  local function board(turn, seeds)
    local state = {turn = turn, pits = (#seeds - 2) / 2}
    for at, count in ipairs(seeds) do state[at] = count end
    return state
  end

  local function play(turn, seeds, pit)
    local state = kalah.play(board(turn, seeds), pit)
    local result = {}
    for at = 1, #seeds do result[at] = state[at] end
    return result, state.turn
  end

  it("loses no seed and finds none", function()
    for _, size in ipairs {{6, 4}, {6, 6}, {1, 3}, {2, 12}, {4, 5}, {9, 1}} do
      for seed = 1, 6 do
        wander(kalah, kalah.new(size[1], size[2]), seed, function(state)
          local seeds, fewest = 0, 0
          for at = 1, 2 * size[1] + 2 do
            seeds = seeds + state[at]
            fewest = math.min(fewest, state[at])
          end
          assert.equal(2 * size[1] * size[2], seeds)
          assert.equal(0, fewest)
        end)
      end
    end
  end)

  it("ends with every seed in a store, and only then", function()
    for seed = 1, 10 do
      local state = wander(kalah, kalah.new(4, 3), seed, function(state)
        local stored = kalah.store(state, 1) + kalah.store(state, 2)
        assert.equal(#kalah.moves(state) == 0, stored == 24)
      end)
      assert.equal(24, kalah.store(state, 1) + kalah.store(state, 2))
    end
  end)

  -- Who moves, the board, the pit that is sown; the board then, and who is to move.
  for sentence, rows in pairs {
    ["sows counterclockwise, into the own store and past the opponent's"] = {
      {1, {1, 1, 6, 0,  1, 1, 1, 0}, 3, {2, 2, 0, 1,  2, 2, 2, 0}, 2},
      {2, {1, 1, 1, 0,  1, 1, 6, 0}, 3, {2, 2, 2, 0,  2, 2, 0, 1}, 1},
    },
    ["gives another turn for a last seed in the own store"] = {
      {1, {1, 2, 0, 0,  1, 1, 1, 0}, 2, {1, 0, 1, 1,  1, 1, 1, 0}, 1},
      {2, {1, 1, 1, 0,  3, 0, 0, 5}, 1, {1, 1, 1, 0,  0, 1, 1, 6}, 2},
    },
    ["captures with a last seed in an own empty pit"] = {
      {1, {1, 0, 4, 0,  2, 5, 3, 0}, 1, {0, 0, 4, 6,  2, 0, 3, 0}, 2},
      {2, {7, 1, 1, 0,  1, 1, 0, 0}, 2, {0, 1, 1, 0,  1, 0, 0, 8}, 1},
    },
    ["captures in the pit that was just emptied, after a whole round"] = {
      {1, {7, 0, 0, 0,  1, 1, 1, 0}, 1, {0, 1, 1, 1 + 1 + 2,  2, 2, 0, 0}, 2},
    },
    ["captures nothing where the pit opposite is empty, or in a pit of the opponent"] = {
      {1, {1, 0, 4, 0,  2, 0, 3, 0}, 1, {0, 1, 4, 0,  2, 0, 3, 0}, 2},
      {1, {1, 1, 2, 0,  0, 2, 3, 0}, 3, {1, 1, 0, 1,  1, 2, 3, 0}, 2},
    },
    ["gives what is left to its owner when a side has nothing left to sow, by a capture, too"] = {
      {1, {0, 0, 1, 5,  2, 0, 3, 4}, 3, {0, 0, 0, 6,  0, 0, 0, 9}},
      {1, {1, 1, 0, 5,  3, 0, 0, 4}, 2, {0, 0, 0, 10,  0, 0, 0, 4}},
    },
  } do
    it(sentence, function()
      for _, row in ipairs(rows) do
        local seeds, turn = play(row[1], row[2], row[3])
        assert.same({row[4], row[5] or turn}, {seeds, turn})
      end
    end)
  end

  it("is won, drawn and lost as it was solved by Irving, Donkers and Uiterwijk (2000)", function()
    -- By the number of pits; in each row by the number of seeds, from 1.
    local SOLVED = {"DLWLWD", "WLLLWW", EFFORT == 3 and "DWWW" or "DWW"}
    for pits, row in ipairs(SOLVED) do
      local results = {}
      for seeds = 1, #row do
        local value = solve(kalah, kalah.new(pits, seeds))
        results[seeds] = value > 0 and "W" or value < 0 and "L" or "D"
      end
      assert.equal(row, table.concat(results))
    end
  end)

  it("is shown as it lies on the table", function()
    assert.equal("     3  3\n  0        0\n     3  3", kalah.draw(kalah.new(2, 3)))
    local seeds = {1, 2, 3,  4, 5, 6}
    assert.equal("     5  4\n  6        3\n     1  2", kalah.draw(board(1, seeds)))
  end)
end)

describe("a tree that is written down", function()
  local literal = {{3, {5}}, 6, {}}

  it("is shown as it was written", function()
    local root = tree.new(literal)
    assert.equal("{{3, {5}}, 6, {}}", tree.draw(root))
    assert.equal("{{<3>, {<5>}}, <6>, {}}", tree.draw(root, function(leaf) return "<" .. leaf.value .. ">" end))
  end)

  it("lists its leaves from left to right, equal ones as well", function()
    local _, leaves = tree.new {{1, 1}, {2, 1}}
    assert.same({1, 1, 2, 1}, tree.values(leaves))
    assert.same({leaves[2], leaves[4]}, tree.unseen(leaves, {leaves[3], leaves[1]}))
  end)

  it("may be a single leaf", function()
    local best, value, info = alphabeta.search(tree.new(7), 3, {game = tree})
    assert.is_nil(best)
    assert.equal(7, value)
    assert.equal("over", info.reason)
  end)
end)
