-- What the user may ask for, read and checked: as csrc/binding/api/options.c has it. Internal: the engine in Lua uses
-- it.
--
-- Options are a table: `values` by name, the numbers that were given; `objects` by name; `from_game`, which of them the
-- game's fields gave. `where` is the name of the function the user called, as it opens the message.

local PACKAGE = (... or "alphabeta.fallback.options"):match "^(.*)%.[^.]*$"

local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

if require(LIBRARY .. ".common.traversal") then jit.off(true, true) end

local maxn = require(PACKAGE .. ".maxn")
local message = require(PACKAGE .. ".message")
local middle_of = require(LIBRARY .. ".common.middle")
local option_table = require(PACKAGE .. ".option_table")
local LEARNED = require(PACKAGE .. ".technique_rows").learns
local rules = require(PACKAGE .. ".rules")

local ceil, floor, huge, ipairs, next, pairs, tostring, type =
  math.ceil, math.floor, math.huge, ipairs, next, pairs, tostring, type
local describe, fail = message.describe, message.fail
local rows, find, take = option_table.rows, option_table.find, option_table.take
local LEVELS = option_table.LEVELS

local options = {}

-- The deepest search there is.
local DEPTH_MAX = 10000

-- Plies that a level looks ahead whatever it costs.
local LEVELS_MIN_DEPTH = 2

-- Numbers of the options `view` and `ties`.
local VIEW_MAX, VIEW_MOVER, VIEW_PLAYER, TIES_RANDOM = 0, 1, 2, 2

-- From this many plies on a search deepens by two plies, in a game without keys and in one with them.
local MIN_DEEPENED, MIN_DEEPENED_BY_KEYS = 5, 4

-- Reading -----------------------------------------------------------------------------------------------------------

-- Options of which none is given, or a copy of others.
function options.new(other)
  local own = {values = {}, objects = {}, from_game = {}}
  if other then
    for field in pairs(own) do
      for name, value in pairs(other[field]) do own[field][name] = value end
    end
  end
  return own
end

-- The number of an option.
local function number_of(own, name)
  local number = own.values[name]
  if number == nil then return find(name).initial end
  return number
end
options.number = number_of

-- Whether an option was given.
local function has(own, name)
  return own.values[name] ~= nil
end
options.has = has

local function read_value(own, row, value, where, kind)
  local number, object = take(row, value)
  if number == nil then fail("%s: %s '%s': %s", where, kind, row.name, object) end
  own.values[row.name] = number
  if row.is_object then own.objects[row.name] = object end
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
  fail("%s: unknown %s %s%s (valid: %s)", where, kind, describe(name),
    closest and (", did you mean '%s'?"):format(closest) or "", option_table.names(flag))
end

-- Reads the fields of a table, but for those in `without`.
local function read_fields(own, fields, where, kind, flag, without)
  for i = 1, #rows do
    local row = rows[i]
    if row.flags[flag] and not (without and without[row.name] ~= nil) then
      local value = fields[row.name]
      if value ~= nil then read_value(own, row, value, where, kind) end
    end
  end
end

local function read_table(own, fields, where, kind, flag)
  for name in next, fields do
    if type(name) ~= "string" or not find(name, flag) then
      if flag == "searcher" and type(fields.evaluate) == "function" then
        fail("%s: argument 'options': expected a table of options, got a game: it goes into option 'game'", where)
      end
      reject_name(name, where, kind, flag)
    end
  end
  read_fields(own, fields, where, kind, flag)
end

-- Reads a table of options; `flag` says where it is given.
function options.read(own, fields, where, flag)
  if fields == nil then return end
  if type(fields) ~= "table" then reject_argument(where, "options", "a table", fields) end
  read_table(own, fields, where, "option", flag)
end

-- Reads the fields of the game, or of the state that brings its own functions, that say what its numbers mean.
function options.read_game(own, game, is_state, where)
  local source = rules.source(game, is_state)
  if source == nil then return end
  local given = options.new(own).values
  read_fields(own, source, where, "game field", "in_game", given)
  for name in pairs(own.values) do
    if given[name] == nil then own.from_game[name] = true end
  end
