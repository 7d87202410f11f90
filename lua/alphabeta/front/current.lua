-- What states are worth where the game goes on, in a game without `evaluate`: `result` of such a state may say it. In a
-- game of points it is the score so far; in others it says the same of all such states, or raises an error. The number
-- of moves may say it, too; in others it is nearly the same in all states. Internal.
--
-- A searcher finds out which at its first search: it plays a few lines of random moves, the same ones in every process.
-- It compares states at the same ply with the same player to move. `result` is of use if it says different things of
-- two of them. The number of moves is if it differs from that of the first line in half of the others or more.

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

-- Lines, the plies of one, and how many successors are listed for it.
local LINES, PLIES, SUCCESSORS = 4, 60, 2500

-- So many states must be compared to say of the number of moves that it says nothing.
local COMPARED_MIN = 8

-- What a point is worth: about a quarter of a move of mobility, and a power of two, so that no digit is lost. Where
-- both count, matches of reversi and kalah favour four points for a move over one.
local POINT = 2 ^ -22

-- The most that all points together are worth, so that the end of a game counts more; and as a part of what is between
-- the middle and `win`.
local MOST, SHARE_OF_WIN = 1 / 2, 1 / 2

local function is_finite(value) return type(value) == "number" and value > -huge and value < huge end

-- What `result` says of a state; nil after an error. If it is no number, it is not asked again.
local function answer_of(found, rules, state)
  if not found.asks_result then return nil end
  local ok, answer = pcall(rules.result, state, found.me)
  if not ok then return nil end
  found.asks_result = is_finite(answer)
  return answer
end

-- Compares a state of a line, with `count` successors, with the first one at its ply with the same player to move.
local function compare(found, rules, state, ply, count)
  local mover = true
  if rules.player then mover = rules.player(state) end
  if rules.player and mover == found.mover then found.takes_turns = false end
  found.mover = mover
  if not found.movers[mover] then found.movers[mover], found.mover_count = true, found.mover_count + 1 end
  found[ply] = found[ply] or {}
  local first, answer = found[ply][mover], answer_of(found, rules, state)
  if not first then
    found[ply][mover] = {answer = answer, count = count}
    return
  end
  found.compared = found.compared + 1
  if first.count ~= count then found.different = found.different + 1 end
  if first.answer == nil then first.answer = answer end
  if found.asks_result and answer ~= nil and first.answer ~= answer then found.tells_apart = true end
end

-- Plays a line of random moves, and notes in `path` those that are made in place. Returns true.
local function play_line(player, state, found, path, generator)
  local rules, left = player.rules, SUCCESSORS
  found.mover = found.me
  for ply = 0, PLIES do
    local list, is_chance = games.successors(player, state)
    if not list then break end
    if ply > 0 then compare(found, rules, state, ply, #list) end
    left = left - #list
    if left < 0 or found.tells_apart or not (found.asks_result or found.asks_counts) then break end
    local move = list[random.integer(generator, #list)]
    if is_chance then move = move.outcome end
    local after, undo = games.make(player, state, move)
    state = after
    if undo then path[#path + 1] = {move = move, undo = undo} end
  end
  return true
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

-- Whether a game's functions are called by `find_out`, and search in turn.
local function is_trying()
  local thread = current.thread
  return thread ~= nil and (co.status(thread) == "normal" or co.status(thread) == "running")
end

-- Finds out what tells states apart where the game goes on, from `state` on, which is as it was then. After an error of
-- `result` a line goes on. After another one, which the search will meet again, nothing is said of the number of moves.
-- @tparam table game its functions, and `style`
-- @param state
-- @tparam boolean asks_result whether `result` may
-- @tparam boolean asks_counts whether the number of moves may
-- @treturn boolean whether `result` does
-- @treturn ?boolean whether nothing does in a game of two players; nil if too few states were compared
local function find_out(game, state, asks_result, asks_counts)
  if is_trying() then return false, false end
  local rules = {style = game.style, lister = games.lister_of(game.style)}
  for name, value in next, game do rules[name] = value end
  local player = games.strict(rules)
  player.most_successors = SUCCESSORS
  local generator, path = random.from_number(0), {}
  local found = {
    asks_result = asks_result, asks_counts = asks_counts, movers = {}, mover_count = 0, takes_turns = true,
    compared = 0, different = 0,
  }
  found.asks_result = try(function()
    if rules.player then found.me = rules.player(state) end
    return asks_result and is_finite(rules.result(state, found.me))
  end)
  local is_whole, line = true, 0
  while line < LINES and not found.tells_apart and (found.asks_result or found.asks_counts) do
    line = line + 1
    if not try(function() return play_line(player, state, found, path, generator) end) then
      is_whole, found.asks_counts = false, false
    end
    for i = #path, 1, -1 do
      pcall(games.unmake, player, state, path[i].move, path[i].undo)
      path[i] = nil
    end
  end
  if found.tells_apart or not is_whole then return found.tells_apart or false, false end
  if found.compared < COMPARED_MIN then return false, nil end
  local is_for_two = found.takes_turns and (not rules.player or found.mover_count == 2)
  return false, is_for_two and found.different * 2 < found.compared
end

-- The same, for a search by options. The time that it takes is added to `spent` of what the searcher knows.
local function find_out_for(own, game, state, asks_counts)
  local known, clock = own.known, own.engine.clock
  local start = clock()
  local tells_apart, is_blind = find_out(game, state, known.tells_apart == nil, asks_counts)
  known.tells_apart = known.tells_apart or tells_apart
  if asks_counts then known.is_blind = is_blind end
  known.spent = known.spent + (clock() - start)
end

-- Whether nothing tells the states of a game of two players apart.
-- @tparam table own the options of a search
-- @tparam table game its functions, without `evaluate`
-- @param state
-- @treturn boolean false if that is not known
function current.is_blind(own, game, state)
  local known = own.known
  if known.is_blind == nil and not known.tells_apart then find_out_for(own, game, state, true) end
  return known.is_blind or false
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
  local values = own.values
  if own.known.tells_apart == nil then find_out_for(own, game, state, false) end
  if not own.known.tells_apart then return nil end
  local middle = middle_of(false, values.value_min, values.value_max)
  return current.evaluator(game.result, middle, values.value_min, values.value_max, values.win)
end

return current
