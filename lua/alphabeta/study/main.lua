-- A study: plays its rounds of games, and makes its report. Internal: this is `alphabeta.study`, which loads it with
-- the first study.

local use = require((...):match "^(.*)%..*%." .. ".use")

local mistakes, plans, play, random = use("match.mistakes", "study.plan", "study.play", "common.random")
local reports, tallies = use("study.report", "study.tally")

local floor, ipairs, max, pairs, xpcall = math.floor, ipairs, math.max, pairs, xpcall

-- In place of a seat: all weaker players have one searcher.
local WEAKER = 0

-- The seeds of a study's searchers follow one another. Those of the next study begin SEEDS later.
local SEEDS = 1000

-- The searchers of a study, made when they are first needed: one for each seat, and one for all weaker players.
local function new_players(plan)
  local made = {}
  return function(seat)
    if not made[seat] then
      local nodes = seat == WEAKER and plan.weaker_nodes or plan.nodes
      made[seat] = plan.searcher(nodes, SEEDS * plan.seed + seat)
    end
    return made[seat]
  end, made
end

-- Plays the rounds of a study. `add(round, player_of, strong)` plays a game, and returns false if the study is to end.
-- Returns why it has ended.
local function play_rounds(plan, sums, searcher_of, add)
  for _ = 1, plan.games do
    if not add("even", searcher_of) then return "stopped" end
  end
  local seats = max(#sums.even.points, 1)
  for _, name in ipairs {"weaker", "random"} do
    for number = 1, max(floor(plan.games / 2), 1) do
      local strong = (number - 1) % seats + 1
      local function player_of(seat)
        if seat == strong then return searcher_of(strong) end
        return name == "weaker" and searcher_of(WEAKER) or nil
      end
      if not add(name, player_of, strong) then return "stopped" end
    end
  end
  return "games"
end

-- Plays a study. Returns its report; or nil and the error, to be raised at the caller of `alphabeta.study`.
return function(game, options)
  local plan, message = plans.read(game, options)
  if not plan then return nil, "alphabeta.study: " .. message end
  local sums, generator = tallies.new(plan.nodes, plan.weaker_nodes), random.from_number(plan.seed)
  local searcher_of, made = new_players(plan)
  local at = {tool = "alphabeta.study: ", game = 0}
  local function add(name, player_of, strong)
    at.game, at.ply = at.game + 1, nil
    for _, searcher in pairs(made) do searcher:clear() end
    local record = play(plan, at, random.generator(random.seed(generator)), player_of)
    if strong then tallies.add_uneven(sums, name, record, strong) else tallies.add_even(sums, record) end
    return not plan.on_game or plan.on_game(record, reports.new(sums)) ~= false
  end
  local ok, reason = xpcall(function() return play_rounds(plan, sums, searcher_of, add) end, mistakes.handler(at))
  for _, searcher in pairs(made) do searcher:close() end
  if not ok then return nil, reason end
  local report = reports.new(sums)
  report.reason = reason
  return report
end
