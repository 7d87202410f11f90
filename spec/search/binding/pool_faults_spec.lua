-- What goes wrong in a pool's helpers, or is given to a pool, and what is done with a pool while it is at work: the
-- program is told, and never waits without end.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local meanwhile = require "spec.support.meanwhile"
local memory_use = require "spec.support.memory_use"
local pools = require "spec.support.pools"
local text = require "alphabeta.pool.text"

local loadtext = loadstring or load -- luacheck: ignore 113
local CONNECT4, NIM = "games.connect4_hashed", "spec.support.pool_rules"
local finish, with_pool = pools.finish, pools.with

if not pools.has_threads then return end

-- Options for a pool whose rules are a program's.
local function with_rules(name, program, threads)
  package.preload[name] = loadtext(program)
  return {rules = name, preload = {name}, threads = threads}
end

-- Rules that are those of NIM but for some fields.
local CHANGED = "return setmetatable({%s}, {__index = require 'spec.support.pool_rules'})"

-- What `search` and `start` refuse, by the pool itself: a position, the message and perhaps limits.
local NONE = "argument 'position': expected a string or an array of moves, got "
local REFUSED = {
  {5, NONE}, {true, NONE}, {print, NONE},
  {{4, nil, 3}, NONE .. "a table with 2 moves of which one has the number 3"},
  {{x = 4}, NONE .. "a table with the key 'x'"}, {{[0.5] = 4}, NONE .. "a table with the key 0.5"},
  {{[0] = 4, 4}, NONE .. "a table with the key 0"},
  {{print}, "argument 'position': a function cannot be sent to a helper"},
  {"7", "argument 'depth': expected a depth or a table of options, got 'x'", "x"},
}

-- What a search raises, from a helper: the options of the pool, the message, the position and the limits.
local RAISED = {
  {{rules = NIM}, "callback 'read': expected a state, got nil for 'x'", "x"},
  {{rules = NIM}, "limit 'depth': expected a depth", "7", {}},
  {{rules = NIM}, "unknown option 'dept'", "7", {dept = 3}},
  {{rules = "no.such.rules"}, "module 'no.such.rules' not found"},
  {{rules = "spec.support.failure"}, "expected the name of a module that returns a table, got function"},
  {{rules = NIM, options = {depth = -1}}, "option 'depth': expected an integer"},
  {{rules = NIM, options = {dept = 1}}, "unknown option 'dept'"},
  {with_rules("spec.pool_objects", CHANGED:format "player = function(state) return ({{}, {}})[state.turn] end", 2),
    "with a shared table, expected a number, a string or a boolean, got table"},
  {with_rules("spec.pool_odd", CHANGED:format "moves = function() return {print} end, make = type, unmake = type"),
    "the result cannot be sent to the pool: it holds a function"},
  {with_rules("spec.pool_still", "return {children = type, evaluate = type, new = os.time}"),
    "have neither 'make' nor 'play'", {1}},
}

-- What alphabeta.pool refuses at once: options and the message.
local closed = alphabeta.table(1)
closed:close()
local IMPOSSIBLE = {
  {{}, "alphabeta.pool: option 'rules': expected the name of a module, got nil"},
  {{rules = NIM, threads = 0}, "option 'threads': expected an integer from 1 to 256, got 0"},
  {{rules = NIM, thread = 1}, "unknown option 'thread'"},
  {{rules = NIM, ponder = 1}, "option 'ponder': expected a boolean, got 1"},
  {{rules = NIM, options = 3}, "option 'options': expected a table, got 3"},
  {{rules = NIM, options = {game = {}}}, "option 'game': the rules are those of option 'rules'"},
  {{rules = NIM, options = {trace = print}}, "option 'trace': a function cannot be sent to a helper"},
  {{rules = NIM, options = {level = print}}, "option 'level': a function cannot be sent to a helper"},
  {{rules = NIM, options = {algorithm = "uct", table = alphabeta.table(1)}},
    "option 'table': expected a size in MiB with algorithm 'uct', got a shared table"},
  {{rules = NIM, options = {table = -1}, threads = 2}, "option 'table': expected a number of MiB from 0 to 1024"},
  {{rules = NIM, preload = {"no.such"}}, "option 'preload': there is no 'no.such' in package.preload"},
  -- Cause: it was an error inside of the pool.
  {{rules = NIM, options = {table = closed}}, "pool: option 'table': expected an open table, got a closed one"},
  {{rules = NIM, preload = {"spec.pool_closure"}}, "uses local variables around it"},
}

