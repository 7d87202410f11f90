-- The tree of Monte Carlo tree search in Lua: what a playout counts for.

local random = require "alphabeta.common.random"
local tree = require "alphabeta.uct.tree"

-- Chooses a move at a node. Returns the node after it.
local function next_node(t, node)
  local place = tree.select(t, node, node.player, node.count)
  return tree.kid(t, node, place, node.moves[place], node.player)
end

-- A tree of `count` players where the moves are 1 to 4, and the nodes of a path: each is that of the first move tried
-- at the one before, and `movers` are the players there.
local function new_tree(count, movers, seed)
  local t = tree.new(1e6)
  for player = 1, count do t.players[player] = player end
  tree.check_players(t)
  t.line, t.movers, t.last_at, t.equal, t.stamp, t.line_length = {}, {}, {}, {}, 0, 0
  t.random = random.from_number(seed or 1)
  local path = {t.root}
  for i, mover in ipairs(movers) do
    path[i].player = mover
    tree.open(t, path[i], {1, 2, 3, 4}, 4, false)
    path[i].visits = 1
    path[i + 1] = next_node(t, path[i])
  end
  return t, path
end

-- Counts a playout of these moves, each {move, who made it}. With two players, the points are those of the first.
local function count(t, path, points, line)
  for ply, step in ipairs(line) do t.line[ply], t.movers[ply] = step[1], step[2] end
  t.line_length = #line
  tree.count(t, path, #path, type(points) == "number" and {points, 1 - points} or points)
end

-- How often the moves 1 to 4 of a node were counted, and their sums.
local function counts_of(node)
  local counts, sums = {}, {}
  for place, move in ipairs(node.moves) do counts[move], sums[move] = node.later[place], node.sums[place] end
  return {counts, sums}
end

describe("All moves as first", function()
  -- The players at the nodes of the path; playouts, each the points and the moves; what the nodes have counted, and
  -- their sums.
  for sentence, row in pairs {
    ["are those of the player at the node, from there on, however turns go"] = { -- player 2 has lost
      {1, 1, 2}, {{1, {{1, 1}, {2, 1}, {3, 2}, {4, 1}, {1, 2}, {4, 1}}}},
      {{1, 1, 0, 1}, {1, 1, 0, 1}}, {{0, 1, 0, 1}, {0, 1, 0, 1}}, {{1, 0, 1, 0}, {0, 0, 0, 0}},
    },
    ["are counted once a playout, and anew in the next one"] = {
      {1, 2}, {{0.5, {{1, 1}, {2, 2}, {1, 1}, {2, 2}}}, {1, {{3, 1}, {2, 2}}}},
      {{1, 0, 1, 0}, {0.5, 0, 1, 0}}, {{0, 2, 0, 0}, {0, 0.5, 0, 0}},
    },
    ["count each player's own points if there are more than two"] = {
      {1, 2, 3}, {{{5, -1, 2}, {{1, 1}, {2, 2}, {3, 3}}}},
      {{1, 0, 0, 0}, {5, 0, 0, 0}}, {{0, 1, 0, 0}, {0, -1, 0, 0}}, {{0, 0, 1, 0}, {0, 0, 2, 0}},
    },
  } do
    it(sentence, function()
      local is_of_three = type(row[2][1][1]) == "table"
      local t, path = new_tree(is_of_three and 3 or 2, row[1])
      for _, playout in ipairs(row[2]) do count(t, path, playout[1], playout[2]) end
      for i = 3, #row do assert.same(row[i], counts_of(path[i - 2])) end
    end)
  end

  it("leave out outcomes, and say in which order moves are tried", function()
    for seed = 1, 10 do
      local t, path = new_tree(2, {1}, seed)
      count(t, path, 1, {{4, 1}, {false}, {2, 1}})
      local kid = path[2]
      for visits = 10, 30, 10 do
        path[1].visits, kid.visits, kid.sum = visits, 10, 0 -- lost, so another one is tried
        kid = next_node(t, path[1])
      end
      assert.equal(4, #path[1].tried)
      assert.same({{0, 1, 0, 1}, {0, 1, 0, 1}}, counts_of(path[1]))
    end
  end)
end)
