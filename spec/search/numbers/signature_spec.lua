-- The signature: what some fixed searches visit, to the node, on every runtime. A change that moves one of these
-- numbers has changed the search, and says so.
--
-- The numbers are those of spec/support/signature.txt, a line for each search. With ALPHABETA_SIGNATURE=write in the
-- environment this spec writes them anew; the difference is then for the message of the change. What plain minimax and
-- alpha-beta visit is compared with textbooks' in oracles_spec.

local only = require "spec.support.only"
local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local files = require "spec.support.files"
local kalah = require "games.kalah"
local graph_game = require "spec.support.graph_game"
local random_graph = require "spec.support.random_graph"
local reversi = require "games.reversi"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"

local PATH = "spec/support/signature.txt"
local IS_WRITTEN = os.getenv("ALPHABETA_SIGNATURE") == "write"

-- The lines of the file, by what comes before the colon.
local function read_signatures()
  local signatures = {}
  for line in io.lines(PATH) do
    local name, signature = line:match("^(.-): (.*)$")
    signatures[name] = signature
  end
  return signatures
end

local known = IS_WRITTEN and {} or read_signatures()
local written = {}

-- Compares what is written down of a search.
local function sign(name, best, value, info)
  local signature = ("%s %g, %d nodes, %d evaluations, %d cut-offs, %d hits"):format(
    best, value, info.nodes, info.evaluations, info.cutoffs, info.table_hits
  )
  if not known[name] and IS_WRITTEN then
    known[name] = signature
    written[#written + 1] = name .. ": " .. signature
  end
  assert.equal(known[name], signature)
end

-- A graph for the techniques: every position can be reached in many ways, and most have many moves.
local WEB = {
  seed = 7, depth = 6,
  shape = {
    plies = 7, places = 12, width = 8, players = 2, values = { -3, -2, -1, 0, 1, 2, 3 }, ends = { -100, 0, 100 },
    early = 0.08, extra = 0.1, skip = 0.1, back = 0, quiet = 0.7,
  },
}
local BACK = { back = 0.3 } -- a shape in which positions come back
local TABLE = { table = 1 / 64, without = only "table" }
local LEARNING = { algorithm = "alphabeta", without = only("killers", "history") }
local DEFAULT = {} -- an option that is not given
local ORDERED = { table = 1 / 64 }

local function with(...)
  local all = {}
  for i = 1, select("#", ...) do
    for name, value in pairs((select(i, ...))) do
      if value == DEFAULT then value = nil end
      all[name] = value
    end
  end
  return all
end

-- a name, the options, the game's traits beside player and hash, the shape where it is another, the limits beside the
-- depth (`past` being positions' numbers); `styles`
local WEBS = {
  { "without a table", { table = 0 } },
  { "with a table", TABLE },
  { "with a table of four buckets", with(TABLE, { table = 1 / 4096 }) },
  { "with a table and strings for keys", TABLE, { hash = "string" } },
  { "with a table and a hash that forgets the turn", TABLE, { memory = "forgetful" } },
  { "by killers", { algorithm = "alphabeta", without = only "killers" } },
  { "by the history", { algorithm = "alphabeta", without = only "history" } },
  { "by killers and the history", LEARNING },
  { "by killers and the history, of moves with numbers", LEARNING, { moves = "table", move_id = true } },
  { "ordered, with everything that learns", ORDERED, { order = true } },
  { "ordered by evaluations of the mover, with everything that learns", with(ORDERED, { order = "evaluate" }),
    { view = "mover" } },
  { "ordered by evaluations, deepening", with(ORDERED, { deepening = true, order = "evaluate" }) },
  { "drawing successors, ordered by evaluations", with(ORDERED, { order = "evaluate" }), { iterator = "function" } },
  { "deepening without a table", { table = 0, deepening = true } },
  { "deepening", with(ORDERED, { deepening = true }) },
  { "deepening by two plies", with(ORDERED, { deepening = DEFAULT }) },
  { "deepening with a refutation table", { deepening = true }, { hash = false } },
  { "by a refutation table alone, deepening by alpha-beta",
    { deepening = true, algorithm = "alphabeta", without = only "refutation_table" }, { hash = false } },
  { "pvs without a table", { table = 0, algorithm = "pvs" } },
  { "mtdf without a table", { table = 0, algorithm = "mtdf" } },
  { "mtdf", with(ORDERED, { algorithm = "mtdf" }) },
  { "mtdf, deepening", with(ORDERED, { algorithm = "mtdf", deepening = true }) },
  { "in a window", with(ORDERED, { alpha = -1, beta = 1 }) },
  { "for the shortest win, deepening by pvs", with(ORDERED, { win = 100, algorithm = "pvs", deepening = true }) },
  { "between bounds", with(ORDERED, { value_min = -100, value_max = 100 }) },
  { "with repetitions and a table", with(ORDERED, { repetition = 0 }), {}, BACK },
  { "with repetitions of the past", with(ORDERED, { repetition = 1 }), {}, BACK, { past = { 60, 61, 62, 63 } } },
  { "drawing successors", { table = 0 }, { iterator = "function" } },
  { "drawing successors, ordered", ORDERED, { iterator = "function", order = true } },
  { "with quiescence and a table, by pvs", with(ORDERED, { quiescence = 2, algorithm = "pvs" }), { noisy = true } },
  { "with null moves and a table, by pvs", with(ORDERED, { null_move = 2, algorithm = "pvs" }), { pass = "turns" } },
  { "with null moves by mtdf", with(ORDERED, { null_move = 1, algorithm = "mtdf" }), { pass = "turns" } },
  { "with reductions, by pvs", with(ORDERED, { reductions = 1, algorithm = "pvs", deepening = true }) },
  { "until the nodes run out", with(ORDERED, { algorithm = "pvs", deepening = true }), {}, {}, { nodes = 400 } },
  { "with everything", with(ORDERED, { algorithm = "pvs", deepening = true, win = 100, repetition = 0,
    quiescence = 1, null_move = 2, reductions = 1 }), { order = true, noisy = true, pass = "turns" } },
  { "by its children", with(ORDERED, { algorithm = "pvs", deepening = true }), styles = { "children" } },
}

-- A game with its keys and an order of its moves.
local function ordered(game, order) return setmetatable({ order = order }, { __index = game.hashed }) end

local CONNECT4, REVERSI = ordered(connect4, connect4.centre_first), ordered(reversi, reversi.corners_first)
local KALAH = ordered(kalah, kalah.again_first)
local BY_POINTS = { moves = kalah.moves, play = kalah.play, player = kalah.player, result = kalah.evaluate }
local MIDDLE, LATE = "276711665154", "16747756562577624723412225544" -- columns of connect four
local WON = { win = connect4.WIN }

-- a name, the game, the columns that were played, the limits, the options
local GAMES = {
  { "connect four, plain", connect4.hashed, MIDDLE, 6, with(WON, { table = 0, deepening = false }) },
  { "connect four, ordered, with a table, deepening by pvs", CONNECT4, MIDDLE, 6,
    with(WON, { algorithm = "pvs", deepening = true, table = 1 }) },
  { "connect four, by mtdf", connect4.hashed, MIDDLE, 6,
    with(WON, { algorithm = "mtdf", deepening = true, table = 1 }) },
  { "connect four, by keys made of the state, in a small table", connect4.hashed, MIDDLE, 6,
    with(WON, { algorithm = "pvs", deepening = true, table = 1 / 64, hash = "auto", hash_ignore = { "key" } }) },
  { "connect four near its end, by two plies and then to the end", CONNECT4, LATE, 13, WON },
  { "kalah by its points so far", BY_POINTS, "", { nodes = 5000 }, {} },
}
-- by all that is on by default to one depth, and for several of the best moves to another
for _, row in ipairs { { "connect four", CONNECT4, 10, 8 }, { "reversi", REVERSI, 7, 6 }, { "kalah", KALAH, 10, 8 } } do
  for _, search in ipairs {
    { "at once", row[3], {} }, { "deepening", row[3], { deepening = true } },
    { "for three moves", row[4], { deepening = true, multipv = 3 } },
    { "for all moves", row[4], { deepening = true, multipv = "all" } },
    { "for the ties", row[4], { deepening = true, ties = true } },
  } do
    GAMES[#GAMES + 1] = { row[1] .. " from the beginning, " .. search[1], row[2], "", search[2], search[3] }
  end
end

local function name_of(move) return type(move) == "table" and move.name or tostring(move) end

describe("The signature of", function()
  local function new_web(style, options, more, shape)
    local graph = random_graph.new(rng.new(WEB.seed), with(WEB.shape, shape or {}))
    local traits = with({ player = true, hash = "integer" }, more or {})
    graph.players = { 1, 2 }
    local game = graph_game.new(graph, style, traits)
    return graph, traits, alphabeta.new(game, random_trial.fit(with({ deepening = false }, options), game))
  end

  for _, row in ipairs(WEBS) do
    it("the web " .. row[1], function()
      for _, style in ipairs(row.styles or { "in place", "copying" }) do
        local graph, traits, ai = new_web(style, row[2], row[3], row[4])
        local function state_of(position) return graph_game.state(graph, style, position, traits) end
        local limits = with({ depth = WEB.depth }, row[5] or {})
        limits.past = limits.past and with(limits.past)
        for i, id in ipairs(limits.past or {}) do limits.past[i] = state_of(graph.positions[id]) end
        local best, value, info = ai:search(state_of(graph.root), limits)
        sign("the web " .. row[1], traits.moves == "table" and "move" or name_of(best), value, info)
      end
    end)
  end

  for _, row in ipairs(GAMES) do
    it(row[1], function()
      local game, state = row[2], row[2].new and row[2].new() or kalah.new()
      for column in row[3]:gmatch("%d") do game.make(state, tonumber(column)) end
      local best, value, info = alphabeta.search(state, row[4], with({ game = game }, row[5]))
      sign(row[1], tostring(best), value, info)
    end)
  end

  if IS_WRITTEN then
    teardown(function() files.write(PATH, table.concat(written, "\n") .. "\n") end)
  end
end)
