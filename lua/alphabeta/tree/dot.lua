-- The tree of a search in the language of Graphviz.

local use = require((...):match "^(.*)%..*%." .. ".use")

local words = use "tree.words"

local SHAPES = {
  max = "triangle", min = "invtriangle", chance = "circle", leaf = "box", many = "hexagon", node = "ellipse",
}
local FILLS = {max = "#dbe9f8", min = "#fbe3d6", chance = "#e8e0f3", leaf = "white", many = "#e3f1dd", node = "white"}
local CHOSEN, PRUNED = "color=\"#0a6b2d\", penwidth=3", "color=gray"

-- A text in quotes; Graphviz knows the entities of HTML.
local function quote(text)
  return '"' .. text:gsub("&", "&amp;"):gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- The text in a node and beside it.
local function inside(node)
  local lines = {words.bounded_value(node)}
  local arrival, leaving = words.windows(node, "∞")
  lines[#lines + 1] = arrival
  lines[#lines + 1] = leaving
  if node.source == "table" then lines[#lines + 1] = "TT" end
  lines[#lines + 1] = words.rest(node)
  return table.concat(lines, "\n")
end

local function write(lines, node, name, next_name)
  local style = ('style=filled, fillcolor="%s"'):format(FILLS[node.kind])
  if node.is_chosen then style = style .. ", " .. CHOSEN end
  if node.is_pruned then style = "style=dashed, fontcolor=gray, " .. PRUNED end
  lines[#lines + 1] = ("  n%d [shape=%s, label=%s, %s];"):format(name, SHAPES[node.kind], quote(inside(node)), style)
  for _, child in ipairs(node.children) do
    local own = next_name()
    local edge = child.is_pruned and ", style=dashed, " .. PRUNED or child.is_chosen and ", " .. CHOSEN or ""
    local label = child.label or ""
    if child.is_pruned and not node.is_pruned then label = label == "" and "✕" or label .. " ✕" end
    lines[#lines + 1] = ("  n%d -> n%d [label=%s%s];"):format(name, own, quote(label), edge)
    write(lines, child, own, next_name)
  end
end

return function(root)
  local count = 0
  local lines = {
    "digraph search {", "  ordering=out;", '  node [fontname="sans-serif", fontsize=11, margin=0.05];',
    '  edge [fontname="sans-serif", fontsize=11, arrowhead=none];',
  }
  write(lines, root, 0, function()
    count = count + 1
    return count
  end)
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n") .. "\n"
end
