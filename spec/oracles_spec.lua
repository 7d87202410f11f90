-- The oracles of games with luck and of games for many players, against what is known without them.

local expectiminimax = require "spec.support.expectiminimax"
local luck_tree = require "spec.support.luck_tree"
local maxn = require "spec.support.maxn"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local random_luck = require "spec.support.random_luck"
local rng = require "spec.support.rng"
local walk = require "spec.support.walk"

local GAMES = (tonumber(os.getenv("ALPHABETA_TREES")) or 6000) / 20

-- What expectiminimax says of a tree that is written down.
local function expect(list, depth, options, traits)
  local root = luck_tree.from(list)
  local result = expectiminimax.search(luck_tree.game("children", traits), root, depth, options)
  return result.value, result.best and result.best.name, result
end

local function shares_of(list, depth, traits)
  traits = traits or {}
  traits.player, traits.shares = true, true
  local root = luck_tree.from(list)
  local result = maxn.search(luck_tree.game("children", traits), root, depth)
  return result.value, result.best and result.best.name, result
end

describe("Expectiminimax", function()
  -- Two ways of betting: 3 for sure or 8 with the chance of 1 in 4; the opponent answers what luck brings.
  local BET = {
    { { 3, 9 } },
    { luck = { 1 / 4, 3 / 4 }, { 8, 12 }, { 0, 5 } },
    value = -1,
  }

  it("weighs what luck brings, and lets the players choose the rest", function()
    local value, best, result = expect(BET, 3)
    assert.equal(9, value) -- after 1, B has no choice and A takes 9; after 2, B makes it 8 and 0
    assert.equal("1", best)
    local values = {}
    for move, worth in pairs(result.values) do
      values[move.name] = worth
    end
    assert.same({ ["1"] = 9, ["2"] = 8 / 4 }, values)
    value, best = expect(BET, 3, { maximize = false })
    assert.equal(3, value) -- after 1, B has no choice and A takes 3; after 2, B makes it 12 and 5: 6.75
    assert.equal("1", best)
  end)

  it("counts decisions and evaluates where they are used up, though luck would move there", function()
    local list = { { luck = { 1 / 2, 1 / 2 }, value = 7, 1, 2 }, { 3, value = 6 }, value = 5 }
    assert.equal(5, (expect(list, 0)))
    assert.equal(7, (expect(list, 1)))
    assert.equal(3, (expect(list, 2)))
  end)

  it("looks through luck at the root without using depth, and has no best move there", function()
    local list = { luck = { 1 / 4, 3 / 4 }, { 1, 4, value = 100 }, { luck = { 1 }, { 2, -1, value = 50 }, value = 9 } }
    local value, best, result = expect(list, 1)
    assert.equal(4 / 4 + 2 * 3 / 4, value)
    assert.is_nil(best)
    assert.is_true(result.luck)
    assert.equal(0, (expect(list, 0)))
  end)

  it("passes the turn on at decisions alone", function()
    -- A decides, luck, B decides: B takes the least.
    local list = { { luck = { 1 / 2, 1 / 2 }, { 2, 10 }, { 4, 20 } } }
    assert.equal(3, (expect(list, 2)))
    assert.equal(3, (expect(list, 2, nil, { player = true })))
    -- Luck first: A decides.
    assert.equal(15, (expect(list[1], 1)))
  end)

  it("stays within what luck brings, though rounding would leave it", function()
    local list = { { luck = { 0.1, 0.2, 0.7 }, 1.3, 1.3, 1.3 } }
    assert.is_true(0.1 * 1.3 + 0.2 * 1.3 + 0.7 * 1.3 ~= 1.3)
    assert.equal(1.3, (expect(list, 2)))
    assert.equal(1, (expect({ { luck = { 0.3333333, 0.3333333, 0.3333333 }, 1, 1, 1 } }, 2)))
  end)

  it("knows how far a win is only if luck has no say in it", function()
    local win = { win = 100 }
    local _, _, result = expect({ { luck = { 1 / 2, 1 / 2 }, { { 100 } }, { { 100 } } } }, 9, win)
    assert.equal(97, result.value)
    assert.is_true(result.may_win and result.must_win)
    _, _, result = expect({ { luck = { 1 / 2, 1 / 2 }, { { { 100 } } }, { 100 } } }, 9, win)
    assert.equal(97, result.value)
    assert.is_false(result.may_win)
    _, _, result = expect({ { luck = { 1 / 2, 1 / 2 }, { { { 100 } } }, { 100 } }, { { 100 } } }, 9, win)
    assert.equal(97, result.value)
    assert.is_true(result.may_win)
    assert.is_false(result.must_win)
  end)

  it("is minimax where luck never moves", function()
    for seed = 1, GAMES do
      local random = rng.new(seed)
      local traits = {
        player = random:chance(0.7), order = random:chance(0.5), is_over = random:chance(0.5),
        view = random:pick({ "max", "mover" }), noisy = true,
      }
      local options = {
        view = traits.view, win = random:chance(0.3) and 50 or nil, quiescence = random:int(0, 2),
        maximize = traits.view == "max" and random:chance(0.5),
      }
      local graph = random_graph.new(random, { extra = not traits.player and 0 or nil, back = 0 })
      local game, depth = random_graph.game(graph, "copying", traits), random:int(0, 5)
      local state = random_graph.state(graph, "copying", graph.root)
      local expected = oracle.minimax(game, state, depth, options)
      local actual = expectiminimax.search(game, state, depth, options)
      for _, name in ipairs({ "value", "best", "nodes", "evaluations", "cut" }) do
        assert.equal(expected[name], actual[name], name .. ", seed " .. seed)
      end
      assert.same(expected.values, actual.values)
      assert.same(expected.optimal, actual.optimal)
    end
  end)
end)

