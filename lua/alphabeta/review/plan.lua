-- The plan of a review: reads its arguments. Internal: `alphabeta.review` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, match_plan, neutral_value = use("common.core", "match.plan", "common.neutral_value")
local options, values = use("common.options", "common.values")

local pcall = pcall

local plan = {}

-- Where no option limits the searches.
local NODES = 4000

local OWN = {
  depth = {"an integer of 1 or more, or math.huge", options.count_from(1)},
  game = {"a game (a table of functions)", values.is_object},
  label = {"a function", values.is_callable},
  nodes = {"an integer of 1 or more, or math.huge", options.count_from(1)},
  names = {"a table of names, by player", options.is_table},
  slice = {"a number of seconds above 0", options.is_positive},
  time = {"a number of seconds above 0", options.is_positive},
  unit = {"a number above 0", options.is_positive},
}

-- All options, except those of searchers that choose a move, or leave values unknown.
local ROWS = options.with_searchers(OWN, {
  alpha = true, avoid = true, beta = true, clock = true, level = true, multipv = true,
  on_iteration = true, only = true, seed = true, think = true, ties = true, trace = true,
})

-- Reads the arguments. Returns the work to be done; or nil and what is wrong.
function plan.read(state, moves, given)
  if state == nil then return nil, "argument 'state': expected the state before the first move, got nil" end
  if not options.is_table(moves) then
    return nil, "argument 'moves': expected an array of moves, got " .. values.describe(moves)
  end
  given = given == nil and {} or given
  local message = options.check(given, ROWS)
  if message then return nil, message end
  local game, is_limited = given.game, given.depth or given.nodes or given.time
  local rules, fields
  rules, message = match_plan.read_rules({
    a = {}, b = {}, game = game, meaning = given, is_maxn = given.algorithm == "maxn",
  }, state)
  if not rules then return nil, (message:gsub("option 'score': needed in", "callback 'player': needed in")) end
  fields, message = options.meaning(game, state, given, given.algorithm)
  if not fields then return nil, message end
  local own = options.of_searcher(given, OWN)
  own.multipv = "all"
  if fields.repetition ~= nil then own.table = 0 end -- with a table, values of repetitions depend on earlier searches
  local ok, searcher = pcall(core.new, game, own)
  if not ok then return nil, (options.rename_error(searcher, "alphabeta.review"):gsub("^alphabeta.review: ", "")) end
  return {
    state = state, moves = values.copy(moves), rules = rules, searcher = searcher, label = given.label,
    names = given.names or {},
    limits = {depth = given.depth, nodes = is_limited and given.nodes or not is_limited and NODES or nil,
      time = given.time},
    slice = given.slice, unit = given.unit, has_win = fields.win ~= nil,
    wants_low = given.maximize == false, has_evaluate = rules.evaluate ~= nil,
    low = fields.win == nil and fields.value_min or nil, high = fields.win == nil and fields.value_max or nil,
    past = fields.repetition ~= nil and {} or nil, looks_again = given.algorithm ~= "uct",
    middle = neutral_value(false, fields.value_min, fields.value_max),
    is_by_rules = not rules.evaluate and not rules.chances
      and (fields.value_min == nil) == (fields.value_max == nil),
    entries = {}, players = {}, player_count = 0, side = 1, spent = 0, number = 0,
  }
end

return plan
