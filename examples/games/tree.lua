--- A game tree written down in full, as textbooks do: nested tables whose leaves are numbers.
-- Successors are nodes, not moves, so the game is in the children style. Turns alternate from ply to ply. The numbers
-- are good for the player to move at the root when they are high.
-- @module games.tree

local tree = {}

-- Turns one table or number of the literal into a node and lists its leaves in passing.
local function grow(literal, leaves)
  local node = {}
  if type(literal) == "table" then
    for i, successor in ipairs(literal) do node[i] = grow(successor, leaves) end
  else
    node.value = literal
    leaves[#leaves + 1] = node
  end
  return node
end

--- The root of a tree, and its leaves.
-- A node is the array of its successors. A leaf has none, and a `value`.
-- @tparam table|number literal such as `{{3, 5}, {6, 9}}`
-- @treturn table the root
-- @treturn {table,...} the leaves from left to right
function tree.new(literal)
  local leaves = {}
  return grow(literal, leaves), leaves
end

--- A node's successors.
-- @tparam table node
-- @treturn {table,...} empty for a leaf
function tree.children(node)
  return node
end

--- A leaf's number.
-- @tparam table node
-- @treturn number
function tree.evaluate(node)
  return node.value
end

--- The same game, which also keeps a record of the leaves that are evaluated.
-- @tparam table seen each leaf is appended to it, in the order of evaluation
-- @treturn table a game
function tree.recorded(seen)
  return {
    children = tree.children,
    evaluate = function(node)
      seen[#seen + 1] = node
      return node.value
    end,
  }
end

--- Those leaves that are not among the ones seen.
-- @tparam {table,...} leaves
-- @tparam {table,...} seen
-- @treturn {table,...} in the order of `leaves`
function tree.unseen(leaves, seen)
  local is_seen, rest = {}, {}
  for _, leaf in ipairs(seen) do is_seen[leaf] = true end
  for _, leaf in ipairs(leaves) do
    if not is_seen[leaf] then rest[#rest + 1] = leaf end
  end
  return rest
end

--- The numbers of some leaves.
-- @tparam {table,...} leaves
-- @treturn {number,...}
function tree.values(leaves)
  local numbers = {}
  for i, leaf in ipairs(leaves) do numbers[i] = leaf.value end
  return numbers
end

--- A tree as text, in the form of the literal; every leaf is written by a function when there is one.
-- @tparam table node
-- @tparam[opt] function write takes a leaf, returns text
-- @treturn string
function tree.draw(node, write)
  if node.value then return write and write(node) or tostring(node.value) end
  local parts = {}
  for i, successor in ipairs(node) do parts[i] = tree.draw(successor, write) end
  return "{" .. table.concat(parts, ", ") .. "}"
end

return tree
