--- What a random trial draws: the shape of a graph, the functions of a game on it, options, and values. What is wanted
-- is said as for `trial.new`.
-- @module spec.support.draw

local functions = require "rows.functions"
local graph_game = require "spec.support.graph_game"
local rows = require "rows.list"

local unpack = table.unpack or unpack

local draw = {}

local INFINITY = math.huge
local ONE_BUCKET = 1 / 16384 -- MiB: 64 bytes

--- The value of a won game, where there are any.
draw.WIN = 100
local WIN = draw.WIN

local LIMIT = 5 -- of values, where there is one

--- Ends of windows.
draw.BOUNDS = {
  -INFINITY, -WIN, -98, -7, -3, -1, -0.5, -1 / 6, 0, 0.5, 1, 2, 3, 49.5, 50, 97, WIN, INFINITY,
}

-- How often a game has a function; false where the style, the graph or another function decides.
local FUNCTIONS = {
  player = 0.6, is_over = 0.3, order = 0.3, result = 0.35, move_id = 0.3, hash = 0.9, evaluate_move = 0.35,
  find_move = 0.5, bounds = 0.35, noisy = 0.2, pass = 0.2, evaluate = false, moves = false, seen = false,
  make = false, unmake = false, play = false, children = false, chances = false, deal = false, unpass = false,
}

-- How often an option is given, and what it may be, where that is not all that its row says; false: it is drawn below,
-- with the values of the game, or by a spec, or is no matter of what is found.
local OPTIONS = {
  algorithm = { 0.85, { "alphabeta", "alphabeta", "pvs", "pvs", "pvs", "pvs", "mtdf", "mtdf", "mtdf", "minimax" } },
  table = { 0.98, { 0, ONE_BUCKET, ONE_BUCKET, ONE_BUCKET, 1 / 1024, 1 / 1024, 1 / 1024, 1 / 64 } },
  quiescence = { 0.9, { 1, 2, 3 } }, null_move = { 0.9, { 1, 2, 3 } }, reductions = { 0.25, { 1 } },
  repetition = { 0.15, { 0, 1, -2 } }, without = { 0.5 }, deepening = { 0.7 }, order = { 0.4 }, maximize = { 0.4 },
  multipv = { 0, { 1, 2, 3, "all" } }, ties = { 0 }, level = { 0, { 1, 2, 3, 5, 9 } }, seed = { 0, { 0, 7, 1000 } },
  alpha = false, beta = false, win = false, value_min = false, value_max = false, value_sum = false, view = false,
  max_player = false, only = false, avoid = false, game = false, depth = false, time = false, think = false,
  clock = false,
  nodes = false, past = false, on_iteration = false, slice = false, divide = false, hash = false, hash_ignore = false,
  trace = false, deals = false,
}

-- Values: few of them, so that they tie; beside and beyond the won ones, but none from WIN less the depth to WIN; up to
-- the best that is possible, which only finished games reach.
local WON = { 0, 1, -1, 2, -2, -7, 50, -50, WIN, -WIN, WIN + 4, -WIN - 4, INFINITY, -INFINITY }
local WON_ENDS = { 0, 1, -1, -7, 50, -50, WIN, -WIN, WIN, -WIN }
local BOUNDED = { 0, 1, -1, 2, -2, 3, 4.5, -4.5 }
local BOUNDED_ENDS = { 0, 1, -1, 3, LIMIT, -LIMIT, LIMIT, -LIMIT }
local FEW = { 0, 0, 1, -1, 0.5, 2, -7, INFINITY, -INFINITY }
local PAYOFFS = { 0, 1, 2, -1, 3, 0.5, -7, 50 }

--- What the payoffs of all players add up to, where they are shared out.
draw.SUM = 12
local SUM = draw.SUM

-- One to `most` of some values.
local function some(random, values, most)
  local chosen = {}
  for i = 1, random:int(1, most) do chosen[i] = random:pick(values) end
  return chosen
end

