-- The survey of a game before it is learned. Internal: `alphabeta.learn` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local check, access, fields = use("check.main", "learn.access", "learn.fields")
local plans, play = use("learn.plan", "learn.play")

local abs, floor, huge, max, min = math.abs, math.floor, math.huge, math.max, math.min
local fail = plans.fail

local survey = {}

-- Random games, at most; and of a limit of time, the part that they may take after GAMES_MIN games, and the part that
-- they may take in any case.
local GAMES, GAMES_MIN, PART, PART_MAX = 60, 10, 0.05, 0.25

-- Games of the check, the states that it may visit, and its part of the time.
local CHECK_GAMES, CHECK_NODES, CHECK_PART = 20, 1000, 0.1

-- Self-play begins with 1 to RANDOM_PLIES_MAX random moves, at most this part of a random game.
local RANDOM_PLIES_MAX, RANDOM_PART = 8, 1 / 3

-- The highest evaluation, as a part of what a won game is worth; where that differs from game to game, of the least
-- that was seen; and where won games are worth infinity.
local LIMIT, LIMIT_OF_LEAST, LIMIT_OF_INFINITE = 0.9, 0.5, 1000

-- Plays some games by `alphabeta.check`.
function survey.check(run)
  local plan = run.plan
  if not plan.check then return end
  local given = plans.search_options(plan, {games = CHECK_GAMES, nodes = CHECK_NODES, seed = plan.seed})
  given.repetition = nil
  given.time = plan.time and CHECK_PART * plan.time
  given.endless = true
  given.max_plies = plan.max_plies
  run.doing = "checking the game"
  local report, message = check(plans.game(plan, play.nothing(plan)), plan.start_state, given, function()
    return run:goes_on()
  end)
  if run.is_stopped then fail "stopped before a random game had ended" end
  if not report then fail("%s", (message:gsub("^alphabeta.check: ", ""))) end
  if not report.ok then
    fail("the game has defects (option 'check' = false learns nevertheless):\n%s", tostring(report))
  end
end

-- The value of a won game, which is the highest evaluation.
local function limit_of(plan, least, greatest, is_integer)
  if plan.win then return LIMIT * plan.win end
  if least == huge then return LIMIT_OF_INFINITE end
  if least == greatest then return LIMIT * least end
  return is_integer and least < 2 and LIMIT or LIMIT_OF_LEAST * least
end

-- The survey of a game; states are added to it.
local Survey = {}
Survey.__index = Survey

local function new_survey(plan)
  return setmetatable({
    plan = plan, fields = fields.survey(plan.ignore), numbers = plan.features and access.numbers(plan.features),
    games = 0, plies = 0, ended = 0, second = nil, over = nil,
    least = huge, greatest = 0, is_integer = true, -- of what won games are worth
  }, Survey)
end

-- Looks at a state of a game.
function Survey:look(state, player, ply, at)
  local plan = self.plan
  if plan.first == nil then plan.first = player end
  local message = self.fields:add(state, player, ply, self.numbers and self.numbers(state, plan.first, at))
  if message then fail("%s", message) end
end

-- Adds a game that was played.
function Survey:add(game)
  self.plies, self.over = self.plies + game.plies, game.over
  if self.second == nil then
    self.second = game.second
    if self.second == nil and game.first ~= self.plan.first then self.second = game.first end
  end
  if game.result then self.ended = self.ended + 1 end
  if game.result and game.result ~= 0 then
    local size = abs(game.result)
    self.least, self.greatest = min(self.least, size), max(self.greatest, size)
    self.is_integer = self.is_integer and size == floor(size)
  end
end

-- Plays random games.
function Survey:play(run, limit)
  local deadline = run:moment(PART)
  local function look(...) self:look(...) end
  local function goes_on() return run:goes_on(limit) end
  run.doing = "random games"
  while self.games < GAMES and run:time() < (self.games < GAMES_MIN and limit or deadline) do
    self.games = self.games + 1
    self:add(play.random(self.plan, self.games, run.generator, look, goes_on))
    if not run:tell "random games" then break end
  end
end

-- Raises an error if the game cannot be learned.
function Survey:check(run, limit)
  local plan = self.plan
  if self.ended == 0 and (run.is_stopped or run:time() >= limit) then
    fail("%s", run.is_stopped and "stopped before a random game had ended" or "no random game has ended in "
      .. ("%.3g s, a quarter of option 'time': give more, or make the rules faster"):format(limit))
  end
  if self.fields.rows == 0 and self.over then fail("the game is over in its first state: %s", self.over) end
  if self.ended == 0 then fail("no random game has ended within %d plies (option 'max_plies')", plan.max_plies) end
  if self.second == nil then
    fail "callback 'player': expected two players, got one only; games of one player are not learned"
  end
  for _, player in ipairs {plan.first, self.second} do
    local kind = type(player)
    if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
      fail("callback 'player': expected a number, a string or a boolean, got %s", kind)
    end
  end
  if self.greatest == 0 then
    fail("callback 'result': expected won games among %d random ones, got draws only", self.games)
  end
end

-- The layout of the fields that an evaluation can use.
function Survey:layout()
  local layout = self.fields:layout(self.plan.first, not self.plan.fields)
  if #layout.cells + #layout.numbers == 0 then
    fail("there is nothing in the state that can be used: give option 'features'%s",
      fields.advice(layout.left_out, true))
  end
  return layout
end

-- Plays random games, to see what states are like, who plays, and what a won game is worth. Sets `limit` and
-- `random_plies` of the plan. Returns the layout of the fields, and the mean of the plies of a game.
function survey.play(run)
  local plan, limit = run.plan, run:moment(PART_MAX, 0)
  local made = new_survey(plan)
  made:play(run, limit)
  made:check(run, limit)
  local plies = made.plies / made.games
  plan.limit = limit_of(plan, made.least, made.greatest, made.is_integer)
  plan.random_plies = max(1, min(RANDOM_PLIES_MAX, floor(plies * RANDOM_PART)))
  return made:layout(), plies
end

return survey
