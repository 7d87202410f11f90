-- Lines of random moves, by which a search finds out about a game before its first node: see front/current.lua.
-- Internal: the engine in Lua plays them; in the C module these are the first playouts, see csrc/uct/probe.h.
--
-- They are a search with a method of its own. So at a pause, after an error and after a stop, its moves are taken back
-- like those of any search. In a game of hidden hands each line begins at a deal.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, current, deal = use("common.constant_rows", "front.current", "deals.deal")
local limits, random = use("fallback.limits", "common.random")

local huge, max, min = math.huge, math.max, math.min

local lines = {}

-- The most successors that are listed for a line: an iterator may not end.
local SUCCESSORS = 2500

-- The most plies of a game of a contest, and the moves among which mobility chooses.
local GAME_PLIES, MOVES = 200, constants.CONTEST_MOVES

-- The numbers of the generator that draws deals, beside those of the one that draws moves.
local DEALS = 1

-- Who moves at a state, `ply` plies after the first one. At a chance node, where a game need not know, that is who
-- moved `before`.
local function mover_of(e, state, is_chance, ply, before)
  if not e.player then return ply % 2 end
  if is_chance then return before end
  return e.path.player(state)
end

-- Plays a line of `length` plies at most. Returns whether another one may follow: no limit has ended it, and if only a
-- depth limits the search, the game has not ended within that. A search to such a depth will hardly value a state where
-- the game goes on.
local function play(e, own, found, length)
  local path, left, ply, began = e.path, SUCCESSORS, 0, limits.now()
  e.state = e.deals > 0 and deal.draw_state(e, own) or own.state
  local state = e.state
  local list, count, chances = path.list(state, left)
  local is_over = count == 0 or count == 1 and e.answers_forced
  if e.is_by_depth and e.nodes == 0 and not is_over then
    e.nodes_limit = current.most_plies(e, found, count)
    limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
    is_over = e.nodes_limit == 0
  end
  if is_over then
    e.state = own.state
    return false
  end
  local mover, is_ended = mover_of(e, state, chances, 0, 0), false
  current.begin_line(found, mover, count)
  while true do
    path.note "result"
    current.look_at(e, found, ply, mover, count, state)
    left = left - count
    if left < 0 or ply >= length or current.is_known(found) then break end
    local place
    repeat place = random.integer(found.random, count) until not chances or chances[place] > 0
    state, ply = path.enter(state, list[place], place, chances ~= nil), ply + 1
    list, count, chances = path.list(state, left)
    if count == 0 then
      current.note_length(found, ply)
      is_ended = e.is_by_depth and ply <= e.depth
      break
    end
    mover = mover_of(e, state, chances, ply, mover)
    e.nodes = e.nodes + 1
    e.look(true, e.style == "in place" and limits.now() - began or 0)
    began = max(began, e.slice.looked)
  end
  local made = limits.now()
  while path.made() > 0 do path.leave(state) end
  e.state = own.state
  current.end_line(found, ply, made - began, limits.now() - made)
  if e.slice.time < huge then found.slice = limits.deadline(e.slice) - e.slice.looked end
  e.look(false)
  return not is_ended
end

-- What the result of a finished game says for the player who moved first.
local function end_points(e, found, state, mover)
  return current.points_of(e, found, e.path.value(state, true) - e.neutral_value, mover)
end

-- Enters successor `index` of the current node, and leaves it. Returns what mobility, or the result of a finished game,
-- says of it for `mover`, who moves at the current node: `ply` plies after the first one, with this list.
local function try(e, found, state, list, count, index, ply, mover)
  local path, value = e.path, 0
  local child = path.enter(state, list[index], index, false)
  local _, replies = path.list(child, SUCCESSORS)
  local next_mover = mover_of(e, child, nil, ply + 1)
  e.nodes = e.nodes + 1
  if replies == 0 then
    value = end_points(e, found, child, next_mover)
    if mover ~= found.first then value = -value end
    value = value > 0 and huge or value < 0 and -huge or 0
  elseif next_mover ~= mover then
    value = count - replies
  end
  path.leave(child)
  return value
end

-- The index of the move that mobility takes. Of equally good ones it is any: their order in the list may say something.
local function choose(e, found, state, list, count, ply, mover)
  local best, best_value, ties = nil, -huge, 0
  for trial = 1, min(count, MOVES) do
    local index = count > MOVES and random.integer(found.random, count) or trial
    local value = try(e, found, state, list, count, index, ply, mover)
    if value > best_value then ties = 0 end
    if value >= best_value then
      ties = ties + 1
      if random.integer(found.random, ties) == 1 then best, best_value = index, value end
    end
  end
  return best
end

-- Plays a game of mobility with chance: see csrc/uct/contest.h. Returns whether another one may follow.
local function play_game(e, own, found)
  local path, ply, state = e.path, 0, own.state
  e.state = state
  local list, count = path.list(state, SUCCESSORS)
  if count == 0 or count == 1 and e.answers_forced then return false end
  local mover = mover_of(e, state, nil, 0)
  local chooses_first = found.games % 2 == 0
  found.first = mover
  while count > 0 and ply < GAME_PLIES do
    local chooses = count > 1 and (mover == found.first) == chooses_first
    local index = chooses and choose(e, found, state, list, count, ply, mover) or random.integer(found.random, count)
    state, ply = path.enter(state, list[index], index, false), ply + 1
    list, count = path.list(state, SUCCESSORS)
    mover = mover_of(e, state, nil, ply)
    e.nodes = e.nodes + 1
    e.look(true)
  end
  local points = count == 0 and end_points(e, found, state, mover) or 0
  if not chooses_first then points = -points end
  while path.made() > 0 do path.leave(state) end
  e.state = own.state
  current.count_game(found, points > 0 and 1 or points < 0 and -1 or 0)
  e.look(false)
  return true
end

-- Plays the games of a contest until it is decided, or until a limit ends it.
local function run_contest(e, own, found)
  local goes_on = true
  while goes_on and not current.is_known(found) do goes_on = play_game(e, own, found) end
end

-- Plays lines until enough is known, or until a limit ends them; the reason is then written down.
function lines.run(e)
  local found, own = e.found, {state = e.state}
  found.random = found.random or random.from_number(0)
  own.random = e.deals > 0 and random.of_game(random.from_number(0, DEALS + e.number))
  current.note_asking(e)
  if found.asks_contest then run_contest(e, own, found) end
  local length = not found.asks_contest and current.next_length(found, e.nodes_limit)
  while length and play(e, own, found, length) do
    found.line = found.line + 1
    length = current.next_length(found, e.nodes_limit)
  end
  e.reason = "lines"
end

-- What is known of the root's moves: nothing.
function lines.ranked() return {list = {}, bound = 0, temperature = 0} end

-- No move, no value, and no nodes: the plies of lines are none.
function lines.values(_, info) info.nodes = 0 end

return lines
