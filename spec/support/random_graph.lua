--- Seeded random games with transpositions: a few places in each of a few layers, a position being a place and the
-- player whose turn it is. Moves lead to the next layer, some of them past it and some back, so the same position is
-- reached by many ways and at different plies. Evaluations are few and tie often; games end early; players may move
-- twice in a row. The same seed gives the same graph on every runtime.
--
-- Some positions may be chance nodes, which come in any order with decisions: at the root, several in a row, at the
-- very end. Probabilities are dyadic, or those of dice, or add up to hardly less than 1; some are 0, and their outcomes
-- cannot be made.
--
-- A position is a table: `id`, `place`, `turn` (number of the player), `values` (its evaluation for each player),
-- `results` (what `result` says for each player), `successors` (array of positions, `nil` or empty where the game is
-- over), `noisy` (those of them that quiescence follows), `over` (what `is_over` says), `score` (what `order` says of
-- moves that lead to it), `passed` (where passing leads, by the kind of pass), `name`, and `chance` at a chance node:
-- an array of `probability` and `to`, the position that it leads to, nil where the probability is 0.
-- @module spec.support.random_graph

local random_graph = {}

local INFINITY = math.huge
local MOST = 1.7976931348623157e308 -- the greatest double
local LEAST = 4.9406564584124654e-324 -- the least above 0
-- The last two are infinite: chance nodes take none of these.
local VALUES = { 0, 0, 1, -1, 2, -2, 3, -3, 0.5, -7, 50, -50, 1000, INFINITY, -INFINITY }
local EXTREMES = { 0, LEAST, -LEAST, 2 * LEAST, 1, 1 + 2 ^ -52, MOST, -MOST, INFINITY, -INFINITY }
local DYADIC = {
  { 1 }, { 1 / 2, 1 / 2 }, { 1 / 4, 3 / 4 }, { 3 / 8, 5 / 8 }, { 1 / 2, 1 / 4, 1 / 4 }, { 1 / 8, 3 / 8, 1 / 2 },
  { 1 / 4, 1 / 4, 1 / 4, 1 / 4 },
}
local DICE = {
  { 1 / 6, 5 / 6 }, { 1 / 36, 35 / 36 }, { 1 / 6, 1 / 3, 1 / 2 }, { 1 / 36, 2 / 36, 33 / 36 }, { 1 / 3, 1 / 3, 1 / 3 },
  { 1 / 6, 1 / 6, 1 / 6, 1 / 2 }, { 0.1, 0.2, 0.7 }, { 0.3333333, 0.3333333, 0.3333333 }, { 0.5000002, 0.5000002 },
}

-- How the players may be named, up to four.
local NAMES = {
  { 1, 2, 3, 4 }, { "white", "black", "red", "blue" }, { false, true, "third", 4 }, { {}, {}, {}, {} },
  { 0.5, {}, "x", print },
}

-- A graph without positions.
local function new_graph(rng, count)
  local chosen, players = rng:pick(NAMES), {}
  for number = 1, count do players[number] = chosen[number] end
  return { positions = {}, players = players, viewer = 1, places = 0, keys = {} }
end

