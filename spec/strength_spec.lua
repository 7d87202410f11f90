-- Every technique that saves work, in every combination, on seeded random games full of transpositions, against plain
-- minimax written in Lua. ALPHABETA_TREES sets how many games (6,000 when it is absent); a failure names its seed and
-- all that was drawn from it.

local chance_trial = require "spec.support.chance_trial"
local drawing = require "spec.support.drawing"
local alphabeta = require "alphabeta"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local GAMES = tonumber(os.getenv("ALPHABETA_TREES")) or 6000
local INFINITY = math.huge
local BOUNDS = { -INFINITY, -100, -98, -7, -3, -1, -0.5, 0, 0.5, 1, 2, 3, 50, 97, 100, INFINITY }
local NOTHING, WIN = drawing.NOTHING, drawing.WIN
local ONE_BUCKET = 1 / 16384 -- MiB: 64 bytes

-- The options that may change no value.
local function draw_techniques(random, options)
  options.algorithm = drawing.option(random, { "alphabeta", "pvs", "pvs", "mtdf", "mtdf", NOTHING })
  options.table = drawing.option(random, { 0, ONE_BUCKET, ONE_BUCKET, 1 / 1024, 1 / 1024, 1 / 64 })
  if random:chance(0.01) then
    options.table = nil
  end
  options.without = drawing.without(random)
  options.aspiration = drawing.option(random, { NOTHING, NOTHING, 1e-300, 0.5, 1, 4, 1e308, INFINITY })
end

-- Trials of games without chance nodes, by plain minimax.
local Trial = setmetatable({ maker = random_graph }, { __index = chance_trial.Trial })
Trial.__index = Trial

-- A game, a style, traits and options, all drawn from one seed.
local function draw(seed, wanted)
  wanted = wanted or {}
  local random = rng.new(seed)
  local traits = {
    player = random:chance(0.6),
    is_over = random:chance(0.3),
    order = random:chance(0.3),
    result = random:chance(0.4),
    move_id = random:chance(0.3),
    view = random:pick({ "max", "mover" }),
    hash = random:chance(0.9) and random:pick(random_graph.HASHES) or nil,
    memory = random:pick({ "full", "forgetful" }),
    moves = random:pick(random_graph.MOVES),
    iterator = random:chance(0.25) and random:pick(random_graph.ITERATORS) or nil,
    fills = seed % 2 == 0,
    evaluate_move = seed % 3 == 0,
    find_move = seed % 4 < 2,
    hash_move = seed % 5 < 3,
  }
  local options = {
    view = traits.view,
    deepening = wanted.deepening or random:chance(0.5),
  }
  draw_techniques(random, options)
  if traits.view == "max" and random:chance(0.4) then
    options.maximize = random:chance(0.5)
  end
  local shape = { plies = random:int(1, 5) }
  drawing.speculation(random, traits, options, 0.2, 3)
  drawing.values(random, traits, options, shape, drawing.WON, 0.4)
  if options.maximize == false then
    shape.worst = -(shape.worst or INFINITY)
  end
  if not traits.player then
    shape.extra = 0
  elseif not traits.pass and random:chance(0.15) then
    shape.players = 3
  end
  if traits.hash and random:chance(0.2) then
    options.repetition = random:pick({ 0, 1, -2 })
    shape.back = 0 -- nothing comes back
  end
  options.order = seed % 7 < 3 and "evaluate" or nil
  traits.bounds = seed % 8 < 3 and not options.repetition
  for name, value in pairs(wanted.shape or {}) do
    shape[name] = value
  end
  local trial = setmetatable({
    seed = seed,
    random = random,
    traits = traits,
    options = options,
    style = random:pick(random_graph.STYLES),
    depth = random:int(math.max(0, shape.plies - 2), shape.plies + 2),
    graph = random_graph.new(random, shape),
  }, Trial)
  if traits.view == "max" and traits.player and not traits.pass and seed % 3 ~= 0 then
    traits.view, options.view, options.maximize = "player", "player", nil
    options.max_player = trial.graph.players[1]
  end
  trial:set_game()
  return trial
end

-- What plain minimax says of a position.
function Trial:truth(position, depth, line)
  local options = self.past and wrap.replace(self.options, { past = self.past }) or self.options
  return oracle.minimax(self.plain, self:state(position), depth, options, line)
end

