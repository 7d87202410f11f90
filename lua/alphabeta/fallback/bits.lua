-- Numbers of 64 bits on every Lua: each is two halves of 32 bits, numbers from 0 to 2^32 - 1, the higher one first. And
-- the bits of Lua's values, as in csrc/binding/base/identity.c. Internal: the engine in Lua uses it.
--
-- It uses this Lua's own operators from 5.3 on, if `load` can compile them. Otherwise it uses a bit library (`bit` of
-- LuaJIT and of LÖVE, `bit32` of 5.2), or else a table of exclusive ors of bytes.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals, values = use("common.constant_rows", "common.globals", "common.values")

local floor, type = math.floor, type
local load, number_type = globals.load, globals.integer_type

local bits = {}

-- Integers of 32 bits would overflow. So these are floating-point numbers there: powers everywhere, and decimal digits
-- from 2^31 on.
local TWO_32, TWO_31, TWO_30, TWO_27, TWO_16 = 4294967296, 2147483648, 2 ^ 30, 2 ^ 27, 2 ^ 16

-- The exclusive or of two halves ------------------------------------------------------------------------------------

-- The result of a source that this Lua may be unable to read, such as one with the operators of 5.3; nil if it is.
local function compile(source)
  local ok, chunk = pcall(load, source)
  if not ok or type(chunk) ~= "function" then return nil end
  local found
  ok, found = pcall(chunk)
  return ok and found or nil
end

-- By a table of all pairs of bytes, made when it is first needed.
local function by_bytes()
  local of_bytes
  local function pairs_of_bytes()
    local of = {[0] = 0}
    for both = 1, 65535 do
      local a, b = floor(both / 256), both % 256
      of[both] = 2 * of[floor(a / 2) * 256 + floor(b / 2)] + (a + b) % 2
    end
    return of
  end
  return function(a, b)
    of_bytes = of_bytes or pairs_of_bytes() -- as a whole: an error of a debug hook may strike within
    if b < 256 then
      local last = a % 256
      return a - last + of_bytes[last * 256 + b]
    end
    local a1, b1 = a % 256, b % 256
    a, b = (a - a1) / 256, (b - b1) / 256
    local a2, b2 = a % 256, b % 256
    a, b = (a - a2) / 256, (b - b2) / 256
    local a3, b3 = a % 256, b % 256
    local a4, b4 = (a - a3) / 256, (b - b3) / 256
    return of_bytes[a1 * 256 + b1] + of_bytes[a2 * 256 + b2] * 256 + of_bytes[a3 * 256 + b3] * 65536
      + of_bytes[a4 * 256 + b4] * 2 ^ 24
  end
end

-- By a library; that of LuaJIT answers with a sign.
local function by_library(bxor)
  return function(a, b) return bxor(a, b) % TWO_32 end
end

local library = globals.bit32 or globals.bit
if type(library) ~= "table" or type(library.bxor) ~= "function" then library = nil end
local has_integers = globals.to_integer ~= nil

-- The exclusive or of two halves.
bits.xor = has_integers and compile "return function(a, b) return a ~ b end"
  or library and by_library(library.bxor) or by_bytes()
local xor = bits.xor

-- Sums and products modulo 2^64 -------------------------------------------------------------------------------------

-- The sum of two numbers.
function bits.add(a_high, a_low, b_high, b_low)
  local low = a_low + b_low
  if low >= TWO_32 then return (a_high + b_high + 1) % TWO_32, low - TWO_32 end
  return (a_high + b_high) % TWO_32, low
end

-- The product of a number and one that is given by its quarters of 16 bits, the highest first: no sum of theirs reaches
-- 2^53.
local function multiply_by(a_high, a_low, b3, b2, b1, b0)
  local a0, a2 = a_low % TWO_16, a_high % TWO_16
  local a1, a3 = (a_low - a0) / TWO_16, (a_high - a2) / TWO_16
  local product = a0 * b0
  local c0 = product % TWO_16
  product = (product - c0) / TWO_16 + a0 * b1 + a1 * b0
  local c1 = product % TWO_16
  product = (product - c1) / TWO_16 + a0 * b2 + a1 * b1 + a2 * b0
  local c2 = product % TWO_16
  product = (product - c2) / TWO_16 + a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0
  return product % TWO_16 * TWO_16 + c2, c1 * TWO_16 + c0
end

-- The product of two numbers.
function bits.multiply(a_high, a_low, b_high, b_low)
  local b0, b2 = b_low % TWO_16, b_high % TWO_16
  return multiply_by(a_high, a_low, (b_high - b2) / TWO_16, b2, (b_low - b0) / TWO_16, b0)
end

-- The finalizer of SplitMix64 [Steele, Lea and Flood 2014], as in csrc/table/key.h: spreads the bits over all 64.
local function mix(high, low)
  local rest = high % TWO_30
  low = xor(low, rest * 4 + (low - low % TWO_30) / TWO_30) -- with the number shifted right by 30
  high, low = multiply_by(xor(high, (high - rest) / TWO_30), low, 0xBF58, 0x476D, 0x1CE4, 0xE5B9)
  rest = high % TWO_27
  low = xor(low, rest * 32 + (low - low % TWO_27) / TWO_27) -- by 27
  high, low = multiply_by(xor(high, (high - rest) / TWO_27), low, 0x94D0, 0x49BB, 0x1331, 0x11EB)
  rest = high % TWO_31
  return xor(high, (high - rest) / TWO_31), xor(low, rest * 2 + (low - low % TWO_31) / TWO_31) -- by 31
