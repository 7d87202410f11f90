-- The run of a check: states near the start are visited breadth-first, then games are played at random, and in the end
-- it searches for shorter lines. Internal: `alphabeta.check` uses it.

local CHECK = (... or "alphabeta.check.run"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local core = require "alphabeta.core"
local deltas = require(CHECK .. ".deltas")
local findings = require(CHECK .. ".findings")
local globals = require(PACKAGE .. ".common.globals")
local hidden = require(CHECK .. ".hidden")
local keys = require(CHECK .. ".keys")
local omissions = require(CHECK .. ".omissions")
local positions = require(CHECK .. ".position")
local random = require(PACKAGE .. ".common.random")
local moves = require(PACKAGE .. ".common.moves")
local outside = require(CHECK .. ".outside")
local signs = require(CHECK .. ".signs")
local paths = require(CHECK .. ".paths")
local pictures = require(PACKAGE .. ".common.picture")
local snapshot = require(PACKAGE .. ".snapshot")
local turns = require(CHECK .. ".turns")
local visit = require(CHECK .. ".visit")

local ceil, floor, huge, min = math.ceil, math.floor, math.huge, math.min
local clock = globals.field(globals.os, "clock") -- a sandbox may lack it: then time is no limit
local integer, new_generator, new_seed = random.integer, random.generator, random.seed
local line, index_of, step_to = positions.line, moves.index_of, positions.step

local run = {}

local Run = {}
Run.__index = Run

-- The most states that are visited near the start: before the games (half of all at most), and to find a shorter line.
local NEAR, NEARER = 150, 500

-- How many lines are tried for a defect when moves are left out.
local MAX_LINES = 100

-- How often a game is played in another order.
local ORDERS = 3

-- The share of the time in which states near the start are visited, before the games.
local NEAR_SHARE = 0.4

-- The functions that make a move, by the style of the game.
local MAKERS = {["in place"] = "make", copying = "play", children = "children"}

-- Makes a function that gives states fingerprints: by what they hold or, in a game that `alphabeta.snapshot` has made,
-- by all that its moves may change.
local function fingerprints(plan)
  local fingerprint, known = pictures.fingerprints(plan.excluded), snapshot.games[plan.rules.make]
  if not known then return fingerprint end
  return function(state, skipped) return fingerprint(known.collect(state), skipped) end
end

-- Makes a run.
-- @tparam table plan
-- @treturn table with `findings`, `games`, `ended`, `plies` and `states`, as in a report; `players` in the
--   order in which they were seen, and `me`, the first of them; `questions`, which become notes; `ids`, what
--   `find_move` may get, and `is_id`, the same as a set
function run.new(plan)
  local new = setmetatable({
    plan = plan, maker = MAKERS[plan.rules.style], fingerprint = fingerprints(plan),
    findings = findings.new(), games = 0, ended = 0, plies = 0, states = 0, players = {},
    questions = {}, queue = {{}}, head = 1, depth = 0, expanded = {}, ids = {}, is_id = {},
  }, Run)
  new.keys, new.signs, new.deltas, new.hidden = keys.new(new), signs.new(new), deltas.new(new), hidden.new(new)
  new.paths, new.omissions, new.begun = paths.new(new), omissions.new(new), clock and clock()
  return new
end

-- The place of a player among those that were seen; a new one takes the next.
function Run:player_index(player)
  local players, index = self.players, 1
  while players[index] ~= nil and not rawequal(players[index], player) do index = index + 1 end
  players[index] = player
  self.me = players[1]
  return index
end

-- A player as messages show it.
function Run:name_of(player_index)
  if not self.plan.rules.player then return player_index == 1 and "the player at the start" or "the other player" end
  return "player " .. pictures.text(self.players[player_index])
end

-- Is the time of the check up, or a share of it?
function Run:is_late(share)
  local time = self.plan.time
  return clock ~= nil and time < huge and clock() - self.begun >= time * (share or 1)
end

-- Games ------------------------------------------------------------------------------------------------------------

-- Does a game go on, after what came of the last visit?
function Run:goes_on(position, list, is_chance)
  local plan = self.plan
  if not list then
    self.ended = self.ended + 1
    return false
  end
  if not is_chance and position.plies >= plan.max_plies then
    if not plan.endless then
      position:found("endless", plan.lister, nil,
        ("the game has not ended after %d plies. If that is right, say endless = true, or raise max_plies"):format(
          position.plies))
    end
    return false
  end
  if position.outcomes >= core.CHANCES_MAX then
    position:found("endless", "chances", nil,
      ("expected a decision or the end after %d chance nodes in a row"):format(core.CHANCES_MAX))
    return false
  end
  return true
end

-- Plays a game at random. Returns its steps, nil when it had to be broken off.
function Run:play_game(generator)
  local position = positions.begin(self)
  local is_complete = positions.attempt(function()
    while self.states < self.plan.nodes and not self:is_late() do
      local list, is_chance = visit.examine(position, generator)
      if not self:goes_on(position, list, is_chance) then break end
      if not is_chance then self.omissions:look(position) end
      position:go(positions.choose(generator, list, is_chance))
      self.plies = self.plies + (is_chance and 0 or 1)
    end
    position:unwind()
  end)
  return is_complete and position.steps or nil
end

-- Walks along a line, and visits its last states. `choose(list, is_chance, n)` returns the index of the n-th step, nil
-- when there is none. Returns the last position, with `list` and `is_chance`; nil when it was not reached.
function Run:walk(length, visits, choose)
  local reached
  positions.attempt(function()
    local position = positions.begin(self)
    for n = 1, length + 1 do
      local is_visit = n > length + 1 - visits
      local list, is_chance = (is_visit and visit.examine or visit.pass_by)(position)
      if n == 1 and not is_visit then position:ask_player() end
      if n > length then
        reached = {
          list = list, is_chance = is_chance,
          content = self.fingerprint(position.state) .. " " .. (position.player_index or 0),
        }
      else
        local index = list and choose(list, is_chance, n)
        if not index then break end
        position:go(step_to(list, index, is_chance))
      end
    end
    position:unwind()
  end)
  return reached
end

-- Walks along a line of steps, as far as its moves are there, and visits its last states.
function Run:follow(steps, visits)
  self:walk(#steps, visits, function(list, is_chance, n)
    local step = steps[n]
    if is_chance ~= step.is_chance then return nil end
    if is_chance or self.plan.rules.style == "children" then return list[step.index] ~= nil and step.index end
    return index_of(step.move, list)
  end)
end

-- The decisions of a line, each with the outcomes before it.
local function decisions_of(steps)
  local decisions, parts = {}, {}
  for _, step in ipairs(steps) do
    parts[#parts + 1] = step
    if not step.is_chance then decisions[#decisions + 1], parts = parts, {} end
  end
  return decisions
end

-- Examines what was noticed at positions, now that none is in use.
function Run:settle()
  self.keys:settle()
  self.paths:settle()
end

-- Plays moves of a game in another order: what is the same state then must have the same key and the same value.
function Run:permute(steps, generator)
  local decisions = decisions_of(steps)
  if self.plan.rules.style == "children" or #decisions < 3 then return end
  for _ = 1, ORDERS do
    local at = integer(generator, #decisions - 2)
    local order = {}
    for i = 1, at + 2 do
      local from = i == at and at + 2 or i == at + 2 and at or i
      for _, step in ipairs(decisions[from]) do order[#order + 1] = step end
    end
    self:follow(order, 1)
  end
end

-- Shorter lines ----------------------------------------------------------------------------------------------------

-- Visits states breadth-first, from where it ended the last time, until `count` more were visited. With
-- `is_shortening`, not beyond what may make a line shorter.
function Run:explore(count, is_shortening)
  local queue = self.queue
  while count > 0 and self.head <= #queue and not (not is_shortening and self:is_late(NEAR_SHARE)) do
    local indices = queue[self.head]
    if is_shortening and not self.findings:has_longer(#indices) then return end
    queue[self.head] = false
    self.head, count = self.head + 1, count - 1
    self.depth = #indices
    local reached = self:walk(#indices, 1, function(list, _, n) return list[indices[n]] ~= nil and indices[n] end)
    self:settle()
    if reached and reached.list and not self.expanded[reached.content] then
      self.expanded[reached.content] = true
      for index, entry in ipairs(reached.list) do
        if not reached.is_chance or entry.probability > 0 then queue[#queue + 1] = line(indices, index) end
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

  -- Tries to leave out `size` moves at each place. Returns whether that makes the line shorter.
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

-- Of a game that `alphabeta.snapshot` has made: asks about names where nothing was, before and after all moves.
function Run:ask_about_names()
  local known = snapshot.games[self.plan.rules.make]
  for _, name in ipairs(known and known.list_unused() or {}) do
    self.questions[#self.questions + 1] =
      ("`changes` of the snapshot: '%s' was nil before and after all moves. Is the name right?"):format(name)
  end
end

-- Does all that is to be done.
-- @treturn table the run
function Run:finish()
  local plan, found, seeds = self.plan, self.findings, random.from_number(self.plan.seed)
  local put_back
  put_back, self.unseen = outside.examine(self, new_generator(new_seed(random.from_number(plan.seed))))
  self:explore(min(NEAR, ceil(plan.nodes / 2)))
  while self.games < plan.games and self.states < plan.nodes and not self:is_late() do
    self.games = self.games + 1
    local generator = new_generator(new_seed(seeds))
    local steps = self:play_game(generator)
    if steps and self.states < plan.nodes and not self:is_late() then self:permute(steps, generator) end
    self:settle()
  end
  self.was_late = self:is_late()
  self.hidden:judge()
  self.signs:judge(new_generator(new_seed(seeds)))
  turns.judge(self, new_generator(new_seed(seeds)))
  self.deltas:judge()
  self.omissions:judge()
  found:leave_out_consequences()
  if found:has_longer(self.depth) then
    self:shorten_all()
    self.signs:judge(new_generator(new_seed(seeds)))
    found:leave_out_consequences()
  end
  self:ask_about_names()
  put_back()
  plan.put_back()
  return self
end

return run
