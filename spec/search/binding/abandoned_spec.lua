-- Searches that are given up while a function of the game has yielded, which the engine in Lua waits for: they can be
-- stopped, the state is restored, and the searcher is as good as new.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local random_tree = require "spec.support.random_tree"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

if alphabeta._ENGINE ~= "Lua" then return end

local TRAITS = { player = true, is_over = true, order = true, view = "mover" }
local OPTIONS = { view = TRAITS.view, deepening = true, depth = 5 }

local function new_state(style)
  return tree.state(style, random_tree.new(rng.new(24), { plies = 4, width = 3, early = 0.05, extra = 0.2 }))
end

describe("A search whose coroutine is given up while a callback has yielded", function()
  -- Ways to search: at once, or in steps.
  local WAYS = {
    ["at once"] = function(ai, state) return ai:search(state) end,
    ["in slices"] = function(ai, state) return slices.search(ai, state, nil, { nodes = 5 }) end,
  }

  -- A game that yields in each of its callbacks; `switch.is_off`: it does not. A callback that is not told to go on
  -- does not do its work.
  local function yielding_everywhere(game, switch)
    return wrap.around(game, function(name, callback, ...)
      if not switch.is_off and coroutine.yield(name) ~= "go on" then return nil end
      return callback(...)
    end)
  end

  -- A searcher of a game that yields everywhere, and its coroutine after so many yields; nil when the search has ended.
  local function suspend(style, state, way, yields, switch)
    local ai = alphabeta.new(yielding_everywhere(tree.game(style, TRAITS), switch), OPTIONS)
    local thread = coroutine.create(function() return way(ai, state) end)
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
    for name, way in pairs(WAYS) do
      it(("can be stopped, and its searcher is as good as new, %s, %s"):format(name, style), function()
        local state, switch = new_state(style), {}
        local before = deep.copy(state)
        local best, value, info = alphabeta.new(tree.game(style, TRAITS), OPTIONS):search(state)
        local last = 0
        for yields in share.of(1, math.huge, effort(7, 1)) do -- slow tools try fewer moments to give up
          switch.is_off = false
          local ai, thread = suspend(style, state, way, yields, switch)
          if not ai then break end
          last, switch.is_off = yields, true
          assert.matches("already searching", failure(ai.search, ai, state))
          local _, value_so_far, so_far = ai:best()
          ai:stop()
          local _, value_then, info_then = ai:best()
          if so_far and name == "in slices" then
            assert.same({ value_so_far, so_far.depth, so_far.nodes, "stopped" },
              { value_then, info_then.depth, info_then.nodes, info_then.reason })
          end
          assert.is_true(deep.equal(before, state) and not ai:thinking())
          if yields % 2 == 0 then -- it does not meddle with the next search, which has begun
            ai:start(state)
            ai:step({ nodes = 20 })
            give_up(thread, yields)
            assert.is_true(ai:thinking())
            slices.finish(ai, { nodes = 20 })
          else
            give_up(thread, yields)
            assert.is_true(deep.equal(before, state))
            ai:start(state)
            slices.finish(ai, math.huge)
          end
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
