-- What the root's moves are worth, which are equally good, and which of those is drawn: against plain minimax of each
-- move, on seeded random games full of ties.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local failure = require "spec.support.failure"
local kalah = require "games.kalah"
local reversi = require "games.reversi"
local share = require "spec.support.share"
local random_trial = require "spec.support.trial"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local THEMES = 8
local GAMES = effort.seeds(50 * THEMES, 6000)
local INFINITY = math.huge
local WIN = 100

local trial -- the one under way

local function check(...) trial:check(...) end

local function is_better(...) return trial:is_better(...) end

-- What a search finds, which gives the state back as it was.
local function search(limits) return trial:search(nil, nil, limits) end

-- The plies to the end that a value means, as `win_in` should say.
local function win_in(value, depth)
  if not trial.options.win or math.abs(value) < WIN - depth then return nil end
  local plies = WIN - math.abs(value)
  return is_better(value, 0) and plies or -plies
end

-- An exact score: its value, its line, its distance.
local function check_exact(score, truth, depth)
  check(score.value == truth.values[score.move], "%s to be worth %s, not %s", score.move, truth.values[score.move],
    score.value)
  check(score.value ~= 0 or 1 / score.value == INFINITY, "a zero without a sign")
  check(score.win_in == win_in(score.value, depth), "win_in of %s, not %s", win_in(score.value, depth), score.win_in)
  check(score.pv[1] == score.move, "a line that begins with its move")
  check(#score.pv <= depth and trial:follow(score.pv), "a line of legal moves")
  check(trial:truth(depth, score.pv).value == score.value, "a line of best moves")
end

-- A score that is a bound: it says no more than the truth.
local function check_bound(score, truth)
  local value = truth.values[score.move]
  if score.bound == "upper" then
    check(value <= score.value, "%s to be worth at most %s, but it is %s", score.move, score.value, value)
  else
    check(score.bound == "lower" and value >= score.value, "%s to be worth at least %s, but it is %s", score.move,
      score.value, value)
  end
  check(score.pv == nil and score.win_in == nil, "no line where the value is a bound")
end

-- All of `scores` is true, and in order; returns how many of the first are exact.
local function check_scores(scores, truth, depth)
  local seen, leading = {}, 0
  for i, score in ipairs(scores) do
    check(truth.values[score.move] and not seen[score.move], "%s once", score.move)
    seen[score.move] = true
    if score.bound == "exact" then
      check_exact(score, truth, depth)
      leading = leading + (leading == i - 1 and 1 or 0)
    else
      check_bound(score, truth)
    end
    local before = scores[i - 1]
    check(not before or not is_better(score.value, before.value), "the better ones first")
    check(not before or before.value ~= score.value or before.bound == "exact" or score.bound ~= "exact",
      "exact ones before bounds")
  end
  return leading
end

-- The values of all moves, best first.
local function sorted_values(truth)
  local values = {}
  for _, move in ipairs(trial:moves()) do values[#values + 1] = truth.values[move] end
  table.sort(values, is_better)
  return values
end

-- The scores are those of a search for the `k` best, all of them being there to be tried.
local function check_best(result, truth, k, depth)
  local scores = result.info.scores
  local values = sorted_values(truth)
  local leading = check_scores(scores, truth, depth)
  check(#scores == #values, "all %s moves, not %s", #values, #scores)
  check(leading >= math.min(k, #values), "the %s best to be exact, not %s", k, leading)
  for i = 1, math.min(k, #values) do
    check(scores[i].value == values[i], "place %s to be worth %s, not %s", i, values[i], scores[i].value)
  end
  check(result.value == truth.value, "the value %s, not %s", truth.value, result.value)
  if scores[1] then
    check(result.best == scores[1].move, "the best first, not %s", scores[1].move)
    check(#result.info.pv == #scores[1].pv, "the best one's line as pv")
  end
end

-- The ties are those of minimax, no more and no fewer.
local function check_ties(result, truth)
  local ties, optimal = result.info.ties, {}
  for _, move in ipairs(ties) do
    check(truth.optimal[move], "only the best as ties, not %s", move)
    check(not optimal[move], "%s once", move)
    optimal[move] = true
  end
  for move in pairs(truth.optimal) do check(optimal[move], "%s among the ties", move) end
end

-- Whether moves are tried in the game's own order.
local function keeps_order()
  local options, traits = trial.options, trial.traits
  local remembers = traits.hash and options.table ~= 0 and options.algorithm ~= "minimax"
  return not (remembers or traits.order or options.order or options.deepening)
end

local function each_seed(number, wanted, body)
  for seed in share.of(number, GAMES, THEMES) do
    trial = random_trial.wide(seed, wanted)
    body(trial.random, trial.options, trial.depth)
  end
end

describe("On random games full of ties,", function()
  it("multipv finds what the best moves are worth, and bounds the others", function()
    each_seed(1, nil, function(random, options, depth)
      local k = random:int(1, 4)
      options.multipv = k
      options.ties = k == 1 or random:chance(0.3)
      local result, truth = search(), trial:truth(depth)
      check_best(result, truth, k, depth)
      if options.ties then check_ties(result, truth) end
    end)
  end)

  it("multipv = 'all' finds what every move is worth", function()
    each_seed(2, nil, function(random, options, depth)
      options.multipv = "all"
      options.ties = random:chance(0.3)
      local result, truth = search(), trial:truth(depth)
      check_best(result, truth, INFINITY, depth)
      if options.ties then check_ties(result, truth) end
    end)
  end)

  it("ties are exactly the best moves", function()
    each_seed(3, nil, function(_, options, depth)
      options.ties = true
      local result, truth = search(), trial:truth(depth)
      check_ties(result, truth)
      check_best(result, truth, 1, depth)
      check(result.best == result.info.ties[1], "the first of the ties as the best")
      if keeps_order() then
        local at = 0
        for _, move in ipairs(trial:moves()) do
          if truth.optimal[move] then
            at = at + 1
            check(result.info.ties[at] == move, "%s as number %s of the ties", move, at)
          end
        end
      end
    end)
  end)

  it("ties = 'random' chooses one of the best moves at random, and all results agree with it", function()
    local drawn, first = 0, 0
    each_seed(4, nil, function(random, options, depth)
      options.ties, options.seed = "random", random:int(0, 1000)
      options.multipv = random:pick({ 1, 2, "all" })
      local result, again, truth = search(), search(), trial:truth(depth)
      check_ties(result, truth)
      check(result.value == truth.value, "the value %s", truth.value)
      check(truth.optimal[result.best] or #trial:moves() == 0, "one of the best, not %s", result.best)
      check(result.best == result.info.pv[1], "the line of the move that is drawn")
      check(#trial:moves() == 0 or trial:truth(depth, result.info.pv).value == truth.value, "a line of best moves")
      check(result.info.win_in == win_in(truth.value, depth), "win_in")
      check(again.best == result.best, "the same draw again")
      if #result.info.ties > 1 then
        drawn = drawn + 1
        first = first + (result.best == result.info.ties[1] and 1 or 0)
      end
    end)
    assert.is_true(share.seen(first > drawn / 5 and first < drawn * 3 / 4), first .. " of " .. drawn)
  end)

  it("scores are true in a window, too", function()
    each_seed(5, { window = 0.7 }, function(random, options, depth)
      options.multipv = random:pick({ 1, 2, 3, "all" })
      options.ties = options.multipv == 1 or random:chance(0.5)
      local alpha, beta = options.alpha or -INFINITY, options.beta or INFINITY
      local result, truth = search(), trial:truth(depth)
      local leading = check_scores(result.info.scores, truth, depth)
      local k = options.multipv == "all" and INFINITY or options.multipv
      if result.info.bound == "exact" then
        local inside = 0
        for _, value in ipairs(sorted_values(truth)) do
          local is_inside = (value > alpha or alpha == -INFINITY) and (value < beta or beta == INFINITY)
          inside = inside + (is_inside and 1 or 0)
        end
        check(leading >= math.min(k, inside), "the %s best inside to be exact, not %s", math.min(k, inside), leading)
        check(result.best == nil or result.best == result.info.scores[1].move, "the best first")
        if options.ties then check_ties(result, truth) end
      elseif options.ties then
        check(#result.info.ties == 0, "no ties where the value is but a bound")
      end
    end)
  end)

  it("a searcher keeps nothing false for later searches", function()
    each_seed(6, nil, function(random, options)
      local ai = alphabeta.new(nil, options)
      local plain = alphabeta.new(nil, wrap.replace(options, {}))
      options.multipv, options.ties = random:pick({ 2, 3, "all" }), true
      local asking = alphabeta.new(nil, random_trial.fit(options, options.game))
      for _ = 1, 3 do
        local depth = random:int(1, 4)
        trial.depth = depth
        local truths = {}
        for _, each in ipairs({ asking, plain, ai }) do
          local best, value, info = each:search(trial:state(), depth)
          local has_mobility = trial:note(info)
          truths[has_mobility] = truths[has_mobility] or trial:truth(depth)
          local truth = truths[has_mobility]
          check(value == truth.value, "the value %s, not %s", truth.value, value)
          check(best == nil or truth.optimal[best], "one of the best moves, not %s", best)
          if each == asking then
            check_best({ best = best, value = value, info = info }, truth, options.multipv == "all" and INFINITY
              or options.multipv, depth)
            check_ties({ info = info }, truth)
          end
        end
      end
    end)
  end)

  it("a search that runs out of nodes reports its last completed iteration", function()
    each_seed(7, nil, function(random, options)
      options.multipv, options.ties = random:pick({ 1, 2, "all" }), true
      options.deepening = true
      local result = search({ depth = trial.depth + 1, nodes = random:int(1, 150) })
      local depth = result.info.depth
      local truth = trial:truth(depth)
      check_ties(result, truth)
      check_best(result, truth, options.multipv == "all" and INFINITY or options.multipv, depth)
    end)
  end)

  it("slices change nothing, and what is reported between them is of the last completed iteration", function()
    each_seed(8, nil, function(random, options, depth)
      options.multipv = random:pick({ 1, 2, "all" })
      options.ties = random:pick({ true, "random" })
      options.level = random:chance(0.3) and random:int(1, 4) or nil
      random_trial.fit(options, options.game)
      local expected = search()
      local ai = alphabeta.new(nil, options)
      local state, searched = trial:state(), nil
      local best, value, info = slices.search(ai, state, depth, { nodes = random:int(1, 4) }, function()
        check(trial:is_same(state), "the state as it was at a pause")
        local between, _, so_far = ai:best()
        if so_far.depth > 0 and so_far.depth ~= searched then
          searched = so_far.depth
          local truth = trial:truth(searched)
          check_ties({ info = so_far }, truth)
          check_scores(so_far.scores, truth, searched)
          check(between == so_far.pv[1], "the move that heads the line")
        end
      end)
      check(best == expected.best and value == expected.value, "%s, not %s", expected.best, best)
      check(info.nodes == expected.info.nodes, "%s nodes, not %s", expected.info.nodes, info.nodes)
      check(#info.scores == #expected.info.scores and #info.ties == #expected.info.ties, "the same scores")
      for i, score in ipairs(info.scores) do
        local other = expected.info.scores[i]
        check(score.move == other.move and score.value == other.value and score.bound == other.bound, "the same scores")
      end
    end)
  end)
end)

describe("A search for more than the best move", function()
  -- a name, the game, its order, the depth
  local COSTS = {
    { "connect four", connect4, connect4.centre_first, 8 },
    { "reversi", reversi, reversi.corners_first, 6 },
    { "kalah", kalah, kalah.again_first, 8 },
  }

  for _, row in ipairs(COSTS) do
    local name, game, order, depth = (table.unpack or unpack)(row, 1, 4)
    it(("costs less than three times as much for the three best of %s"):format(name), function()
      local strong = setmetatable({ order = order }, { __index = game.hashed })
      local function nodes(multipv)
        local options = { game = strong, deepening = true, multipv = multipv }
        return (select(3, alphabeta.search(strong.new(), depth, options))).nodes
      end
      assert.is_true(nodes(3) <= 3 * nodes(1))
    end)
  end

  local ROOT = { { 3, 5 }, { 2, 9 }, { 3, 4 }, { 1, 8 } } -- the children are worth 3, 2, 3 and 1 to Max

  for _, style in ipairs(tree.STYLES) do
    it("reports each move of a tree, " .. style, function()
      local options = { game = tree.game(style), multipv = 2, ties = true }
      local _, value, info = alphabeta.search(tree.state(style, tree.from(ROOT)), 2, options)
      local rows = {}
      for i, score in ipairs(info.scores) do
        rows[i] = { score.move.name, score.value, score.bound, score.pv and #score.pv }
      end
      assert.equal(3, value)
      assert.same({ { "1", 3, "exact", 2 }, { "3", 3, "exact", 2 }, { "2", 2, "exact", 2 }, { "4", 1, "upper" } }, rows)
      assert.same({ "1", "3" }, { info.ties[1].name, info.ties[2].name })
      assert.equal(2, #info.ties)
    end)
  end

  it("bounds from below where the root wants a low value", function()
    local list = { { 3, 5 }, { 9, 2 }, { 5, 4 } } -- worth 5, 9 and 5 to Min, who may stop at the 9
    local options = { game = tree.game("children"), maximize = false, ties = true }
    local _, value, info = alphabeta.search(tree.from(list), 2, options)
    assert.equal(5, value)
    assert.same({ 5, 5, 9 }, { info.scores[1].value, info.scores[2].value, info.scores[3].value })
    assert.same({ "exact", "exact", "lower" },
      { info.scores[1].bound, info.scores[2].bound, info.scores[3].bound })
    assert.equal(2, #info.ties)
  end)

  it("looks at all moves where one has the best value that is possible", function()
    local options = { game = tree.game("children"), value_max = 3, value_min = -3, ties = true, deepening = true }
    local _, value, info = alphabeta.search(tree.from({ { 3, 3 }, { 0, 3 }, { 3 }, 3 }), 2, options)
    assert.equal(3, value)
    local names = {}
    for i, move in ipairs(info.ties) do names[i] = move.name end
    table.sort(names)
    assert.same({ "1", "3", "4" }, names)
    assert.equal(4, #info.scores)
  end)

  it("leaves out moves behind one that reaches the far end of the window", function()
    local options = { game = tree.game("children"), beta = 3, multipv = "all" }
    local _, value, info = alphabeta.search(tree.from({ { 1, 2 }, { 4, 5 }, { 9, 9 } }), 2, options)
    assert.equal(4, value)
    assert.equal("lower", info.bound)
    assert.same({ { 4, "lower" }, { 1, "exact" } },
      { { info.scores[1].value, info.scores[1].bound }, { info.scores[2].value, info.scores[2].bound } })
    assert.is_nil(info.scores[3])
  end)

  it("has no result where nothing was searched", function()
    for _, state in ipairs({ tree.from({ { 1 } }), tree.from(7) }) do
      local depth = state.children and 0 or 3
      local options = { game = tree.game("children"), multipv = 3, ties = "random" }
      local best, _, info = alphabeta.search(state, depth, options)
      assert.is_nil(best)
      assert.same({}, info.scores)
      assert.same({}, info.ties)
    end
  end)

  it("is not what is done without being asked for", function()
    for _, options in ipairs({ {}, { multipv = 1 }, { ties = false } }) do
      options.game = tree.game("children")
      local _, _, info = alphabeta.search(tree.from(ROOT), 2, options)
      assert.is_nil(info.scores)
      assert.is_nil(info.ties)
    end
  end)

  it("is passed to on_iteration, too", function()
    local reported = {}
    alphabeta.search(tree.from(ROOT), 2, {
      game = tree.game("children"), deepening = true, multipv = "all", ties = true,
      on_iteration = function(info) reported[#reported + 1] = #info.scores .. " " .. #info.ties end,
    })
    assert.same({ "4 4", "4 2" }, reported)
  end)

  it("gives tables that are the caller's own", function()
    local ai = alphabeta.new(tree.game("children"), { multipv = "all", ties = true })
    ai:start(tree.from(ROOT), 2)
    ai:step(10)
    local _, _, first = ai:best()
    first.scores[1].pv[1], first.scores[2], first.ties[1] = nil, nil, nil
    local best, _, second = ai:best()
    assert.equal(best, second.scores[1].pv[1])
    assert.equal(4, #second.scores)
    assert.equal(2, #second.ties)
  end)

  it("returns what was found before it was stopped", function()
    local ai = alphabeta.new(connect4, { multipv = 3, ties = true })
    ai:start(connect4.new(), { depth = 20, time = 100 })
    assert.same({ {}, {} }, { (select(3, ai:best())).scores, (select(3, ai:best())).ties })
    ai:step({ nodes = 3000 })
    local _, _, before = ai:best()
    ai:stop()
    local best, value, info = ai:best()
    assert.equal("stopped", info.reason)
    assert.same(before.scores, info.scores)
    assert.same({ best, value, "exact" }, { info.scores[1].move, info.scores[1].value, info.scores[1].bound })
    assert.equal(7, #info.scores)
    ai:clear()
    assert.is_nil((select(3, ai:best())))
  end)

  it("leaves the state as it was after an error anywhere, and the searcher usable", function()
    local calls, last
    for _, style in ipairs(tree.STYLES) do
      local root = tree.from({ { 3, { 5, 1 } }, { 2, 9 }, { 3, 4 } })
      local state = tree.state(style, root)
      local ai = alphabeta.new(wrap.before(tree.game(style, { player = true, order = true }), function()
        calls = calls + 1
        if calls == last then error({ call = calls }) end
      end), { multipv = 2, ties = "random", deepening = true })
      calls = 0
      ai:search(state, 3)
      local total = calls
      for at = 1, total do
        calls, last = 0, at
        assert.equal(at, failure(ai.search, ai, state, 3).call)
        last = nil
        assert.equal(root, state.node)
        assert.equal(3, #(select(3, ai:search(state, 3))).scores)
      end
    end
  end)

  it("makes a sequence of its own from each seed, the same one each time", function()
    local function draws(seed)
      local ai = alphabeta.new(tree.game("children"), { ties = "random", seed = seed })
      local drawn = {}
      for i = 1, 30 do drawn[i] = (ai:search(tree.from({ 1, 1, 1, 0, 1 }), 1)).name end
      return table.concat(drawn)
    end
    assert.equal(draws(1), draws(1))
    assert.equal(draws(nil), draws(0))
    assert.not_equal(draws(1), draws(2))
    assert.not_equal(draws(1), draws(-1))
    for move = 1, 5 do assert.equal(move ~= 4, draws(1):find(move, 1, true) ~= nil) end
  end)

  it("chooses the same on every runtime", function()
    local ai = alphabeta.new(tree.game("children"), { ties = "random", seed = 7 })
    local drawn = {}
    for i = 1, 12 do drawn[i] = (ai:search(tree.from({ 1, 1, 1, 1, 1 }), 1)).name end
    assert.equal("143153111354", table.concat(drawn))
  end)

  local WRONG = {
    { { multipv = 0 }, "option 'multipv': expected an integer of 1 or more, or 'all', got 0" },
    { { multipv = 1.5 }, "option 'multipv': expected an integer of 1 or more, or 'all', got 1.5" },
    { { multipv = "some" }, "option 'multipv': expected an integer of 1 or more, or 'all', got 'some'" },
    { { multipv = 0 / 0 }, "option 'multipv': expected an integer of 1 or more, or 'all', got NaN" },
    { { ties = "all" }, "option 'ties': expected true, false or 'random', got 'all'" },
    { { ties = 1 }, "option 'ties': expected true, false or 'random', got 1" },
    { { seed = 1.5 }, "option 'seed': expected an integer, got 1.5" },
    { { seed = "1" }, "option 'seed': expected an integer, got '1'" },
    { { seed = math.huge }, "option 'seed': expected an integer, got inf" },
    { { multipv = 2, algorithm = "mtdf" },
      "option 'multipv' needs algorithm 'alphabeta', 'pvs', 'minimax', 'maxn' or 'uct', got 'mtdf'" },
    { { ties = true, algorithm = "mtdf" },
      "option 'ties' needs algorithm 'alphabeta', 'pvs', 'minimax', 'maxn' or 'uct', got 'mtdf'" },
  }

  for _, row in ipairs(WRONG) do
    it("refuses what it cannot use: " .. row[2], function()
      row[1].game = tree.game("children")
      for _, call in ipairs({ alphabeta.search, function(_, _, options)
        return alphabeta.new(nil, options):search(tree.from(ROOT), 2)
      end }) do
        assert.equal(1, select(2, failure(call, tree.from(ROOT), 2, row[1]):gsub(row[2]:gsub("%p", "%%%0"), "")))
      end
    end)
  end
end)
