-- Monte Carlo tree search (UCT), for hosts without the C module: playouts through a tree that grows where they go well.
-- Internal: the engine in Lua runs it in place of its own iterations.
--
-- Each search begins with an empty tree. With hidden hands, each playout begins with another deal: see hidden.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local begin_aside, deal, globals = use("playouts.aside", "deals.deal", "common.globals")
local limits, lists, new_hidden = use("fallback.limits", "playouts.lists", "uct.hidden")
local playouts, shown, sums = use("uct.playouts", "playouts.values", "common.sums")
local tree, index_of = use "uct.tree", use "common.moves".index_of

local huge, insert, max, min, next, remove, type =
  math.huge, table.insert, math.max, math.min, next, table.remove, type
local UNIT = sums.UNIT

local search = {}

-- The module alphabeta.core, which makes the searcher of alpha-beta beside the playouts. It uses this one.
local function core() return use "fallback.core" end

-- `on_iteration` is first called after this many playouts, and then each time they have doubled.
local FIRST_REPORT = 128

-- With a soft limit, the search tests every SOFT_PLAYOUTS playouts whether the best move is clear.
local SOFT_PLAYOUTS = 16

-- The last plies: if the first TRIAL_PLAYOUTS playouts take at most TRIAL_PLIES plies on average, alpha-beta tries to
-- find out who wins. It gets TRIAL_SHARE nodes for each ply of the playouts, in slices of NODES nodes. In a small tree
-- it gets SMALL_SHARE nodes, if the module has chosen the search by itself. A tree is small if the plies of a playout
-- times the logarithm of the number of moves are at most SMALL.
local TRIAL_PLAYOUTS, TRIAL_PLIES, TRIAL_SHARE, NODES, SMALL, SMALL_SHARE = 8, 24, 0.2, 64, 18, 4

-- The tree ------------------------------------------------------------------------------------------------------------
--
-- Moves may refer to objects of the state in which they were listed, such as pieces. They do if two lists for one
-- state have an object in common. Each visit then lists the moves again. So the game gets a move of the state at hand,
-- and not one of a copy.

-- An empty tree for a search. Two players whom the last search has met are known.
local function tree_for(e)
  local t, players = tree.new(e.table_bytes), e.memory.uct
  if players and #players == 2 and e.deals == 0 then t.players = players end
  e.memory.uct = t.players
  t.ends, t.estimates, t.is_hidden = {size = 0, count = 0}, {size = 0, count = 0}, e.deals > 0
  t.path, t.equal, t.answer, t.aside, t.aside_nodes = {}, {}, nil, nil, 0
  t.plies_sum, t.plies_count, t.is_late, t.due = 0, 0, false, 0
  local is_timed = e.is_sliced or e.time_limit < huge or e.think_limit < huge
  t.ticks, t.next_tick = 0, is_timed and 0 or huge
  t.random = deal.generator(e, 0)
  t.has_chances = e.chances ~= nil
  t.line = e.deals == 0 and not (e.chances or e.chooses_by_value) and {} or nil
  t.movers, t.line_length, t.last_at, t.stamp = {}, 0, {}, 0
  return t
end

-- Playouts through the tree -------------------------------------------------------------------------------------------

-- Whether the moves that lose by the other player's answer must be known: for a level, in a game of two sides.
local function guards(e, t) return e.level ~= 0 and t.is_opposed and not t.is_scaled end

