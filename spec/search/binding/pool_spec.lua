-- Helpers that search in threads of their own: what they find, how they ponder and how they end. That no memory is read
-- and written at once is tested in C, under ThreadSanitizer: spec/c/lua_pool_test.c.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local connect4 = require "games.connect4_hashed"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local files = require "spec.support.files"
local pools = require "spec.support.pools"
local results = require "spec.support.results"
local rng = require "spec.support.rng"
local script = require "spec.support.script"

local loadtext = loadstring or load -- luacheck: ignore 113
local CONNECT4, NIM = "games.connect4_hashed", "spec.support.pool_rules"
local finish, with_pool = pools.finish, pools.with

if not pools.has_threads then
  describe("A pool", function()
    it("says that there are no threads", function()
      assert.matches("this module was built without threads", failure(alphabeta.pool, {rules = NIM}), 1, true)
    end)
  end)
  return
end

local function after(columns)
  local state = connect4.new()
  for _, column in ipairs(columns) do connect4.make(state, column) end
  return state
end

-- Some columns in a row, the game not being over.
local function random_line(random, plies)
  while true do
    local state, columns = connect4.new(), {}
    while #columns < plies and not connect4.is_over(state) do
      columns[#columns + 1] = random:pick(connect4.moves(state))
      connect4.make(state, columns[#columns])
    end
    if not connect4.is_over(state) then return columns end
  end
end

describe("A pool with one helper", function()
  it("finds what a searcher finds, after the same nodes", function()
    local random = rng.new(1)
    local all = {{}, {deepening = true}, {algorithm = "alphabeta", table = 0}, {multipv = 3, ties = true},
      {hash = "auto", hash_ignore = {"key"}}}
    for _, options in ipairs(all) do
      local ai = alphabeta.new(connect4, options)
      with_pool({rules = CONNECT4, options = options}, function(pool)
        for plies = 0, 6, 2 do
          local line, limits = random_line(random, plies), plies < 6 and 5 or {nodes = 3000}
          local position = plies % 4 == 0 and line or table.concat(line)
          results.same(results.found(ai:search(after(line), limits)), results.found(pool:search(position, limits)))
        end
      end)
    end
  end)

  it("keeps its table from search to search, until it is cleared", function()
    with_pool({rules = CONNECT4, options = {depth = 7, deepening = true}}, function(pool)
      local function nodes() return select(3, pool:search {}).nodes end
      local first = nodes()
      assert.is_true(nodes() < first / 10)
      pool:clear()
      assert.equal(first, nodes())
    end)
  end)

  it("searches in the background, and is polled", function()
    with_pool({rules = CONNECT4}, function(pool)
      assert.is_nil(pool:best())
      pool:start({}, {depth = 30}) -- does not wait for its end, which is far
      assert.is_true(pool:thinking())
      assert.is_false(pool:step())
      for _, method in ipairs {"start", "search", "clear"} do
        assert.matches(("pool:%s: the pool is thinking"):format(method), failure(pool[method], pool, {}, 1), 1, true)
      end
      pool:stop()
      assert.is_false(pool:thinking())
      assert.is_true(pool:step())
      pool:stop()
      pool:start({}, 4)
      finish(pool)
      assert.equal(select(2, alphabeta.search(after {}, 4, {game = connect4})), (select(2, pool:best())))
    end)
  end)

  it("returns what it has found when it is stopped", function()
    with_pool({rules = CONNECT4, options = {deepening = true}}, function(pool)
      pool:start({}, 30)
      while not pool:best() do pool:step(0.01) end
      pool:stop()
      local best, _, info = pool:best()
      assert.is_number(best)
      assert.equal("stopped", info.reason)
      assert.is_true(info.depth >= 1 and info.nodes > 0)
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
    local depths = {}
    local function note(info) depths[#depths + 1] = info.depth end
    with_pool({rules = CONNECT4, options = {deepening = true, on_iteration = note}}, function(pool)
      pool:search({}, {nodes = 5000})
      assert.is_true(#depths > 0)
      for i = 2, #depths do assert.is_true(depths[i] > depths[i - 1]) end
      local own = 0
      pool:search({4}, {nodes = 5000, on_iteration = function() own = own + 1 end})
      assert.is_true(own > 0)
    end)
  end)

  it("sends moves that are tables, as copies", function()
    with_pool({rules = NIM}, function(pool)
      local best, value, info = pool:search("7", 9)
      assert.same({{take = 3}, 1, {take = 3}}, {best, value, info.pv[1]})
      assert.same({take = 2}, (pool:search({{take = 1}, {take = 1}, {take = 1}, {take = 3}}, 9))) -- six are left
    end)
  end)

  it("sends states as text in the children style", function()
    package.preload["spec.pool_children"] = loadtext [[
      return {
        children = function(heap)
          local list = {}
          for take = 1, math.min(3, heap.count) do list[take] = {count = heap.count - take} end
          return list
        end,
        evaluate = function(heap) return heap.count == 0 and -1 or 0 end,
        read = function(text) return {count = tonumber(text)} end,
        write = function(heap) return ("%d"):format(heap.count) end,
        new = function() return {count = 9} end,
        view = "mover",
      }
    ]]
    with_pool({rules = "spec.pool_children", preload = {"spec.pool_children"}}, function(pool)
      local best, value, info = pool:search("7", {depth = 9, ties = true})
      assert.same({"4", 1, "4", {"4"}}, {best, value, info.pv[1], info.ties})
      assert.matches("have neither 'make' nor 'play'", failure(pool.search, pool, {1}, 1), 1, true)
    end)
    package.preload["spec.pool_children"] = nil
  end)
end)

describe("A pool with several helpers", function()
  it("finds the value of one thread, whatever the size of the table", function()
    local random = rng.new(2)
    for _, mib in ipairs {1 / 16384, 1} do
      with_pool({rules = CONNECT4, threads = 3, options = {table = mib}}, function(pool)
        for _ = 1, 6 do
          local line, depth = random_line(random, random:int(0, 12)), random:int(1, 6)
          local best, value, info = pool:search(line, depth)
          local _, truth, whole = alphabeta.search(after(line), depth,
            {game = connect4, algorithm = "minimax", ties = true})
          assert.equal(truth, value)
          local is_best = false
          for _, move in ipairs(whole.ties) do is_best = is_best or move == best end
          assert.is_true(is_best)
          assert.is_true(info.depth == depth or info.reason == "solved")
        end
      end)
    end
  end)

  it("searches with a table that the program has made, and leaves it there", function()
    local shared = alphabeta.table(1)
    with_pool({rules = CONNECT4, threads = 2, options = {table = shared}}, function(pool) pool:search({}, 7) end)
    local _, _, alone = alphabeta.search(after {}, 7, {game = connect4, deepening = true})
    local _, _, info = alphabeta.search(after {}, 7, {game = connect4, table = shared, deepening = true})
    assert.is_true(info.nodes < alone.nodes, ("%d nodes, %d without it"):format(info.nodes, alone.nodes))
  end)

  it("works for games without player, and without hash", function()
    package.preload["spec.pool_simple"] = loadtext [[
      local game = {view = "mover"}
      function game.new() return 21 end
      function game.moves(heap)
        local takes = {}
        for take = 1, math.min(3, heap) do takes[take] = take end
        return takes
      end
      function game.play(heap, take) return heap - take end
      function game.evaluate(heap) return heap == 0 and -1 or 0 end
      return game
    ]]
    package.preload["spec.pool_hashed"] = loadtext [[
      return setmetatable({hash = function(heap) return heap end}, {__index = require "spec.pool_simple"})
    ]]
    for _, rules in ipairs {"spec.pool_simple", "spec.pool_hashed"} do
      with_pool({rules = rules, preload = {"spec.pool_simple", "spec.pool_hashed"}, threads = 2}, function(pool)
        local line = {}
        for heap = 21, 12, -1 do
          local _, value = pool:search(line, 12)
          assert.equal(select(2, alphabeta.search(heap, 12, {game = package.preload["spec.pool_simple"]()})), value)
          line[#line + 1] = 1
        end
      end)
    end
  end)

  it("shares a limit of nodes", function()
    with_pool({rules = CONNECT4, threads = 2}, function(pool)
      local _, _, info = pool:search({}, {nodes = 4000})
      assert.is_true(info.nodes <= 4100)
      assert.equal("nodes", info.reason)
    end)
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
    collectgarbage()
    collectgarbage()
    shared:close() -- no helper holds it any more
    assert.matches("argument 'handle'", failure(alphabeta.table, handle), 1, true)
  end)

  it("comes at the end of the program, whatever its helpers do", function()
    -- A sanitizer must come first in an interpreter that was built without it; an emulator runs one that is foreign.
    if not (arg and arg[-1]) or not script.has_shell or (os.getenv "ALPHABETA_TAG" or ""):match "asan" then return end
    local path = os.tmpname()
    for _, ending in ipairs {"", "os.exit(0)", "error 'x'", "pool = nil collectgarbage()"} do
      files.write(path, [[
        pool = require "alphabeta".pool {rules = "spec.support.pool_rules", threads = 2}
        pool:start("slow 12", 12)
        pool:step(0.01)
        io.write "begun" io.flush()
      ]] .. ending)
      local pipe = io.popen(("%s %s 2>&1"):format(script.interpreter(), path))
      local output = pipe:read "*a"
      pipe:close()
      assert.matches("^begun", output)
      assert.is_nil(output:lower():find "fault")
    end
    os.remove(path)
  end)
end)

-- A game that never ends. Each state that `new` makes has a number, which is what all evaluations below it say.
local COUNTED = "spec.pool_counted"

local function with_counted(options, use)
  package.preload[COUNTED] = loadtext [[
    local made = 0
    local rules = {}
    function rules.new()
      made = made + 1
      return {number = made, moved = 0}
    end
    function rules.moves() return {1, 2} end
    function rules.make(state) state.moved = state.moved + 1 end
    function rules.unmake(state) state.moved = state.moved - 1 end
    function rules.evaluate(state) return state.number end
    return rules
  ]]
  with_pool({rules = COUNTED, preload = {COUNTED}, ponder = options.ponder, options = options.options}, use)
  package.preload[COUNTED] = nil
end

-- The number of the state that was searched, and the moves that are expected behind a position.
local function number_of(pool, position, limits)
  local best, value, info = pool:search(position, limits)
  local expected = {}
  for i, move in ipairs(position) do expected[i] = move end
  expected[#expected + 1], expected[#expected + 2] = best, info.pv[2]
  return value, expected, info
end

local function with_last(position, move)
  local copy = {}
  for i = 1, #position do copy[i] = i < #position and position[i] or move end
  return copy
end

describe("A pool that ponders", function()
  it("goes on with the search of the position that it expects", function()
    for _, ponders in ipairs {false, true} do
      with_counted({ponder = ponders, options = {depth = 4}}, function(pool)
        local number, expected = number_of(pool, {})
        assert.equal(1, number)
        number, expected = number_of(pool, expected)
        assert.equal(2, number) -- made when the first search had ended, or for this one
        number = number_of(pool, with_last(expected, 3 - expected[#expected]))
        assert.equal(ponders and 4 or 3, number) -- another one was expected
      end)
    end
  end)

  it("begins anew where the search has limits that it could not know, and after stop and clear", function()
    with_counted({ponder = true, options = {depth = 4}}, function(pool)
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
      with_counted({ponder = true, options = options}, function(pool)
        local limits = options.depth and {time = 0.01} or nil
        local _, expected = number_of(pool, {}, limits)
        local number, _, info = number_of(pool, expected, limits)
        assert.equal(2, number)
        assert.equal("time", info.reason)
        assert.is_true(info.depth >= 1)
      end)
    end
  end)
end)
