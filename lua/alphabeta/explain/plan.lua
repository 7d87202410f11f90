-- The plan of an explanation: reads its arguments. Internal: `alphabeta.explain` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, options, values = use("common.core", "common.options", "common.values")
local walks = use "explain.walk"

local describe = values.describe

local plan = {}

-- The default of an option.
local CUTOFFS = 3

-- Its own options.
local OWN = {
  cutoffs = {"an integer of 0 or more, or math.huge", options.count_from(0)},
  label = {"a function", options.is_function},
  style = {"'developer' or 'player'", function(value) return value == "developer" or value == "player" end},
}

-- Options of the search that it refuses, and why.
local REFUSED = {
  alpha = "a window leaves values unknown",
  beta = "a window leaves values unknown",
  level = "a level need not play the best move",
  null_move = "speculative values cannot be explained",
  reductions = "speculative values cannot be explained",
  slice = "the search is made in one piece",
  trace = "the explanation uses the trace itself",
}

-- Values of those that turn them off.
local IS_OFF = {null_move = {[0] = true, [false] = true}, reductions = {[0] = true, [false] = true}}

-- All valid options, and those that a single search may have, too.
local ROWS, PER_SEARCH = options.with_searchers(OWN, REFUSED), {}
for _, row in ipairs(core.options()) do PER_SEARCH[row.name] = row.search and row.searcher end

-- The mistake in options that make no sense here.
local function find_refused(given)
  for name, reason in pairs(REFUSED) do
    local value = given[name]
    if value ~= nil and not (IS_OFF[name] and IS_OFF[name][value]) then
      return ("option '%s': expected nothing, because %s, got %s"):format(name, reason, describe(value))
    end
  end
  return nil
end

-- The mistake in the options.
local function check(given)
  if type(given) ~= "table" then return options.check(given, ROWS) end
  local message, rest = find_refused(given), {}
  for name, value in pairs(given) do
    if not IS_OFF[name] then rest[name] = value end
  end
  return message or options.check(rest, ROWS)
end

-- The options of an explanation for people who play, from the options of a search.
function plan.asked(given, label)
  local asked = {}
  for name, value in pairs(given) do
    if ROWS[name] then asked[name] = value end
  end
  asked.label, asked.style = label, "player"
  return asked
end

-- The limit with a name, wherever it was given.
function plan.limit_of(wanted, name)
  local limits = wanted.limits
  if type(limits) == "table" and limits[name] ~= nil then return limits[name] end
  return wanted.search[name]
end

-- Reads the arguments. Returns a plan: `state` and `game`; `search`, the options of the search; `meaning`, those that
-- say what the game's numbers mean, with its fields; `asked`, both as they were given; `limits`, a copy of `depth`; and
-- `cutoffs`, `label`, `style`. Or nil and what is wrong.
function plan.read(state, depth, given)
  given = given == nil and {} or given
  local message = check(given)
  if message then return nil, message end
  local wanted = {
    state = state, search = {}, limits = depth, game = given.game, label = given.label,
    cutoffs = given.cutoffs or CUTOFFS, style = given.style or "developer",
  }
  for name, value in pairs(given) do
    if not OWN[name] then wanted.search[name] = value end
  end
  if type(depth) == "table" then
    message = find_refused(depth)
    if message then return nil, message end
    wanted.limits = values.copy(depth)
    for name, value in pairs(depth) do
      if PER_SEARCH[name] then wanted.search[name] = value end
    end
  end
  if plan.limit_of(wanted, "algorithm") == "uct" then
    return nil, "option 'algorithm': expected one that searches by depth, got 'uct', whose playouts cannot be explained"
  end
  if wanted.game == nil then wanted.game = state end
  if values.field_of(wanted.game, "deal") ~= nil and plan.limit_of(wanted, "deals") ~= 0 then
    return nil, "option 'deals': expected 0, to explain the state with all hands seen, since 'deal' hides some: the sum"
      .. " of several deals cannot be explained"
  end
  wanted.meaning, message = options.meaning(given.game, state, given, plan.limit_of(wanted, "algorithm"))
  if not wanted.meaning then return nil, message end
  local search = wanted.search
  wanted.asked = values.copy(wanted.meaning)
  for name, value in pairs(search) do wanted.asked[name] = value end
  -- If only a depth limits a search, one search to that depth explains it best.
  if search.deepening == nil and search.time == nil and search.nodes == nil and search.level == nil then
    search.deepening = false
  end
  -- With a table, values of lines that run into repetitions depend on earlier searches.
  if wanted.meaning.repetition ~= nil then wanted.search.table = 0 end
  return wanted
end

-- Adds to a plan the fields for the words about moves: the player who moves, whether that player wants low values, and
-- the walker through the tree of a search to a depth.
function plan.prepare(wanted, depth)
  local game, state, meaning, search = wanted.game, wanted.state, wanted.meaning, wanted.search
  local function limit(name) return plan.limit_of(wanted, name) end
  wanted.is_by_children = use "front.rules".style_of(game) == "children"
  if game.player then wanted.me = game.player(state) end
  wanted.wants_low = limit "maximize" == false or meaning.view == "player" and wanted.me ~= meaning.max_player
  wanted.walker = walks.new(game, state, {
    depth = depth, past = limit "past", repetition = meaning.repetition, quiescence = search.quiescence,
    hash = search.hash, hash_ignore = search.hash_ignore,
  })
end

return plan
