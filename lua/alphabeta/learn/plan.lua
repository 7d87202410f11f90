-- Reads the arguments of `alphabeta.learn`. Internal: `alphabeta.learn` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, games, globals, neutral_value = use("common.core", "common.game", "common.globals", "common.neutral_value")
local options, values = use("common.options", "common.values")

local ipairs, pairs, type = ipairs, pairs, type
local describe, field_of, is_integer = values.describe, values.field_of, values.is_integer
local integer_from, is_boolean = options.integer_from, options.is_boolean

local plan = {}

-- The functions that a search for learning calls. Those that tell what a state is worth, or may come to be worth, are
-- those of `evaluate`, or may contradict what is learned.
local CALLBACKS = {
  "moves", "make", "unmake", "play", "children", "result", "player", "is_over", "chances", "hash", "order",
  "move_id", "noisy", "pass", "unpass", "find_move",
}

-- Seconds, where neither `time` nor `games` is given.
local TIME = 60

-- The options.
local ROWS = {
  check = {"true or false", is_boolean},
  depth = {"an integer from 1 to 10", integer_from(1, 10)},
  features = {"a function", values.is_callable},
  fields = {"true or false", is_boolean},
  games = {"an integer of 1 or more", integer_from(1)},
  ignore = {"an array of names of fields", options.are_strings},
  match_games = {"an even integer of 2 or more", function(value)
    return is_integer(value) and value >= 2 and value % 2 == 0
  end},
  max_plies = {"an integer of 1 or more", integer_from(1)},
  nodes = {"an integer of 1 or more", integer_from(1)},
  on_progress = {"a function", values.is_callable},
  progress = {"true, false or a file", function(value)
    return is_boolean(value) or field_of(value, "write") ~= nil
  end},
  seed = {"an integer", is_integer},
  start = {"a function", values.is_callable},
  time = {"a number of seconds greater than 0", options.is_positive},
}

-- The options that say what the numbers of the game mean.
local MEANING = {}
for _, name in ipairs(options.MEANING) do
  if name ~= "value_sum" then MEANING[#MEANING + 1], ROWS[name] = name, options.of_search(name) end
end

-- The mistake if a game lacks a function.
local function lack(rules)
  if not rules.player then return "callback 'player': expected a function, got nil" end
  if not rules.result then
    return "callback 'result': expected a function, got nil; it tells what a finished game is worth"
  end
  return nil
end

-- Where games begin, as a function; and the first state. Returns nil, nil and a message if something is wrong.
local function read_state(state)
  if type(state) == "function" then
    local first = state()
    if first ~= nil then return state, first end
    return nil, nil, "argument 'state': expected a state, got nil from the function"
  end
  if state == nil then
    return nil, nil, "argument 'state': expected a state, or a function that returns one, got nil"
  end
  return function() return state end, state
end

-- A searcher's game is made of the functions that were read, and the fields that say what its numbers mean.
local function base_of(source, rules)
  local base = {}
  for _, name in ipairs(CALLBACKS) do base[name] = rules[name] end
  for _, name in ipairs(MEANING) do base[name] = field_of(source, name) end
  return base
end

-- The options that say what numbers mean, by name.
local function given_meaning(given)
  local meaning = {}
  for _, name in ipairs(MEANING) do meaning[name] = given[name] end
  return meaning
end

-- Reads the arguments. Returns the options with their defaults; and `rules`, the functions of the game; `base`, a game
-- for searches without `evaluate`; `evaluate`, the game's own, nil for none; `start_state`, a function; `meaning`, the
-- options that say what numbers mean; `view`, `max_player`, `win`, and `neutral_value`, what an even game is worth. Or
-- nil and what is wrong.
function plan.read(game, state, given)
  given = given == nil and {} or given
  local message = options.check(given, ROWS)
  if message then return nil, message end
  if (given.time or not given.games) and not globals.field(globals.os, "clock") and core.has_clock
    and not core.has_clock() then
    return nil, "this host has no clock: give option 'games' without 'time', or alphabeta.set_clock"
  end
  if game ~= nil and not values.is_object(game) then
    return nil, "argument 'game': expected a game (a table of functions) or nil, got " .. describe(game)
  end
  local start_state, first
  start_state, first, message = read_state(state)
  if message then return nil, message end
  local source = game == nil and first or game
  local rules, wrong = games.read(source, CALLBACKS)
  wrong = wrong or lack(rules)
  if wrong then return nil, wrong end
  if rules.style == "in place" and type(state) ~= "function" then
    return nil, "argument 'state': expected a function that returns a new state, since the game is played in place,"
      .. " got " .. describe(state)
  end
  local meaning
  meaning, message = options.meaning(game, first, given)
  if message then return nil, message end
  if given.fields == false and not given.features then
    return nil, "option 'fields': false needs option 'features'"
  end
  local ignore = {}
  for _, name in ipairs(given.ignore or {}) do ignore[name] = true end
  return {
    rules = rules, base = base_of(source, rules), evaluate = field_of(source, "evaluate"),
    start_state = start_state, meaning = given_meaning(given), view = meaning.view or "max",
    max_player = meaning.max_player, win = meaning.win,
    neutral_value = neutral_value(false, meaning.value_min, meaning.value_max),
    check = given.check ~= false, depth = given.depth or 2, features = given.features, fields = given.fields ~= false,
    games = given.games, ignore = ignore, match_games = given.match_games or 100,
    max_plies = given.max_plies or 300, nodes = given.nodes or 500,
    on_progress = given.on_progress,
    progress = given.progress == true and globals.field(globals.io, "stderr") or given.progress or nil,
    seed = given.seed or 0, start = given.start, time = given.time or not given.games and TIME or nil,
  }
end

-- A game for searches. Without `evaluate` they value states by mobility and points.
function plan.game(wanted, evaluate)
  local game = {}
  for name, field in pairs(wanted.base) do game[name] = field end
  game.evaluate = evaluate
  return game
end

-- The functions that the source of an evaluation may need.
function plan.needed(wanted)
  local rules = wanted.rules
  return {player = rules.player, features = wanted.features}
end

-- Adds to the options of a searcher those that say what numbers mean. Returns them.
function plan.search_options(wanted, more)
  for name, value in pairs(wanted.meaning) do more[name] = value end
  return more
end

-- Raises an error of the tool itself.
function plan.fail(text, ...)
  error("alphabeta.learn: " .. text:format(...), 0)
end

return plan