describe("Max^n", function()
  -- The tree of Luckhardt and Irani's kind: three players in turn.
  local THREE = {
    turn = 1,
    { turn = 2, { turn = 3, shares = { 1, 2, 6 } }, { turn = 3, shares = { 4, 3, 2 } } },
    { turn = 2, { turn = 3, shares = { 6, 1, 2 } }, { turn = 3, shares = { 3, 5, 1 } } },
    { turn = 2, { turn = 3, shares = { 4, 4, 1 } }, { turn = 3, shares = { 9, 4, 0 } } },
  }

  it("lets everybody take what is best for them, and the first of equals", function()
    local value, best = shares_of(THREE, 2)
    assert.same({ 4, 3, 2 }, value)
    assert.equal("1", best)
  end)

  it("averages each share where luck moves", function()
    local value, best = shares_of({
      turn = 2,
      { turn = 1, luck = { 1 / 4, 3 / 4 }, { shares = { 0, 8 }, turn = 1 }, { shares = { 4, 0 }, turn = 1 } },
      { turn = 1, shares = { 9, 1 } },
    }, 2)
    assert.same({ 3, 2 }, value)
    assert.equal("1", best)
  end)

  it("sorts by order, but not where states are evaluated as they stand, except at the root", function()
    local list = {
      turn = 1,
      { turn = 2, { turn = 1, shares = { 1, 1 }, score = 0 }, { turn = 1, shares = { 2, 1 }, score = 1 } },
    }
    assert.same({ 1, 1 }, (shares_of(list, 2, { order = true })))
    assert.same({ 2, 1 }, (shares_of(list, 3, { order = true })))
    assert.same({ 2, 1 }, (shares_of(list[1], 1, { order = true })))
  end)

  it("is expectiminimax for one player", function()
    for seed = 1, GAMES do
      local random = rng.new(seed)
      local graph = random_luck.new(random, { players = 1 })
      local depth = random:int(0, 5)
      local state = random_luck.state(graph, "copying", graph.root)
      local one = random_luck.game(graph, "copying", { player = true })
      local expected = expectiminimax.search(one, state, depth)
      local shared = random_luck.game(graph, "copying", { player = true, shares = "same" })
      local actual = maxn.search(shared, state, depth)
      assert.equal(expected.value, actual.value[graph.players[1]])
      for _, name in ipairs({ "best", "nodes", "evaluations", "cut", "luck" }) do
        assert.equal(expected[name], actual[name], name .. ", seed " .. seed)
      end
    end
  end)

  it("is minimax for two players who are opposed, but for the choice among equals", function()
    for seed = 1, GAMES do
      local random = rng.new(seed)
      local graph = random_luck.new(random, { players = 2, luck = 0 })
      local depth = random:int(0, 5)
      local state = random_luck.state(graph, "copying", graph.root)
      local two = random_luck.game(graph, "copying", { player = true })
      local shared = random_luck.game(graph, "copying", { player = true, shares = "fresh" })
      local expected, actual = oracle.minimax(two, state, depth), maxn.search(shared, state, depth)
      assert.equal(expected.value, actual.value[two.player(state)])
      assert.equal(expected.best, actual.best)
    end
  end)
end)

describe("A random game of luck", function()
  -- Whether luck moves at the root, more than once in a row, or where all decisions are made.
  local function look(graph, seen)
    seen.root = seen.root or graph.root.luck ~= nil
    for _, position in ipairs(graph.positions) do
      for _, entry in ipairs(position.luck or {}) do
        seen.zero = seen.zero or entry.probability == 0
        seen.chain = seen.chain or entry.to and entry.to.luck ~= nil
        seen.final = seen.final or entry.to and not (entry.to.successors and entry.to.successors[1])
        seen.over = seen.over or position.over
        seen.long_chain = seen.long_chain or (function()
          for _, second in ipairs(entry.to and entry.to.luck or {}) do
            if second.to and second.to.luck then
              return true
            end
          end
        end)()
      end
    end
  end

  it("has luck in all places", function()
    local seen = {}
    for seed = 1, 200 do
      look(random_luck.new(rng.new(seed)), seen)
    end
    assert.same({ root = true, zero = true, chain = true, final = true, over = true, long_chain = true }, seen)
  end)

  it("is the same in all styles, and is restored", function()
    for seed = 1, GAMES do
      local results = {}
      for i, style in ipairs(random_luck.STYLES) do
        local random = rng.new(seed)
        local traits = { player = true, is_over = random:chance(0.5), hash = "zobrist", moves = "string" }
        local graph = random_luck.new(random, { players = random:int(1, 4) })
        local state = random_luck.state(graph, style, graph.root, traits)
        local key = state.key and state.key:get()
        local game = random_luck.game(graph, style, traits)
        local found = expectiminimax.search(game, state, 4)
        results[i] = { found.value, found.nodes, found.evaluations, walk.count(game, state, 3) }
        assert.equal(graph.root, state.at)
        assert.equal(key, state.key and state.key:get())
      end
      assert.same(results[1], results[2])
      assert.same(results[1], results[3])
    end
  end)

  it("of a given sum has evaluations that add up to no more, none of which is below the least", function()
    for seed = 1, 50 do
      local random = rng.new(seed)
      local shape = { players = random:int(1, 4), sum = 12, low = random:pick({ -2, 0, 1 }), waste = 0.1 }
      for _, position in ipairs(random_luck.new(random, shape).positions) do
        local sum = 0
        for _, share in ipairs(position.values) do
          assert.is_true(share >= shape.low)
          sum = sum + share
        end
        assert.is_true(sum <= 12)
      end
    end
  end)
end)
