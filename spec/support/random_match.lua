--- A random game that opponents play from its first move to its end, in frames, with whatever a game may have: rules in
-- each style, the games of framed_games, keys of each kind, fields that change in each frame, large states, every kind
-- of limit and clock, slices of any length, undo, restart, pauses, moves held back, hints, functions that use the
-- opponent that calls them, and errors in any function or of a debug hook. All of it follows from a seed.
--
-- The game raises only errors that say FAILURE. It refuses a move that is not legal, in a search, too. A referee looks
-- at each frame: the state stays as it is unless an opponent has moved, which it does in its own turn alone, not before
-- its time, and with the best move if it has seen all; its clock runs in its own turn alone; hints are legal moves of
-- another's turn, the best ones if it has seen all; and it knows whether it thinks.
--
-- Causes of what it draws:
-- - A search began anew whenever a field had changed, and so for ever in a game with a clock, a cursor, or another
--   field each time. One that had begun compared the state once more within itself, and raised an error.
-- - What had changed before in the same turn, or for the sixth time, did not count, nor did what changed in a state of
--   more than 2000 tables: the next slice made its moves in another state.
-- - A move that was answered in the same frame, made twice in a row or taken back was not seen: the opponent waited.
-- - What an opponent knew of its searcher, whether it thought, was a copy of its own. A function that it called and
--   that used it in turn made that wrong: an `update` within `on_thinking`, in a dialogue that runs a loop of its own,
--   left it silent for ever, and closing it in `turn`, `state` or a function of the game raised errors of the searcher.
-- - When the function that makes its move had raised an error, an opponent waited, though nothing had moved.
-- - A match that begins anew in the same table may have the content of the one before, but other pieces. The search
--   went on with moves that name the pieces that are gone.
-- @module spec.support.random_match

local alphabeta = require "alphabeta"
local CAN_YIELD = require "spec.support.can_yield"
local games = require "spec.support.framed_games"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local random_match = {}

local FAILURE = "raised by the game"

-- Frames within which an opponent must have moved, if nothing disturbs it, and frames of a match.
local PATIENCE, FRAMES = 20000, 200000

-- A match -----------------------------------------------------------------------------------------------------------

local Match = {}
Match.__index = Match

-- What is wrong with an error that an opponent has raised; nil if the game has raised it.
local function own_error(err)
  if type(err) == "table" and err[1] == FAILURE then return nil end
  if tostring(err):find(FAILURE, 1, true) then return nil end
  return "an error that the game did not raise: " .. tostring(err)
end

-- What a game does from within a function that an opponent calls. An update is refused there while the search runs.
local BUSY = "opponent:update: called while its search calls a function of the game"
local INNER = {
  function(opponent) opponent:stop() end,
  function(opponent) opponent:close() end,
  function(opponent)
    local ok, err = pcall(opponent.update, opponent, 1 / 60)
    if not ok and not tostring(err):find(BUSY, 1, true) and own_error(err) then error(err, 0) end
  end,
  function(opponent)
    opponent:pause()
    opponent:resume()
  end,
  function(opponent, random, options) if options.level then opponent:set_level(random:int(1, 10)) end end,
}

-- What a function of the game does beside its work: it waits or fails now and then, if errors are on, and may use the
-- opponent that calls it.
function Match:act(name)
  local inner, random = self.inner, self.random
  if inner and self.updated and random:chance(0.05) then
    local me = self.updated
    self.inner = nil
    inner(self.opponents[me], random, self[me])
  end
  if self.resumes and self.updated then error("it works in a pause", 0) end
  if self.waits and random:chance(self.waits) then coroutine.yield() end
  if self.fails > 0 and self.random:chance(self.fails) then
    error(self.random:pick {FAILURE .. ": " .. name, {FAILURE}}, 0)
  end
end

-- A function of the game that acts so before it does anything.
function Match:failing(name, f)
  return function(...)
    self:act(name)
    return f(...)
  end
end

-- What limits an opponent: in words, and the options.
function Match:limits()
  local random = self.random
  if self.base.limits then return wrap.replace(self.base.limits, {}) end
  local function clock() return {left = random:pick {0, 1e-4, 0.01, 0.1, 1}, increment = random:pick {0, 0.001}} end
  return random:pick {
    {nodes = random:int(1, 300)}, {depth = random:int(1, 4)}, {time = random:pick {1e-6, 0.001, 0.01}},
    {think = random:pick {1e-6, 0.001, 0.01}}, {think = {1e-5, random:pick {0.001, 0.02}}},
    {clock = clock(), nodes = 2000},
    {clock = function() return {left = random:pick {-0.004, 0, 0.01, 1}} end, nodes = 2000},
    {level = random:int(1, 10), nodes = random:pick {50, 300}}, {level = random:int(1, 10), time = 0.005},
    {level = random:int(1, 10), clock = clock(), nodes = 300}, {time = 0.005, nodes = 200},
  }
