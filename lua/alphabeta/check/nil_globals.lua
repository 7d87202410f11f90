-- Global variables that the functions of a game read, and that are nil: their names may be misspelt. Internal:
-- `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, nearest = use("common.globals", "common.nearest")
local snapshot_games = use "snapshot".games

local sort = table.sort
local error, next, pcall, rawequal, rawget, rawset, setmetatable, type =
  error, next, pcall, rawequal, rawget, rawset, setmetatable, type
local getmetatable = globals.getmetatable

local nil_globals = {}

-- How many are asked about.
local MAX_GLOBALS = 5

-- What hosts and versions of Lua may lack, and words in the names of switches.
local OPTIONAL = {
  bit = true, bit32 = true, getfenv = true, jit = true, loadstring = true, love = true, rawlen = true, setfenv = true,
  unpack = true, utf8 = true, ngx = true, vim = true,
}
local SWITCHES = {"debug", "verbose", "trace", "log", "test", "profile"}

-- Whether a global variable may well be nil.
local function is_optional(name)
  for _, word in ipairs(SWITCHES) do
    if name:lower():find(word, 1, true) then return true end
  end
  return OPTIONAL[name] or false
end

local getinfo, getlocal = globals.field(globals.debug, "getinfo"), globals.field(globals.debug, "getlocal")
local OWN = getinfo and getinfo(1, "S").source:match "^(.*)check[/\\]nil_globals%.lua$"

-- The table in which a function looks up globals; nil when it uses none, or that is unknown.
local function environment_of(f)
  if type(f) ~= "function" then return nil end
  if globals.getfenv then return globals.getfenv(f) end
  for _, name, value in globals.upvalues(f) do
    if name == "_ENV" then return value end
  end
end

-- The table behind an environment in which a missing name is looked up last; nil where a function does that.
local function last_of(env)
  for _ = 1, 100 do
    local meta = getmetatable(env)
    local behind = type(meta) == "table" and rawget(meta, "__index")
    if not behind then return env end
    if type(behind) ~= "table" then return nil end
    env = behind
  end
end

-- The name among those that can be read in a function, at a level of the stack, that is nearest to another one: of
-- those that are equally near, a local variable, and the first by its letters.
local function nearest_to(name, level, f, env)
  local names, global_names = {}, {}
  for i = 1, getlocal and 200 or 0 do
    local other = getlocal(level + 1, i)
    if other == nil then break end
    names[i] = other
  end
  for _, other in globals.upvalues(f) do names[#names + 1] = other end
  for other in next, env do
    if type(other) == "string" then global_names[#global_names + 1] = other end
  end
  sort(names)
  sort(global_names)
  for _, other in ipairs(global_names) do names[#names + 1] = other end
  return nearest.of(name, names, 2)
end

-- Notes the globals that the functions of a game read and that are nil, while something is done. The plan gets them as
-- `nil_globals`, an array.
function nil_globals.watch(plan, work)
  local found, names, watched = {}, {}, {}
  plan.nil_globals = found
  local function watch(env)
    if not env or watched[env] then return end
    local meta = getmetatable(env)
    local own = {was = meta}
    watched[env] = own
    local function note(t, name)
      if not rawequal(t, env) or type(name) ~= "string" or names[name] or is_optional(name) then return nil end
      local info = getinfo and getinfo(2, "Slf") or {short_src = "?", currentline = 0}
      if OWN and info.source and info.source:sub(1, #OWN) == OWN then return nil end
      names[name] = true
      found[#found + 1] = {
        name = name, env = env, place = ("%s:%d"):format(info.short_src, info.currentline),
        like = nearest_to(name, 2, info.func, env),
      }
      return nil
    end
    own.note = note
    if meta then rawset(meta, "__index", note) else setmetatable(env, {__index = note}) end
  end
  for _, f in next, plan.rules do
    local env = environment_of(f)
    watch(env and last_of(env))
  end
  local ok, result = pcall(work)
  for env, own in next, watched do
    local meta = getmetatable(env)
    if meta and rawget(meta, "__index") == own.note then
      if own.was then rawset(meta, "__index", nil) else setmetatable(env, nil) end
    end
  end
  if not ok then error(result, 0) end
  return result
end

-- Asks about globals that were read and that are nil.
function nil_globals.judge(run)
  local known, count = snapshot_games[run.plan.rules.make], 0
  for _, read in ipairs(run.plan.nil_globals or {}) do
    local is_root = known and known.is_root(read.env, read.name)
    if count < MAX_GLOBALS and not is_root and rawget(read.env, read.name) == nil then
      count = count + 1
      run.findings:ask("name", read.name, ("the global variable '%s' is read and is nil, at %s. %s"):format(read.name,
        read.place, read.like and ("Did you mean '%s'?"):format(read.like) or "Is the name right?"))
    end
  end
end

return nil_globals
