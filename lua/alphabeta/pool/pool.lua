-- A pool: its record of helpers and of the current search. Internal: `alphabeta.pool` and `alphabeta.love` make pools
-- with it.
--
-- If several helpers search one position with one table, each goes through all depths. The searches themselves divide
-- the moves of each node (csrc/engine/abdada.h). The first helper to finish ends the search, and the deepest result
-- counts. Monte Carlo tree searches each grow a tree of their own, and the trees are added: see trees.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")
local core, COUNTERS, plan = use("common.core", "front.counter_rows", "pool.plan")
local text, trees, values = use("pool.text", "pool.trees", "common.values")

local clock = core.clock
local describe = values.describe
local error, huge, ipairs, max, min, pairs, type = error, math.huge, ipairs, math.max, math.min, pairs, type

-- Seconds: how long the others may report after one has finished; how long helpers may be silent after the limit of
-- time, and how much longer if they still load the rules; and how long the caller waits at a time, so that a hook of
-- the program, such as Ctrl-C, runs.
local GRACE = 0.05
local SILENCE = 3
local LOADING = 10
local WAIT = 0.1

local pool = {}
pool.__index = pool
pool.__metatable = "alphabeta.pool"
pool.__name = "alphabeta.pool"

-- Makes a pool. `start` starts the helpers: see threads.lua. Returns nil and what is wrong if an option is.
function pool.new(given, start)
  local wanted, message = plan.read(given)
  if not wanted then return nil, message end
  local sent, shared = wanted.options, wanted.shared
  local self = setmetatable({
    count = wanted.count - wanted.assistants, limits = sent, on_iteration = wanted.on_iteration, shared = shared,
    ready = {}, taken = 0, searches = 0, ponders = given.ponder or false,
  }, pool)
  local setup = text.of {
    rules = given.rules, options = sent, handle = shared and shared:handle(), has_own_table = wanted.has_own_table,
    ponders = self.ponders, assistants = wanted.assistants,
    deepens = wanted.count > 1 and sent.deepening == nil and sent.algorithm ~= "uct",
  }
  self.helpers, message = start(self.count, setup, given)
  if not self.helpers then return nil, message end
  return self
end

-- Searches ------------------------------------------------------------------------------------------------------------
--
-- A search has a table of its own, `self.current`. Metamethods, finalizers, debug hooks and `on_iteration` may use the
-- pool at any moment, begin another search, close it, or raise an error. So nothing here is acquired and released. Each
-- step may be done twice, or end in the middle and be done again, and the last step stores the result of several. A
-- message of a helper stays in the queue until it was processed.

-- Raises the error of a helper. Texts name their origin; other values are passed on as they are.
local function raise(failure)
  if type(failure.message) ~= "string" then error(failure.message, 0) end
  error(("alphabeta.pool: helper %d: %s"):format(failure.number, failure.message), 0)
end

-- Sends a message to all helpers that have not got it; `but` is one that does not need it.
local function send_all(self, message, but)
  while message.sent < self.count do
    local number = message.sent + 1
    if number ~= but then self.helpers.send(number, message.texts[number]) end
    message.sent = max(message.sent, number)
  end
end

-- A message to all helpers. With the limits of a search, each gets its part of them, and grows another tree.
local function to_all(self, content, limits)
  local texts = {}
  for number = 1, self.count do
    if limits then
      content.limits, content.tree = plan.limits_of(self, limits, number), self.count > 1 and number or 0
    end
    texts[number] = text.of(content)
  end
  return {texts = texts, sent = 0}
end

local function is_thinking(self)
  local search = self.current
  return search ~= nil and search.is_thinking
end

-- How many helpers have reported their results.
local function reported(search)
  local count = 0
  for _ in pairs(search.results) do count = count + 1 end
  return count
end

-- Whether a helper's result goes before another's, or nil. The deeper iteration goes first. Of equally deep ones, a
-- result that an unfinished iteration has improved goes first, by the deeper one, then by the better value.
local function goes_before(result, other)
  local info, others = result.info, other and other.info
  if not info or not others then return info ~= nil end
  if info.depth ~= others.depth then return info.depth > others.depth end
  local partial, others_partial = info.partial_depth or 0, others.partial_depth or 0
  if partial ~= others_partial then return partial > others_partial end
  if partial == 0 or result.value == other.value then return not others.reason end
  return (result.value > other.value) == (info.bound == "lower")
end

-- The result of the deepest helper: the last that it has reported, if there is any. The last one of a single helper is
-- its result, though the line of a tree of playouts may become shorter.
local function deepest(self, search)
  local found = search.found
  if self.count == 1 then return search.results[1] or found end
  for number = 1, self.count do
    local result = search.results[number]
    if result and goes_before(result, found) then found = result end
  end
  return found
