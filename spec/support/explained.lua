--- What the specs of explanations share: trees from textbooks, positions of tic-tac-toe, and ways to look at an
-- explanation.
-- @module spec.support.explained

local alphabeta = require "alphabeta"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"

local explained = {}

--- The trees of examples/textbook.lua.
explained.FIRST = { { { 3, 5 }, { 6, 9 } }, { { 1, 2 }, { 0, -1 } } }
explained.SECOND = { { { 13, 8 }, { 24, -5 } }, { { 23, 15 }, { -14, -20 } } }
explained.THIRD = { { { 2, 3 }, { 5, 9 } }, { { 0, 1 }, { 7, 5 } } }
explained.FOURTH = { { { { 5, 6 }, { 7, 4, 5 } }, { { 3 } } }, { { { 6 }, { 6, 9 } }, { { 7 } } },
  { { { 5 } }, { { 9, 8 }, { 6 } } } }

--- The game that is played on them. What inner nodes are worth is asked where the search deepens.
explained.GAME = { children = textbook.children, evaluate = function(node) return node.value or 0 end }

--- Explains a tree.
-- @tparam table literal such as `{{3, 5}, {6, 9}}`
-- @tparam number depth
-- @tparam[opt] table options
-- @treturn table the explanation
function explained.tree(literal, depth, options)
  options = options or {}
  options.game = options.game or explained.GAME
  return alphabeta.explain(textbook.new(literal), depth, options)
end

--- The board after some moves of tic-tac-toe.
-- @tparam number ... cells
-- @treturn table the state
function explained.after(...)
  local state = tictactoe.new()
  for _, cell in ipairs({ ... }) do tictactoe.make(state, cell) end
  return state
end

--- The steps of a line by what they are called.
-- @tparam table line
-- @treturn string
function explained.labels(line)
  local words = {}
  for i, step in ipairs(line) do words[i] = step.label end
  return table.concat(words, " ")
end

--- The cut-offs of an explanation, each as a text: where, the window, who did it and why, and what was left out.
-- @tparam table report
-- @treturn {string,...}
function explained.sketches(report)
  local words = {}
  for i, cutoff in ipairs(report.cutoffs) do
    words[i] = ("%s [%g %g] %s=%g %s %d"):format(explained.labels(cutoff.line), cutoff.alpha, cutoff.beta,
      cutoff.by.label, cutoff.value, cutoff.reason, cutoff.left_out)
  end
  return words
end

--- Fails unless the text of an explanation contains another one.
-- @tparam table report
-- @tparam string text
function explained.tells(report, text)
  if not tostring(report):find(text, 1, true) then
    error(("expected\n%s\nin\n%s"):format(text, tostring(report)), 2)
  end
end

return explained
