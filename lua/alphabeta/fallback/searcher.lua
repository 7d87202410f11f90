-- Searchers, and the functions that make one for a single search: as csrc/binding/api/searcher.c has them. Internal:
-- the engine in Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local bits, content, globals = use("fallback.bits", "fallback.content", "common.globals")
local limits, lines, message, options = use("fallback.limits", "fallback.lines", "front.message", "front.options")
local plan, result, run = use("front.plan", "fallback.result", "fallback.run")
local threads, transposition = use("fallback.threads", "fallback.transposition")

local huge, min = math.huge, math.min
local error, pairs, pcall, rawget, select, setmetatable, type =
  error, pairs, pcall, rawget, select, setmetatable, type
local getmetatable = globals.getmetatable
local fail = message.fail

local searcher = {}

local NAME = "alphabeta.searcher"

-- The depth of a search that has no limit in plies.
local DEPTH_MAX = 10000

-- The field of a searcher that holds all it knows.
local OWN = {}

-- Raises an error at the line of the caller of the function that calls this one, or of one that is further out.
local function raise(err, level)
  local text = message.text_of(err)
  if text then error(text, level or 3) end
  error(err, 0)
end

local function find_in_meta(value, name)
  local meta = getmetatable(value)
  if type(meta) == "table" then return rawget(meta, name) end
  -- a hidden metatable: a value that can be indexed counts as a game
  if meta ~= nil and name == "__index" and pcall(function() return value.moves end) then return true end
end

-- The functions of this engine for the front: see front/option_table.lua.
local ENGINE = {
  ENGINE = "Lua",
  integer = function(value)
    local high, low = bits.of_integer(value)
    return high and {high, low}
  end,
  metafield = find_in_meta,
  index = function(value, name) return value[name] end,
  content_hash = content.hash,
  clock = limits.now,
}
searcher.ENGINE = ENGINE

-- The record of a searcher: its options, and the memory of its searches.
local function new_own() return {memory = run.new_memory()} end

-- Whether a method reads its arguments, or changes the searcher. It does so in a coroutine of its own, so nothing is
-- left to clear when an error ends it, even one of a debug hook.
local function is_held(own)
  local holder = own.holder
  return holder ~= nil and threads.status(holder) ~= "dead"
end

-- Whether a search runs, or waits for a function of the game that has yielded.
local function is_busy(own)
  local e = own.search
  return e ~= nil and run.is_busy(e)
end

-- Ends a search that an error of a debug hook has broken off.
local function end_broken_search(own)
  local e = own.search
  if not e or e.ended or is_busy(own) or is_held(own) or e.is_paused and not e.is_ending then return end
  run.recover(e)
  if not e.is_sliced then own.search = nil end
end

-- The record of the searcher on which the method `name` was called. An error is raised at `level`, as seen from here.
local function own_of(self, name, level)
  local own = type(self) == "table" and rawget(self, OWN) or nil
  if not own then
    error(("searcher:%s: argument 'self': expected a searcher, got %s: write a colon, as in ai:search(state)")
      :format(name, type(self)), level or 3)
  end
  end_broken_search(own)
  return own
end

-- Raises an error unless the searcher, which is held, is as a method needs it: "unheld" by others, "free" of a search,
-- "open", or "idle".
local function check_need(own, where, need)
  if need ~= "unheld" and is_busy(own) then fail("%s: already searching", where) end
  if (need == "open" or need == "idle") and own.is_closed then
    fail("%s: argument 'self': expected an open searcher, got a closed one", where)
  end
  if need == "idle" and own.search and own.search.is_thinking then
    fail("%s: argument 'self': expected a searcher that is not thinking, got one that is: let it finish, or stop it",
      where)
  end
end

-- Lets other methods use a searcher, however the work has ended. Passes its results on, or its error.
local function release(own, ok, ...)
  own.holder = nil
  if not ok then error((...), 0) end
  return ...
end

-- Does `work` with a searcher that is as the method `where` needs it, in a coroutine that holds it: nothing else may
-- use it meanwhile. Returns the results, or raises the error.
local function hold(own, where, need, work, ...)
  if is_held(own) then fail("%s: already searching", where) end
  local thread
  thread = threads.create(function(...)
    own.holder = thread
    check_need(own, where, need)
    return work(own, where, ...)
  end)
  return release(own, threads.go(thread, ...))
end

-- Another method than iterations of alpha-beta, which uses this engine. The file of the engine alone has no deals.
local function load_method(name, where)
  if name == "uct" then return use "uct.search" end
  local is_there, module = pcall(function() return use "deals.search" end)
  if is_there then return module end
  fail("%s: alpha-beta over deals is not in this file: give algorithm = 'uct', or take the file alphabeta.lua", where)
