-- A pool: what it knows of its helpers and of the search under way. Internal: `alphabeta.pool` and `alphabeta.love`
-- make pools with it.
--
-- Of several helpers that search one position with one table, each goes through all depths; the searches themselves
-- divide the moves of each node (csrc/engine/division.h). The first that has finished ends the search; the deepest
-- result counts.

local PACKAGE = (... or "alphabeta.pool.pool"):match "^(.*)%.[^.]*%.[^.]*$" or "alphabeta"
local core = require "alphabeta.core"
local options = require(PACKAGE .. ".options")
local text = require(PACKAGE .. ".pool.text")
local values = require(PACKAGE .. ".values")

local clock = core.clock
local describe, is_integer = values.describe, values.is_integer
local error, huge, ipairs, max, min, pairs, type = error, math.huge, ipairs, math.max, math.min, pairs, type

local THREADS_MAX = 256

-- Seconds: for which the others may report when one has finished; after the limit of time, for which helpers may be
-- silent, and more for those that are still loading the rules; and for which the caller waits at once, so that a hook
-- of the program, Ctrl-C say, is heard.
local GRACE = 0.05
local SILENCE = 3
local LOADING = 10
local WAIT = 0.1

-- What is the sum over all helpers in the info of a search.
local SUMS = {"nodes", "evaluations", "cutoffs", "table_hits"}

-- The usual table, in MiB.
local TABLE = 16

local function is_strings(value)
  if type(value) ~= "table" then return false end
  for _, name in pairs(value) do
    if type(name) ~= "string" then return false end
  end
  return true
end

local ROWS = {
  rules = {"the name of a module", function(value) return type(value) == "string" end, is_needed = true},
  threads = {"an integer from 1 to " .. THREADS_MAX, options.integer_from(1, THREADS_MAX)},
  options = {"a table", options.is_table},
  path = {"a string", function(value) return type(value) == "string" end},
  cpath = {"a string", function(value) return type(value) == "string" end},
  preload = {"an array of names in package.preload", is_strings},
}

-- Options of searchers that a pool does not have, with the reason.
local LOCAL = {
  game = "the rules are those of option 'rules'",
  slice = "the helpers do not yield",
  trace = "a function cannot be sent to a helper",
}

local pool = {}
pool.__index = pool
pool.__metatable = "alphabeta.pool"
pool.__name = "alphabeta.pool"

-- Reading -------------------------------------------------------------------------------------------------------------

-- Copies the options of a searcher or of one search, but for `on_iteration`, which is called in this Lua state. Returns
-- nil and a message where one cannot be sent.
local function sendable(given)
  local copy, on_iteration = {}, nil
  for name, value in pairs(given) do
    if LOCAL[name] then return nil, ("option '%s': %s"):format(name, LOCAL[name]) end
    if name == "on_iteration" then
      if not values.is_callable(value) then
        return nil, options.message(name, "a function", describe(value))
      end
      on_iteration = value
    elseif name == "table" and type(value) == "userdata" then -- it goes by its handle
      copy[name] = value
    else
      local ok, problem = text.of(value)
      if not ok then return nil, ("option '%s': %s cannot be sent to a helper"):format(tostring(name), problem) end
      copy[name] = value
    end
  end
  return copy, nil, on_iteration
end

-- The shared table of a pool, and whether helpers get it: one that was given, or, for several helpers, a new one.
local function table_of(given, count)
  if type(given) == "userdata" then return given end
  if count == 1 or given == 0 then return nil end
  return core.table(given or TABLE)
end

-- Makes a pool.
-- @param given the options
-- @tparam function start starts the helpers: see pool/threads.lua
-- @treturn ?table
-- @treturn ?string what is wrong then
function pool.new(given, start)
  local problem = options.check(given, ROWS)
  if problem then return nil, problem end
  if not core.threads then return nil, "it needs the C module" end
  local count = given.threads or 1
  local sent, message, on_iteration = sendable(given.options or {})
  if not sent then return nil, message end
  if sent.table ~= nil and not core.accepts("table", sent.table) then
    return nil, options.message("table", "a number of MiB from 0 to 1024, or a shared table", describe(sent.table))
  end
  local shared = table_of(sent.table, count)
  if shared then sent.table = nil end
  if count > 1 and sent.deepening == nil then sent.deepening = true end
  local self = setmetatable({
    count = count, limits = sent, on_iteration = on_iteration, shared = shared, id = 0, ready = 0, is_thinking = false,
  }, pool)
  local setup = text.of {rules = given.rules, options = sent, handle = shared and shared:handle()}
  self.helpers, message = start(count, setup, given)
  if not self.helpers then return nil, message end
  return self
