-- Fits the weights of a model to positions: logistic regression by Adagrad, with early stopping. Internal:
-- `alphabeta.learn` uses it.

local LEARN = (... or "alphabeta.learn.fit"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local progress = require(LEARN .. ".progress")
local random = require(PACKAGE .. ".common.random")

local huge, log, max, min, sqrt = math.huge, math.log, math.max, math.min, math.sqrt

-- The first step of a weight, what its sum of squares begins with, and how strongly it is drawn to 0.
local RATE, FIRST_SQUARE, DECAY = 0.03, 1e-2, 5e-4

-- One game of so many is held out.
local HELD_OUT = 10

-- The fit ends when the loss has not become less for so many epochs; less by so much counts.
local PATIENCE, LEAST = 3, 1e-5

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
  local targets, stages = samples.targets, samples.stages
  for k = 1, #list do
    local i = list[k]
    local p, n = model:probability(samples, i, active, amounts)
    local slope, changes = p - targets[i], model.changes[stages[i]]
    descend(model.weights, squares[1], active, amounts, n, rate, slope)
    if changes then descend(changes, squares[1 + stages[i]], active, amounts, n, rate, slope) end
    if not goes_on() then return false end
  end
  return true
end

-- What the sums of squares begin with, for the weights and their changes.
local function first_squares(model)
  local lists = {}
  for list = 1, 1 + #model.changes do
    lists[list] = {}
    for i = 1, #model.weights do lists[list][i] = FIRST_SQUARE end
  end
  return lists
end

-- Fits a model. It keeps the weights of the epoch with the least loss on the games that were held out, or those of the
-- first epoch when there is no time for more.
-- @tparam table model
-- @tparam table samples
-- @tparam int from the first position
-- @tparam int epochs at most so many
-- @tparam function generator random numbers
-- @tparam[opt] function goes_on the fit ends when it returns false
-- @treturn number the loss on what was held out, in nats a position
return function(model, samples, from, epochs, generator, goes_on)
  local fitted, held_out = divide(samples, from)
  if #held_out == 0 then held_out = fitted end
  local squares, active, amounts = first_squares(model), {}, {}
  local least, best, patience = huge, nil, 0
  goes_on = progress.pace(goes_on, 4 * samples.width + samples.number_width + 1)
  for epoch = 1, epochs do
    shuffle(fitted, generator)
    local rate = RATE * (1 - (epoch - 1) / epochs)
    local is_whole = run_epoch(model, samples, fitted, rate, squares, active, amounts, goes_on)
    if best and not is_whole then break end
    local loss = loss_of(model, samples, held_out, active, amounts, goes_on)
    if best and not goes_on() then break end
    if loss < least - LEAST then
      least, best, patience = loss, model:get(), 0
    else
      patience = patience + 1
      if patience == PATIENCE then break end
    end
    if not is_whole then break end
  end
  if best then model:set(best) end
  return least
end
