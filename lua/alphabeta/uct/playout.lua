-- Playouts: random games from a leaf of the tree, and the points of their ends. Internal: `search.lua` uses it.
--
-- The moves of a playout are on the path of the search, see fallback/path.lua. So a pause takes them back and makes
-- them again, and a limit, a stop or an error takes them back and ends the search, at any ply.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, limits, message = use("common.constant_rows", "fallback.limits", "front.message")
local random, tree = use("common.random", "uct.tree")

local abs, huge, min, type = math.abs, math.huge, math.min, type
local draw, term = random.integer, tree.term
local PLAYERS_MAX = constants.MAXN_PLAYERS

local playout = {}

-- How many plies a playout takes at most, and in a game with `evaluate`, which then values the state.
local MAX_PLIES, EVALUATED_PLIES = 200, 8

-- Of a won game's points, the part that the margin decides.
local MARGIN = 0.05

-- Winning moves are tried first if random play wastes the first chance to win: if the player who had it wins less than
-- this share of WATCHED playouts. One playout in WATCHED_ONE_IN is watched for that.
local WATCHED, WATCHED_ONE_IN, KEPT_SHARE = 64, 20, 0.64

-- In so many playouts of a search each player is asked for, to find out how many there are.
local ASKING = 4

-- Seconds between two reads of the clock, and the most plies.
local PERIOD, INTERVAL_MAX = 0.0001, 256

-- What is known of a game's playouts: of those that were watched, how many there were, and how many points the player
-- had who could win first; and whether two players take turns, as far as is known.
function playout.new_habits() return {watched = 0, kept = 0, alternates = true} end

-- The index of the outcome of a chance node for a random number.
function playout.outcome(t, probabilities, count)
  local left, index = t.random(), 1
  while index < count and left > probabilities[index] do left, index = left - probabilities[index], index + 1 end
  return index
end
local outcome_of = playout.outcome

-- The points of a value for the player who benefits from it.
local function points_of(t, value, is_over)
  if t.is_scaled then
    value = term(value)
    if value < t.lowest then t.lowest = value end
    if value > t.highest then t.highest = value end
    return value
  end
  if value == 0 then return 0.5 end
  local size = abs(value)
  local share = 1
  if size < huge then
    local sizes, count = is_over and "ends" or "estimates", is_over and "end_count" or "estimate_count"
    size = term(size)
    t[sizes], t[count] = (t[sizes] or 0) + size, (t[count] or 0) + 1
    local both = size + t[sizes] / t[count]
    share = both > 0 and size / both or 0.5
  end
  local half = is_over and 0.5 - MARGIN * (1 - share) or share / 2
  return value > 0 and 0.5 + half or 0.5 - half
end

