-- Playouts: random games from a leaf of the tree, and the points of their ends. Internal: `search.lua` uses it.
--
-- A state's frame is the engine's, see fallback/backup.lua. So at a pause or after an error, the moves of a playout are
-- taken back like those of a search.

local LIBRARY = (... or "alphabeta.uct.playout"):match "^(.*)%.[^.]*%.[^.]*$"

local jit = require(LIBRARY .. ".common.globals").jit

-- LuaJIT would compile these loops together with the game's functions that they call, again and again, until its memory
-- for code is full and it drops everything. It compiles the game's functions alone instead. So do the other files.
if jit and jit.off then jit.off(true, true) end

local answers = require(LIBRARY .. ".fallback.answers")
local backup = require(LIBRARY .. ".fallback.backup")
local calls = require(LIBRARY .. ".fallback.calls")
local limits = require(LIBRARY .. ".fallback.limits")
local message = require(LIBRARY .. ".front.message")
local running = require(LIBRARY .. ".fallback.running")
local successors = require(LIBRARY .. ".fallback.successors")
local random = require(LIBRARY .. ".common.random")
local tree = require(LIBRARY .. ".uct.tree")

local abs, huge, min, type = math.abs, math.huge, math.min, type
local AT_NODE = running.AT_NODE
local PLAYERS_MAX = require(LIBRARY .. ".fallback.maxn").PLAYERS_MAX
local draw, frame_above = random.integer, backup.frame_above
local enter, expand, leave, more = calls.enter, successors.expand, calls.leave, successors.more
local term = tree.term

local playout = {}

-- How many plies a playout takes at most, and in a game with `evaluate`, which then values the state.
local MAX_PLIES, EVALUATED_PLIES = 200, 8

-- Of a won game's points, the part that the margin decides.
local MARGIN = 0.05

-- Winning moves are tried first if random play wastes the first chance to win: if the player who had it wins less than
-- this share of at least so many playouts. One in so many playouts is watched for that, until so many were.
local WATCHED_MIN, WATCHED_MAX, WATCHED_ONE_IN, KEPT_SHARE = 64, 256, 4, 0.64

-- In so many playouts of a search each player is asked for, to find out how many there are.
local ASKING = 4
playout.ASKING = ASKING

-- Seconds between two reads of the clock, and the most plies.
local PERIOD, INTERVAL_MAX = 0.0001, 256

-- Lists the moves or outcomes of a state. Returns how many there are, 0 if the game is over.
local function list(e, f)
  f.is_chance, f.is_lazy, f.wanted_count, f.found_count, f.parent = false, false, 0, 0, nil
  e.current = f
  expand(e, f)
  while f.is_lazy do more(e, f) end
  return f.count
end
playout.list = list

-- Makes the move at index `place` of a frame's list. Returns the frame after it.
function playout.go(e, f, place)
  local c = f.above or frame_above(f)
  c.is_pass, c.below, c.mover = false, f, f.is_chance and f.mover or 3 - f.mover
  enter(e, f, c, place)
  e.top = c
  return c
end
local go = playout.go

-- Takes all moves back.
function playout.leave_all(e)
  local f = e.top
  while e.made > 0 do
    e.current = f
    leave(e, f)
    f = f.below
  end
end

-- Whether a playout of this search counts in its tree, so that there is a best move. A new player empties the tree.
function playout.has_counted(e, t) return e.nodes > 0 and t.root.visits > 0 end
local has_counted = playout.has_counted

-- Lets a slice end, by `pause`. Until it goes on, the next search may use the tree: no node is being changed. Returns
-- whether the search must end.
function playout.pause(e, t, pause)
  e.memory.uct = t.is_kept and t or nil
  local must_end = pause(e)
  e.memory.uct = nil
  return must_end
end

-- Called at each ply. Returns whether the search is to end: its time is over, or it was stopped. Before a playout has
-- counted, it ends that one early, as `is_late`.
function playout.must_end(e, t)
  t.ticks = t.ticks + 1
  if t.ticks < t.next_tick then return e.is_stopping end
  local l = e.limits
  local now = limits.now()
  local passed = now - t.looked
  if passed * 2 < PERIOD and t.interval < INTERVAL_MAX then
    t.interval = t.interval * 2
  elseif passed > PERIOD and t.interval > 1 then
    t.interval = t.interval / 2
  end
  t.looked, t.next_tick = now, t.ticks + t.interval
  if e.slice_end < huge and playout.pause(e, t, e.must_leave) then return true end
  local is_over = now - l.start >= min(l.time, l.thought + l.waited)
  t.is_late = is_over and not has_counted(e, t)
  return is_over and not t.is_late
end

