-- Cut-offs, and their reasons. Internal: `alphabeta.explain` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local lines, trace = use("explain.lines", "explain.trace")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min

local cutoffs = {}

-- A window that is narrower than this, relative to its values, is a null window.
local NARROW = 1e-9

-- Whether a window is a null window, or as narrow as one.
local function is_null(alpha, beta)
  return abs(alpha) < huge and beta - alpha <= NARROW * (1 + abs(alpha))
end

-- Whether no move at a ply can have a better value: a higher one for Max, a lower one for Min.
local function is_extreme(plan, cutoff, ply)
  local value, options = cutoff.value, plan.meaning
  local most, least = options.value_max or huge, options.value_min or -huge
  local win = options.win and options.win - ply - 1 or huge
  if cutoff.maximizing then return value >= min(most, win) end
  return value <= -min(-least, win)
end

-- The node after the last outcome on a line; nil if there is none.
local function after_chance(node, line)
  while node.ply > 0 and not line[node.ply].is_chance do node = node.parent end
  return node.ply > 0 and node or nil
end

-- Why the search cut off: see the field `reason` of @{cutoff}.
local function reason_of(plan, cutoff, line, record)
  if cutoff.is_chance then return "chance" end
  if cutoff.value == nil then return "shallow" end
  local node, edge = cutoff.node, cutoff.maximizing and "beta" or "alpha"
  if not cutoff.is_closed or is_extreme(plan, cutoff, node.ply) then return "extreme" end
  local outcome = after_chance(node, line)
  if outcome and outcome[edge] == node[edge] then return "mean" end
  if is_null(node.alpha, node.beta) then return "null_window" end
  return node[edge] == record[edge] and "window" or "bound"
end

-- Explains a cut-off. At the root there are `choices`.
local function explain_cutoff(plan, cutoff, record, choices)
  local node = cutoff.node
  local line, by = trace.path_to(node), {index = node.last, move = cutoff.by}
  line[#line + 1] = by
  local _, counts = lines.complete(plan, line)
  line[#line] = nil
  local all = node.ply == 0 and choices or counts[node.ply + 1] or 0
  return {
    line = line, ply = node.ply, depth = cutoff.depth, alpha = node.alpha, beta = node.beta, by = by,
    value = cutoff.value, tried = cutoff.tried, left_out = max(all - cutoff.tried, 0),
    reason = reason_of(plan, cutoff, line, record),
  }
end

-- Explains the greatest cut-offs of a search, which trace.lua has recorded, the greatest first. `choices` is the number
-- of moves at the root that `only` and `avoid` leave. An iterator may have had no more successors. Then nothing
-- was left out.
function cutoffs.explain(plan, record, choices)
  local explained = {}
  for _, cutoff in ipairs(record.cutoffs) do
    if #explained >= plan.cutoffs then break end
    local one = explain_cutoff(plan, cutoff, record, choices)
    if one.left_out > 0 then explained[#explained + 1] = one end
  end
  return explained
end

return cutoffs