end

-- Messages ------------------------------------------------------------------------------------------------------------

-- Raises the error of a helper. Texts say where they come from; other values go as they are.
local function raise(failure)
  if type(failure.message) ~= "string" then error(failure.message, 0) end
  error(("alphabeta.pool: helper %d: %s"):format(failure.number, failure.message), 0)
end

-- Ends the search, with the result of the deepest helper and the sum of their work.
local function finish(self)
  local deepest = self.found
  self.is_thinking = false
  for number = 1, self.count do
    local result = self.results[number]
    local depth = result and result.info and result.info.depth or -1
    local deepest_depth = deepest and deepest.info and deepest.info.depth or -1
    if depth > deepest_depth or result and depth == deepest_depth and not (deepest and deepest.info.reason) then
      deepest = result
    end
  end
  if not deepest or not deepest.info then return end
  for _, field in ipairs(SUMS) do
    local sum = 0
    for number = 1, self.count do
      local last = self.results[number] or self.latest[number]
      sum = sum + (last and last.info and last.info[field] or 0)
    end
    deepest.info[field] = sum
  end
  deepest.info.reason = self.is_stopped and "stopped" or self.reason or "stopped"
  self.found = deepest
end

-- Tells all helpers but one that the search has ended.
local function send_stop(self, but)
  local message = text.of {kind = "stop", id = self.id}
  for number = 1, self.count do
    if number ~= but and not self.results[number] then self.helpers.send(number, message) end
  end
end

-- Begins to end the search.
local function begin_end(self, but)
  if self.ends then return end
  self.ends = clock() + GRACE
  send_stop(self, but)
end

-- Takes a failure of a helper: the search, if there is one, ends by it.
local function fail(self, number, message, is_for_ever)
  local failure = {number = number, message = message}
  if is_for_ever then self.broken = self.broken or failure end
  if self.is_thinking then
    send_stop(self, number)
    self.is_thinking = false
  end
  self.failure = failure
end

local function take_iteration(self, number, message)
  self.latest[number] = message
  local depth = message.info.depth
  if self.found and depth <= self.found.info.depth then return end
  self.found = message
  local on_iteration = self.own_on_iteration or self.on_iteration
  if on_iteration then on_iteration(message.info) end
end

local function take_result(self, number, message)
  self.results[number] = message
  self.reported = self.reported + 1
  if not self.reason and message.info.reason ~= "stopped" then self.reason = message.info.reason end
  begin_end(self, number)
  if self.reported == self.count then finish(self) end
end

-- Takes what the helpers have sent; waits for something for so many seconds. Returns whether there was anything.
local function take(self, seconds)
  local number, sent, is_error = self.helpers.receive(seconds)
  if not number then return false end
  if is_error then
    fail(self, number, sent, true)
    return true
  end
  local message = text.value(sent)
  if message.kind == "ready" then
    self.ready, self.ready_at = self.ready + 1, clock()
  elseif message.kind == "error" and message.id == nil then
    fail(self, number, message.message, true)
  elseif message.id == self.id and self.is_thinking then
    if message.kind == "error" then
      fail(self, number, message.message)
    elseif message.kind == "iteration" then
      take_iteration(self, number, message)
    else
      take_result(self, number, message)
    end
  end
  return true
end

-- Whether the limit of time was reached so long ago that there is something wrong.
local function is_silent(self)
  if not self.time then return false end
  local is_loading = self.ready < self.count
  local from = is_loading and self.asked or max(self.asked, self.ready_at)
  return clock() > from + self.time + (is_loading and LOADING or SILENCE)
end

-- Takes messages until the search has ended, or for so many seconds.
local function listen(self, seconds)
  local now = clock()
  local deadline = now + seconds
  while take(self, 0) do end
  while self.is_thinking do
    now = clock()
    if self.ends and now >= self.ends then
      finish(self)
    elseif now >= deadline then
      break
    else
      take(self, max(0, min(WAIT, deadline - now, (self.ends or huge) - now)))
      if self.is_thinking and is_silent(self) then
        if self.found then
          finish(self)
        else
          fail(self, 1, "no answer: one of the functions of the game does not return")
        end
      end
    end
  end
  if self.failure then
    local failure = self.failure
    self.failure = nil
    raise(failure)
  end
