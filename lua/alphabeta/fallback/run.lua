-- Runs a search, or a slice of it, and restores the state however that ends. Internal: the engine in Lua uses it.
--
-- A search runs in a coroutine of its own: see threads.lua. A pause yields from it. An error, a limit and a stop end
-- it. In each case `path` knows the moves that must be taken back.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, COUNTERS, digest = use("common.constant_rows", "front.counter_rows", "common.digest")
local errors, globals, limits = use("rules.errors", "common.globals", "fallback.limits")
local message, paths, positions = use("front.message", "fallback.path", "fallback.positions")
local result, root, scores = use("fallback.result", "fallback.root", "fallback.scores")
local threads, interpret = use "fallback.threads", use "common.interpreter".interpret

local error, floor, huge, ipairs, min, pairs, pcall, select, type =
  error, math.floor, math.huge, ipairs, math.min, pairs, pcall, select, type
local traceback = globals.traceback

local run = {}

local NAN = 0 / 0

-- The error that ends a search at a limit or a stop.
local ENOUGH = {}

-- From this many plies on, Lua's stack is full of the search, not of a function of the game.
local DEEP = 150

-- Errors ------------------------------------------------------------------------------------------------------------

-- The message if the search has gone deeper than Lua's stack allows; nil for another error.
local function message_of_depth(e, err)
  if type(err) ~= "string" or not err:find "stack overflow" or e.path.made() < DEEP then return nil end
  return message.new("alphabeta: stack overflow at ply %d: Lua's stack has no room for a deeper search without the C "
    .. "module: give a smaller 'depth'", e.path.made())
end

-- Adds to the message of an error in a function of the game which function that was, at which ply, and a traceback: of
-- `thread`, which the error has ended, or of the running one.
local function explain(e, err, thread)
  if err == ENOUGH or not e.path then return err end -- or stopped meanwhile, by a debug hook
  local name, ply = e.path.running()
  if not name then return err end
  local text = message_of_depth(e, err)
  if text then return text end
  thread = traceback and type(thread) == "thread" and thread or nil
  local is_traced
  err, is_traced = errors.explain(err, name, ply, e[name], e.state, thread)
  if not (is_traced and traceback) then return err end
  if thread then return traceback(thread, err) end
  return traceback(err, 2)
end

-- The search is over, whatever its end. It keeps only the values of the game that can still be asked for.
local function finish(e)
  e.is_thinking = false
  e.ended = limits.now()
  e.own, e.path, e.entries, e.me, e.past_positions = nil, nil, nil, nil, nil
  e.frames, e.state, e.given_state = nil, nil, nil
end

-- Takes all moves back, in coroutines of the search: it is busy meanwhile. Returns the first error, in an array.
local function take_back(e)
  if not e.path then return nil end -- stopped meanwhile, by a debug hook
  local function protect(leave, state)
    e.is_paused = true
    e.own = threads.create(function()
      e.is_paused = false
      leave(state)
    end)
    return threads.go(e.own)
  end
  return e.path.leave_all(e.state, protect, function(err) return explain(e, err) end)
end

-- Ends a search that an error has ended, which is explained. Raises the error; for a limit or a stop that of taking a
-- move back, if there is one.
local function give_up(e, err)
  local failed = take_back(e)
  if err == ENOUGH and not failed then return end
  e.reason = "stopped"
  finish(e)
  error(err == ENOUGH and failed[1] or err, 0)
end

-- Ends a search that an error of a debug hook has broken off, wherever that has struck.
function run.recover(e)
  take_back(e)
  e.reason = e.reason or "stopped"
  finish(e)
end

-- Pauses ------------------------------------------------------------------------------------------------------------

-- Ends the search at once: its moves are taken back, and its result is that of the last iteration.
local function quit(e, reason)
  e.reason = reason
  if e.frames and reason ~= "stopped" then e.tracer.abandon(e) end
  error(ENOUGH, 0)
