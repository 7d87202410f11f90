-- A check: reads its arguments, runs, makes its report. States near the start are visited breadth-first, then games are
-- played at random, and in the end it searches for shorter lines. Internal: this is `alphabeta.check`, which loads it
-- with the first check.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, findings, nil_globals = use("common.constant_rows", "check.findings", "check.nil_globals")
local globals, lines, why_over = use("common.globals", "check.lines", "common.over")
local plans, positions = use("check.plan", "check.position")
local random, outside, new_fingerprint = use("common.random", "check.outside", "common.fingerprint")
local pcall = use "common.interruption".pcall
local visit = use "check.visit"
local snapshot_games = use "snapshot".games
local show, zobrist_keys = use("common.show", "common.zobrist_keys")

local ceil, floor, huge, max, min = math.ceil, math.floor, math.huge, math.max, math.min
local clock = globals.field(globals.os, "clock") -- a sandbox may lack it: then time is no limit
local integer, new_generator, new_seed = random.integer, random.generator, random.seed
local line = lines.copy

local Run = {}
Run.__index = Run

-- The most states that are visited near the start: before the games (half of all at most), and to find a shorter line.
local NEAR, NEARER = 150, 500

-- How many lines are tried for a defect when moves are left out.
local MAX_LINES = 100

-- How often a game is played in another order.
local ORDERS = 3

-- The shares of the time at which the parts of a run end: finished games for the tests of the sign, states near the
-- start, games, what is judged then, and the search for shorter lines.
local ENDS_SHARE, NEAR_SHARE, GAMES_SHARE, JUDGE_SHARE, SHORTER_SHARE = 0.3, 0.5, 0.9, 1, 1.15

-- The share of the time that examinations may take before they are put off. In quick games none is put off, so that the
-- clock does not change a report.
local EXAMINE_SHARE = 0.1

-- What watches all games, in the order in which it judges them in the end, by name: modules whose `new(run)` returns a
-- table with some of these methods. `run` has that as a field of the same name.
--
-- * `visited(position, list, is_chance, value)`, after a visit: what can be played (nil when the game is over), and
--   what the state is worth, if that was asked;
-- * `tried(position, step, state, key, is_changed)`, after a move was made that will be taken back: the state that it
--   leads to, the key of the state before as text, and a function that returns whether the move has changed anything;
-- * `judge(generator)`, when all games were played, and again after a search for shorter lines: reports what it found.
local WATCHERS = {
  {"keys", use "check.keys"},
  {"signs", use "check.signs"},
  {"changes", use "check.changes"},
  {"fields", use "check.fields"},
  {"effects", use "check.effects"},
  {"deals", use "check.deals"},
  {"hidden", use "check.hidden"},
}

-- The functions that make a move, by the style of the game.
local MAKERS = {["in place"] = "make", copying = "play", children = "children"}

-- What a fingerprint has of a userdata. Zobrist keys are left out: they follow from the rest.
local function content_of(value)
  return zobrist_keys.is_key(value) and "" or zobrist_keys.content(value)
end

-- Makes a function that gives states fingerprints: by what they hold or, in a game that `alphabeta.snapshot` has made,
-- by all that its moves may change.
local function fingerprints(plan)
  local fingerprint = new_fingerprint {content_of = content_of, excluded = plan.excluded}
  local known = snapshot_games[plan.rules.make]
  if not known then return fingerprint end
  return function(state, skipped) return fingerprint(known.collect(state), skipped) end
end

-- Makes a run, with `findings`, `games`, `ended`, `plies` and `states`, as in a report; `players` in the order in which
-- they were seen, and `me`, the first of them; `ids`, what `find_move` may get, and `is_id`, the same as a set;
-- `copies_compared`, in how many states a move was played in a copy.
local function new_run(plan)
  local new = setmetatable({
    plan = plan, maker = MAKERS[plan.rules.style], fingerprint = fingerprints(plan),
    findings = findings.new(), games = 0, ended = 0, plies = 0, states = 0, players = {},
    queue = {}, head = 1, depth = 0, expanded = {}, ids = {}, is_id = {}, begun = clock and clock(),
    share = 1, examining = 0, copies_compared = 0,
  }, Run)
  for number = 1, plan.starts do new.queue[number] = {start = number} end
  for _, watcher in ipairs(WATCHERS) do new[watcher[1]] = watcher[2].new(new) end
  return new
