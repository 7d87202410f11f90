-- Reads the user's options, and what follows from each. Internal.
--
-- Options are a table:
--   engine           see option_table.lua
--   values           the numbers that were given, by name; others are in the table behind it
--   objects          by name, what was given that is a Lua object
--   from_game        true by name: which of them the game's fields gave; is_from_game: whether any
--   known            what a searcher's searches have found out about the game: see current.lua
-- and, when they were checked, see checks.lua:
--   needy            the rows of those that may have no effect beside others, or in some games
--   soft_nodes, soft_time, soft_think   soft limits, math.huge for none
--   depth, nodes, time, think   how far and how long a search goes: plies, or -1 without a limit; seconds
--   min_depth        plies that are searched whatever they cost
--   is_limited       whether there are limits beside the depth
--   algorithm        that of a search without a table of either kind; prunes: whether it does
-- `where` is the name of the function the user called, as it opens the message.

local use = require((...):match "^(.*)%..*%." .. ".use")

local message, option_table, rules = use("front.message", "front.option_table", "front.rules")

local ceil, floor, huge, ipairs, min, next, rawequal, rawget, setmetatable, type =
  math.ceil, math.floor, math.huge, ipairs, math.min, next, rawequal, rawget, setmetatable, type
local is_plain = rules.is_plain
local describe, fail = message.describe, message.fail
local rows, by_name, find, take = option_table.rows, option_table.by_name, option_table.find, option_table.take
local ALGORITHMS, DEPTH_MAX, IN_GAME, LEVELS, OBJECT =
  option_table.ALGORITHMS, option_table.DEPTH_MAX, option_table.IN_GAME, option_table.LEVELS, option_table.OBJECT

local options = {}

-- Plies that a level always looks ahead, so it sees the opponent's answers.
local LEVELS_MIN_DEPTH = 2

-- Functions of which each game has one, and which are no options.
local OF_A_GAME = {"moves", "children", "evaluate"}

-- Bytes of the transposition table that one entry's line takes, in the C module.
local LINE = 64

-- Reading -----------------------------------------------------------------------------------------------------------

local initial_meta = {__index = option_table.initial}

-- Options of which none is given.
function options.new(engine)
  return {engine = engine, values = setmetatable({}, initial_meta), objects = {}, from_game = {}, known = {}}
end

-- Forgets what the searches by these options have found out about the game.
function options.forget(own)
  for name in next, own.known do own.known[name] = nil end
end

-- A copy of options.
function options.copy(other)
  local own = options.new(other.engine)
  own.is_from_game, own.known = other.is_from_game, other.known
  for _, field in ipairs {"values", "objects", "from_game"} do
    for name, value in next, other[field] do own[field][name] = value end
  end
  return own
end

-- Whether an option was given.
local function has(own, name)
  return rawget(own.values, name) ~= nil
end
options.has = has

local function store(own, row, number, object)
  own.values[row.name] = number
  if row.is_object then own.objects[row.name] = object end
end

local function read_value(own, row, value, where, kind)
  local number, object = take(own.engine, row, value, kind == "limit")
  if number == nil then fail("%s: %s '%s': %s", where, kind, row.name, object) end
  store(own, row, number, object)
end

local function reject_argument(where, name, expected, value)
  fail("%s: argument '%s': expected %s, got %s", where, name, expected, describe(value))
end

-- A field of a value.
local function field_of(engine, value, name, is_plain_table)
  if is_plain_table then return value[name] end
  return engine.index(value, name)
end

-- Reads a table by its keys. Returns whether all is well, but not which option is wrong.
local function read_given(own, fields, flag)
  for name, value in next, fields do
    local row = by_name[name]
    if not row or not row.flags[flag] then return false end
    local number, object = take(own.engine, row, value, flag == "slice")
    if number == nil then return false end
    store(own, row, number, object)
  end
  return true
end

-- Whether a table of options is a game.
local function is_game(own, fields)
  for _, name in ipairs(OF_A_GAME) do
    if type(field_of(own.engine, fields, name, is_plain(fields))) == "function" then return true end
  end
  return false
end

local function read_table(own, fields, where, kind, flag)
  local engine, is_plain_table = own.engine, is_plain(fields)
  if is_plain_table and read_given(own, fields, flag) then return end
  for name in next, fields do
    if type(name) ~= "string" or not find(name, flag) then
      if flag == "searcher" and is_game(own, fields) then
        fail("%s: argument 'options': expected a table of options, got a game: it goes into option 'game'", where)
      end
      use "front.option_texts".reject_name(name, where, kind, flag)
    end
  end
  for i = 1, #rows do
    local row = rows[i]
    if row.flags[flag] then
      local value = field_of(engine, fields, row.name, is_plain_table)
      if not rawequal(value, nil) then read_value(own, row, value, where, kind) end
    end
  end
end

-- Reads a table of options, of the kind `flag`.
function options.read(own, fields, where, flag)
  if rawequal(fields, nil) then return end
  if type(fields) ~= "table" then reject_argument(where, "options", "a table", fields) end
  read_table(own, fields, where, "option", flag)
end

-- Reads the fields of the game, or of a state with its own functions, that say what its numbers mean.
function options.read_game(own, game, is_state, where)
  local engine = own.engine
  local source = rules.source(engine, game, is_state)
  if rawequal(source, nil) then return end
  local is_plain_table = is_plain(source)
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    local name, value = row.name, nil
    if is_plain_table then value = source[name] elseif not has(own, name) then value = engine.index(source, name) end
    if (value or value == false) and not has(own, name) then
      read_value(own, row, value, where, "game field")
      own.from_game[name], own.is_from_game = true, true
    end
  end