end

-- A number for the content of a state that is a table; nil if it is no table, or too large to be read. It proves only
-- that states differ: it leaves out what lies deeper, or cannot be read.
local function number_of(state)
  return type(state) == "table" and digest(state, constants.STATE_LEVELS, constants.STATE_FIELDS) or nil
end

-- Waits for the next slice, with the state as it was at the beginning.
local function wait(e)
  if e.is_stopping then quit(e, "stopped") end
  if e.state_hash and not e.has_root_name then e.root_hash, e.has_root_name = positions.of_root(e), true end
  e.root_content = not e.state_hash and number_of(e.given_state) or nil
  e.path.note(nil)
  e.paused, e.is_paused = limits.now(), true
  threads.yield(threads.PAUSE)
  e.is_paused = false
  if e.ended then error(ENOUGH, 0) end -- stopped before the slice has begun, by a debug hook or a finalizer
  if e.has_root_name and positions.of_root(e) ~= e.root_hash
    or e.root_content and number_of(e.given_state) ~= e.root_content then
    message.fail "alphabeta: the state has changed since the last step of its search"
  end
end

-- Gives a search the functions that its parts call: see the head of path.lua for what they rely on.
local function prepare(e)
  function e.quit(reason) quit(e, reason) end

  -- Called when a limit or the end of a slice may be near. Ends the search at a limit. Pauses at the end of the slice,
  -- of which the last `reserve` seconds are not used. `is_listed` says whether the current node's successors are known.
  -- Sets `check`, the count of nodes at which to call it again. Returns whether it has paused.
  function e.look(is_listed, reserve)
    local l, nodes = e.limits, e.nodes
    if e.is_stopping then quit(e, "stopped") end
    if nodes >= l.check then
      local reason = limits.reached(l, nodes)
      if reason then quit(e, reason) end
    end
    local has_paused = e.slice.check < huge and limits.reached(e.slice, nodes, reserve) ~= nil
    if has_paused then -- at most once: each slice goes on for a while
      e.path.interrupt(e.state, function() wait(e) end, is_listed)
      if e.is_stopping then quit(e, "stopped") end
    end
    e.check = min(l.check, e.slice.check)
    return has_paused
  end
end

-- Searching ---------------------------------------------------------------------------------------------------------

-- Calls `on_iteration`.
local function report(e)
  e.path.note "on_iteration"
  e.on_iteration((select(3, result.values(e))))
end

-- An iteration is completed.
local function on_iteration(e)
  e.iterations = e.iterations + 1
  if e.on_iteration then report(e) end
end

-- All of a search, in the running coroutine, which is its own.
function run.body(e)
  e.is_paused = false
  if e.ended then return end
  if e.player then positions.ask_root_player(e) end
  if e.past_positions then positions.read_past(e) end
  if e.method then e.method.run(e, report) else root.run(e, on_iteration) end
  result.choose(e)
end

-- Adds the fields that follow from a plan.
local function derive(e)
  local is_maxn = e.algorithm == "maxn"
  e.ties_plies = e.has_chance_nodes and e.win < huge
  e.needs_finite = e.has_chance_nodes and e.win == huge and not is_maxn
  e.is_quiet = e.depth == 0
  e.finds_moves = false -- no search of this engine calls `find_move`
  if e.scores_repetition then
    e.value_min, e.value_max = min(e.value_min, e.repetition), math.max(e.value_max, e.repetition)
  end
end

-- A new search begins: halves the counts of moves, and forgets those that have none left.
local function age(history)
  for _, counts in pairs(history) do
    for move, count in pairs(counts) do counts[move] = count > 1 and floor(count / 2) or nil end
  end
end
interpret(age)

-- What a searcher keeps from search to search.
function run.new_memory()
  return {searches = 0, last_depth = 0, history = {[1] = {}, [-1] = {}}, players = {}}
end

