-- The tree of a search as an SVG document.
--
-- Each node has a group of the class "node" with its kind and what else it is as further classes; the groups stand in
-- the order of a walk through the tree, parents first. A title tells a node in words, for whoever points at it.

local WORDS = ((...) or "alphabeta.tree_svg"):gsub("svg$", "words")

local words = require(WORDS)

local max = math.max

-- Sizes in pixels. A character is as wide as in the widest of the usual fonts.
local CHARACTER, SMALL_CHARACTER = 7.2, 6
local LEVEL = 92 -- from one level to the next
local HALF_HEIGHT = 17 -- of a node
local GAP = 14 -- between two nodes
local MARGIN = 16
local LEGEND_HEIGHT, LEGEND_WIDTH = 66, 470

local RELATIONS = {lower = "≥", upper = "≤", exact = ""}
local NAMES = {max = "Max", min = "Min", luck = "luck", leaf = "leaf", many = "node", node = "node"}

local STYLE = [[
<style>
  text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 12px; fill: #222; }
  .small { font-size: 10px; }
  .halo { stroke: #fff; stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
  .shape { stroke: #333; stroke-width: 1.3; fill: #fff; }
  .max .shape { fill: #dbe9f8; }
  .min .shape { fill: #fbe3d6; }
  .luck .shape { fill: #e8e0f3; }
  .edge { stroke: #666; stroke-width: 1.3; fill: none; }
  .chosen .shape { stroke: #0a6b2d; stroke-width: 3; }
  .edge.chosen { stroke: #0a6b2d; stroke-width: 3.5; }
  .pruned .shape { fill: #f6f6f6; stroke: #aaa; stroke-dasharray: 3 3; }
  .pruned text { fill: #999; }
  .edge.pruned { stroke: #aaa; stroke-dasharray: 3 3; }
  .cross { stroke: #c22; stroke-width: 2.2; }
  .leaving { fill: #0a5aa0; }
  .more { fill: #666; font-style: italic; }
  .table { fill: #7a4b00; font-weight: bold; }
</style>
]]

local ENTITIES = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;"}

local function escape(text)
  return (text:gsub("[&<>\"']", ENTITIES))
end

-- How many characters a text has in UTF-8.
local function length(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

local function format(pattern, ...)
  local arguments = {...}
  for i, value in ipairs(arguments) do
    if type(value) == "number" then arguments[i] = ("%.1f"):format(value):gsub("%.0$", "") end
  end
  return pattern:format((table.unpack or unpack)(arguments))
end

-- ---- layout --------------------------------------------------------------------------------------------------------

local function value_of(node)
  local value = words.value(node, "∞")
  return value and (RELATIONS[node.bound] or "") .. value or ""
end

-- The two lines beside a node; the second only where there is something new to tell.
local function windows_of(node)
  if not words.has_window(node) then return nil end
  return words.window(node.alpha, node.beta, "∞"), words.window(node.left_alpha, node.left_beta, "∞")
end

-- Half of the width of a node's shape: triangles have less room for what is in them.
local function half_width(node)
  local needed = length(value_of(node)) * CHARACTER / 2
  if node.kind == "max" or node.kind == "min" then return max(22, needed + 12) end
  return max(14, needed + 5)
end

-- Measures a subtree: how far it reaches to the left and to the right of its root's middle.
local function measure(node, level)
  local arrival, leaving = windows_of(node)
  local rest = words.rest(node)
  node.level = level
  node.half = half_width(node)
  local left, right = node.half, node.half
  if arrival then right = right + 5 + max(length(arrival), leaving and length(leaving) or 0) * SMALL_CHARACTER end
  local around = max(node.label and length(node.label) or 0, rest and length(rest) or 0) * SMALL_CHARACTER / 2
  left, right = max(left, around), max(right, around)
  if node.source == "table" then right = max(right, node.half + 24) end

  local count, deepest = #node.children, level
  local at, first, last = 0, 0, 0 -- the middle of the first and last children, the leftmost point being 0
  for i, child in ipairs(node.children) do
    local child_left, child_right, child_deepest = measure(child, level + 1)
    deepest = max(deepest, child_deepest)
    if i > 1 then at = at + GAP end
    child.offset = at + child_left
    if i == 1 then first = child.offset end
    last = child.offset
    at = at + child_left + child_right
  end
  if count > 0 then
    local middle = (first + last) / 2
    for _, child in ipairs(node.children) do child.offset = child.offset - middle end
    left, right = max(left, middle), max(right, at - middle)
  end
  return left, right, deepest
end

local function place(node, x)
  node.x, node.y = x, MARGIN + HALF_HEIGHT + 14 + node.level * LEVEL
  for _, child in ipairs(node.children) do place(child, x + child.offset) end
end

-- ---- drawing -------------------------------------------------------------------------------------------------------

local function shape(kind, x, y, half)
  if kind == "max" then
    return format('<path class="shape" d="M%s %s L%s %s L%s %s Z"/>', x, y - HALF_HEIGHT - 5, x + half,
      y + HALF_HEIGHT - 4, x - half, y + HALF_HEIGHT - 4)
  elseif kind == "min" then
    return format('<path class="shape" d="M%s %s L%s %s L%s %s Z"/>', x, y + HALF_HEIGHT + 5, x + half,
      y - HALF_HEIGHT + 4, x - half, y - HALF_HEIGHT + 4)
  elseif kind == "leaf" then
    return format('<rect class="shape" x="%s" y="%s" width="%s" height="%s"/>', x - half, y - 12, 2 * half, 24)
  elseif kind == "many" then
    return format('<path class="shape" d="M%s %s L%s %s L%s %s L%s %s L%s %s L%s %s Z"/>', x - half - 7, y,
      x - half + 2, y - 15, x + half - 2, y - 15, x + half + 7, y, x + half - 2, y + 15, x - half + 2, y + 15)
  end
  return format('<ellipse class="shape" cx="%s" cy="%s" rx="%s" ry="15"/>', x, y, max(half, 15))
end

local function text(class, x, y, anchor, content)
  return format('<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>', class, x, y, anchor, escape(content))
end

-- Where values stand inside a shape: lower in a triangle that points up, higher in the other.
local BASELINES = {max = 9, min = -1}

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

local function classes_of(node, first)
  local classes = {first, node.kind}
  if node.is_chosen then classes[#classes + 1] = "chosen" end
  if node.is_pruned then classes[#classes + 1] = "pruned" end
  if node.is_cut then classes[#classes + 1] = "cut" end
  return table.concat(classes, " ")
end

local function draw_edges(lines, node)
  for _, child in ipairs(node.children) do
    local from, to = node.y + (node.kind == "min" and HALF_HEIGHT + 5 or HALF_HEIGHT - 4), child.y - HALF_HEIGHT
    if child.kind == "max" then to = to - 5 end
    if child.kind == "leaf" then to = child.y - 12 end
    local class = "edge" .. (child.is_chosen and " chosen" or "") .. (child.is_pruned and " pruned" or "")
    lines[#lines + 1] = format('<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>', class, node.x, from, child.x, to)
    if child.is_pruned and not node.is_pruned then
      local x, y = (node.x + child.x) / 2, (from + to) / 2
      lines[#lines + 1] = format('<path class="cross" d="M%s %s L%s %s M%s %s L%s %s"/>', x - 8, y + 1, x + 8, y - 7,
        x - 8, y + 7, x + 8, y - 1)
    end
    draw_edges(lines, child)
  end
end

local function draw_nodes(lines, node)
  local x, y = node.x, node.y
  lines[#lines + 1] = format('<g class="%s"><title>%s</title>', classes_of(node, "node"), escape(title_of(node)))
  lines[#lines + 1] = shape(node.kind, x, y, node.half)
  local value = value_of(node)
  if value ~= "" then lines[#lines + 1] = text("value", x, y + (BASELINES[node.kind] or 4), "middle", value) end
  local arrival, leaving = windows_of(node)
  if arrival then
    lines[#lines + 1] = text("small halo arrival", x + node.half + 3, y - 5, "start", arrival)
    if leaving then lines[#lines + 1] = text("small halo leaving", x + node.half + 3, y + 7, "start", leaving) end
  end
  if node.source == "table" then
    lines[#lines + 1] = text("small table halo", x + node.half + 3, y + 19, "start", "TT")
  end
  if node.label then lines[#lines + 1] = text("small halo label", x, y - HALF_HEIGHT - 8, "middle", node.label) end
  local rest = words.rest(node)
  if rest then lines[#lines + 1] = text("small more halo", x, y + HALF_HEIGHT + 18, "middle", rest) end
  lines[#lines + 1] = "</g>"
  for _, child in ipairs(node.children) do draw_nodes(lines, child) end
end

local function draw_legend(lines, y)
  local function sign(kind, x, class, name)
    lines[#lines + 1] = format('<g class="legend %s">', class .. kind) .. shape(kind, x, y + 4, 14)
      .. text("small", x + 22, y + 8, "start", name) .. "</g>"
  end
  sign("max", MARGIN + 16, "", "Max moves")
  sign("min", MARGIN + 116, "", "Min moves")
  sign("leaf", MARGIN + 216, "", "evaluated")
  sign("leaf", MARGIN + 316, "pruned ", "never looked at")
  lines[#lines + 1] = text("small arrival", MARGIN, y + 38, "start", "[α, β] on arrival")
  lines[#lines + 1] = text("small leaving", MARGIN + 116, y + 38, "start", "[α, β] on leaving")
  lines[#lines + 1] = format('<line class="edge chosen" x1="%s" y1="%s" x2="%s" y2="%s"/>', MARGIN + 240, y + 34,
    MARGIN + 270, y + 34) .. text("small", MARGIN + 278, y + 38, "start", "the line that is expected")
end

return function(root)
  local left, right, deepest = measure(root, 0)
  local width = max(left + right, LEGEND_WIDTH) + 2 * MARGIN
  local tree_height = 2 * MARGIN + 14 + 2 * HALF_HEIGHT + deepest * LEVEL + 16
  local height = tree_height + LEGEND_HEIGHT
  place(root, MARGIN + left + max(0, (LEGEND_WIDTH - left - right) / 2))
  local lines = {
    format('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s">', width, height, width,
      height),
    STYLE .. format('<rect width="%s" height="%s" fill="#fff"/>', width, height),
  }
  draw_edges(lines, root)
  draw_nodes(lines, root)
  draw_legend(lines, tree_height + 8)
  lines[#lines + 1] = "</svg>"
  return table.concat(lines, "\n") .. "\n"
end
