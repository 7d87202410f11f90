--- Seeded random games with chance nodes, for one to four players, with transpositions: `random_graph`'s positions,
-- some of which are chance nodes. Decisions and chance nodes come in any order: a chance node at the root, several in a
-- row, at the very end. Probabilities are dyadic, or those of dice, or add up to hardly less than 1; some are 0, and
-- their outcomes cannot be made. The same seed gives the same game on every runtime.
--
-- A position has the fields of those of `random_graph`, and `chance`, if it is a chance node: an array of `probability`
-- and `to`, the position that it leads to, nil where the probability is 0.
-- @module spec.support.random_chance

local random_graph = require "spec.support.random_graph"

local parts = random_graph.parts

local random_chance = {}

--- The names of the three styles.
random_chance.STYLES = random_graph.STYLES

--- What an outcome of probability 0 is: no move, and no state.
random_chance.NEVER = setmetatable({ name = "never" }, {
  __index = function(_, name)
    error("what is impossible is looked at: " .. tostring(name), 2)
  end,
})

local VALUES = { 0, 0, 1, -1, 2, -2, 3, -3, 0.5, -7, 50, -50, 1000 }
local MOST = 1.7976931348623157e308 -- the greatest double
local LEAST = 4.9406564584124654e-324 -- the least above 0
local EXTREMES = { 0, LEAST, -LEAST, 2 * LEAST, 1, 1 + 2 ^ -52, MOST, -MOST }
local DYADIC = {
  { 1 }, { 1 / 2, 1 / 2 }, { 1 / 4, 3 / 4 }, { 3 / 8, 5 / 8 }, { 1 / 2, 1 / 4, 1 / 4 }, { 1 / 8, 3 / 8, 1 / 2 },
  { 1 / 4, 1 / 4, 1 / 4, 1 / 4 },
}
local DICE = {
  { 1 / 6, 5 / 6 }, { 1 / 36, 35 / 36 }, { 1 / 6, 1 / 3, 1 / 2 }, { 1 / 36, 2 / 36, 33 / 36 }, { 1 / 3, 1 / 3, 1 / 3 },
  { 1 / 6, 1 / 6, 1 / 6, 1 / 2 }, { 0.1, 0.2, 0.7 }, { 0.3333333, 0.3333333, 0.3333333 }, { 0.5000002, 0.5000002 },
}

local function draw_values(rng)
  local from = rng:chance(0.05) and EXTREMES or VALUES
  local values = {}
  for i = 1, rng:int(1, 4) do
    values[i] = rng:pick(from)
  end
  return values
end

-- What a position is worth to each player: what is left of the sum, which is handed out bit by bit; the opposite for
-- the second of two; or anything.
local function draw_worth(rng, shape, values)
  local worth, players = {}, shape.players
  if shape.sum then
    local left = shape.sum - players * shape.low
    local first = rng:int(1, players)
    for i = 1, players do
      local part = i < players and math.min(left, rng:pick({ 0, 0, 0.25, 1, 1.5, 3, 6 })) or left
      left = left - part
      worth[(first + i) % players + 1] = shape.low + (rng:chance(shape.waste) and 0 or part)
    end
  elseif players == 2 and not shape.selfish then
    worth[1] = rng:pick(values)
    worth[2] = -worth[1]
  else
    for i = 1, players do
      worth[i] = rng:pick(values)
    end
  end
  return worth
end

-- Where an outcome leads: mostly to a position of the same player.
local function draw_target(rng, shape, layers, position)
  local skips = position.layer < shape.plies and rng:chance(shape.skip)
  local layer = rng:pick(layers[position.layer + (skips and 2 or 1)])
  return layer[rng:chance(shape.extra) and rng:int(1, shape.movers) or position.turn]
end

