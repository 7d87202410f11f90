-- The limit `think`: seconds of thinking, which do not run while a search in slices waits. The clock is the real one:
-- what is asked here is true on any machine, however slow.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local sleep = require "spec.support.sleep"

local clock = core.clock or os.clock

-- Waits for so many seconds. The clock of the engine in Lua stands still while a program sleeps.
local function wait(seconds)
  if alphabeta._ENGINE == "C" then return sleep(seconds) end
  local stop = os.clock() + seconds
  repeat until os.clock() >= stop
end

local numbers = {
  moves = function() return {1, 2, 3} end,
  play = function(n, add) return n * 3 % 1009 + add end,
  evaluate = function(n) return n % 7 end,
}

describe("The limit think", function()
  it("ends a search without slices as time does", function()
    for _, name in ipairs {"time", "think"} do
      local before = clock()
      local best, _, info = alphabeta.search(1, {[name] = 0.02}, {game = numbers})
      local spent = clock() - before
      assert.are.same({"time", true}, {info.reason, best ~= nil})
      assert.is_true(spent >= 0.0199, spent)
      assert.is_true(info.depth >= 1)
    end
  end)

  it("does not run while a search waits, as time does", function()
    -- Whether a search with this limit has ended after two slices, and how many seconds they took.
    local function ends(name)
      local ai, spent, has_ended = alphabeta.new(numbers, {[name] = 0.1}), 0, nil
      ai:start(1)
      for _, nodes in ipairs {5, 1} do
        wait(0.12)
        local before = clock()
        has_ended = ai:step {nodes = nodes}
        spent = spent + clock() - before
      end
      ai:stop()
      return has_ended, spent
    end
    assert.is_true((ends "time"))
    local has_ended, spent
    repeat has_ended, spent = ends "think" until spent < 0.1 -- other work may have kept the processor from it
    assert.is_false(has_ended)
  end)

  it("is used up by slices alone", function()
    local ai = alphabeta.new(numbers, {think = 0.02})
    local spent, waited = 0, 0
    ai:start(1)
    repeat
      if waited < 0.1 then wait(0.05) end
      waited = waited + 0.05
      local before = clock()
      local has_ended = ai:step(0.004)
      spent = spent + clock() - before
    until has_ended
    local _, _, info = ai:best()
    assert.are.equal("time", info.reason)
    assert.is_true(spent >= 0.019, spent)
    assert.is_true(info.time > 0.05, info.time)
  end)

  it("completes depth 1 where there is no time", function()
    local best, _, info = alphabeta.search(1, {think = 0}, {game = numbers})
    assert.are.same({3, 1, "time"}, {best, info.depth, info.reason})
  end)

  it("gives up without deepening", function()
    local best, value, info = alphabeta.search(1, {think = 0, depth = 20, deepening = false}, {game = numbers})
    assert.are.same({nil, nil, "time"}, {best, value, info.reason})
  end)

  it("may be given for one search, instead of the searcher's, beside time", function()
    local ai = alphabeta.new(numbers, {think = 100})
    assert.are.equal("time", select(3, ai:search(1, {think = 0})).reason)
    assert.are.equal("time", select(3, ai:search(1, {time = 0})).reason)
    assert.are.equal("nodes", select(3, ai:search(1, {nodes = 50})).reason)
  end)

  it("has the rows of its kind", function()
    assert.has_error(function() alphabeta.search(1, {think = -1}, {game = numbers}) end,
      "alphabeta.search: option 'think': expected a number of seconds, 0 or more, got -1")
  end)

  it("limits an opponent", function()
    local played
    local opponent = alphabeta.opponent {
      game = numbers, state = 1, think = 0.01, turn = function() return not played end,
      play = function(best, _, info) played = {best, info.reason} end,
    }
    repeat until not opponent:update()
    assert.are.equal("time", played[2])
  end)
end)

describe("A state that is changed between two slices, in a game without hash,", function()
  local function take(s, n) s.heaps[1], s.turn = s.heaps[1] - n, not s.turn end
  local game = {
    moves = function(s) return s.heaps[1] > 2 and {1, 2} or nil end, make = take,
    unmake = function(s, n) take(s, -n) end,
    evaluate = function(s)
      s.evaluated = (s.evaluated or 0) + 1 -- the game may keep in it what it likes
      return s.heaps[1]
    end,
  }

  local function begin(fields)
    local state = {heaps = {20, names = {a = {"x"}}}, turn = true}
    for name, value in pairs(fields or {}) do state[name] = value end
    local ai = alphabeta.new(game, {depth = 8})
    ai:start(state)
    ai:step {nodes = 5}
    return ai, state
  end

  it("is an error, and ends the search", function()
    for _, change in ipairs {
      function(s) s.heaps[1] = 19 end, function(s) s.turn = nil end, function(s) s.more = "text" end,
      function(s) s.heaps.names.a[1] = "y" end, function(s) s.heaps = {20} end,
    } do
      local ai, state = begin()
      change(state)
      local ok, message = pcall(ai.step, ai, {nodes = 5})
      assert.is_false(ok)
      assert.is_truthy(message:find("the state has changed since the last step of its search", 1, true), message)
      assert.is_false(ai:thinking())
      ai:start(state, 3)
      assert.is_true(ai:step(10))
    end
  end)

  it("is none where it is changed back, or only by the game's own functions", function()
    local ai, state = begin()
    state.heaps[1] = 19
    state.heaps[1] = 20
    repeat until ai:step {nodes = 5}
    assert.are.equal("depth", select(3, ai:best()).reason)
  end)

  it("is not seen deeper than three levels, nor in more than 512 fields", function()
    local ai, state = begin {deep = {{{{1}}}}}
    state.deep[1][1][1][1] = 2
    assert.is_false(ai:step {nodes = 5})
    assert.is_true(ai:thinking())
    local large = {}
    for i = 1, 512 do large[i] = i end
    ai, state = begin {large = large}
    state.large[1] = 0
    assert.is_false(ai:step {nodes = 5})
    assert.is_true(ai:thinking())
  end)

  it("is left to who has compared it", function()
    local ai, state = begin()
    state.more = 1
    core.accept_state(ai)
    ai:step {nodes = 5}
    assert.is_true(ai:thinking())
  end)
end)
