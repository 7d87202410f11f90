--- Why this move: what a search has found, in words. Its one function is @{alphabeta.explain}, which
-- `require "alphabeta.explain"` returns as well.
--
-- How it is made: the search is made as it was asked for, and listened to. A second one, to the same depth, finds the
-- exact values of the other moves. Then the tree is counted that minimax would have to look at, and what the biggest
-- cut-offs have left out of it; where that is too much to be counted, it is estimated.
--
-- All of that takes many times as long as the search alone: it is for those who make a game, not for those who play it.
--
-- Sources. The estimate: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 29
-- (1975), 121-136. The effective branching factor: N. J. Nilsson, "Problem-Solving Methods in Artificial Intelligence"
-- (1971); S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", the section on heuristic functions.
--
-- @module alphabeta.explain
-- @license MIT
local NAME = (...) or "alphabeta.explain" -- or what it is called where the folder lies elsewhere
local PACKAGE = NAME:match "^(.*)%.[^.]*$" or "alphabeta"

local core = require "alphabeta.core"
local label_of = require(PACKAGE .. ".tree.label")
local trace = require(NAME .. ".trace")
local walks = require(NAME .. ".walk")
local words = require(NAME .. ".words")

local abs, floor, huge = math.abs, math.floor, math.huge
local max, min = math.max, math.min
local concat, sort = table.concat, table.sort

-- In whose name errors are raised.
local WHERE = "alphabeta.explain: "

-- What is counted, probed and told when no option says otherwise.
local COUNT, PROBES, CUTOFFS = 100000, 1000, 3

-- Of a search that cuts off more often than this, the smallest cut-offs are not kept.
local MOST_CUTOFFS = 20000

-- Where not all that was left out can be counted, so many cut-offs are compared, with this share of the probes.
local CANDIDATES, SHARE = 12, 1 / 4

-- ---- options -------------------------------------------------------------------------------------------------------

-- The options of the search that it shares, and its own.
local SHARED = {
  "algorithm", "aspiration", "avoid", "deepening", "depth", "fail", "game", "history", "killers", "maximize", "multipv",
  "nodes", "null_move", "on_iteration", "quiescence", "reductions", "repetition", "searchmoves", "seed", "star2",
  "table", "ties", "time", "value_max", "value_min", "value_sum", "view", "win",
}
local OWN = {"count", "cutoffs", "label", "probes"}

-- Those that it refuses, and why.
local REFUSED = {
  alpha = "a window leaves values unknown",
  beta = "a window leaves values unknown",
  level = "a level need not play the best move",
  null_move = "what was only guessed cannot be explained",
  reductions = "what was only guessed cannot be explained",
  slice = "it works in one piece",
  trace = "it listens to the search itself",
}

-- What of those means that they are off.
local IS_OFF = {null_move = 0, reductions = false}

local VALID = {}
for _, list in ipairs {SHARED, OWN} do
  for _, name in ipairs(list) do VALID[name] = true end
end

local function describe(value)
  if type(value) == "number" then return value ~= value and "NaN" or ("%.14g"):format(value) end
  if type(value) == "string" and #value <= 40 then return "'" .. value .. "'" end
  return type(value)
end

local function fail(format, ...)
  error(WHERE .. format:format(...), 0)
end

local function check_names(options, kind)
  for name, value in pairs(options) do
    if REFUSED[name] and value ~= IS_OFF[name] then
      fail("%s '%s' makes no sense here: %s", kind, name, REFUSED[name])
    end
  end
end

local function check_integer(options, name, least)
  local value = options[name]
  if value == nil or value == huge and name ~= "probes" then return end
  local is_right = type(value) == "number" and value >= least and value < huge and value == floor(value)
  if not is_right then
    local or_huge = name ~= "probes" and ", or math.huge" or ""
    fail("option '%s': expected an integer from %d on%s, got %s", name, least, or_huge, describe(value))
  end
end

