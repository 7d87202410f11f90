-- What a search has found, as its caller gets it: as csrc/binding/root has it. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.result"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local bits = require(PACKAGE .. ".bits")
local COUNTERS = require(LIBRARY .. ".common.counter_rows")
local limits = require(PACKAGE .. ".limits")
local ranking = require(LIBRARY .. ".root.ranking")
local TECHNIQUES = require(PACKAGE .. ".technique_rows")
local transposition = require(PACKAGE .. ".transposition")

local huge, ipairs, type = math.huge, ipairs, type
local add, mix, multiply = bits.add, bits.mix, bits.multiply

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

-- A function for the random numbers of a search: `random(n)` is at least 0 and less than 1. Two of them differ by the
-- golden ratio's bits, mixed.
local function random_of(seed, number)
  return function(n)
    local high, low = mix(add(seed[1], seed[2], 0x9E3779B9, 0x7F4A7C15))
    high, low = mix(add(high, low, bits.of_whole(number)))
    high, low = mix(add(high, low, multiply(0x9E3779B9, 0x7F4A7C15, 0, n)))
    return bits.upper_53(high, low) / 9007199254740992
  end
end

-- What is known of the root's moves: see root/ranking.lua.
local function ranked(e)
  local own = e.choice
  return {
    list = e.scores and e.scores.completed or {}, moves = e.root_moves.moves, lines = e.completed_lines,
    minimizing = e.minimizing, bound = result.bound(e), lists_ties = e.lists_ties, draws_tie = own.draws_tie,
    temperature = own.temperature, chosen = e.chosen, random = random_of(own.seed, e.number),
  }
end

-- The expected line, from its first move on.
local function line_of(e)
  local line, length = {}, e.best_length
  for i = 1, length do line[i] = e.best_line[length - i + 1] end
  return line
end

-- The fields of a search that say whether it uses a technique, where they have other names: true, or a number above 0.
local FIELDS = {
  refutation_table = "uses_refutations", order = "asks_scores", order_by_evaluate = "asks_child_values",
  move_content = "has_content", find_move = "finds_moves", hash_move = "asks_child_keys", bounds = "is_bounded",
  repetition = "scores_repetition",
}
for _, name in ipairs(TECHNIQUES.learns) do FIELDS[name] = "learns_" .. name end

-- Whether it uses those that no field says.
local USES = {
  last_depth = function(e) return e.deepening and e.by_two_to > 1 and e.by_two_to < e.depth end,
  aspiration = function(e) return e.prunes and e.deepening and e.aspiration < huge end,
  move_id = function(e) return e.asks_moves and e.move_id end,
  state_content = function(e) return e.asks_key and e.hashes_content end,
  shallow_pruning = function(e) return e.algorithm == "maxn" and e.value_sum < huge and e.value_min > -huge end,
  star1 = function(e) return e.prunes and e.has_chance_nodes and not e.star2 end,
  star2 = function(e) return e.prunes and e.has_chance_nodes and e.star2 end,
}

-- Whether a search uses a technique.
local function uses(e, name)
  if USES[name] then return USES[name](e) end
  local field = e[FIELDS[name] or name]
  return field and field ~= 0 or e.algorithm == name
end

-- The names of what the search used.
local function techniques_of(e)
  local names = {}
  for i = 1, #TECHNIQUES do
    if uses(e, TECHNIQUES[i]) then names[#names + 1] = TECHNIQUES[i] end
  end
  return names
end

-- What the search did, but for what concerns the choice of a move.
local function info_of(e)
  local bound = result.bound(e)
  local info = {
    depth = e.result_depth, techniques = techniques_of(e), reason = e.reason, engine = result.ENGINE,
    time = (e.reason and e.ended or limits.now()) - e.started, pv = line_of(e),
  }
  for _, name in ipairs(COUNTERS) do info[name] = e[name] end
  if e.table then
    info.table_bytes = transposition.bytes(e.table)
    info.table_fill = transposition.fill(e.table)
  end
  if e.iterations > 0 then info.bound = BOUNDS[bound] end
  if e.partial_depth > 0 then info.partial_depth, bound = e.partial_depth, 0 end
  if e.is_decided and bound == 0 then info.win_in = e.win_in end
  return info
end

-- Best move, value and info; the leaves and their division for perft.
function result.values(e)
  if e.algorithm == "perft" then return e.leaves, e.division end
  local best, value
  if e.best_length > 0 then best = e.best_line[e.best_length] end
  if e.iterations > 0 then value = e.algorithm == "maxn" and result.payoffs(e, e.result_payoffs) or e.value end
  local info = info_of(e)
  if e.multipv > 1 or e.lists_ties then return ranking.result(ranked(e), best, value, info) end
  return best, value, info
end

-- What `level` gets that is a function: see root/ranking.lua. Nil where it is not to be asked.
function result.for_level(e)
  if type(e.choice.level) ~= "function" or e.has_asked_level or not e.scores then return nil end
  return ranking.for_level(ranked(e))
end

-- The place of the move that it has answered with; nil and how many there are.
function result.place(e, answer) return ranking.place(ranked(e), answer) end

return result
