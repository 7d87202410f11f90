-- Games with chance nodes: means are exact, Star1 and Star2 leave out what cannot matter, and a chance node may
-- be at the root, on a line, and before a win.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local graph_game = require "spec.support.graph_game"
local only = require "spec.support.only"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local INFINITY = math.huge
local WIN = 100

-- Bounds of a mean that are off by what rounding might cost are no bounds that MTD(f) can close in on: it would go from
-- one double to the next.
describe("MTD(f)", function()
  it("ends at chance nodes, after a few re-searches", function()
    for _, ends in ipairs({{1000, -999}, {1, -0.3}, {0.1, 0.7}, {1e300, 1}, {50, 0.001}}) do
      for _, list in ipairs({
        {chance = {1 / 2, 1 / 2}, ends[1], ends[2]},
        {
          chance = {1 / 3, 1 / 3, 1 / 3}, {ends[2], ends[2]}, {ends[1]},
          {chance = {1 / 6, 5 / 6}, ends[1], 7},
        },
        {{chance = {1 / 36, 35 / 36}, {ends[1], ends[1]}, ends[2]}, {chance = {1}, ends[2]}},
      }) do
        local evaluations = 0
        local game = wrap.before(tree.chance_game("children"), function(name)
          evaluations = evaluations + (name == "evaluate" and 1 or 0)
          assert(evaluations < 1000, "no end to the evaluations")
        end)
        local root = tree.from(list)
        local _, expected = alphabeta.search(root, 3, {game = game, algorithm = "minimax"})
        for _, bound in ipairs({INFINITY, 1e300}) do
          evaluations = 0
          local _, value = alphabeta.search(root, 3, {
            game = game, algorithm = "mtdf", value_max = bound, value_min = -bound,
          })
          assert.equal(expected, value)
        end
      end
    end
  end)
end)

-- Where doubles end, rounding costs more than its usual share, and sums are too great.
describe("Means of the least and the greatest doubles", function()
  local LEAST, MOST = 4.9406564584124654e-324, 1.7976931348623157e308
  local VALUES = {0, LEAST, -LEAST, 1, MOST, -MOST}
  local WINDOWS = {-MOST, -7, -LEAST, 0, LEAST, 1, MOST}

  -- Every search of a tree, with every window.
  local function check(list, message)
    local root, game, evaluations = tree.from(list), tree.chance_game("children"), 0
    function game.evaluate(state)
      evaluations = evaluations + 1
      return evaluations < 10000 and state.node.value or error(message .. ": no end to the evaluations")
    end
    local _, expected = alphabeta.search(root, 3, {game = game, algorithm = "minimax"})
    for _, algorithm in ipairs({"alphabeta", "pvs", "mtdf"}) do
      assert.equal(expected, (select(2, alphabeta.search(root, 3, {game = game, algorithm = algorithm}))), message)
      for i, alpha in ipairs(WINDOWS) do
        local _, value, info = alphabeta.search(root, 3, {
          game = game, algorithm = algorithm, alpha = alpha, beta = WINDOWS[i + 1],
        })
        local is_right = info.bound == "exact" and value == expected or info.bound == "lower" and value <= expected
          or info.bound == "upper" and value >= expected
        assert(is_right, message)
      end
    end
  end

  local DICE = {{1 / 2, 1 / 2}, {0.5000002, 0.5000002}, {1 / 3, 2 / 3}, {1 / 36, 35 / 36}}
  for _, probabilities in ipairs(DICE) do
    it(("with probabilities like %.3g are right in every search"):format(probabilities[1]), function()
      for _, a in ipairs(VALUES) do
        for _, b in ipairs(VALUES) do
          for _, c in ipairs({MOST, -LEAST}) do
            check({{chance = probabilities, {a, c}, {b}}, {chance = probabilities, b, {c, a}}},
              ("%g, %g, %g"):format(a, b, c))
          end
        end
      end
    end)
  end
end)

