--- What the defaults are worth: calls of a game's functions until the answer is there, for each example game, by its
-- rules alone and with what else it offers, beside plain alpha-beta and beside each technique that the defaults consist
-- of switched off. The counts are the same on every runtime, and every search of a position must find the same value.
-- The time of each row is printed beside its calls.

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local counted = require "bench.support.counted"
local dice = require "games.dice"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local sliding = require "games.sliding"
local styles = require "bench.support.styles"
local tictactoe = require "games.tictactoe"

local CALLBACKS = {
  "moves", "make", "unmake", "play", "children", "evaluate", "result", "player", "is_over", "chances",
}

-- In calls, to the same depth: the mean over all games, by their rules alone, in percent of plain alpha-beta.
local GOAL = 25

-- The same, of those that have an opponent and no dice: only there does it matter which move is tried first. Plain
-- alpha-beta prunes nothing at all in a puzzle whose values have no bounds.
local HAS_NO_OPPONENT = {["sliding puzzle"] = true, dice = true}

-- How much worse than the best switch a default may be without a word in the book, in percent of it.
local WORST = 120

local NESTED = {"cells", "heights"}
local by_children = styles.convert("children", connect4, nil, NESTED)

-- A function that makes a small board of the game of dice, where the first roll is known: the root is no chance node.
local function rolled(game)
  return function()
    local state = game.new(3)
    game.make(state, -1)
    return state
  end
end

local SUBJECTS = {
  {name = "connect four", game = connect4, order = connect4.centre_first, hash = connect4.hashed, depth = 8,
    plies = {0, 6, 12}},
  {name = "connect four, copying", game = styles.convert("copying", connect4, nil, NESTED), new = connect4.new,
    depth = 7, plies = {0, 6}},
  {name = "connect four, children", game = by_children, new = connect4.new, depth = 7, plies = {0}},
  {name = "reversi", game = reversi, order = reversi.corners_first, hash = reversi.hashed, depth = 6,
    plies = {0, 10, 40}},
  {name = "kalah", game = kalah, order = kalah.again_first, hash = kalah.hashed, depth = 8, plies = {0, 5, 10}},
  {name = "dots and boxes", game = dots, order = dots.boxes_first, hash = dots.hashed, depth = 6, plies = {0, 6, 10}},
  {name = "chess", game = chess, order = chess.order, hash = chess, depth = 4, plies = {0, 10, 30}},
  {name = "tic-tac-toe", game = tictactoe, hash = tictactoe.hashed, depth = 9, plies = {0, 2}},
  {name = "sliding puzzle", game = sliding, hash = sliding.hashed, depth = 10, plies = {12, 20}},
  {name = "dice", game = dice, order = dice.lines_first, hash = dice.hashed, depth = 4, plies = {0},
    new = rolled(dice), new_hashed = rolled(dice.hashed)},
}

-- The games and depths of the measurement that the goal comes from, as far as they are among the examples, each with
-- six positions. The measurement had two games more, and did not tell its positions or the size of the dots and boxes.
local SIX = {0, 4, 8, 12, 16, 20}
local centred = {}
for name, f in pairs(connect4) do centred[name] = f end
centred.moves = connect4.moves_from_centre
local MEASURED = {
  {name = "connect four", game = connect4, depth = 9},
  {name = "connect four from the centre", game = centred, depth = 8},
  {name = "connect four, children", game = by_children, new = connect4.new, depth = 5},
  {name = "reversi", game = reversi, depth = 6},
  {name = "kalah", game = kalah, depth = 9},
  {name = "dots and boxes, 3x3", game = dots, new = function() return dots.new(3) end, depth = 6},
  {name = "chess", game = chess, depth = 4},
}

local PLAIN = {table = 0, deepening = false}

-- The defaults, and each of them the other way.
local ROWS = {
  {name = "the defaults", options = {}},
  {name = "one search to the depth", options = {deepening = false}},
  {name = "deepening by one ply", options = {deepening = true}},
  {name = "without a table", options = {deepening = true, table = 0}},
  {name = "without killers", options = {without = {"killers"}}},
  {name = "without history", options = {without = {"history"}}},
  {name = "alpha-beta, not PVS", options = {algorithm = "alphabeta"}},
  {name = "order by evaluate", options = {order = "evaluate"}},
}

-- The rules of a game, and nothing else that it has, but what is named.
local function rules_of(game, more)
  local rules = {}
  for _, name in ipairs(CALLBACKS) do rules[name] = game[name] end
  for name, f in pairs(more or {}) do rules[name] = f end
  return rules
end

-- Searches all positions; returns the calls, and the values.
local function count(game, states, depth, options)
  local counting, counts = counted.game(game)
  local own, values = {game = counting}, {}
  for name, value in pairs(options) do own[name] = value end
  local seconds = os.clock()
  for i, state in ipairs(states) do
    local _, value = alphabeta.search(state, depth, own)
    values[i] = value
  end
  return counted.calls(counts), values, os.clock() - seconds
end