end

-- Reads the second argument of a search.
function options.read_search(own, argument, where)
  if argument == nil then return end
  if type(argument) == "table" then
    read_table(own, argument, where, "option", "search")
    return
  end
  if type(argument) ~= "number" then reject_argument(where, "depth", "a depth or a table of options", argument) end
  read_value(own, find "depth", argument, where, "argument")
end

-- Reads the length of a slice: seconds and nodes, math.huge for what is not given.
function options.read_slice(argument, where, usual)
  if argument == nil and usual < huge then return usual, huge end
  local slice = options.new()
  if type(argument) == "table" then
    read_table(slice, argument, where, "limit", "slice")
    if next(slice.values) == nil then fail("%s: give the slice a time or a number of nodes", where) end
  else
    if type(argument) ~= "number" then
      reject_argument(where, "seconds", "a number of seconds or a table of limits", argument)
    end
    local number, err = take(find "time", argument)
    if not number then fail("%s: argument 'seconds': %s", where, err) end
    slice.values.time = number
  end
  return number_of(slice, "time"), number_of(slice, "nodes")
end

-- Reads the depth of perft.
function options.read_depth(depth, where)
  if type(depth) ~= "number" or not (depth >= 0 and depth <= DEPTH_MAX and depth == floor(depth)) then
    reject_argument(where, "depth", "an integer from 0 to 10000", depth)
  end
  return depth
end

-- A table of those options that say what the game's numbers mean, by name.
function options.meaning(own)
  local meaning = {}
  for i = 1, #rows do
    local row = rows[i]
    if row.flags.in_game and has(own, row.name) then
      local value = own.values[row.name]
      if row.is_object then value = own.objects[row.name] else value = option_table.value_of(row, value) end
      meaning[row.name] = value
    end
  end
  return meaning
end

-- core.game_fields(game, state, given, reads_game): what says what the game's numbers mean, from `given`, else the
-- game.
function options.game_fields(game, state, given)
  local is_state = game == nil
  local source, fields = rules.source(is_state and state or game, is_state), {}
  for i = 1, #rows do
    local row = rows[i]
    if row.flags.in_game then
      local name = row.name
      local value = given[name]
      if value == nil and source ~= nil then
        value = source[name]
        if value ~= nil then
          local number, err = take(row, value)
          if number == nil then return nil, ("game field '%s': %s"):format(name, err) end
        end
      end
      fields[name] = value
    end
  end
  return fields
end

-- What follows from the options -------------------------------------------------------------------------------------

-- The algorithm of a search that has a table of either kind or has none.
local function algorithm_of(own, has_table)
  if has_table and not has(own, "algorithm") then return "pvs" end
  return option_table.ALGORITHMS[number_of(own, "algorithm") + 1]
end

local function prunes(algorithm)
  return algorithm == "alphabeta" or algorithm == "pvs" or algorithm == "mtdf"
end

local function level_of(own)
  return own.objects.level or number_of(own, "level")
end

-- How far and how long a search goes.
local function extent_of(own)
  local e = {depth = -1, nodes = number_of(own, "nodes"), time = number_of(own, "time"), min_depth = 0}
  e.think = number_of(own, "think")
  local level, deepening, depth = level_of(own), number_of(own, "deepening"), number_of(own, "depth")
  if depth < huge then e.depth = depth end
  if type(level) == "number" and level > 0 then
    local max_depth, max_nodes = LEVELS[level][1], LEVELS[level][2]
    if e.depth < 0 or e.depth > max_depth then e.depth = max_depth end
    if deepening ~= 0 and e.nodes > max_nodes then
      e.nodes = max_nodes
      if e.time == huge and e.think == huge then e.min_depth = LEVELS_MIN_DEPTH end
    end
  end
  return e
end

-- Whether option `without` leaves a technique on.
local function leaves(own, technique)
  return floor(number_of(own, "without") / find("without").numbers[technique]) % 2 == 0
end

