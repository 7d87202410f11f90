-- One game of a match: its opening, and the moves of both players. Internal: `alphabeta.match` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, meaning, mistakes, plans = use("common.core", "match.meaning", "match.mistakes", "match.plan")
local positions, random_numbers, values = use("match.position", "common.random", "common.values")

local concat, raise = table.concat, mistakes.raise
local generator, integer_below, new_seed = random_numbers.generator, random_numbers.integer, random_numbers.seed

-- A random opening is chosen again at most this often, until it is a new one and does not end the game.
local MAX_TRIES = 100

-- Makes the state that a game starts from.
local function new_state(plan, pair)
  local state = pair.start
  local is_new = type(state) == "function"
  if is_new then
    state = state()
    if state == nil then raise "expected a state, got nil" end
  end
  local rules, message = plan.rules, nil
  if not rules then rules, message = plans.read_rules(plan, state) end -- they could not be read before
  if message then raise("%s", message) end
  if rules.style == "in place" then
    if not is_new then raise "expected a function that returns a new state, because the game is played in place" end
    if values.is_object(state) then
      if plan.states[state] then raise "expected a new state for each game, got the same one again" end
      plan.states[state] = true
    end
  end
  return state, rules
end

-- Starts a game: makes a state, plays the moves of the opening and then some at random. Returns a position and the
-- moves there; no moves when the game is over. `random` chooses.
local function open(plan, at, pair, random)
  at.ply, at.doing = nil, pair.source
  local state, rules = new_state(plan, pair)
  local position = positions.new(rules, state, pair.opening or 0, generator(pair.chance_seed), at)
  if meaning.scores_repetition(plan.a, state) or meaning.scores_repetition(plan.b, state) then
    plan.content_key = plan.content_key or core.content_hash() -- it takes the states of one class
    position.past, position.content_key = {}, plan.content_key
  end
  at.ply = 1
  local list = position:next_decision()
  for i, move in ipairs(pair.moves) do
    local doing = at.doing
    at.doing = pair.place
    local index = positions.find_move(move, list or {}, ("move %d: "):format(i))
    at.doing = doing
    list = position:decide(list, index)
  end
  if not list then
    at.doing = pair.place
    raise "the game is over before the first move"
  end
  for _ = 1, plan.random_plies do
    list = position:decide(list, integer_below(random, #list))
    if not list then return position, nil end
  end
  return position, list
end

-- Starts the first game of a pair: with an opening that was not there before, if one can be found.
local function open_new(plan, at, pair)
  local tries = plan.random_plies > 0 and MAX_TRIES or 1
  for i = 1, tries do
    local seed = new_seed(pair.openings)
    local position, list = open(plan, at, pair, generator(seed))
    if list then
      pair.seed = seed
      local key = concat(position.choices, " ")
      pair.is_repeated = plan.seen[key] and not position.rules.chances -- other outcomes make other games
      if not pair.is_repeated or i == tries then
        plan.seen[key] = true
        return position, list
      end
    end
  end
  if pair.seed then return open(plan, at, pair, generator(pair.seed)) end
  at.ply, at.doing = nil, "option 'random_plies'"
  raise("%d games in a row were over within %d plies", MAX_TRIES, plan.random_plies)
end

-- The second argument of a searcher: its limits, and, with `repetition`, the positions before this one.
local function limits_for(player, position)
  local given = player.limits
  if not position.past or not meaning.scores_repetition(player, position.state) then return given end
  local limits = type(given) == "table" and values.copy(given) or {depth = given}
  if limits.past == nil then limits.past = position.past end
  return limits
end

-- Asks a player for a move; returns its index in the list.
local function ask(player, position, list)
  local move, limits
  if player.searcher then limits = limits_for(player, position) end
  position.at.doing = "player " .. player.name
  if player.searcher then
    move = player.searcher:search(position.state, limits)
  else
    move = player.choose(position.state, player.random)
  end
  if move == nil then raise "expected a move, got nil, and the game is not over" end
  return positions.find_move(move, list, "")
end

-- Clears the memory of the searchers, each of them once.
local function clear(sides, at)
  for i, player in ipairs(sides) do
    local searcher = player.searcher
    if searcher and searcher.clear and not (i == 2 and searcher == sides[1].searcher) then
      at.doing = "player " .. player.name
      searcher:clear()
    end
  end
end

-- Plays a game. `at` is as for `mistakes.handler`. `pair` is what both games of a pair have in common. The first of the
-- two players in `sides` moves first.
return function(plan, at, pair, sides)
  if plan.clear then clear(sides, at) end
  local position, list
  if pair.seed then
    position, list = open(plan, at, pair, generator(pair.seed))
  else
    position, list = open_new(plan, at, pair)
  end
  local opening_plies = position.plies
  while list and position.plies < plan.max_plies do
    list = position:decide(list, ask(sides[position.side], position, list))
  end
  local winner
  if not list then winner = sides[position:winner(plan)] end
  return {
    number = at.game, opening = pair.opening, first = sides[1].name, winner = winner and winner.name,
    reason = list and "max_plies" or "over", plies = position.plies, opening_plies = opening_plies,
    moves = position.moves, state = position.state,
  }
end
