-- Monte Carlo tree search (UCT): playouts through a tree that grows where they go well. Internal: the engine in Lua
-- runs it in place of its own iterations, also for the C module, see `main.lua`.
--
-- Moves, pauses, errors and limits are those of the engine in Lua: see fallback/run.lua.

local LIBRARY = (... or "alphabeta.uct.search"):match "^(.*)%.[^.]*%.[^.]*$"

local globals = require(LIBRARY .. ".common.globals")

if globals.jit then globals.jit.off(true, true) end -- see playout.lua

local kept = require(LIBRARY .. ".uct.kept")
local limits = require(LIBRARY .. ".fallback.limits")
local endgame = require(LIBRARY .. ".uct.endgame")
local hidden = require(LIBRARY .. ".uct.hidden")
local index_of = require(LIBRARY .. ".common.moves").index_of
local playout = require(LIBRARY .. ".uct.playout")
local tree = require(LIBRARY .. ".uct.tree")

local abs, huge, insert, max, remove, require, type =
  math.abs, math.huge, table.insert, math.max, table.remove, require, type
local check_players, ASKING = tree.check_players, playout.ASKING

local search = {}

-- The module alphabeta.core, which knows how to read a state's fields.
function search.core() return require(LIBRARY .. ".fallback.core") end

-- The numbers of bounds.
local BOUNDS = {upper = -1, exact = 0, lower = 1}

-- `on_iteration` is first called after so many playouts, and then each time they have doubled.
local FIRST_REPORT = 128

-- With a soft limit, the search tests after so many playouts whether the best move is clear.
local SOFT_PLAYOUTS = 16

-- A tree for a search: the part of the last one below a state that was recognized, or an empty one. The searcher has it
-- only while no node is being changed: an error between would leave a broken one.
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
    if before and #before.players == 2 and e.deals == 0 then t.players = before.players end
  end
  memory.uct, t.is_kept = nil, not e.omits_moves
  kept.begin(t, id ~= nil)
  t.path, t.answer, t.solver, t.trial_nodes = {}, nil, nil, 0
  t.plies_sum, t.plies_count, t.is_late = 0, 0, false
  local is_timed = e.is_sliced or e.time_limit < huge or e.think_limit < huge
  t.ticks, t.next_tick, t.interval, t.looked = 0, is_timed and 0 or huge, 1, limits.now()
  t.random = tree.generator(e.seed, e.number)
  t.line = e.counts_later and e.deals == 0 and {} or nil
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
  if t.plies_count < ASKING then playout.meet(e, t, f) end
  node.ends, node.solved, node.result = playout.judge(e, t, f, true)
  node.solved, node.plies = #t.players == 2 and node.solved or false, 0
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
  t.root = tree.new_node(nil, t.own)
  kept.begin(t, false)
  return false
end

-- Whether the moves that lose by the other player's answer must be known: for a level, in a game of two sides.
local function guards(e, t) return e.level ~= 0 and t.is_opposed and not t.is_scaled end

-- Finds out whether a move of the root, which leads to this node, lets the other player win at once: no level plays it.
-- Returns false if the search is to end.
local function look_for_blunder(e, t, node, f)
  if not node.places then lay_out(e, node, f) end
  local place, must_end, value = playout.winning_place(e, t, f)
  if must_end then return false end
  node.is_looked_at = true
  if place then node.solved, node.plies, node.result = node.player == 1 and 1 or 0, 1, value end
  return true
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
    local is_due = ply == 1 and guards(e, t) and node.count and count > 0
    if is_due and not (node.chances or node.solved or node.is_looked_at) and not look_for_blunder(e, t, node, f) then
      return false
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
  local root, next_report, play, reason = e.root, FIRST_REPORT, e.deals > 0 and hidden.iterate or iterate, nil
  e.uct, root.mover, root.depth = t, t.root.player or 1, 1
  if not e.player then t.players = {1, 2} end
  if type(e.max_player) ~= "nil" and #t.players < 2 then t.players = {not e.minimizing, e.minimizing} end -- two sides
  t.own, t.player_count = playout.player(e, t, root), nil
  check_players(t)
  if t.root.mover ~= t.own and (t.root.visits == 0 or t.root.chances) then t.root = tree.new_node(nil, t.own) end
  limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
  if e.deals > 0 then
    hidden.begin(e, t)
  elseif t.root.count then
    confirm(e, t, t.root, root)
  end
  repeat
    if play(e, t) then
      playout.leave_all(e)
      endgame.begin_trial(e, t)
      if t.solver then endgame.go_on(e, t) end
      if e.on_iteration and e.nodes >= next_report then
        next_report = next_report * 2
        report(e)
      end
      if e.nodes >= e.slice_check then playout.pause(e, t, e.pause) end
    else
      playout.leave_all(e)
      reason = e.is_stopping and "stopped" or "time"
    end
    reason = reason or reason_to_end(e, t)
  until reason
  e.reason = reason == "solved" and endgame.defend(e, t) or reason
  t.value = e.reason == "over" and playout.value(e, root) or nil
  if t.solver then t.solver:close() end
  t.solver, e.memory.uct = nil, t.is_kept and t or nil
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
-- the true one it is. With `win`, it is that less a ply for each ply of the proof.
local function as_result(e, result, plies)
  if e.win < huge and abs(result) >= e.win then result = result > 0 and e.win - plies or plies - e.win end
  local value = seen(e, result)
  return value, value > 0 and "lower" or value < 0 and "upper" or "exact"
