-- What the tests in C that link with Lua do in each of their states: every way to use the module, on a game that is
-- known to the last move. In nim a move takes 1 to 3 from a heap, and who finds it empty has lost: so have those who
-- find four, and from a heap of five one must be taken.

local function numbers(state)
  local list = {}
  for taken = 1, math.min(3, state.heap) do
    list[taken] = taken
  end
  return list
end

local function after(state, taken)
  return { heap = state.heap - taken, turn = 3 - state.turn }
end

local function evaluate(state, me)
  return (state.heap > 0 and 0) or (state.turn == me and -100) or 100
end

local function player(state)
  return state.turn
end

local in_place = {
  moves = numbers,
  make = function(state, taken)
    local undo = { heap = state.heap }
    state.heap = state.heap - taken
    state.turn = 3 - state.turn
    return undo
  end,
  unmake = function(state, _, undo)
    state.heap = undo.heap
    state.turn = 3 - state.turn
  end,
  order = function(_, taken)
    return taken
  end,
  evaluate = evaluate,
  player = player,
}

local copying = { moves = numbers, play = after, evaluate = evaluate, player = player }

local by_states = {
  children = function(state)
    local list = numbers(state)
    for i, taken in ipairs(list) do
      list[i] = after(state, taken)
    end
    return list
  end,
  evaluate = evaluate,
  player = player,
}

-- The game in place, but for what happens at the end of the heap.
local function ending_in(evaluate_end)
  return setmetatable({ evaluate = evaluate_end }, { __index = in_place })
end

local function expect_error(pattern, call, ...)
  local ok, message = pcall(call, ...)
  assert(not ok and string.find(tostring(message), pattern), message)
end

-- Searches in a coroutine whose callbacks yield, and leaves another in the middle of its search: on copies of `state`,
-- since moves are not unmade while a callback waits.
local function search_in_coroutines(alphabeta, state)
  local pausing = ending_in(function(...)
    coroutine.yield()
    return evaluate(...)
  end)
  local function search()
    return alphabeta.search(after(state, 0), 3, { game = pausing })
  end
  local thread = coroutine.create(search)
  local ok, best
  repeat
    ok, best = coroutine.resume(thread)
    assert(ok, best)
  until coroutine.status(thread) == "dead"
  assert(best == 1)
  coroutine.resume(coroutine.create(search))

  local ai, stopped = alphabeta.new(pausing), after(state, 0)
  coroutine.resume(coroutine.create(ai.search), ai, stopped, 3)
  ai:stop()
  assert(stopped.heap == 5 and not ai:thinking())
end

local function name(state)
  return state.heap .. " left"
end

-- The depth of the last iteration. No function is made while memory is short: LuaJIT gives back the wrong size of one
-- that it could not finish.
local noted_depth

local function note(info)
  noted_depth = info.depth
end

-- Thinks in slices: to the end, not to the end, and in a searcher that is left thinking.
local function search_in_slices(alphabeta, state)
  local game = setmetatable({ hash = name }, { __index = in_place })
  local depth = 0
  local ai = alphabeta.new(game, { deepening = true, table = 1 / 1024, killers = false, on_iteration = note })
  ai:start(state, 3)
  repeat
    local has_ended = ai:step({ nodes = 2 })
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
  ai:step({ nodes = 5 })
end

-- Plays through it all. `state` is a heap of 5 at the turn of player 1, and is so again whatever happens.
return function(state)
  package.loaded["alphabeta.core"] = nil -- Lua 5.1 would not load again what failed to
  local alphabeta = require "alphabeta.core"

  local best, value, info = alphabeta.search(state, 20, { game = in_place, win = 100 })
  assert(best == 1 and value == 97 and info.win_in == 3 and #info.pv == 3)

  local closed = alphabeta.new(copying, { deepening = true, view = "max" })
  assert(closed:search(state, 20) == 1)
  closed:close()
  expect_error("closed", closed.search, closed, state, 20)

  local collected = alphabeta.new(by_states)
  assert(collected:search(state, { depth = 20, nodes = 1000 }).heap == 4)
  collected = nil -- luacheck: ignore 311
  collectgarbage()

  local leaves, divide = alphabeta.perft(state, 3, { game = in_place, divide = true })
  assert(leaves == 10 and #divide == 3)

  expect_error("unknown option", alphabeta.search, state, 3, { game = in_place, dept = 3 })
  expect_error("expected a number", alphabeta.search, state, 3, { game = ending_in(function() end) })
  local broken = ending_in(function()
    error("broken")
  end)
  expect_error("broken.*'evaluate' at ply 2", alphabeta.search, state, 3, { game = broken })

  search_in_slices(alphabeta, state)

  if _VERSION ~= "Lua 5.1" then
    search_in_coroutines(alphabeta, state)
  end
end
