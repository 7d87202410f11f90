-- Pools whose helpers search by playouts: each grows a tree of its own, and the trees are added.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local failure = require "spec.support.failure"
local LEVELS = require("alphabeta.front.option_table").LEVELS
local pools = require "spec.support.pools"
local results = require "spec.support.results"
local trees = require "alphabeta.pool.trees"

local loadtext = loadstring or load -- luacheck: ignore 113
local CONNECT4, NIM = "games.connect4", "spec.support.pool_rules"

local with_pool = pools.with

if not pools.has_threads then return end

local function after(columns)
  local state = connect4.new()
  for _, column in ipairs(columns) do connect4.make(state, column) end
  return state
end

describe("A pool with trees of playouts", function()
  it("finds what a searcher finds, with one helper", function()
    local ai = alphabeta.new(connect4, {algorithm = "uct", seed = 7})
    with_pool({rules = CONNECT4, options = {algorithm = "uct", seed = 7}}, function(pool)
      for _, line in ipairs {{}, {4, 4}, {4, 4, 3}, {1, 2, 1, 2, 1}} do
        local expected = results.found(ai:search(after(line), {nodes = 400, multipv = 3}))
        assert.same(expected, results.found(pool:search(line, {nodes = 400, multipv = 3})))
      end
    end)
  end)

  it("shares a limit of nodes out, and finds the same again with the same seed", function()
    local function result(seed, limits)
      local found
      with_pool({rules = CONNECT4, threads = 3, options = {algorithm = "uct", seed = seed}}, function(pool)
        found = results.found(pool:search({4, 4}, limits))
      end)
      return found
    end
    local limits = {nodes = 500, multipv = 7, ties = true}
    local first = result(1, limits)
    assert.same({500, "nodes", 7}, {first.info.nodes, first.info.reason, #first.info.scores})
    assert.same(first, result(1, limits))
    assert.not_same(first.info.scores, result(2, limits).info.scores)
    assert.equal(LEVELS[1][4], result(1, {level = 1}).info.nodes)
  end)

  it("adds the visits of trees that differ", function()
    with_pool({rules = CONNECT4, threads = 2, options = {algorithm = "uct"}}, function(pool)
      local _, _, info = pool:search({}, {nodes = 601, multipv = 7})
      local ai, visits, share, sum = alphabeta.new(connect4, {algorithm = "uct"}), {}, 0, 0
      local _, _, alone = ai:search(after {}, {nodes = 301, multipv = 7})
      for _, score in ipairs(alone.scores) do visits[score.move] = score.visits end
      for _, score in ipairs(info.scores) do
        assert.is_true(score.visits > visits[score.move])
        share, sum = share + score.share, sum + score.visits
      end
      assert.is_true(sum >= 598 and sum <= 601 and share > 0.99 and share <= 1)
      local is_twice = true -- it would be if both had grown the same tree
      for _, score in ipairs(info.scores) do
        is_twice = is_twice and math.abs(score.visits - 2 * visits[score.move]) <= 1
      end
      assert.is_false(is_twice)
    end)
  end)

  it("compares moves that are tables by their content, and proves who wins, also after a longer line", function()
    for threads = 1, 2 do
      with_pool({rules = NIM, threads = threads, options = {algorithm = "uct"}}, function(pool)
        local best, value, info = pool:search("10", {nodes = 5000, multipv = 3})
        assert.same({2, 1, "solved"}, {best.take, value, info.reason})
        local seen = {}
        for _, score in ipairs(info.scores) do
          assert.is_nil(seen[score.move.take])
          seen[score.move.take] = true
        end
        local _, lost, last = pool:search("12", {nodes = 5000})
        assert.same({0, "exact", "solved"}, {lost, last.bound, last.reason})
      end)
    end
  end)

  it("returns what it has found so far while it is thinking, and when it is stopped", function()
    local reports = {}
    local function note(info) reports[#reports + 1] = info.nodes end
    local options = {algorithm = "uct", on_iteration = note}
    with_pool({rules = CONNECT4, threads = 2, options = options}, function(pool)
      pool:start({}, {time = 1e6})
      while #reports < 4 do pool:step(0.01) end
      local best, value, info = pool:best()
      assert.same({"number", "number", best}, {type(best), type(value), info.pv[1]})
      pool:stop()
      local _, _, last = pool:best()
      assert.equal("stopped", last.reason)
      assert.is_true(last.nodes >= info.nodes and last.tree == nil)
      for i = 2, #reports do assert.is_true(reports[i] >= 2 * reports[i - 1]) end
    end)
  end)

  it("ends by a limit of time, and by an error of the game", function()
    with_pool({rules = NIM, threads = 2, options = {algorithm = "uct"}}, function(pool)
      assert.matches("a defect in evaluate", failure(pool.search, pool, "error 9", {nodes = 500}), 1, true)
      local _, _, info = pool:search("slow 40", {time = 0})
      assert.is_true(info.reason == "time" and info.nodes >= 1)
      assert.matches("expected a time or a number of nodes", failure(pool.search, pool, "9"), 1, true)
    end)
  end)

  -- Cause: in a game with a key, the helpers got the table that a pool makes for such games, as if somebody had asked
  -- for it.
  it("chooses them for rules alone, if only time limits the search and no table is given for its keys", function()
    package.preload["spec.pool_alone"] = loadtext "return require('spec.support.rules_alone').LINES"
    package.preload["spec.pool_keys"] = loadtext [[
      local function hash(state) return table.concat(state.cells, "", 0) end
      return setmetatable({hash = hash}, {__index = require("spec.support.rules_alone").LINES})
    ]]
    for _, row in ipairs {{"spec.pool_alone", "uct"}, {"spec.pool_keys", "uct"}, {"spec.pool_keys", "pvs", 8}} do
      local options = {rules = row[1], preload = {row[1]}, threads = 2, options = {time = 1e6, table = row[3]}}
      with_pool(options, function(pool)
        for _, limits in ipairs {{depth = 2}, {nodes = 200}, {level = 2}} do
          assert.not_equal("uct", select(3, pool:search({}, limits)).techniques[1])
        end
        pool:start {36}
        while not pool:best() do pool:step(0.01) end -- the technique of the first answer depends on no clock
        local best, value, info = pool:best()
        pool:stop()
        assert.is_true(best ~= nil and value > -1 and value < 1)
        assert.equal(row[2], info.techniques[1])
      end)
    end
  end)
end)

describe("The sum of trees", function()
  local plan = {
    win = math.huge, is_choice = false, deals = 0, level = 0, temperature = 0, lists_ties = false, draws_tie = false,
    multipv = 9,
  }

  -- The message of a helper with such moves: their visits and points, and `result` and `plies` if they are proven.
  local function message(kids, fields)
    local tree = {
      kids = {}, visits = 0, players = 2, is_scaled = false, lowest = 0, highest = 0, minimizing = false, plan = plan,
      random = 0,
    }
    for name, value in pairs(fields or {}) do tree[name] = value end
    for i, kid in ipairs(kids) do
      tree.visits = tree.visits + kid[2]
      tree.kids[i] = {
        move = kid[1], visits = kid[2], points = kid[3], result = kid[4], plies = kid[5], pv = {kid[1]},
        is_known = true,
      }
    end
    return {info = {tree = tree, scores = {}}}
  end

  local function moves_of(info)
    local list = {}
    for i, score in ipairs(info.scores) do list[i] = score.move end
    return table.concat(list)
  end

  it("has the means of points by visits, and the best by visits first", function()
    local found = trees.sum {
      message {{"a", 60, 0.5}, {"b", 40, 0.75}}, message {{"b", 80, 0.6}, {"a", 15, 0.3}, {"c", 5, 0.1}},
    }
    local info = found.info
    assert.same({"b", "bac", 120, 0.6}, {found.best, moves_of(info), info.scores[1].visits, info.scores[1].share})
    assert.is_true(math.abs(found.value - (40 * 0.75 + 80 * 0.6) / 120) < 1e-12)
  end)

  it("believes each tree's proofs", function()
    local lost = trees.sum {message {{"a", 90, 0.7}, {"b", 10, 0.4}}, message {{"b", 50, 0.4}, {"a", 9, 0, -1, 4}}}
    assert.same({"b", "ba"}, {lost.best, moves_of(lost.info)})
    local drawn = trees.sum {message {{"a", 90, 0.4}, {"b", 10, 0.5, 0, 6}}, message {{"a", 50, 0.45}, {"b", 9, 0.4}}}
    assert.same({"b", 0.5, "lower"}, {drawn.best, drawn.value, drawn.info.bound})
    local won = trees.sum {
      message {{"a", 90, 0.7}, {"b", 10, 0.4}},
      message({{"b", 5, 1, 1, 3}, {"a", 50, 0.4}}, {proven = 1, result = 1, plies = 3}),
    }
    assert.same({"b", 1, "exact", "ba"}, {won.best, won.value, won.info.bound, moves_of(won.info)})
  end)
end)
