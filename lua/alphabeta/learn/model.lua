-- The weights of an evaluation, what it says of a position, and how the weights are fitted to positions: by logistic
-- regression with Adagrad, and early stopping. Internal: `alphabeta.learn` uses it.
--
-- A value is the logit of the probability that the player who moves first wins. A cell adds the weights of its code:
-- its own and those of all cells of its group, each for both players to move and for the one to move. A number adds
-- itself times a weight, by whose turn it is.

local use = require((...):match "^(.*)%..*%." .. ".use")

local pace = use "learn.samples".pace
local random, values = use("common.random", "common.values")

local exp, huge, ipairs, log, max, min, sqrt = math.exp, math.huge, ipairs, math.log, math.max, math.min, math.sqrt

local models = {}

-- The first step of a weight, what its sum of squares begins with, and how strongly it is drawn to 0.
local RATE, FIRST_SQUARE, DECAY = 0.03, 1e-2, 5e-4

-- One game of HELD_OUT is held out.
local HELD_OUT = 10

-- The fit ends when the loss has not become less by LEAST for PATIENCE epochs.
local PATIENCE, LEAST = 3, 1e-5

local Model = {}
Model.__index = Model

-- Adds weights, all 0. Returns the index before the first of them.
function Model:take(count)
  local before = #self.weights
  for i = before + 1, before + count do self.weights[i] = 0 end
  return before
end

-- Makes a model whose `weights` are all 0, for the fields of a layout, see fields.lua. It has the indices of weights,
-- less 1: for each cell `own`, `pooled`, `own_by_turn` and `pooled_by_turn`; `linear`, those of the numbers; `tempo`.
function models.new(layout)
  local self = setmetatable({
    layout = layout, weights = {}, own = {}, pooled = {}, own_by_turn = {}, pooled_by_turn = {},
  }, Model)
  self.tempo = self:take(2)
  for _, group in ipairs(layout.groups) do
    if group.first then
      local size = group.size
      local pooled, by_turn = self:take(size), self:take(2 * size)
      for i = group.first, group.first + #group.members - 1 do
        self.pooled[i], self.pooled_by_turn[i] = pooled + 1, by_turn + 1
        self.own[i], self.own_by_turn[i] = self:take(size) + 1, self:take(2 * size) + 1
      end
    end
  end
  self.linear = self:take(2 * #layout.numbers)
  return self
end

-- The weight of a code of a cell, pooled and own. `turn` is 0 or 1.
function Model:weight(cell, code, turn)
  local weights = self.weights
  return weights[self.own[cell] + code] + weights[self.pooled[cell] + code]
    + weights[self.own_by_turn[cell] + 2 * code + turn] + weights[self.pooled_by_turn[cell] + 2 * code + turn]
end

-- The weights that position `i` adds up, each times an amount: `active` gets their indices, `amounts` the amounts,
-- which are 1 except for numbers. Returns how many they are.
function Model:activate(samples, i, active, amounts)
  local codes, base, turn = samples.codes, (i - 1) * samples.width, samples.turns[i]
  local own, pooled, own_by_turn, pooled_by_turn = self.own, self.pooled, self.own_by_turn, self.pooled_by_turn
  active[1] = self.tempo + 1 + turn
  local n = 1
  for cell = 1, samples.width do
    local code = codes[base + cell]
    active[n + 1], active[n + 2] = own[cell] + code, pooled[cell] + code
    code = 2 * code + turn
    active[n + 3], active[n + 4] = own_by_turn[cell] + code, pooled_by_turn[cell] + code
    n = n + 4
  end
  for k = 1, n do amounts[k] = 1 end
  local numbers, linear = samples.numbers, self.linear + turn - 1
  base = (i - 1) * samples.number_width
  for k = 1, samples.number_width do
    n = n + 1
    active[n], amounts[n] = linear + 2 * k, numbers[base + k]
  end
  return n
end

-- The logit of a position; and how many weights were added up, see `activate`.
function Model:logit(samples, i, active, amounts)
  local weights, value = self.weights, 0
  local n = self:activate(samples, i, active, amounts)
  for k = 1, n do value = value + weights[active[k]] * amounts[k] end
  return value, n
end

-- The probability that the player who moves first wins; and how many weights were added up.
function Model:probability(samples, i, active, amounts)
  local value, n = self:logit(samples, i, active, amounts)
  return 1 / (1 + exp(-value)), n
end

-- Fitting -------------------------------------------------------------------------------------------------------------

-- Which positions are fitted to, and which are held out: whole games are.
local function divide(samples, from)
  local fitted, held_out = {}, {}
  for i = from, samples.n do
    local list = samples.games[i] % HELD_OUT == 0 and held_out or fitted
    list[#list + 1] = i
  end
  return fitted, held_out
end

-- The mean loss of positions, in nats: of those that there is time for.
local function loss_of(model, samples, list, active, amounts, goes_on)
  local sum, targets, n = 0, samples.targets, 0
  for _, i in ipairs(list) do
    local p = min(max((model:probability(samples, i, active, amounts)), 1e-6), 1 - 1e-6)
    sum, n = sum - targets[i] * log(p) - (1 - targets[i]) * log(1 - p), n + 1
    if not goes_on() then break end
  end
  return sum / max(1, n)
end

local function shuffle(list, generator)
  for i = #list, 2, -1 do
    local k = random.integer(generator, i)
    list[i], list[k] = list[k], list[i]
  end
end

-- Takes a step down the slope of one position, by the weights that it adds up.
local function descend(weights, squares, active, amounts, n, rate, slope)
  for k = 1, n do
    local at = active[k]
    local gradient = slope * amounts[k] + DECAY * weights[at]
    local square = squares[at] + gradient * gradient
    squares[at] = square
    weights[at] = weights[at] - rate * gradient / sqrt(square)
  end
end

-- Goes through the positions once. Returns whether there was time for all.
local function run_epoch(model, samples, list, rate, squares, active, amounts, goes_on)
  local targets = samples.targets
  for k = 1, #list do
    local i = list[k]
    local p, n = model:probability(samples, i, active, amounts)
    descend(model.weights, squares, active, amounts, n, rate, p - targets[i])
    if not goes_on() then return false end
  end
  return true
end

-- The initial sums of squares.
local function first_squares(model)
  local squares = {}
  for i = 1, #model.weights do squares[i] = FIRST_SQUARE end
  return squares
end

-- Fits the weights to the positions after `from`, in `epochs` epochs at most, until `goes_on` returns false, if that is
-- given. It keeps the weights of the epoch with the least loss on the games that were held out, or those of the first
-- epoch if there is no time for more. Returns the loss on the games that were held out, in nats a position.
function Model:fit(samples, from, epochs, generator, goes_on)
  local fitted, held_out = divide(samples, from)
  if #held_out == 0 then held_out = fitted end
  local squares, active, amounts = first_squares(self), {}, {}
  local least, best, patience = huge, nil, 0
  goes_on = pace(goes_on, 4 * samples.width + samples.number_width + 1)
  for epoch = 1, epochs do
    shuffle(fitted, generator)
    local rate = RATE * (1 - (epoch - 1) / epochs)
    local is_whole = run_epoch(self, samples, fitted, rate, squares, active, amounts, goes_on)
    if best and not is_whole then break end
    local loss = loss_of(self, samples, held_out, active, amounts, goes_on)
    if best and not goes_on() then break end
    if loss < least - LEAST then
      least, best, patience = loss, values.copy(self.weights), 0
    else
      patience = patience + 1
      if patience == PATIENCE then break end
    end
    if not is_whole then break end
  end
  self.weights = best or self.weights
  return least
end

return models
