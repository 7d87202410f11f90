-- The text of an explanation names the moves, who makes them, what they are worth and what they give up, in every kind
-- of game. For people who play it has two sentences at most: the move, what follows or how it wins, and what the next
-- best move gives up; a hint of an opponent is the same text. A wrong argument is an error that names it.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local explained = require "spec.support.explained"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local pig = require "games.pig"
local sliding = require "games.sliding"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"

local explain = alphabeta.explain
local FIRST = explained.FIRST
local explain_tree = explained.tree
local after = explained.after
local labels = explained.labels
local tells = explained.tells

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

  it("finds moves that are tables by what they hold, and takes those at their word that nobody can find", function()
    local function told_of(new_moves)
      return explain(0, 3, { game = {
        moves = function(n) return n < 3 and new_moves({}) or nil end,
        play = function(n, move) return n + move.add end,
        evaluate = function(n) return -n end,
      } })
    end
    local told = told_of(function() return { { add = 2 }, { add = 1, because = { 1 } } } end)
    assert.equal("#2 #1 #2", labels({ told.line[1], told.line[2], told.moves[1] }))
    assert.same({ 2, 1 }, { told.moves[1].index, told.moves[2].index })
    told = told_of(function(new) return { { add = 2, [new] = 1 }, { add = 1, [new] = 2 } } end)
    assert.equal("?", told.line[1].label)
    assert.equal(2, #told.moves)
  end)
end)

describe("The moves at the root", function()
  it("are named as ties only if they are", function()
    tells(explain_tree({ { 5, 5 }, { 5, 9 }, { 4, 5 } }, 2),
      "Another move is exactly as good: #2.\nNext comes #3, worth 4: it gives up 1.")
    tells(explain_tree({ { 5, 5 }, { 5, 9 }, { 5 } }, 2), "Every other move is exactly as good: #2 and #3.")
    -- The 5 bounds the second child to 5 without being its value.
    tells(explain_tree({ { 5, 5 }, { 5, 4 } }, 2), "Next comes #2, worth 4: it gives up 1.")
  end)

  it("may be a single one, and are listed in groups that are worth the same", function()
    local told = explain_tree({ { 3, 5 } }, 2)
    tells(told, "The only move is #1: worth 3.")
    assert.is_nil(tostring(told):find("Next", 1, true))
    tells(explain_tree({ { 9 }, { 5 }, { 5 }, { 3 }, { 2 }, { 2 } }, 2),
      "Next come #2 and #3, worth 5: they give up 4.\nThen #4 (worth 3), #5 and #6 (worth 2).")
    told = explain_tree({ { math.huge }, { 5 } }, 2)
    tells(told, "The best move is #1: worth infinity.")
    tells(told, "it gives up everything.")
  end)

  for name, row in pairs({
    ["win in a number of plies"] = { { 1, 2 }, "The best move is 4: a win in 5 plies. That is certain" },
    ["give up the win"] = { { 1, 2 },
      "Others are exactly as good: 5 and 7.\nNext come 3, 6, 8 and 9, worth 0: they give up the win." },
    ["lose sooner"] = { { 5, 2, 1 }, "Next come 3, 4, 6, 7 and 8, a loss in 2 plies: 2 plies sooner." },
    ["win at once"] = { { 1, 4, 2, 5 }, "The best move is 3: a win in 1 ply." },
    ["lose, unlike the best"] = { { 1, 5, 9, 3 }, "Next come 2, 4, 6 and 8, a loss in 2 plies.\n" },
    ["win later"] = { { 1, 2, 5, 6 }, "Next come 3, 4 and 7, a win in 3 plies: 2 plies later.\nThen 8 (worth 0)." },
  }) do
    it(name, function()
      local board = after((table.unpack or unpack)(row[1]))
      tells(explain(board, 9, { game = tictactoe, win = tictactoe.WIN, cutoffs = 0 }), row[2])
    end)
  end
end)

