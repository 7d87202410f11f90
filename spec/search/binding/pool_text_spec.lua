-- What is sent to a pool's helpers and back: positions, tables and values, as texts.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local pools = require "spec.support.pools"
local text = require "alphabeta.pool.text"

local loadtext = loadstring or load -- luacheck: ignore 113
local CONNECT4 = "games.connect4_hashed"
local with_pool = pools.with

if not pools.has_threads then return end

-- Cause: a closed table among the options was an error inside of the pool. A table that is there several times was
-- written each time. `ipairs` saw the beginning of a position that is no array, and that was searched: see
-- pool_faults_spec.
describe("What is given to a pool", function()
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

  -- Cause: a text was one function, and LuaJIT takes 65,536 constants in a function.
  it("may be long", function()
    local long = {}
    for i = 1, 33000 do long[i], long["key " .. i] = i + 0.5, {i} end
    local back = text.value(text.of(long))
    for i = 1, #long do assert(back[i] == i + 0.5 and back["key " .. i][1] == i) end
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
