-- The limit `think`: seconds of thinking, which do not run while a search in slices waits. The clock is the real one:
-- what is asked here is true on any machine, however slow.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"

local numbers = {
  moves = function() return {1, 2, 3} end,
  play = function(n, add) return n * 3 % 1009 + add end,
  evaluate = function(n) return n % 7 end,
}

-- Waits for so many seconds.
local function wait(seconds)
  local till = os.clock() + seconds
  repeat until os.clock() >= till
end

describe("The limit think", function()
  it("ends a search without slices as time does", function()
    for _, name in ipairs {"time", "think"} do
      local best, _, info = alphabeta.search(1, {[name] = 0.02}, {game = numbers})
      assert.are.same({"time", true}, {info.reason, best ~= nil})
      assert.is_true(info.time >= 0.02, info.time)
      assert.is_true(info.depth >= 1)
    end
  end)

  it("does not run while a search waits, as time does", function()
    local reasons = {}
    for _, name in ipairs {"time", "think"} do
      local ai = alphabeta.new(numbers, {[name] = 0.05})
      ai:start(1)
      wait(0.06) -- before the first slice
      ai:step {nodes = 5}
      wait(0.06) -- before the next one
      reasons[name] = ai:step {nodes = 1}
      ai:stop()
    end
    assert.are.same({time = true, think = false}, reasons)
  end)

  it("is used up by slices alone", function()
    local ai = alphabeta.new(numbers, {think = 0.02})
    local spent, waited = 0, 0
    ai:start(1)
    repeat
      if waited < 0.1 then wait(0.01) end
      waited = waited + 0.01
      local before = core.clock()
      local has_ended = ai:step(0.004)
      spent = spent + core.clock() - before
    until has_ended
    local _, _, info = ai:best()
    assert.are.equal("time", info.reason)
    assert.is_true(spent >= 0.02, spent)
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
