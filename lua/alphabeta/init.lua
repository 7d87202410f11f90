-- The module alphabeta: what `require "alphabeta"` returns. docs/alphabeta.lua describes what it has.

local use = require((...):gsub("%.init$", "") .. ".use")

local globals = use "common.globals"

local alphabeta = {}

alphabeta._VERSION = "alphabeta 0.9.0"

-- Raises an error if a library is of another version than this file.
local function check_version(core)
  if core.ENGINE ~= "C" or core.VERSION == alphabeta._VERSION then return end
  error("alphabeta: " .. use "common.build".other_version(core.VERSION, alphabeta._VERSION), 0)
end

-- The C module; or the engine in Lua, if there is no library for it. A library that cannot be loaded is an error.
local function find_core()
  local is_loaded, core = pcall(require, "alphabeta.core")
  if is_loaded then
    check_version(core)
    return core
  end
  if type(core) ~= "string" then error(core, 0) end
  if not core:find("module 'alphabeta.core' not found", 1, true) then
    local mistake = use "common.build".mistake_in(core)
    error(mistake and "alphabeta: " .. mistake or core, 0)
  end
  core = use "fallback.core"
  local loaded = globals.field(globals.package, "loaded")
  if loaded then loaded["alphabeta.core"] = core end -- for the tools
  return core
end

local core = find_core()
local yield = globals.field(globals.coroutine, "yield")

-- Makes the function of a tool. Its module is loaded when it is first called: programs that only play do without it.
-- The module, or a field of it, is a function that returns one value or two or, for an error, nil and the error.
local function tool(name, field)
  return function(...)
    local module = use(name)
    local result, second = (field and module[field] or module)(...)
    if result == nil then error(second, 2) end
    if second == nil then return result end
    return result, second
  end
end

if core.set_front then use "front.main"(core) end

-- Calls a method of a searcher for `search`. The module's own errors are raised in its name, at its caller's line.
local function call(method, ai, ...)
  local ok, result = (core.protect or pcall)(method, ai, ...)
  if ok then return result end
  local is_own = type(result) == "string" and (result:find("^searcher:") or result:find("^alphabeta: "))
  error(is_own and result:gsub("^searcher:%a+", "searcher:search") or result, is_own and 3 or 0)
end

-- The method `search` of searchers with the option `slice`. It is written in Lua, because C functions cannot yield on
-- every Lua.
local start, step, best = core.slicing.start, core.slicing.step, core.slicing.best
function core.slicing.search(ai, ...)
  if not globals.can_yield() then error("searcher:search: with option 'slice', it must be called in a coroutine", 2) end
  call(start, ai, ...)
  local searches = core.searches
  local search = searches(ai)
  while not call(step, ai) do
    yield()
    if searches(ai) ~= search then
      error("searcher:search: the searcher was closed, or has begun another search, while this one waited", 2)
    end
  end
  return best(ai)
end

alphabeta._ENGINE = core.ENGINE
alphabeta._DESCRIPTION = "Game-tree search in C for games whose rules are written in Lua"
alphabeta._LICENSE = "MIT"

alphabeta.search, alphabeta.new = core.search, core.new
alphabeta.zobrist, alphabeta.mix = core.zobrist, core.mix
alphabeta.table = core.table or function() error("alphabeta.table: needs the C module", 2) end
alphabeta.native = core.native or tool "common.native"

alphabeta.check = tool "check.main"
alphabeta.count = tool "common.count"
alphabeta.explain = tool "explain.main"
alphabeta.learn = tool "learn.main"
alphabeta.match = tool "match.main"
alphabeta.opponent = tool "opponent"
alphabeta.perft = tool "perft"
alphabeta.pool = tool "pool.main"
alphabeta.review = tool "review.main"
alphabeta.session = tool "session"
alphabeta.snapshot = tool("snapshot", "new")
alphabeta.study = tool "study.main"

local copy

-- A copy of a state. Unlike the tools, it looks for its module only once: games call it in each move.
function alphabeta.copy(state)
  copy = copy or use "common.copy"
  local twin, message = copy(state)
  if message then error(message, 2) end
  return twin
end

-- Gives the engine in Lua another clock; returns the one that it had.
function alphabeta.set_clock(clock)
  if not core.set_clock then
    error("alphabeta.set_clock: needs the engine in Lua: the C module has a clock of its own", 2)
  end
  if type(clock) ~= "function" then
    error("alphabeta.set_clock: argument 'clock': expected a function, got " .. type(clock), 2)
  end
  local now = clock()
  if type(now) ~= "number" or now ~= now then
    error("alphabeta.set_clock: argument 'clock': expected a function that returns seconds, a number, got one that "
      .. "returns " .. (now ~= now and "NaN" or type(now)), 2)
  end
  return core.set_clock(clock)
end

return alphabeta