end

-- Calls a method of all that watch the run and have it.
function Run:tell(method, ...)
  for _, named in ipairs(WATCHERS) do
    local watcher = self[named[1]]
    if watcher[method] then watcher[method](watcher, ...) end
  end
end

-- Lets all watchers judge, each with random numbers of its own.
function Run:judge(seeds)
  for _, named in ipairs(WATCHERS) do
    local watcher = self[named[1]]
    if watcher.judge then watcher:judge(new_generator(new_seed(seeds))) end
  end
  self.findings:leave_out_consequences()
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
  return "player " .. show.text(self.players[player_index])
end

-- Is the time of the part of the check up that is going on?
function Run:is_late()
  local time, goes_on = self.plan.time, self.plan.goes_on
  if goes_on and not goes_on() then return true end
  return clock ~= nil and time < huge and clock() - self.begun >= time * self.share
end

-- What to give when the time did not suffice.
function Run:more_time()
  local time = self.plan.time
  return ("Give time = %g"):format(time > 0 and 10 * time or 20)
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
      position:found("endless", plan.list_function, nil,
        ("the game has not ended after %d plies. If that is right, say endless = true, or raise max_plies"):format(
          position.plies))
    end
    return false
  end
  if position.outcomes >= constants.CHANCES_MAX then
    position:found("endless", "chances", nil,
      ("expected a decision or the end after %d chance nodes in a row"):format(constants.CHANCES_MAX))
    return false
  end
  return true
end

-- The number of the state that a game starts from.
function Run:start_of(game) return (game - 1) % self.plan.starts + 1 end

-- Plays a game at random. Returns its steps, nil when it had to be broken off.
function Run:play_game(generator)
  local position, kept = positions.begin(self, self:start_of(self.games)), nil
  local is_complete = positions.attempt(function()
    while self.states < self.plan.nodes and not self:is_late() do
      local list, is_chance = visit.examine(position, generator)
      if not self:goes_on(position, list, is_chance) then break end
      if #position.steps == self.games then kept = self.hidden:keep(position) end
      position:go(lines.choose(generator, list, is_chance))
      self.plies = self.plies + (is_chance and 0 or 1)
    end
    position:unwind()
  end)
  if is_complete and kept then self.hidden:compare_kept(kept) end
  return is_complete and position.steps or nil
end

-- Walks along a line of steps, as far as they are there, and visits its last states. Returns the `content` of the last
-- position, and the `steps` that it allows; nil when it was not reached.
function Run:follow(steps, visits)
  local reached
  positions.attempt(function()
    local position = positions.begin(self, steps.start)
    for n = 1, #steps + 1 do
      local is_visit = n > #steps + 1 - visits
      local list, is_chance = (is_visit and visit.examine or visit.pass_by)(position)
      if n == 1 and not is_visit then position:ask_player() end
      if n > #steps then
        reached = {
          steps = position:steps_of(list or {}, is_chance),
          content = self.fingerprint(position.state) .. " " .. tostring(position.player_index or 0),
        }
      else
        local step = list and lines.find_step(self, steps[n], list, is_chance)
        if not step then break end
        position:go(step)
      end
    end
    position:unwind()
  end)
  return reached
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

-- Examines what was noticed at positions, now that none is in use. Until the last time, that takes a small share of the
-- time, or no more than a third of the time so far: the games must be played, too.
function Run:examine_suspects(is_last)
  local share, time, before = self.share, self.plan.time, clock and clock()
  if before and time < huge and not is_last then
    local spent = before - self.begun
    self.share = min(share, (spent + max(0, EXAMINE_SHARE * time - self.examining, spent / 2 - self.examining)) / time)
  end
  self.keys:examine_suspects()
  self.share = share
  if before then self.examining = self.examining + clock() - before end
