-- The plan of a match: reads its arguments. Internal: `alphabeta.match` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local game, globals, meaning, options = use("common.game", "common.globals", "match.meaning", "common.options")
local values = use "common.values"

local type = type
local describe, field_of, is_callable, is_integer = values.describe, values.field_of, values.is_callable,
  values.is_integer
local integer_from, is_boolean, is_table, message_for, number_from = options.integer_from, options.is_boolean,
  options.is_table, options.message, options.number_from

local plan = {}

-- A game that has lasted this number of plies is a draw, unless option `max_plies` is given.
local MAX_PLIES = 1000

-- The functions of a game that a match calls.
local CALLBACKS = {
  "moves", "make", "unmake", "play", "children", "evaluate", "result", "player", "is_over", "chances", "hash",
}

local function is_limits(value) return type(value) == "number" or type(value) == "table" end

-- The options.
local ROWS = {
  clear = {"true or false", is_boolean},
  game = {"a game (a table of functions)", values.is_object},
  games = {"an even integer of 2 or more", function(value)
    return is_integer(value) and value >= 2 and value % 2 == 0
  end},
  limits = {"a depth or a table of options", is_limits},
  limits_a = {"a depth or a table of options", is_limits},
  limits_b = {"a depth or a table of options", is_limits},
  max_plies = {"an integer of 1 or more, or math.huge", options.count_from(1)},
  on_game = {"a function", is_callable},
  openings = {"an array of functions and lists of moves, not empty", function(value)
    return is_table(value) and #value > 0
  end},
  progress = {"true, false or a file", function(value)
    return is_boolean(value) or field_of(value, "write") ~= nil
  end},
  random_plies = {"an integer from 0 to 1000", integer_from(0, 1000)},
  score = {"a function", is_callable},
  seed = {"an integer", is_integer},
  sprt = {"a table", is_table},
  state = {"a state, or a function that returns one", options.is_anything},
}
for _, name in ipairs(options.MEANING) do ROWS[name] = options.of_search(name) end

-- The fields of option `sprt`.
local TEST_ROWS = {
  elo0 = {"a number from -4000 to 4000", number_from(-4000, 4000), is_needed = true},
  elo1 = {"a number from -4000 to 4000", number_from(-4000, 4000), is_needed = true},
  alpha = {"a number from 1e-9 to 0.5", number_from(1e-9, 0.5)},
  beta = {"a number from 1e-9 to 0.5", number_from(1e-9, 0.5)},
}

-- A message about what is missing to decide who has won; nil if nothing is.
local function lack(rules, wanted)
  if wanted.score then return nil end
  if rules.view == "player" and not rules.player then return "view 'player' needs a game with 'player'" end
  if not rules.evaluate and not rules.result then
    return "callback 'evaluate': expected a function, or 'result' or option 'score' in its place, got nil"
  end
  if not rules.player and rules.view == "max" then
    return "option 'score': needed in a game without 'player', unless the view is 'mover'"
  end
  return nil
end

-- Reads the functions of a game for a plan, and `view`, for whom evaluations are good. `state` is where games begin, if
-- that is known. Returns nil and what is wrong if something is.
function plan.read_rules(wanted, state)
  local source = wanted.game
  if source == nil then source = state end
  local rules, message = game.read(source, CALLBACKS)
  if rules then
    rules.view, rules.max_player = meaning.view(wanted, wanted.game, state)
    message = rules.view == nil and rules.max_player or lack(rules, wanted)
  end
  if message then return nil, message end
  return rules
end

-- The mistake in the openings, or what is missing beside them.
local function check_start(wanted)
  local needs_state = not wanted.openings
  for i, opening in ipairs(wanted.openings or {}) do
    if type(opening) ~= "function" and type(opening) ~= "table" then
      return message_for("openings", "a function or a list of moves at index " .. tostring(i), describe(opening))
    end
    if type(opening) == "table" then needs_state = true end
  end
  if needs_state and wanted.state == nil then return message_for("state", ROWS.state[1], "nil") end
  if not wanted.games then return message_for("games", ROWS.games[1], "nil") end
  return nil
end

-- The mistake in options that do not fit together.
local function check_together(given, wanted)
  for _, name in ipairs {"a", "b"} do
    local limits = given["limits_" .. name]
    if limits ~= nil and not wanted[name].searcher then
      return message_for("limits_" .. name, "nothing, because player " .. name .. " is a function", describe(limits))
    end
  end
  if wanted.random_plies >= wanted.max_plies then
    return message_for("random_plies", "less than 'max_plies'", describe(wanted.random_plies))
  end
  local test = wanted.sprt
  if not test then return nil end
  local message = options.check(test, TEST_ROWS, "sprt.")
  if message then return message end
  return test.elo1 <= test.elo0 and message_for("sprt.elo1", "more than 'sprt.elo0'", describe(test.elo1)) or nil
end

-- A player from the user's argument; nil if it is none.
local function player_of(value, name, limits)
  if field_of(value, "search") ~= nil then return {name = name, searcher = value, limits = limits} end
  if is_callable(value) then return {name = name, choose = value} end
  return nil
end

-- Reads the arguments of a match. Returns the options with their defaults; `a` and `b`, tables with `name`, and
-- `searcher` and `limits` or `choose`; `rules`, the functions of the game, nil if read with each state; `seen`, the
-- openings that were chosen; `states`, those that games in place were played on. Or nil and what is wrong.
function plan.read(a, b, given)
  local message = options.check(given, ROWS)
  if message then return nil, message end
  local wanted = {
    a = player_of(a, "a", given.limits_a or given.limits),
    b = player_of(b, "b", given.limits_b or given.limits),
    game = given.game, meaning = given, view = given.view, max_player = given.max_player,
    score = given.score, sprt = given.sprt, on_game = given.on_game,
    state = given.state, openings = given.openings, random_plies = given.random_plies or 0,
    games = given.games or given.openings and 2 * #given.openings, max_plies = given.max_plies or MAX_PLIES,
    seed = given.seed or 0, clear = given.clear ~= false,
    progress = given.progress == true and globals.field(globals.io, "stderr") or given.progress or nil,
    seen = {}, states = setmetatable({}, {__mode = "k"}),
  }
  if not wanted.a or not wanted.b then
    local name, player = "a", a
    if wanted.a then name, player = "b", b end
    return nil, ("argument '%s': expected a searcher or a function, got %s"):format(name, describe(player))
  end
  local game_of_searchers, needs_state = meaning.game_of(wanted)
  if wanted.game == nil and not wanted.score then wanted.game = game_of_searchers end
  message = check_start(wanted) or check_together(given, wanted)
  if not message and wanted.game ~= nil and not needs_state then
    wanted.rules, message = plan.read_rules(wanted)
  end
  if message then return nil, message end
  return wanted
end

return plan