-- Whether the game's own evaluation orders the successors, in place of its `order`.
local function orders_by_values(own)
  return number_of(own, "order") > 0
end

-- Whether the options and the game allow a transposition table.
local function allows_keys(own, game)
  return game.hash and number_of(own, "table") ~= 0
end

-- Whether only the depth limits a search, to so few plies that it does not deepen by itself.
local function is_shallow(own, game)
  local e = extent_of(own)
  if e.nodes < huge or e.time < huge or e.think < huge or e.depth < 0 then return false end
  return e.depth < (allows_keys(own, game) and MIN_DEEPENED_BY_KEYS or MIN_DEEPENED)
end

-- By how many plies a search of a game deepens, 0 for not at all: what the option says; else, where only the depth
-- limits it, by two, if a table of either kind keeps what an iteration finds. A transposition table and an `order` of
-- the game's own do as well without, unless an iteration to a smaller depth may find a won game.
local function deepening_of(own, game)
  local e, given = extent_of(own), number_of(own, "deepening")
  if given >= 0 then return given > 0 and 1 or 0 end
  if e.nodes < huge or e.time < huge or e.think < huge then return 1 end
  if is_shallow(own, game) then return 0 end
  if not prunes(algorithm_of(own, false)) then return 0 end
  if allows_keys(own, game) and game.order and not orders_by_values(own) and number_of(own, "win") == huge then
    return 0
  end
  return number_of(own, "table") ~= 0 and 2 or 0
end

-- Plies of quiescence by default, in a game with `noisy`; a part of `win` at most.
local QUIESCENCE_PLIES, QUIESCENCE_SHARE = 8, 8

-- The plies of quiescence that the options ask for; `game` may be nil where none is needed by default.
local function quiescence_of(own, game)
  local given, share = number_of(own, "quiescence"), number_of(own, "win") / QUIESCENCE_SHARE
  if given >= 0 then return given end
  if not game or not game.noisy or algorithm_of(own, false) == "maxn" then return 0 end
  return share < QUIESCENCE_PLIES and floor(share) or QUIESCENCE_PLIES
end

-- The depth of a search whose depth is not limited.
local function greatest_depth(own, quiescence)
  local win = number_of(own, "win")
  return (win > DEPTH_MAX and DEPTH_MAX or ceil(win) - 1) - quiescence
end

-- Checking ----------------------------------------------------------------------------------------------------------

local function is_on(own, name)
  return has(own, name) and own.values[name] ~= find(name).off
end

local function kind_of(own, name)
  return own.from_game[name] and "game field" or "option"
end

-- Whether keys are made of what states hold: see content.lua.
function options.hashes_content(own)
  return number_of(own, "hash") ~= 0
end

-- What the options have of what others need.
local function needs_met(own)
  local has_level, ties = level_of(own) ~= 0, number_of(own, "ties")
  local view = number_of(own, "view")
  return {
    choice = has_level or ties == TIES_RANDOM, one_value = not has_level and ties == 0 and not is_on(own, "multipv"),
    no_level = not has_level, repetition = has(own, "repetition"), max = view == VIEW_MAX,
    view_player = view == VIEW_PLAYER, content = options.hashes_content(own),
  }
end

-- Raises an error when an option was given that has no effect without what is not `met`. `of_game` says which needs are
-- looked at.
local function check_needs(own, where, met, of_game)
  for i = 1, #rows do
    local row = rows[i]
    if next(row.needs) ~= nil and is_on(own, row.name) then
      for _, need in ipairs(option_table.NEEDS) do
        if row.needs[need.name] and need.of_game == of_game and not met[need.name] then
          fail("%s: %s '%s' needs %s", where, kind_of(own, row.name), row.name, need.text)
        end
      end
    end
  end
end

-- Drops what the game's fields gave that means nothing with the algorithm.
function options.drop_unused(own)
  local algorithm = algorithm_of(own, false)
  for i = 1, #rows do
    local row = rows[i]
    if own.from_game[row.name]
      and (not row.algorithms[algorithm] or row.name == "max_player" and number_of(own, "view") ~= VIEW_PLAYER) then
      own.values[row.name], own.objects[row.name] = nil, nil
    end
  end
