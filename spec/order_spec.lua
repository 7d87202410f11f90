-- The option `order = "evaluate"`: successors are tried in the order of the game's own evaluation; and `reorder`: the
-- game's function `order` sees the values of the last iteration.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local failure = require "spec.support.failure"
local restyled = require "spec.support.restyled"
local wrap = require "spec.support.wrap"

-- A game of words: each move adds one of three letters. What a word is worth stands here, and 0 is any other worth.
local VALUES = {a = 1, b = 5, c = 3, ba = 2, bb = 7, bc = 4}

local words = {}

function words.new() return {word = ""} end

function words.moves() return {"a", "b", "c"} end

function words.make(state, letter) state.word = state.word .. letter end

function words.unmake(state) state.word = state.word:sub(1, -2) end

function words.evaluate(state) return VALUES[state.word] or 0 end

local STYLES = {
  ["in place"] = words,
  copying = wrap.replace(restyled.by_copies(words), {new = words.new}),
  children = wrap.replace(restyled.by_children(words), {new = words.new}),
}

-- A search without anything else that orders; options may say otherwise.
local function search(game, depth, options)
  local all = {game = game, order = "evaluate", deepening = false, table = 0}
  return alphabeta.search(game.new(), depth, wrap.replace(all, options or {}))
end

-- The words of so many letters that were listed, in this order, each once.
local function listed(game, depth, options, letters)
  local seen, list = {}, {}
  search(wrap.before(game, function(name, state)
    if (name == "moves" or name == "children") and #state.word == letters and not seen[state.word] then
      seen[state.word] = true
      list[#list + 1] = state.word
    end
  end), depth, options)
  return table.concat(list, " ")
end

local function count(game, depth, options)
  local calls = {evaluate = 0, evaluate_move = 0, order = 0, make = 0, result = 0, player = 0}
  local _, value, info = search(wrap.before(game, function(name) calls[name] = (calls[name] or 0) + 1 end), depth,
    options)
  return calls, info, value
end

for style, game in pairs(STYLES) do
  describe('order = "evaluate" in the style ' .. style, function()
    it("tries the best for the player to move first", function()
      assert.equal("b c a", listed(game, 3, {}, 1))
      assert.equal("a c b", listed(game, 3, {maximize = false}, 1))
      assert.equal("a c b", listed(game, 3, {view = "mover"}, 1))
      assert.equal("ba", listed(game, 4, {}, 2):sub(1, 2)) -- Min moves there
      assert.equal("bb", listed(game, 4, {maximize = false}, 2):match "b%a")
    end)

    it("asks who moves at a successor, where values are the mover's", function()
      local function turn(state) return (state.word == "" or state.word == "c") and 1 or 2 end
      local again = wrap.replace(game, {player = turn})
      assert.equal("c a b", listed(again, 3, {view = "mover"}, 1))
      assert.equal("b c a", listed(again, 3, {}, 1))
      assert.equal("a c b", listed(again, 3, {view = "player", max_player = 2}, 1))
    end)

    it("does so where three plies or more are left, and at the root in deepening", function()
      for depth = 1, 2 do
        local _, info = count(game, depth)
        local _, without = count(game, depth, {order = false})
        assert.equal(without.evaluations, info.evaluations)
      end
      assert.equal("b c a", listed(game, 2, {deepening = true}, 1))
      assert.equal("ba bb bc", listed(game, 3, {beta = math.huge}, 2):sub(1, 8))
    end)

    it("counts what it evaluates as evaluations, not as nodes", function()
      for _, options in ipairs {{}, {deepening = true}, {algorithm = "pvs"}, {algorithm = "mtdf"}, {view = "mover"}} do
        local calls, info = count(game, 5, options)
        assert.equal(calls.evaluate, info.evaluations)
      end
      local calls, info = count(game, 3)
      local plain, without = count(game, 3, {order = false})
      assert.is_true(info.nodes - info.evaluations < without.nodes - without.evaluations)
      assert.equal(plain.evaluate - without.evaluations, calls.evaluate - info.evaluations)
    end)

    it("takes the place of the game's own function, and leaves it where it is false", function()
      local function backwards(state, move) return #state.word + (move.word or move):byte(-1) end
      local ordered = wrap.replace(game, {order = backwards})
      local calls, info = count(ordered, 4)
      assert.equal(0, calls.order)
      assert.same({"alphabeta", "order_by_evaluate"}, info.techniques)
      calls, info = count(ordered, 4, {order = false})
      assert.is_true(calls.order > 0)
      assert.same({"alphabeta", "order"}, info.techniques)
      local ai = alphabeta.new(ordered, {order = "evaluate", deepening = false, table = 0})
      assert.same({"alphabeta", "order"}, select(3, ai:search(game.new(), {depth = 3, order = false})).techniques)
      assert.same({"alphabeta", "order_by_evaluate"}, select(3, ai:search(game.new(), 3)).techniques)
    end)

    it("restores the state where an evaluation fails, and says at which ply that was", function()
      local state = game.new()
      local broken = wrap.replace(game, {evaluate = function(at) return at.word == "c" and {} or 0 end})
      local message = failure(alphabeta.search, state, 3, {game = broken, order = "evaluate"})
      assert.is_truthy(message:find("callback 'evaluate' at ply 1: expected a number, got table", 1, true), message)
      assert.same({word = ""}, state)
      broken = wrap.replace(game, {player = function(at) if at.word ~= "b" then return 1 end end})
      message = failure(alphabeta.search, state, 3, {game = broken, order = "evaluate", view = "mover"})
      assert.is_truthy(message:find("callback 'player' at ply 1: expected a player, got nil", 1, true), message)
      assert.same({word = ""}, state)
    end)

    it("pauses between two evaluations, with the state as it was", function()
      local pauses, has_ended = 0, false
      local ai = alphabeta.new(game, {order = "evaluate", deepening = false, table = 0})
      local state = game.new()
      ai:start(state, 3)
      while not has_ended and pauses < 1000 do
        has_ended = ai:step(0)
        assert.same({word = ""}, state)
        pauses = pauses + 1
      end
      local best, value = ai:best()
      local expected, expected_value = search(game, 3)
      assert.same(expected, best)
      assert.equal(expected_value, value)
      assert.is_true(pauses > 12, pauses)
    end)
  end)
end

-- The value of a word after so many further letters, by plain minimax.
local function worth(word, plies)
  local state = words.new()
  state.word = word
  local rules = wrap.replace(words, {player = function(at) return #at.word % 2 end})
  local max = {view = "player", max_player = 0, algorithm = "minimax", game = rules}
  return (select(2, alphabeta.search(state, plies, max)))
end

describe("reorder", function()
  -- What `order` was given of the root's moves, in the order of the calls: {move, value, bound}.
  local function asked(options, order, depth)
    local calls = {}
    local game = wrap.replace(words, {order = function(state, move, value, bound)
      if state.word == "" then calls[#calls + 1] = {move, value, bound} end
      return (order or function() return 0 end)(state, move, value, bound)
    end})
    local all = wrap.replace({game = game, deepening = true, reorder = true}, options or {})
    local best, value, info = alphabeta.search(words.new(), depth or 4, all)
    return calls, info, value, best
  end

  it("calls order for the root's moves in each iteration, with their values in the last one", function()
    for _, options in ipairs {
      {}, {table = 0}, {algorithm = "pvs"}, {algorithm = "mtdf"}, {aspiration = 1}, {multipv = 2}, {maximize = false},
      {ties = true}, {alpha = 2, beta = 4},
    } do
      local calls = asked(options)
      assert.equal(12, #calls)
      for i, call in ipairs(calls) do
        local move, value, bound = call[1], call[2], call[3]
        local depth = math.ceil(i / 3) - 1
        assert.equal(("abc"):sub((i - 1) % 3 + 1, (i - 1) % 3 + 1), move)
        local may_be_cut_off = options.beta ~= nil or options.algorithm == "mtdf"
        assert.is_true(depth > 0 == (value ~= nil) or depth > 0 and may_be_cut_off)
        if value and options.maximize ~= false then
          local truth = worth(move, depth - 1)
          assert.is_true(bound == "exact" and value == truth or bound == "upper" and truth <= value
            or bound == "lower" and truth >= value, ("%s %s, truly %s"):format(bound, value, truth))
        end
      end
    end
    local exact = {}
    for _, call in ipairs(asked {multipv = "all"}) do exact[#exact + 1] = call[3] end
    assert.equal(("exact "):rep(9), table.concat(exact, " ") .. " ")
  end)

  it("gives values in the view of the search's result", function()
    local calls, _, value = asked({maximize = false, multipv = "all"}, nil, 2)
    local least = math.huge
    for i = 4, 6 do least = math.min(least, calls[i][2]) end
    assert.equal(1, least) -- the value of a, to depth 1
    assert.equal("number", type(value))
  end)

  it("lets the numbers decide, and keeps the order where they are equal", function()
    local function tried(order)
      local list = {}
      local game = wrap.replace(words, {order = order, make = function(state, move)
        if state.word == "" then list[#list + 1] = move end
        words.make(state, move)
      end})
      alphabeta.search(words.new(), 2, {
        game = game, deepening = true, reorder = true, algorithm = "alphabeta", refutation_table = false,
      })
      return table.concat(list)
    end
    assert.equal("abc" .. "bac", tried(function() return 0 end)) -- b was the best
    assert.equal("abc" .. "acb", tried(function(_, move, value)
      return value and ({a = 2, b = 0, c = 1})[move] or 0
    end))
    assert.equal("abc" .. "bca", tried(function(state, _, value) return state.word == "" and value or 0 end))
  end)

  it("changes no value, and no node where order does not look at them", function()
    for depth = 1, 5 do
      local _, _, value = asked({}, function(_, move, known) return known or -move:byte() end, depth)
      assert.equal(worth("", depth), value)
    end
    local game = wrap.replace(connect4, {order = connect4.centre_first})
    local value = select(2, alphabeta.search(connect4.new(), 6, {game = game, deepening = true}))
    local again = select(2, alphabeta.search(connect4.new(), 6, {game = game, deepening = true, reorder = true}))
    assert.equal(value, again)
  end)

  it("is named among the techniques, and goes on with slices", function()
    local _, info = asked {}
    assert.equal("order reorder", table.concat(info.techniques, " "):match "order reorder")
    local game = wrap.replace(words, {order = function(_, _, value) return value or 0 end})
    local ai = alphabeta.new(game, {reorder = true, deepening = true})
    local state = words.new()
    ai:start(state, 4)
    local steps = 0
    while not ai:step({nodes = 1}) and steps < 1000 do
      steps = steps + 1
      assert.same({word = ""}, state)
    end
    local best, value, sliced = ai:best()
    local expected, expected_value, whole = alphabeta.search(words.new(), 4, {
      game = game, reorder = true, deepening = true,
    })
    assert.equal(expected, best)
    assert.equal(expected_value, value)
    assert.equal(whole.nodes, sliced.nodes)
  end)

  it("is refused without order, without deepening, and beside the option order", function()
    local ordered = wrap.replace(words, {order = function() return 0 end})
    for _, row in ipairs {
      {words, {deepening = true}, "option 'reorder' needs a game with 'order', and no option 'order'"},
      {ordered, {deepening = false}, "option 'reorder' needs option 'deepening'"},
      {ordered, {deepening = true, order = "evaluate"}, "needs a game with 'order', and no option 'order'"},
      {ordered, {deepening = true, algorithm = "minimax"}, "needs algorithm 'alphabeta', 'pvs' or 'mtdf'"},
    } do
      local message = failure(alphabeta.search, words.new(), 3, wrap.replace({game = row[1], reorder = true}, row[2]))
      assert.is_truthy(message:find(row[3], 1, true), message)
    end
  end)
end)

describe('order = "evaluate"', function()
  it("calls evaluate_move, where the game has it, and makes no move then", function()
    local function after(state, letter) return VALUES[state.word .. letter] or 0 end
    local game = wrap.replace(words, {evaluate_move = after})
    local plain, plain_info = count(words, 4)
    local calls, info = count(game, 4)
    assert.equal(plain_info.nodes, info.nodes)
    assert.equal(plain_info.evaluations, info.evaluations)
    assert.is_true(calls.make < plain.make / 2)
    calls = count(wrap.replace(game, {player = function(state) return #state.word % 2 end}), 4, {view = "mover"})
    assert.equal(0, calls.evaluate_move) -- who moves then is known after the move alone
  end)

  it("never evaluates a finished game, where there is result", function()
    local game = wrap.replace(words, {
      is_over = function(state) return state.word:find "b" ~= nil end,
      evaluate = function(state)
        assert(not state.word:find "b", "it is finished")
        return VALUES[state.word] or 0
      end,
      result = function() return 9 end,
    })
    assert.equal("b", (search(game, 4)))
    assert.equal("c a", listed(game, 4, {}, 1)) -- the end has no successors to list
    local _, info = count(game, 4)
    assert.equal(9, select(2, search(game, 4)))
    assert.is_true(info.nodes < select(2, count(game, 4, {order = false})).nodes)
    game.is_over = nil
    game.moves = function(state) return not state.word:find "b" and words.moves() or nil end
    assert.equal("b", (search(game, 4)))
  end)

  it("saves most of the nodes where nothing else orders", function()
    local new = function() return connect4.new() end
    local game = wrap.replace(connect4, {new = new})
    local _, info = count(game, 7)
    local _, without = count(game, 7, {order = false})
    assert.is_true(info.nodes * 5 < without.nodes, info.nodes .. " of " .. without.nodes)
  end)

  it("is refused where nothing is pruned, and beside other words", function()
    for _, row in ipairs {
      {{algorithm = "minimax"}, "option 'order' needs algorithm 'alphabeta', 'pvs' or 'mtdf', got 'minimax'"},
      {{algorithm = "maxn"}, "option 'order' needs algorithm 'alphabeta', 'pvs' or 'mtdf', got 'maxn'"},
      {{order = "best"}, "option 'order': expected 'evaluate' or false, got 'best'"},
      {{order = true}, "option 'order': expected 'evaluate' or false, got boolean"},
    } do
      local message = failure(search, words, 3, row[1])
      assert.is_truthy(message:find(row[2], 1, true), message)
    end
    search(words, 3, {algorithm = "minimax", order = false})
  end)
end)
