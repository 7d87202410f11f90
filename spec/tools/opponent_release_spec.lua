-- An opponent that is closed while it thinks stops its search, and an error of that is raised. Without it, a mistake in
-- the option `level` is never told: it is called when the search stops.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local small_games = require "spec.support.small_games"

local nim = small_games.NIM["in place"]

describe("An opponent that is closed while it thinks", function()
  it("raises the error of a function that is called when its search stops, and is closed", function()
    local state, calls = {heap = 40, turn = 1}, 0
    local opponent = alphabeta.opponent {
      game = nim, state = function() return state end, turn = function() return true end, play = function() end,
      slice = 1e-9, depth = 1000,
      level = function()
        calls = calls + 1
        error("no level", 0)
      end,
    }
    for _ = 1, 500 do assert.is_true(opponent:update(1 / 60)) end
    assert.equal(0, calls)
    assert.matches("^no level\n\t%(alphabeta: in callback 'level'", failure(opponent.close, opponent))
    assert.equal(1, calls)
    assert.same({heap = 40, turn = 1}, state)
    opponent:close()
    assert.matches("opponent:update: the opponent is closed", failure(opponent.update, opponent, 1 / 60))
  end)
end)
