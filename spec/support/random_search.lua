--- Seeded random searches: a game on a random graph that may have every function a game can have, and options that
-- may switch every technique on, speculative ones and lying bounds included. What is found need not be right: it must
-- be the same however the search is run. The same seed gives the same search on every runtime.
-- @module spec.support.random_search

local drawing = require "spec.support.drawing"
local fitting = require "spec.support.fitting"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local random_search = {}

local INFINITY = math.huge
local NOTHING, WIN = drawing.NOTHING, drawing.WIN
local VALUES = { 0, 1, -1, 2, -2, 3, -7, 0.5, 50, -50, -3, -4, 5, 4, 7, 6, WIN, -WIN, INFINITY, -INFINITY }
local BOUNDS = { -INFINITY, -7, -1, 0, 0.5, 2, 50, INFINITY }

-- What is not written down of what a callback does: calls that a pause adds, and answers that are tables.
local UNHEARD = { iterator = true, make = true, unmake = true, pass = true, unpass = true, hash = true }

local function draw_options(random, traits)
  local options = {
    view = traits.view,
    algorithm = drawing.option(random, { "alphabeta", "pvs", "pvs", "mtdf", "mtdf", "minimax", NOTHING }),
    table = random:pick({ 0, 1 / 16384, 1 / 1024, 1 / 64 }),
    without = drawing.without(random),
    aspiration = drawing.option(random, { NOTHING, NOTHING, 0.5, 4, INFINITY }),
    deepening = drawing.option(random, { true, true, true, false, false, NOTHING, NOTHING }),
    quiescence = traits.noisy and random:int(0, 3) or nil,
    null_move = traits.pass and random:int(0, 2) or nil,
    reductions = random:chance(0.3) and 1 or false,
    repetition = traits.hash and drawing.option(random, { NOTHING, 0, 0.5 }),
    win = drawing.option(random, { NOTHING, NOTHING, WIN }),
  }
  if options.algorithm ~= "minimax" and random:chance(0.2) then
    options.alpha, options.beta = random:pick(BOUNDS), random:pick(BOUNDS)
    if options.alpha >= options.beta then
      options.alpha = nil
    end
    if options.beta == -INFINITY then
      options.beta = nil
    end
  end
  if random:chance(0.1) then
    options.value_max, options.value_min = 50, -50
  end
  if traits.view == "max" and random:chance(0.3) then
    options.maximize = false
  end
  return options
end

-- The same game, with lists that are read one by one; what is read is written down.
local function make_lazy(game, name, heard)
  local list_of = game[name]
  game[name] = function(state)
    local list, at = list_of(state), 0
    return list and function()
      at = at + 1
      heard("drawn", at)
      return list[at]
    end
  end
end

