--- Seeded random searches that ask for what the root's moves are worth: a game on a random graph with a wide root, few
-- values and many ties, and options that may switch every exact technique on. Plain minimax finds what each move is
-- worth. The same seed gives the same search on every runtime.
-- @module spec.support.random_root

local drawing = require "spec.support.drawing"
local fitting = require "spec.support.fitting"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local random_root = {}

local INFINITY = math.huge
local NOTHING, WIN = drawing.NOTHING, drawing.WIN
local FEW = { 0, 0, 1, -1, 0.5, 2, -7, INFINITY, -INFINITY }
local WON = { 0, 1, -1, 50, WIN, -WIN, WIN + 4, -INFINITY }
local BOUNDED = { 0, 1, -1, 2, 3 }
local BOUNDED_ENDS = { 0, 1, 5, -5, 5, -5 }
local WINDOWS = { -INFINITY, -7, -1, -0.5, 0, 0.5, 1, 2, 50, 97, INFINITY }

local function draw_traits(random)
  return {
    player = random:chance(0.6),
    is_over = random:chance(0.3),
    order = random:chance(0.3),
    move_id = random:chance(0.3),
    view = random:pick({ "max", "mover" }),
    hash = random:chance(0.7) and random:pick(random_graph.HASHES) or nil,
    memory = random:pick({ "full", "forgetful" }),
    moves = random:pick(random_graph.MOVES),
    iterator = random:chance(0.25) and random:pick(random_graph.ITERATORS) or nil,
  }
end

local function draw_options(random, traits)
  return {
    view = traits.view,
    algorithm = drawing.option(random, { "alphabeta", "pvs", "pvs", "minimax", NOTHING }),
    table = random:pick({ 0, 1 / 16384, 1 / 1024 }),
    without = drawing.without(random),
    aspiration = drawing.option(random, { NOTHING, NOTHING, 1e-300, 0.5, 4, 1e308 }),
    deepening = random:chance(0.5),
    maximize = traits.view == "max" and drawing.option(random, { true, false, NOTHING }) or nil,
  }
end

local function draw_values(random, traits, options, shape)
  if random:chance(0.3) then
    options.win = WIN
    shape.values, shape.ends = drawing.some(random, WON, 4), drawing.some(random, WON, 4)
  elseif random:chance(0.3) then
    options.value_max, options.value_min = 5, -5
    shape.values, shape.ends = drawing.some(random, BOUNDED, 4), drawing.some(random, BOUNDED_ENDS, 4)
  else
    shape.values = drawing.some(random, FEW, 4)
  end
  if not traits.player then
    shape.extra = 0
  elseif traits.view == "max" and random:chance(0.15) then
    shape.players = 3
  end
end

local function draw_window(random, options)
  local low, high = random:int(1, #WINDOWS - 1), random:int(2, #WINDOWS)
  if options.algorithm ~= "minimax" and low < high then
    options.alpha, options.beta = WINDOWS[low], WINDOWS[high]
  end
end

--- Draws a search.
-- @tparam number seed
-- @tparam[opt] table wanted `window`: true to have one drawn, sometimes; `shape`: see `random_graph`, what is not drawn
-- @treturn table a trial: `random`; `game`; `options`, with the game; `depth`; `style`; `traits`; `moves`, an array of
-- the root's moves in the game's order; `new_state()`; `is_same(state)`, whether a state is as it was at the start;
-- `truth(depth)`, what `oracle.minimax` says, and `truth(depth, line)`, what it says of the state behind a line;
-- `follow(line)`, see `oracle.follow`; `describe()`
function random_root.new(seed, wanted)
  wanted = wanted or {}
  local random = rng.new(seed)
  local traits = draw_traits(random)
  local options = draw_options(random, traits)
  local shape = { plies = random:int(1, 4), places = random:int(1, 6), early = random:pick({ 0, 0.1 }) }
  shape.width = random:int(2, shape.plies > 3 and 4 or 7)
  draw_values(random, traits, options, shape)
  if wanted.window and random:chance(0.7) then
    draw_window(random, options)
  end
  for name, value in pairs(wanted.shape or {}) do
    shape[name] = value
  end
  local graph = random_graph.new(random, shape)
  for _, position in ipairs(graph.positions) do
    position.token.to = position.id -- moves that are tables are distinguished by what they hold
  end
  local style = random:pick(random_graph.STYLES)
  local plain_traits = wrap.replace(traits, {})
  plain_traits.iterator, plain_traits.fills = nil, nil
  local plain = random_graph.game(graph, style, plain_traits)
  local trial = {
    seed = seed, random = random, traits = traits, options = options, style = style,
    depth = random:int(1, shape.plies + 1),
    game = random_graph.game(graph, style, traits),
  }
  options.game = trial.game
  fitting(options, trial.game)

  function trial.new_state()
    return random_graph.state(graph, style, graph.root, traits)
  end

  local start = trial.new_state()
  local root = { at = start.at, key = start.key and start.key:get() }
  function trial.is_same(state)
    return state.at == root.at and (state.made or 0) == 0 and (state.key and state.key:get()) == root.key
  end

  local is_over = traits.is_over and graph.root.over
  trial.moves = not is_over and (plain.moves or plain.children)(trial.new_state()) or {}

  function trial.truth(depth, line)
    return oracle.minimax(plain, trial.new_state(), depth, options, line)
  end

  function trial.follow(line)
    return oracle.follow(plain, trial.new_state(), line, options)
  end

  function trial.describe()
    local words = {}
    for _, fields in ipairs({ traits, options }) do
      for name, value in pairs(fields) do
        if name ~= "game" then
          words[#words + 1] = name .. "=" .. tostring(value)
        end
      end
    end
    table.sort(words)
    return ("seed %d, %s, to depth %d, %s"):format(seed, style, trial.depth, table.concat(words, " "))
  end

  return trial
end

--- The name of a root move, for messages.
function random_root.name(move)
  return type(move) == "table" and (move.name or "a table") or tostring(move)
end

return random_root