-- The index of a player, who may be a new one.
local function index_of(e, t, player)
  if type(e.max_player) ~= "nil" then player = player == e.max_player end
  local players = t.players
  for i = 1, #players do if players[i] == player then return i end end
  if #players >= PLAYERS_MAX then
    running.reject(e, AT_NODE.player, "expected at most %d players with algorithm 'uct', got another one, %s",
      PLAYERS_MAX, message.describe(player))
  end
  players[#players + 1] = player
  if #players > 2 and e.view == "mover" then
    message.fail "alphabeta: with view 'mover', algorithm 'uct' needs a game of two players"
  end
  return #players
end

-- The index of the player who moves at a frame's state. Without `player`, two players take turns.
function playout.player(e, t, f)
  if not e.player then return f.mover end
  e.current, e.running = f, AT_NODE.player
  local player = e.player(f.state)
  if type(player) == "nil" or player ~= player then
    running.reject(e, AT_NODE.player, "expected a player, got %s", message.describe(player))
  end
  return index_of(e, t, player)
end

-- Asks a finished state for the other player, if one alone has moved so far. It need not know any.
local function meet(e, t, f)
  if not e.player or #t.players > 1 then return end
  e.current, e.running = f, AT_NODE.player
  local player = e.player(f.state)
  if type(player) ~= "nil" and player == player then index_of(e, t, player) end
end
playout.meet = meet

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

-- The value of a state, for a player other than the root's if one is given. A player may be false.
local function value_for(e, f, is_over, player)
  local me = e.me
  if type(player) ~= "nil" then e.me = player end
  e.evaluations = e.evaluations + 1
  local value = answers.value_of(e, f.state, is_over, AT_NODE)
  e.me = me
  return value
end

-- The value of a finished game.
function playout.value(e, f)
  e.current = f
  return value_for(e, f, true)
end

-- The points of a state, of player 1 or of each player. Of a finished game, also whether it is won (1), drawn (0.5) or
-- lost (0) for player 1, and its value for player 1.
local function judge(e, t, f, is_over)
  e.current = f
  if t.is_many and type(e.max_player) == "nil" then
    local points = {}
    for i = 1, #t.players do
      points[i] = points_of(t, (e.minimizing and -1 or 1) * value_for(e, f, is_over, t.players[i]), is_over)
    end
    return points
  end
  local value = value_for(e, f, is_over)
  local is_other = t.own ~= 1 and not t.is_scaled
  if e.view == "mover" and playout.player(e, t, f) ~= t.own then is_other = not is_other end
  if e.minimizing then is_other = not is_other end
  if is_other then value = -value end
  return points_of(t, value, is_over), value > 0 and 1 or value < 0 and 0 or 0.5, value
end
playout.judge = judge

-- Whether the game is over at a frame's state.
local function is_finished(e, f)
  if not e.is_over then return list(e, f) == 0 end
  e.current, e.running = f, AT_NODE.is_over
  return e.is_over(f.state)
end

-- The index of a move that wins at once; nil if there is none, and true if the search must end. Also its value for
-- player 1.
local function winning_place(e, t, f)
  local won = playout.player(e, t, f) == 1 and 1 or 0
  for place = 1, f.count do
    if playout.must_end(e, t) then return nil, true end
    local c = go(e, f, place)
    local wins, value = is_finished(e, c), nil
    if wins then
      local _, outcome, result = judge(e, t, c, true)
      wins, value = outcome == won, result
    end
    if e.style == "in place" then leave(e, c) end
    e.current, e.top = f, f
    if wins then return place, false, value end
  end
  return nil, false
end
playout.winning_place = winning_place

-- The index of the outcome of a chance node for a random number.
function playout.outcome(t, probabilities, count)
  local left, place = t.random(), 1
  while place < count and left > probabilities[place] do left, place = left - probabilities[place], place + 1 end
  return place
end

-- Plays from a state with `count` listed moves. Returns the results of `judge`; nil if the search must end.
function playout.run(e, t, f, count)
  local ply, stop, habits = 0, e.evaluate and EVALUATED_PLIES or MAX_PLIES, t.habits
  local asks, can_win = e.player and t.plies_count < ASKING, e.is_over and #t.players == 2
  local is_keen = can_win and habits.watched >= WATCHED_MIN and habits.kept < KEPT_SHARE * habits.watched
  local is_watched = can_win and habits.watched < WATCHED_MAX and e.nodes % WATCHED_ONE_IN == 0
  local first -- the player who could win first, if this is watched
  while count > 0 and ply < stop and not t.is_late do
    local place
    if f.is_chance then
      place = playout.outcome(t, f.probabilities, count)
    else
      local mover = (asks or is_watched) and playout.player(e, t, f)
      if is_watched and not first or not is_watched and is_keen then
        local must_end
        place, must_end = winning_place(e, t, f)
        if must_end then return nil end
        if is_watched and place then place, first = nil, mover end
      end
    end
    place = place or draw(t.random, count)
    if t.line then
      t.line_length = t.line_length + 1
      t.line[t.line_length] = f.list[place]
    end
    f, ply = go(e, f, place), ply + 1
    if playout.must_end(e, t) then return nil end -- before the list: a pause may make other objects
    count = list(e, f)
  end
  if asks and count == 0 then meet(e, t, f) end
  t.plies_sum, t.plies_count = t.plies_sum + ply, t.plies_count + 1
  local points, outcome = judge(e, t, f, count == 0)
  if first and outcome then
    habits.watched = habits.watched + 1
    habits.kept = habits.kept + (first == 1 and outcome or 1 - outcome)
  end
  return points, outcome
end

return playout