describe("Pruning at chance nodes", function()
  -- The nodes that searches of some games take, with the values that games can have known or not.
  local function count(options)
    local nodes = 0
    for seed = 1, 100 do
      local random = rng.new(seed)
      local graph = random_graph.new(random, {
        plies = 4, width = 3, places = 4, values = {-1, 0, 1, 2, -2}, early = 0, chance = 0.5, extra = 0, never = 0,
      })
      local game = graph_game.new(graph, "copying", {player = true, hash = "integer"})
      local state = graph_game.state(graph, "copying", graph.root)
      nodes = nodes + select(3, alphabeta.search(state, 4, wrap.replace(options, {game = game}))).nodes
    end
    return nodes
  end

  it("saves nodes when the values are bounded, more with Star2 or less, and none when they are not", function()
    local none = count {without = only()}
    local star1 = count {without = only(), value_min = -2, value_max = 2}
    local star2 = count {without = only "star2", value_min = -2, value_max = 2}
    assert.is_true(star1 < none and star2 < none and star1 ~= star2, ("%d, %d, %d nodes"):format(none, star1, star2))
    assert.is_true(count {win = 4.5, without = only()} < none)
  end)

  it("by Star1 leaves out what cannot bring the value into the window", function()
    -- After 1 A has 1. After 2 the outcome is -1 in half of the cases, and at most 2 in the other half.
    local list = {1, {chance = {1 / 2, 1 / 2}, {-1}, {2}}}
    for bound, expected in pairs {[2] = "1 2.1.1", [INFINITY] = "1 2.1.1 2.2.1"} do
      local seen = {}
      local game = wrap.before(tree.chance_game("children"), function(name, state)
        if name == "evaluate" then seen[#seen + 1] = state.node.name end
      end)
      alphabeta.search(tree.from(list), 2, {game = game, value_min = -bound, value_max = bound})
      assert.equal(expected, table.concat(seen, " "))
    end
  end)

  it("by Star2 looks at one move behind each outcome first", function()
    -- After 1 A has 1. After 2 each outcome lets B have -2 at once: that is enough, and only the probes find it without
    -- looking at what else B could do behind the first outcome.
    local deep_list = {2, 2, 2, 2}
    local list = {
      1,
      {chance = {1 / 4, 3 / 4}, {deep_list, deep_list, deep_list}, {{-2}, deep_list, deep_list}},
    }
    local function nodes(without)
      local game = wrap.replace(tree.chance_game("children"), {order = function() return 0 end})
      local _, value, info = alphabeta.search(tree.from(list), 3, {
        game = game, value_min = -2, value_max = 2, without = without,
      })
      assert.equal(1, value)
      return info.nodes
    end
    assert.is_true(nodes {} < nodes {"star2"})
  end)
end)

-- Searches a tree that is written down.
local function search(list, depth, options, traits)
  local root = tree.from(list)
  local all = wrap.replace({game = tree.chance_game("children", traits)}, options or {})
  return alphabeta.search(root, depth, all)
end

-- Tests searches of a tree by all algorithms, with deepening and without: by name `best`, false for none, `value`, and
-- fields of `info`, false for none.
local function finds(rows, options)
  for _, row in ipairs(rows) do
    it(row[1], function()
      for _, algorithm in ipairs {"minimax", "alphabeta", "pvs", "mtdf"} do
        for _, deepening in ipairs {true, false} do
          local more = wrap.replace(options, {algorithm = algorithm, deepening = deepening})
          local best, value, info = search(row[2], row[3], more)
          local found = wrap.replace(info, {best = best and best.name, value = value, line = #info.pv})
          for name, expected in pairs(row) do
            if type(name) == "string" then assert.equal(expected, found[name] or false, name) end
          end
        end
      end
    end)
  end
end

describe("A chance node at the root", function()
  local LIST = {chance = {1 / 4, 3 / 4}, {1, 4}, {2, -1}}
  finds({
    {
      "has an expectation, but neither a best move nor a line", LIST, 1,
      best = false, value = 4 / 4 + 2 * 3 / 4, line = 0, bound = "exact", depth = 1,
    },
    {"is evaluated at depth 0", {chance = {1}, value = 7, 1}, 0, best = false, value = 7, reason = "depth"},
    {
      "may end the game at once", {chance = {1 / 2, 1 / 2}, 3, 5}, 4,
      best = false, value = 4, line = 0, reason = "solved",
    },
  }, {})
end)

describe("A win", function()
  local HALF = {1 / 2, 1 / 2}
  local MEAN, SURE = {chance = HALF, {100}, {{{100}}}}, {{100}}
  finds({
    {
      "counts decisions alone", {{chance = {1}, {chance = HALF, {100}, {1000}}}, {{{100}}}}, 6,
      best = "1", value = 98, win_in = 2,
    },
    {"may be worth an infinity, which is one like any other", {{chance = HALF, {INFINITY}, {100}}}, 6,
      value = 98, win_in = 2},
    {"that is lost whatever comes has a distance", {{chance = {0.1, 0.2, 0.7}, {-100}, {-100}, {-100}}}, 6,
      value = -98, win_in = -2},
    {"has none that depends on an outcome", {MEAN}, 6, value = 97, win_in = false},
    {"is none while it is not sure", {{chance = {35 / 36, 1 / 36}, {100}, {0}}}, 6,
      value = 98 * (35 / 36) / (35 / 36 + 1 / 36), win_in = false},
    {"of two outcomes, one of which is a mean, has none", {{chance = HALF, MEAN, SURE}}, 6, value = 97, win_in = false},
    {"of two outcomes, the last of which is a mean, has none", {{chance = HALF, SURE, MEAN}}, 6,
      value = 97, win_in = false},
  }, {win = WIN})
end)

describe("Turns", function()
  it("pass at decisions alone where the game has no player", function()
    -- A decides, chance, B decides.
    local list = {{chance = {1 / 2, 1 / 2}, {2, 10}, {4, 20}}}
    assert.equal(3, (select(2, search(list, 2))))
    assert.equal(15, (select(2, search(list[1], 1))))
    assert.equal(3, (select(2, search(list[1], 1, {maximize = false}))))
    -- In the mover's view, what is good for B, whose turn it is at the chance node, is bad for A.
    local game = tree.chance_game("children")
    assert.equal(-8, (select(2, alphabeta.search(tree.from({{chance = {1}, 3, value = 8}}), 1,
      {game = game, view = "mover"}))))
    local chance_first = tree.from({chance = {1}, {{chance = {1}, 3, value = -8}}})
    assert.equal(8, (select(2, alphabeta.search(chance_first, 1, {game = game, view = "mover"}))))
  end)

  it("are the player's at chance nodes, too: player must return one wherever it matters", function()
    local list = {{chance = {1 / 2, 1 / 2}, {{chance = {1}, 3}}, 5}}
    for _, row in ipairs({
      {view = "mover", depth = 2, ply = 2}, -- an evaluation where the depth is used up
      {view = "max", depth = 2, ply = 1, hash = true}, -- an entry of the table
      {view = "max", depth = 2, ply = 0, from = 1},
      {view = "max", depth = 0, ply = 0, from = 1},
    }) do
      local game = tree.chance_game("children", {view = row.view})
      function game.player(state) return not state.node.chance and state.node.turn or nil end
      function game.hash(state) return state.node.name end
      game.hash = row.hash and game.hash or nil
      local message = failure(alphabeta.search, tree.from(row.from and list[1] or list), row.depth, {
        game = game, view = row.view,
      })
      local where = ("callback 'player' at ply %d: expected a player"):format(row.ply)
      assert.is_truthy(message:find(where, 1, true), message)
    end
  end)

  it("say for whom a chance node is evaluated in the mover's view at the full depth", function()
    local traits = {player = true, view = "mover"}
    -- The evaluation is 4 for player 1; player 2 is asked for, to whom that is -4, and it comes back for player 1.
    assert.equal(4, (select(2, search({{chance = {1}, 3, value = 4}}, 1, {view = "mover"}, traits))))
    assert.equal(4, (select(2, search({{chance = {1}, 3, value = 4, turn = 1}}, 1, {view = "mover"}, traits))))
  end)
end)
