-- Whose turn it is: players of any kind, distinguished by ==; and evaluations that are good for one player,
-- whoever moves or searches: view = "player" with max_player. Random games of such players and views, also of more than
-- two players, are compared with plain minimax in numbers/oracles_spec.lua.

local alphabeta = require "alphabeta"
local memory_use = require "spec.support.memory_use"
local nim = require "spec.support.number_nim"
local wrap = require "spec.support.wrap"

-- Take one or two of a heap, and twice in a row from a heap of even size; `as` makes a player's value of 1 or 2.
-- The player who takes the last one wins. Positions have keys.
local function game_of(as)
  local game = {}
  function game.moves(state) return state.heap > 1 and {1, 2} or state.heap == 1 and {1} or nil end
  function game.play(state, take)
    return {heap = state.heap - take, turn = state.heap % 2 == 0 and state.turn or 3 - state.turn}
  end
  function game.player(state) return as(state.turn) end
  function game.evaluate(state, me)
    if state.heap > 0 then return state.heap % 3 end
    return me == as(3 - state.turn) and 50 or -50
  end
  function game.hash(state) return state.heap * 2 + state.turn end
  return game
end

local function number(turn) return turn end

local EQUAL = {__eq = function(a, b) return a.turn == b.turn end}

local function equal_tables(turn) return setmetatable({turn = turn}, EQUAL) end

describe("Players", function()
  it("may be ever new tables that are equal, each of them to move in turn, by one searcher or many", function()
    local ai = alphabeta.new(game_of(equal_tables), {deepening = true})
    for heap = 9, 1, -1 do
      for turn = 1, 2 do
        local state = {heap = heap, turn = turn}
        local _, expected = alphabeta.search(state, 6, {game = game_of(number), algorithm = "minimax"})
        local _, alone = alphabeta.search(state, 6, {game = game_of(equal_tables)})
        assert.same({expected, expected}, {alone, (select(2, ai:search(state, 6)))})
      end
    end
    local leaked = memory_use.leaked(function() ai:search({heap = 6, turn = 1}, 5) end, 32)
    assert.is_true(leaked < memory_use.LEAST, leaked .. " bytes a call")
  end)

  it("are refused when all are new and none are equal, before they fill the searcher's memory", function()
    local ai = alphabeta.new(game_of(function(turn) return {turn = turn} end))
    local ok, message
    repeat ok, message = pcall(ai.search, ai, {heap = 12, turn = 1}, 10) until not ok
    assert.matches("callback 'player' at ply %d+: too many players: more than 1000 different values", message)
  end)
end)

-- That a table keeps values for each player who asks, wins by their distance, and means as they are, is shown by random
-- games.
describe("Three players with one searcher", function()
  -- Players that are tables are numbered as they turn up; forgetting must not give a number out twice.
  it("are distinguished after clear", function()
    local A, B, C = {}, {}, {}
    local shared = {p = B, to = {p = A, v = 5}}
    local ai = alphabeta.new {
      children = function(state) return {state.to} end, player = function(state) return state.p end,
      hash = tostring, evaluate = function(state, me) return me == A and state.v or -state.v end,
    }
    ai:search({p = A, to = shared}, 2)
    ai:clear()
    assert.equal(5, (select(2, ai:search({p = A, to = shared}, 2))))
    assert.equal(-5, (select(2, ai:search({p = C, to = shared}, 2))))
  end)
end)

-- What tools say with this view is in game_fields_spec.lua.
describe("With view = 'player',", function()
  it("a position that one player's search has seen whole is found again by the other's, in few nodes", function()
    local ai = alphabeta.new(wrap.replace(nim, {
      view = "player", max_player = 1, evaluate = function(state) return nim.evaluate(state, 1) end,
    }), {depth = 12})
    local _, _, before = ai:search(121)
    local _, _, info = ai:search(nim.play(121, 1), 11)
    assert.is_true(info.table_hits > 0 and info.nodes < before.nodes / 4)
  end)
end)
