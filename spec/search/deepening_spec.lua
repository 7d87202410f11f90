-- Deepening: which depths a search goes through by itself, with limits alone, or in a game with `win`; and what it
-- finds without deepening, within a limit.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local nim = require "spec.support.number_nim"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
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

-- Searches of connect four ------------------------------------------------------------------------------------------

local TREES = effort.seeds(50, 150)

-- Makes a searcher of connect four, or of a game like it, and a function that searches with it, from the start or after
-- some columns. That returns the depths of the iterations, as text, and what the search returns.
local function new_searcher(options, game, columns)
  local depths
  local ai = alphabeta.new(game or connect4.hashed, wrap.replace(options, {
    on_iteration = function(info) depths[#depths + 1] = info.depth end,
  }))
  local state = connect4.hashed.new()
  for column in (columns or ""):gmatch "%d" do connect4.hashed.make(state, tonumber(column)) end
  return function(limits)
    depths = {}
    local best, value, info = ai:search(state, limits)
    return table.concat(depths, " "), best, value, info
  end, ai, state
end

-- Such a search goes by two plies to the depth that its searcher's last search completed.
describe("A search with limits alone", function()
  local OPTIONS = {without = {"table"}}

  it("goes by two plies to the depth of the last search, and then by one", function()
    local search = new_searcher(OPTIONS)
    assert.equal("1 2 3 4", (search {nodes = 700}))
    assert.equal("1 2 4 5", (search {nodes = 1500}))
    assert.equal("1 3 5", (search {nodes = 1500}))
    search(3)
    assert.equal("1 3 4", (search {nodes = 700}))
  end)

  it("goes by one with `deepening`, `without`, a depth, and after `clear`", function()
    local search, ai = new_searcher(OPTIONS)
    search(4)
    for _, limits in ipairs {
      {nodes = 700, deepening = true}, {nodes = 700, without = {"last_depth", "table"}}, {depth = 4, nodes = 1500},
    } do
      assert.equal("1 2 3 4", (search(limits)))
    end
    ai:clear()
    assert.equal("1 2 3 4", (search {nodes = 700}))
  end)

  -- What it returns is the value that plain minimax finds to the depth that was completed, as after any deepening.
  it("finds minimax's values", function()
    local count = 0
    for seed in share.of(1, TREES) do
      local trial = random_trial.wide(seed, {shape = {plies = 4, width = 3, places = 4}})
      local options = trial.options
      options.deepening, options.multipv, options.ties, options.only, options.avoid = nil, nil, nil, nil, nil
      options.alpha, options.beta, options.game = nil, nil, nil
      local ai = alphabeta.new(trial.game, options)
      ai:search(trial:state(), seed % 6)
      local _, value, info = ai:search(trial:state(), {nodes = 10 + seed % 90})
      if not info.partial_depth and info.reason ~= "forced" then
        count = count + 1
        trial:note(info)
        assert.equal(trial:truth(info.depth).value, value, "seed " .. seed)
      end
    end
    assert.is_true(count > effort(0, share.count(1, TREES) / 3))
  end)
end)

-- Cause: in games with `win`, a table and `order`, iterations find won games early, so searches deepen. With 8 to 13
-- moves left they took 1.4 times the nodes of one search to the end.
describe("A search by two plies in a game with win", function()
  local ordered = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})

  local function search(columns, depth, options)
    return new_searcher(wrap.replace({win = connect4.WIN}, options or {}), ordered, columns)(depth)
  end

  it("goes to the full depth at once when iterations take few more nodes than those before", function()
    local NEAR_END = "52614523553215245112473161237"
    local depths, _, value, info = search(NEAR_END, 13)
    local _, _, true_value, at_once = search(NEAR_END, 13, {deepening = false})
    assert.same({"1 3 5 13", true_value}, {depths, value})
    assert.is_true(info.nodes < at_once.nodes)
  end)

  it("goes on by two plies in the middle of the game, and by one when that is asked for", function()
    assert.equal("2 4 6 8", (search("", 8)))
    assert.equal("1 2 3 4 5 6 7", (search("16747756562577624723412225544", 7, {deepening = true})))
  end)

  -- Cause: with twenty empty squares, iterations may also take few more nodes than those before. The search went to the
  -- full depth from a third of it, and took up to three times the nodes. A shallower iteration finds the win.
  it("goes to the full depth only from near by", function()
    local game = {result = function(state, me)
      return state.winner == 0 and 0 or state.winner == me and connect4.WIN or -connect4.WIN
    end}
    for _, name in ipairs {"moves", "make", "unmake", "player", "hash"} do game[name] = connect4.hashed[name] end
    local find, _, state = new_searcher({win = connect4.WIN}, game, "71275445524527661274")
    for _ = 1, 4 do connect4.hashed.make(state, connect4.hashed.moves(state)[1]) end
    local text, last, count = find(state.left), nil, 0
    for digits in text:gmatch "%d+" do
      local depth = tonumber(digits)
      assert.is_true(depth - (last or depth) <= 8, text)
      last, count = depth, count + 1
    end
    assert.is_true(count > 4, text)
  end)
end)
