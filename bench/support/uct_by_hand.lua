--- Monte Carlo tree search as a hobbyist writes it: UCT over a game's `moves`, `make` and `unmake` or `play`, `player`,
-- `is_over` and `result`, for two players.
-- @module bench.support.uct_by_hand

local clock, log, random, sqrt = os.clock, math.log, math.random, math.sqrt

local C, MAX_PLIES = 1.4, 150

-- What a finished game is worth to a player: 1, 0.5 or 0.
local function score(game, state, me)
  local value = game.result(state, me)
  return value > 0 and 1 or value < 0 and 0 or 0.5
end

--- Makes a search: `search(state, seconds)` returns the move that most playouts begin with, and how many there were.
-- @tparam table game
-- @treturn function
return function(game)
  local moves, make, unmake, play, player, is_over = game.moves, game.make, game.unmake, game.play, game.player,
    game.is_over
  local made, undos = {}, {}

  local function go(state, move, ply)
    if not make then return play(state, move) end
    made[ply], undos[ply] = move, make(state, move)
    return state
  end

  local function list_of(state) return is_over and is_over(state) and {} or moves(state) end

  local function iterate(root, state, me)
    local node, ply, root_state = root, 0, state
    while node.untried and #node.untried == 0 and #node.kids > 0 do -- select
      local best, best_bound, logarithm = nil, -1, log(node.visits)
      for _, kid in ipairs(node.kids) do
        local bound = kid.wins / kid.visits + C * sqrt(logarithm / kid.visits)
        if bound > best_bound then best, best_bound = kid, bound end
      end
      ply = ply + 1
      node, state = best, go(state, best.move, ply)
    end
    node.untried = node.untried or list_of(state)
    local untried = node.untried
    if #untried > 0 then -- expand
      local index = random(#untried)
      local kid = {move = untried[index], mover = player(state), parent = node, wins = 0, visits = 0, kids = {}}
      untried[index] = untried[#untried]
      untried[#untried] = nil
      ply = ply + 1
      node.kids[#node.kids + 1] = kid
      node, state = kid, go(state, kid.move, ply)
    end
    local value, stop = nil, ply + MAX_PLIES
    repeat -- play out
      local list = list_of(state)
      if #list == 0 then
        value = score(game, state, me)
      elseif ply >= stop then
        value = 0.5
      else
        ply = ply + 1
        state = go(state, list[random(#list)], ply)
      end
    until value
    for i = make and ply or 0, 1, -1 do unmake(root_state, made[i], undos[i]) end
    while node do -- back up
      node.visits = node.visits + 1
      node.wins = node.wins + (node.mover == me and value or 1 - value)
      node = node.parent
    end
  end

  return function(state, seconds)
    local start, root, me, count = clock(), {visits = 0, wins = 0, kids = {}}, player(state), 0
    repeat
      iterate(root, state, me)
      count = count + 1
    until count % 8 == 0 and clock() - start >= seconds
    local best = root.kids[1]
    for _, kid in ipairs(root.kids) do if kid.visits > best.visits then best = kid end end
    return best.move, count
  end
end
