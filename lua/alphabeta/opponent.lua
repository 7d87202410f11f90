-- A computer player for a game that runs in frames. Internal: this is `alphabeta.opponent`, which loads it with the
-- first opponent.
--
-- In each frame an opponent finds out whether it is to move, and in which state. It is in one mode at a time, a record:
--
--   idle       It searches nothing. In another's turn, `seen` is a state where it knows no reply to think about.
--   thinking   Its own turn: it searches the state `root`. If it has pondered that search, `guess` is the reply that
--              was made, and `limits` is what is left of its limits of time. `is_held` says that the search has ended,
--              and that its move is held back, because the opponent would answer too soon.
--   waiting    It has handed over a move, and waits until the state is another; so far for `seconds`. The fields
--              `changing` have changed in the turn before that; `may_be_made` says that one of them shows a move, and
--              `has_resigned` that there is no move to wait for.
--   pondering  Another's turn: it searches the position behind the reply `guess`. `behind` is the fingerprint of that
--              position; `has_ended` says that nothing is left to search.
--   hinting    Another's turn: it searches the state `root` for a hint.
--
-- `seen` is the fingerprint of the state, taken when the last slice ended. If the state is another in the next frame,
-- because of a restart or an undo, the search begins anew. The opponent always moves: a field that keeps changing does
-- not delay it, as long as the legal moves stay the same. Before it hands over a move, it looks for it among the moves
-- that are legal then.
--
-- Any function that it calls may use the opponent itself: update it in a loop of its own, stop it, close it. Each of
-- these begins another call, with an `id` of its own. Each function that the opponent calls is followed by `still`,
-- which ends a call by the error SUPERSEDED if another one has begun. A debug hook may raise an error between any two
-- lines. So `seen` is cleared before a slice, and the searcher is asked whether it still thinks.

local use = require((...):match "^(.*)%." .. ".use")

local clocks, core, frames, globals = use("opponent.clock", "common.core", "opponent.frame", "common.globals")
local interpreter, loops, options, pictures = use("common.interpreter", "opponent.loops", "common.options",
  "common.picture")
local positions, randoms, records = use("opponent.position", "common.random", "opponent.record")
local snapshot, values, watches = use("snapshot", "common.values", "opponent.watch")

local huge, max, min = math.huge, math.max, math.min
local concat = table.concat
local error, ipairs, next, pairs, pcall, rawequal, tostring, type =
  error, ipairs, next, pairs, pcall, rawequal, tostring, type

local WHERE = "alphabeta.opponent"

-- Seconds to think if no option limits the search; and in another's turn, with which it ends.
local TIME, WITHOUT_END = 1, 1e9

-- So often in one turn a search begins anew because fields have changed that had not changed before in it, though the
-- same moves can be played. After that it goes on.
local MOST_RESTARTS = 5

-- With so many other replies the expected one is compared, which reads the whole state each time.
local MOST_COMPARED = 3

-- So many searches begin in one turn. After that the opponent plays the best move that a single slice has found: each
-- frame changes a field that moves change, too.
local MOST_SEARCHES = 60

-- So often in one turn a search begins anew because its move can no longer be played, after which it is handed over, or
-- because it has found none. In the latter case so many nodes limit it, whatever the time.
local MOST_MISSES, NODES = 3, 1000

-- Seconds after which the opponent stops to wait for its move if that may have been made; or in any case if the state
-- changes all the time. If it does not, a line is printed once.
local SURE, PATIENCE = 2, 8
local REFUSED = "alphabeta.opponent: %d seconds after the call of 'play' the state is as it was: if the game has "
  .. "refused the move, play another one or call opponent:stop()"

-- Seconds without a turn after which the opponent looks at the state, to see later whether another has moved; seconds
-- after which a line is printed once; and the line. %s is the condition that was never true.
local SHORT, LONG = 1, 8
local NO_TURN = "alphabeta.opponent: in %d seconds its turn has not come, though there are moves. If it should have "
  .. "moved: %s"
local NEVER_TURN, NEVER_ME = "'turn' has never returned true", "'player' has never returned the option 'me', %s"
local STALE = "the state that it was given may no longer be the game's: give a function, "
  .. "state = function() return state end"

-- At most this part of what is left on its clock is spent by holding a move back.
local PART_OF_CLOCK = 0.1

-- The opponent resigns in the second turn in a row in which it sees that it loses.
local LOST_TURNS = 2

-- The mistake if the game itself cannot make a move.
local NEEDS_PLAY = options.message("play", "a function, because the moves of this game do not change the state", "nil")

-- Options -------------------------------------------------------------------------------------------------------------

local function is_slice(value) return type(value) == "number" and value > 0 and value < huge end
local function is_duration(value) return type(value) == "number" and value >= 0 and value < huge end

local DURATION = "a number of seconds, 0 or more"

