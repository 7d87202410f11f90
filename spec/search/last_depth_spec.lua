-- A search with limits alone goes by two plies to the depth that its searcher's last search completed.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local share = require "spec.support.share"
local random_trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

local TREES = effort.seeds(50, 150)

-- Makes a searcher of connect four, or of a game like it, and a function that searches with it, from the start or after
-- some columns. That returns the depths of the iterations, as text, and what the search returns.
local function new_searcher(options, game, columns)
  local depths
  local ai = alphabeta.new(game or connect4.hashed, wrap.replace(options, {
    on_iteration = function(info) depths[#depths + 1] = info.depth end,
  }))
  local state = connect4.hashed.new()
  for column in (columns or ""):gmatch "%d" do connect4.hashed.make(state, tonumber(column)) end
  return function(limits)
    depths = {}
    local best, value, info = ai:search(state, limits)
    return table.concat(depths, " "), best, value, info
  end, ai, state
end

describe("A search with limits alone", function()
  local OPTIONS = {without = {"table"}}

  it("goes by two plies to the depth of the last search, and then by one", function()
    local search = new_searcher(OPTIONS)
    assert.equal("1 2 3 4", (search {nodes = 700}))
    assert.equal("1 2 4 5", (search {nodes = 1500}))
    assert.equal("1 3 5", (search {nodes = 1500}))
    search(3)
    assert.equal("1 3 4", (search {nodes = 700}))
  end)

  it("goes by one with `deepening`, `without`, a depth, and after `clear`", function()
    local search, ai = new_searcher(OPTIONS)
    search(4)
    for _, limits in ipairs {
      {nodes = 700, deepening = true}, {nodes = 700, without = {"last_depth", "table"}}, {depth = 4, nodes = 1500},
    } do
      assert.equal("1 2 3 4", (search(limits)))
    end
    ai:clear()
    assert.equal("1 2 3 4", (search {nodes = 700}))
  end)

  it("is the same in slices", function()
    local search, ai, state = new_searcher(OPTIONS)
    search(4)
    local depths, best, value, info = search {nodes = 1500}
    search(4)
    ai:start(state, {nodes = 1500})
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
  local ordered = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})

  local function search(columns, depth, options)
    return new_searcher(wrap.replace({win = connect4.WIN}, options or {}), ordered, columns)(depth)
  end

  it("goes to the full depth at once when iterations take few more nodes than those before", function()
    local NEAR_END = "52614523553215245112473161237"
    local depths, _, value, info = search(NEAR_END, 13)
    local _, _, true_value, at_once = search(NEAR_END, 13, {deepening = false})
    assert.same({"1 3 5 13", true_value}, {depths, value})
    assert.is_true(info.nodes < at_once.nodes)
  end)

  it("goes on by two plies in the middle of the game, and by one when that is asked for", function()
    assert.equal("2 4 6 8", (search("", 8)))
    assert.equal("1 2 3 4 5 6 7", (search("16747756562577624723412225544", 7, {deepening = true})))
  end)

  -- Cause: with twenty empty squares, iterations may also take few more nodes than those before. The search went to the
  -- full depth from a third of it, and took up to three times the nodes. A shallower iteration finds the win.
  it("goes to the full depth only from near by", function()
    local game = {result = function(state, me)
      return state.winner == 0 and 0 or state.winner == me and connect4.WIN or -connect4.WIN
    end}
    for _, name in ipairs {"moves", "make", "unmake", "player", "hash"} do game[name] = connect4.hashed[name] end
    local find, _, state = new_searcher({win = connect4.WIN}, game, "71275445524527661274")
    for _ = 1, 4 do connect4.hashed.make(state, connect4.hashed.moves(state)[1]) end
    local text, last, count = find(state.left), nil, 0
    for digits in text:gmatch "%d+" do
      local depth = tonumber(digits)
      assert.is_true(depth - (last or depth) <= 8, text)
      last, count = depth, count + 1
    end
    assert.is_true(count > 4, text)
  end)
end)
