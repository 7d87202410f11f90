-- A node with many moves tries each of them once, by what `order` says, and equal ones as the game lists them.

local alphabeta = require "alphabeta"

describe("The order of a node's moves", function()
  for _, width in ipairs {9, 10, 30, 300} do
    it(("is that of `order` to the last of %d"):format(width), function()
      local lists, tried = {[0] = {1, 2}, {}, {1}}, {{}, {}}
      for i = 1, width do lists[1][i] = i end
      local function order(state, move) return move * (state.branch == 1 and 3 or 5) % 7 end
      alphabeta.search({ply = 0}, 3, {deepening = false, game = {
        moves = function(state) return lists[state.ply] end,
        play = function(state, move)
          if state.ply == 1 then table.insert(tried[state.branch], move) end
          return {ply = state.ply + 1, branch = state.branch or move}
        end,
        player = function() return 1 end, -- so nothing cuts off
        evaluate = function() return 0 end,
        order = order,
      }})
      for branch, moves in ipairs(tried) do
        assert.equal(width, #moves)
        for i = 2, width do
          local first, second = order({branch = branch}, moves[i - 1]), order({branch = branch}, moves[i])
          assert.is_true(first > second or first == second and moves[i - 1] < moves[i])
        end
      end
    end)
  end
end)
