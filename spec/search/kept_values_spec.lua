-- What a table keeps is true on each way to a position, and for each player who asks.

local alphabeta = require "alphabeta"
local wrap = require "spec.support.wrap"

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

describe("A table keeps won and lost games by their distance", function()
  local slow, fast = line_to({p = "B", v = 100}, 4, "B"), line_to({p = "A", v = 100}, 3, "B")
  local lost, known = line_to({p = "A", v = -100}, 2, "A"), line_to({p = "A", v = -100}, 6, "B")

  -- Positions that a searcher searches in turn, each with the depth and the value.
  for sentence, rows in pairs {
    -- A win that is no better than one already known is not looked at: how much it is worth then depends on the way to
    -- it, and must not be kept as a value of the position.
    ["where they were not looked at"] = {
      {{p = "A", slow, line_to(fast, 2, "B")}, 8, 95}, {{p = "A", slow, fast}, 6, 96},
    },
    -- A bound of the window that stands for a loss on another line belongs to the way to the position, too.
    ["where the window cut them"] = {
      {{p = "A", known, line_to(lost, 1, "B")}, 7, -93}, {{p = "A", known, line_to(lost, 7, "B")}, 13, -90},
    },
  } do
    it(sentence, function()
      for _, options in ipairs {
        {algorithm = "alphabeta"}, {algorithm = "alphabeta", alpha = -1000}, {algorithm = "pvs"},
        {algorithm = "pvs", alpha = -1000}, {algorithm = "mtdf"},
      } do
        local ai = alphabeta.new(positions(), wrap.replace(options, {win = 100}))
        for _, row in ipairs(rows) do
          local _, value, info = ai:search(row[1], row[2])
          local win_in = row[3] > 0 and 100 - row[3] or -100 - row[3]
          assert.same({row[3], win_in}, {value, info.win_in}, options.algorithm)
        end
      end
    end)
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
it("A win that depends on an outcome is not taken for a longer one where the same state comes up later", function()
  for _, other in ipairs {90, -10} do
    local shared = {p = "A", chance = true, {p = "A", v = 100}, {p = "A", v = other}}
    local game = wrap.replace(positions(), {
      children = function(state) return not state.chance and state or nil end,
      chances = function(state)
        return state.chance and {{probability = 0.5, outcome = state[1]}, {probability = 0.5, outcome = state[2]}}
      end,
    })
    local late = {p = "A", {p = "A", {p = "A", shared}}}
    for _, root in ipairs {{p = "A", shared, late}, {p = "A", late, shared}} do
      local best, value = alphabeta.search(root, 7, {game = game, win = 100, algorithm = "alphabeta"})
      assert.same({true, (99 + other) / 2}, {best == shared, value})
    end
    local ai = alphabeta.new(game, {win = 100})
    ai:search({p = "A", shared, late}, 7)
    assert.equal((96 + other) / 2, (select(2, ai:search({p = "A", late}, 7))))
  end
end)
