-- Whose turn it is: players of any kind, distinguished by ==; and with more than two, one against all.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local memory_use = require "spec.support.memory_use"

local NAN = 0 / 0

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

local EQUAL = {
  __eq = function(a, b) return a.turn == b.turn end,
}

-- Players of other kinds are in the random games of numbers/oracles_spec.lua.
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
  end)
end)

describe("A searcher that gets ever new players", function()
  it("does not grow when they are equal", function()
    local ai = alphabeta.new(game_of(equal_tables))
    local leaked = memory_use.leaked(function()
      ai:search({heap = 12, turn = 1}, 10)
    end, 32)
    assert.is_true(leaked < memory_use.LEAST, leaked .. " bytes a call")
  end)

  it("refuses them when they are not, before they fill its memory", function()
    local game = game_of(function(turn) return {turn = turn} end)
    local ai = alphabeta.new(game)
    local message
    for _ = 1, 1000 do
      local ok, err = pcall(ai.search, ai, {heap = 12, turn = 1}, 10)
      if not ok then
        message = err
        break
      end
    end
    assert.truthy(message:find("callback 'player' at ply %d+: too many players: more than 1000 different values"))
  end)
end)

describe("A player that is NaN is refused", function()
  for heap, ply in pairs({[3] = 0, [4] = 1}) do
    it("at ply " .. ply, function()
      local game = game_of(number)
      local player = game.player
      function game.player(state) return state.heap == 3 and NAN or player(state) end
      local message = failure(alphabeta.search, {heap = heap, turn = 1}, 4, {game = game})
      assert.truthy(message:find(("callback 'player' at ply %d: expected a player, got NaN"):format(ply), 1, true))
    end)
  end
end)

describe("One against all", function()
  local game = {
    children = function(state) return state[1] and state or nil end,
    player = function(state) return state.p end,
    evaluate = function(state, me) return state.v and state.v[me] or 0 end,
  }

  -- Each of B and C could do well, and C also for B.
  local ROOT = {
    p = "A",
    {p = "B", {p = "C", {p = "A", v = {A = 3, B = 9, C = 1}}, {p = "A", v = {A = 5, B = 0, C = 8}}}},
    {p = "B", {p = "C", {p = "A", v = {A = 1, B = 0, C = 0}}, {p = "A", v = {A = 9, B = 9, C = 9}}}},
  }

  it("is how each two-sided algorithm sees more than two players, also with `maximize = false`", function()
    for _, algorithm in ipairs {"minimax", "alphabeta", "pvs", "mtdf"} do
      local best, value = alphabeta.search(ROOT, 3, {game = game, algorithm = algorithm})
      assert.same({ROOT[1], 3}, {best, value})
      best, value = alphabeta.search(ROOT, 3, {game = game, algorithm = algorithm, maximize = false})
      assert.same({ROOT[1], 5}, {best, value})
    end
    -- For B, who maximizes B's payoff, A and C are the others.
    local best, value = alphabeta.search(ROOT[2], 2, {game = game})
    assert.same({ROOT[2][1], 0}, {best, value})
  end)
end)
