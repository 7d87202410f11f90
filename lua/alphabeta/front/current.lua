-- What states are worth where the game goes on, in a game without `evaluate`: `result` of such a state may say it. In a
-- game of points it is the score so far; in others it says the same of all such states, or raises an error. Mobility
-- may say it, too; in others the number of moves depends on the ply alone, or changes from ply to ply. Internal.
--
-- A searcher finds out which in its first searches. Each begins with lines of random moves, the same ones in every
-- process: see fallback/lines.lua. `result` is of use if it says different things of two states at the same ply with
-- the same player to move. Mobility is of use if it lasts, which takes three tests:
--
-- * Seen by one player, it is correlated with that one ply later. In hex and connect four, the number of moves depends
--   on the ply alone, or nearly so.
-- * It is correlated with that two plies later by more than what a player gains in moves is lost again at the next
--   turn. In draughts, a player who must capture has one move, and many at the next turn: mobility would give men away.
-- * In a game of points, a player who has more moves does not lose points by the next moves. In ataxx, most moves are
--   those of men who are taken back.
--
-- If mobility lasts, it may still mislead. In dodgem, whoever gets a car off the board has fewer moves, so a search by
-- mobility never does. A contest decides: games in which one player chooses by mobility among a few random moves, and
-- the other one moves at random. In dodgem, mobility wins 14 % of them. In amazons, ataxx, breakthrough, kalah, morris
-- and onitama it wins 88 to 97 %, in reversi 61 %.
--
-- `known` is what a searcher knows of its game:
--   tells_apart      whether `result` says different things of states that are not over; nil: unknown
--   lasts            whether mobility lasts; nil: unknown
--   is_blind         whether it does not in a game of two players
--   is_for_two       whether two players move
--   contest          what a contest has found so far
--   misleads         whether mobility has lost most of its games
--   has_contest      whether it is decided
--   moves            how many moves there were at the root of the lines
--   length           how many plies a random game has; nil: unknown
--   playout_time     about how many seconds a random game takes; nil: unknown
--   back_time        the part of them in which its moves are taken back
--   slice            the seconds of a slice; nil: unknown, or the search does not go by slices of time
--   found            what the lines have found so far, if a limit has cut them short
--   spent, waited    seconds that the lines of the current search took, and how many of them it waited for a slice

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals, neutral_value = use("common.constant_rows", "common.globals", "common.neutral_value")

local co = globals.coroutine
local abs, error, floor, huge, max, min, pcall, rawequal, setmetatable, sqrt, type =
  math.abs, error, math.floor, math.huge, math.max, math.min, pcall, rawequal, setmetatable, math.sqrt, type

local current = {}

-- The plies of the lines: the first ones are short, because a limit may end them at any ply. `result` is asked in so
-- many of them.
local LENGTHS, RESULT_LINES = {3, 6, 12, 24, 48, 60, 60, 60, 60, 60, 60}, 7

-- Mobility lasts if it passes the tests above. The first two compare sums of products with sums of squares, the last
-- one is a correlation. Over lines from 40 random positions of each game, the first is at most 0 in hex, gomoku,
-- pentago, connect four and dots and boxes, and at least 0.2 in the others. The second is at least 0 in 19 of 20 cases
-- in amazons, ataxx, breakthrough, morris, onitama and reversi, and at most -0.1 in draughts. The third is -0.3 to -0.6
-- in ataxx, and mostly more than -0.2 in reversi and kalah. The constants lie between, and few lines decide.
local NEXT_MIN, LASTING_MIN, POINTS_MIN = 0.1, -0.1, -0.25

-- In a search that only a depth limits, lines have at most PLIES_MOST plies. If they ask for mobility alone, they have
-- no more than TREE_SHARE of the nodes of the least tree of that depth.
local PLIES_MOST, TREE_SHARE = 250, 1 / 10

-- How many plies later points count: two moves of each player.
local POINTS_PLIES = 4

-- At least PRODUCTS_MIN products must be added up to say whether mobility lasts. From PRODUCTS_ENOUGH on, it is turned
-- off without waiting for the next lines.
local PRODUCTS_MIN, PRODUCTS_ENOUGH = 8, 30

-- Monte Carlo tree search is chosen if PLAYOUTS_MIN random games fit into the time, and one for each move. It is
-- also chosen if not even a search to depth 1 fits, which lists the moves after each. At a pause, the moves of a game
-- are taken back, and made again: that may take SLICE_SHARE of a slice. A game in which no line has ended counts as one
-- of LONG plies.
local PLAYOUTS_MIN, SLICE_SHARE, LONG = 16, 1 / 2, 120