end

-- Mixes bits by integers of 64 bits: joins the halves and splits them again.
local MIX_OF_INTEGERS = [[
  return function(high, low)
    local all = high << 32 | low
    all = (all ~ all >> 30) * 0xBF58476D1CE4E5B9
    all = (all ~ all >> 27) * 0x94D049BB133111EB
    all = all ~ all >> 31
    return all >> 32, all & 0xFFFFFFFF
  end
]]
bits.mix = has_integers and compile(MIX_OF_INTEGERS) or mix

-- Values of Lua -----------------------------------------------------------------------------------------------------

-- Whole numbers up to here are the same in every Lua.
local WHOLE_MAX = constants.WHOLE_MAX

-- How many strings are remembered before all are forgotten.
local MEMO_MAX = 20000

-- The 64 bits of a whole number, exact even for an integer of 64 bits. It lies between -2^63 and 2^64.
local function of_whole(number)
  local low = number % TWO_32
  return floor((number - low) / TWO_32) % TWO_32, low
end
bits.of_whole = of_whole

-- The bits of a double, as IEEE 754 has them. It is not NaN.
local function of_double(number)
  local sign, exponent = 0, 1023
  if number < 0 then sign, number = 2147483648, -number end
  if number == math.huge then return sign + 0x7FF00000, 0 end
  while number >= 2 do number, exponent = number / 2, exponent + 1 end
  while number < 1 and exponent > 1 do number, exponent = number * 2, exponent - 1 end
  local fraction
  if number < 1 then
    exponent, fraction = 0, number * 4503599627370496
  else
    fraction = (number - 1) * 4503599627370496
  end
  local low = fraction % TWO_32
  return sign + exponent * 1048576 + floor((fraction - low) / TWO_32), floor(low)
end

-- Whether a number is whole and the same in every Lua.
function bits.is_whole(number)
  return number == floor(number) and number > -WHOLE_MAX and number < WHOLE_MAX
end

-- The bits of a number: of an integer if it is whole, otherwise of a double, mixed so they differ from those of whole
-- numbers. It is not NaN.
local function of_number(number)
  if number_type and number_type(number) == "integer" or bits.is_whole(number) then return of_whole(number) end
  local high, low = of_double(number)
  return bits.mix(xor(high, 3518319154), xor(low, 3516067075))
end

local highs_of, lows_of, remembered = {}, {}, 0 -- of strings

-- The hash of a string: FNV-1a over all its bytes.
local function of_string(text)
  if highs_of[text] then return highs_of[text], lows_of[text] end
  if remembered >= MEMO_MAX then highs_of, lows_of, remembered = {}, {}, 0 end
  local high, low = 3421674724, 2216829733
  for i = 1, #text do
    high, low = bits.multiply(high, xor(low, text:byte(i)), 0x100, 0x1B3)
  end
  highs_of[text], lows_of[text], remembered = high, low, remembered + 1
  return high, low
end

-- The bits of a 64-bit integer that LuaJIT represents as cdata, modulo 2^64; nil for other values.
function bits.of_cdata(value)
  local digits = values.cdata_digits(value)
  if not digits then return nil end
  local high, low = 0, 0
  for digit in digits:gmatch "%d" do
    high, low = bits.multiply(high, low, 0, 10)
    high, low = bits.add(high, low, 0, digit:byte() - 48)
  end
  if digits:sub(1, 1) == "-" then high, low = bits.add(4294967295 - high, 4294967295 - low, 0, 1) end
  return high, low
end

-- An integer of any type modulo 2^64; nil for any other value.
function bits.of_integer(value)
  if type(value) ~= "number" then return nil end
  if number_type and number_type(value) == "integer" then return of_whole(value) end
  value = math.fmod(value, 2 ^ 64)
  if value ~= floor(value) then return nil end
  return of_whole(value)
end

-- The bits of a number, a string, a boolean or a 64-bit integer of LuaJIT, mixed; nil for any other value, and for NaN.
function bits.of_value(value)
  local kind, high, low = type(value), nil, nil
  if kind == "number" and value == value then
    high, low = of_number(value)
  elseif kind == "string" then
    high, low = of_string(value)
  elseif kind == "boolean" then
    high, low = 3039394381, 0x3F84D5B5 + (value and 1 or 0)
  elseif kind == "cdata" then
    high, low = bits.of_cdata(value)
  end
  if not high then return nil end
  return bits.mix(high, low)
end

-- Texts -------------------------------------------------------------------------------------------------------------

-- The number that halves make as a fraction of 2^53: its upper 53 bits, as a whole number.
function bits.upper_53(high, low)
  return high * 2097152 + floor(low / 2048)
end

-- 16 hexadecimal digits.
function bits.digits(high, low)
  return ("%04x%04x%04x%04x"):format(floor(high / TWO_16), high % TWO_16, floor(low / TWO_16), low % TWO_16)
end

return bits
