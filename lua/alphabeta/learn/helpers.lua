-- Games of self-play by helpers, in threads and Lua states of their own. Internal: `alphabeta.learn` uses it.
--
-- Helpers play some games ahead. What they send is taken in the order of the games' numbers, so that what is learned
-- does not depend on how many there are. Messages to a helper, as texts: `begin`, the number of a generation, with the
-- `source` of its evaluation; or `play`, the number of a game of it. From a helper: `generation` and `game`, these
-- numbers, with the `record` of the game; or `message`, an error.

local use = require((...):match "^(.*)%..*%." .. ".use")

local plans, play, samples, source = use("learn.plan", "learn.play", "learn.samples", "learn.source")
local text, threads = use("pool.text", "pool.threads")

-- How many games each helper has before it, and the seconds after which a hook of the program, Ctrl-C say, is heard.
local AHEAD, WAIT = 4, 0.1

local helpers = {}

local Helpers = {}
Helpers.__index = Helpers

-- The part of a layout that is needed to read states, without tables that contain each other.
local function packed(layout)
  local groups, cells = {}, {}
  for id, group in ipairs(layout.groups) do groups[id] = {id = id, codes = group.codes, is_mixed = group.is_mixed} end
  for i, cell in ipairs(layout.cells) do
    cells[i] = {keys = cell.keys, raw = cell.raw, index = i, group = groups[cell.group.id]}
  end
  return {
    groups = groups, cells = cells, numbers = layout.numbers, turn = layout.turn, number_count = layout.number_count,
  }
end

-- Starts helpers.
-- @tparam table plan
-- @tparam table store of positions: the games add their positions to it
-- @tparam table layout
-- @tparam function goes_on returns false when a game is to be waited for no longer
-- @treturn ?table with the methods of a player of games, see play.lua
-- @treturn ?string what is wrong then
function helpers.new(plan, store, layout, goes_on)
  local setup = text.of {
    names = plan.names, options = plan.sent, layout = packed(layout), first = plan.first, limit = plan.limit,
    random_plies = plan.random_plies,
  }
  local group, message = threads.start(plan.threads, setup, {}, "learn.helpers")
  if not group then return nil, message end
  return setmetatable({
    group = group, count = plan.threads, goes_on = goes_on, samples = store, generation = 0, waiting = {}, asked = 0,
    records = {},
  }, Helpers)
end

function Helpers:begin(best)
  self.generation, self.records = self.generation + 1, {}
  local order = text.of {begin = self.generation, source = best and best.source}
  for helper = 1, self.count do
    self.waiting[helper] = 0
    self.group.send(helper, order)
  end
end

-- Sends games to the helpers, up to a number.
function Helpers:ask(last)
  for number = self.asked + 1, last do
    local idle = 1
    for helper = 2, self.count do
      if self.waiting[helper] < self.waiting[idle] then idle = helper end
    end
    self.waiting[idle] = self.waiting[idle] + 1
    self.group.send(idle, text.of {play = number})
    self.asked = number
  end
end

-- Takes what a helper has sent, if there is something in time.
function Helpers:take()
  local helper, sent, is_error, serial = self.group.receive(WAIT, self.taken)
  if not helper then return end
  self.taken = serial
  if is_error then error(sent, 0) end
  local message = text.value(sent)
  if message.message then error(message.message, 0) end
  if message.generation == self.generation then
    self.waiting[helper] = self.waiting[helper] - 1
    self.records[message.game] = message.record
  end
end

function Helpers:play(number)
  if self.asked < number then self.asked = number - 1 end
  self:ask(number + AHEAD * self.count)
  while not self.records[number] do
    self:take()
    if not self.goes_on() then return false end
  end
  self.samples:append(self.records[number], number)
  self.records[number] = nil
end

-- The games that were played ahead are forgotten: those of the next generation have these numbers.
function Helpers:finish()
  self.records, self.asked = {}, 0
end

function Helpers:close()
  self.group.close()
end

-- Makes the plan anew, of the functions that the module of the rules has.
local function plan_of(order)
  local names, given = order.names, order.options
  local module = require(names.rules)
  given.features, given.start = names.features and module[names.features], names.start and module[names.start]
  local plan, message = plans.read(module, module[names.state], given)
  if not plan then error("alphabeta.learn: " .. message, 0) end
  plan.first, plan.limit, plan.random_plies = order.first, order.limit, order.random_plies
  return plan
end

-- Runs a helper, in a Lua state of its own, until it is told to end.
-- @tparam table channel `receive(seconds)`: the next text, nil when there is none in time, false at the end;
--   `send(text)`
-- @tparam string setup
function helpers.serve(channel, setup)
  local order = text.value(setup)
  local layout = order.layout
  local plan = plan_of(order)
  local store = samples.new(layout, plan.rules, plan.features, plan.first)
  local player, generation, games = play.player(plan, store), nil, {}

  -- Takes all that has come; waits for something where there is nothing to do. Returns false at the end.
  local function take()
    local received = channel.receive(#games == 0 and nil or 0)
    while received do
      local message = text.value(received)
      if message.begin then
        if generation then player:finish() end
        generation, games = message.begin, {}
        player:begin(message.source and {evaluate = source.load(message.source, plans.needed(plan))})
      else
        games[#games + 1] = message.play
      end
      received = channel.receive(0)
    end
    return received ~= false
  end

  local function serve()
    while take() do
      local number = table.remove(games, 1)
      if number then
        player:play(number)
        channel.send(text.of {generation = generation, game = number, record = store:take()})
      end
    end
  end

  local ok, err = pcall(serve)
  if not ok then channel.send(text.of {message = err} or text.of {message = tostring(err)}) end
end

return helpers
