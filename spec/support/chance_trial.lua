--- Seeded random trials of games with chance nodes: a game, a style, traits and options, all from one seed; searches of
-- it, which must restore the state; and what must hold of their results.
-- @module spec.support.chance_trial

local drawing = require "spec.support.drawing"
local fitting = require "spec.support.fitting"
local alphabeta = require "alphabeta"
local expectiminimax = require "spec.support.expectiminimax"
local random_graph = require "spec.support.random_graph"
local random_chance = require "spec.support.random_chance"
local rng = require "spec.support.rng"
local walk = require "spec.support.walk"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local chance_trial = {}

local INFINITY = math.huge
local NOTHING = drawing.NOTHING
local ONE_BUCKET = 1 / 16384 -- MiB: 64 bytes
local WON = { 89, unpack(drawing.WON) }

-- The options that may change no value.
local function draw_techniques(random, options)
  options.algorithm = drawing.option(random, { "alphabeta", "pvs", "pvs", "mtdf", "mtdf", "minimax", NOTHING })
  options.table = drawing.option(random, { 0, ONE_BUCKET, ONE_BUCKET, 1 / 1024, 1 / 1024, 1 / 64 })
  options.without = drawing.without(random)
  options.deepening = random:chance(0.5)
  if options.algorithm ~= "mtdf" and options.algorithm ~= "minimax" then
    options.aspiration = drawing.option(random, { NOTHING, NOTHING, NOTHING, 0.5, 4, INFINITY })
  end
end

-- `maker` has the game that is played on a graph.
local Trial = { maker = random_chance }
Trial.__index = Trial
chance_trial.Trial = Trial

-- The options that reorder moves or look into a table are taken out.
local function make_plain(options)
  options.table, options.deepening, options.aspiration = 0, false, nil
  options.order = nil
  if options.algorithm == "mtdf" then
    options.algorithm = nil
  end
end

--- Makes a trial of what was drawn elsewhere.
-- @tparam table fields `seed`, `random`, `traits`, `options`, `style`, `depth`, `graph`; becomes the trial
-- @treturn Trial
function chance_trial.of(fields)
  local self = setmetatable(fields, Trial)
  self:set_game()
  return self
end

--- Draws a trial.
-- @tparam number seed
-- @tparam[opt] table wanted `players` (an array to draw their number from), `chance` (see `random_chance.new`), `plain`
-- (true: nothing that reorders moves), `shape` and `options` (fields of either that are to be so)
-- @treturn Trial `seed`, `random`, `traits`, `options` (`game` among them), `style`, `depth`, `graph`, `game`, `plain`
-- (the game as the oracle wants it: with arrays)
function chance_trial.new(seed, wanted)
  wanted = wanted or {}
  local random = rng.new(seed)
  local players = random:pick(wanted.players or { 1, 2, 2, 2, 2, 2, 3, 4 })
  local traits = {
    player = players ~= 2 or random:chance(0.5),
    is_over = random:chance(0.3),
    order = random:chance(0.3),
    move_id = random:chance(0.3),
    view = random:chance(0.5) and "mover" or "max",
    hash = random:chance(0.8) and random:pick(random_graph.HASHES) or nil,
    memory = random:pick({ "full", "forgetful" }),
    moves = random:pick(random_graph.MOVES),
    iterator = random:chance(0.2) and random:pick(random_graph.ITERATORS) or nil,
    fills = seed % 2 == 0,
    evaluate_move = seed % 3 == 0,
    find_move = seed % 4 < 2,
    hash_move = seed % 5 < 3,
  }
  local options = { view = traits.view }
  draw_techniques(random, options)
  if traits.view == "max" and random:chance(0.4) then
    options.maximize = random:chance(0.5)
  end
  local shape = { plies = random:int(1, 5), players = players, chance = wanted.chance }
  drawing.speculation(random, traits, options, 0.15, 2)
  if traits.hash and random:chance(0.1) then
    options.repetition = random:pick({ 0, 1, -2 }) -- nothing comes back
  end
  drawing.values(random, traits, options, shape, WON, 0.5)
  options.order = seed % 7 < 3 and "evaluate" or nil
  if options.maximize == false then
    shape.worst = -(shape.worst or 10000)
  end
  if not traits.player then
    shape.extra = 0
  end
  if players ~= 2 and traits.pass then
    traits.pass, options.null_move = nil, nil
  end
  for name, value in pairs(wanted.shape or {}) do
    shape[name] = value
  end
  for name, value in pairs(wanted.options or {}) do
    options[name] = value
  end
  if wanted.plain then
    make_plain(options)
  end
  return chance_trial.of({
    seed = seed,
    random = random,
    traits = traits,
    options = options,
    style = random:pick(random_graph.STYLES),
    depth = random:int(math.max(0, shape.plies - 2), shape.plies + 1),
    graph = random_chance.new(random, shape),
  })
