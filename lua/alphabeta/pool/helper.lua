-- A helper of a pool, in a Lua state of its own. Messages tell it what to search, and it reports. Internal: pools start
-- it, in threads of the module's own or of LÖVE's.
--
-- Messages to a helper: `kind` is "search", "stop" or "clear". A search has its `id`, the text of the `position`, the
-- per-search `limits`, the moment of the request on the clock (`asked`), and the `number` that joins the searches of
-- one shared table. Its `tree` is the number of the tree of playouts that it may grow, 0 in a pool of one helper. A
-- stop has the id; with `is_last` the helper does not ponder afterwards. A message may come twice.
-- Messages from a helper: "ready", "iteration", "result", "error".
--
-- After it has reported a result, a helper that ponders searches the position after its move and the reply that it
-- expects. If that is the position of the next search, it goes on with it. Otherwise its table has the results.

local LIBRARY = (...):match "^(.*)%..*%."
local use = require(LIBRARY .. ".use")
local alphabeta = require(LIBRARY)
local clocks = use "front.clock"
local core = require "alphabeta.core"
local COUNTERS, globals, choice, text =
  use("front.counter_rows", "common.globals", "front.choice", "pool.text")

local huge, max, min = math.huge, math.max, math.min

-- Seconds after which a helper reads its messages. Slices have as many nodes as take that long. With a limit of time, a
-- slice would read the clock for every second call of a function of the game.
local SLICE = 0.002
local NODES_FIRST, NODES_MOST = 16, 1e6

-- Seconds for a search that has no limit of time yet.
local WITHOUT_END = 1e9

-- The limits that a search which has begun already can still get.
local LATE_LIMITS = {time = true, think = true, clock = true}

-- The nodes of the next slice, after one that took some time.
local function adapt(nodes, seconds)
  return math.floor(max(1, min(nodes * SLICE / max(seconds, 1e-6), 4 * nodes, NODES_MOST)))
end

-- The message of an error, with a traceback.
local function explain(err)
  if type(err) ~= "string" then return err end
  if err:find("stack traceback:", 1, true) or not globals.traceback then return err end
  return globals.traceback(err, 2)
end

-- The state of a position: the rules read it from a text, or play a list of moves.
local function state_of(rules, position)
  if type(position) == "string" then
    if not rules.read then error("the position is a string, but the rules have no 'read'", 0) end
    local state = rules.read(position)
    if state == nil then error(("callback 'read': expected a state, got nil for '%s'"):format(position), 0) end
    return state
  end
  if not rules.new then error("the position is a list of moves, but the rules have no 'new'", 0) end
  local state = rules.new()
  for _, move in ipairs(position) do
    if rules.make then
      rules.make(state, move)
    elseif rules.play then
      state = rules.play(state, move)
    else
      error("the position is a list of moves, but the rules have neither 'make' nor 'play'", 0)
    end
  end
  return state
end

-- A child state as a text, which can be sent.
local function text_of(rules, state)
  if state ~= nil and not rules.write then error("the rules have 'children', but no 'write'", 0) end
  return state ~= nil and rules.write(state) or nil
end

local function texts_of(rules, list)
  local texts = {}
  for i, state in ipairs(list or {}) do texts[i] = text_of(rules, state) end
  return list and texts
end

-- Replaces child states in a result by texts. Returns the move.
local function write_states(rules, best, info)
  if info then
    info.pv, info.ties = texts_of(rules, info.pv), texts_of(rules, info.ties)
    local tree = info.tree or {}
    tree.answer, tree.pv = text_of(rules, tree.answer), texts_of(rules, tree.pv)
    for _, list in ipairs {info.scores or {}, tree.kids or {}} do
      for _, score in ipairs(list) do score.move, score.pv = text_of(rules, score.move), texts_of(rules, score.pv) end
    end
  end
  return text_of(rules, best)
end

-- A helper: its `channel`, its `options`, the `rules`, the searcher `ai`, and
--   has_keys    whether positions have keys, of the game or made of what states hold
--   has_news    whether an iteration has ended that is not reported yet
--   slice       the nodes of the next slice; `now` is the moment when the last one ended
--   guess       what it ponders about: the text of the `position`, and whether the search `has_ended`
--   may_ponder  whether it may ponder after the search
--   root        the state of a search that is to have assistants, until it has them
--   assistants  threads without Lua that search beside it, if the rules are in C: csrc/binding/pool/assistants.h
--   further     a message that has ended the search, and is not obeyed yet
--   last        the id of the last search
--   is_closed   whether the pool is closed
local Helper = {}
Helper.__index = Helper