end

-- Points as the value of such a search, less than that of a won game.
local function as_estimate(e, points) return seen(e, points - 0.5) end

-- The points of a kid of the root for the player there, and whether they are proven.
local function points_of(t, kid)
  if kid.solved and #t.players == 2 then return tree.proven(kid, t.root.player), true end
  return tree.points_of(kid), false
end

-- The `result` that is proven of a solved node, for the player at the root.
local function result_of(t, node) return t.root.player == 1 and node.result or -node.result end

-- Proven points as a value, and the bound that it is of the true one. `plies` is how many the proof takes.
local function proven(e, points, result, plies)
  if e.is_choice then return as_result(e, result, plies) end
  return points, "exact"
end

-- Whether a value is the mean of `result`: with one player, or more than two; and, like that of alpha-beta, with hidden
-- hands if the module has chosen the algorithm.
local function returns_means(e, t)
  if e.is_choice then return e.deals > 0 or t.player_count > 2 end
  return t.player_count ~= 2
end

-- The mean of such terms as a share of the points: of as many as the greatest result of either player.
local function share_of(t, mean)
  local most = max(abs(t.lowest), abs(t.highest))
  return most > 0 and 0.5 + 0.5 * mean / most or 0.5
end

-- The value of a kid of the root, and the bound that it is of the true one if it is proven.
local function worth(e, t, kid)
  local points, is_proven = points_of(t, kid)
  if is_proven then return proven(e, points, result_of(t, kid), kid.plies + 1) end
  if returns_means(e, t) then return seen(e, tree.value(points)), nil end
  if t.is_scaled then points = share_of(t, points) end
  return e.is_choice and as_estimate(e, points) or points, nil
end

-- The kids of the root, the best first. The move that alpha-beta has found comes first.
local function kids_of(t)
  local kids, moves = tree.ranking(t), {}
  for i = 1, #kids do moves[i] = kids[i].move end
  local at = t.answer and index_of(t.answer.move, moves)
  if at then insert(kids, 1, remove(kids, at)) end
  return kids
end

-- The plies to the end of the game by the proof of a kid of the root; nil if that is not won or lost.
local function end_of(t, kid)
  local points, is_proven = points_of(t, kid)
  return is_proven and points ~= 0.5 and kid.plies + 1 or nil
end

-- The same as `win_in`: negative if the player at the root loses. Nil without the option `win`.
local function win_in(e, points, plies)
  return e.win < huge and plies and points ~= 0.5 and (points == 1 and plies or -plies) or nil
end

-- The best moves at the root for root/ranking.lua, with their visits. A level does not choose a move of which it is not
-- known whether it loses by the answer: it counts as no exact one.
function search.ranked(e)
  local t = e.uct
  local kids, list = t and kids_of(t) or {}, {}
  for i = 1, #kids < e.multipv and #kids or e.multipv do
    local kid = kids[i]
    local points, plies = points_of(t, kid), end_of(t, kid)
    local value, bound = worth(e, t, kid)
    list[i] = {
      value = t.is_scaled and points or points - 0.5, index = i, end_ = plies or -1,
      bound = guards(e, t) and not (kid.solved or kid.is_looked_at or kid.chances) and 1 or 0,
      described = {
        move = kid.move, value = value, bound = bound, visits = kid.visits, share = kid.visits / t.root.visits,
        pv = line_from(kid), win_in = win_in(e, points, plies),
      },
    }
  end
  return {
    list = list, bound = 0, temperature = e.temperature, chosen = e.chosen,
    random = tree.level_generator(e),
  }
end

-- Best move and value; `info` gets its fields. Its bound is that of the position: a proven draw leaves it open whether
-- another move is better.
function search.values(e, info)
  local t = e.uct
  if not t then return nil end
  local best, answer, value, bound = kids_of(t)[1], t.answer or {}, t.value, t.value and "exact"
  if answer.points or t.root.solved and best then
    local points = answer.points or tree.proven(t.root, t.root.player)
    local plies = answer.plies or t.root.plies
    value, bound = proven(e, points, answer.result or result_of(t, t.root), plies)
    info.win_in = win_in(e, points, plies)
  elseif best then
    value, bound = worth(e, t, best)
    info.win_in = win_in(e, points_of(t, best), end_of(t, best))
    if bound then bound = best.solved == 0.5 and (e.is_choice and e.minimizing and "upper" or "lower") or nil end
  elseif t.root.chances and t.root.visits > 0 then
    value = worth(e, t, t.root)
  end
  info.pv = answer.pv or best and line_from(best) or {}
  info.depth, info.bound = #info.pv, e.level == 0 and BOUNDS[bound] or nil
  if answer.pv then return answer.move, value end
  return best and best.move, value
end

return search
