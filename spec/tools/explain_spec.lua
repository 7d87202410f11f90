-- Explanations of moves are true: every move is worth what plain minimax says, whatever limits and options the search
-- has, and its line is worth that, too; every cut-off left out what it says; and the cut-offs of textbook trees are
-- those that are known by hand.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local dice = require "games.dice"
local effort = require "spec.support.effort"
local explained = require "spec.support.explained"
local oracle = require "spec.support.oracle"
local random_trial = require "spec.support.trial"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"
local trace = require "alphabeta.explain.trace"
local wrap = require "spec.support.wrap"

local explain, explain_tree, after = alphabeta.explain, explained.tree, explained.after
local sketches, tells = explained.sketches, explained.tells
local FOURTH = explained.FOURTH

local GAMES, ANY = effort.seeds(30, 700), effort.seeds(20, 60)
local WIN = 100
local EVERY = math.huge

describe("The cut-offs of a textbook tree", function()
  for name, known in pairs {
    -- The 6 is more than the 5 that Min has in hand: the 9 goes. {1, 2} is less than the 5 that Max has: {0, -1} goes.
    first = {explained.FIRST, 3, "#2 [5 inf] #1=2 bound 1", "#1 #2 [-inf 5] #1=6 bound 1"},
    -- The 24 is more than 13: the -5 goes. Nothing is cut off on the right.
    second = {explained.SECOND, 3, "#1 #2 [-inf 13] #1=24 bound 1"},
    third = {explained.THIRD, 3, "#2 [3 inf] #1=1 bound 1", "#1 #2 [-inf 3] #1=5 bound 1"},
    -- {5} holds the third child to 5, below 6: {{9, 8}, {6}} goes. The 4 in {7, 4, 5} is below the 5, and the 6 in
    -- {6, 9} is no better than the 6 in hand: a leaf each.
    fourth = {FOURTH, 4, "#3 [6 inf] #1=5 bound 1", "#2 #1 #2 [6 inf] #1=6 bound 1", "#1 #1 #2 [5 inf] #2=4 bound 1"},
  } do
    it("are those that are known by hand, the nearest to the start first: the " .. name, function()
      local told = explain_tree(known[1], known[2], {cutoffs = EVERY})
      assert.same({(table.unpack or unpack)(known, 3)}, sketches(told))
      assert.same(sketches(told),
        sketches(explain_tree(known[1], known[2], {cutoffs = EVERY, deepening = true, table = 0})))
    end)
  end

  it("have their mirror image if the player at the root wants little", function()
    local told = explain_tree({{{-3, -5}, {-6, -9}}, {{-1, -2}, {0, 1}}}, 3, {maximize = false})
    assert.same({"#2 [-inf -5] #1=-2 bound 1", "#1 #2 [-5 inf] #1=-6 bound 1"}, sketches(told))
    tells(told, "the reply #1 pushes this line up to -2 or more, and -5 is certain elsewhere.")
    tells(told, "#1 brings the value down to -6 or less, but elsewhere the opponent can push it up to -5.")
  end)

  it("are the greatest, if not all can be kept", function()
    local all = explain_tree(FOURTH, 4, {cutoffs = EVERY}).cutoffs
    for most = 1, 4 do
      local record = trace.new(most)
      alphabeta.search(textbook.new(FOURTH), 4, {game = explained.GAME, trace = record.listen})
      local kept = record:result(4).cutoffs
      assert.equal(most == 1 and 1 or 3, #kept)
      assert.same({all[1].by.index, 3}, {kept[1].node.last, kept[1].depth})
    end
  end)
end)

describe("The reason of a cut-off", function()
  local function dice_at_a_throw()
    local state = dice.new()
    for _, move in ipairs {-2, 6, -3, 11, -1} do dice.make(state, move) end
    return explain(state, 3, {game = dice, value_min = -20, value_max = 20, cutoffs = EVERY})
  end

  -- MTD(f) goes up by eight null windows; the last search knows that 8 can be had, and tries what is more.
  local rising = {}
  for i = 1, 8 do rising[i] = {i, i + 1} end

  for name, row in pairs {
    ["answers the question of a null window"] = {
      "null_window", function() return explain_tree({{3, 4}, {7, 8}, {1, 9}}, 2, {algorithm = "pvs"}) end,
      "After #3: the null window only asked whether this line brings more than 7, and the reply #1 holds this line "
        .. "down to 1 or less.\n   So 1 move was left out.",
    },
    ["may be the window that was tried"] = {
      "window", function() return explain_tree(rising, 2, {algorithm = "mtdf", deepening = false, cutoffs = EVERY}) end,
      "the reply #1 holds this line down to 1 or less, which is outside of the window that was tried.",
    },
    ["is the best that is possible"] = {
      "extreme", function() return explain_tree({{3, 5}, {2, 9}, {1, 1}}, 2, {value_max = 3, value_min = -9}) end,
      "#1 brings 3 or more, and nothing better is possible there.\n   So 2 moves were left out.",
    },
    ["is a win in one"] = {
      "extreme", function() return explain_tree({{{WIN}, {WIN, 4, 5}, {1}}}, 3, {win = WIN}) end,
      "and nothing better is possible there.",
    },
    ["is a chance node whose other outcomes no longer matter"] = {
      "chance", dice_at_a_throw,
      "After 4 [8.375, inf]: it is a chance node, and after 3 outcomes the others can no longer matter.\n"
        .. "   So 1 outcome was left out.",
    },
    -- The window below a chance node comes from a bound of the mean; the windows further down are sure again.
    ["is the mean of outcomes that no longer matters"] = {
      "mean", dice_at_a_throw,
      ", outcome -4 [-inf, -4]: 14 brings 5 or more, and with that the mean of the outcomes no longer matters.",
    },
    ["is shallow among many players"] = {
      "shallow", function()
        local state = coins.new({6, 9, 6, 4, 7, 7, 2, 1}, 3, 3)
        return explain(state, 5, {game = coins, algorithm = "maxn", value_sum = 3 * state.total, value_min = 0})
      end, "brings so much there that the player before will not let it come to that",
    },
  } do
    it(name, function()
      local told = row[2]()
      tells(told, row[3])
      local reasons = {}
      for _, cutoff in ipairs(told.cutoffs) do
        reasons[cutoff.reason] = true
        local has_value = cutoff.reason ~= "chance" and cutoff.reason ~= "shallow"
        assert.equal(has_value, cutoff.value ~= nil)
        assert.equal(cutoff.reason == "shallow", cutoff.alpha == nil)
        assert.equal(cutoff.reason == "chance" or nil, cutoff.by.is_chance)
      end
      assert.is_true(reasons[row[1]])
    end)
  end

  it("is forgotten when its node is searched again, and nothing is left out any more", function()
    -- The second child is first asked whether it is better than 3, and 9 says yes; then what it is worth.
    local told = explain_tree({{{3}}, {{9, 8}, {7, 6}}}, 3, {algorithm = "pvs", cutoffs = EVERY})
    assert.equal(7, told.value)
    assert.same({}, told.cutoffs)
  end)
end)

-- The number of successors that the node at the end of a line has.
local function count_successors(game, state, line, ply)
  local step = line[ply]
  if step then
    return oracle.with(game, state, step.move, function(child) return count_successors(game, child, line, ply + 1) end)
  end
  local list, chances = oracle.successors(game, state, true)
  return #(list or chances)
end

-- Compares the cut-offs with the game: the node at the end of the line has as many successors as were tried and left
-- out. In quiescence `noisy` has listed them.
local function check_cutoffs(trial, told)
  local last = EVERY
  for _, cutoff in ipairs(told.cutoffs) do
    local all = cutoff.tried + cutoff.left_out
    if cutoff.depth > 0 then
      local count = count_successors(trial.plain, trial:state(), cutoff.line, 1)
      trial:check(count == all, "%d successors, not %d", count, all)
    end
    trial:check(cutoff.left_out > 0 and cutoff.depth <= last, "the nearest to the start first")
    trial:check(cutoff.ply == #cutoff.line, "%d moves in the line, not %d", #cutoff.line, cutoff.ply)
    last = cutoff.depth
  end
end

-- Compares the moves at the root with minimax, and their lines, unless outcomes are in between.
local function check_moves(trial, told, truth)
  local is_exhaustive = not (trial.options.win or trial.options.value_max)
  trial:check(told.kind ~= "move" or told.choices == #trial:moves(), "%d moves, not %d", #trial:moves(), told.choices)
  trial:check(#told.moves == 0 or told.moves[1].move == told.best, "the best move first")
  trial:check(not is_exhaustive or told.kind ~= "move" or #told.moves == told.choices, "every move")
  for i, move in ipairs(told.moves) do
    local value = truth.values[move.move]
    trial:check(trial:moves()[move.index] == move.move, "the index of move %d", i)
    if move.bound == "exact" then
      local loss, line = value == truth.value and 0 or math.abs(value - truth.value), {}
      for ply, step in ipairs(move.line) do line[ply] = step.move end
      trial:check(move.value == value, "%s, not %s", tostring(value), tostring(move.value))
      trial:check(move.loss == loss, "a loss of %s, not %s", tostring(loss), tostring(move.loss))
      local is_decided = not trial.game.chances
      trial:check(not is_decided or trial:truth(told.depth, line).value == value, "a line that is worth it")
    else
      trial:check(not is_exhaustive and value ~= nil and move.loss == nil, "an exact value")
    end
  end
end

describe("An explanation of a random game", function()
  it("says what minimax says, with every technique, chance nodes and many players", function()
    local ties, worse, cutoffs = 0, 0, 0
    for seed = GAMES.first, GAMES.last do
      local trial = seed % 3 > 0 and random_trial.wide(seed) or random_trial.new(seed, {
        chance = {0.15, 0.3, 0.5}, players = {1, 2, 2, 2, 3, 4}, omit = "repetition pass reductions",
      })
      local state, options = trial:state(), wrap.replace(trial.options, {game = trial.game, cutoffs = 5})
      local told = explain(state, trial.depth, options)
      assert(trial:is_same(state), trial:describe())
      trial:note(told.info)
      local truth = trial:truth(told.depth)
      trial:check(told.value == truth.value, "value %s, not %s", tostring(truth.value), tostring(told.value))
      local kind = truth.chance and "chance" or truth.best == nil and told.kind or "move"
      trial:check(told.kind == kind, "the kind %s, not %s", kind, told.kind)
      check_moves(trial, told, truth)
      check_cutoffs(trial, told)
      for i = 2, #told.moves do
        if told.moves[i].loss == 0 then ties = ties + 1 else worse = worse + 1 end
      end
      cutoffs = cutoffs + #told.cutoffs
      assert.is_string(tostring(told))
    end
    assert.is_true(ties > 0 and worse > 0 and cutoffs > 0)
  end)

  it("never fails if the search does not, and leaves the state as it was when a function of the game fails", function()
    local failures = 0
    for seed = ANY.first, ANY.last do
      local trial = random_trial.any(seed)
      local calls, failing = 0, nil
      local game = wrap.around(trial.game, function(_, callback, ...)
        calls = calls + 1
        if calls == failing then error("not this one", 0) end
        return callback(...)
      end)
      local options = wrap.replace(trial.options, {game = game})
      options.alpha, options.beta, options.null_move, options.reductions = nil, nil, nil, nil
      random_trial.fit(options, game)
      local state = trial:state()
      assert.is_string(tostring(explain(state, trial.limits, options)))
      assert(trial:is_same(state), trial:describe())
      local all = calls
      for _ = 1, math.min(all, 4) do
        calls, failing = 0, trial.random:int(1, all)
        local ok, message = pcall(explain, state, trial.limits, options)
        failures = failures + (ok and 0 or 1) -- another choice among moves that are worth the same may call less
        trial:check(ok or message:find "^not this one", "%s", tostring(message))
        assert(trial:is_same(state), trial:describe())
      end
    end
    assert.is_true(failures > ANY.last - ANY.first)
  end)

  it("values positions that repeat, and says so, with keys of the game or by content", function()
    local ring = {
      moves = function() return {1, 2} end, play = function(n, step) return (n + step) % 4 end,
      evaluate = function(n) return n end, player = function() return 1 end,
    }
    local keyed = wrap.replace(ring, {hash = function(n) return n end})
    for _, past in ipairs {{}, {2}} do
      local keys = past[1] and {oracle.past(keyed, past[1])} or nil
      local truth = oracle.minimax(keyed, 0, 6, {repetition = 0.5, past = keys})
      local told = explain(0, {depth = 6, past = past}, {game = keyed, repetition = 0.5})
      assert.equal(truth.value, told.value)
      for _, move in ipairs(told.moves) do assert.equal(truth.values[move.move], move.value) end
      local made = explain(0, {depth = 6, past = past}, {game = ring, repetition = 0.5, hash = "auto"})
      assert.equal(tostring(told):gsub("; its table.-position.?", ""), (tostring(made)))
    end
    tells(explain(0, {depth = 6, past = {2}}, {game = keyed, repetition = 3}), " That repeats a position.")
  end)
end)

describe("An explanation of a limited search", function()
  it("is of the iteration that was completed, and right about all moves", function()
    for _, nodes in ipairs {50, 300, 850} do
      local total, depths = {}, 0
      local options = {game = tictactoe.hashed, algorithm = "mtdf", on_iteration = function(info)
        total[info.depth], depths = info.nodes, depths + 1
      end}
      local _, value, info = alphabeta.search(after(1), {nodes = nodes}, options)
      local told = explain(after(1), {nodes = nodes}, options)
      assert.equal(2 * told.depth, depths) -- it is called for the search of the explanation, and for no other
      assert.same({value, info.depth, info.nodes, info.cutoffs, info.table_hits, info.reason}, {told.value, told.depth,
        told.info.nodes, told.info.cutoffs, told.info.table_hits, told.info.reason})
      assert.equal(total[told.depth] - (total[told.depth - 1] or 0), told.nodes) -- re-searches included
      assert.equal(info.depth, told.longest)
      tells(told, (" positions, %d of them at the last depth, and cut off "):format(told.nodes))
      local truth = oracle.minimax(tictactoe, after(1), told.depth)
      assert.equal(8, #told.moves)
      for _, move in ipairs(told.moves) do
        assert.same({"exact", truth.values[move.move]}, {move.bound, move.value})
      end
    end
    local told = explain(after(1, 2), nil, {game = tictactoe, time = 1000, win = 10, nodes = 5000})
    assert.equal("solved", told.info.reason)
  end)

  -- Cause: a walk along a line believed the number that `moves` returned, and looked for moves without end.
  it("reports a wrong number that `moves` returns once the search is over", function()
    local is_wrong = false
    local nim = {
      moves = function(heap, list)
        for take = 1, heap do list[take] = take end
        return is_wrong and EVERY or heap
      end,
      play = function(heap, take) return heap - take end,
      evaluate = function(heap) return heap end,
    }
    local ok, message = pcall(explain, 4, 3, {game = nim, label = function(_, take)
      is_wrong = true
      return take
    end})
    assert.is_false(ok)
    assert.truthy(message:find("callback 'moves' at ply 0: expected an array, an iterator, a count", 1, true))
  end)

  it("is about the moves that `only` and `avoid` leave", function()
    local root = textbook.new(FOURTH)
    local told = explain(root, 4, {game = explained.GAME, avoid = {root[2]}})
    assert.same({2, 2}, {told.choices, #told.moves})
    tells(told, "Of the moves that were allowed, the best move is #3: worth 5.")
    told = explain(root, {depth = 4, only = {root[1]}}, {game = explained.GAME})
    tells(told, "Of the moves that were allowed, the only move is #1: worth 3.")
    assert.same({1, 1}, {told.choices, #told.moves})
  end)

  -- Cause: a cut-off at the start counted all moves, those that the search was not allowed to try, too.
  it("counts no moves as left out by a cut-off that `only` and `avoid` forbid", function()
    local nim = {
      moves = function(heap) return heap > 2 and {1, 2, 3} or heap == 2 and {1, 2} or {1} end,
      play = function(heap, take) return heap - take end,
      is_over = function(heap) return heap == 0 end,
      evaluate = function(heap) return heap == 0 and -1 or 0 end,
    }
    local limits = {depth = 5, avoid = {3}}
    for _, expected in ipairs {1, 2} do
      local told = explain(5, limits, {game = nim, view = "mover", value_min = -1, value_max = 1})
      assert.same({0, 1, expected}, {told.cutoffs[1].ply, told.cutoffs[1].tried, told.cutoffs[1].left_out})
      limits = 5
    end
  end)

  it("begins with the move that was chosen at random among equal ones", function()
    local drawn = {}
    for seed = 1, 10 do
      local root = textbook.new({{4}, {5}, {5}, {5}})
      local told = explain(root, 2, {game = explained.GAME, ties = "random", seed = seed})
      local moves = told.moves
      assert.equal(told.best, moves[1].move)
      assert.same({0, 0, 0, 1}, {moves[1].loss, moves[2].loss, moves[3].loss, moves[4].loss})
      drawn[moves[1].label] = true
    end
    assert.same({["#2"] = true, ["#3"] = true, ["#4"] = true}, drawn)
  end)

  it("has exact values for `multipv` moves, two at least", function()
    local told = explain_tree({{9, 9}, {5, 5}, {4, 3}, {3, 4}}, 2, {multipv = 2})
    assert.same({"exact", "exact", "upper", "upper"},
      {told.moves[1].bound, told.moves[2].bound, told.moves[3].bound, told.moves[4].bound})
    tells(told, "Next comes #2, worth 5: it gives up 4.\nThen #3 (at most 4), #4 (at most 3).")
    assert.equal("exact", explain_tree({{9, 9}, {5, 5}}, 2, {multipv = 1}).moves[2].bound)
  end)
end)
