-- Fingerprints of states: equal for equal states, and for no others.

local new_fingerprint = require "alphabeta.common.fingerprint"
local rng = require "spec.support.rng"

local FIELDS = {1, 2, 3, "a", "b", true}

-- A value that reaches up to `count` tables. Each field of a table holds one of them, or a plain value.
local function new_graph(random, count)
  local tables = {}
  for i = 1, count do tables[i] = {} end
  for i = 1, count do
    for _, key in ipairs(FIELDS) do
      local draw = random:int(1, 3)
      if draw == 1 then tables[i][key] = tables[random:int(1, count)] end
      if draw == 2 then tables[i][key] = random:pick {0, 1, "1", false} end
    end
  end
  return tables[1]
end

-- Whether two values have the same content, and the same tables in the same places. `partners` has the tables of
-- each that were met in the other one.
local function is_same(a, b, partners)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  if partners[a] or partners[b] then return partners[a] == b and partners[b] == a end
  partners[a], partners[b] = b, a
  for key, field in pairs(a) do
    if not is_same(field, b[key], partners) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- A copy whose tables have got their fields in another order.
local function copy_of(value, copies)
  if type(value) ~= "table" or copies[value] then return copies[value] or value end
  local copy = {}
  copies[value] = copy
  for i = #FIELDS, 1, -1 do
    local key = FIELDS[i]
    copy[key] = copy_of(value[key], copies)
  end
  return copy
end

-- Changes one field of a table that a value reaches, or swaps two.
local function change(random, value, other)
  local t = value
  for _ = 1, random:int(0, 3) do
    local field = t[random:pick(FIELDS)]
    if type(field) == "table" then t = field end
  end
  local key, second = random:pick(FIELDS), random:pick(FIELDS)
  if random:chance(0.6) then
    t[key], t[second] = t[second], t[key]
  else
    t[key] = random:pick {value, t, other, 0}
  end
end

-- How many thousand instructions Lua needs for a call.
local function cost_of(call)
  local count = 0
  debug.sethook(function() count = count + 1 end, "", 1000)
  call()
  debug.sethook()
  return count
end

describe("A fingerprint", function()
  -- Cause: the state itself was numbered where a field referred to it first, so it could pass for a new table.
  it("tells the state itself from a new table", function()
    local read = new_fingerprint {content_of = function() end}
    local first, second = {}, {}
    first.a, first.b = first, {}
    second.a, second.b = {}, second
    assert.not_equal((read(first)), (read(second)))
  end)

  it("is that of another state if and only if they are equal, in random states", function()
    local read, random = new_fingerprint {content_of = function() end}, rng.new(1)
    local equal_count, other_count = 0, 0
    for _ = 1, 2000 do
      local state = new_graph(random, random:int(1, 4))
      local other = copy_of(state, {})
      if random:chance(0.8) then change(random, other, new_graph(random, 1)) end
      local text, is_whole = read(state)
      local expected = is_same(state, other, {})
      assert.is_true(is_whole)
      assert.equal(expected, text == read(other))
      if expected then equal_count = equal_count + 1 else other_count = other_count + 1 end
    end
    assert.is_true(equal_count > 200 and other_count > 200)
  end)

  it("reads as many fields as it may, and tells if there are more", function()
    for _, state in ipairs {{1, 2, 3, 4}, {a = 1, b = 2, c = 3, d = 4}, {1, 2, c = 3, d = 4}, {{1}, {d = 4}}} do
      for most = 0, 5 do
        local _, is_whole = new_fingerprint {content_of = function() end, most = most}(state)
        assert.equal(most >= 4, is_whole)
      end
    end
  end)

  -- Cause: all keys of a large table were sorted, though few of its fields may be read.
  it("takes no longer in a large state if it may read few fields", function()
    local read, list, map = new_fingerprint {content_of = function() end, most = 10}, {}, {}
    for i = 1, 20000 do list[i], map["field " .. i] = i, i end
    assert.is_true(cost_of(function() read(list) end) < 10)
    assert.is_true(cost_of(function() read(map) end) < 10)
  end)
end)
