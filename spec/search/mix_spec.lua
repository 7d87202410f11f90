-- A key of several values: the same everywhere, another one for other values or another order.
-- luacheck: read globals math.type

local alphabeta = require "alphabeta"
local message_of = require "spec.support.message_of"

local mix = alphabeta.mix
local unpack = table.unpack or unpack

local ffi
if jit then ffi = require "ffi" end

local function digits(key) return ("%.0f"):format(key) end

describe("A key of several values", function()
  it("is the same on every Lua", function()
    for _, row in ipairs {
      {"4515712481578249", 0},
      {"3237094191579877", 1, 2, 3},
      {"6325256919752919", -1},
      {"6476730676113388", 0.5},
      {"8392033772987845", ""},
      {"474289399245103", "abc", 5, true},
      {"3074538958652987", 2 ^ 53, -2 ^ 60},
    } do
      assert.equal(row[1], digits(mix(unpack(row, 2))))
    end
  end)

  it("is a whole number from 0 to 2^53 - 1 that uses all these bits", function()
    local least, most = math.huge, 0
    for i = 1, 2000 do
      local key = mix(i, "a")
      assert.equal(0, key % 1)
      assert.is_true(key >= 0 and key < 2 ^ 53)
      least, most = math.min(least, key), math.max(most, key)
    end
    assert.is_true(least < 2 ^ 44 and most > 2 ^ 53 - 2 ^ 44)
  end)

  it("is another one for other values, another order or another number of them", function()
    local seen, count = {}, 0
    local function add(...)
      local key = mix(...)
      assert.is_nil(seen[key])
      seen[key], count = true, count + 1
    end
    for a = -20, 20 do
      add(a)
      add(tostring(a))
      for b = -20, 20 do
        add(a, b)
        add(a, b, 0)
        add(0, b, a + 100)
      end
    end
    for _, value in ipairs {true, false, 0.5, -0.5, 2 ^ 70, math.huge, "", "\0", "\0\0"} do add(value) end
    assert.equal(41 * 2 + 41 * 41 * 3 + 9, count)
  end)

  it("counts a whole number by its value", function()
    assert.equal(mix(5, -7), mix(5.0, -7.0))
    assert.equal(mix(0), mix(-0.0))
    if math.type then assert.equal("integer", math.type(mix(1.5))) end
    if ffi then
      local five, minus_seven = ffi.new("int64_t", 5), ffi.new("int64_t", -7)
      assert.equal(mix(5, -7), mix(five, minus_seven))
      assert.equal(mix(5), mix(ffi.new("uint64_t", 5)))
      assert.equal(mix(minus_seven), mix(ffi.new("uint64_t", 0) - 7))
      assert.equal(mix(-2 ^ 62), mix(ffi.new("int64_t", -2 ^ 62)))
    end
  end)

  it("loses no bit of a 64-bit integer", function()
    if not (math.type or ffi) then return end
    local one = ffi and ffi.new("int64_t", 1) or 1
    local seen, high = {}, one
    for _ = 1, 64 do
      for _, value in ipairs {high, high + 1, high - 1, -high} do seen[digits(mix(value))] = true end
      high = high * 2
    end
    local count = 0
    for _ in pairs(seen) do count = count + 1 end
    assert.equal(64 * 4 - 4, count) -- modulo 2^64, 2 is 1 + 1, 1 is 2 - 1, 2 + 1 is 4 - 1, and -2^63 is 2^63
  end)

  it("must have values that can be distinguished", function()
    assert.equal("alphabeta.mix: expected a value, got none", message_of(mix))
    for _, row in ipairs {{nil, "nil"}, {{}, "table"}, {print, "function"}, {0 / 0, "NaN"}, {io.stdout, "userdata"}} do
      assert.equal("alphabeta.mix: argument '2': expected a number, a string or a boolean, got " .. row[2],
        message_of(mix, 1, row[1], 3))
    end
    if ffi then
      for _, value in ipairs {ffi.new "struct { int x; }", ffi.new "int64_t[1]", ffi.new("double", 1)} do
        assert.equal("alphabeta.mix: argument '1': expected a number, a string or a boolean, got cdata",
          message_of(mix, value))
      end
    end
  end)
end)
