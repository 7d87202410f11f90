-- What a search says of the moves at the root, and which of them it searches: `multipv`, `ties`, `only` and `avoid`
-- find what plain minimax of each move finds, on random games full of ties; in windows, in slices, within limits.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local themes = require "spec.support.themes"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local THEMES = 4
local GAMES = effort.seeds(150 * THEMES, 9000)
local INFINITY = math.huge
local WIN = random_trial.WIN

-- The trial ----------------------------------------------------------------------------------------------------------

local trial -- the one under way

local function check(...) trial:check(...) end

local function is_better(...) return trial:is_better(...) end

-- A move as somebody might write it down who has not got the game's own: a table with the same in it.
local function written_anew(move)
  return type(move) == "table" and trial.style ~= "children" and deep.copy(move) or move
end

-- Draws some of the root's moves as `only` and `avoid`. Returns the set of those that are left, and their number.
local function draw_selection(random, limits)
  local left, count, only, avoid = {}, 0, random:chance(0.4) and {} or nil, random:chance(0.3) and {} or nil
  for _, move in ipairs(trial:moves()) do
    local is_named, is_avoided = random:chance(0.6), random:chance(0.3)
    if only and is_named then table.insert(only, random:int(1, #only + 1), written_anew(move)) end
    if avoid and is_avoided then avoid[#avoid + 1] = written_anew(move) end
    if (is_named or not only) and not (is_avoided and avoid) then left[move], count = true, count + 1 end
  end
  if trial:moves()[1] then limits.only, limits.avoid = only, avoid end
  return left, count
end

-- Draws a trial of a game with many moves at the root, and what its limits ask for.
local function draw(seed, wanted)
  trial = random_trial.wide(seed, wanted)
  local random, options = trial.random, trial.options
  options.multipv = random:pick {1, 2, 3, "all", false} or nil
  options.ties = random:pick {true, true, "random", false} or nil
  options.seed = options.ties == "random" and random:int(0, 1000) or nil
  random_trial.fit(options, options.game)
  trial.limits = {depth = trial.depth, multipv = options.multipv, ties = options.ties}
  options.multipv, options.ties = nil, nil
  trial.asks = (trial.limits.multipv or 1) ~= 1 or trial.limits.ties
  trial.left, trial.count = draw_selection(random, trial.limits)
  if trial.count > 0 or not trial:moves()[1] then return true end
  local state = trial:state()
  check(failure(alphabeta.search, state, trial.limits, options):find("leaves no move", 1, true), "an error")
  check(trial:is_same(state), "the state as it was")
  return false
end

local function each_seed(number, wanted, body)
  for seed in share.of(number, GAMES, THEMES) do
    if draw(seed, wanted) then body(trial.random, trial.options, trial.limits) end
  end
end

-- What must be -------------------------------------------------------------------------------------------------------

-- The plies to the end that a value means, as `win_in` should say.
local function win_in(value, depth)
  if not trial.options.win or math.abs(value) < WIN - depth then return nil end
  local plies = WIN - math.abs(value)
  return is_better(value, 0) and plies or -plies
end

-- An exact score: its value, its line, its distance.
local function check_exact(score, truth, depth)
  check(score.value == truth.values[score.move], "%s to be worth %s, not %s", score.move, truth.values[score.move],
    score.value)
  check(score.value ~= 0 or 1 / score.value == INFINITY, "a zero without a sign")
  check(score.win_in == win_in(score.value, depth), "win_in of %s, not %s", win_in(score.value, depth), score.win_in)
  check(score.pv[1] == score.move, "a line that begins with its move")
  check(#score.pv <= depth and trial:follow(score.pv), "a line of legal moves")
  check(trial:truth(depth, score.pv).value == score.value, "a line of best moves")
end

-- A score that is a bound: it says no more than the truth.
local function check_bound(score, truth)
  local value = truth.values[score.move]
  local holds = score.bound == "upper" and value <= score.value or score.bound == "lower" and value >= score.value
  check(holds, "%s, which is worth %s, to have a true bound, not %s", score.move, value, score.value)
  check(score.pv == nil and score.win_in == nil, "no line where the value is a bound")
end

-- All of `scores` is true, and in order; returns how many of the first are exact.
local function check_scores(scores, truth, depth)
  local seen, leading = {}, 0
  for i, score in ipairs(scores) do
    check(trial.left[score.move] and not seen[score.move], "%s once, and only if it is searched", score.move)
    seen[score.move] = true
    if score.bound == "exact" then
      check_exact(score, truth, depth)
      leading = leading + (leading == i - 1 and 1 or 0)
    else
      check_bound(score, truth)
    end
    local before = scores[i - 1]
    check(not before or not is_better(score.value, before.value), "the better ones first")
    check(not before or before.value ~= score.value or before.bound == "exact" or score.bound ~= "exact",
      "exact ones before bounds")
  end
  return leading
end

-- The values of the moves that are searched, best first, and how many of them are inside the window.
local function sorted_values(truth)
  local alpha, beta = trial.options.alpha or -INFINITY, trial.options.beta or INFINITY
  local values, inside = {}, 0
  for _, move in ipairs(trial:moves()) do
    local value = truth.values[move]
    if trial.left[move] then
      values[#values + 1] = value
      local is_inside = (value > alpha or alpha == -INFINITY) and (value < beta or beta == INFINITY)
      inside = inside + (is_inside and 1 or 0)
    end
  end
  table.sort(values, is_better)
  return values, inside
end

-- The ties are the best moves, no more and no fewer.
local function check_ties(ties, truth, value)
  local seen, count = {}, 0
  for _, move in ipairs(ties) do
    check(trial.left[move] and truth.values[move] == value and not seen[move], "only the best, once, not %s", move)
    seen[move] = true
  end
  for move in pairs(trial.left) do count = count + (truth.values[move] == value and 1 or 0) end
  check(#ties == count, "%s ties, not %s", count, #ties)
end

-- Fails unless a result is what minimax to the depth says of the moves that are searched.
local function check_result(best, value, info, depth)
  trial:note(info)
  local truth = trial:truth(depth)
  local values, inside = sorted_values(truth)
  local leading = info.scores and check_scores(info.scores, truth, depth)
  check(best == nil or trial.left[best], "a move that is searched")
  check(best == info.pv[1], "the move that heads the line")
  if info.bound ~= "exact" then
    check(not info.ties or #info.ties == 0, "no ties where the value is but a bound")
    return
  end
  check(#values == 0 or value == values[1] and truth.values[best] == value, "the value %s, not %s", values[1], value)
  check(#values == 0 or trial:truth(depth, info.pv).value == value, "a line of best moves")
  check(#values == 0 or info.win_in == win_in(value, depth), "win_in")
  if info.scores then
    local k = trial.limits.multipv == "all" and INFINITY or trial.limits.multipv or 1
    local is_window = trial.options.alpha or trial.options.beta
    check(is_window or #info.scores == #values, "all %s moves, not %s", #values, #info.scores)
    check(leading >= math.min(k, inside), "the %s best to be exact, not %s", math.min(k, inside), leading)
    for i = 1, math.min(k, inside) do
      check(info.scores[i].value == values[i], "place %s to be worth %s, not %s", i, values[i], info.scores[i].value)
    end
    local heads = not info.scores[1] or info.scores[1].move == best
    check(heads or trial.limits.ties == "random", "the best first, not %s", best)
  end
  if info.ties then check_ties(info.ties, truth, value) end
end

-- Whether moves are tried in the game's own order.
local function keeps_order()
  local options, traits = trial.options, trial.traits
  local remembers = traits.hash and options.table ~= 0 and options.algorithm ~= "minimax"
  return not (remembers or traits.order or options.order or options.deepening)
end

describe("On random games full of ties,", function()
  it("what is said of the root's moves is true, in a window, too, and of what is drawn, the same again", function()
    local drawn, first = 0, 0
    each_seed(1, {window = 0.3}, function(_, options, limits)
      local result = trial:search(nil, nil, limits)
      local info = result.info
      check_result(result.best, result.value, info, trial.depth)
      if limits.ties == true and info.ties[1] ~= nil then
        check(result.best == info.ties[1], "the first of the ties")
        local places = {}
        for place, move in ipairs(trial:moves()) do places[move] = place end
        for i = 2, keeps_order() and #info.ties or 0 do
          check(places[info.ties[i - 1]] < places[info.ties[i]], "ties in the game's order")
        end
      elseif limits.ties == "random" and #info.ties > 1 then
        check(result.best == trial:search(nil, nil, limits).best, "the same draw again")
        drawn, first = drawn + 1, first + (result.best == info.ties[1] and 1 or 0)
      end
      check(options.algorithm ~= "mtdf" or not info.scores, "no scores of MTD(f)")
    end)
    assert.is_true(share.seen(first > drawn / 5 and first < drawn * 3 / 4), first .. " of " .. drawn)
  end)

  it("a searcher keeps nothing false for later searches, of some moves or all", function()
    each_seed(2, nil, function(random, options, asked)
      local ai, left, all = alphabeta.new(nil, options), trial.left, {}
      for _, move in ipairs(trial:moves()) do all[move] = true end
      for search = 1, 4 do
        local is_asked = search % 2 == 1
        trial.limits = wrap.replace(is_asked and asked or {}, {depth = random:int(1, 4)})
        trial.left = is_asked and left or all
        local result = trial:search(ai, nil, trial.limits)
        check_result(result.best, result.value, result.info, trial.limits.depth)
      end
    end)
  end)

  it("a search that runs out of nodes reports its last completed iteration", function()
    each_seed(3, nil, function(random, options, limits)
      if not trial.asks then return end -- else a move that an unfinished one has proved is reported
      options.deepening = true
      limits.depth, limits.nodes = trial.depth + 1, random:int(1, 150)
      local result = trial:search(nil, nil, limits)
      check_result(result.best, result.value, result.info, result.info.depth)
    end)
  end)

  it("slices change nothing, and what is reported between them is of the last completed iteration", function()
    each_seed(4, nil, function(random, options, limits)
      limits.level = trial.asks == true and random:chance(0.2) and random:int(1, 4) or nil
      if limits.level then limits.multipv, limits.ties = nil, nil end
      local ok, best, value, info = pcall(alphabeta.search, trial:state(), limits, options)
      if not ok then return end -- a level does not go with this algorithm
      trial:note(info)
      local ai, state, searched = alphabeta.new(nil, options), trial:state(), 0
      local found = results.found(slices.search(ai, state, limits, {nodes = random:int(1, 4)}, function()
        check(trial:is_same(state), "the state as it was at a pause")
        local between, its_value, so_far = ai:best()
        if so_far.depth > searched and not limits.level then
          searched = so_far.depth
          check_result(between, its_value, so_far, searched)
        end
      end))
      check(deep.equal(results.found(best, value, info), found), "the same in slices")
    end)
  end)

  it("an error in any call leaves the searcher usable", function()
    for seed in share.of(1, GAMES, 20) do
      themes.errors(random_trial.new(seed, {draw = "multipv ties", chance = {false}}))
    end
  end)
end)

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
