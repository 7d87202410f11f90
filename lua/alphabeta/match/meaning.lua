-- The meaning of values in a match, from the options, the game and the searchers. Internal: `alphabeta.match` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, options, values = use("common.core", "common.options", "common.values")

local ipairs, rawequal, type = ipairs, rawequal, type
local describe = values.describe

local meaning = {}

-- The options that say what values mean.
local NAMES = {}
for _, row in ipairs(core.options()) do
  if row.in_game then NAMES[#NAMES + 1] = row.name end
end

meaning.NAMES = NAMES

-- The given options that say what values mean.
function meaning.given(given)
  local fields = {}
  for _, name in ipairs(NAMES) do fields[name] = given[name] end
  return fields
end

-- The game of the first searcher of a plan that has one; nil if states have their own functions. Then whether one of
-- the searchers searches states by their own functions: the state then says what values mean.
function meaning.game_of(wanted)
  local found, needs_state = nil, false
  for _, player in ipairs {wanted.a, wanted.b} do
    local fields, game = core.meaning(player.searcher)
    if fields and game == nil then needs_state = true end
    if fields and found == nil then found = game end
  end
  return found, needs_state
end

-- The mistake in options that differ from those of a searcher of the same game.
local function check_given(given, searcher)
  for _, name in ipairs(NAMES) do
    if given[name] ~= nil and name ~= "view" and name ~= "max_player" and given[name] ~= searcher.fields[name] then
      return options.message(name, describe(searcher.fields[name]) .. ", as for player " .. searcher.name,
        describe(given[name]))
    end
  end
  return nil
end

-- The meaning of a player's values: a table with `fields` and `game`. Returns nil for a function, and for a searcher of
-- another kind; nil and a message if a field of the state is wrong.
local function of_player(player, state)
  if not player.searcher then return nil end
  local fields, game = core.meaning(player.searcher)
  local message
  if fields and game == nil then fields, message = core.game_fields(nil, state, fields) end
  if not fields then return nil, message end
  fields.view = fields.view or "max"
  return {fields = fields, game = game}
end

-- The mistake in two searchers that differ. Those of two games may value by different numbers, but not for different
-- players.
local function check_same(a, b)
  for _, name in ipairs(NAMES) do
    local one, other = a.fields[name], b.fields[name]
    local is_of_both = name == "view" or name == "max_player" or rawequal(a.game, b.game)
    if one ~= other and is_of_both then
      return ("the searchers must agree on what values mean: '%s' is %s for player a and %s for player b"):format(name,
        describe(one), describe(other))
    end
  end
  return nil
end

-- Whether positions that come up again have a value of their own for a player of a match.
function meaning.scores_repetition(player, state)
  local searcher = of_player(player, state)
  return searcher ~= nil and type(searcher.fields.repetition) == "number"
end

-- Which player benefits from high evaluations at the end of a game: the view, and with view "player" that player. The
-- game is nil if states bring their own functions. Returns nil and what is wrong if something is.
function meaning.view(wanted, game, state)
  local fields, message = core.game_fields(game, state, wanted.meaning)
  if not fields then return nil, message end
  local searchers = {}
  for _, player in ipairs {wanted.a, wanted.b} do
    local searcher
    searcher, message = of_player(player, state)
    if message then return nil, message end
    if searcher then
      searcher.name = player.name
      searchers[#searchers + 1] = searcher
    end
  end
  message = searchers[2] and check_same(searchers[1], searchers[2])
  if message then return nil, message end
  local first = searchers[1] and searchers[1].fields or {}
  local view, max_player = fields.view or first.view or "max", fields.max_player
  if max_player == nil then max_player = first.max_player end
  for _, searcher in ipairs(searchers) do
    message = rawequal(searcher.game, game) and check_given(wanted.meaning, searcher)
    if message then return nil, message end
    if not wanted.score and rawequal(searcher.game, game) and searcher.fields.view ~= view then
      return nil, options.message("view", describe(searcher.fields.view) .. ", as for player " .. searcher.name,
        describe(view))
    end
  end
  if view == "player" and max_player == nil then return nil, "view 'player' needs option 'max_player'" end
  if view ~= "player" then max_player = nil end
  return view, max_player
end

return meaning
