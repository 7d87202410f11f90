-- The heart of the specs for any interpreter or host that has LuaUnit, and no busted: from the root of the repository,
--
--   lua spec/luaunit/suite.lua            run by an interpreter, it exits with the number of tests that failed
--   dofile "spec/luaunit/suite.lua"       loaded by a host, it returns that number and leaves the host running
--
-- with `alphabeta`, `luaunit` and this repository's root to be found by `require`.

local luaunit = require "luaunit"

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local full_game = require "spec.support.full_game"
local lifetime = require "spec.support.lifetime"
local oracle = require "spec.support.oracle"
local random_tree = require "spec.support.random_tree"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local equals, is, is_true = luaunit.assertEquals, luaunit.assertIs, luaunit.assertTrue
local contains, fails_with = luaunit.assertStrContains, luaunit.assertErrorMsgContains

local INFINITY = math.huge
local LIST = { { 3, 5 }, { 2, 9 } } -- worth 3 by the first move

-- Searches a tree written as nested lists.
local function search(list, depth, options, traits, style)
  local settings = { game = tree.game(style or "children", traits), view = traits and traits.view }
  for name, value in pairs(options or {}) do
    settings[name] = value
  end
  local best, value, info = alphabeta.search(tree.state(style or "children", tree.from(list)), depth, settings)
  return best and best.name, value, info
end

-- Nim with one heap: each player takes 1 to 3, and the player who takes the last one wins.
local nim = {
  moves = function(heap)
    local takes = {}
    for take = 1, math.min(3, heap) do
      takes[take] = take
    end
    return takes
  end,
  play = function(heap, take)
    return heap - take
  end,
  evaluate = function(heap)
    return heap == 0 and -1 or 0
  end,
}

-- A game that never ends.
local endless = {
  children = function(n)
    return { (3 * n + 1) % 1000003, (3 * n + 2) % 1000003 }
  end,
  evaluate = function(n)
    return n % 101
  end,
}

---- The module ----

local TestModule = {}

function TestModule.test_tells_its_name()
  contains(alphabeta._VERSION, "alphabeta")
  equals(type(alphabeta._DESCRIPTION), "string")
  equals(alphabeta._LICENSE, "MIT")
end

function TestModule.test_makes_no_globals()
  is(rawget(_G, "alphabeta"), nil)
end

---- Random trees against plain minimax ----

local TestRandomTrees = {}

-- Searches a few hundred trees in all styles, and checks each result against the oracle's.
local function check_trees(options, check)
  for seed = 1, 200 do
    local random = rng.new(seed)
    local traits = { player = true, is_over = random:chance(0.5), order = random:chance(0.5) }
    traits.view = random:pick({ "max", "mover" })
    options.view, options.deepening = traits.view, options.deepening or false
    local root = random_tree.new(random, { plies = random:int(1, 5) })
    local depth = random:int(1, 6)
    local truth = oracle.minimax(tree.game("children", traits), root, depth, options)
    for _, style in ipairs(tree.STYLES) do
      options.game = tree.game(style, traits)
      local best, value, info = alphabeta.search(tree.state(style, root), depth, options)
      check(truth, best, value, info, seed)
    end
  end
end

function TestRandomTrees.test_alphabeta_finds_the_value_and_the_first_best_move()
  check_trees({}, function(truth, best, value, info, seed)
    equals(value, truth.value, seed)
    is(best, truth.best)
    is_true(info.evaluations <= truth.evaluations)
  end)
end

function TestRandomTrees.test_minimax_visits_the_whole_tree()
  check_trees({ algorithm = "minimax" }, function(truth, best, value, info, seed)
    equals(value, truth.value, seed)
    is(best, truth.best)
    equals(info.nodes, truth.nodes, seed)
    equals(info.evaluations, truth.evaluations, seed)
  end)
end

function TestRandomTrees.test_deepening_finds_the_value_and_a_best_move()
  check_trees({ deepening = true }, function(truth, best, value, _, seed)
    equals(value, truth.value, seed)
    is_true(best == truth.best or truth.optimal[best])
  end)
end

function TestRandomTrees.test_the_shortest_win_is_preferred()
  check_trees({ win = 100 }, function(truth, best, value, _, seed)
    equals(value, truth.value, seed)
    is(best, truth.best)
  end)
end

function TestRandomTrees.test_a_window_bounds_the_value()
  check_trees({ alpha = -1, beta = 1 }, function(truth, _, value, info, seed)
    if info.bound == "exact" then
      equals(value, truth.value, seed)
    elseif info.bound == "lower" then
      is_true(value >= 1 and truth.value >= value)
    else
      is_true(info.bound == "upper" and value <= -1 and truth.value <= value)
    end
  end)
end

---- Values ----

local TestValues = {}

