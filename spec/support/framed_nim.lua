--- Nim in frames, with an opponent: what the specs of opponents share.
-- @module spec.support.framed_nim

local alphabeta = require "alphabeta"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local framed_nim = {}

--- Nim with one heap, changed in place: take 1, 2 or 3; the player who takes the last match wins. The best move leaves
-- a multiple of four.
framed_nim.rules = small_games.NIM["in place"]

local nim = framed_nim.rules

--- A copy of a game, by default of this one, with some fields replaced.
function framed_nim.with(fields, base) return wrap.replace(base or nim, fields) end

--- The game with a `hash`.
framed_nim.hashed = framed_nim.with {hash = function(state) return state.heap end}

--- Calls a function with the limits of each search that an opponent begins.
function framed_nim.watch_starts(opponent, call)
  local searcher = opponent.own_searcher
  local start = searcher.start
  function searcher.start(self, state, limits)
    call(limits or {})
    return start(self, state, limits)
  end
end

--- Calls a function in place of each slice of an opponent, with `step` of its searcher and the seconds of the slice.
function framed_nim.replace_slices(opponent, call)
  local searcher = opponent.own_searcher
  local step = searcher.step
  function searcher.step(self, seconds, guess)
    return call(function(slice) return step(self, slice, guess) end, seconds)
  end
end

--- The lines that are printed while a function runs.
function framed_nim.printed_by(work)
  local printed, own = {}, print
  _G.print = function(...) printed[#printed + 1] = table.concat({...}, " ") end -- luacheck: ignore 122
  local ok, message = pcall(work)
  _G.print = own -- luacheck: ignore 122
  assert(ok, message)
  return printed
end

-- The most frames until an opponent moves.
local MOST_FRAMES = 100000

local function is_limited(options)
  return options.nodes or options.time or options.think or options.clock or options.level
end

local Session = {}
Session.__index = Session

--- A game in frames, with an opponent that is player 1 of a heap of 20, or of `heap`. One slice is one call of a
-- function of the game, so that a thought takes many frames. Without a limit, its depth is 5.
-- @tparam ?table options of the opponent; `copies` says that the opponent's moves make new states
-- @tparam ?int heap
-- @treturn table `state`, `opponent`, its `options`, `played` (an array of its moves), `starts` (the limits of each
--   search), `value` and `info` of the last move
function framed_nim.begin(options, heap)
  options = options or {}
  local self = setmetatable({state = {heap = heap or 20, turn = 1}, played = {}, starts = {}}, Session)
  self.options = wrap.replace({
    game = nim, depth = not is_limited(options) and 5 or nil, slice = 1e-9, state = function() return self.state end,
    me = options.turn == nil and 1 or nil,
    play = options.on_move == nil and function(move, value, info)
      self.played[#self.played + 1] = move
      self.value, self.info = value, info
      self:go(move)
    end or nil,
  }, options)
  self.copies, self.options.copies = options.copies or not self.options.game.make, nil
  self.opponent = alphabeta.opponent(self.options)
  framed_nim.watch_starts(self.opponent, function(limits) self.starts[#self.starts + 1] = limits end)
  return self
end

--- Makes a move in the game: a number of matches, or a child state.
function Session:go(move)
  if type(move) == "table" then
    self.state = move
  elseif self.copies then
    self.state = small_games.after(self.state, move)
  else
    nim.make(self.state, move)
  end
end

--- Some frames.
function Session:frames(count, seconds)
  for _ = 1, count do self.opponent:update(seconds or 1 / 60) end
end

--- Frames until a condition is true. Returns their number.
function Session:frames_until(condition, seconds)
  local count = 0
  repeat
    count = count + 1
    assert(count < MOST_FRAMES, "it never happens")
    self.opponent:update(seconds or 1 / 60)
  until condition(self)
  return count
end

--- Frames until the opponent does not think. Returns their number.
function Session:run()
  return self:frames_until(function() return not self.opponent:thinking() end)
end

--- Frames until the opponent has played. Returns their number.
function Session:think(seconds)
  local before = #self.played
  return self:frames_until(function() return #self.played > before end, seconds)
end

--- The reply that an opponent expects while it ponders, as a number of matches; nil if it expects none.
function Session:reply()
  local guess = self.opponent.mode.guess
  local reply = guess and guess.reply
  return type(reply) == "table" and self.state.heap - reply.heap or reply
end

return framed_nim
