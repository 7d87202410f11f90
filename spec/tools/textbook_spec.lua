--- The counts that textbooks give: how many leaves alpha-beta looks at is known. (Which ones, in four worked trees, is
-- shown by explain_spec, and by what examples/textbook.lua must print.) And how few nodes connect four takes by rules
-- and a key; with an order, to the node, they are in the signature.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local tictactoe = require "games.tictactoe"

local IS_FULL = effort(false, true)

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

  it("costs as few leaves as Knuth and Moore proved when the best child comes first, and more otherwise", function()
    for _, size in ipairs {
      {1, 60}, {2, 1}, {2, 2}, {2, 3}, {2, 10}, {3, 4}, {3, 7}, {5, 5}, {7, 6}, {10, 7}, {20, 3}, {40, 3},
    } do
      local breadth, depth = size[1], size[2]
      local least, all = breadth ^ math.ceil(depth / 2) + breadth ^ math.floor(depth / 2) - 1, breadth ^ depth
      assert.equal(least, leaves_of(breadth, depth, "first"))
      if breadth > 1 and depth > 2 and all < 1e4 then
        local worst = leaves_of(breadth, depth, "last")
        assert.is_true(worst > least and worst <= all)
        assert.equal(all, leaves_of(breadth, depth, "first", "minimax"))
      end
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
end)

describe("Connect four by rules and a key", function()
  it("takes no more nodes from the centre, deepening by one ply or two, than a strong generic engine", function()
    local game = setmetatable({moves = connect4.moves_from_centre}, {__index = connect4.hashed})
    for depth, nodes in pairs {[8] = 11237, [10] = 32876, [12] = IS_FULL and 93937 or nil} do
      for _, deepening in ipairs {true, "not given"} do
        local _, _, info = alphabeta.search(connect4.hashed.new(), depth, {
          game = game, deepening = deepening == true or nil,
        })
        assert.is_true(info.nodes <= nodes, depth .. ": " .. info.nodes)
      end
    end
  end)

  it("takes a hundredth of a plain search's from the left", function()
    local _, _, info = alphabeta.search(connect4.hashed.new(), 10, {game = connect4.hashed})
    assert.is_true(info.nodes <= 2666528 / 100, info.nodes)
  end)
end)
