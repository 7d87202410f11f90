-- The oracle, where the searches that are compared with it would not show that it is wrong: it would ask less of them.

local chance_tree = require "spec.support.chance_tree"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

-- What the oracle says of a tree that is written down.
local function expect(list, depth, options, traits)
  local root = chance_tree.from(list)
  local result = oracle.minimax(chance_tree.game("children", traits), root, depth, options)
  return result.value, result.best and result.best.name, result
end

local function payoffs_of(list, depth, traits)
  return expect(list, depth, { algorithm = "maxn" }, wrap.replace({ player = true, payoffs = true }, traits or {}))
end

describe("Minimax", function()
  -- A moves, then B, or A again where that is written; values are good for A.
  local LIST = { value = 9, { value = 4, 3, 5 }, { value = 7, 2, { value = 6, 8, 1 } } }
  local AGAIN = { turn = 1, value = 9, { turn = 2, value = 4, 3, 5 }, { turn = 1, value = 7, 2, 6 } }
  local WON = { { { { 100 } } }, { 100 }, { -100, 3 } }
  for _, row in ipairs({
    { "takes turns", LIST, 3, {}, value = 3, best = "1", nodes = 9, evaluations = 5, cut = false },
    { "values the horizon by evaluate", LIST, 1, {}, value = 7, best = "2", nodes = 3, evaluations = 2, cut = true },
    { "values the root at depth 0", LIST, 0, {}, value = 9, nodes = 1, evaluations = 1, cut = true },
    { "lets the root want the least", LIST, 3, { maximize = false }, value = 2, best = "2" },
    { "lets a player move twice", AGAIN, 2, {}, { player = true }, value = 6, best = "2" },
    {
      "turns signs where the mover is another one", LIST, 1, { view = "mover" }, { view = "mover" }, value = 7,
      best = "2",
    },
    {
      "turns no sign after a second turn", AGAIN, 2, { view = "mover" }, { view = "mover", player = true }, value = 6,
      best = "2",
    },
    {
      "lets one player want the most, whoever asks", AGAIN, 2, { view = "player", max_player = 2 }, { player = true },
      value = 2, best = "2",
    },
    { "prefers the shortest win", WON, 9, { win = 100 }, value = 98, best = "2", must_win = true },
    {
      "prefers the longest loss", { { -100 }, { { { -100 } } } }, 9, { win = 100 }, value = -96, best = "2",
      may_win = true,
    },
    { "asks result at the end", LIST, 3, {}, { result = true }, value = -2, best = "2" },
    { "asks evaluate at the horizon before result", { 1, 2 }, 1, {}, { result = true }, value = 2, best = "2" },
    {
      "asks result at the horizon where is_over is true", { 1, { value = 2, over = true } }, 1, {},
      { result = true, is_over = true }, value = 1, best = "1",
    },
    { "takes the first of the best moves", { 3, 5, 5, 1 }, 1, {}, value = 5, best = "2" },
  }) do
    it(row[1], function()
      local value, best, result = expect(row[2], row[3], row[4], row[5])
      assert.same({ row.value, row.best }, { value, best })
      for name, expected in pairs(row) do
        if type(name) == "string" and name ~= "best" then assert.equal(expected, result[name], name) end
      end
    end)
  end

  it("values the state behind a line as the root does, and says what is there", function()
    local root = chance_tree.from(LIST)
    local game = chance_tree.game("children")
    local line = { root.children[2], root.children[2].children[2] }
    assert.equal(8, oracle.minimax(game, root, 3, {}, line).value)
    assert.equal(6, oracle.minimax(game, root, 2, {}, line).value)
    assert.equal("moves", oracle.follow(game, root, line))
    line[3] = line[2].children[1]
    assert.equal("over", oracle.follow(game, root, line))
    assert.is_nil(oracle.follow(game, root, { line[2] }))
  end)
end)

describe("Expectiminimax", function()
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
end)

describe("Max^n", function()
  it("sorts by order, but not where states are evaluated without a further search, except at the root", function()
    local list = {
      turn = 1,
      { turn = 2, { turn = 1, payoffs = { 1, 1 }, score = 0 }, { turn = 1, payoffs = { 2, 1 }, score = 1 } },
    }
    assert.same({ 1, 1 }, (payoffs_of(list, 2, { order = true })))
    assert.same({ 2, 1 }, (payoffs_of(list, 3, { order = true })))
    assert.same({ 2, 1 }, (payoffs_of(list[1], 1, { order = true })))
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
            if second.to and second.to.chance then return true end
          end
        end)()
      end
    end
  end

  it("has chance nodes in all places", function()
    local seen = {}
    for seed = 1, 200 do look(random_graph.new(rng.new(seed), { chance = 0.5 }), seen) end
    assert.same({ root = true, zero = true, chain = true, final = true, over = true, long_chain = true }, seen)
  end)

  it("of a given sum has evaluations that add up to no more, none of which is below the least", function()
    for seed = 1, 50 do
      local random = rng.new(seed)
      local shape = { players = random:int(1, 4), sum = 12, low = random:pick({ -2, 0, 1 }), waste = 0.1 }
      for _, position in ipairs(random_graph.new(random, shape).positions) do
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
