-- The tree of a search in the language of Graphviz.

local WORDS = ((...) or "alphabeta.tree_dot"):gsub("dot$", "words")

local words = require(WORDS)

local SHAPES = {
  max = "triangle", min = "invtriangle", luck = "circle", leaf = "box", many = "hexagon", node = "ellipse",
}
local RELATIONS = {lower = "≥", upper = "≤", exact = ""}

local function quote(text)
  return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- What stands in a node and beside it.
local function inside(node)
  local value = words.value(node, "∞")
  local lines = {(value and (RELATIONS[node.bound] or "") .. value) or ""}
  if words.has_window(node) then
    lines[#lines + 1] = words.window(node.alpha, node.beta, "∞")
    lines[#lines + 1] = words.window(node.left_alpha, node.left_beta, "∞")
  end
  if node.source == "table" then lines[#lines + 1] = "TT" end
  lines[#lines + 1] = words.rest(node)
  return table.concat(lines, "\n")
end

local function write(lines, node, name, next_name)
  local style = node.is_pruned and ", style=dashed, color=gray, fontcolor=gray"
    or node.is_chosen and ", penwidth=3" or ""
  lines[#lines + 1] = ("  n%d [shape=%s, label=%s%s];"):format(name, SHAPES[node.kind], quote(inside(node)), style)
  for _, child in ipairs(node.children) do
    local own = next_name()
    local edge = child.is_pruned and ", style=dashed, color=gray, arrowhead=none"
      or child.is_chosen and ", penwidth=3" or ""
    local label = child.label or ""
    if child.is_pruned and not node.is_pruned then label = label == "" and "✕" or label .. " ✕" end
    lines[#lines + 1] = ("  n%d -> n%d [label=%s%s];"):format(name, own, quote(label), edge)
    write(lines, child, own, next_name)
  end
end

return function(root)
  local count = 0
  local lines = {
    "digraph search {", "  ordering=out;", '  node [fontname="sans-serif"];', '  edge [fontname="sans-serif"];',
  }
  write(lines, root, 0, function()
    count = count + 1
    return count
  end)
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n") .. "\n"
end
