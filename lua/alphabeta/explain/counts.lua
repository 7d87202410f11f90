-- Counts of positions, counted or estimated. Internal: `alphabeta.explain` uses it.

local huge, max = math.huge, math.max

local counts = {}

-- Estimates the positions after a line.
function counts.estimate(plan, path, without, probes, seed)
  local nodes, deviation, longest = plan.walker:estimate(path, without, probes, seed)
  return {nodes = nodes, is_exact = false, error = deviation, probes = probes}, longest
end

-- Counts the positions after a line, or estimates them. Returns a table, how many successors there are at the end of
-- the line, and of an estimate the decisions on the longest of its probes.
function counts.count(plan, path, without, limit, probes)
  local nodes, left = plan.walker:count(path, without, limit)
  if nodes then return {nodes = nodes, is_exact = true}, left end
  local estimated, longest = counts.estimate(plan, path, without, probes, plan.seed)
  return estimated, left, longest
end

-- The positions that minimax would visit, and how many moves there are to choose from. `searched` is the longest line
-- of the search.
function counts.minimax(plan, depth, searched)
  local minimax, choices, probed = counts.count(plan, {}, nil, plan.count, plan.probes)
  minimax.nodes = minimax.nodes + 1 -- the root
  local is_full = searched == depth + (plan.search.quiescence or 0)
  minimax.longest = is_full and searched or minimax.is_exact and plan.walker:longest() or max(searched, probed)
  return minimax, choices
end

-- The b with b + b^2 + ... + b^depth = nodes, the root not being one of them.
function counts.branching(nodes, depth)
  if depth < 1 or not (nodes >= 1 and nodes < huge) then return nil end
  local low, high = 0.0, nodes + 0.0
  for _ = 1, 100 do
    local middle = (low + high) / 2
    local sum = 0.0
    for _ = 1, depth do sum = (sum + 1) * middle end
    if sum < nodes then low = middle else high = middle end
  end
  return (low + high) / 2
end

return counts
