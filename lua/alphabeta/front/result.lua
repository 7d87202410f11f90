-- The result of a search, for its caller. Internal.

local use = require((...):match "^(.*)%..*%." .. ".use")

local TECHNIQUES = use "front.technique_rows"

local huge, ipairs, max, min = math.huge, ipairs, math.max, math.min

local result = {}

local BOUNDS = {[-1] = "upper", [0] = "exact", [1] = "lower"}

-- The fields of a plan that say whether a search uses a technique of another name: true, or a number above 0.
local FIELDS = {
  table = "has_table", refutation_table = "uses_refutations", order = "asks_scores",
  order_by_evaluate = "asks_child_values", find_move = "finds_moves",
  repetition = "scores_repetition",
}
for _, name in ipairs(TECHNIQUES.learns) do FIELDS[name] = "learns_" .. name end

-- Whether a search uses the techniques without a field.
local USES = {
  bounds = function(e) -- the value of repetitions is one, too
    local value = e.scores_repetition and e.repetition
    return e.prunes and (e.asks_bounds or e.win < huge or min(e.value_min, value or huge) > -huge
      or max(e.value_max, value or -huge) < huge)
  end,
  last_depth = function(e) return e.deepening and e.by_two_to > 1 and e.by_two_to < e.depth end,
  move_id = function(e) return e.asks_moves and e.move_id ~= nil end,
  state_content = function(e) return e.asks_key and e.hashes_content end,
  shallow_pruning = function(e) return e.algorithm == "maxn" and e.value_sum < huge and e.value_min > -huge end,
  star1 = function(e) return e.prunes and e.has_chance_nodes and not e.star2 end,
  star2 = function(e) return e.prunes and e.has_chance_nodes and e.star2 end,
}

-- The names of the techniques that the search used. How moves are identified turns out only while it runs.
function result.techniques(e, has_content)
  local names, algorithm = {}, e.algorithm
  for i = 1, #TECHNIQUES do
    local name = TECHNIQUES[i]
    local is_used = USES[name]
    local field = is_used and is_used(e) or not is_used and e[FIELDS[name] or name]
    if field and field ~= 0 or name == algorithm or has_content and name == "move_content" then
      names[#names + 1] = name
    end
  end
  return names
end

-- Best move, value and info, as the user gets them.
-- @tparam table e the plan
-- @param best
-- @param value
-- @tparam table info the fields of `info`, with these exceptions: `bound` is -1, 0 or 1, or nil without a value;
--   `win_in`, if the value is that of a decided game; no `techniques`, if they are unknown; `has_content`, whether
--   moves were identified by their content
-- @tparam ?table of what is known of the root's moves, where they are to be ranked: see root/ranking.lua
function result.values(e, best, value, info, of)
  local bound = info.bound
  info.engine, info.techniques = e.engine, info.techniques or result.techniques(e, info.has_content)
  info.has_content = nil
  if bound and bound ~= 0 and not info.partial_depth and not e.method then info.win_in = nil end
  info.bound = BOUNDS[bound]
  if of then return use "root.ranking".result(of, best, value, info) end
  return best, value, info
end

return result
