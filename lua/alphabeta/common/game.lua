-- A game: reading its functions, and playing it by them. Internal: the tools use it.
--
-- Tools play a game by a player: a table with `rules`, the functions of the game as `read` returns them, and the
-- methods
--
-- * `call(name, ...)`, which calls a function of the game and returns its results;
-- * `reject(name, expected, got)`, which is called for a wrong answer of the function, and raises an error;
-- * `accept_sum(sum)`, if there is one, which is called when probabilities do not add up to 1, and may raise an error;
-- * `guard(name, iterator)`, if there is one, which returns the iterator with its errors reported.
--
-- With a field `most_successors`, no more successors are taken from an iterator.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals, values = use("common.constant_rows", "common.globals", "common.values")

local abs, huge, next, rawequal, select, type = math.abs, math.huge, next, rawequal, select, type
local unpack = globals.unpack
local style_of = use "front.rules".style_of
local describe, is_integer = values.describe, values.is_integer

local game = {}

-- An iterator that returns more successors is taken for one that does not end.
local MOST_SUCCESSORS = 100000

-- The name of the function that lists successors, by the style.
function game.lister_of(style)
  return style == "children" and "children" or "moves"
end

-- The name of the function that values a state. The game may lack it if the game goes on there.
function game.valuer_of(functions, is_over)
  return is_over and functions.result and "result" or "evaluate"
end

-- Reads the functions of a game with these names. Returns them by name; and `style`; and `lister`, the name of the
-- function that lists successors. Or nil and what is wrong.
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
  found.lister = game.lister_of(found.style)
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

-- The moves that `moves` has put into the given array, as a new array. `count` is its result.
local function check_count(player, name, count, filled)
  if not (is_integer(count) and count >= 0) then
    player:reject(name, "an array, an iterator, a count or nil", describe(count))
  end
  local list = {}
  for i = 1, count do
    if filled[i] == nil then
      player:reject(name, ("%d moves in the array that was given"):format(count), ("nil at index %d"):format(i))
    end
    list[i] = filled[i]
  end
  return list
end

-- The array that a function may fill with successors; nil for functions that get none.
function game.to_fill(name)
  return name == "moves" and {} or nil
end

-- Refuses a table of `n` entries from index 1 on that has others. Counts such as n = 0 are left in an empty one, and a
-- state that is its own list of children has its fields.
local function check_keys(player, name, list, n, state)
  for key, value in next, list do
    if is_integer(key) and key > n then
      player:reject(name, "an array without holes",
        ("nil at index %d, and an entry at index %d"):format(n + 1, key))
    elseif key == 0 then
      player:reject(name, "the first entry at index 1", "one at index 0: fill the array from index 1 on")
    elseif n == 0 and not rawequal(list, state) and not (type(key) == "string" and value == 0) then
      player:reject(name, "an array", ("a table with the key %s and nothing at index 1: return a list, {} for an "
        .. "empty one"):format(describe(key)))
    end
  end
end

-- Checks the result of a function that lists successors, which was called with `state` and the array `filled`. Returns
-- an array, and whether it came from an iterator.
function game.check_list(player, name, answer, state, filled)
  if answer == nil then return {}, false end
  if filled and type(answer) == "number" then return check_count(player, name, answer, filled), false end
  if filled and rawequal(answer, filled) then
    player:reject(name, "the number of moves in the array that was given", "that array")
  end
  if type(answer) == "function" then
    local iterator = player.guard and player:guard(name, answer) or answer
    local list, has_ended = game.drain(iterator, player.most_successors)
    if not has_ended and not player.most_successors then
      player:reject(name, "an iterator that ends", "more than " .. MOST_SUCCESSORS .. " successors")
    end
    return list, true
  end
  if type(answer) ~= "table" then player:reject(name, "an array, an iterator or nil", describe(answer)) end
  local n = #answer
  for i = 1, n do
    if answer[i] == nil then
      player:reject(name, "an array without holes", ("nil at index %d of %d"):format(i, n))
    end
  end
  check_keys(player, name, answer, n, state)
  return answer, false
end

-- Checks the result of `chances`. Returns an array of outcomes with their probabilities, and the sum of these; nil if
-- the state is no chance node.
function game.check_outcomes(player, answer)
  if answer == nil then return nil end
  if type(answer) ~= "table" then player:reject("chances", "an array or nil", describe(answer)) end
  local n, sum = #answer, 0
  check_keys(player, "chances", answer, n)
  if n == 0 then player:reject("chances", "at least one outcome", "an empty array") end
  for i = 1, n do
    local probability
    if type(answer[i]) == "table" then probability = answer[i].probability end
    if type(probability) ~= "number" or not (probability >= 0 and probability < huge) then
      player:reject("chances", "a probability of 0 or more at index " .. tostring(i), describe(probability))
    end
    if answer[i].outcome == nil then player:reject("chances", "an outcome at index " .. tostring(i), "nil") end
    sum = sum + probability
  end
  if player.accept_sum and abs(sum - 1) > constants.PROBABILITY_TOLERANCE then player:accept_sum(sum) end
  return answer, sum
end

-- The successors of a state: an array of moves or children, or of outcomes with their probabilities; nil if the game is
-- over. Then whether the state is a chance node, and the sum of its probabilities.
function game.successors(player, state)
  local rules = player.rules
  if rules.is_over and player:call("is_over", state) then return nil, false end
  if rules.chances then
    local outcomes, sum = game.check_outcomes(player, (player:call("chances", state)))
    if outcomes then return outcomes, true, sum end
  end
  local lister = rules.lister
  local filled = game.to_fill(lister)
  local list = game.check_list(player, lister, (player:call(lister, state, filled)), state, filled)
  return list[1] ~= nil and list or nil, false
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
  if after == nil then player:reject("play", "a state", "nil") end
  return after
end

-- Takes back the move that was made last. `undo` is what `make` returned.
function game.unmake(player, state, move, undo)
  if player.rules.style == "in place" then player:call("unmake", state, move, game.unpack(undo)) end
end

local Player = {}
Player.__index = Player

function Player:call(name, ...) return self.rules[name](...) end

function Player:reject(...) self.report(...) end

-- Makes a player that takes probabilities of any sum. `report(name, expected, got)` raises an error for a wrong answer.
function game.player(rules, report)
  return setmetatable({rules = rules, report = report}, Player)
end

local function raise_name(name) error(name, 0) end

-- Makes a player that raises the name of a function for its wrong answer.
function game.strict(rules)
  return game.player(rules, raise_name)
end

return game
