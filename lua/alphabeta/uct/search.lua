-- Monte Carlo tree search (UCT), for hosts without the C module: playouts through a tree that grows where they go well.
-- Internal: the engine in Lua runs it in place of its own iterations.
--
-- The moves of a playout are on the path of the search, see fallback/path.lua. So a pause takes them back and makes
-- them again, and a limit, a stop or an error takes them back and ends the search, at any ply.
--
-- Each search begins with an empty tree. With hidden hands, each playout begins with another deal, see that part.

local use = require((...):match "^(.*)%..*%." .. ".use")

local begin_aside, constants, deal = use("playouts.aside", "common.constant_rows", "deals.deal")
local globals, limits, lists = use("common.globals", "fallback.limits", "playouts.lists")
local message, new_fingerprint, paths = use("front.message", "playouts.states", "fallback.path")
local random = use "common.random"
local shown, tree, zobrist = use("playouts.values", "uct.tree", "fallback.zobrist")
local index_of = use "common.moves".index_of

local abs, huge, insert, max, min, next, remove, select, type =
  math.abs, math.huge, table.insert, math.max, math.min, next, table.remove, select, type

local search = {}

-- The module alphabeta.core, which makes the searcher of alpha-beta beside the playouts. It uses this one.
local function core() return use "fallback.core" end

-- `on_iteration` is first called after this many playouts, and then each time they have doubled.
local FIRST_REPORT = 128

-- With a soft limit, the search tests every SOFT_PLAYOUTS playouts whether the best move is clear.
local SOFT_PLAYOUTS = 16

-- The most plies of a playout; in a game with `evaluate`, which values the state after EVALUATED_PLIES.
local MAX_PLIES, EVALUATED_PLIES = 200, 8

-- Of a won game's points, the part that the margin decides.
local MARGIN = 0.05

-- In the first ASKING playouts of a search, the game is asked at each ply who moves, to find out how many players there
-- are.
local ASKING = 4

-- The last plies: if the first TRIAL_PLAYOUTS playouts take at most TRIAL_PLIES plies on average, alpha-beta tries to
-- find out who wins. It gets TRIAL_SHARE nodes for each ply of the playouts, in slices of NODES nodes. In a small tree
-- it gets SMALL_SHARE nodes, if the module has chosen the search by itself. A tree is small if the plies of a playout
-- times the logarithm of the number of moves are at most SMALL.
local TRIAL_PLAYOUTS, TRIAL_PLIES, TRIAL_SHARE, NODES, SMALL, SMALL_SHARE = 8, 24, 0.2, 64, 18, 4

-- A pause takes the moves of a playout back, and they are made again. The playout then goes on for this many times the
-- plies that were made again, so slow rules need few slices for it.
local PLIES_AHEAD = 2

-- Hidden hands: how many deals have a tree of their own at most.
local DEALS_MAX = 32

-- Values are added up in this unit, a power of two, so the sums of the greatest numbers are finite. There an infinite
-- value counts as 2^1024, more than any number.
local UNIT, INFINITE = 2 ^ 40, 2 ^ (1024 - 40)

local function term(value) return value == huge and INFINITE or value == -huge and -INFINITE or value / UNIT end

-- Playouts ------------------------------------------------------------------------------------------------------------

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
local function new_playouts(e, t)
  local path, players, random_of = e.path, t.players, t.random
  local enter, leave, list = path.enter, path.leave, path.list
  local asks_player, has_sides, is_minimizing = e.player ~= nil, type(e.max_player) ~= "nil", e.minimizing == true
  local ends_by_depth = e.evaluate and EVALUATED_PLIES or MAX_PLIES
  local own, memory, is_in_place = {}, e.memory, e.style == "in place"

  -- Whether a playout of this search counts in its tree, so that there is a best move. A new player empties the tree.
  function own.has_counted() return e.nodes > 0 and t.root.visits > 0 end

  -- Ends the search.
  local function quit(reason)
    if t.aside then t.aside() end
    e.quit(reason)
  end

  -- Called at each ply, before the state is asked for its moves: pauses, or ends the search if its time is over, or if
  -- it was stopped. Before a playout has counted, it ends that one early, as `is_late`.
  local function tick(is_listed)
    t.ticks = t.ticks + 1
    if e.is_stopping then quit "stopped" end
    if t.ticks < t.next_tick then return end
    local l, now = e.limits, limits.now()
    t.interval, t.looked = limits.next_interval(t.interval, now - t.looked), now
    t.next_tick = t.ticks + t.interval
    if e.slice_end < huge and path.made() >= t.due then
      local has_paused = e.look(is_listed)
      if has_paused and is_in_place then t.due = (1 + PLIES_AHEAD) * path.made() end
    end
    if now - l.start < min(l.time, l.thought + l.waited) then return end
    if own.has_counted() then quit "time" end
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
  t.ticks, t.next_tick, t.interval, t.looked = 0, is_timed and 0 or huge, 1, limits.now()
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

-- Hidden hands --------------------------------------------------------------------------------------------------------
--
-- Each playout goes through one tree, with only the moves that its deal allows. `kids` has nodes by the keys of their
-- moves. Nothing is proven there.
--
-- If the game has `seen`, the node of a move has a kid for each key of what the player at the root can see after it,
-- `by_seen`. The moves after it are tried in that kid. So a look at a card is worth what can be done with it. The move
-- itself is chosen by the sums of its own node, of all keys together.
--
-- The player at the root cannot tell deals apart, but the others know their own hands. If there are few deals, each has
-- a second tree, by which the others choose. With many deals, such trees would have too few visits, and the others
-- choose by the first one.
--
-- Source. P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
-- Computational Intelligence and AI in Games 4 (2012), 120-143: SO-ISMCTS.

