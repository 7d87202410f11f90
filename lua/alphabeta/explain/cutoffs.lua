-- Cut-offs: their reasons, and what they left out. Internal: `alphabeta.explain` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local lines, trace = use("explain.lines", "explain.trace")

local abs, floor, huge = math.abs, math.floor, math.huge
local max, min, sort = math.max, math.min, table.sort

local cutoffs = {}

-- If not everything that was pruned can be counted, this number of cut-offs is compared, each with this share of the
-- probes.
local CANDIDATES, SHARE = 12, 1 / 4

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

-- Explains a cut-off that left out `left` successors of its node, and the `spared` positions after them.
local function explain_cutoff(plan, cutoff, record)
  local line = trace.path_to(cutoff.node)
  local by = {index = cutoff.node.last, move = cutoff.by}
  line[#line + 1] = by
  lines.complete(plan, line)
  line[#line] = nil
  return {
    line = line, ply = cutoff.node.ply, depth = cutoff.depth, alpha = cutoff.node.alpha, beta = cutoff.node.beta,
    by = by, value = cutoff.value, tried = cutoff.tried, left_out = cutoff.left, spared = cutoff.spared,
    reason = reason_of(plan, cutoff, line, record),
  }
end

local function spared_more(a, b)
  if a.spared.nodes ~= b.spared.nodes then return a.spared.nodes > b.spared.nodes end
  return a.rank < b.rank
end

-- The cut-offs that are explained, the biggest first. Estimates are made again: the largest of several estimates is
-- more often too large than too small.
local function choose_cutoffs(plan, found)
  local chosen = {}
  sort(found, spared_more)
  for i = 1, min(#found, plan.cutoffs) do
    local cutoff = found[i]
    if not cutoff.spared.is_exact then
      local path = trace.path_to(cutoff.node)
      cutoff.spared = plan.walker:estimate(path, cutoff.node, plan.probes, plan.seed + 1)
    end
    chosen[i] = cutoff
  end
  sort(chosen, spared_more)
  return chosen
end

-- Explains the biggest cut-offs of a search, which trace.lua has recorded, the biggest first. Then whether all of them
-- were compared. `is_counted` says that all positions could be counted.
function cutoffs.explain(plan, record, is_counted)
  local list, has_all = record.cutoffs, is_counted and not record.is_thinned
  local most = has_all and #list or min(#list, CANDIDATES)
  local limit = has_all and huge or floor(plan.count / CANDIDATES) + 1
  local found = {}
  for i = 1, plan.cutoffs > 0 and most or 0 do
    local cutoff, probes = list[i], max(2, floor(plan.probes * SHARE))
    cutoff.rank = i
    local path = trace.path_to(cutoff.node)
    cutoff.spared, cutoff.left = plan.walker:count(path, cutoff.node, limit, probes, plan.seed)
    if cutoff.left > 0 then found[#found + 1] = cutoff end
  end
  local explained = {}
  for i, cutoff in ipairs(choose_cutoffs(plan, found)) do explained[i] = explain_cutoff(plan, cutoff, record) end
  return explained, most == #list and not record.is_thinned
end

return cutoffs