function Helper:send(message)
  local sent, problem = text.of(message)
  if not sent then error(("the result cannot be sent to the pool: it holds %s"):format(problem), 0) end
  self.channel.send(sent)
end

-- The next message; nil if there is none in time, and if the pool is closed.
function Helper:receive(seconds)
  local received = self.channel.receive(seconds)
  if received == false then self.is_closed = true end
  return received and text.value(received) or nil
end

-- Loads the rules, and makes the searcher.
function Helper:prepare()
  local options, name = self.options.options, self.options.rules
  local rules = require(name)
  if type(rules) == "userdata" then rules = alphabeta.native(rules) end
  if type(rules) ~= "table" then
    error(("option 'rules': expected the name of a module that returns a table, got %s from '%s'"):format(
      type(rules), name), 0)
  end
  self.rules, self.has_keys = rules, rules.hash ~= nil or options.hash == "auto"
  if self.options.handle and self.has_keys then
    options.table = alphabeta.table(self.options.handle)
    if self.options.has_own_table then choice.note_table_of_pool(options.table) end
  end
  options.on_iteration = function() self.has_news = true end
  self.ai = alphabeta.new(rules, options)
end

-- Ends the assistants of the search. Returns what they have counted, in the order of COUNTERS.
function Helper:dismiss()
  local assistants = self.assistants
  self.assistants, self.root = nil, nil
  if assistants then return assistants:stop() end
end

-- Sends the results of the search so far. `reason` says why it has ended, if the searcher does not know that.
function Helper:report(kind, id, reason)
  local best, value, info = self.ai:best()
  if not self.rules.moves then best = write_states(self.rules, best, info) end
  if info and reason then info.reason = reason end
  local counts = kind == "result" and {self:dismiss()} or {}
  for i, count in ipairs(counts) do
    if info then info[COUNTERS[i]] = info[COUNTERS[i]] + count end
  end
  self:send {kind = kind, id = id, best = best, value = value, info = info}
end

-- Whether a search among several, which share a table, must deepen. Only a search by time in a game of rules alone may
-- be one by playouts. That the module chooses, if no option for alpha-beta is given.
function Helper:must_deepen(limits)
  local given, rules = self.options.options, self.rules
  if not self.options.deepens or limits.deepening ~= nil or limits.algorithm == "uct" then return false end
  local has_time = limits.time or limits.think or limits.clock or given.time or given.think or given.clock
  return not (has_time and rules.result and not rules.evaluate) or (limits.level or given.level) ~= nil
end

-- Begins a search.
function Helper:start(state, limits)
  self:dismiss()
  if self:must_deepen(limits) then limits.deepening = true end
  self.ai:start(state, limits)
  if self.options.assistants > 0 then self.root = state end
  self.slice, self.now = {nodes = NODES_FIRST}, core.clock()
end

-- Goes on with the search for a slice. Returns whether it has ended.
function Helper:step()
  local has_ended, before = self.ai:step(self.slice), self.now
  self.now = core.clock()
  self.slice.nodes = adapt(self.slice.nodes, self.now - before)
  if self.root and not has_ended then self.assistants = core.assist(self.ai, self.root, self.options.assistants) end
  self.root = nil
  return has_ended
end

-- Goes on with a search until it ends, until a moment, or until a message ends it, and reports.
function Helper:go_on(order, stop)
  local ai, reason = self.ai, nil
  self.may_ponder = self.options.ponders
  while not self:step() do
    if self.has_news then
      self.has_news = false
      self:report("iteration", order.id)
    end
    if self.now >= stop and ai:best() ~= nil then
      reason = "time"
      ai:stop()
    end
    local message = self:receive(0)
    local is_stop = message ~= nil and message.kind == "stop"
    if self.is_closed then
      ai:stop()
    elseif message and is_stop == (message.id == order.id) then -- its own end, or another order
      if not is_stop then self.further = message end
      self.may_ponder, reason = self.may_ponder and not message.is_last, nil
      ai:stop()
    end
  end
  if not self.is_closed then self:report("result", order.id, reason) end
end

