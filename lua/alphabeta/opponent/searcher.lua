-- The searcher of an opponent. Internal: `alphabeta.opponent` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, WHERE = use "common.core", use "opponent.options".WHERE

local error, pcall, setmetatable, type = error, pcall, setmetatable, type

local searchers = {}
searchers.__index = searchers

-- Makes the searcher of an opponent from one of the module's. `calls` are those of the opponent.
function searchers.new(own, calls)
  return setmetatable({own = own, calls = calls, is_closed = false}, searchers)
end

-- Whether a call of the searcher is under way: a function of the game has called the opponent.
function searchers:is_busy() return core.is_searching(self.own) end

function searchers:thinking() return self.own:thinking() end

-- Ends the search and releases its memory, now or as soon as the searcher is no longer busy.
local function release(self)
  local own = self.own
  local ok, err = pcall(own.stop, own)
  if self:is_busy() then return end
  own:close()
  if not ok then error(err, 0) end
end

function searchers:close()
  self.is_closed = true
  release(self)
end

-- The results of a method, by pcall. Releases the searcher if the opponent was closed meanwhile.
local function results(self, ok, ...)
  if self.is_closed then release(self) end
  if not ok then error((...), 0) end
  return ...
end

-- The results of `start`, by pcall. An error that names it names the user's own call.
local function results_of_start(ok, err, ...)
  if not ok and type(err) == "string" then err = err:gsub("^searcher:start: ", WHERE .. ": ") end
  return ok, err, ...
end

-- Begins a search.
function searchers:start(state, limits)
  local own = self.own
  self.calls:still(results(self, results_of_start(pcall(own.start, own, state, limits))))
end

-- Calls another method of the searcher, which may call functions of the game.
function searchers:call(name, ...)
  local own = self.own
  return self.calls:still(results(self, pcall(own[name], own, ...)))
end

-- Best move, value and info of the search.
function searchers:best() return self:call "best" end

function searchers:stop() self:call "stop" end

-- Goes on with the search for a slice, behind the reply `guess` if there is one. Whether the state has changed was
-- found out before, in the opponent's own way. Returns whether the search has ended.
function searchers:step(slice, guess)
  core.accept_state(self.own)
  if not guess then return self:call("step", slice) end
  return self.calls:still(guess:enter(function() return self:call("step", slice) end))
end

-- Ends the search if there is one, or reports that it cannot be ended now.
function searchers:finish()
  if self:thinking() or self:is_busy() then self:stop() end
end

-- Seconds pass that count for no limit of time.
function searchers:postpone(seconds)
  if not self.is_closed then core.postpone(self.own, seconds) end
end

return searchers
