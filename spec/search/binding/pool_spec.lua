-- Helpers that search in threads of their own: what they find, what goes wrong in them, and how they end. That no
-- memory is read and written at once is tested in C, under ThreadSanitizer: spec/c/lua_pool_test.c.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local connect4 = require "games.connect4_hashed"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local files = require "spec.support.files"
local rng = require "spec.support.rng"
local script = require "spec.support.script"
local share = require "spec.support.share"
local text = require "alphabeta.pool.text"

local loadtext = loadstring or load -- luacheck: ignore 113
local CONNECT4, NIM = "games.connect4_hashed", "spec.support.pool_rules"

if not (core.threads and core.threads()) then
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

-- Calls a function with a pool that is closed afterwards, whatever happens.
local function with_pool(options, use)
  local pool = alphabeta.pool(options)
  local ok, err = pcall(use, pool)
  pool:close()
  if not ok then error(err, 0) end
end

-- Waits for the end of a search.
local function finish(pool)
  while not pool:step(0.1) do end
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
          local line = random_line(random, plies)
          local best, value, info = ai:search(after(line), 5)
          local other, other_value, other_info = pool:search(plies % 4 == 0 and line or table.concat(line), 5)
          info.time, other_info.time = nil, nil
          assert.same({best, value, info}, {other, other_value, other_info})
        end
      end)
    end
  end)

  it("ends by a limit of nodes after the same nodes", function()
    local _, _, info = alphabeta.new(connect4):search(after {}, {nodes = 3000})
    with_pool({rules = CONNECT4}, function(pool)
      local _, _, other = pool:search({}, {nodes = 3000})
      assert.same({info.nodes, info.depth, "nodes"}, {other.nodes, other.depth, other.reason})
    end)
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
      assert.matches("pool:start: the pool is thinking", failure(pool.start, pool, {}, 1), 1, true)
      assert.matches("pool:search: the pool is thinking", failure(pool.search, pool, {}, 1), 1, true)
      assert.matches("pool:clear: the pool is thinking", failure(pool.clear, pool), 1, true)
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

describe("What goes wrong in a helper", function()
  it("is raised with its traceback, and the pool goes on", function()
    with_pool({rules = NIM}, function(pool)
      local message = failure(pool.search, pool, "error 7", 3)
      assert.matches("^alphabeta.pool: helper 1: .*a defect in evaluate", message)
      assert.matches("evaluate", message, 1, true)
      assert.matches("stack traceback:", message, 1, true)
      assert.same({code = 7}, failure(pool.search, pool, "table 7", 3))
      assert.equal(1, (select(2, pool:search("7", 9))))
      pool:start("error 7", 3)
      assert.matches("a defect in evaluate", failure(finish, pool), 1, true)
      assert.is_false(pool:thinking())
      assert.is_nil(pool:best())
      assert.equal(1, (select(2, pool:search("7", 9))))
    end)
  end)

  it("is raised when a position is none", function()
    with_pool({rules = NIM}, function(pool)
      assert.matches("callback 'read': expected a state, got nil for 'x'", failure(pool.search, pool, "x", 3), 1, true)
      for _, wrong in ipairs {5, true, print} do
        assert.matches("pool:search: argument 'position': expected a string or an array of moves", failure(pool.search,
          pool, wrong, 3), 1, true)
      end
      assert.matches("argument 'position': a function cannot be sent to a helper",
        failure(pool.start, pool, {print}, 3), 1, true)
      assert.matches("argument 'depth': expected a depth or a table of options, got 'x'",
        failure(pool.start, pool, "7", "x"), 1, true)
      assert.matches("limit 'depth': expected a depth", failure(pool.search, pool, "7"), 1, true)
      assert.matches("unknown option 'dept'", failure(pool.search, pool, "7", {dept = 3}), 1, true)
      assert.equal(1, (select(2, pool:search("7", 9))))
    end)
  end)

  it("is raised by every method where rules cannot be loaded or options are wrong", function()
    local wrong = {
      ["module 'no.such.rules' not found"] = {rules = "no.such.rules"},
      ["expected the name of a module that returns a table, got function"] = {rules = "spec.support.failure"},
      ["option 'depth': expected an integer"] = {rules = NIM, options = {depth = -1}},
      ["unknown option 'dept'"] = {rules = NIM, options = {dept = 1}},
      ["with a shared table, expected a number, a string or a boolean, got table"] = {
        rules = "spec.pool_objects", preload = {"spec.pool_objects"}, threads = 2,
      },
    }
    package.preload["spec.pool_objects"] = loadtext [[
      local players = {{}, {}}
      return setmetatable({player = function(state) return players[state.turn] end},
        {__index = require "spec.support.pool_rules"})
    ]]
    for message, options in pairs(wrong) do
      with_pool(options, function(pool)
        for _ = 1, 2 do assert.matches(message, failure(pool.search, pool, "7", 3), 1, true) end
      end)
    end
  end)

  it("is refused at once where an option cannot be right", function()
    local wrong = {
      ["alphabeta.pool: option 'rules': expected the name of a module, got nil"] = {},
      ["option 'threads': expected an integer from 1 to 256, got 0"] = {rules = NIM, threads = 0},
      ["unknown option 'thread'"] = {rules = NIM, thread = 1},
      ["option 'options': expected a table, got 3"] = {rules = NIM, options = 3},
      ["option 'game': the rules are those of option 'rules'"] = {rules = NIM, options = {game = {}}},
      ["option 'trace': a function cannot be sent to a helper"] = {rules = NIM, options = {trace = print}},
      ["option 'level': a function cannot be sent to a helper"] = {rules = NIM, options = {level = print}},
      ["option 'table': expected a size in MiB with algorithm 'uct', got a shared table"] =
        {rules = NIM, options = {algorithm = "uct", table = alphabeta.table(1)}},
      ["option 'table': expected a number of MiB from 0 to 1024"] = {rules = NIM, options = {table = -1}, threads = 2},
      ["option 'preload': there is no 'no.such' in package.preload"] = {rules = NIM, preload = {"no.such"}},
    }
    for message, options in pairs(wrong) do assert.matches(message, failure(alphabeta.pool, options), 1, true) end
    local outer = 1
    package.preload["spec.pool_closure"] = function() return outer end
    assert.matches("uses local variables around it", failure(alphabeta.pool,
      {rules = NIM, preload = {"spec.pool_closure"}}), 1, true)
    package.preload["spec.pool_closure"] = nil
  end)

  it("does not hang the program when a function does not return", function()
    local pool = alphabeta.pool {rules = NIM}
    pool:start("hang 7", 3)
    assert.is_false(pool:step(0.05))
    pool:stop() -- returns, although the helper does not
    assert.is_true(pool:step())
    assert.is_nil(pool:best())
    pool:close() -- likewise
    assert.matches("pool:step: the pool is closed", failure(pool.step, pool), 1, true)
  end)

  it("does not keep the program's limit of time", function()
    local pool = alphabeta.pool {rules = NIM}
    local message = failure(pool.search, pool, "sleep 7", {time = 0.01})
    assert.matches("no answer: one of the functions of the game does not return", message, 1, true)
    pool:close()
  end)
end)

-- A message of a helper was freed by a method that a finalizer called while a Lua string was made of it, and `close`
-- freed the lock that was taken next. What the pool knew was looked at and then changed, in several steps: an error of
-- a debug hook between them left a search that never ended, and one that a hook began got the results of another.
describe("A pool that is used while it is at work", function()
  local METHODS = {
    stop = function(pool) pool:stop() end, best = function(pool) pool:best() end, step = function(pool) pool:step() end,
    close = function(pool) pool:close() end, clear = function(pool) pool:clear() end,
    start = function(pool) pool:start({{take = 1}}, 2) end,
    search = function(pool) pool:search({{take = 1}}, 2) end, ["an error"] = function() error("on purpose", 0) end,
  }

  -- What errors may say: that the pool is closed, thinks, or what was raised on purpose.
  local function check_error(ok, message)
    message = tostring(message):gsub("^[^\n]-pool_spec%.lua:%d+: ", "")
    assert.is_true(ok or message:find("^pool:%w+: the pool is closed") ~= nil or message == "on purpose"
      or message:find("the pool is thinking", 1, true) ~= nil or message:find("no search was started", 1, true) ~= nil,
      message)
  end

  -- Calls `collect` whenever there is garbage, until the function that is returned is called.
  local function when_collected(collect)
    local is_on = true
    local function arm()
      local function finalizer()
        if not is_on then return end
        arm()
        collect()
      end
      if newproxy then -- luacheck: ignore 113
        debug.setmetatable(newproxy(true), {__gc = finalizer}) -- luacheck: ignore 113
      else
        setmetatable({}, {__gc = finalizer})
      end
    end
    arm()
    return function() is_on = false end
  end

  -- Whether the pool finds what is right, or says that it is closed.
  local function check_usable(pool)
    pcall(pool.stop, pool)
    local ok, best, value = pcall(pool.search, pool, "7", 9)
    if ok then
      assert.same({{take = 3}, 1}, {best, value})
    else
      assert.matches("pool:search: the pool is closed", best, 1, true)
    end
    pool:close()
  end

  for name, call in pairs(METHODS) do
    it("by a finalizer goes on, or says that it is closed: " .. name, function()
      -- With a collector that never rests, traces of LuaJIT are left for finalizers before they have done anything.
      local jit = rawget(_G, "jit")
      if jit then jit.off() end
      local pause, step = collectgarbage("setpause", 0), collectgarbage("setstepmul", 10000)
      local pool = alphabeta.pool {rules = NIM, threads = 2, options = {table = 1 / 1024}}
      local calls = 0
      local disarm = when_collected(function()
        calls = calls + 1
        check_error(pcall(call, pool))
      end)
      repeat check_error(pcall(pool.search, pool, {{take = 2}}, 4)) until calls >= 5
      disarm()
      collectgarbage("setpause", pause)
      collectgarbage("setstepmul", step)
      if jit then jit.on() end
      assert.is_true(calls > 0)
      check_usable(pool)
    end)

    it("by a debug hook goes on, or says that it is closed: " .. name, function()
      local places = share.of(11, math.huge, 11)
      local k, pool, calls
      repeat
        k, calls = places(), 0
        pool = pool or alphabeta.pool {rules = NIM, threads = 1, options = {table = 1 / 1024}}
        local ok, best, value = pcall(function()
          debug.sethook(function()
            calls = calls + 1
            if calls ~= k then return end
            check_error(pcall(call, pool))
            if name == "an error" then error("on purpose", 0) end
          end, "cr")
          local best, value = pool:search("7", 9)
          debug.sethook()
          return best, value
        end)
        debug.sethook()
        check_error(ok, best)
        if name ~= "stop" and ok then assert.same({{take = 3}, 1}, {best, value}) end
        if not ok or not pcall(pool.stop, pool) then
          check_usable(pool)
          pool = nil
        end
      until calls < k or k > 1000
      assert.is_true(k > 40)
      if pool then check_usable(pool) end
    end)
  end

  it("gives a search its own results, whatever others are begun meanwhile", function()
    with_pool({rules = NIM}, function(pool)
      local taken
      local function begin_another()
        if taken then return end
        taken = true
        pool:stop()
        pool:start("5", 9)
      end
      pool:search("slow 12", {depth = 12, deepening = true, on_iteration = begin_another})
      finish(pool)
      local best, value = pool:best()
      assert.same({{take = 1}, 1}, {best, value})
    end)
  end)
end)

-- `ipairs` saw the beginning of a position that is no array, and that was searched. A closed table among the options
-- was an error inside of the pool. A table that is there several times was written each time.
describe("What is given to a pool", function()
  it("is an array without holes, or a string", function()
    with_pool({rules = CONNECT4}, function(pool)
      local wrong = {
        ["got a table with 2 moves of which one has the number 3"] = {4, nil, 3},
        ["got a table with the key 'x'"] = {x = 4}, ["got a table with the key 0.5"] = {[0.5] = 4},
        ["got a table with the key 0"] = {[0] = 4, 4},
      }
      for message, position in pairs(wrong) do
        for _, method in ipairs {"search", "start"} do
          assert.equal(("pool:%s: argument 'position': expected a string or an array of moves, %s")
            :format(method, message), failure(pool[method], pool, position, 2))
        end
      end
    end)
  end)

  it("is a table that is open; the program may close it then", function()
    local shared = alphabeta.table(1)
    shared:close()
    local message = failure(alphabeta.pool, {rules = CONNECT4, options = {table = shared}})
    assert.matches("alphabeta.pool: option 'table': expected an open table, got a closed one$", message)
    assert.is_nil(message:find("pool.lua", 1, true))
    shared = alphabeta.table(1)
    local handle = shared:handle()
    with_pool({rules = CONNECT4, threads = 2, options = {table = shared}}, function(pool)
      shared:close()
      for _ = 1, 2 do assert.is_number((select(2, pool:search({}, 4)))) end
    end)
    collectgarbage()
    collectgarbage()
    assert.matches("argument 'handle'", failure(alphabeta.table, handle), 1, true)
  end)

  it("may have a table in it more than once, and has it so again", function()
    local graph = {}
    for _ = 1, 60 do graph = {graph, graph, x = graph} end
    local sent = text.of(graph)
    assert.is_true(#sent < 2000)
    local back = text.value(sent)
    assert.equal(back[1], back[2])
    assert.equal(back[1][1], back.x[2])
  end)

  it("is refused where its __pairs gives NaN, and the helper lives", function()
    local odd = setmetatable({}, {__pairs = function()
      return function(_, key) if not key then return 0 / 0, 1 end end
    end})
    local has_pairs = false
    for _ in pairs(odd) do has_pairs = true end
    if not has_pairs then return end
    assert.same({nil, "a table whose '__pairs' gives the key NaN"}, {text.of {odd}})
    package.preload["spec.pool_odd"] = loadtext [[
      local odd = setmetatable({}, {__pairs = function()
        return function(_, key) if not key then return 0 / 0, 1 end end
      end})
      return setmetatable({
        moves = function(state) return state.heap > 0 and {odd} or {} end,
        make = function(state) state.heap, state.turn = state.heap - 1, 3 - state.turn end,
        unmake = function(state) state.heap, state.turn = state.heap + 1, 3 - state.turn end,
      }, {__index = require "spec.support.pool_rules"})
    ]]
    with_pool({rules = "spec.pool_odd", preload = {"spec.pool_odd"}}, function(pool)
      for _ = 1, 2 do
        assert.matches("a table whose '__pairs' gives the key NaN", failure(pool.search, pool, "2", 2), 1, true)
      end
      assert.matches("argument 'position': a table whose '__pairs' gives the key NaN cannot be sent to a helper",
        failure(pool.search, pool, {odd}, 2), 1, true)
    end)
    package.preload["spec.pool_odd"] = nil
  end)
end)

describe("The end of a pool", function()
  it("may come at any moment, and twice", function()
    for _, steps in ipairs {0, 1} do
      local pool = alphabeta.pool {rules = CONNECT4, threads = 2}
      pool:start({}, 30)
      if steps > 0 then pool:step(0.02) end
      pool:close()
      pool:close()
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

  it("is told by tostring", function()
    local pool = alphabeta.pool {rules = NIM}
    assert.equal("alphabeta.pool (idle)", tostring(pool))
    pool:start("slow 9", 9)
    assert.equal("alphabeta.pool (thinking)", tostring(pool))
    pool:close()
    assert.equal("alphabeta.pool (closed)", tostring(pool))
  end)

  it("comes at the end of the program, whatever its helpers do", function()
    local first = 0
    while arg and arg[first - 1] do first = first - 1 end
    -- A sanitizer must come first in an interpreter that was built without it; an emulator runs one that is foreign.
    if first == 0 or not script.has_shell or (os.getenv "ALPHABETA_TAG" or ""):match "asan" then return end
    local path = os.tmpname()
    for _, ending in ipairs {"", "os.exit(0)", "error 'x'", "pool = nil collectgarbage()"} do
      files.write(path, [[
        pool = require "alphabeta".pool {rules = "spec.support.pool_rules", threads = 2}
        pool:start("slow 12", 12)
        pool:step(0.01)
        io.write "begun" io.flush()
      ]] .. ending)
      local pipe = io.popen(("%s %s 2>&1"):format(arg[first], path))
      local output = pipe:read "*a"
      pipe:close()
      assert.matches("^begun", output)
      assert.is_nil(output:lower():find "fault")
    end
    os.remove(path)
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
    if kind then
      for _, value in ipairs {3, 3.0, -0.0, math.mininteger, 2.0 ^ 63} do
        assert.equal(kind(value), kind(text.value(text.of(value))))
        assert.equal(tostring(value), tostring(text.value(text.of(value))))
      end
    end
    if rawget(_G, "jit") then
      local big = loadtext "return 9007199254740993LL"()
      assert.is_true(text.value(text.of(big)) == big)
    end
  end)

  it("are refused where they hold what cannot be sent", function()
    local circle = {}
    circle.circle = circle
    for expected, value in pairs {["a function"] = print, ["a userdata"] = io.stdout, ["a table that"] = circle} do
      local sent, problem = text.of {value}
      assert.is_nil(sent)
      assert.matches(expected, problem, 1, true)
    end
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

  it("is refused what is no boolean", function()
    assert.matches("option 'ponder': expected a boolean, got 1", failure(alphabeta.pool, {rules = NIM, ponder = 1}), 1,
      true)
  end)
end)

-- Cause: a forked process has a copy of the pool and none of its threads. A step waited for messages of theirs, without
-- end; to close the pool waited for their end.
describe("A pool in a forked process", function()
  local has_ffi, ffi = pcall(require, "ffi")
  local can_fork = has_ffi and rawget(_G, "jit") and jit.os ~= "Windows"
  local it = can_fork and it or pending -- luacheck: ignore 431

  -- Runs a function in a forked process, for some seconds at most. Returns whether it has returned true.
  local function forked(run)
    ffi.cdef "int fork(void); int waitpid(int, int *, int); unsigned alarm(unsigned); void _exit(int);"
    local child = ffi.C.fork()
    if child == 0 then
      ffi.C.alarm(20)
      local ok, is_right = pcall(run)
      ffi.C._exit(ok and is_right and 0 or 1)
    end
    local status = ffi.new "int[1]"
    ffi.C.waitpid(child, status, 0)
    return status[0] == 0
  end

  it("says that its helpers are elsewhere, and is closed at once", function()
    with_pool({rules = CONNECT4, threads = 1}, function(pool)
      pool:start({4}, {depth = 3})
      assert.is_true(forked(function()
        local message = failure(pool.step, pool, 0)
        local is_told = message:find("the process that has forked this one: make a pool after the fork", 1, true)
        pool:close()
        return is_told
      end))
      finish(pool)
      assert.is_number((pool:best()))
    end)
  end)
end)
