-- A computer player for a game that runs in frames: when it thinks, what it plays, and what it takes from the game.
-- What it does in games that do whatever they like is in random_match_spec.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local framed_nim = require "spec.support.framed_nim"

local nim, with, hashed, begin = framed_nim.rules, framed_nim.with, framed_nim.hashed, framed_nim.begin

describe("An opponent", function()
  it("takes a state as a value, and rules that are the state's own", function()
    local state = setmetatable({heap = 7, turn = 1}, {__index = nim})
    local opponent = alphabeta.opponent {
      state = state, turn = function() return state.turn == 1 end, depth = 7,
      play = function(take) nim.make(state, take) end,
    }
    repeat until not opponent:update()
    assert.are.equal(4, state.heap)
  end)

  it("has the searcher that it uses, to save its table for example", function()
    local session = begin {depth = 3, slice = 1}
    session:think()
    local searcher = session.opponent.searcher
    assert.are.equal(session.played[1], (searcher:best()))
    searcher:clear()
    assert.is_nil((searcher:best()))
  end)

  it("waits after a move that is not made at once, instead of thinking about the same state again", function()
    local calls = 0
    local session = begin {depth = 3, slice = 1, play = function() calls = calls + 1 end}
    session:frames(10)
    assert.are.equal(1, calls)
    nim.make(session.state, 1)
    session:frames(1)
    nim.unmake(session.state, 1) -- taken back
    session:frames(10)
    assert.are.equal(2, calls)
    session.opponent:stop()
    session:frames(10)
    assert.are.equal(3, calls)
  end)

  it("plays nothing where there is no move, where the game is over, and where there is no state", function()
    local asked = 0
    local over = with {is_over = function() return true end, moves = function() asked = asked + 1 return {1} end}
    for _, session in ipairs {begin({}, 0), begin({game = over}), begin({state = function() return nil end})} do
      session:frames(5)
      assert.is_false(session.opponent:update(1 / 60))
      assert.are.same({{}, 0}, {session.played, asked})
    end
  end)

  it("reports what it thinks in each frame", function()
    local depths, has_best = {}, false
    local session = begin {deepening = true, on_thinking = function(info, best, value)
      depths[#depths + 1] = info.depth
      assert.are.equal(info.depth > 0, best ~= nil)
      assert.are.equal(best ~= nil, value ~= nil)
      has_best = has_best or best ~= nil
    end}
    assert.are.equal(session:run(), #depths)
    assert.are.same({0, 5, true}, {depths[1], depths[#depths], has_best})
  end)

  it("thinks for a second where no option limits it", function()
    local limited, new = {}, core.new
    finally(function() core.new = new end)
    core.new = function(game, options)
      limited[#limited + 1] = options.time or 0
      return new(game, options)
    end
    for _, options in ipairs {{}, {depth = 3}, {nodes = 9}, {level = 3}, {time = 2}, {time = 2, depth = 3}} do
      alphabeta.opponent(with(options, {game = nim, state = 1, turn = print, play = print}))
    end
    assert.are.same({1, 0, 0, 0, 2, 2}, limited)
  end)

  it("begins anew when another is to move in the same position", function()
    local session = begin {
      game = with({player = function(state) return state.turn + (state.bonus or 0) end}, hashed),
      turn = function() return true end,
    }
    session:frames(9)
    assert.are.equal(1, #session.starts)
    session.state.bonus = 5
    session:frames(1)
    assert.are.equal(2, #session.starts)
  end)

  it("drops the thought when the game is left, has no state, or it is another's turn", function()
    for _, leave in ipairs {
      function(own) own.state = nil end, function(own) own.is_on = false end, function(own) own.state.turn = 2 end,
    } do
      local own = {is_on = true, state = {heap = 20, turn = 1}}
      local session = begin {
        state = function() return own.state end,
        turn = function() return own.is_on and (not own.state or own.state.turn == 1) end,
      }
      session:frames(8)
      assert.is_true(session.opponent:thinking())
      leave(own)
      assert.is_false(session.opponent:update(1 / 60))
      assert.is_false(session.opponent.searcher:thinking())
      assert.are.equal(20, (own.state or {heap = 20}).heap)
    end
  end)
end)

describe("An opponent in a few lines", function()
  it("is told which player it is, and plays by the game's own make", function()
    local state = {heap = 9, turn = 1}
    local opponent = alphabeta.opponent {game = nim, state = state, me = 2, depth = 9}
    assert.is_false(opponent:update(1 / 60))
    for _, row in ipairs {{2, 4}, {1, 0}} do
      nim.make(state, row[1])
      repeat until not opponent:update(1 / 60)
      assert.are.same({heap = row[2], turn = 1}, state)
    end
    assert.is_false(opponent:update(1 / 60))
  end)

  it("takes the game's own make for play", function()
    local session = begin({play = nim.make, depth = 7}, 7)
    session:run()
    assert.are.same({heap = 4, turn = 2}, session.state)
  end)

  it("plays by what a snapshot plays, heard and seen, and hands over what taking the move back needs", function()
    local env, undo = {heard = 0}, nil
    env.beep = function() env.heard = env.heard + 1 end
    local function play(_, take)
      env.beep()
      nim.make(env, take)
    end
    local function on_move(move, before) undo = {move, before} end
    for _, options in ipairs {{}, {play = play}, {on_move = on_move}} do
      env.heap, env.turn, env.heard = 7, 1, 0
      local game = alphabeta.snapshot {
        env = env, changes = {"heap", "turn"}, mute = {"beep"}, play = play,
        moves = function() return nim.moves(env) end, player = function() return env.turn end,
        evaluate = function(_, me) return nim.evaluate(env, me) end,
      }
      local opponent = alphabeta.opponent(with({game = game, state = "env", me = 1, depth = 7}, options))
      repeat until not opponent:update(1 / 60)
      assert.are.same({4, 2, 1}, {env.heap, env.turn, env.heard})
      if undo then game.unmake("env", undo[1], undo[2]) end
    end
    assert.are.same({3, 7, 1}, {undo[1], env.heap, env.turn})
  end)
end)

describe("The move of an opponent", function()
  -- A game whose moves are what `new` makes of a number of matches, and `take_of` the number again.
  local function with_moves(new, take_of)
    return with {
      moves = function(state)
        local list = nim.moves(state)
        for i, take in ipairs(list) do list[i] = new(take) end
        return list
      end,
      make = function(state, move) nim.make(state, take_of(move)) end,
      unmake = function(state, move) nim.unmake(state, take_of(move)) end,
    }
  end

  it("is the one of the list then, where moves are tables", function()
    local last, played
    local game = with_moves(function(take)
      last = {take = take}
      return last
    end, function(move) return move.take end)
    begin({game = game, depth = 3, play = function(move)
      played = played or move == last and move.take
    end}, 7):run()
    assert.are.equal(3, played)
  end)

  it("is handed over where moves cannot be compared", function()
    local game, played = with_moves(function(take) return function() return take end end, function(move)
      return move()
    end), {}
    begin({game = game, depth = 3, play = function(move) played[#played + 1] = move() end}, 7):run()
    assert.are.same({3}, played)
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
        play = function(state, move) return state + move end, evaluate = function(state) return state end,
      },
      on_thinking = function() count, is_other = count + 1, true end,
    }
    for _ = 1, 10 do opponent:update() end
    assert.are.same({2, 4}, {played, count})
  end)

  it("is told once where the game has refused it", function()
    local count = 0
    local session = begin {depth = 2, slice = 1, play = function() count = count + 1 end}
    assert.are.same({"alphabeta.opponent: 8 seconds after the call of 'play' the state is as it was: if the game has "
      .. "refused the move, play another one or call opponent:stop()"},
      framed_nim.printed_by(function() session:frames(600) end))
    assert.are.equal(1, count)
  end)
end)
