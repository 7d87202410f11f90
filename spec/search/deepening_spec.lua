-- Deepening: which depths a search goes through by itself, and what it finds without it, within a limit.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local nim = require "spec.support.number_nim"
local wrap = require "spec.support.wrap"

local START = 212

describe("A search that only its depth limits", function()
  local UNKEYED = wrap.replace(nim, {})
  UNKEYED.hash = nil
  local ORDER = {order = function() return 0 end}
  local ORDERED, KEYED_AND_ORDERED = wrap.replace(UNKEYED, ORDER), wrap.replace(nim, ORDER)

  -- Fails unless a search of a game goes through these depths.
  local function goes_through(depths, game, limits, options)
    local found = {}
    alphabeta.search(START + 20, limits, wrap.replace({
      game = game, on_iteration = function(info) found[#found + 1] = info.depth end,
    }, options or {}))
    assert.equal(depths, table.concat(found, " "))
  end

  it("deepens by two plies, from depth 5 or 4 on, unless there are `order` and a table, and no `win`", function()
    goes_through("4", UNKEYED, 4)
    goes_through("2 4", nim, 4, {without = {"table"}})
    goes_through("2 4", nim, 4)
    for _, game in ipairs {UNKEYED, nim} do
      for depth, depths in ipairs {"1", "2", "3", false, "1 3 5", "2 4 6", "1 3 5 7"} do
        if depths then goes_through(depths, game, depth) end
      end
    end
    goes_through("2 4 6", ORDERED, 6)
    goes_through("6", KEYED_AND_ORDERED, 6)
    goes_through("2 4 6", KEYED_AND_ORDERED, 6, {win = 1000})
  end)

  it("searches its depth at once without a table of either kind, and when it is told to", function()
    for _, options in ipairs {{deepening = false}, {table = 0}, {algorithm = "minimax"}} do
      goes_through("6", UNKEYED, 6, options)
    end
    goes_through("6", nim, 6, {table = 0})
    goes_through("2 4 6", UNKEYED, 6, {without = {"refutation_table"}})
    goes_through("1 2 3", ORDERED, 3, {deepening = true})
  end)

  it("deepens by one with a limit beside it", function()
    goes_through("1 2 3 4", UNKEYED, {depth = 4, nodes = 1e6})
    goes_through("1 2 3 4", ORDERED, {depth = 4, time = 60})
  end)
end)

describe("A search without deepening that has a limit", function()
  local function search(limits) return alphabeta.search(START, limits, {game = nim, deepening = false}) end

  it("finds what it finds when the limit is far", function()
    local best, value, info = search {depth = 6, nodes = 1e6}
    local same, expected, other = search(6)
    assert.same({same, expected, other.nodes, "depth"}, {best, value, info.nodes, info.reason})
  end)

  it("gives up at the limit, and says why", function()
    for nodes = 1, select(3, search(8)).nodes - 1, 7 do
      local best, value, info = search {depth = 8, nodes = nodes}
      assert.same({"nodes", 0, nodes}, {info.reason, info.depth, info.nodes})
      assert.same({}, {best, value, info.bound})
    end
    local best, _, info = search {time = 0, depth = 8}
    assert.is_nil(best)
    assert.equal("time", info.reason)
  end)

  it("is a budget for solving: what one search has found, the next one with the same table goes on with", function()
    local game = setmetatable({evaluate = connect4.outcome, order = connect4.centre_first}, {__index = connect4.hashed})
    local state = game.new()
    for column in ("157722166754175636311466"):gmatch "%d" do game.make(state, tonumber(column)) end
    local ai = alphabeta.new(game, {win = 50, deepening = false})
    local _, expected, whole = alphabeta.search(state, {depth = 18, deepening = false}, {game = game, win = 49})
    assert.equal("solved", whole.reason)
    local budget, searches = math.floor(whole.nodes / 3), 0
    repeat
      local best, value, info = ai:search(state, {nodes = budget})
      searches = searches + 1
      assert.equal(best and "solved" or "nodes", info.reason)
      assert.is_true(info.nodes <= budget)
      assert.equal(best and expected + 1, best and value)
      assert.is_true(searches < 20)
    until best
    assert.is_true(searches > 2)
  end)
end)
