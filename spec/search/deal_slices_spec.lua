-- Slices of a search of deals. Cause: a slice of so many nodes is handed on to the search of a deal, less those that it
-- has searched, and ends where they are used up. Without either it was longer, and a frame was late.

local alphabeta = require "alphabeta"
local rng = require "spec.support.rng"
local whist = require "games.whist"

describe("A slice of a search of deals", function()
  for algorithm, limits in pairs {alphabeta = {depth = 4}, uct = {nodes = 300}} do
    it("has as many nodes as it may have: " .. algorithm, function()
      local ai = alphabeta.new(whist, {algorithm = algorithm, seed = 1})
      ai:start(whist.new(function(most) return rng.new(1):int(1, most) end), limits)
      local slices, nodes = 0, 0
      repeat
        local has_ended = ai:step {nodes = 13}
        local _, _, info = ai:best()
        assert.is_true(info.nodes <= nodes + 13, info.nodes - nodes)
        slices, nodes = slices + 1, info.nodes
      until has_ended
      assert.is_true(nodes > 200 and slices < nodes / 10, nodes)
    end)
  end
end)
