-- Helpers that search in threads of their own: what they find, what is sent to them and back, how they ponder and how
-- they end. That no memory is read and written at once is tested in C, under ThreadSanitizer: spec/c/lua_pool_test.c.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local connect4 = require "games.connect4_hashed"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local memory_use = require "spec.support.memory_use"
local pool_trial = require "spec.support.pool_trial"
local pools = require "spec.support.pools"
local results = require "spec.support.results"
local script = require "spec.support.script"
local share = require "spec.support.share"
local text = require "alphabeta.pool.text"

local loadtext = loadstring or load -- luacheck: ignore 113
local CONNECT4, NIM = "games.connect4_hashed", "spec.support.pool_rules"
local finish, with_pool = pools.finish, pools.with

local TRIALS = effort.seeds(30, 1000)

if not pools.has_threads then
  describe("A pool", function()
    it("says that there are no threads", function()
      assert.matches("this module was built without threads", failure(alphabeta.pool, {rules = NIM}), 1, true)
    end)
  end)
  return
end

describe("A pool", function()
  it("finds what a searcher finds, after the same nodes with one helper, or what minimax finds with several", function()
    for seed in share.of(1, TRIALS) do pool_trial.play(seed) end
  end)

  it("takes a line of moves, which may be tables", function()
    with_pool({rules = NIM}, function(pool)
      local best, value, info = pool:search("7", 9)
      assert.same({{take = 3}, 1, {take = 3}}, {best, value, info.pv[1]})
      assert.same({take = 2}, (pool:search({{take = 1}, {take = 1}, {take = 1}, {take = 3}}, 9))) -- six are left
    end)
    for _, options in ipairs {{}, {hash = "auto", hash_ignore = {"key"}}} do
      local expected = results.found(alphabeta.new(connect4, options):search(connect4.read "443", {nodes = 3000}))
      with_pool({rules = CONNECT4, options = options}, function(pool)
        results.same(expected, results.found(pool:search({4, 4, 3}, {nodes = 3000})))
      end)
    end
  end)

  it("has helpers that share a limit of nodes, and a table that the program has made", function()
    local shared = alphabeta.table(1)
    with_pool({rules = CONNECT4, threads = 2, options = {table = shared}}, function(pool)
      local _, _, info = pool:search({}, {nodes = 4000})
      assert.is_true(info.nodes <= 4100)
      assert.equal("nodes", info.reason)
      pool:search({}, 6)
    end)
    local function nodes(given)
      local options = {game = connect4, table = given, deepening = true}
      return select(3, alphabeta.search(connect4.new(), 6, options)).nodes
    end
    assert.is_true(nodes(shared) < nodes())
  end)

  it("keeps its table from search to search, until it is cleared", function()
    with_pool({rules = CONNECT4, options = {depth = 6, deepening = true}}, function(pool)
      local function nodes() return select(3, pool:search {}).nodes end
      local first = nodes()
      assert.is_true(nodes() < first / 10)
      pool:clear()
      assert.equal(first, nodes())
    end)
  end)

  it("searches in the background, is polled, and returns what it has found when it is stopped", function()
    with_pool({rules = CONNECT4, options = {deepening = true}}, function(pool)
      assert.is_nil(pool:best())
      pool:start({}, {depth = 30}) -- does not wait for its end, which is far
      assert.is_true(pool:thinking())
      assert.is_false(pool:step())
      for _, method in ipairs {"start", "search", "clear"} do
        assert.matches(("pool:%s: the pool is thinking"):format(method), failure(pool[method], pool, {}, 1), 1, true)
      end
      while not pool:best() do pool:step(0.01) end
      pool:stop()
      local best, _, info = pool:best()
      assert.same({"number", "stopped", true}, {type(best), info.reason, info.depth >= 1 and info.nodes > 0})
      assert.is_false(pool:thinking())
      assert.is_true(pool:step())
      pool:stop()
      pool:start({}, 4)
      finish(pool)
      local _, value = alphabeta.search(connect4.new(), 4, {game = connect4})
      assert.equal(value, (select(2, pool:best())))
    end)
  end)

  it("keeps a limit of time, from when it was asked", function()
    with_pool({rules = CONNECT4}, function(pool)
      pool:search({}, 1)
      local before = core.clock()
      local _, _, info = pool:search({}, {time = 0.05})
      assert.equal("time", info.reason)
      assert.is_true(core.clock() - before >= 0.04)
    end)
  end)

  it("calls on_iteration in the state of the program", function()
    local depths, own = {}, 0
    local function note(info) depths[#depths + 1] = info.depth end
    with_pool({rules = CONNECT4, options = {deepening = true, on_iteration = note}}, function(pool)
      pool:search({}, {nodes = 5000})
      assert.is_true(#depths > 0)
      for i = 2, #depths do assert.is_true(depths[i] > depths[i - 1]) end
      pool:search({4}, {nodes = 5000, on_iteration = function() own = own + 1 end})
      assert.is_true(own > 0)
    end)
  end)
end)

describe("Values as texts", function()
  it("come back as they were", function()
    local all = {
      true, false, 0, -1, 0.1, 1e300, -1e-300, 2 ^ 53, math.huge, -math.huge, "", "a\0b;}\n", {1, {2, {}}, x = "y"},
      {[1.5] = true, [false] = 3}, 1 / 3,
    }
    for _, value in ipairs(all) do assert.same(value, text.value(text.of(value))) end
    assert.is_nil(text.value(text.of(nil)))
    local nan = text.value(text.of(0 / 0))
    assert.is_true(nan ~= nan)
    local kind = rawget(math, "type")
    for _, value in ipairs(kind and {3, 3.0, -0.0, math.mininteger, 2.0 ^ 63} or {}) do
      assert.equal(kind(value), kind(text.value(text.of(value))))
      assert.equal(tostring(value), tostring(text.value(text.of(value))))
    end
    if rawget(_G, "jit") then
      local big = loadtext "return 9007199254740993LL"()
      assert.is_true(text.value(text.of(big)) == big)
    end
  end)

  -- Causes: a table that was there several times was written each time; a text was one function, and LuaJIT takes
  -- 65,536 constants in a function.
  it("may have a table more than once, and may be long", function()
    local graph, long = {}, {}
    for _ = 1, 60 do graph = {graph, graph, x = graph} end
    local sent = text.of(graph)
    assert.is_true(#sent < 2000)
    local back = text.value(sent)
    assert.equal(back[1], back[2])
    assert.equal(back[1][1], back.x[2])
    for i = 1, 33000 do long[i], long["key " .. i] = i + 0.5, true end
    back = text.value(text.of(long))
    for i = 1, #long do assert(back[i] == i + 0.5 and back["key " .. i]) end
  end)
end)

describe("The end of a pool", function()
  it("may come at any moment, and twice", function()
    for _, steps in ipairs {0, 1} do
      local pool = alphabeta.pool {rules = CONNECT4, threads = 2}
      assert.equal("alphabeta.pool (idle)", tostring(pool))
      pool:start({}, 30)
      if steps > 0 then pool:step(0.02) end
      assert.equal("alphabeta.pool (thinking)", tostring(pool))
      pool:close()
      pool:close()
      assert.equal("alphabeta.pool (closed)", tostring(pool))
      for _, method in ipairs {"search", "start", "step", "best", "stop", "thinking", "clear"} do
        assert.matches("^pool:" .. method .. ": the pool is closed$", failure(pool[method], pool, {}, 1))
      end
    end
  end)

  it("comes by the collector, with all threads and the table", function()
    local shared = alphabeta.table(1)
    local handle = shared:handle()
    for _ = 1, effort(5, 20) do
      local pool = alphabeta.pool {rules = NIM, threads = 2, options = {table = shared}}
      pool:start("slow 9", 9)
    end
    memory_use.collect()
    shared:close() -- no helper holds it any more
    assert.matches("argument 'handle'", failure(alphabeta.table, handle), 1, true)
  end)

  it("comes at the end of the program, whatever its helpers do", function()
    -- A sanitizer must come first in an interpreter that was built without it; an emulator runs one that is foreign.
    if not (arg and arg[-1]) or not script.has_shell or (os.getenv "ALPHABETA_TAG" or ""):match "asan" then return end
    for _, ending in ipairs {"", "os.exit(0)", "error 'x'", "pool = nil collectgarbage()"} do
      local output = script.run_limited([[
        pool = require "alphabeta".pool {rules = "spec.support.pool_rules", threads = 2}
        pool:start("slow 12", 12)
        pool:step(0.01)
        io.write "begun" io.flush()
      ]] .. ending)
      assert.matches("^begun", output)
      assert.is_nil(output:lower():find "fault")
    end
  end)
end)

-- A game that never ends. Each state that `new` makes has a number, which is what all evaluations below it say.
local COUNTED = "spec.pool_counted"

local function with_counted(ponder, options, use)
  package.preload[COUNTED] = loadtext [[
    local made = 0
    return {
      new = function()
        made = made + 1
        return {number = made, moved = 0}
      end,
      moves = function() return {1, 2} end,
      make = function(state) state.moved = state.moved + 1 end,
      unmake = function(state) state.moved = state.moved - 1 end,
      evaluate = function(state) return state.number end,
    }
  ]]
  with_pool({rules = COUNTED, preload = {COUNTED}, ponder = ponder, options = options}, use)
end

-- The number of the state that was searched, and the position that is expected next.
local function number_of(pool, position, limits)
  local best, value, info = pool:search(position, limits)
  local expected = {}
  for i, move in ipairs(position) do expected[i] = move end
  expected[#expected + 1], expected[#expected + 2] = best, info.pv[2]
  return value, expected, info
end

describe("A pool that ponders", function()
  it("goes on with the search of the position that it expects, and begins anew with another", function()
    for _, ponders in ipairs {false, true} do
      with_counted(ponders, {depth = 4}, function(pool)
        local number, expected = number_of(pool, {})
        assert.equal(1, number)
        number, expected = number_of(pool, expected)
        assert.equal(2, number) -- made when the first search had ended, or for this one
        expected[#expected] = 3 - expected[#expected]
        assert.equal(ponders and 4 or 3, (number_of(pool, expected))) -- another one was expected
      end)
    end
  end)

  it("begins anew if the search has limits that it could not know, and after stop and clear", function()
    with_counted(true, {depth = 4}, function(pool)
      local _, expected = number_of(pool, {})
      local number
      number, expected = number_of(pool, expected, {depth = 2})
      assert.equal(3, number)
      pool:stop()
      number, expected = number_of(pool, expected)
      assert.equal(5, number) -- 4 was made before stop
      pool:clear()
      assert.equal(7, (number_of(pool, expected)))
    end)
  end)

  it("ends a search that it has begun by the limit of time of the one that was asked for", function()
    for _, options in ipairs {{time = 0.01}, {depth = 1000, time = 1e6}, {think = 0.01}} do
      with_counted(true, options, function(pool)
        local limits = options.depth and {time = 0.01} or nil
        local _, expected = number_of(pool, {}, limits)
        local number, _, info = number_of(pool, expected, limits)
        assert.same({2, "time", true}, {number, info.reason, info.depth >= 1})
      end)
    end
  end)
end)
