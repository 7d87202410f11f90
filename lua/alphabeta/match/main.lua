-- A match: reads its arguments, plays its games, makes its report. Internal: this is `alphabeta.match`, which loads it
-- with the first match.

local use = require((...):match "^(.*)%..*%." .. ".use")

local elo, mistakes, plans, play = use("elo", "match.mistakes", "match.plan", "match.play")
local random, reports = use("common.random", "match.report")

-- Makes a pair of games: the fields that both share. `source` and `place` say in messages where the state and the
-- opening come from.
local function new_pair(plan, number, seeds)
  local pair = {openings = random.generator(random.seed(seeds)), chance_seed = random.seed(seeds), moves = {}}
  pair.start, pair.source, pair.place = plan.state, "option 'state'", "option 'state'"
  if plan.openings then
    pair.opening = (number - 1) % #plan.openings + 1
    pair.place = "option 'openings' at index " .. tostring(pair.opening)
    local opening = plan.openings[pair.opening]
    if type(opening) == "table" then
      pair.moves = opening
    else
      pair.start, pair.source = opening, pair.place
    end
  end
  return pair
end

-- Plays one game of a pair. Returns it, or nil and an error.
local function play_game(plan, tally, pair, sides)
  local at = {game = tally.first.games + tally.second.games + 1}
  local ok, game = xpcall(function() return play(plan, at, pair, sides) end, mistakes.handler(at))
  if not ok then return nil, game end
  return game
end

-- Shows the results so far. Returns whether `on_game` ends the match.
local function announce(plan, tally, game)
  if not plan.progress and not plan.on_game then return false end
  local report = reports.new(plan, tally)
  if plan.progress then reports.show(plan, report) end
  return plan.on_game ~= nil and plan.on_game(game, report) == false
end

-- Plays a pair of games. Returns why the match ends after it, nil if it goes on: "stopped", "sprt", or "error" and
-- the error.
local function play_pair(plan, tally, pair, seeds)
  local reason, verdict
  tally.points = 0
  for half = 1, 2 do
    for _, player in ipairs {plan.a, plan.b} do player.random = random.generator(random.seed(seeds)) end
    local game, err = play_game(plan, tally, pair, half == 1 and {plan.a, plan.b} or {plan.b, plan.a})
    if not game then return "error", err end
    reports.count(tally, game)
    if half == 2 then
      tally.pairs[tally.points + 1] = tally.pairs[tally.points + 1] + 1
      if pair.is_repeated then tally.repeated = tally.repeated + 1 end
      if plan.sprt then verdict = select(4, elo.sprt(tally.pairs, plan.sprt)) end
    end
    if announce(plan, tally, game) then reason = "stopped" end
  end
  return verdict and "sprt" or reason
end

-- Plays a match. Returns its report; or nil and the error, to be raised at the caller of `alphabeta.match`.
return function(a, b, options)
  local plan, message = plans.read(a, b, options)
  if not plan then return nil, "alphabeta.match: " .. message end
  local tally, seeds = reports.new_tally(), random.from_number(plan.seed)
  local reason, err
  for number = 1, plan.games / 2 do
    reason, err = play_pair(plan, tally, new_pair(plan, number, seeds), seeds)
    if reason == "error" then
      reports.end_show(plan)
      return nil, err
    end
    if reason then break end
  end
  reports.end_show(plan)
  local report = reports.new(plan, tally)
  report.reason = reason or "games"
  return report
end
