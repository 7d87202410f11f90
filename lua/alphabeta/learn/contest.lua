-- Matches between evaluations, at equal nodes: only they decide. Internal: `alphabeta.learn` uses it.

local LEARN = (... or "alphabeta.learn.contest"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local core = require "alphabeta.core"
local elo = require(PACKAGE .. ".elo")
local match = require(PACKAGE .. ".match.main")
local plans = require(LEARN .. ".plan")
local random = require(PACKAGE .. ".common.random")

local contest = {}

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
-- @treturn searcher
function contest.player(plan, evaluate, more)
  local given = plans.search_options(plan, {nodes = plan.nodes})
  for name, value in pairs(more or {}) do given[name] = value end
  return core.new(plans.game(plan, evaluate), given)
end

-- Plays a match.
-- @tparam table plan
-- @tparam searcher a
-- @tparam searcher b
-- @tparam int seed
-- @tparam function goes_on called after each game; the match ends, with a pair of games, when it returns false
-- @treturn report
function contest.play(plan, a, b, seed, goes_on)
  local given = plans.search_options(plan, {
    game = plans.game(plan, contest.nothing(plan)), state = plan.start_state, games = plan.match_games, seed = seed,
    random_plies = math.max(1, plan.random_plies - 2), max_plies = plan.max_plies,
    on_game = goes_on,
  })
  local report, err = match(a, b, given)
  a:close()
  b:close()
  if not report then error(err, 0) end
  return report
end

-- The Elo difference that a report shows, finite where all points are on one side.
-- @tparam report report
-- @treturn number
function contest.elo_of(report)
  return elo.difference((report.score * report.games + 0.5) / (report.games + 1))
end

return contest
