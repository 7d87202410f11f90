-- A search that is done in slices finds what one finds that is done in one go, by the same calls; at each pause the
-- state is as it was at the start. Whatever goes wrong, the state is restored and the searcher as good as new.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local sliced_game = require "spec.support.sliced_game"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local fails_with, new_game = sliced_game.fails_with, sliced_game.new_game
local new_searcher, new_state = sliced_game.new_searcher, sliced_game.new_state
local found, same = results.found, results.same

local INFINITY = math.huge

local TRIALS = effort.seeds(25, 120)

-- How long slices are, as `step` gets it; 0 seconds end behind every callback, false is any length.
local LENGTHS = {{nodes = 1}, {nodes = 2}, {nodes = 3}, {nodes = 7}, {nodes = 100}, {nodes = INFINITY}, 0, false}

local function name_of(length)
  return length == 0 and "every callback" or length and ("every %g nodes"):format(length.nodes) or "this and that"
end

-- A function that gives slices of lengths drawn at random.
local function random_slices(random)
  return function()
    local nodes = random:int(1, 60)
    return random:pick {0, {nodes = math.ceil(nodes / 2)}, {nodes = nodes, time = 10}, 1e-6, 1e-5, 1e-4, INFINITY}
  end
end

describe("A search that pauses", function()
  for _, usual in ipairs(LENGTHS) do
    it("after " .. name_of(usual) .. " is the same on random games, whatever is asked for", function()
      local paused = 0
      for seed in share.of(1, TRIALS) do
        local trial = random_trial.any(seed)
        local ai
        function trial.options.on_iteration(info, ...)
          local _, _, known = ai:best()
          known.time = info.time
          assert(select("#", ...) == 0 and deep.equal(known, info), trial:describe())
          table.insert(trial.calls, ("iteration %d %d"):format(info.depth, info.nodes))
        end
        local whole = alphabeta.new(nil, trial.options)
        local sliced = alphabeta.new(nil, trial.options)
        for _ = 1, 2 do -- the second time with what was remembered from the first
          trial.calls, ai = {}, whole
          local expected = found(whole:search(trial:state(), trial.limits))
          local expected_calls = trial.calls
          trial.calls, ai = {}, sliced
          local state = trial:state()
          local before = deep.copy(state)
          local length = usual or random_slices(rng.new(seed))
          local best, value, info, pauses = slices.search(sliced, state, trial.limits, length, function(i)
            assert(trial:is_same(state), trial:describe())
            assert(i % 50 ~= 0 or deep.equal(before, state), trial:describe())
          end)
          assert(trial:is_same(state) and deep.equal(before, state), trial:describe())
          if not deep.equal(expected, found(best, value, info)) or not deep.equal(expected_calls, trial.calls) then
            assert.same({expected, expected_calls}, {found(best, value, info), trial.calls}, trial:describe())
          end
          paused = paused + pauses
        end
      end
      assert.is_true(share.seen((paused > 0) == (usual == 0 or not usual or usual.nodes < INFINITY)))
    end)
  end
end)

describe("As long as a slice may be,", function()
  it("one whose length is not given has that of the option; the first limit that is reached ends it", function()
    local function pauses_of(length, options)
      return (select(4, slices.search(new_searcher(nil, options), new_state(), nil, length)))
    end
    local by_nodes, by_callback = pauses_of {nodes = 5, time = 1000}, pauses_of(0)
    assert.is_true(by_callback > 100 and by_nodes < by_callback)
    assert.equal(by_callback, pauses_of {nodes = 5, time = 0})
    assert.equal(by_callback, pauses_of(function() return nil end, {slice = 0}))
    assert.equal(0, pauses_of(INFINITY, {slice = 0}))
  end)
end)

