-- A helper of a pool: what runs in a Lua state of its own. It searches as it is told by messages, and reports.
-- Internal: pools start it, in threads of the module's own or of LÖVE's.
--
-- Messages to a helper: `kind` is "search", with the `id` of the search, the text of the `position`, the per-search
-- `limits`, when it was asked for on the clock (`asked`) and the `number` that joins the searches of one shared table;
-- "stop", with the id, where `is_last` says that the helper is not to ponder afterwards; or "clear". A message may
-- come twice. Messages from a helper: "ready", "iteration", "result", "error".
--
-- A helper that ponders begins to search, when it has reported a result, the position behind its move and the reply
-- that it expects. Where that is the position of the next search, it goes on with it; else what it has found is in its
-- table.

local PACKAGE = (... or "alphabeta.pool.helper"):match "^(.*)%.[^.]*%.[^.]*$" or "alphabeta"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end
local alphabeta = require(PACKAGE)
local core = require "alphabeta.core"
local globals = require(PACKAGE .. ".common.globals")
local text = require(PACKAGE .. ".pool.text")

-- Seconds after which a helper looks at its messages. Slices are so many nodes as take that long: with a limit of time,
-- a slice would look at the clock for every second call of a function of the game.
local SLICE = 0.002
local NODES_FIRST, NODES_MOST = 16, 1e6

-- Seconds for a search that has no limit of time yet.
local WITHOUT_END = 1e9

-- The limits that a search which has begun already can still get.
local LATE_LIMITS = {time = true, think = true}

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
  local guess -- what it ponders about: the text of the `position`, and whether the search `has_ended`

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

  -- Sends what the search has found so far. `reason` says why it has ended, where that is not known to the searcher.
  local function report(kind, id, reason)
    local message = written(rules, ai:best())
    message.kind, message.id = kind, id
    if message.info and reason then message.info.reason = reason end
    send(message)
  end

  -- Goes on with a search until it ends, or until a moment. Returns false when the pool was closed meanwhile, and else
  -- what came in and is no end of it; and whether it may ponder then.
  local function go_on(order, stop)
    local is_open, further, may_ponder, reason = true, nil, true, nil
    local slice, now = {nodes = NODES_FIRST}, core.clock()
    while not ai:step(slice) do
      local before = now
      now = core.clock()
      slice.nodes = adapt(slice.nodes, now - before)
      if has_news then
        has_news = false
        report("iteration", order.id)
      end
      if now >= stop and ai:best() ~= nil then
        reason = "time"
        ai:stop()
      end
      local received = channel.receive(0)
      if received == false then
        is_open = false
        ai:stop()
      elseif received then
        local message = text.value(received)
        if message.kind ~= "stop" and message.id ~= order.id then further = message end
        if further or message.kind == "stop" and message.id == order.id then
          may_ponder, reason = not message.is_last, nil
          ai:stop()
        end
      end
    end
    if is_open then report("result", order.id, reason) end
    return is_open and further, may_ponder
  end

  -- Does one search; returns what `go_on` returns.
  local function search(order)
    local limits = order.limits
    local state = state_of(rules, text.value(order.position))
    if order.number and has_keys then core.join(ai, order.number) end
    if limits.time then limits.time = math.max(limits.time - (core.clock() - order.asked), 0) end
    has_news = false
    ai:start(state, limits)
    return go_on(order, math.huge)
  end

  -- Ends the search of the position that it ponders about, if there is one.
  local function end_pondering()
    if guess then pcall(ai.stop, ai) end
    guess = nil
  end

  -- Begins to search the position behind the move that was found and the reply that is expected, where they are known.
  local function begin_pondering(order)
    local position = text.value(order.position)
    local best, _, info = ai:best()
    local pv = info and info.pv or {}
    if type(position) ~= "table" or not rules.moves or best == nil or pv[1] ~= best or pv[2] == nil then return end
    position[#position + 1], position[#position + 2] = best, pv[2]
    local given = options.options
    ai:start(state_of(rules, position), {time = given.time and WITHOUT_END, think = given.think and WITHOUT_END})
    guess = {position = text.of(position), has_ended = false}
  end

  -- Ponders until a message comes, and returns it. Errors of the game's are those of the search to come.
  local function ponder()
    local slice, now = {nodes = NODES_FIRST}, core.clock()
    while guess and not guess.has_ended do
      local received = channel.receive(0)
      if received ~= nil then return received end
      local ok, has_ended = pcall(ai.step, ai, slice)
      if not ok then end_pondering() else guess.has_ended = has_ended end
      local before = now
      now = core.clock()
      slice.nodes = adapt(slice.nodes, now - before)
    end
    return channel.receive()
  end

  -- Whether a search is that of the position that it ponders about, with no limits but those of time.
  local function is_guessed(order)
    if not guess or order.position ~= guess.position then return false end
    for name in pairs(order.limits) do
      if not LATE_LIMITS[name] then return false end
    end
    return true
  end

  -- Does a search that was begun by pondering; returns what `search` does.
  local function take_guess(order)
    local given, limits = options.options, order.limits
    local seconds = math.min(limits.time or given.time or math.huge, limits.think or given.think or math.huge)
    guess, has_news = nil, true
    return go_on(order, order.asked + seconds)
  end

  -- Calls a function; its error is sent to the pool, with the id of the search.
  local function attempt(id, call, ...)
    local arguments, count = {...}, select("#", ...)
    local ok, result, extra = xpcall(function() return call(globals.unpack(arguments, 1, count)) end, explain)
    if ok then return true, result, extra end
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
      local received = ponder()
      if received == false then break end
      order = received and text.value(received)
    end
    local further
    if order and order.kind == "search" and order.id ~= last then
      local ok, may_ponder
      last = order.id
      if not is_guessed(order) then end_pondering() end
      ok, further, may_ponder = attempt(last, guess and take_guess or search, order)
      if not ok then
        pcall(ai.stop, ai)
        further = nil
      elseif further == false then
        break
      elseif options.ponders and may_ponder and not further and not pcall(begin_pondering, order) then
        pcall(ai.stop, ai)
      end
    elseif order and order.kind == "clear" then
      end_pondering()
      ai:clear()
    elseif order and order.kind == "stop" and order.is_last then
      end_pondering()
    end
    order = further
  end
  ai:close()
end
