-- Learning ends in time, when it is told, by Ctrl-C or by an error, and keeps what was learned until then.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local failure = require "spec.support.failure"
local learning = require "spec.support.learning"
local nim = require "spec.support.nim_to_learn"
local runs = require "alphabeta.learn.run"
local wrap = require "spec.support.wrap"

local learn, small = alphabeta.learn, learning.small

-- Runs with another clock.
local function with_clock(clock, call)
  local before = runs.processor_time
  runs.processor_time = clock
  local ok, err = pcall(call)
  runs.processor_time = before
  if not ok then error(err, 0) end
end

describe("learning by slow rules", function()
  local now

  -- Learns from nim with a heap of 18, where listing moves takes some seconds, by a clock that only this turns on.
  local function learn_slowly(seconds, more)
    local learned
    local game = learning.nim_with {moves = function(state)
      now = now + seconds
      return nim.moves(state)
    end}
    now = 0
    with_clock(function() return now end, function()
      learned = learn(game, function() return {heap = 18, turn = 1} end,
        wrap.replace({time = 10, check = false}, more or {}))
      assert.is_number(learned.evaluate({heap = 18, turn = 1}, 1))
    end)
    return learned
  end

  -- Cause: seven generations were played, each with a fit, a match of two games and at least one game of self-play,
  -- and two more matches, when the time was over for long: eight times the option `time`.
  it("keeps to the time, and tells how far it has come", function()
    for _, seconds in ipairs {0.0005, 0.003, 0.006} do
      local told, silence = 0, 0
      local learned = learn_slowly(seconds, {on_progress = function()
        silence, told = math.max(silence, now - told), now
      end})
      assert.is_true(now < 11.5, ("%g s for 10"):format(now))
      assert.is_true(silence < 0.6, ("%g s of silence"):format(silence))
      assert.is_true(learned.generations >= 1 and learned.generations <= 7)
    end
  end)

  -- Cause: half of the time at least was for generations, and the last matches had no more than two games each.
  it("leaves so much time, and so few nodes, that the last matches can decide", function()
    local learned = learn_slowly(0.0003, {nodes = 100})
    assert.is_true(learned.matches.result.games >= runs.DECISIVE_GAMES, tostring(learned))
    assert.is_true(learned.matches.default.games >= runs.DECISIVE_GAMES, tostring(learned))
  end)

  it("says when there is no time for a single game", function()
    assert.matches("no random game has ended in 2.5 s, a quarter of option 'time': give more, or make the rules faster",
      failure(learn_slowly, 1), 1, true)
    assert.matches("no game of self-play has ended in time: give more 'time', or make the rules faster",
      failure(learn_slowly, 0.08), 1, true)
  end)
end)

-- Cause: the check of the game, before anything is learned, called the functions of the game by `pcall` and
-- took Ctrl-C for a defect of theirs; a stop, or an error of `on_progress`, came out of a `moves` that looked at the
-- clock, as another defect. That `moves` also hid the game's own from the check.
describe("the check before learning", function()
  -- The error of learning by a clock on which each look takes a second.
  local function failure_of(game, on_progress)
    local now, message = 0, nil
    with_clock(function()
      now = now + 1
      return now
    end, function()
      message = failure(learn, game, nim.new, small {check = true, time = 1e6, on_progress = on_progress})
    end)
    return message
  end

  it("is stopped by `on_progress`, and by an error of it", function()
    local seen = {}
    assert.are.equal("alphabeta.learn: stopped before a random game had ended",
      failure_of(nim, function(progress)
        seen[progress.doing] = true
        return false
      end))
    assert.are.same({["checking the game"] = true}, seen)
    local err = {}
    assert.are.equal(err, failure_of(nim, function() error(err) end))
  end)

  it("is ended by Ctrl-C in any function of the game", function()
    for _, name in ipairs {"moves", "play", "player", "result"} do
      for _, at in ipairs {1, 4, 20} do
        local calls = 0
        local game = learning.nim_with {[name] = function(...)
          calls = calls + 1
          if calls == at then error "interrupted!" end
          return nim[name](...)
        end}
        local message = failure(learn, game, nim.new, small {check = true})
        assert.is_nil(message:find("defects", 1, true), message)
        assert.is_truthy(message:find("interrupted!", 1, true), message)
      end
    end
  end)

  it("sees the functions of the game themselves", function()
    local game = learning.nim_with()
    function game:moves(state) return state.heap > 0 and self and nim.moves(state) or nil end
    local message = failure(learn, game, nim.new, small {check = true, on_progress = function() end})
    assert.is_truthy(message:find("Is it declared with a colon?", 1, true), message)
  end)
end)

