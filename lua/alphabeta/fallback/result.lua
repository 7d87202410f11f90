-- What a search has found, as its caller gets it: as csrc/binding/root has it. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.result"):match "^(.*)%.[^.]*$"

local choice = require(PACKAGE .. ".choice")
local limits = require(PACKAGE .. ".limits")
local TECHNIQUES = require(PACKAGE .. ".technique_rows")
local transposition = require(PACKAGE .. ".transposition")

local huge, ipairs = math.huge, ipairs

local result = {}

local BOUNDS = {[-1] = "upper", [0] = "exact", [1] = "lower"}
result.ENGINE = "Lua"

-- A table from player to payoff.
function result.payoffs(e, payoffs)
  local of_players = {}
  for i = 1, e.players > 0 and e.players or #e.player_indexes do
    local payoff = payoffs[i]
    of_players[e.player_indexes[i]] = payoff == 0 and 0 or payoff
  end
  return of_players
end

-- The bound that the value is: 0 exact, 1 the true value is at least that, -1 at most.
function result.bound(e)
  local value = e.value
  if e.partial_depth > 0 then return e.minimizing and -1 or 1 end
  if value <= e.alpha and e.alpha > -huge then return -1 end
  if value >= e.beta and e.beta < huge then return 1 end
  return 0
end

-- The score of the move that is played, where that is chosen; nil where it is the search's own.
local function chosen_of(e)
  if not e.scores then return nil end
  local list = e.scores.completed
  if #list == 0 or result.bound(e) ~= 0 then return nil end
  local place = e.chosen or choice.place(e.choice, list, e.number)
  return place and list[place]
end

-- A value of the root's player in the view of the search.
local function value_of(e, value)
  if value == 0 then return 0 end
  return e.minimizing and -value or value
end

local function copy(list)
  local own = {}
  for i = 1, #list do own[i] = list[i] end
  return own
end

-- What the user learns of a score.
local function describe(e, score)
  local plies = choice.win_in(score)
  local own = {
    move = e.answers.moves[score.index], value = value_of(e, score.value),
    bound = BOUNDS[e.minimizing and -score.bound or score.bound],
  }
  if score.bound == 0 then
    own.pv = copy(e.completed_lines[score.index])
    if plies ~= 0 then own.win_in = plies end
  end
  return own
end

-- The expected line, from its first move on.
local function line_of(e)
  local line, length = {}, e.best_length
  for i = 1, length do line[i] = e.best_line[length - i + 1] end
  return line
end

-- Whether a search uses a technique, by its name.
local USES = {
  alphabeta = function(e) return e.algorithm == "alphabeta" end,
  pvs = function(e) return e.algorithm == "pvs" end,
  mtdf = function(e) return e.algorithm == "mtdf" end,
  minimax = function(e) return e.algorithm == "minimax" end,
  maxn = function(e) return e.algorithm == "maxn" end,
  deepening = function(e) return e.deepening end,
  last_depth = function(e) return e.deepening and e.by_two_to > 1 and e.by_two_to < e.depth end,
  partial_iteration = function(e) return e.partial_iteration end,
  aspiration = function(e) return e.prunes and e.deepening and e.aspiration < huge end,
  table = function(e) return e.table end,
  refutation_table = function(e) return e.uses_refutations end,
  order = function(e) return e.asks_scores end,
  order_by_evaluate = function(e) return e.asks_child_values end,
  move_id = function(e) return e.asks_moves and e.move_id end,
  move_content = function(e) return e.has_content end,
  state_content = function(e) return e.asks_key and e.hashes_content end,
  find_move = function(e) return e.finds_moves end,
  hash_move = function(e) return e.asks_child_keys end,
  enhanced_cutoffs = function(e) return e.enhanced_cutoffs end,
  bounds = function(e) return e.is_bounded end,
  shallow_pruning = function(e) return e.algorithm == "maxn" and e.value_sum < huge and e.value_min > -huge end,
  star1 = function(e) return e.prunes and e.has_chance_nodes and not e.star2 end,
  star2 = function(e) return e.prunes and e.has_chance_nodes and e.star2 end,
  repetition = function(e) return e.scores_repetition end,
  quiescence = function(e) return e.quiescence > 0 end,
  null_move = function(e) return e.null_move > 0 end,
  reductions = function(e) return e.reductions > 0 end,
}
for _, name in ipairs(TECHNIQUES.learns) do
  local field = "learns_" .. name
  USES[name] = function(e) return e[field] end
end
result.USES = USES

-- The names of what the search used.
local function techniques_of(e)
  local names = {}
  for i = 1, #TECHNIQUES do
    if USES[TECHNIQUES[i]](e) then names[#names + 1] = TECHNIQUES[i] end
  end
  return names
end

-- What the search did.
function result.info(e)
  local chosen, bound = chosen_of(e), result.bound(e)
  local info = {
    depth = e.result_depth, nodes = e.nodes, evaluations = e.evaluations, cutoffs = e.cutoffs,
    table_hits = e.table_hits, techniques = techniques_of(e), reason = e.reason, engine = result.ENGINE,
    time = (e.reason and e.ended or limits.now()) - e.started,
  }
  if e.table then
    info.table_bytes = transposition.bytes(e.table)
    info.table_fill = transposition.fill(e.table)
  end
  info.pv = chosen and copy(e.completed_lines[chosen.index]) or line_of(e)
  if e.iterations > 0 then info.bound = BOUNDS[bound] end
  local plies = chosen and choice.win_in(chosen) or e.win_in
  if e.partial_depth > 0 then info.partial_depth, bound = e.partial_depth, 0 end
  if chosen and plies ~= 0 or not chosen and e.is_decided and bound == 0 then info.win_in = plies end
  if e.multipv > 1 or e.lists_ties then
    local list, scores = e.scores and e.scores.completed or {}, {}
    for i = 1, #list do scores[i] = describe(e, list[i]) end
    info.scores = scores
    if e.lists_ties then
      local ties = {}
      for i = 1, bound == 0 and choice.ties(list) or 0 do ties[i] = scores[i].move end
      info.ties = ties
    end
  end
  return info
end

-- Best move, value and info; the leaves and their division for perft.
function result.values(e)
  if e.algorithm == "perft" then return e.leaves, e.division end
  local chosen = chosen_of(e)
  local best, value
  if chosen then
    best = e.answers.moves[chosen.index]
  elseif e.best_length > 0 then
    best = e.best_line[e.best_length]
  end
  if e.iterations > 0 then
    if e.algorithm == "maxn" then
      value = result.payoffs(e, e.result_payoffs)
    else
      value = chosen and value_of(e, chosen.value) or e.value
    end
  end
  return best, value, result.info(e)
end

-- What `level` gets that is a function: the scores of the sensible moves, and a function for random numbers. Nil where
-- it is not to be asked. Also returns the places of these moves.
function result.for_level(e)
  if type(e.choice.level) ~= "function" or e.has_asked_level or not e.scores then return nil end
  if result.bound(e) ~= 0 then return nil end
  local sensible, places = choice.sensible(e.scores.completed)
  if #sensible == 0 then return nil end
  local described, count = {}, 0
  for i = 1, #sensible do described[i] = describe(e, sensible[i]) end
  local seed, number = e.choice.seed, e.number
  local function random()
    count = count + 1
    return choice.random(seed, number, count)
  end
  return described, random, places
end

return result