end

-- The options of an opponent. Some are refused beside the others.
function Match:options(game, me)
  local random, options = self.random, self:limits()
  options.game, options.me = game, me
  options.slice = options.slice or random:pick {1e-9, 1e-5, 1e-4, 0.002}
  options.state = random:chance(0.5) and self.state or function() return self.state end
  if random:chance(0.5) or not game.make then
    options.play = function(move)
      self:judge(me, self:read(game, move))
      self:act "play"
    end
  else
    options.on_move = function(move, ...)
      local name = self.base.name(games.before(self.base, self.state, move, ...))
      if name ~= self.shown then error("a move that cannot be taken back", 0) end
      self.moved, self.mover, self.updates = self.moved + 1, me, 0
      self:act "on_move"
    end
  end
  if random:chance(0.3) then
    options.me = nil
    function options.turn()
      self:act "turn"
      return self.state.turn == me and not self.base.is_over(self.state)
        and not (self.base.chances and self.base.chances(self.state))
    end
  end
  local function sometimes(chance, name, value)
    if random:chance(chance) then options[name] = value end
  end
  if not game.hash then sometimes(0.3, "hash", "auto") end
  if options.hash then sometimes(0.5, "hash_ignore", {"timer"}) end
  sometimes(0.2, "repetition", 0)
  sometimes(0.2, "ponder", true)
  sometimes(0.1, "at_least", random:pick {0.01, 0.1})
  sometimes(0.1, "pause", random:pick {0, 0.05})
  sometimes(0.1, "on_resign", function() self:act "on_resign" end)
  sometimes(0.2, "seed", random:int(1, 99))
  sometimes(0.2, "on_thinking", function(info, best)
    assert(info.nodes >= 0 and not self.resumes and self.state.turn == me or best == nil, "it thinks, and should not")
    self:act "on_thinking"
  end)
  if self.base.hides then sometimes(0.2, "deals", random:int(1, 3)) end
  if not options.depth and not options.deals then
    sometimes(0.3, "algorithm", "uct")
  elseif not options.deals and self.players == 2 then
    sometimes(0.3, "algorithm", random:pick {"pvs", "alphabeta"})
  end
  sometimes(0.2, "multipv", 2)
  if options.algorithm ~= "uct" then sometimes(0.1, "without", {"uct"}) end
  if self.has_timer then sometimes(0.2, "exclude", {"timer"}) end
  return options
end

-- A move by the rules, for one that may be a child state.
function Match:read(game, move)
  if not game.children then return move end
  return games.move_to(self.base, self.state, move)
end

-- Whether a move in a plain heap is not the best one, though the opponent has seen it to its end.
function Match:is_worse(me, move)
  local base, options, heap = self.base, self[me], self.state.heap
  local is_plain = (base.name_of == "heap" or base.name_of == "takes") and self.players == 2
  local is_seen = is_plain and options.depth and heap <= options.depth and not options.level
  return is_seen and self.is_calm and self.fails == 0 and heap % 4 > 0 and (base.id or tonumber)(move) ~= heap % 4
end

-- Plays an opponent's move.
function Match:judge(me, move)
  local options = self[me]
  games.require_legal(self.base, self.state, move)
  if self.state.turn ~= me or self.resumes then error("a move out of turn", 0) end
  if self:is_worse(me, move) then error("a move that is not the best", 0) end
  local least = math.min(options.at_least or 0, self.mover == me and options.pause or 1)
  if self.is_calm and not options.clock and self.updates - 1 < 60 * least then error("a move too soon", 0) end
  self:play(move)
  self.is_calm, self.mover, self.updates = not self.has_timer, me, 0
end

-- Asks for a hint.
function Match:ask(me)
  self.opponents[me]:hint(function(move, why)
    move = self:read(self[me].game, move)
    games.require_legal(self.base, self.state, move)
    if self.state.turn == me or self.resumes or not why:find "^The " then error("a wrong hint", 0) end
    if self:is_worse(me, move) then error("a hint that is not the best move", 0) end
    self:act "on_hint"
  end)
