-- How few nodes connect four takes by rules and a key; with an order, to the node, they are in the signature.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"

local IS_FULL = effort(false, true)

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
