-- Explanations of moves: what they count is counted by plain recursion here, what moves give up by plain minimax, and the
-- cut-offs of textbook trees are known by hand. ALPHABETA_TREES sets how many random games there are (6,000 when it is
-- absent, of which a twelfth is played).

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local deep = require "spec.support.deep"
local dice = require "games.dice"
local dots = require "games.dots_and_boxes"
local failure = require "spec.support.failure"
local luck_trial = require "spec.support.luck_trial"
local message_of = require "spec.support.message_of"
local oracle = require "spec.support.oracle"
local pig = require "games.pig"
local random_root = require "spec.support.random_root"
local random_search = require "spec.support.random_search"
local random_tree = require "spec.support.random_tree"
local rng = require "spec.support.rng"
local sliding = require "games.sliding"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local explain = alphabeta.explain

local GAMES = math.max(20, math.floor((tonumber(os.getenv("ALPHABETA_TREES")) or 6000) / 12))
local WIN = 100
local EVERY = math.huge

-- The trees of examples/textbook.lua.
local FIRST = { { { 3, 5 }, { 6, 9 } }, { { 1, 2 }, { 0, -1 } } }
local SECOND = { { { 13, 8 }, { 24, -5 } }, { { 23, 15 }, { -14, -20 } } }
local THIRD = { { { 2, 3 }, { 5, 9 } }, { { 0, 1 }, { 7, 5 } } }
local FOURTH = { { { { 5, 6 }, { 7, 4, 5 } }, { { 3 } } }, { { { 6 }, { 6, 9 } }, { { 7 } } },
  { { { 5 } }, { { 9, 8 }, { 6 } } } }

-- What inner nodes are worth is asked where the search deepens.
local GAME = { children = textbook.children, evaluate = function(node) return node.value or 0 end }

local function explain_tree(literal, depth, options)
  options = options or {}
  options.game = options.game or GAME
  return explain(textbook.new(literal), depth, options)
end

local function after(...)
  local state = tictactoe.new()
  for _, cell in ipairs({ ... }) do tictactoe.make(state, cell) end
  return state
end

-- The steps of a line by what they are called.
local function labels(line)
  local words = {}
  for i, step in ipairs(line) do words[i] = step.label end
  return table.concat(words, " ")
end

-- A cut-off in a line: where, the window, who did it and why, what was left out and what that spared.
local function sketch(cutoff)
  return ("%s [%g %g] %s=%g %s %d/%d"):format(labels(cutoff.line), cutoff.alpha, cutoff.beta, cutoff.by.label,
    cutoff.value, cutoff.reason, cutoff.left_out, cutoff.spared.nodes)
end

local function sketches(told)
  local words = {}
  for i, cutoff in ipairs(told.cutoffs) do words[i] = sketch(cutoff) end
  return words
end

-- Whether a text has a line that contains another one.
local function tells(told, text)
  assert.is_truthy(tostring(told):find(text, 1, true), text .. "\nin\n" .. tostring(told))
end

local function tells_not(told, text)
  assert.is_nil(tostring(told):find(text, 1, true), text .. "\nin\n" .. tostring(told))
end

