-- Searches in coroutines: with the option `slice` they yield between their slices, on every Lua. Where callbacks can
-- yield, too (with the engine in Lua, on 5.2 and later and LuaJIT), they do so in slices as elsewhere, and a search
-- whose coroutine is given up can be stopped.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local rng = require "spec.support.rng"
local run = require "spec.support.run_coroutine"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"
local CAN_YIELD = alphabeta._ENGINE == "Lua"

local found, same = results.found, results.same

-- Fails unless two searches have found the same. What a searcher has learned in a search that was given up may change
-- how many nodes the next one takes.
local function same_answer(expected, actual)
  same({expected.best, expected.value, expected.info.depth}, {actual.best, actual.value, actual.info.depth})
end

local unpack = table.unpack or unpack

local TRIALS = effort.seeds(50, 120)
local TRAITS = { player = true, is_over = true, order = true, view = "mover" }

local function new_state(style)
  local root = random_tree.new(rng.new(24), { plies = 4, width = 3, early = 0.05, extra = 0.2 })
  return tree.state(style or "in place", root)
end

local function new_game(style) return tree.game(style or "in place", TRAITS) end

-- A searcher that deepens, in slices that end behind every callback unless it is said otherwise.
local function new_searcher(game, options)
  local all = { view = TRAITS.view, deepening = true, depth = 5, slice = 0 }
  for name, value in pairs(options or {}) do all[name] = value end
  return alphabeta.new(game or new_game(), all)
end

-- The same without slices.
local function new_whole(game)
  return alphabeta.new(game or new_game(), { view = TRAITS.view, deepening = true, depth = 5 })
end

-- Runs a function as a coroutine to the error that must end it. On Lua 5.1 nothing can yield through pcall.
local function failure_in_coroutine(body)
  local thread = coroutine.create(body)
  while true do
    local ok, err = coroutine.resume(thread)
    if not ok then return err end
    assert(coroutine.status(thread) ~= "dead", "expected an error, and there was none")
  end
