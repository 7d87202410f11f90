--- The counts that textbooks give: how many leaves alpha-beta looks at is known. (Which ones, in four worked trees, is
-- shown by explain_spec, and by what examples/textbook.lua must print.)

local alphabeta = require "alphabeta"
local tictactoe = require "games.tictactoe"

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