describe("What goes wrong in a helper", function()
  it("is raised with its traceback, and the pool goes on", function()
    with_pool({rules = NIM}, function(pool)
      local message = failure(pool.search, pool, "error 7", 3)
      assert.matches("^alphabeta.pool: helper 1: .*a defect in evaluate", message)
      assert.matches("stack traceback:", message, 1, true)
      assert.same({code = 7}, failure(pool.search, pool, "table 7", 3))
      assert.equal(1, (select(2, pool:search("7", 9))))
      pool:start("error 7", 3)
      assert.matches("a defect in evaluate", failure(finish, pool), 1, true)
      assert.is_false(pool:thinking())
      assert.is_nil(pool:best())
      for _, row in ipairs(REFUSED) do
        for _, method in ipairs {"search", "start"} do
          assert.matches("pool:" .. method .. ": " .. row[2],
            failure(pool[method], pool, row[1], row[3] or 3), 1, true)
        end
      end
      assert.equal(1, (select(2, pool:search("7", 9))))
    end)
  end)

  it("is raised by each search, if rules cannot be loaded, or if options, a position or limits are wrong", function()
    for _, row in ipairs(RAISED) do
      with_pool(row[1], function(pool)
        for _ = 1, 2 do
          assert.matches(row[2], failure(pool.search, pool, row[3] or "7", row[4] or 3), 1, true)
        end
      end)
    end
  end)

  it("is refused at once if an option cannot be right", function()
    local outer = 1
    package.preload["spec.pool_closure"] = function() return outer end
    for _, row in ipairs(IMPOSSIBLE) do
      local message = failure(alphabeta.pool, row[1])
      assert.matches(row[2], message, 1, true)
      assert.is_nil(message:find("pool.lua", 1, true))
    end
    package.preload["spec.pool_closure"] = nil
  end)

  it("is told of values that cannot be sent", function()
    local circle = {}
    circle.circle = circle
    for expected, value in pairs {["a function"] = print, ["a userdata"] = io.stdout, ["a table that"] = circle} do
      local sent, problem = text.of {value}
      assert.is_nil(sent)
      assert.matches(expected, problem, 1, true)
    end
    local odd = setmetatable({}, {__pairs = function()
      return function(_, key) if not key then return 0 / 0, 1 end end
    end})
    local has_pairs = false
    for _ in pairs(odd) do has_pairs = true end
    if has_pairs then assert.same({nil, "a table whose '__pairs' gives the key NaN"}, {text.of {odd}}) end
  end)

  it("is no table that the program closes after it has made the pool", function()
    local shared = alphabeta.table(1)
    local handle = shared:handle()
    with_pool({rules = CONNECT4, threads = 2, options = {table = shared}}, function(pool)
      shared:close()
      for _ = 1, 2 do assert.is_number((select(2, pool:search({}, 4)))) end
    end)
    memory_use.collect()
    assert.matches("argument 'handle'", failure(alphabeta.table, handle), 1, true)
  end)

  it("does not hang the program when a function does not return, not even beyond the program's limit", function()
    local pool = alphabeta.pool {rules = NIM}
    pool:start("hang 7", 3)
    assert.is_false(pool:step(0.05))
    pool:stop() -- returns, although the helper does not
    assert.is_true(pool:step())
    assert.is_nil(pool:best())
    pool:close() -- likewise
    assert.matches("pool:step: the pool is closed", failure(pool.step, pool), 1, true)
    with_pool({rules = NIM}, function(sleeping)
      local message = failure(sleeping.search, sleeping, "sleep 7", {time = 0.01})
      assert.matches("no answer: one of the functions of the game does not return", message, 1, true)
    end)
  end)
end)

-- A message of a helper was freed by a method that a finalizer called while a Lua string was made of it, and `close`
-- freed the lock that was taken next. What the pool knew was looked at and then changed, in several steps: an error of
-- a debug hook between them left a search that never ended, and one that a hook began got the results of another.
describe("A pool that is used while it is at work", function()
  -- Its hooks and finalizers are many: fewer of them are tried.
  describe("whatever is done then,", meanwhile.body({
    it = it, setup = setup, teardown = teardown, pending = pending,
  }, {["a pool"] = function()
    local pool = alphabeta.pool {rules = NIM, options = {table = 1 / 1024}}
    return {
      call = function()
        pool:search("7", {depth = 9, on_iteration = meanwhile.intrude})
        pool:start("5", 3)
        pool:step(0.01)
        pool:best()
        pool:stop()
        pool:clear()
      end,
      objects = {pool}, position = {{take = 1}},
      is_usable = function()
        pcall(pool.stop, pool)
        return select(2, pool:search("7", 9)) == 1
      end,
      finish = function() pool:close() end,
    }
  end}, effort(12, 20)))

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
