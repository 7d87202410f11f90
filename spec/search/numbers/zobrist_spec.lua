-- Zobrist keys: 64 bits that are the same everywhere, changed without garbage, and never by a call that fails.
-- luacheck: read globals math.type math.maxinteger math.mininteger

local alphabeta = require "alphabeta"
local lifetime = require "spec.support.lifetime"
local memory_use = require "spec.support.memory_use"
local message_of = require "spec.support.message_of"
local rng = require "spec.support.rng"

local aside = lifetime.aside
local unpack = table.unpack or unpack
local zobrist = alphabeta.zobrist

local NAN = 0 / 0
local ZERO = "0000000000000000"

-- The value of a key that has one feature on.
local function number_of(feature, n, seed) return zobrist(n, seed):flip(feature):get() end

describe("A new key", function()
  it("has no feature on", function()
    assert.equal(ZERO, zobrist(1):get())
    assert.equal(ZERO, zobrist(1000, 7):get())
  end)

  it("returns how many features it has", function()
    assert.equal(1, #zobrist(1))
    assert.equal(128, #zobrist(128, 7))
    assert.equal("128", tostring(#zobrist(128)))
  end)

  it("shows its value in a text", function()
    assert.equal("alphabeta.zobrist (" .. ZERO .. ")", tostring(zobrist(3)))
    assert.equal("alphabeta.zobrist (599ed017fb08fc85)", tostring(zobrist(3, 1234567):flip(1)))
  end)

  it("hides its metatable", function() assert.equal("alphabeta.zobrist", getmetatable(zobrist(3))) end)

  it("may have as many as 16777216 features", function()
    local key = zobrist(16777216)
    assert.equal(16777216, #key)
    assert.are_not.equal(ZERO, key:flip(16777216):get())
  end)
end)

describe("The numbers of the features", function()
  -- The first numbers of SplitMix64, as its reference implementation gives them.
  local published = {
    [0] = { "e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f", "f88bb8a8724c81ec", "1b39896a51a8749b" },
    [42] = { "bdd732262feb6e95", "28efe333b266f103", "47526757130f9f52", "581ce1ff0e4ae394", "09bc585a244823f2" },
    [1234567] = { "599ed017fb08fc85", "2c73f08458540fa5", "883ebce5a3f27c77", "3fbef740e9177b3f", "e3b8346708cb5ecd" },
  }

  for seed, numbers in pairs(published) do
    it(("are those of SplitMix64 with the seed %d"):format(seed), function()
      for feature, number in ipairs(numbers) do assert.equal(number, number_of(feature, 5, seed)) end
    end)
  end

  it("are those of the seed 0 when none is given", function()
    assert.equal(number_of(5, 5, 0), number_of(5, 5))
    assert.equal(number_of(5, 5, 0), number_of(5, 5, nil))
  end)

  it("do not depend on how many there are", function()
    assert.equal(number_of(17, 17, 3), number_of(17, 1000, 3))
  end)

  it("are those of the seed modulo 2^64", function()
    local rows = {
      [-1] = "e4d971771b652c20",
      [2 ^ 53] = "cec3603a0c3ea1cf",
      [2 ^ 63] = "481ec0a212a9f3db",
      [-2 ^ 63] = "481ec0a212a9f3db",
      [2 ^ 64] = "e220a8397b1dcdaf",
      [-2 ^ 64] = "e220a8397b1dcdaf",
      [2 ^ 1000] = "e220a8397b1dcdaf",
    }
    for seed, number in pairs(rows) do assert.equal(number, number_of(1, 1, seed)) end
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

  it("are distinct, and each bit is on in about half of them", function()
    local key, seen, ones = zobrist(1024), {}, {}
    for place = 1, 64 do ones[place] = 0 end
    for feature = 1, 1024 do
      local number = key:flip(feature):get()
      key:flip(feature)
      assert.is_nil(seen[number])
      seen[number] = true
      for place = 1, 64 do
        local digit = tonumber(number:sub(math.ceil(place / 4), math.ceil(place / 4)), 16)
        ones[place] = ones[place] + math.floor(digit / 2 ^ (place % 4)) % 2
      end
    end
    for place = 1, 64 do -- the standard deviation is 16
      assert.is_true(math.abs(ones[place] - 512) < 80, ("%d times on at place %d"):format(ones[place], place))
    end
  end)

  it("combine to distinct values", function()
    local key, seen, random = zobrist(64), {}, rng.new(1)
    for first = 1, 64 do -- every pair
      for second = first + 1, 64 do
        local value = key:flip(first, second):get()
        assert.is_nil(seen[value])
        seen[value] = true
        key:flip(first, second)
      end
    end
    local on, subsets = {}, {}
    for _ = 1, 4000 do -- a random walk through the sets of features
      local feature = random:int(1, 64)
      on[feature] = not on[feature]
      local names = {}
      for i = 1, 64 do names[i] = on[i] and "1" or "0" end
      local subset, value = table.concat(names), key:flip(feature):get()
      assert.is_true(subsets[value] == nil or subsets[value] == subset)
      subsets[value] = subset
    end
  end)
end)

describe("zobrist:flip", function()
  it("changes the key to the exclusive or of the features that are on", function()
    -- e220a8397b1dcdaf xor 6e789e6aa1b965f4 xor 06c45d188009454f
    assert.equal("8a9c6b4b5aaded14", zobrist(3):flip(1, 2, 3):get())
  end)

  it("turns a feature off that is on", function()
    local key = zobrist(20):flip(3, 7)
    local before = key:get()
    for feature = 1, 20 do
      assert.are_not.equal(before, key:flip(feature):get())
      assert.equal(before, key:flip(feature):get())
    end
    assert.equal(before, key:flip(5, 9, 5, 9):get())
    assert.equal(ZERO, key:flip(7):flip(3):get())
  end)

  it("does not care about the order", function()
    local random = rng.new(2)
    for _ = 1, 50 do
      local features = {}
      for i = 1, 8 do features[i] = random:int(1, 100) end
      local key = zobrist(100, 5):flip(unpack(features))
      local one_by_one = zobrist(100, 5)
      for i = 8, 1, -1 do one_by_one:flip(features[i]) end
      assert.equal(key:get(), one_by_one:get())
    end
  end)

  it("takes no features, and many", function()
    local key = zobrist(200)
    assert.equal(ZERO, key:flip():get())
    local features = {}
    for i = 1, 200 do features[i] = i end
    key:flip(unpack(features))
    for i = 1, 200 do key:flip(i) end
    assert.equal(ZERO, key:get())
  end)

  it("takes floats that are integers", function()
    assert.equal(zobrist(8):flip(4), zobrist(8):flip(2 ^ 2))
  end)

  it("returns the key itself, and nothing else", function()
    local key = zobrist(8)
    local results = { key:flip(1, 2, 3) }
    assert.equal(1, #results)
    assert.is_true(rawequal(key, results[1]))
  end)

  it("makes no garbage", function()
    local key = zobrist(64)
    local garbage = memory_use.allocated(function()
      for i = 1, 20000 do key:flip(i % 64 + 1, 64, 7) end
    end)
    assert.is_true(garbage < 20000, ("%d bytes for 20000 calls"):format(garbage))
  end)
end)

describe("zobrist:get and zobrist:set", function()
  it("go there and back for every value", function()
    local random, key, other = rng.new(3), zobrist(100), zobrist(100)
    for _ = 1, 200 do
      key:flip(random:int(1, 100))
      local value = key:get()
      assert.equal(16, #value)
      assert.is_truthy(value:match("^[0-9a-f]+$"))
      assert.equal(value, other:set(value):get())
      assert.equal(key, other)
    end
  end)

  it("take digits of either case", function()
    local key = zobrist(1)
    assert.equal("0123456789abcdef", key:set("0123456789abcdef"):get())
    assert.equal("fedcba9876543210", key:set("FEDCBA9876543210"):get())
    assert.equal("ffffffffffffffff", key:set("ffffFFFFffffFFFF"):get())
  end)

  it("take integers modulo 2^64", function()
    local key = zobrist(1)
    local rows = {
      { 255, "00000000000000ff" },
      { 2 ^ 53 - 1, "001fffffffffffff" },
      { 2 ^ 63, "8000000000000000" },
      { -1, "ffffffffffffffff" },
      { -2 ^ 63, "8000000000000000" },
      { 2 ^ 64, ZERO },
      { math.mininteger or -2 ^ 63, "8000000000000000" },
    }
    for _, row in ipairs(rows) do assert.equal(row[2], key:set(row[1]):get()) end
    assert.equal(ZERO, key:set(0):get())
  end)

  it("name positions of their own by integers that are near each other", function()
    -- Each position is one of a row, whose value grows by one a ply. Were two of them the same, it would end there.
    for _, first in ipairs { 0, 1, -20, 2 ^ 32 - 10, -2 ^ 40, 2 ^ 52 } do
      local key = zobrist(1)
      local row = {
        moves = function() return { 1 } end,
        play = function(place) return place + 1 end,
        evaluate = function(place) return place end,
        hash = function(place) return key:set(first + place) end,
      }
      assert.equal(12, (select(2, alphabeta.search(0, 12, { game = row, repetition = -1 }))))
    end
  end)

  it("take another key of the same n and seed", function()
    local key, other = zobrist(9, 4):flip(1), zobrist(9, 4):flip(2, 3)
    assert.are_not.equal(key, other)
    assert.equal(other, key:set(other))
    assert.equal(key, key:set(key))
    key:flip(2)
    assert.equal(number_of(3, 9, 4), key:get())
    assert.are_not.equal(key, other)
  end)

  it("return the key itself", function()
    local key = zobrist(8)
    assert.is_true(rawequal(key, key:set(0)))
    assert.is_true(rawequal(key, key:set(ZERO)))
    assert.is_true(rawequal(key, key:set(key:copy())))
  end)
end)

describe("zobrist:copy", function()
  it("makes a key of its own with the same value and features", function()
    local key = zobrist(50, 9):flip(4, 5)
    local copy = key:copy()
    assert.is_false(rawequal(key, copy))
    assert.equal(key, copy)
    assert.equal(50, #copy)
    copy:flip(6)
    assert.equal(number_of(6, 50, 9), copy:flip(4, 5):get())
    assert.equal(zobrist(50, 9):flip(5, 4), key)
  end)

  it("shares the features: copies are small", function()
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

describe("Two keys", function()
  it("are equal when their features are the same and the same ones are on", function()
    assert.is_true(zobrist(5) == zobrist(5, 0))
    assert.is_true(zobrist(5, 2):flip(1, 2) == zobrist(5, 2):flip(2):flip(1))
    assert.is_true(zobrist(5) == zobrist(5, 2 ^ 64))
  end)

  it("differ when other features are on", function()
    assert.is_false(zobrist(5):flip(1) == zobrist(5):flip(2))
    assert.is_false(zobrist(5):flip(1) == zobrist(5))
  end)

  it("differ when they have other features, whatever their values", function()
    assert.is_false(zobrist(5) == zobrist(6))
    assert.is_false(zobrist(5, 1) == zobrist(5, 2))
    assert.is_false(zobrist(5, 1):set(7) == zobrist(5, 2):set(7))
  end)

  it("differ from everything that is no key", function()
    local key = zobrist(5)
    for _, other in ipairs({ 0, ZERO, {}, io.stdout, print }) do
      assert.is_false(key == other)
      assert.is_false(other == key)
    end
  end)
end)

-- Every message, word for word, and that it points to the caller.
describe("A wrong argument", function()
  local new_rows = {
    { "n", {}, "nil" },
    { "n", { 0 }, "0" },
    { "n", { -3 }, "-3" },
    { "n", { 16777217 }, "16777217" },
    { "n", { 2.5 }, "2.5" },
    { "n", { math.huge }, "inf" },
    { "n", { NAN }, "NaN" },
    { "n", { "64" }, "'64'" },
    { "n", { ("x"):rep(41) }, "string" },
    { "n", { {} }, "table" },
    { "n", { true }, "boolean" },
    { "seed", { 8, 2.5 }, "2.5" },
    { "seed", { 8, -math.huge }, "-inf" },
    { "seed", { 8, NAN }, "NaN" },
    { "seed", { 8, "7" }, "'7'" },
    { "seed", { 8, false }, "boolean" },
  }

  it("of alphabeta.zobrist is named", function()
    local expected = { n = "an integer from 1 to 16777216", seed = "an integer" }
    for _, row in ipairs(new_rows) do
      local name, arguments, got = unpack(row)
      assert.equal(("alphabeta.zobrist: argument '%s': expected %s, got %s"):format(name, expected[name], got),
        message_of(zobrist, unpack(arguments)))
    end
  end)

  local flip_rows = {
    { { 129 }, 1, "129" },
    { { 0 }, 1, "0" },
    { { -1 }, 1, "-1" },
    { { 1, 129 }, 2, "129" },
    { { 1, 2, 1.5 }, 3, "1.5" },
    { { 1, 2, "3" }, 3, "'3'" },
    { { 1, 2, {}, "3" }, 3, "table" },
    { { n = 2, 5, nil }, 2, "nil" },
    { { n = 3, nil, 5, 6 }, 1, "nil" },
    { { 5, NAN }, 2, "NaN" },
    { { 5, math.huge }, 2, "inf" },
    { { 5, 2 ^ 32 + 1 }, 2, tostring(2 ^ 32 + 1) },
    { { 5, false }, 2, "boolean" },
  }

  it("of zobrist:flip is named, and nothing is flipped", function()
    local key = zobrist(128):flip(9)
    local before = key:get()
    for _, row in ipairs(flip_rows) do
      local features, position, got = unpack(row)
      local words = "zobrist:flip: argument 'feature %d': expected an integer from 1 to 128, got %s"
      assert.equal(words:format(position, got),
        message_of(key.flip, key, unpack(features, 1, features.n or #features)))
      assert.equal(before, key:get())
    end
  end)

  local set_rows = {
    { nil, "nil" },
    { "", "''" },
    { "012345678", "'012345678'" },
    { "0123456789abcdeg", "'0123456789abcdeg'" },
    { "0123456789abcdef0", "'0123456789abcdef0'" },
    { "0x0123456789abcd", "'0x0123456789abcd'" },
    { " 123456789abcdef", "' 123456789abcdef'" },
    { 1.5, "1.5" },
    { NAN, "NaN" },
    { math.huge, "inf" },
    { {}, "table" },
    { io.stdout, "userdata" },
  }

  it("of zobrist:set is named, and nothing is set", function()
    local key = zobrist(128):flip(9)
    local before = key:get()
    for i = 1, #set_rows do
      assert.equal("zobrist:set: argument 'key': expected a key, 16 hexadecimal digits or an integer, got "
        .. set_rows[i][2], message_of(key.set, key, set_rows[i][1]))
      assert.equal(before, key:get())
    end
    for _, other in ipairs({ zobrist(127), zobrist(128, 1), zobrist(129):flip(9) }) do
      assert.equal("zobrist:set: argument 'key': expected a key of the same n and seed, got another key",
        message_of(key.set, key, other))
      assert.equal(before, key:get())
    end
  end)

  it("in the place of the key is refused", function()
    local key = zobrist(8)
    for _, name in ipairs({ "flip", "set", "get", "copy" }) do
      for _, self in ipairs({ 3, "key", {}, io.stdout }) do
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

  it("is collected where keys and what they are kept in refer to each other", function()
    local watched = aside(function()
      local state = {}
      state.key = zobrist(MANY)
      state.next = { key = state.key:copy(), back = state }
      return lifetime.watch(state, state.key, state.next.key)
    end)
    assert.is_true(lifetime.is_gone(watched))
  end)

  it("is not used up by keys that could not be made, or by calls that fail", function()
    local key = zobrist(8)
    local leaked = memory_use.leaked(function()
      pcall(zobrist, 0)
      pcall(zobrist, 1000, "seed")
      pcall(key.flip, key, 1, 9)
      pcall(key.set, key, "0")
      key:set(key:copy():get())
    end)
    assert.is_true(leaked < memory_use.LEAST, leaked .. " bytes a call")
  end)
end)

describe("A game with keys", function()
  -- Nim with heaps: take any number from one. Feature: how many are left in a heap.
  local HEAPS, HIGHEST = 3, 5

  local function feature(heap, left) return (heap - 1) * (HIGHEST + 1) + left + 1 end

  local function key_of(heaps)
    local key = zobrist(HEAPS * (HIGHEST + 1))
    for heap = 1, HEAPS do key:flip(feature(heap, heaps[heap])) end
    return key
  end

  local function moves(heaps)
    local list = {}
    for heap = 1, HEAPS do
      for take = 1, heaps[heap] do list[#list + 1] = { heap = heap, take = take } end
    end
    return list
  end

  local function evaluate(heaps) return heaps[1] + heaps[2] + heaps[3] == 0 and -1 or 0 end

  it("keeps them up in place, and has them as they were after a search", function()
    local function change(state, move, sign)
      local heap, left = move.heap, state[move.heap]
      state[heap] = left - sign * move.take
      state.key:flip(feature(heap, left), feature(heap, state[heap]))
    end
    local game = {
      moves = moves,
      make = function(state, move) change(state, move, 1) end,
      unmake = function(state, move) change(state, move, -1) end,
      evaluate = function(state)
        assert(state.key == key_of(state))
        return evaluate(state)
      end,
      hash = function(state) return state.key end,
    }
    local state = { 1, 2, 4 }
    state.key = key_of(state)
    local _, value = alphabeta.search(state, 5, { game = game, view = "mover" })
    assert.equal(0, value)
    assert.equal(key_of({ 1, 2, 4 }), state.key)
    local best, won = alphabeta.search(state, 7, { game = game, view = "mover" })
    assert.equal(1, won)
    assert.same({ heap = 3, take = 1 }, best)
    assert.equal(key_of({ 1, 2, 4 }), state.key)
  end)

  it("keeps them up by copies", function()
    local game = {
      moves = moves,
      play = function(state, move)
        local heap, left = move.heap, state[move.heap]
        local after = { state[1], state[2], state[3], key = state.key:copy() }
        after[heap] = left - move.take
        after.key:flip(feature(heap, left), feature(heap, after[heap]))
        return after
      end,
      evaluate = function(state)
        assert(state.key == key_of(state))
        return evaluate(state)
      end,
      hash = function(state) return state.key end,
    }
    local state = { 1, 2, 4, key = key_of({ 1, 2, 4 }) }
    local best, won = alphabeta.search(state, 7, { game = game, view = "mover" })
    assert.equal(1, won)
    assert.same({ heap = 3, take = 1 }, best)
    assert.equal(key_of({ 1, 2, 4 }), state.key)
  end)
end)
