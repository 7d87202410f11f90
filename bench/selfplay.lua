--- Self-play in a fresh process, as in a program that has just been started: a game plays itself from its start, with
-- some thousand nodes a move. The figures are the nodes after so many seconds of the processor's time, those of the
-- compiler included. A benchmark that repeats one position in a process that has done so before does not show that.
--
-- The default search on LuaJIT is compared with the one on Lua 5.4, that of the engine in Lua, too; plain alpha-beta
-- that deepens, and a search with a table, killers and history, with the same by hand in Lua; two searchers in turn
-- with each of them alone; slices of a millisecond with one search. A figure is a median of processes.
--
-- usage: lua bench/selfplay.lua [SUBJECT]              all of these, or those of one subject
--        lua bench/selfplay.lua --child SUBJECT WAY    one process: nodes after each time, or seconds

local alphabeta = require "alphabeta"
local by_hand_strong = require "bench.support.by_hand_strong"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local deepening = require "bench.support.deepening"
local dots = require "games.dots_and_boxes"
local fallback = require "alphabeta.fallback.core"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local techniques = require "bench.support.techniques"

local PROCESSES = 3
local TIMES = {0.1, 1, 3} -- seconds
local NODES = 2000 -- a move
local STRONG_DEPTH, LARGEST_MOVE, BUCKETS = 8, 7, 261467
local POSITIONS, PLIES = 300, {0, 4, 8, 12}
local SLICED_POSITIONS, SLICED_NODES = 40, 20000

-- Goals are figures that are not to be exceeded: the nodes of the other search, as a part of those of the module on
-- LuaJIT; times as multiples.
local GOALS = {lua = 1 / 1.5, by_hand = 1 / 0.8, turns = 1.05, slices = 1.05}

local clock = os.clock -- the processor's time

local hashed = connect4.hashed
local RULES = {"moves", "make", "unmake", "play", "player", "evaluate", "is_over", "result"}

-- The named functions of a game alone.
local function with(game, names)
  local functions = {}
  for _, name in ipairs(names) do functions[name] = game[name] end
  return functions
end

-- Rules from the centre with a key, whose evaluations are good for the player to move.
local strong = {
  moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
  evaluate = function(state) return connect4.evaluate(state, state.turn) end,
}

-- The games: what a search of default options gets, and how a game begins. Those with `by_hand` are compared with that,
-- too: what both get then has no `is_over`, for which `moves` does as well.
local SUBJECTS = {
  {name = "connect four", game = with(connect4, RULES), new = connect4.new, win = connect4.WIN, by_hand = true},
  {name = "connect four, hash", game = hashed, new = hashed.new, win = connect4.WIN},
  {name = "chess", game = with(chess, RULES), new = chess.new, win = chess.WIN, by_hand = true},
  {name = "reversi", game = with(reversi, RULES), new = reversi.new, win = reversi.WIN, by_hand = true},
  {name = "kalah", game = with(kalah, RULES), new = kalah.new, by_hand = true},
  {name = "dots and boxes", game = with(dots, RULES), new = dots.new, by_hand = true},
}

-- The searches that play, by the name of a way: each is made of a subject, and is then a function of a state that
-- returns a move and how many nodes it took.
local WAYS = {}

local function searching(game, options, limit, engine)
  local ai = (engine or alphabeta).new(game, options)
  return function(state)
    local best, _, info = ai:search(state, limit)
    return best, info.nodes
  end
end

function WAYS.default(subject) return searching(subject.game, {win = subject.win}, {nodes = NODES}) end

function WAYS.in_lua(subject) return searching(subject.game, {win = subject.win}, {nodes = NODES}, fallback) end

-- Alpha-beta that deepens, and what the names of the module's other techniques turn off.
function WAYS.plain(subject)
  local options = {
    win = subject.win, algorithm = "alphabeta", table = 0, deepening = true, without = techniques.LEARNING,
  }
  return searching(with(subject.game, {"moves", "make", "unmake", "play", "player", "evaluate"}), options,
    {nodes = NODES})
end

function WAYS.plain_by_hand(subject)
  local choose = deepening.new(subject.game, subject.win or math.huge)
  return function(state) return choose(state, NODES) end
end

function WAYS.strong()
  return searching(strong, {view = "mover", algorithm = "pvs", table = 16, deepening = false}, STRONG_DEPTH)
end

function WAYS.strong_by_hand()
  local search = by_hand_strong.new(strong, LARGEST_MOVE, BUCKETS)
  return function(state)
    local best, _, nodes = search(state, STRONG_DEPTH)
    return best, nodes
  end
end

-- The nodes, in thousands, of a game that plays itself, after each of TIMES. The searcher's memory is there before.
local function play(subject, way)
  local choose, game, new = WAYS[way](subject), subject.game, subject.new
  local nodes, state, found, start = 0, new(), {}, clock()
  while #found < #TIMES do
    local move, count = choose(state)
    nodes = nodes + count
    while #found < #TIMES and clock() - start >= TIMES[#found + 1] do found[#found + 1] = nodes / 1000 end
    if move == nil then state = new()
    elseif game.play then state = game.play(state, move)
    else game.make(state, move) end
  end
  return found
end

