--- What random trials are about: each theme is a function that tries one trial, and fails unless what must hold does.
-- @module spec.support.themes

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local graph_game = require "spec.support.graph_game"
local oracle = require "spec.support.oracle"
local plain_alphabeta = require "spec.support.plain_alphabeta"
local results = require "spec.support.results"
local slices = require "spec.support.slices"
local trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local themes = {}

local INFINITY = math.huge
local ONE_BUCKET = 1 / 16384 -- MiB: 64 bytes

local function found(result) return results.found(result.best, result.value, result.info) end

-- Without what reorders moves, the best move is the first of the best ones, unless it is drawn.
local function check_first(own, result, truth)
  if own.options.ties == "random" then return end
  own:check(result.best == truth.best, "the first of the best moves, %s, not %s", truth.best, result.best)
end

-- Takes away what is known of the values.
local function forget_limits(options)
  options.null_move, options.value_min, options.value_max, options.value_sum = nil, nil, nil, nil
end

--- Where nothing is known of the values, minimax and max^n look at everything once.
function themes.once(own)
  forget_limits(own.options)
  local result = own:search()
  local truth, info = own:check_whole(result), result.info
  check_first(own, result, truth)
  own:check(info.nodes == truth.nodes, "%s nodes, not %s", truth.nodes, info.nodes)
  own:check(info.evaluations == truth.evaluations, "%s evaluations, not %s", truth.evaluations, info.evaluations)
  own:check(info.cutoffs == 0, "no cut-off")
end

