-- Matches between evaluations, at equal nodes: only they decide. Internal: `alphabeta.learn` uses it.

local LEARN = (... or "alphabeta.learn.contest"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local core = require(PACKAGE .. ".common.core")
local counting = require(LEARN .. ".counting")
local elo = require(PACKAGE .. ".elo")
local match = require(PACKAGE .. ".match.main")
local plans = require(LEARN .. ".plan")
local random = require(PACKAGE .. ".common.random")

local contest = {}

-- What mobility counts for at most, as a part of the highest evaluation.
local MOBILITY = 0.5

-- The error that ends a search when there is no more time for it.
contest.STOP = {}

-- Makes an evaluation by random numbers.
-- @tparam table plan
-- @tparam int seed
-- @treturn function
-- @treturn function `restart(number)` begins another sequence, one for each number from 1 on
function contest.random_numbers(plan, seed)
  local generator, middle, width = random.from_number(seed), plan.middle, plan.limit / 50
  local function evaluate() return middle + (generator() - 0.5) * width end
  return evaluate, function(number) generator = random.from_number(seed, number) end
end

-- Makes an evaluation by mobility: the moves of the player to move, less those that the search has listed one ply
-- before. They count for less than half of a won game.
-- @tparam table plan
-- @treturn function
-- @treturn function the game's function that lists moves, for the game that is searched by it
function contest.mobility(plan)
  local lister, player, count, before = plan.base[plan.rules.lister], plan.rules.player, counting.counter(), nil
  local function list(state, into)
    local moves = lister(state, into)
    if type(moves) == "table" then before = #moves else before = type(moves) == "number" and moves or nil end
    return moves
  end
  local function evaluate(state, me)
    local own = count(lister, state)
    local other = before or own
    local value = plan.limit * MOBILITY * (own - other) / (own + other + 1)
    if plan.view == "player" then me = plan.max_player end
    if plan.view ~= "mover" and player(state) ~= me then value = -value end
    return plan.middle + value
  end
  return evaluate, list
end

-- Makes an evaluation that knows nothing: finished games are all that counts.
-- @tparam table plan
-- @treturn function
function contest.nothing(plan)
  local middle = plan.middle
  return function() return middle end
end

-- Makes a player.
-- @tparam table plan
-- @tparam function evaluate
-- @tparam[opt] table more options of the searcher
-- @tparam[opt] function list in place of the game's function that lists moves
-- @treturn searcher
function contest.player(plan, evaluate, more, list)
  local given = plans.search_options(plan, {nodes = plan.nodes})
  for name, value in pairs(more or {}) do given[name] = value end
  return core.new(plans.game(plan, evaluate, list), given)
end

-- Plays a match.
-- @tparam table plan
-- @tparam searcher a
-- @tparam searcher b
-- @tparam int seed
-- @tparam function goes_on called after each game; the match ends, with a pair of games, when it returns false
-- @treturn ?report of whole pairs; nil where a game has ended by the error STOP before there was one
function contest.play(plan, a, b, seed, goes_on)
  local whole
  local given = plans.search_options(plan, {
    game = plans.game(plan, contest.nothing(plan)), state = plan.start_state, games = plan.match_games, seed = seed,
    random_plies = math.max(1, plan.random_plies - 2), max_plies = plan.max_plies,
    on_game = function(_, report)
      if report.games % 2 == 0 then whole = report end
      return goes_on()
    end,
  })
  local report, err = match(a, b, given)
  a:close()
  b:close()
  if not report and err ~= contest.STOP then error(err, 0) end
  return report or whole
end

-- The Elo difference that a report shows, finite where all points are on one side.
-- @tparam report report
-- @treturn number
function contest.elo_of(report)
  return elo.difference((report.score * report.games + 0.5) / (report.games + 1))
end

return contest
