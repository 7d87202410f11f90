-- Runs a search, or a slice of it, and restores the state however that ends, as in csrc/binding/driver/run.c. Internal:
-- the engine in Lua uses it.
--
-- A search without slices runs in a protected call of the caller's own thread, so the game's functions may yield if Lua
-- allows that. A search in slices runs in a coroutine of its own, and a pause yields from it. Values that a function of
-- the game yields there are passed on.

local PACKAGE = (... or "alphabeta.fallback.run"):match "^(.*)%.[^.]*$"

local answers = require(PACKAGE .. ".answers")
local backup = require(PACKAGE .. ".backup")
local calls = require(PACKAGE .. ".calls")
local COUNTERS = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.counter_rows")
local errors = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".rules.errors")
local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")
local identity = require(PACKAGE .. ".identity")
local limits = require(PACKAGE .. ".limits")
local maxn = require(PACKAGE .. ".maxn")
local message = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message")
local ordering = require(PACKAGE .. ".ordering")
local refutation = require(PACKAGE .. ".refutation")
local result = require(PACKAGE .. ".result")
local root = require(PACKAGE .. ".root")
local running = require(PACKAGE .. ".running")
local scores = require(PACKAGE .. ".scores")
local successors = require(PACKAGE .. ".successors")
local engine = require(PACKAGE .. ".engine")
local transposition = require(PACKAGE .. ".transposition")
local fast = require(PACKAGE .. ".fast")
local is_traversal_unsound = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.traversal")
local bits = require(PACKAGE .. ".bits")

local error, huge, ipairs = error, math.huge, ipairs
local select, xpcall = select, xpcall
local co = globals.coroutine
local traceback = globals.traceback

-- The functions of a game that a search calls, except those that take moves back.
local CALLBACKS = {
  "moves", "make", "play", "children", "evaluate", "result", "player", "is_over", "order", "hash", "noisy", "pass",
  "move_id", "chances", "evaluate_move", "find_move", "bounds", "trace", "on_iteration", "state_hash",
}

local run = {}

local NAN = 0 / 0

local CAN_YIELD = globals.yields_through_pcall

-- The most nodes between two reads of the clock in a slice.
local INTERVAL_MAX = 256

-- A pause yields this. It also ends a search that one of the game's functions has stopped, instead of the next call.
local PAUSE = {}
local STOPPED = {}
local function end_at_once() error(STOPPED, 0) end

-- Errors ------------------------------------------------------------------------------------------------------------

-- Adds to the message of an error in a function of the game which function that was, at which ply. Returns whether a
-- traceback is to follow.
local function explain(e, err)
  if not e.running then return err, false end
  return errors.explain(err, e.running.name, running.ply_of(e, e.running), e[e.running.name], e.root.state)
end

-- The handler of errors of a search.
local function handler_of(e)
  return function(err)
    local is_traced
    err, is_traced = explain(e, err)
    if is_traced and traceback then err = traceback(err, 2) end
    return err
  end
end

-- The search is over, whatever its end. It keeps only the values of the game that can still be asked for.
local function finish(e)
  e.is_thinking = false
  e.ended = limits.now()
  e.thread, e.own, e.me, e.past_positions = nil, nil, nil, nil
  local f = e.root
  while f do
    f.state, f.list, f.filled, f.iterator, f.entered, f.undo, f.undos, f.payoffs, f.hash, f.found =
      nil, nil, nil, nil, nil, nil, nil, nil, nil, nil
    for i = #f.line, 1, -1 do f.line[i] = nil end
    f = f.above
  end
end

-- Unmakes every move that is still made, even if some of them fail. Returns the first error in an array. A move whose
-- function yields here is still made. If the search is stopped meanwhile, `stop` unmakes it and the moves before it,
-- and nothing is left to do here.
local function take_back_all(e)
  local first
  local number = (e.restorations or 0) + 1
  e.restorations = number
  e.is_moving = true
  while e.made > 0 do
    local at, f = e.made, e.root
    for _ = 1, at do f = f.above end
    e.taking_back = at
    local ok, err = xpcall(function() calls.leave(e, f) end, handler_of(e))
    if not ok then first = first or {err} end
    e.made = e.restorations == number and at - 1 or 0
  end
  e.is_moving, e.taking_back = false, nil
  return first
