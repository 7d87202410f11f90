-- Whatever goes wrong, and wherever: the state is as it was, and the searcher as good as new.

local alphabeta = require "alphabeta"
local CAN_YIELD = require "spec.support.can_yield"
local failure = require "spec.support.failure"
local random_trial = require "spec.support.trial"
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

-- What a callback does in the call that is chosen, by turns, and what the error is like; the search may be stopped. It
-- answers wrongly if it can.
local DEEDS = {
  { act = function() error("out of paper", 0) end, words = "^out of paper\n\t%(alphabeta: in callback '" },
  { act = function() error(THROWN) end, value = THROWN },
  { act = function() error(nil) end },
  {
    act = function(_, name, callback, ...)
      if not CAN_BE_WRONG[name] then error("out of ink", 0) end
      callback(...)
      return WRONG_ANSWERS[name]
    end,
    words = "callback '",
  },
  {
    act = function(ai, _, callback, ...)
      ai:stop()
      return callback(...)
    end,
    is_stop = true,
  },
}

-- After a stop, no more calls follow than those of one node, and those that take moves back.
local LATER, TAKES_BACK = 6, { unmake = true, unpass = true }

for _, style in ipairs(tree.STYLES) do
  for _, kind in ipairs(random_trial.KINDS) do
    -- The table keeps what was found before the error, and changes what is searched afterwards: the counts are not
    -- those of the first search, but the value is.
    it(("with every function and technique in the style %s, an error or stop anywhere undoes all, successors being %s")
      :format(style, kind), function()
      local full = random_trial.full(style, kind)
      local calls, later, chosen_call, deed, ai = 0, 0, nil, nil, nil
      local game = wrap.around(full.game, function(name, callback, ...)
        calls = calls + 1
        if calls == chosen_call then return deed.act(ai, name, callback, ...) end
        if chosen_call and calls > chosen_call and not TAKES_BACK[name] then later = later + 1 end
        return callback(...)
      end)
      local state = full:state()
      ai = alphabeta.new(nil, full:with({ game = game }))

      -- At once, or pausing.
      local function search(call)
        calls, later, chosen_call = 0, 0, call
        local length = call and LENGTHS[call % 4]
        if length then return slices.search(ai, state, full.depth, length) end
        return ai:search(state, full.depth)
      end

      local _, value = search()
      local all_calls = calls
      assert.is_true(all_calls > 150)
      for call in share.of(1, all_calls) do
        ai:clear()
        deed = DEEDS[call % 6 + 1] or DEEDS[1]
        if deed.is_stop then
          local best, found, info = search(call)
          assert.is_true(info.reason == "stopped" or call > all_calls - 10, info.reason)
          assert.same({ info.depth == 0, info.pv[1] }, { found == nil, best })
          assert.is_true(later <= LATER, later)
        else
          local err = failure(search, call)
          if deed.words then assert.matches(deed.words, err) else assert.equal(deed.value, err) end
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

  -- The engine in Lua lets functions yield wherever Lua does.
  it("while another error is on its way, that other one is raised, also if unmake has yielded", function()
    for _, does_yield in ipairs({ false, alphabeta._ENGINE == "Lua" and CAN_YIELD or nil }) do
      local state, game = { sum = 0 }, sums(4)
      local unmake = game.unmake
      function game.unmake(...)
        if does_yield then coroutine.yield() end
        unmake(...)
      end
      function game.evaluate() error("no value", 0) end
      local yields, err = run(function()
        return failure(alphabeta.search, state, 5, { game = game, deepening = false })
      end)
      assert.equal(does_yield and 5 or 0, yields)
      assert.matches("^no value", err)
      assert.equal(4, state.sum)
    end
  end)
end)
