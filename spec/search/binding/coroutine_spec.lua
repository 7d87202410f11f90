-- The option `slice`: a search in a coroutine yields between its slices, on every Lua, and finds what one finds that
-- does not. It may be stopped, closed or given up meanwhile.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local run = require "spec.support.run_coroutine"
local share = require "spec.support.share"
local sliced_game = require "spec.support.sliced_game"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local found, same = results.found, results.same
local new_game, new_state, new_whole = sliced_game.new_game, sliced_game.new_state, sliced_game.new_searcher

local TRIALS = effort.seeds(50, 120)

-- A searcher in slices that end behind every callback, unless it is said otherwise.
local function new_searcher(game, options) return new_whole(game, wrap.replace({ slice = 0 }, options or {})) end

describe("A search with the option slice", function()
  it("yields between its slices, and finds what one finds that does not, whatever it is", function()
    local all_yields = 0
    for seed in share.of(1, TRIALS) do
      local trial = random_trial.any(seed)
      local expected = found(alphabeta.new(nil, trial.options):search(trial:state(), trial.limits))
      local calls = trial.calls
      trial.calls = {}
      trial.options.slice = seed % 2 == 0 and 0 or 1e-6
      local ai, state = alphabeta.new(nil, trial.options), trial:state()
      local yields, best, value, info = run(function()
        return ai:search(state, trial.limits)
      end, function(result)
        assert(result == nil)
        assert(trial:is_same(state), trial:describe())
      end)
      assert(deep.equal(expected, found(best, value, info)), trial:describe())
      assert(deep.equal(calls, trial.calls), trial:describe())
      all_yields = all_yields + yields
    end
    assert.is_true(all_yields > share.count(1, TRIALS))
  end)

  it("is refused outside of a coroutine, where it cannot yield, and to alphabeta.search", function()
    local WORDS = "searcher:search: with option 'slice', it must be called in a coroutine"
    local ai = new_searcher()
    local function refuse() assert.matches("^" .. WORDS, message_of(ai.search, ai, new_state())) end
    refuse()
    if coroutine.isyieldable then run(function() table.sort({ 2, 1 }, refuse) end) end -- within a function in C
    assert.is_false(ai:thinking())
    assert.matches("alphabeta.search: option 'slice' needs a searcher: see alphabeta.new",
      failure(alphabeta.search, new_state(), 3, { game = new_game(), slice = 0 }))
  end)

  it("blames the line that called it for what is wrong with it, and for a wrong answer of the game", function()
    local ai = new_searcher()
    run(function()
      local function refuse(words, ...)
        assert.matches("^searcher:search: " .. words, message_of(ai.search, ai, ...))
      end
      refuse("argument 'state': expected a state, got nil")
      refuse("unknown option 'dept', did you mean 'depth'%?$", new_state(), { dept = 3 })
      refuse("expected a state and a depth, got a third argument", new_state(), 3, {})
      assert.is_false(ai:thinking())
      ai:start(new_state())
      refuse("argument 'self': expected a searcher that is not thinking", new_state())
      ai:close()
      refuse("argument 'self': expected an open searcher, got a closed one", new_state())
    end)
    ai = new_searcher(wrap.replace(new_game(), { evaluate = function() return "much" end }))
    local message = failure(run, function()
      local best = ai:search(new_state())
      return best
    end)
    assert.matches("coroutine_spec%.lua:%d+: alphabeta: callback 'evaluate' at ply 1: expected a number", message)
  end)

  it("passes on what the game throws, as it is", function()
    local state, thrown = new_state(), {}
    local before = deep.copy(state)
    local text = "alphabeta: lost"
    for value, words in pairs({ [thrown] = false, [text] = text .. "\n\t(alphabeta: in callback 'evaluate'" }) do
      local ai = new_searcher(wrap.replace(new_game(), { evaluate = function() error(value, 0) end }))
      local err = failure(run, function() return ai:search(state) end)
      assert.is_true(err == value or words and err:find(words, 1, true) == 1, err)
      assert.is_false(ai:thinking())
      same(before, state)
    end
  end)

  it("returns what it has found so far when it is stopped meanwhile", function()
    local stopped_at = {}
    for stop_at = 1, math.huge, 5 do
      local ai, yields, state = new_searcher(), 0, new_state()
      local before = deep.copy(state)
      local _, best, value, info = run(function()
        return ai:search(state)
      end, function()
        yields = yields + 1
        if yields == stop_at then ai:stop() end
      end)
      same(before, state)
      if yields < stop_at then break end
      assert.equal("stopped", info.reason)
      assert.equal(info.depth == 0, best == nil)
      assert.equal(info.depth == 0, value == nil)
      assert.equal(info.pv[1], best)
      stopped_at[info.depth] = true
    end
    assert.is_true(stopped_at[0] and stopped_at[1] and stopped_at[2])
  end)

  it("goes on with no other search than its own, and not when its searcher is closed", function()
    for yields = 1, 60, 5 do
      local ai, state, is_closed = new_searcher(), new_state(), yields % 2 == 0
      local before = deep.copy(state)
      local thread = coroutine.create(function() return ai:search(state) end)
      for _ = 1, yields do assert(coroutine.resume(thread)) end
      same(before, state)
      assert.is_true(ai:thinking())
      if is_closed then
        ai:close()
      else
        ai:stop()
        ai:start(state, 3)
        ai:step({ nodes = 5 })
      end
      local _, message = coroutine.resume(thread)
      assert.matches("searcher:search: the searcher was closed, or has begun another search, while this one waited",
        message)
      if not is_closed then
        slices.finish(ai, { nodes = 5 })
        same(found(new_whole():search(state, 3)), found(ai:best()))
      end
    end
  end)
end)
