-- The run of `alphabeta.learn`: a survey of the game, generations of self-play, each fitted and tried in a match, and
-- the matches at the end. Internal: `alphabeta.learn` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, globals, models, plans = use("common.core", "common.globals", "learn.model", "learn.plan")
local play, random, samples, source = use("learn.play", "common.random", "learn.samples", "learn.source")
local fail, survey = plans.fail, use "learn.survey"

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

-- Processor time: what else runs on the machine makes no difference. A sandbox may lack it.
local run = {processor_time = globals.field(globals.os, "clock") or core.clock}

local Run = {}
Run.__index = Run

-- When the self-play of each generation ends: as parts of the time that is for generations, or of the games.
local SCHEDULE = {0.06, 0.16, 0.3, 0.45, 0.6, 0.75, 0.9}

-- The part of the time that is for generations, at least and at most, and the games of each match at the end that there
-- should be time for. These matches have what is left. A match of fewer games than the last number decides nothing.
local GENERATIONS_MIN, GENERATIONS_MAX, LAST_GAMES = 0.3, 0.8, 24
run.DECISIVE_GAMES = 12

-- The part of the time that a match of one generation may take; a fit; what a game that has begun may take beyond its
-- time; and the first game of self-play.
local MATCH_PART, STEP_PART, GRACE_PART, FIRST_PART = 0.03, 0.1, 0.05, 0.5

-- Seconds after which it tells how far it has come in the midst of something long; and the seconds between two looks at
-- the clock while functions of the game are called, and the most calls.
local SILENCE, LOOK_SECONDS, LOOK_CALLS = 0.2, 0.01, 64

-- Weights are fitted to the newest part of the positions, in EPOCHS epochs. If there are few positions, there are more
-- epochs, up to EPOCHS_MAX, for about STEPS steps in all.
local NEWEST, EPOCHS, EPOCHS_MAX, STEPS = 0.6, 3, 60, 1e5

-- A match of one generation is played at this part of the option `nodes`, so that more games fit in; those at the end
-- are played at no less.
local MATCH_NODES = 0.2

-- If a limit of time makes a search without `evaluate` a Monte Carlo tree search, learning for some time ends with a
-- match against it that is limited by the time of a move, in seconds, between two bounds. TRIALS searches of TRIAL_TIME
-- seconds tell whether it is. The first ones may need more than their time to find out what mobility is worth.
local MOVE_TIME_MIN, MOVE_TIME_MAX, TRIALS, TRIAL_TIME = 0.005, 0.05, 4, 0.05

-- The points that a new generation must score against the best one.
local EVEN = 0.5

-- Makes a run: it has a `generator`; `games` and `elo` so far; `best`, the best generation or the option `start`, which
-- plays the next games, nil at first without that; and `learned`, the best generation: `evaluate`, `source`, `loss`,
-- `number`.
function run.new(plan)
  local clock = run.processor_time
  return setmetatable({
    plan = plan, clock = clock, began = clock(), generator = random.from_number(plan.seed), games = 0, generation = 0,
    generations = #SCHEDULE, elo = 0, told = 0, looked = 0, calls = 0, every = 1, limit = huge, part = GENERATIONS_MAX,
    best = plan.start and {evaluate = plan.start, is_start = true, score = -1},
  }, Run)
end

-- Seconds of processor time since the beginning.
function Run:time()
  return self.clock() - self.began
end

-- An integer for what needs a seed of its own.
function Run:seed()
  return random.integer(self.generator, 2 ^ 31)
end

