-- Evaluations that `alphabeta.learn` writes: what their source may hold, and what states they can read.

local alphabeta = require "alphabeta"
local access = require "alphabeta.learn.access"
local compile = require("alphabeta.learn.access").compile
local fields = require "alphabeta.learn.fields"
local models = require "alphabeta.learn.model"
local source = require "alphabeta.learn.source"

local learn = alphabeta.learn

-- Nim with one heap: 12 matches; `decorate` gives each state more fields, or a metatable. The players are `first` and
-- `second`.
local function new_nim(decorate, first, second)
  local nim = {}
  local function state_of(heap, turn)
    local state = {heap = heap, turn = turn}
    if decorate then decorate(state) end
    return state
  end
  function nim.moves(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end
  function nim.play(state, take) return state_of(state.heap - take, 3 - state.turn) end
  function nim.player(state) return state.turn == 1 and (first or 1) or (second or 2) end
  function nim.result(state, me) return nim.player(state) == me and -1 or 1 end
  function nim.new(heap) return state_of(heap or 12, 1) end
  return nim
end

local function small(more)
  local options = {games = 60, nodes = 10, match_games = 10, check = false}
  for name, value in pairs(more or {}) do options[name] = value end
  return options
end

-- A layout of some states of player 1 and 2.
local function layout_of(new_state)
  local survey = fields.survey {}
  for i = 1, 24 do assert.is_nil(survey:add(new_state(i), i % 2 + 1, i)) end
  return survey:layout(1)
end

local PLAN = {first = 1, limit = 900, neutral_value = 0, view = "max", about = "A test."}

-- Cause: each family of lines, and each array that has lines, was a local variable of the file and an upvalue of the
-- evaluation. Lua 5.1 and LuaJIT allow 60 upvalues, Lua 5.4 200 local variables; a file that 5.4 had saved did not load
-- on LuaJIT, and what had been learned was lost.
describe("the source of many families of lines", function()
  it("is loaded by every Lua", function()
    local layout = layout_of(function(i)
      local state = {turn = i % 2 + 1}
      for array = 1, 70 do
        local cells = {}
        for cell = 1, 8 do cells[cell] = (i * cell + array) % 3 end
        state["a" .. array] = cells
      end
      return state
    end)
    local families = {}
    for _, group in ipairs(layout.groups) do
      for offset = 1, 3 do
        families[#families + 1] = {group = group, name = tostring(offset), length = 2,
          cells = {group.first, group.first + offset, group.first + 1, group.first + 1 + offset}}
      end
    end
    assert.equal(210, #families)
    local model = models.new(layout):with_lines(families)
    for i = 1, #model.weights do model.weights[i] = i % 7 / 10 end
    local evaluate = source.load(source.write(model, PLAN), {})
    assert.is_number(evaluate({turn = 1}, 1))
  end)
end)

-- A function of LuaJIT has 65,536 constants at most, and each table of a cell is one.
describe("the source of the largest board", function()
  it("is loaded by every Lua", function()
    local layout = layout_of(function(i)
      local state = {turn = i % 2 + 1, cells = {}}
      for cell = 1, 9990 do state.cells[cell] = (i + cell) % 2 end
      return state
    end)
    local model = models.new(layout)
    model.weights[model.own[7]] = 0.5
    local evaluate = source.load(source.write(model, PLAN), {})
    assert.equal(50, evaluate({turn = 1, cells = {[7] = 0}}, 1))
  end)
end)

describe("a value in the source of an evaluation", function()
  local function value_of(value) return compile("return " .. access.literal(value), "literal")() end

  it("is that value on every Lua", function()
    for _, value in ipairs {"a\nb\r\0001\"\\\26", "", 0.1, -1e300, 2 ^ 53, -2 ^ 60, math.huge, -math.huge, true} do
      assert.equal(value, value_of(value))
      assert.is_nil(access.literal(value):find "%c")
    end
  end)

  -- Cause: "%.17g" has 53 bits: patterns of bits that differ in the lowest ones became one key.
  it("has all bits of an integer", function()
    if not math.mininteger then return end
    for _, value in ipairs {math.mininteger, math.maxinteger, math.mininteger + 1, math.maxinteger - 1} do
      assert.equal(value, value_of(value))
      assert.equal("integer", math.type(value_of(value)))
    end
  end)

  it("may have the name of a word that a later Lua reserves", function()
    assert.equal('state["global"]', access.field("state", "global"))
  end)
end)

-- Cause: infinity was written as `inf`, the name of a global variable that is nil: as a value an error after all games,
-- as a key or a player silently one value for all states.
describe("infinity in a state", function()
  it("is a value among others", function()
    local nim = new_nim(function(state)
      state.limit = state.heap > 5 and math.huge or state.heap > 2 and "none" or state.heap
      state.rest = state.heap % 4 == 0 and -math.huge or state.heap % 4
    end)
    local learned = learn(nim, nim.new, small {ignore = {"heap"}})
    assert.are_not.equal(learned.evaluate(nim.new(8), 1), learned.evaluate(nim.new(7), 1))
    local used = {}
    for _, it_is in ipairs(learned.used) do used[it_is.name] = it_is.text end
    assert.are.same({limit = "5 values", rest = "4 values"}, used)
  end)

  it("is a key", function()
    local nim = new_nim(function(state) state.board = {[math.huge] = state.heap % 4, [-math.huge] = state.heap % 2} end)
    local learned = learn(nim, nim.new, small {ignore = {"heap"}})
    assert.are_not.equal(learned.evaluate(nim.new(8), 1), learned.evaluate(nim.new(7), 1))
  end)

  it("is a player", function()
    local nim = new_nim(nil, math.huge, -math.huge)
    local learned = learn(nim, nim.new, small {ignore = {"turn"}})
    assert.is_nil(learned.turn)
    assert.are_not.equal(learned.evaluate({heap = 5, turn = 1}, math.huge),
      learned.evaluate({heap = 5, turn = 2}, math.huge))
  end)

  it("is no number that can be multiplied", function()
    local layout = layout_of(function(i)
      return {turn = i % 2 + 1, far = i == 3 and math.huge or i, large = 10 ^ (i * 12), name = i % 3}
    end)
    local reasons = {}
    for _, it_is in ipairs(layout.left_out) do reasons[it_is.name] = it_is.reason end
    assert.are.same({turn = "whose turn it is", far = "infinite in some states", large = "infinite in some states"},
      reasons)
    assert.equal(0, #layout.numbers)
  end)

  it("is as good a result as any", function()
    local nim = new_nim()
    local result = nim.result
    function nim.result(state, me) return result(state, me) * math.huge end
    nim.value_min, nim.value_max = -math.huge, math.huge
    local learned = learn(nim, nim.new, small())
    local value = learned.evaluate(nim.new(7), 1)
    assert.is_true(value > -math.huge and value < math.huge and value ~= 0)
  end)
end)

-- Cause: an evaluation multiplied what it found in a field that had been a number in all games, and indexed what it
-- found in place of a table.
describe("a field that changes its type after learning", function()
  it("counts as one that is missing", function()
    local nim = new_nim(function(state)
      state.score = (state.heap * 37) % 23 + 0.5
      state.more = {count = state.heap % 3, deep = {left = state.heap % 5}}
    end)
    local learned = learn(nim, nim.new, small())
    local function value(score, more) return learned.evaluate({heap = 5, turn = 1, score = score, more = more}, 1) end
    local missing = value(nil, nil)
    for _, score in ipairs {"none", "12", true, math.huge, -math.huge, 0 / 0} do
      assert.equal(missing, value(score, nil))
    end
    assert.equal(missing, value({}, nil))
    for _, more in ipairs {5, "deep", true, print} do assert.equal(missing, value(nil, more)) end
    assert.equal(value(nil, {count = 1}), value(nil, {count = 1, deep = 7}))
  end)
end)

-- Cause: fields were found without metamethods and read with them. States that raise an error for a field which they
-- lack could not be learned from, and a class's field stood for one that the state lacked.
describe("a state with a metatable", function()
  local function strict(state)
    if state.heap % 2 == 0 then state.even = {count = state.heap % 4} end
    return setmetatable(state, {__index = function(_, key) error("no field '" .. tostring(key) .. "'", 2) end})
  end

  it("may raise an error for a field that it lacks", function()
    local nim = new_nim(strict)
    local learned = learn(nim, nim.new, small())
    for heap = 1, 12 do assert.is_number(learned.evaluate(nim.new(heap), 1)) end
  end)

  it("is read as it is seen, in loops, too", function()
    local layout = layout_of(function(i)
      local state = {turn = i % 2 + 1, cells = {}}
      for cell = 1, 6 do state.cells[cell] = (i * cell) % 4 > 0 and (i + cell) % 3 or nil end
      return state
    end)
    local function evaluation(of)
      local model = models.new(of)
      for i = 1, #model.weights do model.weights[i] = i % 11 / 10 end
      return source.load(source.write(model, PLAN), of, {})
    end
    local with_class = layout_of(function(i)
      local state = {turn = i % 2 + 1, cells = setmetatable({}, {__index = function() return 1 end})}
      for cell = 1, 6 do state.cells[cell] = (i * cell) % 4 > 0 and (i + cell) % 3 or nil end
      return state
    end)
    assert.is_true(layout.groups[1].is_mixed and with_class.groups[1].is_mixed)
    local state = {turn = 1, cells = setmetatable({1, nil, 2}, {__index = function() return 1 end})}
    assert.equal(evaluation(layout)({turn = 1, cells = {1, nil, 2}}, 1), evaluation(with_class)(state, 1))
    assert.are_not.equal(evaluation(layout)(state, 1), evaluation(with_class)(state, 1))
  end)
end)

-- Cause: a search without `is_over` evaluates finished states at its horizon. None of these was learned from, and
-- their fields counted as those of another state.
describe("a finished state of a game without is_over", function()
  it("is worth little to the player who has lost", function()
    local nim = new_nim()
    local learned = learn(nim, nim.new, small {games = 200})
    assert.is_true(learned.evaluate(nim.new(0), 1) < learned.evaluate(nim.new(1), 1))
  end)
end)
