-- What a search says of the moves at the root, and which of them it tries: `multipv`, `ties`, `only` and `avoid` find
-- what plain minimax of each move finds, on random games full of ties; in windows, in slices, within limits.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local on_random_games = require "spec.support.on_random_games"
local tree = require "spec.support.tree"

describe("On random games full of ties,", on_random_games(it, effort.seeds(600, 9000), {
  {"what is said of the root's moves is true, in a window, too", "again", {window = 1}},
  {"the same moves come first in the game's order, and ties are in it", "whole", {plain = true}},
  {"a searcher keeps nothing false for later searches, of some moves or all", "again"},
  {"a search that runs out of nodes reports its last completed iteration", "nodes", {options = {deepening = true}}},
  {"slices change nothing, and what is reported between them is of the last completed iteration", "slices"},
  {"an error in any call leaves the searcher usable", "errors"},
}, {
  wide = true, draw = "multipv ties seed", selects = true, chance = {false, false, 0.3},
  omit = "noisy pass reductions repetition",
}))

-- Stories ------------------------------------------------------------------------------------------------------------

describe("A search for more than the best move", function()
  local ROOT = {{3, 5}, {2, 9}, {3, 4}, {1, 8}} -- the children are worth 3, 2, 3 and 1 to Max

  -- What a search of a tree says, as a text: its value and bound, each score, the ties.
  local function said(list, depth, options, style)
    options.game = tree.game(style or "children")
    local _, value, info = alphabeta.search(tree.state(style or "children", tree.from(list)), depth, options)
    local words, names = {}, {}
    for i, score in ipairs(info.scores) do
      words[i] = ("%s: %s %d%s"):format(score.move.name, score.bound, score.value, score.pv and "" or " without a line")
    end
    for i, move in ipairs(info.ties or {}) do names[i] = move.name end
    return ("%d %s; %s; ties %s"):format(value, info.bound, table.concat(words, ", "), table.concat(names, " "))
  end

  for sentence, row in pairs {
    ["reports each move of a tree"] = {
      ROOT, 2, {multipv = 2, ties = true},
      "3 exact; 1: exact 3, 3: exact 3, 2: exact 2, 4: upper 1 without a line; ties 1 3",
    },
    ["bounds from below where the root wants a low value, and may stop at the 9"] = {
      {{3, 5}, {9, 2}, {5, 4}}, 2, {maximize = false, ties = true},
      "5 exact; 1: exact 5, 3: exact 5, 2: lower 9 without a line; ties 1 3",
    },
    ["looks at all moves where one has the best value that is possible"] = {
      {{3, 3}, {0, 3}, {3}, 3}, 2, {value_max = 3, value_min = -3, ties = true, deepening = false},
      "3 exact; 1: exact 3, 3: exact 3, 4: exact 3, 2: upper 0 without a line; ties 1 3 4",
    },
    ["leaves out moves behind one that reaches the far end of the window"] = {
      {{1, 2}, {4, 5}, {9, 9}}, 2, {beta = 3, multipv = "all"},
      "4 lower; 2: lower 4 without a line, 1: exact 1; ties ",
    },
  } do
    it(sentence, function()
      for _, style in ipairs(tree.STYLES) do assert.equal(row[4], said(row[1], row[2], row[3], style)) end
    end)
  end

  it("has no result where nothing was searched or nothing was asked for", function()
    local ASKED = {multipv = 3, ties = "random"}
    for _, row in ipairs {
      {{{1}}, 0, ASKED, {{}, {}}}, {7, 3, ASKED, {{}, {}}}, {ROOT, 2, {}, {}}, {ROOT, 2, {multipv = 1}, {}},
      {ROOT, 2, {ties = false}, {}},
    } do
      row[3].game = tree.game "children"
      local _, _, info = alphabeta.search(tree.from(row[1]), row[2], row[3])
      assert.same(row[4], {info.scores, info.ties})
    end
  end)

  it("is passed to on_iteration, too", function()
    local reported = {}
    alphabeta.search(tree.from(ROOT), 2, {
      game = tree.game "children", deepening = true, multipv = "all", ties = true,
      on_iteration = function(info) reported[#reported + 1] = #info.scores .. " " .. #info.ties end,
    })
    assert.same({"4 4", "4 2"}, reported)
  end)

  it("gives tables that are the caller's own", function()
    local ai = alphabeta.new(tree.game "children", {multipv = "all", ties = true})
    ai:start(tree.from(ROOT), 2)
    ai:step(10)
    local _, _, first = ai:best()
    first.scores[1].pv[1], first.scores[2], first.ties[1] = nil, nil, nil
    local best, _, second = ai:best()
    assert.same({best, 4, 2}, {second.scores[1].pv[1], #second.scores, #second.ties})
  end)

  it("returns what was found before it was stopped", function()
    local ai = alphabeta.new(connect4, {multipv = 3, ties = true})
    ai:start(connect4.new(), {depth = 20, time = 1e6})
    assert.same({{}, {}}, {(select(3, ai:best())).scores, (select(3, ai:best())).ties})
    ai:step {nodes = 3000}
    local _, _, before = ai:best()
    ai:stop()
    local best, value, info = ai:best()
    assert.equal("stopped", info.reason)
    assert.same(before.scores, info.scores)
    assert.same({best, value, "exact"}, {info.scores[1].move, info.scores[1].value, info.scores[1].bound})
    assert.equal(7, #info.scores)
    ai:clear()
    assert.same({n = 1}, {n = select("#", ai:best()), ai:best()})
    assert.is_true(ai:step(1))
  end)

  it("draws a sequence of its own from each seed, the same one each time and on every runtime", function()
    local function draws(seed, list, count)
      local ai, drawn = alphabeta.new(tree.game "children", {ties = "random", seed = seed}), {}
      for i = 1, count or 30 do drawn[i] = (ai:search(tree.from(list or {1, 1, 1, 0, 1}), 1)).name end
      return table.concat(drawn)
    end
    assert.same({draws(1), draws(0)}, {draws(1), draws(nil)})
    assert.not_equal(draws(1), draws(2))
    assert.not_equal(draws(1), draws(-1))
    for move = 1, 5 do assert.equal(move ~= 4, draws(1):find(move, 1, true) ~= nil) end
    assert.equal("143153111354", draws(7, {1, 1, 1, 1, 1}, 12))
  end)
end)
