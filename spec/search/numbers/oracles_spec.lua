-- Every search finds what plain recursions find, written in Lua: minimax, expectiminimax, max^n, and the alpha-beta of
-- the textbooks. Games are random, and so are the options, by their rows. A failure names its seed and all that was
-- drawn from it. Then the oracle itself, where the compared searches would not show that it is wrong.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local on_random_games = require "spec.support.on_random_games"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local GAMES, OF_MANY = effort.seeds(3400, 20000), effort.seeds(500, 5000)

local LEAST, MOST = 4.9406564584124654e-324, 1.7976931348623157e308 -- of positive doubles
local EXTREMES = {0, LEAST, -LEAST, 1, MOST, -MOST, 1000, -999, -0.3, 0.001}
local SURE = {false} -- without chance nodes
local PLAIN = "noisy quiescence null_move reductions repetition bounds algorithm"
local TEXTBOOK = {chance = SURE, plain = true, omit = PLAIN, traits = {iterator = false}}

describe("On random games of two sides,", on_random_games(it, GAMES, {
  {
    "minimax and expectiminimax find the value and the first best move, and look at everything once", "once",
    {plain = true, options = {algorithm = "minimax"}},
  },
  {"alpha-beta finds what the textbook's does, and visits as much", "textbook", TEXTBOOK},
  {"alpha-beta with a window visits what the textbook's does", "textbook", wrap.replace(TEXTBOOK, {window = 1})},
  {
    "alpha-beta that orders by evaluations visits what the textbook's does", "textbook",
    wrap.replace(TEXTBOOK, {omit = PLAIN .. " result", options = {order = "evaluate"}}),
  },
  {"a search without a table and without deepening finds the first of the best moves", "whole", {plain = true}},
  {"a search finds what the oracle finds, whatever the options", "whole", more = 0},
  {"a window just beside the value, or at it, says on which side it is", "beside"},
  {"a searcher keeps nothing false from one search to the next", "again", more = 0},
  {
    "a searcher with a window, exact inside it and a bound outside, keeps nothing false for the next search", "again",
    {window = 1},
  },
  {"all algorithms agree, in all styles, with every size of table, with Star2 and without", "agree"},
  {
    "all algorithms agree on means of the least and the greatest doubles, in a few re-searches", "agree beside",
    {unbounded = true, chance = {0.5, 0.8}, shape = {values = EXTREMES, ends = EXTREMES}},
  },
  {"an error in any callback leaves the searcher usable, and nothing false in its table", "errors"},
  {
    "a search that runs out of nodes finds what is to be found at its depth, and leaves nothing false", "nodes",
    {options = {deepening = true}},
  },
  {"a hash that mistakes positions for one another does no harm but to the result", "wrong_hash", {chance = SURE}},
  {
    "null-move pruning and late-move reductions change nothing but the value, and are the same every time", "guesses",
    {chance = SURE, omit = "reductions", players = {2}, shape = {width = 6}, traits = {pass = "turns"}}, more = 0,
  },
  {
    "a table that is saved and loaded in the midst of its use keeps nothing false, and saves nodes", "file",
    {traits = {player = true}}, more = 0,
  },
  {"perft counts the outcomes that are possible as ways", "perft"},
}, {chance = {false, false, 0.15, 0.3, 0.5, 0.8}, players = {1, 2, 2, 2, 2, 2, 2, 3, 4}}))

describe("On random games in which each player wants the most,", on_random_games(it, OF_MANY, {
  {"max^n finds the payoffs and the first of the best moves", "whole"},
  {"max^n looks at everything once if nothing is known of the payoffs", "once", {options = {deepening = false}}},
  {
    "shallow pruning changes nothing and saves nodes", "shallow",
    {shape = {plies = 4, width = 3, low = 1, sum = 7}, options = {value_sum = 7, value_min = 1}},
    more = OF_MANY.last / 60,
  },
  {"a searcher finds it again and again, for whomever is to move, and keeps no payoffs", "again"},
  {
    "a search that runs out of nodes has the payoffs of its depth; an error leaves the searcher usable", "nodes errors",
    {options = {deepening = true}},
  },
}, {payoffs = true, players = {1, 2, 3, 3, 3, 4, 4}, chance = {false, false, 0.2, 0.5}}))

