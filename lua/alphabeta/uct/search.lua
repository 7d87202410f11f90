-- Monte Carlo tree search (UCT): playouts through a tree that grows where they go well. Internal: the engine in Lua
-- runs it in place of its own iterations, also for the C module, see `main.lua`.
--
-- Moves, pauses, errors and limits are those of the engine in Lua: see fallback/run.lua.

local LIBRARY = (... or "alphabeta.uct.search"):match "^(.*)%.[^.]*%.[^.]*$"

local jit = require(LIBRARY .. ".common.globals").jit

if jit then jit.off(true, true) end -- see playout.lua

local kept = require(LIBRARY .. ".uct.kept")
local limits = require(LIBRARY .. ".fallback.limits")
local hidden = require(LIBRARY .. ".uct.hidden")
local playout = require(LIBRARY .. ".uct.playout")
local solvers = require(LIBRARY .. ".uct.solver")
local tree = require(LIBRARY .. ".uct.tree")

local huge, max, require = math.huge, math.max, require
local check_players = tree.check_players

local search = {}

-- The module alphabeta.core, whose alpha-beta plays the last plies.
function search.core() return require(LIBRARY .. ".fallback.core") end

-- The numbers of bounds.
local BOUNDS = {upper = -1, exact = 0, lower = 1}

-- `on_iteration` is first called after so many playouts, and then each time they have doubled.
local FIRST_REPORT = 128

-- With a soft limit, the search tests after so many playouts whether the best move is clear.
local SOFT_PLAYOUTS = 16

-- The last plies: if the first playouts take at most so many plies on average, alpha-beta tries to find out who wins,
-- by a window around 0. It gets so many nodes for each ply of the playouts, in slices of so many nodes.
local TRIAL_PLAYOUTS, TRIAL_PLIES, TRIAL_SHARE, TRIAL_NODES, TINY = 8, 24, 0.2, 64, 1e-300

-- A search that was not asked for leaves most of the time to alpha-beta if the tree is small: if the plies of a playout
-- times the logarithm of the number of moves are at most this. It then gets so many nodes for each ply.
local SMALL, SMALL_SHARE = 18, 4

-- A tree for a search: the part of the last one below a state that was recognized, or an empty one.
local function tree_for(e)
  local before, memory = e.memory.uct, e.memory
  memory.fingerprint = memory.fingerprint or kept.fingerprint(search.core())
  local id = e.deals == 0 and memory.fingerprint(e.root.state) or nil
  local node = before and id and not e.omits_moves and kept.find(before, id)
  local t = before
  if node then
    t.root, t.free = node, e.table_bytes - tree.bytes(node)
  else
    t = tree.new(e.table_bytes)
    t.habits = before and before.habits or {watched = 0, kept = 0} -- of playouts
  end
  memory.uct = not e.omits_moves and t or nil
  kept.begin(t, id ~= nil)
  t.path, t.answer, t.solver, t.trial_nodes = {}, nil, nil, 0
  t.plies_sum, t.plies_count = 0, 0
  local is_timed = e.is_sliced or e.time_limit < huge or e.think_limit < huge
  t.ticks, t.next_tick, t.interval, t.looked = 0, is_timed and 0 or huge, 1, limits.now()
  t.random = tree.generator(e.seed, e.number)
  t.line = e.counts_later and {} or nil
  return t
end

-- Stores the `count` moves of a node, and who moves there.
local function store(e, t, node, f, count)
  tree.open(t, node, f.list, count, f.is_chance and {})
  for i = 1, f.is_chance and count or 0 do node.chances[i] = f.probabilities[i] end
  node.player = count > 0 and not f.is_chance and playout.player(e, t, f) or node.mover
  kept.store_places(e, node, f)
  node.listed = e.number
  if count > 0 then return end
  node.ends, node.solved, node.result = playout.judge(e, t, f, true)
  node.solved = #t.players == 2 and node.solved or false
end

-- Puts the stored moves of a node into its frame, without asking the game.
local function lay_out(e, node, f)
  f.list, f.count, f.is_chance, f.lister = node.moves, node.count, false, e.full_lister
  e.current = f
  if not node.chances then return end
  f.is_chance, f.lister = true, "chances"
  for i = 1, node.count do f.probabilities[i] = node.chances[i] end
end

-- Goes from a node whose moves are stored to one below it. Returns its frame and it; nil if no memory is left for it.
local function descend(e, t, node, f)
  local place, kid
  if not node.places then lay_out(e, node, f) end
  if node.chances then
    place = playout.outcome(t, node.chances, node.count)
    kid = tree.outcome(t, node, place)
  else
    place, kid = tree.select(t, node)
  end
  if kid then return playout.go(e, f, node.places and kept.place_of(node, place, f.list) or place), kid end
