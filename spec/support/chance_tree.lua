--- Game trees written down as tables, as `spec.support.tree` has them, which may have chance nodes, and payoffs of
-- several players as evaluations.
-- @module spec.support.chance_tree

local tree = require "spec.support.tree"

local chance_tree = {}

--- The names of the three styles.
chance_tree.STYLES = tree.STYLES

local function complete(node, list)
  local parent = node.parent
  if type(list) == "table" then
    node.chance, node.payoffs, node.turn = list.chance, list.payoffs, list.turn
  else
    node.turn = nil
  end
  if not node.turn then node.turn = not parent and 1 or parent.chance and parent.turn or 3 - parent.turn end
  for i, child in ipairs(node.children or {}) do complete(child, list[i]) end
end

--- Turns nested lists into nodes, as `tree.from` does. At a chance node, the field `chance` holds the probability of
-- each child, and the turn does not change.
-- @tparam table list its fields `turn` (any number) and `payoffs` (array, by turn) are kept, too
-- @treturn table the root
function chance_tree.from(list)
  local root = tree.from(list)
  complete(root, list)
  return root
end

--- What `chances` says of a state.
-- @tparam table state of any style
-- @treturn ?table
function chance_tree.chances(state)
  local node = state.node
  if not node.chance then return nil end
  local entries = {}
  for i, probability in ipairs(node.chance) do
    entries[i] = { probability = probability, outcome = node.children[i] }
  end
  return entries
end

--- The game of walking down a tree with chance nodes.
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits those of `tree.game`, and `payoffs`: true when the evaluations are payoffs
-- @treturn table the game
function chance_tree.game(style, traits)
  local game = tree.game(style, traits)
  game.chances = chance_tree.chances
  if traits and traits.payoffs then
    function game.evaluate(state) return state.node.payoffs end
  end
  return game
end

--- The state that a search starts from, as `tree.state` makes it.
chance_tree.state = tree.state

return chance_tree
