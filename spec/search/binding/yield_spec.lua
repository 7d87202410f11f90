-- Functions that yield while a search calls them. The C module cannot be left there: the search ends in an error that
-- says what to do. The engine in Lua waits where Lua can (5.2 and later, LuaJIT), and goes on as if nothing had
-- happened. A search that waits may be given up: it can be stopped, the state is restored, and the searcher is as good
-- as new.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local run = require "spec.support.run_coroutine"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local sorted_keys = require "spec.support.sorted_keys"
local take_turns = require "spec.support.take_turns"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"
local CAN_YIELD = alphabeta._ENGINE == "Lua"

local EVERY = { 1, 2, 3, 7, 100 }
local TRAITS = { player = true, is_over = true, order = true, view = "mover" }
local OPTIONS = { view = TRAITS.view, deepening = true, depth = 5 }

local function new_state(style)
  return tree.state(style, random_tree.new(rng.new(24), { plies = 4, width = 3, early = 0.05, extra = 0.2 }))
end

-- A game that yields in every n-th of its callbacks, or of those with a given name, before the callback does its work.
local function yielding(game, n, only)
  local calls = 0
  return wrap.before(game, function(name)
    if name == (only or name) then
      calls = calls + 1
      if calls % n == 0 then assert(coroutine.yield(name) == "go on") end
    end
  end)
end

-- A sum to which moves add, with some functions replaced.
local function sum_game(functions)
  return wrap.replace({
    moves = function(state) return state.sum < 9 and { 1, 2 } or {} end,
    make = function(state, move) state.sum = state.sum + move end,
    unmake = function(state, move) state.sum = state.sum - move end,
    evaluate = function(state) return state.sum end,
  }, functions)
end

-- The names of the callbacks that a search of a game calls, the iterator among them, sorted.
local function callbacks_of(full)
  local seen = {}
  local game = wrap.before(full.game, function(name) seen[name] = true end)
  alphabeta.search(full:state(), full.depth, full:with({ game = game }))
  return sorted_keys(seen)
end

describe("A game that has every function", function()
  it("has those that may yield called in one search or the other", function()
    local called = {}
    for _, kind in ipairs(random_trial.KINDS) do
      for _, name in ipairs(callbacks_of(random_trial.full("in place", kind))) do called[name] = true end
    end
    for _, name in ipairs({ "moves", "make", "unmake", "evaluate", "player", "is_over", "order", "hash", "move_id",
      "noisy", "pass", "unpass", "iterator", "evaluate_move",
      "find_move", "bounds", "chances", "result" }) do
      assert.is_true(called[name], name)
    end
  end)
end)

