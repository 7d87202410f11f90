-- Explanations of moves, as people read them: whom they speak of and how, in every kind of game and of search; what is
-- asked wrongly; and what the reference says of them.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local coins = require "games.coins"
local deep = require "spec.support.deep"
local dots = require "games.dots_and_boxes"
local explained = require "spec.support.explained"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local oracle = require "spec.support.oracle"
local pig = require "games.pig"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local sliding = require "games.sliding"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"
local CAN_YIELD = require "spec.support.can_yield"

local explain = alphabeta.explain
local FIRST = explained.FIRST
local FOURTH = explained.FOURTH
local explain_tree = explained.tree
local after = explained.after
local labels = explained.labels
local tells = explained.tells

local SEARCHES = effort.seeds(20, 60)
local EVERY = math.huge

describe("The expected line", function()
  it("says who moves, and how it ends", function()
    tells(explain(after(1, 2), 9, { game = tictactoe, win = tictactoe.WIN }),
      "Expected: 4, reply 7, 5, reply 3, 6. That ends the game.")
    local boxes = dots.new(2, 1)
    for _, side in ipairs({ 1, 2, 3, 4, 7 }) do dots.make(boxes, side) end
    tells(explain(boxes, 7, { game = dots }), "Expected: 6, 5. That ends the game.")
    tells(explain(coins.new({ 8, 2, 4, 7, 3, 6, 5, 8 }), 4, { game = coins.paranoid }), " by player 2, reply ")
    local state = pig.new(100)
    state[1], state[2], state.total = 30, 30, 25
    tells(explain(state, 3, { game = pig }), "Expected: hold, reply roll. Then comes a chance node.")
    local puzzle = sliding.new(3, 2, { 4, 1, 2, 5, 0, 3 })
    tells(explain(puzzle, 5, { game = sliding, win = sliding.WIN, cutoffs = 0 }), "Expected: 5, ")
    assert.is_nil(tostring(explain(puzzle, 5, { game = sliding, win = sliding.WIN })):find("reply", 1, true))
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
    local numbers = {
      children = function(n) return n < 9 and { n + 1, n + 2 } or nil end, evaluate = function(n) return n end,
    }
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
      moves = function(n)
        local one, two = 1, 2
        return n < 3 and { function() return one end, function() return two end } or nil
      end,
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
The best move is #1: worth 5. That is certain: the search saw the end of every line that matters.
Expected: #1, reply #1, #2.
Next comes #2, worth 0: it gives up 5.
The search looked at 11 positions, and cut off 2 times.
Minimax would look at 15 positions (counted).
Effective branching factor: 1.74, that of minimax: 2.00.
The biggest cut-offs:
1. After #2 [5, inf]: the reply #1 holds this line down to 2 or less, and 5 is certain elsewhere.
   So 1 move was left out: 3 positions spared (counted).
2. After #1, reply #2 [-inf, 5]: #1 brings 6 or more, but elsewhere the opponent can hold it down to 5.
   So 1 move was left out: 1 position spared (counted).]], tostring(explain_tree(FIRST, 3)))
  end)

  local rolling = pig.new(4, 2)
  pig.make(rolling, "roll")
  for kind, example in pairs({
    over = { textbook.new(7), 3, textbook, "Nothing to decide: the game is over, and worth 7." },
    chance = { rolling, 2, pig, "Nothing to decide: the position is a chance node. On average it is worth " },
    unsearched = { tictactoe.new(), 0, tictactoe, "Nothing was searched: by its evaluation, the position is worth 0." },
  }) do
    it("says so where there is nothing to decide: " .. kind, function()
      local told = explain(example[1], example[2], { game = example[3] })
      assert.equal(kind, told.kind)
      assert.is_nil(told.best)
      assert.same({ 0, 0 }, { #told.moves, #told.line })
      tells(told, example[4])
    end)
  end

  it("explains the search that was asked for", function()
    local options = { game = tictactoe.hashed, win = tictactoe.WIN, deepening = true }
    local _, value, info = alphabeta.search(after(1, 2), 6, options)
    local told = explain(after(1, 2), 6, options)
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

  it("counts the positions of the last completed iteration, re-searches included", function()
    local total = {}
    local options = { game = tictactoe.hashed, algorithm = "mtdf", on_iteration = function(info)
      total[info.depth] = info.nodes
    end }
    alphabeta.search(after(1), { nodes = 5000 }, options)
    options.on_iteration, options.probes, options.cutoffs = nil, 2, 0
    for nodes = 50, 850, 100 do
      local told = explain(after(1), { nodes = nodes }, options)
      assert.equal(total[told.depth] - (total[told.depth - 1] or 0), told.nodes)
    end
  end)

  it("is right about all moves whatever limits the search", function()
    local depths = {}
    local told = explain(after(1, 2), nil, { game = tictactoe, nodes = 300, time = 60, on_iteration = function(info)
      depths[#depths + 1] = info.depth
    end })
    local truth = oracle.minimax(tictactoe, after(1, 2), told.depth)
    for _, move in ipairs(told.moves) do
      assert.same({ "exact", truth.values[move.move] }, { move.bound, move.value })
    end
    assert.equal(told.depth, #depths)
  end)

  it("uses no table where positions may repeat", function()
    local options = { game = tictactoe.hashed, repetition = 0 }
    assert.is_nil(explain(after(1, 2), 4, options).info.table_bytes)
    options.repetition = nil
    assert.is_number(explain(after(1, 2), 4, options).info.table_bytes)
  end)

  it("speaks of wins and losses of the player at the root, also of one who wants little", function()
    local mirrored = setmetatable({ evaluate = function(state, me) return -tictactoe.evaluate(state, me) end },
      { __index = tictactoe })
    local told = explain(after(5, 2, 1), 9, { game = tictactoe, win = tictactoe.WIN })
    tells(told, "The best move is 9: a loss in 4 plies.")
    tells(told, "After 9, reply 8 [-998, -996]: 3 brings a loss in 4 plies or better, but elsewhere the opponent can "
      .. "hold it down to that.")
    told = explain(after(5, 2, 1), 9, { game = mirrored, win = tictactoe.WIN, maximize = false })
    tells(told, "The best move is 9: a loss in 4 plies.")
    tells(told, "After 9, reply 8 [996, 998]: 3 brings the value down to a loss in 4 plies or better, but elsewhere "
      .. "the opponent can push it up to that.")
    told = explain(after(1, 2), 9, { game = tictactoe, win = tictactoe.WIN })
    tells(told, "After 8 [995, inf]: the reply 3 holds this line down to a win in 5 plies or worse, and that is "
      .. "certain elsewhere.")
  end)

  it("has a branching factor that makes a tree of that size", function()
    local examples = { explain_tree(FIRST, 3), explain_tree(FOURTH, 4), explain(after(1, 2), 5, { game = tictactoe }) }
    for _, told in ipairs(examples) do
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
    -- Outcomes do not count: a decision, a chance node, a decision.
    local chances = {
      children = function(state) return state end,
      chances = function(state) return state.chance end,
      evaluate = function() return 0 end,
    }
    for _, count in ipairs({ 1000, 1 }) do
      local root = { { chance = { { probability = 1, outcome = { {}, {} } } } } }
      assert.equal(2, explain(root, 5, { game = chances, count = count }).minimax.longest)
    end
  end)

  it("reports the payoff of every player where there are many", function()
    local told = explain(coins.new({ 8, 2, 4, 7, 3, 6, 5, 8 }), 8, { game = coins, algorithm = "maxn" })
    tells(told, "The best move is -2: worth 72 to player 1, 30 to player 2 and 27 to player 3.")
    tells(told, "Next come 1 and 2, worth 57: they give up 15.\nThen -1 (worth 51).")
    assert.equal(15, told.moves[2].loss)
    local payoffs = { player = "red", { player = true, { payoffs = { red = 1, [true] = 2, [0.5] = 3 } } } }
    local named = {
      children = function(state) return state[1] and state or nil end,
      player = function(state) return state.player or 0.5 end,
      evaluate = function(state) return state.payoffs end,
    }
    tells(explain(payoffs, 2, { game = named, algorithm = "maxn" }),
      "The only move is #1: worth 1 to player red, 3 to player 0.5 and 2 to player true.")
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
    for _, cutoff in ipairs(told.cutoffs) do
      sum = sum + cutoff.spared.nodes
      assert.is_true(cutoff.left_out > 0)
    end
    assert.equal(told.minimax.nodes, sum)
  end)

  it("never fails where the search does not", function()
    for seed = SEARCHES.first, SEARCHES.last do
      local trial = random_trial.any(seed)
      local options = wrap.replace(trial.options, { game = trial.game, count = 500, probes = 5 })
      options.alpha, options.beta, options.null_move, options.reductions = nil, nil, nil, nil
      random_trial.fit(options, trial.game)
      local state = trial:state()
      local told = explain(state, trial.limits, options)
      assert(trial:is_same(state), trial:describe())
      assert.is_string(tostring(told))
    end
  end)

  it("does not promise what lies behind the depth", function()
    local nim = {
      moves = function(heap) return heap > 0 and { 1, 2, 3 } or nil end,
      play = function(heap, take) return math.max(0, heap - take) end,
      evaluate = function(heap) return heap == 0 and -100 or 0 end,
    }
    tells(explain(3, 1, { game = nim, view = "mover", win = 100 }), "Next come 1 and 2, worth 0: no win is seen there.")
    tells(explain(3, 4, { game = nim, view = "mover", win = 100 }), "Next come 1 and 2, a loss in 2 plies.")
  end)

  if CAN_YIELD then
    it("may be of a game whose functions yield", function()
      local expected = tostring(explain(after(1, 2), 3, { game = tictactoe, count = 20, probes = 3 }))
      local patient = wrap.around(tictactoe, function(_, callback, ...)
        coroutine.yield()
        return callback(...)
      end)
      local told
      local thread = coroutine.create(function()
        told = explain(after(1, 2), 3, { game = patient, count = 20, probes = 3 })
      end)
      while coroutine.status(thread) ~= "dead" do assert(coroutine.resume(thread)) end
      assert.equal(expected, tostring(told))
    end)
  end

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

  local SPECULATIVE = "expected nothing, because speculative values cannot be explained, got "
  local WINDOW = "expected nothing, because a window leaves values unknown, got 1"
  local NOT_BEST = "expected nothing, because a level need not play the best move, got 3"

  for name, row in pairs({
    ["a window"] = { 3, { alpha = 1 }, "option 'alpha': " .. WINDOW },
    ["the other end of a window"] = { 3, { beta = 1 }, "option 'beta': " .. WINDOW },
    ["a level"] = { 3, { level = 3 }, "option 'level': " .. NOT_BEST },
    ["a level as a limit"] = { { depth = 3, level = 3 }, {}, "option 'level': " .. NOT_BEST },
    ["a null move"] = { 3, { null_move = 2 }, "option 'null_move': " .. SPECULATIVE .. "2" },
    ["reductions"] = { 3, { reductions = 1 }, "option 'reductions': " .. SPECULATIVE .. "1" },
    ["slices"] = {
      3, { slice = 1 }, "option 'slice': expected nothing, because the search is made in one piece, got 1",
    },
    ["a trace"] = {
      3, { trace = print },
      "option 'trace': expected nothing, because the explanation uses the trace itself, got function",
    },
    ["no limit for probes"] = {
      3, { probes = math.huge }, "option 'probes': expected an integer of 2 or more, got inf",
    },
    ["one probe"] = { 3, { probes = 1 }, "option 'probes': expected an integer of 2 or more, got 1" },
    ["half a count"] = {
      3, { count = 0.5 }, "option 'count': expected an integer of 1 or more, or math.huge, got 0.5",
    },
    ["cut-offs in words"] = {
      3, { cutoffs = "all" }, "option 'cutoffs': expected an integer of 0 or more, or math.huge, got 'all'",
    },
    ["a label that is none"] = { 3, { label = "x" }, "option 'label': expected a function, got 'x'" },
    ["options that are none"] = { 3, 3, "argument 'options': expected a table, got 3" },
    ["a depth that is none"] = { "3", {}, "argument 'depth': expected a depth or a table of options, got '3'" },
    ["an option of the search that is none"] = {
      { dept = 3 }, {}, "unknown option 'dept', did you mean 'depth'?",
    },
    ["a view that is none"] = { 3, { view = "min" }, "option 'view': expected 'max', 'mover' or 'player', got 'min'" },
    ["no depth"] = { nil, {}, "limit 'depth': expected a depth, a time or a number of nodes, got none" },
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
    local text = message(3, { game = tictactoe, colour = 3 })
    local valid = text:match("unknown option 'colour' %(valid: (.-)%)")
    local _, of_search = pcall(alphabeta.search, after(), 3, { colour = 3 })
    local known = {}
    for name in of_search:match("%(valid: (.-)%)"):gmatch("[%w_]+") do known[name] = true end
    local refused = { "alpha", "beta", "level", "null_move", "reductions", "slice", "trace" }
    for _, name in ipairs(refused) do known[name] = nil end
    for _, name in ipairs({ "count", "cutoffs", "label", "probes", "style" }) do known[name] = true end
    local list = {}
    for name in pairs(known) do list[#list + 1] = name end
    table.sort(list)
    assert.equal(table.concat(list, ", "), valid)
  end)

  it("is a style that is none", function()
    assert.equal("alphabeta.explain: option 'style': expected 'developer' or 'player', got 'short'",
      failure(explain, after(), 3, { game = tictactoe, style = "short" }))
  end)

  it("is an error in the option `label`, with its message and a traceback, or whatever was raised", function()
    local board, before = after(1, 2), after(1, 2)
    local calls = 0
    local function failing(state)
      calls = calls + 1
      if state then error("no name", 0) end
      return "somewhere"
    end
    local err = failure(explain, board, 3, { game = tictactoe, label = failing })
    assert.matches("alphabeta%.explain: option 'label': no name\nstack traceback:", err)
    assert.is_nil(err:find("callback 'trace'", 1, true))
    assert.equal(1, calls)
    assert.same(before, board)
    local thrown = {}
    assert.equal(thrown, failure(explain, board, 3, { game = tictactoe, label = function() error(thrown) end }))
  end)

  it("is given for the game's own functions by their names", function()
    local broken = setmetatable({ evaluate = function() return "good" end }, { __index = tictactoe })
    local err = failure(explain, after(1, 2), 3, { game = broken })
    assert.matches("alphabeta.explain: callback 'evaluate' at ply 3: expected a number, got 'good'", err, 1, true)
    local thrown = {}
    broken.evaluate = function() error(thrown) end
    assert.equal(thrown, failure(explain, after(1, 2), 3, { game = broken }))
  end)
end)

describe("For people who play, an explanation", function()
  local connect4 = require("games.connect4")

  -- The text after some moves of connect four.
  local function hint(line, depth)
    local board = connect4.new()
    for _, column in ipairs(line) do connect4.make(board, column) end
    return tostring(alphabeta.explain(board, depth or 5, { game = connect4, win = connect4.WIN, style = "player" }))
  end

  -- The explanation in a game of two moves, by what they are worth by this function of the game.
  local function explain_worth(worth, name)
    return alphabeta.explain(0, 1, {
      style = "player", game = {
        moves = function(state) return state == 0 and {1, 2} or nil end, play = function(_, move) return move end,
        is_over = function(state) return state > 0 end, [name] = function(state) return worth[state] or 0 end,
      },
    })
  end

  local function text_of(outcome) return "The best move is 1. The next best, 2, " .. outcome .. "." end

  -- Cause: a hint had all digits that a sum of factors happens to have, "gives up 1.83887", in a unit that no player
  -- knows.
  it("has no numbers of an evaluation", function()
    for _, row in ipairs {
      {2.83887, 1, "is worse"}, {2.83887, 1.7, "is a little worse"}, {1000, 999, "is a little worse"},
      {1000, 400, "is worse"}, {1, 0, "is worse"}, {3, -3, "is worse"}, {-5, -6, "is a little worse"},
    } do
      assert.equal(text_of(row[3]), tostring(explain_worth(row, "evaluate")))
    end
  end)

  it("has rounded points in a game of points", function()
    for _, row in ipairs {
      {12, 9.4321, "gives up 2.6 points"}, {12, 11, "gives up 1 point"}, {12, 11.8, "gives up a little"},
      {2000, 765.44, "gives up 1235 points"},
    } do
      local why = explain_worth(row, "result")
      why.info.techniques[#why.info.techniques + 1] = "current_result"
      assert.equal(text_of(row[3]), tostring(why))
    end
  end)

  local rows = {
    { "names the reply that is expected, and how good the next best move is", { 4, 3, 5 },
      "The best move is 4: the answer is probably 4. The next best, 3, is worse." },
    { "names a move that is as good", {},
      "The best move is 2: the answer is probably 2. 4 is just as good." },
    { "counts the moves of the player to a win", { 3, 1, 4, 1 },
      "The best move is 5: it wins in 2 moves. The next best, 1, gives up the win." },
    { "says how much later another move wins", { 4, 1, 4, 1, 4, 2 },
      "The best move is 4: it wins in 1 move. The next best, 5, wins 2 moves later." },
    { "says which move loses", { 4, 1, 4, 1, 4 }, "The best move is 4: the answer is probably 4. The next best, 1,"
      .. " loses." },
  }
  for _, row in ipairs(rows) do
    it(row[1], function() assert.equal(row[3], hint(row[2])) end)
  end

  -- Cause: "3 is just as good" says little where nearly all moves are.
  it("says that many moves are as good if at least four are, and more than half", function()
    for _, row in ipairs {
      {{5, 5, 5, 5}, "Many moves are equally good."}, {{5, 5, 5, 5, 0, 0, 0}, "Many moves are equally good."},
      {{5, 5, 5}, "2 is just as good."}, {{5, 5, 5, 5, 0, 0, 0, 0}, "2 is just as good."},
    } do
      local list = {}
      for i in ipairs(row[1]) do list[i] = i end
      local game = {
        moves = function(state) return state == 0 and list or nil end, play = function(_, move) return move end,
        is_over = function(state) return state > 0 end, evaluate = function(state) return row[1][state] or 0 end,
        player = function(state) return state == 0 and 1 or 2 end,
      }
      local expected, told = "The best move is 1. " .. row[2], nil
      assert.equal(expected, tostring(alphabeta.explain(0, 1, { style = "player", game = game })))
      local opponent = alphabeta.opponent { game = game, me = 2, state = 0, depth = 1, play = function() end }
      opponent:hint(function(_, why) told = why end)
      for _ = 1, 20 do opponent:update() end
      assert.equal(expected, told)
    end
  end)

  it("says when a loss is certain, when nothing is to be decided, and when there is one move", function()
    assert.matches("^The best move is %d: it still loses in 1 move%.", hint({ 3, 7, 4, 7, 5 }))
    assert.equal("The game is over.", hint({ 4, 1, 4, 1, 4, 1, 4 }))
    assert.equal("Nothing was looked at yet.", hint({}, 0))
    local single = { children = function(state) return state < 2 and { state + 1 } or nil end,
      evaluate = function() return 0 end }
    assert.equal("The only move is #1: the answer is probably #1.",
      tostring(alphabeta.explain(0, 2, { game = single, style = "player" })))
  end)
end)