describe("The cut-offs of a textbook tree", function()
  local INF = math.huge
  for name, known in pairs({
    -- The 6 is more than the 5 that Min has in hand: the 9 goes. The {1, 2} is less than the 5 that Max has: {0, -1} goes.
    first = { FIRST, 3, ("#2 [5 %g] #1=2 sure 1/3"):format(INF), ("#1 #2 [%g 5] #1=6 sure 1/1"):format(-INF) },
    -- The 24 is more than 13: the -5 goes. Nothing is cut off on the right.
    second = { SECOND, 3, ("#1 #2 [%g 13] #1=24 sure 1/1"):format(-INF) },
    third = { THIRD, 3, ("#2 [3 %g] #1=1 sure 1/3"):format(INF), ("#1 #2 [%g 3] #1=5 sure 1/1"):format(-INF) },
    -- {5} holds the third child to 5, below 6: {{9, 8}, {6}}, which has six nodes, goes. The 6 in {6, 9} is no better
    -- than the 6 in hand, the 4 in {7, 4, 5} is below the 5: a leaf each.
    fourth = { FOURTH, 4, ("#3 [6 %g] #1=5 sure 1/6"):format(INF), ("#2 #1 #2 [6 %g] #1=6 sure 1/1"):format(INF),
      ("#1 #1 #2 [5 %g] #2=4 sure 1/1"):format(INF) },
  }) do
    it("are those that are known by hand, the biggest first: the " .. name, function()
      local told = explain_tree(known[1], known[2], { cutoffs = EVERY })
      assert.same({ (table.unpack or unpack)(known, 3) }, sketches(told))
      assert.is_true(told.compares_all)
      for _, cutoff in ipairs(told.cutoffs) do assert.is_true(cutoff.spared.is_exact) end
    end)
  end

  it("have their mirror image where the player at the root wants little", function()
    local told = explain_tree({ { { -3, -5 }, { -6, -9 } }, { { -1, -2 }, { 0, 1 } } }, 3, { maximize = false })
    assert.same({ ("#2 [%g -5] #1=-2 sure 1/3"):format(-math.huge), ("#1 #2 [-5 %g] #1=-6 sure 1/1"):format(math.huge) },
      sketches(told))
    tells(told, "the reply #1 pushes this line up to -2 at least, and -5 is sure elsewhere.")
    tells(told, "#1 brings the value down to -6 at most, but elsewhere the opponent can push it up to -5.")
  end)

  it("are as many as are asked for", function()
    for cutoffs = 0, 4 do
      assert.equal(math.min(cutoffs, 3), #explain_tree(FOURTH, 4, { cutoffs = cutoffs }).cutoffs)
    end
  end)
end)

describe("A cut-off", function()
  it("of a null window answers a question", function()
    local told = explain_tree({ { 3, 4 }, { 7, 8 }, { 1, 9 } }, 2, { algorithm = "pvs" })
    assert.equal("asked", told.cutoffs[1].reason)
    tells(told, "After #3: asked was only whether this line brings more than 7, and the reply #1 holds this line down to 1"
      .. " at most. So 1 move was left out: 1 position spared (counted).")
  end)

  it("is forgotten when its node is searched again, and nothing is left out any more", function()
    -- The second child is first asked whether it is better than 3, and 9 says yes; then what it is worth.
    local told = explain_tree({ { { 3 } }, { { 9, 8 }, { 7, 6 } } }, 3, { algorithm = "pvs", cutoffs = EVERY })
    assert.equal(7, told.value)
    assert.same({}, told.cutoffs)
  end)

  it("may be owed to the window that was tried", function()
    -- To depth 1 all is worth 0; so from -0.5 to 0.5 is tried, and the -3 lies below.
    local told = explain_tree({ { -3, 9 }, { 0.2, 0.1 } }, 2, { aspiration = 0.5, deepening = true })
    assert.same({ "#1 [-0.5 0.5] #1=-3 window 1/1" }, sketches(told))
    tells(told, "the reply #1 holds this line down to -3 at most, which is outside of the window that was tried.")
  end)

  it("follows on the best that is possible", function()
    local told = explain_tree({ { 3, 5 }, { 2, 9 }, { 1, 1 } }, 2, { value_max = 3, value_min = -9 })
    assert.equal("extreme", told.cutoffs[1].reason)
    assert.equal(2, told.cutoffs[1].left_out)
    tells(told, "nothing better is possible there")
    told = explain_tree({ { { WIN }, { WIN, 4, 5 }, { 1 } } }, 3, { win = WIN })
    assert.equal("extreme", told.cutoffs[1].reason)
  end)

  it("of luck's leaves outcomes out", function()
    local state = dice.new()
    for _, move in ipairs({ -2, 6, -3, 11, -1 }) do dice.make(state, move) end
    local told = explain(state, 3, { game = dice, value_min = -20, value_max = 20, cutoffs = EVERY })
    local count = 0
    for _, cutoff in ipairs(told.cutoffs) do
      if cutoff.reason == "luck" then
        count = count + 1
        assert.is_nil(cutoff.value)
        assert.is_true(cutoff.by.is_luck)
      end
    end
    assert.is_true(count > 0)
    tells(told, "After 4 [8.375, inf]: luck moves there, and after 3 outcomes the others can no longer matter. "
      .. "So 1 outcome was left out: 52 positions spared (counted).")
    -- What luck hands down is a bound of the mean, what is handed down behind it is sure again.
    tells(told, ", luck -4 [-inf, -4]: 14 brings 5 at least, and with that the mean of what luck may bring no longer "
      .. "matters.")
    tells(told, "After 4, luck -3 [6, inf]: the reply 7 holds this line down to 5.5 at most, and with that the mean")
  end)

  it("of many players is shallow", function()
    local state = coins.new({ 6, 9, 6, 4, 7, 7, 2, 1 }, 3, 3)
    local told = explain(state, 5, { game = coins, algorithm = "maxn", value_sum = 3 * state.total, value_min = 0 })
    assert.equal("shallow", told.cutoffs[1].reason)
    assert.is_nil(told.cutoffs[1].alpha)
    tells(told, "brings so much there that the player before will not let it come to that")
  end)
end)

describe("What minimax would look at", function()
  it("is counted: as plain recursion does, in every style", function()
    for seed = 1, GAMES do
      local random = rng.new(seed)
      local style = random:pick(tree.STYLES)
      local traits = { player = random:chance(0.5), is_over = random:chance(0.5), order = random:chance(0.5) }
      local root = random_tree.new(random, { first = not traits.player and 1 or nil, extra = not traits.player and 0 or nil })
      local game, depth = tree.game(style, traits), random:int(0, 6)
      local state = tree.state(style, root)
      local told = explain(state, depth, { game = game, cutoffs = EVERY, probes = 2 })
      local truth = oracle.minimax(game, state, depth)
      assert.equal(truth.nodes, told.minimax.nodes, seed)
      assert.is_true(told.minimax.is_exact)
      assert.equal(truth.value, told.value)

      -- What the search looked at, and what each cut-off spared, is all there is.
      local sum = told.info.nodes
      for i, cutoff in ipairs(told.cutoffs) do
        sum = sum + cutoff.spared.nodes
        assert.is_true(i == 1 or told.cutoffs[i - 1].spared.nodes >= cutoff.spared.nodes)
      end
      assert.equal(truth.nodes, sum, seed)
      assert.equal(told.info.cutoffs, #told.cutoffs)
    end
  end)

  it("is known for tic-tac-toe", function()
    local told = explain(tictactoe.new(), 6, { game = tictactoe.hashed, cutoffs = 0 })
    assert.equal(1 + 9 + 72 + 504 + 3024 + 15120 + 54720, told.minimax.nodes)
    tells(told, "Minimax would look at 73,450 positions (counted).")
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
    local told = explain(0, 6, { game = ring, repetition = 0.5 })
    assert.equal(truth.nodes, told.minimax.nodes)
    assert.equal(truth.value, told.value)
    ring.noisy = function(n) return n > 1 and { 1 } or {} end
    truth = oracle.minimax(ring, 0, 3, { quiescence = 2 })
    assert.equal(truth.nodes, explain(0, 3, { game = ring, quiescence = 2, table = 0 }).minimax.nodes)
  end)

  it("is that of the moves that were allowed", function()
    local all = explain_tree(FOURTH, 4)
    local root = textbook.new(FOURTH)
    local told = explain(root, 4, { game = GAME, avoid = { root[2] } })
    assert.equal(all.minimax.nodes - 10, told.minimax.nodes)
    assert.equal(2, told.choices)
    tells(told, "Of the moves that were allowed, the best move is #3: worth 5.")
    told = explain(root, { depth = 4, searchmoves = { root[1] } }, { game = GAME })
    tells(told, "Of the moves that were allowed, the only move is #1: worth 3.")
    assert.same({ 1, 1 }, { told.choices, #told.moves })
  end)

  it("is counted with luck in it", function()
    for seed = 1, math.ceil(GAMES / 2) do
      local trial = luck_trial.new(seed, { options = { repetition = false } })
      local options = wrap.replace(trial.options, {})
      options.repetition, options.null_move, options.reductions, options.cutoffs = nil, nil, nil, 1
      options.algorithm = options.algorithm ~= "mtdf" and options.algorithm or nil
      local ok, told = trial:from(trial.graph.root, function(state)
        return explain(state, trial.depth, options)
      end)
      trial:check(ok, "no error, but there was: %s", told)
      local truth = trial:truth(trial.graph.root, told.depth)
      trial:check(told.minimax.nodes == truth.nodes, "%s nodes, not %s", truth.nodes, told.minimax.nodes)
      trial:check(told.kind == (truth.luck and "luck" or truth.best == nil and told.kind or "move"), "luck to be seen")
      assert.is_string(tostring(told))
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
    for seed = 1, 120 do
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
    assert.is_true(trees >= 60)
    assert.is_true(within >= 0.58 * trees and within <= 0.78 * trees, within / trees)
    assert.is_true(within_two >= 0.9 * trees and within_two < trees, within_two / trees)
    assert.is_true(math.abs(bias) / trees < 0.02, bias / trees)
  end)

  it("has no error where all lines branch alike", function()
    local even = {
      moves = function() return { 1, 2, 3 } end,
      play = function(n, step) return n + step end,
      evaluate = function(n) return n % 7 end,
    }
    local told = explain(0, 20, { game = setmetatable({ hash = function(n) return n end }, { __index = even }), count = 10,
      probes = 5 })
    assert.equal((3 ^ 21 - 1) / 2, told.minimax.nodes)
    assert.equal(0, told.minimax.error)
    assert.is_true(math.abs(told.minimax_branching - 3) < 1e-9)
    tells(told, "Minimax would look at about 5,230,000,000 positions (estimated by 5 random probes, standard error 0).")
  end)

  it("is made of cut-offs, too, when they cannot be counted, and says so", function()
    local exact = explain(after(1, 2), 9, { game = tictactoe, cutoffs = EVERY })
    local told = explain(after(1, 2), 9, { game = tictactoe, count = 100 })
    assert.is_false(told.compares_all)
    tells(told, "The biggest cut-offs, of those nearest to the start:")
    for _, cutoff in ipairs(told.cutoffs) do
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
    assert.equal(texts[1], texts[2])
    assert.equal(texts[3], texts[4])
    assert.are_not.equal(texts[1], texts[3])
  end)

  it("of more than numbers can tell says that", function()
    local wide = {
      moves = function() return { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } end,
      play = function(n) return n + 1 end,
      evaluate = function() return 1 end,
      hash = function(n) return n end,
    }
    local told = explain(0, 320, { game = wide, value_max = 1, value_min = -1, count = 1000, probes = 3 })
    assert.equal(math.huge, told.minimax.nodes)
    assert.is_nil(told.minimax_branching)
    tells(told, "Minimax would look at more than 1e308 positions (estimated by 3 random probes, standard error unknown).")
  end)
end)

describe("The moves at the root", function()
  -- What the moves of a trial should be said to be worth.
  local function check_moves(trial, told)
    local truth = trial.truth(told.depth)
    local function check(condition, expected, ...)
      if not condition then error(("expected " .. expected):format(...) .. "\n" .. trial.describe(), 2) end
    end
    check(told.value == truth.value, "value %s, not %s", tostring(truth.value), tostring(told.value))
    check(told.choices == #trial.moves, "%d moves, not %d", #trial.moves, told.choices)
    check(#told.moves == 0 or told.moves[1].move == told.best, "the best move first")
    local is_exhaustive = not (trial.options.win or trial.options.value_max)
    check(not is_exhaustive or told.kind ~= "move" or #told.moves == told.choices, "every move")
    for i, move in ipairs(told.moves) do
      local value = truth.values[move.move]
      check(trial.moves[move.index] == move.move, "move %d in its place", i)
      if move.bound == "exact" then
        check(move.value == value, "%s, not %s", tostring(value), tostring(move.value))
        check((move.loss == 0) == (value == truth.value), "a tie to be one")
        local loss = value == truth.value and 0 or math.abs(value - truth.value)
        check(move.loss == loss, "a loss of %s, not %s", tostring(loss), tostring(move.loss))
        check(trial.truth(told.depth, (function()
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
    for seed = 1, GAMES do
      local trial = random_root.new(seed)
      local options = wrap.replace(trial.options, {})
      options.cutoffs, options.count, options.probes = 2, 2000, 10
      local state = trial.new_state()
      local told = explain(state, trial.depth, options)
      assert(trial.is_same(state), trial.describe())
      check_moves(trial, told)
      for i = 2, #told.moves do
        if told.moves[i].loss == 0 then ties = ties + 1 else worse = worse + 1 end
      end
      assert.is_string(tostring(told))
    end
    assert.is_true(ties > GAMES / 4 and worse > GAMES / 4)
  end)

  it("are named as ties only where they are", function()
    local told = explain_tree({ { 5, 5 }, { 5, 9 }, { 4, 5 } }, 2)
    tells(told, "Another move is exactly as good: #2.\nNext comes #3, worth 4: it gives up 1.")
    told = explain_tree({ { 5, 5 }, { 5, 9 }, { 5 } }, 2)
    tells(told, "Every other move is exactly as good: #2 and #3.")
    -- The 5 bounds the second child to 5 without being its value.
    told = explain_tree({ { 5, 5 }, { 5, 4 } }, 2)
    tells(told, "Next comes #2, worth 4: it gives up 1.")
  end)

  it("may be a single one", function()
    local told = explain_tree({ { 3, 5 } }, 2)
    tells(told, "The only move is #1: worth 3.")
    tells_not(told, "Next")
  end)

  it("are told of in groups that are worth the same", function()
    tells(explain_tree({ { 9 }, { 5 }, { 5 }, { 3 }, { 2 }, { 2 } }, 2),
      "Next come #2 and #3, worth 5: they give up 4.\nThen #4 (worth 3), #5 and #6 (worth 2).")
  end)

  it("have exact values as far as they are wanted", function()
    local told = explain_tree({ { 9, 9 }, { 5, 5 }, { 4, 3 }, { 3, 4 } }, 2, { multipv = 2 })
    assert.same({ "exact", "exact", "upper", "upper" },
      { told.moves[1].bound, told.moves[2].bound, told.moves[3].bound, told.moves[4].bound })
    tells(told, "Next comes #2, worth 5: it gives up 4.\nThen #3 (at most 4), #4 (at most 3).")
    assert.equal("exact", explain_tree({ { 9, 9 }, { 5, 5 } }, 2, { multipv = 1 }).moves[2].bound)
  end)

  it("win and lose in so many plies", function()
    local function line(state, depth) return explain(state, depth, { game = tictactoe, win = tictactoe.WIN }) end
    local told = line(after(1, 2), 9)
    tells(told, "The best move is 4: a win in 5 plies. That is certain")
    tells(told, "Others are exactly as good: 5 and 7.\nNext come 3, 6, 8 and 9, worth 0: they give up the win.")
    tells(line(after(5, 2, 1), 9), "Next come 3, 4, 6, 7 and 8, a loss in 2 plies: they lose 2 plies sooner.")
    tells(line(after(1, 4, 2, 5), 9), "The best move is 3: a win in 1 ply.")
    tells(line(after(1), 9), "Next come 2, 3, 4, 6, 7, 8 and 9, a loss in 6 plies: they lose.")
  end)

  it("give up everything where a value is infinite", function()
    tells(explain_tree({ { math.huge }, { 5 } }, 2), "The best move is #1: worth infinity.")
    tells(explain_tree({ { math.huge }, { 5 } }, 2), "it gives up everything.")
  end)

  it("are the same whoever the values are good for", function()
    local mover = {
      children = textbook.children, evaluate = function(node) return node.value and -node.value or 0 end,
    }
    assert.equal(tostring(explain_tree(FIRST, 3)), tostring(explain_tree(FIRST, 3, { game = mover, view = "mover" })))
  end)

  it("are told with every algorithm", function()
    for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf", "minimax" }) do
      for _, deepening in ipairs({ false, true }) do
        local told = explain_tree(FOURTH, 4, { algorithm = algorithm, deepening = deepening })
        tells(told, "The best move is #2: worth 6.")
        tells(told, "Next comes #3, worth 5: it gives up 1.\nThen #1 (worth 3).")
        assert.equal(4, #told.line)
      end
    end
  end)
end)

describe("The expected line", function()
  it("tells who moves, and how it ends", function()
    tells(explain(after(1, 2), 9, { game = tictactoe, win = tictactoe.WIN }),
      "Expected: 4, reply 7, 5, reply 3, 6. That ends the game.")
    local boxes = dots.new(2, 1)
    for _, side in ipairs({ 1, 2, 3, 4, 7 }) do dots.make(boxes, side) end
    tells(explain(boxes, 7, { game = dots }), "Expected: 6, 5. That ends the game.")
    tells(explain(coins.new({ 8, 2, 4, 7, 3, 6, 5, 8 }), 4, { game = coins.paranoid }), " by player 2, reply ")
    local state = pig.new(100)
    state[1], state[2], state.total = 30, 30, 25
    tells(explain(state, 3, { game = pig }), "Expected: hold, reply roll. Then luck moves.")
    local puzzle = sliding.new(3, 2, { 4, 1, 2, 5, 0, 3 })
    tells(explain(puzzle, 5, { game = sliding, win = sliding.WIN, cutoffs = 0 }), "Expected: 5, ")
    tells_not(explain(puzzle, 5, { game = sliding, win = sliding.WIN, cutoffs = 0 }), "reply")
  end)

  it("has the names that the game's maker gives", function()
    local told = explain_tree(FIRST, 3, { label = function(node, move)
      assert.equal(node, move)
      return node and node.value and "leaf " .. node.value or "inner"
    end })
    assert.equal("inner inner leaf 5", labels(told.line))
    told = explain(after(1, 2), 2, { game = tictactoe, label = function(state, move)
      return ("%s%d"):format(tictactoe.MARKS[3 - state.turn], move)
    end })
    assert.equal("X3 O4", labels(told.line))
    assert.same({ true, false }, { told.line[1].is_mine, told.line[2].is_mine })
    assert.same({ 1, 2 }, { told.line[1].player, told.line[2].player })
    assert.equal("#1", explain_tree(FIRST, 3, { label = function() error("no name") end }).line[1].label)
    local numbers = { children = function(n) return n < 9 and { n + 1, n + 2 } or nil end, evaluate = function(n) return n end }
    assert.equal("#2 #1 #2", labels(explain(0, 3, { game = numbers }).line))
  end)

  it("finds moves that are tables by what they hold", function()
    local game = {
      moves = function(n) return n < 3 and { { add = 2 }, { add = 1, because = { 1 } } } or nil end,
      play = function(n, move) return n + move.add end,
      evaluate = function(n) return -n end,
    }
    local told = explain(0, 3, { game = game })
    assert.equal("#2 #1 #2", labels({ told.line[1], told.line[2], told.moves[1] }))
    assert.same({ 2, 1 }, { told.moves[1].index, told.moves[2].index })
  end)

  it("takes moves at their word that nobody can find again", function()
    local game = {
      moves = function(n) return n < 3 and { function() return 1 end, function() return 2 end } or nil end,
      play = function(n, move) return n + move() end,
      evaluate = function(n) return n end,
    }
    local told = explain(0, 3, { game = game })
    assert.equal("?", told.line[1].label)
    assert.equal(2, #told.moves)
  end)
end)

describe("An explanation", function()
  it("of the first textbook tree is a text for people", function()
    assert.equal([[
The best move is #1: worth 5. It is seen to a depth of 3 plies.
Expected: #1, reply #1, #2.
Next comes #2, worth 0: it gives up 5.
The search looked at 11 positions, and cut off 2 times.
Minimax would look at 15 positions (counted).
Effective branching factor: 1.74, that of minimax: 2.00.
The biggest cut-offs:
1. After #2 [5, inf]: the reply #1 holds this line down to 2 at most, and 5 is sure elsewhere. So 1 move was left out: ]]
.. [[3 positions spared (counted).
2. After #1, reply #2 [-inf, 5]: #1 brings 6 at least, but elsewhere the opponent can hold it down to 5. So 1 move was ]]
.. [[left out: 1 position spared (counted).]], tostring(explain_tree(FIRST, 3)))
  end)

  for kind, example in pairs({
    over = { textbook.new(7), 3, textbook, "Nothing to decide: the game is over, and worth 7." },
    luck = { pig.new(4, 2), 2, { pig, "make", "roll" }, "Nothing to decide: luck moves. On average the position is worth " },
    unsearched = { tictactoe.new(), 0, tictactoe, "Nothing was searched: as it stands, the position is worth 0." },
  }) do
    it("says so where there is nothing to decide: " .. kind, function()
      local state, depth, game = example[1], example[2], example[3]
      if game[2] then
        game[1][game[2]](state, game[3])
        game = game[1]
      end
      local told = explain(state, depth, { game = game })
      assert.equal(kind, told.kind)
      assert.is_nil(told.best)
      assert.same({ 0, 0 }, { #told.moves, #told.line })
      tells(told, example[4])
    end)
  end

  it("explains the search that was asked for", function()
    local options = { game = tictactoe.hashed, win = tictactoe.WIN, deepening = true }
    local _, value, info = alphabeta.search(after(1), 7, options)
    local told = explain(after(1), 7, options)
    assert.same({ value, info.nodes, info.cutoffs, info.table_hits, info.reason },
      { told.value, told.info.nodes, told.info.cutoffs, told.info.table_hits, told.info.reason })
    assert.is_true(told.nodes < info.nodes)
    tells(told, (" positions, %d of them at the last depth, and cut off "):format(told.nodes))
    tells(told, "; its table knew ")
  end)

  it("goes to the depth that a limit allows", function()
    local told = explain(tictactoe.new(), { nodes = 300 }, { game = tictactoe, cutoffs = 1 })
    local _, value, info = alphabeta.search(tictactoe.new(), { nodes = 300 }, { game = tictactoe })
    assert.same({ info.depth, info.nodes, value }, { told.depth, told.info.nodes, told.value })
    assert.equal("nodes", told.info.reason)
    assert.equal(9, #told.moves)
    local nodes = oracle.minimax(tictactoe, tictactoe.new(), info.depth).nodes
    assert.equal(nodes, told.minimax.nodes)
    assert.equal(info.depth, told.longest)
    told = explain(after(1, 2), nil, { game = tictactoe, time = 1000, win = 10, nodes = 5000 })
    assert.equal("solved", told.info.reason)
  end)

  it("has a branching factor that makes a tree of that size", function()
    for _, told in ipairs({ explain_tree(FIRST, 3), explain_tree(FOURTH, 4), explain(after(1, 2), 5, { game = tictactoe }) }) do
      for _, row in ipairs({
        { told.branching, told.nodes, told.longest },
        { told.minimax_branching, told.minimax.nodes, told.minimax.longest },
      }) do
        local sum = 0
        for i = 0, row[3] do sum = sum + row[1] ^ i end
        assert.is_true(math.abs(sum - row[2]) < 1e-6 * row[2])
      end
    end
    -- A win in one ends the search, but not minimax, whether it is counted or estimated.
    for _, count in ipairs({ 1000, 10 }) do
      local told = explain(after(1, 4, 2, 5), 9, { game = tictactoe, win = tictactoe.WIN, count = count })
      assert.same({ 1, 5 }, { told.longest, told.minimax.longest })
    end
    -- Luck's moves do not count.
    assert.equal(2, explain(pig.new(), 2, { game = pig }).minimax.longest)
    assert.equal(2, explain(pig.new(), 2, { game = pig, count = 3 }).minimax.longest)
  end)

  it("tells everybody's share where there are many", function()
    local told = explain(coins.new({ 8, 2, 4, 7, 3, 6, 5, 8 }), 8, { game = coins, algorithm = "maxn" })
    tells(told, "The best move is -2: worth 72 to player 1, 30 to player 2 and 27 to player 3.")
    tells(told, "Next come 1 and 2, worth 57: they give up 15.\nThen -1 (worth 51).")
    assert.equal(15, told.moves[2].loss)
  end)

  it("is of a state that knows its own rules, and of one whose moves come one by one", function()
    local told = explain(setmetatable(after(1, 2), { __index = tictactoe }), 4)
    assert.equal(4, told.depth)
    local lazy = setmetatable({ moves = function(state)
      return coroutine.wrap(function()
        for _, cell in ipairs(tictactoe.moves(state)) do coroutine.yield(cell) end
      end)
    end }, { __index = tictactoe })
    local expected = explain(after(1, 2), 5, { game = tictactoe })
    told = explain(after(1, 2), 5, { game = lazy, cutoffs = EVERY })
    assert.equal(expected.minimax.nodes, told.minimax.nodes)
    local sum = told.info.nodes
    for _, cutoff in ipairs(told.cutoffs) do sum = sum + cutoff.spared.nodes end
    assert.equal(told.minimax.nodes, sum)
  end)

  it("never fails where the search does not", function()
    for seed = 1, math.ceil(GAMES / 8) do
      local trial = random_search.new(seed)
      local options = wrap.replace(trial.options, { game = trial.game, count = 500, probes = 5 })
      options.alpha, options.beta, options.null_move, options.reductions = nil, nil, nil, nil
      local state = trial.new_state()
      local told = explain(state, trial.limits, options)
      assert(trial.is_same(state), trial.describe())
      assert.is_string(tostring(told))
    end
  end)

  it("leaves the state as it was wherever a function of the game fails", function()
    local traits = { player = true, is_over = true, order = true }
    for _, style in ipairs(tree.STYLES) do
      local state = tree.state(style, random_tree.new(rng.new(5), { plies = 3, width = 3, first = 1 }))
      local before = deep.copy(state)
      local calls, failing
      local game = wrap.around(tree.game(style, traits), function(_, callback, ...)
        calls = calls + 1
        if calls == failing then error("not this one", 0) end
        return callback(...)
      end)
      local function run(call)
        calls, failing = 0, call
        return explain(state, 3, { game = game, count = 8, probes = 2 })
      end
      run()
      local all = calls
      assert.is_true(all > 100)
      for call = 1, all, math.max(1, math.floor(all / 60)) do
        assert.matches("^not this one", failure(run, call))
        assert.is_true(deep.equal(before, state))
      end
    end
  end)
end)

describe("What is asked wrongly", function()
  local function message(depth, options) return message_of(explain, after(1, 2), depth, options) end

  for name, row in pairs({
    ["a window"] = { 3, { alpha = 1 }, "option 'alpha' makes no sense here: a window leaves values unknown" },
    ["the other end of a window"] = { 3, { beta = 1 }, "option 'beta' makes no sense here: a window leaves values unknown" },
    ["a level"] = { 3, { level = 3 }, "option 'level' makes no sense here: a level need not play the best move" },
    ["a level as a limit"] = { { depth = 3, level = 3 }, {}, "limit 'level' makes no sense here: a level need not play the "
      .. "best move" },
    ["a null move"] = { 3, { null_move = 2 }, "option 'null_move' makes no sense here: what was only guessed cannot be "
      .. "explained" },
    ["reductions"] = { 3, { reductions = true }, "option 'reductions' makes no sense here: what was only guessed cannot be "
      .. "explained" },
    ["slices"] = { 3, { slice = 1 }, "option 'slice' makes no sense here: it works in one piece" },
    ["a trace"] = { 3, { trace = print }, "option 'trace' makes no sense here: it listens to the search itself" },
    ["no limit for probes"] = { 3, { probes = math.huge }, "option 'probes': expected an integer from 2 on, got inf" },
    ["one probe"] = { 3, { probes = 1 }, "option 'probes': expected an integer from 2 on, got 1" },
    ["half a count"] = { 3, { count = 0.5 }, "option 'count': expected an integer from 1 on, or math.huge, got 0.5" },
    ["cut-offs in words"] = { 3, { cutoffs = "all" }, "option 'cutoffs': expected an integer from 0 on, or math.huge, got "
      .. "'all'" },
    ["a label that is none"] = { 3, { label = "x" }, "option 'label': expected a function, got 'x'" },
    ["options that are none"] = { 3, 3, "argument 'options': expected a table, got 3" },
    ["a depth that is none"] = { "3", {}, "argument 'depth': expected a depth or a table of limits, got '3'" },
    ["a limit that is none"] = { { dept = 3 }, {}, "unknown limit 'dept' (valid: avoid, depth, level, nodes, past, "
      .. "searchmoves, time)" },
    ["a view that is none"] = { 3, { view = "min" }, "option 'view': expected 'max' or 'mover', got 'min'" },
    ["no depth"] = { nil, {}, "a limit is missing: give a depth, a time or a number of nodes" },
  }) do
    it("is an error in the caller's line that says what came: " .. name, function()
      local options = row[2]
      if type(options) == "table" then options.game = tictactoe end
      assert.equal("alphabeta.explain: " .. row[3], message(row[1], options))
    end)
  end

  it("may be an option that is off", function()
    assert.is_truthy(explain(after(1, 2), 3, { game = tictactoe, null_move = 0, reductions = false }))
  end)

  it("is an unknown option, and those that are known are those of the search and its own", function()
    local valid = message(3, { game = tictactoe, dept = 3 }):match("unknown option 'dept' %(valid: (.-)%)")
    local _, of_search = pcall(alphabeta.search, after(), 3, { dept = 3 })
    local known = {}
    for name in of_search:match("%(valid: (.-)%)"):gmatch("[%w_]+") do known[name] = true end
    for _, name in ipairs({ "alpha", "beta", "level", "null_move", "reductions", "slice", "trace" }) do known[name] = nil end
    for _, name in ipairs({ "count", "cutoffs", "label", "probes" }) do known[name] = true end
    local list = {}
    for name in pairs(known) do list[#list + 1] = name end
    table.sort(list)
    assert.equal(table.concat(list, ", "), valid)
  end)

  it("is told of the game's own functions by their names", function()
    local broken = setmetatable({ evaluate = function() return "good" end }, { __index = tictactoe })
    local err = failure(explain, after(1, 2), 3, { game = broken })
    assert.matches("alphabeta: callback 'evaluate' at ply 3: expected a number, got string", err, 1, true)
    local thrown = {}
    broken.evaluate = function() error(thrown) end
    assert.equal(thrown, failure(explain, after(1, 2), 3, { game = broken }))
  end)
end)

describe("The reference and the types", function()
  local function read(path)
    local file = assert(io.open(path, "rb"))
    local text = file:read("*a"):gsub("\r\n", "\n")
    file:close()
    return text
  end

  -- Fields that a part of some explanation has.
  local seen = {}
  local function note(class, part)
    seen[class] = seen[class] or {}
    for name in pairs(part or {}) do seen[class][name] = true end
  end

  local function note_all(told)
    note("Explanation", told)
    note("Count", told.minimax)
    for _, move in ipairs(told.moves) do note("ExplainedMove", move) end
    for _, cutoff in ipairs(told.cutoffs) do
      note("Cutoff", cutoff)
      for _, step in ipairs(cutoff.line) do note("Step", step) end
    end
  end

  local state = dice.new()
  for _, move in ipairs({ -2, 6, -3, 11, -1 }) do dice.make(state, move) end
  note_all(explain(state, 3, { game = dice, value_min = -20, value_max = 20, cutoffs = EVERY, win = 20 }))
  note_all(explain(after(1, 2), 9, { game = tictactoe, win = tictactoe.WIN, count = 10 }))

  local function sorted(set)
    local names = {}
    for name in pairs(set) do names[#names + 1] = name end
    table.sort(names)
    return names
  end

  local TABLES = {
    Explanation = "explanation", Step = "step", ExplainedMove = "explained_move", Cutoff = "cutoff", Count = "count",
  }

  for class, name in pairs(TABLES) do
    it("have every field of a " .. name, function()
      local typed, documented = {}, {}
      local block = read("types/alphabeta.lua"):match("%-%-%-@class alphabeta%." .. class .. "\n(.-)\n[^-]")
      for field in block:gmatch("%-%-%-@field ([%w_]+)") do typed[field] = true end
      local comment
      for text in (read("lua/alphabeta/explain.lua") .. "\n"):gsub("\n\n", "\n\n\n"):gmatch("\n%-%-%- (.-)\n\n") do
        if (text .. "\n"):find("-- @table " .. name .. "\n", 1, true) then comment = text end
      end
      for line in comment:gmatch("[^\n]+") do
        local field = line:match("^%-%- @field ([%w_]+)") or line:match("^%-%- @tfield%S* %S+ ([%w_]+)")
        if field then documented[field] = true end
      end
      assert.same(sorted(seen[class]), sorted(typed))
      assert.same(sorted(seen[class]), sorted(documented))
    end)
  end

  it("have every option of its own", function()
    for _, name in ipairs({ "count", "cutoffs", "label", "probes" }) do
      assert.matches("@tfield%S* %S+ " .. name, read("lua/alphabeta/explain.lua"))
      assert.matches("@class alphabeta.ExplainOptions.-@field " .. name .. "%?", read("types/alphabeta.lua"))
    end
  end)
end)
