-- Explanations of moves, and whether they are true: what they count is counted by plain recursion here, what moves give
-- up by plain minimax, and the cut-offs of textbook trees are known by hand.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local dice = require "games.dice"
local effort = require "spec.support.effort"
local explained = require "spec.support.explained"
local oracle = require "spec.support.oracle"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"
local trace = require "alphabeta.explain.trace"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local explain = alphabeta.explain
local FIRST = explained.FIRST
local SECOND = explained.SECOND
local THIRD = explained.THIRD
local FOURTH = explained.FOURTH
local GAME = explained.GAME
local explain_tree = explained.tree
local after = explained.after
local labels = explained.labels
local sketches = explained.sketches
local tells = explained.tells

local GAMES, HALF, QUARTER = effort.seeds(20, 500), effort.seeds(10, 250), effort.seeds(5, 125)
local WIN = 100
local EVERY = math.huge

describe("The cut-offs of a textbook tree", function()
  for name, known in pairs({
    -- The 6 is more than the 5 that Min has in hand: the 9 goes. {1, 2} is less than the 5 that Max has: {0, -1} goes.
    first = { FIRST, 3, "#2 [5 inf] #1=2 bound 1/3", "#1 #2 [-inf 5] #1=6 bound 1/1" },
    -- The 24 is more than 13: the -5 goes. Nothing is cut off on the right.
    second = { SECOND, 3, "#1 #2 [-inf 13] #1=24 bound 1/1" },
    third = { THIRD, 3, "#2 [3 inf] #1=1 bound 1/3", "#1 #2 [-inf 3] #1=5 bound 1/1" },
    -- {5} holds the third child to 5, below 6: {{9, 8}, {6}}, which has six nodes, goes. The 6 in {6, 9} is no better
    -- than the 6 in hand, the 4 in {7, 4, 5} is below the 5: a leaf each.
    fourth = { FOURTH, 4, "#3 [6 inf] #1=5 bound 1/6", "#2 #1 #2 [6 inf] #1=6 bound 1/1",
      "#1 #1 #2 [5 inf] #2=4 bound 1/1" },
  }) do
    it("are those that are known by hand, the biggest first: the " .. name, function()
      local report = explain_tree(known[1], known[2], { cutoffs = EVERY })
      assert.same({ (table.unpack or unpack)(known, 3) }, sketches(report))
      assert.is_true(report.compares_all)
      for _, cutoff in ipairs(report.cutoffs) do assert.is_true(cutoff.spared.is_exact) end
    end)
  end

  it("have their mirror image where the player at the root wants little", function()
    local report = explain_tree({ { { -3, -5 }, { -6, -9 } }, { { -1, -2 }, { 0, 1 } } }, 3, { maximize = false })
    assert.same({ "#2 [-inf -5] #1=-2 bound 1/3", "#1 #2 [-5 inf] #1=-6 bound 1/1" },
      sketches(report))
    tells(report, "the reply #1 pushes this line up to -2 or more, and -5 is certain elsewhere.")
    tells(report, "#1 brings the value down to -6 or less, but elsewhere the opponent can push it up to -5.")
  end)

  it("are those of the last completed iteration", function()
    local all = sketches(explain_tree(FOURTH, 4, { cutoffs = EVERY }))
    assert.same(all, sketches(explain_tree(FOURTH, 4, { cutoffs = EVERY, deepening = true, table = 0 })))
  end)

  it("are as many as are asked for", function()
    for cutoffs = 0, 4 do
      assert.equal(math.min(cutoffs, 3), #explain_tree(FOURTH, 4, { cutoffs = cutoffs }).cutoffs)
    end
  end)
end)

describe("A cut-off", function()
  it("is one of the greatest, where not all can be kept", function()
    local all = explain_tree(FOURTH, 4, { cutoffs = EVERY }).cutoffs
    for most = 1, 4 do
      local record = trace.new(most)
      alphabeta.search(textbook.new(FOURTH), 4, { game = GAME, trace = record.listen })
      local kept = record:result(4)
      assert.equal(most == 1, kept.is_thinned)
      assert.equal(most == 1 and 1 or 3, #kept.cutoffs)
      assert.equal(all[1].by.index, kept.cutoffs[1].node.last)
      assert.equal(3, kept.cutoffs[1].depth)
    end
  end)

  it("of a null window answers a question", function()
    local report = explain_tree({ { 3, 4 }, { 7, 8 }, { 1, 9 } }, 2, { algorithm = "pvs" })
    assert.equal("null_window", report.cutoffs[1].reason)
    tells(report, "After #3: the null window only asked whether this line brings more than 7, and the reply #1 holds "
      .. "this line down to 1 or less.\n   So 1 move was left out: 1 position spared (counted).")
  end)

  it("is forgotten when its node is searched again, and nothing is left out any more", function()
    -- The second child is first asked whether it is better than 3, and 9 says yes; then what it is worth.
    local report = explain_tree({ { { 3 } }, { { 9, 8 }, { 7, 6 } } }, 3, { algorithm = "pvs", cutoffs = EVERY })
    assert.equal(7, report.value)
    assert.same({}, report.cutoffs)
  end)

  it("may be owed to the window that was tried", function()
    -- MTD(f) goes up by eight null windows; the last search knows that 8 can be had, and tries what is more.
    local root = {}
    for i = 1, 8 do root[i] = { i, i + 1 } end
    local report = explain_tree(root, 2, { algorithm = "mtdf", deepening = false, cutoffs = EVERY })
    assert.equal("#1 [8 inf] #1=1 window 1/1", sketches(report)[1])
    tells(report, "the reply #1 holds this line down to 1 or less, which is outside of the window that was tried.")
  end)

  it("follows on the best that is possible", function()
    local report = explain_tree({ { 3, 5 }, { 2, 9 }, { 1, 1 } }, 2, { value_max = 3, value_min = -9 })
    assert.equal("extreme", report.cutoffs[1].reason)
    assert.equal(2, report.cutoffs[1].left_out)
    tells(report, "nothing better is possible there")
    report = explain_tree({ { { WIN }, { WIN, 4, 5 }, { 1 } } }, 3, { win = WIN })
    assert.equal("extreme", report.cutoffs[1].reason)
  end)

  it("at a chance node leaves outcomes out", function()
    local state = dice.new()
    for _, move in ipairs({ -2, 6, -3, 11, -1 }) do dice.make(state, move) end
    local report = explain(state, 3, { game = dice, value_min = -20, value_max = 20, cutoffs = EVERY })
    local count = 0
    for _, cutoff in ipairs(report.cutoffs) do
      if cutoff.reason == "chance" then
        count = count + 1
        assert.is_nil(cutoff.value)
        assert.is_true(cutoff.by.is_chance)
      end
    end
    assert.is_true(count > 0)
    tells(report, "After 4 [8.375, inf]: it is a chance node, and after 3 outcomes the others can no longer matter.\n"
      .. "   So 1 outcome was left out: 52 positions spared (counted).")
    -- The window below a chance node comes from a bound of the mean; the windows further down are sure again.
    tells(report, ", outcome -4 [-inf, -4]: 14 brings 5 or more, and with that the mean of the outcomes no longer "
      .. "matters.")
    tells(report,
      "After 4, outcome -3 [6, inf]: the reply 7 holds this line down to 5.5 or less, and with that the mean")
  end)

  it("of many players is shallow", function()
    local state = coins.new({ 6, 9, 6, 4, 7, 7, 2, 1 }, 3, 3)
    local report = explain(state, 5, { game = coins, algorithm = "maxn", value_sum = 3 * state.total, value_min = 0 })
    assert.equal("shallow", report.cutoffs[1].reason)
    assert.is_nil(report.cutoffs[1].alpha)
    tells(report, "brings so much there that the player before will not let it come to that")
  end)
end)

describe("What minimax would look at", function()
  it("is counted: as plain recursion does, in every style", function()
    for seed = HALF.first, HALF.last do
      local random = rng.new(seed)
      local style = random:pick(tree.STYLES)
      local traits = { player = random:chance(0.5), is_over = random:chance(0.5), order = random:chance(0.5) }
      local shape = not traits.player and { first = 1, extra = 0 } or {}
      local root = random_tree.new(random, shape)
      local game, depth = tree.game(style, traits), random:int(0, 6)
      local state = tree.state(style, root)
      local report = explain(state, depth, { game = game, cutoffs = EVERY, probes = 2 })
      local truth = oracle.minimax(game, state, depth)
      assert.equal(truth.nodes, report.minimax.nodes, seed)
      assert.is_true(report.minimax.is_exact)
      assert.equal(truth.value, report.value)

      -- What the search looked at, and what each cut-off spared, is all there is.
      local sum = report.info.nodes
      for i, cutoff in ipairs(report.cutoffs) do
        sum = sum + cutoff.spared.nodes
        assert.is_true(i == 1 or report.cutoffs[i - 1].spared.nodes >= cutoff.spared.nodes)
      end
      assert.equal(truth.nodes, sum, seed)
      assert.equal(report.info.cutoffs, #report.cutoffs)
    end
  end)

  it("is known for tic-tac-toe", function()
    local report = explain(tictactoe.new(), 6, { game = tictactoe.hashed, cutoffs = 0 })
    assert.equal(1 + 9 + 72 + 504 + 3024 + 15120 + 54720, report.minimax.nodes)
    tells(report, "Minimax would look at 73,450 positions (counted).")
  end)

  it("ends at repetitions, and goes on as far as quiescence does", function()
    local ring = {
      moves = function() return { 1, 2 } end,
      play = function(n, step) return (n + step) % 4 end,
      evaluate = function(n) return n end,
      hash = function(n) return n end,
      player = function() return 1 end,
    }
    local truth = oracle.minimax(ring, 0, 6, { repetition = 0.5 })
    local report = explain(0, 6, { game = ring, repetition = 0.5 })
    assert.equal(truth.nodes, report.minimax.nodes)
    assert.equal(truth.value, report.value)
    truth = oracle.minimax(ring, 0, 6, { repetition = 0.5, past = { oracle.past(ring, 2) } })
    report = explain(0, { depth = 6, past = { 2 } }, { game = ring, repetition = 0.5 })
    assert.equal(truth.nodes, report.minimax.nodes)
    assert.equal(truth.values[1], report.moves[1].move == 1 and report.moves[1].value or report.moves[2].value)
    local hash = ring.hash
    ring.hash = nil
    local made = explain(0, { depth = 6, past = { 2 } }, { game = ring, repetition = 0.5, hash = "auto" })
    assert.equal(report.minimax.nodes, made.minimax.nodes)
    assert.equal(report.value, made.value)
    ring.hash = hash
    ring.noisy = function(n) return n > 1 and { 1 } or {} end
    truth = oracle.minimax(ring, 0, 3, { quiescence = 2 })
    assert.equal(truth.nodes, explain(0, 3, { game = ring, quiescence = 2, table = 0 }).minimax.nodes)
  end)

  it("is that of the moves that were allowed", function()
    local all = explain_tree(FOURTH, 4)
    local root = textbook.new(FOURTH)
    local report = explain(root, 4, { game = GAME, avoid = { root[2] } })
    assert.equal(all.minimax.nodes - 10, report.minimax.nodes)
    assert.equal(2, report.choices)
    tells(report, "Of the moves that were allowed, the best move is #3: worth 5.")
    report = explain(root, { depth = 4, only = { root[1] } }, { game = GAME })
    tells(report, "Of the moves that were allowed, the only move is #1: worth 3.")
    assert.same({ 1, 1 }, { report.choices, #report.moves })
  end)

  it("is counted with chance nodes, and what moves give up is right there, too", function()
    for seed = QUARTER.first, QUARTER.last do
      local trial = random_trial.new(seed, {
        chance = { 0.15, 0.3, 0.5, 0.8 }, players = { 1, 2, 2, 2, 2, 2, 3, 4 }, omit = "repetition pass reductions",
      })
      local options = trial:with({ cutoffs = 1 })
      options.algorithm = options.algorithm ~= "mtdf" and options.algorithm or nil
      local ok, report = trial:from(trial.graph.root, function(state)
        return explain(state, trial.depth, options)
      end)
      trial:check(ok, "no error, but there was: %s", report)
      trial:note(report.info)
      local truth = trial:truth(report.depth)
      trial:check(report.minimax.nodes == truth.nodes, "%s nodes, not %s", truth.nodes, report.minimax.nodes)
      trial:check(report.kind == (truth.chance and "chance" or truth.best == nil and report.kind or "move"),
        "a chance node to be seen")
      trial:check(report.value == truth.value, "a value of %s, not %s", truth.value, report.value)
      for _, move in ipairs(report.moves) do
        local value = truth.values[move.move]
        trial:check(move.bound ~= "exact" or move.value == value, "%s, not %s", value, move.value)
        trial:check(not move.loss or move.loss == math.abs(value - truth.value), "a loss, not %s", move.loss)
      end
      assert.is_string(tostring(report))
    end
  end)
end)

describe("An estimate", function()
  local function counts_of(seed, count)
    local root = random_tree.new(rng.new(seed), { plies = 6, width = 4, early = 0.1 })
    return explain(tree.state("copying", root), 6, {
      game = tree.game("copying"), count = count, probes = 100, seed = seed, cutoffs = 0,
    }).minimax
  end

  it("is within its standard error as often as it should be", function()
    local trees, within, within_two, bias = 0, 0, 0, 0
    for seed = 1, effort(40, 80) do
      local exact = counts_of(seed, EVERY)
      assert.is_true(exact.is_exact)
      if exact.nodes > 100 then
        local estimate = counts_of(seed, 1)
        assert.is_false(estimate.is_exact)
        assert.equal(100, estimate.probes)
        local deviation = math.abs(estimate.nodes - exact.nodes) / estimate.error
        trees = trees + 1
        if deviation <= 1 then within = within + 1 end
        if deviation <= 2 then within_two = within_two + 1 end
        bias = bias + estimate.nodes / exact.nodes - 1
      end
    end
    -- About 0.68 and 0.95 of the trees; a few trees show less.
    local slack = effort(0.2, 0.1)
    assert.is_true(trees >= 10)
    assert.is_true(math.abs(within / trees - 0.68) < slack, within / trees)
    assert.is_true(math.abs(within_two / trees - 0.95) < slack / 2, within_two / trees)
    assert.is_true(math.abs(bias) / trees < 0.03, bias / trees)
  end)

  it("has no error where all lines branch alike", function()
    local even = {
      moves = function() return { 1, 2, 3 } end,
      play = function(n, step) return n + step end,
      evaluate = function(n) return n % 7 end,
      hash = function(n) return n end,
    }
    local report = explain(0, 20, { game = even, count = 10, probes = 5 })
    assert.equal((3 ^ 21 - 1) / 2, report.minimax.nodes)
    assert.equal(0, report.minimax.error)
    assert.is_true(math.abs(report.minimax_branching - 3) < 1e-9)
    tells(report,
      "Minimax would look at about 5,230,000,000 positions (estimated by 5 random probes, standard error 0).")
  end)

  it("is made of cut-offs, too, when they cannot be counted, and says so", function()
    local exact = explain(after(1, 2), 6, { game = tictactoe, cutoffs = EVERY })
    local report = explain(after(1, 2), 6, { game = tictactoe, count = 100 })
    assert.is_false(report.compares_all)
    tells(report, "The biggest cut-offs, of those nearest to the start:")
    for _, cutoff in ipairs(report.cutoffs) do
      local counted
      for _, other in ipairs(exact.cutoffs) do
        if labels(other.line) == labels(cutoff.line) then counted = other.spared.nodes end
      end
      assert.is_false(cutoff.spared.is_exact)
      assert.is_true(math.abs(cutoff.spared.nodes - counted) < 4 * cutoff.spared.error)
    end
  end)

  it("depends on the seed alone, and is the same on every Lua", function()
    local texts = {}
    for seed = 1, 2 do
      for _ = 1, 2 do
        texts[#texts + 1] = tostring(explain(after(5), 9, { game = tictactoe, count = 50, probes = 50, seed = seed }))
      end
    end
    assert.matches("Minimax would look at about [%d,]+ positions %(estimated by 50 random probes", texts[1])
    assert.equal(texts[1], texts[2])
    assert.equal(texts[3], texts[4])
    assert.are_not.equal(texts[1], texts[3])
  end)

  it("of more than a number can hold says that", function()
    local wide = {
      moves = function() return { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } end,
      play = function(n) return n + 1 end,
      evaluate = function() return 1 end,
      hash = function(n) return n end,
    }
    local report = explain(0, 320, { game = wide, value_max = 1, value_min = -1, count = 1000, probes = 3 })
    assert.equal(math.huge, report.minimax.nodes)
    assert.is_nil(report.minimax_branching)
    tells(report, "look at more than 1e308 positions (estimated by 3 random probes, standard error unknown).")
  end)
end)

describe("The moves at the root", function()
  -- What the moves of a trial should be said to be worth.
  local function check_moves(trial, report)
    trial:note(report.info)
    local truth = trial:truth(report.depth)
    local function check(condition, expected, ...)
      if not condition then error(("expected " .. expected):format(...) .. "\n" .. trial:describe(), 2) end
    end
    check(report.value == truth.value, "value %s, not %s", tostring(truth.value), tostring(report.value))
    check(report.choices == #trial:moves(), "%d moves, not %d", #trial:moves(), report.choices)
    check(#report.moves == 0 or report.moves[1].move == report.best, "the best move first")
    local is_exhaustive = not (trial.options.win or trial.options.value_max)
    check(not is_exhaustive or report.kind ~= "move" or #report.moves == report.choices, "every move")
    for i, move in ipairs(report.moves) do
      local value = truth.values[move.move]
      check(trial:moves()[move.index] == move.move, "move %d in its place", i)
      if move.bound == "exact" then
        check(move.value == value, "%s, not %s", tostring(value), tostring(move.value))
        check((move.loss == 0) == (value == truth.value), "a tie to be one")
        local loss = value == truth.value and 0 or math.abs(value - truth.value)
        check(move.loss == loss, "a loss of %s, not %s", tostring(loss), tostring(move.loss))
        check(trial:truth(report.depth, (function()
          local line = {}
          for place, step in ipairs(move.line) do line[place] = step.move end
          return line
        end)()).value == value, "a line that is worth it")
      else
        check(is_exhaustive == false and value ~= nil, "an exact value")
        check(move.loss == nil, "no loss that nobody knows")
      end
    end
  end

  it("are worth what minimax says, on random games with every technique", function()
    local ties, worse = 0, 0
    for seed = GAMES.first, GAMES.last do
      local trial = random_trial.wide(seed)
      local options = wrap.replace(trial.options, {})
      options.cutoffs, options.count, options.probes = 2, 2000, 10
      local state = trial:state()
      local report = explain(state, trial.depth, options)
      assert(trial:is_same(state), trial:describe())
      check_moves(trial, report)
      for i = 2, #report.moves do
        if report.moves[i].loss == 0 then ties = ties + 1 else worse = worse + 1 end
      end
      assert.is_string(tostring(report))
    end
    assert.is_true(ties > 0 and worse > 0)
  end)

  it("are named as ties only where they are", function()
    local report = explain_tree({ { 5, 5 }, { 5, 9 }, { 4, 5 } }, 2)
    tells(report, "Another move is exactly as good: #2.\nNext comes #3, worth 4: it gives up 1.")
    report = explain_tree({ { 5, 5 }, { 5, 9 }, { 5 } }, 2)
    tells(report, "Every other move is exactly as good: #2 and #3.")
    -- The 5 bounds the second child to 5 without being its value.
    report = explain_tree({ { 5, 5 }, { 5, 4 } }, 2)
    tells(report, "Next comes #2, worth 4: it gives up 1.")
  end)

  it("begin with the one chosen at random among equal ones", function()
    local drawn = {}
    for seed = 1, 10 do
      local root = textbook.new({ { 4 }, { 5 }, { 5 }, { 5 } })
      local report = explain(root, 2, { game = GAME, ties = "random", seed = seed })
      assert.equal(report.best, report.moves[1].move)
      local moves = report.moves
      assert.same({ 0, 0, 0, 1 }, { moves[1].loss, moves[2].loss, moves[3].loss, moves[4].loss })
      drawn[report.moves[1].label] = true
    end
    assert.same({ ["#2"] = true, ["#3"] = true, ["#4"] = true }, drawn)
  end)

  it("may be a single one", function()
    local report = explain_tree({ { 3, 5 } }, 2)
    tells(report, "The only move is #1: worth 3.")
    assert.is_nil(tostring(report):find("Next", 1, true))
  end)

  it("are listed in groups that are worth the same", function()
    tells(explain_tree({ { 9 }, { 5 }, { 5 }, { 3 }, { 2 }, { 2 } }, 2),
      "Next come #2 and #3, worth 5: they give up 4.\nThen #4 (worth 3), #5 and #6 (worth 2).")
  end)

  it("have exact values as far as they are wanted", function()
    local report = explain_tree({ { 9, 9 }, { 5, 5 }, { 4, 3 }, { 3, 4 } }, 2, { multipv = 2 })
    assert.same({ "exact", "exact", "upper", "upper" },
      { report.moves[1].bound, report.moves[2].bound, report.moves[3].bound, report.moves[4].bound })
    tells(report, "Next comes #2, worth 5: it gives up 4.\nThen #3 (at most 4), #4 (at most 3).")
    assert.equal("exact", explain_tree({ { 9, 9 }, { 5, 5 } }, 2, { multipv = 1 }).moves[2].bound)
  end)

  it("win and lose in so many plies", function()
    local function line(state, depth)
      return explain(state, depth, { game = tictactoe, win = tictactoe.WIN, cutoffs = 0 })
    end
    local report = line(after(1, 2), 9)
    tells(report, "The best move is 4: a win in 5 plies. That is certain")
    tells(report, "Others are exactly as good: 5 and 7.\nNext come 3, 6, 8 and 9, worth 0: they give up the win.")
    tells(line(after(5, 2, 1), 9), "Next come 3, 4, 6, 7 and 8, a loss in 2 plies: 2 plies sooner.")
    tells(line(after(1, 4, 2, 5), 9), "The best move is 3: a win in 1 ply.")
    tells(line(after(1, 5, 9, 3), 9), "Next come 2, 4, 6 and 8, a loss in 2 plies.\n")
    tells(line(after(1, 2, 5, 6), 9), "Next come 3, 4 and 7, a win in 3 plies: 2 plies later.\nThen 8 (worth 0).")
  end)

  it("give up everything where a value is infinite", function()
    tells(explain_tree({ { math.huge }, { 5 } }, 2), "The best move is #1: worth infinity.")
    tells(explain_tree({ { math.huge }, { 5 } }, 2), "it gives up everything.")
  end)

  it("are the same whichever player the values are good for", function()
    local mover = {
      children = textbook.children, evaluate = function(node) return node.value and -node.value or 0 end,
    }
    assert.equal(tostring(explain_tree(FIRST, 3)), tostring(explain_tree(FIRST, 3, { game = mover, view = "mover" })))
  end)

  it("are reported with every algorithm", function()
    for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf", "minimax" }) do
      for _, deepening in ipairs({ false, true }) do
        local report = explain_tree(FOURTH, 4, { algorithm = algorithm, deepening = deepening })
        tells(report, "The best move is #2: worth 6.")
        tells(report, "Next comes #3, worth 5: it gives up 1.\nThen #1 (worth 3).")
        assert.equal(4, #report.line)
      end
    end
  end)
end)
