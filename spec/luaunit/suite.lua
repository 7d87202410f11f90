-- The heart of the specs for any interpreter or host that has LuaUnit, and no busted: from the root of the repository,
--
--   lua spec/luaunit/suite.lua            run by an interpreter, it exits with the number of tests that failed
--   dofile "spec/luaunit/suite.lua"       loaded by a host, it returns that number and leaves the host running
--
-- with `alphabeta`, `luaunit` and this repository's root to be found by `require`.

local luaunit = require "luaunit"

local alphabeta = require "alphabeta"
local lifetime = require "spec.support.lifetime"
local random_trial = require "spec.support.trial"
local small_games = require "spec.support.small_games"
local themes = require "spec.support.themes"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local equals, is_true = luaunit.assertEquals, luaunit.assertTrue
local fails_with = luaunit.assertErrorMsgContains

local LIST = { { 3, 5 }, { 2, 9 } } -- worth 3 by the first move

-- Searches a tree written as nested lists.
local function search(list, depth, options, traits, style)
  local settings = { game = tree.game(style or "children", traits), view = traits and traits.view }
  for name, value in pairs(options or {}) do settings[name] = value end
  local best, value, info = alphabeta.search(tree.state(style or "children", tree.from(list)), depth, settings)
  return best and best.name, value, info
end

-- Nim with one heap: each player takes 1 to 3, and the player who takes the last one wins.
local nim = small_games.HEAP

-- A game that never ends.
local endless = {
  children = function(n) return { (3 * n + 1) % 1000003, (3 * n + 2) % 1000003 } end,
  evaluate = function(n) return n % 101 end,
}

---- Random games against plain minimax ----

-- In each style, with errors in each function; each time the state must be as it was.

local TestRandomGames = {}

for name, wanted in pairs {
  once = { plain = true, options = { algorithm = "minimax" } }, whole = {},
  textbook = {
    chance = { false }, plain = true, omit = "noisy quiescence null_move reductions repetition bounds algorithm",
    traits = { iterator = false },
  },
  again = {}, errors = {}, nodes = { options = { deepening = true } }, perft = {}, slices = {},
  file = alphabeta._ENGINE == "C" and { traits = { player = true } } or nil,
} do
  TestRandomGames["test_" .. name] = function()
    for seed = 1, 40 do
      themes[name](random_trial.new(seed, wrap.replace({ chance = { false, false, false, 0.3 } }, wanted)))
    end
  end
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

function TestLimits.test_a_thousand_plies_are_searched()
  local root = tree.corridor(1000, 42)
  for _, style in ipairs(tree.STYLES) do
    local options = { game = tree.game(style), deepening = false }
    local _, value, info = alphabeta.search(tree.state(style, root), 1000, options)
    equals({ value, #info.pv }, { 42, 1000 }, style)
  end
end

---- Errors ----

local TestErrors = {}

function TestErrors.test_name_a_wrong_option_and_the_valid_ones()
  fails_with("option 'depth'", search, LIST, nil, { depth = -1 })
  fails_with("unknown option 'dept', did you mean 'depth'?", search, LIST, 2, { dept = 3 })
end

function TestErrors.test_keep_their_message_and_tell_the_callback()
  local game = wrap.replace(endless, {
    children = function() error("no such square", 0) end,
  })
  fails_with("no such square\n\t(alphabeta: in callback 'children' at ply 0)", alphabeta.search, 1, 2, { game = game })
end

---- Searchers ----

local TestSearcher = {}

function TestSearcher.test_is_collected_with_its_game()
  is_true(lifetime.is_gone(lifetime.aside(function()
    local game = wrap.replace(nim, {})
    game.ai = alphabeta.new(game)
    return lifetime.watch(game, game.ai)
  end)))
end

---- Checking a game ----

local TestCheck = {}

function TestCheck.test_tells_a_right_game_from_a_broken_one()
  alphabeta.check(nim, 9, { view = "mover" }):assert()
  local broken = {
    moves = function(state) return state.heap > 0 and { 1, 2 } or nil end,
    make = function(state, take) state.heap, state.last = state.heap - take, take end,
    unmake = function(state, take) state.heap = state.heap + take end,
    evaluate = function(state) return state.heap end,
  }
  local report = alphabeta.check(broken, { heap = 8 }, { sign = false })
  fails_with("1. unmake: does not restore the state\n   moves: 1\n   last: nil before, 1 after", report.assert, report)
end

---- Strength ----

local TestStrength = {}

-- Values with all techniques that change none, against those of plain minimax; the oracle wants arrays.
function TestStrength.test_all_techniques_together_change_no_value()
  for _, style in ipairs(tree.STYLES) do
    for _, kind in ipairs(random_trial.KINDS) do
      local full = random_trial.full(style, kind)
      local result = full:search()
      full:check_exact(result)
      is_true(kind == "shared" or result.info.table_hits > 0, style)
    end
  end
end

---- Running them ----

local SUITE = {
  { "random games", TestRandomGames },
  { "limits", TestLimits },
  { "errors", TestErrors },
  { "searcher", TestSearcher },
  { "check", TestCheck },
  { "strength", TestStrength },
}

local is_main = arg and arg[0] and arg[0]:find("suite%.lua$")
local failures = luaunit.LuaUnit.new():runSuiteByInstances(SUITE, not is_main and "--verbose" or nil)
if is_main then os.exit(failures, true) end
return failures
