-- An opponent that ponders: it thinks in another's turn, about the position behind the reply that it expects, and
-- leaves the game's state as it is between two frames.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

-- Nim with one heap: take 1, 2 or 3; the player who takes the last match wins.
local nim = wrap.replace(small_games.NIM["in place"], {new = function(heap) return {heap = heap, turn = 1} end})

local function with(fields, base) return wrap.replace(base or nim, fields) end
local hashed = with {hash = function(state) return state.heap end}
local after, copying, children = small_games.after, small_games.NIM.copying, small_games.NIM.children

-- An opponent that is player 1, of a game in `session.state`. A slice is one call of a function of the game.
local function begin(options)
  local session = {state = nim.new(21), played = {}, starts = 0}
  local own = {
    game = nim, depth = 6, slice = 1e-9, ponder = true, me = not (options and options.turn) and 1 or nil,
    state = function() return session.state end,
    play = function(best)
      session.played[#session.played + 1] = type(best) == "table" and session.state.heap - best.heap or best
      session.state = type(best) == "table" and best or after(session.state, best)
    end,
  }
  session.opponent = alphabeta.opponent(with(options or {}, own))
  framed_nim.watch_starts(session.opponent, function(limits)
    session.starts, session.limits = session.starts + 1, limits
  end)
  return session
end

-- Frames until it has played. Returns their number.
local function think(session)
  local frames, before = 0, #session.played
  repeat
    session.opponent:update(1 / 60)
    frames = frames + 1
    assert(frames < 20000)
  until #session.played > before
  return frames
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

-- The reply that it expects, and another one.
local function replies(session)
  local expected = session.opponent.mode.guess.reply
  if type(expected) == "table" then expected = session.state.heap - expected.heap end
  return expected, expected % 3 + 1
end

describe("An opponent that ponders", function()
  -- Cause: where its move changed the state itself, it went on in the same frame, and searched and played in the turn
  -- of the other.
  it("makes no move of the other's behind one that it plays at once", function()
    local session
    session = begin {slice = 10, play = function(best)
      session.played[#session.played + 1] = best
      nim.make(session.state, best)
    end}
    think(session)
    ponder(session, 5)
    assert.is_true(session.opponent.mode.has_ended)
    nim.make(session.state, (replies(session)))
    assert.are.equal(1, think(session))
    assert.are.same({2, 2}, {#session.played, session.state.turn})
  end)

  -- Cause: while a slice ran, a search that had been pondered was taken for one that is still pondered.
  it("says in its own turn that it is thinking, in a search that it has pondered", function()
    local is_thinking = {}
    local session
    session = begin {on_thinking = function() is_thinking[#is_thinking + 1] = session.opponent:thinking() end}
    think(session)
    ponder(session, 5)
    session.state = after(session.state, (replies(session)))
    is_thinking = {}
    session.opponent:update(1 / 60)
    assert.are.same({true}, is_thinking)
    assert.are.equal(2, session.starts)
  end)

  local games = {["in place"] = nim, ["in place, with keys"] = hashed, copying = copying, children = children}

  for name, game in pairs(games) do
    describe(name .. ",", function()
      it("goes on where the expected reply is made", function()
        local session = begin {game = game}
        local usual = think(session)
        ponder(session, 30)
        session.state = after(session.state, (replies(session)))
        local frames = think(session)
        assert.are.equal(2, session.starts)
        assert.is_true(frames < usual, frames)
        assert.are.equal(2, #session.played)
      end)

      it("plays at once where it has nothing left to think about", function()
        local session = begin {game = game, depth = 3}
        think(session)
        ponder(session, 2000)
        assert.is_true(session.opponent.mode.has_ended)
        session.state = after(session.state, (replies(session)))
        assert.are.equal(1, think(session))
        assert.are.equal(2, session.starts)
      end)
    end)
  end

  it("sees the reply before it is its turn again", function()
    local is_on = true
    local session = begin {turn = function() return is_on end}
    think(session)
    is_on = false
    ponder(session, 30)
    session.state = after(session.state, (replies(session))) -- the other's move is still being shown
    ponder(session, 30)
    assert.are.equal(2, session.starts)
    is_on = true
    think(session)
    assert.are.equal(2, session.starts)
  end)

  it("keeps its limits of time from the moment on when it is its turn", function()
    for _, name in ipairs {"time", "think"} do
      local session = begin {depth = 60, [name] = 0.2}
      session.state.heap, session.opponent.slice = 200, 1
      think(session)
      session.opponent.slice = 1e-9
      ponder(session, 200)
      session.opponent.limits[name] = 1e-6
      assert.is_true(session.opponent.searcher:thinking())
      assert.is_true(session.limits[name] > 1e6)
      session.state = after(session.state, (replies(session)))
      assert.are.equal(1, think(session))
      assert.are.equal(2, session.starts)
    end
  end)

  it("is not disturbed by a clock in the state", function()
    local session = begin()
    think(session)
    for frame = 1, 60 do
      session.state.clock = frame
      session.opponent:update(1 / 60)
    end
    local clock = session.state.clock
    session.state = after(session.state, (replies(session)))
    session.state.clock = clock + 1
    local starts = session.starts
    assert.is_true(starts <= 3, starts)
    think(session)
    assert.are.equal(starts, session.starts)
  end)

  it("begins with another guess where moves are taken back, and with none where the game is left", function()
    local session = begin()
    think(session)
    ponder(session, 10)
    assert.are.equal(2, session.starts)
    session.state.heap = 13
    ponder(session, 10)
    assert.are.equal(3, session.starts)
    session.state = {heap = 2, turn = 2}
    ponder(session, 10)
    local guess = session.opponent.mode.guess
    assert.is_true(guess == nil or guess.state == session.state)
    session.state = nil
    session.opponent:update(1 / 60)
    assert.is_false(session.opponent.searcher:thinking())
    session.state = {heap = 3, turn = 1}
    think(session)
    assert.are.equal(3, session.played[2])
  end)

  it("does not think where the game is over, nor where it does not know the reply", function()
    local session = begin {depth = 1}
    session.state.heap = 3
    think(session)
    ponder(session, 10)
    assert.is_nil(session.opponent.mode.guess)
    assert.are.equal(1, session.starts)
  end)

  it("asks for the state in another's turn only where it ponders", function()
    local asked = 0
    local function state()
      asked = asked + 1
      return nim.new(5)
    end
    local options = {game = nim, state = state, turn = function() return false end, play = print}
    alphabeta.opponent(options):update()
    assert.are.equal(0, asked)
    options.ponder = true
    alphabeta.opponent(options):update()
    assert.are.equal(1, asked)
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
      local state, is_played = {turn = 1}
      local opponent = alphabeta.opponent {
        game = game, me = 1, nodes = 500, slice = 1e-9, ponder = true, state = function() return state end,
        play = function(taken)
          game.make(state, taken)
          is_played = true
        end,
      }
      while heap > 0 do
        is_played = false
        repeat opponent:update(1 / 60) until is_played
        for _ = 1, heap > 0 and 5 or 0 do opponent:update(1 / 60) end
        if heap > 0 then game.make(state, math.min(heap, start % 3 + 1)) end
      end
    end
  end)
end)