end

-- Restores the state after an error, or if the search was stopped. Returns false and the error, or true.
local function take_back(e, err)
  local failed = take_back_all(e)
  e.reason = "stopped"
  if not e.is_abandoned then finish(e) end
  if err ~= STOPPED then return false, err end
  if failed then return false, failed[1] end
  return true
end

-- Ends a search that an error of a debug hook has broken off, wherever that has struck. One that has paused goes on.
function run.recover(e)
  if e.is_paused and e.own and co.status(e.own) == "suspended" then return end
  if e.made > 0 then take_back_all(e) end
  e.reason = e.reason or "stopped"
  finish(e)
end

-- Pauses ------------------------------------------------------------------------------------------------------------

-- Whether the slice is used up.
local function is_slice_over(e)
  local nodes = e.nodes
  if nodes >= e.slice_nodes then return true end
  if e.slice_end < huge then
    local now = limits.now()
    if now >= e.slice_end then return true end
    local passed = now - e.slice_looked
    if passed < 0.00005 and e.slice_interval < INTERVAL_MAX then
      e.slice_interval = e.slice_interval * 2
    elseif passed > 0.0001 and e.slice_interval > 1 then
      e.slice_interval = e.slice_interval / 2
    end
    e.slice_looked = now
    local check = nodes + e.slice_interval
    e.slice_check = check < e.slice_nodes and check or e.slice_nodes
  end
  return false
end

-- Leaves the path, waits for the next slice, and comes back to it. Returns whether the search is to stop.
local function wait(e)
  local path, made = {}, e.made
  local f = e.root
  for ply = 1, made do
    f = f.above
    path[ply] = f
  end
  e.is_moving = true
  for ply = made, 1, -1 do calls.leave(e, path[ply]) end
  if e.state_hash and not e.has_root_name then e.root_hash, e.has_root_name = answers.root_hash(e), true end
  if e.is_stopping then end_at_once() end
  e.root_content = not e.state_hash and identity.of_state(e.root.state) or nil
  e.paused = limits.now()
  e.is_paused = true
  co.yield(PAUSE)
  e.is_paused = false
  if e.has_root_name and answers.root_hash(e) ~= e.root_hash
    or e.root_content and identity.of_state(e.root.state) ~= e.root_content then
    message.fail "alphabeta: the state has changed since the last step of its search"
  end
  for ply = 1, made do
    local here, next_one = path[ply], path[ply + 1]
    calls.make_again(e, here)
    if successors.list_again(e, here) and next_one and not next_one.is_pass then
      next_one.entered = here.list[here.entered_index]
    end
  end
  e.is_moving = false
  return false
end

-- Called when a slice may be used up or the search may have to stop. Returns whether it must stop.
local function pause(e)
  if e.is_stopping then return true end
  if not is_slice_over(e) then return false end
  return wait(e)
end

-- Called between two calls of the game's functions at one node: returns whether the search is to stop. The last
-- `reserve` seconds of the slice, if that is given, are not used.
local function must_leave(e, reserve)
  if e.is_stopping then return true end
  if e.slice_end == huge or limits.now() + (reserve or 0) < e.slice_end then return false end
  return wait(e)
end

-- Searching ---------------------------------------------------------------------------------------------------------

-- Records the line of the root's last successor, if the root has scores. Returns whether it is the best.
local function note_score_line(e)
  local s, c = e.scores, e.root.above
  local line = {c.entered}
  local length = s.is_open and c.line_length or 0
  for i = 1, length do line[i + 1] = c.line[length - i + 1] end
  e.lines[s.noted] = line
  return s.is_best
end

-- Calls `on_iteration`.
local function report(e)
  e.running, e.current = running.AT_NODE.on_iteration, e.root
  e.on_iteration((select(3, result.values(e))))
end

-- An iteration is completed.
local function on_iteration(e)
  answers.check_changes(e)
  local f = e.root
  e.best_line, f.line, e.best_length = f.line, e.best_line, f.line_length
  if e.scores then e.lines = {} end
  e.iterations = e.iterations + 1
  if e.on_iteration then report(e) end
