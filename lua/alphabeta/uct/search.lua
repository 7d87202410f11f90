-- Monte Carlo tree search (UCT): playouts through a tree that grows where they go well. Internal: the engine in Lua
-- runs it in place of its own iterations, also for the C module, see `main.lua`.
--
-- Pauses, errors and stops are those of the engine in Lua: see fallback/run.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local kept, limits, endgame, hidden = use("uct.kept", "fallback.limits", "uct.endgame", "uct.hidden")
local index_of = use "common.moves".index_of
local playout, tree = use("uct.playout", "uct.tree")

local abs, huge, insert, max, remove, type =
  math.abs, math.huge, table.insert, math.max, table.remove, type
local check_players = tree.check_players

local search = {}

-- The module alphabeta.core, which knows how to read a state's fields.
function search.core() return use "fallback.core" end

-- The numbers of bounds.
local BOUNDS = {upper = -1, exact = 0, lower = 1}

-- `on_iteration` is first called after so many playouts, and then each time they have doubled.
local FIRST_REPORT = 128

-- With a soft limit, the search tests after so many playouts whether the best move is clear.
local SOFT_PLAYOUTS = 16

-- A tree for a search: the part of the last one below a state that was recognized, or an empty one.
local function tree_for(e)
  local before, memory = e.memory.uct, e.memory
  memory.fingerprint = memory.fingerprint or kept.fingerprint(search.core())
  memory.habits = memory.habits or playout.new_habits()
  local id = e.deals == 0 and memory.fingerprint(e.state) or nil
  local node = before and id and not e.omits_moves and kept.find(before, id)
  local t = before
  if node then
    t.root, t.free = node, e.table_bytes - tree.bytes(node)
  else
    t = tree.new(e.table_bytes)
    if before and #before.players == 2 and e.deals == 0 then t.players = before.players end
  end
  memory.uct, t.is_kept, t.habits = nil, not e.omits_moves, memory.habits
  kept.begin(t, id ~= nil)
  t.path, t.answer, t.solver, t.trial_nodes = {}, nil, nil, 0
  t.plies_sum, t.plies_count, t.is_late = 0, 0, false
  local is_timed = e.is_sliced or e.time_limit < huge or e.think_limit < huge
  t.ticks, t.next_tick, t.interval, t.looked = 0, is_timed and 0 or huge, 1, limits.now()
  t.random = tree.generator(e.seed, e.number)
  t.line = e.deals == 0 and not (e.chances or e.chooses_by_value) and {} or nil
  t.has_chances = e.chances ~= nil
  t.movers, t.line_length, t.last_at, t.stamp = {}, 0, {}, 0
  return t
end

-- Whether the moves that lose by the other player's answer must be known: for a level, in a game of two sides.
local function guards(e, t) return e.level ~= 0 and t.is_opposed and not t.is_scaled end

-- Makes the function that plays one game through the tree.
local function new_iterate(e, t, play)
  local path = e.path
  local list, tick = play.list, play.tick

  -- Stores the successors of a node, and who moves there: `mover` if players take turns.
  local function store(node, state, moves, count, chances, mover)
    tree.open(t, node, moves, count, chances or false)
    node.player = count > 0 and not chances and play.player_at(state, mover) or node.mover
    kept.store_places(e, play, node, state)
    node.listed = e.number
    if count > 0 then return end
    node.ends, node.solved, node.result = play.judge_end(state, mover)
    node.solved, node.plies = #t.players == 2 and node.solved or false, 0
  end

  -- Lists the moves of a node again that has objects as moves, or is of the last search. Returns the game's list if it
  -- has objects, or else the stored one. Nil if the stored moves are not those of the state: then the tree is dropped.
  local function list_again(node, state)
    local moves, count, chances = list(state)
    if node.listed == e.number and count == node.count or kept.has_moves(e, node, moves, count, chances) then
      return node.places and moves or node.moves
    end
    play.leave_all()
    t.root = tree.new_node(nil, t.own)
    kept.begin(t, false)
  end

  -- Finds out whether a move of the root, which leads to this node, lets the other player win at once: no level plays
  -- it.
  local function look_for_blunder(node, state, moves)
    local index, value = play.winning_index(state, moves, node.count, node.player)
    node.is_looked_at = true
    if index then node.solved, node.plies, node.result = node.player == 1 and 1 or 0, 1, value end
  end

  -- Chooses a kid of a node whose moves are stored. Returns the state after the move, and the kid; nil if no memory is
  -- left for it. `moves` are the game's.
  local function descend(node, state, moves)
    local index, kid
    if node.chances then
      index = playout.outcome(t, node.chances, node.count)
      kid = tree.outcome(t, node, index)
    else
      index, kid = tree.select(t, node)
    end
    if not kid then return nil end
    if t.line then
      local ply = path.made() + 1
      t.line[ply], t.movers[ply], t.line_length = kid.move, node.player, ply
    end
    if node.places then index = kept.place_of(node, index, moves) end
    return path.enter(state, moves[index], index, node.chances ~= false), kid
  end

  -- Plays the game. Returns whether it counts: not if it has shown that the tree was wrong.
  return function()
    local state, node, nodes, ply, mover = e.state, t.root, t.path, 0, t.own
    t.line_length = 0
    while true do
      tick(false)
      nodes[ply + 1] = node
      local moves, count, chances = node.moves, node.count, node.chances
      if not count then
        moves, count, chances = list(state)
        if count == 0 or node.visits > 0 or ply == 0 then
          store(node, state, moves, count, chances, mover)
          moves, chances = node.moves, node.chances
        end
        if not check_players(t) then return false end
      elseif node.places or node.listed ~= e.number then
        moves = list_again(node, state)
        if not moves then return false end
      end
      if node.count and not node.places then path.use(moves, count) end
      if ply == 1 and guards(e, t) and node.count and count > 0
        and not (chances or node.solved or node.is_looked_at) then
        look_for_blunder(node, state, moves)
      end
      local points, after, kid
      if count == 0 then
        points = node.ends
      elseif node.solved and ply > 0 then
        points = node.solved
      else
        if ply > 0 and ply <= kept.PLIES then kept.note(e, t, node, ply, state) end
        if node.count then after, kid = descend(node, state, moves) end
        if kid then
          if not chances then mover = 3 - node.player end
          state, node, ply = after, kid, ply + 1
        else
          if node.count and not chances then mover = node.player end
          points = play.run(state, moves, count, chances or nil, mover)
          if not check_players(t) then return false end
        end
      end
      if points then
        play.leave_all()
        tree.count(t, nodes, ply + 1, points)
        return true
      end
    end
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
local function reason_to_end(e, t, play)
  local root, l = t.root, e.limits
  if root.count == 0 then return "over" end
  if t.answer or root.solved then return "solved" end
  if root.count == 1 and e.answers_forced and not root.chances and root.visits > 0 then return "forced" end
  if not play.has_counted() then return nil end
  local reason = e.nodes >= t.check and limits.reached(l, e.nodes) or nil
  if e.nodes >= t.check then t.check, l.check = l.check, huge end
  return reason or soft_reason(e, t)
