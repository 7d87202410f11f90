-- A computer player for a game that runs in frames. Internal: this is `alphabeta.opponent`, which loads it with the
-- first opponent.
--
-- In each frame an opponent finds out whether it is to move, and in which state. While it is, it searches that state, a
-- slice in each frame. What a state was when the last slice ended, its mark, is compared with what it is in the next
-- frame: if it has changed, because of a restart or an undo, the search begins anew. But it always moves: what changes
-- again and again, while the same moves can be played, does not hold it up. And before a move is handed over, it is
-- looked for among those that can be played then.
--
-- Any function that it calls may use the opponent itself: update it in a loop of its own, stop it, close it. Each of
-- these begins another round: who sees that the round is no longer the one it began leaves all as it is. Whether there
-- is a search to go on with is asked of the searcher. An error, of a debug hook for example, may strike between any two
-- lines: so a mark is kept only while nothing happens to what it is the mark of.

local PACKAGE = (... or "alphabeta.opponent"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local core = require "alphabeta.core"
local errors = require(PACKAGE .. ".common.errors")
local frames = require(PACKAGE .. ".opponent.frame")
local globals = require(PACKAGE .. ".common.globals")
local guesses = require(PACKAGE .. ".opponent.guess")
local options = require(PACKAGE .. ".common.options")
local pictures = require(PACKAGE .. ".common.picture")
local positions = require(PACKAGE .. ".opponent.position")
local records = require(PACKAGE .. ".opponent.record")
local snapshot = require(PACKAGE .. ".snapshot")
local values = require(PACKAGE .. ".common.values")
local watches = require(PACKAGE .. ".opponent.watch")

local huge, max, min = math.huge, math.max, math.min
local error, ipairs, pairs, pcall, rawequal, tostring, type = error, ipairs, pairs, pcall, rawequal, tostring, type

local WHERE = "alphabeta.opponent"

-- Seconds to think where no option limits the search; and in another's turn, where it ends when that does.
local TIME, WITHOUT_END = 1, 1e9

-- So often in one turn a search begins anew because fields have changed that had not changed before in it, though the
-- same moves can be played. After that it goes on.
local MOST_RESTARTS = 5

-- So often in one turn a search begins anew because its move can no longer be played. After that it is handed over.
local MOST_MISSES = 3

-- Seconds after which a move that was handed over should have been made; and what is printed, once, where it was not.
local PATIENCE = 2
local REFUSED = "alphabeta.opponent: %d seconds after the call of 'play' the state is as it was: if the game has "
  .. "refused the move, play another one or call opponent:stop()"

-- What is wrong where the game itself cannot make a move.
local NEEDS_PLAY = options.message("play", "a function, since the moves of this game leave the state as it is", "nil")

-- Options -------------------------------------------------------------------------------------------------------------

local function is_slice(value) return type(value) == "number" and value > 0 and value < math.huge end

local function is_anything() return true end

-- Its own options.
local OWN = {
  exclude = {"an array of paths of fields", options.is_table},
  on_thinking = {"a function", values.is_callable},
  me = {"a player", is_anything},
  play = {"a function", values.is_callable},
  ponder = {"a boolean", options.is_boolean},
  slice = {"a number of seconds greater than 0", is_slice},
  state = {"a state, or a function that returns one", is_anything, is_needed = true},
  turn = {"a function", values.is_callable},
}

-- All that are valid; the searcher checks the values of its own.
local ROWS, LIMITS = {}, {}
for _, row in ipairs(core.options()) do
  if row.searcher then ROWS[row.name] = {row.expected, is_anything} end
end
for name, row in pairs(OWN) do ROWS[name] = row end
for _, name in ipairs {"depth", "level", "nodes", "think", "time"} do
  if ROWS[name] then LIMITS[#LIMITS + 1] = name end
end

-- The options of the searcher among those that were given.
local function search_options(given)
  local found, is_limited = {}, false
  for name, value in pairs(given) do
    if not OWN[name] then found[name] = value end
  end
  for _, name in ipairs(LIMITS) do is_limited = is_limited or given[name] ~= nil end
  if not is_limited then found.time = TIME end
  return found
end

-- What the game says --------------------------------------------------------------------------------------------------

-- What a key is, since one that a move flips is the same object afterwards.
local function fixed(key)
  return pictures.is_key(key) and key:get() or key
end

local Opponent = {}
Opponent.__index = Opponent

-- The rules: the game, or a state that brings its own.
function Opponent:source_of(state)
  return self.game == nil and state or self.game
end

-- A function of the game; nil when there is none. With the option `hash`, keys are made of what states hold.
function Opponent:callback(name, state)
  if name == "hash" and self.content_hash then return self.content_hash end
  local callback = values.field_of(self:source_of(state), name)
  return values.is_callable(callback) and callback or nil
end

-- What the game's function returns of a state, nil where there is none.
function Opponent:ask(name, state)
  local callback = self:callback(name, state)
  if callback then return (callback(state)) end
  return nil
end

-- What a state holds: in a game made by `alphabeta.snapshot`, what its moves may change.
function Opponent:content_of(state)
  local make = self:callback("make", state)
  local known = make and snapshot.games[make]
  return known and known.collect(state) or state
end

-- What can be played in a state, in an array.
function Opponent:list(state)
  return positions.list(positions.read(self:source_of(state)), state)
end

-- The state, and whether it is the opponent's turn there. The state is nil when there is none, when it is not asked
-- for, and when the round has ended.
function Opponent:find_state(round)
  local is_own = not self.turn or self.turn()
  if not (is_own or self.ponders) or self.round ~= round then return nil, false end
  local state = self.state
  if type(state) == "function" then state = state() end
  if not self.turn and state ~= nil and self.round == round then
    is_own = self:ask("player", state) == self.me and not self:ask("is_over", state)
  end
  if not (is_own or self.ponders) then return nil, false end
  return state, is_own
end

-- Marks ---------------------------------------------------------------------------------------------------------------

-- What tells a state from others: its key and whose turn it is, or else all that it holds. `listed` is what could be
-- played there when its search began.
function Opponent:mark_of(state)
  local mark = {player = self:ask("player", state), has_key = self:callback("hash", state) ~= nil}
  if mark.has_key then
    mark.key = fixed(self:ask("hash", state))
  else
    mark.watch = watches.new(self.excluded)
    mark.watch:take(self:content_of(state))
  end
  return mark
end

-- Notes a state as it is now, after a slice: what the game's functions keep in it is no change. Where states are made
-- anew, they keep it elsewhere.
function Opponent:renew(mark, state)
  if not rawequal(state, self.root) then return end
  mark.player = self:ask("player", state)
  if mark.has_key then
    mark.key = fixed(self:ask("hash", state))
  else
    mark.watch:take(self:content_of(state))
  end
end

-- What is known of the changes in one turn of the opponent: the fields that have changed, and how often the search has
-- begun anew though the same could be played.
local function new_turn()
  return {fields = {}, restarts = 0}
end

-- Whether a state is the one with a mark. Where it is not, but the same can be played there by the same player, it is
-- none the less if nothing has changed but what has changed before in this turn: a clock, a cursor, an animation. The
-- second value then says that something has.
function Opponent:is_marked(mark, state)
  local has_key = self:callback("hash", state) ~= nil
  if mark.player ~= self:ask("player", state) or mark.has_key ~= has_key then return false end
  local changes
  if has_key then
    local key = fixed(self:ask("hash", state))
    if mark.key == key then return true end
    mark.key = key
  else
    changes = mark.watch:look(self:content_of(state))
    if not changes then return true end
  end
  if not mark.listed or not positions.is_same_list(positions.read(self:source_of(state)), mark.listed, self:list(state))
  then
    return false
  end
  local turn, is_new = self.this_turn, has_key
  for _, path in ipairs(changes or {}) do
    is_new = is_new or not turn.fields[path]
    turn.fields[path] = true
  end
  if is_new then turn.restarts = turn.restarts + 1 end
  return not is_new or turn.restarts > MOST_RESTARTS, true
end

-- What was played -----------------------------------------------------------------------------------------------------

-- Whether a position that comes up again has a value of its own.
function Opponent:scores_repetition(state)
  local value = self.limits.repetition
  if value == nil then value = values.field_of(self:source_of(state), "repetition") end
  return value ~= nil and value ~= false
end

-- A state's key, and a name of its position; nil where it has no key, which its search says.
function Opponent:identify(state)
  local key = self:ask("hash", state)
  if key == nil then
    local ok, made = pcall(self.content_key, state)
    if not ok then return nil end
    key = made
  end
  if pictures.is_key(key) then key = key:copy() end
  return key, tostring(fixed(key)) .. " " .. tostring(self:ask("player", state))
end

-- Notes the position of a turn. Returns the keys of those before it; nil where they do not matter.
function Opponent:enter_turn(state)
  if not self:scores_repetition(state) then return nil end
  local key, name = self:identify(state)
  return key ~= nil and self.record:enter(name, key) or nil
end

-- Notes what may follow the opponent's move.
function Opponent:end_own_turn(state, move)
  if not self:scores_repetition(state) then return end
  local rules = positions.read(self:source_of(state))
  self.record:play(rules, state, self:list(state), move, function(at) return self:identify(at) end)
end

-- Thinking ------------------------------------------------------------------------------------------------------------

-- Whether a call of the searcher is under way: a function of the game has called the opponent.
local function is_busy(searcher)
  return tostring(searcher):find("searching", 1, true) ~= nil
end

-- Ends the search and gives its memory back; where it is busy, that is done when it no longer is.
local function release(searcher)
  local ok, err = pcall(searcher.stop, searcher)
  if is_busy(searcher) then return end
  searcher:close()
  if not ok then error(err, 0) end
end

-- What a method returned, by pcall; the searcher is released where the opponent was closed meanwhile.
local function take(self, ok, ...)
  if self.is_closed then release(self.searcher) end
  if not ok then error((...), 0) end
  return ...
end

-- Calls a method of the searcher, which may call functions of the game.
function Opponent:use(name, ...)
  local searcher = self.searcher
  return take(self, pcall(searcher[name], searcher, ...))
end

-- Goes on with the search for a slice. Whether the state has changed was found out before, in the opponent's own way.
function Opponent:go_on(slice)
  local guess = self.guess
  core.accept_state(self.searcher)
  if not guess then return self:use("step", slice) end
  return guess:enter(function() return self:use("step", slice) end)
end

-- Begins another round. Returns its number.
function Opponent:next_round()
  self.round = self.round + 1
  return self.round
end

-- Begins to search a state.
function Opponent:begin(round, state)
  local mark = self:mark_of(state)
  mark.listed = self:list(state)
  local past = self:enter_turn(state)
  if self.round ~= round then return nil end
  self.root, self.guess, self.limits_left = state, nil, nil
  self:use("start", state, past and {past = past})
  return mark
end

-- Makes a move: by the game's own function where no other was given, with all that is seen and heard of it.
function Opponent:make_move(state, move, value, info)
  if self.play then
    self.play(move, value, info)
    return
  end
  local make = self:callback("make", state)
  if not make then error(WHERE .. ": " .. NEEDS_PLAY, 0) end
  local known = snapshot.games[make]
  local play = known and known.play or make
  play(state, move)
end

-- The search has ended: hands over what it has found, unless that can no longer be played: then it begins anew.
function Opponent:decide(round, state, mark)
  local best, value, info = self:use "best"
  local now, is_certain
  if best ~= nil then now, is_certain = positions.find(best, mark.listed, self:list(state)) end
  self:renew(mark, state)
  if self.round ~= round then return end
  if now == nil and is_certain and self.misses < MOST_MISSES then
    self.misses = self.misses + 1
    mark = self:begin(round, state)
    if self.round == round then self.thought = mark end
    return
  end
  if now == nil then now = best end
  if now ~= nil then self:end_own_turn(state, now) end
  if self.round ~= round then return end
  self.decided, self.root, self.misses, self.waited = mark, nil, 0, 0
  self.guess, self.own_player, self.expected = nil, mark.player, info and info.pv and info.pv[2]
  if now ~= nil then self:make_move(state, now, value, info) end
end

-- Thinks for a slice, in the opponent's own turn. Returns whether the search has ended. One that was begun in another's
-- turn has no limits of time: they are kept here, from the moment on when the turn began.
function Opponent:slice_of_turn()
  local slice, limits = self.slice or self.frame:length(), self.limits_left
  if not limits then return self:go_on(slice) end
  local before = core.clock()
  local has_ended = self:go_on(max(min(slice, limits.stop - before, limits.think), 0))
  local now = core.clock()
  limits.think = limits.think - (now - before)
  if has_ended or now < limits.stop and limits.think > 0 or self:use "best" == nil then return has_ended end
  self:use "stop"
  return true
end

-- Thinks for a slice about a state.
function Opponent:think(round, state)
  local searcher, mark = self.searcher, self.thought
  if searcher:thinking() then
    local is_same = mark and self:is_marked(mark, state)
    if self.round ~= round then return end
    if not is_same then
      self.thought, self.guess = nil, nil
      self:use "stop"
    end
  end
  if self.round ~= round then return end
  if not searcher:thinking() then mark = self:begin(round, state) end
  if self.round ~= round then return end
  self.thought = nil
  local has_ended = self:slice_of_turn()
  if self.on_thinking and self.round == round then
    local best, value, info = self:use "best"
    self.on_thinking(info, best, value)
  end
  if self.round ~= round then return end
  if has_ended then
    self:decide(round, state, mark)
  else
    self:renew(mark, state)
    if self.round == round then self.thought = mark end
  end
end

-- Pondering: thinking in another's turn ------------------------------------------------------------------------------

-- Forgets what is known of the opponent's own turn: it is over.
function Opponent:end_turn(round)
  self.decided, self.misses, self.this_turn = nil, 0, new_turn()
  if not self.thought then return end
  self.thought = nil
  self:use "stop"
  if self.round == round then self.guess = nil end
end

-- Begins to search the position behind the reply that is expected, where it can be played; else nothing is done until
-- the state is another.
function Opponent:begin_guess(round, state)
  if self.expected == nil or self.searcher:thinking() then return end
  local seen = self.without_guess
  if seen and self:is_marked(seen, state) or self.round ~= round then return end
  local rules = positions.read(self:source_of(state))
  local mark, listed = self:mark_of(state), positions.list(rules, state)
  local is_other = mark.player == nil or mark.player ~= self.own_player
  local guess = is_other and guesses.new(rules, state, listed, self.expected)
  if self.round ~= round then return end
  mark.listed, self.without_guess = listed, mark
  if not guess then return end
  guess:enter(function()
    guess.mark, guess.behind = mark, self:mark_of(guess.root)
    guess.behind.listed = self:list(guess.root)
    if self.round ~= round or guess.behind.watch and not guess.behind.watch.is_whole then return end
    self.root = guess.root
    local past = self:scores_repetition(guess.root) and self.record:all() or nil
    self:use("start", guess.root, {time = self.no_limits.time, think = self.no_limits.think, past = past})
    self.guess = guess
  end)
end

-- Whether the reply that was expected has been made. Fields that have changed before, in another's turn, do not count
-- where the same can be played.
function Opponent:is_guessed(guess, state)
  local mark = guess.behind
  if mark.player ~= self:ask("player", state) then return false end
  if mark.has_key then return mark.key == fixed(self:ask("hash", state)) end
  for _, path in ipairs(mark.watch:look(self:content_of(state)) or {}) do
    if not self.this_turn.fields[path] then return false end
  end
  return positions.is_same_list(guess.rules, mark.listed, self:list(state))
end

-- Looks whether the state is still that with the reply to come, or the one behind it. Returns whether it is.
function Opponent:follow_guess(round, state)
  local guess = self.guess
  local is_same = self:is_marked(guess.mark, state)
  if is_same or self.round ~= round then return is_same end
  if not guess.is_made and self:is_guessed(guess, state) and self.round == round then
    guess.is_made = not guess.is_in_place or rawequal(state, guess.root)
    guess.mark = guess.behind
    return true
  end
  if self.round ~= round then return false end
  self.guess, self.root, self.without_guess = nil, nil, nil
  self:use "stop"
  return false
end

-- Drops the guess whose search was ended by an error.
function Opponent:check_guess()
  local guess = self.guess
  if guess and not guess.has_ended and not self.searcher:thinking() then self.guess, self.root = nil, nil end
end

-- What the opponent does in a frame of another's turn.
function Opponent:ponder(round, state)
  if self.is_own_turn then self:end_turn(round) end
  if self.round ~= round then return end
  self.is_own_turn = false
  self:check_guess()
  if not self.guess then self:begin_guess(round, state) end
  local guess = self.guess
  if self.round ~= round or not guess or not self:follow_guess(round, state) then return end
  if not guess.has_ended then guess.has_ended = self:go_on(self.slice or self.frame:length()) end
  if self.round == round then self:renew(guess.mark, state) end
end

-- It is the opponent's turn, and it has pondered: its search goes on where the reply was the expected one, else it
-- ends, and what it has found is in the table.
function Opponent:take_guess(round, state)
  local guess = self.guess
  local is_there = guess.mark == guess.behind and self:is_marked(guess.mark, state)
  is_there = is_there or guess.mark ~= guess.behind and self:is_guessed(guess, state)
  if self.round ~= round then return end
  if not is_there then
    self.guess, self.root = nil, nil
    self:use "stop"
    return
  end
  self:enter_turn(state)
  if self.round ~= round then return end
  guess.is_made = guess.is_made or rawequal(state, guess.root)
  local limits = self.limits
  self.limits_left = {stop = core.clock() + (limits.time or huge), think = limits.think or huge}
  self.thought = guess.behind
  if guess.has_ended then self:decide(round, state, guess.behind) end
end

-- Drops the search, if there is one, and what is known of this turn.
function Opponent:drop()
  self.thought, self.root, self.decided, self.misses, self.this_turn = nil, nil, nil, 0, new_turn()
  self.guess, self.expected, self.without_guess = nil, nil, nil
  if self.searcher:thinking() or is_busy(self.searcher) then self:use "stop" end
end

-- The opponent has decided, and waits for its move to be made. Returns whether it goes on waiting: where the state
-- changes all the time, it cannot be seen for certain that the move was made, so that it does not wait for ever.
function Opponent:waits(round, state, seconds)
  local is_same, is_other = self:is_marked(self.decided, state)
  if self.round ~= round then return true end
  self.waited = self.waited + seconds
  if is_other and self.waited > PATIENCE then return false end
  if is_same and self.waited > PATIENCE and not self.has_told and #self.decided.listed > 0 then
    self.has_told = true
    print(REFUSED:format(PATIENCE))
  end
  return is_same
end

-- What the opponent does in a frame.
function Opponent:take_turn(round, seconds)
  local state, is_own = self:find_state(round)
  if self.round ~= round then return end
  if state == nil then
    self:drop()
    return
  elseif not is_own then
    self:ponder(round, state)
    return
  end
  self.is_own_turn, self.without_guess = true, nil
  self:check_guess()
  if self.guess and not self.thought then
    self:take_guess(round, state)
    if self.decided then return end -- it has played at once: the state may be another's to move in
  end
  if self.round ~= round then return end
  if self.decided then
    if self:waits(round, state, seconds) then return end
    self.decided, self.this_turn = nil, new_turn()
  end
  self:think(round, state)
end

-- Methods -------------------------------------------------------------------------------------------------------------

local function check_seconds(value, name)
  if value ~= nil and not (type(value) == "number" and value >= 0) then
    error(("opponent:update: argument '%s': expected a number of seconds, 0 or more, got %s"):format(name,
      values.describe(value)), 3)
  end
end

function Opponent:update(seconds, spent)
  check_seconds(seconds, "seconds")
  check_seconds(spent, "spent")
  if self.is_closed then error("opponent:update: the opponent is closed", 2) end
  if core.is_lost(self.searcher) then self.searcher:stop() end
  if is_busy(self.searcher) then error("opponent:update: called while its search calls a function of the game", 2) end
  local round = self:next_round()
  self.frame:begin(seconds, spent)
  self:take_turn(round, seconds or self.frame.period or 0)
  if self.round == round then self.frame:finish(not self.decided) end
  return self:thinking()
end

function Opponent:thinking()
  return self.searcher:thinking() and (not self.guess or self.thought ~= nil)
end

function Opponent:stop()
  self:next_round()
  self:drop()
end

function Opponent:close()
  if not self.is_closed then
    self:next_round()
    self.is_closed = true
    self.thought, self.decided, self.root, self.guess, self.expected = nil, nil, nil, nil, nil
    if self.on_close then self.on_close() end
  end
  release(self.searcher)
end

-- What is wrong with the options that say when the opponent moves, and how; nil when nothing is. The second value says
-- that the game itself makes the moves.
local function check_moves(given)
  if given.turn == nil and given.me == nil then return options.message("turn", "a function", "nil") end
  if given.turn ~= nil and given.me ~= nil then
    return "option 'me' takes the place of option 'turn': give one of them"
  end
  local source = given.game
  if source == nil and type(given.state) == "function" then return nil, given.play == nil end -- it is not known yet
  if source == nil then source = given.state end
  if given.me ~= nil and not values.is_callable(values.field_of(source, "player")) then
    return "option 'me' needs a game with 'player'"
  end
  local make, copies = values.field_of(source, "make"), values.field_of(source, "play")
  local known = make and snapshot.games[make]
  local play = given.play
  if play ~= nil and (play == make or known and play == known.play) then play = nil end
  if play == nil and not make then return NEEDS_PLAY end
  if play ~= nil and play == copies then
    return options.message("play", "a function that keeps what 'play' of the game returns", "that function")
  end
  return nil, play == nil
end

-- Makes an opponent.
-- @tparam table given the options
-- @treturn ?table the opponent; nil when something is wrong
-- @return what is wrong then
return function(given)
  local message = options.check(given, ROWS)
  local excluded, wrong, makes_moves
  if not message then message, makes_moves = check_moves(given) end
  if not message and given.exclude then
    excluded, wrong = pictures.exclusion(given.exclude)
    if not excluded then
      message = options.message("exclude", "paths of fields, such as 'board.timer'", values.describe(wrong))
    end
  end
  if message then return nil, WHERE .. ": " .. message end
  local found = search_options(given)
  local ok, searcher = pcall(core.new, nil, found)
  if not ok then return nil, (errors.rename(searcher, WHERE)) end
  return setmetatable({
    searcher = searcher, game = given.game, state = given.state, turn = given.turn, me = given.me,
    play = not makes_moves and given.play or nil, slice = given.slice, on_thinking = given.on_thinking,
    excluded = excluded, ponders = given.ponder or false,
    limits = found, no_limits = {time = found.time and WITHOUT_END, think = found.think and WITHOUT_END},
    content_hash = given.hash and core.content_hash(given.hash_ignore) or nil,
    content_key = core.content_hash(given.hash_ignore), record = records.new(),
    round = 0, waited = 0, misses = 0, this_turn = new_turn(),
    frame = frames.new(core.clock, globals.field(globals.os, "clock")),
  }, Opponent)
end
