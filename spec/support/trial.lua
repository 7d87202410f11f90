--- One random trial of a search: a game on a random graph, in any style, with any of the functions that a game may
-- have, with chance nodes or without, for one to four players; and options that go together, by the rows of
-- rows/options.lua. It searches, compares with the oracle, and says what was drawn. The same seed gives the same trial
-- on every runtime.
-- @module spec.support.trial

local alphabeta = require "alphabeta"
local functions = require "rows.functions"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local rows = require "rows.list"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local Trial = {}
Trial.__index = Trial

local trial = {}

local INFINITY = math.huge
local ONE_BUCKET = 1 / 16384 -- MiB: 64 bytes

--- The value of a won game, where there are any.
trial.WIN = 100
local WIN = trial.WIN

local LIMIT = 5 -- of values, where there is one

--- Ends of windows.
trial.BOUNDS = {
  -INFINITY, -WIN, -98, -7, -3, -1, -0.5, -1 / 6, 0, 0.5, 1, 2, 3, 49.5, 50, 97, WIN, INFINITY,
}

-- Options that fit one another ---------------------------------------------------------------------------------------

local function yes(value) return value and true or false end

-- What of the needs of options is met.
local function needs_met(options, game)
  return {
    choice = yes(options.level or options.ties == "random"), no_level = not options.level,
    repetition = yes(options.repetition), max = (options.view or game.view or "max") == "max",
    view_player = (options.view or game.view) == "player", hash = yes(game.hash or options.hash),
    content = yes(options.hash), deal = yes(game.deal), noisy = yes(game.noisy),
    pass = yes(game.pass),
  }
end

-- Is this the value that turns the option off?
local function is_off(row, value)
  if type(value) == "boolean" then value = value and 1 or 0 end
  for _, word in ipairs(row.words or {}) do
    if word[1] == value then value = word[2] end
  end
  return value == row.off
end

--- Takes away the options that cannot take effect beside the others, which a search refuses: by the rows.
-- @tparam table options changed in place
-- @tparam table game
-- @treturn table `options`
function trial.fit(options, game)
  local algorithm = options.algorithm or "alphabeta"
  for name in pairs(options) do
    local row = rows.option[name]
    if row and not rows.set(row.with)[algorithm] then options[name] = nil end
  end
  local met = needs_met(options, game)
  for name, value in pairs(options) do
    local row = rows.option[name]
    for need in pairs(row and row.needs_set or {}) do
      assert(met[need] ~= nil, need)
      if not met[need] and not is_off(row, value) then options[name] = nil end
    end
  end
  return options
end

-- What is drawn ------------------------------------------------------------------------------------------------------

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
local SUM = 12

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

local function draw_options(random, traits, wanted)
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

local function draw_traits(random, shape, wanted)
  local traits, omitted = {}, named(wanted.omit)
  for _, row in ipairs(functions) do
    local share = FUNCTIONS[row[1]]
    assert(share ~= nil, "the random trial does not know the function '" .. row[1] .. "'")
    if share and wanted.any then share = math.max(share, 0.4) end
    if wanted.wide and row[1] == "bounds" then share = share / 2 end
    if share and not omitted[row[1]] then traits[row[1]] = random:chance(share) end
  end
  traits.player = traits.player or shape.players ~= 2 or wanted.payoffs
  traits.hash = traits.hash and random:pick(random_graph.HASHES)
  traits.pass = traits.pass and (wanted.any and "turns" or shape.players == 2 and "loses")
  traits.view = random:pick { "max", "mover" }
  traits.memory = random:pick { "full", "forgetful" }
  traits.moves = random:pick(random_graph.MOVES)
  traits.iterator = random:chance(0.25) and random:pick(random_graph.ITERATORS) or nil
  traits.fills = random:chance(0.5)
  traits.undo = random:chance(0.3) and "several" or nil
  traits.payoffs = wanted.payoffs and random:pick { "fresh", "same" } or false
  traits.without_evaluate = traits.result and not wanted.payoffs and random:chance(wanted.any and 0.25 or 0.08)
  return traits
