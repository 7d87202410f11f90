-- Searches on a clock that goes on only when one of the game's functions is called, which take a time of their own: see
-- lua_time_test.c. Returns a function that makes one of them for each case and fails where it ends too late.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
local alphabeta = require "alphabeta"
local wrap = require "spec.support.wrap"

-- Seconds of a cheap call, and those that are allowed beside calls.
local CHEAP, SLACK = 0.000001, 0.001

-- A search ends before a node, an outcome or a successor. The clock is read at every second call.
local UNREAD = 2

-- burn(seconds): the clock goes on; now(): what it says.
local burn, now = ...

-- How long a call takes: CHEAP until the moment `turn` on the clock, then `cost`.
local pace = { turn = math.huge, cost = CHEAP }

-- Time that was taken to restore the state, or to make moves again after a pause.
local restoring = 0

local function cost() return now() < pace.turn and CHEAP or pace.cost end

-- The number of a position, of which all that follows is derived.
local function mixed(n) return (n * 7919 + 104729) % 1000003 end

local function child(state, move) return {n = mixed(state.n * 3 + move)} end

local function number_of(move) return type(move) == "table" and move.n or move end

-- Functions that a game may have beside those of its style. `list` returns the successors of a state.
local function functions_for(list)
  return {
    hash = function(state) return state.n end,
    player = function(state) return mixed(state.n + 5) % 2 end,
    is_over = function() return false end,
    result = function(state) return mixed(state.n) % 100 end,
    order = function(_, move) return mixed(number_of(move)) % 7 end,
    move_id = function(_, move) return number_of(move) end,
    noisy = function(state) return mixed(state.n) % 3 == 0 and list(state) or nil end,
    chances = function(state)
      if mixed(state.n) % 4 ~= 0 then return nil end
      local outcomes = list(state)
      return {{probability = 0.5, outcome = outcomes[1]}, {probability = 0.5, outcome = outcomes[2]}}
    end,
  }
end

local function list_moves() return {1, 2, 3} end

local function list_children(state) return {child(state, 1), child(state, 2), child(state, 3)} end

-- The functions of each style.
local STYLED = {
  children = {},
  copying = {play = child},
  ["in place"] = {
    make = function(state, move)
      local n = state.n
      state.n = child(state, move).n
      return n
    end,
    unmake = function(state, _, n) state.n = n end,
  },
}

-- A tree without end, three moves everywhere, whose functions take their time. `extras` says what else the game has.
local function new_game(style, extras)
  local list = style == "children" and list_children or list_moves
  local game = wrap.replace(STYLED[style], {evaluate = function(state) return mixed(state.n) % 100 end})
  for name, callback in pairs(functions_for(list)) do
    if extras[name] then game[name] = callback end
  end
  game[style == "children" and "children" or "moves"] = not extras.lazy and list or function(state)
    local moves, i = list(state), 0
    return function()
      i = i + 1
      return moves[i]
    end
  end
  return wrap.before(game, function(name)
    local seconds = cost()
    burn(seconds)
    if name == "unmake" then restoring = restoring + seconds end
  end)
end

local STYLES = { "in place", "copying", "children" }
local EXTRAS = { "hash", "player", "is_over", "order", "move_id", "noisy", "chances", "lazy", "result" }

-- The game and the options of case number `case`.
local function new_case(case)
  local extras = {}
  for bit, name in ipairs(EXTRAS) do extras[name] = mixed(case * 31 + bit) % 5 < 2 end
  if mixed(case + 9) % 3 == 0 then -- each leaf is asked about twice
    extras.is_over, extras.result, extras.chances, extras.lazy = true, true, false, false
  end
  extras.noisy = extras.noisy and not extras.chances
  local options = { table = extras.hash and 0.01 or nil, deepening = true }
  options.algorithm = ({ "alphabeta", "pvs", "mtdf", "minimax" })[mixed(case) % 6 + 1]
  if options.algorithm == "minimax" then options.table = nil end
  options.quiescence = extras.noisy and 2 or nil
  if mixed(case + 77) % 4 == 0 then
    options.multipv = 2
    if options.algorithm == "mtdf" then options.algorithm = nil end
  end
  return new_game(STYLES[case % 3 + 1], extras), options, STYLES[case % 3 + 1], extras
end

-- The most calls from one place where a search may end to the next: those of one node, of one leaf included, if each of
-- its three successors is asked about.
local CALLS = {
  hash = 1, player = 2, is_over = 2, order = 3, move_id = 3, noisy = 2, chances = 2, lazy = 5, result = 1,
}
local function calls_of_node(extras)
  local calls = 4 -- a list, make, a value, and a list again to find out whether the game is over
  for name, count in pairs(CALLS) do calls = calls + (extras[name] and count or 0) end
  return calls
end

local function describe(style, extras, expensive, turn)
  local names = { style }
  for _, name in ipairs(EXTRAS) do
    if extras[name] then names[#names + 1] = name end
  end
  return ("%s, calls of %g s from %g s on"):format(table.concat(names, " "), expensive, turn)
end

-- Searches for a time that is long against the ticks.
local function search(case, expensive, turn)
  local game, options, style, extras = new_case(case)
  local ai = alphabeta.new(game, options)
  local start, seconds = now(), 0.05
  local state = { n = case }
  pace.cost, pace.turn, restoring = expensive, start + turn, 0
  local best, _, info = ai:search(state, { time = seconds })
  local took = now() - start - restoring
  local about = describe(style, extras, expensive, turn)
  assert(info.depth >= 1 and (best ~= nil or extras.chances), about)
  assert(info.reason == "time", about .. ": " .. info.reason)
  assert(state.n == case, about .. ": the state is not restored")
  assert(took + restoring >= seconds - 1e-9, about)
  assert(took <= seconds + (calls_of_node(extras) + UNREAD) * expensive + SLACK,
    ("%s: took %g s of %g s"):format(about, took, seconds))
  return ai, state, game
end

-- Searches by slices that are short against the ticks.
local function slices(case, expensive, turn)
  local game, options, style, extras = new_case(case)
  if style == "in place" then return end -- each slice makes the moves again that lead to where it was
  local ai = alphabeta.new(game, options)
  local seconds, start = 0.006, now()
  pace.cost, pace.turn = expensive, start + turn
  ai:start({ n = case }, { time = 10 })
  for slice = 1, 8 do
    local before = now()
    ai:step(seconds)
    local took = now() - before
    local roots = extras.hash and 1 or 0 -- at the first pause and then before each slice: is it the same state?
    assert(took <= seconds + (calls_of_node(extras) + UNREAD + roots) * expensive + SLACK,
      ("%s: slice %d took %g s of %g s"):format(describe(style, extras, expensive, turn), slice, took, seconds))
  end
  ai:stop()
end

local COSTS = { 0.00002, 0.0003, 0.0008, 0.002, 0.005, 0.05 }

return function(case)
  local expensive = COSTS[case % #COSTS + 1]
  local turn = 0.002 + mixed(case * 13) % 480 / 10000
  if case % 2 == 0 then turn = 0.05 - mixed(case * 13) % 500 / 100000 end -- near the end
  search(case, expensive, turn)
  slices(case, expensive, (mixed(case * 17) % 400) / 10000)
end