end

local function check_algorithm(own, where)
  local algorithm = algorithm_of(own, false)
  for i = 1, #rows do
    local row = rows[i]
    if not row.algorithms[algorithm] and is_on(own, row.name) then
      fail("%s: option '%s' needs algorithm %s, got '%s'", where, row.name,
        option_table.algorithms_text(row.algorithms), algorithm)
    end
  end
end

local function check_values(own, where)
  local low, high, win = number_of(own, "value_min"), number_of(own, "value_max"), number_of(own, "win")
  local low_kind, high_kind = kind_of(own, "value_min"), kind_of(own, "value_max")
  if number_of(own, "view") == VIEW_PLAYER and not has(own, "max_player") then
    fail("%s: view 'player' needs option 'max_player'", where)
  end
  if not (number_of(own, "alpha") < number_of(own, "beta")) then
    fail("%s: option 'alpha' must be less than option 'beta'", where)
  end
  if not (low < high) then
    fail("%s: %s 'value_min' must be less than %s 'value_max'", where, low_kind, high_kind)
  end
  if win < huge and high <= -win then fail("%s: %s 'value_max' must be greater than -win", where, high_kind) end
  if win < huge and low >= win then
    fail("%s: %s 'value_min' must be less than %s 'win'", where, low_kind, kind_of(own, "win"))
  end
  if number_of(own, "view") == VIEW_MOVER and low ~= -high then
    fail("%s: %s 'value_min' must be the opposite of %s 'value_max' with view 'mover'", where, low_kind, high_kind)
  end
end

-- Checks how far the search goes; `game` may be nil, before it is known.
local function check_extent(own, where, game)
  local e, win, quiescence = extent_of(own), number_of(own, "win"), quiescence_of(own, game)
  local win_kind = kind_of(own, "win")
  if e.depth < 0 and e.nodes == huge and e.time == huge and e.think == huge and not has(own, "depth") then
    fail("%s: limit 'depth': expected a depth, a time or a number of nodes, got none", where)
  end
  if e.depth < 0 and greatest_depth(own, quiescence) < 0 then
    fail("%s: %s 'win' must be greater than option 'quiescence'", where, win_kind)
  end
  if win < huge and e.depth + quiescence >= win then
    fail("%s: %s 'win' must be greater than the depth, %d", where, win_kind, e.depth + quiescence)
  end
  if e.depth + quiescence > DEPTH_MAX then
    fail("%s: the depth and option 'quiescence' must not exceed %d together", where, DEPTH_MAX)
  end
end

-- Checks that the options go together.
function options.check(own, where)
  check_algorithm(own, where)
  check_needs(own, where, needs_met(own), false)
  check_values(own, where)
  check_extent(own, where)
end

-- Bytes of the transposition table in the C module.
function options.table_bytes(own)
  return floor(number_of(own, "table") * 1048576)
end

-- Whether repetitions have a value.
function options.scores_repetition(own) return has(own, "repetition") end

-- Whether there is a transposition table by default, in a game that has `hash`.
local function uses_table_by_default(own)
  return prunes(algorithm_of(own, false)) and options.table_bytes(own) > 0
end

-- Whether a search by these options uses one.
function options.uses_table(own)
  return uses_table_by_default(own) and leaves(own, "table")
end

-- Checks that the game has what the options need.
function options.check_game(own, where, game)
  if algorithm_of(own, false) == "maxn" and not game.player then
    fail("%s: algorithm 'maxn' needs a game with 'player'", where)
  end
  if number_of(own, "view") == VIEW_PLAYER and not game.player then
    fail("%s: view 'player' needs a game with 'player'", where)
  end
  check_needs(own, where, {
    deepening = deepening_of(own, game) > 0, hash = game.hash ~= nil, noisy = game.noisy ~= nil,
    pass = game.pass ~= nil and (game.style ~= "in place" or game.unpass ~= nil),
  }, true)
  check_extent(own, where, game)