describe("learning that is told to end", function()
  it("tells how far it has come, and keeps the best so far", function()
    local told, text = {}, {}
    local learned = learn(nim, nim.new, small {match_games = 4,
      progress = {write = function(_, ...) for _, part in ipairs {...} do text[#text + 1] = part end end},
      on_progress = function(progress)
        told[#told + 1] = progress
        return progress.generation < 3
      end,
    })
    assert.are.equal("stopped", learned.reason)
    assert.is_true(learned.generations == 3 and learned.generation >= 1)
    assert.are.same({}, learned.matches)
    assert.is_truthy(tostring(learned):find(" s (seed 0), stopped\n", 1, true))
    assert.are.equal("random games", told[1].doing)
    assert.is_truthy(table.concat(text):find("\rself%-play, generation 1 of 7, 1 games, Elo %+0, "))
    assert.are.equal("\n", text[#text])
  end)

  it("says nothing of what was found if the last matches are stopped", function()
    local matches = 0
    local learned = learn(nim, nim.new, small {match_games = 12, on_progress = function(progress)
      if progress.doing == "the last matches" then matches = matches + 1 end
      return matches < 15
    end})
    assert.are.equal(12, learned.matches.result.games)
    assert.is_nil(learned.found)
    assert.is_nil(learned.doubt)
  end)
end)

-- Cause: an error of the game in the sixth generation threw away what the five before had learned.
describe("what was learned before an end", function()
  -- Learns from nim. From the third generation on, `on_progress` may end it, and listing moves raises an error if one
  -- is given.
  local function learn_until(err, on_progress)
    local is_late = false
    local learned = learn(learning.nim_with {moves = function(state)
      if is_late and err then error(err) end
      return nim.moves(state)
    end}, nim.new, small {on_progress = function(progress)
      is_late = progress.generation == 3
      return on_progress and on_progress(progress)
    end})
    assert.is_number(learned.evaluate({heap = 3, turn = 1}, 1))
    return learned
  end

  local err = {}
  local function fails_in(doing)
    return function(progress)
      if progress.generation == 3 and progress.doing == doing then error(err) end
    end
  end

  for what, row in pairs {
    ["Ctrl-C, which is an error of the interpreter in any function"] = {"stopped", nil, "interrupted!"},
    ["a stop in the matches at the end"] = {
      "stopped", function(progress) return progress.doing ~= "the last matches" end,
    },
    ["an error of `on_progress` in a game of self-play"] = {"error", fails_in "self-play"},
    ["an error of `on_progress` in a match"] = {"error", fails_in "a match"},
    ["an error of the game"] = {"error", nil, "broken"},
  } do
    it("is returned after " .. what, function()
      local learned = learn_until(row[3], row[2])
      assert.are.equal(row[1], learned.reason)
      if row[3] == "broken" then
        assert.is_truthy(learned.error:find "alphabeta%.learn: game %d+, ply %d+, .*broken", learned.error)
        assert.is_truthy(tostring(learned):find("ended by an error: alphabeta.learn: game", 1, true))
        assert.is_nil(learned.found)
      elseif row[1] == "error" then
        assert.are.equal(err, learned.error)
      end
    end)
  end
end)

-- Cause: a switch of the module was off while it learned, and stayed off when a coroutine in which it learned was
-- dropped.
it("learning in a coroutine changes nothing of the module", function()
  if not pcall(coroutine.wrap(function() pcall(coroutine.yield) end)) then return end -- Lua 5.1
  local before, core_before = wrap.replace(alphabeta, {}), wrap.replace(core, {})
  local thread = coroutine.create(function()
    learn(nim, nim.new, small {on_progress = function() coroutine.yield() end})
  end)
  for _ = 1, 20 do coroutine.resume(thread) end
  assert.are.same(before, wrap.replace(alphabeta, {}))
  assert.are.same(core_before, wrap.replace(core, {}))
end)
