-- Games with chance nodes: every algorithm and technique on seeded random games, against plain expectiminimax written
-- in Lua; then what `chances` may answer, when it is asked, and what holds when a search pauses, fails or yields.
-- A failure names its seed and all that was drawn from it.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local lines = require "spec.support.lines"
local chance_tree = require "spec.support.chance_tree"
local only = require "spec.support.only"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local search_calls = require "spec.support.calls_of"
local slices = require "spec.support.slices"
local themes = require "spec.support.themes"
local wrap = require "spec.support.wrap"


local GAMES = effort.seeds(1000, 5000)
local INFINITY = math.huge
local NAN = 0 / 0
local WIN = 100

-- What trials are about.
local WITH_CHANCE = { chance = { 0.15, 0.3, 0.5, 0.8 }, players = { 1, 2, 2, 2, 2, 2, 3, 4 } }

describe("On random games with chance nodes,", themes.body(it, GAMES, {
  {
    "a search without a table and without deepening finds the value, and the first of the best moves", "plain",
    { plain = true },
  },
  { "plain expectiminimax looks at everything once", "once", { plain = true, options = { algorithm = "minimax" } } },
  { "a search finds what expectiminimax finds, whatever the options", "whole", more = 0 },
  { "a search with a window is exact inside it and bounds the value outside it", "window", more = 20 },
  { "a window just beside the value, or at it, says on which side it is", "beside" },
  { "a searcher keeps nothing false from one search to the next", "again", more = 0 },
  { "a searcher with a window keeps nothing false from one search to the next", "again_in_window" },
  { "a searcher that plays for all sides in turn stays right, with chance nodes in between", "turns" },
  { "all algorithms agree, with every size of table, with Star2 and without", "agree" },
  {
    "a search that runs out of nodes finds what is to be found at its depth, and leaves nothing false", "nodes",
    { options = { deepening = true } },
  },
  { "an error in any callback leaves the searcher usable, and nothing false in its table", "errors" },
  { "perft counts the outcomes that are possible as ways", "perft" },
}, WITH_CHANCE))

