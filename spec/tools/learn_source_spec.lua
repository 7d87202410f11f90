-- The source of an evaluation says what its model says, of any state, and what a reader of its tables adds up. Every
-- Lua loads it.

local access = require "alphabeta.learn.access"
local effort = require "spec.support.effort"
local fields = require "alphabeta.learn.fields"
local layout_of = require "spec.support.learning".layout
local literal = require "alphabeta.common.literal"
local models = require "alphabeta.learn.model"
local rng = require "spec.support.rng"
local samples = require "alphabeta.learn.samples"
local source = require "alphabeta.learn.source"
local wrap = require "spec.support.wrap"

local compile = access.compile
local huge, max, min = math.huge, math.max, math.min

local function plan_of(more)
  return wrap.replace({first = 1, limit = 900, neutral_value = 0, view = "max", about = "A test."}, more or {})
end

-- Makes a function that returns random states with fields of all kinds; tables may be missing, or something else.
local function new_states(seed)
  local generator = rng.new(seed)
  local function draw(n) return generator:int(1, n) end
  local function maybe(value) return draw(4) > 1 and value or nil end
  return function()
    local state = {turn = draw(2), cells = {}, name = ({"a b", "end", "x\ny"})[draw(3)], is_late = draw(2) == 1,
      count = draw(40) - 20, lamps = {}, pieces = {{}, {}}, pits = {{}, {}, {}, {}}, rows = {}, holes = {}}
    for i = 1, 6 do
      state.cells[i], state.lamps[i] = draw(3) - 1, draw(2) == 1
      state.holes[i] = ({"king", 7, false})[draw(4)]
      state.pieces[draw(2)][i] = ({"king", "pawn"})[draw(2)]
      state.pits[draw(4)].owner = ({true, 7, "b"})[draw(3)]
    end
    if draw(3) == 1 then state.pieces[2] = 0 end
    for i = 1, 3 do state.rows[i] = maybe {draw(3)} end
    state.deep = maybe {[-1] = draw(3) / 2, length = draw(30)}
    state[draw(2) == 1 and "sometimes" or "end"] = draw(2)
    return state
  end, draw
end

local function random_model(layout, draw)
  local model = models.new(layout)
  for i = 1, #model.weights do model.weights[i] = (draw(2001) - 1001) / 4000 end
  return model
end

-- Reads an evaluation as a person would: adds up what the tables of one player say of a state, field by field, by the
-- comments behind them.
local function sum_of(text, name, state, layout)
  local part = text:match("\nlocal " .. name .. " = {\n(.-)\n}")
  local sum = tonumber(part:match "bias = ([^,]+),")
  local environment = {state = state}
  for weights, path in part:gmatch "(%b{}), %-%- (state[^\n]*)" do
    local read = compile("local state = ...\nreturn " .. path, "path")
    local is_there, value = pcall(read, environment.state)
    local weight = is_there and value ~= nil and compile("return " .. weights, "weights")()[value]
    sum = sum + (weight or 0)
  end
  local at = 0
  for slope in (part:match "slopes = {(.-)}" or ""):gmatch "[^, ]+" do
    at = at + 1
    local value = state
    for _, key in ipairs(layout.numbers[at].keys) do value = type(value) == "table" and value[key] or nil end
    sum = sum + tonumber(slope) * (type(value) == "number" and value or 0)
  end
  return sum
end

