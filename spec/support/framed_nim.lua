--- Nim in frames, with an opponent: what the specs of opponents share.
-- @module spec.support.framed_nim

local alphabeta = require "alphabeta"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local framed_nim = {}

-- Nim with one heap, changed in place: take 1, 2 or 3; the player who takes the last match wins. The best move leaves
-- a multiple of four.
local nim = wrap.replace(small_games.NIM["in place"], {new = function(heap) return {heap = heap, turn = 1} end})
framed_nim.rules = nim

--- A copy of a game, by default of this one, with some fields replaced.
function framed_nim.with(fields, base) return wrap.replace(base or nim, fields) end

--- The game with a `hash`.
framed_nim.hashed = framed_nim.with {hash = function(state) return state.heap end}

--- A game that runs in frames, with an opponent that is player 1. One slice is one call of a function of the game, so
-- that a thought takes many frames.
-- @tparam ?table options of the opponent
-- @treturn table `state`, `opponent`, its `options`, `played` (an array of its moves), `value` and `info` of the last
--   one; while `is_on` is false, it is not player 1's turn
function framed_nim.begin(options)
  local session = {state = nim.new(20), played = {}, is_on = true}
  local own = {
    game = nim, depth = 5, slice = 1e-9,
    state = function() return session.state end,
    turn = function() return session.is_on and session.state.turn == 1 end,
    play = function(take, value, info)
      session.played[#session.played + 1] = take
      session.value, session.info = value, info
      nim.make(session.state, take)
    end,
  }
  session.options = framed_nim.with(options or {}, own)
  session.opponent = alphabeta.opponent(session.options)
  return session
end

--- Frames until the opponent does not think. Returns their number.
function framed_nim.run(session)
  local frames = 0
  repeat
    frames = frames + 1
    assert(frames < 100000)
  until not session.opponent:update(1 / 60)
  return frames
end

--- Calls a function with the limits of each search that an opponent begins.
function framed_nim.watch_starts(opponent, call)
  local searcher = opponent.searcher
  local start = searcher.start
  function searcher.start(self, state, limits)
    call(limits or {})
    return start(self, state, limits)
  end
end

--- Calls a function in place of each slice of an opponent, with `step` of its searcher and the seconds of the slice.
function framed_nim.replace_slices(opponent, call)
  local searcher = opponent.searcher
  local step = searcher.step
  function searcher.step(self, seconds, guess)
    return call(function(slice) return step(self, slice, guess) end, seconds)
  end
end

return framed_nim
