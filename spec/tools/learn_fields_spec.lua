-- Every field of a state is used by its values, or left out with a reason, as a recount of the states says. What is
-- used is read from any state as it was seen.

local effort = require "spec.support.effort"
local fields = require "alphabeta.learn.fields"
local learning = require "spec.support.learning"
local rng = require "spec.support.rng"

local layout_of = learning.layout
local STATES = 200

-- The layout of these states.
local function survey_of(states, ignore) return layout_of(function(i) return states[i] end, #states, ignore) end

local function value_at(state, keys)
  for _, key in ipairs(keys) do
    if type(state) ~= "table" then return nil end
    state = state[key]
  end
  return state
end

-- What a field held in all states: each value with its count, and how many values there are.
local function recount(states, keys)
  local counts, distinct = {}, 0
  for _, state in ipairs(states) do
    local value = value_at(state, keys)
    if value ~= nil then
      if not counts[value] then counts[value], distinct = 0, distinct + 1 end
      counts[value] = counts[value] + 1
    end
  end
  return counts, distinct
end

-- The first of some groups or fields that is the one of this path, or lies below it.
local function first_below(list, path)
  for _, it_is in ipairs(list) do
    if it_is.name == path or it_is.name:sub(1, #path) == path and it_is.name:find("^[.[]", #path + 1) then
      return it_is
    end
  end
  return nil
end

local function group_of(layout, path) return first_below(layout.groups, path) end
local function reason_of(layout, path) return (first_below(layout.left_out, path) or {}).reason end

-- Compares a number's mean and deviation with those of the states that have it.
local function assert_moments(states, number)
  local sum, squares, n = 0, 0, 0
  for _, state in ipairs(states) do
    local value = value_at(state, number.keys)
    if value then sum, squares, n = sum + value, squares + value ^ 2, n + 1 end
  end
  local mean = sum / n
  assert.is_true(math.abs(number.mean - mean) < 1e-9)
  assert.is_true(math.abs(number.scale * (squares / n - mean ^ 2) ^ 0.5 - 1) < 1e-9)
end

it("The fields of random states are used by their values, or left out with a reason, as a recount says", function()
  for seed = 1, effort(8, 60) do
    local generator = rng.new(seed)
    local chosen, new = learning.states(function(n) return generator:int(1, n) end)
    local states = {}
    for i = 1, STATES do states[i] = new(i) end
    local layout = survey_of(states)
    assert.equal("turn", layout.turn.name)
    for _, it_is in ipairs(chosen) do
      assert.equal(it_is.kind.reason, reason_of(layout, it_is.path), it_is.path)
      assert.equal(it_is.kind.reason == nil, group_of(layout, it_is.path) ~= nil, it_is.path)
    end
    local linear = {}
    for _, number in ipairs(layout.numbers) do
      linear[table.concat(number.keys, ".")] = true
      assert_moments(states, number)
    end
    for at, cell in ipairs(layout.cells) do
      local group, counts, distinct = cell.group, recount(states, cell.keys)
      assert.equal(at, cell.index)
      for value, code in pairs(group.codes) do
        assert.equal(value, group.values[code + 1 - (group.size - #group.values)])
      end
      if #group.members == 1 then
        assert.equal(distinct, group.distinct)
        assert.equal(distinct > 16 and 15 or distinct, #group.values, group.name) -- the others have code 0
        local least = math.huge
        for _, value in ipairs(group.values) do least = math.min(least, counts[value]) end
        for i = 2, type(group.values[1]) == "number" and group.is_numeric and #group.values or 1 do
          assert.is_true(group.values[i - 1] < group.values[i], group.name)
        end
        for value, count in pairs(counts) do assert.is_true(count <= least or group.codes[value] ~= nil) end
      end
    end
    for _, group in ipairs(layout.groups) do
      local name = group.name:match "%w+$"
      assert.equal((name == "number" or name == "many" or name == "fraction" or name == "sometimes") or nil,
        linear[table.concat(group.members[1].keys, ".")], group.name)
    end
  end
end)

describe("A field of a state", function()
  it("is left out by its name, wherever it is", function()
    local layout = survey_of({{turn = 1, a = 1, b = {a = 1, c = 2}}, {turn = 2, a = 2, b = {a = 2, c = 1}}}, {a = true})
    assert.equal(1, #layout.groups)
    assert.equal("b.c", layout.groups[1].name)
  end)

  -- Cause: fields were named by texts that are cut after 60 characters, and pooled by their names.
  it("is another one than a field whose name begins with the same 58 characters", function()
    local long, states = ("a key "):rep(20), {}
    for i = 1, 20 do states[i] = {turn = i % 2 + 1, [long .. 1] = i % 3, [long .. 2] = i % 4} end
    local layout = survey_of(states)
    assert.is_true(group_of(layout, '["' .. long .. '1"]') ~= group_of(layout, '["' .. long .. '2"]'))
  end)

  it("that has the values of the players says whose turn it is, before one with others", function()
    local states = {}
    for i = 1, 20 do states[i] = {a = i % 2 == 0 and "x" or "y", b = i % 2 + 1, turn = i % 2 + 1, z = i % 3} end
    local layout = survey_of(states)
    assert.same({"b", true, {1}}, {layout.turn.name, layout.turn.is_name, layout.turn.firsts})
    for _, state in ipairs(states) do state.b, state.turn = nil, {which = state.turn} end
    states[1].turn.which = 1
    local survey = fields.survey {}
    for i, state in ipairs(states) do survey:add(state, i % 2 + 1, i) end
    assert.equal("a", survey:layout(1).turn.name)
  end)

  it("that contains itself, or lies too deep, is left out", function()
    local states = {}
    for i = 1, 20 do
      local state = {turn = i % 2 + 1, deep = {}, [true] = 1}
      state.itself = state
      local inner = state.deep
      for _ = 1, 9 do
        inner.next = {}
        inner = inner.next
      end
      inner.value, states[i] = i % 3, state
    end
    local layout = survey_of(states)
    assert.equal("a table that contains itself", reason_of(layout, "itself"))
    assert.equal("tables nested too deep", layout.left_out[1].reason)
  end)
end)

it("A state of more than 10,000 fields is refused", function()
  local state = {turn = 1}
  for i = 1, 10000 do state["f" .. i] = i end
  assert.equal("the state has more than 10000 fields; name those to be left out by option 'ignore'",
    fields.survey {}:add(state, 1, 1))
end)