-- A state where the game goes on is worth the same in every style and with all options; and `result` is not tried, in
-- which an error is none of the search.
local function forget_default_values(own)
  local without = { "mobility", "current_result" }
  for _, name in ipairs(own.options.without or {}) do
    if name ~= "mobility" and name ~= "current_result" then without[#without + 1] = name end
  end
  own.options.without = without
end

--- Alpha-beta visits what that of the textbooks does; in a window, too.
function themes.textbook(own)
  forget_limits(own.options)
  forget_default_values(own)
  local result = own:search()
  local truth = own:check_window(result)
  local is_valued = own.options.order == "evaluate" -- which orders moves by evaluations
  if result.info.bound == "exact" then
    own:check_reason(result, truth, own.depth)
    if not is_valued then check_first(own, result, truth) end
  end
  if own.options.win then return end -- lines that cannot be won faster are cut, which the textbook does not do
  local textbook = plain_alphabeta(own.plain, own:state(), own.depth, own.options)
  own:check(result.value == textbook.value, "the fail-soft value %s, not %s", textbook.value, result.value)
  for _, count in ipairs { "nodes", "cutoffs", not is_valued and "evaluations" or nil } do
    own:check(result.info[count] == textbook[count], "%s %s, not %s", textbook[count], count, result.info[count])
  end
end

--- A search finds what the oracle finds, whatever the options.
function themes.whole(own)
  local result = own:search()
  local truth = own:check_whole(result)
  if own.wanted.plain then check_first(own, result, truth) end
  return result.info.table_hits
end

--- A window just beside the value, or at it, says on which side it is.
function themes.beside(own)
  local options, random = own.options, own.random
  if options.algorithm == "minimax" then options.algorithm = "pvs" end
  local value = own:truth().value
  local step = math.max(math.abs(value) * 2 ^ -51, 2 ^ -60)
  local below, above = value - step, value + step
  if random:chance(0.3) then below = value - random:pick { 0.5, 3 } end
  if below == value or above == value or math.abs(above) == INFINITY or math.abs(below) == INFINITY then return end
  for _, window in ipairs { { value, above }, { below, value }, { below, above }, { below - 1, below } } do
    options.alpha, options.beta = window[1], window[2]
    if options.alpha < options.beta then own:check_window(own:search()) end
  end
end

--- A searcher keeps nothing false from one search to the next, in a window, too. Payoffs are tables of their own, which
-- no later search touches. Returns how many nodes the table settled.
function themes.again(own)
  local ai, hits, kept = alphabeta.new(nil, own.options), 0, {}
  for i = 1, own.random:int(2, 6) do
    local position, depth = own:some_position(), own.random:int(0, 5)
    local result = own:search(ai, position, depth)
    if own.traits.payoffs then
      own:check_whole(result, depth, position)
      kept[i] = { value = result.value, copy = wrap.replace(result.value, {}) }
    else
      own:check_window(result, depth, position)
    end
    hits = hits + result.info.table_hits
    if own.random:chance(0.1) then ai:clear() end
  end
  for _, payoffs in ipairs(kept) do own:check_value(payoffs.copy, payoffs.value) end
  ai:close()
  return hits
end

--- A searcher that values states where the game goes on by `result` finds what the oracle finds. Returns how often it
-- does so before the end of the game.
function themes.points(own)
  local ai, count = alphabeta.new(nil, own.options), 0
  for depth = 1, 4 do
    local position = own:some_position()
    local truth = own:check_exact(own:search(ai, position, depth), depth, position)
    count = count + (own.has_points and truth.cut and 1 or 0)
  end
  ai:close()
  return count
end

--- Keys made of what states hold find what the game's own keys find, by as many nodes, and do not ask for those.
-- Returns the hits of the table.
function themes.auto_hash(own)
  local by_hand, hits = alphabeta.new(nil, own.options), 0
  local auto = alphabeta.new(nil, own:with {
    hash = "auto", hash_ignore = graph_game.IGNORED,
    game = wrap.replace(own.game, { hash = function() error "the game's key is asked for" end }),
  })
  for _ = 1, 2 do
    local expected, result = own:search(by_hand), own:search(auto)
    own:check_whole(result)
    own:check(result.info.nodes == expected.info.nodes, "%s nodes, not %s", expected.info.nodes, result.info.nodes)
    local techniques = table.concat(result.info.techniques, " ")
    own:check(not own:has_table() or techniques:find "state_content", "the technique named")
    hits = hits + result.info.table_hits
  end
  return hits
end

--- Slices change nothing, and what is reported between them is what the last completed iteration has found.
function themes.slices(own)
  local result, ai, searched = own:search(), alphabeta.new(nil, own.options), 0
  own:from(nil, function(state)
    return slices.search(ai, state, own.asked, { nodes = own.random:int(1, 4) }, function()
      own:check(own:is_same(state), "the state as it was at a pause")
      local best, value, info = ai:best()
      if info.depth > searched then
        searched = info.depth
        own:check_exact({ best = best, value = value, info = info }, searched)
      end
    end)
  end)
  own:check(deep.equal(results.found(ai:best()), found(result)), "the same")
  ai:close()
end

--- All algorithms agree, in all styles, with every size of table, with Star2 and without. MTD(f) ends after a few
-- re-searches: bounds of a mean that are off by what rounding may cost are no bounds that it can close in on, from one
-- double to the next.
function themes.agree(own)
  local options, first = own.options, nil
  for _, algorithm in ipairs { "minimax", "alphabeta", "pvs", "mtdf" } do
    for _, size in ipairs { 0, ONE_BUCKET, 1 / 64 } do
      options.algorithm, options.table = algorithm, size
      options.without = own.random:chance(0.5) and { "star2" } or nil
      forget_default_values(own)
      own.style = own.random:pick(graph_game.STYLES)
      own:set_game()
      local result = own:search()
      first = first or result
      own:check(result.value == first.value, "the value %s of all, not %s", first.value, result.value)
      own:check(result.info.win_in == first.info.win_in or own.graph.has_chance, "the same win_in")
      local most = 40 * first.info.nodes
      own:check(result.info.nodes < most, "less than %s nodes, not %s", most, result.info.nodes)
      own:check_exact(result)
    end
  end
end

--- An error in any callback leaves the searcher usable, and nothing false in its table.
function themes.errors(own)
  local random, calls, last = own.random, 0, nil
  forget_default_values(own)
  own.options.game = wrap.before(own.game, function()
    calls = calls + 1
    if calls == last then error { call = calls } end
  end)
  local ai = alphabeta.new(nil, own.options)
  for _ = 1, random:int(1, 4) do
    local position, depth = own:some_position(), random:int(1, 5)
    own.depth = depth
    calls, last = 0, random:int(1, random:pick { 5, 30, 200 })
    local ok, err = own:from(position, function(state) return ai:search(state, depth) end)
    own:check(ok == (calls < last) and (ok or err.call == last), "the error of call %s and no other: %s", last, err)
    last = nil
    position = random:chance(0.5) and own:some_position() or position
    own:check_exact(own:search(ai, position, depth), depth, position)
  end
  ai:close()
end

--- A search that runs out of nodes finds what is to be found at its depth, and leaves nothing false.
function themes.nodes(own)
  local random = own.random
  local ai = alphabeta.new(nil, own.options)
  for _ = 1, random:int(1, 4) do
    local position, depth, nodes = own:some_position(), random:int(1, 5), random:int(1, random:pick { 20, 300 })
    local result = own:search(ai, position, { depth = depth, nodes = nodes })
    own:check(result.info.nodes <= nodes or result.info.depth == 1, "no more nodes than %s", nodes)
    if result.info.partial_depth then
      own:check_proved(result, position)
    else
      own:check_exact(result, result.info.depth, position)
    end
    position = random:chance(0.5) and own:some_position() or position
    own:check_exact(own:search(ai, position, depth), depth, position)
  end
  ai:close()
end

-- The result is one that a game allows, whatever it is worth.
local function check_legal(own, result, depth, position)
  position = position or own.graph.root
  local legal = own:truth(math.max(depth, 1), nil, position).values
  local ends = depth == 0 or not (position.successors and position.successors[1])
  own:check(ends and (result.best == nil or depth == 0) or legal[result.best], "a legal move, not %s", result.best)
  own:check(result.value == result.value, "a value")
  own:check(result.best == result.info.pv[1], "the best move first in the line")
  own:check_counts(result.info)
end

-- What is true of a position at a depth, if ends that are worth 1 or -1 are won or lost: their distance counts, too.
local function truth_of_wins(own, depth, position)
  local WIN, plain = trial.WIN, own.plain
  own.plain = wrap.replace(plain, { result = function(...) return WIN * plain.result(...) end })
  local options = own.options
  own.options = own:with { win = WIN }
  local truth = own:truth(depth, nil, position)
  own.plain, own.options = plain, options
  return truth
end

--- In a game with `result` and without `win`, the move is played that wins soonest or loses last, as far as the
-- iterations can tell. Returns 1 where the game is decided.
function themes.distance(own)
  local traits, options, random, WIN = own.traits, own.options, own.random, trial.WIN
  traits.is_over = traits.is_over or not traits.without_evaluate
  options.win, options.deepening = nil, options.deepening or nil
  if options.algorithm == "minimax" then options.algorithm = nil end
  options.value_min, options.value_max = unpack(random:pick { {}, {}, { -1, 1 } })
  own:set_game()
  local depth = random:int(1, 7)
  local by_two = not options.deepening and depth >= (traits.hash and options.table ~= 0 and 4 or 5)

  -- The value, and which iteration sees the end of the game that it comes from, if it comes from one.
  local function found_by(value)
    local plies = WIN - math.abs(value)
    if plies > WIN / 2 then return value, INFINITY end
    return value > 0 and 1 or -1, by_two and plies + (depth - plies) % 2 or plies
  end

  local ai, position, is_decided = alphabeta.new(nil, options), own.graph.root, 0
  for _ = 1, 3 do -- the table of a searcher knows the later positions
    local result = own:search(ai, position, depth)
    local truth = truth_of_wins(own, depth, position)
    if not truth.best then break end
    local value, plies = found_by(truth.value)
    local own_value, own_plies = found_by(truth.values[result.best])
    own:check(result.value == value and own_value == value, "the value %s, not %s", value, result.value)
    own:check(plies == own_plies, "an end in %s plies, not in %s", plies, own_plies)
    is_decided = plies < INFINITY and 1 or is_decided
    position = own:after(position, result.best)
    local replies = position.successors
    if not replies or not replies[1] or position.over then break end
    position = random:pick(replies)
  end
  ai:close()
  return is_decided
end

--- A hash that mistakes positions for one another does no harm but to the result.
function themes.wrong_hash(own)
  local random = own.random
  own.traits.memory, own.traits.hash = random:pick { "wrong", "none" }, own.traits.hash or "integer"
  if random:chance(0.3) then
    own.traits.hash, own.traits.memory = "any", random:pick { "wrong", "none", "random" }
  end
  own:set_game()
  local ai = alphabeta.new(nil, own.options)
  for _ = 1, random:int(1, 4) do
    local position, depth = own:some_position(), random:int(0, 5)
    check_legal(own, own:search(ai, position, depth), depth, position)
  end
  ai:close()
end

--- Null-move pruning and late-move reductions change nothing but the value, and are the same every time. Returns how
-- many of the searches take fewer nodes.
function themes.guesses(own)
  local random, nodes, fewer = own.random, nil, 0
  for _, guesses in ipairs {
    {}, { null_move = random:int(1, 2) }, { reductions = 1 }, { null_move = 1, reductions = 1 },
  } do
    own.options.null_move, own.options.reductions = guesses.null_move, guesses.reductions
    local result, again = own:search(), own:search()
    check_legal(own, result, own.depth)
    own:check(deep.equal(found(result), found(again)), "the same again")
    nodes = nodes or result.info.nodes
    fewer = fewer + (result.info.nodes < nodes and 1 or 0)
  end
  return fewer
end

--- Positions that come back are worth what was said.
function themes.repetition(own)
  local traits, limits = own.traits, { depth = own.depth }
  traits.hash, traits.bounds = traits.hash or "integer", false
  own.options.table, own.options.repetition = 0, own.random:pick { 0, 1, -2 }
  own:set_game()
  limits.past, own.past = own:draw_past(own.random:int(0, 2))
  own:check_exact(own:search(nil, nil, limits))
end

--- A table that is saved and loaded in the midst of its use keeps nothing false, and saves nodes. Returns how many.
function themes.file(own)
  local random, path, saved = own.random, os.tmpname(), 0
  for number, name in ipairs(own.graph.players) do
    own.graph.players[number] = type(name) ~= "table" and type(name) ~= "function" and name or number + 0.5
  end
  own.traits.hash = own.traits.hash or "string"
  local options = own.options
  options.max_player = options.max_player and own.graph.players[1]
  options.table = options.table ~= 0 and options.table or 1 / 64
  options.algorithm = options.algorithm ~= "minimax" and options.algorithm or nil
  options.deepening, options.without = false, nil
  own:set_game()
  local ais = { alphabeta.new(nil, own.options), alphabeta.new(nil, own.options) }
  for _ = 1, random:int(2, 5) do
    local position, depth = own:some_position(), random:int(0, 5)
    local ai = random:pick(ais)
    local result = own:search(ai, position, depth)
    own:check_exact(result, depth, position)
    os.remove(path) -- some file systems wait for the disk when a file is written again
    ai:save(path)
    local other = random:pick(ais)
    other:load(path)
    local again = own:search(other, position, depth)
    own:check_exact(again, depth, position)
    -- The null windows of MTD(f) depend on the values in between, and so on what else the table knows.
    local is_less = again.info.nodes <= result.info.nodes or options.algorithm == "mtdf"
    own:check(options.table ~= 1 / 64 or is_less, "no more nodes than %s, not %s", result.info.nodes,
      again.info.nodes)
    saved = saved + result.info.nodes - again.info.nodes
  end
  for _, ai in ipairs(ais) do ai:close() end
  os.remove(path)
  return saved
end

--- Perft counts the outcomes that are possible as ways.
function themes.perft(own)
  local root = own.graph.root
  for depth = 0, 3 do
    local expected = oracle.count(own.plain, own:state(), depth)
    local ok, leaves, divide = own:from(root, function(state)
      return alphabeta.perft(state, depth, { game = own.game, divide = not root.chance })
    end)
    own:check(ok and leaves == expected, "%s ways, not %s", expected, leaves)
    local sum = 0
    for _, entry in ipairs(divide or {}) do sum = sum + entry.leaves end
    local adds_up = depth == 0 or root.chance or sum == leaves
    own:check(adds_up, "the ways behind each move to add up to %s, not %s", leaves, sum)
  end
end

--- Shallow pruning changes nothing and saves nodes. Returns 1 where it does.
function themes.shallow(own)
  local options, sum, low = own.options, own.options.value_sum, own.options.value_min
  options.value_sum, options.value_min, options.value_max = nil, nil, nil
  local whole = own:search()
  options.value_sum, options.value_min = sum, low
  local pruned = own:search()
  own:check_value(whole.value, pruned.value)
  own:check(whole.best == pruned.best and deep.equal(whole.info.pv, pruned.info.pv), "the same line")
  own:check(pruned.info.nodes <= whole.info.nodes, "no more nodes than %s", whole.info.nodes)
  if own.seed % 5 == 0 then own:check_whole(pruned) end
  return whole.info.nodes > pruned.info.nodes and 1 or 0
end

return themes
