-- The weights of an evaluation are those that Adagrad finds by a plain count of features. Positions keep their targets
-- until they are the oldest.

local effort = require "spec.support.effort"
local layout_of = require "spec.support.learning".layout
local models = require "alphabeta.learn.model"
local random = require "alphabeta.common.random"
local rng = require "spec.support.rng"
local samples = require "alphabeta.learn.samples"

local exp, floor, log, max, min = math.exp, math.floor, math.log, math.max, math.min

-- Boards of six cells, empty (0) or of a player, and a number, at random.
local function boards(seed)
  local generator = rng.new(seed)
  return function()
    local state = {cells = {}, turn = generator:int(1, 2), number = generator:int(1, 30) + 0.5}
    for cell = 1, 6 do state.cells[cell] = generator:int(0, 2) end
    return state
  end
end

local function probability(logit) return 1 / (1 + exp(-logit)) end

-- The referee ---------------------------------------------------------------------------------------------------------

-- The features of a position by name, each with its amount.
local function features_of(state, layout)
  local list = {{"tempo " .. state.turn, 1}}
  for cell, value in ipairs(state.cells) do
    for _, name in ipairs {("%d=%d"):format(cell, value), "*=" .. value} do
      list[#list + 1] = {name, 1}
      list[#list + 1] = {name .. " turn " .. state.turn, 1}
    end
  end
  local number = layout.numbers[1]
  list[#list + 1] = {"number turn " .. state.turn, (state.number - number.mean) * number.scale}
  return list
end

local function logit_of(weights, list)
  local value = 0
  for _, feature in ipairs(list) do value = value + (weights[feature[1]] or 0) * feature[2] end
  return value
end

-- Adagrad by the book: games whose number is a multiple of ten are held out, and the weights of the best epoch are kept
-- until three epochs were no better. Returns the weights by name, and the loss.
local function fit(positions, layout, epochs, generator)
  local fitted, held_out, weights, squares = {}, {}, {}, {}
  for i, it_is in ipairs(positions) do
    it_is.features = features_of(it_is.state, layout)
    local list = it_is.game % 10 == 0 and held_out or fitted
    list[#list + 1] = i
  end
  local best, least, patience = nil, math.huge, 0
  for epoch = 1, epochs do
    for i = #fitted, 2, -1 do
      local k = random.integer(generator, i)
      fitted[i], fitted[k] = fitted[k], fitted[i]
    end
    local rate = 0.03 * (1 - (epoch - 1) / epochs)
    for _, i in ipairs(fitted) do
      local it_is = positions[i]
      local slope = probability(logit_of(weights, it_is.features)) - it_is.target
      for _, feature in ipairs(it_is.features) do
        local name, amount = feature[1], feature[2]
        local gradient = slope * amount + 5e-4 * (weights[name] or 0)
        squares[name] = (squares[name] or 1e-2) + gradient ^ 2
        weights[name] = (weights[name] or 0) - rate * gradient / squares[name] ^ 0.5
      end
    end
    local loss = 0
    for _, i in ipairs(held_out) do
      local p = max(1e-6, min(1 - 1e-6, probability(logit_of(weights, positions[i].features))))
      loss = loss - positions[i].target * log(p) - (1 - positions[i].target) * log(1 - p)
    end
    loss = loss / #held_out
    patience = patience + 1
    if loss < least - 1e-5 then
      least, best, patience = loss, {}, 0
      for name, weight in pairs(weights) do best[name] = weight end
    end
    if patience == 3 then break end
  end
  return best, least
end

-- Random positions, whose results follow the first cells; and a store with them.
local function positions_of(seed, count)
  local new, generator, positions = boards(seed), random.from_number(seed), {}
  local layout = layout_of(new)
  local store = samples.new(layout, nil, 1)
  for i = 1, count do
    local state = new()
    local is_won = generator() < probability(state.cells[1] - state.cells[2] + (state.number - 15) / 20)
    positions[i] = {state = state, game = 1 + floor(i / 3), target = is_won and 1 or 0}
    store:add(state, state.turn - 1, positions[i].game, 0)
    store:label(i, positions[i].target, 1)
  end
  return positions, layout, store
end

describe("A fit of weights to positions", function()
  it("finds those of a plain count of features", function()
    for seed = 1, effort(2, 10) do
      local count = effort(150, 600)
      local positions, layout, store = positions_of(seed, count)
      for _, epochs in ipairs {3, 40} do
        local model = models.new(layout)
        local loss = model:fit(store, 1, epochs, random.from_number(7))
        local weights, expected = fit(positions, layout, epochs, random.from_number(7))
        assert.is_true(math.abs(loss - expected) < 1e-9, ("%.12f, not %.12f"):format(loss, expected))
        for i = 1, count do
          local logit, n = model:logit(store, i, {}, {})
          assert.equal(26, n)
          assert.is_true(math.abs(logit - logit_of(weights, positions[i].features)) < 1e-9)
        end
      end
    end
  end)

  -- Cause: a fit did not look at the clock. On large boards it took longer than the whole option `time`.
  it("ends when it is told, with the weights of the best epoch", function()
    local _, layout, store = positions_of(1, 3000)
    -- Fits until it has asked `most` times whether to go on. Returns the loss, the weights, and how often it has asked.
    local function fit_for(most, epochs)
      local model, asked = models.new(layout), 0
      local loss = model:fit(store, 1, epochs, random.from_number(1), function()
        asked = asked + 1
        return asked < most
      end)
      return loss, model.weights, asked
    end
    local loss, weights, asked = fit_for(1, 60)
    assert.is_true(asked == 1 and loss > 0 and loss < 10)
    assert.is_true(weights[1] ~= 0 or weights[2] ~= 0)
    loss, weights, asked = fit_for(math.huge, 1)
    local stopped_loss, stopped_weights = fit_for(floor(asked * 1.5), 2)
    assert.same({loss, weights}, {stopped_loss, stopped_weights})
  end)
end)

describe("Positions", function()
  local layout = layout_of(boards(1))

  it("have the result as their target, smoothed over what later searches have found", function()
    local store, new, generator = samples.new(layout, nil, 1), boards(2), rng.new(3)
    for _ = 1, 20 do
      local from, count, lambda = store.n + 1, generator:int(1, 8), generator:int(0, 10) / 10
      local result = generator:int(0, 2) / 2
      for _ = 1, count do store:add(new(), 0, 1, generator:int(-300, 300) / 100) end
      store:label(from, result, lambda)
      for i = from, store.n do -- by the closed form: a part of each later value, and the rest of the result
        local expected, rest = 0, 1
        for later = i + 1, store.n do
          expected = expected + rest * (1 - lambda) * lambda ^ (later - i - 1) / rest * probability(store.values[later])
          rest = 1
        end
        expected = expected + lambda ^ (store.n - i) * result
        assert.is_true(math.abs(store.targets[i] - expected) < 1e-12)
      end
    end
  end)

  it("are forgotten from the old end, or from the new one", function()
    for seed = 1, 10 do
      local generator, new = rng.new(seed), boards(seed)
      local store, kept, total = samples.new(layout, nil, 1), {}, 0
      store.capacity = 30
      for i = 1, 100 do
        local choice = generator:int(1, 8)
        if choice == 1 then
          local count = generator:int(1, 40)
          store:keep(count)
          while #kept > min(count, store.capacity) do table.remove(kept, 1) end
        elseif choice == 2 and #kept > 3 then
          store:drop(store.n - 1)
          kept[#kept], kept[#kept - 1], total = nil, nil, total - 2
        else
          local state = new()
          store:add(state, state.turn - 1, i, i / 2)
          store:label(store.n, i % 3 / 2, 1)
          kept[#kept + 1], total = {state = state, number = i}, total + 1
        end
        assert.equal(#kept >= 60, store:is_full())
      end
      assert.same({#kept, total}, {store.n, store.total})
      assert.equal(#kept * store.width, #store.codes)
      for i, it_is in ipairs(kept) do
        local number, state = it_is.number, it_is.state
        assert.same({number, number / 2, number % 3 / 2, state.turn - 1},
          {store.games[i], store.values[i], store.targets[i], store.turns[i]})
        for cell, value in ipairs(state.cells) do assert.equal(value, store.codes[(i - 1) * store.width + cell]) end
        local number_of = layout.numbers[1]
        assert.equal((state.number - number_of.mean) * number_of.scale, store.numbers[i])
      end
    end
  end)
end)
