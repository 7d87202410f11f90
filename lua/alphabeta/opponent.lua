-- A computer player for a game that runs in frames. Internal: this is `alphabeta.opponent`, which loads it with the
-- first opponent.
--
-- In each frame an opponent finds out whether it is to move, and in which state. It is in one mode at a time, a record
-- with a `name`:
--
--   idle       It searches nothing.
--   thinking   Its own turn: it searches the state. See thinking.lua.
--   waiting    It has handed over a move, and waits until the state is another. See decision.lua.
--   pondering  Another's turn: it searches the position behind the reply that it expects. See pondering.lua.
--   hinting    Another's turn: it searches the state for a hint. See hint.lua.
--
-- If the state is another in the next frame, because of a restart or an undo, the search begins anew: fingerprint.lua
-- compares states. The opponent always moves: a field that keeps changing does not delay it, as long as the legal moves
-- stay the same. Before it hands over a move, it looks for it among the moves that are legal then.

local use = require((...):match "^(.*)%." .. ".use")

local calls, clocks, core = use("opponent.calls", "opponent.clock", "common.core")
local decisions, frames, games, globals = use("opponent.decision", "opponent.frame", "opponent.game", "common.globals")
local interpreter, loops, notices = use("common.interpreter", "opponent.loops", "opponent.notice")
local options, own_options, pondering = use("common.options", "opponent.options", "opponent.pondering")
local prints, records, searchers = use("opponent.fingerprint", "opponent.record", "opponent.searcher")
local thinking, values = use("opponent.thinking", "common.values")

local error, pcall, setmetatable, type = error, pcall, setmetatable, type

-- Seconds of a search in another's turn, with which it has no end.
local WITHOUT_END = 1e9

local IDLE = {name = "idle"}

local Opponent = {}
Opponent.__index = Opponent

-- What the modes use --------------------------------------------------------------------------------------------------

-- How many seconds a slice is to take.
function Opponent:slice_length()
  return self.slice or self.frame:length()
end

-- What the clock shows; nil without a clock.
function Opponent:read_clock()
  return self.clock and self.calls:still(self.clock:read()) or nil
end

function Opponent:be_idle() self.mode = IDLE end

-- Becomes idle, and ends the search.
function Opponent:leave()
  self:be_idle()
  self.own_searcher:finish()
end

-- Begins the records of a turn: how many searches have begun, how many of them because a move was missing or no longer
-- legal, and how many seconds have passed. With a state, it is that of a turn that was pondered.
function Opponent:begin_turn(state)
  self.own_turn = {searches = 0, misses = 0, seconds = 0}
  if state == nil then self.prints:begin_turn() else self.prints:go_on_with_turn(state) end
end

-- Becomes idle, and drops the expected reply, the requested hint and the records of this turn.
function Opponent:drop()
  self.expected, self.hint_wanted, self.moves_again = nil, nil, false
  self:begin_turn()
  self:leave()
end

-- No hint is wanted any more.
function Opponent:drop_hint()
  self.hint_wanted = nil
  if self.mode.name == "hinting" then self:leave() end
end

-- The state, and whether it is the opponent's turn there. The state is nil if there is none; or if it is another's
-- turn, and neither the caller nor the opponent needs it then.
function Opponent:find_state(is_needed)
  return self.game:find_state(is_needed or self.ponders or self.hint_wanted)
end

-- Frames --------------------------------------------------------------------------------------------------------------

-- A frame of the opponent's own turn. Returns the decision, nil if there is none yet.
local function take_turn(self, state, seconds)
  self.notice:begin_turn()
  self:drop_hint()
  if self.mode.name == "pondering" then pondering.take_turn(self, state) end
  local name = self.mode.name
  if name == "waiting" and decisions.frame(self, state, seconds) then return nil end
  if name == "waiting" then self:be_idle() end
  if name ~= "thinking" then self:begin_turn() end
  local decision = thinking.frame(self, state)
  self.own_turn.seconds = self.own_turn.seconds + seconds
  return decision
end

-- A frame of another's turn.
local function await_turn(self, state)
  local name = self.mode.name
  self.moves_again = false
  if name == "thinking" or name == "waiting" then -- its own turn is over
    self:begin_turn()
    self:leave()
  end
  if self.hint_wanted then
    self.hints.frame(self, state)
  elseif self.ponders then
    pondering.frame(self, state)
  end
end

-- A frame. Returns the decision to play a move, nil if there is none.
local function act(self, seconds)
  local state, is_own = self:find_state()
  local mode = self.mode
  local is_broken = mode.name == "pondering" and not (mode.has_ended or self.own_searcher:thinking()) -- by an error
  if is_broken then self:be_idle() end
  if state ~= nil and is_own then return take_turn(self, state, seconds) end
  if state == nil then self:drop() else await_turn(self, state) end
  self.notice:frame(seconds)
  return nil
end

-- Methods -------------------------------------------------------------------------------------------------------------

local check_self = values.check_self

-- A field that only opponents have.
local SELF = "own_searcher"

-- Raises an error if the opponent is closed. `call` is the method that the program has called.
local function check_open(self, call)
  if self.own_searcher.is_closed then error(call .. ": the opponent is closed", 3) end
end

