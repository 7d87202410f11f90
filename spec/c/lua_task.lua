-- What the tests in C that link with Lua do in each of their states: every way to use the module, on games that have
-- every function, and on nim, which is known to the last move. From a heap of five one must be taken: who finds four
-- has lost.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
-- Before memory runs short: Lua 5.1 would not load them again.
require "alphabeta.root.ranking"
require "alphabeta.root.selection"
require "alphabeta.deals.sum"
require "alphabeta.playouts.aside"
require "alphabeta.playouts.lists"
require "alphabeta.playouts.states"
require "alphabeta.playouts.values"
local random_trial = require "spec.support.trial"
local small_games = require "spec.support.small_games"

local with = small_games.with

-- Games that have every function, and copy states: one that is changed in place could fail behind the change.
local trials = {
  random_trial.full("copying", "drawn"), random_trial.full("children", "cast"), random_trial.full("copying", "shared"),
}

-- Nim with undo values. Memory may run out before the state is changed.
local in_place = small_games.nim {
  evaluate = function(state, me) return 100 * small_games.worth(state, me) end,
  make = function(state, take)
    local undo, turn = {heap = state.heap}, state.turn
    state.heap, state.turn = state.heap - take, 3 - turn
    return undo, turn
  end,
  unmake = function(state, _, undo, turn) state.heap, state.turn = undo.heap, turn end,
  order = function(_, take) return take end,
  hash = function(state) return state.heap .. (state.turn == 1 and " one" or " two") end,
}

-- With all that a bold search asks for.
local function turn(position) position.turn = 3 - position.turn end
local bold = with(in_place, {
  pass = turn, unpass = turn, move_id = function(_, take) return take end,
  noisy = function(position) return position.heap == 1 and {1} or nil end,
})

-- By rules alone, with moves that are tables, and with hidden hands.
local alone = small_games.by_result(in_place, in_place.evaluate)
local by_tables = with(alone, {
  moves = function(state)
    local list = small_games.takes(state)
    for i, take in ipairs(list) do list[i] = {take} end
    return list
  end,
  make = function(state, move) return in_place.make(state, move[1]) end,
})
local dealt = {
  moves = small_games.takes, play = small_games.after, player = small_games.turn, result = in_place.evaluate,
  deal = function(state, _, random) return {heap = state.heap, turn = state.turn, unseen = random(3)} end,
}

-- The states that must be given back: a heap of 5 at the turn of player 1, and those of the trials.
local state, states = {heap = 5, turn = 1}, {}

-- Searches a game that has every function, at once, in slices, and in a searcher that is left thinking.
local function search_trial(alphabeta, i, trial)
  local own, ai = trial:state(), alphabeta.new(nil, trial.options)
  states[i] = own
  local best = ai:search(own, trial.limits)
  ai:clear()
  ai:start(own, trial.limits)
  repeat local has_ended = ai:step {nodes = 40} until has_ended
  assert(best == ai:best())
  ai:start(own, trial.limits)
  ai:step {nodes = 5}
end

local function expect_error(pattern, call, ...)
  local ok, message = pcall(call, ...)
  assert(not ok and string.find(tostring(message), pattern), message)
end

-- Calls a function. Lua 5.1 makes no coroutine of one in C.
local function call(f, ...) return f(...) end

-- Nim with another evaluation.
local function evaluated(evaluate) return with(in_place, {evaluate = evaluate}) end

-- Meets what may be wrong.
local function search_wrongly(alphabeta)
  local closed = alphabeta.new(small_games.NIM.copying, {deepening = true, view = "max"})
  assert(closed:search(state, 20) == 1)
  closed:close()
  expect_error("closed", closed.search, closed, state, 20)
  expect_error("unknown option", alphabeta.search, state, 3, {game = in_place, dept = 3})
  expect_error("expected a number", alphabeta.search, state, 3, {game = evaluated(function() end)})
  local broken = {game = evaluated(function() error("broken") end)}
  expect_error("broken.*'evaluate' at ply 2", alphabeta.search, state, 3, broken)
  local waiting = {game = evaluated(coroutine.yield)}
  local ok, message = coroutine.resume(coroutine.create(call), alphabeta.search, state, 3, waiting)
  assert(not ok and message:find "callback 'evaluate' at ply 2: a function that the search calls cannot yield")