-- Makes the function that plays one game through the tree, and returns whether it counts: not if it has shown that the
-- tree was wrong.
local function new_iterate(e, t, play)
  local path, tick, list = e.path, play.tick, e.path.list

  -- Stores the successors of a node, and who moves there: `mover` if players take turns.
  local function open(node, state, moves, count, chances, mover)
    tree.open(t, node, moves, count, chances or false)
    node.player = count > 0 and not chances and play.player_at(state, mover) or node.mover
    if count == 0 then
      node.points, node.solved, node.result = play.judge_end(state, mover)
      node.solved, node.plies = #t.players == 2 and node.solved or false, 0
    elseif not lists.are_plain(node.moves, count) and e.style ~= "children" then
      node.has_objects = lists.have_common_object(node.moves, (list(state)), count)
    end
  end

  -- Lists the moves of a node again, in the node's order. Returns whether they are the same.
  local function list_again(node, state)
    local moves, count, chances = list(state)
    local is_same = count == node.count and (chances ~= nil) == (node.chances ~= false)
    local own = is_same and lists.in_order_of(node.moves, moves, count)
    if not own then
      t.root = tree.new_node(nil, t.own)
      return false
    end
    for place, kid in next, node.kids do kid.move = own[place] end
    node.moves = own
    return true
  end

  -- Finds out whether a move of the root, which leads to this node, lets the other player win at once: no level plays
  -- it.
  local function look_for_blunder(node, state)
    local index, value = play.winning_index(state, node.moves, node.count, node.player)
    node.is_looked_at = true
    if index then node.solved, node.plies, node.result = node.player == 1 and 1 or 0, 1, value end
  end

  return function()
    local state, node, nodes, ply, mover, points = e.state, t.root, t.path, 0, t.own, nil
    t.line_length = 0
    repeat
      tick(false)
      nodes[ply + 1] = node
      local moves, count, chances, index, kid = node.moves, node.count, node.chances or nil, nil, nil
      if not count then
        moves, count, chances = list(state)
        local is_early = ply == 0 or ply == 1 and guards(e, t)
        if count == 0 or node.visits > 0 or is_early then open(node, state, moves, count, chances, mover) end
        if not tree.check_players(t) then return false end
      elseif node.has_objects and not list_again(node, state) then
        return false
      end
      if node.count then
        moves = node.moves
        path.use(moves, count, chances ~= nil)
      end
      if ply == 1 and guards(e, t) and node.count and count > 0
        and not (chances or node.solved or node.is_looked_at) then
        look_for_blunder(node, state)
      end
      if count == 0 then
        points = node.points
      elseif node.solved and ply > 0 then
        points = {node.solved, 1 - node.solved}
      else
        if node.count then
          index = chances and tree.outcome(t, chances, count) or tree.select(t, node, node.player, count)
          kid = index and tree.kid(t, node, index, moves[index], node.player)
          if not chances then mover = node.player end
        end
        if kid then
          if not chances then mover = 3 - mover end
          state, node, ply = path.enter(state, moves[index], index, chances ~= nil), kid, ply + 1
          if t.line then t.line[ply], t.movers[ply], t.line_length = kid.move, nodes[ply].player, ply end
        else
          points = play.run(state, moves, count, chances, mover)
          if not tree.check_players(t) then return false end
        end
      end
    until points
    play.leave_all()
    tree.count(t, nodes, ply + 1, points)
    return true
  end
end

-- Alpha-beta beside the playouts --------------------------------------------------------------------------------------

-- Goes on with alpha-beta for NODES nodes, at most to the end of the slice or of a limit of time.
local function step_aside(e, t)
  local deadline = min(limits.deadline(e.slice), limits.deadline(e.limits))
  return t.aside(NODES, max(deadline - limits.now(), 0))
end

-- Begins an exact search, late in a game of two sides without chance. It takes turns with the playouts, which needs
-- slices.
local function begin_trial(e, t)
  if not globals.coroutine or e.nodes ~= TRIAL_PLAYOUTS or e.deals > 0 or #t.players ~= 2 or e.chances or e.root_moves
    or e.chooses_by_value or t.root.solved or t.plies_sum > TRIAL_PLIES * t.plies_count then
    return
  end
  t.aside = begin_aside(core(), e, e.state, false, e.minimizing, t.root.moves)
  local is_small = e.is_choice and t.plies_sum * tree.logarithm(t.root.count) <= SMALL * t.plies_count
  t.aside_share = is_small and SMALL_SHARE or TRIAL_SHARE
end

-- Lets it go on for its share. If it solves the position, its answer counts: of a lost one, the move that held longest.
local function go_on_aside(e, t)
  while t.aside and t.aside_nodes < t.aside_share * t.ticks do
    local found = step_aside(e, t)
    t.aside_nodes = t.aside_nodes + NODES
    if found.has_ended then
      t.aside = nil
      if found.is_proven then t.answer, found.move = found, found.pv[1] end
    elseif e.slice.time < huge then
      return
    end
  end
end

-- Looks for the longest defence of a position that is proven to be lost, within the limits: NODES nodes count as a
-- playout. The answer gets the move.
local function defend(e, t)
  local root = t.root
  local is_lost = t.answer and t.answer.points == 0 or not t.answer and tree.proven(root, root.player) == 0
  if not is_lost or not globals.coroutine or e.chances or root.count == 1 or e.level ~= 0 then return end
  t.answer = t.answer or {points = 0, result = root.player == 1 and root.result or -root.result, depth = 1}
  t.aside = begin_aside(core(), e, e.state, true, e.minimizing, root.moves)
  repeat
    if e.slice.time < huge or e.nodes >= e.slice.check or e.is_stopping then e.look(false) end
    if e.limits.is_soft and limits.share(e.limits, e.nodes) >= 1 or limits.reached(e.limits, e.nodes) then return end
    local found, answer = step_aside(e, t), t.answer
    e.nodes = e.nodes + 1
    if found.child and (found.depth > answer.depth or found.has_ended) then
      answer.depth, answer.move, answer.pv = found.depth, found.pv[1], found.pv
    end
    if found.has_ended then answer.plies = found.plies end
  until found.has_ended
end

-- The search ----------------------------------------------------------------------------------------------------------

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

-- Whether moves of the root are not known yet among which a level may choose.
local function is_choosing(e, root)
  return e.chooses_by_value and root.count and #root.tried < root.count and not root.chances
end

