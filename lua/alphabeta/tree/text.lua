-- The tree of a search as text for a terminal, in ASCII.

local use = require((...):match "^(.*)%..*%." .. ".use")

local words = use "tree.words"

local RELATIONS = {lower = ">=", upper = "<=", exact = "="}

-- A node on a line.
local function describe(node)
  local parts = {}
  if node.label then parts[1] = node.label .. ":" end
  if node.kind ~= "leaf" or node.value == nil then parts[#parts + 1] = words.KINDS[node.kind] end
  local arrival, leaving = words.windows(node, "inf")
  if arrival then
    parts[#parts + 1] = leaving and leaving ~= arrival and arrival .. " -> " .. leaving or arrival
  end
  local value = words.value(node, "inf")
  if value then
    parts[#parts + 1] = node.kind == "leaf" and value or (RELATIONS[node.bound] or "=") .. " " .. value
  end
  local notes = {}
  if node.is_pruned then notes[#notes + 1] = "pruned" end
  if node.is_cut then notes[#notes + 1] = "cut off" end
  if words.SOURCES[node.source] then notes[#notes + 1] = words.SOURCES[node.source] end
  if node.searches > 1 then notes[#notes + 1] = ("searched %d times"):format(node.searches) end
  if notes[1] then parts[#parts + 1] = "(" .. table.concat(notes, ", ") .. ")" end
  return table.concat(parts, " ")
end

local function write(lines, node, indent)
  local rest = words.rest(node)
  for i, child in ipairs(node.children) do
    local is_last = i == #node.children and not rest
    local branch = child.is_pruned and "x-- " or child.is_chosen and "*== " or is_last and "`-- " or "|-- "
    lines[#lines + 1] = indent .. branch .. describe(child)
    write(lines, child, indent .. (is_last and "    " or "|   "))
  end
  if rest then lines[#lines + 1] = indent .. "... " .. rest end
end

return function(root)
  local lines = {describe(root)}
  write(lines, root, "")
  return table.concat(lines, "\n")
end