-- Sets up a search of `state` by a plan, which becomes the search. `store` is the transposition table, if there is one;
-- `memory` the searcher's.
function run.begin(e, state, store, memory)
  e.store, e.state, e.given_state, e.memory = store, state, state, memory -- the state may become a deal
  derive(e)
  memory.searches = memory.searches + 1
  e.number, memory.last_depth = memory.searches, 0
  for _, name in ipairs(COUNTERS) do e[name] = 0 end
  e.value, e.values, e.result_depth, e.partial_depth = 0, {0, NAN, NAN}, 0, 0
  e.iterations, e.line, e.lines = 0, {}, {}
  e.counted, e.spent, e.spent_before, e.changed = 0, 0, 0, 0 -- nodes, of the last iterations
  e.iteration_depth = root.first_depth(e)
  e.check, e.horizons, e.skipped, e.low, e.high = 0, 0, 0, e.value_min, e.value_max
  e.is_truncated, e.is_decided, e.win_in = false, false, 0
  e.is_stopping, e.has_asked_level, e.is_paused = false, false, true
  e.players, e.player_indexes, e.root_mover, e.has_content = 0, {}, 1, false
  age(memory.history)
  local wanted = (e.multipv > 1 or e.lists_ties) and e.depth > 0 and (e.multipv > 1 and e.multipv or 1) or 0
  e.scores = wanted > 0 and scores.new(wanted, e.lists_ties) or nil
  e.path = paths.new(e)
  e.tracer = e.trace and use "fallback.trace" -- which the file of the engine alone does not have
  prepare(e)
  e.limits = limits.new(e.nodes_limit, e.time_limit, e.think_limit, e)
  if e.method or not e.deepening then limits.set(e.limits, 0, e.nodes_limit, e.time_limit) end
  e.started, e.paused = limits.now(), nil
  return e
end

-- Takes the results of the search's coroutine, which has ended or paused. Returns whether the search has ended.
function run.take(e, ok, what)
  if ok and what == threads.PAUSE then return false end
  if not ok and not e.ended then give_up(e, explain(e, what, e.own)) end
  if not e.ended then finish(e) end
  return true
end

-- Searches for a slice of these seconds and nodes. Returns whether the search has ended.
function run.slice(e, seconds, nodes)
  e.slice, e.check = limits.of_slice(e.slice, e.nodes + nodes, seconds), 0
  e.limits.waited = e.limits.waited + (e.slice.start - (e.paused or e.started))
  local thread = e.own or threads.create(run.body)
  if e.ended then return true end
  e.own = thread
  return run.take(e, threads.go(thread, e))
end

-- Whether a search has begun and not ended: it runs, or waits for a function of the game that has yielded.
function run.is_busy(e)
  return e.own ~= nil and not e.is_paused and threads.status(e.own) ~= "dead"
end

-- A search in slices goes on with its state, even if that was changed. The caller has compared it.
function run.accept_state(e)
  e.root_content, e.has_root_name = nil, false
end

-- A search in slices was interrupted for some seconds, which count for no limit of time.
function run.postpone(e, seconds)
  if not e.is_thinking then return end
  local l = e.limits
  l.start, l.looked, e.started = l.start + seconds, l.looked + seconds, e.started + seconds
  if e.paused then e.paused = e.paused + seconds end
end

-- Ends a search that is busy, or that has paused. Returns whether it has ended: one that runs does so later.
function run.stop(e, is_busy)
  e.is_stopping = true
  if is_busy and not (e.own and threads.status(e.own) == "suspended") then
    e.check = 0
    return false
  end
  local failed
  e.is_ending = true
  if is_busy then -- one of the game's functions has yielded
    threads.abandon(e.own)
    failed = take_back(e)
  end
  e.reason = "stopped"
  if not failed then
    local ok, err = pcall(result.choose, e)
    if not ok then failed = {explain(e, err)} end
  end
  finish(e)
  if failed then error(failed[1], 0) end
  return true
end

return run
