-- Keys for states, with the same numbers as in csrc/binding/base/zobrist.c and identity.c. Internal: the engine in Lua
-- uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, bits, globals = use("common.constant_rows", "fallback.bits", "common.globals")
local describe = use "front.message".describe

local floor, getmetatable, rawget, select, setmetatable, type =
  math.floor, getmetatable, rawget, select, setmetatable, type
local add, mix, multiply, xor = bits.add, bits.mix, bits.multiply, bits.xor
local to_integer = globals.to_integer

local zobrist = {}

-- Features of a key at most.
local FEATURES_MAX = constants.FEATURES_MAX

-- The golden ratio's bits: the increment of SplitMix64's state.
local GAMMA_HIGH, GAMMA_LOW = 2654435769, 0x7F4A7C15

-- Keys are tables: [1] and [2] are the halves of the value, and all copies share `features`. Their metatable is not
-- hidden, so functions that copy tables copy keys, too.
local meta = {__name = "alphabeta.zobrist"}

-- The error of a wrong argument, at the line of the caller of the function that raises it.
local function fail(format, ...)
  error(format:format(...), 3)
end

local function features_of(value)
  return type(value) == "table" and getmetatable(value) == meta and rawget(value, "features") or nil
end

-- Whether a value is a key.
function zobrist.is_key(value)
  return features_of(value) ~= nil
end

-- The features of the key that the method `name` was called on.
local function check_self(self, name)
  local features = features_of(self)
  if not features then
    error(("bad argument #1 to '%s' (alphabeta.zobrist expected, got %s)"):format(name, type(self)), 3)
  end
  return features
end

local function are_same(a, b)
  return a == b or a.count == b.count and a.seed_high == b.seed_high and a.seed_low == b.seed_low
end

-- The inverse of that number modulo 2^64.
local INVERSE_HIGH, INVERSE_LOW = 4057891809, 2570548029

-- Computes the number of a feature, when it is first needed: the output of SplitMix64 in its turn. The one state whose
-- output is 0 is passed over.
local function compute(features, feature)
  local turn = feature < features.passed and feature or feature + 1
  local high, low = multiply(GAMMA_HIGH, GAMMA_LOW, 0, turn)
  high, low = mix(add(features.seed_high, features.seed_low, high, low))
  features.highs[feature], features.lows[feature] = high, low
  return high
end

-- New features. Their numbers are distinct, and none is 0.
local function new_features(count, seed_high, seed_low)
  -- the turn of which the state is 0: seed + turn * gamma = 0
  local high, low = multiply(4294967295 - seed_high, 4294967295 - seed_low, INVERSE_HIGH, INVERSE_LOW)
  high, low = add(high, low, INVERSE_HIGH, INVERSE_LOW)
  local passed = high == 0 and low > 0 and low or math.huge
  return {count = count, seed_high = seed_high, seed_low = seed_low, passed = passed, highs = {}, lows = {}}
end

local methods = {}
meta.__index = methods

local function new_key(features, high, low)
  return setmetatable({high, low, features = features}, meta)
end

-- alphabeta.zobrist(n, seed): a key with no feature on.
function zobrist.new(n, seed)
  local count = type(n) == "number" and n >= 1 and n <= FEATURES_MAX and n == floor(n) and n
  if not count then
    fail("alphabeta.zobrist: argument 'n': expected an integer from 1 to %d, got %s", FEATURES_MAX, describe(n))
  end
  local high, low = 0, 0
  if seed ~= nil then
    high, low = bits.of_integer(seed)
    if not high then fail("alphabeta.zobrist: argument 'seed': expected an integer, got %s", describe(seed)) end
  end
  return new_key(new_features(to_integer and to_integer(count) or count, high, low), 0, 0)
end

function methods:flip(...)
  local features = check_self(self, "flip")
  local highs, lows = features.highs, features.lows
  local high, low = self[1], self[2]
  for i = 1, select("#", ...) do
    local feature = select(i, ...)
    local own = highs[feature]
    if not own and type(feature) == "number" and feature >= 1 and feature <= features.count
      and feature == floor(feature) then
      own = compute(features, feature)
    elseif not own then
      fail("zobrist:flip: argument 'feature %d': expected an integer from 1 to %d, got %s", i, features.count,
        describe(feature))
    end
    high, low = xor(high, own), xor(low, lows[feature])
  end
  self[1], self[2] = high, low
  return self
end

function methods:set(value)
  local features = check_self(self, "set")
  local others = features_of(value)
  if others then
    if not are_same(features, others) then
      fail "zobrist:set: argument 'key': expected a key of the same n and seed, got another key"
    end
    self[1], self[2] = value[1], value[2]
    return self
  end
  if type(value) == "string" and value:match "^%x+$" and #value == 16 then
    self[1], self[2] = tonumber(value:sub(1, 8), 16), tonumber(value:sub(9), 16)
    return self
  end
  local high, low = bits.of_integer(value)
  if not high then
    fail("zobrist:set: argument 'key': expected a key, 16 hexadecimal digits or an integer, got %s", describe(value))
  end
  self[1], self[2] = high, low
  return self
end

function methods:get()
  check_self(self, "get")
  return bits.digits(self[1], self[2])
end

function methods:copy()
  return new_key(check_self(self, "copy"), self[1], self[2])
end

function meta.__eq(a, b)
  local own, others = features_of(a), features_of(b)
  return own ~= nil and others ~= nil and a[1] == b[1] and a[2] == b[2] and are_same(own, others)
end

function meta.__len(key)
  return check_self(key, "length").count
end

function meta.__tostring(key)
  check_self(key, "tostring")
  return "alphabeta.zobrist (" .. bits.digits(key[1], key[2]) .. ")"
end

-- The position's hash from the result of `hash`: a number or a string itself, or the value of a key, whose halves are
-- then returned, too. Without integers of 64 bits, it has 53 bits: the lower bits are folded into the upper ones, so
-- keys that were set to different integers differ. Nil for other values, and for NaN.
function zobrist.hash_of(value)
  local kind = type(value)
  if kind == "number" then
    if value ~= value then return nil end
    return value
  end
  if kind == "string" then return value end
  if kind == "cdata" then
    local high, low = bits.of_cdata(value)
    if not high then return nil end
    if high < 2097152 then return high * 4294967296 + low end
    return "cdata " .. bits.digits(high, low), high, low
  end
  if kind ~= "table" or not features_of(value) then return nil end
  local high, low = value[1], value[2]
  if to_integer then return to_integer(high) * 4294967296 + to_integer(low), high, low end
  return bits.upper_53(xor(high, low % 2048 * 2097152), low), high, low
end

-- alphabeta.mix(value, ...): a key made of several values.
function zobrist.mix(...)
  local count = select("#", ...)
  if count == 0 then fail "alphabeta.mix: expected a value, got none" end
  local high, low = GAMMA_HIGH, GAMMA_LOW
  for i = 1, count do
    local value = select(i, ...)
    local own_high, own_low = bits.of_value(value)
    if not own_high then
      fail("alphabeta.mix: argument '%d': expected a number, a string or a boolean, got %s", i, describe(value))
    end
    high, low = mix(xor(high, own_high), xor(low, own_low))
    high, low = add(high, low, GAMMA_HIGH, GAMMA_LOW)
  end
  local key = bits.upper_53(high, low)
  return to_integer and to_integer(key) or key
end

return zobrist
