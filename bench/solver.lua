--- The effect of each technique when connect four is solved to its end: mean nodes of a position. The rows build on one
-- another, down to all techniques together; all rows use only the rules of the game. Of the positions of seeded random
-- play only those count in which nobody wins within two plies, which any search solves at once, and which all
-- techniques together solve within a number of nodes. The first rows are left out where they would take too long.
--
-- Where the positions with known scores are at hand, they are solved, too. For the same kinds of positions Pascal Pons
-- (blog.gamesolver.org) publishes these mean nodes of the same ladder; his last figure before knowledge of the game
-- comes in is for null windows with deepening:
--
--   end-easy      plain 283.6        columns from the centre 139.7       with a table 92.84
--   middle-easy   plain 54,236,700   columns from the centre 2,081,790   with a table 207,900   deepening 9,472

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local known_scores = require "bench.support.known_scores"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local rng = require "spec.support.rng"
local techniques = require "bench.support.techniques"

local row = techniques.row
local hashed = connect4.hashed
local WIN = connect4.WIN

local ROWS = {
  row "plain",
  row("columns from the centre", {order = true}),
  row("and win distance", {order = true, win = WIN}),
  row("and table", {order = true, win = WIN, hash = true}),
  row("and deepening", {order = true, win = WIN, hash = true, deepening = true}),
  row("and killers, history", {
    order = true, win = WIN, hash = true, deepening = true, killers = true, history = true,
  }),
  row("and PVS: all", {
    order = true, win = WIN, hash = true, deepening = true, killers = true, history = true, algorithm = "pvs",
  }),
  row("all, MTD(f) for PVS", {
    order = true, win = WIN, hash = true, deepening = true, killers = true, history = true, algorithm = "mtdf",
  }),
  row("all, deepening by two plies", {
    order = true, win = WIN, hash = true, deepening = techniques.DEFAULT, killers = true, history = true,
    algorithm = "pvs",
  }),
}

-- Rows by their places.
local PLAIN, ORDERED, WINNING, TABLED, DEEPENED, ALL, BY_TWO = 1, 2, 3, 4, 5, 7, 9

-- Mean nodes of a position of all of middle-easy, from the row BY_TWO on.
local GOAL = 3500

-- How good it is to have won with so many cells left empty.
local function score_of(left)
  return math.floor(left / 2) + 1
end

-- The player to move has lost, or the board is full. With the option `win` it is enough to say so: the search counts
-- the plies.
local function lost(state) return state.winner == 0 and 0 or -WIN end
local function score(state) return state.winner == 0 and 0 or -score_of(state.left) end

local function options_of(it)
  local game = techniques.game(it, {
    moves = it.switches.order and connect4.moves_from_centre or connect4.moves,
    make = hashed.make,
    unmake = hashed.unmake,
    hash = hashed.hash,
    evaluate = it.switches.win and lost or score,
  })
  return techniques.options(it, game, {view = "mover"})
end

-- The score of a position and the nodes that it took to find out.
local function solve(it, state)
  local _, value, info = alphabeta.search(state, state.left, options_of(it))
  if it.switches.win and value ~= 0 then
    local points = score_of(state.left - (WIN - math.abs(value)))
    value = value > 0 and points or -points
  end
  return value, info.nodes
end

-- Solves positions by the rows from the first that is wanted; scores that are known already, or become known by a row,
-- are compared. `goal` is for the rows from BY_TWO on.
local function compare(name, list, first, goal)
  for i = first, #ROWS do
    local nodes, most = 0, 0
    for _, position in ipairs(list) do
      local value, own = solve(ROWS[i], position.state)
      position.score = position.score or value
      assert(value == position.score, ("%s, %s: a score is wrong"):format(name, ROWS[i].name))
      nodes, most = nodes + own, math.max(most, own)
    end
    report.record("solver", name, {nodes / #list}, i >= BY_TWO and goal or nil,
      ("%d positions, at most %d nodes"):format(#list, most), ROWS[i].name)
  end
end

-- Is the game decided within two plies?
local function is_quick(state)
  local _, value = alphabeta.search(state, 2, options_of(ROWS[WINNING]))
  return value ~= 0
end

-- Positions of random play with a number of stones, which all techniques together solve with at most so many nodes.
local function random_positions(stones, count, limit)
  local all = options_of(ROWS[ALL])
  local random, list = rng.new(stones), {}
  while #list < count do
    local state = positions.after(hashed, hashed.new, stones, random)
    if not is_quick(state) then
      local _, _, info = alphabeta.search(state, {depth = state.left, nodes = limit}, all)
      if info.reason ~= "nodes" then list[#list + 1] = {state = state} end
    end
  end
  return list
end

-- The positions of a list with at least so many stones.
local function late(list, stones)
  local chosen = {}
  for _, position in ipairs(list) do
    if #position.columns >= stones then chosen[#chosen + 1] = position end
  end
  return chosen
end

-- Stones on the board, how many positions, the nodes that are enough for all techniques together, the first row.
local KINDS = {
  {28, 20, 1e6, PLAIN},
  {24, 20, 1e6, ORDERED},
  {20, 20, 1e5, TABLED},
  {16, 10, 1e5, DEEPENED},
  {12, 10, 1e5, DEEPENED},
  {8, 10, 1e5, DEEPENED},
}

for _, kind in ipairs(KINDS) do
  local stones, count, limit, first = kind[1], kind[2], kind[3], kind[4]
  compare(("%d stones, solved within %d nodes"):format(stones, limit), random_positions(stones, count, limit), first)
end

-- The sets of known scores, from how many stones on, the first row, and the goal if there is one.
local SETS = {
  {"end-easy", 0, PLAIN},
  {"middle-easy", 25, PLAIN},
  {"middle-easy", 0, TABLED, GOAL},
}

for _, set in ipairs(SETS) do
  local name, stones, first = set[1], set[2], set[3]
  local list = known_scores.read(name)
  if list then
    compare(stones > 0 and ("%s, %d stones or more"):format(name, stones) or name, late(list, stones), first, set[4])
  end
end
