-- An opponent says why its turn may never come, and hands over what taking its move back needs.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local wrap = require "spec.support.wrap"

local nim = framed_nim.rules

local function new_state(heap) return {heap = heap, turn = 1} end

-- What an opponent prints in so many seconds. `on_frame` is called before each frame.
local function printed_in(seconds, options, on_frame)
  local opponent = alphabeta.opponent(wrap.replace({game = nim, depth = 2, slice = 1}, options))
  local printed = framed_nim.printed_by(function()
    for frame = 1, seconds * 10 do
      if on_frame then on_frame(frame) end
      opponent:update(1 / 10)
    end
  end)
  opponent:close()
  return printed
end

local START = "alphabeta.opponent: in 8 seconds its turn has not come, though there are moves. If it should have "
  .. "moved: "
local STALE = "the state that it was given may no longer be the game's: give a function, "
  .. "state = function() return state end"

-- Cause: where `turn` never returned true, or `player` never returned `me`, the opponent waited in every frame, and
-- said nothing. A state that was given as a table stayed the opponent's when the game had begun again with another one,
-- so that the opponent watched a match that was no longer played.
describe("An opponent whose turn does not come", function()
  -- A person may think about the first move for long, so another must have moved before.
  local function printed_after_a_move(options)
    local state = new_state(20)
    options.state = options.state and state or function() return state end
    local before = printed_in(30, options)
    return before, printed_in(30, options, function(frame)
      if frame == 20 then nim.make(state, 1) end
    end)
  end

  local function never() return false end
  local NEVER = "'turn' has never returned true"
  local without_players = {
    moves = nim.moves, make = nim.make, unmake = nim.unmake, evaluate = nim.evaluate, view = "mover",
  }

  for _, row in ipairs {
    {"'turn' was never true", {turn = never}, {}, {START .. NEVER}},
    {
      "'turn' was never true, without players", {turn = never, game = without_players, ponder = true}, {},
      {START .. NEVER},
    },
    {
      "that, or that the state is an old one", {turn = never, state = "a table"}, {START .. STALE},
      {START .. NEVER .. ", or " .. STALE},
    },
    {"'player' has never returned 'me'", {me = 3}, {}, {START .. "'player' has never returned the option 'me', 3"}},
  } do
    it("reports that " .. row[1], function()
      assert.are.same({row[3], row[4]}, {printed_after_a_move(row[2])})
    end)
  end

  it("reports that the game may have replaced the state", function()
    local state = new_state(20)
    local options = {state = state, me = 2}
    local printed = printed_in(30, options, function(frame)
      if frame == 10 then state = new_state(20) end
      if frame == 10 or frame == 20 then nim.make(state, 1) end
    end)
    assert.are.same({START .. STALE}, printed)
  end)

  it("prints nothing where its turn comes, there is no state, or nothing can be played", function()
    local state
    local function moves_at_times(frame)
      if frame % 30 == 0 and state.turn == 1 and state.heap > 4 then nim.make(state, 1) end
    end
    local function current() return state end
    for _, options in ipairs {
      {me = 2}, {turn = function() return state.turn == 2 end, play = function(take) nim.make(state, take) end},
    } do
      state, options.state = new_state(200), current
      assert.are.same({}, printed_in(40, options, moves_at_times))
    end
    state = new_state(0)
    assert.are.same({}, printed_in(20, {state = current, turn = never}, function(frame)
      state.turn = frame
    end))
    assert.are.same({}, printed_in(20, {state = function() return nil end, turn = never}))
  end)

  it("goes on in a game that begins again with another table, if the state is a function", function()
    local state, answers = new_state(21), 0
    local printed = printed_in(60, {state = function() return state end, me = 2}, function(frame)
      if frame % 20 == 0 then state = new_state(21) end
      if frame % 20 == 1 then nim.make(state, 1) end
      if frame % 20 == 10 and state.turn == 1 and state.heap < 20 then answers = answers + 1 end
    end)
    assert.are.same({30, {}}, {answers, printed})
  end)
end)

-- Cause: without `play`, the game's `make` moved, and what it had returned, which `unmake` needs, was lost.
describe("What an opponent's move needs to be taken back", function()
  local rules = wrap.replace(nim, {
    make = function(state, take)
      nim.make(state, take)
      return {take = take}, "more"
    end,
    unmake = function(state, take, undo, more)
      assert(undo.take == take and more == "more")
      nim.unmake(state, take)
    end,
  })

  it("is handed to on_move", function()
    local history = {}
    local session = framed_nim.begin({
      game = rules, depth = 8, slice = 1, on_move = function(...) history[#history + 1] = {...} end,
    }, 7)
    session:frames_until(function() return session.state.turn == 2 end)
    assert.are.same({{3, {take = 3}, "more"}}, history)
    rules.unmake(session.state, history[1][1], history[1][2], history[1][3])
    assert.are.same(new_state(7), session.state)
    session:frames_until(function() return session.state.turn == 2 end)
    assert.are.equal(2, #history)
  end)
end)
