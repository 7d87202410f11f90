-- How few nodes the example games take with a table, an order and all that comes with them, beside those of a plain
-- search; to the node they are in the signature.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local kalah = require "games.kalah"
local reversi = require "games.reversi"

local COUNTS_PLAIN = effort(false, true)

describe("From the beginning, with everything, at once or deepening,", function()
  -- The name, the game, its order, the depth, the nodes of a plain search, and how many times fewer they must be.
  for _, row in ipairs {
    {"connect four", connect4, connect4.centre_first, 10, 2666528, 80},
    {"reversi", reversi, reversi.corners_first, 8, 19937, 2}, {"kalah", kalah, kalah.again_first, 10, 283665, 10},
  } do
    local name, game, order, depth, plain, times = (table.unpack or unpack)(row)

    it(("%s to depth %d takes less than one %dth of the nodes of a plain search"):format(name, depth, times), function()
      local strong, values = setmetatable({order = order}, {__index = game.hashed}), {}
      for i, deepening in ipairs {"not given", true} do
        local _, value, info = alphabeta.search(strong.new(), depth, {
          game = strong, deepening = deepening == true or nil,
        })
        assert.is_true(info.nodes * times <= plain, info.nodes)
        values[i] = value
      end
      assert.equal(values[1], values[2])
      if COUNTS_PLAIN then
        local _, expected, counted = alphabeta.search(game.new(), depth, {game = game, deepening = false})
        assert.same({plain, values[1]}, {counted.nodes, expected})
      end
    end)
  end
end)

describe("Connect four by rules and a key", function()
  it("takes no more nodes from the centre, deepening by one ply or two, than a strong generic engine", function()
    local game = setmetatable({moves = connect4.moves_from_centre}, {__index = connect4.hashed})
    for depth, nodes in pairs {[8] = 11237, [10] = 32876, [12] = COUNTS_PLAIN and 93937 or nil} do
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