describe("An error in the midst of a slice", function()
  it("restores the state when a move cannot be made again", function()
    local state, calls, breaks = new_state(), 0, false
    local before = deep.copy(state)
    local ai = new_searcher(wrap.before(new_game(), function(name)
      calls = calls + 1
      if name == "make" and breaks then error("stuck", 0) end
    end))
    local errors = 0
    for nodes = 2, 40 do
      breaks = false
      ai:start(state)
      ai:step({nodes = nodes})
      breaks, calls = true, 0
      -- On the way back to where the search was, unless that is the root, hash and make are called.
      fails_with("stuck\n\t(alphabeta: in callback 'make' at ply 0)", ai.step, ai, 0)
      errors = errors + (calls == 2 and 1 or 0)
      same(before, state)
    end
    assert.is_true(errors > 10)
    breaks = false
    same(found(new_searcher():search(state)), found(ai:search(state)))
  end)

  it("may be a wrong answer, which is reported where step was called", function()
    local ai = new_searcher(wrap.replace(new_game(), {evaluate = function() return "much" end}))
    ai:start(new_state())
    assert.matches("slices%.lua:%d+: alphabeta: callback 'evaluate' at ply 1: expected a number, got 'much'",
      failure(slices.finish, ai, 0))
  end)
end)

-- Other changes are in changed_state_spec.lua.
describe("A state that was changed between two slices", function()
  it("is found by keys that are changed in place, too", function()
    local state, ai = reversi.hashed.new(4), alphabeta.new(reversi.hashed)
    ai:start(state, 4)
    ai:step({nodes = 20})
    local move = reversi.moves(state)[1]
    local turned = reversi.hashed.make(state, move)
    fails_with("alphabeta: the state has changed since the last step of its search", ai.step, ai, 1)
    assert.is_false(ai:thinking())
    reversi.hashed.unmake(state, move, turned)
    ai:clear()
    same(found(alphabeta.new(reversi.hashed):search(state, 4)), found(slices.search(ai, state, 4, 0)))
  end)

  it("and changed back is as it was, by a call of hash at the first pause and at the start of each slice", function()
    local state, hashes = new_state(), 0
    local node = state.node
    local ai = new_searcher(wrap.before(new_game(), function(name) hashes = hashes + (name == "hash" and 1 or 0) end))
    local best, value, info, pauses = slices.search(ai, state, nil, {nodes = 5}, function()
      state.node = node.children[1]
      state.node = node
    end)
    same(found(new_searcher():search(state)), found(best, value, info))
    assert.equal(pauses + 1, hashes)
  end)
end)

describe("A slice in a game with fast and slow nodes", function()
  -- Cause: the engine in Lua read the clock once in many fast nodes, and then many slow ones followed.
  it("ends a few nodes late", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    local now, latest, slices_ended = 0, 0, 0
    local function after(seconds, work)
      return function(...)
        now = now + seconds
        return work(...)
      end
    end
    local game = {
      moves = after(1e-6, function() return {1, 2, 3, 4, 5, 6} end),
      play = after(2e-6, function(state, move)
        local points = (move * 7919 + state.ply * 31) % 11
        return {ply = state.ply + 1, sum = state.sum + (state.ply % 2 == 0 and points or -points)}
      end),
      player = after(1e-6, function(state) return state.ply % 2 end),
      hash = after(1e-6, function(state) return 1000 * state.ply + state.sum end),
      evaluate = after(0.002, function(state, me) return me == 0 and state.sum or -state.sum end),
    }
    local before = alphabeta.set_clock(function() return now end)
    local ok, err = pcall(function()
      local ai = alphabeta.new(game, {time = 1})
      ai:start({ply = 0, sum = 0})
      repeat
        local began = now
        local has_ended = ai:step(0.004)
        latest, slices_ended = math.max(latest, now - began), slices_ended + 1
      until has_ended
    end)
    alphabeta.set_clock(before)
    assert(ok, err)
    assert.is_true(slices_ended > 100 and latest < 0.012, latest)
  end)
end)
