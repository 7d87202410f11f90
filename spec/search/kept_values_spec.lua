-- What a table keeps is true on each way to a position, and for each player who asks.

local alphabeta = require "alphabeta"

local INFINITY = math.huge

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
    position = {p = is_p and p or p == "A" and "B" or "A", position}
  end
  return position
end

describe("A table keeps won and lost games", function()
  for _, algorithm in ipairs {"alphabeta", "pvs", "mtdf"} do
    for _, alpha in ipairs(algorithm == "mtdf" and {-INFINITY} or {-INFINITY, -1000}) do
      -- A win that is no better than one already known is not looked at: how much it is worth then depends on the
      -- way to it, and must not be kept as a value of the position.
      it(("by their distance where they were not looked at, with %s from %s"):format(algorithm, alpha), function()
        local ai = alphabeta.new(positions(), {win = 100, algorithm = algorithm, alpha = alpha})
        local slow = line_to({p = "B", v = 100}, 4, "B")
        local fast = line_to({p = "A", v = 100}, 3, "B")
        assert.equal(95, (select(2, ai:search({p = "A", slow, line_to(fast, 2, "B")}, 8))))
        local best, value, info = ai:search({p = "A", slow, fast}, 6)
        assert.equal(fast, best)
        assert.equal(96, value)
        assert.equal(4, info.win_in)
      end)

      -- A bound of the window that stands for a loss on another line belongs to the way to the position, too.
      it(("by their distance where the window cut them, with %s from %s"):format(algorithm, alpha), function()
        local ai = alphabeta.new(positions(), {win = 100, algorithm = algorithm, alpha = alpha})
        local lost = line_to({p = "A", v = -100}, 2, "A")
        local known = line_to({p = "A", v = -100}, 6, "B")
        assert.equal(-93, (select(2, ai:search({p = "A", known, line_to(lost, 1, "B")}, 7))))
        local _, value, info = ai:search({p = "A", known, line_to(lost, 7, "B")}, 13)
        assert.equal(-90, value)
        assert.equal(-10, info.win_in)
      end)
    end
  end
end)

describe("Three players with one searcher", function()
  -- In the mover's view C, to move at the end, is against A when A asks, and for itself when C does.
  it("do not get one another's values", function()
    local shared = {p = "B", {p = "C", v = 1}}
    local game = positions()
    function game.evaluate(state) return state.v or 0 end
    local ai = alphabeta.new(game, {view = "mover"})
    assert.equal(-1, (select(2, ai:search({p = "A", shared}, 3))))
    assert.equal(1, (select(2, ai:search({p = "C", shared}, 3))))
  end)

  -- Players that are tables are numbered as they turn up; forgetting must not give a number out twice.
  it("are distinguished after clear", function()
    local A, B, C = {}, {}, {}
    local shared = {p = B, {p = A, v = 5}}
    local game = positions()
    function game.evaluate(state, me) return me == A and state.v or -state.v end
    local ai = alphabeta.new(game)
    ai:search({p = A, shared}, 2)
    ai:clear()
    assert.equal(5, (select(2, ai:search({p = A, shared}, 2))))
    assert.equal(-5, (select(2, ai:search({p = C, shared}, 2))))
  end)
end)

-- A value that is an average of wins and of other things does not shrink by one for every ply, and must not be taken
-- out of a table as if it did.
describe("A win that depends on an outcome", function()
  it("is not taken for a longer one where the same state comes up later", function()
    for _, win in ipairs {true, false} do
      local shared = {chance = true, {p = "A", v = 100}, {p = "A", v = win and 90 or -10}, p = "A"}
      local game = {
        children = function(state) return state[1] and not state.chance and state or nil end,
        chances = function(state)
          return state.chance and {{probability = 0.5, outcome = state[1]}, {probability = 0.5, outcome = state[2]}}
        end,
        player = function(state) return state.p end,
        evaluate = function(state) return state.v or 0 end,
        hash = function(state) return tostring(state) end,
      }
      local late = {p = "A", {p = "A", {p = "A", shared}}}
      local root = {p = "A", shared, late}
      for _, order in ipairs({{1, 2}, {2, 1}}) do
        local turned = {p = "A", root[order[1]], root[order[2]]}
        local best, value = alphabeta.search(turned, 7, {game = game, win = 100, algorithm = "alphabeta"})
        assert.equal(shared, best)
        assert.equal((99 + (win and 90 or -10)) / 2, value)
      end
      local ai = alphabeta.new(game, {win = 100})
      ai:search(root, 7)
      local _, value = ai:search({p = "A", late}, 7)
      assert.equal((96 + (win and 90 or -10)) / 2, value)
    end
  end)
end)