end

-- Plays a move in the state of the game, as the game itself does.
function Match:play(move)
  local state, base = self.state, self.base
  if self.in_place then base.move(state, move) else state = games.after(base, state, move) end
  self.history[#self.history + 1] = self.state
  self.state, self.moved = state, self.moved + 1
end

-- Whether an error refuses options beside each other.
local function is_refusal(err)
  local text = tostring(err)
  for _, words in ipairs {"^[^\n]*option '[^\n]* needs ", "^[^\n]*option '[^\n]* has no effect"} do
    if text:find(words) then return true end
  end
  return false
end

-- Updates an opponent: in a coroutine if functions of the game may wait, and sometimes under a hook that raises an
-- error, as a sandbox does. It strikes between any two lines, so it is used where moves make new states, in a search,
-- too. LuaJIT's collector does not survive such errors in compiled code.
function Match:update(opponent)
  local random = self.random
  local makes_states = self[1].game.play and not self.in_place
  local is_struck = self.fails > 0 and makes_states and not (jit and jit.status()) and random:chance(0.1)
  local function update()
    if is_struck then
      debug.sethook(function()
        debug.sethook()
        error(FAILURE .. ": hook", 0)
      end, "", random:int(20, 20000))
    end
    local ok, result = pcall(opponent.update, opponent, 1 / 60)
    debug.sethook()
    if not ok then error(result, 0) end
    return result
  end
  if not self.waits then return pcall(update) end
  local thread = coroutine.create(update)
  local ok, err
  repeat ok, err = coroutine.resume(thread) until coroutine.status(thread) == "dead"
  return ok, err
end

-- The coin falls.
function Match:throw()
  local outcomes = self.base.chances and not self.base.is_over(self.state) and self.base.chances(self.state)
  if outcomes then self:play(self.random:chance(outcomes[1].probability) and "none" or "one") end
end

-- Another opponent takes the place of one that was closed.
function Match:replace(me)
  self.opponents[me] = alphabeta.opponent(self[me])
  if self.resumes then self.opponents[me]:pause() end
  return self.opponents[me]
end

-- One frame: the timer runs, and each opponent is updated. Returns what is wrong.
function Match:frame()
  self.frames = self.frames + 1
  if self.has_timer then self.change(self.state, self.frames) end
  self:throw()
  for me, opponent in ipairs(self.opponents) do
    if opponent.own_searcher.is_closed then -- by a function that it has called
      if tostring(opponent.searcher) ~= "alphabeta.searcher (closed)" then return "its searcher is not closed" end
      opponent = self:replace(me)
    end
    local state, moved, clock = self.state, self.moved, self[me].clock
    local shown, turn, timer = self.base.name(state), state.turn, state.timer
    local left = type(clock) == "table" and clock.left
    self.updated, self.shown, self.updates = me, shown, self.updates + (turn == me and 1 or 0)
    local ok, result = self:update(opponent)
    self.updated = nil
    if not ok then
      self.waited, self.is_calm = 0, false
      local wrong = own_error(result)
      if wrong then return wrong end
    elseif result ~= opponent:thinking() then
      return "it does not know whether it thinks"
    elseif result and self.resumes then
      return "it thinks in a pause"
    end
    local is_idle = self.resumes or turn ~= me and self.last_turn == turn
    if left and is_idle and self.moved == moved and clock.left ~= left then
      return "its clock runs in another's turn, or in a pause"
    elseif left and clock.left < (self.moved ~= moved and turn == me and clock.increment or 0) then
      return "its clock shows too little"
    elseif self.moved == moved and (self.base.name(state) ~= shown or state.timer ~= timer) then
      return ("a state was %s and is %s"):format(shown, self.base.name(state))
    end
    if self.moved ~= moved then self.waited = 0 end
  end
  self.last_turn = self.state.turn
  self.waited = self.waited + 1
  if self.waited > PATIENCE then return "no opponent has moved in " .. PATIENCE .. " frames" end
  return nil
end

-- Another match begins, in the same table if moves are made there.
function Match:restart()
  local new = self.base.new(self.random, self.players)
  if self.has_function and self.random:chance(0.5) then
    self.state = new
  else
    for name, value in pairs(new) do self.state[name] = value end
  end
  self.history = {}
end

-- A person takes a move back, replaces the state by a copy, stops the opponents, pauses them or goes on, asks for a
-- hint, plays against another opponent from now on, or at another level, begins another match, passes the turn, puts
-- other pieces of the same content into the state, or uses an opponent from within a function. A list of moves that
-- fails shows no pieces, so if functions fail, these stay the same, and no other match begins with new ones.
function Match:disturb(frame)
  local random, base = self.random, self.base
  local what, me = random:int(1, 11), random:int(1, self.players)
  if self.state.board and self.fails == 0 and random:chance(0.4) then what = 10 end
  if what == 1 and not self.in_place and #self.history > 0 then
    self.state = table.remove(self.history)
  elseif what == 2 and self.has_function then
    self.state, self.history = base.copy(self.state), {}
  elseif what == 3 then
    for _, opponent in ipairs(self.opponents) do opponent:stop() end
  elseif what == 4 then
    for _, opponent in ipairs(self.opponents) do opponent:pause() end
    self.resumes = frame + random:int(1, 5)
  elseif what == 5 then
    pcall(self.ask, self, me)
  elseif what == 6 then
    self.opponents[me]:close()
    self:replace(me)
  elseif what == 7 and self[me].level then
    self.opponents[me]:set_level(random:int(1, 10))
  elseif what == 8 and not (self.state.board and self.fails > 0) then
    self:restart()
  elseif what == 9 and self.state.heap and not self.state.is_thrown then
    self.state.turn = self.state.turn % self.players + 1
  elseif what == 10 and self.state.board and self.fails == 0 then
    self.state.board, self.history = base.copy(self.state).board, {}
  else
    self.inner = random:pick(INNER)
  end
  self.waited = 0
end

-- Ends a pause.
function Match:resume()
  self.resumes = nil
  for _, opponent in ipairs(self.opponents) do opponent:resume() end
end

-- What changes in a frame by itself: a number, a table, a field that comes and goes, one now and then, and others.
local CHANGES = {
  function(state, frame) state.timer = frame end,
  function(state, frame) state.timer = {x = frame, y = -frame} end,
  function(state, frame) state.timer = frame % 2 == 0 or nil end,
  function(state, frame) if frame % 7 == 0 then state.timer = frame end end,
  function(state, frame) if frame < 60 then state["particle" .. frame] = frame end end,
}

--- Plays the match of a seed.
-- @tparam int seed
-- @tparam[opt] table more `fails`: the share of calls of functions of the game that raise an error; `base`: one of the
-- games of framed_games
-- @treturn ?string what is wrong; nil when nothing is
-- @treturn boolean whether the match was played; false if its options were refused
function random_match.play(seed, more)
  local random = rng.new(seed)
  local self = setmetatable({
    random = random, base = more and more.base or random:pick(games), players = random:pick {2, 2, 2, 3}, fails = 0,
    has_timer = random:chance(0.5), in_place = random:chance(0.5), history = {}, moved = 0, waited = 0,
    opponents = {}, frames = 0, change = random:pick(CHANGES), updates = 0,
  }, Match)
  if self.base.is_for_two then self.players = 2 end
  self.is_calm = not self.has_timer
  self.waits = more and CAN_YIELD and random:chance(0.2) and 0.02 or nil
  self.state = self.base.new(random, self.players)
  local game, has_table = games.game(self.base, random, function(...) return self:failing(...) end), false
  for me = 1, self.players do
    local options = self:options(game, me)
    has_table = has_table or type(options.state) == "table"
    if not options.play then self.in_place = true end
    self[me] = options
  end
  if has_table then self.in_place = true end
  self.has_function = not has_table
  if self.in_place and not self.base.hides and random:chance(0.05) then games.enlarge(self.state) end
  for me = 1, self.players do
    local ok, err = pcall(alphabeta.opponent, self[me])
    if not ok then return not is_refusal(err) and tostring(err) or nil, false end
    self.opponents[me] = err
  end
  for frame = 1, FRAMES do
    if self.base.is_over(self.state) then break end
    self.fails = frame < 600 and more and more.fails or 0
    local wrong = self:frame()
    if wrong and is_refusal(wrong) then return nil, false end
    if wrong then return wrong, true end
    if self.resumes and frame >= self.resumes then self:resume() end
    if random:chance(0.02) and frame < 600 then self:disturb(frame) end
  end
  for _, opponent in ipairs(self.opponents) do opponent:close() end
  return not self.base.is_over(self.state) and "the match has not ended" or nil, true
end

return random_match