end

-- Asks what the root's moves are worth, all of them or some, at once and in slices, plays below its strength, and has
-- keys that are made of the state.
local function search_for_answers(alphabeta)
  local options = {game = in_place, multipv = 3, ties = "random", win = 100, table = 1 / 64}
  local best, value, info = alphabeta.search(state, {depth = 4, avoid = {2}}, options)
  assert(best == 1 and value == 97 and #info.scores == 2 and #info.ties == 1)
  assert(info.scores[2].move == 3 and info.scores[1].win_in == 3)
  local ai = alphabeta.new(small_games.NIM.children, {level = function(scores, random)
    assert(random() < 1)
    return #scores
  end})
  ai:start(state, {depth = 4, only = {{heap = 4, turn = 2}, {turn = 2, heap = 3}}})
  while not ai:step {nodes = 25} do ai:best() end
  assert(ai:best().heap == 3)
  assert(alphabeta.search(state, nil, {game = in_place, level = 3, win = 100}))
  local options_of_bold = {table = 1 / 64, algorithm = "pvs", null_move = 1, reductions = 1, quiescence = 2}
  assert(alphabeta.new(bold, options_of_bold):search(state, 3))
  local content = {game = in_place, hash = "auto", hash_ignore = {"turn"}, table = 1 / 64, repetition = 0}
  assert(alphabeta.search(state, {depth = 3, past = {{heap = 9, turn = 1, {"a"}}}}, content) == 1)
  expect_error("got function at state.heap", alphabeta.search, {heap = print, turn = 1}, 3, content)
end

-- Searches by playouts and deals, at once and in slices, and by what the first playouts tell.
local function search_by_playouts(alphabeta)
  local ai = alphabeta.new(alone, {algorithm = "uct", multipv = 2})
  local best, value = ai:search(state, {nodes = 40})
  assert(best == 1 and value == 1)
  assert(select(2, ai:search({heap = 4, turn = 2}, {nodes = 12})) == 0)
  ai:start(state, {nodes = 12})
  repeat local has_ended = ai:step {nodes = 5} until has_ended
  assert(ai:best() ~= nil)
  ai:clear()
  assert(alphabeta.search(state, {nodes = 12}, {game = by_tables, algorithm = "uct"}))
  assert(alphabeta.search(state, {nodes = 12}, {game = dealt}))
  assert(alphabeta.search(state, {nodes = 40, deals = 2}, {game = dealt}))
  assert(alphabeta.search(state, {nodes = 60}, {game = alone}))
end

local path = os.tmpname()
os.remove(path)

-- Saves a table and loads it.
local function save_and_load(alphabeta)
  local saver, loader = alphabeta.new(in_place, {table = 1 / 64}), alphabeta.new(in_place, {table = 1 / 64})
  saver:search(state, 6)
  saver:save(path)
  loader:load(path)
  assert(select(3, loader:search(state, 6)).table_hits > 0)
end

-- Plays through it all.
local function play()
  state.heap, state.turn = 5, 1
  for module in pairs(package.loaded) do -- Lua 5.1 would not load again what failed to
    if module:find "^alphabeta%." then package.loaded[module] = nil end
  end
  local alphabeta = require "alphabeta.core"
  require "alphabeta.front.main"(alphabeta)
  for i, trial in ipairs(trials) do search_trial(alphabeta, i, trial) end
  search_by_playouts(alphabeta)
  search_for_answers(alphabeta)
  local saved, message = pcall(save_and_load, alphabeta)
  os.remove(path)
  assert(saved, message)
  search_wrongly(alphabeta)
  collectgarbage()
end

-- Whether all states are as they were.
local function is_restored()
  for i, trial in ipairs(trials) do
    if states[i] and not trial:is_same(states[i]) then return false end
  end
  return state.heap == 5 and state.turn == 1
end

return play, is_restored