end

-- Makes sure that the stored moves of a node are those of its state. Returns whether they are: if not, the tree is
-- dropped.
local function confirm(e, t, node, f)
  local count = playout.list(e, f)
  if node.listed == e.number and count == node.count or kept.has_moves(e, node, f, count) then return true end
  playout.leave_all(e)
  t.root = tree.new_node(nil, 1)
  kept.begin(t, false)
  return false
end

-- Plays one game through the tree. Returns false if the search is to end.
local function iterate(e, t)
  local f, node, path, ply, points = e.root, t.root, t.path, 0, nil
  f.mover = t.own
  while not points do
    if playout.must_end(e, t) then return false end
    path[ply + 1], t.line_length = node, ply
    local count = node.count
    if not count then
      count = playout.list(e, f)
      if count == 0 or node.visits > 0 or ply == 0 then
        store(e, t, node, f, count)
        if not check_players(t) then return true end
      end
    elseif (node.places or node.listed ~= e.number) and not confirm(e, t, node, f) then
      return true
    end
    if count == 0 then
      points = node.ends
    elseif node.solved and ply > 0 then
      points = node.solved
    else
      local c, kid
      if node.count then
        kept.note(e, t, node, ply, f.state)
        c, kid = descend(e, t, node, f)
      end
      if kid then
        if t.line then t.line[ply + 1] = kid.move end
        f, node, ply = c, kid, ply + 1
      else
        points = playout.run(e, t, f, count)
        if not points then return false end
        if not check_players(t) then return true end
      end
    end
  end
  playout.leave_all(e)
  tree.back_up(t, path, ply + 1, points)
  e.nodes = e.nodes + 1
  return true
end

-- Begins an exact search by alpha-beta, late in a game of two sides without chance.
local function begin_trial(e, t)
  if e.nodes ~= TRIAL_PLAYOUTS or e.deals > 0 or #t.players ~= 2 or e.chances or e.root_moves or t.root.solved
    or t.plies_sum > TRIAL_PLIES * t.plies_count then
    return
  end
  t.solver = solvers.new(e, search.core(), {
    game = e.rules, deals = e.deal and 0 or nil, view = e.max_player ~= nil and "player" or e.view,
    max_player = e.max_player, maximize = e.max_player ~= nil or not e.minimizing, alpha = -TINY, beta = TINY,
    without = {"current_result", "mobility"},
  })
  local is_small = e.is_choice and t.plies_sum * tree.logarithm(t.root.count) <= SMALL * t.plies_count
  t.trial_share = is_small and SMALL_SHARE or TRIAL_SHARE
  t.solver:start(e.root.state, {depth = huge})
end

-- Lets alpha-beta go on for its share. If it solves the position, its answer counts. If the position is lost, the
-- playouts say which move makes it hardest.
local function go_on_with_trial(e, t)
  local solver = t.solver
  while t.trial_nodes < t.trial_share * t.ticks do
    local left = e.slice_end < huge and max(e.slice_end - limits.now(), 0) or nil
    local has_ended = solver:step {nodes = TRIAL_NODES, time = left}
    t.trial_nodes = t.trial_nodes + TRIAL_NODES
    if has_ended then
      local best, value, info = solver:best()
      solver:close()
      t.solver = nil
      if info.reason ~= "solved" then return end
      if e.minimizing then value = -value end
      t.answer = {points = value > 0 and 1 or value < 0 and 0 or 0.5, result = value}
      if value >= 0 then t.answer.move, t.answer.pv = best, info.pv end
      return
    end
    if left then return end
  end
end

-- Whether the best move is clear, when so much of the soft limit is used: no other can overtake it before that is used
-- up, or after that it has the most points, too.
local function is_clear(e, t, share)
  local kids = tree.ranking(t)
  local first, second = kids[1], kids[2]
  if not second then return share >= 1 end
  if share < 1 then return (first.visits - second.visits) * share > e.nodes * (1 - share) end
  for i = 2, #kids do
    if kids[i].sum * first.visits > first.sum * kids[i].visits then return false end
  end
  return true
end

-- Why the search ends before its hard limits; nil if it goes on.
local function soft_reason(e, t)
  if not e.limits.is_soft or e.nodes % SOFT_PLAYOUTS > 0 then return nil end
  local share, reason = limits.share(e.limits, e.nodes)
  return is_clear(e, t, share) and reason or nil
end

-- Why the search ends; nil if it goes on.
local function reason_to_end(e, t)
  local root = t.root
  if e.is_stopping then return "stopped" end
  if root.count == 0 then return "over" end
  if t.answer or root.solved then return "solved" end
  if root.count == 1 and e.answers_forced and not root.chances and root.visits > 0 then return "forced" end
  if not playout.has_counted(e, t) then return nil end
  return e.nodes >= e.limits.check and limits.reached(e.limits, e.nodes) or soft_reason(e, t)
