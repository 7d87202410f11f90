-- What ends a search: depth, nodes, time. What an iteration is worth that it cuts short: partial_iteration_spec.

local alphabeta = require "alphabeta"
local learning_only = require "spec.support.learning_only"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

-- A game that never ends: numbers lead to greater numbers, and their evaluation is as good as random.
local endless = {
  children = function(n) return { (3 * n + 1) % 1000003, (3 * n + 2) % 1000003, (3 * n + 3) % 1000003 } end,
  evaluate = function(n) return n * n % 101 end,
}

local function search(game, state, limits, options)
  options = wrap.replace({ game = game }, options or {})
  if type(limits) == "number" and options.deepening == nil then options.deepening = false end
  return alphabeta.search(state, limits, options)
end

-- The reason for which a search ends.
local function reason_of(...) return select(3, search(...)).reason end

describe("A limit in nodes", function()
  it("leaves depth 1, however small it is", function()
    local _, value, info = search(endless, 5, { nodes = 1 })
    assert.same({ "nodes", 1, 4, (select(2, search(endless, 5, 1))) }, { info.reason, info.depth, info.nodes, value })
  end)

  it("is used up to the last node", function()
    for limit = 5, 50 do assert.equal(limit, select(3, search(endless, 5, { nodes = limit })).nodes) end
  end)

  it("is no reason when the search ends by itself just then", function()
    local root, game = tree.from({ { 3, 5 }, { 2, 9 } }), tree.game("children")
    for reason, rows in pairs({
      solved = { { depth = 2, nodes = 9 }, { nodes = 9 } }, nodes = { { depth = 2, nodes = 8 }, { nodes = 8 } },
      depth = { { depth = 1, nodes = 9 } },
    }) do
      for _, limits in ipairs(rows) do assert.equal(reason, reason_of(game, root, limits)) end
    end
  end)
end)

describe("Limits together", function()
  it("end the search when the first of them is reached; some may be infinite, or among the options", function()
    for _, row in ipairs({
      { "depth", { depth = 3, nodes = 1000000, time = 1e6 } }, { "nodes", { depth = 30, nodes = 100, time = 1e6 } },
      { "time", { depth = 30, nodes = 1e15, time = 0.01 } }, { "depth", { depth = 0, nodes = 1, time = 0 } },
      { "depth", { depth = 1, nodes = 1, time = 0 } }, { "depth", { depth = 4, nodes = math.huge } },
      { "depth", { depth = 4, time = math.huge } }, { "nodes", nil, { nodes = 100 } }, { "time", nil, { time = 0 } },
      { "nodes", { nodes = 100 }, { depth = 30 } },
    }) do
      assert.equal(row[1], reason_of(endless, 5, row[2], row[3]))
    end
    local root = tree.from({ { 3, 5 }, { 2, 9 } })
    assert.equal("solved", reason_of(tree.game("children"), root, { time = math.huge, depth = 9 }))
  end)
end)

-- A forced move took all the time that there was: the search went on as if there were something to choose.
describe("One legal move", function()
  local forced = {
    moves = function(state) return state.first and { 1 } or { 1, 2, 3 } end,
    play = function(state, move) return { n = 3 * state.n + move } end,
    evaluate = function(state) return state.n % 101 end,
  }
  local root = { n = 1, first = true }

  local function ends(limits, options, state)
    local best, value, info = search(forced, state or root, limits, options)
    assert.is_true(best ~= nil and value ~= nil)
    return info.reason, info.depth
  end

  it("is answered after depth 1 where time or nodes alone ask for it", function()
    for _, limits in ipairs({ { nodes = 500 }, { time = 3600 }, { think = 3600 }, { nodes = 500, time = 3600 } }) do
      for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf", "minimax" }) do
        assert.same({ "forced", 1 }, { ends(limits, { algorithm = algorithm }) })
      end
    end
    local ai = alphabeta.new(forced)
    ai:start(root, { time = 3600 })
    while not ai:step({ nodes = 1 }) do end
    assert.equal("forced", select(3, ai:best()).reason)
  end)

  it("is searched where its value is asked for, too, and so are two moves", function()
    assert.equal("depth", (ends({ depth = 3, nodes = 5000 })))
    assert.equal("depth", (ends({ depth = 3 })))
    for _, options in ipairs({ { multipv = 2 }, { ties = true }, { only = { 1 } }, { trace = function() end } }) do
      assert.equal("nodes", (ends({ nodes = 500 }, options)))
    end
    assert.equal("depth", (ends({ nodes = 50000 }, { level = 2 })))
    assert.equal("nodes", (ends({ nodes = 500 }, {}, { n = 1 })))
  end)
end)

