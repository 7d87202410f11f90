-- What the tests in C that link with Lua do in each of their states: every way to use the module, on nim, which is
-- known to the last move. From a heap of five one must be taken: who finds four has lost.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
-- Before memory runs short: Lua 5.1 would not load them again.
require "alphabeta.root.ranking"
require "alphabeta.root.selection"
require "alphabeta.deals.sum"
require "alphabeta.playouts.aside"
require "alphabeta.playouts.lists"
require "alphabeta.playouts.states"
require "alphabeta.playouts.values"
local small_games = require "spec.support.small_games"

local after, player, takes, with = small_games.after, small_games.turn, small_games.takes, small_games.with

local function evaluate(state, me) return 100 * small_games.worth(state, me) end

-- In place, with undo values. Memory may run out before the state is changed.
local in_place = {
  moves = takes, player = player, evaluate = evaluate,
  make = function(state, take)
    local undo, turn = {heap = state.heap}, state.turn
    state.heap, state.turn = state.heap - take, 3 - turn
    return undo, turn
  end,
  unmake = function(state, _, undo, turn) state.heap, state.turn = undo.heap, turn end,
  order = function(_, take) return take end,
}

-- With all that a stronger search asks for, `hash` naming the positions.
local function known_by(hash)
  local function turn(state) state.turn = 3 - state.turn end
  return with(in_place, {
    hash = hash, move_id = function(_, take) return take end, pass = turn, unpass = turn,
    noisy = function(state) return state.heap == 1 and {1} or nil end,
  })
end

local function number_of(state) return 2 * state.heap + state.turn end

local function name_of(state) return state.heap .. (state.turn == 1 and " one" or " two") end

-- Its moves come from a coroutine.
local drawing = with(known_by(number_of), {moves = function(state)
  return coroutine.wrap(function()
    for _, take in ipairs(takes(state)) do coroutine.yield(take) end
  end)
end})

-- Evaluated otherwise at the end of the heap.
local function ending_in(evaluate_end) return with(in_place, {evaluate = evaluate_end}) end

-- By rules alone, with moves that are tables, and with hidden hands.
local alone = small_games.by_result(in_place, evaluate)
alone.play = nil
local by_tables = with(alone, {
  moves = function(state)
    local list = takes(state)
    for i, take in ipairs(list) do list[i] = {take} end
    return list
  end,
  make = function(state, move) return in_place.make(state, move[1]) end,
})
local dealt = {
  moves = takes, play = after, player = player, result = evaluate,
  deal = function(state, _, random) return {heap = state.heap, turn = state.turn, unseen = random(3)} end,
}

local function expect_error(pattern, call, ...)
  local ok, message = pcall(call, ...)
  assert(not ok and string.find(tostring(message), pattern), message)
end

-- Calls a function. Lua 5.1 makes no coroutine of one in C.
local function call(f, ...) return f(...) end

-- The depth of the last iteration. No function is made while memory is short: LuaJIT gives back the wrong size of one
-- that it could not finish.
local noted_depth

local function note(info) noted_depth = info.depth end

-- Thinks in slices: to the end, not to the end, and in a searcher that is left thinking.
local function search_in_slices(alphabeta, state)
  local game = known_by(name_of)
  local ai = alphabeta.new(game, {deepening = true, table = 1 / 1024, without = {"killers"}, on_iteration = note})
  local depth = 0
  ai:start(state, 3)
  repeat
    local has_ended = ai:step {nodes = 2}
    local _, _, info = ai:best()
    assert(info.depth == depth or info.depth == noted_depth)
    depth = info.depth
    assert(state.heap == 5 and (info.reason ~= nil) == has_ended)
  until has_ended
  assert(depth == 3)
  ai:start(state, 20)
  ai:step(0)
  ai:stop()
  assert(ai:best() == nil and not ai:thinking())
  ai:start(state, 20)
  ai:step {nodes = 5}
end

