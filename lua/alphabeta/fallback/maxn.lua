-- Max^n: payoffs of many players, and shallow pruning, as in csrc/engine/maxn.c. Internal: the engine in Lua uses it.
--
-- A payoff vector is an array by the number of the player, from 1. The player who moves at the root is the first.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, message, ordering = use("common.constant_rows", "front.message", "fallback.ordering")
local paths, interpret = use "fallback.path", use "common.interpreter".interpret

local abs, floor, huge, next, rawget, tostring, type = math.abs, math.floor, math.huge, next, rawget, tostring, type
local describe = message.describe

local maxn = {}

-- The most players.
local PLAYERS_MAX = constants.MAXN_PLAYERS

local EPSILON = 2 ^ -52

local function describe_player(player)
  local kind = type(player)
  if kind == "string" then return "'" .. player .. "'" end
  if kind ~= "number" and kind ~= "boolean" then return kind end
  return tostring(player)
end

-- The number of a player, whom the function `name` has named. `show` describes a player in a message.
local function index_of(e, player, name, show)
  local index = paths.number_of(player, e.player_indexes, PLAYERS_MAX)
  if index then return index end
  e.path.reject(name, "expected at most %d players with algorithm 'maxn', got another one, %s", PLAYERS_MAX,
    show(player))
end

-- Numbers the players of a table of payoffs, which names all players. After the first time, none is new.
local function check_players(e, answer, name)
  for player in next, answer do
    if type(player) == "cdata" then
      e.path.reject(name, "cdata cannot be players with 'maxn': got %s as a key", describe(player))
    end
    if index_of(e, player, name, describe_player) > e.players and e.players > 0 then
      e.path.reject(name, "expected the same players as before, got another one, %s", describe_player(player))
    end
  end
end

interpret(check_players)

-- The payoffs that `evaluate` or `result`, the function `name`, returned.
local function take(e, answer, name)
  local reject = e.path.reject
  if type(answer) ~= "table" then
    reject(name, "expected a table from player to number with algorithm 'maxn', got %s", describe(answer))
  end
  check_players(e, answer, name)
  local payoffs, players = {}, e.player_indexes
  for i = 1, #players do
    local own = rawget(answer, players[i])
    if type(own) ~= "number" or own ~= own then
      reject(name, "expected a number for player %s, got %s", describe_player(players[i]), describe(own))
    end
    if e.has_chance_nodes and abs(own) == huge then
      reject(name, "expected finite numbers in a game with 'chances', got %s for player %s",
        own > 0 and "inf" or "-inf", describe_player(players[i]))
    end
    payoffs[i] = own + 0.0
  end
  e.players = #players
  return payoffs
end

-- The rest of `value_sum` if one player's payoff is `taken` and `others` further players have the lowest payoff.
local function rest(e, taken, others)
  local least = others > 0 and others * e.value_min or 0
  local sum = e.value_sum
  local left = sum - taken - least
  if sum == huge or least == -huge then return huge end
  if not e.has_chance_nodes and floor(sum) == sum and floor(taken) == taken and floor(least) == least
    and abs(left) < 1 / EPSILON then
    return left
  end
  return left + (abs(sum) + abs(taken) + abs(least)) * 8 * PLAYERS_MAX * EPSILON
end

-- The payoff vector if each player gets the same, however many there are.
local function equal(payoff)
  local payoffs = {}
  for i = 1, PLAYERS_MAX do payoffs[i] = payoff end
  return payoffs
end

-- How many players have payoffs: the maximum, if the number is not known.
local function counted(e)
  return e.players > 0 and e.players or PLAYERS_MAX
end

-- The most that any player can get.
local function highest(e)
  local most = e.players > 0 and rest(e, 0, e.players - 1) or huge
  return most < e.value_max and most or e.value_max
end

-- The window of a node where `mover` moves, below one of `parent`, another or the same player with a window.
local function window(e, mover, parent, parent_alpha, parent_beta)
  local beta = highest(e)
  if parent and parent_alpha > -huge then
    local most = parent == mover and parent_beta or e.players < 2 and huge or rest(e, parent_alpha, e.players - 2)
    if most < beta then beta = most end
  end
  return -huge, beta
end

-- A table from player to payoff.
function maxn.by_player(e, payoffs)
  local of_players = {}
  for i = 1, e.players > 0 and e.players or #e.player_indexes do
    of_players[e.player_indexes[i]] = payoffs[i] + 0.0 -- never -0
  end
  return of_players
end