end

-- Begins the lines before a search of `state`, by their plan. They count as that search.
local function begin_lines(e, state, memory)
  memory.searches = memory.searches + 1
  e.method, e.begun_at = lines, state
  run.begin(e, state, nil, new_own().memory)
  e.number, e.has_asked_level = memory.searches, true
end

-- Begins a search of `state` by a plan. Returns the search.
local function begin(own, where, state, e, is_sliced)
  local table
  if e.uses_table then
    local settings = transposition.text_of(e.settings)
    if own.settings and own.settings ~= settings then
      fail("%s: the table was filled with other settings ('view', 'win', bounds) than those of this state's game: "
        .. "give them as options, or clear the searcher", where)
    end
    own.table = own.table or transposition.new(e.table_bytes)
    table = own.table
    own.settings = settings
  end
  if min(e.time_limit, e.think_limit) < huge then limits.check_clock(where) end
  e.is_sliced, e.is_thinking = is_sliced, is_sliced
  if e.method == "lines" then
    begin_lines(e, state, own.memory)
  else
    e.method = e.method and load_method(e.method, where)
    run.begin(e, state, table, own.memory)
  end
  own.search, own.is_forgotten = e, false
  return e
end

-- Begins the search before which `e` has played lines.
local function begin_after(own, where, e)
  local planned = e.proceed(e.ended - e.started, e.limits.waited)
  own.memory.searches = own.memory.searches - 1
  local begun = begin(own, where, e.begun_at, planned, e.is_sliced)
  begun.paused = limits.now()
  return begun
end

-- Whether a search has played the lines before another one, which is due.
local function is_before_another(e) return e.proceed ~= nil and e.reason ~= "stopped" end

local function take_results(own, _, e)
  if own.search == e then own.search = nil end
  return result.values(e)
end

-- Begins a search by `prepare`, with a searcher that is as the method `where` needs it, and searches to the end.
local function search_all(own, where, need, prepare, ...)
  local e = hold(own, where, need, prepare, ...)
  run.slice(e, huge, huge)
  if is_before_another(e) then return search_all(own, where, "free", begin_after, e) end
  return hold(own, where, "free", take_results, e)
end

-- alphabeta.search --------------------------------------------------------------------------------------------------

local function prepare_search_once(own, where, state, depth, given)
  return begin(own, where, state, plan.once(ENGINE, state, depth, given), false)
end

local function search_once(own, ...)
  return search_all(own, "alphabeta.search", "idle", prepare_search_once, ...)
end

local protect = threads.protect
searcher.protect = protect

function searcher.search_once(state, depth, given)
  local ok, best, value, info = protect(search_once, new_own(), state, depth, given)
  if not ok then raise(best) end
  return best, value, info
end

-- Searchers ---------------------------------------------------------------------------------------------------------

local methods = {}
local meta = {__index = methods, __metatable = NAME}

-- Those with the option `slice`, whose `search` is another.
local slicing = {}
local slicing_meta = {__index = slicing, __metatable = NAME}
searcher.slicing = slicing

local function prepare_new(own, _, game, given)
  own.options = plan.searcher(ENGINE, game, given)
end

-- alphabeta.new(game, options): a searcher.
function searcher.new(game, given)
  local own = new_own()
  local ok, err = pcall(hold, own, "alphabeta.new", "idle", prepare_new, game, given)
  if not ok then raise(err) end
  return setmetatable({[OWN] = own}, own.options.values.slice < huge and slicing_meta or meta)
end

local function prepare_method(own, where, is_sliced, count, state, depth)
  local given = options.copy(own.options)
  plan.read_search(given, where, count, state, depth)
  return begin(own, where, state, plan.of_options(given, where, state, own.memory.last_depth, false), is_sliced)
end

local function search(own, ...)
  return search_all(own, "searcher:search", "idle", prepare_method, false, select("#", ...), ...)
end

function methods:search(...)
  local ok, best, value, info = protect(search, own_of(self, "search"), ...)
  if not ok then raise(best) end
  return best, value, info
end

-- Calls `work` with the searcher, which must be as `need` says. The user has called the method `name` on it, and an
-- error is raised at the user's line. Returns the results.
local function do_method(self, name, need, work, ...)
  local own = own_of(self, name, 4)
  local ok, first, second, third = protect(hold, own, "searcher:" .. name, need, work, ...)
  if not ok then raise(first, 4) end
  return first, second, third
end

function methods:start(...)
  if not globals.coroutine then error("searcher:start: slices need coroutines, which this host lacks", 2) end
  do_method(self, "start", "idle", prepare_method, true, select("#", ...), ...)
end