describe("The source of a random evaluation", function()
  it("says what its model says, and what its tables add up to", function()
    for seed = 1, effort(4, 20) do
      local new, draw = new_states(seed)
      local layout = layout_of(new)
      local store, model = samples.new(layout, nil, 1), random_model(layout, draw)
      local text = source.write(model, plan_of())
      local evaluate, clipped = source.load(text, {}), 0
      for i = 1, effort(60, 300) do
        local state = new()
        store:add(state, state.turn - 1, 1, 0)
        local logit = model:logit(store, i, {}, {})
        local expected = max(-900, min(900, logit * 100))
        if math.abs(expected) == 900 then clipped = clipped + 1 end
        local value = evaluate(state, 1)
        assert.is_true(math.abs(value - expected) < 0.5, ("%.3f, not %.3f"):format(value, expected))
        assert.equal(-value, evaluate(state, 2))
        local sum = sum_of(text, state.turn == 1 and "first" or "second", state, layout)
        assert.is_true(math.abs(value - max(-900, min(900, sum))) < 1e-6)
      end
      assert.is_number(evaluate({turn = 1}, 1)) -- tables are missing that were always there
    end
  end)

  it("is good for whom the view says, around the value of an even game", function()
    for seed = 1, 5 do
      local new, draw = new_states(seed)
      local layout = layout_of(new, 60)
      local model, values = random_model(layout, draw), {}
      for _, view in ipairs {"max", "mover", "player"} do
        for best = 1, 2 do
          values[view .. best] = source.load(source.write(model, plan_of {
            view = view, max_player = best, neutral_value = 5, limit = 4.5,
          }), {})
        end
      end
      for _ = 1, 30 do
        local state = new()
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
    local new, draw = new_states(3)
    local function without_turn()
      local state = new()
      state.move, state.turn = 2 * draw(50) + state.turn, nil
      return state
    end
    local survey = fields.survey {move = true}
    local game = {
      player = function(state) return state.move % 2 == 1 and "a" or "b" end,
      features = function(state, me) return me == "a" and 3 or -3, state.count % 5 end,
    }
    for i = 1, 100 do
      local state = without_turn()
      survey:add(state, game.player(state), i % 11)
    end
    local layout = survey:layout "a"
    assert.is_nil(layout.turn)
    for feature = 1, 2 do
      layout.numbers[#layout.numbers + 1] = {feature = feature, index = #layout.numbers + 1, mean = 2, scale = 0.25}
    end
    local store, model = samples.new(layout, game.features, "a"), random_model(layout, draw)
    local text = source.write(model, plan_of {first = "a"})
    assert.is_truthy(text:find("where `game` has the functions player, features.", 1, true))
    local evaluate = source.load(text, game)
    for i = 1, 50 do
      local state = without_turn()
      store:add(state, game.player(state) == "a" and 0 or 1, 1, 0, {})
      local logit = model:logit(store, i, {}, {})
      assert.is_true(math.abs(max(-900, min(900, logit * 100)) - evaluate(state, "a")) < 0.5)
    end
  end)

  -- Cause: an evaluation multiplied what it found in a field that had been a number in all games, and indexed what it
  -- found in place of a table.
  it("takes a field of another type for one that is missing", function()
    local layout = layout_of(function(i)
      return {turn = i % 2 + 1, score = i * 37 % 23 + 0.5, more = {count = i % 3, deep = {left = i % 5}}}
    end)
    local evaluate = source.load(source.write(random_model(layout, select(2, new_states(1))), plan_of()), {})
    local function value(score, more) return evaluate({turn = 1, score = score, more = more}, 1) end
    local missing = value(nil, nil)
    for _, score in ipairs {"none", "12", true, huge, -huge, 0 / 0, {}} do assert.equal(missing, value(score, nil)) end
    for _, more in ipairs {5, "deep", true, print} do assert.equal(missing, value(nil, more)) end
    assert.equal(value(nil, {count = 1}), value(nil, {count = 1, deep = 7}))
  end)

  -- Cause: fields were found without metamethods and read with them. States that raise an error for a field which they
  -- lack could not be learned from, and a class's field stood for one that the state lacked.
  it("reads a table with a class without metamethods, in loops, too", function()
    local class = {__index = function(_, key) error("no field '" .. tostring(key) .. "'", 2) end}
    local function board(i)
      local cells = {}
      for cell = 1, 6 do cells[cell] = (i * cell) % 4 > 0 and (i + cell) % 3 or nil end
      return cells
    end
    local function evaluation(layout)
      local model = models.new(layout)
      for i = 1, #model.weights do model.weights[i] = i % 11 / 10 end
      return source.load(source.write(model, plan_of()), {})
    end
    local plain = evaluation(layout_of(function(i) return {turn = i % 2 + 1, cells = board(i)} end))
    local strict = evaluation(layout_of(function(i)
      return setmetatable({turn = i % 2 + 1, cells = setmetatable(board(i), class)}, class)
    end))
    for i = 1, 20 do
      local state = {turn = 1, cells = board(i)}
      local expected = plain(state, 1)
      setmetatable(state.cells, class)
      assert.equal(expected, strict(setmetatable(state, class), 1))
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
    local evaluate = source.load(source.write(model, plan_of()), {})
    assert.equal(50, evaluate({turn = 1, cells = {[7] = 0}}, 1))
  end)
end)

describe("A loop over a run of fields", function()
  -- The lines that read the fields with these keys.
  local function lines_of(keys, is_mixed)
    local lines, group = {}, {is_mixed = is_mixed}
    for i, key in ipairs(keys) do keys[i] = {keys = {"cells", key}, raw = {false, false}, group = group, index = i} end
    access.read(lines, keys, function(_, text, index) return ("sum = sum + %s * (%s or 0)"):format(index, text) end)
    return table.concat(lines, "\n")
  end

  local function sum_by(text, state)
    return compile(access.HEAD .. "\nlocal state = ...\nlocal sum = 0\n" .. text .. "\nreturn sum", "sum")(state)
  end

  it("is for four mixed fields or more, and reads what single lines read", function()
    for seed = 1, 30 do
      local generator, keys, other, cells, key = rng.new(seed), {}, {}, {}, rng.new(seed):int(-3, 3)
      for i = 1, 12 do
        key = key + (generator:int(1, 4) == 1 and 2 or 1)
        keys[i], other[i], cells[key] = key, key, generator:int(1, 9)
      end
      local looped, single = lines_of(keys, true), lines_of(other, false)
      assert.is_nil(single:find "for ")
      assert.equal(sum_by(single, {cells = cells}), sum_by(looped, {cells = cells}))
    end
    assert.is_truthy(lines_of({1, 2, 3, 4}, true):find("for k = 1, 4 do", 1, true))
    assert.is_nil(lines_of({1, 2, 3, 5}, true):find "for ")
    assert.is_nil(lines_of({2 ^ 53 - 3, 2 ^ 53 - 2, 2 ^ 53 - 1, 2 ^ 53}, true):find "for ") -- it would not end
  end)

  it("is for fields of several types; an absent one has a type of its own", function()
    for _, it_is in ipairs {
      {{1, 2, 3}, false, false}, {{"a", "b"}, false, false}, {{true}, false, false}, {{1}, true, true},
      {{1, "a"}, false, true}, {{false, true}, false, true},
    } do
      assert.equal(it_is[3], access.is_mixed {values = it_is[1], is_partial = it_is[2]})
    end
  end)
end)

describe("A value in a source", function()
  local function value_of(value) return compile("return " .. literal(value), "literal")() end

  it("is that value on every Lua, with all bits", function()
    for _, value in ipairs {"a\nb\r\0001\"\\\26", "", 0.1, -1e300, 2 ^ 53, -2 ^ 60, huge, -huge, true, false} do
      assert.equal(value, value_of(value))
      assert.is_nil(literal(value):find "%c")
    end
    for value, text in pairs {[-3] = "-3", [0] = "0", [12] = "12"} do assert.equal(text, literal(value)) end
    if not math.mininteger then return end
    for _, value in ipairs {math.mininteger, math.maxinteger, math.mininteger + 1} do -- "%.17g" has 53 bits
      assert.equal(value, value_of(value))
      assert.equal("integer", math.type(value_of(value)))
    end
  end)

  it("may be a key that is no name, or one that a later Lua reserves", function()
    assert.equal('state["global"]', access.field("state", "global"))
    assert.equal('rawget(state, "a")["end"].b[3]', access.path("state", {"a", "end", "b", 3}, {true}))
  end)
end)