end

-- Sets up the search at the root.
local function begin(e, t, play)
  local root = t.root
  e.uct, e.is_quiet, root.mover = t, false, root.player or 1
  if not e.player then t.players[1], t.players[2] = 1, 2 end
  if type(e.max_player) ~= "nil" and #t.players < 2 then -- two sides
    t.players[1], t.players[2] = not e.minimizing, e.minimizing
  end
  t.own, t.player_count = play.player_at(e.state, root.mover), nil
  check_players(t)
  local is_of_another = root.mover ~= t.own or root.chances and not e.player -- there only who moved before is known
  if is_of_another and (root.visits == 0 or root.chances) then t.root = tree.new_node(nil, t.own) end
  limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
  t.check, e.limits.check = e.limits.check, huge -- this search tests the limits itself
end

-- Searches until the search ends; the reason is then written down. `report(e)` calls `on_iteration`.
function search.run(e, report)
  local t = tree_for(e)
  local play = playout.new(e, t)
  begin(e, t, play)
  local iterate = e.deals > 0 and hidden.new_iterate(e, t, play) or new_iterate(e, t, play)
  local next_report, reason = FIRST_REPORT
  repeat
    if iterate() then
      e.nodes = e.nodes + 1
      endgame.begin_trial(e, t)
    else
      play.leave_all()
    end
    if t.solver then endgame.go_on(e, t) end
    if e.on_iteration and e.nodes >= next_report then
      next_report = next_report * 2
      report(e)
    end
    reason = reason_to_end(e, t, play)
    if not reason and (e.is_stopping or e.nodes >= e.slice_check) then play.pause(false) end
  until reason
  e.reason = reason == "solved" and endgame.defend(e, t, play) or reason
  t.value = e.reason == "over" and play.value(e.state) or nil
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
    local points, is_proven = points_of(t, kid)
    local plies = end_of(t, kid)
    local value, bound = worth(e, t, kid)
    list[i] = {
      value = t.is_scaled and points or points - 0.5, index = i, end_ = plies or -1, visits = kid.visits,
      variance = not (t.is_scaled or is_proven) and points * (1 - points) / kid.visits or nil,
      bound = guards(e, t) and not (kid.solved or kid.is_looked_at or kid.chances) and 1 or 0,
      described = {
        move = kid.move, value = value, bound = bound, visits = kid.visits, share = kid.visits / t.root.visits,
        pv = line_from(kid), win_in = win_in(e, points, plies),
      },
    }
  end
  return {
    list = list, bound = 0, temperature = e.temperature, chosen = e.chosen, lists_ties = e.lists_ties,
    draws_tie = e.draws_tie, random = tree.level_generator(e),
  }
end

-- Best move and value; `info` gets its fields. Its bound is that of the position: a move that is proven to lose or to
-- draw leaves it open whether another one is better.
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
    local points, is_proven = points_of(t, best)
    if is_proven and points == 0 then
      value = e.is_choice and as_estimate(e, points) or points
    else
      value, bound = worth(e, t, best)
      info.win_in = win_in(e, points, end_of(t, best))
      if bound then bound = points == 0.5 and (e.is_choice and e.minimizing and "upper" or "lower") or nil end
    end
  elseif t.root.chances and t.root.visits > 0 then
    value = worth(e, t, t.root)
  end
  info.pv = answer.pv or best and line_from(best) or {}
  info.depth, info.bound = #info.pv, e.level == 0 and BOUNDS[bound] or nil
  if answer.pv then return answer.move, value end
  return best and best.move, value
end

return search
