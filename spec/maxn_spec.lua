-- Games in which each player maximizes that player's own payoff: max^n on seeded random games, against plain
-- max^n written in Lua; shallow pruning, which changes nothing; wrong answers and options. ALPHABETA_TREES sets how
-- many games (5,000 when it is absent); a failure names its seed and all that was chosen from it. ALPHABETA_SLOW=0, for
-- slow tools, tries fewer errors.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local chance_tree = require "spec.support.chance_tree"
local chance_trial = require "spec.support.chance_trial"
local lifetime = require "spec.support.lifetime"
local maxn = require "spec.support.maxn"
local message_of = require "spec.support.message_of"
local random_graph = require "spec.support.random_graph"
local random_chance = require "spec.support.random_chance"
local rng = require "spec.support.rng"
local slices = require "spec.support.slices"
local walk = require "spec.support.walk"
local wrap = require "spec.support.wrap"
local CAN_YIELD = require "spec.support.can_yield"

local GAMES = tonumber(os.getenv("ALPHABETA_TREES")) or 5000
local IS_SLOW = os.getenv("ALPHABETA_SLOW") == "0"
local INFINITY = math.huge
local NAN = 0 / 0
local SUM = 12
local VALUES = { 0, 1, 2, -1, 3, 0.5, -7, 50 }
local INFINITE = { 0, 1, INFINITY, -INFINITY, -2 }

-- What the players can have: a sum that is shared out, so that shallow pruning works; or anything.
local function draw_payoffs(random, options, shape)
  if random:chance(0.6) then
    shape.sum = SUM
    shape.low = random:pick({ 0, 0, 0, 1, -2, 0.5 })
    shape.waste = random:pick({ 0, 0, 0.1 })
    options.value_sum = random:pick({ SUM, SUM, SUM, SUM + 0.25 })
    options.value_min = random:chance(0.9) and random:pick({ shape.low, shape.low, shape.low - 1 }) or nil
    if random:chance(0.2) then
      options.value_max = SUM - (shape.players - 1) * shape.low
    end
  else
    local from = shape.chance == 0 and random:chance(0.3) and INFINITE or VALUES
    shape.values, shape.selfish = {}, true
    for i = 1, random:int(2, 4) do
      shape.values[i] = random:pick(from)
    end
  end
end

-- A game of some seed, with its options.
local function draw(seed, wanted)
  local random = rng.new(seed)
  local players = random:pick({ 1, 2, 3, 3, 3, 4, 4 })
  local traits = {
    player = true,
    payoffs = random:pick({ "fresh", "same" }),
    is_over = random:chance(0.3),
    order = random:chance(0.3),
    move_id = random:chance(0.2),
    hash = random:chance(0.3) and random:pick(random_graph.HASHES) or nil,
    moves = random:pick(random_graph.MOVES),
    iterator = random:chance(0.2) and random:pick(random_graph.ITERATORS) or nil,
  }
  local options = { algorithm = "maxn", deepening = random:chance(0.4) }
  local shape = {
    plies = random:int(1, 5), places = random:int(1, 3), players = players,
    idle = players > 2 and random:chance(0.2) and 1 or 0,
    chance = random:pick({ 0, 0, 0.2, 0.5 }), extra = random:pick({ 0, 0, 0.1, 0.4 }),
  }
  draw_payoffs(random, options, shape)
  for name, value in pairs(wanted and wanted.options or {}) do
    options[name] = value
  end
  for name, value in pairs(wanted and wanted.shape or {}) do
    shape[name] = value
  end
  return chance_trial.of({
    seed = seed, random = random, traits = traits, options = options, style = random:pick(random_chance.STYLES),
    depth = random:int(math.max(0, shape.plies - 1), shape.plies + 1), graph = random_chance.new(random, shape),
  })
end

local function truth_of(trial, position, depth, line)
  return maxn.search(trial.plain, trial:state(position), depth, line)
end

-- The payoffs, in words.
local function words(trial, payoffs)
  local list = {}
  for number, name in ipairs(trial.graph.players) do
    list[number] = ("%.17g"):format(payoffs[name])
  end
  return table.concat(list, " ")
end

