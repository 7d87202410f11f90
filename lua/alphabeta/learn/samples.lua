-- Positions of self-play: what their fields held, whose turn it was, and what came of them. Internal: `alphabeta.learn`
-- uses it.
--
-- All is kept in flat arrays: position `i` has its cells in `codes` from `(i - 1) * width + 1` on, and its numbers in
-- `numbers`, one after the other, too.

local use = require((...):match "^(.*)%..*%." .. ".use")

local access, literal = use("learn.access", "common.literal")

local concat, floor, ipairs, max = table.concat, math.floor, ipairs, math.max

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

-- Compiles the function that reads the fields of a state: `read(state, codes, base, numbers, number_base)`.
local function compile(layout)
  local lines = {"local maps = ...", access.HEAD}
  lines[#lines + 1] = "return function(state, codes, base, numbers, number_base)"
  lines[#lines + 1] = "  local x"
  access.read(lines, layout.cells, function(cell, source, index)
    return ("codes[base + %s] = maps[%d][%s] or 0"):format(index, cell.group.id, source)
  end)
  local fields = {}
  for _, number in ipairs(layout.numbers) do
    if number.keys then fields[#fields + 1] = number end
  end
  access.read(lines, fields, function(number, source)
    return ("x = %s; numbers[number_base + %d] = (%s - %s) * %s"):format(source, number.index, access.NUMBER,
      literal(number.mean), literal(number.scale))
  end)
  lines[#lines + 1] = "end"
  local maps = {}
  for id, group in ipairs(layout.groups) do maps[id] = group.codes end
  return access.compile(concat(lines, "\n"), "alphabeta.learn")(maps)
end

-- Makes a store without positions: `n` is how many are kept, and `total` how many there ever were. `first` is the
-- player who moves first.
function samples.new(layout, features, first)
  local self = setmetatable({
    layout = layout, width = #layout.cells, number_width = #layout.numbers, total = 0, read = compile(layout), own = {},
  }, Samples)
  self:empty()
  self.capacity = max(CAPACITY_MIN, floor(NUMBERS_MAX / (self.width + self.number_width + 7)))
  for _, number in ipairs(layout.numbers) do
    if not number.keys then self.own[#self.own + 1] = number end
  end
  if #self.own > 0 then self.own_numbers = access.numbers(features) end
  self.first = first
  return self
end

-- Forgets all positions.
function Samples:empty()
  self.n, self.codes, self.numbers, self.turns, self.targets = 0, {}, {}, {}, {}
  self.games, self.values = {}, {}
end

-- Stores the numbers of the user's own.
function Samples:add_own(state, base, at)
  local list = self.own_numbers(state, self.first, at)
  for i, number in ipairs(self.own) do
    self.numbers[base + number.index] = (list[i] - number.mean) * number.scale
  end
end

-- Adds a position of a game with this number. `turn` is 0 if the player who moves first is to move, else 1. `value` is
-- what a search has found, as a logit for the player who moves first. `at` is as for `mistakes.handler`.
function Samples:add(state, turn, game, value, at)
  self.n, self.total = self.n + 1, self.total + 1
  local n = self.n
  self.read(state, self.codes, (n - 1) * self.width, self.numbers, (n - 1) * self.number_width)
  if #self.own > 0 then self:add_own(state, (n - 1) * self.number_width, at or {}) end
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
