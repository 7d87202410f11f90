--- What a search should find, by the plainest code there is: recursive minimax, expectiminimax and max^n, without
-- pruning. Independent of the module; for games of any style.
--
-- A state is worth payoffs, by player: with two sides there is one, VALUE, which Max wants high and Min low; in max^n
-- each player wants a high payoff of that player's own. `judge.leaf` values a leaf, `judge.wish` says who wants what,
-- `is_over_at_horizon` whether a game is over there, and `decide` which of two worths is better.
-- @module spec.support.oracle

local oracle = {}

local INFINITY = math.huge
local VALUE = 1

-- Steps -------------------------------------------------------------------------------------------------------------

-- Calls visit(state) in a state where a move was made, and unmakes it with what `make` returned.
local function with_made(game, state, move, visit, ...)
  local result = visit(state)
  game.unmake(state, move, ...)
  return result
end

--- Calls visit(child) with the state after a move or an outcome, and takes it back.
-- @tparam table game
-- @param state
-- @param move a move, an outcome or, in the children style, a child
-- @tparam function visit
-- @return the result of `visit`
function oracle.with(game, state, move, visit)
  if game.make then return with_made(game, state, move, visit, game.make(state, move)) end
  return (visit(game.play and game.play(state, move) or move))
end

local with = oracle.with

--- Puts best scores first, and leaves equal ones in their order.
-- @tparam table list
-- @tparam function score_of of an entry
-- @treturn table another list
function oracle.sorted(list, score_of)
  local sorted, scores = {}, {}
  for i, entry in ipairs(list) do
    local score, place = score_of(entry), i
    while place > 1 and scores[place - 1] < score do
      sorted[place], scores[place] = sorted[place - 1], scores[place - 1]
      place = place - 1
    end
    sorted[place], scores[place] = entry, score
  end
  return sorted
end

