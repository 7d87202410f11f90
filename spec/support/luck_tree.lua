--- Game trees written down as tables, as `spec.support.tree` has them, in which luck may move and evaluations may be
-- shares of several players.
-- @module spec.support.luck_tree

local tree = require "spec.support.tree"

local luck_tree = {}

--- The names of the three styles.
luck_tree.STYLES = tree.STYLES

local function complete(node, list)
  local parent = node.parent
  if type(list) == "table" then
    node.luck, node.shares, node.turn = list.luck, list.shares, list.turn
  else
    node.turn = nil
  end
  if not node.turn then
    node.turn = not parent and 1 or parent.luck and parent.turn or 3 - parent.turn
  end
  for i, child in ipairs(node.children or {}) do
    complete(child, list[i])
  end
end

--- Turns nested lists into nodes, as `tree.from` does. Where luck moves, the field `luck` holds the probability of each
-- child, and the turn does not change.
-- @tparam table list its fields `turn` (any number) and `shares` (array, by turn) are kept, too
-- @treturn table the root
function luck_tree.from(list)
  local root = tree.from(list)
  complete(root, list)
  return root
end

--- What `chances` says of a state.
-- @tparam table state of any style
-- @treturn ?table
function luck_tree.chances(state)
  local node = state.node
  if not node.luck then
    return nil
  end
  local entries = {}
  for i, probability in ipairs(node.luck) do
    entries[i] = { probability = probability, outcome = node.children[i] }
  end
  return entries
end

--- The game of walking down a tree in which luck moves.
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits those of `tree.game`, and `shares`: true when the evaluations are shares
-- @treturn table the game
function luck_tree.game(style, traits)
  local game = tree.game(style, traits)
  game.chances = luck_tree.chances
  if traits and traits.shares then
    function game.evaluate(state)
      return state.node.shares
    end
  end
  return game
end

--- The state that a search starts from, as `tree.state` makes it.
luck_tree.state = tree.state

return luck_tree