end

-- Reads the second argument of a search.
function options.read_search(own, argument, where)
  if rawequal(argument, nil) then return end
  if type(argument) == "table" then
    read_table(own, argument, where, "option", "search")
    return
  end
  if type(argument) ~= "number" then reject_argument(where, "depth", "a depth or a table of options", argument) end
  read_value(own, by_name.depth, argument, where, "argument")
end

-- Reads the length of a slice: seconds and nodes, math.huge if not given. If neither is given, the seconds are `usual`,
-- unless that is math.huge.
function options.read_slice(engine, argument, where, usual)
  if rawequal(argument, nil) and usual < huge then return usual, huge end
  if type(argument) == "table" then
    local slice = options.new(engine)
    read_table(slice, argument, where, "limit", "slice")
    if next(slice.values) == nil then fail("%s: give the slice a time or a number of nodes", where) end
    return slice.values.time, slice.values.nodes
  end
  if type(argument) ~= "number" then
    reject_argument(where, "seconds", "a number of seconds or a table of limits", argument)
  end
  local seconds, err = take(engine, by_name.time, argument)
  if not seconds then fail("%s: argument 'seconds': %s", where, err) end
  return seconds, huge
end

-- Reads the depth of perft.
function options.read_depth(depth, where)
  if type(depth) ~= "number" or not (depth >= 0 and depth <= DEPTH_MAX and depth == floor(depth)) then
    reject_argument(where, "depth", "an integer from 0 to 10000", depth)
  end
  return depth
end

-- Derived values ----------------------------------------------------------------------------------------------------

-- The algorithm of a search, with or without a table of either kind.
local function algorithm_of(own, has_table)
  if has_table and not has(own, "algorithm") then return "pvs" end
  return ALGORITHMS[own.values.algorithm + 1]
end
options.algorithm_of = algorithm_of

local function prunes(algorithm)
  return algorithm == "alphabeta" or algorithm == "pvs" or algorithm == "mtdf"
end
options.prunes = prunes

-- Whether a search is a Monte Carlo tree search.
local function is_uct(own) return algorithm_of(own, false) == "uct" end
options.is_uct = is_uct

-- The level: a number, 0 for none, or a function.
local function level_of(own)
  return own.objects.level or own.values.level
end
options.level_of = level_of

-- The soft limit of an option.
local function soft_of(own, name)
  return own.objects[name] or huge
end
options.soft_of = soft_of

-- Sets the depth and the limits of a search, from the options and the level.
function options.set_extent(own)
  local values, min_depth = own.values, 0
  local depth, nodes, think, time = values.depth, values.nodes, values.think, min(values.time, values.clock)
  if depth == huge then depth = -1 end
  local level = LEVELS[values.level]
  if level and is_uct(own) then
    nodes = min(nodes, level[4])
  elseif level then
    if depth < 0 or depth > level[1] then depth = level[1] end
    if values.deepening ~= 0 and nodes > level[2] then
      nodes = level[2]
      if time == huge and think == huge then min_depth = LEVELS_MIN_DEPTH end
    end
  end
  own.depth, own.nodes, own.time, own.think, own.min_depth = depth, nodes, time, think, min_depth
  own.soft_nodes, own.soft_time, own.soft_think = soft_of(own, "nodes"), soft_of(own, "clock"), soft_of(own, "think")
  own.is_limited = nodes < huge or time < huge or think < huge
end

-- Whether option `without` leaves a technique on.
function options.leaves(own, technique)
  local without = own.values.without
  return without == 0 or floor(without / by_name.without.numbers[technique]) % 2 == 0
end

-- Whether a search of the game may value states where it goes on by `result`: see current.lua. Plain alpha-beta does
-- not.
function options.allows_current_result(own, game)
  if game.evaluate or not game.result or own.algorithm == "maxn" or own.algorithm == "uct" then return false end
  return options.leaves(own, "current_result") and (own.values.table ~= 0 or own.values.deepening ~= 0)
end

-- Plies of quiescence by default, in a game with `noisy`. Depth and quiescence together must be less than `win`, so a
-- small `win` allows fewer plies. They do not depend on the depth, which each search of a searcher may change, because
-- the values in its table depend on them.
local QUIESCENCE_PLIES, QUIESCENCE_SHARE = 8, 8

-- The plies of quiescence that the options ask for, in a game with `noisy` or without.
local function quiescence_of(own, has_noisy)
  local given, share = own.values.quiescence, own.values.win / QUIESCENCE_SHARE
  if given >= 0 then return given end
  if not has_noisy or own.algorithm == "maxn" or own.algorithm == "uct" then return 0 end
  return share < QUIESCENCE_PLIES and floor(share) or QUIESCENCE_PLIES
end
options.quiescence_of = quiescence_of

-- The depth of a search whose depth is not limited: as deep as the option `win` allows beside quiescence.
local function greatest_depth(own, quiescence)
  local win = own.values.win
  return (win > DEPTH_MAX and DEPTH_MAX or ceil(win) - 1) - quiescence
end
options.greatest_depth = greatest_depth

-- Whether there is a transposition table by default, in a game that has `hash`.
function options.uses_table_by_default(own)
  return own.prunes and own.values.table ~= 0
end

-- Bytes of a searcher's own table in the C module; nothing for a shared one.
function options.table_bytes(own)
  return own.values.table == OBJECT and 0 or floor(own.values.table * 1048576)
end

-- Whether a table has room for anything.
function options.has_room(own)
  return own.values.table == OBJECT or options.table_bytes(own) >= LINE
end

return options
