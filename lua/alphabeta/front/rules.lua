-- The functions of a game, which is any value that can be indexed: a table of rules, or a state that brings its own
-- methods. Internal.

local use = require((...):match "^(.*)%..*%." .. ".use")

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

-- The style of a game with these functions, the first one that is complete: "in place", "copying" or "children"; nil if
-- functions are missing.
function rules.style_of(game)
  if game.moves and game.make and game.unmake then return "in place" end
  if game.moves and game.play then return "copying" end
  return game.children and "children" or nil
end

-- Raises the error for a game without a style.
local function reject_style(game, where)
  local moves, make, unmake = game.moves, game.make, game.unmake
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

-- The mistake if a game has a function, but not its companion.
local function lack(game, name, companion)
  if not game[name] or game[companion] then return nil end
  return ("callback '%s': expected a function, which goes with '%s', got nil"):format(companion, name)
end

-- The mistake if a game of child states has a function about moves.
local function excess(game, name)
  if not game[name] then return nil end
  return ("callback '%s': expected none in a game with 'children', got %s"):format(name, type(game[name]))
end

-- Finds a function that no search of a game with a `style` can call, because others are missing. Returns what is wrong
-- with it; nil if there is none.
function rules.mistake_in(game)
  local mistake
  if game.style == "in place" then mistake = lack(game, "pass", "unpass") end
  if game.style == "children" then
    mistake = lack(game, "find_move", "move_id") or excess(game, "evaluate_move") or excess(game, "deal")
  end
  return mistake or lack(game, "evaluate_move", "evaluate") or lack(game, "seen", "deal")
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
  game.style = rules.style_of(game)
  if not game.style then reject_style(game, where) end
  if not is_perft and not game.evaluate and not game.result then
    fail("%s: callback 'evaluate': expected a function, or 'result' in its place, got nil", where)
  end
  local mistake = rules.mistake_in(game)
  if mistake then fail("%s: %s", where, mistake) end
  return game
end

return rules