local function draw_values(rng, is_finite)
  local from = rng:chance(0.1) and EXTREMES or VALUES
  local values = {}
  for i = 1, rng:int(1, 4) do values[i] = from[rng:int(1, #from - (is_finite and 2 or 0))] end
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
    for i = 1, players do worth[i] = rng:pick(values) end
  end
  return worth
end

-- The layer that a move from `layer` leads to.
local function draw_layer(rng, shape, layer)
  if layer > 1 and rng:chance(shape.back) then
    return layer - 1
  elseif layer < shape.plies and rng:chance(shape.skip) then
    return layer + 2
  end
  return layer + 1
end

-- Values of a position for each player by their places among some values; of two players who are opposed, the opposite
-- for the second.
local function choose(shape, values, places)
  local chosen = {}
  for player = 1, shape.players do chosen[player] = values[places[player] % #values + 1] end
  if shape.players == 2 and not shape.selfish then chosen[2] = -chosen[1] end
  return chosen
end

-- What a position is worth when the game is over there, to each player: another one of the ends' values than its own.
local function result_of(shape, position)
  local id = position.id
  return choose(shape, shape.ends, { id * 5 + 2, id * 3, id, id * 7 + 1 })
end

-- What `evaluate` says, at the horizon, of a position where the game is over and worth something else: no value of a
-- decided game, such as `value_max`.
local function guess_of(shape, position)
  local id = position.id
  return choose(shape, shape.values, shape.players > 2 and { id, 2 * id, 3 * id, 4 * id } or { id, id })
end

local function connect(rng, shape, layers, position)
  local successors, seen = {}, {}
  for _ = 1, rng:int(1, shape.width) do
    local turn = position.turn % shape.movers + 1
    if rng:chance(shape.extra) then turn = rng:int(1, shape.movers) end
    local target = rng:pick(layers[draw_layer(rng, shape, position.layer)])[turn]
    if not seen[target] then
      seen[target] = true
      successors[#successors + 1] = target
    end
  end
  return successors
end

-- Chooses the outcomes of a chance node, which mostly lead to positions of the same player, and returns the possible
-- ones; two may lead to the same position.
local function cast(rng, shape, layers, position)
  local successors = {}
  position.chance = {}
  for i, probability in ipairs(rng:pick(shape.dice)) do
    local skips = position.layer < shape.plies and rng:chance(shape.skip)
    local layer = rng:pick(layers[position.layer + (skips and 2 or 1)])
    successors[i] = layer[rng:chance(shape.extra) and rng:int(1, shape.movers) or position.turn]
    position.chance[i] = { probability = probability, to = successors[i] }
  end
  while rng:chance(shape.never) do
    table.insert(position.chance, rng:int(1, #position.chance + 1), { probability = 0 })
  end
  return successors
end

local function draw_noisy(rng, share, successors)
  local noisy = {}
  for _, successor in ipairs(successors or {}) do
    if rng:chance(share) then noisy[#noisy + 1] = successor end
  end
  return noisy
end

-- The position that a player comes to by passing where that loses: the worst for this player, the best for the others.
local function lose(graph, shape, passer)
  local position = { turn = passer % shape.movers + 1, values = {}, over = true, score = 0 }
  position.at = position
  position.id = #graph.positions + passer
  position.place = graph.places + passer
  position.name = "lost by " .. passer
  for player = 1, shape.players do
    position.values[player] = player == passer and -shape.worst or shape.worst
  end
  position.results = position.values
  return position
end

-- A graph with its positions, which lead nowhere yet, and its layers: arrays of places, each with a position for each
-- of the players who move.
local function lay_out(rng, shape)
  local graph = new_graph(rng, shape.players)
  local layers = {}
  for layer = 1, shape.plies + 1 do
    layers[layer] = {}
    for place = 1, shape.places do
      local turns = {}
      graph.places = graph.places + 1
      for turn = 1, shape.movers do
        local position = { place = graph.places, turn = turn, layer = layer, score = rng:int(0, 2) }
        position.at = position
        position.id = #graph.positions + 1
        position.token = { to = position.id } -- moves that are tables are distinguished by what they hold
        position.name = ("%d.%d by %d"):format(layer, place, turn)
        graph.positions[position.id] = position
        turns[turn] = position
      end
      for turn, position in ipairs(turns) do position.passed = { turns = turns[turn % shape.movers + 1] } end
      layers[layer][place] = turns
    end
  end
  return graph, layers
end

-- Lets players pass in all positions of a graph, and chooses its root.
local function finish(rng, shape, graph, layers)
  for turn = 1, shape.movers do
    local lost = lose(graph, shape, turn)
    for _, position in ipairs(graph.positions) do
      if position.turn == turn then position.passed.loses = lost end
    end
  end
  graph.noise = rng
  graph.root = rng:pick(layers[1])[rng:int(1, shape.movers)]
end

--- Makes a graph.
-- @tparam Rng rng
-- @tparam[opt] table shape any of `plies` (layers of moves), `places` (in each layer), `width` (most moves of a
-- position), `players` (1 to 4; 2 where the game has no `player`), `idle` (how many of these never move), `values`
-- (array: evaluations while the game goes on), `ends` (array: evaluations where it is over), `early` (share of the
-- positions that end early), `extra` (share of the moves after which it is anybody's turn), `skip` and `back` (shares
-- of the moves that pass a layer or go back one), `quiet` (share of the moves that are not noisy), `worst` (what is
-- lost by passing where that loses), `selfish` (true: two players need not be opposed), `sum`, `low` and `waste` (each
-- position's evaluations are `low` or more and add up to `sum`, but for the share `waste` of parts that are lost); for
-- games with chance nodes `chance` (share of them among the positions where the game goes on), `dice` (array of arrays
-- of probabilities) and `never` (share of the outcomes of probability 0); what else is absent is drawn
-- @treturn table `positions` (array), `root` (a position of the first layer), `players` (their names), `viewer` (number
-- of the player for whom a game without `player` evaluates; see `state`), `has_chance` (whether there are chance nodes)
function random_graph.new(rng, shape)
  shape = shape or {}
  local has_chance = shape.chance ~= nil
  local values = shape.values or draw_values(rng, has_chance)
  local players = shape.players or 2
  shape = {
    plies = shape.plies or rng:int(1, 5),
    places = shape.places or rng:int(1, 4),
    width = shape.width or rng:int(2, 3),
    players = players,
    movers = players - (shape.idle or 0),
    values = values,
    ends = shape.ends or values,
    early = shape.early or rng:pick({ 0, 0.05, 0.2 }),
    extra = shape.extra or rng:pick({ 0, 0.1, 0.4 }),
    skip = shape.skip or rng:pick({ 0, 0.2 }),
    back = shape.back or has_chance and 0 or rng:pick({ 0, 0, 0.2 }),
    quiet = shape.quiet or rng:pick({ 0.3, 0.7 }),
    worst = shape.worst or has_chance and 10000 or INFINITY,
    selfish = shape.selfish,
    sum = shape.sum,
    low = shape.low or 0,
    waste = shape.waste or 0,
    chance = shape.chance,
    dice = shape.dice or has_chance and (rng:chance(0.5) and DICE or DYADIC),
    never = shape.never or has_chance and rng:pick({ 0, 0.2 }),
  }
  local graph, layers = lay_out(rng, shape)
  for _, position in ipairs(graph.positions) do
    local ends = position.layer > shape.plies or rng:chance(shape.early)
    if ends then
      position.successors = rng:chance(0.5) and {} or nil
      position.over = rng:chance(0.5)
    elseif has_chance and rng:chance(shape.chance) then
      graph.has_chance = true
      position.successors = cast(rng, shape, layers, position)
      position.over = rng:chance(0.05)
    else
      position.successors = connect(rng, shape, layers, position)
      position.over = has_chance and rng:chance(0.02)
    end
    local goes_on = not ends and not position.chance and not position.over
    position.values = draw_worth(rng, shape, ends and shape.ends or shape.values)
    position.results = shape.sum and draw_worth(rng, shape, shape.ends) or result_of(shape, position)
    position.guesses = ends and not shape.sum and guess_of(shape, position) or nil
    position.noisy = draw_noisy(rng, 1 - shape.quiet, goes_on and position.successors)
  end
  finish(rng, shape, graph, layers)
  return graph
end

return random_graph