end

-- Plays moves of a game in another order: what is the same state then must have the same key and the same value.
function Run:permute(steps, generator)
  local decisions = decisions_of(steps)
  if self.plan.rules.style == "children" or #decisions < 3 then return end
  for _ = 1, ORDERS do
    local at = integer(generator, #decisions - 2)
    local order = {start = steps.start}
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
  while count > 0 and self.head <= #queue and not self:is_late() do
    local steps = queue[self.head]
    if is_shortening and not self.findings:has_longer(#steps) then return end
    queue[self.head] = false
    self.head, count = self.head + 1, count - 1
    self.depth = #steps
    local reached = self:follow(steps, 1)
    self:examine_suspects()
    if reached and not self.expanded[reached.content] then
      self.expanded[reached.content] = true
      for _, step in ipairs(reached.steps) do queue[#queue + 1] = line(steps, step) end
    end
  end
end

-- A line without the steps from one place on.
local function without(steps, from, count)
  local rest = {start = steps.start}
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
    local steps = known.steps[finding]
    for from = 1, #steps - size + 1, size do
      if tries == MAX_LINES or self:is_late() then return false end
      tries = tries + 1
      self:follow(without(steps, from, size), 2)
      if #known:get(kind, callback).line < #steps then return true end
    end
    return false
  end

  local length = #known:get(kind, callback).line
  local size = floor(length / 2)
  while size >= 1 and length > self.depth and tries < MAX_LINES and not self:is_late() do
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

-- Says so when the game is over in its first state, where nothing can be seen.
function Run:look_at_start()
  for number = 1, self.plan.starts do
    local ok, reason = pcall(why_over, self.plan.rules, self.plan.start(number)) -- errors are reported at its visit
    if ok and reason then
      self.findings:add("start", reason:match "^`([%w_]+)`", {start = number},
        "the game is over in its first state: " .. reason)
    end
  end
  self.hidden:note_first()
end

-- Of a game that `alphabeta.snapshot` has made: asks about names where nothing was, before and after all moves.
function Run:ask_about_names()
  local known = snapshot_games[self.plan.rules.make]
  for _, name in ipairs(known and known.list_unused() or {}) do
    self.findings:ask("outside", name,
      ("`changes` of the snapshot: '%s' was nil before and after all moves. Is the name right?"):format(name))
  end
end

-- Runs the whole check.
function Run:finish()
  local plan, found, seeds = self.plan, self.findings, random.from_number(self.plan.seed)
  local put_back = outside.examine(self, new_generator(new_seed(random.from_number(plan.seed))))
  self:look_at_start()
  self.share = ENDS_SHARE
  self.signs:play_first(random.from_number(plan.seed, 1))
  self.share = NEAR_SHARE
  self:explore(min(NEAR, ceil(plan.nodes / 2)))
  self.share = GAMES_SHARE
  while self.games < plan.games and self.states < plan.nodes and not self:is_late() do
    self.games = self.games + 1
    local generator = new_generator(new_seed(seeds))
    local steps = self:play_game(generator)
    if steps and self.states < plan.nodes and not self:is_late() then self:permute(steps, generator) end
    self:examine_suspects()
  end
  self.was_late = self:is_late()
  self.share = JUDGE_SHARE
  self:examine_suspects(true)
  self:ask_about_names()
  self:judge(seeds)
  self.share = SHORTER_SHARE
  if found:has_longer(self.depth) then
    self:shorten_all()
    self:judge(seeds)
  end
  put_back()
  plan.put_back()
end

-- Checks a game. A tool that checks gives `goes_on`: the check ends when it returns false. Returns nil and what is
-- wrong if an argument is.
return function(game, state, options, goes_on)
  local plan, message = plans.read(game, state, options)
  if not plan then return nil, "alphabeta.check: " .. message end
  plan.goes_on = goes_on
  local run = new_run(plan)
  nil_globals.watch(plan, function() run:finish() end)
  return findings.report(run)
end
