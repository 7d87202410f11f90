-- What a search takes and what it gives back, on trees small enough to be worked out by hand.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local info_rows = require "rows.info"
local rng = require "spec.support.rng"
local random_tree = require "spec.support.random_tree"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local INFINITY = math.huge

-- Searches a tree written as nested lists in the children style; the best move comes back as its path.
local function search(list, depth, options, traits)
  local settings = { game = tree.game("children", traits), view = traits and traits.view }
  for name, value in pairs(options or {}) do settings[name] = value end
  local best, value, info = alphabeta.search(tree.from(list), depth, settings)
  return best and best.name, value, info
end

-- Numbers as states: n leads to 2n and 2n + 1, and is worth itself.
local doubling = {
  children = function(n) return { 2 * n, 2 * n + 1 } end,
  evaluate = function(n) return n end,
}

-- The same rules as methods of the states.
local Doubling = {}
Doubling.__index = Doubling

local function doubling_state(n) return setmetatable({ n = n }, Doubling) end

function Doubling:children() return { doubling_state(2 * self.n), doubling_state(2 * self.n + 1) } end

function Doubling:evaluate() return self.n end

describe("The rules of a game", function()
  it("are a table of their own", function()
    local best, value = alphabeta.search(1, 2, { game = doubling })
    assert.equal(3, best)
    assert.equal(6, value)
  end)

  it("are the methods of the state, through its metatable", function()
    local best, value = alphabeta.search(doubling_state(1), 2)
    assert.equal(3, best.n)
    assert.equal(6, value)
  end)

  it("are found by an __index that is a function", function()
    local state = setmetatable({ n = 1 }, {
      __index = function(_, name) return Doubling[name] end,
    })
    assert.equal(3, alphabeta.search(state, 2).n)
  end)

  it("are the state's own fields", function()
    local state = { n = 1, children = Doubling.children, evaluate = Doubling.evaluate }
    assert.equal(3, alphabeta.search(state, 2).n)
  end)

  it("come from the game's table even where the state has methods", function()
    local game = wrap.replace(Doubling, {
      evaluate = function(state) return -state.n end,
    })
    local best, value = alphabeta.search(doubling_state(1), 2, { game = game })
    assert.equal(2, best.n)
    assert.equal(-5, value)
  end)

  it("may be any callables: tables with __call and C functions", function()
    local children = setmetatable({}, {
      __call = function(_, n) return doubling.children(n) end,
    })
    local best, value = alphabeta.search(1, 2, { game = { children = children, evaluate = math.abs } })
    assert.equal(3, best)
    assert.equal(6, value)
  end)

  it("follow the first style that is present", function()
    local root = tree.from({ 1, 2 })
    local game = tree.game("in place")
    game.children = error
    game.play = error
    assert.equal(root.children[2], alphabeta.search(tree.state("in place", root), 1, { game = game }))
    game.make = nil
    game.play = tree.game("copying").play
    assert.equal(root.children[2], alphabeta.search(tree.state("copying", root), 1, { game = game }))
  end)

  it("may call any value but nil a move, and a state", function()
    local moves = { 0.5, "e4", false, {}, print, coroutine.create(function() end), true }
    for i = 1, #moves do
      local game = {
        moves = function(state) return state == 0 and moves or nil end,
        play = function(_, move) return move end,
        evaluate = function(state) return state == moves[i] and 1 or 0 end,
      }
      local best, value, info = alphabeta.search(0, 3, { game = game })
      assert.equal(moves[i], best)
      assert.equal(1, value)
      assert.equal(moves[i], info.pv[1])
      assert.equal(1, #info.pv)
    end
  end)

  it("get their own arrays back unchanged", function()
    local root = random_tree.new(rng.new(1), { plies = 4 })
    local before = deep.copy(root)
    alphabeta.search(root, 5, { game = tree.game("children", { order = true }), deepening = true })
    assert.is_true(deep.equal(before, root))
  end)
end)

describe("A depth", function()
  it("of 0 evaluates the root and chooses nothing", function()
    local best, value, info = search({ 3, 5, value = 7 }, 0)
    assert.is_nil(best)
    assert.equal(7, value)
    assert.same({}, info.pv)
    assert.equal("depth", info.reason)
    assert.equal(0, info.depth)
    assert.equal(1, info.nodes)
    assert.equal(1, info.evaluations)
  end)

  it("of 1 looks at the root's successors", function()
    local best, value, info = search({ { 1, 2, value = 8 }, { 3, value = 9 } }, 1)
    assert.equal("2", best)
    assert.equal(9, value)
    assert.equal("depth", info.reason)
    assert.equal(3, info.nodes)
    assert.equal(2, info.evaluations)
  end)

  it("may be a float of integer value", function()
    assert.equal(3, (alphabeta.search(1, 4 / 2, { game = doubling })))
  end)

  it("may be given in a table of limits, among the options, or by both", function()
    local options = { game = doubling, depth = 3 }
    assert.equal(3, select(3, alphabeta.search(1, nil, options)).depth)
    assert.equal(2, select(3, alphabeta.search(1, 2, options)).depth)
    assert.equal(2, select(3, alphabeta.search(1, { depth = 2 }, options)).depth)
  end)
end)

describe("The reason", function()
  local LEAF = { value = 4 }

  it("is over, with no best move, when the root has no successors", function()
    for _, style in ipairs(tree.STYLES) do
      for _, traits in ipairs({ {}, { player = true, order = true, view = "mover" } }) do
        for _, children in ipairs({ false, {} }) do
          local root = tree.from(LEAF)
          root.children = children or nil
          local best, value, info = alphabeta.search(tree.state(style, root), 3, { game = tree.game(style, traits) })
          assert.is_nil(best)
          assert.equal(4, value)
          assert.equal("over", info.reason)
          assert.same({}, info.pv)
          assert.equal(1, info.nodes)
          assert.equal(1, info.evaluations)
        end
      end
    end
  end)

  it("is over when is_over says so, whatever the moves", function()
    local best, value, info = search({ 1, 2, value = 4, over = true }, 3, nil, { is_over = true })
    assert.is_nil(best)
    assert.equal(4, value)
    assert.equal("over", info.reason)
  end)

  it("is over when it deepens, too", function()
    assert.equal("over", select(3, search(LEAF, 3, { deepening = true })).reason)
    assert.equal("over", select(3, search(LEAF, { time = 1 })).reason)
  end)

  it("is depth when a node was cut short by it", function()
    assert.equal("depth", select(3, search({ { 1, 2 }, 3 }, 1)).reason)
    assert.equal("depth", select(3, search({ 3, { 1, 2 } }, 1)).reason)
    assert.equal("depth", select(3, search({ 1, 2 }, 0)).reason)
  end)

  it("is solved when no node was", function()
    assert.equal("solved", select(3, search({ 1, 2 }, 2)).reason)
    assert.equal("solved", select(3, search({ 1, 2 }, 1)).reason)
    assert.equal("solved", select(3, search({ { 1, 2 }, 3 }, 2)).reason)
    assert.equal("solved", select(3, search({ { 1, 2 }, 3 }, 3)).reason)
  end)

  it("is solved when all that the depth would cut is pruned", function()
    local list = { { 5, 6 }, { 4, { { 7 } } } } -- alpha-beta does not look at what follows the 4
    assert.equal("depth", select(3, search(list, 3, { algorithm = "minimax" })).reason)
    assert.equal("solved", select(3, search(list, 3)).reason)
  end)
end)

describe("The value", function()
  it("is a float", function()
    local type_of = rawget(math, "type") or function()
      return "float" -- what every number was before Lua 5.3
    end
    assert.equal("float", type_of((select(2, search({ 1, 2 }, 1)))))
    assert.equal("float", type_of((select(2, search({ value = 2 }, 0)))))
  end)

  it("is as exact as a double", function()
    assert.equal(2 ^ 53 - 1, (select(2, search({ { 2 ^ 53 - 1, 2 ^ 53 }, { 2 ^ 53 - 2 } }, 2))))
    assert.equal(0.1, (select(2, search({ { 0.1 }, { 0.1 - 2 ^ -56 } }, 2))))
  end)

  local zeros = {
    { "evaluated", { value = -0.0 }, 0 },
    { "negated", { { value = -0.0 } }, 1, nil, { view = "mover" } },
    { "negated for the minimiser", { { value = 0.0 } }, 1, { maximize = false } },
  }

  for _, row in ipairs(zeros) do
    it("is never -0: a zero " .. row[1], function()
      local _, value = search(row[2], row[3], row[4], row[5])
      assert.equal(0, value)
      assert.equal(INFINITY, 1 / value)
    end)
  end
end)

describe("The best move among equals", function()
  it("is the first in the order given by scores, where equal scores keep the game's order", function()
    local list = { { value = 4 }, { value = 4, score = 1 }, { value = 4, score = 1 }, { value = 3, score = 2 } }
    assert.equal("2", (search(list, 1, nil, { order = true })))
  end)
end)

describe("The point of view", function()
  it("is passed to evaluate", function()
    local game = tree.game("children", { player = true })
    local root = tree.from({ { 3, 5 }, { 2, 9 } })
    for _, node in ipairs({ root, root.children[1] }) do
      local _, value = alphabeta.search(node, 3, { game = game })
      assert.equal(node == root and 3 or -3, value) -- for player 2, 3 is reported as -3
    end
  end)
end)

describe("A won game", function()
  -- evaluations, and what a search says of them: value, plies, best move
  local rows = {
    { "at once", { 0, { value = 100 } }, 99, 1, "2" },
    { "in three rather than five", { { { { { 100 } } } }, { { 100 } } }, 97, 3, "2" },
    { "in three though the other is first", { { { 100 } }, { { { { 100 } } } } }, 97, 3, "1" },
    { "lost at once", { { -100 } }, -98, -2, "1" },
    { "lost in four rather than two", { { -100 }, { { { -100 } } } }, -96, -4, "2" },
    { "won by more than needed", { 0, 120 }, 99, 1, "2" },
    { "won soon rather than by much", { { { { 500 } } }, { { 100 } } }, 97, 3, "2" },
    { "avoided", { { 100, -99 }, { 1 } }, 1, nil, "2" },
    { "drawn", { { 0 }, { -100 } }, 0, nil, "1" },
    { "one short of won", { { 99 }, { 98 } }, 99, nil, "1" },
    { "infinitely won", { 0, INFINITY }, 99, 1, "2" },
    { "infinitely lost", { { -INFINITY } }, -98, -2, "1" },
  }

  for _, row in ipairs(rows) do
    local sentence, list, expected_value, expected_plies, expected_best = row[1], row[2], row[3], row[4], row[5]
    it(sentence, function()
      for _, options in ipairs({ {}, { deepening = true }, { algorithm = "minimax" } }) do
        options.win = 100
        local best, value, info = search(list, 8, options)
        assert.equal(expected_best, best)
        assert.equal(expected_value, value)
        assert.equal(expected_plies, info.win_in)
      end
    end)
  end

  it("is won by the player to move, who may be the minimiser", function()
    local best, value, info = search({ { { -100 } }, -100, 100 }, 8, { win = 100, maximize = false })
    assert.equal("2", best)
    assert.equal(-99, value)
    assert.equal(1, info.win_in)
  end)

  it("is nothing special without the option", function()
    local _, value, info = search({ 0, 100 }, 2)
    assert.equal(100, value)
    assert.is_nil(info.win_in)
  end)

  it("is returned in the root player's view when evaluated in the mover's", function()
    local _, value, info = search({ { -100 }, { { 100 } } }, 8, { win = 100 }, { view = "mover" })
    assert.equal(97, value)
    assert.equal(3, info.win_in)
  end)
end)

describe("A window", function()
  -- options, the value and the bound for a tree that is worth 3
  local rows = {
    { { alpha = 0, beta = 10 }, 3, "exact" },
    { { alpha = 0 }, 3, "exact" },
    { { beta = 10 }, 3, "exact" },
    { { alpha = 3, beta = 10 }, 3, "upper" },
    { { alpha = 0, beta = 3 }, 3, "lower" },
    { { alpha = 7, beta = 10 }, 3, "upper" },
    { { alpha = -9, beta = -5 }, 3, "lower" },
    { { alpha = -INFINITY, beta = INFINITY }, 3, "exact" },
  }

  for _, row in ipairs(rows) do
    local options, expected_value, expected_bound = row[1], row[2], row[3]
    local sentence = ("from %s to %s, tells %s %d"):format(
      tostring(options.alpha), tostring(options.beta), expected_bound, expected_value
    )
    it(sentence, function()
      local _, value, info = search({ { 3, 5 }, { 2, 9 } }, 2, options)
      assert.equal(expected_value, value)
      assert.equal(expected_bound, info.bound)
    end)
  end

  it("is read as the value is, also by the minimiser", function()
    local list = { { 3, 5 }, { 2, 9 } } -- 5 to the minimiser
    assert.equal("exact", select(3, search(list, 2, { maximize = false, alpha = 4, beta = 6 })).bound)
    assert.equal("upper", select(3, search(list, 2, { maximize = false, alpha = 6 })).bound)
    assert.equal("lower", select(3, search(list, 2, { maximize = false, beta = 4 })).bound)
  end)

  it("makes the only bounds: without it, values are exact", function()
    assert.equal("exact", select(3, search({ 1, 2 }, 1)).bound)
  end)
end)

describe("The info", function()
  it("has these fields of these types", function()
    local _, _, info = search({ { 3, 5 }, { 2, 9 } }, 2, { alpha = 0, win = 50 })
    local types = { reason = "string", bound = "string" }
    for _, row in ipairs(info_rows) do
      local kind = row.type:match "%[%]$" and "table" or row.type:match '^"' and "string" or "number"
      if not row.optional then types[row[1]] = kind end
    end
    for field, value in pairs(info) do assert.equal(types[field], type(value), field) end
    for field in pairs(types) do assert.is_not_nil(info[field], field) end
    assert.is_true(info.time >= 0)
  end)

  it("counts nodes, evaluations and cut-offs", function()
    local _, _, info = search({ { 3, 5 }, { 2, 9 } }, 2)
    assert.same({ 6, 3, 1 }, { info.nodes, info.evaluations, info.cutoffs })
    info = select(3, search({ { 3, 5 }, { 2, 9 } }, 2, { algorithm = "minimax" }))
    assert.same({ 7, 4, 0 }, { info.nodes, info.evaluations, info.cutoffs })
  end)

  it("counts no cut-off where nothing was left out", function()
    assert.equal(0, select(3, search({ { 3, 5 }, { 9, 2 } }, 2)).cutoffs)
  end)

  it("has counts that are written without a fraction", function()
    local _, _, info = search({ 1, 2 }, 1)
    for _, field in ipairs({ "depth", "nodes", "evaluations", "cutoffs" }) do
      assert.equal(tostring(info[field]), ("%d"):format(info[field]), field)
    end
  end)

  it("sums the nodes of all iterations", function()
    local _, _, info = search({ { 3, 5 }, { 2, 9 } }, 2, { deepening = true })
    assert.equal(3 + 6, info.nodes)
    assert.equal(2 + 3, info.evaluations)
  end)

  it("holds the line that is expected", function()
    local _, _, info = search({ { { 1, 2 }, { 9, 3 } }, { { 4 }, { 8, 0 } } }, 3)
    assert.same({ "2", "2.1", "2.1.1" }, tree.names(info.pv))
  end)

  it("is a new table each time", function()
    local ai = alphabeta.new(doubling, { depth = 2 })
    local _, _, first = ai:search(1)
    local copy = deep.copy(first)
    ai:search(5)
    assert.is_true(deep.equal(copy, first))
  end)
end)

describe("Deepening", function()
  it("comes to the same result as searching at once, where no two moves are equally good", function()
    local list = {
      { { 3, value = 9 }, { 5, value = 4 }, value = 1 },
      { { 6, 2, value = 2 }, { 4, value = 3 }, value = 7 },
      value = 0,
    }
    for depth = 0, 4 do
      local best, value, info = search(list, depth)
      local deep_best, deep_value, deep_info = search(list, depth, { deepening = true })
      assert.equal(best, deep_best)
      assert.equal(value, deep_value)
      assert.same(tree.names(info.pv), tree.names(deep_info.pv))
      assert.equal(info.reason, deep_info.reason)
    end
  end)

  it("ends as soon as the tree is solved", function()
    local _, _, info = search({ { 3, 5 }, { 2, 9 } }, 10000, { deepening = true })
    assert.equal("solved", info.reason)
    assert.equal(2, info.depth)
  end)
end)

describe("A searcher", function()
  it("searches again and again with the same result", function()
    local ai = alphabeta.new(doubling, { depth = 3 })
    for _ = 1, 3 do
      local best, value, info = ai:search(1)
      assert.equal(3, best)
      assert.equal(13, value)
      assert.equal(select(3, alphabeta.search(1, 3, { game = doubling })).nodes, info.nodes)
    end
  end)

  it("takes a depth or limits for each search, in place of its own", function()
    local ai = alphabeta.new(doubling, { depth = 3 })
    assert.equal(2, select(3, ai:search(1, 2)).depth)
    assert.equal(4, select(3, ai:search(1, { depth = 4 })).depth)
    assert.equal("nodes", select(3, ai:search(1, { nodes = 4 })).reason)
    assert.equal(3, select(3, ai:search(1)).depth)
  end)

  it("needs no game when each state brings its own methods", function()
    local ai = alphabeta.new(nil, { depth = 2 })
    assert.equal(3, ai:search(doubling_state(1)).n)
    assert.equal(7, ai:search(doubling_state(3)).n)
    assert.equal(3, alphabeta.new():search(doubling_state(1), 2).n)
    local other = wrap.replace(Doubling, {
      evaluate = function(state) return -state.n end,
    })
    assert.equal(2, ai:search(setmetatable({ n = 1 }, { __index = other })).n)
  end)

  it("does not depend on its options table afterwards", function()
    local options = { depth = 2, view = "max" }
    local before = deep.copy(options)
    local ai = alphabeta.new(doubling, options)
    options.depth = 5
    assert.equal(2, select(3, ai:search(1)).depth)
    options.depth = 2
    assert.is_true(deep.equal(before, options))
  end)

  it("may be used by a callback of another, or of a search", function()
    local inner = alphabeta.new(doubling, { depth = 2 })
    local game = wrap.replace(doubling, {
      evaluate = function(n)
        local _, value = inner:search(n)
        local _, again = alphabeta.search(n, 2, { game = doubling })
        return value == again and value or error("they differ")
      end,
    })
    local best, value = alphabeta.new(game):search(1, 2)
    assert.equal(3, best)
    assert.equal((select(2, alphabeta.search(6, 2, { game = doubling }))), value)
  end)

  it("may be closed, more than once, and by the end of its block where Lua can", function()
    local ai = alphabeta.new(doubling)
    ai:close()
    ai:close()
    if _VERSION >= "Lua 5.4" then
      local block = assert(load([[
        local alphabeta, game = ...
        local kept
        do
          local ai <close> = alphabeta.new(game)
          ai:search(1, 2)
          kept = ai
        end
        return pcall(kept.search, kept, 1, 2)
      ]]))
      assert.is_false((block(alphabeta, doubling)))
    end
  end)
end)

describe("The same search", function()
  it("gives the same result and the same counts, time after time", function()
    for seed = 1, 20 do
      local root = random_tree.new(rng.new(seed), { plies = 5, early = 0 })
      local options = { game = tree.game("children", { player = true, order = true }), deepening = seed % 2 == 0 }
      local best, value, info = alphabeta.search(root, 6, options)
      for _ = 1, 3 do
        local best_again, value_again, info_again = alphabeta.search(root, 6, options)
        info_again.time = info.time
        assert.equal(best, best_again)
        assert.equal(value, value_again)
        assert.is_true(deep.equal(info, info_again))
      end
    end
  end)
end)

describe("At depth 0", function()
  -- Captures: 5 is better than standing pat.
  local game = {
    moves = function(state) return type(state) == "table" and state or nil end,
    play = function(_, move) return move end,
    evaluate = function(state) return type(state) == "number" and state or state.value end,
    noisy = function(state) return type(state) == "table" and state or nil end,
  }

  it("there is no best move, with quiescence either, whose value counts", function()
    for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf", "minimax" }) do
      for _, options in ipairs({ {}, { deepening = true }, { multipv = algorithm ~= "mtdf" and 2 or nil } }) do
        options.game, options.quiescence, options.algorithm = game, 1, algorithm
        local best, value, info = alphabeta.search({ 3, 5, value = 1 }, 0, options)
        assert.is_nil(best)
        assert.same({ 5, {}, 0, "depth" }, { value, info.pv, info.depth, info.reason })
      end
    end
  end)
end)