-- About how many random games a game of a contest costs: at every second ply, CONTEST_MOVES moves are looked at, too.
local GAME_COST = 1 + constants.CONTEST_MOVES / 2

-- What a point is worth: about a quarter of a move of mobility, and a power of two, so that no digit is lost. Where
-- both count, matches of reversi and kalah favour four points for a move over one.
local POINT = 2 ^ -22

-- The most that all points together are worth, so that the end of a game counts more; and as a part of what is between
-- the middle and `win`.
local MOST, SHARE_OF_WIN = 1 / 2, 1 / 2

local function is_finite(value) return type(value) == "number" and value > -huge and value < huge end

-- What `result` says of a state where the game goes on; nil after an error of the game's own, which is the same if it
-- is asked again. Another error, of a debug hook for example, is passed on.
-- @tparam function result
-- @param state
-- @param me
function current.said(result, state, me)
  local ok, answer = pcall(result, state, me)
  if ok then return answer end
  if type(answer) ~= "string" or answer == "not enough memory" then error(answer, 0) end
  local second_ok, second = pcall(result, state, me)
  if second_ok then error(answer, 0) end
  if rawequal(answer, second) then return nil end
  local third_ok, third = pcall(result, state, me)
  error(not third_ok and rawequal(answer, third) and second or answer, 0)
end

-- What the lines of a search are to find out, as far as it is not known; nil if nothing.
-- @tparam table known
-- @tparam boolean asks_result whether a search may value states by `result`
-- @tparam boolean asks_mobility whether it depends on mobility
function current.unknown(known, asks_result, asks_mobility)
  local found = known.found
  asks_result = asks_result and known.tells_apart == nil
  asks_mobility = asks_mobility and (known.lasts == nil or found and found.asks_mobility)
  if not (asks_result or asks_mobility) then return nil end
  if not found or asks_mobility and not found.asks_mobility then
    found = {
      asks_result = known.tells_apart ~= false, tells_apart = known.tells_apart, asks_mobility = asks_mobility,
      line = 0, movers = {}, mover_count = 0, ply_time = huge, back_time = huge,
      products = 0, squares = 0, next = 0, second = 0, changes = 0, returned = 0,
      points = {count = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0},
    }
  end
  known.found, found.said, found.needs_result = found, {}, asks_result
  return found
end

-- Whether a search of `seconds`, in slices as far as they are known, has time for `count` random games.
local function has_time_for(known, count, seconds)
  return not known.playout_time or count * known.playout_time <= seconds
    and (not known.slice or 2 * known.back_time <= SLICE_SHARE * known.slice)
end

-- The record of a contest that is to be held before a search; nil if none is. A search that only a depth limits has
-- fewer nodes than a game.
-- @tparam table known
-- @tparam number seconds
-- @tparam number nodes
function current.contest(known, seconds, nodes)
  local has_begun = known.contest ~= nil
  if not (known.lasts or has_begun) or known.tells_apart or known.has_contest or not known.is_for_two then
    return nil
  end
  local is_by_depth = min(seconds, nodes) == huge
  if is_by_depth or GAME_COST * known.length > nodes or not has_time_for(known, GAME_COST, seconds) then return nil end
  known.contest = known.contest or {asks_contest = true, games = 0, lead = 0}
  return known.contest
end

-- Notes the end of a game of a contest: 1 if mobility has won it, -1 if it has lost, 0 if neither.
-- @tparam table found
-- @tparam number winner
function current.count_game(found, winner) found.games, found.lead = found.games + 1, found.lead + winner end

-- Whether the lines have told all that they can tell.
-- @tparam table found
function current.is_known(found)
  if found.asks_contest then
    return found.games >= constants.CONTEST_GAMES or abs(found.lead) >= constants.CONTEST_LEAD
  end
  return (not found.asks_mobility or found.products >= constants.PROBE_PRODUCTS)
    and (found.tells_apart or not found.asks_result or found.line >= RESULT_LINES)
end

-- How many plies the next line may have; nil if there is none.
-- @tparam table found
-- @tparam[opt] number most how many plies a search may spend on lines: two of them have room
function current.next_length(found, most)
  local length = not current.is_known(found) and LENGTHS[found.line + 1]
  return length and max(min(length, floor((most or huge) / 2)), 1) or nil
end