-- Adds what games on graphs lack: `noisy`, every other successor, and `pass`, to the position of the same place where
-- somebody else is to move.
local function extend(graph, style, traits, game)
  local list_of = random_graph.unfilled(game.moves or game.children)
  if traits.noisy then
    function game.noisy(state)
      assert(not (traits.is_over and state.at.over), "a finished game is asked for its noisy moves")
      local list = {}
      for i, move in ipairs(not state.at.over and list_of(state) or {}) do
        if (state.at.id + i) % 2 == 0 then
          list[#list + 1] = move
        end
      end
      return list
    end
  end
  if not traits.pass then
    return
  end

  local players = #graph.players
  local function passed(position)
    return graph.positions[position.id - position.turn + position.turn % players + 1]
  end
  local number = traits.memory == "forgetful" and "place" or "id"

  local function go(state, position)
    if state.key then
      state.key:flip(state.at[number], position[number])
    end
    state.at = position
  end

  function game.pass(state)
    local before = state.at
    if style == "in place" then
      go(state, passed(before))
      return before
    end
    return style == "children" and passed(before) or { at = passed(before) }
  end
  if style == "in place" then
    function game.unpass(state, before)
      go(state, before)
    end
  end
end

-- How a value is written down: a position by its name, a key by its digits, other tables and functions as such.
local function word(value)
  local kind, text = type(value), tostring(value)
  if kind == "table" and value.at then
    return value.name or kind
  elseif kind == "number" or kind == "string" or kind == "boolean" or text:find "^alphabeta%.zobrist" then
    return text
  end
  return kind
end

--- Draws a search.
-- @tparam number seed
-- @treturn table a trial: `game`; `options`, without the game; `limits`; `style`; `new_state()`, the state to search,
-- as it is at the start; `is_same(state)`, whether it still is so; `calls`, an array to which every call of the game's
-- functions is appended, with its answer, but those that pauses add; `describe()`, what was drawn
function random_search.new(seed)
  local random = rng.new(seed)
  local style = random:pick(random_graph.STYLES)
  local traits = {
    player = random:chance(0.6),
    is_over = random:chance(0.3),
    order = random:chance(0.3),
    move_id = random:chance(0.3),
    view = random:pick({ "max", "mover" }),
    hash = random:chance(0.7) and random:pick(random_graph.HASHES) or nil,
    memory = random:pick({ "full", "forgetful" }),
    moves = random:pick(random_graph.MOVES),
    noisy = random:chance(0.4),
    pass = random:chance(0.4),
    lazy = random:chance(0.3),
    result = seed % 4 == 0,
    fills = seed % 2 == 0,
    evaluate_move = seed % 5 < 2,
    find_move = seed % 7 < 4,
    hash_move = seed % 5 < 3,
    bounds = seed % 8 < 3,
    undo = seed % 3 == 0 and "several" or nil,
  }
  local evaluates = seed % 12 ~= 0 -- else there is `result` alone
  traits.bounds = traits.bounds and evaluates
  local shape = {
    plies = random:int(3, 7),
    places = 4,
    width = random:int(3, 4),
    values = { random:pick(VALUES), random:pick(VALUES), random:pick(VALUES), 1, 3, 0 },
    early = random:pick({ 0, 0.05 }),
    players = traits.player and random:chance(0.15) and 3 or 2,
    extra = not traits.player and 0 or nil,
  }
  local graph = random_graph.new(random, shape)
  local options = draw_options(random, traits)
  local limits = { depth = math.max(random:int(1, 7), random:int(1, 7)) }
  local trial = { style = style, options = options, calls = {}, limits = limits }

  local function heard(name, ...)
    local words = { name }
    for i = 1, select("#", ...) do
      words[i + 1] = word((select(i, ...)))
    end
    trial.calls[#trial.calls + 1] = table.concat(words, " ")
  end

  traits.fills = traits.fills and not traits.lazy
  local game = random_graph.game(graph, style, traits)
  extend(graph, style, traits, game)
  if not evaluates then game.evaluate, game.evaluate_move = nil, nil end
  if traits.lazy then
    make_lazy(game, game.moves and "moves" or "children", heard)
  end
  trial.game = wrap.around(game, function(name, callback, state, ...)
    if UNHEARD[name] then
      return callback(state, ...)
    end
    local answer, second = callback(state, ...)
    heard(name, state.at.id, answer, ...)
    return answer, second
  end)

  options.order = seed % 9 < 3 and "evaluate" or nil
  if options.deepening and random:chance(0.3) then
    trial.limits.nodes = random:int(1, 200)
  end
  fitting(options, trial.game, trial.limits)
  if options.repetition and random:chance(0.5) then
    trial.limits.past = {}
    for i = 1, random:int(1, 3) do
      local state = random_graph.state(graph, style, random:pick(graph.positions), traits)
      trial.limits.past[i] = game.hash(state)
    end
  end

  function trial.new_state()
    return random_graph.state(graph, style, graph.root, traits)
  end

  local start = trial.new_state()
  local root = { at = start.at, made = start.made, key = start.key and start.key:get() }
  function trial.is_same(state)
    return state.at == root.at and state.made == root.made and (state.key and state.key:get()) == root.key
  end

  function trial.describe()
    local words = { ("seed %d, %s"):format(seed, style) }
    for _, fields in ipairs({ traits, options, trial.limits }) do
      for name, value in pairs(fields) do
        words[#words + 1] = name .. "=" .. tostring(value)
      end
    end
    table.sort(words)
    return table.concat(words, " ")
  end

  return trial
end

return random_search
