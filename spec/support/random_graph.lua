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

local core = require "alphabeta.core"

local random_graph = {}

--- The names of the three styles.
random_graph.STYLES = { "in place", "copying", "children" }

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

--- What an outcome of probability 0 is: no move, and no state.
random_graph.NEVER = setmetatable({ name = "never" }, {
  __index = function(_, name) error("what is impossible is looked at: " .. tostring(name), 2) end,
})

--- The kinds of answers that `hash` may give, of moves, and of iterators.
random_graph.HASHES = { "integer", "float", "string", "zobrist" }
random_graph.MOVES = { "integer", "float", "huge", "string", "table" }
random_graph.ITERATORS = { "function", "coroutine" }

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

-- A key object for a number.
local function key_of(graph, number)
  if not graph.keys[number] then
    graph.keys[number] = core.zobrist(#graph.positions + #graph.players, 7):flip(number)
  end
  return graph.keys[number]
end

-- What `hash` says of the number of a position.
local answers = {
  integer = function(_, number) return number * 7919 - 20000 end,
  float = function(_, number) return number / 8 - 1 end,
  string = function(_, number) return ("position\0%d"):format(number) end,
  zobrist = key_of,
}

-- An answer of any kind, another one each time.
function answers.any(graph, number) return answers[graph.noise:pick(random_graph.HASHES)](graph, number) end

-- The number of a position in its key: its own; that of its place, whichever player moves there; one that many
-- positions share, or all; or any, another one each time.
local numbers = {
  full = function(position) return position.id end,
  forgetful = function(position) return position.place end,
  wrong = function(position) return position.id % 3 + 1 end,
  none = function() return 1 end,
  random = function(_, graph) return graph.noise:int(1, #graph.positions) end,
}

-- The moves that lead to a position.
local tokens = {
  integer = function(position) return position.id - 3 end,
  float = function(position) return position.id / 4 end,
  huge = function(position) return (position.id - 3) * 2 ^ 40 end,
  string = function(position) return "to " .. position.name end,
  table = function(position) return position.token end,
}

-- An iterator over an array.
local iterators = {
  ["function"] = function(list)
    local i = 0
    return function()
      i = i + 1
      return list[i]
    end
  end,
  coroutine = function(list)
    return coroutine.wrap(function()
      for _, entry in ipairs(list) do coroutine.yield(entry) end
    end)
  end,
}

--- Puts a game at one of its positions. A game without `player` evaluates for whose turn it is there until the next
-- call of this function.
-- @tparam table graph
-- @tparam string style one of `STYLES`
-- @tparam table position
-- @tparam[opt] table traits those of the game
-- @treturn table the state; its field `at` is the position
function random_graph.state(graph, style, position, traits)
  graph.viewer = position.turn
  if style == "children" then
    return position
  elseif style == "copying" then
    return { at = position }
  end
  local state = { at = position, made = 0 }
  if traits and traits.hash == "zobrist" then
    state.key = key_of(graph, numbers[traits.memory or "full"](position, graph)):copy()
  end
  return state
end

-- What values each of two players may still get from a position: by position and player, the lowest and the highest.
local function ranges_of(graph)
  local ranges = setmetatable({}, {
    __index = function(ranges, position)
      local range = {}
      for player = 1, 2 do
        local value, result = position.values[player], position.results[player]
        local guess = (position.guesses or position.values)[player]
        range[player] = { math.min(value, result, guess), math.max(value, result, guess) }
      end
      ranges[position] = range
      return range
    end,
  })
  local has_changed
  repeat
    has_changed = false
    for _, position in ipairs(graph.positions) do
      for _, successor in ipairs(position.successors or {}) do
        for player = 1, 2 do
          local own, other = ranges[position][player], ranges[successor][player]
          if other[1] < own[1] or other[2] > own[2] then
            own[1], own[2] = math.min(own[1], other[1]), math.max(own[2], other[2])
            has_changed = true
          end
        end
      end
    end
  until not has_changed
  return ranges
end

--- The game that is played on a graph.
-- @tparam table graph
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits which functions the game has: `player`, `is_over`, `result`, `order`, `move_id`, `noisy`
-- (booleans),
-- `pass` ("turns": nothing else changes; "loses": at once), `hash` (one of `HASHES`, or "any" of them); and what they
-- are like: `view`, `memory` of the hash ("full", the default; "forgetful": of the turn; "wrong": it mistakes positions
-- for one another; "none"; "random", which needs the hash "any"), `moves` (one of `MOVES`), `iterator` (one of
-- `ITERATORS`; successors come in an array without it), `fills` (true: `moves` fills the array that it is given, unless
-- there is an iterator), `evaluate_move`, `find_move` and, for two players, `bounds` (booleans), `undo`
-- ("several": `make` and `pass` return five values, some of them nil), `payoffs`, for max^n ("fresh": evaluations are a
-- new table each time, "same": always the same). It has `chances` if there are chance nodes
-- @treturn table the game
function random_graph.game(graph, style, traits)
  traits = traits or {}
  local number_of = numbers[traits.memory or "full"]
  local answer = answers[traits.hash]
  local token = style ~= "children" and tokens[traits.moves or "integer"]
  local numbered = {}
  for number, name in pairs(graph.players) do numbered[name] = number end
  local game, targets = {}, {}
  local lists = { successors = {}, noisy = {} } -- by position
  for _, position in ipairs(graph.positions) do
    if token then targets[token(position)] = position end
    for name, by_position in pairs(lists) do
      local list = position[name] and {}
      for i, successor in ipairs(position[name] or {}) do
        list[i] = token and token(successor) or successor
      end
      by_position[position] = list
    end
  end

  local function target_of(state, move)
    local target = token and targets[move] or move
    for _, successor in ipairs(state.at.successors) do
      if successor == target then return target end
    end
    error("a move that is not legal here", 2)
  end

  -- What `make` returns to be undone, and how `unmake` gets it back: the position alone, or several values.
  local several = traits.undo == "several"
  local function undo_of(position)
    if several then return nil, position.id, nil, position, nil end
    return position
  end

  local function undone(...)
    if not several then return (...) end
    local first, id, third, position = ...
    assert(select("#", ...) == 5 and first == nil and third == nil, "not what was returned comes back")
    assert(id == position.id, "what was returned in another move comes back")
    return position
  end

  local function listed(list) return list and traits.iterator and iterators[traits.iterator](list) or list end

  local function successors(state)
    assert(not (traits.is_over and state.at.over), "a finished game is asked for its successors")
    assert(not state.at.chance, "moves of a chance node")
    return listed(lists.successors[state.at])
  end

  -- In place: puts the state at a position.
  local function go(state, position)
    if state.key then state.key:flip(number_of(state.at, graph), number_of(position, graph)) end
    state.at = position
  end

  -- One of the values for each player, as the view wants it, or all.
  local payoffs = {}
  local function seen(values, state, me)
    if traits.payoffs then
      payoffs = traits.payoffs == "fresh" and {} or payoffs
      for number, name in ipairs(graph.players) do payoffs[name] = values[number] end
      return payoffs
    elseif traits.view == "mover" then
      return values[state.at.turn]
    elseif traits.view == "player" then
      return values[1]
    elseif traits.player then
      return values[numbered[me]]
    end
    return values[graph.viewer]
  end

  -- What `evaluate` says of a position: of the end of a game whose `result` says something else, a guess.
  local function worth_of(position)
    return traits.result and not traits.is_over and position.guesses or position.values
  end

  function game.evaluate(state, me) return seen(worth_of(state.at), state, me) end

  -- Whether the game may be over at a position, by a game with `result`: in one of three games that is not told.
  local function may_be_over(position)
    if not traits.result or #graph.positions % 3 == 0 then return nil end
    local list = lists.successors[position]
    return position.over or not (list and list[1]) or position.id % 4 == 0
  end

  if traits.evaluate_move and style ~= "children" then
    function game.evaluate_move(state, move, me)
      local target = target_of(state, move)
      return seen(worth_of(target), { at = target }, me), may_be_over(target)
    end
  end

  if traits.bounds and #graph.players == 2 then
    local ranges = ranges_of(graph)
    function game.bounds(state, me)
      local player = graph.viewer
      if traits.view == "mover" then
        player = state.at.turn
      elseif traits.view == "player" then
        player = 1
      elseif traits.player then
        player = numbered[me]
      end
      local range = ranges[state.at][player]
      return range[1], range[2]
    end
  end

  if traits.result then
    function game.result(state, me)
      local list = lists.successors[state.at]
      assert(not list or not list[1] or state.at.over and traits.is_over, "a game that goes on is asked for its result")
      return seen(state.at.results, state, me)
    end
  end

  if graph.has_chance then
    local by_position = {}
    function game.chances(state)
      local position = state.at
      assert(not (traits.is_over and position.over), "a finished game is asked for outcomes")
      if position.chance and not by_position[position] then
        local entries, possible = {}, 0
        for i, entry in ipairs(position.chance) do
          possible = possible + (entry.to and 1 or 0)
          local outcome = entry.to and lists.successors[position][possible] or random_graph.NEVER
          entries[i] = { probability = entry.probability, outcome = outcome }
        end
        by_position[position] = entries
      end
      return by_position[position]
    end
  end

  if style == "children" then
    game.children = successors
  elseif traits.fills and not traits.iterator then
    function game.moves(state, filled)
      local list = successors(state)
      for i, move in ipairs(list or {}) do filled[i] = move end
      return list and #list
    end
  else
    game.moves = successors
  end

  if style == "copying" then
    function game.play(state, move) return { at = target_of(state, move) } end
  elseif style == "in place" then
    function game.make(state, move)
      local before = state.at
      go(state, target_of(state, move))
      state.made = state.made + 1
      return undo_of(before)
    end

    function game.unmake(state, move, ...)
      local before = undone(...)
      assert(targets[move] == state.at, "a move is unmade that is not the last")
      go(state, before)
      state.made = state.made - 1
    end
  end

  if traits.player then
    function game.player(state) return graph.players[state.at.turn] end
  end
  if traits.is_over then
    function game.is_over(state)
      local list = traits.result and lists.successors[state.at]
      return state.at.over or traits.result and not (list and list[1])
    end
  end
  if traits.order then
    function game.order(state, move) return target_of(state, move).score end
  end
  if traits.move_id then
    function game.move_id(state, move) return target_of(state, move).id end
  end
  if traits.find_move and (style ~= "children" or traits.move_id) then
    function game.find_move(state, id)
      assert(not (traits.is_over and state.at.over), "a finished game is asked for a move")
      for _, successor in ipairs(state.at.successors or {}) do
        local move = token and token(successor) or successor
        if traits.move_id and successor.id == id or not traits.move_id and move == id then return move end
      end
      return nil
    end
  end
  if traits.hash then
    function game.hash(state) return state.key or answer(graph, number_of(state.at, graph)) end
  end
  if traits.noisy then
    function game.noisy(state)
      assert(not (traits.is_over and state.at.over), "a finished game is asked for its noisy moves")
      return listed(lists.noisy[state.at])
    end
  end
  if traits.pass and style == "in place" then
    function game.pass(state)
      local before = state.at
      go(state, before.passed[traits.pass])
      state.made = state.made + 1
      return undo_of(before)
    end

    function game.unpass(state, ...)
      local before = undone(...)
      assert(before.passed[traits.pass] == state.at, "a pass is taken back that is not the last move")
      go(state, before)
      state.made = state.made - 1
    end
  elseif traits.pass then
    function game.pass(state)
      local position = state.at.passed[traits.pass]
      return style == "copying" and { at = position } or position
    end
  end
  return game
end

--- The name of a move or state, for messages.
-- @param move what a search returned, or nil
-- @treturn string
function random_graph.name(move) return type(move) == "table" and move.name or tostring(move) end

return random_graph
