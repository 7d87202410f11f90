--- What keys are worth that the search makes of the states, by `hash = "auto"`: searches to one depth without a key,
-- with one that the game keeps up to date, and with that. The counts are the same on every runtime; all must find the
-- same values.

local alphabeta = require "alphabeta"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local counted = require "bench.support.counted"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local race = require "bench.support.race"
local report = require "bench.support.report"
local reversi = require "games.reversi"

local REPETITIONS = 5

local RULES = {"moves", "make", "unmake", "play", "evaluate", "player", "is_over", "result"}

-- The games by their rules, and with a key that `make` keeps up to date; what of a state the game does not depend on.
local SUBJECTS = {
  {name = "connect four", game = connect4, keyed = connect4.hashed, depth = 9, plies = {0, 8}},
  {name = "reversi", game = reversi, keyed = reversi.hashed, depth = 6, plies = {0, 20}},
  {name = "kalah", game = kalah, keyed = kalah.hashed, depth = 8, plies = {0, 8}},
  {name = "chess", game = chess, keyed = chess, depth = 4, plies = {0, 12},
    ignored = {"places", "lists", "score", "phase", "key", "count", "ply", "keys", "scores", "first"}},
}

-- The rules of a game, and its key where that is wanted.
local function rules_of(game, hash)
  local rules = {hash = hash}
  for _, name in ipairs(RULES) do rules[name] = game[name] end
  return rules
end

-- Searches all states. Returns the sum of the nodes, and the values.
local function search(states, depth, options)
  local nodes, values = 0, {}
  for i, state in ipairs(states) do
    local _, value, info = alphabeta.search(state, depth, options)
    nodes, values[i] = nodes + info.nodes, value
  end
  return nodes, values
end

for _, subject in ipairs(SUBJECTS) do
  local depth, place = subject.depth, ("%s, depth %d"):format(subject.name, subject.depth)
  local plain_states = positions.list(subject.game, subject.game.new, subject.plies)
  local keyed_states = positions.list(subject.keyed, subject.keyed.new, subject.plies)
  local rows = {
    {"no key", plain_states, {game = rules_of(subject.game)}},
    {"key by hand", keyed_states, {game = rules_of(subject.keyed, subject.keyed.hash)}},
    {"hash = 'auto'", plain_states, {game = rules_of(subject.game), hash = "auto", hash_ignore = subject.ignored}},
  }
  local plain, truth
  for i, row in ipairs(rows) do
    local name, states, options = row[1], row[2], row[3]
    local function ours() search(states, depth, options) end
    local function theirs() search(plain_states, depth, rows[1][3]) end
    local counting, counts = counted.game(options.game)
    local nodes, values = search(states, depth,
      {game = counting, hash = options.hash, hash_ignore = options.hash_ignore})
    local calls = counted.calls(counts)
    plain, truth = plain or calls, truth or values
    for k, value in ipairs(values) do assert(value == truth[k], place .. ", " .. name .. ": a value is wrong") end
    local ratios = i == 1 and {1} or race.run(ours, theirs, REPETITIONS)
    report.record("keys", place .. ", " .. report.runtime, ratios, nil,
      ("%d nodes, %d calls, %.0f %% of those without a key"):format(nodes, calls, 100 * calls / plain), name)
  end
end

-- A game of heaps, whose state also holds a map of so many fields: the time of a node with a key made of it all, as a
-- multiple of the time with a key by hand.
for _, count in ipairs {0, 100, 1000, 10000} do
  local function moves(state)
    local list = {}
    for take = 1, math.min(3, state.heap) do list[take] = take end
    return list
  end
  local game = {
    moves = moves,
    make = function(state, take) state.heap, state.turn = state.heap - take, 3 - state.turn end,
    unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
    player = function(state) return state.turn end,
    evaluate = function(state, me) return state.heap > 0 and state.heap % 5 or state.turn == me and -9 or 9 end,
  }
  local keyed = {hash = function(state) return 2 * state.heap + state.turn end}
  for name, own in pairs(game) do keyed[name] = own end
  local state = {heap = 30, turn = 1, map = {}}
  for i = 1, count do state.map[i] = i % 7 end
  local nodes = {}
  local function run(place, options)
    return function() nodes[place] = select(3, alphabeta.search(state, 8, options)).nodes end
  end
  local by_hand, auto = run("by hand", {game = keyed}), run("auto", {game = game, hash = "auto"})
  auto()
  by_hand()
  assert(nodes["by hand"] == nodes.auto)
  local start = os.clock()
  auto()
  local microseconds = (os.clock() - start) / nodes.auto * 1e6
  report.record("keys", ("a map of %d fields, %s"):format(count, report.runtime), race.run(auto, by_hand, REPETITIONS),
    nil, ("%.2f microseconds a node"):format(microseconds), "hash = 'auto'")
end
