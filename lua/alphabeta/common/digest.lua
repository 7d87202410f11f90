-- Numbers made of what tables hold: tables with the same content have the same number, and others rarely do. Internal:
-- both engines use it to find moves, the engine in Lua also to compare states.

local use = require((...):match "^(.*)%..*%." .. ".use")

local interpret, cdata_digits = use "common.interpreter".interpret, use "common.values".cdata_digits

local floor, next, tonumber, type = math.floor, next, tonumber, type

-- All numbers here are below this prime number. Factors are below 2^22, so no product reaches 2^53.
local MODULUS, FACTOR, SPREAD, SMALL = 2147483647, 3935559, 2654437, 8191

-- The numbers of infinities and booleans.
local INFINITE, NEGATIVE, YES, NO = 1234567891, 1234567907, 1431655765, 715827883

-- The part of a fraction that counts.
local PARTS = 2 ^ 20

-- How many strings are remembered before all are forgotten.
local MEMO_MAX = 20000

local of_strings, remembered = {}, 0

local function number_of_string(text)
  local number = of_strings[text]
  if number then return number end
  number = #text
  for i = 1, #text do number = (number * 257 + text:byte(i)) % MODULUS end
  if remembered >= MEMO_MAX then of_strings, remembered = {}, 0 end
  of_strings[text], remembered = number, remembered + 1
  return number
end

-- The number of a 64-bit integer, from its digits: no double has all of them.
local function number_of_digits(digits)
  local sign, rest = digits:match "^(%-?)(%d+)$"
  local number = 0
  for part in rest:gmatch "%d%d?%d?%d?%d?%d?" do number = (number * 10 ^ #part + tonumber(part)) % MODULUS end
  return sign == "-" and -number % MODULUS or number
end

-- The number of a number, a string, a boolean or a 64-bit integer of LuaJIT: equal values have the same. Nil for
-- others, and for NaN.
local function number_of(value)
  local kind = type(value)
  if kind == "string" then return number_of_string(value) end
  if kind == "boolean" then return value and YES or NO end
  if kind == "cdata" then
    local digits = cdata_digits(value)
    return digits and number_of_digits(digits)
  end
  if kind ~= "number" or value ~= value then return nil end
  if value - value ~= 0 then return value > 0 and INFINITE or NEGATIVE end
  return (value % 1 == 0 and value or floor(value * PARTS)) % MODULUS
end

-- A number that changes as a whole if one is changed a little: sums of small numbers are often the same, sums of these
-- are not.
local function mix(number)
  number = number * SPREAD % MODULUS
  number = number * (number % SMALL + 1) % MODULUS * FACTOR % MODULUS
  return number * (number % SMALL + 1) % MODULUS
end

-- The number of a table, with the tables in it up to `levels` deep; nil if these have more than `fields` fields, or if
-- `refuses` is true of a value. What has no number is left out, so the number may be 0. Also returns how many fields
-- may still be read.
local function digest(t, levels, fields, refuses)
  local sum = 0
  for key, value in next, t do
    fields = fields - 1
    if fields < 0 or refuses and refuses(value) then return nil end
    local at, own = number_of(key), number_of(value)
    if at and not own and levels > 0 and type(value) == "table" then
      own, fields = digest(value, levels - 1, fields, refuses)
      if not own then return nil end
      if own == 0 then own = nil end
    end
    if at and own then
      sum = (sum + mix((at * FACTOR + own) % MODULUS)) % MODULUS
    end
  end
  return sum, fields
end
interpret(digest)

return digest
