-- Searches on a clock that goes on only when one of the game's functions is called, which take a time of their own: see
-- lua_time_test.c. Returns a function that makes a search and slices of each case, and fails if they end too late.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
local alphabeta = require "alphabeta"
local wrap = require "spec.support.wrap"

-- Seconds of a cheap call, and those that are allowed beside calls.
local CHEAP, SLACK = 0.000001, 0.001

-- A search ends before a node, an outcome or a successor. The clock is read at every second call.
local UNREAD = 2

-- Functions of lua_time_test.c. burn(seconds): the clock goes on; now(): what it says.
local burn, now

-- How long a call takes: CHEAP until the moment `turn` on the clock, then `cost`.
local pace = {turn = math.huge, cost = CHEAP}

-- Time that was taken to restore the state.
local restoring = 0

-- The number of a position, of which all that follows is derived.
local function mixed(n) return (n * 7919 + 104729) % 1000003 end

local function child(state, move) return {n = mixed(state.n * 3 + move)} end

local function number_of(move) return type(move) == "table" and move.n or move end

-- Functions that a game may have beside those of its style; `list` returns the successors of a state. And the most
-- calls from one place where a search may end to the next: those of one node, of one leaf included, if each of its
-- three successors is asked about.
local EXTRAS = {
  {"hash", 1, function() return function(state) return state.n end end},
  {"player", 2, function() return function(state) return mixed(state.n + 5) % 2 end end},
  {"is_over", 2, function() return function() return false end end},
  {"order", 3, function() return function(_, move) return mixed(number_of(move)) % 7 end end},
  {"move_id", 3, function() return function(_, move) return number_of(move) end end},
  {"noisy", 2, function(list) return function(state) return mixed(state.n) % 3 == 0 and list(state) or nil end end},
  {"chances", 2, function(list)
    return function(state)
      if mixed(state.n) % 4 ~= 0 then return nil end
      local outcomes = list(state)
      return {{probability = 0.5, outcome = outcomes[1]}, {probability = 0.5, outcome = outcomes[2]}}
    end
  end},
  {"lazy", 5}, -- successors come from an iterator
  {"result", 1, function() return function(state) return mixed(state.n) % 100 end end},
}

-- The styles: the names of their lists, their successors and their own functions.
local STYLES = {
  {"children", function(state) return {child(state, 1), child(state, 2), child(state, 3)} end, {}},
  {"moves", function() return {1, 2, 3} end, {play = child}},
  {"moves", function() return {1, 2, 3} end, {
    make = function(state, move)
      local n = state.n
      state.n = child(state, move).n
      return n
    end,
    unmake = function(state, _, n) state.n = n end,
  }},
}

-- A tree without end, three moves everywhere, whose functions take their time. `extras` says what else the game has.
local function new_game(style, extras)
  local list = style[2]
  local game = wrap.replace(style[3], {evaluate = function(state) return mixed(state.n) % 100 end})
  for _, row in ipairs(EXTRAS) do
    if extras[row[1]] and row[3] then game[row[1]] = row[3](list) end
  end
  game[style[1]] = not extras.lazy and list or function(state)
    local moves, i = list(state), 0
    return function()
      i = i + 1
      return moves[i]
    end
  end
  return wrap.before(game, function(name)
    local seconds = now() < pace.turn and CHEAP or pace.cost
    burn(seconds)
    if name == "unmake" then restoring = restoring + seconds end
  end)
end

-- The game and the options of a case, its style, what else it has, and the most calls of a node.
local function new_case(case)
  local extras, calls = {}, 4 -- a list, make, a value, and a list again to find out whether the game is over
  for bit, row in ipairs(EXTRAS) do extras[row[1]] = mixed(case * 31 + bit) % 5 < 2 end
  if mixed(case + 9) % 3 == 0 then -- each leaf is asked about twice
    extras.is_over, extras.result, extras.chances, extras.lazy = true, true, false, false
  end
  extras.noisy = extras.noisy and not extras.chances
  for _, row in ipairs(EXTRAS) do calls = calls + (extras[row[1]] and row[2] or 0) end
  local options = {
    table = extras.hash and 0.01 or nil, deepening = true, quiescence = extras.noisy and 2 or nil,
    algorithm = ({"alphabeta", "pvs", "mtdf", "minimax"})[mixed(case) % 6 + 1],
  }
  if options.algorithm == "minimax" then options.table = nil end
  if mixed(case + 77) % 4 == 0 then
    options.multipv = 2
    if options.algorithm == "mtdf" then options.algorithm = nil end
  end
  local style = STYLES[case % 3 + 1]
  return new_game(style, extras), options, style, extras, calls
end

-- Lets calls be expensive from a moment on. Returns what is said of the case, and the latest end after `seconds`.
local function begin(cost, turn, calls, seconds)
  pace.cost, pace.turn, restoring = cost, now() + turn, 0
  return ("calls of %g s from %g s on"):format(cost, turn), seconds + (calls + UNREAD) * cost + SLACK
end

-- Searches for a time that is long against the ticks.
local function search(case, cost, turn)
  local game, options, _, extras, calls = new_case(case)
  local seconds, start, state = 0.05, now(), {n = case}
  local about, latest = begin(cost, turn, calls, seconds)
  local best, _, info = alphabeta.new(game, options):search(state, {time = seconds})
  local took = now() - start
  assert(info.depth >= 1 and (best ~= nil or extras.chances), about)
  assert(info.reason == "time" and state.n == case and took >= seconds - 1e-9, about)
  assert(took - restoring <= latest, ("%s: took %g s of %g s"):format(about, took, seconds))
end

-- Searches by slices that are short against the ticks.
local function slices(case, cost, turn)
  local game, options, style, extras, calls = new_case(case)
  if style[3].make then return end -- each slice makes the moves again that lead to where it was
  local ai, seconds = alphabeta.new(game, options), 0.006
  if extras.hash then calls = calls + 1 end -- at the first pause and then before each slice: is it the same state?
  local about, latest = begin(cost, turn, calls, seconds)
  ai:start({n = case}, {time = 10})
  for slice = 1, 8 do
    local before = now()
    ai:step(seconds)
    assert(now() - before <= latest, ("%s: slice %d took %g s"):format(about, slice, now() - before))
  end
  ai:stop()
end

local COSTS = {0.00002, 0.0003, 0.0008, 0.002, 0.005, 0.05}

return function(case, ...)
  burn, now = ...
  local cost = COSTS[case % #COSTS + 1]
  local turn = 0.002 + mixed(case * 13) % 480 / 10000
  if case % 2 == 0 then turn = 0.05 - mixed(case * 13) % 500 / 100000 end -- near the end
  search(case, cost, turn)
  slices(case, cost, mixed(case * 17) % 400 / 10000)
end
