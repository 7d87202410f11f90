-- Every search finds what plain recursions find, written in Lua: minimax, expectiminimax, max^n, and the alpha-beta of
-- the textbooks. Games are random, and so are the options, by their rows. A failure names its seed and all that was
-- drawn from it. Then the oracle itself, where the compared searches would not show that it is wrong.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local on_random_games = require "spec.support.on_random_games"
local oracle = require "spec.support.oracle"
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

-- Searches that are compared with it show all else.
describe("The oracle", function()
  it("values the state behind a line as the root does, and says what is there", function()
    local root, game = tree.from {value = 9, {value = 4, 3, 5}, {value = 7, 2, {value = 6, 8, 1}}}, tree.game "children"
    local line = {root.children[2], root.children[2].children[2]}
    assert.equal(8, oracle.minimax(game, root, 3, {}, line).value)
    assert.equal(6, oracle.minimax(game, root, 2, {}, line).value)
    assert.equal("moves", oracle.follow(game, root, line))
    line[3] = line[2].children[1]
    assert.equal("over", oracle.follow(game, root, line))
    assert.is_nil(oracle.follow(game, root, {line[2]}))
  end)

  it("knows how far a win is only if no outcome changes the distance", function()
    for _, row in ipairs {
      {{{chance = {1 / 2, 1 / 2}, {{100}}, {{100}}}}, true, true},
      {{{chance = {1 / 2, 1 / 2}, {{{100}}}, {100}}}, false, false},
      {{{chance = {1 / 2, 1 / 2}, {{{100}}}, {100}}, {{100}}}, true, false},
    } do
      local result = oracle.minimax(tree.chance_game "children", tree.from(row[1]), 9, {win = 100})
      assert.same({97, row[2], row[3]}, {result.value, result.may_win, result.must_win})
    end
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
