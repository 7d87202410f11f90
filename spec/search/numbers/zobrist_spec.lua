-- Keys of positions. Zobrist keys are 64 bits that are the same everywhere, changed without garbage, and never by a
-- call that fails; random games in oracles_spec are searched by such keys. Then which two answers of `hash` are the
-- same position; what is refused is in errors_spec.
-- luacheck: read globals math.type math.maxinteger math.mininteger

local alphabeta = require "alphabeta"
local aside = require("spec.support.lifetime").aside
local memory_use = require "spec.support.memory_use"
local message_of = require "spec.support.message_of"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack
local zobrist = alphabeta.zobrist

local INFINITY, NAN = math.huge, 0 / 0
local ZERO = "0000000000000000"

-- The value of a key that has one feature on.
local function number_of(feature, n, seed) return zobrist(n, seed):flip(feature):get() end

describe("A new key", function()
  it("has no feature on, and shows its value in a text", function()
    assert.same({ZERO, ZERO}, {zobrist(1):get(), zobrist(1000, 7):get()})
    assert.equal("alphabeta.zobrist (" .. ZERO .. ")", tostring(zobrist(3)))
    assert.equal("alphabeta.zobrist (599ed017fb08fc85)", tostring(zobrist(3, 1234567):flip(1)))
  end)

  it("returns how many features it has, up to 16777216, and hides its metatable", function()
    local key = zobrist(16777216)
    assert.same({1, 16777216, "128"}, {#zobrist(1), #key, tostring(#zobrist(128))})
    assert.are_not.equal(ZERO, key:flip(16777216):get())
    assert.equal("alphabeta.zobrist", getmetatable(key))
  end)
end)

describe("The numbers of the features", function()
  -- The first numbers of SplitMix64, as its reference implementation gives them.
  local published = {
    [0] = {"e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f", "f88bb8a8724c81ec", "1b39896a51a8749b"},
    [42] = {"bdd732262feb6e95", "28efe333b266f103", "47526757130f9f52", "581ce1ff0e4ae394", "09bc585a244823f2"},
    [1234567] = {"599ed017fb08fc85", "2c73f08458540fa5", "883ebce5a3f27c77", "3fbef740e9177b3f", "e3b8346708cb5ecd"},
  }

  it("are those of SplitMix64, by default with the seed 0, however many there are", function()
    for seed, numbers in pairs(published) do
      for feature, number in ipairs(numbers) do assert.equal(number, number_of(feature, 5, seed)) end
    end
    assert.equal(number_of(5, 5, 0), number_of(5, 5))
    assert.equal(number_of(5, 5, 0), number_of(5, 5, nil))
    assert.equal(number_of(17, 17, 3), number_of(17, 1000, 3))
    -- e220a8397b1dcdaf xor 6e789e6aa1b965f4 xor 06c45d188009454f
    assert.equal("8a9c6b4b5aaded14", zobrist(3):flip(1, 2, 3):get())
  end)

  it("are those of the seed modulo 2^64", function()
    for seed, number in pairs {
      [-1] = "e4d971771b652c20", [2 ^ 53] = "cec3603a0c3ea1cf", [2 ^ 63] = "481ec0a212a9f3db",
      [-2 ^ 63] = "481ec0a212a9f3db", [2 ^ 64] = "e220a8397b1dcdaf", [-2 ^ 64] = "e220a8397b1dcdaf",
      [2 ^ 1000] = "e220a8397b1dcdaf",
    } do
      assert.equal(number, number_of(1, 1, seed))
    end
    if math.type then -- a Lua with integers, whose 64 bits all count
      assert.equal("e4d971771b652c20", number_of(1, 1, -1.0))
      assert.equal("2a67d7552e039ea7", number_of(1, 1, math.maxinteger))
      assert.equal("481ec0a212a9f3db", number_of(1, 1, math.mininteger))
    end
  end)

  it("are never 0, even where the generator yields it", function()
    -- With this seed, the generator's 987th number is 0. What follows a 0 are the numbers of the seed 0.
    local seed = 8358290829581065
    assert.equal("e220a8397b1dcdaf", number_of(987, 988, seed))
    assert.equal("6e789e6aa1b965f4", number_of(988, 988, seed))
  end)
end)

describe("Keys", function()
  -- What a key must be: another one in which the features that are on were flipped, one by one.
  local function expected_of(n, on)
    local expected = zobrist(n, on.seed)
    for feature = 1, n do
      if on[feature] then expected:flip(feature) end
    end
    return expected
  end

  it("are what is on, whatever was flipped, set and copied, and are equal if that is so", function()
    for seed = 1, 20 do
      local random, keys = rng.new(seed), {}
      local n = random:int(1, 200)
      for i = 1, 3 do keys[i] = {key = zobrist(n, seed * 4096 + (i > 1 and 0 or 2 ^ 64)), on = {seed = seed * 4096}} end
      for _ = 1, 40 do
        local one, other, features = random:pick(keys), random:pick(keys), {}
        for i = 1, random:pick {0, 1, 1, 2, 8, 200} do
          local feature = random:int(1, n)
          features[i], one.on[feature] = random:pick {feature, feature + 0.0}, not one.on[feature] or nil
        end
        assert.is_true(rawequal(one.key, (one.key:flip(unpack(features)))))
        assert.equal(1, select("#", one.key:flip()))
        if random:chance(0.3) then
          local value = other.key:get()
          if random:chance(0.3) then value = other.key elseif random:chance(0.5) then value = value:upper() end
          assert.is_true(rawequal(one.key, one.key:set(value)))
          one.on = wrap.replace(other.on, {})
        elseif random:chance(0.3) then
          local before = one.key
          one.key = one.key:copy()
          assert.is_false(rawequal(before, one.key))
          before:flip(1)
        end
        local expected = expected_of(n, one.on)
        assert.equal(expected:get(), one.key:get())
        assert.equal(#expected, #one.key)
        assert.matches("^%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x$", one.key:get())
        assert.is_true(one.key == expected)
        assert.equal(one.key:get() == other.key:get(), one.key == other.key)
      end
    end
  end)

  it("differ if they have other features, whatever their values, and from all that is no key", function()
    assert.is_false(zobrist(5) == zobrist(6))
    assert.is_false(zobrist(5, 1) == zobrist(5, 2))
    assert.is_false(zobrist(5, 1):set(7) == zobrist(5, 2):set(7))
    for _, other in ipairs {0, ZERO, {}, io.stdout, print} do
      assert.is_false(zobrist(5) == other)
      assert.is_false(other == zobrist(5))
    end
  end)

  it("make no garbage when they are flipped", function()
    local key = zobrist(64)
    local garbage = memory_use.allocated(function()
      for i = 1, 20000 do key:flip(i % 64 + 1, 64, 7) end
    end)
    assert.is_true(garbage < 20000, ("%d bytes for 20000 calls"):format(garbage))
  end)
end)

describe("A key", function()
  it("is set to integers modulo 2^64, and to digits", function()
    local key = zobrist(1)
    for _, row in ipairs {
      {0, ZERO}, {255, "00000000000000ff"}, {2 ^ 53 - 1, "001fffffffffffff"}, {2 ^ 63, "8000000000000000"},
      {-1, "ffffffffffffffff"}, {-2 ^ 63, "8000000000000000"}, {2 ^ 64, ZERO},
      {math.mininteger or -2 ^ 63, "8000000000000000"}, {"FEDCBA9876543210", "fedcba9876543210"},
    } do
      assert.equal(row[2], key:set(row[1]):get())
    end
  end)

  it("shares its features with its copies, which are small", function()
    local key = zobrist(100000)
    local function places()
      local copies = {}
      for i = 1, 100 do copies[i] = false end
      return copies
    end
    local bytes = memory_use.kept(function(copies)
      for i = 1, 100 do copies[i] = (copies[i - 1] or key):copy() end
    end, places) / #places()
    assert.is_true(bytes < 120, bytes .. " bytes for a copy")
  end)
end)

-- Every message, word for word, and that it points to the caller.
describe("A wrong argument", function()
  -- How a message shows a value.
  local function shown(value)
    if value ~= value then return "NaN" end
    if type(value) == "number" then return value == 2 ^ 32 + 1 and tostring(value) or ("%.14g"):format(value) end
    return type(value) == "string" and #value <= 40 and "'" .. value .. "'" or type(value)
  end

  local KEY = zobrist(128):flip(9)
  local N, SEED = "an integer from 1 to 16777216", "an integer"
  local FEATURE, VALUE = "an integer from 1 to 128", "a key, 16 hexadecimal digits or an integer"
  local LONG = ("x"):rep(41)
  -- what is called, the arguments, how many they are, which of them is wrong, its name, and what is expected
  local rows = {{zobrist, {}, 0, 1, "n", N}}
  for _, n in ipairs {0, -3, 16777217, 2.5, math.huge, NAN, "64", LONG, {}, true} do
    rows[#rows + 1] = {zobrist, {n}, 1, 1, "n", N}
  end
  for _, seed in ipairs {2.5, -math.huge, NAN, "7", false} do
    rows[#rows + 1] = {zobrist, {8, seed}, 2, 2, "seed", SEED}
  end
  for _, row in ipairs {
    {1, 129}, {1, 0}, {1, -1}, {2, 1, 129}, {3, 1, 2, 1.5}, {3, 1, 2, "3"}, {3, 1, 2, {}, "3"}, {2, 5, nil, n = 2},
    {1, nil, 5, 6, n = 3}, {2, 5, NAN}, {2, 5, math.huge}, {2, 5, 2 ^ 32 + 1}, {2, 5, false},
  } do
    local count = row.n or #row - 1
    rows[#rows + 1] = {KEY.flip, {KEY, unpack(row, 2, count + 1)}, count + 1, row[1] + 1, "feature " .. row[1], FEATURE}
  end
  for _, value in ipairs {
    "", "012345678", "0123456789abcdeg", "0123456789abcdef0", "0x0123456789abcd", " 123456789abcdef", 1.5, NAN,
    math.huge, {}, io.stdout,
  } do
    rows[#rows + 1] = {KEY.set, {KEY, value}, 2, 2, "key", VALUE}
  end
  rows[#rows + 1] = {KEY.set, {KEY, nil}, 2, 2, "key", VALUE}
  local NAMES = {[zobrist] = "alphabeta.zobrist", [KEY.flip] = "zobrist:flip", [KEY.set] = "zobrist:set"}

  it("is named, and nothing is flipped or set", function()
    local before = KEY:get()
    for _, row in ipairs(rows) do
      local callee, given = row[1], row[2]
      local words = ("%s: argument '%s': expected %s, got "):format(NAMES[callee], row[5], row[6])
      assert.equal(words .. shown(given[row[4]]), message_of(callee, unpack(given, 1, row[3])))
      assert.equal(before, KEY:get())
    end
    for _, other in ipairs {zobrist(127), zobrist(128, 1), zobrist(129):flip(9)} do
      assert.equal("zobrist:set: argument 'key': expected a key of the same n and seed, got another key",
        message_of(KEY.set, KEY, other))
      assert.equal(before, KEY:get())
    end
  end)

  it("in the place of the key is refused", function()
    local key = zobrist(8)
    for _, name in ipairs({"flip", "set", "get", "copy"}) do
      for _, self in ipairs({3, "key", {}, io.stdout}) do
        assert.is_truthy(message_of(key[name], self, 1):find("alphabeta.zobrist expected", 1, true))
      end
      assert.is_truthy(message_of(key[name]):find("alphabeta.zobrist expected", 1, true))
    end
  end)
end)

describe("The memory of a key", function()
  local MANY = 100000 -- features, of 8 bytes each

  it("is collected with it, its features included", function()
    local function make()
      aside(function() assert.equal(MANY, #zobrist(MANY)) end)
    end
    assert.is_true(memory_use.allocated(make) > MANY * 8)
    assert.is_true(memory_use.kept(make) < MANY)
  end)

  it("is kept, as far as the features go, while there is a copy", function()
    local function make()
      aside(function()
        local copy = aside(function() return zobrist(MANY, 5):copy():copy() end)
        memory_use.collect()
        assert.equal(number_of(MANY, MANY, 5), copy:flip(MANY):get())
        assert.equal(zobrist(MANY, 5):flip(MANY), copy)
      end)
    end
    assert.is_true(memory_use.kept(make) < MANY)
  end)
end)

-- Whether two positions with these hashes are taken for the same: one of them is worth 2 and the other 7.
local function are_same(a, b)
  local game = tree.game("children")
  function game.hash(state)
    if state.name == "1.1" then
      return a
    elseif state.name == "2.1" then
      return b
    end
    return alphabeta.zobrist(100, 99):flip(#state.name, 50 + (tonumber(state.name:sub(-1)) or 0))
  end
  local _, value, info = alphabeta.search(tree.from({ { { 1, 2 } }, { { 7, 6 } } }), 3, { game = game })
  assert.equal(info.table_hits, value == 2 and 1 or 0)
  return value == 2
end

describe("Two hashes", function()
  local function key(feature) return alphabeta.zobrist(8, 1):flip(feature) end
  local LEAST = 4.9406564584124654e-324
  local MOST_INTEGER, LEAST_INTEGER = math.maxinteger or 1, math.mininteger or 0

  it("are the same if they are numbers or keys of the same value, or texts of the same letters", function()
    for _, row in ipairs {
      {1, 1.0}, {0, -0.0}, {2 ^ 80, 2 ^ 80}, {"position", "posi" .. "tion"}, {key(3), key(3)},
    } do assert.is_true(are_same(row[1], row[2]), tostring(row[1])) end
  end)

  it("are different in all other cases", function()
    for _, row in ipairs {
      {1, 2}, {1, -1}, {1, "1"}, {2 ^ 53, 2 ^ 53 - 1}, {0.5, 0.5 + 2 ^ -53}, {LEAST, 0}, {INFINITY, -INFINITY},
      -- The bits of numbers that are not whole were those of whole numbers.
      {1.5, 2 ^ 62 - 2 ^ 51}, {LEAST, 1}, {INFINITY, 2 ^ 63 - 2 ^ 52}, {2 ^ 80, 2 ^ 81}, {2 ^ 63, -2 ^ 63},
      {MOST_INTEGER, MOST_INTEGER - 1}, {LEAST_INTEGER, MOST_INTEGER}, {"", "\0"}, {"a\0b", "a\0c"},
      {("x"):rep(5000) .. "a", ("x"):rep(5000) .. "b"}, {"ab", "ba"}, {key(3), key(4)}, {key(3), key(3):get()},
    } do assert.is_false(are_same(row[1], row[2]), tostring(row[1]) .. " and " .. tostring(row[2])) end
  end)
end)