-- Its own options.
local OWN = {
  at_least = {DURATION, is_duration},
  clock = {clocks.EXPECTED, clocks.is_valid},
  exclude = {"an array of paths of fields", options.is_table},
  hook = {"a boolean", options.is_boolean},
  on_thinking = {"a function", values.is_callable},
  me = {"a player", options.is_anything},
  on_move = {"a function", values.is_callable},
  on_resign = {"a function", values.is_callable},
  pause = {DURATION, is_duration},
  play = {"a function", values.is_callable},
  ponder = {"a boolean", options.is_boolean},
  slice = {"a number of seconds greater than 0", is_slice},
  state = {"a state, or a function that returns one", options.is_anything, is_needed = true},
  turn = {"a function", values.is_callable},
}

local ROWS, LIMITS = options.with_searchers(OWN), {"clock", "depth", "level", "nodes", "think", "time"}

-- The options of the searcher among the given ones. Without a seed, no two games are alike.
local function search_options(given)
  local found = {seed = randoms.fresh(core.clock)}
  for name, value in pairs(given) do
    if not OWN[name] then found[name] = value end
  end
  for _, name in ipairs(LIMITS) do
    if given[name] ~= nil then return found end
  end
  found.time = TIME
  return found
end

-- What the game says --------------------------------------------------------------------------------------------------

-- The value of a key, because a key that a move flips is the same object afterwards.
local function fixed(key)
  return pictures.is_key(key) and key:get() or key
end

local function copy(t)
  local twin = {}
  for key, value in pairs(t) do twin[key] = value end
  return twin
end

-- What is wrong with the object with the game's functions, the game or a state with its own, where option 'me' is given
-- or not; nil if nothing is.
local function mistake_in_source(source, is_game, has_me)
  if not is_game and not (values.field_of(source, "moves") or values.field_of(source, "children")) then
    return options.message("game", "a table with the functions of the game, or a state that has them", "nil")
  end
  local has_player = values.is_callable(values.field_of(source, "player"))
  return has_me and not has_player and "option 'me' needs a game with 'player'" or nil
end

local Opponent = {}
Opponent.__index = Opponent

-- The error that ends a call after another one has begun. `run` catches it.
local SUPERSEDED = {}

-- Passes on the results of a function, unless that has begun another call.
function Opponent:still(...)
  if self.acting and self.acting ~= self.id then error(SUPERSEDED, 0) end
  return ...
end

-- Begins another call. Returns its id.
function Opponent:next_id()
  self.id = self.id + 1
  return self.id
end

-- Calls a method as a part of a call. Returns its result; nil if another call has begun.
function Opponent:run(id, method, ...)
  local outer = self.acting
  self.acting = id
  local ok, result = pcall(method, self, ...)
  self.acting = outer
  if ok then return result end
  if result ~= SUPERSEDED then error(result, 0) end
  return nil
end

-- The object with the game's functions: the game, or a state with its own.
function Opponent:source_of(state)
  return self.game == nil and state or self.game
end

-- The rules, as `read` of position.lua returns them.
function Opponent:rules_of(state)
  return positions.read(self:source_of(state))
end

-- A function of the game; nil if there is none. With the option `hash`, keys are made from the fields of states.
function Opponent:callback(name, state)
  if name == "hash" and self.content_hash then return self.content_hash end
  local callback = values.field_of(self:source_of(state), name)
  return values.is_callable(callback) and callback or nil
end

-- The result of the game's function for a state, nil without that function.
function Opponent:ask(name, state)
  local callback = self:callback(name, state)
  if callback then return (self:still((callback(state)))) end
  return nil
end

-- The content of a state: in a game made by `alphabeta.snapshot`, what its moves may change.
function Opponent:content_of(state)
  local make = self:callback("make", state)
  local known = make and snapshot.games[make]
  return known and known.collect(state) or state
end

-- The legal moves of a state, in an array.
function Opponent:list(state)
  return self:still(positions.list(self:rules_of(state), state))
end

-- The state; nil if there is none.
function Opponent:current_state()
  if type(self.state) == "function" then return (self:still((self.state()))) end
  return self.state
end

-- Whether the opponent is the player to move. The first state shows whether its option 'me' is a player that the game's
-- function 'player' may return.
function Opponent:is_to_move(state)
  local player = self:ask("player", state)
  if self.first_player == nil then
    local mistake = player == nil and mistake_in_source(self:source_of(state), self.game ~= nil, true)
    if mistake then error(WHERE .. ": " .. mistake, 0) end
    self.first_player = player
    if player ~= nil and type(player) ~= type(self.me) and player ~= self.me then
      error(("%s: %s"):format(WHERE, options.message("me", "a " .. type(player) .. ", as 'player' returns it",
        values.describe(self.me))), 0)
    end
  end
  return player == self.me and not self:ask("is_over", state)
end

-- The state, and whether it is the opponent's turn there. The state is nil if there is none, or if it is not needed.
function Opponent:find_state()
  local is_own = not self.turn or self:still((self.turn()))
  local is_needed = self.ponders or self.hint_wanted
  if not (is_own or is_needed) then return nil, false end
  local state = self:current_state()
  if not self.turn and state ~= nil then is_own = self:is_to_move(state) end
  if not (is_own or is_needed) then return nil, false end
  return state, is_own
