-- What a check is to do: reads its arguments. Internal: `alphabeta.check` uses it.

local CHECK = (... or "alphabeta.check.plan"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local rules = require(PACKAGE .. ".rules")
local snapshot = require(CHECK .. ".snapshot")

local abs, huge, type = math.abs, math.huge, type
local complain, complaint, describe = rules.complain, rules.complaint, rules.describe
local is_integer, is_object = rules.is_integer, rules.is_object

local plan = {}

-- The functions of a game.
local CALLBACKS = {
  "moves", "make", "unmake", "play", "children", "evaluate", "player", "is_over", "chances", "hash", "order", "move_id",
  "noisy", "pass", "unpass",
}

local ALGORITHMS = {alphabeta = true, pvs = true, mtdf = true, minimax = true, maxn = true}

local function is_boolean(value) return type(value) == "boolean" end
local function is_number(value) return type(value) == "number" and value == value end

local function integer_from(low)
  return function(value) return is_integer(value) and value >= low end
end

-- For each option, what it is expected to be, and a function that tells whether a value is that.
local OPTIONS = {
  algorithm = {"'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn'", function(value) return ALGORITHMS[value] end},
  endless = {"true or false", is_boolean},
  ends_only = {"true or false", is_boolean},
  exclude = {"an array of fields", function(value) return type(value) == "table" end},
  games = {"an integer from 0 on", integer_from(0)},
  max_plies = {"an integer from 1 on", integer_from(1)},
  maximize = {"true or false", is_boolean},
  nodes = {"an integer from 1 on", integer_from(1)},
  seed = {"an integer", is_integer},
  sign = {"true or false", is_boolean},
  value_max = {"a number", is_number},
  value_min = {"a number", is_number},
  value_sum = {"a number", is_number},
  view = {"'max' or 'mover'", function(value) return value == "max" or value == "mover" end},
  win = {"a finite number greater than 1", function(value)
    return is_number(value) and value > 1 and abs(value) < huge
  end},
}

-- What does not go together. Returns a message, nil when all does.
local function misfit(options)
  local is_maxn, is_mover = options.algorithm == "maxn", options.view == "mover"
  if is_maxn then
    for _, name in ipairs {"maximize", "win"} do
      if options[name] ~= nil and options[name] ~= true then
        return complain(name, "nothing, with algorithm 'maxn'", describe(options[name]))
      end
    end
    if is_mover then return complain("view", "'max', with algorithm 'maxn'", "'mover'") end
  elseif options.value_sum then
    return complain("value_sum", "nothing, unless with algorithm 'maxn'", describe(options.value_sum))
  end
  if is_mover and options.maximize == false then
    return complain("maximize", "true, with view 'mover'", "false")
  end
  local low, high = options.value_min, options.value_max
  if low and high and low >= high then return complain("value_min", "less than 'value_max'", describe(low)) end
  if is_mover and (low or high) and (not low or not high or low ~= -high) then
    return complain("value_min", "the opposite of 'value_max', with view 'mover'", describe(low))
  end
  return nil
end

-- The fields that are left out, as snapshots take them; nil when there are none. Then a message when a path is wrong.
local function read_exclusion(paths)
  if not paths then return nil end
  local excluded, wrong = snapshot.exclusion(paths)
  if not excluded then
    return nil, complain("exclude", "fields such as 'cache' or 'board.cells[3]'", describe(wrong))
  end
  return next(excluded) and excluded or nil
end

-- Where games begin. Returns the state to begin with, a function that gives it each time, and one that puts it back
-- when all is done; or nil, and a message in the fourth place.
local function read_state(state, excluded)
  if state == nil then
    return nil, nil, nil, "argument 'state': expected a state, or a function that returns one, got nil"
  end
  if type(state) ~= "function" then
    local picture = snapshot.take(state)
    local function put_back() snapshot.restore(picture) end
    return state, function()
      put_back()
      return state
    end, put_back
  end
  local first, second = state(), state()
  if first == nil or second == nil then
    return nil, nil, nil, "argument 'state': expected a state, got nil from the function"
  end
  local picture = snapshot.take(first, excluded)
  if not snapshot.is_same(picture, second, true) then
    local difference = snapshot.differences(picture, second, true)[1]
    return nil, nil, nil, "argument 'state': expected a function that always returns the same state, got another: "
      .. (difference and difference.text or "with more fields, or fewer")
  end
  return first, state, function() end
end

-- Reads the arguments of a check.
-- @param game
-- @param state
-- @param options
-- @treturn ?table the options with their defaults; and `rules` (the functions of the game, with `style`), `lister` (the
--   name of the function that lists what can follow), `start` (a function that returns the state to begin with),
--   `put_back` (a function for the end), `excluded` (fields, as snapshots take them), `is_maxn`
-- @treturn ?string what is wrong then
function plan.read(game, state, options)
  options = options == nil and {} or options
  if type(options) ~= "table" then
    return nil, "argument 'options': expected a table, got " .. describe(options)
  end
  if game ~= nil and not is_object(game) then
    return nil, "argument 'game': expected a game (a table of functions) or nil, got " .. describe(game)
  end
  local message = complaint(options, OPTIONS, "") or misfit(options)
  if message then return nil, message end
  local excluded, first, start, put_back, callbacks
  excluded, message = read_exclusion(options.exclude)
  if message then return nil, message end
  first, start, put_back, message = read_state(state, excluded)
  if message then return nil, message end
  callbacks, message = rules.read(game == nil and first or game, CALLBACKS)
  if message then return nil, message end
  local is_maxn = options.algorithm == "maxn"
  if not callbacks.evaluate then return nil, "the game lacks 'evaluate'" end
  if is_maxn and not callbacks.player then return nil, "option 'algorithm': 'maxn' needs a game with 'player'" end
  return {
    games = options.games or 20, seed = options.seed or 0, max_plies = options.max_plies or 1000,
    nodes = options.nodes or 5000, view = options.view or "max", value_min = options.value_min,
    value_max = options.value_max, value_sum = options.value_sum, win = options.win, sign = options.sign ~= false,
    endless = options.endless == true, ends_only = options.ends_only == true,
    is_maxn = is_maxn, excluded = excluded, start = start, put_back = put_back,
    rules = callbacks, lister = callbacks.style == "children" and "children" or "moves",
  }
end

return plan