-- Bounds of a mean that are off by what rounding might cost are no bounds that MTD(f) can close in on: it would go from
-- one double to the next.
describe("MTD(f)", function()
  it("ends at chance nodes, after a few re-searches", function()
    for _, ends in ipairs({ { 1000, -999 }, { 1, -0.3 }, { 0.1, 0.7 }, { 1e300, 1 }, { 50, 0.001 } }) do
      for _, list in ipairs({
        { chance = { 1 / 2, 1 / 2 }, ends[1], ends[2] },
                {
          chance = { 1 / 3, 1 / 3, 1 / 3 }, { ends[2], ends[2] }, { ends[1] },
          { chance = { 1 / 6, 5 / 6 }, ends[1], 7 },
        },
        { { chance = { 1 / 36, 35 / 36 }, { ends[1], ends[1] }, ends[2] }, { chance = { 1 }, ends[2] } },
      }) do
        local evaluations = 0
        local game = wrap.before(chance_tree.game("children"), function(name)
          evaluations = evaluations + (name == "evaluate" and 1 or 0)
          assert(evaluations < 1000, "no end to the evaluations")
        end)
        local root = chance_tree.from(list)
        local _, expected = alphabeta.search(root, 3, { game = game, algorithm = "minimax" })
        for _, bound in ipairs({ INFINITY, 1e300 }) do
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
  local VALUES = { 0, LEAST, -LEAST, 1, MOST, -MOST }
  local WINDOWS = { -MOST, -7, -LEAST, 0, LEAST, 1, MOST }

  -- Every search of a tree, with every window.
  local function check(list, message)
    local root, game, evaluations = chance_tree.from(list), chance_tree.game("children"), 0
    function game.evaluate(state)
      evaluations = evaluations + 1
      return evaluations < 10000 and state.node.value or error(message .. ": no end to the evaluations")
    end
    local _, expected = alphabeta.search(root, 3, { game = game, algorithm = "minimax" })
    for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf" }) do
      assert.equal(expected, (select(2, alphabeta.search(root, 3, { game = game, algorithm = algorithm }))), message)
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

  local DICE = { { 1 / 2, 1 / 2 }, { 0.5000002, 0.5000002 }, { 1 / 3, 2 / 3 }, { 1 / 36, 35 / 36 } }
  for _, probabilities in ipairs(DICE) do
    it(("with probabilities like %.3g are right in every search"):format(probabilities[1]), function()
      for _, a in ipairs(VALUES) do
        for _, b in ipairs(VALUES) do
          for _, c in ipairs({ MOST, -LEAST }) do
            check({ { chance = probabilities, { a, c }, { b } }, { chance = probabilities, b, { c, a } } },
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
        plies = 4, width = 3, places = 4, values = { -1, 0, 1, 2, -2 }, early = 0, chance = 0.5, extra = 0, never = 0,
      })
      local game = random_graph.game(graph, "copying", { player = true, hash = "integer" })
      local state = random_graph.state(graph, "copying", graph.root)
      nodes = nodes + select(3, alphabeta.search(state, 4, wrap.replace(options, { game = game }))).nodes
    end
    return nodes
  end

  it("saves nodes when the values are bounded, more with Star2 or less, and none when they are not", function()
    local none = count({ without = only() })
    local star1 = count({ without = only(), value_min = -2, value_max = 2 })
    local star2 = count({ without = only "star2", value_min = -2, value_max = 2 })
    assert.is_true(star1 < none, star1 .. " nodes against " .. none)
    assert.is_true(star2 ~= star1)
    assert.is_true(star2 < none, star2 .. " nodes against " .. none)
  end)

  it("saves nodes with a win, too", function()
    assert.is_true(count({ win = 4.5, without = only() }) < count({ without = only() }))
  end)

  it("by Star1 leaves out what cannot bring the value into the window", function()
    -- After 1 A has 1. After 2 the outcome is -1 in half of the cases, and at most 2 in the other half.
    local seen = {}
    local game = wrap.before(chance_tree.game("children"), function(name, state)
      if name == "evaluate" then seen[#seen + 1] = state.node.name end
    end)
    local list = { 1, { chance = { 1 / 2, 1 / 2 }, { -1 }, { 2 } } }
    alphabeta.search(chance_tree.from(list), 2, { game = game, value_min = -2, value_max = 2 })
    assert.same({ "1", "2.1.1" }, seen)
    seen = {}
    alphabeta.search(chance_tree.from(list), 2, { game = game })
    assert.same({ "1", "2.1.1", "2.2.1" }, seen)
  end)

  it("by Star2 looks at one move behind each outcome first", function()
    -- After 1 A has 1. After 2 each outcome lets B have -2 at once: that is enough, and only the probes find it without
    -- looking at what else B could do behind the first outcome.
    local deep_list = { 2, 2, 2, 2 }
    local list = {
      1,
      { chance = { 1 / 4, 3 / 4 }, { deep_list, deep_list, deep_list }, { { -2 }, deep_list, deep_list } },
    }
    local nodes = {}
    for _, star2 in ipairs({ true, false }) do
      local game = wrap.replace(chance_tree.game("children"), { order = function() return 0 end })
      local _, value, info = alphabeta.search(chance_tree.from(list), 3, {
        game = game, value_min = -2, value_max = 2, without = not star2 and { "star2" } or nil,
      })
      assert.equal(1, value)
      nodes[star2] = info.nodes
    end
    assert.is_true(nodes[true] < nodes[false], nodes[true] .. " against " .. nodes[false])
  end)
end)

-- Searches a tree that is written down.
local function search(list, depth, options, traits)
  local root = chance_tree.from(list)
  local all = wrap.replace({ game = chance_tree.game("children", traits) }, options or {})
  return alphabeta.search(root, depth, all)
end

describe("A chance node at the root", function()
  local LIST = { chance = { 1 / 4, 3 / 4 }, { 1, 4 }, { 2, -1 } }

  it("has an expectation, but neither a best move nor a line", function()
    for _, algorithm in ipairs({ "minimax", "alphabeta", "pvs", "mtdf" }) do
      for _, deepening in ipairs({ true, false }) do
        local best, value, info = search(LIST, 1, { algorithm = algorithm, deepening = deepening })
        assert.is_nil(best)
        assert.equal(4 / 4 + 2 * 3 / 4, value)
        assert.same({}, info.pv)
        assert.equal("exact", info.bound)
        assert.equal(1, info.depth)
      end
    end
  end)

  it("is evaluated at depth 0", function()
    local list = { chance = { 1 }, value = 7, 1 }
    local best, value, info = search(list, 0)
    assert.is_nil(best)
    assert.equal(7, value)
    assert.equal("depth", info.reason)
  end)

  it("may end the game at once", function()
    local best, value, info = search({ chance = { 1 / 2, 1 / 2 }, 3, 5 }, 4)
    assert.is_nil(best)
    assert.equal(4, value)
    assert.equal("solved", info.reason)
    assert.same({}, info.pv)
  end)

  it("is the same in slices, with a best move that is nil all along", function()
    for _, style in ipairs(chance_tree.STYLES) do
      local ai = alphabeta.new(chance_tree.game(style), { deepening = true })
      local state = chance_tree.state(style, chance_tree.from(LIST))
      local best, value = slices.search(ai, state, 1, 0, function() assert.is_nil((ai:best())) end)
      assert.is_nil(best)
      assert.equal(2.5, value)
    end
  end)
end)

describe("The line that is expected", function()
  it("ends with the move before a chance node", function()
    local list = { { { chance = { 1 / 2, 1 / 2 }, { 1, 2 }, { 3, 4 } } } }
    for _, algorithm in ipairs({ "minimax", "alphabeta", "pvs" }) do
      local best, value, info = search(list, 5, { algorithm = algorithm })
      assert.equal("1", best.name)
      assert.equal(3, value)
      assert.equal(2, #info.pv)
      assert.equal("1.1", info.pv[2].name)
    end
  end)
end)

describe("A win", function()
  local options = { win = WIN }

  it("counts decisions alone", function()
    for _, algorithm in ipairs({ "minimax", "alphabeta", "pvs", "mtdf" }) do
      local list = { { chance = { 1 }, { chance = { 1 / 2, 1 / 2 }, { 100 }, { 1000 } } }, { { { 100 } } } }
      local best, value, info = search(list, 6, { win = WIN, algorithm = algorithm })
      assert.equal("1", best.name)
      assert.equal(98, value)
      assert.equal(2, info.win_in)
    end
  end)

  it("is reported when it is sure, and its distance when that depends on no outcome", function()
    local _, value, info = search({ { chance = { 1 / 2, 1 / 2 }, { 100 }, { { { 100 } } } } }, 6, options)
    assert.equal(97, value)
    assert.is_nil(info.win_in)
    _, value, info = search({ { chance = { 35 / 36, 1 / 36 }, { 100 }, { 0 } } }, 6, options)
    assert.equal(98 * (35 / 36) / (35 / 36 + 1 / 36), value)
    assert.is_nil(info.win_in)
    -- Of two outcomes that are worth the same one is a mean itself.
    local mean = { chance = { 1 / 2, 1 / 2 }, { 100 }, { { { 100 } } } }
    for _, outcomes in ipairs({ { mean, { { 100 } } }, { { { 100 } }, mean } }) do
      outcomes.chance = { 1 / 2, 1 / 2 }
      _, value, info = search({ outcomes }, 6, options)
      assert.equal(97, value)
      assert.is_nil(info.win_in)
    end
    _, value, info = search({ { chance = { 0.1, 0.2, 0.7 }, { -100 }, { -100 }, { -100 } } }, 6, options)
    assert.equal(-98, value)
    assert.equal(-2, info.win_in)
  end)

  it("may be worth an infinity, which is one like any other", function()
    local _, value, info = search({ { chance = { 1 / 2, 1 / 2 }, { INFINITY }, { 100 } } }, 6, options)
    assert.equal(98, value)
    assert.equal(2, info.win_in)
  end)

  -- A value that is an average of wins and of other things does not shrink by one for every ply, and must not be taken
  -- out of a table as if it did.
  it("that depends on an outcome is not taken for a longer one where the same state comes up later", function()
    for _, win in ipairs({ true, false }) do
      local shared = { chance = { 1 / 2, 1 / 2 }, { p = "A", v = 100 }, { p = "A", v = win and 90 or -10 }, p = "A" }
      local game = {
        children = function(state) return state[1] and not state.chance and state or nil end,
        chances = function(state)
          return state.chance and {
                        { probability = state.chance[1], outcome = state[1] },
            { probability = state.chance[2], outcome = state[2] },
          }
        end,
        player = function(state) return state.p end,
        evaluate = function(state) return state.v or 0 end,
        hash = function(state) return tostring(state) end,
      }
      local late = { p = "A", { p = "A", { p = "A", shared } } }
      local root = { p = "A", shared, late }
      for _, order in ipairs({ { 1, 2 }, { 2, 1 } }) do
        local turned = { p = "A", root[order[1]], root[order[2]] }
        local best, value = alphabeta.search(turned, 7, { game = game, win = WIN, algorithm = "alphabeta" })
        assert.equal(shared, best)
        assert.equal(((WIN - 1) + (win and 90 or -10)) / 2, value)
      end
      local ai = alphabeta.new(game, { win = WIN })
      ai:search(root, 7)
      local _, value = ai:search({ p = "A", late }, 7)
      assert.equal(((WIN - 4) + (win and 90 or -10)) / 2, value)
    end
  end)
end)

-- What `chances` answers, in a game of one decision and a chance node.
local function answering(answer)
  return {
    children = function(state) return state == "root" and { "chance" } or nil end,
    chances = function(state)
      if state == "chance" then return answer end
      return nil
    end,
    evaluate = function(state) return #state end,
  }
end

local function entry(probability, outcome)
  return { probability = probability, outcome = outcome or "end" }
end

describe("An answer of chances", function()
  local WRONG = {
    { "no table", 7 },
    { "a string", "often" },
    { "true", true },
    { "false", false },
    { "an iterator", function() end },
    { "an empty array", {} },
    { "an entry that is no table", { entry(0.5), 0.5 } },
    { "an entry that is a string", { "end" } },
    { "an entry without a probability", { { outcome = "end" } } },
    { "a negative probability", { entry(-0.5), entry(1.5) } },
    { "a probability that is NaN", { entry(NAN), entry(1) } },
    { "an infinite probability", { entry(INFINITY) } },
    { "a probability that is a string", { entry("1") } },
    { "a probability that is a boolean", { entry(true) } },
    { "an entry without an outcome", { entry(0.5), { probability = 0.5 } } },
    { "an array with a hole", { entry(0.5), nil, entry(0.5) } },
    { "a hole at its beginning", { nil, entry(1) } },
    { "probabilities that add up to too little", { entry(0.5), entry(0.5 - 2e-6) } },
    { "probabilities that add up to too much", { entry(0.5), entry(0.5 + 2e-6) } },
    { "probabilities that add up to 2", { entry(1), entry(1) } },
    { "nothing but zeros", { entry(0), entry(0) } },
  }
  for _, row in ipairs(WRONG) do
    it("must not be " .. row[1], function()
      local game = answering(row[2])
      for _, start in ipairs({ "root", "chance" }) do
        local ply = start == "root" and 1 or 0
        local message = failure(alphabeta.search, start, 2, { game = game })
        local where = ("alphabeta: callback 'chances' at ply %d: "):format(ply)
        assert.is_truthy(message:find(where, 1, true), message)
        assert.is_truthy(message:find("expected ", 1, true), message)
        message = failure(alphabeta.perft, start, 2, { game = game })
        assert.is_truthy(message:find("callback 'chances'", 1, true), message)
      end
    end)
  end

  it("may have any value for an outcome, which `make` and `unmake` get as it is", function()
    for _, outcome in ipairs({ NAN, INFINITY, false, {}, print }) do
      local made, unmade = {}, {}
      local game = {
        chances = function(state)
          return state.count == 0 and { { probability = 1, outcome = outcome } } or nil
        end,
        moves = function() end,
        make = function(state, move) state.count, made[#made + 1] = state.count + 1, move end,
        unmake = function(state, move) state.count, unmade[#unmade + 1] = state.count - 1, move end,
        evaluate = function(state) return state.count end,
      }
      local state = { count = 0 }
      assert.equal(1, (select(2, alphabeta.search(state, 2, { game = game }))))
      assert.equal(0, state.count)
      assert.equal(1, #made)
      assert.equal(1, #unmade)
      for _, move in ipairs({ made[1], unmade[1] }) do
        assert.is_true(rawequal(outcome, move) or outcome ~= outcome and move ~= move)
      end
    end
  end)

  local RIGHT = {
    { "one that is sure", { entry(1, "12345") }, 5 },
    { "a sum that is a little small", { entry(0.5), entry(0.5 - 5e-7) }, 3 },
    { "a sum that is a little great", { entry(0.5), entry(0.5 + 5e-7) }, 3 },
    { "zeros among others", { entry(0), entry(1, "12345"), entry(0) }, 5 },
    { "a negative zero", { entry(-0.0), entry(1, "12345") }, 5 },
    { "outcomes that are the same", { entry(0.25, "1"), entry(0.5, "12345"), entry(0.25, "1") }, 3 },
    { "entries that are the same", (function()
      local half = entry(0.5, "12")
      return { half, half }
    end)(), 2 },
  }
  for _, row in ipairs(RIGHT) do
    it("may be " .. row[1], function()
      local _, value = alphabeta.search("root", 2, { game = answering(row[2]) })
      assert.equal(row[3], value)
      _, value = alphabeta.search("chance", 2, { game = answering(row[2]) })
      assert.equal(row[3], value)
    end)
  end

  it("may be an entry with fields of its own, by way of a metatable, too", function()
    local Entry = { __index = { probability = 0.5 } }
    local answer = { setmetatable({ outcome = "1" }, Entry), setmetatable({ outcome = "123", name = "six" }, Entry) }
    assert.equal(2, (select(2, alphabeta.search("root", 2, { game = answering(answer) }))))
  end)
end)

describe("An infinite evaluation", function()
  it("is an error in a game with chance nodes, whose message says so, wherever it comes up", function()
    for _, value in ipairs({ INFINITY, -INFINITY }) do
      for depth = 0, 2 do
        for _, list in ipairs({ { value, value = value }, { chance = { 1 }, value, value = value } }) do
          local message = failure(search, list, depth)
          assert.is_truthy(message:find("callback 'evaluate' at ply %d: expected "), message)
          assert.is_truthy(message:find("inf"), message)
        end
      end
    end
  end)

  it("is none in a game without chance nodes", function()
    local game = chance_tree.game("children")
    game.chances = nil
    assert.equal(INFINITY, (select(2, alphabeta.search(chance_tree.from({ INFINITY, 3 }), 1, { game = game }))))
  end)
end)

describe("Chance nodes in a row", function()
  -- A state is the number of chance nodes before the game is over; an infinity never ends.
  local game = {
    moves = function() return nil end,
    make = function(state) state.left = state.left - 1 end,
    unmake = function(state) state.left = state.left + 1 end,
    chances = function(state)
      return state.left > 0 and { entry(0.5), entry(0), entry(0.5 - 1e-9, "x") } or nil
    end,
    evaluate = function() return 7 end,
  }

  -- Each chain with but one outcome, or it would take for ever.
  local single = wrap.replace(game, {
    chances = function(state) return state.left > 0 and { entry(1) } or nil end,
  })

  it("may be 999", function()
    local bounded = { value_min = 0, value_max = 10 }
    for _, options in ipairs({ {}, { algorithm = "minimax" }, bounded, { deepening = true } }) do
      local state = { left = 999 }
      assert.equal(7, (select(2, alphabeta.search(state, 1, wrap.replace(options, { game = single })))))
      assert.equal(999, state.left)
    end
    assert.equal(1, (alphabeta.perft({ left = 999 }, 0, { game = single })))
    assert.equal(0, (alphabeta.perft({ left = 999 }, 1, { game = single })))
  end)

  it("are an error when there are more than 1,000, or when they never end, and the state is restored", function()
    for _, left in ipairs({ 1001, 5000, INFINITY }) do
      for _, rules in ipairs({ game, single }) do
        local state = { left = left }
        local message = failure(alphabeta.search, state, 1, { game = rules })
        assert.is_truthy(message:find("'chances'", 1, true), message)
        assert.is_truthy(message:find("1,?000"), message)
        assert.equal(left, state.left)
      end
    end
  end)

  it("are an error for perft, too", function()
    local state = { left = INFINITY }
    local message = failure(alphabeta.perft, state, 1, { game = single })
    assert.is_truthy(message:find("'chances'", 1, true), message)
  end)

  it("are counted anew after each decision", function()
    local turns = {
      moves = function(state) return state.at % 700 == 0 and { 1 } or nil end,
      make = function(state) state.at = state.at + 1 end,
      unmake = function(state) state.at = state.at - 1 end,
      chances = function(state) return state.at % 700 ~= 0 and { entry(1) } or nil end,
      evaluate = function(state) return state.at end,
    }
    local state = { at = 0 }
    assert.equal(2101, (select(2, alphabeta.search(state, 4, { game = turns }))))
    assert.equal(0, state.at)
  end)
end)

-- The calls of a search of a tree that is written as nested lists: see `spec.support.calls_of`.
local function calls_of(style, list, depth, traits, options)
  options = wrap.replace({ view = traits.view }, options or {})
  return search_calls(chance_tree.game(style, traits), chance_tree.state(style, chance_tree.from(list)), depth, options)
end

describe("A search asks for", function()
  local rows = {
    {
      "chances before moves, and makes and unmakes outcomes",
      "in place", { { chance = { 1 / 2, 1 / 2 }, 3, 5 } }, 2, {}, [[
        chances root
        moves root
        make root 1
          chances 1
          make 1 1.1
            chances 1.1
            moves 1.1
            evaluate 1.1 nil
          unmake 1.1 1.1 1
          make 1 1.2
            chances 1.2
            moves 1.2
            evaluate 1.2 nil
          unmake 1.2 1.2 1
        unmake 1 1 root
      ]],
    },
    {
      "is_over before chances, and neither chances nor moves where it is true",
            "copying",
      { { chance = { 1 / 2, 1 / 2 }, { value = 3, over = true }, 5 }, { chance = { 1 }, 2, over = true } }, 2,
      { is_over = true }, [[
        is_over root
        chances root
        moves root
        play root 1
          is_over 1
          chances 1
          play 1 1.1
            is_over 1.1
            evaluate 1.1 nil
          play 1 1.2
            is_over 1.2
            chances 1.2
            moves 1.2
            evaluate 1.2 nil
        play root 2
          is_over 2
          evaluate 2 nil
      ]],
    },
    {
      "no chances where the depth is used up, once it is known that a line goes on there",
      "children", { { chance = { 1 }, 3, value = 7 }, { 1 } }, 1, {}, [[
        chances root
        children root
        chances 1
        evaluate 1 nil
        evaluate 2 nil
      ]],
    },
    {
      "nothing but evaluate at depth 0",
      "children", { chance = { 1 }, 3 }, 0, {}, "evaluate root nil",
    },
    {
      "nothing of what is impossible",
      "in place", { chance = { 0, 1, 0 }, 1, 2, 3 }, 1, {}, [[
        chances root
        make root 2
          chances 2
          moves 2
          evaluate 2 nil
        unmake 2 2 root
      ]],
    },
    {
      "the order of moves, not of outcomes",
      "children", { { chance = { 1 / 2, 1 / 2 }, { value = 3, score = 0 }, { value = 5, score = 9 } },
        { value = 4, score = 1 } }, 2,
      { order = true }, [[
        chances root
        children root
        order root 1
        order root 2
        chances 2
        children 2
        evaluate 2 nil
        chances 1
        chances 1.1
        children 1.1
        evaluate 1.1 nil
        chances 1.2
        children 1.2
        evaluate 1.2 nil
      ]],
    },
  }
  for _, row in ipairs(rows) do
    it(row[1], function() assert.same(lines(row[6]), calls_of(row[2], row[3], row[4], row[5])) end)
  end
end)

describe("Turns", function()
  it("pass at decisions alone where the game has no player", function()
    -- A decides, chance, B decides.
    local list = { { chance = { 1 / 2, 1 / 2 }, { 2, 10 }, { 4, 20 } } }
    assert.equal(3, (select(2, search(list, 2))))
    assert.equal(15, (select(2, search(list[1], 1))))
    assert.equal(3, (select(2, search(list[1], 1, { maximize = false }))))
    -- In the mover's view, what is good for B, whose turn it is at the chance node, is bad for A.
    local game = chance_tree.game("children")
    assert.equal(-8, (select(2, alphabeta.search(chance_tree.from({ { chance = { 1 }, 3, value = 8 } }), 1,
      { game = game, view = "mover" }))))
    local chance_first = chance_tree.from({ chance = { 1 }, { { chance = { 1 }, 3, value = -8 } } })
    assert.equal(8, (select(2, alphabeta.search(chance_first, 1, { game = game, view = "mover" }))))
  end)

  it("are the player's at chance nodes, too: player must return one wherever it matters", function()
    local list = { { chance = { 1 / 2, 1 / 2 }, { { chance = { 1 }, 3 } }, 5 } }
    for _, row in ipairs({
      { view = "mover", depth = 2, ply = 2 }, -- an evaluation where the depth is used up
      { view = "max", depth = 2, ply = 1, hash = true }, -- an entry of the table
      { view = "max", depth = 2, ply = 0, from = 1 },
      { view = "max", depth = 0, ply = 0, from = 1 },
    }) do
      local game = chance_tree.game("children", { view = row.view })
      function game.player(state) return not state.node.chance and state.node.turn or nil end
      function game.hash(state) return state.node.name end
      game.hash = row.hash and game.hash or nil
      local message = failure(alphabeta.search, chance_tree.from(row.from and list[1] or list), row.depth, {
        game = game, view = row.view,
      })
      local where = ("callback 'player' at ply %d: expected a player"):format(row.ply)
      assert.is_truthy(message:find(where, 1, true), message)
    end
  end)

  it("say for whom a chance node is evaluated in the mover's view at the full depth", function()
    local traits = { player = true, view = "mover" }
    -- The evaluation is 4 for player 1; player 2 is asked for, to whom that is -4, and it comes back for player 1.
    assert.equal(4, (select(2, search({ { chance = { 1 }, 3, value = 4 } }, 1, { view = "mover" }, traits))))
    assert.equal(4, (select(2, search({ { chance = { 1 }, 3, value = 4, turn = 1 } }, 1, { view = "mover" }, traits))))
  end)
end)
