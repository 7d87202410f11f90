-- Descriptions of nodes, for all kinds of drawings.

local words = {}

-- The signs before bounds.
local SIGNS = {lower = "≥", upper = "≤"}

-- Numbers nearer to zero are written as zero: the neighbours of zero, which null windows have.
local TINY = 1e-300

-- A number; infinities are written as the drawing wants them.
function words.number(value, infinity)
  if value ~= value then return "nan" end
  if value == math.huge then return infinity end
  if value == -math.huge then return "-" .. infinity end
  if value > -TINY and value < TINY then return "0" end -- nor -0
  if value == math.floor(value) and value > -1e15 and value < 1e15 then return ("%.0f"):format(value) end
  return (("%.6g"):format(value))
end

-- The name of a string, a number or a boolean; nil for other values.
function words.plain_name(value)
  local kind = type(value)
  if kind == "number" then return words.number(value, "inf") end
  return (kind == "string" or kind == "boolean") and tostring(value) or nil
end

-- The players of a payoff vector, sorted by name, because tables have no order.
function words.sorted_players(payoffs)
  local players = {}
  for player in pairs(payoffs) do players[#players + 1] = player end
  table.sort(players, function(a, b)
    local x, y = words.plain_name(a) or "", words.plain_name(b) or ""
    if x ~= y then return x < y end
    return payoffs[a] < payoffs[b]
  end)
  return players
end

-- A node's value; nil if it has none. Payoffs are written one after another.
function words.value(node, infinity)
  local value = node.value
  if type(value) == "number" then return words.number(value, infinity) end
  if type(value) ~= "table" then return nil end
  local payoffs = {}
  for i, player in ipairs(words.sorted_players(value)) do payoffs[i] = words.number(value[player], infinity) end
  return table.concat(payoffs, "/")
end

-- An end of a window. The next number above or below a short number is written as that with a sign after it.
local function bound(value, infinity)
  local text = words.number(value, infinity)
  if value == math.huge or value == -math.huge then return text end
  local written = tonumber(text)
  local middle = written + (value - written) / 2
  if written == value or middle ~= written and middle ~= value then return text end
  return text .. (written < value and "+" or "-")
end

-- A window, on arrival or on leaving. The ends of a null window always look different.
function words.window(alpha, beta, infinity)
  if not alpha then return nil end
  local low, high = bound(alpha, infinity), bound(beta, infinity)
  if low == high and alpha < beta then high = high .. "+" end
  return "[" .. low .. ", " .. high .. "]"
end

-- The windows of a node, on arrival and, if the search left it, on leaving; nil for leaves and pruned nodes.
function words.windows(node, infinity)
  if node.alpha == nil or node.kind == "leaf" or node.is_pruned then return nil end
  return words.window(node.alpha, node.beta, infinity), words.window(node.left_alpha, node.left_beta, infinity)
end

-- The value of a node, after the sign of its bound; "" if it has no value.
function words.bounded_value(node)
  local value = words.value(node, "∞")
  return value and (SIGNS[node.bound] or "") .. value or ""
end

-- The words for nodes that are left out below a node; nil for none.
function words.rest(node)
  local parts = {}
  if node.more > 0 then parts[1] = ("and %d more"):format(node.more) end
  if node.more_pruned > 0 then
    parts[#parts + 1] = ("and %s%d more pruned"):format(node.is_rest_unknown and "at least " or "", node.more_pruned)
  elseif node.is_rest_unknown then
    parts[#parts + 1] = "and perhaps more pruned"
  end
  return parts[1] and table.concat(parts, ", ") or nil
end

words.KINDS = {max = "MAX", min = "MIN", chance = "CHANCE", leaf = "leaf", many = "NODE", node = "node"}
words.SOURCES = {table = "from the table", repetition = "a repetition", bounds = "out of reach"}

return words
