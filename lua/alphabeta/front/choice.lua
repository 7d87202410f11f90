-- Whether the module searches by playouts though option `algorithm` does not say so. Internal: loaded with the first
-- search of a game with `result` or `deal`.

local use = require((...):match "^(.*)%..*%." .. ".use")

local checks, options, option_table = use("front.checks", "front.options", "front.option_table")

local huge, ipairs, min, next, setmetatable = math.huge, ipairs, math.min, next, setmetatable
local by_name, LEVELS, OBJECT = option_table.by_name, option_table.LEVELS, option_table.OBJECT
local has = options.has

local choice = {}

-- Options with which the module does not choose Monte Carlo tree search by itself, though that takes them.
local NOT_WITH_CHOICE = {algorithm = true, depth = true, table = true}

-- The shared tables that pools have made for their helpers: the user has not asked for them.
local of_pools = setmetatable({}, {__mode = "k"})

-- Notes that a pool has made a shared table.
function choice.note_table_of_pool(shared) of_pools[shared] = true end

-- The options of a search for which the module has chosen Monte Carlo tree search. Its values are those of other
-- searches.
function choice.with_uct(own, where)
  own = options.copy(own)
  if of_pools[own.objects.table] then own.values.table, own.objects.table = nil, nil end
  own.values.algorithm, own.is_choice = by_name.algorithm.numbers.uct, true
  checks.options(own, where)
  return own
end

-- The options of a search in a game with `deal`: of a Monte Carlo tree search, which plays hidden hands better, unless
-- something that was given asks for alpha-beta.
function choice.for_deals(own, where)
  if has(own, "algorithm") or has(own, "depth") or has(own, "deals") or not own.is_limited
    or own.values.table == OBJECT and not of_pools[own.objects.table] or own.values.ties > 0 then
    return own
  end
  for _, row in ipairs(own.needy) do
    if not row.algorithms.uct and not own.from_game[row.name] then return own end
  end
  return choice.with_uct(own, where)
end

-- The functions of games that Monte Carlo tree search uses, too, and `hash`, by which a search in slices knows its
-- state. A game with others is written for alpha-beta.
local RULES = {
  style = true, moves = true, make = true, unmake = true, play = true, children = true, player = true, is_over = true,
  result = true, hash = true,
}

-- Whether the module may choose Monte Carlo tree search: in a game of rules and `result` alone, if only time or a level
-- limits the search, and nothing was given that means something to alpha-beta alone. With a limit of nodes alpha-beta
-- stays: against that, as many playouts as cost the same lose 39 of 40 games of gomoku and pentago.
function choice.may_choose_uct(own, game)
  local values = own.values
  local is_limited = LEVELS[values.level] or min(own.time, own.think) < huge
  if not game.result or not is_limited or values.nodes < huge then return false end
  for name in next, game do
    if not RULES[name] then return false end
  end
  for name in next, values do
    local is_given = name ~= "table" or not of_pools[own.objects.table]
    if is_given and (NOT_WITH_CHOICE[name] or not by_name[name].algorithms.uct) then return false end
  end
  return true
end

return choice