-- Does one search.
function Helper:search(order)
  local limits = order.limits
  local state = state_of(self.rules, text.value(order.position))
  core.number_tree(self.ai, order.tree)
  if order.number and self.has_keys then core.join(self.ai, order.number) end
  local waited = core.clock() - order.asked
  if limits.time then limits.time = max(limits.time - waited, 0) end
  if limits.clock and limits.clock.left then limits.clock.left = max(limits.clock.left - waited, 0) end
  self.has_news = false
  self:start(state, limits)
  self:go_on(order, huge)
end

-- Ends the search of the position that it ponders about, if there is one.
function Helper:end_pondering()
  self:dismiss()
  if self.guess then pcall(self.ai.stop, self.ai) end
  self.guess = nil
end

-- Begins to search the position after the best move and the expected reply, if they are known.
function Helper:begin_pondering(order)
  local position, given = text.value(order.position), self.options.options
  local best, _, info = self.ai:best()
  local pv = info and info.pv or {}
  if type(position) ~= "table" or not self.rules.moves or best == nil or pv[1] ~= best or pv[2] == nil then return end
  position[#position + 1], position[#position + 2] = best, pv[2]
  self:start(state_of(self.rules, position), {
    time = given.time and WITHOUT_END, think = given.think and WITHOUT_END,
    clock = given.clock and {left = WITHOUT_END},
  })
  self.guess = {position = text.of(position), has_ended = false}
end

-- Ponders until a message comes, and returns it. The next search reports errors of the game.
function Helper:ponder()
  while self.guess and not self.guess.has_ended do
    local message = self:receive(0)
    if message or self.is_closed then return message end
    local ok, has_ended = pcall(self.step, self)
    if ok then self.guess.has_ended = has_ended else self:end_pondering() end
  end
  return self:receive()
end

-- Whether a search is of the position that the helper ponders about, with no limits except those of time.
function Helper:is_guessed(order)
  if not self.guess or order.position ~= self.guess.position then return false end
  for name in pairs(order.limits) do
    if not LATE_LIMITS[name] then return false end
  end
  return true
end

-- Does a search that was begun by pondering. Its limits of seconds are the soft ones, since it has searched before.
function Helper:take_guess(order)
  local given, limits = self.options.options, order.limits
  local think, clock = limits.think or given.think or huge, limits.clock or given.clock
  local seconds = min(limits.time or given.time or huge, type(think) == "table" and think[1] or think)
  if clock then seconds = min(seconds, (clocks.limits(clock.left, clock.increment or 0, clock.moves, clock.lag))) end
  self.guess, self.has_news = nil, true
  self:go_on(order, order.asked + seconds)
end

-- Calls a method, and sends its error to the pool, with the id of the search. Returns whether there was none.
function Helper:attempt(id, name, order)
  local ok, err = xpcall(function() self[name](self, order) end, explain)
  if ok then return true end
  self:dismiss()
  local message = {kind = "error", id = id, message = err}
  if not text.of(message) then message.message = ("an error value that is a %s"):format(type(err)) end
  self:send(message)
  return false
end

-- Does what a message says.
function Helper:obey(order)
  if order.kind == "search" and order.id ~= self.last then
    self.last = order.id
    if not self:is_guessed(order) then self:end_pondering() end
    local is_fine = self:attempt(order.id, self.guess and "take_guess" or "search", order)
    if is_fine and self.may_ponder and not (self.further or self.is_closed) then
      is_fine = pcall(self.begin_pondering, self, order)
    end
    if not is_fine then pcall(self.ai.stop, self.ai) end
  elseif order.kind == "clear" or order.kind == "stop" and order.is_last then
    self:end_pondering()
    if order.kind == "clear" then self.ai:clear() end
  end
end

-- Serves a pool until it is closed. `channel.receive(seconds)` returns the next text, nil if there is none in time,
-- false if the pool is closed; `channel.send(text)` sends one. `setup` is the text of a table: `rules`, the name of a
-- module; `options`; `handle`, that of a shared table; `ponders`; `assistants`, how many threads without Lua the helper
-- has.
function Helper.serve(channel, setup)
  local helper = setmetatable({channel = channel, options = text.value(setup)}, Helper)
  if not helper:attempt(nil, "prepare") then return end
  helper:send {kind = "ready"}
  while not helper.is_closed do
    local order = helper.further or helper:ponder()
    helper.further = nil
    if order then helper:obey(order) end
  end
  helper:dismiss()
  helper.ai:close()
end

return Helper