-- Searches with tables, by keys of every kind.
local function search_by_keys(alphabeta, state)
  local key_of = function(position)
    local key = alphabeta.zobrist(12, 1)
    key:flip(position.heap + 1)
    if position.turn == 1 then key:flip(12) end
    return key
  end
  for _, game in ipairs {known_by(key_of), known_by(name_of), drawing} do
    local ai = alphabeta.new(game, {table = 1 / 64, win = 100, algorithm = "pvs", repetition = 0})
    local best, value = ai:search(state, {depth = 3, nodes = 1000, past = {{heap = 9, turn = 1}}})
    assert(best == 1 and value == 97)
    ai:clear()
  end
  local content = {game = in_place, hash = "auto", hash_ignore = {"turn"}, table = 1 / 64, repetition = 0}
  assert(alphabeta.search(state, {depth = 3, past = {{heap = 9, turn = 1, {"a"}}}}, content) == 1)
  expect_error("got function at state.heap", alphabeta.search, {heap = print, turn = 1}, 3, content)
  local bold = {table = 1 / 64, algorithm = "pvs", null_move = 1, reductions = 1, quiescence = 2}
  assert(alphabeta.new(known_by(number_of), bold):search(state, 3))
end

-- Asks what the root's moves are worth, all of them or some, at once and in slices, and plays below its strength.
local function search_for_answers(alphabeta, state)
  for _, game in ipairs {in_place, drawing} do
    local options = {game = game, multipv = 3, ties = "random", win = 100, table = game.hash and 1 / 64}
    local best, value, info = alphabeta.search(state, {depth = 4, avoid = {2}}, options)
    assert(best == 1 and value == 97 and #info.scores == 2 and #info.ties == 1)
    assert(info.scores[2].move == 3 and info.scores[1].win_in == 3)
  end
  local ai = alphabeta.new(small_games.NIM.children, {level = function(scores, random)
    assert(random() < 1)
    return #scores
  end})
  ai:start(state, {depth = 4, only = {{heap = 4, turn = 2}, {turn = 2, heap = 3}}})
  while not ai:step {nodes = 25} do ai:best() end
  assert(ai:best().heap == 3)
  assert(alphabeta.search(state, nil, {game = in_place, level = 3, win = 100}))
end

-- Searches by playouts and deals, at once and in slices, and by what the first playouts tell.
local function search_by_playouts(alphabeta, state)
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
local function save_and_load(alphabeta, state)
  local saver = alphabeta.new(known_by(name_of), {table = 1 / 64})
  saver:search(state, 6)
  saver:save(path)
  local loader = alphabeta.new(known_by(name_of), {table = 1 / 64})
  loader:load(path)
  assert(select(3, loader:search(state, 6)).table_hits > 0)
end

-- Meets what may be wrong.
local function search_wrongly(alphabeta, state)
  expect_error("unknown option", alphabeta.search, state, 3, {game = in_place, dept = 3})
  expect_error("expected a number", alphabeta.search, state, 3, {game = ending_in(function() end)})
  local broken = ending_in(function() error("broken") end)
  expect_error("broken.*'evaluate' at ply 2", alphabeta.search, state, 3, {game = broken})
  local ok, message = coroutine.resume(coroutine.create(call), alphabeta.search, state, 3,
    {game = ending_in(coroutine.yield)})
  assert(not ok and message:find "callback 'evaluate' at ply 2: a function that the search calls cannot yield")
end

-- A heap of 5 at the turn of player 1, which must be so again whatever happens.
local state = {}

-- Plays through it all.
local function play()
  state.heap, state.turn = 5, 1
  for module in pairs(package.loaded) do -- Lua 5.1 would not load again what failed to
    if module:find "^alphabeta%." then package.loaded[module] = nil end
  end
  local alphabeta = require "alphabeta.core"
  require "alphabeta.front.main"(alphabeta)

  local best, value, info = alphabeta.search(state, 20, {game = in_place, win = 100})
  assert(best == 1 and value == 97 and info.win_in == 3 and #info.pv == 3)

  local closed = alphabeta.new(small_games.NIM.copying, {deepening = true, view = "max"})
  assert(closed:search(state, 20) == 1)
  closed:close()
  expect_error("closed", closed.search, closed, state, 20)

  local collected = alphabeta.new(small_games.NIM.children)
  assert(collected:search(state, {depth = 20, nodes = 1000}).heap == 4)
  collected = nil -- luacheck: ignore 311
  collectgarbage()

  search_by_keys(alphabeta, state)
  search_by_playouts(alphabeta, state)
  search_for_answers(alphabeta, state)
  local saved, message = pcall(save_and_load, alphabeta, state)
  os.remove(path)
  assert(saved, message)
  search_wrongly(alphabeta, state)
  search_in_slices(alphabeta, state)
end

return play, function() return state.heap == 5 and state.turn == 1 end
