-- The options of an opponent. Internal: `alphabeta.opponent` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local clocks, core, globals, options = use("opponent.clock", "common.core", "common.globals", "common.options")
local exclusion, randoms, values = use("common.exclusion", "common.random", "common.values")
local snapshot_games = use "snapshot".games

local huge = math.huge
local ipairs, type = ipairs, type

local own = {}

-- The function in messages.
own.WHERE = "alphabeta.opponent"

-- Seconds to think if no option limits the search.
local TIME = 1

-- The mistake if the game itself cannot make a move.
own.NEEDS_PLAY = options.message("play", "a function, because the moves of this game do not change the state", "nil")

local function is_duration(value) return type(value) == "number" and value >= 0 and value < huge end

local DURATION = "a number of seconds, 0 or more"

-- The options that searchers do not have.
local OWN = {
  at_least = {DURATION, is_duration},
  clock = {clocks.EXPECTED, clocks.is_valid},
  exclude = {"an array of paths of fields", options.is_table},
  hook = {"a boolean", options.is_boolean},
  on_thinking = {"a function", values.is_callable},
  me = {"a player", options.is_anything},
  on_move = {"a function", values.is_callable},
  on_resign = {"a function", values.is_callable},
  pause = {DURATION, is_duration},
  play = {"a function", values.is_callable},
  ponder = {"a boolean", options.is_boolean},
  slice = {"a number of seconds greater than 0", options.is_positive},
  state = {"a state, or a function that returns one", options.is_anything, is_needed = true},
  turn = {"a function", values.is_callable},
}

local ROWS, LIMITS = options.with_searchers(OWN), {"clock", "depth", "level", "nodes", "think", "time"}

-- The options of the searcher among the given ones. Without a seed, no two games are alike.
function own.of_searcher(given)
  local found = options.of_searcher(given, OWN)
  if found.seed == nil then found.seed = randoms.fresh(core.clock) end
  for _, name in ipairs(LIMITS) do
    if given[name] ~= nil then return found end
  end
  found.time = TIME
  return found
end

-- What is wrong with the object with the game's functions, the game or a state with its own, where option 'me' is given
-- or not; nil if nothing is.
function own.mistake_in_source(source, is_game, has_me)
  if not is_game and not (values.field_of(source, "moves") or values.field_of(source, "children")) then
    return options.message("game", "a table with the functions of the game, or a state that has them", "nil")
  end
  local has_player = values.is_callable(values.field_of(source, "player"))
  return has_me and not has_player and "option 'me' needs a game with 'player'" or nil
end

-- The mistake in the option `play` of a game with these functions; nil if there is none. The second value says that the
-- game itself makes the moves.
local function check_play(play, source)
  local make, copies = values.field_of(source, "make"), values.field_of(source, "play")
  local known = make and snapshot_games[make]
  if play ~= nil and (play == make or known and play == known.play) then play = nil end
  if play == nil and not make then return own.NEEDS_PLAY end
  if play ~= nil and play == copies then
    return options.message("play", "a function that keeps what 'play' of the game returns", "that function")
  end
  return nil, play == nil
end

-- The mistake in the options that say when and how the opponent moves; nil if there is none. The second value is that
-- of `check_play`.
local function check_moves(given)
  if given.turn == nil and given.me == nil then
    return "option 'me': expected the player that the opponent plays, or option 'turn' in its place, got nil"
  end
  if given.turn ~= nil and given.me ~= nil then
    return "option 'me' takes the place of option 'turn': give one of them"
  end
  if given.play and given.on_move then return "option 'on_move' takes the place of option 'play': give one of them" end
  local source = given.game
  if source == nil and type(given.state) == "function" then return nil, given.play == nil end -- it is not known yet
  if source == nil then source = given.state end
  local mistake = own.mistake_in_source(source, given.game ~= nil, given.me ~= nil)
  if mistake then return mistake end
  return check_play(given.play, source)
end

-- Reads the paths of option `exclude`. Also returns the mistake in it.
local function read_exclusion(given)
  if not given.exclude then return nil end
  local excluded, wrong = exclusion.read(given.exclude)
  if excluded then return excluded end
  return nil, options.message("exclude", "paths of fields, such as 'board.timer'", values.describe(wrong))
end

-- Checks the options. Returns the first mistake, nil if there is none; whether the game itself makes the moves; and the
-- fields that are excluded.
function own.check(given)
  local mistake, makes_moves, excluded
  mistake = options.check(given, ROWS)
  if not mistake then mistake, makes_moves = check_moves(given) end
  if not mistake then excluded, mistake = read_exclusion(given) end
  if not mistake and given.hook and not globals.love then mistake = "option 'hook' needs LÖVE" end
  return mistake, makes_moves, excluded
end

return own