-- Chooses the outcomes of a chance node and returns the possible ones; two may lead to the same position.
local function cast(rng, shape, layers, position)
  local successors = {}
  for i, probability in ipairs(rng:pick(shape.dice)) do
    successors[i] = draw_target(rng, shape, layers, position)
    position.chance[i] = { probability = probability, to = successors[i] }
  end
  while rng:chance(shape.never) do
    table.insert(position.chance, rng:int(1, #position.chance + 1), { probability = 0 })
  end
  return successors
end

--- Makes a game's positions.
-- @tparam Rng rng
-- @tparam[opt] table shape any of `plies` (layers of moves), `places` (in each layer), `width` (most moves of a
-- position), `players` (1 to 4; 2 where the game has no `player`), `idle` (how many of these never move), `chance`
-- (share of chance nodes among the positions where the game goes on), `dice` (array of arrays of probabilities),
-- `never` (share of the outcomes of probability 0), `values` (array: evaluations while the game goes on), `ends`
-- (array: evaluations where it is over), `selfish` (true: two players need not be opposed), `sum`, `low` and `waste`
-- (each position's evaluations are `low` or more and add up to `sum`, but for the share `waste` of parts that are
-- lost), `early` (share of the positions that end early), `extra` (share of the moves after which it is anybody's
-- turn), `skip` (share of the moves that pass a layer), `quiet` (share of the moves that are not noisy), `worst` (what
-- is lost by passing where that loses); what else is absent is drawn
-- @treturn table `positions` (array), `root` (a position of the first layer), `players` (their names), `viewer` (number
-- of the player for whom a game without `player` evaluates), `has_chance` (whether there are chance nodes)
function random_chance.new(rng, shape)
  shape = shape or {}
  local values = shape.values or draw_values(rng)
  local players = shape.players or 2
  shape = {
    plies = shape.plies or rng:int(1, 5),
    places = shape.places or rng:int(1, 4),
    width = shape.width or rng:int(2, 3),
    players = players,
    movers = players - (shape.idle or 0),
    chance = shape.chance or rng:pick({ 0.15, 0.3, 0.5, 0.8 }),
    dice = shape.dice or rng:chance(0.5) and DICE or DYADIC,
    never = shape.never or rng:pick({ 0, 0.2 }),
    values = values,
    ends = shape.ends or values,
    selfish = shape.selfish,
    sum = shape.sum,
    low = shape.low or 0,
    waste = shape.waste or 0,
    early = shape.early or rng:pick({ 0, 0.05, 0.2 }),
    extra = shape.extra or rng:pick({ 0, 0.1, 0.4 }),
    skip = shape.skip or rng:pick({ 0, 0.2 }),
    back = 0,
    quiet = shape.quiet or rng:pick({ 0.3, 0.7 }),
    worst = shape.worst or 10000,
  }
  local graph, layers = parts.lay_out(rng, shape)
  for _, position in ipairs(graph.positions) do
    local ends = position.layer > shape.plies or rng:chance(shape.early)
    if ends then
      position.successors = rng:chance(0.5) and {} or nil
      position.over = rng:chance(0.5)
    elseif rng:chance(shape.chance) then
      graph.has_chance = true
      position.chance = {}
      position.successors = cast(rng, shape, layers, position)
      position.over = rng:chance(0.05)
    else
      position.successors = parts.connect(rng, shape, layers, position)
      position.over = rng:chance(0.02)
    end
    position.values = draw_worth(rng, shape, ends and shape.ends or shape.values)
    local goes_on = not (position.chance or position.over)
    position.noisy = parts.draw_noisy(rng, 1 - shape.quiet, goes_on and position.successors)
  end
  parts.finish(rng, shape, graph, layers)
  return graph
end

--- Puts a game at one of its positions, as `random_graph.state` does.
random_chance.state = random_graph.state

-- Everything that an iterator gives, or the array itself.
local function drained(list)
  if type(list) ~= "function" then
    return list
  end
  local all = {}
  for entry in list do
    all[#all + 1] = entry
  end
  return all
end

-- The function `chances`. The outcomes are what the game's successors are.
local function chances_of(traits, list_of)
  local by_position = {}
  return function(state)
    local position = state.at
    assert(not (traits.is_over and position.over), "a finished game is asked for outcomes")
    if not position.chance then
      return nil
    end
    if not by_position[position] then
      local outcomes, entries, possible = drained(list_of(state)), {}, 0
      for i, entry in ipairs(position.chance) do
        possible = possible + (entry.to and 1 or 0)
        entries[i] = {
          probability = entry.probability,
          outcome = entry.to and outcomes[possible] or random_chance.NEVER,
        }
      end
      by_position[position] = entries
    end
    return by_position[position]
  end
end

--- The game that is played on these positions. It has `chances` if there are chance nodes.
-- @tparam table graph
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits those of `random_graph.game`, and `payoffs`, for max^n: "fresh" when `evaluate` is to
-- return a new table each time, "same" when always the same
-- @treturn table the game
function random_chance.game(graph, style, traits)
  traits = traits or {}
  local game = random_graph.game(graph, style, traits)
  local lister = game.moves and "moves" or "children"
  local list_of = game[lister]

  if graph.has_chance then
    game[lister] = function(state, filled)
      assert(not state.at.chance, "moves of a chance node")
      return list_of(state, filled)
    end
    game.chances = chances_of(traits, random_graph.unfilled(list_of))
  end

  if traits.payoffs then
    game.evaluate_move = nil
    local payoffs = {}
    function game.evaluate(state)
      if traits.payoffs == "fresh" then
        payoffs = {}
      end
      for number, name in ipairs(graph.players) do
        payoffs[name] = state.at.values[number]
      end
      return payoffs
    end
  end
  return game
end

--- The name of a move or state, for messages.
random_chance.name = random_graph.name

return random_chance
