-- The tree of a search as an SVG document.
--
-- Each node has a group of the class "node", with its kind and other properties as further classes, and its ply. The
-- groups stand in the order of a walk through the tree, parents first. A title describes a node in words when the mouse
-- points at it. The picture has its own background, light or dark as the reader prefers.

local use = require((...):match "^(.*)%..*%." .. ".use")

local layout, words, xml = use("tree.layout", "tree.words", "tree.xml")

local max = math.max
local escape, format = xml.escape, xml.format

-- Sizes in pixels. A character is as wide as in the widest of the usual fonts.
local CHARACTER, SMALL_CHARACTER = 8.3, 6.2
local LEVEL = 96 -- from one level to the next
local GAP = 12 -- between two nodes
local MARGIN = 18
local LEGEND_WIDTH = 480 -- or more
local LEGEND_LINE, LEGEND_SIGN = 26, 30

-- How far shapes reach up and down from a node's position.
local UP = {max = 24, min = 18, leaf = 13, chance = 16, many = 16, node = 16}
local DOWN = {max = 18, min = 24, leaf = 13, chance = 16, many = 16, node = 16}

-- The height of values inside them: lower in a triangle that points up, higher in the other.
local BASELINES = {max = 12, min = -2}

local NAMES = {max = "Max", min = "Min", chance = "chance node", leaf = "leaf", many = "node", node = "node"}

