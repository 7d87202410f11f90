-- The oracles of games with chance nodes and of games for many players, against what is known without them.

local expectiminimax = require "spec.support.expectiminimax"
local chance_tree = require "spec.support.chance_tree"
local maxn = require "spec.support.maxn"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local random_chance = require "spec.support.random_chance"
local rng = require "spec.support.rng"
local walk = require "spec.support.walk"

local GAMES = (tonumber(os.getenv("ALPHABETA_TREES")) or 6000) / 20

-- What expectiminimax says of a tree that is written down.
local function expect(list, depth, options, traits)
  local root = chance_tree.from(list)
  local result = expectiminimax.search(chance_tree.game("children", traits), root, depth, options)
  return result.value, result.best and result.best.name, result
end

local function payoffs_of(list, depth, traits)
  traits = traits or {}
  traits.player, traits.payoffs = true, true
  local root = chance_tree.from(list)
  local result = maxn.search(chance_tree.game("children", traits), root, depth)
  return result.value, result.best and result.best.name, result
end

describe("Expectiminimax", function()
  -- Two bets: 3 for sure, or 8 with probability 1/4; the opponent replies to the outcome.
  local BET = {
    { { 3, 9 } },
    { chance = { 1 / 4, 3 / 4 }, { 8, 12 }, { 0, 5 } },
    value = -1,
  }

  it("weighs the outcomes by their probabilities, and minimaxes the moves", function()
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

  it("counts decisions and evaluates where none is left, chance nodes, too", function()
    local list = { { chance = { 1 / 2, 1 / 2 }, value = 7, 1, 2 }, { 3, value = 6 }, value = 5 }
    assert.equal(5, (expect(list, 0)))
    assert.equal(7, (expect(list, 1)))
    assert.equal(3, (expect(list, 2)))
  end)

  it("searches a chance node at the root without using depth, and has no best move there", function()
        local list = {
      chance = { 1 / 4, 3 / 4 }, { 1, 4, value = 100 }, { chance = { 1 }, { 2, -1, value = 50 }, value = 9 },
    }
    local value, best, result = expect(list, 1)
    assert.equal(4 / 4 + 2 * 3 / 4, value)
    assert.is_nil(best)
    assert.is_true(result.chance)
    assert.equal(0, (expect(list, 0)))
  end)

  it("passes the turn on at decisions alone", function()
    -- A decides, chance, B decides: B takes the least.
    local list = { { chance = { 1 / 2, 1 / 2 }, { 2, 10 }, { 4, 20 } } }
    assert.equal(3, (expect(list, 2)))
    assert.equal(3, (expect(list, 2, nil, { player = true })))
    -- Chance first: A decides.
    assert.equal(15, (expect(list[1], 1)))
  end)

  it("stays within the range of the outcomes in spite of rounding", function()
    local list = { { chance = { 0.1, 0.2, 0.7 }, 1.3, 1.3, 1.3 } }
    assert.is_true(0.1 * 1.3 + 0.2 * 1.3 + 0.7 * 1.3 ~= 1.3)
    assert.equal(1.3, (expect(list, 2)))
    assert.equal(1, (expect({ { chance = { 0.3333333, 0.3333333, 0.3333333 }, 1, 1, 1 } }, 2)))
  end)

  it("knows how far a win is only if no outcome changes the distance", function()
    local win = { win = 100 }
    local _, _, result = expect({ { chance = { 1 / 2, 1 / 2 }, { { 100 } }, { { 100 } } } }, 9, win)
    assert.equal(97, result.value)
    assert.is_true(result.may_win and result.must_win)
    _, _, result = expect({ { chance = { 1 / 2, 1 / 2 }, { { { 100 } } }, { 100 } } }, 9, win)
    assert.equal(97, result.value)
    assert.is_false(result.may_win)
    _, _, result = expect({ { chance = { 1 / 2, 1 / 2 }, { { { 100 } } }, { 100 } }, { { 100 } } }, 9, win)
    assert.equal(97, result.value)
    assert.is_true(result.may_win)
    assert.is_false(result.must_win)
  end)

  it("is minimax without chance nodes", function()
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
    { turn = 2, { turn = 3, payoffs = { 1, 2, 6 } }, { turn = 3, payoffs = { 4, 3, 2 } } },
    { turn = 2, { turn = 3, payoffs = { 6, 1, 2 } }, { turn = 3, payoffs = { 3, 5, 1 } } },
    { turn = 2, { turn = 3, payoffs = { 4, 4, 1 } }, { turn = 3, payoffs = { 9, 4, 0 } } },
  }

  it("lets each player take the best own payoff, and the first of equals", function()
    local value, best = payoffs_of(THREE, 2)
    assert.same({ 4, 3, 2 }, value)
    assert.equal("1", best)
  end)

  it("averages each payoff at chance nodes", function()
    local value, best = payoffs_of({
      turn = 2,
      { turn = 1, chance = { 1 / 4, 3 / 4 }, { payoffs = { 0, 8 }, turn = 1 }, { payoffs = { 4, 0 }, turn = 1 } },
      { turn = 1, payoffs = { 9, 1 } },
    }, 2)
    assert.same({ 3, 2 }, value)
    assert.equal("1", best)
  end)

  it("sorts by order, but not where states are evaluated without a further search, except at the root", function()
    local list = {
      turn = 1,
      { turn = 2, { turn = 1, payoffs = { 1, 1 }, score = 0 }, { turn = 1, payoffs = { 2, 1 }, score = 1 } },
    }
    assert.same({ 1, 1 }, (payoffs_of(list, 2, { order = true })))
    assert.same({ 2, 1 }, (payoffs_of(list, 3, { order = true })))
    assert.same({ 2, 1 }, (payoffs_of(list[1], 1, { order = true })))
  end)

  it("is expectiminimax for one player", function()
    for seed = 1, GAMES do
      local random = rng.new(seed)
      local graph = random_chance.new(random, { players = 1 })
      local depth = random:int(0, 5)
      local state = random_chance.state(graph, "copying", graph.root)
      local one = random_chance.game(graph, "copying", { player = true })
      local expected = expectiminimax.search(one, state, depth)
      local shared = random_chance.game(graph, "copying", { player = true, payoffs = "same" })
      local actual = maxn.search(shared, state, depth)
      assert.equal(expected.value, actual.value[graph.players[1]])
      for _, name in ipairs({ "best", "nodes", "evaluations", "cut", "chance" }) do
        assert.equal(expected[name], actual[name], name .. ", seed " .. seed)
      end
    end
  end)

  it("is minimax for two players who are opposed, but for the choice among equals", function()
    for seed = 1, GAMES do
      local random = rng.new(seed)
      local graph = random_chance.new(random, { players = 2, chance = 0 })
      local depth = random:int(0, 5)
      local state = random_chance.state(graph, "copying", graph.root)
      local two = random_chance.game(graph, "copying", { player = true })
      local shared = random_chance.game(graph, "copying", { player = true, payoffs = "fresh" })
      local expected, actual = oracle.minimax(two, state, depth), maxn.search(shared, state, depth)
      assert.equal(expected.value, actual.value[two.player(state)])
      assert.equal(expected.best, actual.best)
    end
  end)
end)

describe("A random game with chance nodes", function()
  -- Whether there are chance nodes at the root, several in a row, or where no decision is left.
  local function look(graph, seen)
    seen.root = seen.root or graph.root.chance ~= nil
    for _, position in ipairs(graph.positions) do
      for _, entry in ipairs(position.chance or {}) do
        seen.zero = seen.zero or entry.probability == 0
        seen.chain = seen.chain or entry.to and entry.to.chance ~= nil
        seen.final = seen.final or entry.to and not (entry.to.successors and entry.to.successors[1])
        seen.over = seen.over or position.over
        seen.long_chain = seen.long_chain or (function()
          for _, second in ipairs(entry.to and entry.to.chance or {}) do
            if second.to and second.to.chance then
              return true
            end
          end
        end)()
      end
    end
  end

  it("has chance nodes in all places", function()
    local seen = {}
    for seed = 1, 200 do
      look(random_chance.new(rng.new(seed)), seen)
    end
    assert.same({ root = true, zero = true, chain = true, final = true, over = true, long_chain = true }, seen)
  end)

  it("is the same in all styles, and is restored", function()
    for seed = 1, GAMES do
      local results = {}
      for i, style in ipairs(random_chance.STYLES) do
        local random = rng.new(seed)
        local traits = { player = true, is_over = random:chance(0.5), hash = "zobrist", moves = "string" }
        local graph = random_chance.new(random, { players = random:int(1, 4) })
        local state = random_chance.state(graph, style, graph.root, traits)
        local key = state.key and state.key:get()
        local game = random_chance.game(graph, style, traits)
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
      for _, position in ipairs(random_chance.new(random, shape).positions) do
        local sum = 0
        for _, payoff in ipairs(position.values) do
          assert.is_true(payoff >= shape.low)
          sum = sum + payoff
        end
        assert.is_true(sum <= 12)
      end
    end
  end)
end)
