--- Nodes of the module, and of alpha-beta by hand, to the same depth: from the start and after random moves, by rules
-- and an evaluation. The figures are the same on every machine.
--
-- usage: nodes.lua     prints records, as the parts of bench/run do

local alphabeta = require "alphabeta"
local figures = require "bench.support.figures"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local rng = require "spec.support.rng"

local WIN, POSITIONS = 1000, 5

-- The games, and depths that alpha-beta by hand completes in some seconds.
local DEPTHS = {
  {"domineering 8x8", 5}, {"clobber 6x5", 6}, {"isolation 6x6", 7}, {"awari", 9}, {"dodgem", 8}, {"connect four", 8},
  {"breakthrough", 6}, {"reversi", 6},
}

-- The nodes of alpha-beta without anything else.
local function plain_nodes(game, root, deepest)
  local me, nodes = game.player(root), 0
  local function search(state, depth, alpha, beta)
    nodes = nodes + 1
    local list = depth > 0 and game.moves(state) or {}
    if #list == 0 then return game.evaluate(state, me) end
    local is_max = game.player(state) == me
    for _, move in ipairs(list) do
      local entered = (game.play or game.make)(state, move)
      local value = search(game.play and entered or state, depth - 1, alpha, beta)
      if not game.play then game.unmake(state, move, entered) end
      if is_max and value > alpha then alpha = value elseif not is_max and value < beta then beta = value end
      if alpha >= beta then break end
    end
    return is_max and alpha or beta
  end
  return search(root, deepest, -math.huge, math.huge), nodes
end

for _, row in ipairs(DEPTHS) do
  local entry, depth = figures.GAMES[row[1]], row[2]
  local game, plain, own = figures.by_value(entry, WIN), 0, 0
  for i = 1, POSITIONS do
    local state = positions.after(game, entry[2].new, i == 1 and 0 or 2 * i, rng.new(i))
    local value, nodes = plain_nodes(game, state, depth)
    local _, found, info = alphabeta.search(state, depth, {game = game})
    assert(math.abs(found) >= WIN - depth or found == value, "the two searches find other values")
    plain, own = plain + nodes, own + info.nodes
  end
  report.record("nodes", row[1], {100 * own / plain}, nil, ("%d of %d nodes, depth %d"):format(own, plain, depth))
end