-- How deep lines are followed in a search to a depth.
function Trial:deepest(depth)
  return depth + (self.options.quiescence or 0)
end

function Trial:check_line(result, truth, position, depth)
  local line = result.info.pv
  self:check(result.best == line[1], "the best move %s first in the line, not %s", result.best, line[1])
  self:check(#line <= self:deepest(depth) and oracle.follow(self.plain, self:state(position), line), "a legal line")
  if #line > 0 then
    local value = self:truth(position, depth, line).value
    self:check(value == truth.value, "a line of best moves, worth %s, not %s", truth.value, value)
  end
end

function Trial:wants_low(position)
  if self.options.view == "player" then return self.graph.players[position.turn] ~= self.options.max_player end
  return self.options.maximize == false
end

-- A game that is won or lost is known as such.
function Trial:check_win(result, truth, position, depth)
  local plies
  if self.options.win and math.abs(truth.value) >= WIN - self:deepest(depth) then
    plies = WIN - math.abs(truth.value)
    if (truth.value > 0) == self:wants_low(position) then
      plies = -plies
    end
  end
  self:check(result.info.win_in == plies, "win_in to be %s, not %s", plies, result.info.win_in)
end

function Trial:check_counts(info)
  chance_trial.Trial.check_counts(self, info)
  self:check(info.table_hits < info.nodes, "fewer hits than %s", info.table_hits)
end

local trial -- the one under way

-- A function that calls a method of the trial under way.
local function method(name)
  return function(...) return trial[name](trial, ...) end
end

local check, from, search = method "check", method "from", method "search"
local check_counts, check_exact, check_window = method "check_counts", method "check_exact", method "check_window"
local check_reason, minimax, set_game = method "check_reason", method "truth", method "set_game"

-- Does the option `without` name the table?
local function has_dropped_table(options)
  for _, name in ipairs(options.without or {}) do
    if name == "table" then return true end
  end
  return false
end

local function check_table(info)
  local options = trial.options
  if trial.traits.hash and options.table ~= 0 and not has_dropped_table(options) then
    check(info.table_bytes <= (options.table or 16) * 2 ^ 20, "a table within its size, not %s", info.table_bytes)
    check(info.table_fill >= 0 and info.table_fill <= 1000, "permille, not %s", info.table_fill)
  else
    check(info.table_hits == 0, "no table, but there were %s hits", info.table_hits)
    check(info.table_bytes == nil and info.table_fill == nil, "no table, but it has %s bytes", info.table_bytes)
  end
end

-- The result is one that a game allows, whatever it is worth.
local function check_legal(result, position, depth)
  local legal = minimax(position, math.max(depth, 1)).values
  local ends = depth == 0 or not (position.successors and position.successors[1])
  check(ends and (result.best == nil or depth == 0) or legal[result.best], "a legal move, not %s", result.best)
  check(result.value == result.value, "a value")
  check(result.best == result.info.pv[1], "the best move first in the line")
  check_counts(result.info)
end

-- Runs `body` on every seed that falls to a theme. What it returns is summed.
local each_trial = chance_trial.each(GAMES, 12, draw)

local function each_seed(number, wanted, body)
  return each_trial(number, wanted, function(own)
    trial = own
    return body(trial.random, trial.graph, trial.depth)
  end)
end

local function some_position(random)
  return random:pick(trial.graph.positions)
end

describe("On random games with transpositions,", function()
  it("a search finds what plain minimax finds, whatever the options", function()
    local hits = each_seed(1, nil, function(_, graph, depth)
      local result = search(nil, graph.root, depth)
      local truth = check_exact(result, graph.root, depth)
      check_reason(result, truth, graph.root, depth)
      check_table(result.info)
      return result.info.table_hits
    end)
    assert.is_true(hits > 0 or GAMES < 1000)
  end)

  it("a search with a window is exact inside it and bounds the value outside it", function()
    each_seed(2, nil, function(random, graph, depth)
      local alpha, beta = random:int(1, #BOUNDS - 1), random:int(2, #BOUNDS)
      if alpha < beta then
        trial.options.alpha, trial.options.beta = BOUNDS[alpha], BOUNDS[beta]
      elseif random:chance(0.5) then
        trial.options.alpha = BOUNDS[alpha]
      else
        trial.options.beta = BOUNDS[beta]
      end
      check_window(search(nil, graph.root, depth), graph.root, depth)
    end)
  end)

  it("a searcher keeps nothing false from one search to the next", function()
    local hits = each_seed(3, nil, function(random)
      local ai = alphabeta.new(nil, trial.options)
      return trial:search_some(ai, random:int(2, 6), function(...)
        check_exact(...)
        if random:chance(0.1) then
          ai:clear()
        end
      end)
    end)
    assert.is_true(hits > 0 or GAMES < 1000)
  end)

  it("a searcher with a window keeps nothing false from one search to the next", function()
    each_seed(4, nil, function(random)
      trial.options.alpha = BOUNDS[random:int(2, #BOUNDS - 2)]
      trial.options.beta = random:chance(0.5) and trial.options.alpha + random:pick({ 1e-300, 0.5, 3, 100 }) or nil
      if trial.options.beta == trial.options.alpha then
        trial.options.beta = nil
      end
      trial:search_some(alphabeta.new(nil, trial.options), random:int(2, 6), check_window)
    end)
  end)

  it("a searcher that plays for all sides in turn stays right", function()
    local hits = each_seed(5, nil, function(random, graph, depth)
      local ai, position, sum = alphabeta.new(nil, trial.options), graph.root, 0
      local falls = random:pick({ 0, 1 }) -- whether the horizon stays where it is
      for _ = 1, 8 do
        trial.depth = depth
        local result = search(ai, position, depth)
        check_exact(result, position, depth)
        sum = sum + result.info.table_hits
        if result.best == nil then
          break
        end
        local _, line_end = from(position, function(state)
          if trial.style == "children" then
            return result.best
          elseif trial.style == "copying" then
            return trial.plain.play(state, result.best).at
          end
          local undo = trial.game.make(state, result.best)
          local reached = state.at
          trial.game.unmake(state, result.best, undo)
          return reached
        end)
        position, depth = line_end, math.max(0, depth - falls)
      end
      ai:close()
      return sum
    end)
    assert.is_true(hits > 0 or GAMES < 1000)
  end)

  it("all algorithms agree, in all styles and with every size of table", function()
    each_seed(6, nil, function(_, graph, depth)
      local first
      for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf", "minimax" }) do
        for _, size in ipairs({ 0, ONE_BUCKET, 1 / 64 }) do
          trial.options.algorithm, trial.options.table = algorithm, size
          local result = search(nil, graph.root, depth)
          first = first or result
          check(result.value == first.value, "the value %s of all, not %s", first.value, result.value)
          check(result.info.win_in == first.info.win_in, "the same win_in")
          check(algorithm ~= "minimax" or result.info.table_hits == 0, "minimax to look at everything")
        end
      end
      trial.options.algorithm = nil
    end)
  end)

  it("an error in any callback leaves the searcher usable, and nothing false in its table", function()
    each_seed(7, nil, function(random)
      local calls, last
      trial.options.game = wrap.before(trial.game, function()
        calls = calls + 1
        if calls == last then
          error({ call = calls })
        end
      end)
      local ai = alphabeta.new(nil, trial.options)
      for _ = 1, random:int(1, 4) do
        local position, depth = some_position(random), random:int(1, 5)
        trial.depth = depth
        calls, last = 0, random:int(1, random:pick({ 5, 30, 200 }))
        local ok, err = from(position, function(state)
          return ai:search(state, depth)
        end)
        check(ok == (calls < last) and (ok or err.call == last), "the error of call %s and no other", last)
        if random:chance(0.5) then
          position = some_position(random)
        end
        last = nil
        check_exact(search(ai, position, depth), position, depth)
      end
      ai:close()
    end)
  end)

  it("a search that runs out of nodes finds what minimax finds at its depth, and leaves nothing false", function()
    each_seed(8, { deepening = true }, function(random)
      local ai = alphabeta.new(nil, trial.options)
      for _ = 1, random:int(1, 4) do
        local position, depth, nodes = some_position(random), random:int(1, 5), random:int(1, random:pick({ 20, 300 }))
        trial.depth = depth
        local result = search(ai, position, { depth = depth, nodes = nodes })
        check(result.info.nodes <= nodes or result.info.depth == 1, "no more nodes than %s", nodes)
        check_exact(result, position, result.info.depth)
        if random:chance(0.5) then
          position = some_position(random)
        end
        check_exact(search(ai, position, depth), position, depth)
      end
      ai:close()
    end)
  end)

  it("a hash that mistakes positions for one another does no harm but to the result", function()
    each_seed(9, nil, function(random)
      trial.traits.memory = random:pick({ "wrong", "none" })
      if random:chance(0.3) then
        trial.traits.hash, trial.traits.memory = "any", random:pick({ "wrong", "none", "random" })
      end
      set_game()
      trial:search_some(alphabeta.new(nil, trial.options), random:int(1, 4), check_legal)
    end)
  end)

  it("null-move pruning and late move reductions change nothing but the value, and are the same every time", function()
    local fewer = 0
    each_seed(10, { shape = { width = 6, players = 2 } }, function(random, graph, depth)
      trial.traits.pass = "turns"
      set_game()
      trial.options.reductions = nil
      local nodes
      for _, guesses in ipairs({ {}, { null_move = random:int(1, 2) }, { reductions = 1 },
        { null_move = 1, reductions = 1 } }) do
        trial.options.null_move, trial.options.reductions = guesses.null_move, guesses.reductions
        local result, again = search(nil, graph.root, depth), search(nil, graph.root, depth)
        check_legal(result, graph.root, depth)
        check(result.best == again.best, "the same move again, not %s", again.best)
        check(result.value == again.value, "the same value again, not %s", again.value)
        for name, count in pairs(result.info) do
          check(type(count) == "table" or name == "time" or count == again.info[name], "the same %s again", name)
        end
        nodes = nodes or result.info.nodes
        fewer = fewer + (result.info.nodes < nodes and 1 or 0)
      end
    end)
    assert.is_true(fewer > 0 or GAMES < 1000)
  end)

  it("positions that come back are worth what was said", function()
    local traits = { shape = { players = 2, back = 0.3, skip = 0 } }
    each_seed(11, traits, function(random, graph, depth)
      trial.traits.hash = trial.traits.hash or "integer"
      trial.traits.memory = "full"
      set_game()
      trial.options.table = 0
      trial.options.repetition = random:pick({ 0, 1, -2 })
      local past = {}
      trial.past = {}
      for _ = 1, random:int(0, 2) do
        local position = some_position(random)
        if position.successors and position.successors[1] then -- a game goes on from its past
          past[#past + 1] = random_graph.state(graph, trial.style, position, trial.traits)
          trial.past[#past] = oracle.name_of(trial.plain, past[#past])
        end
      end
      check_exact(search(nil, graph.root, { depth = depth, past = past }), graph.root, depth)
    end)
  end)

  it("a table that is saved and loaded in the midst of its use keeps nothing false, and saves nodes", function()
    local path, first, second = os.tmpname(), 0, 0
    each_seed(12, nil, function(random)
      trial.traits.player = true
      trial.traits.hash = trial.traits.hash or "string"
      if type(trial.graph.players[1]) == "table" or type(trial.graph.players[2]) == "table" then
        trial.graph.players = { 2, "two", 2.5 }
      end
      set_game()
      if trial.options.table == 0 or trial.options.table == nil then
        trial.options.table = 1 / 64
      end
      trial.options.deepening, trial.options.aspiration, trial.options.without = false, nil, nil
      local ais = { alphabeta.new(nil, trial.options), alphabeta.new(nil, trial.options) }
      for _ = 1, random:int(2, 5) do
        local position, depth = some_position(random), random:int(0, 5)
        trial.depth = depth
        local ai = random:pick(ais)
        local result = search(ai, position, depth)
        check_exact(result, position, depth)
        os.remove(path) -- some file systems wait for the disk when a file is written again
        ai:save(path)
        local other = random:pick(ais)
        other:load(path)
        local again = search(other, position, depth)
        check_exact(again, position, depth)
        -- The null windows of MTD(f) depend on the values in between, and so on what else the table knows.
        local is_less = again.info.nodes <= result.info.nodes or trial.options.algorithm == "mtdf"
        check(trial.options.table ~= 1 / 64 or is_less, "no more nodes than %s, not %s", result.info.nodes,
          again.info.nodes)
        first, second = first + result.info.nodes, second + again.info.nodes
      end
      for _, ai in ipairs(ais) do
        ai:close()
      end
    end)
    os.remove(path)
    assert.is_true(second < first or GAMES < 1000, second .. " against " .. first)
  end)
end)

-- Positions written down as nested lists, with the fields `p` (who moves) and `v` (what the position is worth to A
-- where the game is over; 0 without it). The same list is the same position to the table.
local function positions()
  local keys, count = {}, 0
  return {
    children = function(state)
      return state
    end,
    player = function(state)
      return state.p
    end,
    evaluate = function(state, me)
      return (state.v or 0) * (me == "A" and 1 or -1)
    end,
    hash = function(state)
      if not keys[state] then
        count = count + 1
        keys[state] = count
      end
      return keys[state]
    end,
  }
end

-- A line of forced moves to a position, `plies` long; `p` moves first.
local function line_to(position, plies, p)
  for i = plies, 1, -1 do
    local is_p = i % 2 == 1
    position = { p = is_p and p or p == "A" and "B" or "A", position }
  end
  return position
end

describe("A table keeps won and lost games", function()
  for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf" }) do
    for _, alpha in ipairs(algorithm == "mtdf" and { -INFINITY } or { -INFINITY, -1000 }) do
      -- A win that is no better than one already known is not looked at: how much it is worth then depends on the
      -- way to it, and must not be kept as a value of the position.
      it(("by their distance where they were not looked at, with %s from %s"):format(algorithm, alpha), function()
        local ai = alphabeta.new(positions(), { win = 100, algorithm = algorithm, alpha = alpha })
        local slow = line_to({ p = "B", v = 100 }, 4, "B")
        local fast = line_to({ p = "A", v = 100 }, 3, "B")
        assert.equal(95, (select(2, ai:search({ p = "A", slow, line_to(fast, 2, "B") }, 8))))
        local best, value, info = ai:search({ p = "A", slow, fast }, 6)
        assert.equal(fast, best)
        assert.equal(96, value)
        assert.equal(4, info.win_in)
      end)

      -- A bound of the window that stands for a loss on another line belongs to the way to the position, too.
      it(("by their distance where the window cut them, with %s from %s"):format(algorithm, alpha), function()
        local ai = alphabeta.new(positions(), { win = 100, algorithm = algorithm, alpha = alpha })
        local lost = line_to({ p = "A", v = -100 }, 2, "A")
        local known = line_to({ p = "A", v = -100 }, 6, "B")
        assert.equal(-93, (select(2, ai:search({ p = "A", known, line_to(lost, 1, "B") }, 7))))
        local _, value, info = ai:search({ p = "A", known, line_to(lost, 7, "B") }, 13)
        assert.equal(-90, value)
        assert.equal(-10, info.win_in)
      end)
    end
  end
end)

describe("Three players with one searcher", function()
  -- In the mover's view C, to move at the end, is against A when A asks, and for itself when C does.
  it("do not get one another's values", function()
    local shared = { p = "B", { p = "C", v = 1 } }
    local game = positions()
    function game.evaluate(state)
      return state.v or 0
    end
    local ai = alphabeta.new(game, { view = "mover" })
    assert.equal(-1, (select(2, ai:search({ p = "A", shared }, 3))))
    assert.equal(1, (select(2, ai:search({ p = "C", shared }, 3))))
  end)

  -- Players that are tables are numbered as they turn up; forgetting must not give a number out twice.
  it("are distinguished after clear", function()
    local A, B, C = {}, {}, {}
    local shared = { p = B, { p = A, v = 5 } }
    local game = positions()
    function game.evaluate(state, me)
      return me == A and state.v or -state.v
    end
    local ai = alphabeta.new(game)
    ai:search({ p = A, shared }, 2)
    ai:clear()
    assert.equal(5, (select(2, ai:search({ p = A, shared }, 2))))
    assert.equal(-5, (select(2, ai:search({ p = C, shared }, 2))))
  end)
end)

describe("MTD(f)", function()
  -- A null window at an infinity takes the first successor for the line; a better one, which only bounds the value,
  -- must not leave it there.
  it("has no move in its line that is not a best one, after infinite values either", function()
    local infinite = { p = "A", v = -math.huge }
    local root = { p = "A", { p = "A", infinite, { p = "A", v = 0 } } }
    for _, deepening in ipairs({ true, false }) do
      local game = positions()
      function game.evaluate(state)
        return state.v or -math.huge
      end
      local _, value, info = alphabeta.search(root, 2, { game = game, algorithm = "mtdf", deepening = deepening })
      assert.equal(0, value)
      assert.equal(root[1], info.pv[1])
      assert.are_not.equal(infinite, info.pv[2])
    end
  end)
end)
