-- Searches with a `method`, such as Monte Carlo tree search, for the C module: the engine in Lua makes them. Internal:
-- the front gives it to the C module.
--
-- The record of a searcher's searches, `own`, is that of a searcher of the engine in Lua. Errors of the module's own
-- are raised as tables: see front/message.lua.

local LIBRARY = (... or "alphabeta.uct.main"):match "^(.*)%.[^.]*%.[^.]*$"

local hold = require(LIBRARY .. ".fallback.hold")
local identity = require(LIBRARY .. ".fallback.identity")
local limits = require(LIBRARY .. ".fallback.limits")
local methods = {uct = require(LIBRARY .. ".uct.search"), deals = require(LIBRARY .. ".deals.search")}
local run = require(LIBRARY .. ".fallback.run")
local searcher = require(LIBRARY .. ".fallback.searcher")
local zobrist = require(LIBRARY .. ".fallback.zobrist")

local error, ipairs = error, ipairs
local steps = searcher.steps

local function finish(ok, ...)
  if not ok then error((...), 0) end
  return ...
end

-- Makes a plan for the C module one for the engine in Lua; `count` is how many searches the searcher has made.
local function prepare(own, e, count)
  e.seed, own.memory.searches = {identity.integer_bits(e.seed)}, count
end

local functions = {check = steps.check, state = steps.state}

function functions.keep(own) return own or steps.new() end

function functions.search(own, where, e, state, count)
  prepare(own, e, count)
  return finish(hold.whole(own, steps.search, where, steps.begin, state, e, false))
end

function functions.start(own, where, e, state, count)
  prepare(own, e, count)
  finish(hold.during(own, steps.begin, where, state, e, true))
end

function functions.step(own, where, seconds, nodes)
  return finish(hold.whole(own, steps.step, where, steps.begin_slice, seconds, nodes))
end

function functions.stop(own) finish(hold.during(own, steps.stop)) end

function functions.best(own) return finish(hold.during(own, steps.best)) end

function functions.is_thinking(own) return own.search ~= nil and own.search.is_thinking or false end

function functions.is_lost(own) return own.is_busy and hold.is_dead(own.busy_on) or false end

function functions.accept_state(own)
  if own.search then run.accept_state(own.search) end
end

function functions.postpone(own, seconds)
  if own.search then run.postpone(own.search, seconds) end
end

-- @tparam table core the C module
return function(core)
  for _, name in ipairs {"uct", "deals"} do methods[name].core = function() return core end end
  searcher.load_method = function(name) return methods[name] end
  limits.set_clock(core.clock)
  zobrist.take_keys(core.zobrist(1).get)
  return functions
end
