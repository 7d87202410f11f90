-- The meaning of values in a match, from the options, the game and the searchers. Internal: `alphabeta.match` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, options, values = use("common.core", "common.options", "common.values")

local ipairs, rawequal, type = ipairs, rawequal, type
local describe = values.describe

local meaning = {}

local NAMES = options.MEANING

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

-- The mistake in a view, and in options of a match, that differ from those of a searcher of the same game.
local function check_given(wanted, searcher, view)
  for _, name in ipairs(NAMES) do
    local value, own = wanted.meaning[name], searcher.fields[name]
    if name == "view" then value = not wanted.score and view or nil end
    if value ~= nil and name ~= "max_player" and value ~= own then
      return options.message(name, describe(own) .. ", as for player " .. searcher.name, describe(value))
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
  return {fields = fields, game = game, name = player.name}
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
    searchers[#searchers + 1] = searcher
  end
  message = searchers[2] and check_same(searchers[1], searchers[2])
  if message then return nil, message end
  local first = searchers[1] and searchers[1].fields or {}
  local view, max_player = fields.view or first.view or "max", fields.max_player
  if max_player == nil then max_player = first.max_player end
  for _, searcher in ipairs(searchers) do
    message = rawequal(searcher.game, game) and check_given(wanted, searcher, view)
    if message then return nil, message end
  end
  if view == "player" and max_player == nil then return nil, "view 'player' needs option 'max_player'" end
  if view ~= "player" then max_player = nil end
  return view, max_player
end

return meaning