-- Makes the functions of a search; `s` has those of alpha-beta, and `root` is the root: see root.lua.
function maxn.new(e, s, root)
  local path, ordered, values = e.path, s.ordered, s.values
  local enter, leave = path.enter, path.leave
  local node

  -- The number of the player who moves at a state; without `player` there is one. That of the root's player is 1.
  local function mover_of(state, at)
    if not e.player or at == 0 then return 1 end
    return index_of(e, path.player(state), "player", describe)
  end

  -- The payoffs of a state.
  local function value(state, over)
    e.evaluations = e.evaluations + 1
    if not over then e.horizons = e.horizons + 1 end
    local answer, name = path.says(state, over)
    if name == "evaluate" and not e.evaluate then return equal(e.neutral_value) end
    return take(e, answer, name)
  end

  -- The payoffs of a chance node: the means of those of its outcomes.
  local function outcomes(state, list, count, probabilities, depth, at, f)
    local sum, least, most, weight = {}, {}, {}, 0
    for i = 1, count do
      local probability = probabilities[i]
      if probability > 0 then
        local child = enter(state, list[i], i, true)
        local payoffs = node(child, depth, at + 1, nil, -huge, huge, f)
        leave(child)
        weight = weight + probability
        for k = 1, counted(e) do
          local payoff = payoffs[k]
          sum[k] = (sum[k] or 0) + probability * payoff
          if payoff < (least[k] or huge) then least[k] = payoff end
          if payoff > (most[k] or -huge) then most[k] = payoff end
        end
      end
    end
    for k = 1, counted(e) do
      local mean = sum[k] / weight
      if mean < least[k] then mean = least[k] end
      if mean > most[k] then mean = most[k] end
      sum[k] = mean
    end
    return sum
  end

  -- A node with depth left.
  local function interior(state, depth, at, parent, parent_alpha, parent_beta, f)
    local list, count, more, probabilities = s.successors(state, at)
    if probabilities then
      if f then f.is_chance = true end
      return outcomes(state, list, count, probabilities, depth, at, f)
    end
    if count == 0 and not more then
      if at == 0 then root.is_over = true end
      local payoffs = value(state, true)
      if f then f:note("evaluate", payoffs, 0) end
      return payoffs
    end
    local mover = mover_of(state, at)
    if f then f:note_list(1, list, count) end
    local alpha, beta = -huge, huge
    if at > 0 or not e.scores then alpha, beta = window(e, mover, parent, parent_alpha, parent_beta) end
    if more and count == 0 then count, more = ordered.draw(state, list, more, depth, at) end
    local ranks = count > 1 and ordered.is_scored(depth, at) and ordered.rank(state, list, count, 1, depth, at)
    if ranks then ordered.score(state, list, count, ranks, 1, at) end
    local best
    local tried = 0
    while tried < count or more do
      if tried == count then
        local move = more()
        if type(move) == "nil" then
          more = nil
          break
        end
        count = count + 1
        list[count] = move
      end
      tried = tried + 1
      local index = ranks and ordering.pick(ranks, count, tried) or tried
      if ranks then ranks[index] = false end
      local move = list[index]
      if type(move) == "nil" then move = path.get(index) end
      if at == 0 then root.enter(move, index) end
      local child = enter(state, move, index)
      local payoffs = node(child, depth - 1, at + 1, mover, alpha, beta, f)
      leave(child)
      local worth = payoffs[mover]
      local is_better = not best or worth > best[mover]
      if is_better then best = payoffs end
      if at == 0 then
        alpha = root.take(worth, nil, alpha, beta, false, payoffs)
      elseif is_better then
        alpha = worth
        s.note_line(at, move)
      end
      local is_cut = alpha >= beta and beta < huge
      if f then f:note_child(best, alpha, tried, count, more, is_cut, move) end
      if is_cut then
        if tried < count or more then e.cutoffs = e.cutoffs + 1 end
        break
      end
    end
    if at == 0 then root.keep(count, more) end
    return best
  end

  -- Searches the node of a state that was entered, below a decision of `parent` with a window. Returns its payoffs.
  function node(state, depth, at, parent, parent_alpha, parent_beta, f)
    if e.nodes >= e.check then e.look() end
    e.nodes, s.lengths[at] = e.nodes + 1, 0
    f = f and e.tracer.open(e, state, depth, 1, nil, nil, at, false)
    local payoffs
    if depth > 0 then
      payoffs = interior(state, depth, at, parent, parent_alpha, parent_beta, f)
    else
      payoffs = value(state, values.asks_end(at) and path.is_game_over(state))
      if f then f:note("evaluate", payoffs, 0) end
    end
    if f then f:close(payoffs) end
    return payoffs
  end

  return {node = node}
end

return maxn