end

--- A function that tries the seeds that fall to a theme: called as each_trial(number, wanted, body), it calls
-- body(trial, root, depth) for each, and sums what that returns.
-- @tparam number games how many seeds there are
-- @tparam number themes among which they are shared out
-- @tparam[opt] function draw draw(seed, wanted) makes a trial; `chance_trial.new` without one
-- @treturn function
function chance_trial.each(games, themes, draw)
  return function(number, wanted, body)
    local sum = 0
    for seed = number, games, themes do
      local trial = (draw or chance_trial.new)(seed, wanted)
      sum = sum + (body(trial, trial.graph.root, trial.depth) or 0)
    end
    return sum
  end
end

--- Makes the game anew, after a change of the traits.
function Trial:set_game()
  self.game = self.maker.game(self.graph, self.style, self.traits)
  fitting(self.options, self.game)
  self.plain = self.game
  if self.traits.iterator or self.traits.fills then
    local plain = wrap.replace(self.traits, {})
    plain.iterator, plain.fills = nil, nil
    self.plain = self.maker.game(self.graph, self.style, plain)
  end
  self.options.game = self.game
end

--- Fails unless something is so, and says what was drawn.
-- @param condition
-- @tparam string expected what is expected to be, as a format
-- @param ... its arguments, of any type
function Trial:check(condition, expected, ...)
  if condition then
    return
  end
  local arguments = { n = select("#", ...), ... }
  for i = 1, arguments.n do
    local value = arguments[i]
    arguments[i] = type(value) == "number" and ("%.17g"):format(value) or random_chance.name(value)
  end
  local words = {}
  for _, fields in ipairs({ self.traits, self.options }) do
    for name, value in pairs(fields) do
      if name ~= "game" then
        words[#words + 1] = name .. "=" .. tostring(value)
      end
    end
  end
  table.sort(words)
  error(("expected %s\nseed %d, %s, from %s to depth %d, %d players, %s"):format(
    expected:format(unpack(arguments, 1, arguments.n)), self.seed, self.style,
    (self.position or self.graph.root).name, self.depth, #self.graph.players, table.concat(words, " ")), 2)
end

--- The state of a position.
-- @tparam table position
-- @return the state
function Trial:state(position)
  return random_graph.state(self.graph, self.style, position, self.traits)
end

--- Calls a function with the state of a position, and makes sure that the state is given back as it was.
-- @tparam table position
-- @tparam function body
-- @treturn boolean whether there was no error
-- @return up to three results of the function, or the error
function Trial:from(position, body)
  self.position = position
  local state = self:state(position)
  local key = state.key and state.key:copy()
  local results = { pcall(body, state) }
  self:check(state.at == position and (state.made or 0) == 0, "the state as it was")
  self:check(state.key == key, "the state's key as it was")
  return unpack(results, 1, 4)
end

--- What a search of a position finds, when nothing is to go wrong.
-- @param ai a searcher, or nil
-- @tparam table position
-- @param limits
-- @treturn table `best`, `value` and `info`
function Trial:search(ai, position, limits)
  local ok, best, value, info = self:from(position, function(state)
    if ai then
      return ai:search(state, limits)
    end
    return alphabeta.search(state, limits, fitting(wrap.replace(self.options, {}), self.game, limits))
  end)
  self:check(ok, "no error, but there was: %s", best)
  return { best = best, value = value, info = info }
end

--- What plain expectiminimax says of a position.
-- @tparam table position
-- @tparam number depth
-- @tparam[opt] table line
-- @treturn table
function Trial:truth(position, depth, line)
  return expectiminimax.search(self.plain, self:state(position), depth, self.options, line)
end

--- A position drawn from all.
-- @treturn table
function Trial:some_position()
  return self.random:pick(self.graph.positions)
end

--- Searches some positions with one searcher, which is closed then.
-- @param ai
-- @tparam number count how many positions
-- @tparam function check called as check(result, position, depth) for each
-- @treturn number how many nodes the table settled
function Trial:search_some(ai, count, check)
  local hits = 0
  for _ = 1, count do
    local position, depth = self:some_position(), self.random:int(0, 5)
    self.depth = depth
    local result = self:search(ai, position, depth)
    check(result, position, depth)
    hits = hits + result.info.table_hits
  end
  ai:close()
  return hits
end

--- The line is one of best moves.
function Trial:check_line(result, truth, position, depth)
  local line, options = result.info.pv, self.options
  local ends = walk.follow(self.plain, self:state(position), line)
  self:check(result.best == line[1], "the best move %s first in the line, not %s", result.best, line[1])
  self:check(ends and #line <= depth + (options.quiescence or 0),
    "a legal line that ends at the first chance node, if there is one")
  if #line > 0 then
    local value = self:truth(position, depth, line).value
    self:check(value == truth.value, "a line of best moves, worth %s, not %s", truth.value, value)
  end
  local is_whole = options.algorithm ~= "mtdf" and (options.table == 0 or not self.traits.hash)
    and not (options.win or options.value_min or options.value_max or options.quiescence)
  self:check(not is_whole or ends ~= "moves" or #line == depth, "a line to a chance node, to the end or to the depth")
end

--- A win or a loss is reported where no chance node is on the way to it.
function Trial:check_win(result, truth)
  local win_in, win = result.info.win_in, self.options.win
  if not win then
    self:check(win_in == nil, "no win, but one in %s", win_in)
    return
  end
  local plies = win - math.abs(truth.value)
  if (truth.value > 0) ~= (self.options.maximize ~= false) then
    plies = -plies
  end
  local is_sure = win_in == nil or truth.may_win and win_in == plies
  self:check(is_sure, "win_in to be nothing or %s where that is sure (%s), not %s", plies, truth.may_win, win_in)
  self:check(win_in ~= nil or not truth.must_win, "win_in to be %s, and it is nothing", plies)
end

--- The search ended for the right reason.
function Trial:check_reason(result, truth, position, depth)
  local info, options = result.info, self.options
  local is_extreme = truth.value >= (options.value_max or INFINITY) and options.value_max
    or truth.value <= (options.value_min or -INFINITY) and options.value_min
  if is_extreme and info.reason == "solved" then
    self:check(info.depth <= depth, "the depth, not %s", info.depth) -- as good or as bad as can be
  elseif truth.over then
    self:check(info.reason == "over", "the reason over, not %s", info.reason)
  elseif depth == 0 then
    self:check(info.reason == "depth", "the reason depth, not %s", info.reason)
  elseif not truth.best and not truth.chance then
    self:check(info.reason == "over", "the reason over, not %s", info.reason)
  elseif not truth.cut and not options.null_move then
    self:check(info.reason == "solved", "the reason solved, not %s", info.reason)
  elseif info.reason == "solved" then
    local deeper = self:truth(position, depth + 2).value
    self:check(deeper == truth.value, "nothing solved: the value is %s two plies deeper", deeper)
  end
  self:check(info.depth == depth or info.depth < depth and info.reason ~= "depth", "the depth, not %s", info.depth)
end

--- Counts fit one another.
function Trial:check_counts(info)
  self:check(info.nodes >= 1 and (self.options.order or info.evaluations <= info.nodes), "fewer evaluations than %s",
    info.evaluations)
  self:check(info.cutoffs <= info.nodes, "fewer cut-offs than %s", info.cutoffs)
  self:check(info.table_hits <= info.nodes, "no more hits than nodes, not %s", info.table_hits)
end

--- Does the player at a position want a low value?
function Trial:wants_low()
  return self.options.maximize == false
end

--- The result is that of the oracle to the depth.
-- @tparam table result
-- @tparam table position
-- @tparam number depth
-- @treturn table what the oracle says
function Trial:check_exact(result, position, depth)
  local truth, info = self:truth(position, depth), result.info
  self:check(result.value == truth.value, "the value %s, not %s", truth.value, result.value)
  self:check(result.value ~= 0 or 1 / result.value == INFINITY, "a zero without a sign")
  self:check(info.bound == "exact", "an exact value, not %s", info.bound)
  self:check(result.best == nil and truth.best == nil or truth.optimal[result.best], "one of the best moves, not %s",
    result.best)
  self:check_line(result, truth, position, depth)
  self:check_win(result, truth, position, depth)
  self:check_counts(info)
  return truth
end

--- The result is a move that an unfinished iteration has proved to be better: plain expectiminimax to its depth is no
-- worse for the player at the root.
-- @tparam table result
-- @tparam table position
function Trial:check_proved(result, position)
  local truth, sign = self:truth(position, result.info.partial_depth), self.options.maximize == false and -1 or 1
  self:check(sign * (truth.value - result.value) >= 0, "%s or better, not %s", truth.value, result.value)
end

--- The result is that of a search to the depth which was not ended by a limit.
-- @tparam table result
-- @tparam table position
-- @tparam number depth
-- @treturn table what the oracle says
function Trial:check_whole(result, position, depth)
  local truth = self:check_exact(result, position, depth)
  self:check_reason(result, truth, position, depth)
  return truth
end

--- The result is right about the window, and exact inside it.
-- @tparam table result
-- @tparam table position
-- @tparam number depth
function Trial:check_window(result, position, depth)
  local alpha, beta = self.options.alpha or -INFINITY, self.options.beta or INFINITY
  local value, bound = result.value, result.info.bound
  local truth = self:truth(position, depth)
  local no_move = not truth.best or depth == 0 and result.best == nil
  if truth.value > alpha and truth.value < beta then
    self:check(bound == "exact", "an exact value inside the window, not %s", bound)
  end
  if bound == "exact" then
    self:check_exact(result, position, depth)
  elseif bound == "lower" then
    self:check(value >= beta and truth.value >= value, "a lower bound of %s, not %s", truth.value, value)
    self:check(no_move or self:wants_low(position) or truth.values[result.best] >= value,
      "a move that is worth the bound")
  else
    self:check(bound == "upper", "a bound, not %s", bound)
    self:check(value <= alpha and truth.value <= value, "an upper bound of %s, not %s", truth.value, value)
    self:check(no_move or not self:wants_low(position) or truth.values[result.best] <= value,
      "a move that is worth the bound")
  end
  self:check(result.best == result.info.pv[1], "the best move first in the line")
  self:check(result.best == nil or not position.chance, "no best move at a chance node")
end

--- Where a game goes on after a move, or after an outcome.
-- @tparam table position
-- @param move that is legal there, or an outcome
-- @treturn table the next position
function Trial:after(position, move)
  return walk.with(self.plain, self:state(position), move, function(child)
    return child.at
  end)
end

return chance_trial
