-- The signature: what some fixed searches visit, to the node, on every runtime. A change that moves one of these
-- numbers has changed the search, and says so.

local alphabeta = require "alphabeta"
local random_tree = require "spec.support.random_tree"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"

local SHAPES = {
  narrow = { plies = 7, width = 4, early = 0.05, extra = 0, first = 1, values = { -3, -1, 0, 2 } },
  wide = { plies = 4, width = 14, early = 0.1, extra = 0, first = 1, values = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } },
  turns = { plies = 6, width = 5, early = 0.05, extra = 0.3, first = 2, values = { -100, -5, 0, 5, 100 } },
}

-- the tree's shape and seed, depth, the game's traits, options, a name for it; best move, value and counts
local rows = {
  { "narrow", 9, 8, {}, { algorithm = "minimax" }, "by plain minimax",
    "2 0: 1312 nodes, 788 evaluations, 0 cut-offs" },
  { "narrow", 9, 8, {}, {}, "by alpha-beta",
    "2 0: 467 nodes, 228 evaluations, 81 cut-offs" },
  { "narrow", 9, 6, {}, {}, "by alpha-beta, cut short",
    "1 -3: 187 nodes, 86 evaluations, 33 cut-offs" },
  { "narrow", 9, 8, {}, { fail = "hard" }, "failing hard",
    "2 0: 467 nodes, 228 evaluations, 81 cut-offs" },
  { "narrow", 9, 8, { order = true }, {}, "ordered",
    "2 0: 543 nodes, 249 evaluations, 106 cut-offs" },
  { "narrow", 9, 8, {}, { deepening = true }, "deepening",
    "2 0: 1331 nodes, 647 evaluations, 227 cut-offs" },
  { "narrow", 9, 8, { view = "mover", player = true }, { fail = "soft" }, "by the mover's view",
    "2 0: 467 nodes, 228 evaluations, 81 cut-offs" },
  { "narrow", 9, 8, {}, { maximize = false }, "minimising",
    "1 -1: 237 nodes, 111 evaluations, 41 cut-offs" },
  { "wide", 6, 5, {}, { algorithm = "minimax" }, "by plain minimax",
    "6 9: 5249 nodes, 4557 evaluations, 0 cut-offs" },
  { "wide", 6, 5, {}, {}, "by alpha-beta",
    "6 9: 670 nodes, 457 evaluations, 133 cut-offs" },
  { "wide", 6, 3, {}, {}, "by alpha-beta, cut short",
    "6 9: 242 nodes, 192 evaluations, 25 cut-offs" },
  { "wide", 6, 5, { order = true }, {}, "ordered",
    "6 9: 674 nodes, 461 evaluations, 145 cut-offs" },
  { "wide", 6, 5, {}, { alpha = 2, beta = 5 }, "in a window",
    "6 9: 314 nodes, 212 evaluations, 69 cut-offs" },
  { "wide", 6, 5, {}, { alpha = 4, beta = 4.5 }, "in a null window",
    "6 9: 147 nodes, 87 evaluations, 50 cut-offs" },
  { "wide", 6, 5, { order = true }, { deepening = true }, "ordered and deepening",
    "6 9: 465 nodes, 250 evaluations, 166 cut-offs" },
  { "turns", 7, 7, { player = true }, { algorithm = "minimax" }, "by plain minimax",
    "2 100: 1240 nodes, 798 evaluations, 0 cut-offs" },
  { "turns", 7, 7, { player = true }, {}, "by alpha-beta",
    "2 100: 338 nodes, 166 evaluations, 73 cut-offs" },
  { "turns", 7, 7, { player = true }, { win = 100 }, "for the shortest win",
    "5 98: 253 nodes, 107 evaluations, 68 cut-offs" },
  { "turns", 7, 5, { player = true }, { win = 100 }, "for the shortest win, cut short",
    "5 98: 122 nodes, 50 evaluations, 33 cut-offs" },
  { "turns", 7, 7, { player = true, is_over = true, order = true, view = "mover" }, { win = 100, deepening = true },
    "with everything",
    "5 98: 28 nodes, 13 evaluations, 7 cut-offs" },
}

describe("The signature of", function()
  for _, row in ipairs(rows) do
    local shape, seed, depth, traits, options = row[1], row[2], row[3], row[4], row[5]
    it(("the %s tree %d to depth %d, %s"):format(shape, seed, depth, row[6]), function()
      for _, style in ipairs(tree.STYLES) do
        local root = random_tree.new(rng.new(seed), SHAPES[shape])
        options.game = tree.game(style, traits)
        options.view = traits.view
        local best, value, info = alphabeta.search(tree.state(style, root), depth, options)
        local signature = ("%s %g: %d nodes, %d evaluations, %d cut-offs"):format(
          best.name, value, info.nodes, info.evaluations, info.cutoffs
        )
        assert.equal(row[7], signature)
      end
    end)
  end
end)