-- Checks what the search does not check.
local function check_options(options)
  if options == nil then return {} end
  if type(options) ~= "table" then fail("argument 'options': expected a table, got %s", describe(options)) end
  check_names(options, "option")
  for name in pairs(options) do
    if not VALID[name] then
      local valid = {}
      for known in pairs(VALID) do
        if not REFUSED[known] then valid[#valid + 1] = known end
      end
      sort(valid)
      fail("unknown option %s (valid: %s)", describe(name), concat(valid, ", "))
    end
  end
  check_integer(options, "count", 1)
  check_integer(options, "cutoffs", 0)
  check_integer(options, "probes", 2)
  if options.label ~= nil and type(options.label) ~= "function" then
    fail("option 'label': expected a function, got %s", describe(options.label))
  end
  return options
end

-- What is to be done: the options of the search, its limits, and the own options.
local function plan_of(state, depth, options)
  options = check_options(options)
  local plan = {
    state = state, search = {}, limits = {},
    count = options.count or COUNT, cutoffs = options.cutoffs or CUTOFFS, probes = options.probes or PROBES,
    label = options.label, seed = tonumber(options.seed) or 0,
  }
  for name, value in pairs(options) do plan.search[name] = value end
  for _, name in ipairs(OWN) do plan.search[name] = nil end
  if type(depth) == "table" then
    check_names(depth, "limit")
    for name, value in pairs(depth) do plan.limits[name] = value end
  else
    plan.limits = depth
  end
  plan.game = options.game
  if plan.game == nil then plan.game = state end
  -- With a table, values of lines that run into repetitions depend on what was searched before.
  if options.repetition ~= nil then plan.search.table = 0 end
  return plan
end

-- ---- searches ------------------------------------------------------------------------------------------------------

-- Calls a function of the module; the module's own errors are raised in this one's name, without a place.
local function call(callee, ...)
  local ok, best, value, info = pcall(callee, ...)
  if ok then return best, value, info end
  if type(best) == "string" then best = best:gsub("^alphabeta%.%a+: ", WHERE):gsub("^searcher:%a+: ", WHERE) end
  error(best, 0)
end

-- The limit of this name, from wherever it was given.
local function limit_of(plan, name)
  local limits = plan.limits
  if type(limits) == "table" and limits[name] ~= nil then return limits[name] end
  return plan.search[name]
end

-- Makes the search as it was asked for, and listens to it.
local function search(plan)
  local options, record = {}, trace.new(MOST_CUTOFFS)
  for name, value in pairs(plan.search) do options[name] = value end
  options.trace, options.multipv = record.listen, nil
  local best, value, info = call(core.search, plan.state, plan.limits, options)
  return best, value, info, record:result(info.depth)
end

-- Finds out what the moves at the root are worth. Returns an array of scores, the best first.
local function score_moves(plan, depth)
  local options = {}
  for name, value in pairs(plan.search) do options[name] = value end
  for _, name in ipairs {"time", "nodes", "ties", "on_iteration"} do options[name] = nil end
  if options.algorithm == "mtdf" then options.algorithm = nil end
  options.multipv = options.multipv or "all"
  if options.multipv == 1 then options.multipv = 2 end
  options.deepening = options.deepening or limit_of(plan, "time") ~= nil or limit_of(plan, "nodes") ~= nil
  local limits = {
    depth = depth, past = limit_of(plan, "past"), searchmoves = limit_of(plan, "searchmoves"),
    avoid = limit_of(plan, "avoid"),
  }
  local _, _, info = call(core.search, plan.state, limits, options)
  return info.scores or {}
end

-- ---- moves and lines -----------------------------------------------------------------------------------------------

-- What a step is called: by the game's maker, by the move itself, by its place.
local function label_step(plan, step, state)
  local is_state = type(step.move) == "number" and plan.is_by_children and not plan.label
  step.label = not is_state and label_of(plan.label, state, step.move)
    or step.index and ("#%.0f"):format(step.index) or "?"
end

-- Says who makes each step of a line, luck aside. Where nobody told, turns alternate.
local function tell_movers(plan, path, movers)
  local is_mine = true
  for i, step in ipairs(path) do
    if not step.is_luck then
      if plan.game.player then is_mine = movers[i] == plan.me end
      step.is_mine, step.player = is_mine, movers[i]
      is_mine = not is_mine
    end
  end
end

-- Completes the steps of a line. Returns what is at its end.
local function walk(plan, path)
  local player, movers = plan.game.player, {}
  local states = {}
  local ends = plan.walker:follow(path, function(ply, state)
    if player then movers[ply + 1] = player(state) end
    if ply > 0 then
      label_step(plan, path[ply], state)
      states[ply] = true
    end
  end)
  for ply, step in ipairs(path) do
    if not states[ply] then label_step(plan, step, nil) end
  end
  tell_movers(plan, path, movers)
  return ends
end

-- Makes a line of moves.
local function line_of(plan, moves)
  local path = {}
  for i, move in ipairs(moves) do path[i] = {move = move} end
  local ends = walk(plan, path)
  return path, ends
end

-- How much worse than the best a value is to the player at the root.
local function loss_of(plan, best, value)
  if type(best) == "table" then best = best[plan.me] end -- scores tell the share alone
  if value == best then return 0 end
  return plan.wants_low and value - best or best - value
end

-- Explains the moves at the root, the best first: the one that was found stands before others that are as good.
local function explain_moves(plan, best, value, scores)
  local moves, at = {}, nil
  local first = line_of(plan, {best})[1]
  for i, score in ipairs(scores) do
    local line, ends = line_of(plan, score.pv or {score.move})
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

-- ---- counts --------------------------------------------------------------------------------------------------------

-- Estimates what is behind a line.
local function estimate(plan, path, without, probes, seed)
  local nodes, deviation, longest = plan.walker:estimate(path, without, probes, seed)
  return {nodes = nodes, is_exact = false, error = deviation, probes = probes}, longest
end

-- Counts what is behind a line, or estimates it. Returns a table, how many successors there are at its end, and of an
-- estimate the decisions on the longest of its probes.
local function count(plan, path, without, limit, probes)
  local nodes, left = plan.walker:count(path, without, limit)
  if nodes then return {nodes = nodes, is_exact = true}, left end
  local estimated, longest = estimate(plan, path, without, probes, plan.seed)
  return estimated, left, longest
end

-- What minimax would look at, and how many moves there are to choose from. `searched` is the longest line that the
-- search has seen.
local function count_minimax(plan, depth, searched)
  local minimax, choices, probed = count(plan, {}, nil, plan.count, plan.probes)
  minimax.nodes = minimax.nodes + 1 -- the root
  local is_full = searched == depth + (plan.search.quiescence or 0)
  minimax.longest = is_full and searched or minimax.is_exact and plan.walker:longest() or max(searched, probed)
  return minimax, choices
end

-- The b with b + b^2 + ... + b^depth = nodes, the root not being one of them.
local function branching_of(nodes, depth)
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

-- ---- cut-offs ------------------------------------------------------------------------------------------------------

-- Is a window no wider than a question for more or less?
local function is_null(alpha, beta)
  return abs(alpha) < huge and beta - alpha <= 1e-9 * (1 + abs(alpha))
end

-- Can no move at a ply bring more, or less where the least is wanted?
local function is_extreme(plan, cutoff, ply)
  local value, options = cutoff.value, plan.search
  local most, least = options.value_max or huge, options.value_min or -huge
  local win = options.win and options.win - ply - 1 or huge
  if cutoff.maximizing then return value >= min(most, win) end
  return value <= -min(-least, win)
end

-- The node where luck's last step on a line led; nil when there is none.
local function after_luck(node, line)
  while node.ply > 0 and not line[node.ply].is_luck do node = node.parent end
  return node.ply > 0 and node or nil
end

-- Why the search cut off: see the field `reason` of @{cutoff}.
local function reason_of(plan, cutoff, line, whole)
  if cutoff.is_luck then return "luck" end
  if cutoff.value == nil then return "shallow" end
  local node, edge = cutoff.node, cutoff.maximizing and "beta" or "alpha"
  if not cutoff.is_closed or is_extreme(plan, cutoff, node.ply) then return "extreme" end
  local lucky = after_luck(node, line)
  if lucky and lucky[edge] == node[edge] then return "mean" end
  if is_null(node.alpha, node.beta) then return "asked" end
  return node[edge] == whole[edge] and "window" or "sure"
end

-- Explains a cut-off whose node was left with `left` successors, behind which there is what was `spared`.
local function explain_cutoff(plan, cutoff, whole)
  local line = trace.path_to(cutoff.node)
  local by = {index = cutoff.node.last, move = cutoff.by}
  line[#line + 1] = by
  walk(plan, line)
  line[#line] = nil
  return {
    line = line, ply = cutoff.node.ply, depth = cutoff.depth, alpha = cutoff.node.alpha, beta = cutoff.node.beta,
    by = by, value = cutoff.value, tried = cutoff.tried, left_out = cutoff.left, spared = cutoff.spared,
    reason = reason_of(plan, cutoff, line, whole),
  }
end

local function spared_more(a, b)
  if a.spared.nodes ~= b.spared.nodes then return a.spared.nodes > b.spared.nodes end
  return a.rank < b.rank
end

-- The first of those cut-offs that are told of. What was estimated is estimated anew: the greatest of several estimates
-- is more often too great than too small.
local function choose_cutoffs(plan, found)
  local chosen = {}
  sort(found, spared_more)
  for i = 1, min(#found, plan.cutoffs) do
    local cutoff = found[i]
    if not cutoff.spared.is_exact then
      local path = trace.path_to(cutoff.node)
      cutoff.spared = estimate(plan, path, cutoff.node.entered, plan.probes, plan.seed + 1)
    end
    chosen[i] = cutoff
  end
  sort(chosen, spared_more)
  return chosen
end

-- The biggest cut-offs. Returns also whether all were compared.
local function explain_cutoffs(plan, whole, is_counted)
  local list, has_all = whole.cutoffs, is_counted and not whole.is_thinned
  local most = has_all and #list or min(#list, CANDIDATES)
  local limit = has_all and huge or floor(plan.count / CANDIDATES) + 1
  local found = {}
  for i = 1, plan.cutoffs > 0 and most or 0 do
    local cutoff, probes = list[i], max(2, floor(plan.probes * SHARE))
    cutoff.rank = i
    cutoff.spared, cutoff.left = count(plan, trace.path_to(cutoff.node), cutoff.node.entered, limit, probes)
    if cutoff.left > 0 then found[#found + 1] = cutoff end
  end
  local told = choose_cutoffs(plan, found)
  for i, cutoff in ipairs(told) do told[i] = explain_cutoff(plan, cutoff, whole) end
  return told, most == #list and not whole.is_thinned
end

-- ---- explanations --------------------------------------------------------------------------------------------------

local Explanation = {__tostring = words.text}

-- What kind of answer it is.
local function kind_of(best, info, whole)
  if info.reason == "over" then return "over" end
  if whole.is_luck then return "luck" end
  if best == nil then return "unsearched" end
  return "move"
end

-- The rest of an explanation where there is a move.
local function explain_move(plan, told, value)
  told.moves = explain_moves(plan, told.best, value, score_moves(plan, told.depth))
  local line, ends = line_of(plan, told.info.pv)
  local best = told.moves[1]
  if best and best.line and #best.line > #line then line, ends = best.line, best.ends end
  told.line, told.ends = line, ends
end

-- Makes an explanation.
local function explain(state, depth, options)
  local plan = plan_of(state, depth, options)
  local best, value, info, whole = search(plan)
  local game = plan.game
  plan.is_by_children = not (game.moves and (game.play or game.make and game.unmake))
  plan.wants_low = plan.search.maximize == false
  if game.player then plan.me = game.player(state) end
  plan.walker = walks.new(game, state, {
    depth = info.depth, past = limit_of(plan, "past"), searchmoves = limit_of(plan, "searchmoves"),
    avoid = limit_of(plan, "avoid"), repetition = plan.search.repetition, quiescence = plan.search.quiescence,
  })
  local told = {
    kind = kind_of(best, info, whole), best = best, value = value, info = info, depth = info.depth, me = plan.me,
    wants_low = plan.wants_low, win = plan.search.win, moves = {}, line = {}, nodes = whole.nodes,
    longest = whole.longest,
    is_restricted = limit_of(plan, "searchmoves") ~= nil or limit_of(plan, "avoid") ~= nil,
  }
  told.minimax, told.choices = count_minimax(plan, info.depth, whole.longest)
  told.branching = branching_of(whole.nodes - 1, whole.longest)
  told.minimax_branching = branching_of(told.minimax.nodes - 1, told.minimax.longest)
  told.cutoffs, told.compares_all = explain_cutoffs(plan, whole, told.minimax.is_exact)
  if told.kind == "move" then explain_move(plan, told, value) end
  return setmetatable(told, Explanation)
end

return function(state, depth, options)
  local ok, told = pcall(explain, state, depth, options)
  if ok then return told end
  local is_own = type(told) == "string" and told:find "^alphabeta"
  error(told, is_own and 2 or 0)
end

--- The options of an explanation: those of the search, see @{alphabeta.options}, and these.
--
-- Not those that leave nothing exact to explain: `alpha` and `beta`, `level`, `null_move` and `reductions`; nor `slice`
-- and `trace`. `multipv` says how many moves are to have exact values, 2 at least; without it, all. With `repetition`
-- no table is used, since values would depend on what was searched before. `seed` is also that of the probes.
--
-- @tfield[opt] function label `label(state, move)`: what a move is called, as a string or a number; `state` is the one
--   that it leads to, nil where nobody went. Without it: moves that are strings, numbers or booleans, or that have
--   `__tostring`. What has no name is called by its place among the successors: `#2` is the second one
-- @tfield[opt=100000] int count positions that are counted at most; where there are more, they are estimated. May be
--   `math.huge`
-- @tfield[opt=1000] int probes random walks of an estimate, 2 or more
-- @tfield[opt=3] int cutoffs how many of the biggest cut-offs are told of; may be `math.huge`
-- @table explain_options

--- Why a move is best. `tostring` makes a text of it.
--
-- @tfield string kind `"move"`; or, where there is nothing to decide, `"over"`, the game is over; `"luck"`, luck moves;
--   `"unsearched"`, the depth is 0
-- @field best the best move, as the search returned it
-- @tfield number|table value its value, likewise
-- @tfield table info of the search: see @{alphabeta.info}
-- @tfield int depth the depth of the search, in plies
-- @tfield[opt] any me what `player` returned for the root; nil in a game without
-- @tfield boolean wants_low whether the player at the root wants a low value: `maximize` is false
-- @tfield[opt] number win the option
-- @tfield boolean is_restricted whether `searchmoves` or `avoid` were given
-- @tfield int choices how many moves there are at the root to choose from
-- @tfield {step,...} line the line that is expected: see @{step}
-- @tfield[opt] string ends what is at its end: `"over"`, the game is; `"depth"`, the search looked no further; `"luck"`
--   moves; `"repetition"`, the position was there before; `"open"`, the table or what values are possible settled the
--   rest
-- @tfield {explained_move,...} moves the moves, the best first: see @{explained_move}
-- @tfield {cutoff,...} cutoffs the biggest cut-offs, the biggest first: see @{cutoff}
-- @tfield boolean compares_all whether these are the biggest of all; else, of those nearest to the root
-- @tfield int nodes the positions that the search looked at in its last whole depth
-- @tfield int longest the moves on the longest line that it looked at there
-- @tfield count minimax the positions that minimax would look at, to the same depth: see @{count}
-- @tfield[opt] number branching the effective branching factor: the b with b + b^2 + ... + b^`longest` = `nodes` - 1,
--   the root not being counted. So many moves would a tree have everywhere that is as large and as deep
-- @tfield[opt] number minimax_branching the same for minimax, by its `nodes` and its `longest`
-- @table explanation

--- A move of a line.
--
-- @field move the move; in the children style, the state
-- @tfield[opt] int index its place among the successors, in the order of the game; nil where it was not found
-- @tfield string label what it is called
-- @tfield[opt] boolean is_luck true where luck makes it
-- @tfield[opt] boolean is_mine whether the player at the root makes it; nil where luck does
-- @tfield[opt] any player who makes it, as `player` tells; nil in a game without
-- @table step

--- What a move at the root is worth.
--
-- @field move the move; in the children style, the state
-- @tfield[opt] int index its place, in the order of the game
-- @tfield string label what it is called
-- @tfield number value its value; with algorithm `"maxn"`, the share of the player at the root
-- @tfield string bound `"exact"`, or what the value is instead: see @{alphabeta.score}
-- @tfield[opt] number loss only when the value is exact: by how much it is worse than the best, from 0 on. 0 is a true
--   tie
-- @tfield[opt] int win_in only with `win`: the plies to a win, or negative to a loss
-- @tfield[opt] {step,...} line only when the value is exact: what is expected, this move first
-- @tfield[opt] string ends what is at its end, as in @{explanation}
-- @table explained_move

--- Where the search left moves out.
--
-- @tfield {step,...} line how it came there
-- @tfield int ply the moves from the root, those of luck included
-- @tfield int depth plies left
-- @tfield step by the move that made it; where luck moves, the outcome
-- @tfield[opt] number value what that is worth, at least or at most; nil where luck moves and with `"maxn"`
-- @tfield[opt] number alpha the window on arrival: what Max is sure of; nil with `"maxn"`
-- @tfield[opt] number beta what Min is sure of
-- @tfield string reason `"sure"`, the value is no better than what is sure elsewhere; `"asked"`, that was only a null
--   window's question; `"window"`, it lies outside of the window that was tried at the root; `"extreme"`, nothing
--   better is possible; `"mean"`, the mean of what luck may bring can no longer matter, whatever the other successors
--   are worth; `"luck"`, the outcomes that are left can no longer matter; `"shallow"`, shallow pruning with `"maxn"`
-- @tfield int tried how many successors were searched
-- @tfield int left_out how many were not
-- @tfield count spared the positions behind these: see @{count}
-- @table cutoff

--- A number of positions.
--
-- @tfield number nodes how many
-- @tfield boolean is_exact true when they were counted, false when they were estimated
-- @tfield[opt] number error only of an estimate: its standard error
-- @tfield[opt] int probes only of an estimate: the random walks that it was made of
-- @tfield[opt] int longest only of minimax: the moves on the longest line; of an estimate, on the longest one known
-- @table count