function TestValues.test_the_minimiser_may_be_at_the_root()
  local best, value = search(LIST, 2, { maximize = false })
  equals({ best, value }, { "1", 5 })
end

function TestValues.test_a_player_may_move_twice()
  local best, value = search({ { 3, 5, turn = 1 }, { 2, 4 } }, 2, nil, { player = true })
  equals({ best, value }, { "1", 5 })
end

function TestValues.test_the_first_of_equals_is_best_be_all_infinitely_bad()
  local best, value = search({ { -INFINITY }, { -INFINITY } }, 2)
  equals({ best, value }, { "1", -INFINITY })
end

function TestValues.test_a_zero_has_no_sign()
  local _, value = search({ { value = 0 } }, 1, { view = "mover" }, { view = "mover" })
  equals(1 / value, INFINITY)
end

function TestValues.test_a_win_tells_its_plies()
  local _, value, info = search({ { { 100 } }, 0 }, 4, { win = 100 })
  equals({ value, info.win_in }, { 97, 3 })
  _, value, info = search({ { -100 } }, 4, { win = 100 })
  equals({ value, info.win_in }, { -98, -2 })
end

function TestValues.test_nim_is_played_as_the_theory_says()
  for heap = 1, 15 do
    local take, value = alphabeta.search(heap, heap + 1, { game = nim, view = "mover" })
    equals(value, heap % 4 == 0 and -1 or 1, heap)
    if heap % 4 ~= 0 then
      equals(take, heap % 4, heap)
    end
  end
end

---- Styles ----

local TestStyles = {}

function TestStyles.test_all_find_the_same_with_the_same_effort()
  for _, style in ipairs(tree.STYLES) do
    local best, value, info = search(LIST, 2, nil, nil, style)
    equals({ best, value, info.nodes, info.evaluations, info.cutoffs }, { "1", 3, 6, 3, 1 }, style)
    equals(tree.names(info.pv), { "1", "1.1" }, style)
  end
end

function TestStyles.test_the_rules_may_be_methods_of_the_state()
  local Heap = { evaluate = function() return 0 end }
  Heap.__index = Heap
  function Heap:moves()
    return self.heap > 0 and { 1 } or nil
  end
  function Heap:play(take)
    return setmetatable({ heap = self.heap - take }, Heap)
  end
  local _, _, info = alphabeta.search(setmetatable({ heap = 3 }, Heap), 9)
  equals(info.pv, { 1, 1, 1 })
end

function TestStyles.test_moves_are_tried_in_the_order_of_their_scores()
  local list = { { value = 4 }, { value = 4, score = 1 }, { value = 4, score = 1 } }
  equals((search(list, 1, nil, { order = true })), "2")
end

---- Limits ----

local TestLimits = {}

function TestLimits.test_the_reason_is_reported()
  equals(select(3, search(LIST, 1)).reason, "depth")
  equals(select(3, search(LIST, 3)).reason, "solved")
  equals(select(3, search({ value = 1 }, 3)).reason, "over")
  equals(select(3, alphabeta.search(1, { nodes = 99 }, { game = endless })).reason, "nodes")
  equals(select(3, alphabeta.search(1, { time = 0 }, { game = endless })).reason, "time")
end

function TestLimits.test_nodes_are_never_exceeded()
  for limit = 3, 300, 27 do
    local options = { game = endless, without = { "partial_iteration" } }
    local _, value, info = alphabeta.search(1, { nodes = limit }, options)
    is_true(info.nodes <= limit)
    equals(value, (select(2, alphabeta.search(1, info.depth, { game = endless }))))
  end
end

function TestLimits.test_an_unfinished_iteration_answers_by_a_better_move()
  local proved = 0
  for limit = 3, 300 do
    local best, value, info = alphabeta.search(1, { nodes = limit }, { game = endless })
    local before = alphabeta.search(1, { nodes = limit }, { game = endless, without = { "partial_iteration" } })
    if info.partial_depth then
      local function worth(move)
        return (select(2, alphabeta.search(1, info.partial_depth, { game = endless, only = { move } })))
      end
      is_true(worth(best) > worth(before) and worth(best) >= value and value > worth(before))
      proved = proved + 1
    else
      equals(best, before)
    end
  end
  is_true(proved > 0)
end

function TestLimits.test_time_ends_a_search_without_end()
  local best, _, info = alphabeta.search(1, { time = 0.02 }, { game = endless })
  is_true(best ~= nil and info.depth >= 1 and info.time < 5)
end

