--- Monte Carlo tree search as an experienced hobbyist writes it, for a game's `moves`, `make` and `unmake` or `play`,
-- `player`, `is_over` and `result`, and any number of players, who are 1, 2 and so on. The tree is kept from move to
-- move. With two players, won and lost nodes are proven. One of two styles may be added: "rave" counts a playout also
-- for moves that were made later; "wins" plays a move that wins at once, if there is one.
-- @module bench.support.good_uct_by_hand

local clock, log, max, random, sqrt = os.clock, math.log, math.max, math.random, math.sqrt

local C, RAVE_C, EQUIVALENCE, FIRST, MAX_PLIES = 0.7, 0.3, 300, 0.6, 150

local function new_node(move, mover)
  return {move = move, mover = mover, points = 0, visits = 0, later_points = 0, later = 0, tried = 0, proven = false}
end

--- Makes a search.
-- @tparam table game
-- @tparam[opt] string style "rave" or "wins"
-- @tparam[opt=2] number players how many
-- @treturn function `search(state, seconds)` -> move, number of playouts
-- @treturn function to be told each move that is made in the game, and nil when a game begins
return function(game, style, players)
  local moves, make, unmake, play, player, result, is_over = game.moves, game.make, game.unmake, game.play, game.player,
    game.result, game.is_over
  local by_rave, wins_first, is_many = style == "rave", style == "wins", (players or 2) > 2
  local made, undos, movers, path = {}, {}, {}, {}
  local root

  local function go(state, move, ply)
    if by_rave then movers[ply] = player(state) end
    made[ply] = move
    if not make then return play(state, move) end
    undos[ply] = make(state, move)
    return state
  end

  local function list_of(state) return is_over and is_over(state) and {} or moves(state) end

  -- The points of a finished game, or of one that was broken off: those of player 1, or with many a table of all.
  local function points_of(state, is_finished)
    if not is_many then
      local value = is_finished and result(state, 1) or 0
      return value > 0 and 1 or value < 0 and 0 or 0.5
    end
    local points = {}
    for who = 1, players do
      local value = is_finished and result(state, who) or 0
      points[who] = value > 0 and 1 or value < 0 and 0 or 1 / players
    end
    return points
  end

  local function points_for(points, who)
    if is_many then return points[who] end
    return who == 1 and points or 1 - points
  end

  -- Gives a node its moves; with RAVE all of its kids at once.
  local function open(node, state)
    local list = list_of(state)
    local count = #list
    node.player, node.kids, node.count = player(state), {}, count
    if count == 0 then
      node.ends = points_of(state, true)
      node.proven = not is_many and node.ends
      return
    end
    local copy = {}
    for i = 1, count do copy[i] = list[i] end
    for i = count, 2, -1 do
      local j = random(i)
      copy[i], copy[j] = copy[j], copy[i]
    end
    node.moves = copy
    if not by_rave then return end
    node.by_move, node.tried = {}, count
    for i = 1, count do
      local kid = new_node(copy[i], node.player)
      node.kids[i], node.by_move[copy[i]] = kid, kid
    end
  end

  local function bound_of(node, kid, logarithm)
    if kid.proven then return kid.proven == 0.5 and 0.5 or points_for(kid.proven, node.player) * 1e6 end
    if not by_rave then return kid.points / kid.visits + C * sqrt(logarithm / kid.visits) end
    local weight = sqrt(EQUIVALENCE / (3 * node.visits + EQUIVALENCE))
    local own = kid.visits > 0 and kid.points / kid.visits or FIRST
    local later = kid.later > 0 and kid.later_points / kid.later or FIRST
    return (1 - weight) * own + weight * later + RAVE_C * sqrt(logarithm / (kid.visits + 1))
  end

  local function select(node)
    if node.tried < node.count then
      local kid = new_node(node.moves[node.tried + 1], node.player)
      node.tried = node.tried + 1
      node.kids[node.tried] = kid
      return kid
    end
    local best, best_bound, logarithm, kids = nil, -1, log(node.visits + 1), node.kids
    for i = 1, node.count do
      local bound = bound_of(node, kids[i], logarithm)
      if bound > best_bound then best, best_bound = kids[i], bound end
    end
    return best
  end

  local function winning(state, list)
    local me = player(state)
    for i = 1, #list do
      local move, after, undo = list[i], state, nil
      if make then undo = make(state, move) else after = play(state, move) end
      local has_won = is_over(after) and result(after, me) > 0
      if make then unmake(state, move, undo) end
      if has_won then return move end
    end
    return nil
  end

  -- Plays a random game. Returns its points and how many plies were made from the root on.
  local function play_out(state, ply)
    local stop = ply + MAX_PLIES
    while ply < stop do
      local list = list_of(state)
      local count = #list
      if count == 0 then return points_of(state, true), ply end
      local move = wins_first and winning(state, list) or list[random(count)]
      ply = ply + 1
      state = go(state, move, ply)
    end
    return points_of(state, false), ply
  end

  -- Proves a node by its kids: by one that wins, or by all.
  local function prove(node)
    local best = 0
    for i = 1, node.count do
      local kid = node.kids[i]
      local points = kid and kid.proven and points_for(kid.proven, node.player)
      if points == 1 then
        node.proven = points_for(1, node.player)
        return
      end
      best = best and points and max(best, points)
    end
    if best then node.proven = points_for(best, node.player) end
  end

  local function count_later(length, plies, points)
    for i = 1, length do
      local node = path[i]
      for ply = i, node.by_move and plies or 0 do
        local kid = movers[ply] == node.player and node.by_move[made[ply]]
        if kid then
          kid.later, kid.later_points = kid.later + 1, kid.later_points + points_for(points, node.player)
        end
      end
    end
  end

  local function iterate(state)
    local node, root_state, ply, points = root, state, 0, nil
    path[1] = root
    if not root.kids then open(root, state) end
    while not points do
      if node.count == 0 then
        points = node.ends
      elseif node.proven and node ~= root then
        points = node.proven
      else
        node, ply = select(node), ply + 1
        path[ply + 1], state = node, go(state, node.move, ply)
        if not node.kids then
          open(node, state)
          break
        end
      end
    end
    local length, plies = ply + 1, ply
    if not points then points, plies = play_out(state, ply) end
    if make then for i = plies, 1, -1 do unmake(root_state, made[i], undos[i]) end end
    if by_rave then count_later(length, plies, points) end
    for i = length, 1, -1 do
      local here, kid = path[i], path[i + 1]
      here.visits = here.visits + 1
      if here.mover then here.points = here.points + points_for(points, here.mover) end
      if i < length and kid.proven and not here.proven then prove(here) end
    end
  end

  local function rank_of(kid)
    if not kid.proven or kid.proven == 0.5 then return kid.visits end
    return points_for(kid.proven, kid.mover) == 1 and 1e9 or kid.visits - 1e9
  end

  local function search(state, seconds)
    local start, count = clock(), 0
    root = root or new_node()
    repeat
      iterate(state)
      count = count + 1
    until root.proven or count % 8 == 0 and clock() - start >= seconds
    local best = root.kids[1]
    for i = 2, root.tried do if rank_of(root.kids[i]) > rank_of(best) then best = root.kids[i] end end
    return best.move, count
  end

  local function watch(move)
    local before = move ~= nil and root and root.kids or {}
    root = nil
    for _, kid in pairs(before) do if kid.move == move then root = kid end end
  end

  return search, watch
end