local function check_seconds(value, name)
  if value ~= nil and not (type(value) == "number" and value >= 0) then
    error(("opponent:update: argument '%s': expected a number of seconds, 0 or more, got %s"):format(name,
      values.describe(value)), 3)
  end
end

-- Lets the clock run, by the game's seconds of a frame or by the wall clock.
local function run_clock(self, seconds)
  if not self.clock then return end
  if self.mode.name == "thinking" then self.clock:run(seconds) else self.clock:look() end
end

function Opponent:update(seconds, spent)
  check_self(self, SELF, "opponent:update")
  check_open(self, "opponent:update")
  check_seconds(seconds, "seconds")
  check_seconds(spent, "spent")
  if self.own_searcher:is_busy() then
    error("opponent:update: called while its search calls a function of the game", 2)
  end
  if self.paused then
    self.frame:skip()
    return false
  end
  local id = self.calls:begin()
  run_clock(self, seconds)
  self.frame:begin(seconds, spent)
  local decision = self.calls:run(id, act, self, seconds or self.frame.period or 0)
  if decision then
    decisions.hand_over(self, decision)
    self.calls:run(id, decisions.look_for_move, self, decision.waiting)
  end
  if self.calls.id == id then self.frame:finish(not decision) end
  return self:thinking()
end

function Opponent:thinking()
  check_self(self, SELF, "opponent:thinking")
  if self.paused or self.mode.name ~= "thinking" then return false end
  return self.mode.is_held or self.own_searcher:thinking()
end

function Opponent:set_level(level)
  check_self(self, SELF, "opponent:set_level")
  check_open(self, "opponent:set_level")
  local is_level, mistake = core.accepts("level", level)
  if not is_level then error("opponent:set_level: argument 'level': " .. mistake, 2) end
  self.level, self.limits.level = level, level
  local name = self.mode.name
  if name == "thinking" or name == "pondering" then self.calls:run(self.calls:begin(), self.leave, self) end
end

function Opponent:pause()
  check_self(self, SELF, "opponent:pause")
  if self.paused then return end
  self.calls:begin()
  self.paused = core.clock()
end

function Opponent:resume()
  check_self(self, SELF, "opponent:resume")
  if not self.paused then return end
  local seconds, limits = core.clock() - self.paused, self.mode.limits
  self.paused = nil
  if self.clock then self.clock:look() end
  if limits then limits.stop = limits.stop + seconds end
  self.own_searcher:postpone(seconds)
end

function Opponent:hint(on_hint, label)
  check_self(self, SELF, "opponent:hint")
  check_open(self, "opponent:hint")
  if not values.is_callable(on_hint) then
    error("opponent:hint: argument 'on_hint': expected a function, got " .. values.describe(on_hint), 2)
  end
  self.hints = use "opponent.hint" -- the engine's single file lacks it
  return self.hints.ask(self, on_hint, label)
end

function Opponent:stop()
  check_self(self, SELF, "opponent:stop")
  self.losses = 0
  self.calls:run(self.calls:begin(), self.drop, self)
end

function Opponent:close()
  check_self(self, SELF, "opponent:close")
  if not self.own_searcher.is_closed then
    self.calls:begin()
    self.expected, self.hint_wanted = nil, nil
    self:be_idle()
    if self.on_close then self.on_close() end
  end
  self.own_searcher:close()
end

-- Making --------------------------------------------------------------------------------------------------------------

-- Lets LÖVE call an opponent in each frame, until it is closed.
local function hook(opponent)
  opponent.on_close = use "opponent.hook"(function(seconds, spent)
    if not opponent.own_searcher.is_closed then opponent:update(seconds, spent) end
  end)
end

-- Makes an opponent of its checked options, of those of its searcher, and of the searcher, which programs may use, too.
local function new(given, limits, searcher)
  local own_calls = calls.new()
  local game = games.new(given, own_calls)
  return setmetatable({
    calls = own_calls, game = game, limits = limits, searcher = searcher,
    own_searcher = searchers.new(searcher, own_calls),
    record = records.new(game, limits), notice = notices.new(game),
    clock = given.clock ~= nil and clocks.new(given.clock) or nil,
    frame = frames.new(core.clock, globals.field(globals.os, "clock")),
    no_limits = {
      time = (limits.time or given.clock) and WITHOUT_END or nil, think = limits.think and WITHOUT_END or nil,
    },
    slice = given.slice, ponders = given.ponder or false, at_least = given.at_least or 0, least_pause = given.pause,
    on_thinking = given.on_thinking, on_move = given.on_move, on_resign = given.on_resign,
    mode = IDLE, losses = 0, moves_again = false,
  }, Opponent)
end

-- Makes an opponent. Returns nil and what is wrong if an option is.
return function(given)
  local mistake, makes_moves, excluded = own_options.check(given)
  if mistake then return nil, own_options.WHERE .. ": " .. mistake end
  if interpreter.is_unsound then loops.guard(given.game) end
  local limits = own_options.of_searcher(given)
  local ok, searcher = pcall(core.new, nil, limits)
  if not ok then return nil, (options.rename_error(searcher, own_options.WHERE)) end
  local opponent = new(given, limits, searcher)
  opponent.prints = prints.new(opponent.game, excluded)
  opponent.play = not makes_moves and given.play or nil
  opponent:begin_turn()
  if given.hook then hook(opponent) end
  return opponent
end