-- What the oracle says of a tree that is written down.
local function expect(list, depth, options, traits)
  local root = tree.from(list)
  local result = oracle.minimax(tree.chance_game("children", traits), root, depth, options)
  return result.value, result.best and result.best.name, result
end

describe("The minimax of the oracle", function()
  -- A moves, then B, or A again where that is written; values are good for A.
  local LIST = {value = 9, {value = 4, 3, 5}, {value = 7, 2, {value = 6, 8, 1}}}
  local AGAIN = {turn = 1, value = 9, {turn = 2, value = 4, 3, 5}, {turn = 1, value = 7, 2, 6}}
  local WON = {{{{100}}}, {100}, {-100, 3}}
  local LOST = {{-100}, {{{-100}}}}
  local OF_MOVER, OF_TWO = {view = "mover"}, {view = "player", max_player = 2}
  for _, row in ipairs {
    {"takes turns", LIST, 3, value = 3, best = "1", nodes = 9, evaluations = 5, cut = false},
    {"values the horizon by evaluate", LIST, 1, value = 7, best = "2", nodes = 3, evaluations = 2, cut = true},
    {"values the root at depth 0", LIST, 0, value = 9, nodes = 1, evaluations = 1, cut = true},
    {"lets the root want the least", LIST, 3, {maximize = false}, value = 2, best = "2"},
    {"lets a player move twice", AGAIN, 2, {}, {player = true}, value = 6, best = "2"},
    {"turns signs where the mover is another one", LIST, 1, OF_MOVER, OF_MOVER, value = 7, best = "2"},
    {"turns no sign after a second turn", AGAIN, 2, OF_MOVER, {view = "mover", player = true}, value = 6, best = "2"},
    {"lets one player want the most, whoever asks", AGAIN, 2, OF_TWO, {player = true}, value = 2, best = "2"},
    {"prefers the shortest win", WON, 9, {win = 100}, value = 98, best = "2", must_win = true},
    {"prefers the longest loss", LOST, 9, {win = 100}, value = -96, best = "2", may_win = true},
    {"asks result at the end", LIST, 3, {}, {result = true}, value = -2, best = "2"},
    {"asks evaluate at the horizon before result", {1, 2}, 1, {}, {result = true}, value = 2, best = "2"},
    {
      "asks result at the horizon where is_over is true", {1, {value = 2, over = true}}, 1, {},
      {result = true, is_over = true}, value = 1, best = "1",
    },
    {"takes the first of the best moves", {3, 5, 5, 1}, 1, value = 5, best = "2"},
    {"passes turns at decisions alone", {{chance = {1 / 2, 1 / 2}, {2, 10}, {4, 20}}}, 2, value = 3, best = "1"},
    {"takes a chance node for the other player's", {{chance = {1}, 3, value = 8}}, 1, OF_MOVER, value = -8, best = "1"},
    {
      "asks for whose turn it is there", {{chance = {1}, 3, value = 4, turn = 1}}, 1, OF_MOVER,
      {view = "mover", player = true}, value = 4, best = "1",
    },
  } do
    it(row[1], function()
      local value, best, result = expect(row[2], row[3], row[4], row[5])
      assert.same({row.value, row.best}, {value, best})
      for name, expected in pairs(row) do
        if type(name) == "string" and name ~= "best" then assert.equal(expected, result[name], name) end
      end
    end)
  end

  it("values the state behind a line as the root does, and says what is there", function()
    local root, game = tree.from(LIST), tree.chance_game "children"
    local line = {root.children[2], root.children[2].children[2]}
    assert.equal(8, oracle.minimax(game, root, 3, {}, line).value)
    assert.equal(6, oracle.minimax(game, root, 2, {}, line).value)
    assert.equal("moves", oracle.follow(game, root, line))
    line[3] = line[2].children[1]
    assert.equal("over", oracle.follow(game, root, line))
    assert.is_nil(oracle.follow(game, root, {line[2]}))
  end)
end)

