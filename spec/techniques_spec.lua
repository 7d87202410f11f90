-- The names of what a search used, `info.techniques`, and the table of the book that says what is on when.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local files = require "spec.support.files"
local random_graph = require "spec.support.random_graph"
local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local function techniques_of(game, limits, options)
  local _, _, info = alphabeta.search(game.new(), limits, wrap.replace({ game = game }, options or {}))
  return info.techniques
end

-- A game without some of its functions.
local function without(game, ...)
  local less = wrap.replace(game, {})
  for i = 1, select("#", ...) do less[(select(i, ...))] = nil end
  return less
end

local RULES = without(connect4, "order", "hash")
local ORDERED = wrap.replace(RULES, { order = connect4.centre_first })
local KEYED = wrap.replace(RULES, connect4.hashed)
local CHILDREN = wrap.replace(restyled.by_children(RULES), { new = connect4.new })
local TABLES = wrap.replace(RULES, {
  moves = function(state)
    local list = connect4.moves(state)
    for i, column in ipairs(list) do list[i] = { column } end
    return list
  end,
  make = function(state, move) return connect4.make(state, move[1]) end,
  unmake = function(state, move) return connect4.unmake(state, move[1]) end,
})

local function rolled(game)
  return wrap.replace(without(game, "order"), {
    new = function()
      local state = game.new(3)
      game.make(state, -1)
      return state
    end,
  })
end

-- The games of the first column of the book's table, and the limits of the second one.
local GAMES = {
  ["rules only"] = RULES,
  ["rules only, children style"] = CHILDREN,
  ["rules only, moves that are tables"] = TABLES,
  ["`order`"] = ORDERED,
  ["`hash`"] = KEYED,
  ["`hash`, `order`"] = wrap.replace(KEYED, { order = connect4.centre_first }),
  ["`chances`"] = rolled(without(dice, "hash")),
  ["`chances`, `hash`"] = rolled(wrap.replace(dice, dice.hashed)),
}
local LIMITS = {
  ["depth"] = { { depth = 5 }, { depth = 6 } },
  ["depth below 4"] = { { depth = 1 }, { depth = 3 } },
  ["depth below 5"] = { { depth = 1 }, { depth = 4 } },
  ['depth, and `order = "evaluate"`'] = { { depth = 5, order = "evaluate" }, { depth = 6, order = "evaluate" } },
  ["time or nodes"] = { { nodes = 300 }, { depth = 3, time = 60 } },
}

