-- Three and four players who are all against the one who moves at the root: every two-sided algorithm on seeded random
-- games, some of them with chance nodes, against plain paranoid minimax written in Lua. ALPHABETA_TREES sets how many
-- games (5,000 when it is absent); a failure names its seed and all that was drawn from it.

local alphabeta = require "alphabeta"
local chance_trial = require "spec.support.chance_trial"
local rng = require "spec.support.rng"

local GAMES = tonumber(os.getenv("ALPHABETA_TREES")) or 5000
local INFINITY = math.huge
local BOUNDS = { -INFINITY, -100, -7, -3, -1, -0.5, 0, 0.5, 1, 2, 3, 50, 100, INFINITY }
local ALGORITHMS = { "minimax", "alphabeta", "pvs", "mtdf" }

local each_trial = chance_trial.each(GAMES, 6, function(seed, wanted)
  wanted.players, wanted.chance = { 3, 3, 4 }, rng.new(seed):pick({ 0, 0, 0, 0.3 })
  return chance_trial.new(seed, wanted)
end)

describe("On random games of three and four players,", function()
  it("a search without a table and without deepening finds the value, and the first of the best moves", function()
    each_trial(1, { plain = true }, function(trial, root, depth)
      local result = trial:search(nil, root, depth)
      local truth = trial:check_whole(result, root, depth)
      trial:check(result.best == truth.best, "the first of the best moves, %s, not %s", truth.best, result.best)
    end)
  end)

  it("a search finds what minimax of one against all finds, whatever the options", function()
    local hits = each_trial(2, {}, function(trial, root, depth)
      local result = trial:search(nil, root, depth)
      trial:check_whole(result, root, depth)
      return result.info.table_hits
    end)
    assert.is_true(hits > 0 or GAMES < 1000)
  end)

  it("a search with a window is exact inside it and bounds the value outside it", function()
    each_trial(3, {}, function(trial, root, depth)
      local options, random = trial.options, trial.random
      if options.algorithm == "minimax" then
        options.algorithm = nil
      end
      local alpha, beta = random:int(1, #BOUNDS - 1), random:int(2, #BOUNDS)
      if alpha < beta then
        options.alpha, options.beta = BOUNDS[alpha], BOUNDS[beta]
      end
      trial:check_window(trial:search(nil, root, depth), root, depth)
    end)
  end)

  it("a searcher that is asked by one player after another gives none another's values", function()
    local hits = each_trial(4, {}, function(trial)
      local ai = alphabeta.new(nil, trial.options)
      return trial:search_some(ai, trial.random:int(3, 6), function(...) trial:check_exact(...) end)
    end)
    assert.is_true(hits > 0 or GAMES < 1000)
  end)

  it("a searcher that plays for all players in turn stays right", function()
    each_trial(5, {}, function(trial, position, depth)
      local ai = alphabeta.new(nil, trial.options)
      for _ = 1, 6 do
        trial.depth = depth
        local result = trial:search(ai, position, depth)
        trial:check_exact(result, position, depth)
        if result.best == nil then
          break
        end
        position = trial:after(position, result.best)
      end
      ai:close()
    end)
  end)

  it("all algorithms agree, with a table and without", function()
    each_trial(6, {}, function(trial, root, depth)
      local options, first = trial.options, nil
      options.aspiration = nil
      for _, algorithm in ipairs(ALGORITHMS) do
        for _, size in ipairs({ 0, 1 / 1024 }) do
          options.algorithm, options.table = algorithm, size
          local result = trial:search(nil, root, depth)
          first = first or trial:check_exact(result, root, depth)
          trial:check(result.value == first.value, "the value %s of all, not %s", first.value, result.value)
          trial:check(result.best == nil and not first.best or first.optimal[result.best], "one of the best moves")
        end
      end
    end)
  end)
end)

-- Positions written down as nested lists: `p` moves there, and the position is worth `v` to A, or v[p] to p.
local function positions()
  return {
    children = function(state)
      return state[1] and state or nil
    end,
    player = function(state)
      return state.p
    end,
    evaluate = function(state, me)
      return type(state.v) == "table" and state.v[me] or state.v or 0
    end,
  }
end

describe("One against all", function()
  -- Each of B and C could do well, and C also for B.
  local ROOT = {
    p = "A",
    { p = "B", { p = "C", { p = "A", v = { A = 3, B = 9, C = 1 } }, { p = "A", v = { A = 5, B = 0, C = 8 } } } },
    { p = "B", { p = "C", { p = "A", v = { A = 1, B = 0, C = 0 } }, { p = "A", v = { A = 9, B = 9, C = 9 } } } },
  }

  it("is how each two-sided algorithm sees more than two players", function()
    for _, algorithm in ipairs(ALGORITHMS) do
      local best, value = alphabeta.search(ROOT, 3, { game = positions(), algorithm = algorithm })
      assert.equal(ROOT[1], best)
      assert.equal(3, value)
    end
    -- For B, who maximizes B's payoff, A and C are the others.
    local best, value = alphabeta.search(ROOT[2], 2, { game = positions() })
    assert.equal(ROOT[2][1], best)
    assert.equal(0, value)
  end)

  it("may be turned round", function()
    local best, value = alphabeta.search(ROOT, 3, { game = positions(), maximize = false })
    assert.equal(ROOT[1], best)
    assert.equal(5, value)
  end)
end)