-- How many plies the lines of a search may have that only its depth limits, from a state with `count` successors. In
-- the least tree of alpha-beta the first move is always the best.
-- @tparam table e the search
-- @tparam table found
-- @tparam number count
function current.most_plies(e, found, count)
  if found.needs_result then return PLIES_MOST end
  local half = floor(e.depth / 2)
  local nodes = e.prunes and count ^ half + count ^ (e.depth - half) or count ^ e.depth
  return floor(min(nodes * TREE_SHARE, PLIES_MOST))
end

-- Begins a line at a state with `count` successors, where `mover` is to move.
-- @tparam table found
-- @param mover
-- @tparam number count
function current.begin_line(found, mover, count)
  found.first, found.mover, found.count, found.before, found.last = mover, mover, count, nil, nil
  found.moves = count
  found.counts, found.change_of, found.values, found.points_at = {[mover] = count}, {}, {}, {}
end

-- Adds up the products of what a player's number of moves has changed by since the turn before, and of the change
-- before that.
local function add_change(found, mover, count)
  local before, change = found.counts[mover], nil
  if before then
    local last = found.change_of[mover]
    change = count - before
    if last then found.changes, found.returned = found.changes + last * last, found.returned + last * change end
  end
  found.counts[mover], found.change_of[mover] = count, change
end

-- Records the number of plies after which the game was over in a line.
-- @tparam table found
-- @tparam number plies
function current.note_length(found, plies) found.length = max(found.length or 0, plies) end

-- Ends a line of `plies`, which took `seconds` together, and `back` seconds to be taken back. The fastest line counts:
-- others wait for a compiler, or for the next slice.
-- @tparam table found
-- @tparam number plies
-- @tparam number seconds
-- @tparam number back
function current.end_line(found, plies, seconds, back)
  if plies == 0 then return end
  found.ply_time = min(found.ply_time, (seconds + back) / plies)
  found.back_time = min(found.back_time, back / plies)
end

-- Adds up the products of the mobility of a state of a line with that one and two plies before. A state where the same
-- player moves again has none. Returns it, in the view of the first player.
local function add_mobility(found, mover, count)
  local value, before, last = count - found.count, found.before, found.last
  if mover == found.mover then
    found.count = count
    return nil
  end
  if mover ~= found.first then value = -value end
  if before then
    found.products, found.squares = found.products + 1, found.squares + before * before
    found.next, found.second = found.next + before * last, found.second + before * value
  end
  add_change(found, mover, count)
  found.mover, found.count, found.before, found.last = mover, count, last, value
  return value
end

-- Adds mobility and the points that were won after it to the sums of a correlation.
local function add_points(found, ply, points)
  local x, before, sums = found.values[ply - POINTS_PLIES], found.points_at[ply - POINTS_PLIES], found.points
  found.points_at[ply] = points
  if not x or not before then return end
  local y = points - before
  sums.count, sums.x, sums.y = sums.count + 1, sums.x + x, sums.y + y
  sums.xx, sums.xy, sums.yy = sums.xx + x * x, sums.xy + x * y, sums.yy + y * y
end

-- Compares what `result` says of a state of a line with what it said of the first one at its ply with the same player.
-- If it is no number, it is not asked again.
local function compare(found, answer, ply, mover)
  found.asks_result = answer == nil or is_finite(answer)
  local at_ply = found.said[ply] or {}
  found.said[ply] = at_ply
  if at_ply[mover] == nil then at_ply[mover] = answer end
  if found.asks_result and answer ~= nil and at_ply[mover] ~= answer then found.tells_apart = true end
end

-- What `result` says, in the view of the first player of a line.
local function points_of(e, found, answer, mover)
  local is_good
  if e.is_mover then
    is_good = mover == found.first
  elseif e.max_player ~= nil then
    is_good = e.max_player == found.first
  else
    is_good = not e.minimizing
  end
  return is_good and answer or -answer
end
current.points_of = points_of

-- Looks at a state of a line where the game goes on.
-- @tparam table e the search
-- @tparam table found
-- @tparam number ply from the first state of the line, whose ply is 0
-- @param mover
-- @tparam number count of its successors
-- @param state
function current.look_at(e, found, ply, mover, count, state)
  if ply > 0 then
    if not found.movers[mover] then found.movers[mover], found.mover_count = true, found.mover_count + 1 end
    found.values[ply] = add_mobility(found, mover, count)
  end
  if not found.asks_result or found.line >= RESULT_LINES and not found.tells_apart then return end
  local answer = current.said(e.result, state, e.me)
  if ply > 0 then compare(found, answer, ply, mover) else found.asks_result = is_finite(answer) end
  if found.asks_mobility and is_finite(answer) then add_points(found, ply, points_of(e, found, answer, mover)) end
