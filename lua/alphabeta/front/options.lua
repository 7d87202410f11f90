-- Reads and checks the user's options. Internal.
--
-- Options are a table:
--   engine           see option_table.lua
--   values           the numbers that were given, by name; others are in the table behind it
--   objects          by name, what was given that is a Lua object
--   from_game        true by name: which of them the game's fields gave; is_from_game: whether any
--   known            what a searcher's searches have found out about the game: see current.lua
-- and, where they were checked:
--   needy            the rows of those that may have no effect beside others, or in some games
--   soft_nodes, soft_time, soft_think   soft limits, math.huge for none
--   depth, nodes, time, think   how far and how long a search goes: plies, or -1 without a limit; seconds
--   min_depth        plies that are searched whatever they cost
--   is_limited       whether there are limits beside the depth
--   algorithm        that of a search without a table of either kind; prunes: whether it does
-- `where` is the name of the function the user called, as it opens the message.

local use = require((...):match "^(.*)%..*%." .. ".use")

local message, option_table, rules = use("front.message", "front.option_table", "front.rules")

local ceil, floor, format, huge, ipairs, min, next, rawequal, rawget, setmetatable, sort, type =
  math.ceil, math.floor, string.format, math.huge, ipairs, math.min, next, rawequal, rawget, setmetatable, table.sort,
  type
local is_plain = rules.is_plain
local describe, fail = message.describe, message.fail
local rows, by_name, find, take = option_table.rows, option_table.by_name, option_table.find, option_table.take
local ALGORITHMS, LEVELS, OBJECT = option_table.ALGORITHMS, option_table.LEVELS, option_table.OBJECT

local options = {}

-- The deepest search there is.
local DEPTH_MAX = 10000
options.DEPTH_MAX = DEPTH_MAX

-- Plies that a level always looks ahead, so it sees the opponent's answers.
local LEVELS_MIN_DEPTH = 2

-- Numbers of the options `view` and `ties`.
local VIEW_MAX, VIEW_MOVER, VIEW_PLAYER = 0, 1, 2

-- Options with which the module does not choose Monte Carlo tree search by itself, though that takes them.
local NOT_WITH_CHOICE = {algorithm = true, depth = true, table = true}

-- Bytes of the transposition table that one entry's line takes, in the C module.
local LINE = 64