end

-- Methods -------------------------------------------------------------------------------------------------------------

local function check_open(self, where, level)
  if type(self) ~= "table" or getmetatable(self) ~= pool.__metatable then
    error(("pool:%s: expected a pool, got %s"):format(where, describe(self)), level + 1)
  end
  if self.is_closed then error(("pool:%s: the pool is closed"):format(where), level + 1) end
  if self.broken then raise(self.broken) end
end

-- Reads the second argument of a search. Returns a table that can be sent, and `on_iteration`.
local function read_limits(limits)
  if limits == nil then return {} end
  if type(limits) == "number" then return {depth = limits} end
  if type(limits) ~= "table" then
    return nil, "argument 'depth': expected a depth or a table of options, got " .. describe(limits)
  end
  return sendable(limits)
end

-- The limits of each helper: a limit of nodes is for all of them.
local function shared_out(self, limits)
  local nodes = limits.nodes or self.limits.nodes
  if self.count > 1 and nodes and nodes < huge and is_integer(nodes) and nodes >= 1 then
    limits.nodes = max(1, math.ceil(nodes / self.count))
  end
  return limits
end

-- Begins a search, for the method `where`.
local function begin(self, where, position, given)
  check_open(self, where, 2)
  if self.is_thinking then
    error(("pool:%s: the pool is thinking: let it finish, or stop it"):format(where), 3)
  end
  if type(position) ~= "string" and type(position) ~= "table" then
    error(("pool:%s: argument 'position': expected a string or an array of moves, got %s"):format(
      where, describe(position)), 3)
  end
  local limits, message, on_iteration = read_limits(given)
  if not limits then error(("pool:%s: %s"):format(where, message), 3) end
  local is_sendable, problem = text.of(position)
  if not is_sendable then
    error(("pool:%s: argument 'position': %s cannot be sent to a helper"):format(where, problem), 3)
  end
  local time = limits.time or self.limits.time
  self.id = self.id + 1
  self.found, self.results, self.latest, self.reported, self.reason, self.ends = nil, {}, {}, 0, nil, nil
  self.failure = nil
  self.own_on_iteration, self.is_stopped, self.is_thinking = on_iteration, false, true
  self.asked, self.time = clock(), type(time) == "number" and time < huge and time or nil
  local order = text.of {
    kind = "search", id = self.id, position = position, limits = shared_out(self, limits), asked = self.asked,
    number = self.shared and core.join(self.shared) or nil,
  }
  for number = 1, self.count do self.helpers.send(number, order) end
end

local function result(self)
  local found = self.found
  if not found then return nil end
  return found.best, found.value, found.info
end

function pool:start(position, depth)
  begin(self, "start", position, depth)
end

function pool:search(position, depth)
  begin(self, "search", position, depth)
  listen(self, huge)
  return result(self)
end

function pool:step(seconds)
  check_open(self, "step", 1)
  if seconds ~= nil and not (type(seconds) == "number" and seconds >= 0) then
    error("pool:step: argument 'seconds': expected a number of seconds, 0 or more, got " .. describe(seconds), 2)
  end
  if self.id == 0 then error("pool:step: no search was started", 2) end
  listen(self, seconds or 0)
  return not self.is_thinking
end

function pool:best()
  check_open(self, "best", 1)
  if self.is_thinking then listen(self, 0) end
  return result(self)
end

function pool:stop()
  check_open(self, "stop", 1)
  if not self.is_thinking then return end
  self.is_stopped = true
  begin_end(self)
  listen(self, GRACE)
  if self.is_thinking then finish(self) end
end

function pool:thinking()
  check_open(self, "thinking", 1)
  return self.is_thinking
end

function pool:clear()
  check_open(self, "clear", 1)
  if self.is_thinking then error("pool:clear: the pool is thinking: let it finish, or stop it", 2) end
  self.found = nil
  local message = text.of {kind = "clear"}
  for number = 1, self.count do self.helpers.send(number, message) end
end

function pool:close()
  if self.is_closed then return end
  self.is_closed, self.is_thinking, self.found = true, false, nil
  self.helpers.close()
  self.shared = nil
end

pool.__close = pool.close

function pool:__tostring()
  return ("alphabeta.pool (%s)"):format(self.is_closed and "closed" or self.is_thinking and "thinking" or "idle")
end

return pool
