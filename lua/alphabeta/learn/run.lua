-- The run of `alphabeta.learn`: a survey of the game, generations of self-play, each fitted and tried in a match, and
-- the matches at the end. Internal: `alphabeta.learn` uses it.

local LEARN = (... or "alphabeta.learn.run"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local check = require(PACKAGE .. ".check.main")
local contest = require(LEARN .. ".contest")
local core = require "alphabeta.core"
local counting = require(LEARN .. ".counting")
local fields = require(LEARN .. ".fields")
local fit = require(LEARN .. ".fit")
local globals = require(PACKAGE .. ".common.globals")
local lines = require(LEARN .. ".lines")
local models = require(LEARN .. ".model")
local plans = require(LEARN .. ".plan")
local play = require(LEARN .. ".play")
local progress = require(LEARN .. ".progress")
local random = require(PACKAGE .. ".common.random")
local samples = require(LEARN .. ".samples")
local selfplay = require(LEARN .. ".selfplay")
local source = require(LEARN .. ".source")
local stages = require(LEARN .. ".stages")
local values = require(PACKAGE .. ".common.values")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

-- Processor time: what else runs on the machine makes no difference. A sandbox may lack it.
local processor_time = globals.field(globals.os, "clock") or core.clock

local run = {}

local Run = {}
Run.__index = Run

-- When the self-play of each generation ends: as parts of the time that is for generations, or of the games.
local SCHEDULE = {0.06, 0.16, 0.3, 0.45, 0.6, 0.75, 0.9}

-- The part of the time that is for generations, and of the rest that a match of one generation may take. The matches at
-- the end have what is left.
local GENERATIONS_PART, MATCH_PART = 0.8, 0.03

-- Random games of the survey; with a limit of time, it may take this part of it, after some games.
local SURVEY_GAMES, SURVEY_GAMES_MIN, SURVEY_PART = 60, 10, 0.05

-- Games of the check, and the states that it may visit.
local CHECK_GAMES, CHECK_NODES = 20, 1000

-- The newest part of the positions is fitted to, in at most so many epochs; in more where there are few positions, so
-- that weights have as many steps.
local NEWEST, EPOCHS, EPOCHS_MAX, STEPS = 0.6, 3, 60, 1e5

-- Self-play begins with 1 to so many random moves: a part of a random game.
local RANDOM_PLIES_MAX, RANDOM_PART = 8, 1 / 3

-- The highest evaluation, as a part of what a won game is worth; where that differs from game to game, of the least
-- that was seen.
local LIMIT, LIMIT_OF_LEAST = 0.9, 0.5

-- A match of one generation is played at this part of the nodes of the matches at the end, so that more games fit in.
local MATCH_NODES = 0.2

-- The points that a new generation must score against the best one; and one that has more weights besides.
local EVEN, MORE = 0.5, 0.53

-- After these generations lines are looked for, and what tells the stages of the game.
local LINES_AT, STAGES_AT = 4, 5

-- Makes a run.
-- @tparam table plan
-- @treturn table `generator`; `games` and `elo` so far; `best`, the best generation: `evaluate`, `source`, `loss`,
--   `number`
function run.new(plan)
  local clock = plan.threads > 1 and core.clock or processor_time
  return setmetatable({
    plan = plan, clock = clock, began = clock(), generator = random.from_number(plan.seed), games = 0, generation = 0,
    generations = #SCHEDULE, elo = 0,
  }, Run)
end

-- Raises an error of the tool itself.
local function fail(text, ...)
  error("alphabeta.learn: " .. text:format(...), 0)
end

-- Seconds since the beginning: of processor time or, where several threads play, on the clock.
function Run:time()
  return self.clock() - self.began
end

-- An integer for what needs a seed of its own.
function Run:seed()
  return random.integer(self.generator, 2 ^ 31)
end

-- Tells how far it has come. Returns false when it is to stop.
function Run:tell(doing)
  if not self.is_stopped and progress.tell(self, doing) == false then self.is_stopped = true end
  return not self.is_stopped
end

-- The survey --------------------------------------------------------------------------------------------------------

-- Plays some games by `alphabeta.check`.
function Run:check()
  local plan = self.plan
  if not plan.check then return end
  local given = plans.search_options(plan, {games = CHECK_GAMES, nodes = CHECK_NODES, seed = plan.seed})
  given.repetition = nil
  given.endless = true
  given.max_plies = plan.max_plies
  local report, message = check(plans.game(plan, contest.nothing(plan)), plan.start_state, given)
  if not report then fail("%s", (message:gsub("^alphabeta.check: ", ""))) end
  if not report.ok then
    fail("the game has defects (option 'check' = false learns nevertheless):\n%s", tostring(report))
  end
end

-- What a won game is worth, and so the highest evaluation.
local function limit_of(plan, least, greatest, is_integer)
  if plan.win then return LIMIT * plan.win end
  if least == greatest then return LIMIT * least end
  return is_integer and least < 2 and LIMIT or LIMIT_OF_LEAST * least
end

-- Sums of the numbers that functions compute, for their means and deviations.
local function new_sums(count)
  local sums = {n = 0}
  for i = 1, count do sums[i] = {sum = 0, squares = 0} end
  return sums
end

local function add_sums(sums, list)
  sums.n = sums.n + 1
  for i, sum in ipairs(sums) do
    sum.sum, sum.squares = sum.sum + list[i], sum.squares + list[i] * list[i]
  end
end

-- The numbers of the user's function for a state.
function Run:features_of(state)
  local list = {self.plan.features(state, self.plan.first)}
  local count = #list
  for i = 1, count do
    if not values.is_number(list[i]) then
      fail("option 'features': expected numbers, got %s as result %d", values.describe(list[i]), i)
    end
  end
  if count == 0 then fail "option 'features': expected at least one number, got none" end
  if self.feature_count and count ~= self.feature_count then
    fail("option 'features': expected %d numbers, as the first time, got %d", self.feature_count, count)
  end
  self.feature_count = count
  return list
end

-- Adds the numbers that functions compute to the layout.
function Run:add_own_numbers(layout, sums)
  local function add(it, sum)
    it.mean = sum.sum / sums.n
    it.scale = 1 / max(1e-9, max(0, sum.squares / sums.n - it.mean ^ 2) ^ 0.5)
    it.index = #layout.numbers + 1
    layout.numbers[it.index] = it
  end
  for i, sum in ipairs(sums) do
    if i <= (self.feature_count or 0) then add({feature = i}, sum) else add({}, sum) end
  end
  layout.has_mobility = self.plan.mobility
end

-- Plays random games, to see what states are like, who plays, and what a won game is worth.
function Run:survey()
  local plan, sums = self.plan, nil
  local survey = fields.survey(plan.ignore)
  local lister, count = plan.rules[plan.rules.lister], plan.mobility and counting.counter()
  local least, greatest, is_integer, plies, ended, second = huge, 0, true, 0, 0, nil
  local deadline = plan.time and plan.time * SURVEY_PART or huge
  local games = 0
  local function look(state, player, ply)
    if plan.first == nil then plan.first = player end
    local message = survey:add(state, player, ply)
    if message then fail("%s", message) end
    if plan.features or plan.mobility then
      local list = plan.features and self:features_of(state) or {}
      if plan.mobility then list[#list + 1] = count(lister, state) end
      sums = sums or new_sums(#list)
      add_sums(sums, list)
    end
  end
  while games < SURVEY_GAMES and (games < SURVEY_GAMES_MIN or self:time() < deadline) do
    games = games + 1
    local game = play.random(plan, games, self.generator, look)
    plies = plies + game.plies
    if second == nil then
      second = game.second
      if second == nil and game.first ~= plan.first then second = game.first end
    end
    if game.result then ended = ended + 1 end
    if game.result and game.result ~= 0 then
      local size = math.abs(game.result)
      least, greatest = min(least, size), max(greatest, size)
      is_integer = is_integer and size == floor(size)
    end
    if not self:tell "random games" then break end
  end
  if ended == 0 then fail("no random game has ended within %d plies (option 'max_plies')", plan.max_plies) end
  if second == nil then
    fail "callback 'player': expected two players, got one only; games of one player are not learned"
  end
  for _, player in ipairs {plan.first, second} do
    local kind = type(player)
    if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
      fail("callback 'player': expected a number, a string or a boolean, got %s", kind)
    end
  end
  if greatest == 0 then fail("callback 'result': expected won games among %d random ones, got draws only", games) end
  plan.limit = limit_of(plan, least, greatest, is_integer)
  plan.random_plies = max(1, min(RANDOM_PLIES_MAX, floor(plies / games * RANDOM_PART)))
  local layout = survey:layout(plan.first)
  if not plan.fields then layout.cells, layout.numbers, layout.groups = {}, {}, {} end
  if sums then self:add_own_numbers(layout, sums) end
  if #layout.cells + #layout.numbers == 0 then
    fail "there is nothing in the state that can be used: give option 'features'"
  end
  self.layout = layout
end

-- Generations -------------------------------------------------------------------------------------------------------

-- Is this part of the games played?
function Run:has_played(part)
  local plan = self.plan
  return plan.games ~= nil and self.games >= plan.games * part / SCHEDULE[#SCHEDULE]
end

-- Is this part of the time over?
function Run:is_late(part)
  local plan = self.plan
  return plan.time ~= nil and self:time() >= plan.time * GENERATIONS_PART * part
end

-- Has the self-play of a generation come to its end?
function Run:is_played(part, first_game)
  if self.samples:is_full() or self:has_played(part) then return true end
  return self.games > first_game and self:is_late(part)
end

-- Plays the games of a generation.
function Run:play_generation(part)
  local first_game = self.games
  self.player:begin(self.best)
  while not self:is_played(part, first_game) do
    self.games = self.games + 1
    self.player:play(self.games)
    if not self:tell "self-play" then break end
  end
  self.player:finish()
end

-- What the first line of a source says.
function Run:about()
  return ("An evaluation, learned by alphabeta.learn in %d games of self-play (seed %d)."):format(self.games,
    self.plan.seed)
end

-- Fits a model to the newest positions. Returns the new generation.
function Run:fit(model)
  local plan, store = self.plan, self.samples
  local oldest = store.total - store.n + 1
  local from = max(oldest, floor(store.total * (1 - NEWEST)) + 1)
  if self.generation > 1 then from = max(from, min(self.random_positions + 1, store.total)) end
  local epochs = max(EPOCHS, min(EPOCHS_MAX, floor(STEPS / (store.total - from + 1))))
  local loss = fit(model, store, from - oldest + 1, epochs, self.generator)
  plan.about = self:about()
  local text = source.write(model, plan)
  return {
    number = self.generation, loss = loss, source = text, families = model.families, stage = model.stage,
    evaluate = source.load(text, self.layout, plans.needed(plan)),
  }
end

-- Makes a function that says whether a match goes on.
function Run:until_time(deadline, doing)
  return function()
    if not self:tell(doing) then return false end
    return not (deadline and self:time() >= deadline)
  end
end

-- Decides by a match whether a new generation is the best one, by the points that it scores. Returns whether it is.
function Run:try(new, points)
  local plan, best = self.plan, self.best
  if not best then
    self.best = new
    return true
  end
  local deadline = plan.time and self:time() + plan.time * MATCH_PART
  local given = {nodes = max(1, floor(plan.nodes * MATCH_NODES))}
  local report = contest.play(plan, contest.player(plan, new.evaluate, given),
    contest.player(plan, best.evaluate, given), self:seed(), self:until_time(deadline, "a match"))
  if report.score < points then return false end
  self.best, self.elo = new, self.elo + contest.elo_of(report)
  return true
end

-- Tries a model that has more weights. It is kept when a match is for it.
function Run:try_model(model)
  if not self:try(self:fit(model), MORE) then return false end
  self.model = model
  return true
end

-- Looks for lines of cells.
function Run:try_lines()
  local families = lines.find(self.model, self.samples)
  if #families > 0 then self:try_model(self.model:with_lines(families)) end
end

-- Looks for what tells the stages of the game.
function Run:try_stages()
  local stage = stages.find(self.layout, self.samples)
  if not stage then return end
  self.samples:tell_stages(stage)
  if not self:try_model(self.model:with_stages(stage)) then self.samples:tell_stages(nil) end
end

-- One generation.
function Run:generate(part)
  self.generation = self.generation + 1
  self.generations = max(self.generations, self.generation)
  self:play_generation(part)
  if self.samples.n == 0 then
    if self.is_stopped then fail "stopped before there was a position to learn from" end
    fail "no position was found in self-play: the search sees the end of the game from everywhere"
  end
  if self.generation == 1 and not self.plan.start then self.random_positions = self.samples.total end
  self.random_positions = self.random_positions or 0
  self:try(self:fit(self.model), EVEN)
  if self.plan.lines and self.generation == LINES_AT then self:try_lines() end
  if self.plan.stages and self.generation == STAGES_AT then self:try_stages() end
  self.samples:keep(floor(self.samples.total * NEWEST) + 1)
end

-- Plays the matches at the end, against what can be had without learning.
function Run:compare()
  local plan, best = self.plan, self.best
  local opponents = {
    {name = "random", evaluate = contest.random_numbers(plan, self:seed())},
    {name = "result", evaluate = contest.nothing(plan), options = {ties = "random", seed = self:seed()}},
  }
  if plan.evaluate then opponents[3] = {name = "evaluate", evaluate = plan.evaluate} end
  self.matches = {}
  for i, opponent in ipairs(opponents) do
    if self.is_stopped then return end
    local deadline
    if plan.time then
      local now = self:time()
      deadline = now + max(0, plan.time - now) / (#opponents - i + 1)
    end
    self.matches[opponent.name] = contest.play(plan, contest.player(plan, best.evaluate),
      contest.player(plan, opponent.evaluate, opponent.options), self:seed(),
      self:until_time(deadline, "the last matches"))
  end
end

-- Makes what plays the games of self-play.
function Run:new_player()
  local plan = self.plan
  if plan.threads == 1 then return selfplay.new(plan, self.samples) end
  local player, message = require(LEARN .. ".helpers").new(plan, self.samples, self.layout)
  if not player then fail("option 'threads': %s", message) end
  return player
end

-- Ends what plays.
function Run:close()
  if self.player then self.player:close() end
end

-- Learns.
function Run:learn()
  self:check()
  self:survey()
  self.model = models.new(self.layout)
  self.samples = samples.new(self.layout, self.plan.rules, self.plan.features, self.plan.first)
  self.player = self:new_player()
  local last = SCHEDULE[#SCHEDULE]
  repeat -- more generations than planned where these had no room for all positions
    self:generate(SCHEDULE[self.generation + 1] or last)
    if self.is_stopped then return end
  until self.generation >= #SCHEDULE and (self:has_played(last) or self:is_late(last))
  self:compare()
end

return run