end

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

  it("does not yield when one slice is enough", function()
    local ai = new_searcher(nil, { slice = 1000 })
    assert.equal(0, (run(function() return ai:search(new_state()) end)))
  end)

  it("takes turns with others, over one state", function()
    local state = new_state()
    local before = deep.copy(state)
    local threads, all = {}, {}
    for i = 1, 5 do
      local ai = new_searcher(nil, { algorithm = ({ "alphabeta", "pvs", "mtdf", "minimax", "pvs" })[i] })
      threads[i] = coroutine.create(function() all[i] = found(ai:search(state)) end)
    end
    local running = #threads
    while running > 0 do
      for _, thread in ipairs(threads) do
        if coroutine.status(thread) ~= "dead" then
          assert(coroutine.resume(thread))
          assert.is_true(deep.equal(before, state))
          running = running - (coroutine.status(thread) == "dead" and 1 or 0)
        end
      end
    end
    for i = 1, 5 do assert.equal(all[1].value, all[i].value) end
    same(all[2], all[5])
  end)

  it("may be done by a coroutine within a coroutine", function()
    local ai = new_searcher()
    local state = new_state()
    local _, best = run(function()
      local yields, best = run(function() return ai:search(state) end, coroutine.yield)
      assert(yields > 10)
      return best
    end)
    assert.equal((new_whole():search(state)), best)
  end)

  it("is refused outside of a coroutine, where it cannot yield, and to alphabeta.search", function()
    local words = "coroutine_spec%.lua:%d+: searcher:search: with option 'slice', it must be called in a coroutine"
    local ai = new_searcher()
    local outside = failure(function()
      local best = ai:search(new_state())
      return best
    end)
    assert.matches(words, outside)
    assert.is_false(ai:thinking())
    if coroutine.isyieldable then
      run(function()
        local message = failure(table.sort, { 2, 1 }, function()
          local best = ai:search(new_state())
          return best
        end)
        assert.matches(words, message)
      end)
      assert.is_false(ai:thinking())
    end
    assert.matches("alphabeta.search: option 'slice' needs a searcher: see alphabeta.new",
      failure(alphabeta.search, new_state(), 3, { game = new_game(), slice = 0 }))
  end)

  it("blames the line that called it for what is wrong with it", function()
    local ai = new_searcher()
    run(function()
      for words, arguments in pairs({
        ["searcher:search: argument 'state': expected a state, got nil"] = {},
        ["searcher:search: unknown option 'dept', did you mean 'depth'%?$"] = { new_state(), { dept = 3 } },
        ["searcher:search: expected a state and a depth, got a third argument"] = { new_state(), 3, {} },
      }) do
        local message = failure(function() ai:search(unpack(arguments, 1, #arguments)) end)
        assert.matches("coroutine_spec%.lua:%d+: " .. words, message)
      end
      assert.is_false(ai:thinking())
      ai:start(new_state())
      local message = failure(function() ai:search(new_state()) end)
      assert.matches("coroutine_spec%.lua:%d+: searcher:search: argument 'self': expected a searcher that is not"
        .. " thinking", message)
      ai:close()
      message = failure(function() ai:search(new_state()) end)
      assert.matches("coroutine_spec%.lua:%d+: searcher:search: argument 'self': expected an open searcher, got a"
        .. " closed one", message)
    end)
  end)

  it("blames it for a wrong answer of the game, too", function()
    local ai = new_searcher(wrap.replace(new_game(), { evaluate = function() return "much" end }))
    local message = failure_in_coroutine(function()
      local best = ai:search(new_state())
      return best
    end)
    assert.matches("coroutine_spec%.lua:%d+: alphabeta: callback 'evaluate' at ply 1: expected a number", message)
  end)

  it("passes on what the game throws, as it is", function()
    local thrown = {}
    local state = new_state()
    local before = deep.copy(state)
    for _, value in ipairs({ thrown, "searcher: lost", "alphabeta: lost" }) do
      local broken = true
      local ai = new_searcher(wrap.before(new_game(), function(name)
        if broken and name == "evaluate" then error(value, 0) end
      end))
      local err = failure_in_coroutine(function() return ai:search(state) end)
      if value == thrown then
        assert.equal(thrown, err)
      else
        assert.is_truthy(err:find(value .. "\n\t(alphabeta: in callback 'evaluate' at ply 1)", 1, true), err)
      end
      assert.is_false(ai:thinking())
      same(before, state)
      broken = false
      local _, best = run(function() return ai:search(state) end)
      assert.equal((new_whole():search(state)), best)
    end
  end)

  it("returns what it has found so far when it is stopped meanwhile", function()
    local stopped_at = {}
    for stop_at = 1, math.huge do
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

  it("goes on with no other search than its own", function()
    local ai, state = new_searcher(), new_state()
    local thread = coroutine.create(function() return ai:search(state) end)
    for _ = 1, 30 do assert(coroutine.resume(thread)) end
    ai:stop()
    ai:start(state, 3)
    ai:step({ nodes = 5 })
    local _, _, info = ai:best()
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    local words = "searcher:search: the searcher was closed, or has begun another search, while this one waited"
    assert.matches(words, message)
    assert.is_true(ai:thinking())
    assert.equal(info.nodes, select(3, ai:best()).nodes)
    slices.finish(ai, { nodes = 5 })
    same(found(new_whole():search(state, 3)), found(ai:best()))
  end)

  it("fails when its searcher is closed meanwhile", function()
    local ai = new_searcher()
    local thread = coroutine.create(function() return ai:search(new_state()) end)
    assert(coroutine.resume(thread))
    ai:close()
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    assert.matches("searcher:search: the searcher was closed", message)
  end)

  it("leaves the state as it was when its coroutine is dropped; its searcher can be stopped and used", function()
    local state = new_state()
    local before = deep.copy(state)
    local ai = new_searcher()
    for yields = 1, 60, 7 do
      local thread = coroutine.create(function() return ai:search(state) end)
      for _ = 1, yields do assert(coroutine.resume(thread)) end
      same(before, state)
      assert.is_true(ai:thinking())
      ai:stop()
      local expected = found(new_whole():search(state))
      same_answer(expected, found(select(2, run(function() return ai:search(state) end))))
    end
  end)

  it("is collected with its coroutine, its game and its state", function()
    local watched = lifetime.watch()
    for _, style in ipairs(tree.STYLES) do
      local thread = coroutine.create(function()
        local game, state = new_game(style), new_state(style)
        local ai = new_searcher(game)
        game.ai = ai
        watched[game], watched[state], watched[ai] = true, true, true
        return ai:search(state)
      end)
      for _ = 1, 20 do assert(coroutine.resume(thread)) end
    end
    assert.is_true(lifetime.is_gone(watched))
  end)
end)

-- A game that yields in every n-th of its callbacks before the callback does its work, which it does on request
-- go on. `switch.is_off`: it does not yield.
local function yielding(game, n, switch)
  local calls = 0
  return wrap.around(game, function(name, callback, ...)
    calls = calls + 1
    if calls % n == 0 and not (switch and switch.is_off) and coroutine.yield(name) ~= "go on" then
      return nil
    end
    return callback(...)
  end)
end

if not CAN_YIELD then
  describe("A callback that yields in the midst of a slice", function()
    it("is named in an error, and the state restored", function()
      for _, style in ipairs(tree.STYLES) do
        local state = new_state(style)
        local before = deep.copy(state)
        local ai = new_searcher(yielding(new_game(style), 9))
        local message = failure_in_coroutine(function() return ai:search(state) end)
        local words = "^alphabeta: callback '[%a_]+' at ply %d+: a function that the search calls cannot yield"
        assert.matches(words, message)
        same(before, state)
        assert.is_false(ai:thinking())
      end
    end)
  end)
  return
end

describe("Callbacks that yield", function()
  it("do so in the midst of slices, too, and change nothing", function()
    for _, style in ipairs(tree.STYLES) do
      local expected = found(new_whole(new_game(style)):search(new_state(style)))
      for _, n in ipairs(effort({ 3 }, { 1, 2, 3, 7 })) do
        for _, length in ipairs({ 0, { nodes = 1 }, { nodes = 7 } }) do
          local ai, state = new_whole(yielding(new_game(style), n)), new_state(style)
          local before = deep.copy(state)
          local yields, best, value, info = run(function()
            return slices.search(ai, state, nil, length, function() same(before, state) end)
          end)
          assert.is_true(yields > 10)
          expected.best = best -- nodes of another tree of the same shape
          same(expected.info.nodes, info.nodes)
          same(expected.value, value)
          same(before, state)
        end
      end
    end
  end)

  it("do so beside the slices' own yields", function()
    local ai, state = new_searcher(yielding(new_game(), 3)), new_state()
    local names, between = 0, 0
    local _, best, value, info = run(function()
      return ai:search(state)
    end, function(name)
      names, between = names + (name and 1 or 0), between + (name and 0 or 1)
    end)
    assert.is_true(names > 20 and between > 20)
    same(found(new_whole():search(state)), found(best, value, info))
  end)

  it("may be on_iteration", function()
    local ai
    for _, length in ipairs({ 0, { nodes = 7 }, math.huge, "at once" }) do
      local depths = {}
      ai = alphabeta.new(new_game(), {
        view = TRAITS.view, deepening = true, depth = 5,
        on_iteration = function(info) coroutine.yield(info.depth) end,
      })
      local state = new_state()
      local yields, best, value, info = run(function()
        if length == "at once" then return ai:search(state) end
        return slices.search(ai, state, nil, length)
      end, function(depth)
        depths[#depths + 1] = depth
        assert.equal(depth, select(3, ai:best()).depth)
      end)
      assert.equal(info.depth, yields)
      assert.same({ 1, 2, 3, 4, 5 }, depths)
      same(found(new_whole():search(state)), found(best, value, info))
    end
  end)
end)

describe("A search whose coroutine is given up while a callback has yielded", function()
  -- Ways to search: at once, in steps, in slices that yield by themselves.
  local WAYS = {
    { "at once", function(ai, state) return ai:search(state) end },
    { "in slices", function(ai, state) return slices.search(ai, state, nil, { nodes = 5 }) end },
  }

  -- A searcher of a game that yields everywhere, and its coroutine after so many yields; nil when the search has ended.
  local function suspend(style, state, way, yields, switch)
    local ai = new_whole(yielding(new_game(style), 1, switch))
    local thread = coroutine.create(function() return way(ai, state) end)
    for _ = 1, yields do
      assert(coroutine.resume(thread, "go on"))
      if coroutine.status(thread) == "dead" then return nil end
    end
    return ai, thread
  end

  for _, style in ipairs(tree.STYLES) do
    for _, row in ipairs(WAYS) do
      it(("can be stopped, and its searcher is as good as new, %s, %s"):format(row[1], style), function()
        local state, switch = new_state(style), {}
        local before = deep.copy(state)
        local expected = found(new_whole(new_game(style)):search(state))
        local last = 0
        for yields in share.of(1, math.huge, effort(7, 1)) do -- slow tools try fewer moments to give up
          switch.is_off = false
          local ai, thread = suspend(style, state, row[2], yields, switch)
          if not ai then break end
          last = yields
          assert.matches("already searching", failure(ai.search, ai, state))
          switch.is_off = true
          ai:stop()
          same(before, state)
          assert.is_false(ai:thinking())
          local ok, message = coroutine.resume(thread, "give up")
          assert.is_false(ok)
          assert.matches("^alphabeta: the search was stopped while a callback had yielded", message)
          same(before, state)
          same_answer(expected, found(ai:search(state)))
          same(before, state)
        end
        assert.is_true(last > 60)
      end)
    end
  end

  it("does not meddle with the search that its searcher does next", function()
    local state, switch = new_state(), {}
    local expected = found(new_whole():search(state))
    for yields = 1, 150, 11 do
      switch.is_off = false
      local ai, thread = suspend("in place", state, WAYS[1][2], yields, switch)
      switch.is_off = true
      ai:stop()
      ai:start(state)
      ai:step({ nodes = 20 })
      assert.is_false(coroutine.resume(thread, "give up"))
      assert.is_true(ai:thinking())
      slices.finish(ai, { nodes = 20 })
      same(expected, found(ai:best()))
    end
  end)

  it("reports its result so far", function()
    local switch = {}
    local ai = suspend("in place", new_state(), WAYS[2][2], 300, switch)
    local _, value, info = ai:best()
    assert.is_true(info.depth > 1)
    assert.is_nil(info.reason)
    switch.is_off = true
    ai:stop()
    local _, value_then, info_then = ai:best()
    assert.equal(value, value_then)
    assert.same({ info.depth, info.nodes, "stopped" }, { info_then.depth, info_then.nodes, info_then.reason })
  end)

  if coroutine.close then
    it("can be stopped when the coroutine was closed", function()
      for _, row in ipairs(WAYS) do
        for yields = 1, 150, 13 do
          local state, switch = new_state(), {}
          local before = deep.copy(state)
          local ai, thread = suspend("in place", state, row[2], yields, switch)
          assert.is_true(coroutine.close(thread))
          switch.is_off = true
          ai:stop()
          same(before, state)
          same(found(new_whole():search(state)), found(ai:search(state)))
        end
      end
    end)
  end

  -- The handler of errors took the callback and the ply from whatever the searcher did last: another search, whose
  -- memory was given back by then.
  it("fails without the name of another search's callback where it goes on after it was stopped", function()
    local waits, fails = true, false
    local game = {
      moves = function(state) return state < 20 and { 1, 2 } or nil end,
      play = function(state, move) return state + move end,
      evaluate = function(state)
        if waits then coroutine.yield() end
        assert(not fails, "the other search fails")
        return state
      end,
    }
    local ai = alphabeta.new(game)
    local thread = coroutine.create(function() return ai:search(0, 3) end)
    assert(coroutine.resume(thread))
    ai:stop()
    waits, fails = false, true
    assert.is_false(pcall(ai.search, ai, 0, 3))
    ai:clear()
    fails = false
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    assert.matches("^[^\n]*the search was stopped while a callback had yielded$", message)
  end)

  it("can be stopped while its moves are unmade after an error", function()
    local state, fails, yields_in_unmake = new_state(), true, true
    local before = deep.copy(state)
    local ai = new_whole(wrap.around(new_game(), function(name, callback, ...)
      if name == "evaluate" and fails and select(1, ...).ply == 3 then error("no value", 0) end
      if name == "unmake" and fails and yields_in_unmake then coroutine.yield("unmake") end
      return callback(...)
    end))
    local thread = coroutine.create(function() return ai:search(state, 3) end)
    local at
    repeat
      at = select(2, assert(coroutine.resume(thread)))
    until at == "unmake" and state.ply == 2
    yields_in_unmake = false
    ai:stop()
    same(before, state)
    fails = false
    same(found(new_whole():search(state)), found(ai:search(state)))
  end)

  -- The move whose unmake had yielded counted as unmade: the fuzzing target found a state that was left with it.
  it("unmakes the move whose unmake has yielded after an error", function()
    local state, is_failing = { count = 0 }, true
    local ai = alphabeta.new({
      moves = function() return { 1, 2 } end,
      make = function(at) at.count = at.count + 1 end,
      unmake = function(at)
        if is_failing then coroutine.yield("unmake") end
        at.count = at.count - 1
      end,
      evaluate = function() error("no value", 0) end,
    })
    for yields = 1, 3 do
      is_failing = true
      local thread = coroutine.create(function() return ai:search(state, { depth = 3, deepening = false }) end)
      for _ = 1, yields do assert.equal("unmake", select(2, assert(coroutine.resume(thread)))) end
      assert.equal(4 - yields, state.count)
      is_failing = false
      ai:stop()
      assert.equal(0, state.count)
      assert.is_false(coroutine.resume(thread))
      state.count = 0
    end
  end)

  it("raises the error of a move that cannot be unmade when it is stopped, and unmakes the others", function()
    -- A sum to which each move adds the next power of two; what the broken move has added is never taken off again.
    for words, fail in pairs({
      ["^cannot take off 4\n\t%(alphabeta: in callback 'unmake' at ply 3%)"] = function()
        error("cannot take off 4", 0)
      end,
      ["^alphabeta: callback 'unmake' at ply 3: a function that the search calls cannot yield"] = coroutine.yield,
    }) do
      local state, yields = { sum = 0 }, true
      local ai = alphabeta.new({
        moves = function(at) return { at.sum + 1 } end,
        make = function(at, move) at.sum = at.sum + move end,
        unmake = function(at, move)
          if move == 4 then fail() end
          at.sum = at.sum - move
        end,
        evaluate = function(at)
          if yields then coroutine.yield() end
          return at.sum
        end,
      })
      local thread = coroutine.create(function() return ai:search(state, { depth = 5, deepening = false }) end)
      assert(coroutine.resume(thread))
      assert.equal(31, state.sum)
      assert.matches(words, failure(ai.stop, ai))
      assert.equal(4, state.sum)
      yields = false
      assert.equal(3, (select(2, ai:search({ sum = 0 }, 2))))
    end
  end)
end)
