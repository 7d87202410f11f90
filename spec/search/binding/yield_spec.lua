-- Functions that yield while a search calls them. The C module cannot be left there: the search ends in an error that
-- says what to do. The engine in Lua waits where Lua can (5.2 and later, LuaJIT), and goes on as if nothing had
-- happened. A search that waits may be given up: it can be stopped, the state is restored, and the searcher is as good
-- as new.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local rng = require "spec.support.rng"
local run = require "spec.support.run_coroutine"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"
local CAN_YIELD = alphabeta._ENGINE == "Lua"

local TRIALS = effort.seeds(100, 400)
local found, same = results.found, results.same

-- A sum to which moves add, with some functions replaced.
local function sum_game(functions)
  return wrap.replace({
    moves = function(state) return state.sum < 9 and { 1, 2 } or {} end,
    make = function(state, move) state.sum = state.sum + move end,
    unmake = function(state, move) state.sum = state.sum - move end,
    evaluate = function(state) return state.sum end,
  }, functions)
end

-- A random trial, in which hear(name) is called before each function of the game or of the options that a search calls.
-- If it returns false, the game's function does nothing.
local function announced(seed, hear)
  local trial = random_trial.any(seed, { options = { without = { "mobility", "current_result" } } })
  local options = trial.options
  options.game = wrap.around(trial.game, function(name, callback, ...)
    if hear(name) == false then return nil end
    return callback(...)
  end)
  function options.on_iteration() hear "on_iteration" end
  if seed % 3 == 0 then
    function options.trace() hear "trace" end
  end
  if seed % 4 == 0 then
    function options.level()
      hear "level"
      return 1
    end
  end
  random_trial.fit(options, options.game)
  return trial
end

