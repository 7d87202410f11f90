--- The trees and the counts that textbooks give: what alpha-beta looks at, and in which order, is known to the leaf.

local alphabeta = require "alphabeta"
local tictactoe = require "games.tictactoe"
local tree = require "games.tree"

-- Trees, and what is known of them: the plies, the value, the best child, the leaves that are evaluated, by their
-- numbers from the left, and the values of those that are not. In the last tree, Max moves at the root, Min below, then
-- Max, then Min over the leaves. By hand:
--
--   First child, nothing known. {5, 6} is worth 5, which Max has in hand. In {7, 4, 5} the 4 is below it: the last 5
--   is never seen. Min has 5 in hand, and {3} is worth 3, so the child is worth 3, which the root has in hand.
--   Second child. {6} is worth 6, above 3, and Max has it in hand. In {6, 9} the 6 is no better: the 9 is never seen.
--   Min has 6 in hand; {7} is worth 7. The child is worth 6, which the root has in hand.
--   Third child. {5} is worth 5, so Min can hold the child to 5, below 6: {9, 8} and {6} are never seen.
local WORKED = {
  {{{{3, 5}, {6, 9}}, {{1, 2}, {0, -1}}}, 3, 5, 1, {1, 2, 3, 5, 6}, {9, 0, -1}},
  {{{{13, 8}, {24, -5}}, {{23, 15}, {-14, -20}}}, 3, 13, 1, {1, 2, 3, 5, 6, 7, 8}, {-5}},
  {{{{2, 3}, {5, 9}}, {{0, 1}, {7, 5}}}, 3, 3, 1, {1, 2, 3, 5, 6}, {9, 7, 5}},
  {{{{{5, 6}, {7, 4, 5}}, {{3}}}, {{{6}, {6, 9}}, {{7}}}, {{{5}}, {{9, 8}, {6}}}}, 4, 6, 2,
    {1, 2, 3, 4, 6, 7, 8, 10, 11}, {5, 9, 9, 8, 6}},
}

describe("A worked tree", function()
  for _, row in ipairs(WORKED) do
    local root, leaves = tree.new(row[1])

    it("has its value and best move, by the known leaves in the known order: " .. tree.draw(root), function()
      local seen, expected = {}, {}
      for i, number in ipairs(row[5]) do expected[i] = leaves[number] end
      local best, value, info = alphabeta.search(root, row[2], {game = tree.recorded(seen), deepening = false})
      assert.same({row[3], root[row[4]], row[3], #seen}, {value, best, info.pv[row[2]].value, info.evaluations})
      assert.same(expected, seen)
      assert.same(row[6], tree.values(tree.unseen(leaves, seen)))
    end)

    it("is seen whole, from left to right, by minimax: " .. tree.draw(root), function()
      local seen = {}
      local _, value = alphabeta.search(root, row[2], {game = tree.recorded(seen), algorithm = "minimax"})
      assert.equal(row[3], value)
      assert.same(leaves, seen)
    end)
  end
end)

describe("a uniform tree", function()
  -- Each inner node hands its own value down to one child; the others are worse for the player who moves at it, each by
  -- one more than the one before. So a node's value is known before its tree is grown, and a tree grows only where the
  -- search asks for it.
  local function uniform(breadth, best_comes)
    local game = {leaves = 0}
    function game.children(node)
      local children = {}
      for i = 1, breadth do
        local worse = best_comes == "first" and i - 1 or breadth - i
        children[i] = {value = node.value + (node.max and -worse or worse), max = not node.max}
      end
      return children
    end
    function game.evaluate(node)
      game.leaves = game.leaves + 1
      return node.value
    end
    return game
  end

  local ROOT = {value = 0, max = true}

  local function leaves_of(breadth, depth, best_comes, algorithm)
    local game = uniform(breadth, best_comes)
    local _, value, info = alphabeta.search(ROOT, depth, {game = game, algorithm = algorithm, deepening = false})
    assert.equal(0, value)
    assert.equal(game.leaves, info.evaluations)
    return game.leaves
  end

  for _, size in ipairs {
    {1, 60}, {2, 1}, {2, 2}, {2, 3}, {2, 10}, {3, 4}, {3, 7}, {5, 5}, {7, 6}, {10, 7}, {40, 3},
  } do
    local breadth, depth = size[1], size[2]
    local least = breadth ^ math.ceil(depth / 2) + breadth ^ math.floor(depth / 2) - 1
    local sentence = "of breadth %d and depth %d costs %d leaves when the best child comes first"

    it(sentence:format(breadth, depth, least), function()
      assert.equal(least, leaves_of(breadth, depth, "first"))
    end)
  end

  for _, size in ipairs {{2, 3}, {2, 10}, {3, 4}, {3, 7}, {5, 5}, {20, 3}} do
    local breadth, depth = size[1], size[2]
    local sentence = "of breadth %d and depth %d costs more when the best child comes last, and minimax every leaf"

    it(sentence:format(breadth, depth), function()
      local best, worst = leaves_of(breadth, depth, "first"), leaves_of(breadth, depth, "last")
      local every = leaves_of(breadth, depth, "first", "minimax")
      assert.equal(breadth ^ depth, every)
      assert.is_true(worst > best)
      assert.is_true(worst <= every)
    end)
  end
end)

describe("tic-tac-toe", function()
  it("takes minimax 549,946 nodes and 255,168 finished games to value at 0", function()
    local ends = {[0] = 0, 0, 0}
    local game = setmetatable({
      evaluate = function(state, me)
        ends[state.winner] = ends[state.winner] + 1
        return tictactoe.evaluate(state, me)
      end,
    }, {__index = tictactoe})

    local _, value, info = alphabeta.search(tictactoe.new(), 10, {game = game, algorithm = "minimax"})

    assert.equal(0, value)
    assert.equal("solved", info.reason)
    assert.equal(549946, info.nodes)
    assert.equal(255168, info.evaluations)
    assert.equal(131184, ends[1])
    assert.equal(77904, ends[2])
    assert.equal(46080, ends[0])
  end)

  it("is worth 0 to alpha-beta too, for far fewer nodes", function()
    local _, value, info = alphabeta.search(tictactoe.new(), 10, {game = tictactoe})
    assert.equal(0, value)
    assert.equal("solved", info.reason)
    assert.is_true(info.nodes < 549946 / 20)
  end)

  local function after(...)
    local state = tictactoe.new()
    for _, cell in ipairs {...} do tictactoe.make(state, cell) end
    return state
  end

  it("is won for X in the centre once O takes an edge", function()
    for _, edge in ipairs {2, 4, 6, 8} do
      local _, value, info = alphabeta.search(after(5, edge), 9, {game = tictactoe, win = tictactoe.WIN})
      assert.equal(5, info.win_in)
      assert.equal(tictactoe.WIN - 5, value)
    end
  end)

  it("is drawn for X in the centre once O takes a corner", function()
    for _, corner in ipairs {1, 3, 7, 9} do
      local _, value, info = alphabeta.search(after(5, corner), 9, {game = tictactoe, win = tictactoe.WIN})
      assert.equal(0, value)
      assert.is_nil(info.win_in)
    end
  end)
end)
