-- A computer player for a game that runs in frames: when it thinks, what it plays, and what it takes from the game.
-- What it does in games that do whatever they like is in opponent_random_spec.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local framed_nim = require "spec.support.framed_nim"

local nim, with, hashed, begin, run =
  framed_nim.rules, framed_nim.with, framed_nim.hashed, framed_nim.begin, framed_nim.run

local function frames(session, count)
  for _ = 1, count do assert.is_true(session.opponent:update(1 / 60)) end
end

describe("An opponent", function()
  it("thinks in many frames, and leaves the state as it is meanwhile", function()
    local session = begin()
    while session.opponent:update(1 / 60) do
      assert.are.same({heap = 20, turn = 1}, session.state)
      assert.is_true(session.opponent:thinking())
    end
    assert.is_false(session.opponent:thinking())
    assert.is_true(run(begin()) > 20)
  end)

  it("takes a state as a value, and rules that are the state's own", function()
    local state, played = setmetatable({heap = 7, turn = 1}, {__index = nim}), nil
    local opponent = alphabeta.opponent {
      state = state, turn = function() return state.turn == 1 end, depth = 7,
      play = function(take)
        played = take
        nim.make(state, take)
      end,
    }
    repeat until not opponent:update()
    assert.are.equal(3, played)
  end)

  it("waits after a move that is not made at once, instead of thinking about the same state again", function()
    local calls, session = 0, begin()
    session.opponent = alphabeta.opponent {
      game = nim, depth = 3, slice = 1, state = session.state, play = function() calls = calls + 1 end,
      turn = function() return session.state.turn == 1 end,
    }
    for _ = 1, 10 do session.opponent:update() end
    assert.are.equal(1, calls)
    nim.make(session.state, 1)
    session.opponent:update()
    nim.unmake(session.state, 1) -- taken back
    for _ = 1, 10 do session.opponent:update() end
    assert.are.equal(2, calls)
    session.opponent:stop()
    for _ = 1, 10 do session.opponent:update() end
    assert.are.equal(3, calls)
  end)

  it("plays nothing where there is no move", function()
    local session = begin()
    session.state.heap = 0
    run(session)
    for _ = 1, 5 do assert.is_false(session.opponent:update(1 / 60)) end
    assert.are.same({}, session.played)
  end)

  it("reports what it thinks in each frame", function()
    local depths, has_best = {}, false
    local session = begin {deepening = true, on_thinking = function(info, best, value)
      depths[#depths + 1] = info.depth
      assert.are.equal(info.depth > 0, best ~= nil)
      assert.are.equal(best ~= nil, value ~= nil)
      has_best = has_best or best ~= nil
    end}
    assert.are.equal(run(session), #depths)
    assert.are.same({0, 5, true}, {depths[1], depths[#depths], has_best})
  end)

  it("thinks for a second where no option limits it", function()
    local limited = {}
    local new = core.new
    core.new = function(game, options)
      limited[#limited + 1] = options.time or 0
      return new(game, options)
    end
    local ok, message = pcall(function()
      local own = {game = nim, state = 1, turn = print, play = print}
      for _, options in ipairs {{}, {depth = 3}, {nodes = 9}, {level = 3}, {time = 2}, {time = 2, depth = 3}} do
        alphabeta.opponent(with(options, own))
      end
    end)
    core.new = new
    assert(ok, message)
    assert.are.same({1, 0, 0, 0, 2, 2}, limited)
  end)

  it("begins anew when another is to move in the same position", function()
    local session = begin {game = with {player = function(state) return state.turn + (state.bonus or 0) end,
      hash = function(state) return state.heap end}}
    frames(session, 8)
    local function nodes() return select(3, session.opponent.searcher:best()).nodes end
    local before = nodes()
    session.opponent:update()
    assert.is_true(nodes() >= before)
    session.state.bonus = 5
    session.opponent:update()
    assert.is_true(nodes() < before)
  end)

  it("drops the thought when the game is left, has no state, or it is another's turn", function()
    for _, leave in ipairs {
      function(session) session.state.turn = 2 end, function(session) session.is_on = false end,
      function(session) session.opponent.game.given_state = function() return nil end end,
    } do
      local session = begin()
      frames(session, 8)
      leave(session)
      assert.is_false(session.opponent:update(1 / 60))
      assert.is_false(session.opponent.searcher:thinking())
      assert.are.equal(20, session.state.heap)
    end
  end)
end)

describe("An opponent in a few lines", function()
  it("is told which player it is, and plays by the game's own make", function()
    local state = nim.new(9)
    local opponent = alphabeta.opponent {game = nim, state = state, me = 2, depth = 9}
    for _ = 1, 5 do
      assert.is_false(opponent:update(1 / 60))
      assert.are.same({heap = 9, turn = 1}, state)
    end
    nim.make(state, 2)
    repeat until not opponent:update(1 / 60)
    assert.are.same({heap = 4, turn = 1}, state)
    nim.make(state, 1)
    repeat until not opponent:update(1 / 60)
    assert.are.same({heap = 0, turn = 1}, state)
    assert.is_false(opponent:update(1 / 60))
  end)

  it("does not move where the game is over, or where there is none", function()
    local state = nim.new(3)
    local asked = 0
    local game = with {is_over = function() return true end, moves = function() asked = asked + 1 return {1} end}
    local opponent = alphabeta.opponent {game = game, state = function() return state end, me = 1, depth = 3}
    for _ = 1, 5 do opponent:update(1 / 60) end
    state = nil
    opponent:update(1 / 60)
    assert.are.equal(0, asked)
  end)

  it("plays by what a snapshot plays, heard and seen", function()
    local env = {heap = 7, turn = 1, heard = 0}
    env.beep = function() env.heard = env.heard + 1 end
    local function play(_, take)
      env.beep()
      nim.make(env, take)
    end
    for _, own_play in ipairs {false, play} do
      env.heap, env.turn, env.heard = 7, 1, 0
      local game = alphabeta.snapshot {
        env = env, changes = {"heap", "turn"}, mute = {"beep"}, play = play,
        moves = function() return nim.moves(env) end, player = function() return env.turn end,
        evaluate = function(_, me) return nim.evaluate(env, me) end,
      }
      local opponent = alphabeta.opponent {game = game, state = "env", me = 1, play = own_play or nil, depth = 7}
      repeat until not opponent:update(1 / 60)
      assert.are.same({4, 2, 1}, {env.heap, env.turn, env.heard})
    end
  end)

  it("takes the game's own make for play", function()
    local state = nim.new(7)
    local opponent = alphabeta.opponent {game = nim, state = state, me = 1, play = nim.make, depth = 7}
    repeat until not opponent:update(1 / 60)
    assert.are.same({heap = 4, turn = 2}, state)
  end)
end)

describe("The move of an opponent", function()
  it("is one that can be played then, also where a change was not seen", function()
    local session
    session = begin {game = hashed, depth = 7, on_thinking = function()
      session.state.heap = 1 -- in the last frame, after the slice
    end}
    session.state.heap, session.opponent.slice = 7, 1
    run(session)
    assert.are.same({{1}, 0}, {session.played, session.state.heap})
  end)

  it("is the one of the list then, where moves are tables", function()
    local now
    local game = with {
      moves = function(state)
        now = {}
        for take = 1, math.min(3, state.heap) do now[take] = {take = take} end
        return now
      end,
      make = function(state, move) nim.make(state, move.take) end,
      unmake = function(state, move) nim.unmake(state, move.take) end,
    }
    local played, listed
    local session = begin {game = game, depth = 3}
    session.state.heap = 7
    session.opponent.play = function(move)
      played, listed = move, now[3]
      game.make(session.state, move)
    end
    run(session)
    assert.are.equal(listed, played)
  end)

  it("is handed over where moves cannot be compared", function()
    local game = with {
      moves = function(state)
        local list = {}
        for take = 1, math.min(3, state.heap) do list[take] = function() return take end end
        return list
      end,
      make = function(state, move) nim.make(state, move()) end,
      unmake = function(state, move) nim.unmake(state, move()) end,
    }
    local session = begin {game = game, depth = 3}
    session.state.heap = 7
    session.opponent.play = function(move)
      session.played[1] = move()
      nim.make(session.state, move())
    end
    run(session)
    assert.are.same({3}, session.played)
  end)

  it("is handed over at last where `moves` lists others each time", function()
    local played, count, is_other = nil, 0, false
    local opponent = alphabeta.opponent {
      depth = 2, slice = 1, state = 1, turn = function() return not played end,
      play = function(move) played = move end,
      game = {
        moves = function(state)
          if not is_other or state > 1 then return {1, 2} end
          is_other = false
          return {3}
        end,
        play = function(state, move) return state + move end,
        evaluate = function(state) return state end,
      },
      on_thinking = function() count, is_other = count + 1, true end,
    }
    for _ = 1, 10 do opponent:update() end
    assert.are.same({2, 4}, {played, count})
  end)

  it("is told once where the game has refused it", function()
    local printed, own = {}, print
    local session = begin {depth = 2, slice = 1}
    session.opponent.play = function(take) session.played[#session.played + 1] = take end
    _G.print = function(...) printed[#printed + 1] = table.concat({...}, " ") end -- luacheck: ignore 122
    local ok, message = pcall(function()
      for _ = 1, 600 do session.opponent:update(1 / 60) end
    end)
    _G.print = own -- luacheck: ignore 122
    assert(ok, message)
    assert.are.same({1}, session.played)
    assert.are.same({"alphabeta.opponent: 8 seconds after the call of 'play' the state is as it was: if the game has "
      .. "refused the move, play another one or call opponent:stop()"}, printed)
  end)
end)