-- Raises an error unless a search was started that a slice may go on with.
local function check_slice(own, where, seconds, nodes)
  local e = own.search
  if not e or not e.is_sliced then fail("%s: no search was started", where) end
  if e.nodes_limit == huge and nodes == huge and e.depth == DEPTH_MAX then limits.check_clock(where) end
  return seconds, nodes
end

local function prepare_step(own, where, argument)
  return check_slice(own, where, options.read_slice(ENGINE, argument, where, own.options.values.slice))
end

-- Goes on with the search for a slice. Returns whether it has ended.
local function step_begun(own, where, seconds, nodes)
  local e = own.search
  if not e or not e.is_thinking then return true end
  local began, before = limits.now(), e.nodes
  local has_ended = run.slice(e, seconds, nodes)
  if not has_ended or not is_before_another(e) then return has_ended end
  hold(own, where, "open", begin_after, e)
  seconds, nodes = seconds - (limits.now() - began), nodes - (e.nodes - before)
  return seconds > 0 and nodes >= 1 and step_begun(own, where, seconds, nodes)
end

local function step(own, argument)
  return step_begun(own, "searcher:step", hold(own, "searcher:step", "open", prepare_step, argument))
end

function methods:step(argument)
  local ok, has_ended = protect(step, own_of(self, "step"), argument)
  if not ok then raise(has_ended) end
  return has_ended
end

-- Whether anything was to be stopped or not, the search is over afterwards, or soon.
local function end_search(own)
  local e = own.search
  if not e or e.is_ending or not (is_busy(own) or e.is_thinking) then return end
  run.stop(e, is_busy(own))
end

function methods:stop()
  local own = own_of(self, "stop")
  if is_held(own) and own.search and own.search.is_stopping then return end
  local ok, err
  if is_busy(own) then -- one of the game's functions may take moves back here, and cannot yield to a coroutine of ours
    ok, err = pcall(end_search, own)
  else
    ok, err = protect(hold, own, "searcher:stop", "unheld", end_search)
  end
  if not ok then raise(err) end
end

local function read_best(own)
  local e = own.search
  if not e or not (e.is_sliced or is_busy(own)) or own.is_forgotten then return nil end
  return result.values(e)
end

function methods:best()
  local best, value, info = do_method(self, "best", "unheld", read_best)
  if info == nil then return nil end
  return best, value, info
end

function methods:thinking()
  local e = own_of(self, "thinking").search
  return e ~= nil and e.is_thinking or false
end

local function forget(own)
  options.forget(own.options)
  own.memory.history, own.memory.last_depth = {[1] = {}, [-1] = {}}, 0
  if own.table then transposition.clear(own.table) end
  own.memory.uct, own.settings, own.is_forgotten = nil, nil, true
end

function methods:clear() do_method(self, "clear", "idle", forget) end

-- Files are for the C module.
local function refuse(_, where)
  fail("%s: needs the C module: the engine in Lua writes and reads no tables", where)
end

function methods:save() do_method(self, "save", "idle", refuse) end

function methods:load() do_method(self, "load", "idle", refuse) end

local function give_up(own)
  own.search, own.table, own.is_closed = nil, nil, true
  own.memory.searches = 0
end

function methods:close() do_method(self, "close", "free", give_up) end
meta.__close = methods.close

local function is_searching(own) return is_busy(own) or is_held(own) end

local function state_of(own)
  if own.is_closed then return "closed" end
  if is_searching(own) then return "searching" end
  return own.search and own.search.is_thinking and "thinking" or "idle"
end

function meta:__tostring() return NAME .. " (" .. state_of(own_of(self, "tostring")) .. ")" end

for name, method in pairs(methods) do slicing[name] = method end
slicing_meta.__close, slicing_meta.__tostring = meta.__close, meta.__tostring

-- core.searches(searcher): how many searches it has begun.
function searcher.searches(self)
  return own_of(self, "searches").memory.searches
end

-- core.is_searching(searcher): whether one of its methods runs.
function searcher.is_searching(self) return is_searching(own_of(self, "is_searching")) end

-- core.accept_state(searcher): the search in slices goes on with the state, even if it was changed. The caller has
-- compared it.
function searcher.accept_state(self)
  local e = own_of(self, "accept_state").search
  if e then run.accept_state(e) end
end

-- core.postpone(searcher, seconds): its search in slices was interrupted for these seconds, which count for no limit of
-- time.
function searcher.postpone(self, seconds)
  local e = own_of(self, "postpone").search
  if e then run.postpone(e, seconds) end
end

-- core.meaning(searcher): a table of the options that say what the game's numbers mean, and the game. Nothing for other
-- values.
function searcher.meaning(self)
  local own = type(self) == "table" and rawget(self, OWN) or nil
  if not own then return end
  return use "front.meaning".of(own.options), own.options.objects.game
end

return searcher