end

-- Fingerprints --------------------------------------------------------------------------------------------------------

-- Takes a state as it is now into a fingerprint.
function Opponent:take(seen, state)
  seen.player = self:ask("player", state)
  if seen.has_key then seen.key = fixed(self:ask("hash", state)) end
  if seen.watch then seen.watch:take(self:content_of(state)) end
end

-- The fingerprint of a state: whose turn it is, and its key, or else its content. If the key has changed too often, it
-- is both. Between two slices of a game in place, a state is always compared as a whole, because the next slice makes
-- moves in it. `listed` has the legal moves there now.
function Opponent:fingerprint(state)
  local is_in_place = positions.is_in_place(self:rules_of(state))
  local seen = {has_key = self:callback("hash", state) ~= nil}
  if not seen.has_key or self.own_turn.restarts >= MOST_RESTARTS then
    seen.watch = watches.new(self.excluded, is_in_place)
  end
  self:take(seen, state)
  seen.listed = self:list(state)
  return seen
end

-- Takes a state as it is after a slice: values that the game's functions cache in it are no change. In games that make
-- new states, they are elsewhere.
function Opponent:renew(seen, state)
  if rawequal(state, self.mode.root) then self:take(seen, state) end
end

-- The record of one turn: the fields that have changed, with the keys that lead to them, and whether a move changes
-- them. Also how many searches have begun; how many of them anew with the same legal moves, and how many because a move
-- was missing or no longer legal. And how many seconds of the turn have passed.
local function new_turn()
  return {fields = {}, is_played = {}, searches = 0, restarts = 0, misses = 0, seconds = 0}
end

-- Whether a state has a fingerprint. If it has another one, but the same player has the same moves, it is still the
-- same state if only fields have changed that have changed before in this turn: a clock, a cursor, an animation. The
-- second value then has the changed fields. If `is_guess`, a field that changes for the first time is not recorded.
function Opponent:is_same(seen, state, is_guess)
  local has_key = self:callback("hash", state) ~= nil
  if seen.player ~= self:ask("player", state) or seen.has_key ~= has_key then return false end
  local key = has_key and fixed(self:ask("hash", state))
  local changes = seen.watch and seen.watch:look(self:content_of(state))
  if has_key and seen.key == key or not (has_key or changes or seen.watch.is_blind) then return true end
  changes = changes or {keys = {}}
  local turn, is_new = self.own_turn, has_key
  for _, path in ipairs(changes) do is_new = is_new or not turn.fields[path] end
  if is_guess and is_new then return false end
  seen.key = key
  if not positions.is_same_list(self:rules_of(state), seen.listed, self:list(state)) then return false end
  for i, path in ipairs(changes) do turn.fields[path] = changes.keys[i] end
  if is_new then turn.restarts = turn.restarts + 1 end
  return not is_new or turn.restarts > MOST_RESTARTS, changes
end

-- Whether two values of a field are the same. A copied state has copies of its tables.
local function is_equal(a, b, are_copies)
  return a == b or a ~= a and b ~= b or are_copies and type(a) == "table" and type(b) == "table"
end

-- Finds out which of these fields the moves of a state change. Returns whether that is so, in an array.
function Opponent:look_at_moves(fields, state)
  local rules, listed, is_changed = self:rules_of(state), self:list(state), {}
  local are_copies = not positions.is_in_place(rules)
  for _, move in ipairs(listed) do
    local before, at = watches.values(self:content_of(state), fields), positions.after(rules, state, listed, move)
    local after = at:enter(function() return watches.values(self:content_of(at.root), fields) end)
    for i in ipairs(fields) do is_changed[i] = is_changed[i] or not is_equal(before[i], after[i], are_copies) end
  end
  return self:still(is_changed)
end