end

-- Whether a player with more moves does not lose points by the next ones.
local function keeps_points(sums)
  local count = sums.count
  if count < PRODUCTS_MIN then return true end
  local xx, yy = sums.xx - sums.x * sums.x / count, sums.yy - sums.y * sums.y / count
  local xy = sums.xy - sums.x * sums.y / count
  return xx <= 0 or yy <= 0 or xy >= POINTS_MIN * sqrt(xx * yy)
end

-- Whether mobility lasts, by what the lines have found.
local function lasts(found)
  local squares, returned = found.squares, found.changes > 0 and found.returned / found.changes or 0
  return squares > 0 and found.next >= NEXT_MIN * squares
    and found.second / squares + returned >= LASTING_MIN
    and (not found.tells_apart or keeps_points(found.points))
end

-- Stores what is known after a contest. Until it is decided, mobility misleads if it is behind by half of what decides.
local function store_contest(known, found)
  known.has_contest = current.is_known(found)
  known.misleads = found.lead <= (known.has_contest and -1 or -constants.CONTEST_LEAD / 2)
  known.is_blind, known.lasts = known.misleads, not known.misleads
end

-- Stores what is known after a search's lines. If a limit has cut them short, what they have found so far counts for
-- this search, and those of the next search go on.
-- @tparam table known
-- @tparam table found
function current.store(known, found)
  if found.asks_contest then return store_contest(known, found) end
  local is_whole = current.next_length(found) == nil
  if found.tells_apart or not found.asks_result or found.line >= RESULT_LINES then
    known.tells_apart = found.tells_apart or false
  end
  if found.asks_mobility and found.products >= PRODUCTS_MIN then
    local is_lasting = lasts(found) and not known.misleads
    known.is_for_two = found.mover_count == 2
    known.is_blind = known.is_for_two and not is_lasting
    if is_whole or found.products >= PRODUCTS_ENOUGH then known.lasts = is_lasting end
  end
  local plies = found.length or LONG
  known.length, known.moves = plies, found.moves
  if found.ply_time < huge then
    known.playout_time, known.back_time, known.slice = plies * found.ply_time, plies * found.back_time, found.slice
  end
  if is_whole then known.found = nil end
end

-- The search whose lines ask `result`. If that searches in turn, no lines are played there.
local asking = setmetatable({}, {__mode = "v"})

-- Notes that the lines of a search ask the game's functions.
function current.note_asking(e) asking.e = e end

-- Whether lines ask this function `result`, and it searches in turn.
function current.is_asking(result)
  local e = asking.e
  if not e or e.ended or not rawequal(e.result, result) then return false end
  local thread = e.own or e.thread
  return not thread or co.status(thread) ~= "suspended"
end

-- Whether a search of `seconds` must be a Monte Carlo tree search, if the options allow it.
-- @tparam table known
-- @tparam number seconds
function current.prefers_uct(known, seconds)
  if not known.is_blind or known.tells_apart then return false end
  if not known.playout_time then return true end
  local has_depth_1 = known.moves / known.length * known.playout_time <= seconds
  return has_time_for(known, has_depth_1 and max(PLAYOUTS_MIN, known.moves) or 0, seconds)
end

-- Makes the function that values states that are not over. An error of `result` there says nothing.
-- @tparam function result
-- @tparam number neutral what a state is worth of which it says nothing: see neutral_value.lua
-- @tparam[opt] number least the option `value_min`
-- @tparam[opt] number most the option `value_max`
-- @tparam[opt] number win
-- @treturn function (state, me) -> number
function current.evaluator(result, neutral, least, most, win)
  local limit = max(min(MOST, ((win or huge) - abs(neutral)) * SHARE_OF_WIN), 0)
  least, most = max(least or -huge, neutral - limit), min(most or huge, neutral + limit)
  return function(state, me)
    local answer = current.said(result, state, me)
    if not is_finite(answer) then return neutral end
    return max(min(neutral + (answer - neutral) * POINT, most), least)
  end
end

-- The function that values states that are not over, in place of the game's `evaluate`; nil if there is none.
-- @tparam table own the options of a search that may have one
-- @tparam table game its functions, without `evaluate`
function current.of(own, game)
  if not own.known.tells_apart then return nil end
  local values = own.values
  local neutral = neutral_value(false, values.value_min, values.value_max)
  return current.evaluator(game.result, neutral, values.value_min, values.value_max, values.win)
end

return current
