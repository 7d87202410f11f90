--- On LuaJIT, searches with the loop in Lua and by the driver in C, each against a search by hand in Lua: the same
-- nodes, side by side. `bench/run jit` runs each row in a process of its own, since what LuaJIT compiles of one makes
-- the others slower. What it compiles differs from process to process, too: so each row is run in several, and what
-- counts is the middle one. Either search has been compiled when it is timed; what the first one takes is told as well.
--
-- The last rows compare a search that comes after others, which share its rules, with one in a process of its own.
--
-- usage: luajit bench/jit.lua ROW loop|driver [once|alone]

local alphabeta = require "alphabeta"
local by_hand = require "bench.support.by_hand"
local by_hand_strong = require "bench.support.by_hand_strong"
local connect4 = require "games.connect4"
local numbers = require "bench.support.numbers"
local report = require "bench.support.report"
local reversi = require "games.reversi"

local PROCESSES = 5
local REPETITIONS = 7
local WARM_UP = 16 -- searches, after which LuaJIT hardly compiles any more
local clock = os.clock -- the processor's time: what else runs on the machine hardly shows in it

local hashed = connect4.hashed

-- The rules of a game with evaluations that are good for the player to move.
local function mover(game, moves, make, unmake)
  local evaluate = game.evaluate
  return {
    moves = moves, make = make or game.make, unmake = unmake or game.unmake, hash = hashed.hash,
    evaluate = function(state) return evaluate(state, state.turn) end,
  }
end

-- The columns that are not full into a list, and their count.
local function fill_moves(state, list)
  local n = 0
  if state.winner == 0 then
    local heights, height = state.heights, state.height
    for column = 1, state.width do
      if heights[column] < height then
        n = n + 1
        list[n] = column
      end
    end
  end
  return n
end

-- The same, from the centre.
local function fill_from_centre(state, list)
  local n = 0
  if state.winner == 0 then
    local heights, height, centre = state.heights, state.height, (state.width + 1) / 2
    for i = 1, state.width do
      local column = i % 2 == 0 and centre - i / 2 or centre + (i - 1) / 2
      if heights[column] < height then
        n = n + 1
        list[n] = column
      end
    end
  end
  return n
end

-- A row of plain alpha-beta to one depth, against by_hand.
local function plain(subject, style, game, new, depth, goal, other)
  local options = {game = game, view = "mover", algorithm = "alphabeta", table = 0, deepening = false}
  local search = by_hand.search(style, other or game)
  return {
    subject = subject, goal = goal,
    ours = function()
      return function()
        local _, value, info = alphabeta.search(new(), depth, options)
        return value, info.nodes
      end
    end,
    theirs = function()
      return function()
        local _, value = search(new(), depth)
        return value
      end
    end,
  }
end

-- A row of a search with a table and killers, from the centre, against by_hand_strong. A search begins with nothing
-- known; its memory is there before the clock runs. With `fills`, both reuse their arrays of moves.
local function strong(depth, goal, fills)
  local game = mover(connect4, fills and fill_from_centre or connect4.moves_from_centre, hashed.make, hashed.unmake)
  return {
    subject = ("connect four, table and order, depth %d%s"):format(depth, fills and ", lists reused" or ""),
    goal = goal,
    ours = function()
      local ai = alphabeta.new(game, {view = "mover", algorithm = "pvs", table = 16,
        deepening = false})
      return function()
        local _, value, info = ai:search(hashed.new(), depth)
        return value, info.nodes
      end
    end,
    theirs = function()
      local search = by_hand_strong.new(game, 7, 261467, fills)
      return function()
        local _, value = search(hashed.new(), depth)
        return value
      end
    end,
  }
end

local empty = {}
for _, style in ipairs(numbers.STYLES) do
  empty[style] = plain("hardly any rules, " .. style, style, numbers.game(style),
    function() return numbers.state(style, 1) end, 8, style == "in place" and 2.8 or 3)
end
local simple = mover(connect4, connect4.moves)
local filling = mover(connect4, fill_moves)

-- A search of connect four, with keys or plain, in one go, under a limit in time that it does not reach, or in slices
-- of a millisecond.
local function connect4_search(is_strong, way)
  local options = is_strong and {game = hashed, win = connect4.WIN, table = 1, deepening = true, order = "evaluate"}
    or {game = connect4, table = 0, deepening = false,
      without = {"refutation_table", "killers", "history"}}
  local depth = is_strong and 9 or 6
  return function()
    local ai, state = alphabeta.new(nil, options), (is_strong and hashed or connect4).new()
    return function()
      local _, value, info
      if way == "slices" then
        ai:start(state, depth)
        while not ai:step(0.001) do end -- luacheck: ignore
        _, value, info = ai:best()
      else
        _, value, info = ai:search(state, {depth = depth, time = way == "timed" and 1000 or nil})
      end
      ai:close()
      return value, info.nodes
    end
  end