end

-- The task -----------------------------------------------------------------------------------------------------------

-- Whether anything is asked of the root's moves.
local function concerns_root_moves(own)
  return has(own, "only") or has(own, "avoid") or level_of(own) ~= 0 or number_of(own, "multipv") > 1
    or number_of(own, "ties") > 0
end

-- Whether a search learns of moves (killers, the history) by default: with a table of either kind, and in a search that
-- is too shallow for a refutation table, where successors have more than places.
local function learns(own, game, has_memory)
  if has_memory then return true end
  return (game.style ~= "children" or game.move_id ~= nil) and is_shallow(own, game)
    and number_of(own, "deepening") < 0 and number_of(own, "table") ~= 0
end

-- Whether a search learns anything of moves.
local function learns_any(e)
  for _, name in ipairs(LEARNED) do
    if e["learns_" .. name] then return true end
  end
  return false
end

-- Sets what a search is to ask the game for; `cuts` says whether there are enhanced cut-offs where there can be.
local function set_asks(e, game, divides, cuts)
  local is_perft = e.algorithm == "perft"
  e.asks_turn = game.player ~= nil
  e.has_chance_nodes = game.chances ~= nil
  e.asks_end = game.result ~= nil
  e.asks_bounds = game.bounds ~= nil and e.prunes
  local has_bounds = e.win < huge or e.value_max < huge or e.value_min > -huge or game.bounds ~= nil
  e.asks_enter = game.style ~= "children" or is_perft or has_bounds or e.trace ~= nil
  e.asks_scores = game.order ~= nil and not e.asks_child_values and not is_perft
  e.asks_key = not is_perft and (e.table ~= nil or e.scores_repetition)
  e.asks_child_keys = game.hash_move ~= nil and e.asks_key
  e.enhanced_cutoffs = cuts and e.asks_child_keys and e.table ~= nil and e.prunes
  e.asks_moves = e.table ~= nil or learns_any(e)
  e.costly_moves = game.move_id ~= nil
  e.finds_moves = game.find_move ~= nil and e.asks_moves and e.prunes
  e.divide = divides
  e.asks_leaf = not is_perft and not (e.asks_turn and e.view == "mover") and e.quiescence == 0 and e.trace == nil
  e.is_bounded = e.prunes and has_bounds
  e.ties_plies = e.has_chance_nodes and e.win < huge
  e.needs_finite = e.has_chance_nodes and e.win == huge
  e.checks_values = e.needs_finite or e.algorithm == "maxn"
  e.may_reopen = e.algorithm ~= "maxn" and not is_perft
end

-- Whether limits of time or nodes alone say how far a search goes.
local function has_limits_alone(own, extent)
  local is_limited = extent.nodes < huge or extent.time < huge or extent.think < huge
  return is_limited and extent.depth < 0 and not has(own, "depth")
end

-- To which depth the iterations of a search go by two plies, where the searcher's last search completed `last` plies.
local function by_two_to(own, extent, step, last)
  if step == 2 then return DEPTH_MAX end
  local follows = has_limits_alone(own, extent) and number_of(own, "deepening") < 0 and leaves(own, "last_depth")
  return follows and last or 0
end

-- Whether a search is for a move, and not for what it is worth: it has limits alone, and no scores are asked for.
local function wants_move_alone(own, extent)
  return has_limits_alone(own, extent) and number_of(own, "deepening") ~= 0
    and number_of(own, "multipv") <= 1 and number_of(own, "ties") == 0
end