-- The seconds that some functions of a position take for all positions, in turns.
local function time(count, searches)
  local states = {}
  for i = 1, count do
    states[i] = positions.after(connect4, hashed.new, PLIES[i % #PLIES + 1], rng.new(i))
  end
  local start = clock()
  for _, state in ipairs(states) do
    for _, search in ipairs(searches) do search(state) end
  end
  return {clock() - start}
end

-- A second evaluation of the same rules.
local function columns(state, me)
  return #connect4.moves(state) * (state.turn == me and 1 or -1)
end

local function new_search(evaluate)
  return searching({
    moves = connect4.moves, make = hashed.make, unmake = hashed.unmake, player = connect4.player,
    hash = hashed.hash, evaluate = evaluate,
  }, {}, {nodes = NODES})
end

-- What takes seconds, by the name of a way.
local TIMED = {
  first = function() return time(POSITIONS, {new_search(connect4.evaluate)}) end,
  second = function() return time(POSITIONS, {new_search(columns)}) end,
  both = function() return time(POSITIONS, {new_search(connect4.evaluate), new_search(columns)}) end,
  whole = function()
    local ai = alphabeta.new(hashed, {win = connect4.WIN})
    return time(SLICED_POSITIONS, {function(state) ai:search(state, {nodes = SLICED_NODES}) end})
  end,
  sliced = function()
    local ai = alphabeta.new(hashed, {win = connect4.WIN})
    return time(SLICED_POSITIONS, {function(state)
      ai:start(state, {nodes = SLICED_NODES})
      while not ai:step(0.001) do end
    end})
  end,
}

local function child(name, way)
  for _, subject in ipairs(SUBJECTS) do
    if subject.name == name then print(table.concat(TIMED[way] and TIMED[way]() or play(subject, way), " ")) end
  end
end

-- The numbers that a process of its own prints.
local function run(tag, subject, way)
  local command = (". bench/support/lua.sh; run_lua %s bench/selfplay.lua --child '%s' %s"):format(tag, subject, way)
  local process = assert(io.popen(command))
  local numbers = {}
  for number in process:read "*a":gmatch "%S+" do numbers[#numbers + 1] = tonumber(number) end
  process:close()
  assert(#numbers > 0, command)
  return numbers
end

-- The medians of what each of some processes prints; they take turns.
local function medians(subject, ...)
  local ways, found = {...}, {}
  for i = 1, #ways do found[i] = {} end
  for _ = 1, PROCESSES do
    for i, way in ipairs(ways) do
      for place, number in ipairs(run(way[1], subject, way[2])) do
        found[i][place] = found[i][place] or {}
        table.insert(found[i][place], number)
      end
    end
  end
  for i = 1, #ways do
    for place, numbers in ipairs(found[i]) do
      table.sort(numbers)
      found[i][place] = numbers[math.ceil(#numbers / 2)]
    end
  end
  return found
end

local function is_built(tag)
  local library = io.open(("build/%s/alphabeta/core.so"):format(tag))
  return library and library:close()
end

-- Compares the nodes of one way with those of the module on LuaJIT. In the first tenth of a second there is no goal.
local function compare(subject, goal, own, other, what)
  local found = medians(subject, own, other)
  for place, seconds in ipairs(TIMES) do
    report.record("selfplay", subject, {found[2][place] / found[1][place]}, seconds >= 1 and goal or nil,
      ("%.0f : %.0f thousand nodes"):format(found[2][place], found[1][place]), ("%s, %g s"):format(what, seconds))
  end
  io.stdout:flush()
end

local function compare_times(variant, goal, tag, own, ...)
  local subject, ways = "connect four", {{tag, own}}
  for i = 1, select("#", ...) do ways[i + 1] = {tag, (select(i, ...))} end
  local found, others = medians(subject, (table.unpack or unpack)(ways)), 0
  for i = 2, #ways do others = others + found[i][1] end
  report.record("turns", variant, {found[1][1] / others}, goal, ("%.2f : %.2f s"):format(found[1][1], others), tag)
  io.stdout:flush()
end

if arg[1] == "--child" then
  child(arg[2], arg[3])
  return
end

for _, subject in ipairs(is_built "luajit" and SUBJECTS or {}) do
  local name = subject.name
  if not arg[1] or arg[1] == name then
    local plain = {"luajit", "plain"}
    if is_built "lua5.4" then
      compare(name, GOALS.lua, {"luajit", "default"}, {"lua5.4", "default"}, "Lua 5.4")
      compare(name, GOALS.lua, {"luajit", "in_lua"}, {"lua5.4", "in_lua"}, "engine in Lua, Lua 5.4")
    end
    if subject.by_hand then compare(name, GOALS.by_hand, plain, {"luajit", "plain_by_hand"}, "plain, by hand") end
    if subject.game == hashed then
      compare(name, GOALS.by_hand, {"luajit", "strong"}, {"luajit", "strong_by_hand"}, "table and order, by hand")
    end
  end
end
if not arg[1] then
  for _, tag in ipairs {"lua5.4", "luajit"} do
    if is_built(tag) then
      compare_times("two searchers in turn, against each alone", GOALS.turns, tag, "both", "first", "second")
      compare_times("slices of 1 ms, against one search", GOALS.slices, tag, "sliced", "whole")
    end
  end
end
