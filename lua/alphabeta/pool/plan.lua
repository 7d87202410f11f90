-- The plan of a pool, and of each of its searches: reads their arguments. Internal: pools use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, globals, options = use("common.core", "common.globals", "common.options")
local LEVELS = use "front.option_table".LEVELS
local text, values = use("pool.text", "common.values")

local describe, is_integer = values.describe, values.is_integer
local error, floor, huge, max, min, pairs, type = error, math.floor, math.huge, math.max, math.min, pairs, type

local plan = {}

local THREADS_MAX = 256

-- The usual table, in MiB.
local TABLE = 16

local ROWS = {
  rules = {"the name of a module", options.is_string, is_needed = true},
  threads = {"an integer from 1 to " .. THREADS_MAX, options.integer_from(1, THREADS_MAX)},
  options = {"a table", options.is_table},
  path = {"a string", options.is_string},
  cpath = {"a string", options.is_string},
  preload = {"an array of names in package.preload", options.are_strings},
  ponder = {"a boolean", options.is_boolean},
}

-- Options of searchers that a pool does not have, with the reason.
local LOCAL = {
  game = "the rules are those of option 'rules'",
  slice = "the helpers do not yield",
  trace = "a function cannot be sent to a helper",
}

-- Copies the options of a searcher or of one search, except `on_iteration`, which is called in this Lua state. Returns
-- nil and a message if one cannot be sent.
local function sendable(given)
  local copy, on_iteration = {}, nil
  for name, value in pairs(given) do
    if LOCAL[name] then return nil, ("option '%s': %s"):format(name, LOCAL[name]) end
    if name == "on_iteration" then
      if not values.is_callable(value) then
        return nil, options.message(name, "a function", describe(value))
      end
      on_iteration = value
    elseif name == "table" and type(value) == "userdata" then -- it goes by its handle
      copy[name] = value
    else
      local ok, problem = text.of(value)
      if not ok then return nil, ("option '%s': %s cannot be sent to a helper"):format(tostring(name), problem) end
      copy[name] = value
    end
  end
  return copy, nil, on_iteration
end

-- The shared table of a pool and its helpers: the pool's own object of a given table, which the program may then close,
-- or, for several helpers, a new table, unless they grow trees of playouts. Returns nil and a message if the given
-- table is closed, or cannot be used.
local function table_of(given, count, has_trees)
  if type(given) == "userdata" then
    if has_trees then return nil, options.message("table", "a size in MiB with algorithm 'uct'", "a shared table") end
    local is_open, handle = pcall(given.handle, given)
    if is_open then return core.table(handle) end
    if not tostring(given):find("closed", 1, true) then error(handle, 0) end
    return nil, options.message("table", "an open table", "a closed one")
  end
  if count == 1 or given == 0 or has_trees then return nil end
  return core.table(given or TABLE)
end

-- How many of a pool's threads need no Lua state: all but the first, if the program has loaded a library of rules in C
-- whose searches do not enter Lua, and they share a table.
local function assistants_of(given, sent, shared, count)
  local rules = globals.package.loaded[given.rules]
  if not shared or type(rules) ~= "userdata" or sent.algorithm == "maxn" or sent.algorithm == "uct" then
    return 0
  end
  local is_native, game = pcall(core.native, rules)
  return is_native and game.evaluate and game.hash and not game.chances and count - 1 or 0
end

-- Reads the options of a pool. Returns the `options` that its helpers get; `on_iteration`; the `shared` table;
-- `has_own_table`, whether the user has not asked for that; and `assistants`, how many threads need no Lua state. Or
-- nil and what is wrong.
function plan.read(given)
  local mistake = options.check(given, ROWS)
  if mistake then return nil, mistake end
  if not core.threads then return nil, "needs the C module" end
  local sent, message, on_iteration = sendable(given.options or {})
  if not sent then return nil, message end
  if sent.table ~= nil and not core.accepts("table", sent.table) then
    return nil, options.message("table", "a number of MiB from 0 to 1024, or a shared table", describe(sent.table))
  end
  local count, has_own_table = given.threads or 1, sent.table == nil
  local shared
  shared, message = table_of(sent.table, count, sent.algorithm == "uct")
  if message then return nil, message end
  if shared then sent.table = nil end
  return {
    count = count, options = sent, on_iteration = on_iteration, shared = shared, has_own_table = has_own_table,
    assistants = assistants_of(given, sent, shared, count),
  }
end

-- Reads the second argument of a search. Returns a table that can be sent, and `on_iteration`.
function plan.limits(limits)
  if limits == nil then return {} end
  if type(limits) == "number" then return {depth = limits} end
  if type(limits) ~= "table" then
    return nil, "argument 'depth': expected a depth or a table of options, got " .. describe(limits)
  end
  return sendable(limits)
end

-- The part of a limit of nodes that a helper has: the parts of all are the limit, if that is not less than a node each.
local function part_of(nodes, number, count)
  local is_valid = is_integer(nodes) and nodes >= 1 and nodes < huge
  return is_valid and max(1, floor((nodes + count - number) / count)) or nodes
end

-- The limits of each helper: a limit of nodes is for all of them, and so are the playouts of a level.
function plan.limits_of(pool, limits, number)
  local own, count = values.copy(limits), pool.count
  local nodes, level = limits.nodes or pool.limits.nodes, LEVELS[limits.level or pool.limits.level]
  if count == 1 then return own end
  if level and pool.limits.algorithm == "uct" and (nodes == nil or type(nodes) == "number") then
    nodes = min(nodes or huge, level[4])
  end
  own.nodes = type(nodes) == "table" and {part_of(nodes[1], number, count), part_of(nodes[2], number, count)}
    or part_of(nodes, number, count)
  return own
end

-- The mistake in an array of moves; nil if there is none.
local function problem_of_array(position)
  local count, last = 0, 0
  for key in pairs(position) do
    if not is_integer(key) or key < 1 then return ("a table with the key %s"):format(describe(key)) end
    count, last = count + 1, max(last, key)
  end
  if last > count then return ("a table with %d moves of which one has the number %d"):format(count, last) end
end

-- The text of a position, a string or an array. Returns nil and what is wrong if it is none.
function plan.text_of_position(position)
  local problem
  if type(position) == "table" then
    problem = problem_of_array(position)
  elseif type(position) ~= "string" then
    problem = describe(position)
  end
  if problem then return nil, "argument 'position': expected a string or an array of moves, got " .. problem end
  local sent, unsendable = text.of(position)
  if sent then return sent end
  return nil, ("argument 'position': %s cannot be sent to a helper"):format(unsendable)
end

return plan