-- The rows of options that the game's table may have.
local IN_GAME = {}
for i = 1, #rows do
  if rows[i].flags.in_game then IN_GAME[#IN_GAME + 1] = rows[i] end
end

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

-- Raises the error for a name that is not valid in a table.
local function reject_name(name, where, kind, flag)
  local is_name, closest = type(name) == "string", nil
  if is_name and flag == "search" and find(name, "searcher") then
    fail("%s: option '%s' cannot be given for one search, only %s", where, name,
      where == "alphabeta.search" and "in the third argument" or "to alphabeta.new")
  end
  if is_name and flag == "searcher" and find(name, "search") then
    fail("%s: option '%s' can only be given for one search, in its second argument", where, name)
  end
  if is_name then closest = option_table.closest(name, flag) end
  fail("%s: unknown %s %s%s", where, kind, describe(name),
    closest and format(", did you mean '%s'?", closest) or format(" (valid: %s)", option_table.names(flag)))
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

local function read_table(own, fields, where, kind, flag)
  local engine, is_plain_table = own.engine, is_plain(fields)
  if is_plain_table and read_given(own, fields, flag) then return end
  for name in next, fields do
    if type(name) ~= "string" or not find(name, flag) then
      if flag == "searcher" and type(field_of(engine, fields, "evaluate", is_plain_table)) == "function" then
        fail("%s: argument 'options': expected a table of options, got a game: it goes into option 'game'", where)
      end
      reject_name(name, where, kind, flag)
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

-- A table of the options that say what the game's numbers mean, by name.
function options.meaning(own)
  local meaning = {}
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    local name = row.name
    if has(own, name) then
      if row.is_object then
        meaning[name] = own.objects[name]
      else
        meaning[name] = option_table.value_of(row, own.values[name])
      end
    end
  end
  return meaning
end

-- core.game_fields(game, state, given): the options that say what the game's numbers mean, from the table `given`, or
-- else from the fields of the game, or without a game from the state's. Returns nil and a message if one of these
-- fields is wrong. `given` is not checked.
function options.game_fields(engine, game, state, given)
  local is_state = rawequal(game, nil)
  if is_state then game = state end
  local source, fields = rules.source(engine, game, is_state), {}
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    local name = row.name
    local value = given[name]
    if rawequal(value, nil) and not rawequal(source, nil) then
      value = engine.index(source, name)
      if not rawequal(value, nil) then
        local number, err = take(engine, row, value)
        if number == nil then return nil, format("game field '%s': %s", name, err) end
      end
    end
    fields[name] = value
  end
  return fields
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

-- Sets the depth and the limits of a search, from the options and the level.
local function set_extent(own)
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

-- Checking ----------------------------------------------------------------------------------------------------------

local function goes_first(row, other) return row.place < other.place end

-- The rows, in order, of options that were given, are not turned off, and may have no effect beside others.
local function needy_rows(own)
  local found = {}
  for name, number in next, own.values do
    local row = by_name[name]
    if not row.needs_nothing and number ~= row.off then found[#found + 1] = row end
  end
  if found[2] then sort(found, goes_first) end
  return found
end

local function kind_of(own, name)
  return own.from_game[name] and "game field" or "option"
end

-- Which needs the options fulfil, and the game, if it is known.
local function needs_met(own, game)
  local values, has_level = own.values, level_of(own) ~= 0
  return {
    no_level = not has_level, repetition = has(own, "repetition"), max = values.view == VIEW_MAX,
    view_player = values.view == VIEW_PLAYER, content = values.hash ~= 0 or has(own, "repetition"),
    hash = game and game.hash ~= nil or is_uct(own), noisy = game and game.noisy ~= nil,
    pass = game and game.pass ~= nil, deal = game and game.deal ~= nil,
  }
end

-- Raises an error if a given option needs another option, or, if the game is known, something of the game, and that is
-- missing.
local function check_needs(own, where, game)
  local met
  for _, row in ipairs(own.needy) do
    if row.has_needs then
      met = met or needs_met(own, game)
      for _, need in ipairs(option_table.NEEDS) do
        if row.needs[need.name] and not need.of_game == not game and not met[need.name] then
          fail("%s: %s '%s' needs %s", where, kind_of(own, row.name), row.name, need.text)
        end
      end
    end
  end
end

-- Drops options from the game's fields that mean nothing with the algorithm.
local function drop_unused(own)
  if not own.is_from_game then return end
  local algorithm = algorithm_of(own, false)
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    if own.from_game[row.name]
      and (not row.algorithms[algorithm] or row.name == "max_player" and own.values.view ~= VIEW_PLAYER) then
      own.values[row.name], own.objects[row.name] = nil, nil
    end
  end
end

local function check_algorithm(own, where)
  local algorithm = algorithm_of(own, false)
  for _, row in ipairs(own.needy) do
    if not row.algorithms[algorithm] then
      fail("%s: option '%s' needs algorithm %s, got '%s'", where, row.name,
        option_table.algorithms_text(row.algorithms), algorithm)
    end
  end
end

-- Checks the numbers that values are compared with.
local function check_values(own, where)
  local values = own.values
  local low, high, win = values.value_min, values.value_max, values.win
  local low_kind, high_kind = kind_of(own, "value_min"), kind_of(own, "value_max")
  if values.view == VIEW_PLAYER and not has(own, "max_player") then
    fail("%s: view 'player' needs option 'max_player'", where)
  end
  if values.alpha >= values.beta then fail("%s: option 'alpha' must be less than option 'beta'", where) end
  if low >= high then
    fail("%s: %s 'value_min' must be less than %s 'value_max'", where, low_kind, high_kind)
  end
  if win < huge and high <= -win then fail("%s: %s 'value_max' must be greater than -win", where, high_kind) end
  if win < huge and low >= win then
    fail("%s: %s 'value_min' must be less than %s 'win'", where, low_kind, kind_of(own, "win"))
  end
  if values.view == VIEW_MOVER and low ~= -high then
    fail("%s: %s 'value_min' must be the opposite of %s 'value_max' with view 'mover'", where, low_kind, high_kind)
  end
end

-- Checks how far the search goes, in a game with `noisy` or without.
local function check_extent(own, where, has_noisy)
  local depth, win, quiescence = own.depth, own.values.win, quiescence_of(own, has_noisy)
  if depth < 0 and not own.is_limited and not has(own, "depth") then
    if is_uct(own) then
      fail("%s: limit 'nodes': expected a time or a number of nodes with algorithm 'uct', got none", where)
    end
    fail("%s: limit 'depth': expected a depth, a time or a number of nodes, got none", where)
  end
  if depth < 0 and greatest_depth(own, quiescence) < 0 then
    fail("%s: %s 'win' must be greater than option 'quiescence'", where, kind_of(own, "win"))
  end
  if win < huge and depth + quiescence >= win then
    fail("%s: %s 'win' must be greater than the depth, %d", where, kind_of(own, "win"), depth + quiescence)
  end
  if depth + quiescence > DEPTH_MAX then
    fail("%s: the depth and option 'quiescence' must not exceed %d together", where, DEPTH_MAX)
  end
end

-- Checks that soft limits have an effect: they are looked at after each iteration.
local function check_soft(own, where)
  if own.values.deepening ~= 0 then return end
  for _, name in ipairs {"nodes", "think", "clock"} do
    if soft_of(own, name) < huge then fail("%s: option '%s': a soft limit needs option 'deepening'", where, name) end
  end
end

-- Checks that the options go together, before the game's functions are known. All but limits is checked once, unless
-- there is one that the algorithm may not have.
function options.check(own, where)
  if not own.is_checked or own.algorithm == "uct" then
    drop_unused(own)
    own.needy = needy_rows(own)
    check_algorithm(own, where)
    check_needs(own, where)
    check_values(own, where)
    if is_uct(own) and own.values.table == OBJECT then
      fail("%s: option 'table': expected a size in MiB with algorithm 'uct', got a shared table", where)
    end
    own.algorithm = algorithm_of(own, false)
    own.prunes = prunes(own.algorithm)
    own.is_checked = true -- when all else is there: an error of a debug hook may strike before
  end
  set_extent(own)
  check_extent(own, where, false)
  check_soft(own, where)
end

-- The shared tables that pools have made for their helpers: nobody has asked for them.
local of_pools = setmetatable({}, {__mode = "k"})

-- Notes that a pool has made a shared table.
function options.note_table_of_pool(shared) of_pools[shared] = true end

-- The options of a search for which the module has chosen Monte Carlo tree search. Its values are those of other
-- searches.
function options.with_uct(own, where)
  own = options.copy(own)
  if of_pools[own.objects.table] then own.values.table, own.objects.table = nil, nil end
  own.values.algorithm, own.is_choice = by_name.algorithm.numbers.uct, true
  options.check(own, where)
  return own
end

-- The options of a search in a game with `deal`: of a Monte Carlo tree search, which plays hidden hands better, unless
-- something that was given asks for alpha-beta.
function options.for_deals(own, where)
  if has(own, "algorithm") or has(own, "depth") or has(own, "deals") or not own.is_limited
    or own.values.table == OBJECT and not of_pools[own.objects.table] or own.values.ties > 0 then
    return own
  end
  for _, row in ipairs(own.needy) do
    if not row.algorithms.uct and not own.from_game[row.name] then return own end
  end
  return options.with_uct(own, where)
end

-- The functions of games that Monte Carlo tree search uses, too, and `hash`, by which a search in slices knows its
-- state. A game with others is written for alpha-beta.
local RULES = {
  style = true, moves = true, make = true, unmake = true, play = true, children = true, player = true, is_over = true,
  result = true, hash = true,
}

-- Whether the module may choose Monte Carlo tree search: in a game of rules and `result` alone, if only time or a level
-- limits the search, and nothing was given that means something to alpha-beta alone. With a limit of nodes alpha-beta
-- stays: against that, as many playouts as cost the same lose 39 of 40 games of gomoku and pentago.
function options.may_choose_uct(own, game)
  local values = own.values
  local is_limited = LEVELS[values.level] or min(own.time, own.think) < huge
  if not game.result or not is_limited or values.nodes < huge then return false end
  for name in next, game do
    if not RULES[name] then return false end
  end
  for name in next, values do
    local is_given = name ~= "table" or not of_pools[own.objects.table]
    if is_given and (NOT_WITH_CHOICE[name] or not by_name[name].algorithms.uct) then return false end
  end
  return true
end

-- Options that several deals of a game with `deal` exclude.
local NOT_WITH_DEALS = {"alpha", "beta", "trace", "past", mtdf = true, maxn = true}

local function check_deals(own, where)
  local function refuse(what)
    fail("%s: %s needs option 'deals' with 0 in a game with 'deal'", where, what)
  end
  if NOT_WITH_DEALS[own.algorithm] then refuse(format("algorithm '%s'", own.algorithm)) end
  if own.values.table == OBJECT then refuse "a shared table" end
  for _, name in ipairs(NOT_WITH_DEALS) do
    if has(own, name) and own.values[name] ~= by_name[name].off then refuse(format("option '%s'", name)) end
  end
end

-- Checks that the game has the functions that the options need.
function options.check_game(own, where, game)
  if game.deal and own.values.deals > 0 then check_deals(own, where) end
  if not game.player then
    if own.algorithm == "maxn" then fail("%s: algorithm 'maxn' needs a game with 'player'", where) end
    if own.values.view == VIEW_PLAYER then fail("%s: view 'player' needs a game with 'player'", where) end
  end
  local ignored = own.objects.hash_ignore
  if ignored and ignored[1] and game.hash and not game.hashes_content then
    fail("%s: option 'hash_ignore' needs a game without 'hash', or option 'hash'", where)
  end
  check_needs(own, where, game)
  check_extent(own, where, game.noisy ~= nil)
end

-- The meaning of the values in a table that these options filled: an array of names, each followed by its value. If two
-- differ, entries of one are wrong for the other. `game` has the game's functions, if it is known.
function options.settings(own, game)
  local settings = {}
  if game and game.result and not game.evaluate and not options.leaves(own, "current_result") then
    settings[1], settings[2] = "without current_result", 1
  end
  for i = 1, #rows do
    local row = rows[i]
    local name = row.name
    if not row.flags.keeps and has(own, name) and row.algorithms.pvs and own.values[name] ~= row.initial then
      local value = own.values[name]
      if row.is_object then value = own.objects[name] end
      settings[#settings + 1], settings[#settings + 2] = name, value
    end
  end
  return settings
end

return options
