-- How few nodes the example games take with a table, an order and all that comes with them, beside those of a plain
-- search; to the node they are in the signature.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local kalah = require "games.kalah"
local reversi = require "games.reversi"
local effort = require "spec.support.effort"

local unpack = table.unpack or unpack
local COUNTS_PLAIN = effort(false, true)

-- name, game, its order, depth, nodes of a plain search, how many times fewer they must be with everything, and with
-- everything and deepening
local rows = {
  { "Connect four", connect4, connect4.centre_first, 10, 2666528, 80 },
  { "Reversi", reversi, reversi.corners_first, 8, 19937, 2 },
  { "Kalah", kalah, kalah.again_first, 10, 283665, 10 },
}

for _, row in ipairs(rows) do
  local name, game, order, depth, plain, times = unpack(row, 1, 6)

  describe(("%s, from the beginning to depth %d,"):format(name, depth), function()
    local strong = setmetatable({ order = order }, { __index = game.hashed })

    it(("takes less than one %dth of the nodes of a plain search"):format(times), function()
      local _, value, info = alphabeta.search(strong.new(), depth, { game = strong })
      assert.is_true(info.nodes * times <= plain)
      local _, deepened, iterated = alphabeta.search(strong.new(), depth, { game = strong, deepening = true })
      assert.is_true(iterated.nodes * times <= plain)
      assert.equal(value, deepened)
      if COUNTS_PLAIN then
        local _, expected, counted = alphabeta.search(game.new(), depth, { game = game, deepening = false })
        assert.equal(plain, counted.nodes)
        assert.equal(expected, value)
      end
    end)
  end)
end

describe("Connect four from the centre", function()
  it("takes no more nodes by rules and a key, deepening by one ply or two, than a strong generic engine", function()
    local game = { moves = connect4.moves_from_centre }
    for _, name in ipairs { "make", "unmake", "evaluate", "player", "is_over", "hash" } do
      game[name] = connect4.hashed[name]
    end
    for depth, nodes in pairs {[8] = 11237, [10] = 32876, [12] = COUNTS_PLAIN and 93937 or nil} do
      for _, deepening in ipairs { true, "not given" } do
        local _, _, info = alphabeta.search(connect4.hashed.new(), depth, {
          game = game, deepening = deepening == true or nil,
        })
        assert.is_true(info.nodes <= nodes, depth .. ": " .. info.nodes)
      end
    end
  end)

  it("takes a hundredth of a plain search's by rules and a key, listed from the left", function()
    local _, _, info = alphabeta.search(connect4.hashed.new(), 10, {game = connect4.hashed})
    assert.is_true(info.nodes <= 2666528 / 100, info.nodes)
  end)
end)
