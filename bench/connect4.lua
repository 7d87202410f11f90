--- `alphabeta.search` against a search by hand in Lua, on connect four. Both get only the functions that they need:
-- `moves` returns nil when the game is over, turns alternate, and evaluations are in the view of the player to move.

local contest = require "bench.support.contest"
local connect4 = require "games.connect4"

local DEPTH = 8
local GOALS = {["lua5.1"] = 1.25, ["lua5.2"] = 1.25, ["lua5.3"] = 1.25, ["lua5.4"] = 1.25}

local evaluate = connect4.evaluate

local game = {
  moves = connect4.moves,
  make = connect4.make,
  unmake = connect4.unmake,
  evaluate = function(state) return evaluate(state, state.turn) end,
}

contest.run("connect four", "in place", game, connect4.new(), DEPTH, GOALS)