-- Begins with empty trees.
local function clear_deals(t)
  t.by_deal, t.deal_count = {}, 0
  t.root.count, t.root.chances = t.deals.is_over and 0 or max(t.deals.count, 1), t.deals.count == 0
end

-- The root of a deal's own tree; nil if there are too many deals, or they cannot be told apart.
local function tree_of_deal(e, t, state)
  if not t.by_deal then return nil end
  local memory = e.memory
  memory.recognize = memory.recognize
    or new_fingerprint(function(value) return zobrist.is_key(value) and value:get() end, "table")
  local id = memory.recognize(state)
  if id > 0 and not t.by_deal[id] then
    t.by_deal[id], t.deal_count = tree.new_node(nil, 1), t.deal_count + 1
  end
  if id == 0 or t.deal_count > DEALS_MAX then t.by_deal = nil end
  return t.by_deal and t.by_deal[id]
end

-- The node for what the player at the root can see in a state, below the node of the move to it. It is the node of the
-- move if nothing can be seen, or if no memory is left.
local function seen_node(e, t, node, state)
  e.path.note "seen"
  local key = e.seen(state, e.me)
  local kind = type(key)
  if kind == "nil" then return node end
  if kind ~= "number" and kind ~= "string" and kind ~= "boolean" or key ~= key then
    e.path.reject("seen", "expected a number, a string, a boolean or nil, got %s", message.describe(key))
  end
  node.by_seen = node.by_seen or tree.new_node(node.move, node.mover)
  return tree.kid(t, node.by_seen, key, node.move, node.mover) or node
end

-- As new_iterate.
local function new_iterate_of_deals(e, t, play)
  local path, tick, list = e.path, play.tick, e.path.list
  local nodes, own_nodes, keys = t.path, {}, {}
  return function()
    local node, length, own_length, is_new, points = t.root, 0, 0, false, nil
    if t.deals.is_over then return true end
    tick(false)
    local state, moves, count, chances = deal.draw(e, t.deals, list)
    local mover, own = t.own, tree_of_deal(e, t, state)
    repeat
      length = length + 1
      nodes[length] = node
      if own then
        own_length = own_length + 1
        own_nodes[own_length] = own
      end
      local index, kid
      if count == 0 then
        points = play.judge_end(state, mover)
      elseif not is_new then
        for place = 1, count do keys[place] = deal.key_of(e, state, moves[place]) end
        local player = node.mover
        if chances then
          index = tree.outcome(t, chances, count)
        else
          player = play.player_at(state, mover)
          index, mover = tree.select(t, own and player ~= t.own and own or node, player, count, keys), 3 - player
        end
        kid = index and tree.kid(t, node, keys[index], moves[index], player)
        own = kid and own and tree.kid(t, own, keys[index], moves[index], player)
      end
      if kid then
        state, node = path.enter(state, moves[index], index, chances ~= nil), kid
        tick(false)
        if e.seen then node = seen_node(e, t, kid, state) end
        if node ~= kid then
          length = length + 1
          nodes[length] = kid
        end
        is_new = node.visits == 0
        moves, count, chances = list(state)
      elseif not points then
        points = play.run(state, moves, count, chances, mover)
      end
    until points
    play.leave_all()
    e.state = t.deals.state
    if not tree.check_players(t) then
      clear_deals(t)
      return false
    end
    tree.count(t, nodes, length, points)
    tree.count(t, own_nodes, own_length, points)
    return true
  end
end

-- Alpha-beta beside the playouts --------------------------------------------------------------------------------------

-- Goes on with alpha-beta for NODES nodes, at most to the end of the slice or of a limit of time.
local function step_aside(e, t)
  local l = e.limits
  local deadline = min(e.slice_end, l.start + min(l.time, l.thought + l.waited))
  return t.aside(NODES, deadline < huge and max(deadline - limits.now(), 0) or huge)
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
      t.aside()
      t.aside = nil
      if found.is_proven then t.answer, found.move = found, found.pv[1] end
    elseif e.slice_end < huge then
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
    if e.slice_end < huge or e.nodes >= e.slice_check or e.is_stopping then e.look(false) end
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
  if e.nodes >= t.check then
    local reason = limits.reached(l, e.nodes)
    t.check, l.check = l.check, huge
    if reason then return reason end
  end
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
  limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
  t.check, e.limits.check = e.limits.check, huge -- this search tests the limits itself
  if not t.is_hidden then return new_iterate(e, t, play) end
  t.deals = deal.begin(e, e.path.list)
  clear_deals(t)
  return new_iterate_of_deals(e, t, play)
end

-- Searches until the search ends; the reason is then written down. `report(e)` calls `on_iteration`.
function search.run(e, report)
  local t, memory = tree_for(e), e.memory
  if memory.alternates == nil then memory.alternates = true end
  local play = new_playouts(e, t)
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
    if not reason and (e.is_stopping or e.nodes >= e.slice_check) then e.look(false) end
  until reason
  if reason == "solved" then defend(e, t) end
  e.reason, t.value = reason, reason == "over" and play.value_of(e.state, true) or nil
  if t.aside then t.aside() end
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
