-- An explanation: makes the searches, and collects what they found. Internal: this is `alphabeta.explain`, which loads
-- it with the first explanation.

local EXPLAIN = (... or "alphabeta.explain.main"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = EXPLAIN:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local core = require "alphabeta.core"
local counts = require(EXPLAIN .. ".counts")
local cutoffs = require(EXPLAIN .. ".cutoffs")
local errors = require(PACKAGE .. ".common.errors")
local function_rows = require(PACKAGE .. ".fallback.function_rows")
local games = require(PACKAGE .. ".common.game")
local lines = require(EXPLAIN .. ".lines")
local option_rows = require(PACKAGE .. ".common.options")
local plans = require(EXPLAIN .. ".plan")
local trace = require(EXPLAIN .. ".trace")
local unused = require(PACKAGE .. ".common.unused")
local walks = require(EXPLAIN .. ".walk")
local words = require(EXPLAIN .. ".words")

local limit_of = plans.limit_of

-- Of a search that cuts off more often than this, the smallest cut-offs are not kept.
local MOST_CUTOFFS = 20000

-- ---- searches ------------------------------------------------------------------------------------------------------

-- Calls a function of alphabeta.core. An error of its own is raised as an error of this one, without a position.
local function call(callee, ...)
  local ok, best, value, info = pcall(callee, ...)
  if not ok then error((errors.rename(best, "alphabeta.explain")), 0) end
  return best, value, info
end

-- Makes the search that the user asked for, and records its cut-offs: those of the last completed iteration, whose
-- answer is explained.
local function search(plan)
  local options, record = {}, trace.new(MOST_CUTOFFS)
  for name, value in pairs(plan.search) do options[name] = value end
  options.trace, options.multipv = record.listen, nil
  option_rows.turn_off(options, "partial_iteration")
  if type(plan.limits) == "table" and plan.limits.without ~= nil then
    option_rows.turn_off(plan.limits, "partial_iteration")
  end
  local best, value, info = call(core.search, plan.state, plan.limits, options)
  return best, value, info, record:result(info.depth)
end

-- Finds the values of the moves at the root. Returns an array of scores, the best first.
local function score_moves(plan, depth)
  local options = {}
  for name, value in pairs(plan.search) do options[name] = value end
  for _, name in ipairs {"time", "think", "nodes", "ties", "seed", "aspiration", "on_iteration"} do
    options[name] = nil
  end
  if options.algorithm == "mtdf" then options.algorithm = nil end
  options.multipv = options.multipv or "all"
  if options.multipv == 1 then options.multipv = 2 end
  for _, name in ipairs {"time", "think", "nodes"} do
    options.deepening = options.deepening or limit_of(plan, name) ~= nil
  end
  local limits = {
    depth = depth, past = limit_of(plan, "past"), only = limit_of(plan, "only"),
    avoid = limit_of(plan, "avoid"),
  }
  local _, _, info = call(core.search, plan.state, limits, options)
  return info.scores or {}
end

-- ---- moves ---------------------------------------------------------------------------------------------------------

-- By how much a value is worse than the best one for the player at the root.
local function loss_of(plan, best, value)
  if type(best) == "table" then best = best[plan.me] end -- scores hold the payoff of one player alone
  if value == best then return 0 end
  return plan.wants_low and value - best or best - value
end

-- Explains the moves at the root, the best first: the move that the search returned precedes others that are as good.
local function explain_moves(plan, best, value, scores)
  local moves, at = {}, nil
  local first = lines.of(plan, {best})[1]
  for i, score in ipairs(scores) do
    local line, ends = lines.of(plan, score.pv or {score.move})
    local step = line[1]
    moves[i] = {
      move = score.move, index = step.index, label = step.label, value = score.value, bound = score.bound,
      loss = score.bound == "exact" and loss_of(plan, value, score.value) or nil, win_in = score.win_in,
      line = score.pv and line or nil, ends = score.pv and ends or nil,
    }
    local is_best = rawequal(score.move, best) or first.index ~= nil and step.index == first.index
    if is_best and not at then at = i end
  end
  if at then table.insert(moves, 1, table.remove(moves, at)) end
  return moves
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
  why.moves = explain_moves(plan, why.best, why.value, score_moves(plan, why.depth))
  local line, ends = lines.of(plan, why.info.pv)
  local best = why.moves[1]
  if best and best.line and #best.line > #line then line, ends = best.line, best.ends end
  why.line, why.ends = line, ends
end

-- Makes an explanation.
local function explain(plan)
  local best, value, info, record = search(plan)
  local game, state = plan.game, plan.state
  plan.is_by_children = games.style_of(game) == "children"
  if game.player then plan.me = game.player(state) end
  plan.wants_low = limit_of(plan, "maximize") == false
    or plan.meaning.view == "player" and plan.me ~= plan.meaning.max_player
  local limits = {
    depth = info.depth, past = limit_of(plan, "past"), only = limit_of(plan, "only"),
    avoid = limit_of(plan, "avoid"), repetition = plan.meaning.repetition, quiescence = plan.search.quiescence,
    hash = plan.search.hash, hash_ignore = plan.search.hash_ignore,
  }
  plan.walker = walks.new(game, state, limits)
  local why = {
    kind = kind_of(best, info, record), best = best, value = value, info = info, depth = info.depth, me = plan.me,
    wants_low = plan.wants_low, win = plan.meaning.win, moves = {}, line = {}, nodes = record.nodes,
    longest = record.longest, style = plan.style, is_restricted = limits.only ~= nil or limits.avoid ~= nil,
  }
  why.minimax, why.choices = counts.minimax(plan, info.depth, record.longest)
  why.branching = counts.branching(record.nodes - 1, record.longest)
  why.minimax_branching = counts.branching(why.minimax.nodes - 1, why.minimax.longest)
  why.cutoffs, why.compares_all = cutoffs.explain(plan, record, why.minimax.is_exact)
  local functions = games.read(game, function_rows)
  why.unused, why.cost = unused.list(game, functions, plan.asked), unused.cost_of_result(functions)
  if why.kind == "move" then add_moves(plan, why) end
  return setmetatable(why, Explanation)
end

-- Explains a search.
-- @treturn ?explanation
-- @treturn string what is wrong with the arguments then; other errors are raised
return function(state, depth, options)
  local plan, message = plans.read(state, depth, options)
  if not plan then return nil, "alphabeta.explain: " .. message end
  local ok, result = pcall(explain, plan)
  if ok then return result end
  if type(result) == "string" and result:find "^alphabeta" then return nil, result end
  error(result, 0)
end
