-- What a check is to do: reads its arguments. Internal: `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, function_rows, rules_of_games = use("common.core", "front.function_rows", "front.rules")
local games, globals, options, differences = use("common.game", "common.globals", "common.options", "common.difference")
local exclusion = use "common.exclusion"
local snapshots = use "common.snapshots"
local unused, values = use("common.unused", "common.values")

local pairs, type = pairs, type
local describe, message_for = values.describe, options.message
local integer_from, is_boolean = options.integer_from, options.is_boolean

local plan = {}

-- If games need not end, they are abandoned after this number of plies.
local ENDLESS_PLIES = 120

-- The check visits no further state after these seconds of processor time, unless `games` or `nodes` limits it.
local SECONDS = 2

-- The options: its own, and those of a search.
local ROWS = {
  endless = {"true or false", is_boolean},
  ends_only = {"true or false", is_boolean},
  exclude = {"an array of fields", options.is_table},
  games = {"an integer of 0 or more", integer_from(0)},
  max_plies = {"an integer of 1 or more", integer_from(1)},
  nodes = {"an integer of 1 or more", integer_from(1)},
  seed = {"an integer", values.is_integer},
  sign = {"true or false", is_boolean},
  starts = {"an integer of 1 or more", integer_from(1)},
  time = {"a number of seconds, 0 or more", options.number_from(0, math.huge)},
}
for _, name in ipairs {
  "algorithm", "hash", "hash_ignore", "max_player", "maximize", "null_move", "order", "quiescence", "repetition",
  "table", "value_max", "value_min", "value_sum", "view", "win",
} do
  ROWS[name] = options.of_search(name)
end

-- What is wrong with options that do not fit together; nil when nothing is.
local function check_together(given)
  local is_maxn, is_mover = given.algorithm == "maxn", given.view == "mover"
  if is_maxn then
    for _, name in ipairs {"maximize", "win"} do
      if given[name] ~= nil and given[name] ~= true then
        return message_for(name, "nothing, with algorithm 'maxn'", describe(given[name]))
      end
    end
    if given.view and given.view ~= "max" then
      return message_for("view", "'max', with algorithm 'maxn'", describe(given.view))
    end
  elseif given.value_sum then
    return message_for("value_sum", "nothing, unless with algorithm 'maxn'", describe(given.value_sum))
  end
  if (is_mover or given.view == "player") and given.maximize == false then
    return message_for("maximize", ("true, with view '%s'"):format(given.view), "false")
  end
  local low, high = given.value_min, given.value_max
  if low and high and low >= high then return message_for("value_min", "less than 'value_max'", describe(low)) end
  if is_mover and (low or high) and (not low or not high or low ~= -high) then
    return message_for("value_min", "the opposite of 'value_max', with view 'mover'", describe(low))
  end
  return nil
end

-- The fields that are left out, as snapshots take them; nil when there are none. Then a message when a path is wrong.
local function read_exclusion(paths)
  if not paths then return nil end
  local excluded, wrong = exclusion.read(paths)
  if not excluded then
    return nil, message_for("exclude", "fields such as 'cache' or 'board.cells[3]'", describe(wrong))
  end
  return next(excluded) and excluded or nil
end

-- The name of a field in a snapshot that holds cdata other than an integer; nil where there is none.
local function find_cdata(snapshot)
  local least
  for _, scalars in pairs(snapshot.flat) do
    for key, value in pairs(scalars) do
      local name = tostring(key)
      if type(value) == "cdata" and not values.cdata_digits(value) and (not least or name < least) then least = name end
    end
  end
  return least
end

-- Where games begin. Returns the state to begin with, a function that gives the state of a number each time, and one
-- that puts it back when all is done; or nil, and a message in the fourth place.
local function read_state(state, excluded, starts)
  if state == nil then
    return nil, nil, nil, "argument 'state': expected a state, or a function that returns one, got nil"
  end
  local is_made = type(state) == "function"
  local example = state
  if is_made then
    if starts then example = state(1) else example = state() end
  elseif starts then
    return nil, nil, nil, "option 'starts' needs a function that makes the state of each number"
  end
  if type(example) == "cdata" then
    return nil, nil, nil, "argument 'state': expected a state that is a table, got cdata, whose content cannot be "
      .. "compared. The functions of the game read a table in the same way: give one with the same fields"
  end
  if not is_made then
    local snapshot = snapshots.take(state)
    local function put_back() snapshots.restore(snapshot) end
    return state, function()
      put_back()
      return state
    end, put_back
  end
  local function make(number)
    if starts then return state(number) end
    return state()
  end
  for number = 1, starts or 1 do
    local first, second = number == 1 and example or make(number), make(number)
    if first == nil or second == nil then
      return nil, nil, nil, "argument 'state': expected a state, got nil from the function"
    end
    local snapshot = snapshots.take(first, excluded)
    if not snapshots.is_same(snapshot, second, true) then
      local difference = differences(snapshot, second, true)[1]
      return nil, nil, nil, "argument 'state': expected a function that always returns the same state"
        .. (starts and " for a number" or "") .. ", got another: "
        .. (difference and difference.text or "with more fields, or fewer")
    end
  end
  return example, make, function() end
end

-- The options, and the fields of the game that say what its numbers mean. Returns nil and a message when one is wrong.
local function with_fields(game, state, given)
  local wanted, message = options.meaning(game, state, given, given.algorithm)
  if not wanted then return nil, message end
  for name, value in pairs(given) do wanted[name] = value end
  if wanted.view == "player" and wanted.max_player == nil then
    return wanted, "view 'player' needs option 'max_player'"
  elseif given.max_player ~= nil and wanted.view ~= "player" then
    return wanted, "option 'max_player' needs view 'player'"
  end
  return wanted, check_together(wanted)
end

-- Reads the arguments of a check. Returns the options with their defaults; and `rules` (the functions of the game, with
-- `style`), `list_function` (the name of the function that lists successors), `start` (a function that returns the
-- state to begin with), `put_back` (a function for the end), `exclude` (paths) and `excluded` (their tree), `is_maxn`;
-- `hashes_content`, whether keys are made of what states hold; `unused`, what a search never calls; and `nil_globals`,
-- what nil_globals.lua notes; `cdata`, the name of a field of the state that holds such, or nil. Or nil and a message.
function plan.read(game, state, given)
  given = given == nil and {} or given
  local message = options.check(given, ROWS) or check_together(given)
  if message then return nil, message end
  if (given.time or math.huge) < math.huge and not globals.field(globals.os, "clock") then
    return nil, "option 'time': this host has no 'os.clock': give 'games' or 'nodes'"
  end
  if game ~= nil and not values.is_object(game) then
    return nil, "argument 'game': expected a game (a table of functions) or nil, got " .. describe(game)
  end
  local excluded, first, start, put_back, callbacks
  excluded, message = read_exclusion(given.exclude)
  if message then return nil, message end
  first, start, put_back, message = read_state(state, excluded, given.starts)
  if message then return nil, message end
  local source = first
  if game ~= nil then source = game end
  callbacks, message = games.read(source, function_rows)
  if message then return nil, message .. unused.suggestion(source, {"moves", "make", "unmake", "play", "children"}) end
  message = rules_of_games.mistake_in(callbacks)
  if message then return nil, message end
  given, message = with_fields(game, first, given)
  if message then return nil, message end
  local unused_functions = unused.list(source, callbacks, given)
  local hashes_content = given.hash == "auto" or given.repetition ~= nil and not callbacks.hash -- as in a search
  if hashes_content then
    callbacks.hash = core.content_hash(given.hash_ignore)
  elseif given.hash_ignore ~= nil then
    return nil, "option 'hash_ignore' needs "
      .. (given.repetition ~= nil and "a game without 'hash', or option 'hash'" or "option 'hash' or 'repetition'")
  end
  local is_maxn, has_limits = given.algorithm == "maxn", (given.games or given.nodes) ~= nil
  if not callbacks.evaluate and not callbacks.result then
    return nil, "callback 'evaluate': expected a function, or 'result' in its place, got nil"
      .. unused.suggestion(source, {"evaluate", "result"})
  end
  if given.view == "player" and not callbacks.player then return nil, "view 'player' needs a game with 'player'" end
  if is_maxn and not callbacks.player then return nil, "algorithm 'maxn' needs a game with 'player'" end
  for name, value in pairs {
    games = given.games or 20, seed = given.seed or 0, starts = given.starts or 1, nodes = given.nodes or 2000,
    max_plies = given.max_plies or given.endless and ENDLESS_PLIES or 1000,
    has_limits = has_limits, time = given.time or has_limits and math.huge or SECONDS, view = given.view or "max",
    sign = given.sign ~= false, endless = given.endless == true,
    ends_only = given.ends_only == true or not callbacks.evaluate,
    is_maxn = is_maxn, excluded = excluded, exclude = given.exclude or {}, start = start, put_back = put_back,
    hashes_content = hashes_content, rules = callbacks, list_function = callbacks.list_function, game = game,
    unused = unused_functions, cdata = find_cdata(snapshots.take(first)),
  } do
    given[name] = value
  end
  return given
end

return plan
