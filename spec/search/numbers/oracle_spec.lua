-- Searches that reorder nothing and remember nothing, against plain minimax and the alpha-beta of the textbooks:
-- values, moves, counts and lines, in all styles. A failure names its seed and all that was drawn
-- from it.

local effort = require "spec.support.effort"
local themes = require "spec.support.themes"

local TREES = effort.seeds(1000, 10000)
local PLAIN = "noisy quiescence null_move reductions repetition bounds algorithm"

describe("On random trees,", themes.body(it, TREES, {
  {
    "plain minimax finds the value and the first best move, and visits the whole tree", "once_in_all_styles",
    { plain = true, options = { algorithm = "minimax" } },
  },
  {
    "alpha-beta finds the value and the first best move, and visits what the textbook's does", "textbook",
    { plain = true, omit = PLAIN, traits = { iterator = false } },
  },
  { "deepening finds the value and one of the best moves", "whole_in_all_styles", { options = { deepening = true } } },
  {
    "a windowed search is exact inside its window and bounds the value outside it", "textbook",
    { plain = true, omit = PLAIN, traits = { iterator = false }, window = 1 },
  },
}))
