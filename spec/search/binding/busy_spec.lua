-- A searcher is busy from the first look at the arguments of a method to the last value that it returns. Between the
-- look whether it was free and the flag that it is not, metamethods of the arguments and finalizers used to run: they
-- began another search in the same memory, and the outer one crashed or returned the value of the inner one. Finalizers
-- are in ../interference_spec.lua.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local meanwhile = require "spec.support.meanwhile"
local results = require "spec.support.results"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local METHODS = { "search", "start", "step", "stop", "best", "clear", "save", "load", "close" }

local NIM = wrap.replace(small_games.NIM["in place"], { hash = function(state) return state.heap end })

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

local LIMITS = { depth = 6, multipv = "all" }

-- Where a method looks things up: each makes a search of 6 sticks by `ai`, in which `intrude` is called. The state may
-- be the game: then the searcher has none.
local PLACES = {
  ["the options of a search"] = function(ai, state, intrude) return ai:search(state, watched(LIMITS, intrude)) end,
  ["a game that is looked up"] = function(ai, state, intrude)
    local looked_up = watched(NIM, intrude)
    looked_up.heap, looked_up.turn = state.heap, state.turn
    return ai:search(looked_up, LIMITS)
  end,
  ["the options of a search by slices"] = function(ai, state, intrude)
    ai:start(state, watched(LIMITS, intrude))
    ai:step(10)
    return ai:best()
  end,
  ["the limits of a slice"] = function(ai, state, intrude)
    ai:start(state, LIMITS)
    ai:step(watched({ time = 10 }, intrude))
    return ai:best()
  end,
}

describe("A searcher whose arguments are read", function()
  for place, call in pairs(PLACES) do
    it("is in nobody else's reach, and is let go when that raises an error: " .. place, function()
      local game = place ~= "a game that is looked up" and NIM or nil
      local function search(ai, intrude) return results.found(call(ai, { heap = 6, turn = 1 }, intrude)) end
      local expected = search(alphabeta.new(game, { table = 0.01 }), function() end)
      local looks, ai = 0, alphabeta.new(game, { table = 0.01 })
      assert.same(expected, search(ai, function()
        looks = looks + 1
        for _, method in ipairs(METHODS) do
          assert.matches("searcher:" .. method .. ": already searching$", use(ai, method))
        end
        assert.matches("searching", tostring(ai))
        assert.equal("boolean", type(ai:thinking()))
      end))
      assert.is_true(looks > 0)
      ai:clear()
      assert.matches("no more", failure(search, ai, function() error "no more" end))
      ai:stop()
      assert.equal("alphabeta.searcher (idle)", tostring(ai))
      ai:clear()
      assert.same(expected, search(ai, function() end))
    end)
  end

  it("keeps what it has found when a search does not even begin", function()
    local ai = alphabeta.new(NIM, { table = 0.01, multipv = "all" })
    ai:start({ heap = 6, turn = 1 }, 6)
    ai:step(10)
    local expected, other = results.found(ai:best()), { heap = 9, turn = 1 }
    assert.matches("not even", failure(ai.search, ai, other, watched({}, function() error "not even" end)))
    assert.matches("limit 'depth': expected a depth", failure(ai.search, ai, other))
    assert.same(expected, results.found(ai:best()))
  end)
end)

-- A search went on in its coroutine, resumed by a finalizer, while `best` read what it had found.
describe("A search that goes on while best() reads", function()
  if alphabeta._ENGINE ~= "Lua" then return end -- in C, a function of the game cannot wait

  it("ends with an error, or goes on when best() has returned", function()
    local resumed = 0
    for seed = 1, 20 do
      local waiting = wrap.replace(NIM, { evaluate = function(state, me)
        coroutine.yield()
        return NIM.evaluate(state, me)
      end })
      local ai, state = alphabeta.new(waiting, { multipv = "all", deepening = true }), { heap = 9, turn = 1 }
      local thread = coroutine.create(function() return ai:search(state, 9) end)
      for _ = 1, 30 + seed do coroutine.resume(thread) end
      local refusal = "already searching"
      meanwhile.leave_garbage(function()
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
