-- A computer player for a game that runs in frames. Internal: this is `alphabeta.opponent`, which loads it with the
-- first opponent.
--
-- In each frame an opponent finds out whether it is to move, and in which state. While it is, it searches that state, a
-- slice in each frame. What a state was when the last slice ended, its mark, is compared with what it is in the next
-- frame: if it has changed, because of a restart or an undo, the search begins anew.
--
-- Any function that it calls may use the opponent itself: update it in a loop of its own, stop it, close it. Each of
-- these begins another round: who sees that the round is no longer the one it began leaves all as it is. Whether there
-- is a search to go on with is asked of the searcher. An error, of a debug hook for example, may strike between any two
-- lines: so a mark is kept only while nothing happens to what it is the mark of.

local PACKAGE = (... or "alphabeta.opponent"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere

local core = require "alphabeta.core"
local errors = require(PACKAGE .. ".errors")
local frames = require(PACKAGE .. ".opponent.frame")
local options = require(PACKAGE .. ".options")
local pictures = require(PACKAGE .. ".picture")
local snapshot = require(PACKAGE .. ".snapshot")
local values = require(PACKAGE .. ".values")

local error, pairs, pcall, tostring, type = error, pairs, pcall, tostring, type

local WHERE = "alphabeta.opponent"

-- Seconds to think where no option limits the search.
local TIME = 1

-- After so many frames in a row in which the state has changed, something in it changes that is no part of the game.
local MOST_CHANGES = 60

-- A state with more tables is not compared, which would take too much of every frame.
local MOST_TABLES = 2000

-- Options -------------------------------------------------------------------------------------------------------------

local function is_slice(value) return type(value) == "number" and value > 0 and value < math.huge end

-- Its own options.
local OWN = {
  exclude = {"an array of paths of fields", options.is_table},
  on_thinking = {"a function", values.is_callable},
  play = {"a function", values.is_callable, is_needed = true},
  slice = {"a number of seconds greater than 0", is_slice},
  state = {"a state, or a function that returns one", function() return true end, is_needed = true},
  turn = {"a function", values.is_callable, is_needed = true},
}

-- All that are valid; the searcher checks the values of its own.
local ROWS, LIMITS = {}, {}
for _, row in ipairs(core.options()) do
  if row.searcher then ROWS[row.name] = {row.expected, function() return true end} end
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

-- Marks ---------------------------------------------------------------------------------------------------------------

-- What a key is, since one that a move flips is the same object afterwards.
local function fixed(key)
  return pictures.is_key(key) and key:get() or key
end

local Opponent = {}
Opponent.__index = Opponent

-- A function of the game, or of the state that brings its own; nil when there is none. With the option `hash`, keys are
-- made of what states hold.
function Opponent:callback(name, state)
  if name == "hash" and self.content_hash then return self.content_hash end
  local source = self.game
  if source == nil then source = state end
  local callback = values.field_of(source, name)
  return values.is_callable(callback) and callback or nil
end

-- What a state holds: in a game made by `alphabeta.snapshot`, what its moves may change.
function Opponent:content_of(state)
  local make = self:callback("make", state)
  local known = make and snapshot.games[make]
  return known and known.collect(state) or state
end

-- What tells a state from others: its key and whose turn it is, or else all that it holds.
function Opponent:mark_of(state)
  local hash, player = self:callback("hash", state), self:callback("player", state)
  local mark = {state = state, player = player and player(state)}
  if hash then
    mark.has_key, mark.key = true, fixed(hash(state))
  elseif not self.is_large then
    mark.picture = pictures.take(self:content_of(state), self.excluded)
    local count = 0
    for _ in pairs(mark.picture.counts) do count = count + 1 end
    if count > MOST_TABLES then self.is_large, mark.picture = true, nil end
  end
  return mark
end

-- Whether a state is the one with a mark, as it was.
function Opponent:is_marked(mark, state)
  local player = self:callback("player", state)
  if mark.player ~= (player and player(state)) then return false end
  if mark.has_key then return mark.key == fixed(self:callback("hash", state)(state)) end
  if mark.picture then return pictures.is_same(mark.picture, self:content_of(state)) end
  return mark.state == state
end

-- Counts the frames in a row in which the state has changed, and raises an error when they are too many.
function Opponent:count_change(mark, state)
  self.changes = self.changes + 1
  if self.changes < MOST_CHANGES then return end
  self.changes = 0
  local difference = mark.picture and pictures.differences(mark.picture, self:content_of(state))[1]
  error(("alphabeta.opponent: option 'state': expected a state that stays as it is during a search, got one that has "
    .. "changed in each of the last %d frames%s; leave out what is no part of the game: by option 'exclude', or by a "
    .. "function 'hash' of the game"):format(MOST_CHANGES, difference and ", " .. difference.text or ""), 0)
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
  core.trust(self.searcher)
  return self:use("step", slice)
end

-- Begins another round. Returns its number.
function Opponent:next_round()
  self.round = self.round + 1
  return self.round
end

-- The search has ended: hands over what it has found.
function Opponent:decide(round, state)
  local best, value, info = self:use "best"
  local mark = self:mark_of(state)
  if self.round ~= round then return end
  self.decided, self.root = mark, nil
  if best ~= nil then self.play(best, value, info) end
end

-- Thinks for a slice about a state.
function Opponent:think(round, state)
  local searcher, thought = self.searcher, self.thought
  if searcher:thinking() then
    local is_same = thought and self:is_marked(thought, state)
    if self.round ~= round then return end
    if is_same then
      self.changes = 0
    else
      self.thought = nil
      if thought then self:count_change(thought, state) end
      self:use "stop"
    end
  end
  if self.round ~= round then return end
  if searcher:thinking() then
    state = self.root
  else
    self.root = state
    self:use("start", state)
  end
  self.thought = nil
  local has_ended = self:go_on(self.slice or self.frame:length())
  if self.on_thinking and self.round == round then
    local best, value, info = self:use "best"
    self.on_thinking(info, best, value)
  end
  if self.round ~= round then return end
  if has_ended then
    self:decide(round, state)
  else
    local mark = self:mark_of(state)
    if self.round == round then self.thought = mark end
  end
end

-- Drops the search, if there is one.
function Opponent:drop()
  self.thought, self.root, self.changes = nil, nil, 0
  if self.searcher:thinking() or is_busy(self.searcher) then self:use "stop" end
end

-- The state to move in; nil when it is not the opponent's turn, when there is none, and when the round has ended.
function Opponent:find_state(round)
  if not self.turn() or self.round ~= round then return nil end
  if type(self.state) == "function" then return self.state() end
  return self.state
end

-- What the opponent does in a frame.
function Opponent:take_turn(round)
  local state, decided = self:find_state(round), self.decided
  if self.round ~= round then return end
  if state == nil then
    self.decided = nil
    self:drop()
    return
  end
  if decided then
    local is_same = self:is_marked(decided, state)
    if is_same or self.round ~= round then return end
    self.decided = nil
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
  if is_busy(self.searcher) then error("opponent:update: called while its search calls a function of the game", 2) end
  local round = self:next_round()
  self.frame:begin(seconds, spent)
  self:take_turn(round)
  if self.round == round then self.frame:finish(not self.decided) end
  return self:thinking()
end

function Opponent:thinking()
  return self.searcher:thinking()
end

function Opponent:stop()
  self:next_round()
  self.decided = nil
  self:drop()
end

function Opponent:close()
  if not self.is_closed then
    self:next_round()
    self.is_closed = true
    self.thought, self.decided, self.root = nil, nil, nil
    if self.on_close then self.on_close() end
  end
  release(self.searcher)
end

-- Makes an opponent.
-- @tparam table given the options
-- @treturn ?table the opponent; nil when something is wrong
-- @return what is wrong then
return function(given)
  local message = options.check(given, ROWS)
  local excluded, wrong
  if not message and given.exclude then
    excluded, wrong = pictures.exclusion(given.exclude)
    if not excluded then
      message = options.message("exclude", "paths of fields, such as 'board.timer'", values.describe(wrong))
    end
  end
  if message then return nil, WHERE .. ": " .. message end
  local ok, searcher = pcall(core.new, nil, search_options(given))
  if not ok then return nil, (errors.rename(searcher, WHERE)) end
  return setmetatable({
    searcher = searcher, game = given.game, state = given.state, turn = given.turn, play = given.play,
    slice = given.slice, on_thinking = given.on_thinking, excluded = excluded,
    content_hash = given.hash and core.content_hash(given.hash_ignore) or nil,
    changes = 0, round = 0,
    frame = frames.new(core.clock, os and os.clock),
  }, Opponent)
end
