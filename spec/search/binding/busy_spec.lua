-- A searcher is busy from the first look at the arguments of a method to the last value that it returns. Between the
-- look whether it was free and the flag that it is not, metamethods of the arguments and finalizers used to run: they
-- began another search in the same memory, and the outer one crashed or returned the value of the inner one. Finalizers
-- are in ../interference_spec.lua.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"
local CAN_YIELD = alphabeta._ENGINE == "Lua"

local METHODS = { "search", "start", "step", "stop", "best", "clear", "save", "load", "close" }

local NIM = wrap.replace(small_games.NIM["in place"], { hash = function(state) return state.heap end })

-- Makes garbage, with which `finalize` is called.
local function when_collected(finalize)
  local finalizer = { __gc = finalize }
  if newproxy then -- luacheck: ignore 113
    debug.setmetatable(newproxy(true), finalizer) -- luacheck: ignore 113
  else
    setmetatable({}, finalizer)
  end
end

local SEARCH, PATH = { { heap = 11, turn = 2 }, 4 }, { "/nowhere/at/all" }
local ARGUMENTS = { search = SEARCH, start = SEARCH, step = { 1 }, save = PATH, load = PATH }

-- What somebody gets who calls `method` of a searcher.
local function use(ai, method)
  local arguments = ARGUMENTS[method] or {}
  return failure(ai[method], ai, arguments[1], arguments[2])
end

-- A table whose fields are those of `fields`, looked up by a function that calls `intrude` first.
local function watched(fields, intrude)
  return setmetatable({}, {
    __index = function(_, name)
      intrude(name)
      return fields[name]
    end,
  })
end

-- Where a method looks things up: each makes a search of 6 sticks by `ai`, in which `intrude` is called.
local PLACES = {
  ["the options of a search"] = function(ai, intrude)
    return ai:search({ heap = 6, turn = 1 }, watched({ depth = 6, multipv = "all" }, intrude))
  end,
  ["a game that is looked up"] = function(ai, intrude)
    local state = { heap = 6, turn = 1 }
    return ai:search(setmetatable(state, {
      __index = function(_, name)
        intrude(name)
        return NIM[name]
      end,
    }), { depth = 6, multipv = "all" })
  end,
  ["the options of a search by slices"] = function(ai, intrude)
    ai:start({ heap = 6, turn = 1 }, watched({ depth = 6, multipv = "all" }, intrude))
    ai:step(10)
    return ai:best()
  end,
  ["the limits of a slice"] = function(ai, intrude)
    ai:start({ heap = 6, turn = 1 }, { depth = 6, multipv = "all" })
    ai:step(watched({ time = 10 }, intrude))
    return ai:best()
  end,
}

-- A searcher for one of these places.
local function new_searcher(place)
  if place == "a game that is looked up" then return alphabeta.new(nil, { table = 0.01 }) end
  return alphabeta.new(NIM, { table = 0.01 })
end

-- What a search has found that does not depend on time.
local function found(best, value, info)
  local worth = {}
  for i, score in ipairs(info.scores) do worth[i] = score.move .. " " .. score.value end
  return { best, value, info.depth, info.nodes, info.reason, table.concat(worth, ", ") }
end

describe("A searcher whose arguments are read", function()
  for place, call in pairs(PLACES) do
    it("is in nobody else's reach: " .. place, function()
      local function new() return new_searcher(place) end
      local expected = found(call(new(), function() end))
      local looks = 0
      local ai = new()
      local got = found(call(ai, function()
        looks = looks + 1
        for _, method in ipairs(METHODS) do
          assert.matches("searcher:" .. method .. ": already searching$", use(ai, method))
        end
        assert.matches("searching", tostring(ai))
        assert.equal("boolean", type(ai:thinking()))
      end))
      assert.is_true(looks > 0)
      assert.same(expected, got)
      ai:clear()
      assert.same(expected, found(call(ai, function() end)))
    end)

    it("is let go when that raises an error: " .. place, function()
      local ai = new_searcher(place)
      assert.matches("no more", failure(call, ai, function() error("no more") end))
      ai:stop()
      assert.equal("alphabeta.searcher (idle)", tostring(ai))
      assert.truthy(call(ai, function() end))
    end)
  end

  it("keeps what it has found when a search does not even begin", function()
    local ai = alphabeta.new(NIM, { table = 0.01, multipv = "all" })
    ai:start({ heap = 6, turn = 1 }, 6)
    ai:step(10)
    local expected = found(ai:best())
    assert.matches("not even", failure(ai.search, ai, { heap = 9, turn = 1 }, watched({}, function()
      error("not even")
    end)))
    assert.matches("limit 'depth': expected a depth", failure(ai.search, ai, { heap = 9, turn = 1 }))
    assert.same(expected, found(ai:best()))
  end)
end)

-- A search went on in its coroutine, resumed by a finalizer, while `best` read what it had found.
describe("A search that goes on while best() reads", function()
  if not CAN_YIELD then return end

  it("ends with an error, or goes on when best() has returned", function()
    local resumed = 0
    for seed = 1, 20 do
      local game = setmetatable({
        evaluate = function(state, me)
          coroutine.yield()
          return NIM.evaluate(state, me)
        end,
      }, { __index = NIM })
      local ai = alphabeta.new(game, { multipv = "all", deepening = true })
      local state = { heap = 9, turn = 1 }
      local thread = coroutine.create(function() return ai:search(state, 9) end)
      for _ = 1, 30 + seed do coroutine.resume(thread) end
      local refusal = "already searching"
      when_collected(function()
        resumed = resumed + 1
        local ok, err = coroutine.resume(thread)
        refusal = not ok and err or refusal
      end)
      for _ = 1, 40 do ai:best() end
      collectgarbage()
      assert.is_truthy(refusal:find("already searching", 1, true), refusal)
      ai:stop()
      assert.equal(9, state.heap)
      assert.equal("alphabeta.searcher (idle)", tostring(ai))
    end
    assert.is_true(resumed > 0)
  end)
end)
