-- Who would win now: in a game without `evaluate`, `result` of a state that is not over may say what that is
-- worth. In a game of points it is the score so far; in others it says the same of all such states, or raises an error.
-- Internal.
--
-- A searcher finds out which at its first search: it plays a few lines of random moves, the same ones in every process.
-- `result` is of use if it says different things of two states at the same ply with the same player to move.

local PACKAGE = (... or "alphabeta.front.current"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

if require(LIBRARY .. ".common.traversal") then jit.off(true, true) end

local games = require(LIBRARY .. ".common.game")
local globals = require(LIBRARY .. ".common.globals")
local middle_of = require(LIBRARY .. ".common.middle")
local random = require(LIBRARY .. ".common.random")

local co = globals.coroutine
local abs, error, huge, max, min, next, pcall, type =
  math.abs, error, math.huge, math.max, math.min, next, pcall, type

local current = {}

-- Lines, the plies of one, and how many successors are listed for all of them.
local LINES, PLIES, SUCCESSORS = 4, 60, 10000

-- What a point is worth: about a quarter of a move of mobility, and a power of two, so that no digit is lost. Where
-- both count, matches of reversi and kalah favour four points for a move over one.
local POINT = 2 ^ -22

-- The most that all points together are worth, so that the end of a game counts more; and as a part of what is between
-- the middle and `win`.
local MOST, SHARE_OF_WIN = 1 / 2, 1 / 2

local function is_finite(value) return type(value) == "number" and value > -huge and value < huge end

-- Plays a line of random moves, and notes in `path` those that are made in place. `said` has, by the ply and the player
-- to move, what `result` has said first. Returns whether an answer is another one; nil for an answer that is no number.
local function play_line(player, state, me, said, path, generator)
  local rules = player.rules
  for ply = 0, PLIES do
    local list, is_chance = games.successors(player, state)
    if not list then return false end
    player.left = player.left - #list
    if player.left < 0 then return false end
    if ply > 0 then
      local answer, mover = rules.result(state, me), true
      if not is_finite(answer) then return nil end
      if rules.player then mover = rules.player(state) end
      said[ply] = said[ply] or {}
      if said[ply][mover] == nil then said[ply][mover] = answer end
      if said[ply][mover] ~= answer then return true end
    end
    local move = list[random.integer(generator, #list)]
    if is_chance then move = move.outcome end
    local after, undo = games.make(player, state, move)
    state = after
    if undo then path[#path + 1] = {move = move, undo = undo} end
  end
  return false
end

-- Does `work` in a coroutine, where there are any: if it yields, that is the end of it. Returns its result, or what is
-- false after an error.
local function try(work)
  if not co then
    local ok, answer = pcall(work)
    return ok and answer
  end
  local thread = co.create(work)
  current.thread = thread
  local ok, answer = co.resume(thread)
  current.thread = nil
  return ok and co.status(thread) == "dead" and answer
end

-- Whether a game's functions are called by `tells_apart`, and search in turn.
local function is_trying()
  local thread = current.thread
  return thread ~= nil and (co.status(thread) == "normal" or co.status(thread) == "running")
end

-- Whether `result` tells states apart where the game goes on, from `state` on, which is as it was then. An error in one
-- of the game's functions means that it does not: if it is no error of `result` about such a state, the search will
-- meet it again.
-- @tparam table game its functions, and `style`
-- @param state
-- @treturn boolean
function current.tells_apart(game, state)
  if is_trying() then return false end
  local rules = {style = game.style, lister = games.lister_of(game.style)}
  for name, value in next, game do rules[name] = value end
  local player = games.strict(rules)
  player.left, player.most_successors = SUCCESSORS, SUCCESSORS
  local generator, said, path, me = random.from_number(0), {}, {}, nil
  local answers = try(function()
    if rules.player then me = rules.player(state) end
    return is_finite(rules.result(state, me))
  end)
  if not answers then return false end
  local is_different
  for _ = 1, LINES do
    is_different = try(function() return play_line(player, state, me, said, path, generator) end)
    for i = #path, 1, -1 do
      pcall(games.unmake, player, state, path[i].move, path[i].undo)
      path[i] = nil
    end
    if is_different ~= false or player.left < 0 then break end
  end
  return is_different == true
end

-- Makes the function that values states that are not over. An error of `result` there says nothing.
-- @tparam function result
-- @tparam number middle what a state is worth of which it says nothing: see middle.lua
-- @tparam[opt] number least the option `value_min`
-- @tparam[opt] number most the option `value_max`
-- @tparam[opt] number win
-- @treturn function (state, me) -> number
function current.evaluator(result, middle, least, most, win)
  local limit = max(min(MOST, ((win or huge) - abs(middle)) * SHARE_OF_WIN), 0)
  least, most = max(least or -huge, middle - limit), min(most or huge, middle + limit)
  return function(state, me)
    local ok, answer = pcall(result, state, me)
    if not ok and (type(answer) ~= "string" or answer == "not enough memory") then error(answer, 0) end
    if not ok or not is_finite(answer) then return middle end
    return max(min(middle + (answer - middle) * POINT, most), least)
  end
end

-- The function that values states that are not over, in place of the game's `evaluate`; nil if there is none.
-- @tparam table own the options of a search that may have one
-- @tparam table game its functions, without `evaluate`
-- @param state
function current.of(own, game, state)
  local known, values = own.known, own.values
  if known.tells_apart == nil then known.tells_apart = current.tells_apart(game, state) end
  if not known.tells_apart then return nil end
  local middle = middle_of(false, values.value_min, values.value_max)
  return current.evaluator(game.result, middle, values.value_min, values.value_max, values.win)
end

return current