end

-- Lets the function `level` choose the move, if there is one.
local function choose(e)
  local described, random = result.for_level(e)
  if not described then return end
  e.has_asked_level = true
  local at = running.AT_NODE.level
  e.running, e.current = at, e.root
  local answer = e.level(described, random)
  local place, count = result.place(e, answer)
  if not place then
    running.reject(e, at, "expected an integer from 1 to %d, got %s", count, message.describe(answer))
  end
  e.chosen = place
end

-- All of a search.
local function body(e)
  if e.player then answers.root_player(e, e.root.state) end
  if e.past_positions then answers.read_past(e, e.past_positions) end
  if e.method then e.method.run(e, report) else root.run(e, on_iteration) end
  choose(e)
end

-- The asks that pay in a search by a plan, beside those of the plan.
local function derive(e)
  local is_maxn = e.algorithm == "maxn"
  e.view = e.is_mover and "mover" or "max"
  e.asks_leaf = not (e.asks_turn and e.is_mover) and e.quiescence == 0 and e.trace == nil
  e.ties_plies = e.has_chance_nodes and e.win < huge
  e.needs_finite = e.has_chance_nodes and e.win == huge
  e.checks_values = e.needs_finite or is_maxn
  e.may_reopen = not is_maxn
  if is_maxn and e.middle then e.middle = maxn.equal(e.middle) end
  e.full_lister = e.style == "children" and "children" or "moves"
end

-- Sets up a search of `state` by a plan, which becomes the search. `table` is the transposition table, if there is one.
-- `memory` is the searcher's: its record of moves and players, and how many searches it has made.
function run.begin(e, state, table, memory)
  e.table = table
  derive(e)
  memory.searches = memory.searches + 1
  e.number, e.memory, memory.last_depth = memory.searches, memory, 0
  for _, name in ipairs(COUNTERS) do e[name] = 0 end
  e.value, e.values, e.result_depth, e.partial_depth = 0, {0, NAN, NAN}, 0, 0
  e.known, e.iterations = 0, 0
  e.counted, e.spent, e.spent_before, e.changed = 0, 0, 0, 0 -- nodes, of the last iterations
  e.iteration_depth = root.first_depth(e)
  e.is_truncated, e.is_skipping, e.is_decided, e.win_in = false, false, false, 0
  e.made, e.is_moving, e.is_stopping, e.has_asked_level = 0, false, false, false
  e.has_changed, e.unchanged = false, 0
  e.best_line, e.best_length, e.lines = {}, 0, {}
  e.slice_check, e.slice_nodes, e.slice_end = huge, huge, huge
  e.end_at_once = end_at_once
  e.pause, e.must_leave, e.note_score_line = pause, must_leave, note_score_line
  e.players, e.player_indexes = 0, {}
  e.sides = memory.sides
  e.moves_by_id, e.moves_by_id_count, e.has_content = {}, 0, false
  ordering.age(memory.learned)
  e.learned = memory.learned
  local wanted = (e.multipv > 1 or e.lists_ties) and e.depth > 0 and (e.multipv > 1 and e.multipv or 1) or 0
  e.scores = wanted > 0 and scores.new(wanted, e.lists_ties) or nil
  e.refutations = e.uses_refutations and refutation.new(not e.deepening) or nil
  memory.root = memory.root or backup.frame_above {at = -1}
  e.root = memory.root
  e.root.parent, e.root.state, e.root.count, e.root.ply, e.root.line_length = nil, state, 0, 0, 0
  e.value_min, e.value_max = backup.with_repetition(e, e.value_min, e.value_max)
  local f = e.root
  while f do
    f.killer, f.other_killer = -1, -1
    backup.clear(f)
    f.lowest, f.highest = e.value_min, e.value_max
    if f.above then f.above.parent = f end -- a playout has none
    f = f.above
  end
  e.search_child = fast.is(e) and fast.child or engine.node
  e.current = e.root
  e.limits = limits.new(e.nodes_limit, e.time_limit, e.think_limit, e)
  if not e.deepening then limits.set(e.limits, 0, e.nodes_limit, e.time_limit) end
  e.started, e.paused = limits.now(), nil
  if e.table then
    e.table.age = e.table.age + 1
    if not e.player then
      e.space = transposition.space(e.table, nil, bits.mix(bits.of_whole(e.number)))
    end
  end
  return e