describe("The oracle", function()
  it("knows how far a win is only if no outcome changes the distance", function()
    for _, row in ipairs {
      {{{chance = {1 / 2, 1 / 2}, {{100}}, {{100}}}}, true, true},
      {{{chance = {1 / 2, 1 / 2}, {{{100}}}, {100}}}, false, false},
      {{{chance = {1 / 2, 1 / 2}, {{{100}}}, {100}}, {{100}}}, true, false},
    } do
      local value, _, result = expect(row[1], 9, {win = 100})
      assert.same({97, row[2], row[3]}, {value, result.may_win, result.must_win})
    end
  end)

  it("in max^n sorts by order, but not before evaluations without a further search, except at the root", function()
    local list = {
      turn = 1, {turn = 2, {turn = 1, payoffs = {1, 1}, score = 0}, {turn = 1, payoffs = {2, 1}, score = 1}},
    }
    local traits = {player = true, payoffs = true, order = true}
    for _, row in ipairs {{list, 2, {1, 1}}, {list, 3, {2, 1}}, {list[1], 1, {2, 1}}} do
      assert.same(row[3], (expect(row[1], row[2], {algorithm = "maxn"}, traits)))
    end
  end)
end)

describe("A random game", function()
  it("has chance nodes in all places: at the root, in rows of two and three, before the end, with zeros", function()
    local seen = {}
    local function look(position, row)
      local successors = position.successors or {}
      if not position.chance then
        seen.final = seen.final or row > 0 and not successors[1]
        return
      end
      seen.over, seen[row + 1] = seen.over or position.over, true
      for _, entry in ipairs(position.chance) do seen.zero = seen.zero or entry.probability == 0 end
      for _, to in ipairs(successors) do look(to, row + 1) end
    end
    for seed = 1, 60 do look(random_graph.new(rng.new(seed), {chance = 0.5}).root, 0) end
    assert.same({true, true, true, zero = true, over = true, final = true}, {
      seen[1], seen[2], seen[3], zero = seen.zero, over = seen.over, final = seen.final,
    })
  end)
end)

-- Cause: the engine in Lua took an iterator without a move for one with some, so that the game could not be over yet.
-- In a window of less than a ply at a chance node, a win was then worth a ply less.
describe("A quiescence node whose iterator has no move", function()
  it("is worth what it is worth to stand pat", function()
    local game = {
      children = function(state) return state == 0 and {1} or nil end,
      noisy = function() return function() return nil end end,
      evaluate = function(state) return state * 100 end,
    }
    local options = {game = game, quiescence = 2, win = 100, alpha = 98.5, beta = 99.5}
    assert.equal(99, (select(2, alphabeta.search(0, 1, options))))
  end)
end)

-- A null window at an infinity takes the first successor for the line; a better one, which only bounds the value, must
-- not leave it there.
describe("The line of MTD(f)", function()
  it("has no move that is not a best one, after infinite values either", function()
    local infinite = {p = "A", v = -math.huge}
    local root = {p = "A", {p = "A", infinite, {p = "A", v = 0}}}
    for _, deepening in ipairs {true, false} do
      local game = {
        children = function(state) return state end, player = function(state) return state.p end,
        evaluate = function(state) return state.v or -math.huge end,
      }
      local _, value, info = alphabeta.search(root, 2, {game = game, algorithm = "mtdf", deepening = deepening})
      assert.equal(0, value)
      assert.equal(root[1], info.pv[1])
      assert.are_not.equal(infinite, info.pv[2])
    end
  end)
end)