-- The fields of a search by options that were checked, in a game; `table` is the transposition table that it uses, or
-- nil; `last` is the depth that the searcher's last search completed.
function options.task(own, game, table, last)
  local extent = extent_of(own)
  local e = {table = table, choice = {}}
  local step = deepening_of(own, game)
  local has_table = table ~= nil or game.hash and uses_table_by_default(own) and not leaves(own, "table") -- by default
  local has_refutations = not has_table and step > 0 and prunes(algorithm_of(own, false))
    and number_of(own, "table") ~= 0
  local has_memory = has_table or has_refutations
  e.uses_refutations = has_refutations and leaves(own, "refutation_table")
  e.algorithm = algorithm_of(own, has_memory)
  e.prunes = prunes(e.algorithm)
  e.view = number_of(own, "view") == VIEW_MOVER and "mover" or "max"
  if number_of(own, "view") == VIEW_PLAYER then e.max_player = own.objects.max_player end
  e.minimizing = number_of(own, "maximize") == 0
  e.trace = own.objects.trace
  e.on_iteration = own.objects.on_iteration
  e.quiescence = quiescence_of(own, game)
  e.scores_repetition = options.scores_repetition(own)
  e.repetition = number_of(own, "repetition")
  e.asks_child_values = orders_by_values(own)
  e.star2 = (has_table or game.order ~= nil or e.asks_child_values) and leaves(own, "star2")
  local learns_moves = e.prunes and learns(own, game, has_memory)
  for _, name in ipairs(LEARNED) do e["learns_" .. name] = learns_moves and leaves(own, name) end
  e.deepening, e.min_depth = step > 0, extent.min_depth
  e.by_two_to = by_two_to(own, extent, step, last)
  e.depth = extent.depth < 0 and greatest_depth(own, e.quiescence) or extent.depth
  e.nodes_limit, e.time_limit, e.think_limit = extent.nodes, extent.time, extent.think
  for i = 1, #rows do
    if rows[i].of_task then e[rows[i].name] = number_of(own, rows[i].name) end
  end
  if not game.evaluate then
    local is_maxn = e.algorithm == "maxn"
    local middle = middle_of(is_maxn, e.value_min, e.value_max, e.value_sum)
    e.middle = is_maxn and maxn.equal(middle) or middle
  end
  e.multipv = level_of(own) ~= 0 and huge or number_of(own, "multipv")
  e.lists_ties = number_of(own, "ties") > 0
  e.partial_iteration = e.deepening and e.multipv <= 1 and not e.lists_ties
    and leaves(own, "partial_iteration")
  e.omits_moves = has(own, "only") or has(own, "avoid")
  e.answers_forced = wants_move_alone(own, extent) and not e.omits_moves and e.trace == nil
  e.past_positions = own.objects.past
  local level = level_of(own)
  e.choice = {
    seed = own.values.seed or {0, 0}, draws_tie = number_of(own, "ties") == TIES_RANDOM,
    level = level ~= 0 and level or nil, temperature = LEVELS[level] and LEVELS[level][3] or 0,
  }
  if concerns_root_moves(own) then e.root_moves = {only = own.objects.only, avoid = own.objects.avoid} end
  set_asks(e, game, false, leaves(own, "enhanced_cutoffs"))
  return e
end

-- The fields of perft to a depth.
function options.perft_task(depth, game, divides)
  local none = options.new()
  none.values.depth, none.values.deepening, none.values.quiescence = depth, 0, 0
  local e = options.task(none, game, nil, 0)
  e.algorithm, e.prunes = "perft", false
  set_asks(e, game, divides, false)
  return e
end

-- The strings of a list as one text, whatever their order.
local function text_of_names(list)
  local names = {}
  for i = 1, #list do names[i] = #list[i] .. " " .. list[i] end
  table.sort(names)
  return table.concat(names, " ")
end

-- What the values in a table mean that was filled by these options, as text: where two differ, entries of the one are
-- wrong for the other.
function options.table_settings(own)
  local parts = {}
  for i = 1, #rows do
    local row = rows[i]
    local name = row.name
    if not row.flags.keeps and has(own, name) and row.algorithms.pvs and own.values[name] ~= row.initial then
      local value = own.values[name]
      if row.is_object then value = own.objects[name] end
      if name == "hash_ignore" then value = text_of_names(value) end
      local kind = type(value)
      if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then value = "" end
      parts[#parts + 1] = name .. " " .. kind .. " " .. tostring(value)
    end
  end
  return table.concat(parts, "\n")
end

return options