end

local function draw_shape(random, wanted)
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

-- What values are possible, and what is said of that. Those of a search whose values need not be right may lie.
local function draw_values(random, traits, options, shape, wanted)
  local is_finite = shape.chance
  local function of(values, less) return some(random, { unpack(values, 1, #values - (is_finite and less or 0)) }, 5) end
  if wanted.any and not wanted.payoffs then
    shape.values = of({ 0, 1, -1, 2, -2, 3, -7, 0.5, 50, -50, -3, 5, 4, 7, WIN, -WIN, INFINITY, -INFINITY }, 2)
    options.win = random:chance(0.35) and WIN or nil
    if random:chance(0.1) then options.value_max, options.value_min = 50, -50 end
  elseif wanted.payoffs then
    draw_payoffs(random, options, shape)
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
    shape.values = some(random, FEW, 4)
  end
  if options.maximize == false and traits.view == "max" then
    shape.worst = -(shape.worst or is_finite and 10000 or INFINITY)
  end
end

-- Sets fields of a table to others.
local function set(fields, others)
  for name, value in pairs(others or {}) do fields[name] = value end
end

--- Draws a trial.
-- @tparam number seed
-- @tparam[opt] table wanted what it is to be about:
-- `any`: nothing need be right, so that values may lie, passing may do no harm, and windows, limits and pasts are
-- drawn, too; what the game's functions are asked is written down, see `calls`;
-- `chance`, an array of shares of chance nodes to draw from, false: none; `payoffs`: max^n; `players`, an array of
-- their numbers; `wide`: many moves at the root, of few values; `plain`: nothing that reorders moves; `draw`: names of
-- options that are drawn more often; `omit`: names of options and functions that are not drawn; `window`: how often
-- there is one; `shape`, `traits`, `options`: what is not drawn, see `random_graph`
-- @treturn Trial `seed`, `random`, `traits`, `options` (`game` among them), `style`, `depth`, `limits`, `graph`,
-- `game`, `plain` (the game as the oracle wants it, with arrays), `calls` (with `any`: what was asked and answered, but
-- for calls that pauses add)
function trial.new(seed, wanted)
  wanted = wanted or {}
  local random = rng.new(seed)
  local shape = draw_shape(random, wanted)
  local traits = draw_traits(random, shape, wanted)
  local options = draw_options(random, traits, wanted)
  draw_values(random, traits, options, shape, wanted)
  if not traits.player then shape.extra = 0 end
  if options.repetition and not wanted.any then shape.back, traits.bounds = 0, false end -- nothing comes back
  if wanted.plain then
    options.table, options.deepening, options.order = 0, false, nil
    if options.algorithm == "mtdf" then options.algorithm = nil end
  end
  set(shape, wanted.shape)
  set(traits, wanted.traits)
  set(options, wanted.options)
  local self = setmetatable({
    seed = seed, random = random, wanted = wanted, traits = traits, options = options, calls = {},
    style = random:pick(random_graph.STYLES), depth = random:int(math.max(0, shape.plies - 2), shape.plies + 2),
    graph = random_graph.new(random, shape),
  }, Trial)
  if wanted.wide then
    self.depth, options.deepening = random:int(1, shape.plies + 1), options.deepening or false
  end
  if wanted.any then self.depth = math.max(random:int(1, 7), random:int(1, 7)) end
  local may_name_max = traits.player and not traits.pass and not traits.payoffs and not named(wanted.omit).max_player
  if options.view == "max" and may_name_max and random:chance(0.5) then
    traits.view, options.view, options.maximize = "player", "player", nil
    options.max_player = self.graph.players[1]
  end
  self.limits = { depth = self.depth }
  if wanted.window and options.algorithm ~= "minimax" and random:chance(wanted.window) then self:draw_window() end
  if wanted.any and options.deepening and random:chance(0.3) then
    local nodes = random:int(1, 200)
    self.limits.nodes = seed % 2 == 0 and nodes or {math.ceil(nodes / 2), nodes}
  end
  self:set_game()
  if wanted.any and options.repetition and random:chance(0.5) then
    self.limits.past = self:draw_past(random:int(1, 3))
  end
  return self
end

--- Draws a trial of anything, as `new` does: what it finds is to be the same however the search is run.
-- @tparam number seed
-- @tparam[opt] table wanted see `new`
-- @treturn Trial
function trial.any(seed, wanted)
  return trial.new(seed, wrap.replace({
    any = true, window = 0.2, payoffs = seed % 8 == 0, players = { 1, 2, 2, 2, 2, 2, 3, 4 },
    chance = { false, false, false, 0.3 },
  }, wanted or {}))
end

--- Draws a trial with many moves of few values at the root, all of which can be known.
-- @tparam number seed
-- @tparam[opt] table wanted see `new`
-- @treturn Trial
function trial.wide(seed, wanted)
  return trial.new(seed, wrap.replace({ wide = true, omit = "noisy pass reductions repetition" }, wanted or {}))
end

-- Games that have every function there is, by what is special: successors come in arrays and are ordered; or they are
-- generated one by one; or `moves` fills the array that it is given, leaves are evaluated by the moves that lead to
-- them, and moves are found by identity; or leaves are so evaluated and there are bounds of
-- the values that can still come; or evaluations order the successors; or some positions are chance nodes; or three
-- players share a sum.
local FULL = {
  listed = { order = true },
  drawn = { iterator = "function" },
  filled = { order = true, fills = true, evaluate_move = true, find_move = true, result = false, noisy = false },
  bounded = { order = true, evaluate_move = true, bounds = true, result = false, noisy = false },
  valued = {}, cast = { order = true }, shared = { order = true, payoffs = "fresh" },
}

--- The kinds of games that have every function.
trial.KINDS = { "listed", "drawn", "filled", "bounded", "valued", "cast", "shared" }

--- A trial of a game that has every function that a game can have, and options that call them all but change no value:
-- passing loses, no node has moves enough for a late one, nothing comes back. A search makes some hundred calls.
-- @tparam string style one of `random_graph.STYLES`
-- @tparam string kind one of `KINDS`
-- @treturn Trial
function trial.full(style, kind)
  local is_shared = kind == "shared"
  local has_chance = kind == "cast" or is_shared
  local self = trial.new(8)
  self.graph = random_graph.new(rng.new(47), {
    players = is_shared and 3 or 2, plies = 5, places = 4, width = 3, extra = 0.2, skip = 0.1,
    values = { -2, 0, 1, 3 }, ends = { -100, -1, 2, 100 }, early = has_chance and 0 or 0.1, back = 0, quiet = 0.5,
    worst = has_chance and 10000 or INFINITY, chance = has_chance and 0.3 or nil, never = 0.1,
    sum = is_shared and SUM or nil,
  })
  self.traits = wrap.replace({
    player = true, is_over = true, result = true, move_id = true, hash = "zobrist", noisy = true, pass = "loses",
    moves = "table", undo = "several",
  }, FULL[kind])
  self.options = {
    win = WIN, algorithm = is_shared and "maxn" or "pvs", deepening = true, table = 1 / 1024,
    repetition = 0,
    quiescence = self.traits.noisy and 2 or nil, null_move = 1, reductions = 1,
    order = kind == "valued" and "evaluate" or nil, value_sum = is_shared and SUM or nil,
    value_min = is_shared and 0 or nil,
  }
  self.style, self.depth, self.limits = style, 5, { depth = 5 }
  self:set_game()
  return self
end

--- Draws a window, if the algorithm has any.
function Trial:draw_window()
  local random, options, bounds = self.random, self.options, trial.BOUNDS
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

--- Draws positions that came before the root: none is the end of a game.
-- @tparam number count
-- @treturn table an array of states, or of what `hash` says of them
-- @treturn table an array of what the oracle calls them
function Trial:draw_past(count)
  local past, entries, forgets = {}, {}, self.traits.memory ~= "full"
  for _ = 1, forgets and not self.traits.player and 0 or count do -- of whom a key that forgets the turn is, is not told
    local position = self:some_position()
    if position.successors and position.successors[1] then
      local state, is_state = self:state(position), forgets or self.traits.player and self.random:chance(0.5)
      past[#past + 1] = is_state and state or self.plain.hash(state)
      entries[#entries + 1] = oracle.past(self.plain, state, is_state)
    end
  end
  return past, entries
end

-- What is not written down of what a callback does: calls that a pause adds, and answers that are tables.
local UNHEARD = { make = true, unmake = true, pass = true, unpass = true, hash = true }

-- How a value is written down: a position by its name, a key by its digits, other tables and functions as such.
local function word(value)
  local kind, text = type(value), tostring(value)
  if kind == "table" and value.at then return value.name or kind end
  return (kind == "number" or kind == "string" or kind == "boolean" or text:find "^alphabeta%.zobrist") and text or kind
end

-- The game, writing down its calls in `calls`.
function Trial:recorded(game)
  return wrap.around(game, function(name, callback, state, ...)
    if UNHEARD[name] then return callback(state, ...) end
    local answer, second = callback(state, ...)
    local words = { name, state and state.at.id or "", word(answer) }
    for i = 1, select("#", ...) do words[i + 3] = word((select(i, ...))) end
    self.calls[#self.calls + 1] = table.concat(words, " ")
    return answer, second
  end)
end

--- Makes the game anew, after a change of the traits.
function Trial:set_game()
  local traits = self.traits
  self.game = random_graph.game(self.graph, self.style, traits)
  self.plain = random_graph.game(self.graph, self.style, wrap.replace(traits, { iterator = false, fills = false }))
  for _, game in ipairs { self.game, self.plain } do
    if traits.without_evaluate then game.evaluate, game.evaluate_move, game.bounds = nil, nil, nil end
  end
  self.plain.is_drawn = traits.iterator and true -- for the oracle: then there is no mobility
  if self.wanted.any then self.game = self:recorded(self.game) end
  self.options.game = self.game
  trial.fit(self.options, self.game)
end

--- The options, with others in the place of some.
-- @tparam table fields
-- @treturn table
function Trial:with(fields) return wrap.replace(self.options, fields) end

-- What is said, and looked at ----------------------------------------------------------------------------------------

--- The name of a move or state, for messages.
-- @param move what a search returned, or nil
-- @treturn string
function trial.name(move)
  if type(move) == "number" then return ("%.17g"):format(move) end
  return type(move) == "table" and (move.name or move.to and "to " .. move.to) or tostring(move)
end

--- What was drawn.
-- @treturn string
function Trial:describe()
  local words = {}
  for _, fields in ipairs { self.traits, self.options, self.limits } do
    for name, value in pairs(fields) do
      local is_list = type(value) == "table" and (name == "without" or name == "nodes")
      local text = is_list and table.concat(value, "+") or tostring(value)
      words[#words + 1] = name ~= "game" and (value or fields == self.options) and name .. "=" .. text or nil
    end
  end
  table.sort(words)
  return ("seed %d, %s, from %s to depth %d, %d players, %s"):format(self.seed, self.style,
    (self.position or self.graph.root).name, self.depth, #self.graph.players, table.concat(words, " "))
end

--- Fails unless something is so, and says what was drawn.
-- @param condition
-- @tparam string expected what is expected to be, as a format
-- @param ... its arguments, of any type
function Trial:check(condition, expected, ...)
  if condition then return end
  local arguments = { ... }
  for i = 1, select("#", ...) do arguments[i] = trial.name(arguments[i]) end
  error(("expected %s\n%s"):format(expected:format(unpack(arguments, 1, select("#", ...))), self:describe()), 2)
end

--- The state of a position.
-- @tparam[opt] table position the root, if there is none
-- @return the state
function Trial:state(position)
  return random_graph.state(self.graph, self.style, position or self.graph.root, self.traits)
end

--- Is a state as it was?
-- @param state
-- @tparam[opt] table position
-- @treturn boolean
function Trial:is_same(state, position)
  position = position or self.graph.root
  return state.at == position and (state.made or 0) == 0 and state.key == self:state(position).key
end

--- A position drawn from all.
-- @treturn table
function Trial:some_position() return self.random:pick(self.graph.positions) end

--- What is at the end of a line of moves.
-- @tparam table line
-- @tparam[opt] table position
-- @treturn ?string see `oracle.follow`
function Trial:follow(line, position) return oracle.follow(self.plain, self:state(position), line) end

--- The root's moves in the game's order.
-- @treturn table
function Trial:moves() return (oracle.successors(self.plain, self:state(), true)) or {} end

--- Where a game goes on after a move, or after an outcome.
-- @tparam table position
-- @param move that is legal there, or an outcome
-- @treturn table the next position
function Trial:after(position, move)
  return oracle.with(self.plain, self:state(position), move, function(child) return child.at end)
end

--- Calls a function with the state of a position, and makes sure that the state is given back as it was.
-- @tparam ?table position the root, if there is none
-- @tparam function body
-- @treturn boolean whether there was no error
-- @return up to three results of the function, or the error
function Trial:from(position, body)
  self.position = position
  local state = self:state(position)
  local results = { pcall(body, state) }
  self:check(self:is_same(state, position), "the state as it was")
  return unpack(results, 1, 4)
end

--- What a search finds, when nothing is to go wrong.
-- @param ai a searcher, or nil
-- @tparam[opt] table position the root, if there is none
-- @param[opt] limits those that were drawn, if there are none
-- @treturn table `best`, `value` and `info`
function Trial:search(ai, position, limits)
  limits = limits or self.limits
  self.depth = type(limits) == "number" and limits or limits.depth
  local ok, best, value, info = self:from(position, function(state)
    if ai then return ai:search(state, limits) end
    return alphabeta.search(state, limits, trial.fit(self:with {}, self.game))
  end)
  self:check(ok, "no error, but there was: %s", best)
  self:note(info)
  return { best = best, value = value, info = info }
end

--- Notes what a search has found out about the game, for the oracle: whether mobility counts. `search` does so by
-- itself.
-- @tparam table info of a search, or what has its `techniques`
-- @treturn boolean
function Trial:note(info)
  self.has_mobility = false
  for _, name in ipairs(info.techniques) do self.has_mobility = self.has_mobility or name == "mobility" end
  return self.has_mobility
end

--- What the oracle says. Whether mobility counts is what the last search has found out that was noted.
-- @tparam[opt] number depth
-- @tparam[opt] table line
-- @tparam[opt] table position
-- @treturn table
function Trial:truth(depth, line, position)
  local options = self:with {
    past = self.past, quiescence = self:quiescence(), has_mobility = self.has_mobility,
  }
  return oracle.minimax(self.plain, self:state(position), depth or self.depth, options, line)
end

--- How many plies quiescence follows noisy moves, by default too.
-- @treturn number
function Trial:quiescence()
  local given = self.options.quiescence
  if given == nil and self.game.noisy and not self.traits.payoffs then return 8 end
  return given or 0
end

-- What must be -------------------------------------------------------------------------------------------------------

--- Does the player at a position want a low value?
-- @tparam[opt] table position
-- @treturn boolean
function Trial:wants_low(position)
  if self.options.view ~= "player" then return self.options.maximize == false end
  return self.graph.players[(position or self.graph.root).turn] ~= self.options.max_player
end

--- Is one value better than another for the player at the root?
-- @tparam number a
-- @tparam number b
-- @treturn boolean
function Trial:is_better(a, b)
  if self:wants_low() then return a < b end
  return a > b
end

-- The payoffs, in words.
function Trial:payoffs(payoffs)
  local list = {}
  for number, name in ipairs(self.graph.players) do list[number] = ("%.17g"):format(payoffs[name]) end
  return table.concat(list, " ")
end

--- A value is what it should be: a number, or in max^n one for each player; no zero has a sign.
-- @param expected
-- @param actual
function Trial:check_value(expected, actual)
  if type(expected) ~= "table" then
    self:check(actual == expected, "the value %s, not %s", expected, actual)
    self:check(actual ~= 0 or 1 / actual == INFINITY, "a zero without a sign")
    return
  end
  self:check(type(actual) == "table", "payoffs, not %s", actual)
  for player, payoff in pairs(expected) do
    self:check(actual[player] == payoff, "%s, not %s", self:payoffs(expected), self:payoffs(actual))
    self:check(payoff ~= 0 or 1 / actual[player] == INFINITY, "a zero without a sign")
  end
  for player in pairs(actual) do self:check(expected[player] ~= nil, "no other player than the game's") end
end

-- The line is one of best moves.
function Trial:check_line(result, truth, depth, position)
  local line, options = result.info.pv, self.options
  local ends = self:follow(line, position)
  self:check(result.best == line[1], "the best move %s first in the line, not %s", result.best, line[1])
  self:check(ends and #line <= depth + self:quiescence(), "a legal line, to a chance node at most")
  if #line > 0 then self:check_value(truth.value, self:truth(depth, line, position).value) end
  local cuts = options.win or options.value_min or options.value_max or options.repetition or self.traits.bounds
    or self:quiescence() > 0
  local algorithm = options.algorithm or options.table == 0 and "alphabeta"
  local is_whole = algorithm == "maxn"
    or not cuts and (algorithm == "minimax" or algorithm == "alphabeta" and not self:has_table())
  self:check(not is_whole or ends ~= "moves" or #line == depth, "a line to a chance node, to the end or to the depth")
end

-- A win or a loss is reported where its distance does not depend on outcomes. The null windows of MTD(f) may cut off
-- chance nodes before that is known.
function Trial:check_win(result, truth, position)
  local win_in, plies = result.info.win_in, nil
  if self.options.win and truth.may_win then
    plies = self.options.win - math.abs(truth.value)
    if (truth.value > 0) == self:wants_low(position) then plies = -plies end
  end
  local may_be_nil = not plies or self.graph.has_chance and (not truth.must_win or self.options.algorithm == "mtdf")
  self:check(win_in == plies or may_be_nil and win_in == nil, "win_in to be %s, not %s", plies, win_in)
end

-- The search ended for the right reason.
function Trial:check_reason(result, truth, depth, position)
  local info, options = result.info, self.options
  local is_extreme = options.algorithm ~= "maxn"
    and (truth.value >= (options.value_max or INFINITY) and options.value_max
      or truth.value <= (options.value_min or -INFINITY) and options.value_min)
  if is_extreme and info.reason == "solved" then
    self:check(info.depth <= depth, "the depth, not %s", info.depth) -- as good or as bad as can be
  elseif truth.over or depth > 0 and not truth.best and not truth.chance then
    self:check(info.reason == "over", "the reason over, not %s", info.reason)
  elseif depth == 0 then
    self:check(info.reason == "depth", "the reason depth, not %s", info.reason)
  elseif not truth.cut and not options.null_move and not self.traits.bounds then
    self:check(info.reason == "solved", "the reason solved, not %s", info.reason)
  elseif info.reason == "solved" and options.algorithm ~= "maxn" then
    self:check_value(self:truth(depth + 2, nil, position).value, truth.value)
  end
  self:check(info.depth == depth or info.depth < depth and info.reason ~= "depth", "the depth, not %s", info.depth)
end

-- Does the search have a table?
function Trial:has_table()
  local options = self.options
  return self.traits.hash and options.table ~= 0 and options.algorithm ~= "minimax" and options.algorithm ~= "maxn"
    and not named(table.concat(options.without or {}, " ")).table
end

-- Counts fit one another, and the table its size.
function Trial:check_counts(info)
  self:check(info.nodes >= 1 and (self.options.order or self.traits.payoffs or info.evaluations <= info.nodes),
    "fewer evaluations than %s", info.evaluations)
  self:check(info.cutoffs <= info.nodes, "fewer cut-offs than %s", info.cutoffs)
  self:check(info.table_hits <= info.nodes, "no more hits than nodes, not %s", info.table_hits)
  if self:has_table() then
    self:check(info.table_bytes <= (self.options.table or 16) * 2 ^ 20, "a table within its size, %s", info.table_bytes)
    self:check(info.table_fill >= 0 and info.table_fill <= 1000, "permille, not %s", info.table_fill)
  else
    self:check(info.table_hits == 0 and not info.table_bytes and not info.table_fill, "no table, no hits")
  end
end

--- The result is that of the oracle to the depth.
-- @tparam table result
-- @tparam[opt] number depth
-- @tparam[opt] table position
-- @treturn table what the oracle says
function Trial:check_exact(result, depth, position)
  depth = depth or self.depth
  local info = result.info
  -- That of a solved game may be less than what was wanted, and of equal moves another one come first.
  local is_maxn = self.options.algorithm == "maxn"
  local truth = self:truth(is_maxn and info.reason == "solved" and info.depth or depth, nil, position)
  self:check_value(truth.value, result.value)
  self:check(info.bound == "exact", "an exact value, not %s", info.bound)
  self:check(result.best == nil and truth.best == nil or truth.optimal[result.best], "one of the best moves, not %s",
    result.best)
  self:check(not is_maxn or result.best == truth.best, "the first of the best moves, %s", truth.best)
  self:check_line(result, truth, is_maxn and info.reason == "solved" and info.depth or depth, position)
  self:check_win(result, truth, position)
  self:check_counts(info)
  return truth
end

--- The result is that of a search to the depth which was not ended by a limit.
-- @tparam table result
-- @tparam[opt] number depth
-- @tparam[opt] table position
-- @treturn table what the oracle says
function Trial:check_whole(result, depth, position)
  local truth = self:check_exact(result, depth, position)
  self:check_reason(result, truth, depth or self.depth, position)
  return truth
end

--- The result is a move that an unfinished iteration has proved to be better: plain minimax to its depth is no worse
-- for the player at the root.
-- @tparam table result
-- @tparam[opt] table position
function Trial:check_proved(result, position)
  local worth, value = self:truth(result.info.partial_depth, nil, position).value, result.value
  if type(worth) == "table" then
    local me = self.graph.players[(position or self.graph.root).turn]
    worth, value = worth[me], value[me]
  end
  self:check(worth == value or (worth < value) == self:wants_low(position), "%s or better, not %s", worth, value)
end

--- The result is right about the window, and exact inside it.
-- @tparam table result
-- @tparam[opt] number depth
-- @tparam[opt] table position
-- @treturn table what the oracle says
function Trial:check_window(result, depth, position)
  depth = depth or self.depth
  local alpha, beta = self.options.alpha or -INFINITY, self.options.beta or INFINITY
  local value, bound, best = result.value, result.info.bound, result.best
  local truth = self:truth(depth, nil, position)
  local no_move, wants_low = not truth.best or depth == 0 and best == nil, self:wants_low(position)
  if truth.value > alpha and truth.value < beta then
    self:check(bound == "exact", "an exact value inside the window, not %s", bound)
  end
  if bound == "exact" then
    self:check_exact(result, depth, position)
  elseif bound == "lower" then
    self:check(value >= beta and truth.value >= value, "a lower bound of %s, not %s", truth.value, value)
    self:check(no_move or wants_low or truth.values[best] >= value, "a move that is worth the bound")
  else
    self:check(bound == "upper", "a bound, not %s", bound)
    self:check(value <= alpha and truth.value <= value, "an upper bound of %s, not %s", truth.value, value)
    self:check(no_move or not wants_low or truth.values[best] <= value, "a move that is worth the bound")
  end
  self:check(best == result.info.pv[1], "the best move first in the line")
  self:check(best == nil or not (position or self.graph.root).chance, "no best move at a chance node")
  return truth
end

return trial
