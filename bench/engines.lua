--- The engine in Lua against the C module: the same searches, each with its own number of nodes. `bench/run engines`
-- runs each row in a process of its own, since what LuaJIT compiles of one makes the others slower.
--
-- usage: lua bench/engines.lua ROW

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local fallback = require "alphabeta.fallback.core"
local numbers = require "bench.support.numbers"
local report = require "bench.support.report"

local REPETITIONS = 5

-- How many times the time of the C module a search may take: by plain rules; with what it learns; with moves made in
-- place where all but the search costs next to nothing.
local IS_COMPILED = report.runtime == "luajit"
local PLAIN_GOAL, LEARNING_GOAL, EMPTY_GOAL = 1.5, IS_COMPILED and 2.5 or 2.2, 3

local clock = os.clock -- the processor's time: what else runs on the machine hardly shows in it

local hashed = connect4.hashed

-- Plain alpha-beta to one depth.
local PLAIN = {view = "mover", algorithm = "alphabeta", table = 0, deepening = false}

-- Principal variation search with a table, killers and history.
local STRONG = {view = "mover", algorithm = "pvs", table = 16, deepening = false}

-- Connect four with evaluations that are good for the player to move.
local function mover(more)
  local evaluate = connect4.evaluate
  local game = {
    moves = connect4.moves, make = connect4.make, unmake = connect4.unmake,
    evaluate = function(state) return evaluate(state, state.turn) end,
  }
  for name, own in pairs(more) do game[name] = own end
  return game
end

local simple = mover {}
local keyed = mover {
  moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
}
local players = {
  moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
  evaluate = connect4.evaluate, player = connect4.player, is_over = connect4.is_over,
}

-- A row with hardly any rules: all but the search costs next to nothing.
local function empty(style, goal)
  return {
    subject = "hardly any rules, " .. style, game = numbers.game(style), depth = 7, options = PLAIN, goal = goal,
    new = function() return numbers.state(style, 1) end,
  }
end

local ROWS = {
  {subject = "connect four, plain, depth 8", game = simple, new = connect4.new, depth = 8, options = PLAIN,
    goal = PLAIN_GOAL},
  {subject = "with table and order, depth 10", game = keyed, new = hashed.new, depth = 10, options = STRONG,
    goal = LEARNING_GOAL},
  {subject = "with table and order, depth 12", game = keyed, new = hashed.new, depth = 12, options = STRONG,
    goal = LEARNING_GOAL},
  {subject = "as a game maker has it, depth 8", game = players, new = hashed.new, depth = 8, options = {},
    goal = LEARNING_GOAL},
  empty("in place", EMPTY_GOAL), empty "copying", empty "children",
}

-- The processor's time that a new search of `engine` takes, in seconds, the value that it finds and its nodes.
local function time(engine, row)
  local ai, state = engine.new(row.game, row.options), row.new()
  collectgarbage()
  local start = clock()
  local _, value, info = ai:search(state, row.depth)
  return clock() - start, value, info.nodes
end

-- The seconds of so many searches of `engine`, in ascending order, and what each of them found. A search before them
-- shows the compiler what is to come.
local function times(engine, row)
  local seconds, value, nodes = {}, nil, nil
  time(engine, row)
  for i = 1, REPETITIONS do seconds[i], value, nodes = time(engine, row) end
  table.sort(seconds)
  return seconds, value, nodes
end

local row = ROWS[tonumber(arg[1])]
if not row then os.exit(1) end
local of_c, value, nodes = times(alphabeta, row)
local of_lua, own_value, own_nodes = times(fallback, row)
assert(value == own_value, "the two engines find different values")
local ratios, middle = {}, (REPETITIONS + 1) / 2
for i = 1, REPETITIONS do ratios[i] = of_lua[i] / of_c[middle] end
report.record("engines", row.subject, ratios, row.goal, ("%.0f : %.0f ns a node, %d : %d nodes"):format(
  of_c[middle] / nodes * 1e9, of_lua[middle] / own_nodes * 1e9, nodes, own_nodes))
