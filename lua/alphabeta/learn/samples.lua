-- Positions of self-play: what their fields held, whose turn it was, and what came of them. Internal: `alphabeta.learn`
-- uses it.
--
-- All is kept in flat arrays: position `i` has its cells in `codes` from `(i - 1) * width + 1` on, and its numbers in
-- `numbers`, one after the other, too.

local use = require((...):match "^(.*)%..*%." .. ".use")

local access = use "learn.access"

local floor, ipairs, max, rawget, type = math.floor, ipairs, math.max, rawget, type

local samples = {}

-- About NUMBERS_MAX numbers are kept at most, and CAPACITY_MIN positions at least.
local NUMBERS_MAX, CAPACITY_MIN = 4e6, 2000

-- The steps of work between two looks at the clock.
local STEPS = 20000

local Samples = {}
Samples.__index = Samples

-- Makes a function that calls `goes_on`, if there is one, now and then: `steps` is the work between two of its own
-- calls. It returns false when `goes_on` does, and from then on.
function samples.pace(goes_on, steps)
  local every = max(1, floor(STEPS / steps))
  local left, is_over = every, false
  return function()
    left = left - 1
    if left <= 0 then
      left, is_over = every, is_over or goes_on ~= nil and not goes_on()
    end
    return not is_over
  end
end

-- The value of a field of a state; nil if it is missing, or a table that leads to it.
local function value_of(field, state)
  local value = state
  for i, key in ipairs(field.keys) do
    if type(value) ~= "table" then return nil end
    if field.raw[i] then value = rawget(value, key) else value = value[key] end
  end
  return value
end

-- A value as a number: 0 if it is none, or infinite.
local function number_of(value)
  return type(value) == "number" and value - value == 0 and value or 0
end

-- Makes a store without positions: `n` is how many are kept, and `total` how many there ever were. `first` is the
-- player who moves first.
function samples.new(layout, features, first)
  local self = setmetatable({
    layout = layout, width = #layout.cells, number_width = #layout.numbers, total = 0, first = first,
    own_numbers = features and access.numbers(features),
  }, Samples)
  self:empty()
  self.capacity = max(CAPACITY_MIN, floor(NUMBERS_MAX / (self.width + self.number_width + 7)))
  return self
end

-- Forgets all positions.
function Samples:empty()
  self.n, self.codes, self.numbers, self.turns, self.targets = 0, {}, {}, {}, {}
  self.games, self.values = {}, {}
end

-- Reads a state into the position `n`.
function Samples:read(state, n, at)
  local own = self.own_numbers and self.own_numbers(state, self.first, at)
  local codes, base = self.codes, (n - 1) * self.width
  for i, cell in ipairs(self.layout.cells) do codes[base + i] = cell.group.codes[value_of(cell, state)] or 0 end
  base = (n - 1) * self.number_width
  for i, number in ipairs(self.layout.numbers) do
    local value = number.feature and own[number.feature] or number_of(value_of(number, state))
    self.numbers[base + i] = (value - number.mean) * number.scale
  end
end

-- Adds a position of a game with this number. `turn` is 0 if the player who moves first is to move, else 1. `value` is
-- what a search has found, as a logit for the player who moves first. `at` is as for `mistakes.handler`.
function Samples:add(state, turn, game, value, at)
  self.n, self.total = self.n + 1, self.total + 1
  local n = self.n
  self:read(state, n, at)
  self.turns[n], self.games[n], self.values[n] = turn, game, value
end

-- Forgets the newest positions, those of a game that was not finished, from this one on.
function Samples:drop(from)
  self.n, self.total = from - 1, self.total - (self.n - from + 1)
end

-- Whether there is no room for more.
function Samples:is_full()
  return self.n >= 2 * self.capacity
end

-- Forgets all positions except the newest, as many as are given.
function Samples:keep(count)
  local gone = self.n - math.min(count, self.capacity)
  if gone <= 0 then return end
  local function shift(list, width)
    local size, offset = self.n * width, gone * width
    for i = offset + 1, size do list[i - offset] = list[i] end
    for i = size, size - offset + 1, -1 do list[i] = nil end
  end
  shift(self.codes, self.width)
  shift(self.numbers, self.number_width)
  for _, name in ipairs {"turns", "targets", "games", "values"} do shift(self[name], 1) end
  self.n = self.n - gone
end

-- The logistic function.
local function probability(logit) return 1 / (1 + math.exp(-logit)) end

-- Gives the positions of a game, from one on, their targets: its result for the player who moves first, 0, 0.5 or 1,
-- smoothed over the values that later searches found. With a `lambda` of 1, the target is the result.
function Samples:label(from, result, lambda)
  local target = result
  for i = self.n, from, -1 do
    self.targets[i] = target
    if lambda < 1 then target = lambda * target + (1 - lambda) * probability(self.values[i]) end
  end
end

return samples