-- Makes the functions of the playouts of a search `e` with a tree `t`.
function playout.new(e, t)
  local path, players, habits = e.path, t.players, t.habits
  local enter, leave, successors, value_of = path.enter, path.leave, path.successors, path.value
  local asks_player, has_sides, is_minimizing = e.player ~= nil, type(e.max_player) ~= "nil", e.minimizing
  local ends_by_depth = e.evaluate and EVALUATED_PLIES or MAX_PLIES
  local own = {}

  -- Whether a playout of this search counts in its tree, so that there is a best move. A new player empties the tree.
  local function has_counted() return e.nodes > 0 and t.root.visits > 0 end
  own.has_counted = has_counted

  -- Ends the search. The next one may use the tree: no node is being changed.
  local function quit(reason)
    e.memory.uct = t.is_kept and t or nil
    if t.solver then t.solver:close() end
    t.solver = nil
    e.quit(reason)
  end

  -- Lets a slice end if it is used up. Until it goes on, the next search may use the tree.
  local function pause(is_listed)
    e.memory.uct = t.is_kept and t or nil
    e.look(is_listed)
    e.memory.uct = nil
  end
  own.pause = pause

  -- Called at each ply: pauses, or ends the search if its time is over, or if it was stopped. Before a playout has
  -- counted, it ends that one early, as `is_late`. `is_listed` says whether the state's successors are known.
  local function tick(is_listed)
    t.ticks = t.ticks + 1
    if e.is_stopping then quit "stopped" end
    if t.ticks < t.next_tick then return end
    local l, now = e.limits, limits.now()
    local passed = now - t.looked
    if passed * 2 < PERIOD and t.interval < INTERVAL_MAX then
      t.interval = t.interval * 2
    elseif passed > PERIOD and t.interval > 1 then
      t.interval = t.interval / 2
    end
    t.looked, t.next_tick = now, t.ticks + t.interval
    if e.slice_end < huge then pause(is_listed) end
    if now - l.start < min(l.time, l.thought + l.waited) then return end
    if has_counted() then quit "time" end
    t.is_late = true
  end
  own.tick = tick

  -- Takes all moves back.
  local function leave_all()
    for _ = 1, path.made() do leave(e.state) end
  end
  own.leave_all = leave_all

  -- Adds what an iterator yields to a list. Returns its length.
  local function drain(moves, more)
    local count, move = 0, more()
    while type(move) ~= "nil" do
      count = count + 1
      moves[count], move = move, more()
    end
    path.use(moves, count)
    return count
  end

  -- The moves or outcomes of a state: a list, and how many there are, 0 if the game is over; and the probabilities of
  -- outcomes.
  local function list(state)
    local moves, count, more, chances = successors(state)
    if more then count = drain(moves, more) end
    return moves, count, chances
  end
  own.list = list

  -- The index of a player, who may be a new one.
  local function index_of(player)
    if has_sides then player = player == e.max_player end
    for i = 1, #players do if players[i] == player then return i end end
    if #players >= PLAYERS_MAX then
      path.reject("player", "expected at most %d players with algorithm 'uct', got another one, %s", PLAYERS_MAX,
        message.describe(player))
    end
    players[#players + 1] = player
    if #players > 2 and e.view == "mover" then
      message.fail "alphabeta: with view 'mover', algorithm 'uct' needs a game of two players"
    end
    return #players
  end

  -- The index of the player who moves at a state. Without `player`, two players take turns; then it is `expected`.
  local function player_at(state, expected)
    if not asks_player then return expected end
    local index = index_of(path.player(state))
    if index ~= expected then habits.alternates = false end
    return index
  end
  own.player_at = player_at

  -- Asks a finished state for the other player, if one alone has moved so far. It need not know any.
  local function meet(state)
    if not asks_player or #players > 1 then return end
    path.note "player"
    local player = e.player(state)
    if type(player) ~= "nil" and player == player then index_of(player) end
  end

  -- The value of a state, for the root's player or another one. A player may be false.
  local function value_for(state, is_over, player)
    e.evaluations = e.evaluations + 1
    return value_of(state, is_over, player)
  end

  -- The value of a finished game.
  function own.value(state) return value_for(state, true) end

  -- The points of a state, of player 1 or of each player. Of a finished game, also whether it is won (1), drawn (0.5)
  -- or lost (0) for player 1, and its value for player 1. `mover` moves there if players take turns.
  local function judge(state, is_over, mover)
    if t.is_many and not has_sides then
      local points = {}
      for i = 1, #players do
        points[i] = points_of(t, (is_minimizing and -1 or 1) * value_for(state, is_over, players[i]), is_over)
      end
      return points
    end
    local value = value_for(state, is_over)
    local is_other = t.own ~= 1 and not t.is_scaled
    if e.view == "mover" and (asks_player and index_of(path.player(state)) or mover) ~= t.own then
      is_other = not is_other
    end
    if is_minimizing then is_other = not is_other end
    if is_other then value = -value end
    return points_of(t, value, is_over), value > 0 and 1 or value < 0 and 0 or 0.5, value
  end

  -- The results of `judge` for a finished game. Its first playouts also ask who is the other player.
  function own.judge_end(state, mover)
    if t.plies_count < ASKING then meet(state) end
    return judge(state, true, mover)
  end

  -- Whether the game is over at a state.
  local function is_finished(state)
    if e.is_over then return path.is_over(state) end
    local _, count = list(state)
    return count == 0
  end

  -- The index of a move with which `mover` wins at once, and its value for player 1; nil if there is none.
  local function winning_index(state, moves, count, mover)
    local won = mover == 1 and 1 or 0
    for index = 1, count do
      tick(true)
      local after = enter(state, moves[index] or path.get(index), index)
      local wins, value = is_finished(after), nil
      if wins then
        local _, outcome, result = judge(after, true, 3 - mover)
        wins, value = outcome == won, result
      end
      leave(after)
      if wins then return index, value end
    end
  end
  own.winning_index = winning_index

  -- Plays from a state with `count` listed successors; `mover` is to move there if players take turns. Returns the
  -- results of `judge`.
  function own.run(state, moves, count, chances, mover)
    local ply, can_win = 0, e.is_over and #players == 2
    local is_watched = can_win and habits.watched < WATCHED and e.nodes % WATCHED_ONE_IN == 0
    local is_keen = can_win and habits.watched >= WATCHED and habits.kept < KEPT_SHARE * habits.watched
    local is_first, line, movers, at = t.plies_count < ASKING, t.line, t.movers, path.made()
    local first -- the player who could win first, if this is watched
    while count > 0 and ply < ends_by_depth and not t.is_late do
      local index
      if chances then
        index = outcome_of(t, chances, count)
      else
        if is_first or not habits.alternates and (line or is_watched or is_keen) then
          mover = player_at(state, mover)
        end
        if is_watched and not first or not is_watched and is_keen then
          index = winning_index(state, moves, count, mover)
          if is_watched and index then index, first = nil, mover end
        end
        index = index or draw(t.random, count)
        if line then
          local move = moves[index]
          at = at + 1
          line[at], movers[at] = move == move and move, mover -- NaN is no move that can be found again
        end
        mover = 3 - mover
      end
      state, ply = enter(state, moves[index] or path.get(index), index, chances ~= nil), ply + 1
      tick(false) -- before the list: a pause may make other objects
      local more
      moves, count, more, chances = successors(state)
      if more then count = drain(moves, more) end
    end
    if is_first and count == 0 then meet(state) end
    t.plies_sum, t.plies_count, t.line_length = t.plies_sum + ply, t.plies_count + 1, at
    local points, outcome = judge(state, count == 0, mover)
    if first and outcome then
      habits.watched = habits.watched + 1
      habits.kept = habits.kept + (first == 1 and outcome or 1 - outcome)
    end
    return points, outcome
  end

  return own
end

return playout