-- Whether a move changes one of these fields, so it is no clock, cursor or animation. That is found out once a search.
function Opponent:is_played_in(changes, state)
  local known, unknown, is_one = self.own_turn.is_played, {keys = {}}, false
  for i, path in ipairs(changes) do
    if known[path] == nil then unknown[#unknown + 1], unknown.keys[#unknown + 1] = path, changes.keys[i] end
  end
  local is_changed = unknown[1] and self:look_at_moves(unknown, state)
  for i, path in ipairs(unknown) do known[path] = is_changed[i] or false end
  for _, path in ipairs(changes) do is_one = is_one or known[path] end
  return is_one
end

-- Whether the search of a state can go on: the state is the same, and nothing has changed that a move changes.
-- Otherwise its move would be for another state. In a game in place, its line would be made in another state than it
-- was found in, and taken back there.
local function can_go_on(self, seen, state, is_guess)
  local is_same, changes = self:is_same(seen, state, is_guess)
  if not (is_same and changes) then return is_same end
  if not seen.watch then return not positions.is_in_place(self:rules_of(state)) end
  return not self:is_played_in(changes, state)
end

-- Compares a state with a fingerprint. After an error of a function of the game, the fingerprint may be that of the
-- state as it was then, so from then on it is that of no state.
local function compare(self, comparison, seen, ...)
  if seen.is_unsure then return false end
  seen.is_unsure = true
  local is_same, changes = comparison(self, seen, ...)
  seen.is_unsure = false
  return is_same, changes
end

function Opponent:can_go_on(seen, state, is_guess) return (compare(self, can_go_on, seen, state, is_guess)) end

-- Begins the record of the opponent's turn. Of fields that have changed in the turn before, it keeps those that no move
-- changes: they go on changing.
function Opponent:begin_turn(state)
  local before, turn = self.own_turn, new_turn()
  self.own_turn = turn
  for path, keys in pairs(before.fields) do
    if not self:is_played_in({path, keys = {keys}}, state) then turn.fields[path] = keys end
  end
end

-- What was played -----------------------------------------------------------------------------------------------------

-- Whether a position that comes up again has a value of its own. In a search by playouts or of deals it has none.
function Opponent:scores_repetition(state)
  local limits = self.limits
  if limits.algorithm == "uct" or limits.deals ~= 0 and self:callback("deal", state) then return false end
  local value = limits.repetition
  if value == nil then value = values.field_of(self:source_of(state), "repetition") end
  return value ~= nil and value ~= false
end

-- The keys of all positions of the match; nil if they do not matter.
function Opponent:past_of(state)
  return self:scores_repetition(state) and self.record:all() or nil
end

-- A state's key, and a name of its position; nil if it has no key, which its search reports.
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

-- Records the position of a turn. Returns the keys of the positions before it; nil if they do not matter.
function Opponent:enter_turn(state)
  if not self:scores_repetition(state) then return nil end
  local key, name = self:identify(state)
  return key ~= nil and self.record:enter(name, key) or nil
end

-- The searcher --------------------------------------------------------------------------------------------------------

-- Whether a call of the searcher is under way: a function of the game has called the opponent.
local function is_busy(searcher)
  return tostring(searcher):find "searching"
end

-- Ends the search and releases its memory, now or as soon as the searcher is no longer busy.
local function release(searcher)
  local ok, err = pcall(searcher.stop, searcher)
  if is_busy(searcher) then return end
  searcher:close()
  if not ok then error(err, 0) end
end

-- The results of a method, by pcall. Releases the searcher if the opponent was closed meanwhile.
local function take(self, ok, ...)
  if self.is_closed then release(self.searcher) end
  if not ok then error((...), 0) end
  return ...
end

-- The results of the searcher's `start`, by pcall. An error that names it names the user's own call.
local function take_start(ok, err, ...)
  if not ok and type(err) == "string" then err = err:gsub("^searcher:start: ", WHERE .. ": ") end
  return ok, err, ...
end

-- Calls a method of the searcher, which may call functions of the game.
function Opponent:use(name, ...)
  local searcher = self.searcher
  if name == "start" then return self:still(take(self, take_start(pcall(searcher.start, searcher, ...)))) end
  return self:still(take(self, pcall(searcher[name], searcher, ...)))
end

-- How many seconds a slice is to take.
function Opponent:slice_length()
  return self.slice or self.frame:length()
end

-- Goes on with the search for a slice. Whether the state has changed was found out before, in the opponent's own way.
-- Returns whether the search has ended.
function Opponent:go_on(slice)
  local guess = self.mode.guess
  core.accept_state(self.searcher)
  if not guess then return self:use("step", slice) end
  return self:still(guess:enter(function() return self:use("step", slice) end))
end

local IDLE = {name = "idle"}

-- Becomes idle, and ends the search.
function Opponent:leave()
  self.mode = IDLE
  if self.searcher:thinking() or is_busy(self.searcher) then self:use "stop" end
end

-- Becomes idle, and drops the expected reply, the requested hint and the record of this turn.
function Opponent:drop()
  self.expected, self.hint_wanted, self.own_turn, self.moves_again = nil, nil, new_turn(), false
  self:leave()
end

-- Its own turn --------------------------------------------------------------------------------------------------------

-- Begins to search a state. Without `has_time`, nodes limit the search.
function Opponent:begin(state, has_time)
  local seen, past = self:fingerprint(state), self:enter_turn(state)
  local mode = {name = "thinking", root = state}
  self.mode, self.own_turn.is_played = mode, {}
  local limits = {clock = self.clock and self:still(self.clock:read()), level = self.level}
  if not has_time then limits = {nodes = NODES, time = self.no_limits.time, think = self.no_limits.think} end
  limits.past = past
  self:use("start", state, next(limits) ~= nil and limits or nil)
  mode.seen = seen
end

-- Makes a move: by the game's own function if no other was given, with everything that the player sees and hears.
function Opponent:make_move(state, move, value, info)
  if self.play then
    self.play(move, value, info)
    return
  end
  local make = self:callback("make", state)
  if not make then error(WHERE .. ": " .. NEEDS_PLAY, 0) end
  local known = snapshot.games[make]
  local function hand_on(...)
    if self.on_move then self.on_move(move, ...) end
  end
  hand_on((known and known.perform or make)(state, move))
end

-- Presses the clock and makes the move of a decision. From then on the opponent waits.
local function press_and_move(self, decision)
  self.mode, self.moves_again = decision.waiting, true
  if decision.move == nil then return end
  if decision.is_lost then
    decision.waiting.has_resigned = self.on_resign(decision.value, decision.info)
    if decision.waiting.has_resigned then return end
  end
  if self.clock then
    self:run_clock()
    self.clock:press()
  end
  self:make_move(decision.state, decision.move, decision.value, decision.info)
end

-- Hands over a move. If that raises an error, perhaps nothing has moved: then the opponent searches again. Functions
-- that yield are called without protection where nothing yields through it.
function Opponent:hand_over(decision)
  if globals.can_yield() and not globals.yields_through_pcall then
    press_and_move(self, decision)
    return
  end
  local ok, err = pcall(press_and_move, self, decision)
  if ok then return end
  if self.mode == decision.waiting then self.mode = IDLE end
  error(err, 0)
end

-- Whether the state is still the one in which the move was handed over; and the changed fields, as `is_same`. A field
-- that a move changes, and that has not changed before the move, shows that the move was made. If the field has changed
-- before, because a move was taken back, the move may have been made.
local function awaits_move(self, seen, state)
  local is_same, changes = self:is_same(seen, state)
  if not (changes and changes[1]) then return is_same end
  local mode, new, old = self.mode, {keys = {}}, {keys = {}}
  for i, path in ipairs(changes) do
    local fields = mode.changing[path] and old or new
    fields[#fields + 1], fields.keys[#fields + 1] = path, changes.keys[i]
  end
  mode.may_be_made = mode.may_be_made or self:is_played_in(old, state)
  return not self:is_played_in(new, state), changes
end

function Opponent:awaits_move(seen, state) return compare(self, awaits_move, seen, state) end

-- Looks whether the move that was handed over has been made, which the game may hide before the next frame: a new match
-- may begin with the same state. A move of the game's own `make` cannot have been refused.
function Opponent:look_for_move(waiting)
  self:still()
  local state, is_own = self:find_state()
  local has_moved = not (self.play or waiting.has_resigned) or state == nil or not is_own
  self.moves_again = is_own
  if has_moved or not self:awaits_move(waiting.seen, state) then self.mode, self.own_turn = IDLE, new_turn() end
end

-- Whether the position is lost, and so was that of the turn before. A level may have chosen a move that loses while the
-- best one does not. Playouts may have found only that the best move that they tried loses.
function Opponent:is_lost(info)
  local best = info and info.scores and info.scores[1] or info
  if not (self.on_resign and best) or self.moves_again then return false end
  self.losses = (best.win_in or 0) < 0 and (info.win_in or 0) < 0 and self.losses + 1 or 0
  return self.losses >= LOST_TURNS
end

-- The search has ended. Returns the decision to play its move, or to wait if there is none. If the move is no longer
-- legal, begins anew and returns nil.
function Opponent:decide(state, seen)
  local best, value, info = self:use "best"
  local now, is_certain
  if best ~= nil then now, is_certain = positions.find(self:rules_of(state), best, seen.listed, self:list(state)) end
  self:renew(seen, state)
  local turn = self.own_turn
  local is_missing = best == nil and info ~= nil and info.reason ~= "over" and #seen.listed > 0
  if now == nil and (is_certain or is_missing) and turn.misses < MOST_MISSES then
    turn.misses = turn.misses + 1
    self:begin(state, not is_missing)
    return nil
  end
  if now == nil then now = best end
  if now ~= nil and self:scores_repetition(state) then -- what may follow the move
    self.record:play(self:rules_of(state), state, self:list(state), now, function(at) return self:identify(at) end)
    self:still()
  end
  self.expected = {player = seen.player, reply = info and info.pv and info.pv[2]}
  local waiting = {name = "waiting", seen = seen, seconds = 0, changing = copy(turn.fields)}
  return {
    waiting = waiting, state = state, move = now, value = value, info = info, is_lost = self:is_lost(info),
  }
end

-- Takes the seconds off the clock that have passed since the last call, by the game or by the wall clock.
function Opponent:run_clock(seconds)
  local now = core.clock()
  self.clock:run(seconds or now - self.looked)
  self.looked = now
end

-- The limits of a search that has pondered: the soft ones, because it has searched before.
function Opponent:limits_of_guess()
  local limits = self.limits
  local think, time = limits.think or huge, limits.time or huge
  if type(think) == "table" then think = think[1] end
  if self.clock then time = min(time, self:still(self.clock:share())) end
  return {stop = core.clock() + time, think = think}
end

-- Thinks for a slice, in the opponent's own turn. Returns whether the search has ended. A search that was begun in
-- another's turn has no limits of time. This function keeps them, from the beginning of the turn.
function Opponent:slice_of_turn()
  local limits, slice, before = self.mode.limits, self:slice_length(), core.clock()
  if not limits then return self:go_on(slice) end
  local has_ended = self:go_on(max(min(slice, limits.stop - before, limits.think), 0))
  local now = core.clock()
  limits.think = limits.think - (now - before)
  if has_ended or now < limits.stop and limits.think > 0 or self:use "best" == nil then return has_ended end
  self:use "stop"
  return true
end

-- Whether it is too soon for a move, by the seconds of the game's own frames: the answer to another's move, or the next
-- move of several in a row.
function Opponent:holds()
  local least = self.moves_again and self.least_pause or self.at_least
  if self.clock and least > 0 then least = min(least, PART_OF_CLOCK * self:still(self.clock:read()).left) end
  return self.own_turn.seconds < least
end

-- Thinks for a slice about a state, or holds back the move that was found. Returns the decision, nil if there is none.
function Opponent:think(state)
  local searcher, seen = self.searcher, self.mode.seen
  local is_under_way = searcher:thinking() or self.mode.is_held
  if is_under_way and not (seen and self:can_go_on(seen, state)) then self:leave() end
  if not (searcher:thinking() or self.mode.is_held) then
    self.own_turn.searches = self.own_turn.searches + 1
    self:begin(state, true)
  end
  local mode = self.mode
  seen, mode.seen = mode.seen, nil
  local has_ended = mode.is_held or self:slice_of_turn()
  if self.on_thinking and not mode.is_held then
    local best, value, info = self:use "best"
    self:still(self.on_thinking(info, best, value))
  end
  if not has_ended and self.own_turn.searches > MOST_SEARCHES and self:use "best" ~= nil then
    self:use "stop"
    has_ended = true
  end
  mode.is_held = has_ended and self:holds()
  if has_ended and not mode.is_held then return self:decide(state, seen) end
  self:renew(seen, state)
  mode.seen = seen
  return nil
end

-- Whether the opponent goes on waiting for its move to be made. If the state changes all the time, the move cannot be
-- seen for certain, so the opponent does not wait for ever.
function Opponent:waits(state, seconds)
  local mode = self.mode
  local is_same, changes = self:awaits_move(mode.seen, state)
  mode.seconds = mode.seconds + seconds
  local is_late = mode.seconds > PATIENCE
  if mode.has_resigned then return is_same end
  if is_late and changes or mode.seconds > SURE and mode.may_be_made then return false end
  if is_same and is_late and not self.has_told and #mode.seen.listed > 0 then
    self.has_told = true
    print(REFUSED:format(PATIENCE))
  end
  return is_same
end

-- It is the opponent's turn, and it has pondered. Its search goes on if the reply was the expected one. Otherwise it
-- ends, and its results are in the table.
function Opponent:take_guess(state)
  local mode, guess = self.mode, self.mode.guess
  if not self:can_go_on(mode.behind, state, mode.seen ~= mode.behind) then
    self:leave()
    return
  end
  self:enter_turn(state)
  self:begin_turn(state)
  guess.is_made = guess.is_made or rawequal(state, guess.root)
  self.mode = {
    name = "thinking", root = guess.root, seen = mode.behind, guess = guess,
    limits = self:limits_of_guess(), is_held = mode.has_ended,
  }
end

-- A frame of the opponent's own turn. Returns the decision, nil if there is none yet.
function Opponent:take_turn(state, seconds)
  self.has_had_turn, self.idle = true, 0
  self:drop_hint()
  if self.mode.name == "pondering" then self:take_guess(state) end
  local name = self.mode.name
  if name == "waiting" and self:waits(state, seconds) then return nil end
  if name == "waiting" then self.mode = IDLE end
  if name ~= "thinking" then self.own_turn = new_turn() end
  local decision = self:think(state)
  self.own_turn.seconds = self.own_turn.seconds + seconds
  return decision
end

-- Another's turn ------------------------------------------------------------------------------------------------------

-- Whether the position after a reply can be told from those after others. It cannot in a game whose state does not hold
-- its board, or holds it where it cannot be read, such as in a closure. The opponent would then go on with the search
-- for the expected reply after any other.
function Opponent:can_recognize(guess, state, seen)
  local rules, compared = self:rules_of(state), 0
  for _, move in ipairs(seen.listed) do
    if not rawequal(move, guess.reply) and compared < MOST_COMPARED then
      compared = compared + 1
      local other = positions.after(rules, state, seen.listed, move)
      local there = other and other:enter(function() return self:fingerprint(other.root) end)
      if not there then return false end
      local is_other = guess:enter(function()
        return there.player ~= self:ask("player", guess.root)
          or there.has_key and there.key ~= fixed(self:ask("hash", guess.root))
          or there.watch and there.watch:look(self:content_of(guess.root))
      end)
      self:still()
      if not is_other then return false end
    end
  end
  return true
end

-- Begins to search the position after the expected reply, if that is legal and can be recognized. Otherwise does
-- nothing until the state changes.
function Opponent:begin_guess(state)
  local expected, before = self.expected, self.mode.seen
  if not expected or expected.reply == nil or self.searcher:thinking() then return end
  if before and self:is_same(before, state) then return end
  local seen = self:fingerprint(state)
  local is_other = seen.player == nil or seen.player ~= expected.player
  local guess = is_other and self:still(positions.after(self:rules_of(state), state, seen.listed, expected.reply))
  self.mode = {name = "idle", seen = seen}
  if not guess or not self:can_recognize(guess, state, seen) then return end
  self:still(guess:enter(function()
    local behind, limits = self:fingerprint(guess.root), self.no_limits
    if behind.watch and not behind.watch.is_whole then return end
    self:use("start", guess.root, {
      time = limits.time, think = limits.think, past = self:past_of(guess.root), level = self.level,
    })
    self.mode = {name = "pondering", root = guess.root, seen = seen, behind = behind, guess = guess}
  end))
end

-- Looks whether the state is still that with the reply to come, or the one behind it. Returns whether it is.
function Opponent:follow_guess(state)
  local mode, guess = self.mode, self.mode.guess
  local is_same = self:can_go_on(mode.seen, state)
  if is_same then return true end
  if not guess.is_made and self:can_go_on(mode.behind, state, true) then
    guess.is_made = not guess.is_in_place or rawequal(state, guess.root)
    mode.seen = mode.behind
    return true
  end
  self:leave()
  return false
end

-- Thinks for a slice about a reply.
function Opponent:ponder(state)
  if self.mode.name ~= "pondering" then self:begin_guess(state) end
  local mode = self.mode
  if mode.name ~= "pondering" or not self:follow_guess(state) then return end
  if not mode.has_ended then mode.has_ended = self:go_on(self:slice_length()) end
  self:renew(mode.seen, state)
end

-- No hint is wanted any more.
function Opponent:drop_hint()
  self.hint_wanted = nil
  if self.mode.name == "hinting" then self:leave() end
end

-- Thinks for a slice about a hint. A hint for a state that has changed is dropped.
function Opponent:think_of_hint(state)
  if self.mode.name ~= "hinting" then
    local seen, past = self:fingerprint(state), self:past_of(state)
    self:leave()
    self.mode = {name = "hinting", root = state, seen = seen}
    self:use("start", state, self.hints.options(self.limits, past, self:callback("deal", state) ~= nil))
  elseif not self.searcher:thinking() or not self:can_go_on(self.mode.seen, state) then -- or an error has ended it
    self:drop_hint()
    return
  end
  local has_ended, seen = self:go_on(self:slice_length()), self.mode.seen
  if not has_ended then
    self:renew(seen, state)
    return
  end
  local best, value, info = self:use "best"
  local wanted = self.hint_wanted
  self.mode, self.hint_wanted = IDLE, nil
  if best == nil then return end
  local why = self:still(self.hints.explain(state, best, value, info, self.limits, wanted.label, #seen.listed))
  wanted.on_hint(best, why, value, info)
end

-- A frame of another's turn.
function Opponent:await_turn(state)
  local name = self.mode.name
  self.moves_again = false
  if name == "thinking" or name == "waiting" then -- its own turn is over
    self.own_turn = new_turn()
    self:leave()
  end
  if self.hint_wanted then
    self:think_of_hint(state)
  elseif self.ponders then
    self:ponder(state)
  end
end

-- Prints a line if the opponent's turn does not come for a long time, as far as it can know why: its turn has never
-- come though another has moved (a person may think about the first move for long), or the state is a table that the
-- game may have replaced.
function Opponent:look_for_turn(seconds)
  local may_be_stale = type(self.state) == "table"
  if self.has_told_turn or self.has_had_turn and not may_be_stale then return end
  self.idle = self.idle + seconds
  if self.idle < (self.first_sign == nil and SHORT or LONG) then return end
  local state = self:current_state()
  if state == nil then return end
  local sign, reasons = self:ask("player", state), {} -- what differs after a move
  if sign == nil then
    local _, name = self:identify(state)
    sign = name or false
  end
  if self.first_sign == nil then self.first_sign = sign end
  if self.idle < LONG then return end
  self.idle = 0
  if #self:list(state) == 0 then return end
  if not self.has_had_turn and sign ~= self.first_sign then
    reasons[1] = self.turn and NEVER_TURN or NEVER_ME:format(values.describe(self.me))
  end
  if may_be_stale then reasons[#reasons + 1] = STALE end
  if not reasons[1] then return end
  self.has_told_turn = true
  print(NO_TURN:format(LONG, concat(reasons, ", or ")))
end

-- A frame. Returns the decision to play a move, nil if there is none.
function Opponent:act(seconds)
  local state, is_own = self:find_state()
  local mode = self.mode
  if mode.name == "pondering" and not (mode.has_ended or self.searcher:thinking()) then self.mode = IDLE end -- an error
  if state ~= nil and is_own then return self:take_turn(state, seconds) end
  if state == nil then self:drop() else self:await_turn(state) end
  self:look_for_turn(seconds)
  return nil
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
  if is_busy(self.searcher) then error("opponent:update: called while its search calls a function of the game", 2) end
  if self.paused then
    self.frame:skip()
    return false
  end
  local id = self:next_id()
  if self.clock then
    if self.mode.name == "thinking" then self:run_clock(seconds) else self.looked = core.clock() end
  end
  self.frame:begin(seconds, spent)
  local decision = self:run(id, self.act, seconds or self.frame.period or 0)
  if decision then
    self:hand_over(decision)
    self:run(id, self.look_for_move, decision.waiting)
  end
  if self.id == id then self.frame:finish(not decision) end
  return self:thinking()
end

function Opponent:thinking()
  if self.paused or self.mode.name ~= "thinking" then return false end
  return self.mode.is_held or self.searcher:thinking()
end

function Opponent:set_level(level)
  local is_level, mistake = core.accepts("level", level)
  if not is_level then error("opponent:set_level: argument 'level': " .. mistake, 2) end
  self.level, self.limits.level = level, level
  local name = self.mode.name
  if name == "thinking" or name == "pondering" then self:run(self:next_id(), self.leave) end
end

function Opponent:pause()
  if self.paused then return end
  self:next_id()
  self.paused = core.clock()
end

function Opponent:resume()
  if not self.paused then return end
  local now, limits = core.clock(), self.mode.limits
  local seconds = now - self.paused
  self.paused, self.looked = nil, now
  if limits then limits.stop = limits.stop + seconds end
  if not self.is_closed then core.postpone(self.searcher, seconds) end
end

function Opponent:hint(on_hint, label)
  if not values.is_callable(on_hint) then
    error("opponent:hint: argument 'on_hint': expected a function, got " .. values.describe(on_hint), 2)
  end
  if self.is_closed then error("opponent:hint: the opponent is closed", 2) end
  self.hints = use "opponent.hint" -- the engine's single file lacks it
  self.hint_wanted = {on_hint = on_hint, label = label}
end

function Opponent:stop()
  self.losses = 0
  self:run(self:next_id(), self.drop)
end

function Opponent:close()
  if not self.is_closed then
    self:next_id()
    self.is_closed = true
    self.mode, self.expected, self.hint_wanted = IDLE, nil, nil
    if self.on_close then self.on_close() end
  end
  release(self.searcher)
end

-- The mistake in the options that say when and how the opponent moves; nil if there is none. The second value says that
-- the game itself makes the moves.
local function check_moves(given)
  if given.turn == nil and given.me == nil then
    return "option 'me': expected the player that the opponent plays, or option 'turn' in its place, got nil"
  end
  if given.turn ~= nil and given.me ~= nil then
    return "option 'me' takes the place of option 'turn': give one of them"
  end
  if given.play and given.on_move then return "option 'on_move' takes the place of option 'play': give one of them" end
  local source = given.game
  if source == nil and type(given.state) == "function" then return nil, given.play == nil end -- it is not known yet
  if source == nil then source = given.state end
  local mistake = mistake_in_source(source, given.game ~= nil, given.me ~= nil)
  if mistake then return mistake end
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

-- Lets LÖVE call an opponent in each frame, until it is closed.
local function hook(opponent)
  opponent.on_close = use "opponent.hook"(function(seconds, spent)
    if not opponent.is_closed then opponent:update(seconds, spent) end
  end)
end

-- Makes an opponent. Returns nil and what is wrong if an option is.
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
  if not message and interpreter.is_unsound then loops.guard(given.game) end
  if not message and given.hook and not globals.love then message = "option 'hook' needs LÖVE" end
  if message then return nil, WHERE .. ": " .. message end
  local found = search_options(given)
  local ok, searcher = pcall(core.new, nil, found)
  if not ok then return nil, (options.rename_error(searcher, WHERE)) end
  local opponent = setmetatable({
    searcher = searcher, game = given.game, state = given.state, turn = given.turn, me = given.me,
    play = not makes_moves and given.play or nil, slice = given.slice, on_thinking = given.on_thinking,
    excluded = excluded, ponders = given.ponder or false,
    limits = found, clock = given.clock ~= nil and clocks.new(given.clock) or nil,
    no_limits = {
      time = (found.time or given.clock) and WITHOUT_END or nil, think = found.think and WITHOUT_END or nil,
    },
    content_hash = given.hash and core.content_hash(given.hash_ignore) or nil,
    content_key = core.content_hash(given.hash_ignore), record = records.new(),
    on_move = given.on_move, on_resign = given.on_resign, losses = 0, moves_again = false,
    at_least = given.at_least or 0, least_pause = given.pause, id = 0, mode = IDLE, own_turn = new_turn(), idle = 0,
    frame = frames.new(core.clock, globals.field(globals.os, "clock")),
  }, Opponent)
  if given.hook then hook(opponent) end
  return opponent
end
