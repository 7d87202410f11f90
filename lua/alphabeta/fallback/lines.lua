-- Lines of random moves, by which a search finds out about a game before its first node: see front/current.lua.
-- Internal: the engine in Lua plays them, also for the C module, see ../uct/main.lua.
--
-- They are a search with a method of its own. So at a pause, after an error and after a stop, its moves are taken back
-- like those of any search. In a game of hidden hands each line begins at a deal.

local PACKAGE = (... or "alphabeta.fallback.lines"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local jit = require(LIBRARY .. ".common.globals").jit

if jit and jit.off then jit.off(true, true) end -- it would compile these loops with the game's functions, once

local answers = require(PACKAGE .. ".answers")
local backup = require(PACKAGE .. ".backup")
local calls = require(PACKAGE .. ".calls")
local current = require(LIBRARY .. ".front.current")
local limits = require(PACKAGE .. ".limits")
local random = require(LIBRARY .. ".common.random")
local running = require(PACKAGE .. ".running")
local successors = require(PACKAGE .. ".successors")

local check_player = answers.check_player
local huge, rawequal, type = math.huge, rawequal, type
local AT_NODE, reject = running.AT_NODE, running.reject

local lines = {}

-- The most successors that are listed for a line: an iterator may not end.
local SUCCESSORS = 2500

-- The numbers of the generator that draws deals, beside those of the one that draws moves.
local DEALS = 1

-- Lists the successors of a state, `most` at most. Returns how many there are, 0 if the game is over.
local function list(e, f, most)
  f.is_chance, f.is_lazy, f.wanted_count, f.found_count, f.parent = false, false, 0, 0, nil
  e.current = f
  successors.expand(e, f)
  while f.is_lazy and f.count < most do successors.more(e, f) end
  return f.count
end

-- Makes the move at index `place` of a frame's list. Returns the frame after it.
local function go(e, f, place)
  local c = backup.frame_above(f)
  c.is_pass, c.below = false, f
  calls.enter(e, f, c, place)
  return c
end

-- Takes back all moves of a line that ends at this frame.
local function leave_all(e, f)
  while e.made > 0 do
    e.current = f
    calls.leave(e, f)
    f = f.below
  end
end

-- The state at which a line begins: a deal if the search plays on deals.
local function first_state(e, own)
  if e.deals == 0 then return own.state end
  e.current, e.running = e.root, AT_NODE.deal
  local state = e.deal(own.state, e.me, own.deal_random)
  if type(state) == "nil" then reject(e, AT_NODE.deal, "expected a state, got nil") end
  if rawequal(state, own.state) then
    reject(e, AT_NODE.deal, "expected a new state, got the given one: copy what may change")
  end
  return state
end

-- Who moves at a frame's state, `ply` plies after the first one. At a chance node, where a game need not know, that is
-- who moved `before`.
local function mover_of(e, f, ply, before)
  if not e.player then return ply % 2 end
  if f.is_chance then return before end
  e.current, e.running = f, AT_NODE.player
  local player = e.player(f.state)
  check_player(e, player, AT_NODE.player)
  return player
end

-- Called after each ply. Returns whether the lines must end, by a limit or a stop. Pauses if the slice is used up, or
-- would be when the moves are taken back: that takes less time than it took to make them, since `began`.
local function must_end(e, began)
  if e.is_stopping or limits.reached(e.limits, e.nodes) then return true end
  if e.nodes >= e.slice_nodes then return e.pause(e) end
  return e.slice_end < huge and e.must_leave(e, e.style == "in place" and limits.now() - began or 0)
end

-- Plays a line of so many plies. Returns whether another one may follow: no limit has ended it, and only a depth within
-- which the game did not end. A search to such a depth will hardly value a state where the game goes on.
local function play(e, own, found, length)
  local f, left, ply, began = e.root, SUCCESSORS, 0, limits.now()
  f.state = first_state(e, own)
  local count = list(e, f, left)
  if count == 0 or count == 1 and e.answers_forced then
    f.state = own.state
    return false
  end
  if e.is_by_depth and e.nodes == 0 then
    e.nodes_limit = current.most_plies(e, found, count)
    limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
    if e.nodes_limit == 0 then
      f.state = own.state
      return false
    end
  end
  local mover, is_ended = mover_of(e, f, 0, 0), false
  current.begin_line(found, mover, count)
  while true do
    e.current, e.running = f, AT_NODE.result
    current.look_at(e, found, ply, mover, count, f.state)
    left = left - count
    if left < 0 or ply >= length or current.is_known(found) then break end
    f, ply = go(e, f, random.integer(found.random, count)), ply + 1
    e.root.state = own.state
    count = list(e, f, left)
    if count == 0 then
      current.note_length(found, ply)
      is_ended = e.is_by_depth and ply <= e.depth
      break
    end
    mover = mover_of(e, f, ply, mover)
    e.nodes = e.nodes + 1
    if must_end(e, began) then
      leave_all(e, f)
      return false
    end
    began = began > e.slice_looked and began or e.slice_looked
  end
  e.root.state = own.state
  local made = limits.now()
  leave_all(e, f)
  current.end_line(found, ply, made - began, limits.now() - made)
  if e.slice_end < huge then found.slice = e.slice_end - e.slice_looked end
  return not must_end(e, began) and not is_ended
end

-- Plays lines until enough is known, or until a limit ends them; the reason is then written down.
function lines.run(e)
  local found, own = e.found, {state = e.root.state}
  found.random = found.random or random.from_number(0)
  own.deal_random = e.deals > 0 and random.of_game(random.from_number(0, DEALS + e.number))
  e.root.depth, e.slice_looked = 0, e.slice_looked or -huge
  current.note_asking(e)
  limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
  local length = current.next_length(found, e.nodes_limit)
  while length and play(e, own, found, length) do
    found.line = found.line + 1
    length = current.next_length(found, e.nodes_limit)
  end
  e.reason = e.is_stopping and "stopped" or "lines"
end

-- What is known of the root's moves: nothing.
function lines.ranked() return {list = {}, bound = 0, temperature = 0} end

-- No move, no value, and no nodes: the plies of lines are none.
function lines.values(_, info) info.nodes = 0 end

return lines