--- What can follow a state.
-- @tparam table game whose successors come in arrays
-- @param state
-- @tparam[opt] boolean unordered true to leave moves in the game's order
-- @treturn ?table the moves, in the order to be tried; nil where the game is over and at chance nodes
-- @treturn ?table at chance nodes, the entries of `chances` that are possible
function oracle.successors(game, state, unordered)
  if game.is_over and game.is_over(state) then return nil end
  local chances = game.chances and game.chances(state)
  if chances then
    local possible = {}
    for _, entry in ipairs(chances) do
      if entry.probability > 0 then possible[#possible + 1] = entry end
    end
    return nil, possible
  end
  local list = (game.moves or game.children)(state)
  if not list or not list[1] then return nil end
  if not game.order or unordered then return list end
  return oracle.sorted(list, function(move) return game.order(state, move) end)
end

local successors = oracle.successors

--- Counts the ways to make `depth` decisions. Each possible outcome is a way.
-- @tparam table game
-- @param state
-- @tparam number depth
-- @treturn number
function oracle.count(game, state, depth)
  if depth == 0 then return 1 end
  local moves, chances = successors(game, state)
  local ways = 0
  local function add(move, left)
    ways = ways + with(game, state, move, function(child) return oracle.count(game, child, left) end)
  end
  for _, entry in ipairs(chances or {}) do add(entry.outcome, depth) end
  for _, move in ipairs(moves or {}) do add(move, depth - 1) end
  return ways
end

--- Walks a line of moves from a state. Only its end may be a chance node.
-- @tparam table game
-- @param state
-- @tparam table line array of moves
-- @treturn ?string what is at its end: "over", "chance" or "moves"; nil when a move of the line is not legal
function oracle.follow(game, state, line)
  local function step(node, at)
    local moves, chances = successors(game, node)
    if line[at] == nil then return moves and "moves" or chances and "chance" or "over" end
    for _, legal in ipairs(moves or {}) do
      if legal == line[at] then
        return with(game, node, legal, function(child) return step(child, at + 1) end)
      end
    end
    return nil
  end
  return step(state, 1)
end

-- The name of a position, as `hash` gives it, in a form that equals itself.
local function name_of_state(game, state)
  local name = game.hash(state)
  return (type(name) == "userdata" or type(name) == "table") and name:get() or name
end

-- What states are worth ---------------------------------------------------------------------------------------------

-- Is a state where the game goes on worth its mobility? The rows of the option `without` say how it is turned off, and
-- a search may have found out that it does not last (`has_mobility`).
local function values_mobility(game, options)
  if options.has_mobility == false then return false end
  for _, name in ipairs(options.without or {}) do
    if name == "mobility" then return false end
  end
  if options.table == 0 and options.deepening == false then return false end
  return not game.evaluate and options.algorithm ~= "maxn" and not game.chances and not game.deal and not game.bounds
    and (options.quiescence or 0) == 0 and (options.null_move or 0) == 0 and not (game.children and game.is_over)
end

--- Is the game known to be over in a state at the horizon? If it has `is_over`, that decides, but for mobility, which
-- lists the moves. If it has none, but both `evaluate` and `result`, nothing asks but at the root: `evaluate` values
-- the state. Other games list the moves.
function oracle.is_over_at_horizon(game, options, state, is_root)
  if game.is_over and not values_mobility(game, options) then return game.is_over(state) end
  if game.evaluate and game.result and not is_root then return false end
  local moves, chances = successors(game, state, true)
  return not moves and not chances
end

-- What a state is worth in a game without `evaluate`.
local function middle(least, most)
  least, most = least or -INFINITY, most or INFINITY
  if least > -INFINITY and most < INFINITY then return (least + most) / 2 end
  return math.max(least, math.min(0, most))
end

local MOVE, MOST_MOVES, POINT, MOST_POINTS = 1e-6, 1000, 2 ^ -22, 0.5

-- What a state is worth where the game goes on, by its `result` so far.
local function by_points(points, options)
  local value = middle(options.value_min, options.value_max)
  local most = math.max(math.min(MOST_POINTS, ((options.win or INFINITY) - math.abs(value)) / 2), 0)
  return value + math.max(-most, math.min((points - value) * POINT, most))
end

--- What depends on the root of a search: three functions in a table.
function oracle.new_judge(game, root, options)
  local judge = {}
  local me
  if game.player then me = game.player(root) end

  local function is_mine(state, ply)
    if game.player then return game.player(state) == me end
    return ply % 2 == 0
  end

  -- Is it Max's turn?
  function judge.is_max(state, ply)
    if options.view == "player" then return game.player(state) == options.max_player end
    return is_mine(state, ply) == (options.maximize ~= false)
  end

  -- The payoff that decides in a state, and 1 or -1: whether a high or a low one is wanted.
  function judge.wish(state, ply)
    if options.algorithm == "maxn" then return game.player(state), 1 end
    return VALUE, judge.is_max(state, ply) and 1 or -1
  end

  -- The worth of a state where the game goes on, in a game without `evaluate`. `before` is the state before it, if
  -- there is one: `count`, how many moves there are, and `is_max`.
  local function unfinished(state, ply, before)
    local value, is_max = middle(options.value_min, options.value_max), judge.is_max(state, ply)
    local points = options.current_result and game.result(state, me)
    if points and math.abs(points) < INFINITY then value = by_points(points, options) end
    if not before or before.is_max == is_max or game.is_drawn or not values_mobility(game, options) then
      return value
    end
    local more = #successors(game, state, true) - before.count
    more = math.max(-MOST_MOVES, math.min(more, MOST_MOVES)) * MOVE
    if options.view ~= "mover" and not is_max then more = -more end
    local least, most, repetition = options.value_min or -INFINITY, options.value_max or INFINITY, options.repetition
    if repetition then least, most = math.min(least, repetition), math.max(most, repetition) end
    return math.max(least, math.min(value + more, most))
  end

  -- The worth of a leaf: `payoffs`; `may_win` and `must_win`, whether it is the end of a won or lost game, by `win`.
  -- `over` says whether the game is known to be over there; `before`, see above.
  function judge.leaf(state, ply, over, before)
    local valuer = over and game.result or game.evaluate
    local value
    if valuer then value = valuer(state, me) else value = unfinished(state, ply, before) end
    local payoffs, win, is_decided = {}, options.win, false
    if options.algorithm == "maxn" then
      for player, payoff in pairs(value) do payoffs[player] = payoff end
      return {payoffs = payoffs}
    end
    if options.view == "mover" and not is_mine(state, ply) then value = -value end
    if win and math.abs(value) >= win then is_decided, value = true, value > 0 and win - ply or ply - win end
    payoffs[VALUE] = value + 0 -- no zero has a sign
    return {payoffs = payoffs, may_win = is_decided, must_win = is_decided}
  end

  return judge
end

-- The worth of a chance node: of each payoff the mean, each outcome weighed by its probability, in the order of the
-- array; not below the least nor above the greatest, whatever is lost by rounding.
local function mean_of(chances, outcomes)
  local mean = {payoffs = {}, may_win = true, must_win = true}
  for player in pairs(outcomes[1].payoffs) do
    local sum, weight, least, greatest = 0, 0, INFINITY, -INFINITY
    for i, entry in ipairs(chances) do
      local value = outcomes[i].payoffs[player]
      sum, weight = sum + entry.probability * value, weight + entry.probability
      least, greatest = math.min(least, value), math.max(greatest, value)
      mean.may_win, mean.must_win = mean.may_win and outcomes[i].may_win, mean.must_win and outcomes[i].must_win
    end
    mean.payoffs[player] = math.max(least, math.min(greatest, sum / weight))
    if least ~= greatest then mean.may_win, mean.must_win = false, false end
  end
  return mean
end

-- Those of some moves that are in a set.
local function among(moves, set)
  local list = {}
  for _, move in ipairs(moves) do list[#list + 1] = set[move] and move or nil end
  return list
end

local ANYBODY = {}

-- The positions on the path, each by its name and whose turn it is, and those that came before the root.
local function new_path(game, options)
  local on_path, past = {}, {[ANYBODY] = {}}
  for _, entry in ipairs(options.past or {}) do
    local turn = entry.turn
    past[turn] = past[turn] or {}
    past[turn][entry.name] = true
  end

  -- Calls body() between entering and leaving a state. Where the state is a repetition, returns nil instead.
  return function(state, ply, is_max, body)
    local name = name_of_state(game, state)
    local turn = is_max
    if game.player then turn = game.player(state) end
    local on_turn, before = on_path[turn] or {}, past[turn] or {}
    local was_there = on_turn[name]
    if ply > 0 and (was_there or before[name] or past[ANYBODY][name]) then return nil end
    on_path[turn], on_turn[name] = on_turn, true
    local worth = body()
    on_turn[name] = was_there
    return worth
  end
end

--- What came before the root, as a state or as its key.
-- @tparam table game
-- @param state
-- @tparam boolean is_state whether the search is told whose turn it was, in a game with `player`
-- @treturn table an entry of `past` among the options of `minimax`
function oracle.past(game, state, is_state)
  local turn = ANYBODY
  if is_state then turn = game.player(state) end
  return {name = name_of_state(game, state), turn = turn}
end

--- Plain minimax, expectiminimax where the game has `chances`, and max^n with `algorithm = "maxn"`. With two sides, all
-- players but the one who moves at the root are against that one.
-- @tparam table game
-- @param state
-- @tparam number depth in decisions
-- @tparam[opt] table options those of a search: `algorithm`, `view`, `max_player`, `maximize`, `win`, `value_min` and
-- `value_max` in games without `evaluate`, `without`, `null_move`, `quiescence`, `repetition`, and `past` (see
-- `oracle.past`); `left`, the set of the root's moves that are tried, all if it is absent; and `by_content`:
-- repetitions are looked for as in games without `hash`, in the first two plies and where three are left
-- @tparam[opt] table line array of moves to be made first; legal, not more than `depth` and `quiescence` together, and
-- no chance node comes before its last
-- @treturn table `value`: a number, in max^n the payoffs by player; `best`, the first of the best moves in the order
-- visited, nil where it is best to stand pat, the depth is 0, the game is over or at a chance node; `chance` and
-- `over`, whether the root is a chance node, or the end; `optimal`, the set of the best moves; `values`, what each move
-- is worth; `nodes` and `evaluations`, how many there are; `cut`, whether the depth limit cut a node short where the
-- game is not over; with `win`, `may_win` and `must_win`: whether the distance of the end is certain if the players
-- choose the right ones among equal moves, and whether it is so whichever they choose. With a line only `value`: that
-- of the state behind it, seen from where the line begins
function oracle.minimax(game, state, depth, options, line)
  options = options or {}
  local judge, on_path = oracle.new_judge(game, state, options), new_path(game, options)
  local result = {
    nodes = 0, evaluations = 0, cut = false, chance = false, over = false, optimal = {}, values = {},
  }
  local deepest = depth + (options.quiescence or 0)
  local visit

  local function behind(node, move, ply, before)
    return with(game, node, move, function(child) return visit(child, ply, false, before) end)
  end

  local function leaf(node, ply, over, before)
    result.evaluations = result.evaluations + 1
    return judge.leaf(node, ply, over, before)
  end

  local function expect(node, ply, chances)
    local outcomes = {}
    for i, entry in ipairs(chances) do outcomes[i] = behind(node, entry.outcome, ply) end
    return mean_of(chances, outcomes)
  end

  -- The worth of a node by the best of some moves, and by what it is worth to stand pat, if that may be done.
  local function decide(node, ply, moves, worth, is_root)
    local key, sign = judge.wish(node, ply)
    local own = {count = #moves, is_max = judge.is_max(node, ply)}
    for _, move in ipairs(is_root and options.left and among(moves, options.left) or moves) do
      local other = behind(node, move, ply + 1, own)
      local is_better = not worth or sign * other.payoffs[key] > sign * worth.payoffs[key]
      local is_equal = worth and other.payoffs[key] == worth.payoffs[key]
      if is_root then
        if is_better then result.optimal, result.best = {}, move end
        if is_better or is_equal then result.optimal[move] = true end
        result.values[move] = other
      end
      if is_better then
        worth = other
      elseif is_equal then
        worth = {
          payoffs = worth.payoffs,
          may_win = worth.may_win or other.may_win, must_win = worth.must_win and other.must_win,
        }
      end
    end
    return worth
  end

  local function at_horizon(node, ply, is_root, before)
    local over = (game.result or not is_root) and oracle.is_over_at_horizon(game, options, node, ply == 0) or false
    local has_ended = over or game.is_over and game.is_over(node)
    result.cut = result.cut or not over
    if is_root then result.over = over end
    local worth = leaf(node, ply, over, before)
    if ply >= deepest or has_ended then return worth end
    return decide(node, ply, game.noisy(node) or {}, worth, is_root)
  end

  local function expand(node, ply, is_root, before)
    if ply >= depth then return at_horizon(node, ply, is_root, before) end
    -- Moves to states that are evaluated without a further search are not sorted, but at the root.
    local moves, chances = successors(game, node, ply == depth - 1 and not is_root)
    if is_root then result.chance, result.over = chances ~= nil, not moves and not chances end
    if chances then return expect(node, ply, chances) end
    return moves and decide(node, ply, moves, nil, is_root) or leaf(node, ply, true)
  end

  -- Calls body() in a node that is on the path; a repetition is worth what the option says.
  local function enter(node, ply, body)
    local is_looked_at = ply < depth and (not options.by_content or ply <= 2 or depth - ply >= 3)
    if not options.repetition or not is_looked_at then return body() end
    return on_path(node, ply, judge.is_max(node, ply), body) or {payoffs = {[VALUE] = options.repetition}}
  end

  function visit(node, ply, is_root, before)
    result.nodes = result.nodes + 1
    return enter(node, ply, function() return expand(node, ply, is_root, before) end)
  end

  local function go(node, ply, before)
    local move = (line or {})[ply + 1]
    if move == nil then return visit(node, ply, not line, before) end
    local own = {count = #(successors(game, node, true) or {}), is_max = judge.is_max(node, ply)}
    return enter(node, ply, function()
      return with(game, node, move, function(child) return go(child, ply + 1, own) end)
    end)
  end

  local function value_of(worth)
    if options.algorithm == "maxn" then return worth.payoffs end
    return worth.payoffs[VALUE]
  end

  local worth = go(state, 0)
  result.value, result.may_win, result.must_win = value_of(worth), worth.may_win, worth.must_win
  if depth == 0 then result.best, result.values, result.optimal = nil, {}, {} end
  for move, other in pairs(result.values) do result.values[move] = value_of(other) end
  return result
end

return oracle
