-- A helper of a pool: what runs in a Lua state of its own. It searches as it is told by messages, and reports.
-- Internal: pools start it, in threads of the module's own or of LÖVE's.
--
-- Messages to a helper: `kind` is "search", with the `id` of the search, the text of the `position`, the per-search
-- `limits`, when it was asked for on the clock (`asked`) and the `number` that joins the searches of one shared table;
-- "stop", with the id; or "clear". A message may come twice. Messages from a helper: "ready", "iteration", "result",
-- "error".

local PACKAGE = (... or "alphabeta.pool.helper"):match "^(.*)%.[^.]*%.[^.]*$" or "alphabeta"
local alphabeta = require(PACKAGE)
local core = require "alphabeta.core"
local globals = require(PACKAGE .. ".common.globals")
local text = require(PACKAGE .. ".pool.text")

-- Seconds after which a helper looks at its messages. Slices are so many nodes as take that long: with a limit of time,
-- a slice would look at the clock for every second call of a function of the game.
local SLICE = 0.002
local NODES_FIRST, NODES_MOST = 16, 1e6

-- The nodes of the next slice, after one that took some time.
local function adapt(nodes, seconds)
  local wanted = nodes * SLICE / math.max(seconds, 1e-6)
  return math.floor(math.max(1, math.min(wanted, 4 * nodes, NODES_MOST)))
end

-- The message of an error, with a traceback.
local function explain(err)
  if type(err) ~= "string" then return err end
  if err:find("stack traceback:", 1, true) or not globals.traceback then return err end
  return globals.traceback(err, 2)
end

-- The state of a position: what the rules read from a text, or what follows from a list of moves.
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

-- Makes a function that returns moves as they are, or child states as texts.
local function writer(rules)
  if rules.moves then return function(move) return move end end
  return function(state)
    if state == nil then return nil end
    if not rules.write then error("the rules have 'children', but no 'write'", 0) end
    return rules.write(state)
  end
end

local function written_list(list, write)
  local written = {}
  for i, move in ipairs(list) do written[i] = write(move) end
  return written
end

-- A result whose moves can be sent.
local function written(rules, best, value, info)
  local write = writer(rules)
  if info then
    info.pv = written_list(info.pv, write)
    if info.ties then info.ties = written_list(info.ties, write) end
    for _, score in ipairs(info.scores or {}) do
      score.move = write(score.move)
      if score.pv then score.pv = written_list(score.pv, write) end
    end
  end
  return {best = write(best), value = value, info = info}
end

-- Serves a pool until it is closed.
-- @tparam table channel `receive(seconds)`: the next text, nil when there is none in time, false when the pool is
--   closed; `send(text)`
-- @tparam string setup the text of a table: `rules`, the name of a module; `options`; `handle`, that of a shared table
return function(channel, setup)
  local options = text.value(setup)
  local ai, rules, has_news
  local has_keys -- whether positions have keys, of the game or made of what states hold

  local function send(message)
    local sent, problem = text.of(message)
    if not sent then error(("the result cannot be sent to the pool: it holds %s"):format(problem), 0) end
    channel.send(sent)
  end

  local function prepare()
    rules = require(options.rules)
    if type(rules) ~= "table" then
      error(("option 'rules': expected the name of a module that returns a table, got %s from '%s'"):format(
        type(rules), options.rules), 0)
    end
    has_keys = rules.hash ~= nil or options.options.hash == "auto"
    if options.handle and has_keys then options.options.table = alphabeta.table(options.handle) end
    options.options.on_iteration = function() has_news = true end
    ai = alphabeta.new(rules, options.options)
  end

  -- Sends what the search has found so far.
  local function report(kind, id)
    local message = written(rules, ai:best())
    message.kind, message.id = kind, id
    send(message)
  end

  -- Does one search. Returns false when the pool was closed meanwhile, and else what came in and is no end of it.
  local function search(order)
    local limits, is_open, further = order.limits, true, nil
    local state = state_of(rules, text.value(order.position))
    if order.number and has_keys then core.join(ai, order.number) end
    if limits.time then limits.time = math.max(limits.time - (core.clock() - order.asked), 0) end
    has_news = false
    ai:start(state, limits)
    local slice, now = {nodes = NODES_FIRST}, core.clock()
    while not ai:step(slice) do
      local before = now
      now = core.clock()
      slice.nodes = adapt(slice.nodes, now - before)
      if has_news then
        has_news = false
        report("iteration", order.id)
      end
      local received = channel.receive(0)
      if received == false then
        is_open = false
        ai:stop()
      elseif received then
        local message = text.value(received)
        if message.kind ~= "stop" and message.id ~= order.id then further = message end
        if further or message.kind == "stop" and message.id == order.id then ai:stop() end
      end
    end
    if is_open then report("result", order.id) end
    return is_open and further
  end

  -- Calls a function; its error is sent to the pool, with the id of the search.
  local function attempt(id, call, ...)
    local arguments, count = {...}, select("#", ...)
    local ok, result = xpcall(function() return call(globals.unpack(arguments, 1, count)) end, explain)
    if ok then return true, result end
    local message = {kind = "error", id = id, message = result}
    if not text.of(message) then message.message = ("an error value that is a %s"):format(type(result)) end
    send(message)
    return false
  end

  if not attempt(nil, prepare) then return end
  send {kind = "ready"}
  local order, last
  while true do
    if not order then
      local received = channel.receive()
      if received == false then break end
      order = received and text.value(received)
    end
    local further
    if order and order.kind == "search" and order.id ~= last then
      local ok
      last = order.id
      ok, further = attempt(last, search, order)
      if not ok then
        pcall(ai.stop, ai)
        further = nil
      elseif further == false then
        break
      end
    elseif order and order.kind == "clear" then
      ai:clear()
    end
    order = further
  end
  ai:close()
end
