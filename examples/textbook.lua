--- The worked trees of the textbooks: the leaves that alpha-beta evaluates, in which order, and those that it prunes.
--
--     lua textbook.lua
--     lua textbook.lua FOLDER    makes pictures of them there: textbook-1.svg and so on

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local pictures = require "alphabeta.tree"
local tree = require "games.tree"

local FOLDER = arg[1]

-- Max moves at the root; the depth is the length of the longest line. Positions before it have no value, so nothing
-- less deep can be searched.
local EXAMPLES = {
  {depth = 3, {{{3, 5}, {6, 9}}, {{1, 2}, {0, -1}}}},
  {depth = 3, {{{13, 8}, {24, -5}}, {{23, 15}, {-14, -20}}}},
  {depth = 3, {{{2, 3}, {5, 9}}, {{0, 1}, {7, 5}}}},
  {depth = 4, {{{{5, 6}, {7, 4, 5}}, {{3}}}, {{{6}, {6, 9}}, {{7}}}, {{{5}}, {{9, 8}, {6}}}}},
}

local function list(leaves)
  return table.concat(tree.values(leaves), " ")
end

for number, example in ipairs(EXAMPLES) do
  local root, leaves = tree.new(example[1])
  local seen = {}
  local _, value, info = alphabeta.search(root, example.depth, {game = tree.recorded(seen), deepening = false})
  local unseen = tree.unseen(leaves, seen)

  local is_unseen = {}
  for _, leaf in ipairs(unseen) do is_unseen[leaf] = true end
  print(tree.draw(root, function(leaf)
    return string.format(is_unseen[leaf] and "(%d)" or "%d", leaf.value)
  end))
  print(string.format("  value          %g, by way of the leaf %d", value, info.pv[#info.pv].value))
  print("  evaluated      " .. list(seen))
  print("  pruned         " .. list(unseen))
  print(string.format("  in numbers     %d of %d leaves, %d cut-offs", #seen, #leaves, info.cutoffs))
  print()

  if FOLDER then
    local file = assert(io.open(("%s/textbook-%d.svg"):format(FOLDER, number), "wb"))
    file:write(pictures.search(root, example.depth, {game = tree}):svg())
    file:close()
  end
end

print("In brackets: leaves that cannot change the value, whatever they are.")
