-- The source of an evaluation says what its model says, of any state, and what a reader of its tables adds up. Every
-- Lua loads it.

local access = require "alphabeta.learn.access"
local effort = require "spec.support.effort"
local learning = require "spec.support.learning"
local literal = require "alphabeta.common.literal"
local models = require "alphabeta.learn.model"
local rng = require "spec.support.rng"
local samples = require "alphabeta.learn.samples"
local source = require "alphabeta.learn.source"
local wrap = require "spec.support.wrap"

local compile, layout_of = access.compile, learning.layout
local huge, max, min = math.huge, math.max, math.min

local function evaluation(model, more, game)
  local plan = wrap.replace({first = 1, limit = 900, neutral_value = 0, view = "max", about = "A test."}, more or {})
  local text = source.write(model, plan)
  return source.load(text, game or {}), text
end

local function new_draw(seed)
  local generator = rng.new(seed)
  return function(n) return generator:int(1, n) end
end

local function random_model(layout, draw)
  local model = models.new(layout)
  for i = 1, #model.weights do model.weights[i] = (draw(2001) - 1001) / 2000 end
  return model
end

-- A table and all tables in it that contain no other thing than themselves, with a class that raises an error for a
-- field that is not there.
local STRICT = {__index = function(_, key) error("no field '" .. tostring(key) .. "'", 2) end}
local function strict(value)
  if type(value) == "table" and getmetatable(value) == nil then
    for _, part in pairs(value) do strict(part) end
    setmetatable(value, STRICT)
  end
  return value
end

