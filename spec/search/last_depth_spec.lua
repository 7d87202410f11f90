-- A search with limits alone goes by two plies to the depth that its searcher's last search completed.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local share = require "spec.support.share"
local random_trial = require "spec.support.trial"

local TREES = effort.seeds(50, 150)

-- A searcher of connect four, and a function that searches with it: the depths of the iterations, as text, and what the
-- search returns.
local function new_searcher(options)
  local depths
  options.on_iteration = function(info) depths[#depths + 1] = info.depth end
  local ai = alphabeta.new(connect4.hashed, options)
  return ai, function(limits)
    depths = {}
    local best, value, info = ai:search(connect4.hashed.new(), limits)
    return table.concat(depths, " "), best, value, info
  end
end

describe("A search with limits alone", function()
  local OPTIONS = {without = {"table"}}

  it("goes by two plies to the depth of the last search, and then by one", function()
    local _, search = new_searcher(OPTIONS)
    assert.equal("1 2 3 4", (search {nodes = 700}))
    assert.equal("1 2 4 5", (search {nodes = 1500}))
    assert.equal("1 3 5", (search {nodes = 1500}))
    search(3)
    assert.equal("1 3 4", (search {nodes = 700}))
  end)

  it("goes by one where nothing was searched before, and after `clear`", function()
    local ai, search = new_searcher(OPTIONS)
    search(4)
    ai:clear()
    assert.equal("1 2 3 4", (search {nodes = 700}))
  end)

  it("goes by one with `deepening`, and with `without`", function()
    local _, search = new_searcher(OPTIONS)
    search(4)
    assert.equal("1 2 3 4", (search {nodes = 700, deepening = true}))
    assert.equal("1 2 3 4", (search {nodes = 700, without = {"last_depth", "table"}}))
  end)

  it("goes by one where a depth is given, too", function()
    local _, search = new_searcher(OPTIONS)
    search(4)
    assert.equal("1 2 3 4", (search {depth = 4, nodes = 1500}))
  end)

  it("is the same in slices", function()
    local ai, search = new_searcher(OPTIONS)
    search(4)
    local depths, best, value, info = search {nodes = 1500}
    search(4)
    ai:start(connect4.hashed.new(), {nodes = 1500})
    while not ai:step {nodes = 7} do end
    local sliced_best, sliced_value, sliced = ai:best()
    assert.equal("1 2 4 5", depths)
    assert.same({best, value, info.nodes, info.depth}, {sliced_best, sliced_value, sliced.nodes, sliced.depth})
  end)

  -- What it returns is the value that plain minimax finds to the depth that was completed, as after any deepening.
  it("finds minimax's values", function()
    local count = 0
    for seed in share.of(1, TREES) do
      local trial = random_trial.wide(seed, {shape = {plies = 4, width = 3, places = 4}})
      local options = trial.options
      options.deepening, options.multipv, options.ties, options.only, options.avoid = nil, nil, nil, nil, nil
      options.alpha, options.beta, options.game = nil, nil, nil
      local ai = alphabeta.new(trial.game, options)
      ai:search(trial:state(), seed % 6)
      local _, value, info = ai:search(trial:state(), {nodes = 10 + seed % 90})
      if not info.partial_depth and info.reason ~= "forced" then
        count = count + 1
        trial:note(info)
        assert.equal(trial:truth(info.depth).value, value, "seed " .. seed)
      end
    end
    assert.is_true(count > effort(0, share.count(1, TREES) / 3))
  end)
end)

-- Cause: in games with `win`, a table and `order`, iterations find won games early, so searches deepen. With 8 to 13
-- moves left they took 1.4 times the nodes of one search to the end.
describe("A search by two plies in a game with win", function()
  -- Connect four with `win`, after these columns: the depths of the iterations, the value and the nodes.
  local function search(columns, depth, options)
    local depths, state = {}, connect4.hashed.new()
    for column in columns:gmatch "%d" do connect4.hashed.make(state, tonumber(column)) end
    local game = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})
    local all = {game = game, win = connect4.WIN, on_iteration = function(info) depths[#depths + 1] = info.depth end}
    for name, value in pairs(options or {}) do all[name] = value end
    local _, value, info = alphabeta.search(state, depth, all)
    return table.concat(depths, " "), value, info.nodes
  end

  it("goes to the full depth at once when iterations take few more nodes than those before", function()
    local NEAR_END = "52614523553215245112473161237"
    local depths, value, nodes = search(NEAR_END, 13)
    assert.equal("1 3 5 13", depths)
    local _, true_value, nodes_at_once = search(NEAR_END, 13, {deepening = false})
    assert.equal(true_value, value)
    assert.is_true(nodes < nodes_at_once)
  end)

  it("goes on by two plies in the middle of the game", function()
    assert.equal("2 4 6 8", (search("", 8)))
  end)

  -- Cause: with twenty empty squares, iterations may also take few more nodes than those before. The search went to the
  -- full depth from a third of it, and took up to three times the nodes. A shallower iteration finds the win.
  it("goes to the full depth only from near by", function()
    local RULES = {"moves", "make", "unmake", "player", "hash"}
    local function result(state, me)
      return state.winner == 0 and 0 or state.winner == me and connect4.WIN or -connect4.WIN
    end
    local game = {result = result}
    for _, name in ipairs(RULES) do game[name] = connect4.hashed[name] end
    local depths, state = {}, connect4.hashed.new()
    for column in ("71275445524527661274"):gmatch "%d" do connect4.hashed.make(state, tonumber(column)) end
    for _ = 1, 4 do connect4.hashed.make(state, connect4.hashed.moves(state)[1]) end
    alphabeta.search(state, state.left, {
      game = game, win = connect4.WIN, on_iteration = function(info) depths[#depths + 1] = info.depth end,
    })
    for i = 2, #depths do assert.is_true(depths[i] - depths[i - 1] <= 8, table.concat(depths, " ")) end
    assert.is_true(#depths > 4, table.concat(depths, " "))
  end)

  it("goes on by one ply when that is asked for", function()
    assert.equal("1 2 3 4 5 6 7", (search("16747756562577624723412225544", 7, {deepening = true})))
  end)
end)
