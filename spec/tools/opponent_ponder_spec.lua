-- An opponent that ponders: it thinks in another's turn, about the position behind the reply that it expects, and
-- leaves the game's state as it is between two frames.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim, hashed = framed_nim.rules, framed_nim.hashed

local function begin(options)
  return framed_nim.begin(wrap.replace({depth = 6, ponder = true, copies = true}, options or {}), 21)
end

-- Frames of the other's turn, in which the state stays as it is.
local function ponder(session, frames)
  local state, heap, turn = session.state, session.state.heap, session.state.turn
  for _ = 1, frames do
    assert.is_false(session.opponent:update(1 / 60))
    assert.is_false(session.opponent:thinking())
    assert.are.equal(state, session.state)
    assert.are.same({heap, turn}, {state.heap, state.turn})
  end
end

describe("An opponent that ponders", function()
  -- Cause: where its move changed the state itself, it went on in the same frame, and searched and played in the turn
  -- of the other.
  it("makes no move of the other's behind one that it plays at once", function()
    local session = begin {slice = 10, copies = false}
    session:think()
    ponder(session, 5)
    assert.is_true(session.opponent.mode.has_ended)
    session:go(session:reply())
    assert.are.equal(1, session:think())
    assert.are.same({2, 2}, {#session.played, session.state.turn})
  end)

  -- Cause: while a slice ran, a search that had been pondered was taken for one that is still pondered.
  it("says in its own turn that it is thinking, in a search that it has pondered", function()
    local answers, session = {}, nil
    session = begin {on_thinking = function() answers[#answers + 1] = session.opponent:thinking() end}
    session:think()
    ponder(session, 5)
    session:go(session:reply())
    local count = #answers
    session:frames(1)
    assert.are.same({count + 1, true, 2}, {#answers, answers[#answers], #session.starts})
  end)

  local games = {
    ["in place"] = nim, ["in place, with keys"] = hashed, copying = small_games.NIM.copying,
    children = small_games.NIM.children,
  }

  for name, game in pairs(games) do
    it("goes on where the expected reply is made, and plays at once if nothing is left: " .. name, function()
      for _, frames in ipairs {30, 2000} do
        local session = begin {game = game, depth = frames > 30 and 3 or nil}
        local usual = session:think()
        ponder(session, frames)
        assert.are.equal(frames > 30, session.opponent.mode.has_ended)
        session.state = small_games.after(session.state, session:reply())
        local count = session:think()
        assert.is_true(count < usual and (frames == 30 or count == 1), count)
        assert.are.same({2, 2}, {#session.starts, #session.played})
      end
    end)
  end

  it("sees the reply before it is its turn again", function()
    local is_on = true
    local session = begin {turn = function() return is_on end}
    session:think()
    is_on = false
    ponder(session, 30)
    session:go(session:reply()) -- the other's move is still being shown
    ponder(session, 30)
    is_on = true
    session:think()
    assert.are.equal(2, #session.starts)
  end)

  it("keeps its limits of time from the moment on when it is its turn", function()
    for _, name in ipairs {"time", "think"} do
      local session = begin {depth = 60, slice = 1, [name] = 0.2}
      session.state.heap = 200
      session:think()
      session.opponent.slice = 1e-9
      ponder(session, 200)
      session.opponent.limits[name] = 1e-6
      assert.is_true(session.opponent.searcher:thinking())
      assert.is_true(session.starts[2][name] > 1e6)
      session:go(session:reply())
      assert.are.equal(1, session:think())
      assert.are.equal(2, #session.starts)
    end
  end)

  it("is not disturbed by a clock in the state", function()
    local session = begin()
    session:think()
    for frame = 1, 60 do
      session.state.clock = frame
      session:frames(1)
    end
    session:go(session:reply())
    session.state.clock = 61
    local starts = #session.starts
    assert.is_true(starts <= 3, starts)
    session:think()
    assert.are.equal(starts, #session.starts)
  end)

  it("begins with another guess where moves are taken back, and with none where the game is left", function()
    local session = begin()
    session:think()
    ponder(session, 10)
    assert.are.equal(2, #session.starts)
    session.state.heap = 13
    ponder(session, 10)
    assert.are.equal(3, #session.starts)
    session.state = {heap = 2, turn = 2}
    ponder(session, 10)
    local guess = session.opponent.mode.guess
    assert.is_true(guess == nil or guess.state == session.state)
    session.state = nil
    session:frames(1)
    assert.is_false(session.opponent.searcher:thinking())
    session.state = {heap = 3, turn = 1}
    session:think()
    assert.are.equal(3, session.played[2])
  end)

  it("does not think where the game is over, nor where it does not know the reply", function()
    local session = begin {depth = 1}
    session.state.heap = 3
    session:think()
    ponder(session, 10)
    assert.are.same({nil, 1}, {session.opponent.mode.guess, #session.starts})
  end)

  it("asks for the state in another's turn only where it ponders", function()
    for count, does_ponder in pairs {[0] = false, true} do
      local asked = 0
      local function state()
        asked = asked + 1
        return {heap = 5, turn = 1}
      end
      begin({state = state, turn = function() return false end, ponder = does_ponder}):frames(1)
      assert.are.equal(count, asked)
    end
  end)

  -- Cause: a state whose board could not be read was the expected one after any reply, and the search went on there.
  it("does not, where it could not recognize the reply", function()
    local heap
    local game = {
      player = nim.player, moves = function() return nim.moves {heap = heap} end,
      make = function(state, taken)
        assert(taken <= heap, "more than the heap has")
        heap, state.turn = heap - taken, 3 - state.turn
      end,
      unmake = function(state, taken) heap, state.turn = heap + taken, 3 - state.turn end,
      result = function(state, me) return state.turn == me and -1 or 1 end,
    }
    for start = 13, 16 do
      heap = start
      local state, count = {turn = 1}, 0
      local opponent = alphabeta.opponent {
        game = game, me = 1, nodes = 500, slice = 1e-9, ponder = true, state = state,
        on_move = function() count = count + 1 end,
      }
      while heap > 0 do
        local before = count
        repeat opponent:update(1 / 60) until count > before
        for _ = 1, heap > 0 and 5 or 0 do opponent:update(1 / 60) end
        if heap > 0 then game.make(state, math.min(heap, start % 3 + 1)) end
      end
    end
  end)
end)