-- Puts other values in place of some fields: others than those that were seen there, of every type.
local function damage(state, draw)
  local OTHERS = {"none", "12", true, huge, -huge, 0 / 0, print, {}, {{}}}
  for key, value in pairs(state) do
    if key ~= "turn" and draw(8) == 1 then
      state[key] = OTHERS[draw(#OTHERS)]
    elseif key ~= "turn" and draw(8) == 1 then
      state[key] = nil
    elseif type(value) == "table" and getmetatable(value) == nil then
      damage(value, draw)
    end
  end
end

-- Reads an evaluation as a person would: adds up what the tables of one player say of a state, field by field, by the
-- comments behind them.
local function sum_of(text, name, state, layout)
  local part = text:match("\nlocal " .. name .. " = {\n(.-)\n}")
  local sum = tonumber(part:match "bias = ([^,]+),")
  for weights, path in part:gmatch "(%b{}), %-%- (state[^\n]*)" do
    local is_there, value = pcall(compile("local state = ...\nreturn " .. path, "path"), state)
    sum = sum + (is_there and value ~= nil and compile("return " .. weights, "weights")()[value] or 0)
  end
  local at = 0
  for slope in (part:match "slopes = {(.-)}" or ""):gmatch "[^, ]+" do
    at = at + 1
    local value = state
    for _, key in ipairs(layout.numbers[at].keys) do value = type(value) == "table" and rawget(value, key) or nil end
    sum = sum + tonumber(slope) * (type(value) == "number" and value - value == 0 and value or 0)
  end
  return sum
end

describe("The source of a random evaluation", function()
  -- Causes: an evaluation multiplied what it found in a field that had been a number in all games, and indexed what it
  -- found in place of a table. Fields were found without metamethods and read with them: states that raise an error
  -- for a field which they lack could not be learned from.
  it("says what its model says and what its tables add up to, whatever there is in place of a field", function()
    local clipped = 0
    for seed = 1, effort(8, 40) do
      local draw = new_draw(seed)
      local _, new_plain = learning.states(draw)
      local function new(i) return seed % 2 == 0 and strict(new_plain(i)) or new_plain(i) end
      local layout = layout_of(new)
      local store, model = samples.new(layout, nil, 1), random_model(layout, draw)
      local evaluate, text = evaluation(model)
      for i = 1, effort(60, 300) do
        local state, is_damaged = new_plain(i), i % 2 == 0
        if is_damaged then damage(state, draw) end
        if seed % 2 == 0 then strict(state) end
        store:add(state, state.turn - 1, 1, 0)
        local value, expected = evaluate(state, 1), model:logit(store, i, {}, {}) * 100
        if math.abs(expected) > 900 then clipped = clipped + 1 end
        local is_near = math.abs(value - max(-900, min(900, expected))) < 0.5
        assert.is_true(is_damaged or is_near, ("%d: %.3f, not %.3f"):format(seed, value, expected))
        assert.equal(-value, evaluate(state, 2))
        local sum = sum_of(text, state.turn == 1 and "first" or "second", state, layout)
        assert.is_true(math.abs(value - max(-900, min(900, sum))) < 1e-6)
      end
      assert.is_number(evaluate({turn = 1}, 1)) -- tables are missing that were always there
    end
    assert.is_true(clipped > 0)
  end)

  it("is good for whom the view says, around the value of an even game", function()
    for seed = 1, 5 do
      local draw = new_draw(seed)
      local _, new = learning.states(draw)
      local model, values = random_model(layout_of(new, 60), draw), {}
      for _, view in ipairs {"max", "mover", "player"} do
        for best = 1, 2 do
          values[view .. best] = evaluation(model, {view = view, max_player = best, neutral_value = 5, limit = 4.5})
        end
      end
      for i = 1, 30 do
        local state = new(i)
        local value = values.max1(state, 1)
        assert.is_true(math.abs(value - 5) <= 4.5)
        assert.is_true(math.abs(values.max1(state, 2) - (10 - value)) < 1e-12)
        assert.equal(values.max1(state, state.turn), values.mover1(state))
        assert.equal(values.max1(state, 1), values.player1(state))
        assert.equal(values.max1(state, 2), values.player2(state))
      end
    end
  end)

  it("reads numbers of one's own, and calls `player` if no field says whose turn it is", function()
    local draw = new_draw(3)
    local function new() return {move = draw(100), count = draw(40) - 20, name = draw(3)} end
    local game = {
      player = function(state) return state.move % 2 == 1 and "a" or "b" end,
      features = function(state, me) return me == "a" and 3 or -3, state.count % 5 end,
    }
    local layout = layout_of(function()
      local state = new()
      state.turn = game.player(state)
      return state
    end, nil, {move = true, turn = true}, "a")
    assert.is_nil(layout.turn)
    for feature = 1, 2 do
      layout.numbers[#layout.numbers + 1] = {feature = feature, index = #layout.numbers + 1, mean = 2, scale = 0.25}
    end
    local store, model = samples.new(layout, game.features, "a"), random_model(layout, draw)
    local evaluate, text = evaluation(model, {first = "a"}, game)
    assert.is_truthy(text:find("where `game` has the functions player, features.", 1, true))
    for i = 1, 50 do
      local state = new()
      store:add(state, game.player(state) == "a" and 0 or 1, 1, 0, {})
      local logit = model:logit(store, i, {}, {})
      assert.is_true(math.abs(max(-900, min(900, logit * 100)) - evaluate(state, "a")) < 0.5)
    end
  end)

  -- A function of LuaJIT has 65,536 constants at most, and each table of a cell is one.
  it("is loaded by every Lua for the largest board", function()
    local layout = layout_of(function(i)
      local state = {turn = i % 2 + 1, cells = {}}
      for cell = 1, 9990 do state.cells[cell] = (i + cell) % 2 end
      return state
    end, 3)
    local model = models.new(layout)
    model.weights[model.own[7]] = 0.5
    assert.equal(50, (evaluation(model))({turn = 1, cells = {[7] = 0}}, 1))
  end)
end)

it("A loop reads four mixed fields in a row, or more", function()
  for _, row in ipairs {
    {{1, 2, 3, 4}, true, true}, {{1, 2, 3, 4}, false, false}, {{1, 2, 3, 5}, true, false},
    {{2 ^ 53 - 3, 2 ^ 53 - 2, 2 ^ 53 - 1, 2 ^ 53}, true, false}, -- it would not end
  } do
    local lines, list, group = {}, {}, {is_mixed = row[2]}
    for i, key in ipairs(row[1]) do list[i] = {keys = {"cells", key}, raw = {}, group = group, index = i} end
    access.read(lines, list, function() return "" end)
    assert.equal(row[3], table.concat(lines):find("for k = 1, 4 do", 1, true) ~= nil)
  end
end)

describe("A value in a source", function()
  it("is that value on every Lua, with all bits", function()
    local list = {"a\nb\r\0001\"\\\26", "", 0.1, -1e300, 2 ^ 53, -2 ^ 60, huge, -huge, true, false}
    if math.mininteger then -- "%.17g" has 53 bits
      for _, value in ipairs {math.mininteger, math.maxinteger, math.mininteger + 1} do list[#list + 1] = value end
    end
    for _, value in ipairs(list) do
      local read = compile("return " .. literal(value), "literal")()
      assert.equal(value, read)
      if math.type and math.type(value) == "integer" then assert.equal("integer", math.type(read)) end
      assert.is_nil(literal(value):find "%c")
    end
    for value, text in pairs {[-3] = "-3", [0] = "0", [12] = "12"} do assert.equal(text, literal(value)) end
  end)

  it("may be a key that is no name, or one that a later Lua reserves", function()
    assert.equal('state["global"]', access.field("state", "global"))
    assert.equal('rawget(state, "a")["end"].b[3]', access.path("state", {"a", "end", "b", 3}, {true}))
  end)
end)