-- Values of a row: of an array of words some, else one of what is possible.
local function draw_value(random, row, choices)
  local words = {}
  for _, word in ipairs(row.words or {}) do words[#words + 1] = word[1] end
  if row.takes_set.words then
    local chosen = {}
    for _, word in ipairs(words) do chosen[#chosen + 1] = random:chance(0.4) and word or nil end
    return chosen
  elseif choices then
    return random:pick(choices)
  end
  if row.takes_set.boolean then words[#words + 1] = true end
  words[#words + 1] = false
  return random:pick(words)
end

-- Names in a text, as a set; of none, an empty one.
local function named(text) return rows.set(text or "") end

--- Options of a search.
-- @tparam Rng random
-- @tparam table traits those of the game
-- @tparam table wanted
-- @treturn table
function draw.options(random, traits, wanted)
  local options, drawn, omitted = {}, named(wanted.draw), named(wanted.omit)
  for _, row in ipairs(rows.options) do
    local own = OPTIONS[row.name]
    assert(own ~= nil, "the random trial does not know option '" .. row.name .. "'")
    local share = own and not omitted[row.name] and (drawn[row.name] and 0.5 or own[1])
    if share and random:chance(share) then options[row.name] = draw_value(random, row, own[2]) end
  end
  options.view = traits.view
  if not traits.noisy then options.quiescence = nil end
  if not traits.pass then options.null_move = nil end
  if not traits.hash then options.repetition = nil end
  if wanted.payoffs then options.algorithm = "maxn" end
  if wanted.wide and options.algorithm == "mtdf" then
    options.algorithm = random:pick { "alphabeta", "alphabeta", "minimax" }
  end
  return options
end

--- The functions that a game has, and what they are like: see `graph_game.new`.
-- @tparam Rng random
-- @tparam table shape that of its graph
-- @tparam table wanted
-- @treturn table
function draw.traits(random, shape, wanted)
  local traits, omitted = {}, named(wanted.omit)
  for _, row in ipairs(functions) do
    local share = FUNCTIONS[row[1]]
    assert(share ~= nil, "the random trial does not know the function '" .. row[1] .. "'")
    if share and wanted.any then share = math.max(share, 0.4) end
    if wanted.wide and row[1] == "bounds" then share = share / 2 end
    if share and not omitted[row[1]] then traits[row[1]] = random:chance(share) end
  end
  traits.player = traits.player or shape.players ~= 2 or wanted.payoffs
  traits.hash = traits.hash and random:pick(graph_game.HASHES)
  traits.pass = traits.pass and (wanted.any and "turns" or shape.players == 2 and "loses")
  traits.view = random:pick { "max", "mover" }
  traits.memory = random:pick { "full", "forgetful" }
  traits.moves = random:pick(graph_game.MOVES)
  traits.iterator = random:chance(0.25) and random:pick(graph_game.ITERATORS) or nil
  traits.fills = random:chance(0.5)
  traits.undo = random:chance(0.3) and "several" or nil
  traits.payoffs = wanted.payoffs and random:pick { "fresh", "same" } or false
  traits.without_evaluate = traits.result and not wanted.payoffs and random:chance(wanted.any and 0.25 or 0.08)
  return traits
end

--- The shape of a graph: see `random_graph.new`.
-- @tparam Rng random
-- @tparam table wanted
-- @treturn table
function draw.shape(random, wanted)
  local shape = {
    plies = random:int(1, 5), players = random:pick(wanted.players or { 2, 2, 2, 2, 2, 2, 3 }),
    chance = wanted.chance and random:pick(wanted.chance) or nil,
  }
  if wanted.any then
    shape.plies, shape.places, shape.width = random:int(3, 7), 4, random:int(3, 4)
    shape.early = random:pick { 0, 0.05 }
  elseif wanted.wide then
    shape.plies, shape.places = random:int(1, 4), random:int(1, 6)
    shape.width, shape.early = random:int(2, shape.plies > 3 and 4 or 7), random:pick { 0, 0.1 }
  elseif wanted.payoffs then
    shape.idle = shape.players > 2 and random:chance(0.2) and 1 or 0
  end
  return shape
end

-- What the players can have in max^n: a sum that is shared out, so that shallow pruning works; or anything.
local function draw_payoffs(random, options, shape)
  if random:chance(0.6) then
    shape.sum, shape.low, shape.waste = SUM, random:pick { 0, 0, 1, 2, 2.5, -2 }, random:pick { 0, 0, 0.1 }
    options.value_sum = random:pick { SUM, SUM, SUM, SUM + 0.25 }
    options.value_min = random:chance(0.9) and random:pick { shape.low, shape.low, shape.low - 1 } or nil
    options.value_max = random:chance(0.2) and SUM - (shape.players - 1) * shape.low or nil
  else
    shape.values, shape.selfish = some(random, PAYOFFS, 4), true
    if not shape.chance and random:chance(0.3) then shape.values = some(random, FEW, 4) end
  end
end

--- What values are possible, and what is said of that, in the shape and the options. Those of a search whose values
-- need not be right may lie.
function draw.values(random, traits, options, shape, wanted)
  local is_finite = shape.chance
  local function of(values, less) return some(random, { unpack(values, 1, #values - (is_finite and less or 0)) }, 5) end
  if wanted.any and not wanted.payoffs then
    shape.values = of({ 0, 1, -1, 2, -2, 3, -7, 0.5, 50, -50, -3, 5, 4, 7, WIN, -WIN, INFINITY, -INFINITY }, 2)
    options.win = random:chance(0.35) and WIN or nil
    if random:chance(0.1) then options.value_max, options.value_min = 50, -50 end
  elseif wanted.payoffs then
    draw_payoffs(random, options, shape)
  elseif wanted.unbounded then
    shape.values = nil
  elseif random:chance(0.3) then
    options.win = WIN
    shape.values, shape.ends = of(WON, 2), of(WON, 2)
    if random:chance(wanted.wide and 0.1 or 0.3) then
      options.value_max, options.value_min = WIN, -WIN
      shape.values, shape.ends, shape.worst = of(BOUNDED, 0), of(WON_ENDS, 0), WIN
    end
  elseif random:chance(shape.chance and 0.5 or wanted.wide and 0.3 or 0.4) then
    options.value_max, options.value_min = LIMIT, -LIMIT
    if traits.view == "max" then
      options.value_max = random:pick { LIMIT, LIMIT + 1, false } or nil
      options.value_min = random:pick { -LIMIT, -LIMIT - 1, false } or nil
    end
    shape.values, shape.ends, shape.worst = of(BOUNDED, 0), of(BOUNDED_ENDS, 0), LIMIT
  elseif wanted.wide then
    shape.values = some(random, { unpack(FEW, 1, #FEW - (is_finite and 2 or 0)) }, 4)
  end
  if options.maximize == false and traits.view == "max" then
    shape.worst = -(shape.worst or is_finite and 10000 or INFINITY)
  end
end

--- Draws a window, if the algorithm has any.
function draw.window(random, options)
  local bounds = draw.BOUNDS
  if options.algorithm == "minimax" then options.algorithm = nil end
  local alpha, beta = random:int(1, #bounds - 1), random:int(2, #bounds)
  if alpha < beta then
    options.alpha, options.beta = bounds[alpha], bounds[beta]
  elseif random:chance(0.5) then
    options.alpha = bounds[alpha]
  else
    options.beta = bounds[beta]
  end
end

return draw
