-- The run of a check: states near the start are visited breadth-first, then games are played at random, and in the end
-- shorter lines are looked for. Internal: `alphabeta.check` uses it.

local CHECK = (... or "alphabeta.check.run"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local findings = require(CHECK .. ".findings")
local keys = require(CHECK .. ".keys")
local positions = require(CHECK .. ".position")
local random = require(PACKAGE .. ".random")
local rules = require(PACKAGE .. ".rules")
local signs = require(CHECK .. ".signs")
local snapshot = require(CHECK .. ".snapshot")
local visit = require(CHECK .. ".visit")

local ceil, floor, min = math.ceil, math.floor, math.min
local draw, draw_seed, generator, sower = random.draw, random.draw_seed, random.generator, random.sower
local line, place_of, step_to = positions.line, rules.place_of, positions.step

local run = {}

local Run = {}
Run.__index = Run

-- How many states are visited near the start before the games, if half of all that may be are so many; and when a
-- shorter line is looked for.
local NEAR, NEARER = 150, 500

-- How many lines are tried for a defect when moves are left out.
local MAX_LINES = 100

-- How often a game is played in another order.
local ORDERS = 3

-- Luck may move so many times in a row; the search has the same limit.
local MAX_LUCK = 1000

-- The functions that make a move, by the style of the game.
local MAKERS = {["in place"] = "make", copying = "play", children = "children"}

-- Makes a run.
-- @tparam table plan
-- @treturn table with `findings`, `games`, `ended`, `plies` and `states`, as a report tells of them; `players` in the
--   order in which they were seen, and `me`, the first of them
function run.new(plan)
  local new = setmetatable({
    plan = plan, maker = MAKERS[plan.rules.style], fingerprint = snapshot.fingerprints(plan.excluded),
    findings = findings.new(), games = 0, ended = 0, plies = 0, states = 0, players = {},
    queue = {{}}, head = 1, depth = 0, expanded = {},
  }, Run)
  new.keys, new.signs = keys.new(new), signs.new(new)
  return new
end

-- The place of a player among those that were seen; a new one takes the next.
function Run:seat_of(player)
  local players, seat = self.players, 1
  while players[seat] ~= nil and not rawequal(players[seat], player) do seat = seat + 1 end
  players[seat] = player
  self.me = players[1]
  return seat
end

-- A player as messages show it.
function Run:name_of(seat)
  if not self.plan.rules.player then return seat == 1 and "the player at the start" or "the other player" end
  return "player " .. snapshot.text(self.players[seat])
end

-- Games ------------------------------------------------------------------------------------------------------------

-- Does a game go on, after what came of the last visit?
function Run:goes_on(position, list, is_luck)
  local plan = self.plan
  if not list then
    self.ended = self.ended + 1
    return false
  end
  if not is_luck and position.plies >= plan.max_plies then
    if not plan.endless then
      position:found("endless", plan.lister, nil,
        ("the game has not ended after %d plies. If that is right, say endless = true, or raise max_plies"):format(
          position.plies))
    end
    return false
  end
  if position.luck >= MAX_LUCK then
    position:found("endless", "chances", nil,
      ("luck has moved %d times in a row: expected a decision or the end"):format(MAX_LUCK))
    return false
  end
  return true
end

-- Plays a game at random. Returns its steps, nil when it had to be broken off.
function Run:play_game(draws)
  local position = positions.begin(self)
  local is_whole = positions.attempt(function()
    while self.states < self.plan.nodes do
      local list, is_luck = visit.look_round(position, draws)
      if not self:goes_on(position, list, is_luck) then break end
      position:go(positions.draw(draws, list, is_luck))
      self.plies = self.plies + (is_luck and 0 or 1)
    end
    position:unwind()
  end)
  return is_whole and position.steps or nil
end

-- Walks along a line, and visits its last states. `choose(list, is_luck, n)` returns the index of the n-th step, nil
-- when there is none. Returns the last position, with `list` and `is_luck`; nil when it was not reached.
function Run:walk(length, visits, choose)
  local reached
  positions.attempt(function()
    local position = positions.begin(self)
    for n = 1, length + 1 do
      local is_visit = n > length + 1 - visits
      local list, is_luck = (is_visit and visit.look_round or visit.pass_by)(position)
      if n == 1 and not is_visit then position:ask_player() end
      if n > length then
        reached = {
          list = list, is_luck = is_luck, content = self.fingerprint(position.state) .. " " .. (position.seat or 0),
        }
      else
        local index = list and choose(list, is_luck, n)
        if not index then break end
        position:go(step_to(list, index, is_luck))
      end
    end
    position:unwind()
  end)
  return reached
end

-- Walks along a line of steps, as far as its moves are there, and visits its last states.
function Run:follow(steps, visits)
  self:walk(#steps, visits, function(list, is_luck, n)
    local step = steps[n]
    if is_luck ~= step.is_luck then return nil end
    if is_luck or self.plan.rules.style == "children" then return list[step.index] ~= nil and step.index end
    return place_of(step.move, list)
  end)
end

-- The decisions of a line, each with the luck before it.
local function decisions_of(steps)
  local decisions, parts = {}, {}
  for _, step in ipairs(steps) do
    parts[#parts + 1] = step
    if not step.is_luck then decisions[#decisions + 1], parts = parts, {} end
  end
  return decisions
end

-- Plays moves of a game in another order: what is the same state then must have the same key.
function Run:permute(steps, draws)
  local decisions = decisions_of(steps)
  if not self.plan.rules.hash or self.plan.rules.style == "children" or #decisions < 3 then return end
  for _ = 1, ORDERS do
    local at = draw(draws, #decisions - 2)
    local order = {}
    for i = 1, at + 2 do
      local from = i == at and at + 2 or i == at + 2 and at or i
      for _, step in ipairs(decisions[from]) do order[#order + 1] = step end
    end
    self:follow(order, 1)
  end
end

-- Shorter lines ----------------------------------------------------------------------------------------------------

-- Visits states breadth-first, where it ended the last time, until so many more were visited. With `is_shortening`, not
-- beyond what may make a line shorter.
function Run:explore(count, is_shortening)
  local queue = self.queue
  while count > 0 and self.head <= #queue do
    local indices = queue[self.head]
    if is_shortening and not self.findings:has_longer(#indices) then return end
    queue[self.head] = false
    self.head, count = self.head + 1, count - 1
    self.depth = #indices
    local reached = self:walk(#indices, 1, function(list, _, n) return list[indices[n]] ~= nil and indices[n] end)
    self.keys:settle()
    if reached and reached.list and not self.expanded[reached.content] then
      self.expanded[reached.content] = true
      for index, entry in ipairs(reached.list) do
        if not reached.is_luck or entry.probability > 0 then queue[#queue + 1] = line(indices, index) end
      end
    end
  end
end

-- A line without the steps from one place on.
local function without(steps, from, count)
  local rest = {}
  for i, step in ipairs(steps) do
    if i < from or i >= from + count then rest[#rest + 1] = step end
  end
  return rest
end

-- Looks for a shorter line by leaving out moves: half of them, a quarter, at last single ones.
function Run:shorten(kind, callback)
  local known, tries = self.findings, 0

  -- Tries each place to leave out so many moves. Does that make the line shorter?
  local function leave_out(size)
    local finding = known:get(kind, callback)
    local steps = known:steps_of(finding)
    for from = 1, #steps - size + 1, size do
      if tries == MAX_LINES then return false end
      tries = tries + 1
      self:follow(without(steps, from, size), 2)
      if #known:get(kind, callback).line < #steps then return true end
    end
    return false
  end

  local length = #known:get(kind, callback).line
  local size = floor(length / 2)
  while size >= 1 and length > self.depth and tries < MAX_LINES do
    if leave_out(size) then
      length = #known:get(kind, callback).line
      size = min(size, floor(length / 2))
    else
      size = floor(size / 2)
    end
  end
end

-- Looks for shorter lines for what was found.
function Run:shorten_all()
  for _, finding in ipairs(line(self.findings.list)) do
    if findings.is_divisible(finding) then self:shorten(finding.kind, finding.callback) end
  end
  self:explore(NEARER, true)
end

-- Does all that is to be done.
-- @treturn table the run
function Run:finish()
  local plan, found, random_draws = self.plan, self.findings, sower(self.plan.seed)
  self:explore(min(NEAR, ceil(plan.nodes / 2)))
  while self.games < plan.games and self.states < plan.nodes do
    self.games = self.games + 1
    local draws = generator(draw_seed(random_draws))
    local steps = self:play_game(draws)
    if steps and self.states < plan.nodes then self:permute(steps, draws) end
    self.keys:settle()
  end
  self.signs:judge(generator(draw_seed(random_draws)))
  found:leave_out_consequences()
  if found:has_longer(self.depth) then
    self:shorten_all()
    self.signs:judge(generator(draw_seed(random_draws)))
    found:leave_out_consequences()
  end
  plan.put_back()
  return self
end

return run
