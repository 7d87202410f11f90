--- Seeded random game trees: irregular in depth and width, with few distinct values (so that ties abound), infinities,
-- early ends, extra turns and tied scores for `order`. The same seed gives the same tree on every runtime.
-- @module spec.support.random_tree

local tree = require "spec.support.tree"

local random_tree = {}

local INFINITY = math.huge
local VALUES = { 0, 0, 1, -1, 2, -2, 3, -3, 0.5, -7, 50, -50, 100, -100, 104, -104, INFINITY, -INFINITY }
local WIDTH = { 8, 5, 4, 3, 3, 2, 2 } -- the widest node of a tree, by the tree's depth: about the same size for all

local function grow(rng, shape, plies, parent)
  local node = tree.node(parent, {
    value = rng:pick(shape.values),
    score = rng:int(0, 2),
    turn = shape.first,
  })
  if parent then node.turn = rng:chance(shape.extra) and parent.turn or 3 - parent.turn end
  if plies == 0 or rng:chance(shape.early) then
    node.children = rng:chance(0.5) and {} or nil
    node.over = rng:chance(0.5)
    return node
  end
  node.children = {}
  for _ = 1, rng:int(1, shape.width) do grow(rng, shape, plies - 1, node) end
  return node
end

--- Grows a tree of nodes as `spec.support.tree` describes them; every node has an evaluation of its own.
-- @tparam Rng rng
-- @tparam[opt] table shape any of `plies` (at most 7), `width`, `early` (share of the nodes that end
-- early), `extra` (share of the moves after which the same player moves again), `first` (1 or 2: who moves at the root;
-- 2 only where the game has `player`); what is absent is drawn
-- @treturn table the root
function random_tree.new(rng, shape)
  shape = shape or {}
  local plies = shape.plies or rng:int(1, 5)
  local values = {}
  for i = 1, rng:int(1, 4) do values[i] = rng:pick(VALUES) end
  return grow(rng, {
    width = shape.width or WIDTH[plies],
    values = values,
    early = shape.early or rng:pick({ 0, 0.05, 0.2 }),
    extra = shape.extra or rng:pick({ 0, 0.1, 0.2, 0.4 }),
    first = shape.first or rng:int(1, 2),
  }, plies)
end

return random_tree