local STYLE = [[
<style>
  text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 13px; fill: #1f2328; }
  .small { font-size: 11px; }
  .paper { fill: #fff; stroke: #d0d7de; }
  .halo { stroke: #fff; stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
  .shape { stroke: #444c56; stroke-width: 1.3; stroke-linejoin: round; fill: #fff; }
  .max .shape { fill: #dbe9f8; }
  .min .shape { fill: #fbe3d6; }
  .chance .shape { fill: #e8e0f3; }
  .many .shape { fill: #e3f1dd; }
  .edge { stroke: #6e7781; stroke-width: 1.3; fill: none; }
  .chosen .shape { stroke: #0a6b2d; stroke-width: 3; }
  .edge.chosen { stroke: #0a6b2d; stroke-width: 3.5; }
  .pruned .shape { fill: #f6f8fa; stroke: #8c959f; stroke-dasharray: 3 3; }
  .pruned text { fill: #6e7781; }
  .edge.pruned { stroke: #8c959f; stroke-dasharray: 3 3; }
  .cross { stroke: #cf222e; stroke-width: 2.2; stroke-linecap: round; }
  .leaving { fill: #0550ae; }
  .more { fill: #57606a; font-style: italic; }
  .table { fill: #7a4b00; font-weight: bold; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .paper { fill: #0d1117; stroke: #3d444d; }
    .halo { stroke: #0d1117; }
    .shape { stroke: #b1bac4; fill: #0d1117; }
    .max .shape { fill: #14365c; }
    .min .shape { fill: #5a2f17; }
    .chance .shape { fill: #3d2a63; }
    .many .shape { fill: #1f4420; }
    .edge { stroke: #8b949e; }
    .chosen .shape, .edge.chosen { stroke: #3fb950; }
    .pruned .shape { fill: #161b22; stroke: #6e7681; }
    .pruned text { fill: #8b949e; }
    .edge.pruned { stroke: #6e7681; }
    .cross { stroke: #ff7b72; }
    .leaving { fill: #79c0ff; }
    .more { fill: #9198a1; }
    .table { fill: #e3b341; }
  }
</style>
]]

-- The width of a UTF-8 text in characters. Those of East Asia, and emoji, take the room of two.
local function length(text)
  return select(2, text:gsub("[^\128-\191]", "")) + select(2, text:gsub("[\227-\237\239-\244]", ""))
end

-- ---- descriptions of a node ----------------------------------------------------------------------------------------

local value_of = words.bounded_value

-- The two lines beside a node; the second only if the search left it.
local function windows_of(node) return words.windows(node, "∞") end

local function title_of(node)
  local parts = {NAMES[node.kind]}
  if node.label then parts[1] = node.label .. ": " .. parts[1] end
  if node.value ~= nil then parts[#parts + 1] = "value " .. value_of(node) end
  local arrival, leaving = windows_of(node)
  if arrival then parts[#parts + 1] = "window " .. arrival end
  if leaving then parts[#parts + 1] = "on leaving " .. leaving end
  if node.is_pruned then parts[#parts + 1] = "never looked at" end
  if node.is_cut then parts[#parts + 1] = "cut off" end
  if words.SOURCES[node.source] then parts[#parts + 1] = words.SOURCES[node.source] end
  if node.searches > 1 then parts[#parts + 1] = ("searched %d times"):format(node.searches) end
  return table.concat(parts, ", ")
end

local function classes_of(node)
  local classes = {"node", node.kind}
  if node.is_chosen then classes[#classes + 1] = "chosen" end
  if node.is_pruned then classes[#classes + 1] = "pruned" end
  if node.is_cut then classes[#classes + 1] = "cut" end
  return table.concat(classes, " ")
end

-- ---- sizes ---------------------------------------------------------------------------------------------------------

-- Half of the width of a node's shape. At the height of its value, a triangle is two thirds as wide as at its base.
local function half_width(node)
  local needed = length(value_of(node)) * CHARACTER / 2
  if node.kind == "max" or node.kind == "min" then return max(26, needed * 3 / 2 + 4) end
  return max(15, needed + (node.kind == "leaf" and 5 or 9))
end

-- How far a node goes to the left and to the right, with all that is written around it.
local function reach_of(node)
  local arrival, leaving = windows_of(node)
  local half = half_width(node)
  local beside = 0
  if arrival then beside = max(length(arrival), leaving and length(leaving) or 0) end
  if node.source == "table" then beside = max(beside, 3) end
  local around = max(length(node.label or ""), length(words.rest(node) or "")) * SMALL_CHARACTER / 2
  return max(half, around), max(half + 4 + beside * SMALL_CHARACTER, around)
end

-- ---- drawing -------------------------------------------------------------------------------------------------------

local function shape(kind, x, y, half)
  local top, bottom = y - UP[kind], y + DOWN[kind]
  if kind == "max" then
    return format('<path class="shape" d="M%s %s L%s %s L%s %s Z"/>', x, top, x + half, bottom, x - half, bottom)
  elseif kind == "min" then
    return format('<path class="shape" d="M%s %s L%s %s L%s %s Z"/>', x, bottom, x + half, top, x - half, top)
  elseif kind == "leaf" then
    return format('<rect class="shape" x="%s" y="%s" width="%s" height="%s"/>', x - half, top, 2 * half, bottom - top)
  elseif kind == "many" then
    local inner = half - 7
    return format('<path class="shape" d="M%s %s L%s %s L%s %s L%s %s L%s %s L%s %s Z"/>', x - half, y, x - inner, top,
      x + inner, top, x + half, y, x + inner, bottom, x - inner, bottom)
  end
  return format('<ellipse class="shape" cx="%s" cy="%s" rx="%s" ry="%s"/>', x, y, half, bottom - y)
end

local function text(class, x, y, anchor, content)
  return format('<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>', class, x, y, anchor, escape(content))
end

-- Two strokes across the middle of an edge.
local function cross(x1, y1, x2, y2)
  local x, y = (x1 + x2) / 2, (y1 + y2) / 2
  local dx, dy = x2 - x1, y2 - y1
  local size = math.sqrt(dx * dx + dy * dy)
  local along_x, along_y = 3 * dx / size, 3 * dy / size
  local across_x, across_y = -9 * dy / size, 9 * dx / size
  return format('<path class="cross" d="M%s %s L%s %s M%s %s L%s %s"/>', x - along_x - across_x, y - along_y - across_y,
    x - along_x + across_x, y - along_y + across_y, x + along_x - across_x, y + along_y - across_y,
    x + along_x + across_x, y + along_y + across_y)
end

local function draw_edges(lines, node)
  for _, child in ipairs(node.children) do
    local from, to = node.y + DOWN[node.kind], child.y - UP[child.kind]
    local class = "edge" .. (child.is_chosen and " chosen" or "") .. (child.is_pruned and " pruned" or "")
    lines[#lines + 1] = format('<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>', class, node.x, from, child.x, to)
    if child.is_pruned and not node.is_pruned then lines[#lines + 1] = cross(node.x, from, child.x, to) end
    draw_edges(lines, child)
  end
end

local function draw_nodes(lines, node)
  local x, y, half = node.x, node.y, half_width(node)
  lines[#lines + 1] = format('<g class="%s" data-ply="%s"><title>%s</title>', classes_of(node), node.ply,
    escape(title_of(node)))
  lines[#lines + 1] = shape(node.kind, x, y, half)
  local value = value_of(node)
  if value ~= "" then lines[#lines + 1] = text("value", x, y + (BASELINES[node.kind] or 5), "middle", value) end
  local arrival, leaving = windows_of(node)
  if arrival then
    lines[#lines + 1] = text("small halo arrival", x + half + 4, y - 4, "start", arrival)
    if leaving then lines[#lines + 1] = text("small halo leaving", x + half + 4, y + 10, "start", leaving) end
  end
  if node.source == "table" then
    lines[#lines + 1] = text("small halo table", x + half + 4, y + 24, "start", "TT")
  end
  if node.label then
    lines[#lines + 1] = text("small halo label", x, y - UP[node.kind] - 7, "middle", node.label)
  end
  local rest = words.rest(node)
  if rest then lines[#lines + 1] = text("small halo more", x, y + DOWN[node.kind] + 15, "middle", rest) end
  lines[#lines + 1] = "</g>"
  for _, child in ipairs(node.children) do draw_nodes(lines, child) end
end

-- ---- the legend ----------------------------------------------------------------------------------------------------

-- The legend: what it explains if it occurs, and in which words. Words of `IN_STYLE` are drawn in the style that they
-- explain, others stand beside a sign.
local LEGEND = {
  {"max", "Max moves"}, {"min", "Min moves"}, {"many", "one of several players moves"}, {"chance", "chance node"},
  {"node", "unknown who moves"}, {"leaf", "evaluated"}, {"pruned", "pruned"},
  {"chosen", "expected line"}, {"arrival", "[α, β] on arrival"}, {"leaving", "[α, β] on leaving"},
  {"lower", "≥ at least"}, {"upper", "≤ at most"}, {"table", "TT known from the table"},
}
local IN_STYLE = {arrival = true, leaving = true, lower = true, upper = true, table = true}

-- Notes what occurs in a tree.
local function find_all(node, found)
  found[node.is_pruned and "pruned" or node.kind] = true
  local arrival, leaving = windows_of(node)
  if arrival then found.arrival = true end
  if leaving then found.leaving = true end
  if node.source == "table" then found.table = true end
  if node.value ~= nil and node.bound then found[node.bound] = true end
  for _, child in ipairs(node.children) do
    if child.is_chosen then found.chosen = true end
    find_all(child, found)
  end
  return found
end

local function sign(name, x, y)
  if name == "chosen" then
    return format('<g class="legend"><line class="edge chosen" x1="%s" y1="%s" x2="%s" y2="%s"/></g>', x - 12, y,
      x + 12, y)
  end
  local kind = name == "pruned" and "leaf" or name
  return format('<g class="legend %s" transform="translate(%s %s) scale(0.5)">', name, x, y)
    .. shape(kind, 0, (UP[kind] - DOWN[kind]) / 2, 22) .. "</g>"
end

-- Lays out the legend of a tree, from the upper left corner on, in lines of a width. Returns it as a list of lines, and
-- its height.
local function draw_legend(root, left, top, width)
  local found = find_all(root, {})
  local lines, x, y = {}, left, top
  for _, entry in ipairs(LEGEND) do
    local name, words_for = entry[1], entry[2]
    if found[name] then
      local indent = IN_STYLE[name] and 0 or LEGEND_SIGN
      local size = indent + length(words_for) * SMALL_CHARACTER
      if x > left and x + size > left + width then x, y = left, y + LEGEND_LINE end
      if indent > 0 then lines[#lines + 1] = sign(name, x + LEGEND_SIGN / 2 - 3, y) end
      lines[#lines + 1] = text("small " .. (IN_STYLE[name] and name or "sign"), x + indent, y + 4, "start", words_for)
      x = x + size + GAP
    end
  end
  return lines, y - top + LEGEND_LINE
end

-- ---- the document --------------------------------------------------------------------------------------------------

-- Sets the heights of nodes, and moves them to the right.
local function place(node, indent)
  node.x, node.y = node.x + indent, MARGIN + UP.max + 14 + node.level * LEVEL
  for _, child in ipairs(node.children) do place(child, indent) end
end

return function(root)
  local tree_width, levels = layout(root, reach_of, GAP)
  local inner = max(tree_width, LEGEND_WIDTH)
  local top = 2 * MARGIN + 2 * UP.max + 14 + (levels - 1) * LEVEL + 24
  local legend, legend_height = draw_legend(root, MARGIN, top, inner)
  local width, height = inner + 2 * MARGIN, top + legend_height
  place(root, MARGIN + (inner - tree_width) / 2)
  local lines = {
    format('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img">', width,
      height, width, height),
    STYLE .. format('<rect class="paper" x="0.5" y="0.5" width="%s" height="%s" rx="8"/>', width - 1, height - 1),
  }
  draw_edges(lines, root)
  draw_nodes(lines, root)
  for _, line in ipairs(legend) do lines[#lines + 1] = line end
  lines[#lines + 1] = "</svg>"
  return table.concat(lines, "\n") .. "\n"
end