describe("An explanation", function()
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

  it("speaks of wins and losses of the player at the root, also of one who wants little", function()
    local mirrored = setmetatable({ evaluate = function(state, me) return -tictactoe.evaluate(state, me) end },
      { __index = tictactoe })
    local told = explain(after(5, 2, 1), 9, { game = tictactoe, win = tictactoe.WIN, cutoffs = EVERY })
    tells(told, "The best move is 9: a loss in 4 plies.")
    tells(told, "After 9, reply 8 [-998, -996]: 3 brings a loss in 4 plies or better, but elsewhere the opponent can "
      .. "hold it down to that.")
    told = explain(after(5, 2, 1), 9, { game = mirrored, win = tictactoe.WIN, maximize = false, cutoffs = EVERY })
    tells(told, "The best move is 9: a loss in 4 plies.")
    tells(told, "After 9, reply 8 [996, 998]: 3 brings the value down to a loss in 4 plies or better, but elsewhere "
      .. "the opponent can push it up to that.")
    told = explain(after(1, 2), 9, { game = tictactoe, win = tictactoe.WIN, cutoffs = EVERY })
    tells(told, "After 8 [995, inf]: the reply 3 holds this line down to a win in 5 plies or worse, and that is "
      .. "certain elsewhere.")
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

  it("is of a state that knows its own rules", function()
    assert.equal(4, explain(setmetatable(after(1, 2), { __index = tictactoe }), 4).depth)
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
end)

describe("For people who play, an explanation", function()
  -- The text after some moves of connect four.
  local function hint(line, depth)
    local board = connect4.new()
    for _, column in ipairs(line) do connect4.make(board, column) end
    return tostring(alphabeta.explain(board, depth or 5, { game = connect4, win = connect4.WIN, style = "player" }))
  end

  -- A game of one move, by what each of them is worth by this function of the game.
  local function worth(name, worths)
    local list = {}
    for i in ipairs(worths) do list[i] = i end
    return {
      moves = function(state) return state == 0 and list or nil end, play = function(_, move) return move end,
      is_over = function(state) return state > 0 end, [name] = function(state) return worths[state] or 0 end,
      player = function(state) return state == 0 and 1 or 2 end,
    }
  end

  -- Causes: a hint had all digits that a sum of factors happens to have, "gives up 1.83887", in a unit that no player
  -- knows; and "3 is just as good" says little where nearly all moves are.
  it("has no numbers of an evaluation, names a move that is as good, or says that many are; so has a hint", function()
    for _, row in ipairs {
      {{2.83887, 1}, "The next best, 2, is worse."}, {{2.83887, 1.7}, "The next best, 2, is a little worse."},
      {{1000, 999}, "The next best, 2, is a little worse."}, {{1000, 400}, "The next best, 2, is worse."},
      {{1, 0}, "The next best, 2, is worse."}, {{3, -3}, "The next best, 2, is worse."},
      {{-5, -6}, "The next best, 2, is a little worse."},
      {{5, 5, 5, 5}, "Many moves are equally good."}, {{5, 5, 5, 5, 0, 0, 0}, "Many moves are equally good."},
      {{5, 5, 5}, "2 is just as good."}, {{5, 5, 5, 5, 0, 0, 0, 0}, "2 is just as good."},
    } do
      local game, expected, told = worth("evaluate", row[1]), "The best move is 1. " .. row[2], nil
      assert.equal(expected, tostring(explain(0, 1, {style = "player", game = game})))
      local opponent = alphabeta.opponent {game = game, me = 2, state = 0, depth = 1, play = function() end}
      opponent:hint(function(_, why) told = why end)
      for _ = 1, 20 do opponent:update() end
      assert.equal(expected, told)
    end
  end)

  it("has rounded points in a game of points", function()
    for _, row in ipairs {
      {{12, 9.4321}, "gives up 2.6 points"}, {{12, 11}, "gives up 1 point"}, {{12, 11.8}, "gives up a little"},
      {{2000, 765.44}, "gives up 1235 points"},
    } do
      local why = explain(0, 1, {style = "player", game = worth("result", row[1])})
      why.info.techniques[#why.info.techniques + 1] = "current_result"
      assert.equal("The best move is 1. The next best, 2, " .. row[2] .. ".", tostring(why))
    end
  end)

  it("names the reply that is expected, and how good the next best move is", function()
    for _, row in ipairs {
      {{4, 3, 5}, "4: the answer is probably 4. The next best, 3, is worse."},
      {{}, "2: the answer is probably 2. 4 is just as good."},
      {{3, 1, 4, 1}, "5: it wins in 2 moves. The next best, 1, gives up the win."},
      {{4, 1, 4, 1, 4, 2}, "4: it wins in 1 move. The next best, 5, wins 2 moves later."},
      {{4, 1, 4, 1, 4}, "4: the answer is probably 4. The next best, 1, loses."},
    } do
      assert.equal("The best move is " .. row[2], hint(row[1]))
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
    ["cut-offs in words"] = {
      3, { cutoffs = "all" }, "option 'cutoffs': expected an integer of 0 or more, or math.huge, got 'all'",
    },
    ["a label that is none"] = { 3, { label = "x" }, "option 'label': expected a function, got 'x'" },
    ["a style that is none"] = {
      3, { style = "short" }, "option 'style': expected 'developer' or 'player', got 'short'",
    },
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
    for _, name in ipairs({ "cutoffs", "label", "style" }) do known[name] = true end
    local list = {}
    for name in pairs(known) do list[#list + 1] = name end
    table.sort(list)
    assert.equal(table.concat(list, ", "), valid)
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
    assert.matches("alphabeta%.explain: option 'label', called as label%(state, move%): no name\nstack traceback:", err)
    assert.is_nil(err:find("callback 'trace'", 1, true))
    assert.equal(1, calls)
    assert.same(before, board)
    local thrown = {}
    assert.equal(thrown, failure(explain, board, 3, { game = tictactoe, label = function() error(thrown) end }))
  end)
end)