if CAN_YIELD then
  -- Searches at once; in slices, which end behind callbacks, too; or in slices that yield by themselves. Without `n`,
  -- on_iteration is what yields.
  local function check(full, n, only, way)
    local best, value, info = alphabeta.search(full:state(), full.depth, full.options)
    local state = full:state()
    local ai = alphabeta.new(nil, full:with({
      game = n and yielding(full.game, n, only) or full.game, on_iteration = not n and coroutine.yield or nil,
      slice = way == "by itself" and 0 or nil,
    }))
    local yields, best_again, value_again, info_again = run(function()
      if way == "in slices" then return slices.search(ai, state, full.depth, { nodes = 3 }) end
      return ai:search(state, full.depth)
    end)
    local where = ("in every %d. call of %s"):format(n or 0, only or "all")
    assert.is_true(yields > 0, where)
    info.time, info_again.time = nil, nil
    assert.is_true(deep.equal({ best, value, info }, { best_again, value_again, info_again }), where)
    assert.is_true(full:is_same(state), where)
  end

  for _, style in ipairs(tree.STYLES) do
    for _, kind in ipairs(random_trial.KINDS) do
      it(("A yield in any function changes nothing, in the style %s, successors being %s"):format(style, kind),
        function()
          local full = random_trial.full(style, kind)
          for _, name in ipairs(callbacks_of(full)) do check(full, 1, name) end
          for _, n in ipairs(EVERY) do check(full, n) end
          check(full, 5, nil, "in slices")
          check(full, 5, nil, "by itself")
          check(full)
          check(full, nil, nil, "in slices")
        end)
    end
  end

  describe("While a search waits,", function()
    it("an error may end it, which is reported and undone as usual", function()
      local state = new_state("in place")
      local before = deep.copy(state)
      local broken = wrap.replace(tree.game("in place", TRAITS), {
        evaluate = function() error("no value", 0) end,
      })
      local err = failure(run, function() return alphabeta.search(state, 5, { game = yielding(broken, 1) }) end)
      assert.matches("^no value\n\t%(alphabeta: in callback 'evaluate' at ply %d%)", err)
      assert.is_true(deep.equal(before, state))
    end)

    it("others may search, in turns", function()
      local values, bodies = {}, {}
      for i = 1, 10 do
        bodies[i] = function()
          local game = yielding(tree.game("in place"), i)
          values[i] = select(2, alphabeta.search(new_state("in place"), 5, { game = game }))
        end
      end
      take_turns(bodies)
      local _, value = alphabeta.search(new_state("in place"), 5, { game = tree.game("in place") })
      for i = 1, 10 do assert.equal(value, values[i]) end
    end)

    it("it may be abandoned, and is collected", function()
      local watched = lifetime.watch()
      for calls = 1, 10 do
        local root = tree.from({ { 3, 5 }, { 2, 9 } })
        watched[root] = true
        local thread = coroutine.create(function()
          return alphabeta.search(tree.state("in place", root), 2, { game = yielding(tree.game("in place"), calls) })
        end)
        assert(coroutine.resume(thread))
      end
      assert.is_true(lifetime.is_gone(watched))
    end)
  end)

  describe("A search whose coroutine is given up while a callback has yielded", function()
    -- A game that yields in each of its callbacks, unless `switch.is_off`. A callback does nothing if it is not
    -- told to go on.
    local function yielding_everywhere(game, switch)
      return wrap.around(game, function(name, callback, ...)
        if not switch.is_off and coroutine.yield(name) ~= "go on" then return nil end
        return callback(...)
      end)
    end

    -- A searcher of a game that yields everywhere, and its coroutine after `yields` yields; nil when the search has
    -- ended.
    local function suspend(style, state, slice, yields, switch)
      local ai = alphabeta.new(yielding_everywhere(tree.game(style, TRAITS), switch), OPTIONS)
      local thread = coroutine.create(function()
        if slice then return slices.search(ai, state, nil, slice) end
        return ai:search(state)
      end)
      for _ = 1, yields do
        assert(coroutine.resume(thread, "go on"))
        if coroutine.status(thread) == "dead" then return nil end
      end
      return ai, thread
    end

    -- Goes on with a search that was given up, in one of several ways.
    local function give_up(thread, number)
      if number % 3 == 0 and coroutine.close then return coroutine.close(thread) end
      local ok, message = coroutine.resume(thread, "give up")
      assert.is_false(ok)
      assert.matches("^alphabeta: the search was stopped while a callback had yielded", message)
    end

    for _, style in ipairs(tree.STYLES) do
      for name, slice in pairs({ ["at once"] = false, ["in slices"] = { nodes = 5 } }) do
        it(("can be stopped, and its searcher is as good as new, %s, %s"):format(name, style), function()
          local state, switch = new_state(style), {}
          local before = deep.copy(state)
          local best, value, info = alphabeta.new(tree.game(style, TRAITS), OPTIONS):search(state)
          local last = 0
          for yields in share.of(1, math.huge, effort(7, 1)) do -- slow tools try fewer moments to give up
            switch.is_off = false
            local ai, thread = suspend(style, state, slice, yields, switch)
            if not ai then break end
            last, switch.is_off = yields, true
            assert.matches("already searching", failure(ai.search, ai, state))
            local _, value_so_far, so_far = ai:best()
            ai:stop()
            local _, value_then, info_then = ai:best()
            if so_far and slice then
              assert.same({ value_so_far, so_far.depth, so_far.nodes, "stopped" },
                { value_then, info_then.depth, info_then.nodes, info_then.reason })
            end
            assert.is_true(deep.equal(before, state) and not ai:thinking())
            if yields % 2 == 0 then -- it does not meddle with the next search, which has begun
              ai:start(state)
              ai:step({ nodes = 20 })
            end
            give_up(thread, yields)
            assert.equal(yields % 2 == 0, ai:thinking())
            if yields % 2 == 1 then
              assert.is_true(deep.equal(before, state))
              ai:start(state)
            end
            slices.finish(ai, { nodes = 20 })
            local again, its_value, its_info = ai:best()
            assert.is_true(best == again and value == its_value and info.depth == its_info.depth)
            assert.is_true(deep.equal(before, state))
          end
          assert.is_true(last > 60)
        end)
      end
    end

    -- The handler of errors took the callback and the ply from whatever the searcher did last: another search, whose
    -- memory was given back by then.
    it("fails without the name of another search's callback where it goes on after it was stopped", function()
      local waits, fails = true, false
      local ai = alphabeta.new(sum_game({
        evaluate = function(state)
          if waits then coroutine.yield() end
          assert(not fails, "the other search fails")
          return state.sum
        end,
      }))
      local state = { sum = 0 }
      local thread = coroutine.create(function() return ai:search(state, 3) end)
      assert(coroutine.resume(thread))
      ai:stop()
      waits, fails = false, true
      assert.is_false(pcall(ai.search, ai, state, 3))
      ai:clear()
      fails = false
      local ok, message = coroutine.resume(thread)
      assert.is_false(ok)
      assert.matches("^[^\n]*the search was stopped while a callback had yielded$", message)
    end)

    -- The move whose unmake had yielded counted as unmade: the fuzzing target found a state that was left with it.
    it("unmakes the move whose unmake has yielded after an error", function()
      local state, is_failing = { sum = 0 }, true
      local ai = alphabeta.new(sum_game({
        unmake = function(at, move)
          if is_failing then coroutine.yield("unmake") end
          at.sum = at.sum - move
        end,
        evaluate = function() error("no value", 0) end,
      }))
      for yields = 1, 3 do
        is_failing = true
        local thread = coroutine.create(function() return ai:search(state, { depth = 3, deepening = false }) end)
        for _ = 1, yields do assert.equal("unmake", select(2, assert(coroutine.resume(thread)))) end
        assert.equal(4 - yields, state.sum)
        is_failing = false
        ai:stop()
        assert.equal(0, state.sum)
        assert.is_false(coroutine.resume(thread))
        state.sum = 0
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
        local ai = alphabeta.new(sum_game({
          moves = function(at) return { at.sum + 1 } end,
          unmake = function(at, move)
            if move == 4 then fail() end
            at.sum = at.sum - move
          end,
          evaluate = function(at)
            if yields then coroutine.yield() end
            return at.sum
          end,
        }))
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
end

-- The error of a function that yields and cannot.
local function words_for(name)
  return "^alphabeta: callback '" .. name .. "' at ply %d+: a function that the search calls cannot yield: use start"
    .. " and step, or an opponent\nstack traceback:"
end

-- The error of a search in a coroutine, and of one outside of any.
local function failures_of(body) return { failure(run, body), failure(body) } end

if not CAN_YIELD then
  for _, style in ipairs(tree.STYLES) do
    describe("A function that yields, in the style " .. style .. ",", function()
      for _, kind in ipairs(random_trial.KINDS) do
        it("is named in an error, and the state restored, whichever it is, successors being " .. kind, function()
          local full = random_trial.full(style, kind)
          for _, name in ipairs(callbacks_of(full)) do
            local state, calls = full:state(), 0
            local ai = alphabeta.new(nil, full:with({
              game = wrap.before(full.game, function(called) -- once: unmake is to succeed then
                calls = calls + (called == name and 1 or 0)
                if called == name and calls == 2 then coroutine.yield(name) end
              end),
            }))
            for _, err in ipairs(failures_of(function()
              calls = 0
              ai:search(state, full.depth)
            end)) do
              assert.matches(words_for(name), err)
              assert.is_true(full:is_same(state))
            end
          end
        end)
      end
    end)
  end

  describe("An option that yields", function()
    for _, name in ipairs({ "on_iteration", "trace", "level" }) do
      it("is named in an error, and the state restored: " .. name, function()
        local state = new_state("in place")
        local before = deep.copy(state)
        local ai = alphabeta.new(tree.game("in place", TRAITS), { view = TRAITS.view, [name] = coroutine.yield })
        for _, err in ipairs(failures_of(function() ai:search(state, 3) end)) do
          assert.matches(words_for(name), err)
          assert.is_true(deep.equal(before, state))
        end
      end)
    end
  end)

end

-- What `perft` calls is called by Lua, with both engines.
if _VERSION ~= "Lua 5.1" or rawget(_G, "jit") then
  for _, style in ipairs(tree.STYLES) do
    it("A callback that yields changes nothing for perft, in the style " .. style, function()
      local state, game = new_state(style), tree.game(style, TRAITS)
      local leaves, divide = alphabeta.perft(state, 3, { game = game, divide = true })
      for _, n in ipairs({ 1, 2, 3, 7 }) do
        local yields, leaves_again, divide_again = run(function()
          return alphabeta.perft(state, 3, { game = yielding(game, n), divide = true })
        end)
        assert.is_true(yields > 0)
        assert.equal(leaves, leaves_again)
        assert.is_true(deep.equal(divide, divide_again))
      end
    end)
  end
end

-- Cause: only the coroutine of the outer search could not yield. It was given up, and the moves of the inner one stayed
-- made.
describe("A yield that a function in C does not pass on", function()
  it("ends searches within one another, and restores their states", function()
    local outer, inner = { sum = 0 }, { sum = 0 }
    local yields = true
    local inner_game = sum_game({
      evaluate = function(state)
        if yields then coroutine.yield() end
        return state.sum
      end,
    })
    local outer_game = sum_game({
      evaluate = function(state) return state.sum + (select(2, alphabeta.search(inner, 2, { game = inner_game }))) end,
    })
    local message
    coroutine.wrap(function()
      table.sort({ 2, 1 }, function() -- a function in C, on every Lua
        message = message or failure(alphabeta.search, outer, 2, { game = outer_game })
        return false
      end)
    end)()
    assert.matches("callback 'evaluate' at ply %d: a function that the search calls cannot yield", message)
    assert.same({ 0, 0 }, { outer.sum, inner.sum })
    yields = false
    assert.equal(3 + 3, (select(2, alphabeta.search(outer, 2, { game = outer_game }))))
  end)
end)
