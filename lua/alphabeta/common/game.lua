-- A game: reading its functions, and playing it by them. Internal: the tools use it.
--
-- Tools play a game by a player: a table with `rules`, the functions of the game as `read` returns them, and the
-- methods
--
-- * `call(name, ...)`, which calls a function of the game and returns its results;
-- * `reject(name, mistake)`, which is called for a wrong answer of the function, and raises an error;
-- * `accept_sum(mistake)`, if there is one, which is called when probabilities do not add up to 1: the game goes on;
-- * `guard(name, iterator)`, if there is one, which returns the iterator with its errors reported.
--
-- With a field `most_successors`, no more successors are taken from an iterator.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, lists, values = use("common.globals", "rules.lists", "common.values")
local is_key = use "common.zobrist_keys".is_key

local huge, pcall, rawequal, select, type = math.huge, pcall, rawequal, select, type
local unpack = globals.unpack
local style_of = use "front.rules".style_of
local describe = values.describe

local game = {}

-- An iterator that returns more successors is taken for one that does not end.
local MOST_SUCCESSORS = 100000

-- The name of the function that lists successors, by the style.
function game.list_function(style)
  return style == "children" and "children" or "moves"
end

-- The name of the function that values a state. The game may lack it if the game goes on there.
function game.value_function(functions, is_over)
  return is_over and functions.result and "result" or "evaluate"
end

-- Reads the functions of a game with these names. Returns them by name; and `style`; and `list_function`, the name of
-- the function that lists successors. Or nil and what is wrong.
function game.read(source, names)
  local found = {}
  for _, name in ipairs(names) do
    local callback = values.field_of(source, name)
    if callback ~= nil and not values.is_callable(callback) then
      return nil, ("callback '%s': expected a function, got %s"):format(name, describe(callback))
    end
    found[name] = callback
  end
  found.style = style_of(found)
  if not found.style then
    return nil, "callback 'moves': expected a function with 'make' and 'unmake' or with 'play', or 'children' in"
      .. " its place, "
      .. "got nil"
  end
  found.list_function = game.list_function(found.style)
  return found
end

-- The results of an iterator, as an array, `most` at most; and whether it has ended.
function game.drain(iterator, most)
  local list, n = {}, 0
  while n < (most or MOST_SUCCESSORS) do
    local successor = iterator()
    if successor == nil then return list, true end
    n = n + 1
    list[n] = successor
  end
  return list, false
end

-- The array that a function may fill with successors; nil for functions that get none.
function game.to_fill(name)
  return name == "moves" and {} or nil
end

-- The successors that an iterator of the function `name` lists.
local function read_iterator(player, name, iterator)
  if player.guard then iterator = player:guard(name, iterator) end
  local list, has_ended = game.drain(iterator, player.most_successors)
  if not has_ended and not player.most_successors then
    player:reject(name, ("expected an iterator that ends, got more than %d successors"):format(MOST_SUCCESSORS))
  end
  return list
end

-- The first `count` entries of a list, as a new array.
local function first(list, count)
  local copy = {}
  for i = 1, count do copy[i] = list[i] end
  return copy
end

-- Checks the result of a function that lists successors, which was called with `state` and the array `filled`.
-- `is_used`: an earlier call has filled this array, too. Returns an array, and whether it came from an iterator.
function game.check_list(player, name, answer, state, filled, is_used)
  if type(answer) == "function" then return read_iterator(player, name, answer), true end
  local list, count, mistake = lists.read(name, answer, filled, not is_used, state)
  local is_filled = list ~= nil and rawequal(list, filled)
  if list and not mistake then
    mistake = lists.missing(list, count, filled) or not is_filled and lists.behind(list, count)
  end
  if mistake then player:reject(name, mistake) end
  if is_filled then return first(list, count), false end
  return list or {}, false
end

-- Checks the result of `chances` in a state. Returns an array of outcomes with their probabilities, and the sum of
-- these; nil if the state is no chance node.
function game.check_outcomes(player, answer, state)
  if answer == nil then return nil end
  local count, sum = lists.add_outcomes(answer, {}, {}, state)
  if not count then player:reject("chances", sum) end
  local mistake = lists.mistake_in_sum(sum)
  if mistake and player.accept_sum and sum > 0 and sum < huge then
    player:accept_sum(mistake)
  elseif mistake then
    player:reject("chances", mistake)
  end
  return answer, sum
end

-- The successors of a state: an array of moves or children, or of outcomes with their probabilities; nil if the game is
-- over. Then whether the state is a chance node, and the sum of its probabilities.
function game.successors(player, state)
  local rules = player.rules
  if rules.is_over and player:call("is_over", state) then return nil, false end
  if rules.chances then
    local outcomes, sum = game.check_outcomes(player, (player:call("chances", state)), state)
    if outcomes then return outcomes, true, sum end
  end
  local name = rules.list_function
  local filled = game.to_fill(name)
  local list = game.check_list(player, name, (player:call(name, state, filled)), state, filled)
  return list[1] ~= nil and list or nil, false
end

-- The index of the outcome that a number brings, from 0 up to the sum of the probabilities, without that.
function game.choose_outcome(outcomes, number)
  local last
  for i = 1, #outcomes do
    local probability = outcomes[i].probability
    if probability > 0 then
      last = i
      if number < probability then break end
      number = number - probability
    end
  end
  return last
end

-- The player whose turn it is, as `player` says.
function game.mover(player, state)
  local mover = player:call("player", state)
  if mover == nil or mover ~= mover then player:reject("player", "expected a player, got " .. describe(mover)) end
  return mover
end

-- A key of a position that is kept, from the one that `hash` has returned, or without that by `content_key` of the
-- state. A key that moves change is copied. Nil if there is none, which the search reports.
function game.kept_key(key, state, content_key)
  if key == nil then
    local is_made, made = pcall(content_key, state)
    key = is_made and made or nil
  end
  return is_key(key) and key:copy() or key
end

-- All results of a function, for the function that undoes it.
function game.pack(...)
  return {n = select("#", ...), ...}
end

-- The values of `pack`.
function game.unpack(undo)
  return unpack(undo, 1, undo.n)
end

-- Makes a move. In place, it changes the state. Returns the state that it leads to, and in place what `unmake` needs.
function game.make(player, state, move)
  local style = player.rules.style
  if style == "in place" then return state, game.pack(player:call("make", state, move)) end
  if style == "children" then return move end
  local after = player:call("play", state, move)
  if after == nil then player:reject("play", "expected a state, got nil") end
  return after
end

-- Takes back the move that was made last. `undo` is what `make` returned.
function game.unmake(player, state, move, undo)
  if player.rules.style == "in place" then player:call("unmake", state, move, game.unpack(undo)) end
end

local Player = {}
Player.__index = Player

function Player:call(name, ...) return self.rules[name](...) end

function Player:reject(name, mistake) self.report(name, mistake) end

function Player.accept_sum() end

-- Makes a player that takes probabilities of any sum. `report(name, mistake)` raises an error for a wrong answer.
function game.player(rules, report)
  return setmetatable({rules = rules, report = report}, Player)
end

local function raise_name(name) error(name, 0) end

-- Makes a player that raises the name of a function for its wrong answer.
function game.strict(rules)
  return game.player(rules, raise_name)
end

return game
