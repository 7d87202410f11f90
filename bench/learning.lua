--- What `alphabeta.learn` finds: for each example game, the evaluation that it learns from the rules, against `result`
-- alone with a random choice among equals, and against the example's own evaluation, both at equal nodes. Three games
-- also at equal time. The figure is how many points in a hundred it loses at most, at the worse end of the 95 %
-- interval of the mean over all seeds; beside it are the Elo difference and its interval, and those of the games of all
-- seeds, as if they were one match.
--
--     lua bench/learning.lua [seconds of processor time, 60] [seeds, 3] [games of a match, 200] [game, all of them]

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local report = require "bench.support.report"
local reversi = require "games.reversi"

local elo = require "alphabeta.elo"

local seconds, seeds, games, only = tonumber(arg[1] or 60), tonumber(arg[2] or 3), tonumber(arg[3] or 200), arg[4]

local NODES, SECONDS, WIN = 500, 0.002, 1000

-- An evaluation that lies below a won game's.
local function reversi_in_bounds(state, me)
  return math.max(-900, math.min(900, reversi.evaluate(state, me) / 2))
end

local function small_reversi() return reversi.new(6) end
local function new_breakthrough() return breakthrough.new() end
local function small_dots() return dots.new(3) end
local function is_won(state) return state.winner > 0 end

-- `final` tells who has won. `ignore` are fields that the example's own evaluation has put into the state. The goals
-- are Elo differences against `result` alone, and against the example's evaluation; those at equal time are the same.
local SUBJECTS = {
  {name = "kalah", rules = kalah, final = kalah.evaluate, evaluate = kalah.evaluate, goals = {300, 100},
    is_timed = true},
  {name = "breakthrough", rules = breakthrough, new = new_breakthrough, final = breakthrough.evaluate,
    evaluate = breakthrough.evaluate, is_over = is_won, goals = {300, 80}, is_timed = true},
  {name = "reversi 6x6", rules = reversi, new = small_reversi, final = reversi.margin, evaluate = reversi_in_bounds,
    ignore = {"position"}, goals = {300, -30}, is_timed = true},
  {name = "dots and boxes 3x3", rules = dots, new = small_dots, final = dots.evaluate, evaluate = dots.evaluate,
    goals = {300, -60}},
  {name = "connect four", rules = connect4, final = connect4.outcome, evaluate = connect4.evaluate,
    ignore = {"score", "weights"}, goals = {150, 50}},
  {name = "reversi 8x8", rules = reversi, final = reversi.margin, evaluate = reversi_in_bounds, ignore = {"position"},
    goals = {250, -150}},
}

-- The rules alone, and what a finished game is worth: won, drawn or lost.
local function rules_of(it)
  local game = {win = WIN}
  for _, name in ipairs {"moves", "make", "unmake", "play", "player", "is_over"} do game[name] = it.rules[name] end
  game.is_over = it.is_over or game.is_over
  function game.result(state, me)
    local value = it.final(state, me)
    return value > 0 and WIN or value < 0 and -WIN or 0
  end
  return game
end

local function player(game, evaluate, options)
  return alphabeta.new(setmetatable({evaluate = evaluate}, {__index = game}), options)
end

-- A match of two evaluations: the Elo difference, finite where all games were won, and the report.
local function compare(it, game, evaluate, opponent, seed, options, more)
  local own, other = {}, {}
  for name, value in pairs(options) do own[name], other[name] = value, value end
  for name, value in pairs(more or {}) do other[name] = value end
  local result = alphabeta.match(player(game, evaluate, own), player(game, opponent, other), {
    game = setmetatable({evaluate = game.result}, {__index = game}), state = it.new or it.rules.new, games = games,
    random_plies = 6, seed = seed, max_plies = 300,
  })
  return {elo = elo.difference((result.score * result.games + 0.5) / (result.games + 1)), result = result}
end

-- The 97.5 % points of Student's distribution, by its degrees of freedom.
local STUDENT = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26}

-- The mean of some matches, and its interval: by the spread of the seeds or, of one seed, by its games.
local function mean_of(list)
  local n, sum, squares = #list, 0, 0
  for _, it in ipairs(list) do sum = sum + it.elo end
  if n == 1 then return sum, list[1].result.elo_low, list[1].result.elo_high end
  for _, it in ipairs(list) do squares = squares + (it.elo - sum / n) ^ 2 end
  local half = (STUDENT[n - 1] or 1.96) * (squares / (n - 1) / n) ^ 0.5
  return sum / n, sum / n - half, sum / n + half
end

-- All games of some matches as those of one: the Elo difference and its interval.
local function pooled(list)
  local counts = {0, 0, 0, 0, 0}
  for _, it in ipairs(list) do
    for i, count in ipairs(it.result.pairs) do counts[i] = counts[i] + count end
  end
  return elo.estimate(counts)
end

-- The points in a hundred that are lost at an Elo difference.
local function lost(difference) return 100 - 100 * elo.expected(difference) end

local function record(it, variant, goal, list)
  local mean, low, high = mean_of(list)
  local all = pooled(list)
  report.record("learning", it.name, {lost(low)}, tonumber(("%.1f"):format(lost(goal))),
    ("Elo %+.0f, %+.0f to %+.0f, goal %+d; as one match %+.0f, %+.0f to %+.0f; %d x %d games, %g s each"):format(mean,
      low, high, goal, all.elo, all.elo_low, all.elo_high, #list, games, seconds), variant)
  io.stdout:flush()
end

local function nothing() return 0 end

local function measure(it)
  local game, by_result, by_nodes, by_time = rules_of(it), {}, {}, {}
  for seed = 1, seeds do
    local evaluate = alphabeta.learn(game, it.new or it.rules.new, {
      time = seconds, seed = seed, ignore = it.ignore,
    }).evaluate
    by_result[seed] = compare(it, game, evaluate, nothing, seed, {nodes = NODES}, {ties = "random", seed = seed})
    by_nodes[seed] = compare(it, game, evaluate, it.evaluate, seed, {nodes = NODES})
    if it.is_timed then by_time[seed] = compare(it, game, evaluate, it.evaluate, seed, {time = SECONDS}) end
  end
  record(it, "result alone", it.goals[1], by_result)
  record(it, "the example's", it.goals[2], by_nodes)
  if it.is_timed then record(it, "at equal time", it.goals[2], by_time) end
end

for _, it in ipairs(SUBJECTS) do
  if not only or it.name == only then measure(it) end
end