describe("The book's table of what is on when", function()
  local section = files.read_text("docs/stronger.md"):match("\n## What is on when\n(.-)\n##")
  local seen = {}

  for name, limits, techniques in section:gmatch("\n| ([^|]-) | ([^|]-) | (`[^|]-) |") do
    seen[name] = true
    it("is right of a game with " .. name .. ", by " .. limits, function()
      local expected = {}
      for technique in techniques:gmatch("`([%w_]+)`") do expected[#expected + 1] = technique end
      for _, own in ipairs(LIMITS[limits]) do assert.same(expected, techniques_of(GAMES[name], own)) end
    end)
  end

  it("has every kind of game", function()
    for name in pairs(GAMES) do assert.is_true(seen[name], name) end
  end)

  it("names the two options that leave plain alpha-beta", function()
    for name, game in pairs(GAMES) do
      local game_has = { order = game.order and true, star1 = game.chances and true }
      for i, technique in ipairs(techniques_of(game, 4, { deepening = false, table = 0 })) do
        assert.is_true(i == 1 and technique == "alphabeta" or game_has[technique], name .. ": " .. technique)
      end
    end
  end)
end)

-- What switches a technique on, beside a search to depth 3 without deepening and a table: the game's functions, and the
-- options.
local TRAITS = { player = true, hash = "integer", pass = "turns", noisy = true }
local SWITCHES = {
  deepening = { deepening = true },
  aspiration = { deepening = true, aspiration = 1 },
  table = { table = 1 / 64 },
  refutation_table = { deepening = true, refutation_table = true },
  killers = { killers = true },
  history = { history = true },
  order_by_evaluate = { order = "evaluate" },
  bounds = { { win = 100 }, { value_max = 1000 }, { value_min = -1000 } },
  repetition = { repetition = 0 },
  quiescence = { quiescence = 1 },
  null_move = { null_move = 1 },
  reductions = { reductions = 1 },
  pvs = { algorithm = "pvs" },
  mtdf = { algorithm = "mtdf" },
  minimax = { algorithm = "minimax" },
  alphabeta = { algorithm = "alphabeta" },
}

describe("info.techniques", function()
  local graph = random_graph.new(rng.new(7), {
    plies = 5, places = 8, width = 5, players = 2, values = { -1, 0, 1 }, ends = { -1, 1 }, early = 0, extra = 0,
    skip = 0.1, back = 0, quiet = 0.5,
  })
  graph.players = { 1, 2 }

  local function names_of(traits, options)
    local game = random_graph.game(graph, "in place", traits)
    local state = random_graph.state(graph, "in place", graph.root, traits)
    local off = { deepening = false, killers = false, history = false, refutation_table = false, table = 0 }
    if options.algorithm == "minimax" then off = { deepening = false } end
    if options.table then off.refutation_table = nil end
    local _, _, info = alphabeta.search(state, 3, wrap.replace(wrap.replace(off, { game = game }), options))
    local set = {}
    for _, name in ipairs(info.techniques) do set[name] = true end
    return set
  end

  for name, switch in pairs(SWITCHES) do
    it("has " .. name .. " when that is switched on", function()
      for _, options in ipairs(switch[1] and switch or { switch }) do
        assert.is_true(names_of(TRAITS, options)[name])
        local other = name == "alphabeta" and { algorithm = "pvs" } or {}
        if options.algorithm == nil then other.algorithm = "alphabeta" end
        assert.is_nil(names_of(TRAITS, other)[name])
      end
    end)
  end

  it("has the functions of the game that are called", function()
    local plain = { deepening = false, table = 0 }
    local function has(game, options, wanted)
      for _, name in ipairs(techniques_of(game, 3, options)) do
        if name == wanted then return true end
      end
      return false
    end
    assert.is_true(has(ORDERED, plain, "order"))
    assert.is_false(has(RULES, plain, "order"))
    local numbered = wrap.replace(TABLES, { move_id = function(_, move) return move[1] end })
    assert.is_true(has(numbered, { killers = true }, "move_id"))
    assert.is_false(has(numbered, plain, "move_id"))
    assert.is_false(has(numbered, { killers = true }, "move_content"))
    assert.is_true(has(TABLES, { killers = true }, "move_content"))
    assert.is_true(has(CHILDREN, { killers = true, history = true }, "killers"))
    local full = connect4.full
    assert.is_true(has(full, { killers = true, table = 0 }, "find_move"))
    assert.is_false(has(full, plain, "find_move"))
    assert.is_true(has(full, { enhanced_cutoffs = false }, "hash_move"))
    assert.is_false(has(full, plain, "hash_move"))
    assert.is_true(has(full, {}, "enhanced_cutoffs"))
    assert.is_false(has(full, { enhanced_cutoffs = false }, "enhanced_cutoffs"))
    assert.is_true(has(GAMES["`chances`"], { star2 = true }, "star2"))
    assert.is_false(has(GAMES["`chances`"], { star2 = true }, "star1"))
  end)

  it("has the shallow pruning of max^n, where bounds allow it", function()
    local game = wrap.replace(RULES, {
      evaluate = function(state)
        local value = connect4.evaluate(state, 1)
        return { value, -value }
      end,
    })
    assert.same({ "maxn" }, techniques_of(game, 2, { algorithm = "maxn" }))
    assert.same({ "maxn", "shallow_pruning" },
      techniques_of(game, 2, { algorithm = "maxn", value_sum = 0, value_min = -1e6 }))
  end)

  it("comes with every iteration, and from `best`", function()
    local reported
    local ai = alphabeta.new(RULES, { on_iteration = function(info) reported = info.techniques end })
    ai:start(connect4.new(), { depth = 3, deepening = true })
    while not ai:step({ nodes = 10 }) do end
    local _, _, info = ai:best()
    assert.equal("pvs deepening refutation_table killers history", table.concat(reported, " "))
    assert.same(reported, info.techniques)
  end)
end)
