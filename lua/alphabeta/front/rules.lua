-- The functions of a game, which is any value that can be indexed: a table of rules, or a state that brings its own
-- methods. Internal.

local use = require((...):match "^(.*)%..*%." .. ".use")

local companions = use "common.companions"
local fail = use "front.message".fail
local globals, NAMES = use("common.globals", "front.function_rows")

local next, rawequal, rawget, type = next, rawequal, rawget, type
local getmetatable = globals.getmetatable

local rules = {}

local function is_callable(engine, value)
  return not rawequal(engine.metafield(value, "__call"), nil)
end

-- Whether reading a field of the value runs no other code.
function rules.is_plain(value)
  return type(value) == "table" and rawequal(getmetatable(value), nil)
end
local is_plain = rules.is_plain

local function is_indexable(engine, value)
  return type(value) == "table" or not rawequal(engine.metafield(value, "__index"), nil)
end

-- The table with the fields that say what a game's numbers mean: the game. If a state has its own functions, it is the
-- table `__index` of its metatable, because the state's own fields are data. Nil if there is none.
function rules.source(engine, game, is_state)
  if not is_state then return is_indexable(engine, game) and game or nil end
  local index = engine.metafield(game, "__index")
  return type(index) == "table" and index or nil
end

-- The first style that is complete.
local function style_of(game, where)
  local moves, make, unmake = game.moves, game.make, game.unmake
  if moves and make and unmake then return "in place" end
  if moves and game.play then return "copying" end
  if game.children then return "children" end
  local lack = "moves"
  local expected = "a function with 'make' and 'unmake' or with 'play', or 'children' in its place"
  if moves and make then
    lack, expected = "unmake", "a function, which goes with 'make'"
  elseif moves and unmake then
    lack, expected = "make", "a function, which goes with 'unmake'"
  elseif moves then
    lack, expected = "make", "a function with 'unmake', or 'play' in its place"
  elseif make or unmake or game.play then
    expected = "a function"
  end
  fail("%s: callback '%s': expected %s, got nil", where, lack, expected)
end

-- Looks the functions up in a value, each once. It needs `evaluate` or `result`, unless `is_perft`.
function rules.read(engine, source, where, is_perft)
  if not is_indexable(engine, source) then
    fail("%s: expected a game (a table of functions), got %s", where, type(source))
  end
  local game, index, is_plain_table = {}, engine.index, is_plain(source)
  for i = 1, #NAMES do
    local own
    local name = NAMES[i]
    if is_plain_table then own = source[name] else own = index(source, name) end
    if own or own == false then -- a null pointer of LuaJIT's equals nil
      if type(own) ~= "function" and not is_callable(engine, own) then
        fail("%s: callback '%s': expected a function, got %s", where, name, type(own))
      end
      game[name] = own
    end
  end
  if where == "alphabeta.new" and next(game) == nil and type(source) == "table"
    and type(rawget(source, "game")) == "table" then
    fail("%s: argument 'game': expected a game (a table of functions), got options with a game in them: write "
      .. "alphabeta.new(game, options)", where)
  end
  game.style = style_of(game, where)
  if not is_perft and not game.evaluate and not game.result then
    fail("%s: callback 'evaluate': expected a function, or 'result' in its place, got nil", where)
  end
  local mistake = companions.mistake(game)
  if mistake then fail("%s: %s", where, mistake) end
  return game
end

return rules