-- Measures the plain search and the rows on a game; returns the calls of each row, in percent of the plain ones.
local function compare(place, game, states, depth)
  local plain, truth = count(game, states, depth, PLAIN)
  local calls, best = {}, math.huge
  for i, row in ipairs(ROWS) do
    local found, values, seconds = count(game, states, depth, row.options)
    for j, value in ipairs(values) do
      assert(value == truth[j], ("%s, %s: a value is wrong"):format(place, row.name))
    end
    calls[i] = found
    best = math.min(best, found)
    report.record("defaults", place, {100 * found / plain}, nil, ("%d calls, %.2f s"):format(found, seconds), row.name)
  end
  report.record("defaults", place, {100 * calls[1] / math.min(best, plain)}, WORST, "in percent of the best of these",
    "defaults : best")
  for i, found in ipairs(calls) do calls[i] = 100 * found / plain end
  return calls
end

-- The positions of a subject after so many plies each of random play.
local function states_of(subject, plies)
  return positions.list(subject.game.moves and subject.game or connect4, subject.new or subject.game.new, plies)
end

local sums, opposed, opponents = {}, 0, 0
for _, subject in ipairs(SUBJECTS) do
  local states = states_of(subject, subject.plies)
  local place = ("%s, depth %d"):format(subject.name, subject.depth)
  for i, percent in ipairs(compare(place .. ", rules", rules_of(subject.game), states, subject.depth)) do
    sums[i] = (sums[i] or 0) + percent
    if i == 1 and not HAS_NO_OPPONENT[subject.name] then opposed, opponents = opposed + percent, opponents + 1 end
  end
  if subject.order then
    compare(place .. ", order", rules_of(subject.game, {order = subject.order}), states, subject.depth)
  end
  if subject.hash then
    local keyed = positions.list(subject.hash, subject.new_hashed or subject.hash.new, subject.plies)
    compare(place .. ", hash", rules_of(subject.hash, {hash = subject.hash.hash}), keyed, subject.depth)
    if subject.order then
      compare(place .. ", hash and order", rules_of(subject.hash, {hash = subject.hash.hash, order = subject.order}),
        keyed, subject.depth)
    end
  end
end
for i, row in ipairs(ROWS) do
  report.record("defaults", "mean of all games, rules", {sums[i] / #SUBJECTS}, i == 1 and GOAL or nil,
    "in percent of plain alpha-beta", row.name)
end
report.record("defaults", "mean of those with an opponent and no dice", {opposed / opponents}, GOAL,
  "in percent of plain alpha-beta", ROWS[1].name)

local sum = 0
for _, subject in ipairs(MEASURED) do
  local states, rules = states_of(subject, SIX), rules_of(subject.game)
  local plain, truth = count(rules, states, subject.depth, PLAIN)
  local calls, values, seconds = count(rules, states, subject.depth, {})
  for i, value in ipairs(values) do assert(value == truth[i], subject.name .. ": a value is wrong") end
  sum = sum + 100 * calls / plain
  report.record("defaults", "as the goal was measured, rules", {100 * calls / plain}, nil,
    ("%d calls, %.2f s"):format(calls, seconds), ("%s, depth %d"):format(subject.name, subject.depth))
end
report.record("defaults", "as the goal was measured, rules", {sum / #MEASURED}, GOAL,
  "in percent of plain alpha-beta", "mean")

-- Whether killers or the game's order come first is decided by the search: its nodes, in percent of those without
-- killers, where these are fewer, with orders of which some find better than killers, and some do not.
local DECIDED = 115
local function forward_first(state, move)
  local to = move % 100
  return (state.cells[to] ~= 0 and 10 or 0) + (state.turn == 1 and to or -to) / 100
end

-- The moves that leave the opponent the fewest replies first.
local function fewest_replies(state, move)
  local undo = reversi.make(state, move)
  local replies = #reversi.moves(state)
  reversi.unmake(state, move, undo)
  return -replies
end

local ORDERS = {
  {"connect four, centre first", connect4.hashed, connect4.centre_first, 9, {0, 4, 8, 12, 16}},
  {"reversi, corners first", reversi.hashed, reversi.corners_first, 7, {0, 10, 20, 30}},
  {"reversi, fewest replies", reversi.hashed, fewest_replies, 7, {0, 10, 20, 30}},
  {"reversi, fewest replies, to the end", reversi.hashed, fewest_replies, 60, {49, 49, 48}},
  {"chess", chess, chess.order, 5, {0, 8, 16, 30}},
  {"kalah, again first", kalah.hashed, kalah.again_first, 11, {0, 5, 10, 15}},
  {"breakthrough, forward first", breakthrough, forward_first, 6, {0, 4, 10, 16}},
  {"dots and boxes, boxes first", dots.hashed, dots.boxes_first, 5, {0, 6, 12, 20}},
}

-- The nodes of all positions, by the options.
local function nodes_of(game, states, depth, options)
  local nodes = 0
  options.game = game
  for _, state in ipairs(states) do nodes = nodes + select(3, alphabeta.search(state, depth, options)).nodes end
  return nodes
end

for _, subject in ipairs(ORDERS) do
  local name, game, order, depth, plies = (table.unpack or unpack)(subject)
  local states = positions.list(game, game.new, plies)
  for _, keys in ipairs {"hash", "no hash"} do
    local rules = rules_of(game, {order = order, hash = keys == "hash" and game.hash or nil})
    local decided, without = nodes_of(rules, states, depth, {}), nodes_of(rules, states, depth, {without = {"killers"}})
    report.record("defaults", name .. ", " .. keys, {100 * decided / without}, DECIDED,
      ("%d nodes, %d without killers"):format(decided, without), "killers, then order : without killers")
  end
end
