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
      local all = {}
      alphabeta.search(root, row[2], {game = tree.recorded(all), algorithm = "minimax"})
      assert.same(leaves, all)
    end)

  end
end)

describe("A uniform tree", function()
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

  it("costs as few leaves as Knuth and Moore proved when the best child comes first", function()
    for _, size in ipairs {
      {1, 60}, {2, 1}, {2, 2}, {2, 3}, {2, 10}, {3, 4}, {3, 7}, {5, 5}, {7, 6}, {10, 7}, {40, 3},
    } do
      local breadth, depth = size[1], size[2]
      local least = breadth ^ math.ceil(depth / 2) + breadth ^ math.floor(depth / 2) - 1
      assert.equal(least, leaves_of(breadth, depth, "first"))
    end
  end)

  it("costs more when the best child comes last, and minimax every leaf", function()
    for _, size in ipairs {{2, 3}, {2, 10}, {3, 4}, {3, 7}, {5, 5}, {20, 3}} do
      local breadth, depth = size[1], size[2]
      local best, worst = leaves_of(breadth, depth, "first"), leaves_of(breadth, depth, "last")
      assert.equal(breadth ^ depth, leaves_of(breadth, depth, "first", "minimax"))
      assert.is_true(worst > best and worst <= breadth ^ depth)
    end
  end)
end)

describe("Tic-tac-toe", function()
  it("takes minimax 549,946 nodes and 255,168 finished games to value at 0, and alpha-beta far fewer", function()
    local ends = {[0] = 0, 0, 0}
    local game = setmetatable({evaluate = function(state, me)
      ends[state.winner] = ends[state.winner] + 1
      return tictactoe.evaluate(state, me)
    end}, {__index = tictactoe})
    local _, value, info = alphabeta.search(tictactoe.new(), 10, {game = game, algorithm = "minimax"})
    assert.same({0, "solved", 549946, 255168}, {value, info.reason, info.nodes, info.evaluations})
    assert.same({131184, 77904, 46080}, {ends[1], ends[2], ends[0]})
    _, value, info = alphabeta.search(tictactoe.new(), 10, {game = tictactoe})
    assert.same({0, "solved"}, {value, info.reason})
    assert.is_true(info.nodes < 549946 / 20)
  end)

  it("is won for X in the centre once O takes an edge, and drawn once O takes a corner", function()
    for _, answer in ipairs {1, 2, 3, 4, 6, 7, 8, 9} do
      local state, is_edge = tictactoe.new(), answer % 2 == 0
      tictactoe.make(state, 5)
      tictactoe.make(state, answer)
      local _, value, info = alphabeta.search(state, 9, {game = tictactoe, win = tictactoe.WIN})
      assert.same({is_edge and tictactoe.WIN - 5 or 0, is_edge and 5 or nil}, {value, info.win_in})
    end
  end)
end)