local function check_payoffs(trial, expected, actual)
  trial:check(type(actual) == "table", "payoffs, not %s", actual)
  for player, payoff in pairs(expected) do
    trial:check(actual[player] == payoff, "the payoffs %s, not %s", words(trial, expected), words(trial, actual))
    trial:check(payoff ~= 0 or 1 / actual[player] == INFINITY, "a zero without a sign")
  end
  for player in pairs(actual) do
    trial:check(expected[player] ~= nil, "no other player than the game's")
  end
end

-- What is found is what plain max^n finds at the depth that was completed. That of a solved game may be less than what
-- was wanted, and `order` then not have been called where it is at a greater depth: another of equal moves comes first.
local function check(trial, result, position, wanted)
  local info = result.info
  local depth = info.reason == "solved" and info.depth or wanted
  local truth = truth_of(trial, position, depth)
  check_payoffs(trial, truth.value, result.value)
  trial:check(result.best == truth.best, "the first of the best moves, %s, not %s", truth.best, result.best)
  trial:check(result.best == info.pv[1], "the best move first in the line")
  local ends = walk.follow(trial.plain, trial:state(position), info.pv)
    trial:check(ends and (ends ~= "moves" or #info.pv == depth),
    "a legal line to a chance node, to the end or to the depth")
  check_payoffs(trial, truth.value, truth_of(trial, position, depth, info.pv).value)
  if depth == 0 then
    trial:check(info.reason == "depth", "the reason depth, not %s", info.reason)
  elseif not truth.best and not truth.chance then
    trial:check(info.reason == "over", "the reason over, not %s", info.reason)
  elseif not truth.cut then
    trial:check(info.reason == "solved", "the reason solved, not %s", info.reason)
  end
  trial:check(info.bound == "exact" and info.win_in == nil, "an exact value")
  trial:check(info.table_hits == 0 and info.table_bytes == nil, "no table")
  return truth
end

local THEMES = 5
local each_trial = chance_trial.each(GAMES, THEMES, draw)

describe("On random games of many players,", function()
  it("max^n finds the payoffs and the first of the best moves", function()
    each_trial(1, nil, function(trial, root, depth)
      check(trial, trial:search(nil, root, depth), root, depth)
    end)
  end)

  it("max^n looks at everything once where nothing is known of the payoffs", function()
    each_trial(2, { options = { deepening = false } }, function(trial, root, depth)
      trial.options.value_sum, trial.options.value_min, trial.options.value_max = nil, nil, nil
      local result = trial:search(nil, root, depth)
      local truth = check(trial, result, root, depth)
      trial:check(result.info.nodes == truth.nodes, "%s nodes, not %s", truth.nodes, result.info.nodes)
      trial:check(result.info.evaluations == truth.evaluations, "%s evaluations", truth.evaluations)
      trial:check(result.info.cutoffs == 0, "no cut-off")
    end)
  end)

  it("shallow pruning changes nothing and saves nodes", function()
    local saved = each_trial(3, { shape = { plies = 4, width = 3, low = 0, sum = SUM } }, function(trial, root, depth)
      local options = trial.options
      options.value_sum, options.value_min, options.value_max = nil, nil, nil
      local whole = trial:search(nil, root, depth)
      options.value_sum, options.value_min = SUM, 0
      local pruned = trial:search(nil, root, depth)
      check_payoffs(trial, whole.value, pruned.value)
      trial:check(whole.best == pruned.best, "the move %s, not %s", whole.best, pruned.best)
      trial:check(deep.equal(whole.info.pv, pruned.info.pv), "the same line")
      trial:check(pruned.info.nodes <= whole.info.nodes, "no more nodes than %s", whole.info.nodes)
      if trial.seed % 5 == 0 then
        check(trial, pruned, root, depth)
      end
      return whole.info.nodes > pruned.info.nodes and 1 or 0
    end)
    assert.is_true(saved > GAMES / THEMES / 12 or GAMES < 1000, saved .. " games with fewer nodes")
  end)

  it("a searcher finds it again and again, for whomever is to move", function()
    each_trial(4, nil, function(trial)
      local ai = alphabeta.new(nil, trial.options)
      local kept = {}
      for i = 1, trial.random:int(2, 4) do
        local position, depth = trial:some_position(), trial.random:int(0, 4)
        trial.depth = depth
        local result = trial:search(ai, position, depth)
        check(trial, result, position, depth)
        kept[i] = { result.value, wrap.replace(result.value, {}) }
      end
      for _, pair in ipairs(kept) do
        for player, payoff in pairs(pair[1]) do
          trial:check(pair[2][player] == payoff, "payoffs that nobody touches afterwards")
        end
      end
      ai:close()
    end)
  end)

  it("a search that runs out of nodes has the payoffs of its depth; an error leaves the searcher usable", function()
    each_trial(5, { options = { deepening = true } }, function(trial, root)
      local random, calls, last = trial.random, 0, nil
      trial.options.game = wrap.before(trial.game, function()
        calls = calls + 1
        if calls == last then
          error({ call = calls })
        end
      end)
      local ai = alphabeta.new(nil, trial.options)
      trial.depth = 5
      local result = trial:search(ai, root, { depth = 5, nodes = random:int(1, 200) })
      local truth = truth_of(trial, root, result.info.partial_depth or result.info.depth)
      if result.info.partial_depth then -- a later move may be even better for the player at the root
        local _, me = trial:from(root, trial.game.player)
        trial:check(truth.value[me] >= result.value[me], "no more than %s", truth.value[me])
      else
        check_payoffs(trial, truth.value, result.value)
        trial:check(result.best == truth.best, "the first of the best moves, not %s", result.best)
      end
      calls, last = 0, random:int(1, random:pick({ 5, 30, 200 }))
      local ok, err = trial:from(root, function(state)
        return ai:search(state, 4)
      end)
      trial:check(ok == (calls < last) and (ok or err.call == last), "the error of call %s and no other: %s", last, err)
      last = nil
      check(trial, trial:search(ai, root, 3), root, 3)
      ai:close()
    end)
  end)
end)

-- What a search is called with: a tree that is written down, whose evaluations are payoffs.
local function arguments(list, depth, options)
  local game = chance_tree.game("children", { player = true, payoffs = true })
  return chance_tree.from(list), depth, wrap.replace({ game = game, algorithm = "maxn" }, options or {})
end

local function search(list, depth, options)
  return alphabeta.search(arguments(list, depth, options))
end

describe("Max^n", function()
  local function leaf(...)
    return { turn = 1, payoffs = { ... } }
  end

  local THREE = {
    turn = 1,
    { turn = 2, leaf(1, 2, 6), leaf(4, 3, 2) },
    { turn = 2, leaf(6, 1, 2), leaf(3, 5, 1) },
    { turn = 2, leaf(4, 4, 1), leaf(9, 4, 0) },
  }

  it("lets each player take the best own payoff, and the first of equals", function()
    local best, value, info = search(THREE, 2)
    assert.equal("1", best.name)
    assert.same({ 4, 3, 2 }, value)
    assert.equal(2, #info.pv)
    assert.equal("1.2", info.pv[2].name)
    assert.equal(10, info.nodes)
  end)

  it("by shallow pruning leaves out what the player before would not let come to pass", function()
    -- After 1 player 1 has 5 of 10. After 2 player 2 has 6 at once, which leaves 4 to player 1, whatever else there is.
    local list = {
      turn = 1,
      { turn = 2, leaf(5, 5, 0) },
      { turn = 2, leaf(4, 6, 0), leaf(0, 9, 1), leaf(0, 10, 0) },
    }
    local nodes = {}
    for i, options in ipairs({ {}, { value_sum = 10, value_min = 0 }, { value_sum = 10.5, value_min = 0 },
      { value_sum = 11.5, value_min = 0 }, { value_sum = 10, value_min = -1.5 }, { value_sum = 10 } }) do
      local best, value, info = search(list, 2, options)
      assert.equal("1", best.name)
      assert.same({ 5, 5, 0 }, value)
      nodes[i] = info.nodes
    end
    assert.same({ 7, 5, 5, 6, 6, 7 }, nodes)
  end)

  it("does not prune against the player's own payoff when that player moves twice", function()
    local list = { turn = 1, { turn = 2, leaf(6, 4) }, { turn = 1, leaf(7, 3), leaf(9, 1) } }
    local best, value = search(list, 2, { value_sum = 10, value_min = 0 })
    assert.equal("2", best.name)
    assert.same({ 9, 1 }, value)
  end)

  it("averages each payoff at chance nodes, and has no best move there", function()
    local list = { turn = 2, chance = { 1 / 4, 3 / 4 }, leaf(8, 0, 4), leaf(0, 4, 4) }
    local best, value, info = search(list, 3, { value_sum = 12, value_min = 0 })
    assert.is_nil(best)
    assert.same({ 2, 3, 4 }, value)
    assert.same({}, info.pv)
  end)

  it("evaluates for the player to move at the root, at a chance node, too", function()
    local reported = {}
    local game = chance_tree.game("children", { player = true })
    function game.evaluate(state, me)
      reported[#reported + 1] = state.node.name .. " for " .. me
      return { 1, 2 }
    end
    local root = chance_tree.from({ turn = 2, { turn = 1, chance = { 1 }, 5 }, 7 })
    alphabeta.search(root, 1, { game = game, algorithm = "maxn" })
    assert.same({ "1 for 2", "2 for 2" }, reported)
  end)

  it("gives a table of its own, and keeps none of the game's", function()
    local payoffs = { 1, 2 }
    local game = chance_tree.game("children", { player = true })
    function game.evaluate()
      return payoffs
    end
    local root = chance_tree.from({ 1, 2 })
    for depth = 0, 1 do
      local _, first = alphabeta.search(root, depth, { game = game, algorithm = "maxn" })
      local _, second = alphabeta.search(root, depth, { game = game, algorithm = "maxn" })
      assert.same({ 1, 2 }, first)
      assert.is_true(first ~= payoffs and second ~= first)
    end
  end)

  it("takes players of any kind, and up to 16 of them", function()
    for count = 1, 16 do
      local players = { "one", 2, 0.5, true, false, {}, print, "eight" }
      for i = #players + 1, count do
        players[i] = "player " .. i
      end
      -- Everybody in turn may stop, which is worth 2 to who stops, or go on, in the end to 1 each.
      local game = {
        children = function(state)
          return state < count and { -state, state + 1 } or nil
        end,
        is_over = function(state) return state < 0 end,
        player = function(state) return players[math.abs(state)] end,
        evaluate = function(state)
          local payoffs = {}
          for i = 1, count do
            payoffs[players[i]] = state < 0 and -state == i and 2 or 1
          end
          return payoffs
        end,
      }
      local best, value = alphabeta.search(1, count + 1, { game = game, algorithm = "maxn" })
      assert.equal(count > 1 and -1 or nil, best)
      for i = 1, count do
        assert.equal(count > 1 and i == 1 and 2 or 1, value[players[i]])
      end
    end
  end)

  it("reports seventeen players as an error, be it of evaluate or by player", function()
    local function evaluate()
      local payoffs = {}
      for i = 1, 17 do
        payoffs["p" .. i] = i
      end
      return payoffs
    end
    local function children(state)
      return state < 30 and { state + 1 } or nil
    end
    local message = failure(alphabeta.search, 1, 2, { algorithm = "maxn", game = {
      children = children, player = function() return "p1" end, evaluate = evaluate,
    } })
    assert.is_truthy(message:find("callback 'evaluate' at ply 2: expected at most 16 players with", 1, true), message)
    message = failure(alphabeta.search, 1, 40, { algorithm = "maxn", game = {
      children = children, player = function(state) return "p" .. state end, evaluate = evaluate,
    } })
    assert.is_truthy(message:find("callback 'player' at ply 16: expected at most 16 players with algorithm 'maxn', "
      .. "got another one, 'p17'", 1, true), message)
  end)
end)

describe("An evaluation in max^n", function()
  local LIST = { turn = 1, { turn = 2, 1, 2 }, { turn = 2, 3, 4 } }

  -- The error of a search in which evaluate answers with this, the second time, the first answer having been right.
  local function message_for(answer, is_first)
    local calls = 0
    local game = chance_tree.game("children", { player = true })
    function game.evaluate()
      calls = calls + 1
      if calls == 2 or is_first then
        return answer
      end
      return { 1, 2 }
    end
    return failure(alphabeta.search, chance_tree.from(LIST), 2, { game = game, algorithm = "maxn" })
  end

  local rows = {
    { "a number", 5, "expected a table" },
    { "nil", nil, "expected a table" },
    { "a string", "much", "expected a table" },
    { "a table without one who has moved", { 1 }, "for player 2" },
    { "an empty table", {}, "for player 1" },
    { "a payoff that is no number", { 1, "2" }, "for player 2, got '2'" },
    { "a payoff that is NaN", { 1, NAN }, "for player 2, got NaN" },
    { "a payoff that is a table", { {}, 2 }, "for player 1, got table" },
  }
  for _, row in ipairs(rows) do
    it("must not be " .. row[1], function()
      for _, is_first in ipairs({ true, false }) do
        local message = message_for(row[2], is_first)
        assert.is_truthy(message:find("alphabeta: callback 'evaluate' at ply 2: expected ", 1, true), message)
        assert.is_truthy(message:find(row[3], 1, true), message)
      end
    end)
  end

  it("must not be of other players than before", function()
    local message = message_for({ 1, 2, 3 })
    local expected = "callback 'evaluate' at ply 2: expected the same players as before"
    assert.is_truthy(message:find(expected, 1, true), message)
    message = message_for({ 1, 2, white = 3 })
    assert.is_truthy(message:find("'white'", 1, true), message)
    message = message_for({ [1] = 1, third = 2 })
    assert.is_truthy(message:find("callback 'evaluate' at ply 2: expected ", 1, true), message)
  end)

  it("must know who moves, who may turn up late", function()
    local list = { turn = 1, { turn = 2, { turn = 1, 1, 2 } }, { turn = 3, { turn = 1, 3, 4 } } }
    local game = chance_tree.game("children", { player = true })
    function game.evaluate()
      return { 1, 2 }
    end
    local message = failure(alphabeta.search, chance_tree.from(list), 2, { game = game, algorithm = "maxn" })
    assert.is_truthy(message:find("callback '%a+' at ply %d: expected .*3"), message)
  end)

  it("may be infinite, but not in a game with chance nodes", function()
    local list = { turn = 1, { turn = 2, payoffs = { INFINITY, -INFINITY } }, { turn = 2, payoffs = { 1, 2 } } }
    local game = chance_tree.game("children", { player = true, payoffs = true })
    local message = failure(alphabeta.search, chance_tree.from(list), 1, { game = game, algorithm = "maxn" })
    assert.is_truthy(message:find("callback 'evaluate' at ply 1: expected finite numbers", 1, true), message)
    game.chances = nil
    local best, value = alphabeta.search(chance_tree.from(list), 1, { game = game, algorithm = "maxn" })
    assert.equal("1", best.name)
    assert.same({ INFINITY, -INFINITY }, value)
  end)

  it("that is a negative zero comes back without its sign", function()
    local minus = -1
    local list = { turn = 1, { turn = 2, payoffs = { 0.0 * minus, 1 } } }
    for depth = 0, 1 do
      list.payoffs = list[1].payoffs
      local _, value = search(list, depth)
      assert.equal(INFINITY, 1 / value[1])
    end
  end)

  it("may have players beyond those who move", function()
    local _, value = search({ turn = 1, { turn = 2, payoffs = { 1, 2, 3, 4 } } }, 1)
    assert.same({ 1, 2, 3, 4 }, value)
  end)
end)

describe("With max^n", function()
  local LIST = { turn = 1, { turn = 2, payoffs = { 1, 2 } } }

  local function refused(options)
    return message_of(alphabeta.search, arguments(LIST, 1, options))
  end

  local FORBIDDEN = {
    view = "mover", maximize = false, win = 100, alpha = 0, beta = 3, aspiration = 1,
    quiescence = 1, null_move = 1, reductions = 1, repetition = 0,
  }
  for name, value in pairs(FORBIDDEN) do
    it(("the option %s is an error"):format(name), function()
      local message = refused({ [name] = value })
      assert.is_truthy(message:find("option '" .. name .. "'", 1, true), message)
      assert.is_truthy(message:find("'maxn'", 1, true), message)
    end)
  end

  it("options that say what holds anyway are none", function()
    local _, value = search(LIST, 1, {
      without = { "killers", "star2" }, view = "max", maximize = true, quiescence = 0, null_move = 0,
      reductions = false, table = 0,
    })
    assert.same({ 1, 2 }, value)
  end)

  it("a game needs player", function()
    local game = chance_tree.game("children", { payoffs = true })
    local message = message_of(alphabeta.search, chance_tree.from(LIST), 1, { game = game, algorithm = "maxn" })
    assert.is_truthy(message:find("'player'", 1, true), message)
  end)

  it("player must be somebody", function()
    for _, wrong in ipairs({ NAN, false }) do
      local game = chance_tree.game("children", { player = true, payoffs = true })
      function game.player(state)
        return state.node.turn == 1 and 1 or wrong or nil
      end
      local list = { turn = 1, { turn = 2, { turn = 1, payoffs = { 1, 2 } } } }
      local message = failure(alphabeta.search, chance_tree.from(list), 2, { game = game, algorithm = "maxn" })
      assert.is_truthy(message:find("callback 'player' at ply 1: expected a player", 1, true), message)
    end
  end)

  it("value_sum is a number, and nothing without it", function()
    for _, wrong in ipairs({ "10", NAN, true }) do
      local message = refused({ value_sum = wrong })
      assert.is_truthy(message:find("option 'value_sum'", 1, true), message)
    end
    local message = refused({ value_sum = 10, algorithm = "alphabeta" })
    assert.is_truthy(message:find("'value_sum'", 1, true), message)
  end)

  -- The value of the move that was chosen, a number, came in the place of the payoffs.
  it("a choice among the moves leaves the payoffs a table", function()
    local list = { turn = 1, { turn = 2, payoffs = { 4, 2 } }, { turn = 2, payoffs = { 3, 5 } } }
    for _, choice in ipairs({ { ties = "random" }, { level = function() return 2 end } }) do
      local best, value, info = search(list, 1, choice)
      assert.same({ 4, 2 }, value)
      assert.equal(info.pv[1], best)
      assert.equal(choice.ties and 1 or 2, best == info.scores[1].move and 1 or 2)
    end
  end)

  it("a game's hash makes no table", function()
    local game = chance_tree.game("children", { player = true, payoffs = true })
    function game.hash(state)
      return state.node.name
    end
    local ai = alphabeta.new(game, { algorithm = "maxn", depth = 2 })
    local _, value, info = ai:search(chance_tree.from(LIST))
    assert.same({ 1, 2 }, value)
    assert.is_nil(info.table_bytes)
    assert.is_truthy(failure(ai.save, ai, os.tmpname()):find("table", 1, true))
  end)
end)

-- What a search has found, but for the time.
local function found(best, value, info)
  local fields = wrap.replace(info, {})
  fields.time = nil
  local payoffs = {}
  for player, payoff in pairs(value) do
    payoffs[#payoffs + 1] = { player, payoff }
  end
  table.sort(payoffs, function(a, b)
    return tostring(a[1]) < tostring(b[1])
  end)
  return { best = best, payoffs = payoffs, info = fields }
end

describe("A search for many players in slices", function()
  for number, length in ipairs({ 0, { nodes = 1 }, { nodes = 3 }, { nodes = 7 }, { nodes = 30 } }) do
    it("finds the same and restores the state, pausing after " .. (length == 0 and "every callback"
      or length.nodes .. " nodes"), function()
      local paused = 0
      for seed = number, math.max(25, GAMES / 10), 5 do
        local trial = draw(seed)
        local root = trial.graph.root
        local ai = alphabeta.new(nil, trial.options)
        local expected = found(ai:search(trial:state(root), trial.depth))
        local state = trial:state(root)
        local key = state.key and state.key:copy()
        local best, value, info, pauses = slices.search(ai, state, trial.depth, length, function()
          trial:check(state.at == root and (state.made or 0) == 0 and state.key == key, "the state at each pause")
        end)
        trial:check(deep.equal(expected, found(best, value, info)), "the same")
        paused = paused + pauses
      end
      assert.is_true(paused > 0 or GAMES < 5000)
    end)
  end

  it("returns the payoffs of the last completed iteration", function()
    local trial = draw(7, { shape = { plies = 5, players = 3, chance = 0.2 }, options = { deepening = true } })
    local ai = alphabeta.new(nil, trial.options)
    ai:start(trial:state(trial.graph.root), 4)
    slices.finish(ai, { nodes = 1 }, function()
      local best, value, info = ai:best()
      if info.depth == 0 then
        trial:check(best == nil and value == nil, "nothing before the first depth")
      else
        local truth = truth_of(trial, trial.graph.root, info.depth)
        check_payoffs(trial, truth.value, value)
        trial:check(best == truth.best, "the move of the depth")
      end
    end)
  end)
end)

describe("Wherever a game of many players fails,", function()
  for _, style in ipairs(random_chance.STYLES) do
    it("all is undone, in the style " .. style, function()
      local trial = draw(11, {
        shape = { plies = 4, players = 3, chance = 0.3, early = 0, width = 3, places = 4, idle = 0, skip = 0 },
      })
      trial.style, trial.depth = style, 4
      trial:set_game()
      local calls, failing_call, failed, root = 0, nil, nil, trial.graph.root
      local options = wrap.replace(trial.options, {
        game = wrap.before(trial.game, function(name)
          calls = calls + 1
          if calls == failing_call then
            failed = name
            error("out of paper", 0)
          end
        end),
      })
      local ai = alphabeta.new(nil, options)

      local function run(call, length)
        calls, failing_call = 0, call
        return trial:from(root, function(state)
          if length then
            return slices.search(ai, state, trial.depth, length)
          end
          return ai:search(state, trial.depth)
        end)
      end

      local _, _, value = run()
      local all = calls
      trial:check(all > 100 and all < 5000, "a search of some hundred calls, not %s", all)
      for call = 1, all, IS_SLOW and 37 or 5 do
        local ok, err = run(call, call % 2 == 0 and { nodes = 3 } or nil)
        trial:check(not ok, "an error in call %s", call)
        assert.is_truthy(err:find("^out of paper\n\t%(alphabeta: in callback '" .. failed .. "' at ply %d"), err)
        check_payoffs(trial, value, (select(3, run())))
      end
    end)
  end
end)

if CAN_YIELD then
  describe("A game of many players that yields", function()
    it("in every function changes nothing", function()
      for seed = 1, math.max(10, GAMES / 60) do
        local trial = draw(seed)
        local root = trial.graph.root
        trial.options.game = wrap.before(trial.game, function(name)
          assert(coroutine.yield(name) == "go on")
        end)
        local thread = coroutine.create(function()
          return trial:search(nil, root, trial.depth)
        end)
        local ok, result = coroutine.resume(thread)
        while ok and coroutine.status(thread) ~= "dead" do
          ok, result = coroutine.resume(thread, "go on")
        end
        assert(ok, result)
        check(trial, result, root, trial.depth)
      end
    end)
  end)
end

describe("Collecting garbage in a game of many players", function()
  it("loses nothing that only the search holds", function()
    local players = { {}, {}, {} }
    local function rules(collects)
      return {
        moves = function(state) return #state.path < 4 and { { 1 }, { 2 }, { 3 } } or nil end,
        chances = function(state)
          return #state.path == 2 and { { probability = 0.5, outcome = { 1 } }, { probability = 0.5, outcome = { 2 } } }
            or nil
        end,
        play = function(state, move)
          return { path = state.path .. move[1] }
        end,
        player = function(state) return players[#state.path % 3 + 1] end,
        evaluate = function(state)
          local payoffs, number = {}, tonumber(state.path) or 0
          for i, player in ipairs(players) do
            payoffs[player] = number * i % 7
          end
          if collects then
            collectgarbage()
          end
          return payoffs
        end,
      }
    end
    local options = { game = rules(), algorithm = "maxn" }
    local expected = found(alphabeta.search({ path = "" }, 4, options))
    options.game = rules(true)
    local actual = found(alphabeta.search({ path = "" }, 4, options))
    assert.same(#expected.payoffs, #actual.payoffs)
    for i = 1, 3 do
      assert.equal(expected.payoffs[i][2], actual.payoffs[i][2])
    end
    assert.equal(expected.best[1], actual.best[1])
    assert.equal(expected.info.nodes, actual.info.nodes)
  end)

  it("takes a searcher that thinks, its game, its state and its players", function()
    assert.is_true(lifetime.is_gone(lifetime.aside(function()
      local trial = draw(11, { shape = { plies = 4, players = 3, chance = 0.3 } })
      local players = { {}, {}, {} }
      for i = 1, 3 do
        trial.graph.players[i] = players[i]
      end
      trial:set_game()
      local ai = alphabeta.new(nil, trial.options)
      local state = trial:state(trial.graph.root)
      trial.game.ai = ai
      ai:start(state, 4)
      ai:step({ nodes = 9 })
      return lifetime.watch(trial, trial.game, state, ai, players[1], players[2], players[3])
    end)))
  end)
end)
