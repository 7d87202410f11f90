-- Three and four players who are all against the one who moves at the root: every two-sided algorithm on seeded random
-- games, some of them with chance nodes, against plain paranoid minimax written in Lua. A failure
-- names its seed and all that was drawn from it.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local themes = require "spec.support.themes"

local GAMES = effort.seeds(600, 5000)
local ALGORITHMS = { "minimax", "alphabeta", "pvs", "mtdf" }

describe("On random games of three and four players,", themes.body(it, GAMES, {
  {
    "a search without a table and without deepening finds the value, and the first of the best moves", "plain",
    { plain = true },
  },
  { "a search finds what minimax of one against all finds, whatever the options", "whole", more = 0 },
  { "a search with a window is exact inside it and bounds the value outside it", "window" },
  { "a searcher that is asked by one player after another gives none another's values", "again", more = 0 },
  { "a searcher that plays for all players in turn stays right", "turns" },
  { "all algorithms agree, with a table and without", "agree" },
}, { players = { 3, 3, 4 }, chance = { false, false, false, 0.3 } }))

-- Positions written down as nested lists: `p` moves there, and the position is worth `v` to A, or v[p] to p.
local function positions()
  return {
    children = function(state) return state[1] and state or nil end,
    player = function(state) return state.p end,
    evaluate = function(state, me) return type(state.v) == "table" and state.v[me] or state.v or 0 end,
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
