-- Every technique that saves work, in every combination, on seeded random games full of transpositions, against plain
-- minimax written in Lua. A failure names its seed and
-- all that was drawn from it.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local themes = require "spec.support.themes"

local GAMES = effort.seeds(1000, 6000)
local INFINITY = math.huge

describe("On random games with transpositions,", themes.body(it, GAMES, {
  { "a search finds what plain minimax finds, whatever the options", "whole", more = 0 },
  { "a search with a window is exact inside it and bounds the value outside it", "window" },
  { "a searcher keeps nothing false from one search to the next", "again", more = 0 },
  { "a searcher with a window keeps nothing false from one search to the next", "again_in_window" },
  { "a searcher that plays for all sides in turn stays right", "turns", more = 0 },
  { "all algorithms agree, in all styles and with every size of table", "agree" },
  { "an error in any callback leaves the searcher usable, and nothing false in its table", "errors" },
  {
    "a search that runs out of nodes finds what minimax finds at its depth, and leaves nothing false", "nodes",
    { options = { deepening = true } },
  },
  { "a hash that mistakes positions for one another does no harm but to the result", "wrong_hash" },
  {
    "null-move pruning and late move reductions change nothing but the value, and are the same every time", "guesses",
    { omit = "reductions", players = { 2 }, shape = { width = 6 }, traits = { pass = "turns" } }, more = 0,
  },
  {
    "a table that is saved and loaded in the midst of its use keeps nothing false, and saves nodes", "file",
    { traits = { player = true } }, more = 0,
  },
}))

-- Positions written down as nested lists, with the fields `p` (who moves) and `v` (what the position is worth to A
-- where the game is over; 0 without it). The same list is the same position to the table.
local function positions()
  local keys, count = {}, 0
  return {
    children = function(state) return state end,
    player = function(state) return state.p end,
    evaluate = function(state, me) return (state.v or 0) * (me == "A" and 1 or -1) end,
    hash = function(state)
      if not keys[state] then
        count = count + 1
        keys[state] = count
      end
      return keys[state]
    end,
  }
end

-- A line of forced moves to a position, `plies` long; `p` moves first.
local function line_to(position, plies, p)
  for i = plies, 1, -1 do
    local is_p = i % 2 == 1
    position = { p = is_p and p or p == "A" and "B" or "A", position }
  end
  return position
end

describe("A table keeps won and lost games", function()
  for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf" }) do
    for _, alpha in ipairs(algorithm == "mtdf" and { -INFINITY } or { -INFINITY, -1000 }) do
      -- A win that is no better than one already known is not looked at: how much it is worth then depends on the
      -- way to it, and must not be kept as a value of the position.
      it(("by their distance where they were not looked at, with %s from %s"):format(algorithm, alpha), function()
        local ai = alphabeta.new(positions(), { win = 100, algorithm = algorithm, alpha = alpha })
        local slow = line_to({ p = "B", v = 100 }, 4, "B")
        local fast = line_to({ p = "A", v = 100 }, 3, "B")
        assert.equal(95, (select(2, ai:search({ p = "A", slow, line_to(fast, 2, "B") }, 8))))
        local best, value, info = ai:search({ p = "A", slow, fast }, 6)
        assert.equal(fast, best)
        assert.equal(96, value)
        assert.equal(4, info.win_in)
      end)

      -- A bound of the window that stands for a loss on another line belongs to the way to the position, too.
      it(("by their distance where the window cut them, with %s from %s"):format(algorithm, alpha), function()
        local ai = alphabeta.new(positions(), { win = 100, algorithm = algorithm, alpha = alpha })
        local lost = line_to({ p = "A", v = -100 }, 2, "A")
        local known = line_to({ p = "A", v = -100 }, 6, "B")
        assert.equal(-93, (select(2, ai:search({ p = "A", known, line_to(lost, 1, "B") }, 7))))
        local _, value, info = ai:search({ p = "A", known, line_to(lost, 7, "B") }, 13)
        assert.equal(-90, value)
        assert.equal(-10, info.win_in)
      end)
    end
  end
end)

describe("Three players with one searcher", function()
  -- In the mover's view C, to move at the end, is against A when A asks, and for itself when C does.
  it("do not get one another's values", function()
    local shared = { p = "B", { p = "C", v = 1 } }
    local game = positions()
    function game.evaluate(state) return state.v or 0 end
    local ai = alphabeta.new(game, { view = "mover" })
    assert.equal(-1, (select(2, ai:search({ p = "A", shared }, 3))))
    assert.equal(1, (select(2, ai:search({ p = "C", shared }, 3))))
  end)

  -- Players that are tables are numbered as they turn up; forgetting must not give a number out twice.
  it("are distinguished after clear", function()
    local A, B, C = {}, {}, {}
    local shared = { p = B, { p = A, v = 5 } }
    local game = positions()
    function game.evaluate(state, me) return me == A and state.v or -state.v end
    local ai = alphabeta.new(game)
    ai:search({ p = A, shared }, 2)
    ai:clear()
    assert.equal(5, (select(2, ai:search({ p = A, shared }, 2))))
    assert.equal(-5, (select(2, ai:search({ p = C, shared }, 2))))
  end)
end)

describe("MTD(f)", function()
  -- A null window at an infinity takes the first successor for the line; a better one, which only bounds the value,
  -- must not leave it there.
  it("has no move in its line that is not a best one, after infinite values either", function()
    local infinite = { p = "A", v = -math.huge }
    local root = { p = "A", { p = "A", infinite, { p = "A", v = 0 } } }
    for _, deepening in ipairs({ true, false }) do
      local game = positions()
      function game.evaluate(state) return state.v or -math.huge end
      local _, value, info = alphabeta.search(root, 2, { game = game, algorithm = "mtdf", deepening = deepening })
      assert.equal(0, value)
      assert.equal(root[1], info.pv[1])
      assert.are_not.equal(infinite, info.pv[2])
    end
  end)
end)
