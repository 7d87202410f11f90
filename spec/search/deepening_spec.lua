-- Deepening: which depths a search goes through by itself, and what it finds without it, within a limit.

local alphabeta = require "alphabeta"
local nim = require "spec.support.number_nim"
local wrap = require "spec.support.wrap"

local START = 212

describe("A search that only its depth limits", function()
  -- The depths of the iterations of a search.
  local function depths_of(limits, more, options)
    local depths = {}
    local game = wrap.replace(nim, more or {})
    game.hash = more and more.hash
    alphabeta.search(START + 20, limits, wrap.replace({
      game = game, on_iteration = function(info) depths[#depths + 1] = info.depth end,
    }, options or {}))
    return depths
  end
  local order = {order = function() return 0 end}
  local hash = {hash = function(heap) return heap end}

  it("deepens by two plies, from depth 5 or 4 on, unless there are `order` and a table, and no `win`", function()
    assert.same({4}, depths_of(4, {}))
    assert.same({2, 4}, depths_of(4, hash, {without = {"table"}}))
    assert.same({2, 4}, depths_of(4, hash))
    for _, more in ipairs({{}, hash}) do
      for depth = 1, 3 do assert.same({depth}, depths_of(depth, more)) end
      assert.same({1, 3, 5}, depths_of(5, more))
      assert.same({2, 4, 6}, depths_of(6, more))
      assert.same({1, 3, 5, 7}, depths_of(7, more))
    end
    assert.same({2, 4, 6}, depths_of(6, order))
    assert.same({6}, depths_of(6, {order = order.order, hash = hash.hash}))
    assert.same({2, 4, 6}, depths_of(6, {order = order.order, hash = hash.hash}, {win = 1000}))
  end)

  it("searches its depth at once without a table of either kind, and when it is told to", function()
    assert.same({6}, depths_of(6, {}, {deepening = false}))
    assert.same({6}, depths_of(6, {}, {table = 0}))
    assert.same({6}, depths_of(6, {}, {algorithm = "minimax"}))
    assert.same({6}, depths_of(6, hash, {table = 0}))
    assert.same({2, 4, 6}, depths_of(6, {}, {without = {"refutation_table"}}))
    assert.same({1, 2, 3}, depths_of(3, order, {deepening = true}))
  end)

  it("deepens by one with a limit beside it", function()
    assert.same({1, 2, 3, 4}, depths_of({depth = 4, nodes = 1e6}))
    assert.same({1, 2, 3, 4}, depths_of({depth = 4, time = 60}, order))
  end)
end)

describe("A search without deepening that has a limit", function()
  it("finds what it finds when the limit is far", function()
    local best, value, info = alphabeta.search(START, {depth = 6, nodes = 1e6, deepening = false}, {game = nim})
    local same, expected, other = alphabeta.search(START, 6, {game = nim, deepening = false})
    assert.same({same, expected, other.nodes, "depth"}, {best, value, info.nodes, info.reason})
  end)

  it("gives up at the limit, and says why", function()
    local full = select(3, alphabeta.search(START, 8, {game = nim, deepening = false})).nodes
    for nodes = 1, full - 1, 7 do
      local best, value, info = alphabeta.search(START, {depth = 8, nodes = nodes, deepening = false}, {game = nim})
      assert.is_nil(best)
      assert.is_nil(value)
      assert.same({"nodes", 0, nodes, nil}, {info.reason, info.depth, info.nodes, info.bound})
    end
    local best, _, info = alphabeta.search(START, {time = 0, deepening = false, depth = 8}, {game = nim})
    assert.is_nil(best)
    assert.equal("time", info.reason)
  end)

  it("is a budget for solving: what one search has found, the next one with the same table goes on with", function()
    local connect4 = require "games.connect4"
    local game = setmetatable({evaluate = connect4.outcome, order = connect4.centre_first}, {__index = connect4.hashed})
    local function new()
      local state = game.new()
      for column in ("157722166754175636311466"):gmatch("%d") do game.make(state, tonumber(column)) end
      return state
    end
    local ai = alphabeta.new(game, {win = 50})
    local _, expected, whole = alphabeta.search(new(), {depth = 18, deepening = false}, {game = game, win = 49})
    assert.equal("solved", whole.reason)
    local budget, searches = math.floor(whole.nodes / 3), 0
    repeat
      local best, value, info = ai:search(new(), {nodes = budget, deepening = false})
      searches = searches + 1
      assert.equal(best and "solved" or "nodes", info.reason)
      assert.is_true(info.nodes <= budget)
      assert.equal(best and expected + 1, best and value)
      assert.is_true(searches < 20)
    until best
    assert.is_true(searches > 2)
  end)

  it("may have a window: null windows over one table find the value by halving", function()
    local ai = alphabeta.new(nim, {depth = 12, deepening = false})
    local _, expected = alphabeta.search(START, 12, {game = nim, algorithm = "minimax"})
    local low, high = -60, 60
    while low < high do
      local middle = math.floor((low + high) / 2)
      local _, value, info = ai:search(START, {alpha = middle, beta = middle + 1})
      if info.bound == "lower" then
        assert.is_true(value >= middle + 1 and value <= expected)
        low = value
      else
        assert.equal("upper", info.bound)
        assert.is_true(value <= middle and value >= expected)
        high = value
      end
    end
    assert.equal(expected, low)
  end)
end)
