-- Functions that yield while a search calls them. The C module cannot be left there: the search ends in an error that
-- says what to do. The engine in Lua waits where Lua can (5.2 and later, LuaJIT), and goes on as if nothing had
-- happened.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local run = require "spec.support.run_coroutine"
local slices = require "spec.support.slices"
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

-- The names of the callbacks that a search of a game calls, the iterator among them, sorted.
local function callbacks_of(full)
  local seen, names = {}, {}
  local game = wrap.before(full.game, function(name)
    if not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end)
  alphabeta.search(full:state(), full.depth, full:with({ game = game }))
  table.sort(names)
  return names
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
  for _, style in ipairs(tree.STYLES) do
    describe("With every function and every technique, in the style " .. style .. ",", function()
      -- At once; in slices, which end behind callbacks, too; or in slices that yield by themselves.
      local function check(full, n, only, way)
        local best, value, info = alphabeta.search(full:state(), full.depth, full.options)
        local state = full:state()
        local game = yielding(full.game, n, only)
        local ai = alphabeta.new(nil, full:with({ game = game, slice = way == "by itself" and 0 or nil }))
        local yields, best_again, value_again, info_again = run(function()
          if way == "in slices" then return slices.search(ai, state, full.depth, { nodes = 3 }) end
          return ai:search(state, full.depth)
        end)
        local where = ("in every %d. call of %s"):format(n, only or "all")
        assert.is_true(yields > 0, where)
        assert.equal(best, best_again, where)
        assert.same(value, value_again, where)
        info_again.time = info.time
        assert.is_true(deep.equal(info, info_again), where)
        assert.is_true(full:is_same(state), where)
      end

      for _, kind in ipairs(random_trial.KINDS) do
        it("a yield changes nothing, in whichever callbacks it is, successors being " .. kind, function()
          local full = random_trial.full(style, kind)
          for _, name in ipairs(callbacks_of(full)) do check(full, 1, name) end
          for _, n in ipairs(EVERY) do check(full, n) end
          check(full, 5, nil, "in slices")
          check(full, 5, nil, "by itself")
        end)
      end
    end)
  end

  it("A yield of on_iteration changes nothing", function()
    for _, length in ipairs({ 0, { nodes = 7 }, false }) do
      local depths, state = {}, new_state("in place")
      local ai = alphabeta.new(tree.game("in place", TRAITS), wrap.replace(OPTIONS, {
        on_iteration = function(info) coroutine.yield(info.depth) end,
      }))
      local _, best, value, info = run(function()
        if length then return slices.search(ai, state, nil, length) end
        return ai:search(state)
      end, function(depth)
        depths[#depths + 1] = depth
        assert.equal(depth, select(3, ai:best()).depth)
      end)
      assert.same({ 1, 2, 3, 4, 5 }, depths)
      local expected, its_value, its_info = alphabeta.new(tree.game("in place", TRAITS), OPTIONS):search(state)
      assert.is_true(expected == best and its_value == value and its_info.nodes == info.nodes)
    end
  end)

  describe("While a search waits,", function()
    local game = tree.game("children")
    local state = tree.from({ { 3, 5 }, { 2, 9 } })

    it("its searcher is busy, and afterwards free", function()
      local ai = alphabeta.new(yielding(game, 1), { depth = 2 })
      local waiting = coroutine.wrap(function() return ai:search(state) end)
      waiting()
      assert.matches("already searching", failure(ai.search, ai, state))
      local best
      repeat
        best = waiting("go on")
      until type(best) == "table"
      assert.equal(state.children[1], best)
      assert.equal(3, (select(2, select(2, run(function() return ai:search(state) end)))))
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

    it("an error may end it, which is reported and undone as usual", function()
      local at = new_state("in place")
      local before = deep.copy(at)
      local broken = wrap.replace(tree.game("in place", TRAITS), {
        evaluate = function() error("no value", 0) end,
      })
      local thread = coroutine.create(function()
        return alphabeta.search(at, 5, { game = yielding(broken, 1) })
      end)
      local ok, err
      repeat
        ok, err = coroutine.resume(thread, "go on")
      until coroutine.status(thread) == "dead"
      assert.is_false(ok)
      assert.matches("^no value\n\t%(alphabeta: in callback 'evaluate' at ply %d%)", err)
      assert.is_true(deep.equal(before, at))
    end)

    it("others may search, in turns", function()
      local threads = {}
      for i = 1, 10 do
        threads[i] = coroutine.create(function()
          local _, value = alphabeta.search(new_state("in place"), 5, { game = yielding(tree.game("in place"), i) })
          return value
        end)
      end
      local values, running = {}, #threads
      while running > 0 do
        for i, thread in ipairs(threads) do
          if coroutine.status(thread) ~= "dead" then
            local _, result = assert(coroutine.resume(thread, "go on"))
            if coroutine.status(thread) == "dead" then values[i], running = result, running - 1 end
          end
        end
      end
      local _, value = alphabeta.search(new_state("in place"), 5, { game = tree.game("in place") })
      for i = 1, #threads do assert.equal(value, values[i]) end
    end)
  end)
end

-- The error of a function that yields and cannot.
local function words_for(name)
  return "^alphabeta: callback '" .. name .. "' at ply %d+: a function that the search calls cannot yield: use start"
    .. " and step, or an opponent\nstack traceback:"
end

-- The error of a search in a coroutine, and of one outside of any.
local function failures_of(body)
  local ok, err = coroutine.resume(coroutine.create(body))
  assert.is_false(ok)
  local ok_outside, err_outside = pcall(body)
  assert.is_false(ok_outside)
  return { err, err_outside }
end

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
    describe("A callback that yields, in the style " .. style .. ",", function()
      it("changes nothing for perft", function()
        local state = new_state(style)
        local game = tree.game(style, TRAITS)
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
    end)
  end
end

-- Cause: only the coroutine of the outer search could not yield. It was given up, and the moves of the inner one stayed
-- made.
describe("A yield that a function in C does not pass on", function()
  it("ends searches within one another, and restores their states", function()
    local function sum(evaluate)
      return {
        moves = function(state) return state.sum < 9 and { 1, 2 } or {} end,
        make = function(state, move) state.sum = state.sum + move end,
        unmake = function(state, move) state.sum = state.sum - move end,
        evaluate = evaluate,
      }
    end
    local outer, inner = { sum = 0 }, { sum = 0 }
    local yields = true
    local inner_game = sum(function(state)
      if yields then coroutine.yield() end
      return state.sum
    end)
    local outer_game = sum(function(state)
      return state.sum + (select(2, alphabeta.search(inner, 2, { game = inner_game })))
    end)
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