end

-- Searches until the search ends; the reason is then written down. `report(e)` calls `on_iteration`.
function search.run(e, report)
  local t = tree_for(e)
  local root, next_report, play = e.root, FIRST_REPORT, e.deals > 0 and hidden.iterate or iterate
  e.uct, root.mover, root.depth = t, t.root.player or 1, 1
  if not e.player then t.players = {1, 2} end
  t.own, t.player_count = playout.player(e, t, root), nil
  check_players(t)
  limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
  if e.deals > 0 then
    hidden.begin(e, t)
  elseif t.root.count then
    confirm(e, t, t.root, root)
  end
  repeat
    if play(e, t) then
      playout.leave_all(e)
      begin_trial(e, t)
      if t.solver then go_on_with_trial(e, t) end
      if e.on_iteration and e.nodes >= next_report then
        next_report = next_report * 2
        report(e)
      end
      if e.nodes >= e.slice_check then e.pause(e) end
    else
      playout.leave_all(e)
      e.reason = e.is_stopping and "stopped" or "time"
    end
    e.reason = e.reason or reason_to_end(e, t)
  until e.reason
  t.value = e.reason == "over" and playout.value(e, root) or nil
  if t.solver then t.solver:close() end
  t.solver = nil
end

-- The expected line: the moves most played.
local function line_from(kid)
  local line = {}
  while kid do
    line[#line + 1] = kid.move
    local best
    for place = 1, kid.count and not kid.chances and kid.tried or 0 do
      local other = kid.kids[place]
      if other.visits > 0 and (not best or other.visits > best.visits) then best = other end
    end
    kid = best
  end
  return line
end

-- A value of the root's player in the view of the search.
local function seen(e, value) return e.minimizing and 0 - value or value end

-- A proven value as that of a search which the module has chosen: the `result` of the root's player, and which bound of
-- the true one it is.
local function as_result(e, result)
  local value = seen(e, result)
  return value, value > 0 and "lower" or value < 0 and "upper" or "exact"
end

-- Points as the value of such a search, less than that of a won game.
local function as_estimate(e, points) return seen(e, points - 0.5) end

-- The points of a kid of the root for the player there, and whether they are proven.
local function points_of(t, kid)
  if kid.solved and #t.players == 2 then return tree.proven(kid, t.root.player), true end
  return kid.sum / kid.visits, false
end

-- Its value, and the bound that it is of the true one if it is proven.
local function worth(e, t, kid)
  local points, is_proven = points_of(t, kid)
  if is_proven and e.is_choice then return as_result(e, t.root.player == 1 and kid.result or -kid.result) end
  if is_proven then return points, "exact" end
  if t.is_scaled then return seen(e, points), nil end
  return e.is_choice and as_estimate(e, points) or points, nil
end

-- The best moves at the root for root/ranking.lua, with their visits. A proven move counts as a win by the next move,
-- or as a loss by the one after it.
function search.ranked(e)
  local t = e.uct
  local kids, list = tree.ranking(t), {}
  for i = 1, #kids < e.multipv and #kids or e.multipv do
    local points, is_proven = points_of(t, kids[i])
    local value, bound = worth(e, t, kids[i])
    list[i] = {
      value = t.is_scaled and points or points - 0.5, bound = 0, index = i,
      end_ = is_proven and points ~= 0.5 and (points == 1 and 1 or 2) or -1,
      described = {
        move = kids[i].move, value = value, bound = bound, visits = kids[i].visits,
        share = kids[i].visits / t.root.visits, pv = line_from(kids[i]),
      },
    }
  end
  return {
    list = list, bound = 0, temperature = e.temperature, chosen = e.chosen,
    random = tree.level_generator(e),
  }
end

-- Best move and value; `info` gets its fields.
function search.values(e, info)
  local t = e.uct
  if not t then return nil end
  local best, value, bound, answer = tree.ranking(t)[1], t.value, nil, t.answer
  if best then
    value, bound = worth(e, t, best)
  elseif t.root.chances and t.root.visits > 0 then
    value = worth(e, t, t.root)
  end
  if e.is_choice and t.value then bound = "exact" end
  if answer and e.is_choice then
    value, bound = as_result(e, answer.result)
  elseif answer then
    value, bound = answer.points, "exact"
  end
  info.pv = answer and answer.pv or best and line_from(best) or {}
  info.depth, info.bound = #info.pv, e.level == 0 and BOUNDS[bound] or nil
  if answer and answer.pv then return answer.move, value end
  return best and best.move, value
end

return search
