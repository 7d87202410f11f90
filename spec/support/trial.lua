--- One random trial of a search: a game on a random graph, in any style, with any of the functions that a game may
-- have, with chance nodes or without, for one to four players; and options that go together, by the rows of
-- rows/options.lua. It searches, compares with the oracle (`verdict`), and says what was drawn (`draw`). The same seed
-- gives the same trial on every runtime.
-- @module spec.support.trial

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local draw = require "spec.support.draw"
local fit = require "spec.support.fit"
local graph_game = require "spec.support.graph_game"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local rows = require "rows.list"
local verdict = require "spec.support.verdict"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local Trial = setmetatable({}, { __index = verdict })
Trial.__index = Trial

local trial = { fit = fit, WIN = draw.WIN, BOUNDS = draw.BOUNDS }

local INFINITY = math.huge

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
-- options that are drawn more often; `omit`: names of options and functions that are not drawn; `selects`: `search`
-- tries some of the root's moves alone; `window`: how often there is one; `unbounded`: nothing is said of the values;
-- `shape`, `traits`, `options`: what is not drawn, see `random_graph` and `graph_game`
-- @treturn Trial `seed`, `random`, `traits`, `options` (`game` among them), `style`, `depth`, `limits`, `graph`,
-- `game`, `plain` (the game as the oracle wants it, with arrays), `calls` (with `any`: what was asked and answered, but
-- for calls that pauses add)
function trial.new(seed, wanted)
  wanted = wanted or {}
  local random = rng.new(seed)
  local shape = draw.shape(random, wanted)
  local traits = draw.traits(random, shape, wanted)
  local options = draw.options(random, traits, wanted)
  draw.values(random, traits, options, shape, wanted)
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
    style = random:pick(graph_game.STYLES), depth = random:int(math.max(0, shape.plies - 2), shape.plies + 2),
    graph = random_graph.new(random, shape),
  }, Trial)
  if wanted.wide then
    self.depth, options.deepening = random:int(1, shape.plies + 1), options.deepening or false
  end
  if wanted.any then self.depth = math.max(random:int(1, 7), random:int(1, 7)) end
  local is_omitted = rows.set(wanted.omit or "").max_player
  local may_name_max = traits.player and not traits.pass and not traits.payoffs and not is_omitted
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
-- @tparam string style one of `graph_game.STYLES`
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
    sum = is_shared and draw.SUM or nil,
  })
  self.traits = wrap.replace({
    player = true, is_over = true, result = true, move_id = true, hash = "zobrist", noisy = true, pass = "loses",
    moves = "table", undo = "several",
  }, FULL[kind])
  self.options = {
    win = draw.WIN, algorithm = is_shared and "maxn" or "pvs", deepening = true, table = 1 / 1024,
    repetition = 0,
    quiescence = self.traits.noisy and 2 or nil, null_move = 1, reductions = 1,
    order = kind == "valued" and "evaluate" or nil, value_sum = is_shared and draw.SUM or nil,
    value_min = is_shared and 0 or nil,
  }
  self.style, self.depth, self.limits = style, 5, { depth = 5 }
  self:set_game()
  return self
end

--- Draws a window, if the algorithm has any.
function Trial:draw_window() draw.window(self.random, self.options) end

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
  self.game = graph_game.new(self.graph, self.style, traits)
  local plain = wrap.replace(traits, { iterator = false, fills = false, shuffles = false })
  self.plain = graph_game.new(self.graph, self.style, plain)
  for _, game in ipairs { self.game, self.plain } do
    if traits.without_evaluate then game.evaluate, game.evaluate_move, game.bounds = nil, nil, nil end
  end
  self.plain.is_drawn = traits.iterator and true -- for the oracle: then there is no mobility
  if self.wanted.any then self.game = self:recorded(self.game) end
  self.options.game = self.game
  fit(self.options, self.game)
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
  return graph_game.state(self.graph, self.style, position or self.graph.root, self.traits)
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

--- The moves at a position, in the game's order.
-- @tparam[opt] table position the root, if there is none
-- @treturn table
function Trial:moves(position) return (oracle.successors(self.plain, self:state(position), true)) or {} end

-- Limits that let a search try some of a position's moves alone, by `only` and `avoid`: `left` is the set of these.
-- A move that is a table is named by the game's own, or by another one that holds the same.
function Trial:select(position, limits)
  local random, moves, count = self.random, self:moves(position), 0
  local only, avoid = random:chance(0.4) and {} or nil, random:chance(0.3) and {} or nil
  self.left = {}
  for _, move in ipairs(moves) do
    local is_named, is_avoided = random:chance(0.6), random:chance(0.3)
    local named = self.style ~= "children" and random:chance(0.5) and deep.copy(move) or move
    if only and is_named then table.insert(only, random:int(1, #only + 1), named) end
    if avoid and is_avoided then avoid[#avoid + 1] = named end
    if (is_named or not only) and not (is_avoided and avoid) then self.left[move], count = true, count + 1 end
  end
  if count > 0 then return wrap.replace(limits, { only = only, avoid = avoid }) end
  self.left = nil
  return limits
end

-- What a search is limited to: what was given or drawn, and with `selects` some of the position's moves.
function Trial:limits_at(position, limits)
  limits = limits or self.limits
  if type(limits) == "number" then limits = { depth = limits } end
  return self.wanted.selects and self:select(position, limits) or limits
end

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

--- What a search finds, when nothing is to go wrong. `asked` has its limits then.
-- @param ai a searcher, or nil
-- @tparam[opt] table position the root, if there is none
-- @param[opt] limits those that were drawn, if there are none
-- @treturn table `best`, `value` and `info`
function Trial:search(ai, position, limits)
  limits = self:limits_at(position, limits)
  self.depth, self.asked = limits.depth, limits
  local ok, best, value, info = self:from(position, function(state)
    if ai then return ai:search(state, limits) end
    return alphabeta.search(state, limits, fit(self:with {}, self.game))
  end)
  self:check(ok, "no error, but there was: %s", best)
  self:note(info)
  return { best = best, value = value, info = info }
end

--- Notes what a search has found out about the game, for the oracle: whether mobility counts, and the result of states
-- where the game goes on. `search` does so by itself.
-- @tparam table info of a search, or what has its `techniques`
-- @treturn boolean whether mobility counts
function Trial:note(info)
  local found = rows.set(table.concat(info.techniques, " "))
  self.has_mobility, self.has_points = found.mobility or false, found.current_result or false
  return self.has_mobility
end

--- What the oracle says. Whether mobility and points count is what the last search has found out that was noted.
-- @tparam[opt] number depth
-- @tparam[opt] table line
-- @tparam[opt] table position
-- @treturn table
function Trial:truth(depth, line, position)
  local options = self:with {
    past = self.past, quiescence = self:quiescence(), has_mobility = self.has_mobility,
    current_result = self.has_points, left = self.left,
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

return trial
