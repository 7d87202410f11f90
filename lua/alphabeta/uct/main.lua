-- Searches with a `method`, such as Monte Carlo tree search, for the C module: the engine in Lua makes them. Internal:
-- the front gives it to the C module.
--
-- Lines of random moves are one of them. The C module goes on after them, unless the search itself has a method.
--
-- The record of a searcher's searches, `own`, is that of a searcher of the engine in Lua. Errors of the module's own
-- are raised as tables: see front/message.lua.

local LIBRARY = (... or "alphabeta.uct.main"):match "^(.*)%.[^.]*%.[^.]*$"

local endgame = require(LIBRARY .. ".uct.endgame")
local globals = require(LIBRARY .. ".common.globals")
local identity = require(LIBRARY .. ".fallback.identity")
local limits = require(LIBRARY .. ".fallback.limits")
local message = require(LIBRARY .. ".front.message")
local methods = {uct = require(LIBRARY .. ".uct.search"), deals = require(LIBRARY .. ".deals.search")}
local run = require(LIBRARY .. ".fallback.run")
local searcher = require(LIBRARY .. ".fallback.searcher")
local solvers = require(LIBRARY .. ".uct.solver")
local zobrist = require(LIBRARY .. ".fallback.zobrist")

local ipairs, pcall = ipairs, pcall
local steps = searcher.steps

-- The C module.
local core

-- Makes a plan for the C module one for the engine in Lua; `count` is how many searches the searcher has made.
local function prepare(own, e, count)
  e.seed, own.memory.searches = {identity.integer_bits(e.seed)}, count
end

local functions = {check = steps.check, state = steps.state}

-- Begins a search after lines, if it has a method; otherwise keeps its plan for the C module.
local function hand_over(own, e, state)
  own.handed_over = not e.method and {plan = e, state = state} or nil
  if own.handed_over then return true end
  prepare(own, e, own.memory.searches)
  return false
end

function functions.keep(own)
  own = own or steps.new()
  own.hand_over, own.handed_over, own.never_yields = hand_over, nil, true
  return own
end

function functions.search(own, where, e, state, count, self)
  prepare(own, e, count)
  local best, value, info = steps.search(own, where, state, e)
  local handed_over = own.handed_over
  if not handed_over then return best, value, info end
  own.handed_over = nil
  return solvers.finish(pcall(core.search_planned, self, where, handed_over.state, handed_over.plan, false))
end

function functions.start(own, where, e, state, count)
  if not globals.coroutine then message.fail("%s: slices need coroutines, which this host lacks", where) end
  prepare(own, e, count)
  steps.start(own, where, state, e)
end

function functions.step(own, where, seconds, nodes, self)
  local has_ended
  has_ended, seconds, nodes = steps.step(own, where, seconds, nodes)
  local handed_over = own.handed_over
  if not handed_over then return has_ended end
  own.handed_over = nil
  core.start_planned(self, "searcher:start", handed_over.state, handed_over.plan, true)
  if not (seconds > 0 and nodes >= 1) then return false end
  return solvers.finish(pcall(self.step, self, {time = seconds, nodes = nodes}))
end

functions.stop, functions.best = steps.stop, steps.best

function functions.is_thinking(own) return own.search ~= nil and own.search.is_thinking or false end

function functions.accept_state(own)
  if own.search then run.accept_state(own.search) end
end

function functions.postpone(own, seconds)
  if own.search then run.postpone(own.search, seconds) end
end

-- @tparam table c_module
return function(c_module)
  core = c_module
  for _, module in ipairs {methods.uct, methods.deals, endgame} do module.core = function() return core end end
  searcher.load_method = function(name) return methods[name] end
  limits.set_clock(core.clock)
  zobrist.take_keys(core.zobrist(1).get)
  return functions
end
