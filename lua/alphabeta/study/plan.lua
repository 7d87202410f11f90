-- The plan of a study: reads its arguments. Internal: `alphabeta.study` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, match_plan, options = use("common.core", "match.plan", "common.options")
local values = use "common.values"

local floor = math.floor
local integer_from = options.integer_from

local plan = {}

-- How many nodes players search, how many games they play, when one is given up, and how many moves of each game are
-- random, where no option says so.
local NODES, GAMES, MAX_PLIES, RANDOM_PLIES = 300, 100, 500, 2

-- The weaker players search this part of the nodes.
local WEAKER = 8

-- The options of a study itself.
local OWN = {
  games = {"an integer of 1 or more", integer_from(1)},
  max_plies = {"an integer of 1 or more", integer_from(1)},
  nodes = {"an integer of 8 or more", integer_from(WEAKER)},
  on_game = {"a function", values.is_callable},
  random_plies = {"an integer from 0 to 1000", integer_from(0, 1000)},
  seed = {"an integer", values.is_integer},
  state = {"a state, or a function that returns one", options.is_anything, is_needed = true},
}

-- Those of a searcher are options, too, unless the study decides about them.
local ROWS = options.with_searchers(OWN, {
  avoid = true, clock = true, level = true, multipv = true, only = true, slice = true, think = true, ties = true,
  time = true, trace = true,
})

-- Makes a function that makes the searcher of a player, by its limit of nodes and its seed.
local function searchers(game, given)
  return function(nodes, seed)
    local own = options.of_searcher(given, OWN)
    own.nodes, own.seed, own.ties = nodes, seed, "random"
    return core.new(game, own)
  end
end

-- Reads the arguments of a study. Returns the options with their defaults; `rules`, the functions of the game, nil if
-- they are read with each state; `searcher`, which makes one; `weaker_nodes`. Or nil and what is wrong.
function plan.read(game, given)
  if not values.is_object(game) then
    return nil, "argument 'game': expected a game (a table of functions), got " .. values.describe(game)
  end
  local message = options.check(given, ROWS)
  if message then return nil, message end
  local nodes = given.nodes or NODES
  local wanted = {
    a = {}, b = {}, game = game, meaning = given, state = given.state, games = given.games or GAMES,
    nodes = nodes, weaker_nodes = floor(nodes / WEAKER), max_plies = given.max_plies or MAX_PLIES,
    random_plies = given.random_plies or RANDOM_PLIES, seed = given.seed or 0, on_game = given.on_game,
    is_maxn = given.algorithm == "maxn", searcher = searchers(game, given),
  }
  wanted.rules, message = match_plan.read_rules(wanted)
  if message then return nil, (message:gsub("option 'score': needed in", "callback 'player': needed in")) end
  return wanted
end

return plan
