-- What states are worth where the game goes on, in a game without `evaluate`: `result` of such a state may say it. In a
-- game of points it is the score so far; in others it says the same of all such states, or raises an error. Mobility
-- may say it, too; in others the number of moves depends on the ply alone, or changes from ply to ply. Internal.
--
-- A searcher finds out which at its first search: it plays a few lines of random moves, the same ones in every process.
-- `result` is of use if it says different things of two states at the same ply with the same player to move. Mobility
-- is if it lasts: if it is correlated, seen by one player, with that one and two plies later.

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

-- Lines for `result` and for mobility, the plies of one, and how many successors are listed for it.
local LINES, MOBILITY_LINES, PLIES, SUCCESSORS = 4, 8, 60, 2500

-- Mobility lasts if the sums of its products are at least so much of the sum of its squares. Over random lines they are
-- -1 to 0.2 in hex, gomoku, pentago, connect four and draughts, and mostly more in amazons, ataxx, breakthrough,
-- morris, onitama and reversi. So many products must be added up to say that it does not last.
local LASTING, PRODUCTS_MIN = 0.2, 8

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

-- Begins a line at a state with `count` successors.
local function begin_line(found, count)
  found.mover, found.count, found.before, found.last = found.first, count, nil, nil
end

-- Adds up the products of the mobility of a state of a line with that one and two plies before. A state where the same
-- player moves again has none.
local function add_mobility(found, mover, count)
  local value, before, last = count - found.count, found.before, found.last
  if mover == found.mover then
    found.takes_turns, found.count = false, count
    return
  end
  if mover ~= found.first then value = -value end
  if before then
    found.products, found.squares = found.products + 1, found.squares + before * before
    found.next, found.second = found.next + before * last, found.second + before * value
  end
  found.mover, found.count, found.before, found.last = mover, count, last, value
end

-- Compares what `result` says of a state of a line with what it said of the first one at its ply with the same player.
local function compare(found, rules, state, ply, mover)
  local said, answer = found[ply] or {}, answer_of(found, rules, state)
  found[ply] = said
  if said[mover] == nil then said[mover] = answer end
  if found.asks_result and answer ~= nil and said[mover] ~= answer then found.tells_apart = true end
end

-- Looks at a state of a line, with `count` successors.
local function look_at(found, rules, state, ply, count)
  local mover = ply % 2
  if rules.player then mover = rules.player(state) end
  if not found.movers[mover] then found.movers[mover], found.mover_count = true, found.mover_count + 1 end
  add_mobility(found, mover, count)
  compare(found, rules, state, ply, mover)
end

-- Plays a line of random moves, and notes in `path` those that are made in place. Returns true.
local function play_line(player, state, found, path, generator)
  local rules, left = player.rules, SUCCESSORS
  for ply = 0, PLIES do
    local list, is_chance = games.successors(player, state)
    if not list then break end
    if ply > 0 then look_at(found, rules, state, ply, #list) else begin_line(found, #list) end
    left = left - #list
    if left < 0 or found.tells_apart or not (found.asks_result or found.asks_mobility) then break end
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
-- `result` a line goes on. After another one, which the search will meet again, nothing is said of mobility.
-- @tparam table game its functions, and `style`
-- @param state
-- @tparam boolean asks_result whether `result` may
-- @tparam boolean asks_mobility whether mobility may
-- @treturn boolean whether `result` does
-- @treturn ?boolean whether nothing does in a game of two players; nil if there were too few states
-- @treturn ?boolean whether the players then take turns, with one move each
local function find_out(game, state, asks_result, asks_mobility)
  if is_trying() then return false, false end
  local rules = {style = game.style, lister = games.lister_of(game.style)}
  for name, value in next, game do rules[name] = value end
  local player = games.strict(rules)
  player.most_successors = SUCCESSORS
  local generator, path = random.from_number(0), {}
  local found = {
    asks_result = asks_result, asks_mobility = asks_mobility, first = 0, movers = {}, mover_count = 0,
    takes_turns = true, products = 0, squares = 0, next = 0, second = 0,
  }
  found.asks_result = try(function()
    if rules.player then
      found.me = rules.player(state)
      found.first = found.me
    end
    return asks_result and is_finite(rules.result(state, found.me))
  end)
  local is_whole, line = true, 0
  while line < MOBILITY_LINES and not found.tells_apart and (found.asks_result or found.asks_mobility) do
    line = line + 1
    if line > LINES then found.asks_result = false end
    if not try(function() return play_line(player, state, found, path, generator) end) then
      is_whole, found.asks_mobility = false, false
    end
    for i = #path, 1, -1 do
      pcall(games.unmake, player, state, path[i].move, path[i].undo)
      path[i] = nil
    end
  end
  if found.tells_apart or not is_whole then return found.tells_apart or false, false end
  if found.products < PRODUCTS_MIN then return false, nil end
  local lasts = found.squares > 0 and min(found.next, found.second) >= LASTING * found.squares
  return false, found.mover_count == 2 and not lasts, found.takes_turns
end

-- The same, for a search by options. The time that it takes is added to `spent` of what the searcher knows.
local function find_out_for(own, game, state, asks_mobility)
  local known, clock = own.known, own.engine.clock
  local start = clock()
  local tells_apart, is_blind, takes_turns = find_out(game, state, known.tells_apart == nil, asks_mobility)
  known.tells_apart = known.tells_apart or tells_apart
  if asks_mobility then known.is_blind, known.takes_turns = is_blind, takes_turns end
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
