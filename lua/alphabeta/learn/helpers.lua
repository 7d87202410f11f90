-- Games of self-play by helpers, in threads and Lua states of their own. Internal: `alphabeta.learn` uses it.
--
-- Helpers play some games ahead. What they send is taken in the order of the games' numbers, so that what is learned
-- does not depend on how many there are. Messages to a helper, as texts: `begin`, the number of a generation, with the
-- `source` of its evaluation; or `play`, the number of a game of it. From a helper: `generation` and `game`, these
-- numbers, with the `record` of the game; or `message`, an error.

local LEARN = (... or "alphabeta.learn.helpers"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local text = require(PACKAGE .. ".pool.text")
local threads = require(PACKAGE .. ".pool.threads")

-- How many games each helper has before it, and the seconds after which a hook of the program, Ctrl-C say, is heard.
local AHEAD, WAIT = 4, 0.1

local helpers = {}

local Helpers = {}
Helpers.__index = Helpers

-- The part of a layout that is needed to read states, without tables that contain each other.
local function packed(layout)
  local groups, cells = {}, {}
  for id, group in ipairs(layout.groups) do groups[id] = {id = id, codes = group.codes, is_looped = group.is_looped} end
  for i, cell in ipairs(layout.cells) do
    cells[i] = {keys = cell.keys, raw = cell.raw, index = i, group = groups[cell.group.id]}
  end
  return {
    groups = groups, cells = cells, numbers = layout.numbers, turn = layout.turn, has_mobility = layout.has_mobility,
  }
end

-- Starts helpers.
-- @tparam table plan
-- @tparam table samples the games add their positions to it
-- @tparam table layout
-- @tparam function goes_on returns false when a game is to be waited for no longer
-- @treturn ?table with the methods of a player of games, see play.lua
-- @treturn ?string what is wrong then
function helpers.new(plan, samples, layout, goes_on)
  local setup = text.of {
    names = plan.names, options = plan.sent, layout = packed(layout), first = plan.first, limit = plan.limit,
    random_plies = plan.random_plies,
  }
  local group, message = threads.start(plan.threads, setup, {}, "learn.helper")
  if not group then return nil, message end
  return setmetatable({
    group = group, count = plan.threads, goes_on = goes_on, samples = samples, generation = 0, waiting = {}, asked = 0,
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

return helpers