-- Calls body(trial, expected, calls, yield_at, random) for random trials: what a search finds, which functions it
-- calls, in this order, and a function that chooses at which calls the following ones yield.
local function on_random_games(body)
  for seed in share.of(1, TRIALS) do
    local calls, yields_at = {}, nil
    local trial = announced(seed, function(name)
      calls[#calls + 1] = name
      return not (yields_at and yields_at(#calls, name)) or coroutine.yield(name) == "go on"
    end)
    local expected = found(alphabeta.new(nil, trial.options):search(trial:state(), trial.limits))
    body(trial, expected, calls, function(chosen) calls, yields_at = {}, chosen end, rng.new(seed))
  end
end

-- Is what the second search of a searcher has found what the first one of another found? Without `player`, each search
-- has keys of its own, which lie elsewhere in a small table.
local function as_expected(trial, expected, actual) return deep.equal(expected, actual) or not trial.traits.player end

-- The error of a function that yields and cannot.
local function words_for(name)
  return "^alphabeta: callback '" .. name .. "' at ply %d+: a function that the search calls cannot yield: use start"
    .. " and step, or an opponent\nstack traceback:"
end

describe("A function of a random game, or of the options, that yields", function()
  if CAN_YIELD then
    -- At once; in slices, which end behind callbacks, too; or in slices that yield by themselves.
    it("changes nothing", function()
      on_random_games(function(trial, expected, _, yield_at, random)
        for _, n in ipairs { 1, random:pick { 2, 3, 7, 100 } } do
          local way, state = random:int(1, 3), trial:state()
          local ai = alphabeta.new(nil, trial:with { slice = way == 3 and 0 or nil })
          yield_at(function(call) return call % n == 0 end)
          local yields, best, value, info = run(function()
            if way == 2 then return slices.search(ai, state, trial.limits, { nodes = 3 }) end
            return ai:search(state, trial.limits)
          end)
          trial:check(yields > 0 or n > 1, "a yield")
          trial:check(deep.equal(expected, found(best, value, info)), "the same with a yield in each %s. call", n)
          trial:check(trial:is_same(state), "the state as it was")
        end
      end)
    end)
  else
    it("is named in an error, and the state restored, whichever it is, in a coroutine or not", function()
      local seen = {}
      on_random_games(function(trial, expected, calls, yield_at, random)
        local places, ai, state = {}, alphabeta.new(nil, trial.options), trial:state()
        for call, name in ipairs(calls) do
          if not places[name] or random:chance(0.1) then places[name] = call end
        end
        for name, place in pairs(places) do
          ai = alphabeta.new(nil, trial.options)
          yield_at(function(call) return call == place end) -- once: unmake is to succeed then
          local function search() return ai:search(state, trial.limits) end
          local err = place % 2 == 0 and failure(run, search) or failure(search)
          trial:check(err:find(words_for(name)), "an error that names %s, not %s", name, err)
          trial:check(trial:is_same(state) and not ai:thinking(), "the state as it was")
          seen[name] = true
        end
        ai:clear()
        yield_at(nil)
        trial:check(as_expected(trial, expected, found(ai:search(state, trial.limits))), "the same without a yield")
      end)
      for name in ([[
        moves children make unmake play pass unpass noisy iterator find_move chances player is_over order hash move_id
        evaluate evaluate_move bounds result on_iteration trace level
      ]]):gmatch "[%w_]+" do
        assert.is_true(share.seen(seen[name]), name)
      end
    end)
  end
end)

if CAN_YIELD then
  describe("A search whose coroutine is given up while a callback has yielded", function()
    -- Goes on with a search that was given up, in one of several ways.
    local function give_up(thread, number)
      if number % 3 == 0 and coroutine.close then return coroutine.close(thread) end
      local ok, message = coroutine.resume(thread, "give up")
      assert.is_false(ok)
      assert.matches("^alphabeta: the search was stopped while a callback had yielded", message)
    end

    -- The first call from a place on that follows one of `make`; nil if there is none.
    local function behind_make(calls, place)
      for call = math.max(place, 2), #calls do
        if calls[call - 1] == "make" then return call end
      end
    end

    -- After an error it is `unmake` that yields: its move counted as unmade, and the state was left with it.
    it("can be stopped, and its searcher is as good as new", function()
      on_random_games(function(trial, expected, calls, yield_at, random)
        for number, place in ipairs { 1, random:int(1, #calls), random:int(1, #calls), #calls } do
          local ai, state = alphabeta.new(nil, trial.options), trial:state()
          local failing = number == 2 and behind_make(calls, place)
          local is_sliced = not failing and random:chance(0.5)
          yield_at(function(call, name)
            if call == failing then error("no value", 0) end
            return failing and call > failing and name == "unmake" or not failing and call == place
          end)
          local thread = coroutine.create(function()
            if is_sliced then return slices.search(ai, state, trial.limits, { nodes = 5 }) end
            return ai:search(state, trial.limits)
          end)
          assert(coroutine.resume(thread))
          assert.matches("already searching", failure(ai.search, ai, state))
          local _, value, info = ai:best()
          yield_at(nil)
          ai:stop()
          local _, value_then, info_then = ai:best()
          if info and is_sliced then
            same({ value, info.depth, info.nodes, "stopped" },
              { value_then, info_then.depth, info_then.nodes, info_then.reason })
          end
          trial:check(trial:is_same(state) and not ai:thinking(), "the state as it was")
          ai:clear()
          local is_next_under_way = random:chance(0.5) -- it does not meddle with the next search, which has begun
          if is_next_under_way then
            ai:start(state, trial.limits)
            ai:step { nodes = 1 }
          end
          local was_thinking = ai:thinking()
          give_up(thread, place)
          trial:check(ai:thinking() == was_thinking, "the next search still under way, if it was")
          if not is_next_under_way then
            trial:check(trial:is_same(state), "the state as it was")
            ai:start(state, trial.limits)
          end
          if ai:thinking() then slices.finish(ai, { nodes = 20 }) end
          trial:check(as_expected(trial, expected, found(ai:best())), "what a new searcher finds")
          trial:check(trial:is_same(state), "the state as it was")
        end
      end)
    end)

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
