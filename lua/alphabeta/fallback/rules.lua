-- The functions of a game: as csrc/binding/base/game.c looks them up. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.rules"):match "^(.*)%.[^.]*$"

local companions = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.companions")
local fail = require(PACKAGE .. ".message").fail
local NAMES = require(PACKAGE .. ".function_rows")
local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")

local next, pcall, rawget, type = next, pcall, rawget, type
local getmetatable = globals.getmetatable

local rules = {}

local function field_of_meta(value, name)
  local meta = getmetatable(value)
  return type(meta) == "table" and meta[name] or nil
end

local function is_callable(value)
  return type(value) == "function" or field_of_meta(value, "__call") ~= nil
end

local function is_indexable(value)
  if type(value) == "table" then return true end
  local meta = getmetatable(value)
  if type(meta) == "table" then return meta.__index ~= nil end
  -- a metatable that is hidden: what can be indexed can be indexed
  return meta ~= nil and pcall(function() return value.moves end)
end

-- What the fields are looked up in that say what a game's numbers mean: the game; or of a state that brings its own
-- functions, the table `__index` of its metatable. Nil when there is nothing.
function rules.source(game, is_state)
  if not is_state then return is_indexable(game) and game or nil end
  local index = field_of_meta(game, "__index")
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

-- Looks the functions up in a value. `evaluates` says whether `evaluate` or `result` is needed.
function rules.read(source, where, evaluates)
  if not is_indexable(source) then
    fail("%s: expected a game (a table of functions), got %s", where, type(source))
  end
  local game = {}
  for i = 1, #NAMES do
    local name = NAMES[i]
    local own = source[name]
    if own ~= nil then
      if not is_callable(own) then
        fail("%s: callback '%s': expected a function, got %s", where, name, type(own))
      end
      game[name] = own
    end
  end
  if next(game) == nil and where == "alphabeta.new" and type(source) == "table"
    and type(rawget(source, "game")) == "table" then
    fail("%s: argument 'game': expected a game (a table of functions), got options with a game in them: write "
      .. "alphabeta.new(game, options)", where)
  end
  game.style = style_of(game, where)
  if evaluates and not game.evaluate and not game.result then
    fail("%s: callback 'evaluate': expected a function, or 'result' in its place, got nil", where)
  end
  local mistake = companions.mistake(game)
  if mistake then fail("%s: %s", where, mistake) end
  return game
end

return rules