function TestLimits.test_a_thousand_plies_are_searched()
  local root = tree.corridor(1000, 42)
  for _, style in ipairs(tree.STYLES) do
    local options = { game = tree.game(style), deepening = false }
    local _, value, info = alphabeta.search(tree.state(style, root), 1000, options)
    equals({ value, #info.pv }, { 42, 1000 }, style)
  end
end

function TestLimits.test_depth_0_evaluates_the_root()
  local best, value, info = search({ 3, 5, value = 7 }, 0)
  equals({ tostring(best), value, info.nodes, #info.pv }, { "nil", 7, 1, 0 })
end

---- Restoring the state ----

local TestState = {}

function TestState.test_is_as_it_was_after_a_search()
  local state = tree.state("in place", tree.from(LIST))
  local before = deep.copy(state)
  alphabeta.search(state, 3, { game = tree.game("in place") })
  alphabeta.search(state, { nodes = 5 }, { game = tree.game("in place") })
  is_true(deep.equal(before, state))
end

function TestState.test_is_as_it_was_wherever_a_callback_fails()
  local state = tree.state("in place", tree.from(LIST))
  local before = deep.copy(state)
  local calls, failing_call = 0, nil
  local ai = alphabeta.new(wrap.before(tree.game("in place", { player = true, order = true }), function()
    calls = calls + 1
    if calls == failing_call then
      error("failed on purpose", 0)
    end
  end))
  local best = ai:search(state, 3)
  for call = 1, calls do
    calls, failing_call = 0, call
    fails_with("failed on purpose", ai.search, ai, state, 3)
    is_true(deep.equal(before, state))
  end
  failing_call = nil
  is(ai:search(state, 3), best)
end

function TestState.test_survives_collecting_garbage_at_every_callback()
  local state = tree.state("copying", tree.from(LIST))
  local best, value = alphabeta.search(state, 3, {
    game = wrap.before(tree.game("copying"), function()
      collectgarbage()
    end),
  })
  equals({ best.name, value }, { "1", 3 })
end

---- Errors ----

local TestErrors = {}

function TestErrors.test_name_a_wrong_option_and_the_valid_ones()
  fails_with("option 'depth'", search, LIST, nil, { depth = -1 })
  fails_with("unknown option 'dept', did you mean 'depth'? (valid: algorithm, alpha, ", search, LIST, 2, { dept = 3 })
end

function TestErrors.test_name_what_a_game_lacks()
  fails_with("'evaluate'", alphabeta.search, 1, 2, { game = { children = endless.children } })
  fails_with("'unmake'", alphabeta.new, { moves = print, make = print, evaluate = print })
end

function TestErrors.test_name_the_callback_whose_answer_is_wrong()
  for _, answer in ipairs({ "5", {}, 0 / 0 }) do
    local game = wrap.replace(endless, {
      evaluate = function()
        return answer
      end,
    })
    fails_with("callback 'evaluate' at ply 2: expected a number, got ", alphabeta.search, 1, 2, { game = game })
  end
end

function TestErrors.test_keep_their_message_and_tell_the_callback()
  local game = wrap.replace(endless, {
    children = function()
      error("no such square", 0)
    end,
  })
  fails_with("no such square\n\t(alphabeta: in callback 'children' at ply 0)", alphabeta.search, 1, 2, { game = game })
end

function TestErrors.test_are_passed_on_untouched_when_they_are_no_strings()
  local thrown = {}
  local ok, caught = pcall(alphabeta.search, 1, 2, {
    game = wrap.replace(endless, {
      evaluate = function()
        error(thrown)
      end,
    }),
  })
  equals(ok, false)
  is(caught, thrown)
end

---- Searchers ----

local TestSearcher = {}

function TestSearcher.test_searches_again_and_again()
  local ai = alphabeta.new(nim, { view = "mover", depth = 12 })
  for heap = 5, 7 do
    equals((ai:search(heap)), heap - 4)
  end
  equals(select(3, ai:search(9, 2)).depth, 2)
end

function TestSearcher.test_takes_the_states_own_rules_when_it_has_no_game()
  local state = { value = 7, children = function() end }
  function state:evaluate()
    return self.value
  end
  equals((select(2, alphabeta.new():search(state, 2))), 7)
end

function TestSearcher.test_is_closed_once_and_for_all()
  local ai = alphabeta.new(nim)
  ai:close()
  ai:close()
  fails_with("closed", ai.search, ai, 5, 2)
end

function TestSearcher.test_does_not_search_within_its_own_search()
  local ai
  ai = alphabeta.new(wrap.replace(nim, {
    evaluate = function(heap)
      return (select(2, ai:search(heap, 1)))
    end,
  }))
  fails_with("searching", ai.search, ai, 5, 2)
end

function TestSearcher.test_is_collected_with_its_game()
  is_true(lifetime.is_gone(lifetime.aside(function()
    local game = wrap.replace(nim, {})
    game.ai = alphabeta.new(game)
    return lifetime.watch(game, game.ai)
  end)))
end

---- Perft ----

local TestPerft = {}

function TestPerft.test_counts_the_leaves_at_a_depth()
  equals(alphabeta.perft(9, 0, { game = nim }), 1)
  equals(alphabeta.perft(9, 3, { game = nim }), 27)
  equals(alphabeta.perft(2, 2, { game = nim }), 1)
  for _, style in ipairs(tree.STYLES) do
    equals(alphabeta.perft(tree.state(style, tree.from({ 1, LIST })), 2, { game = tree.game(style) }), 2, style)
  end
end

function TestPerft.test_divides_them_by_the_first_move()
  local leaves, divide = alphabeta.perft(4, 2, { game = nim, divide = true })
  equals(leaves, 6)
  equals(divide, { { move = 1, leaves = 3 }, { move = 2, leaves = 2 }, { move = 3, leaves = 1 } })
end

---- Checking a game ----

local TestCheck = {}

function TestCheck.test_a_right_game_keeps_its_contract()
  alphabeta.check(nim, 9, { view = "mover" }):assert()
end

function TestCheck.test_a_broken_game_is_an_error_that_tells_what_is_wrong()
  local broken = {
    moves = function(state)
      return state.heap > 0 and { 1, 2 } or nil
    end,
    make = function(state, take)
      state.heap, state.last = state.heap - take, take
    end,
    unmake = function(state, take)
      state.heap = state.heap + take
    end,
    evaluate = function(state)
      return state.heap
    end,
  }
  local report = alphabeta.check(broken, { heap = 8 }, { sign = false })
  equals({ report.findings[1].callback, report.findings[1].line }, { "unmake", { 1 } })
  fails_with("1. unmake: does not restore the state\n   moves: 1\n   last: nil before, 1 after", report.assert, report)
end

---- Strength ----

local TestStrength = {}

-- Values with all techniques that change none, against those of plain minimax; the oracle wants arrays.
function TestStrength.test_all_techniques_together_change_no_value()
  for _, style in ipairs(tree.STYLES) do
    for _, kind in ipairs(full_game.KINDS) do
      local full = full_game.new(style, kind)
      local state, options = full.new(), wrap.replace(full.options, { game = full.game })
      local _, value, info = alphabeta.search(state, full.depth, options)
      is_true(full.is_as_new(state), style)
      is_true(info.table_hits > 0, style)
      local expected = oracle.minimax(full.plain, full.new(), full.depth, full.options)
      equals(value, expected.value, style .. ", " .. kind)
    end
  end
end

-- Nim with functions of its own.
local function nim_with(functions)
  return wrap.replace(nim, functions)
end

function TestStrength.test_a_table_saves_nodes()
  local keyed = nim_with({ hash = function(heap) return heap end })
  local _, value, info = alphabeta.search(15, 15, { game = keyed, view = "mover", deepening = false })
  local _, same, plain = alphabeta.search(15, 15, { game = nim, view = "mover", deepening = false })
  equals(value, same)
  is_true(info.nodes * 10 < plain.nodes)
end

function TestStrength.test_keys_are_kept_by_flipping_features()
  local key = alphabeta.zobrist(10, 7)
  local before = key:copy()
  equals(key:flip(3, 9) == before, false)
  equals(key:flip(9, 3) == before, true)
end

function TestStrength.test_what_was_found_can_be_saved_and_loaded()
  local function new()
    local functions = { hash = function(heap) return heap end, player = function(heap) return heap % 2 == 1 end }
    return alphabeta.new(nim_with(functions), { depth = 12 })
  end
  local path = os.tmpname()
  local ai, other = new(), new()
  local _, value, first = ai:search(15)
  ai:save(path)
  other:load(path)
  os.remove(path)
  local _, same, second = other:search(15)
  equals(same, value)
  is_true(second.nodes < first.nodes)
end

function TestStrength.test_successors_are_generated_up_to_a_cutoff()
  local drawn = 0
  local drawing = nim_with({
    moves = function(heap)
      return coroutine.wrap(function()
        for take = 1, math.min(3, heap) do
          drawn = drawn + 1
          coroutine.yield(take)
        end
      end)
    end,
  })
  local _, value, info = alphabeta.search(10, 10, { game = drawing, view = "mover", deepening = false })
  local _, same = alphabeta.search(10, 10, { game = nim, view = "mover" })
  equals(value, same)
  equals(drawn, info.nodes - 1)
end

---- Running them ----

local SUITE = {
  { "module", TestModule },
  { "random trees", TestRandomTrees },
  { "values", TestValues },
  { "styles", TestStyles },
  { "limits", TestLimits },
  { "state", TestState },
  { "errors", TestErrors },
  { "searcher", TestSearcher },
  { "perft", TestPerft },
  { "check", TestCheck },
  { "strength", TestStrength },
}

local is_main = arg and arg[0] and arg[0]:find("suite%.lua$")
local failures = luaunit.LuaUnit.new():runSuiteByInstances(SUITE, not is_main and "--verbose" or nil)
if is_main then
  os.exit(failures, true)
end
return failures