end

if is_traversal_unsound then jit.off(run.begin) end

-- Raises an error if `stop` has ended the search after a function of the game had yielded.
local function check_not_abandoned(e)
  if e.is_abandoned then error("alphabeta: the search was stopped while a callback had yielded", 0) end
end

-- Searches to the end; or does other work that calls the game's functions.
function run.all(e, work)
  work = work or body
  local ok, err = xpcall(function() work(e) end, handler_of(e))
  if not ok and not e.is_abandoned then
    ok, err = take_back(e, err)
  end
  check_not_abandoned(e)
  if not ok then error(err, 0) end
  finish(e)
end

-- Takes the results of a resumed coroutine: passes on values that a function of the game yields. Returns whether the
-- search has paused; raises its error.
local function take_resumed(e, ok, what, ...)
  if not ok then
    local is_traced
    if not CAN_YIELD then
      what, is_traced = explain(e, what)
      if is_traced and traceback then what = traceback(e.own, what) end
    end
    ok, what = take_back(e, what)
    if not ok then error(what, 0) end
    return false
  end
  if co.status(e.own) == "dead" then return false end
  if what == PAUSE then return true end
  local thread = e.own
  local function pass_on(...)
    check_not_abandoned(e)
    return take_resumed(e, co.resume(thread, ...))
  end
  return pass_on(co.yield(what, ...))
end

-- Searches for a slice of so many seconds and nodes. Returns whether the search has ended.
function run.slice(e, seconds, nodes)
  e.slice_nodes = nodes < huge and e.nodes + nodes or huge
  e.slice_looked = limits.now()
  e.limits.waited = e.limits.waited + (e.slice_looked - (e.paused or e.started))
  e.slice_end = seconds < huge and e.slice_looked + seconds or huge
  e.slice_interval = 1
  e.slice_check = seconds < huge and 0 or e.slice_nodes
  if not e.own then
    e.own = co.create(function()
      if not CAN_YIELD then
        body(e)
        return
      end
      local ok, err = xpcall(function() body(e) end, handler_of(e))
      if not ok then error(err, 0) end
    end)
  end
  local has_paused = take_resumed(e, co.resume(e.own))
  if has_paused then return false end
  finish(e)
  return true
end

-- Whether the coroutine in which a search runs is suspended or dead: a function of the game has yielded there.
local function is_suspended(e)
  if not e.thread or not co then return false end
  local status = co.status(e.thread)
  return status == "suspended" or status == "dead"
end

-- Lets the next call of one of the game's functions end the search.
local function refuse_calls(e)
  for i = 1, #CALLBACKS do
    if e[CALLBACKS[i]] then e[CALLBACKS[i]] = end_at_once end
  end
end

-- A search in slices goes on with its state, even if that was changed. The caller has compared it.
function run.accept_state(e)
  e.root_content, e.has_root_name = nil, false
end

-- A search in slices was interrupted for so many seconds, which count for no limit of time.
function run.postpone(e, seconds)
  if not e.is_thinking then return end
  local l = e.limits
  l.start, l.looked, e.started = l.start + seconds, l.looked + seconds, e.started + seconds
  if e.paused then e.paused = e.paused + seconds end
end

-- Ends a search that is busy, or that has paused.
function run.stop(e, is_busy)
  e.is_stopping = true
  if is_busy and not is_suspended(e) then
    refuse_calls(e)
    return false
  end
  local failed
  if is_busy then
    e.is_abandoned = true
    failed = take_back_all(e)
    refuse_calls(e)
    e.unmake, e.unpass, e.memory.root = end_at_once, end_at_once, nil
  end
  e.reason = "stopped"
  finish(e)
  if failed then error(failed[1], 0) end
  local ok, err = xpcall(function() choose(e) end, handler_of(e))
  if not ok then error(err, 0) end
  return true
end

return run
