-- An explanation: makes the searches, and collects their results. Internal: this is `alphabeta.explain`, which loads it
-- with the first explanation.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, cutoffs, function_rows, games = use("common.core", "explain.cutoffs", "front.function_rows", "common.game")
local lines, option_rows, plans, trace = use("explain.lines", "common.options", "explain.plan", "explain.trace")
local unused, values, words = use("common.unused", "common.values", "explain.words")

local huge, max = math.huge, math.max
local limit_of = plans.limit_of

-- If a search cuts off more often than this, the smallest cut-offs are not kept.
local MOST_CUTOFFS = 20000

-- ---- searches ------------------------------------------------------------------------------------------------------

-- Calls a function of alphabeta.core. An error of its own is raised as an error of this one, without a position.
local function call(callee, ...)
  local ok, best, value, info = pcall(callee, ...)
  if not ok then error((option_rows.rename_error(best, "alphabeta.explain")), 0) end
  return best, value, info
end

-- Makes the user's search, and records its cut-offs: those of the last completed iteration, whose answer is explained.
local function search(plan)
  local record = trace.new(MOST_CUTOFFS)
  local options, limits = option_rows.both_without(plan.search, plan.limits, "partial_iteration")
  options.trace, options.multipv = record.listen, nil
  local best, value, info = call(core.search, plan.state, limits, options)
  return best, value, info, record:result(info.depth)
end

-- Finds the values of the moves at the root. Returns an array of scores, the best first.
local function score_moves(plan, depth)
  local options = values.copy(plan.search)
  for _, name in ipairs {"time", "think", "clock", "nodes", "ties", "seed", "on_iteration"} do options[name] = nil end
  if options.algorithm == "mtdf" then options.algorithm = nil end
  options.multipv = options.multipv or "all"
  if options.multipv == 1 then options.multipv = 2 end
  for _, name in ipairs {"time", "think", "clock", "nodes"} do
    options.deepening = options.deepening or limit_of(plan, name) ~= nil
  end
  local limits = {
    depth = depth, past = limit_of(plan, "past"), only = limit_of(plan, "only"),
    avoid = limit_of(plan, "avoid"),
  }
  local _, _, info = call(core.search, plan.state, limits, options)
  return info.scores or {}
end

-- ---- explanations --------------------------------------------------------------------------------------------------

local Explanation = {__tostring = words.text}

-- The kind of an explanation.
local function kind_of(best, info, record)
  if info.reason == "over" then return "over" end
  if record.is_chance then return "chance" end
  if best == nil then return "unsearched" end
  return "move"
end

-- The positions that minimax would visit, and how many moves there are to choose from. `searched` is the longest line
-- of the search.
local function count_minimax(plan, depth, searched)
  local minimax, choices, probed = plan.walker:count({}, nil, plan.count, plan.probes, plan.seed)
  minimax.nodes = minimax.nodes + 1 -- the root
  local is_full = searched == depth + (plan.search.quiescence or 0)
  minimax.longest = is_full and searched or minimax.is_exact and plan.walker:longest() or max(searched, probed)
  return minimax, choices
end

-- The b with b + b^2 + ... + b^depth = nodes, the root not being one of them.
local function branching(nodes, depth)
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

-- Adds the moves and the expected line to an explanation.
local function add_moves(plan, why)
  why.moves = lines.moves(plan, why.best, why.value, score_moves(plan, why.depth))
  local line, ends = lines.of(plan, why.info.pv)
  local best = why.moves[1]
  if best and best.line and #best.line > #line then line, ends = best.line, best.ends end
  why.line, why.ends = line, ends
end

-- Makes an explanation.
local function explain(plan)
  local best, value, info, record = search(plan)
  plans.prepare(plan, info.depth)
  local why = {
    kind = kind_of(best, info, record), best = best, value = value, info = info, depth = info.depth, me = plan.me,
    wants_low = plan.wants_low, win = plan.meaning.win, moves = {}, line = {}, nodes = record.nodes,
    longest = record.longest, style = plan.style,
    is_restricted = limit_of(plan, "only") ~= nil or limit_of(plan, "avoid") ~= nil,
  }
  why.minimax, why.choices = count_minimax(plan, info.depth, record.longest)
  why.branching = branching(record.nodes - 1, record.longest)
  why.minimax_branching = branching(why.minimax.nodes - 1, why.minimax.longest)
  why.cutoffs, why.compares_all = cutoffs.explain(plan, record, why.minimax.is_exact)
  why.unused = unused.list(plan.game, games.read(plan.game, function_rows), plan.asked)
  if why.kind == "move" then add_moves(plan, why) end
  return setmetatable(why, Explanation)
end

-- Explains a search. Returns nil and what is wrong if an argument is; other errors are raised.
return function(state, depth, options)
  local plan, message = plans.read(state, depth, options)
  if not plan then return nil, "alphabeta.explain: " .. message end
  local ok, result = pcall(explain, plan)
  if ok then return result end
  if type(result) == "string" and result:find "^alphabeta" then return nil, result end
  error(result, 0)
end