end

-- A row of a search after others, against `alone`, or that search itself, in a process of its own.
local function after(subject, goal, others, ours, alone)
  return {subject = subject, goal = goal, before = others, ours = ours, alone = alone or ours}
end

local strong_one, strong_timed = connect4_search(true), connect4_search(true, "timed")
local plain_one, plain_timed = connect4_search(false), connect4_search(false, "timed")

local ROWS = {
  strong(10, 1), strong(12, 1), strong(10, 1, true), strong(12, 1, true),
  plain("connect four, depth 8", "in place", simple, connect4.new, 8, 1.6),
  plain("the same, moves(state, list)", "in place", filling, connect4.new, 8, 1, simple),
  empty["in place"], empty["copying"], empty["children"],
  plain("reversi, depth 6", "in place", mover(reversi, reversi.moves), reversi.new, 6, 1.1),
  after("plain after one with keys, timed", 1.15, {strong_timed, strong_one}, plain_timed),
  after("with keys, timed, after three others", 1.15, {strong_one, plain_timed, plain_one}, strong_timed),
  after("slices of 1 ms after one go", 1.05, {strong_one}, connect4_search(true, "slices"), strong_timed),
}

-- The processor's time that a new search takes, in seconds, and what it returns.
local function time(make)
  local search = make()
  collectgarbage()
  local start = clock()
  local value, nodes = search()
  return clock() - start, value, nodes
end

-- The middle one of an odd number of figures, which are sorted.
local function median(figures)
  table.sort(figures)
  return figures[(#figures + 1) / 2]
end

-- The processor's time that a search takes when LuaJIT has compiled it, in seconds, and what it returns.
local function time_compiled(make)
  for _ = 1, WARM_UP do time(make) end
  local figures, value, nodes = {}, nil, nil
  for i = 1, REPETITIONS do figures[i], value, nodes = time(make) end
  return median(figures), value, nodes
end

-- Runs a row in this process, and prints the figures of FIGURES, and the nodes of a search. One search after the other:
-- one by hand that recurses makes LuaJIT throw away all that it has compiled, now and then.
local function run(row, number, way)
  for _, other in ipairs(row.before or {}) do time_compiled(other) end
  local first = time(row.ours)
  local ours, value, nodes = time_compiled(row.ours)
  local theirs, expected
  if row.alone then
    local process = assert(io.popen(("%s bench/jit.lua %d %s alone"):format(arg[-1], number, way)))
    theirs, expected = process:read("*n", "*n")
    process:close()
  else
    theirs, expected = time_compiled(row.theirs)
  end
  assert(value == expected, "the two searches find different values")
  print(ours / theirs, ours / nodes * 1e9, theirs / nodes * 1e9, first / nodes * 1e9, nodes)
end

-- What a process prints: our time by theirs, and nanoseconds a node, ours, theirs, and ours in the first search.
local FIGURES = {"ratio", "ours", "theirs", "first"}

-- Runs a row in processes of their own, and records the middle one of each figure.
local function measure(row, number, way)
  local found, nodes = {}, nil
  for _, name in ipairs(FIGURES) do found[name] = {} end
  for i = 1, PROCESSES do
    local process = assert(io.popen(("%s bench/jit.lua %d %s once"):format(arg[-1], number, way)))
    for _, name in ipairs(FIGURES) do found[name][i] = process:read "*n" end
    nodes = assert(process:read "*n", "a search has failed")
    process:close()
  end
  local ours, theirs, first = median(found.ours), median(found.theirs), median(found.first)
  median(found.ratio)
  report.record("jit", row.subject, found.ratio, way == "loop" and row.goal or nil,
    ("%.0f : %.0f ns a node, %d nodes; at first %.0f"):format(ours, theirs, nodes, first), way)
end

local number, way = tonumber(arg[1]), arg[2]
local row = ROWS[number]
if not row then os.exit(1) end
alphabeta.jit = way == "loop"
if arg[3] == "once" then
  run(row, number, way)
elseif arg[3] == "alone" then
  print(time_compiled(row.alone))
else
  measure(row, number, way)
end