describe("The greatest depth", function()
  -- A game of one move at each ply in a style, and its state.
  local function corridor(plies, style, traits)
    return tree.game(style, traits), tree.state(style, tree.corridor(plies, 42))
  end

  for _, style in ipairs(tree.STYLES) do
    it("is 10000 plies, exact to the end, also if the game ends before, in the style " .. style, function()
      local game, state = corridor(10000, style, { player = true, is_over = true, order = true })
      local best, value, info = search(game, state, 10000)
      assert.same({ 42, 10001, 10000, "1", "10000", "depth", "root" },
        { value, info.nodes, #info.pv, best.name, info.pv[10000].name, info.reason, state.node.name })
      game, state = corridor(9999, style)
      _, value, info = search(game, state, 10000, { win = 20000 })
      assert.same({ 42, 9999, "solved" }, { value, #info.pv, info.reason })
    end)
  end

  it("is what math.huge stands for, and that is a limit: to the end of the game", function()
    local game, state = corridor(150, "in place")
    -- A forced move is answered at once where that is all.
    for _, limits in ipairs({ math.huge, { depth = math.huge }, { nodes = 1e9, ties = true } }) do
      local _, value, info = search(game, state, limits)
      assert.same({ 42, 150, "solved" }, { value, #info.pv, info.reason })
    end
    assert.equal(10000, select(3, search(game, state, math.huge)).depth)
    assert.equal(150, select(3, search(game, state, { nodes = 1e9, ties = true })).depth)
    game, state = corridor(3, "children")
    assert.equal(99, select(3, search(game, state, math.huge, { win = 100 })).depth)
    game, state = corridor(150, "children")
    local _, _, info = search(game, state, { depth = math.huge, nodes = 50 })
    assert.same({ "nodes", true }, { info.reason, info.depth > 3 })
  end)

  it("restores the state from anywhere in the depth", function()
    local rules, state = corridor(10000, "in place")
    local count = 0
    local game = wrap.before(rules, function()
      count = count + 1
      if count == 15000 then error({}) end
    end)
    assert.has_error(function() search(game, state, 10000) end)
    assert.same({ "root", 0 }, { state.node.name, state.ply })
  end)
end)

-- The table knows the root's value at a depth: the iterations before it are skipped, with half of what is left. Where
-- that is too little, the skip is not tried again, and what is left goes into the iterations one after the other.
describe("A skip to the depth that the table knows", function()
  it("is tried once", function()
    local game = {
      children = function(n) return { 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4 } end,
      evaluate = function(n) return n * 7919 % 101 end,
      player = function() return 1 end,
      hash = function(n) return n end,
    }
    local ai = alphabeta.new(game, { table = 64 / 2 ^ 20, deepening = true, without = learning_only() })
    ai:search(0, { depth = 6 })
    local depths = {}
    local _, _, info = ai:search(0, {
      depth = 6, nodes = 400, on_iteration = function(known) depths[#depths + 1] = known.depth end,
    })
    assert.same({ 1, 2, 3 }, depths)
    assert.same({ 400, "nodes" }, { info.nodes, info.reason })
  end)
end)

-- Outcomes that are leaves are entered one after the other, with no move between at which a limit would be seen.
describe("A limit in nodes", function()
  it("is kept among the outcomes of a chance node", function()
    local outcomes = {}
    for i = 1, 1000 do outcomes[i] = { probability = 0.001, outcome = i + 1 } end
    for _, algorithm in ipairs { "alphabeta", "minimax", "maxn" } do
      local game = {
        moves = function(state) return state == 0 and { 1 } or nil end,
        chances = function(state) return state == 1 and outcomes or nil end,
        play = function(state, move) return state + move end,
        evaluate = function(state) return algorithm == "maxn" and { [1] = state } or state end,
        player = function() return 1 end,
      }
      local _, _, info = alphabeta.search(0, { depth = 2, nodes = 50 }, {
        game = game, algorithm = algorithm, deepening = true,
      })
      assert.same({ 50, 1, "nodes" }, { info.nodes, info.depth, info.reason })
    end
  end)
end)