end

-- The last message of each helper that has results: of the whole search, or so far.
local function last_messages(self, search)
  local messages = {}
  for number = 1, self.count do
    local last = search.results[number] or search.latest[number]
    if last and last.info then messages[#messages + 1] = last end
  end
  return messages
end

-- The sum of a counter in such messages.
local function total(messages, counter)
  local sum = 0
  for _, message in ipairs(messages) do sum = sum + (message.info[counter] or 0) end
  return sum
end

-- The sum of the trees of playouts in such messages, if the first helper grows one; otherwise nil.
local function sum_of_trees(messages)
  return messages[1] and messages[1].info.tree and trees.sum(messages) or nil
end

-- Ends the search, with the sum of the helpers' work, and their trees or the result of the deepest one.
local function finish(self, search)
  local messages = last_messages(self, search)
  local found = sum_of_trees(messages) or deepest(self, search)
  if found and found.info then
    local info = values.copy(found.info)
    for _, counter in ipairs(COUNTERS) do info[counter] = total(messages, counter) end
    info.reason = search.is_stopped and "stopped" or search.reason or "stopped"
    found = {best = found.best, value = found.value, info = info}
  end
  if search.is_thinking then search.found, search.is_thinking = found, false end
end

-- Tells all helpers but one that a search has ended.
local function send_stop(self, search, but)
  search.stop = search.stop or to_all(self, {kind = "stop", id = search.id, is_last = search.is_stopped})
  send_all(self, search.stop, but)
end

-- Begins to end a search.
local function begin_end(self, search, but)
  send_stop(self, search, but)
  search.ends = search.ends or clock() + GRACE
end

-- Takes a failure of a helper: the search, if there is one, ends by it.
local function fail(self, number, message, is_for_ever)
  local failure, search = {number = number, message = message}, self.current
  if is_for_ever then self.broken = self.broken or failure end
  if search and search.is_thinking then
    send_stop(self, search, number)
    search.failure, search.is_thinking = failure, false
  end
end

-- Messages ------------------------------------------------------------------------------------------------------------

-- Takes the results of a helper so far. Those of a tree are added to the others'. `on_iteration` is called when it is
-- deeper than all before, or when the trees have twice the playouts.
local function take_iteration(self, search, number, message)
  search.latest[number] = message
  local messages = last_messages(self, search)
  local found, nodes = sum_of_trees(messages), total(messages, "nodes")
  if found then
    found.info.nodes, search.found = nodes, found
    if nodes < 2 * (search.nodes_reported or 0) then return end
    search.nodes_reported, message = nodes, found
  elseif self.count > 1 and search.found and message.info.depth <= search.found.info.depth then
    return
  else
    search.found = message
  end
  local on_iteration = search.on_iteration or self.on_iteration
  if on_iteration then on_iteration(message.info) end
end

local function take_result(self, search, number, message)
  search.results[number] = message
  if not search.reason and message.info.reason ~= "stopped" then search.reason = message.info.reason end
  -- each tree has its own part of a limit of nodes
  local has_part = self.count > 1 and message.info.tree and message.info.reason == "nodes"
  if not has_part then begin_end(self, search, number) end
  if reported(search) == self.count then finish(self, search) end
end

-- Deals with what a helper has sent.
local function take_message(self, number, message)
  local search = self.current
  if message.kind == "ready" then
    self.ready_at = clock()
    self.ready[number] = true
  elseif message.kind == "error" and message.id == nil then
    fail(self, number, message.message, true)
  elseif search and message.id == search.id and search.is_thinking then
    if message.kind == "error" then
      fail(self, number, message.message)
    elseif message.kind == "iteration" then
      take_iteration(self, search, number, message)
    else
      take_result(self, search, number, message)
    end
  end
end

-- Takes the messages of the helpers, and waits up to `seconds` for one. Returns whether there was any.
local function take(self, seconds)
  local number, sent, is_error, serial = self.helpers.receive(seconds, self.taken)
  if not number then return false end
  if is_error then
    fail(self, number, sent, true)
  else
    take_message(self, number, text.value(sent))
  end
  self.taken = serial
  return true
end

-- Whether the limit of time was reached so long ago that there is something wrong.
local function is_silent(self, search)
  if not search.time then return false end
  local is_loading = false
  for number = 1, self.count do is_loading = is_loading or not self.ready[number] end
  local from = is_loading and search.asked or max(search.asked, self.ready_at)
  return clock() > from + search.time + (is_loading and LOADING or SILENCE)
end

-- A helper has not answered in time: ends the search with the results so far.
local function give_up(self, search)
  if search.found then
    finish(self, search)
  else
    fail(self, 1, "no answer: one of the functions of the game does not return")
  end
end

-- Raises an error if the pool is closed, at `level` as the caller sees it.
local function check_not_closed(self, where, level)
  if self.is_closed then error(("pool:%s: the pool is closed"):format(where), level + 1) end
end

-- Raises an error during a search, at `level` as the caller sees it.
local function check_not_thinking(self, where, level)
  if is_thinking(self) then
    error(("pool:%s: the pool is thinking: let it finish, or stop it"):format(where), level + 1)
  end
end

-- Takes messages until a search has ended, or for `seconds`, for the method `where`.
local function listen(self, where, search, seconds)
  local deadline = clock() + seconds
  if search.is_thinking then send_all(self, search.order) end
  while take(self, 0) do end
  while search.is_thinking do
    local now = clock()
    if search.ends and now >= search.ends or reported(search) == self.count then
      finish(self, search)
    elseif now >= deadline then
      break
    else
      take(self, max(0, min(WAIT, deadline - now, (search.ends or huge) - now)))
      if search.is_thinking and is_silent(self, search) then give_up(self, search) end
    end
  end
  check_not_closed(self, where, 3)
  local failure = search.failure or self.broken
  search.failure = nil
  if failure then raise(failure) end
end

-- Methods -------------------------------------------------------------------------------------------------------------

-- Raises an error if it is no pool, or one that can no longer search.
local function check_open(self, where, level)
  if type(self) ~= "table" or getmetatable(self) ~= pool.__metatable then
    error(("pool:%s: argument 'self': expected a pool, got %s"):format(where, describe(self)), level + 1)
  end
  check_not_closed(self, where, level + 1)
  if self.broken then raise(self.broken) end
end

-- Begins a search, for the method `where`. Returns it.
local function begin(self, where, position, given)
  check_open(self, where, 3)
  local sent, message = plan.text_of_position(position)
  local limits, on_iteration
  if sent then limits, message, on_iteration = plan.limits(given) end
  if not limits then error(("pool:%s: %s"):format(where, message), 3) end
  local time = limits.time or self.limits.time
  local asked, shared = clock(), self.shared
  self.searches = self.searches + 1
  local id = ("%d at %.17g"):format(self.searches, asked) -- no other has it, though a hook may begin one at this moment
  local search = {
    id = id, asked = asked, results = {}, latest = {}, on_iteration = on_iteration, is_thinking = true,
    time = type(time) == "number" and time < huge and time or nil,
    order = to_all(self, {
      kind = "search", id = id, position = sent, asked = asked, number = shared and core.join(shared) or nil,
    }, limits),
  }
  check_not_thinking(self, where, 3)
  self.current = search
  send_all(self, search.order)
  check_not_closed(self, where, 3)
  return search
end

-- The result of a search: best move, value and info; nothing before depth 1 is completed.
local function result(search)
  local found = search and search.found
  if not found then return nil end
  return found.best, found.value, found.info
end

function pool:start(position, depth)
  begin(self, "start", position, depth)
end

function pool:search(position, depth)
  local search = begin(self, "search", position, depth)
  listen(self, "search", search, huge)
  return result(search)
end

function pool:step(seconds)
  check_open(self, "step", 2)
  if seconds ~= nil and not (type(seconds) == "number" and seconds >= 0) then
    error("pool:step: argument 'seconds': expected a number of seconds, 0 or more, got " .. describe(seconds), 2)
  end
  local search = self.current
  if not search then error("pool:step: no search was started", 2) end
  listen(self, "step", search, seconds or 0)
  return not search.is_thinking
end

function pool:best()
  check_open(self, "best", 2)
  local search = self.current
  if search and search.is_thinking then listen(self, "best", search, 0) end
  return result(search)
end

function pool:stop()
  check_open(self, "stop", 2)
  local search = self.current
  if not (search and search.is_thinking) then
    if self.ponders then send_all(self, to_all(self, {kind = "stop", is_last = true})) end
    return
  end
  search.is_stopped = true
  begin_end(self, search)
  listen(self, "stop", search, GRACE)
  finish(self, search)
end

function pool:thinking()
  check_open(self, "thinking", 2)
  return is_thinking(self)
end

function pool:clear()
  check_open(self, "clear", 2)
  check_not_thinking(self, "clear", 2)
  if self.current then self.current.found = nil end
  send_all(self, to_all(self, {kind = "clear"}))
end

function pool:close()
  local search = self.current
  self.is_closed, self.current = true, nil
  if search then search.is_thinking = false end
  self.helpers.close()
  self.shared = nil
end

pool.__close = pool.close

function pool:__tostring()
  return ("alphabeta.pool (%s)"):format(self.is_closed and "closed" or is_thinking(self) and "thinking" or "idle")
end

return pool