-- Why the search ends; nil if it goes on.
local function reason_to_end(e, t, play)
  local root, l = t.root, e.limits
  if root.count == 0 then return "over" end
  if (t.answer or root.solved) and not is_choosing(e, root) then return "solved" end
  if root.count == 1 and e.answers_forced and not root.chances and root.visits > 0 then return "forced" end
  if not play.has_counted() then return nil end
  if e.nodes >= l.nodes then return "nodes" end
  if not l.is_soft or e.nodes % SOFT_PLAYOUTS > 0 then return nil end
  local share, reason = limits.share(l, e.nodes)
  return is_clear(e, t, share) and reason or nil
end

-- Sets up the search at the root. Returns the function that makes one playout.
local function begin(e, t, play)
  e.uct, e.is_quiet = t, false
  if not e.player then t.players[1], t.players[2] = 1, 2 end
  if type(e.max_player) ~= "nil" then t.players[1], t.players[2] = not e.minimizing, e.minimizing end -- two sides
  t.own = play.player_at(e.state, 1)
  t.root.mover = t.own
  tree.check_players(t)
  e.limits.check = huge -- this search tests the limits itself
  if not t.is_hidden then return new_iterate(e, t, play) end
  return new_hidden(e, t, play)
end

-- Searches until the search ends; the reason is then written down. `report(e)` calls `on_iteration`.
function search.run(e, report)
  local t, memory = tree_for(e), e.memory
  if memory.alternates == nil then memory.alternates = true end
  local play = playouts.new(e, t)
  local iterate, next_report = begin(e, t, play), FIRST_REPORT
  local reason
  repeat
    if iterate() then
      e.nodes = e.nodes + 1
      begin_trial(e, t)
    else
      play.leave_all()
    end
    go_on_aside(e, t)
    if e.on_iteration and e.nodes >= next_report then
      next_report = next_report * 2
      report(e)
    end
    reason = reason_to_end(e, t, play)
    if not reason and (e.is_stopping or e.nodes >= e.slice.check) then e.look(false) end
  until reason
  if reason == "solved" then defend(e, t) end
  e.reason, t.value = reason, reason == "over" and play.value_of(e.state, true) or nil
  t.aside = nil
end

-- Results -------------------------------------------------------------------------------------------------------------

-- The expected line: the moves most played.
local function line_from(kid)
  local line = {}
  while kid do
    line[#line + 1] = kid.move
    local best
    for i = 1, kid.chances and 0 or #kid.tried do
      local other = kid.tried[i]
      if other.visits > 0 and (not best or other.visits > best.visits) then best = other end
    end
    kid = best
  end
  return line
end

-- The points of a node for its mover, as a number of the game if they are values.
local function value_of(t, node) return tree.points_of(node) * (t.is_scaled and UNIT or 1) end

-- A kid of the root for playouts/values.lua.
local function describe_kid(e, t, kid)
  local root = t.root
  local own = {
    move = kid.move, pv = line_from(kid), visits = kid.visits, points = kid.visits > 0 and value_of(t, kid) or 0,
    is_known = not guards(e, t) or kid.solved or kid.is_looked_at or kid.chances and true,
  }
  if kid.solved and t.player_count == 2 then
    own.points, own.plies = tree.proven(kid, root.player), kid.plies + 1
    own.result = root.player == 1 and kid.result or -kid.result
  end
  return own
end

-- The record of the tree at the root: see playouts/values.lua. `most` kids are described. The move that alpha-beta has
-- found comes first.
local function record_of(e, t, most)
  local root, kids, moves, answer = t.root, tree.ranking(t), {}, t.answer
  for i = 1, #kids do moves[i] = kids[i].move end
  local at = answer and type(answer.move) ~= "nil" and index_of(answer.move, moves)
  if at then insert(kids, 1, remove(kids, at)) end
  local own = {
    kids = {}, visits = root.visits, players = t.player_count, is_scaled = t.is_scaled, minimizing = e.minimizing,
    lowest = t.lowest * UNIT, highest = t.highest * UNIT, value = t.value,
    answer = answer and answer.move, pv = answer and answer.pv,
    points = root.chances and root.visits > 0 and value_of(t, root) or nil,
  }
  for i = 1, min(#kids, most) do own.kids[i] = describe_kid(e, t, kids[i]) end
  if answer then
    own.proven, own.result, own.plies = answer.points, answer.result, answer.plies
  elseif root.solved and kids[1] then
    own.proven, own.result = tree.proven(root, root.player), root.player == 1 and root.result or -root.result
    own.plies = root.plies
  end
  return own
end

-- The best moves at the root for root/ranking.lua.
function search.ranked(e, random_of_level)
  local own = e.uct and record_of(e, e.uct, e.multipv) or {kids = {}}
  return shown.ranked(e, own, random_of_level, e.chosen)
end

-- Best move and value; `info` gets its fields.
function search.values(e, info)
  if e.uct then return shown.found(e, record_of(e, e.uct, 1), info) end
end

return search
