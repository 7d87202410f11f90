-- The result of a search, as in csrc/binding/root/result.c. Internal: the engine in Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local bits, COUNTERS, found, limits = use("fallback.bits", "front.counter_rows", "front.result", "fallback.limits")
local maxn, ranking, transposition = use("fallback.maxn", "root.ranking", "fallback.transposition")
local describe = use "front.message".describe

local huge, ipairs, type = math.huge, ipairs, type
local add, mix, multiply = bits.add, bits.mix, bits.multiply

local result = {}

-- The bound that the value is: 0 exact, 1 the true value is at least that, -1 at most.
local function bound_of(e)
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
    local high, low = mix(add(seed[1], seed[2], 2654435769, 0x7F4A7C15))
    high, low = mix(add(high, low, bits.of_whole(number)))
    high, low = mix(add(high, low, multiply(2654435769, 0x7F4A7C15, 0, n)))
    return bits.upper_53(high, low) / 9007199254740992
  end
end

-- The record of the root's moves: see root/ranking.lua.
local function ranked(e)
  local random = random_of(e.seed, e.number)
  if e.method then return e.method.ranked(e, random) end
  local list = e.scores and e.scores.completed or {}
  return {
    list = list, moves = e.root_moves.moves, lines = list.lines,
    minimizing = e.minimizing, bound = bound_of(e), lists_ties = e.lists_ties, draws_tie = e.draws_tie,
    temperature = e.temperature, chosen = e.chosen, random = random,
  }
end

-- The counts and results of the search, for the front.
local function info_of(e)
  local info = {
    depth = e.result_depth, reason = e.reason, time = (e.reason and e.ended or limits.now()) - e.started,
    pv = {}, has_content = e.has_content, bound = e.iterations > 0 and bound_of(e) or nil,
    win_in = e.is_decided and e.win_in or nil, partial_depth = e.partial_depth > 0 and e.partial_depth or nil,
    deals = e.deals_drawn, over = e.reason == "over" and e.over or nil,
  }
  for i = 1, #e.line do info.pv[i] = e.line[i] end
  for _, name in ipairs(COUNTERS) do info[name] = e[name] end
  if e.store then
    info.table_bytes = transposition.bytes(e.store)
    info.table_fill = transposition.fill(e.store)
  end
  return info
end

-- Best move, value and info.
function result.values(e)
  local best, value = e.line[1], nil
  if e.iterations > 0 then value = e.algorithm == "maxn" and maxn.by_player(e, e.result_payoffs) or e.value end
  local info = info_of(e)
  if e.method then best, value = e.method.values(e, info) end
  return found.values(e, best, value, info, (e.multipv > 1 or e.lists_ties) and ranked(e) or nil)
end

-- Lets the function `level` choose the move, if there is one.
function result.choose(e)
  if type(e.level) ~= "function" or e.has_asked_level or not e.scores then return end
  local of = ranked(e)
  local described, random = ranking.for_level(of)
  if not described then return end
  e.has_asked_level = true
  e.path.note "level"
  local answer = e.level(described, random)
  local place, count = ranking.place(of, answer)
  if not place then
    e.path.reject("level", "expected an integer from 1 to %d, got %s", count, describe(answer))
  end
  e.chosen = place
end

return result