-- Shows how far it has come: on the terminal, and to the function `on_progress`. Returns false when it is to stop.
function Run:show(doing)
  local plan = self.plan
  if not plan.progress and not plan.on_progress then return nil end
  local time = self:time()
  if plan.progress then
    local line = ("%s, generation %d of %d, %d games, Elo %+.0f, %.0f s"):format(doing, self.generation,
      self.generations, self.games, self.elo, floor(time))
    if line ~= self.shown then
      plan.progress:write("\r", line, (" "):rep(self.shown and #self.shown - #line or 0))
      if plan.progress.flush then plan.progress:flush() end
      self.shown = line
    end
  end
  if not plan.on_progress then return nil end
  return plan.on_progress {
    doing = doing, generation = self.generation, generations = self.generations, games = self.games, elo = self.elo,
    time = time,
  }
end

-- Tells how far it has come. Returns false when it is to stop.
function Run:tell(doing)
  self.told, self.doing = self:time(), doing
  if not self.is_stopped and self:show(doing) == false then self.is_stopped = true end
  return not self.is_stopped
end

-- Tells it where it has not for long. Returns false when it is to stop, or at a deadline.
function Run:goes_on(deadline)
  local now = self:time()
  if now - self.told >= SILENCE then self:tell(self.doing) end
  return not self.is_stopped and now < (deadline or huge)
end

-- The moment when a part of the time is over, from now on or from the beginning.
function Run:moment(part, from)
  return self.plan.time and (from or self:time()) + part * self.plan.time or huge
end

-- Makes a function that says whether something long goes on: until a part of the time is over. What begins after the
-- user's stop is to be finished.
function Run:step(doing)
  local deadline, was_stopped = self:moment(STEP_PART), self.is_stopped
  self.doing = doing
  return function() return self:goes_on(deadline) or was_stopped and self:time() < deadline end
end

-- Looks at the clock now and then when searches list moves, and ends them by the error STOP after `limit`. The check,
-- which looks at the functions of the game themselves, is over then.
function Run:watch_calls()
  local plan = self.plan
  if not (plan.time or plan.on_progress) then return end
  local list_moves = plan.rules[plan.rules.list_function]
  local function look()
    local now = self:time()
    self.every = now - self.looked > LOOK_SECONDS and 1 or min(2 * self.every, LOOK_CALLS)
    self.calls, self.looked = self.every, now
    local ok, goes_on = pcall(self.goes_on, self, self.limit)
    if not ok then self.failure = {goes_on} end
    if not (ok and goes_on) then error(play.STOP, 0) end
  end
  plan.base[plan.rules.list_function] = function(state, list)
    self.calls = self.calls - 1
    if self.calls <= 0 then look() end
    return list_moves(state, list)
  end
end

-- Calls a function whose searches end at a moment. Returns what it returns; false when it was ended.
function Run:until_moment(limit, call, ...)
  self.limit = limit
  local ok, result = pcall(call, ...)
  self.limit = huge
  if self.failure then error(self.failure[1], 0) end
  if ok then return result end
  if result ~= play.STOP then error(result, 0) end
  return false
end

-- Generations -------------------------------------------------------------------------------------------------------

-- Whether this part of the games is played.
function Run:has_played(part)
  local plan = self.plan
  return plan.games ~= nil and self.games >= plan.games * part / SCHEDULE[#SCHEDULE]
end

-- Whether this part of the time is over.
function Run:is_late(part)
  local plan = self.plan
  return plan.time ~= nil and self:time() >= plan.time * self.part * part
end

-- Whether the self-play of a generation has come to its end.
function Run:is_played(part, first_game)
  if self.samples:is_full() or self:has_played(part) then return true end
  return self.games > first_game and self:is_late(part)
end

-- Plays the games of a generation.
function Run:play_generation(part)
  local first_game, limit = self.games, self:moment(FIRST_PART, 0)
  if self.samples.n > 0 then limit = self:moment(self.part * part + GRACE_PART, 0) end
  self.doing = "self-play"
  local selfplay = play.selfplay(self.plan, self.samples, self.best and self.best.evaluate)
  while not self:is_played(part, first_game) do
    local n = self.samples.n
    self.games = self.games + 1
    if self:until_moment(limit, selfplay.play, self.games) == false then
      self.samples:drop(n + 1)
      self.games = self.games - 1
      break
    end
    if not self:tell "self-play" then break end
  end
  selfplay.searcher:close()
end

-- The text of the first line of a source.
function Run:about()
  return ("An evaluation, learned by alphabeta.learn in %d games of self-play (seed %d)."):format(self.games,
    self.plan.seed)
end

-- Fits a model to the newest positions. Returns the new generation.
function Run:fit(model)
  local plan, store = self.plan, self.samples
  local oldest = store.total - store.n + 1
  local from = max(oldest, floor(store.total * (1 - NEWEST)) + 1)
  local epochs = max(EPOCHS, min(EPOCHS_MAX, floor(STEPS / (store.total - from + 1))))
  local loss = model:fit(store, from - oldest + 1, epochs, self.generator, self:step "fitting")
  plan.about = self:about()
  local text = source.write(model, plan)
  return {
    number = self.generation, loss = loss, source = text, evaluate = source.load(text, plans.needed(plan)),
  }
end

-- Makes a function that says whether a match goes on.
function Run:until_time(deadline, doing)
  return function()
    if not self:tell(doing) then return false end
    return self:time() < deadline
  end
end

-- Plays a match, until a moment or somewhat longer where a game takes so long. Returns its report; nil where there was
-- not even time for two games.
function Run:match(a, b, deadline, doing)
  self.doing = doing
  return self:until_moment(deadline + GRACE_PART * (self.plan.time or 0), play.match, self.plan, a, b, self:seed(),
    self:until_time(deadline, doing)) or nil
end

-- Decides by a match whether a new generation is the best one.
function Run:try(new)
  local plan, best, nodes, began = self.plan, self.best, floor(self.plan.nodes * MATCH_NODES), self:time()
  if not best then
    self.best, self.learned = new, new
    return
  end
  local limits = {nodes = max(1, nodes)}
  local report = self:match(play.searcher(plan, new.evaluate, limits), play.searcher(plan, best.evaluate, limits),
    self:moment(MATCH_PART), "a match")
  self.game_seconds = report and (self:time() - began) / report.games / MATCH_NODES or huge
  if plan.time then -- fewer generations where the last matches need the time
    local last = LAST_GAMES * self.game_seconds * #self:opponents() / plan.time
    self.part = max(GENERATIONS_MIN, min(GENERATIONS_MAX, 1 - last))
  end
  if report and report.score >= EVEN then
    self.best, self.learned, self.elo = new, new, self.elo + play.elo_of(report)
  elseif best.is_start and (not self.learned or report and report.score >= best.score) then
    self.learned, best.score = new, report and report.score or best.score
  end
end

-- One generation, which ends at a place of the schedule.
function Run:generate(slot)
  self.generation = self.generation + 1
  self.generations = max(self.generations, self.generation)
  self:play_generation(SCHEDULE[slot])
  if self.samples.n == 0 then
    if self.is_stopped then fail "stopped before there was a position to learn from" end
    if self:time() >= self:moment(FIRST_PART, 0) then
      fail "no game of self-play has ended in time: give more 'time', or make the rules faster"
    end
    fail "no position was found in self-play: the search sees the end of the game from everywhere"
  end
  self:try(self:fit(self.model))
  self.samples:keep(floor(self.samples.total * NEWEST) + 1)
end

-- The opponents of the matches at the end: players that need no learning.
function Run:opponents()
  local plan, list = self.plan, {{name = "result", evaluate = play.nothing(self.plan)}, {name = "default"}}
  for _, name in ipairs {"start", "evaluate"} do
    if plan[name] then list[#list + 1] = {name = name, evaluate = plan[name]} end
  end
  return list
end

-- Whether an evaluation must beat this opponent, to be better than what can be had without learning.
function Run:is_rival(name)
  return name ~= "evaluate" and (name ~= "start" or self.plan.start ~= nil)
end

-- The nodes of a match at the end that has some seconds: fewer where it would have too few games otherwise.
function Run:last_nodes(seconds)
  local nodes, needed = self.plan.nodes, LAST_GAMES * (self.game_seconds or 0)
  if seconds >= needed then return nodes end
  return max(1, floor(nodes * max(MATCH_NODES, seconds / needed)))
end

-- Whether a search with a limit of time is a Monte Carlo tree search in this game without `evaluate`.
function Run:picks_uct()
  if core.has_clock and not core.has_clock() then return false end
  local searcher = play.searcher(self.plan, nil, {time = TRIAL_TIME})
  local is_uct = self:until_moment(self:time() + TRIALS * TRIAL_TIME, function()
    for _ = 1, TRIALS do
      local _, _, info = searcher:search(self.plan.start_state())
      if info.techniques[1] == "uct" then return true end
    end
    return false
  end)
  searcher:close()
  return is_uct
end

-- The limits of a match at the end that has some seconds: nodes, or the time of a move. Learning that no time limits is
-- to find the same again, so its matches are limited by nodes.
function Run:last_limits(name, seconds)
  if name ~= "default" or not self.plan.time or not self:picks_uct() then return {nodes = self:last_nodes(seconds)} end
  self.move_time = max(MOVE_TIME_MIN, min(MOVE_TIME_MAX, seconds / LAST_GAMES / max(self.plies, 1)))
  return {time = self.move_time}
end

-- Plays the matches at the end.
function Run:compare()
  local plan, learned, opponents = self.plan, self.learned, self:opponents()
  self.matches = {}
  for i, opponent in ipairs(opponents) do
    if self.is_stopped then return end
    local now = self:time()
    local seconds = plan.time and max(0, plan.time - now) / (#opponents - i + 1) or huge
    local limits, is_result = self:last_limits(opponent.name, seconds), opponent.name == "result"
    self.matches[opponent.name] = self:match(
      play.searcher(plan, learned.evaluate, {nodes = limits.nodes, time = limits.time}),
      play.searcher(plan, opponent.evaluate, {
        nodes = limits.nodes, time = limits.time, ties = is_result and "random" or nil,
        seed = is_result and self:seed() or nil,
      }), now + seconds, "the last matches")
  end
end

-- Ends the line on the terminal.
function Run:finish()
  if self.shown then self.plan.progress:write("\n") end
end

-- Learns.
function Run:learn()
  survey.check(self)
  self:watch_calls()
  self.layout, self.plies = survey.play(self)
  self.model = models.new(self.layout)
  self.samples = samples.new(self.layout, self.plan.features, self.plan.first)
  local slot, last = 0, #SCHEDULE
  repeat -- fewer generations than planned where there is little time, more where these had no room for all positions
    local reached = slot
    repeat slot = min(slot + 1, last) until slot == last or not self:is_late(SCHEDULE[slot]) or reached == 0
    self:generate(slot)
    if self.is_stopped then return end
  until self:is_late(SCHEDULE[last]) or reached >= last - 1 and self:has_played(SCHEDULE[last])
  self:compare()
end

return run
