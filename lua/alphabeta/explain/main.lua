-- An explanation: makes the searches, and collects their results. Internal: this is `alphabeta.explain`, which loads it
-- with the first explanation.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, cutoffs, function_rows, games = use("common.core", "explain.cutoffs", "front.function_rows", "common.game")
local lines, option_rows, plans, trace = use("explain.lines", "common.options", "explain.plan", "explain.trace")
local unused, values, words = use("common.unused", "common.values", "explain.words")

local max, limit_of = math.max, plans.limit_of

-- Of this many cut-offs, or as many as are wanted, the greatest are kept while the search runs.
local LEAST_KEPT = 20000

-- ---- searches ------------------------------------------------------------------------------------------------------

-- Calls a function of alphabeta.core. An error of its own is raised as an error of this one, without a position.
local function call(callee, ...)
  local ok, best, value, info = pcall(callee, ...)
  if not ok then error((option_rows.rename_error(best, "alphabeta.explain")), 0) end
  return best, value, info
end

-- Makes the user's search, and records its cut-offs: those of the last completed iteration, whose answer is explained.
local function search(plan)
  local record = trace.new(max(LEAST_KEPT, plan.cutoffs))
  local options, limits = option_rows.both_without(plan.search, plan.limits, "partial_iteration")
  options.trace, options.multipv = record.listen, nil
  local best, value, info = call(core.search, plan.state, limits, options)
  return best, value, info, record:result(info.depth)
end

-- Finds the values of the moves at the root. Returns an array of scores, the best first, and whether the search saw the
-- end of all lines.
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
  return info.scores or {}, info.reason == "solved"
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

-- Adds the moves and the expected line to an explanation.
local function add_moves(plan, why)
  local scores, sees_all = score_moves(plan, why.depth)
  why.moves, why.sees_all = lines.moves(plan, why.best, why.value, scores), sees_all
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
  why.choices = plan.walker:count_choices {
    past = limit_of(plan, "past"), only = limit_of(plan, "only"), avoid = limit_of(plan, "avoid"),
  }
  why.cutoffs = cutoffs.explain(plan, record, why.choices)
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
