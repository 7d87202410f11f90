-- An opponent's own turn while it searches: the mode "thinking". Internal: `alphabeta.opponent` uses it.
--
-- The mode has the state `root`, and the fingerprint `seen` of that at the end of the last slice. If the opponent has
-- pondered the search, `guess` is the reply that was made, and `limits` is what is left of its limits of time.
-- `is_held` says that the search has ended, and that its move is held back, because the opponent would answer too soon.
--
-- A debug hook may raise an error between any two lines. So `seen` is cleared before a slice, and the searcher is asked
-- whether it still thinks.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, decisions = use("common.core", "opponent.decision")

local max, min, next = math.max, math.min, next

local thinking = {}

-- MOST_SEARCHES searches begin in one turn. After that the opponent plays the best move that a single slice has found:
-- each frame changes a field that moves change, too.
local MOST_SEARCHES = 60

-- In one turn a search begins anew MOST_MISSES times because its move can no longer be played, or because it has found
-- none. After that, the move is handed over as it is. A search after one without a move is limited by NODES, whatever
-- the time.
local MOST_MISSES, NODES = 3, 1000

-- At most this part of what is left on its clock is spent by holding a move back.
local PART_OF_CLOCK = 0.1

-- Begins to search a state. Without `has_time`, nodes limit the search.
local function begin(opponent, state, has_time)
  local seen, past = opponent.prints:of(state), opponent.record:enter(state)
  local mode = {name = "thinking", root = state}
  opponent.mode = mode
  opponent.prints:begin_search()
  local limits = {clock = opponent:read_clock(), level = opponent.level}
  if not has_time then limits = {nodes = NODES, time = opponent.no_limits.time, think = opponent.no_limits.think} end
  limits.past = past
  opponent.own_searcher:start(state, next(limits) ~= nil and limits or nil)
  mode.seen = seen
end

-- The search has ended. Returns the decision to play its move, or to wait if there is none. If the move is no longer
-- legal, begins anew and returns nil.
local function decide(opponent, state, seen)
  local game, turn = opponent.game, opponent.own_turn
  local best, value, info = opponent.own_searcher:best()
  local now, is_certain
  if best ~= nil then now, is_certain = game:find(state, best, seen.listed) end
  opponent.prints:renew(seen, state, opponent.mode.root)
  local is_missing = best == nil and info ~= nil and info.reason ~= "over" and #seen.listed > 0
  if now == nil and (is_certain or is_missing) and turn.misses < MOST_MISSES then
    turn.misses = turn.misses + 1
    begin(opponent, state, not is_missing)
    return nil
  end
  if now == nil then now = best end
  return decisions.new(opponent, state, seen, {move = now, value = value, info = info})
end

-- Thinks for a slice. Returns whether the search has ended. A search that was begun in another's turn has no limits of
-- time. This function keeps them, from the beginning of the turn.
local function go_on(opponent)
  local searcher, mode = opponent.own_searcher, opponent.mode
  local limits, slice, before = mode.limits, opponent:slice_length(), core.clock()
  if not limits then return searcher:step(slice, mode.guess) end
  local has_ended = searcher:step(max(min(slice, limits.stop - before, limits.think), 0), mode.guess)
  local now = core.clock()
  limits.think = limits.think - (now - before)
  if has_ended or now < limits.stop and limits.think > 0 or searcher:best() == nil then return has_ended end
  searcher:stop()
  return true
end

-- Thinks for a slice, and reports. Returns whether the search has ended.
local function think(opponent)
  local searcher = opponent.own_searcher
  local has_ended = go_on(opponent)
  if opponent.on_thinking then
    local best, value, info = searcher:best()
    opponent.calls:still(opponent.on_thinking(info, best, value))
  end
  if has_ended or opponent.own_turn.searches <= MOST_SEARCHES or searcher:best() == nil then return has_ended end
  searcher:stop()
  return true
end

-- Whether it is too soon for a move, by the seconds of the game's own frames: the answer to another's move, or the next
-- move of several in a row.
local function is_too_soon(opponent)
  local least = opponent.moves_again and opponent.least_pause or opponent.at_least
  if opponent.clock and least > 0 then least = min(least, PART_OF_CLOCK * opponent:read_clock().left) end
  return opponent.own_turn.seconds < least
end

-- Whether there is a search of this mode, or the move that it has found.
local function is_under_way(opponent) return opponent.own_searcher:thinking() or opponent.mode.is_held end

-- A frame: thinks for a slice about a state, or holds back the move that was found. Returns the decision, nil if there
-- is none.
function thinking.frame(opponent, state)
  local prints, turn, seen = opponent.prints, opponent.own_turn, opponent.mode.seen
  if is_under_way(opponent) and not (seen and prints:can_go_on(seen, state)) then opponent:leave() end
  if not is_under_way(opponent) then
    turn.searches = turn.searches + 1
    begin(opponent, state, true)
  end
  local mode = opponent.mode
  seen, mode.seen = mode.seen, nil
  local has_ended = mode.is_held or think(opponent)
  mode.is_held = has_ended and is_too_soon(opponent)
  if has_ended and not mode.is_held then return decide(opponent, state, seen) end
  prints:renew(seen, state, mode.root)
  mode.seen = seen
  return nil
end

return thinking
