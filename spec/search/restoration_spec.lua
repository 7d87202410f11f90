-- Whatever goes wrong, and wherever: the state is as it was, and the searcher as good as new.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local TRAITS = { player = true, is_over = true, order = true, view = "mover" }
local SEEDS = { 8, 24 } -- trees of some forty nodes
local DEEPENING_SEED = 8

-- Where fewer random trees are wanted, an error is tried in one call of so many.

-- What each callback can do wrong; is_over, make and unmake have no wrong answers.
local WRONG_ANSWERS = { moves = "none", children = 0, evaluate = "much", player = nil, play = nil, order = 0 / 0 }
local CAN_BE_WRONG = { moves = true, children = true, evaluate = true, player = true, play = true, order = true }

-- How the callback that is to fail does so, and what the error must be like.
local kinds = {
  {
    "a string is thrown",
    fail = function() error("out of paper", 0) end,
    check = function(err) assert.matches("^out of paper", err) end,
  },
  {
    "a table is thrown",
    fail = function() error(TRAITS) end,
    check = function(err) assert.equal(TRAITS, err) end,
  },
  {
    "nil is thrown",
    fail = function() error(nil) end,
    check = function(err) assert.is_nil(err) end,
  },
  {
    "the answer is wrong",
    fail = function(name, callback, ...)
      if CAN_BE_WRONG[name] then
        callback(...)
        return WRONG_ANSWERS[name]
      end
      error("nothing wrong can be answered here", 0)
    end,
    check = function(err)
      assert.is_truthy(err:find("alphabeta: callback '", 1, true) or err:find("^nothing wrong can be answered"))
    end,
  },
}

-- Searches again and again, the first callback failing the first time, the second the second time, until a search gets
-- through; and after each failure once without any.
local function fail_everywhere(style, seed, options, kind)
  local state = tree.state(style, random_tree.new(rng.new(seed), { plies = 4, width = 3, early = 0.05, extra = 0.2 }))
  local before = deep.copy(state)
  local calls, failing_call
  local game = wrap.around(tree.game(style, TRAITS), function(name, callback, ...)
    calls = calls + 1
    if calls == failing_call then return kind.fail(name, callback, ...) end
    return callback(...)
  end)
  local ai = alphabeta.new(game, options)

  local function search(call_to_fail)
    calls, failing_call = 0, call_to_fail
    return ai:search(state, 5)
  end

  local best, value, info = search()
  local all_calls = calls
  assert.is_true(all_calls > 20)
  for call in share.of(1, all_calls) do
    kind.check(failure(search, call))
    assert.is_true(deep.equal(before, state))
    local best_again, value_again, info_again = search()
    assert.equal(best, best_again)
    assert.equal(value, value_again)
    assert.equal(info.nodes, info_again.nodes)
    assert.equal(all_calls, calls)
  end
  assert.equal(best, (search(all_calls + 1)))
end

for _, style in ipairs(tree.STYLES) do
  describe("In the style " .. style, function()
    for _, kind in ipairs(kinds) do
      it(("searching at once, the state is restored wherever %s"):format(kind[1]), function()
        for _, seed in ipairs(SEEDS) do
          fail_everywhere(style, seed, { view = TRAITS.view, deepening = false }, kind)
        end
      end)

      it(("deepening, the state is restored wherever %s"):format(kind[1]), function()
        -- Without the history, which outlasts a search: the counts of the next one would be others.
        fail_everywhere(style, DEEPENING_SEED, { view = TRAITS.view, deepening = true, without = { "history" } }, kind)
      end)
    end
  end)
end

local LENGTHS = { 0, { nodes = 3 } } -- of slices

for _, style in ipairs(tree.STYLES) do
  for _, kind in ipairs(random_trial.KINDS) do
    -- The table keeps what was found before the error, and changes what is searched afterwards: the counts are not
    -- those of the first search, but the value is.
    it(("with every function and technique in the style %s, an error anywhere undoes all, successors being %s"):format(
      style, kind), function()
      local full = random_trial.full(style, kind)
      local calls, failing_call, failed
      local game = wrap.before(full.game, function(name)
        calls = calls + 1
        if calls == failing_call then
          failed = name
          error("out of paper", 0)
        end
      end)
      local ai, state = alphabeta.new(nil, full:with({ game = game })), full:state()

      -- At once, or pausing.
      local function search(call_to_fail)
        calls, failing_call = 0, call_to_fail
        local length = call_to_fail and LENGTHS[call_to_fail % 4]
        if length then return slices.search(ai, state, full.depth, length) end
        return ai:search(state, full.depth)
      end

      local _, value = search()
      local all_calls = calls
      assert.is_true(all_calls > 150)
      for call in share.of(1, all_calls) do
        ai:clear()
        local err = failure(search, call)
        assert.is_truthy(err:find("^out of paper\n\t%(alphabeta: in callback '" .. failed .. "' at ply %d"), err)
        assert.is_true(full:is_same(state) and not ai:thinking())
        if call % 5 == 0 then assert.same(value, (select(2, search()))) end
      end
      ai:clear()
      assert.same(value, (select(2, search())))
    end)
  end
end

describe("When unmake fails", function()
  -- A sum to which each move adds the next power of two; what a broken move has added is never taken off again.
  local function sums(broken)
    return {
      moves = function(state) return { state.sum + 1 } end,
      make = function(state, move) state.sum = state.sum + move end,
      unmake = function(state, move)
        if move == broken then error("cannot take off " .. move, 0) end
        state.sum = state.sum - move
      end,
      evaluate = function(state) return state.sum end,
    }
  end

  it("for good, the error is raised, and the other moves are unmade all the same", function()
    local state = { sum = 0 }
    local err = failure(alphabeta.search, state, 5, { game = sums(4) })
    assert.matches("^cannot take off 4", err)
    assert.matches("in callback 'unmake' at ply 3", err)
    assert.equal(4, state.sum)
  end)

  it("while another error is on its way, that other one is raised", function()
    local state = { sum = 0 }
    local game = sums(4)
    function game.evaluate() error("no value", 0) end
    assert.matches("^no value", failure(alphabeta.search, state, 5, { game = game, deepening = false }))
    assert.equal(4, state.sum)
  end)

  it("the searcher is as good as new", function()
    local ai = alphabeta.new(sums(4))
    failure(ai.search, ai, { sum = 0 }, 5)
    assert.equal(3, (select(2, ai:search({ sum = 0 }, 2))))
  end)
end)

describe("Counting leaves", function()
  it("restores the state wherever a callback fails", function()
    local state = tree.state("in place", random_tree.new(rng.new(SEEDS[1]), { plies = 4, width = 3 }))
    local before = deep.copy(state)
    local calls, failing_call = 0, nil
    local game = wrap.before(tree.game("in place", TRAITS), function()
      calls = calls + 1
      if calls == failing_call then error(TRAITS) end
    end)
    local leaves = alphabeta.perft(state, 3, { game = game })
    for call = 1, calls do
      calls, failing_call = 0, call
      assert.equal(TRAITS, failure(alphabeta.perft, state, 3, { game = game }))
      assert.is_true(deep.equal(before, state))
    end
    failing_call = nil
    assert.equal(leaves, alphabeta.perft(state, 3, { game = game }))
  end)
end)
