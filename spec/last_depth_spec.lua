-- A search with limits alone goes by two plies to the depth that its searcher's last search completed.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local random_root = require "spec.support.random_root"

local TREES = math.ceil((tonumber(os.getenv "ALPHABETA_TREES") or 6000) / 40)

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
    for seed = 1, TREES do
      local trial = random_root.new(seed, {shape = {plies = 4, width = 3, places = 4}})
      local options = trial.options
      options.deepening, options.multipv, options.ties, options.only, options.avoid = nil, nil, nil, nil, nil
      options.alpha, options.beta, options.aspiration, options.game = nil, nil, nil, nil
      local ai = alphabeta.new(trial.game, options)
      ai:search(trial.new_state(), seed % 6)
      local _, value, info = ai:search(trial.new_state(), {nodes = 10 + seed % 90})
      if not info.partial_depth and info.reason ~= "forced" then
        count = count + 1
        assert.equal(trial.truth(info.depth).value, value, "seed " .. seed)
      end
    end
    assert.is_true(count > TREES / 2)
  end)
end)
