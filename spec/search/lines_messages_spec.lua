-- Errors in what a search finds out about a game before its first node, and behind that: who moves, and the line that
-- is blamed.

local alphabeta = require "alphabeta"
local wrap = require "spec.support.wrap"

-- Cause: the C module searches after these lines, called by the function that has played them, and an error of the
-- module's own named the line of that.
describe("An error of the search after its lines", function()
  it("is raised at the user's line", function()
    local game = { -- twelve plies
      moves = function(state) return state.ply < 12 and {1, 2} or {} end,
      play = function(state) return {ply = state.ply + 1} end, player = function(state) return state.ply % 2 end,
      result = function(state) return state.ply == 12 and "much" or 0 end,
    }
    for _, use in ipairs {
      function(ai, state)
        local best = ai:search(state, {depth = 14})
        return best
      end,
      function(ai, state)
        ai:start(state, {depth = 14})
        repeat local has_ended = ai:step {nodes = 1e6} until has_ended
      end,
    } do
      local ok, message = pcall(use, alphabeta.new(game), {ply = 0})
      assert.is_false(ok)
      assert.matches("lines_messages_spec%.lua:%d+: alphabeta: callback 'result' at ply 12: expected a number, got "
        .. "'much'$", message)
    end
  end)
end)

-- Cause: the lines took whatever 'player' returned for a player. They asked for it at chance nodes, too, though nothing
-- there depends on it, so a game of dice whose rules know no player there ended in an error of the module's own. A
-- search may ask there, as for the key of the position, and then there must be one: see numbers/chance_spec.lua.
describe("Who moves, in the lines before a search,", function()
  local game = {
    moves = function(state) return state.left > 0 and {1, 2} or {} end,
    is_over = function(state) return state.left == 0 end,
    play = function(state, move)
      return {left = state.left - 1, turn = 3 - state.turn, points = state.points + move}
    end,
    player = function(state) return state.turn end,
    result = function(state, me) return me == 1 and state.points or -state.points end,
  }
  local limits = {{time = 0.02}, {nodes = 300}, {depth = 4}}

  it("is not asked at a chance node", function()
    local dice = wrap.replace(game, {
      chances = function(state)
        return state.is_due and {{probability = 0.5, outcome = 0}, {probability = 0.5, outcome = 1}} or nil
      end,
      play = function(state, move)
        if state.is_due then return {left = state.left, turn = state.turn, points = state.points + move} end
        return {left = state.left - 1, turn = 3 - state.turn, points = state.points + move, is_due = true}
      end,
      player = function(state) return not state.is_due and state.turn or nil end,
    })
    for _, limit in ipairs(limits) do
      assert.is_number((alphabeta.new(dice, limit):search {left = 5, turn = 1, points = 0}))
    end
  end)

  it("must be a player", function()
    for name, wrong in pairs {["nil"] = function() end, NaN = function() return 0 / 0 end} do
      local without = wrap.replace(game, {
        player = function(state) return state.left == 5 and state.turn or wrong() end,
      })
      for _, limit in ipairs(limits) do
        local ai = alphabeta.new(without, limit)
        local ok, message = pcall(ai.search, ai, {left = 5, turn = 1, points = 0})
        assert.is_false(ok)
        assert.matches("^alphabeta: callback 'player' at ply 1: expected a player, got " .. name, message)
      end
    end
  end)
end)
