-- Whatever goes wrong, and wherever: the state is as it was, and the searcher as good as new.

local alphabeta = require "alphabeta"
local CAN_YIELD = require "spec.support.can_yield"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local run = require "spec.support.run_coroutine"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

-- What callbacks return that is wrong; the others have no wrong answers.
local WRONG_ANSWERS = { moves = "none", children = 0, evaluate = "much", player = nil, play = nil, order = 0 / 0 }
local CAN_BE_WRONG = { moves = true, children = true, evaluate = true, player = true, play = true, order = true }

local LENGTHS = { 0, { nodes = 3 } } -- of slices
local THROWN = {}

-- How a callback fails, by turns: what it does, and what the error is like. It answers wrongly where it can.
local FAILURES = {
  { act = function() error("out of paper", 0) end, words = "^out of paper\n\t%(alphabeta: in callback '" },
  { act = function() error(THROWN) end, value = THROWN },
  { act = function() error(nil) end },
  {
    act = function(name, callback, ...)
      if not CAN_BE_WRONG[name] then error("out of ink", 0) end
      callback(...)
      return WRONG_ANSWERS[name]
    end,
    words = "callback '",
  },
}

for _, style in ipairs(tree.STYLES) do
  for _, kind in ipairs(random_trial.KINDS) do
    -- The table keeps what was found before the error, and changes what is searched afterwards: the counts are not
    -- those of the first search, but the value is.
    it(("with every function and technique in the style %s, an error anywhere undoes all, successors being %s"):format(
      style, kind), function()
      local full = random_trial.full(style, kind)
      local calls, failing_call, failure_kind
      local game = wrap.around(full.game, function(name, callback, ...)
        calls = calls + 1
        if calls == failing_call then return failure_kind.act(name, callback, ...) end
        return callback(...)
      end)
      local ai, state = alphabeta.new(nil, full:with({ game = game })), full:state()

      -- At once, or pausing.
      local function search(call_to_fail)
        calls, failing_call = 0, call_to_fail
        failure_kind = FAILURES[(call_to_fail or 0) % 5 + 1] or FAILURES[1]
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
        if failure_kind.words then
          assert.matches(failure_kind.words, err)
        else
          assert.equal(failure_kind.value, err)
        end
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

  it("for good or for a pause, the error is raised, and the other moves are unmade all the same", function()
    for _, length in ipairs({ false, { nodes = 5 } }) do
      local state, ai = { sum = 0 }, alphabeta.new(sums(4), { deepening = false })
      local err = length and failure(slices.search, ai, state, 6, length) or failure(ai.search, ai, state, 5)
      assert.matches("^cannot take off 4\n\t%(alphabeta: in callback 'unmake' at ply 3%)", err)
      assert.equal(4, state.sum)
      assert.equal(3, (select(2, ai:search({ sum = 0 }, 2))))
    end
  end)

  it("while another error is on its way, that other one is raised", function()
    local state = { sum = 0 }
    local game = sums(4)
    function game.evaluate() error("no value", 0) end
    assert.matches("^no value", failure(alphabeta.search, state, 5, { game = game, deepening = false }))
    assert.equal(4, state.sum)
  end)

  -- The engine in Lua lets functions yield wherever Lua does.
  if alphabeta._ENGINE == "Lua" and CAN_YIELD then
    it("after it has yielded while another error is on its way, that other one is raised", function()
      local state, game = { sum = 0 }, sums(4)
      local unmake = game.unmake
      function game.unmake(...)
        coroutine.yield()
        unmake(...)
      end
      function game.evaluate() error("no value", 0) end
      local yields, err = run(function()
        return failure(alphabeta.search, state, 5, { game = game, deepening = false })
      end)
      assert.equal(5, yields)
      assert.matches("^no value", err)
      assert.equal(4, state.sum)
    end)
  end
end)

describe("Counting leaves", function()
  it("restores the state wherever a callback fails", function()
    local state = tree.state("in place", random_tree.new(rng.new(8), { plies = 4, width = 3 }))
    local before = deep.copy(state)
    local calls, failing_call = 0, nil
    local game = wrap.before(tree.game("in place", { player = true, is_over = true }), function()
      calls = calls + 1
      if calls == failing_call then error(THROWN) end
    end)
    local leaves = alphabeta.perft(state, 3, { game = game })
    for call = 1, calls do
      calls, failing_call = 0, call
      assert.equal(THROWN, failure(alphabeta.perft, state, 3, { game = game }))
      assert.is_true(deep.equal(before, state))
    end
    failing_call = nil
    assert.equal(leaves, alphabeta.perft(state, 3, { game = game }))
  end)
end)
