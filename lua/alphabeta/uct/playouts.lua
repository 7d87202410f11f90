-- The playouts of a Monte Carlo tree search: random games from a state, and what their ends are worth. Internal:
-- `search.lua` and `hidden.lua` use it.
--
-- The moves of a playout are on the path of the search, see fallback/path.lua. So a pause takes them back and makes
-- them again, and a limit, a stop or an error takes them back and ends the search, at any ply.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, limits, message = use("common.constant_rows", "fallback.limits", "front.message")
local paths, random, sums, tree = use("fallback.path", "common.random", "common.sums", "uct.tree")

local abs, huge, select, type = math.abs, math.huge, select, type
local term, INFINITE = sums.term, sums.INFINITE

local playouts = {}

-- The most plies of a playout; in a game with `evaluate`, which values the state after EVALUATED_PLIES.
local MAX_PLIES, EVALUATED_PLIES = 200, 8

-- Of a won game's points, the part that the margin decides.
local MARGIN = 0.05

-- In the first ASKING playouts of a search, the game is asked at each ply who moves, to find out how many players there
-- are.
local ASKING = 4

-- A pause takes the moves of a playout back, and they are made again. The playout then goes on for this many times the
-- plies that were made again, so slow rules need few slices for it.
local PLIES_AHEAD = 2

-- The points of a value for the player who benefits from it.
local function points_of(t, value, is_over)
  if t.is_scaled then
    value = term(value)
    if value < t.lowest then t.lowest = value end
    if value > t.highest then t.highest = value end
    return value
  end
  if value == 0 then return 0.5 end
  local size, share = term(abs(value)), 1
  if size < INFINITE then
    local sum = is_over and t.ends or t.estimates
    sum.count, sum.size = sum.count + 1, sum.size + size
    local both = size + sum.size / sum.count
    share = both > 0 and size / both or 0.5
  end
  local half = is_over and 0.5 - MARGIN * (1 - share) or share / 2
  return value > 0 and 0.5 + half or 0.5 - half
end

-- Makes the functions of the playouts of a search `e` with a tree `t`. `alternates` in the searcher's memory says
-- whether two players take turns, as far as is known.
function playouts.new(e, t)
  local path, players, random_of = e.path, t.players, t.random
  local enter, leave, list = path.enter, path.leave, path.list
  local asks_player, has_sides, is_minimizing = e.player ~= nil, type(e.max_player) ~= "nil", e.minimizing == true
  local ends_by_depth = e.evaluate and EVALUATED_PLIES or MAX_PLIES
  local own, memory, is_in_place = {}, e.memory, e.style == "in place"

  -- Whether a playout of this search counts in its tree, so that there is a best move. A new player empties the tree.
  function own.has_counted() return e.nodes > 0 and t.root.visits > 0 end

  -- Called at each ply, before the state is asked for its moves: pauses, or ends the search if its time is over, or if
  -- it was stopped. Before a playout has counted, it ends that one early, as `is_late`.
  local function tick(is_listed)
    t.ticks = t.ticks + 1
    if e.is_stopping then e.quit "stopped" end
    if t.ticks < t.next_tick then return end
    local is_late = limits.is_late(e.limits)
    t.next_tick = t.ticks + e.limits.interval
    if e.slice.time < huge and path.made() >= t.due then
      local has_paused = e.look(is_listed)
      if has_paused and is_in_place then t.due = (1 + PLIES_AHEAD) * path.made() end
    end
    if not is_late then return end
    if own.has_counted() then e.quit "time" end
    t.is_late = true
  end
  own.tick = tick

  -- Takes all moves back.
  function own.leave_all()
    for _ = 1, path.made() do leave(e.state) end
    t.due = 0
  end

  -- The number of a player, who may be a new one.
  local function number_of(player)
    if has_sides then player = player == e.max_player end
    local number = paths.number_of(player, players, constants.MAXN_PLAYERS)
    if not number then
      path.reject("player", "expected at most %d players with algorithm 'uct', got another one, %s",
        constants.MAXN_PLAYERS, message.describe(player))
    end
    if number > 2 and e.is_mover then
      message.fail "alphabeta: with view 'mover', algorithm 'uct' needs a game of two players"
    end
    return number
  end

  -- The number of the player who moves at a state. Without `player`, two players take turns; then it is `expected`.
  local function player_at(state, expected)
    if not asks_player then return expected end
    local number = number_of(path.player(state))
    if number ~= expected then memory.alternates = false end
    return number
  end
  own.player_at = player_at

  -- Asks a finished state for the other player, if one alone has moved so far. It need not know any.
  local function meet(state)
    if not asks_player or #players > 1 then return end
    path.note "player"
    local player = e.player(state)
    if type(player) ~= "nil" and player == player then number_of(player) end
  end

  -- The value of a state, for the root's player or another one. A player may be false.
  local function value_of(state, is_over, player)
    e.evaluations = e.evaluations + 1
    return path.value(state, is_over, player)
  end
  own.value_of = value_of

  -- The points of a state, by player. Then, of two players, whether it is won (1), drawn (0.5) or lost (0) for player
  -- 1, and its value for player 1. `mover` moves there if players take turns.
  local function judge(state, is_over, mover)
    if #players > 2 then
      local points = {}
      for i = 1, #players do
        points[i] = points_of(t, (is_minimizing and -1 or 1) * value_of(state, is_over, players[i]), is_over)
      end
      return points
    end
    local value, is_other = value_of(state, is_over), t.own ~= 1
    if e.is_mover and (asks_player and number_of(path.player(state)) or mover) ~= t.own then
      is_other = not is_other
    end
    if is_other ~= is_minimizing then value = -value end
    local points = points_of(t, value, is_over)
    return {points, t.is_scaled and -points or 1 - points}, value > 0 and 1 or value < 0 and 0 or 0.5, value
  end

  -- The same of a finished game. Its first playouts also ask who is the other player.
  function own.judge_end(state, mover)
    if t.plies_count < ASKING then meet(state) end
    return judge(state, true, mover)
  end

  -- The index of a move with which `mover` wins at once, and its value for player 1; nil if there is none.
  function own.winning_index(state, moves, count, mover)
    for index = 1, count do
      tick(true)
      local after = enter(state, moves[index], index)
      local _, outcome, value
      if e.is_over and path.is_over(after) or not e.is_over and select(2, list(after)) == 0 then
        _, outcome, value = judge(after, true, 3 - mover)
      end
      leave(after)
      if outcome == (mover == 1 and 1 or 0) then return index, value end
    end
  end

  -- Plays from a state with `count` listed successors; `mover` is to move there if players take turns. Returns the
  -- results of `judge`.
  function own.run(state, moves, count, chances, mover)
    local ply, is_first, line, movers, at = 0, t.plies_count < ASKING, t.line, t.movers, path.made()
    while count > 0 and ply < ends_by_depth and not t.is_late do
      local index
      if chances then
        index = tree.outcome(t, chances, count)
      else
        if is_first or not memory.alternates and line then mover = player_at(state, mover) end
        index = random.integer(random_of, count)
        if line then
          local move = moves[index]
          at = at + 1
          line[at], movers[at] = move == move and move, mover -- NaN is no move that can be found again
        end
        mover = 3 - mover
      end
      state, ply = enter(state, moves[index], index, chances ~= nil), ply + 1
      tick(false) -- before the list: a pause may make other objects
      moves, count, chances = list(state)
    end
    if is_first and count == 0 then meet(state) end
    t.plies_sum, t.plies_count, t.line_length = t.plies_sum + ply, t.plies_count + 1, at
    return (judge(state, count == 0, mover))
  end

  return own
end

return playouts
