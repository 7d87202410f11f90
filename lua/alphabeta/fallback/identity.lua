-- Positions, players and moves as numbers, as in csrc/binding/base/identity.c. Internal: the engine in Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, bits = use("common.constant_rows", "fallback.bits")
local number_type = use "common.globals".integer_type
local interpret = use "common.interpreter".interpret

local floor, next, tostring, type = math.floor, next, tostring, type
local of_double, of_integer, of_whole = bits.of_double, bits.of_integer, bits.of_whole
local add, mix, multiply, xor = bits.add, bits.mix, bits.multiply, bits.xor

local identity = {}

-- Whole numbers up to here are the same in every Lua.
local WHOLE_MAX = constants.WHOLE_MAX

local TWO_31 = 2147483648

-- A move id from here on is only an index in the game's own order, from 1.
identity.PLACE = TWO_31

-- Moves that are tables: how deep tables within them count, and how many fields.
local MOVE_LEVELS, MOVE_FIELDS = constants.MOVE_LEVELS, constants.MOVE_FIELDS
local STATE_LEVELS, STATE_FIELDS = constants.STATE_LEVELS, constants.STATE_FIELDS

-- How many values a memo of move ids has before it is emptied.
local MEMO_MAX = 20000

-- Whether the value is a number that is whole and the same in every Lua.
local function is_whole(number)
  return number == floor(number) and number > -WHOLE_MAX and number < WHOLE_MAX
end

-- The bits of a number: of an integer if it is whole, otherwise of a double, mixed so they differ from those of whole
-- numbers.
local function number_bits(number)
  if number_type and number_type(number) == "integer" then return of_integer(number) end
  if is_whole(number) then return of_whole(number) end
  local high, low = 0x7FF80000, 0 -- of NaN
  if number == number then high, low = of_double(number) end
  return mix(xor(high, 3518319154), xor(low, 3516067075))
end

-- The hash of a string: FNV-1a over all its bytes.
local function string_bits(text)
  local high, low = 3421674724, 2216829733
  for i = 1, #text do
    high, low = multiply(high, xor(low, text:byte(i)), 0x100, 0x1B3)
  end
  return high, low
end

-- Two halves for a value, computed once: a memo that does not grow without end.
local function memoize(compute)
  local highs, lows, count = {}, {}, 0
  return function(value)
    local high = highs[value]
    if high then return high, lows[value] end
    if count >= MEMO_MAX then highs, lows, count = {}, {}, 0 end
    local low
    high, low = compute(value)
    highs[value], lows[value], count = high, low, count + 1
    return high, low
  end
end

local bits_of_string = memoize(string_bits)
local function of_string(text)
  return mix(bits_of_string(text))
end
local of_number = memoize(function(number) return mix(number_bits(number)) end)

-- The bits of a 64-bit integer that LuaJIT represents as cdata, modulo 2^64; nil for other values.
function identity.cdata_bits(value)
  local sign, digits = tostring(value):match "^(%-?)(%d+)U?LL$"
  if not digits then return nil end
  local high, low = 0, 0
  for digit in digits:gmatch "%d" do
    high, low = multiply(high, low, 0, 10)
    high, low = add(high, low, 0, digit:byte() - 48)
  end
  if sign == "-" then high, low = add(4294967295 - high, 4294967295 - low, 0, 1) end
  return high, low
end

-- The 64 bits of a number, a string, a boolean or a 64-bit integer of LuaJIT; nil for any other value, and for NaN.
function identity.of_value(value)
  local kind = type(value)
  if kind == "number" then
    if value ~= value then return nil end
    return mix(number_bits(value))
  end
  if kind == "string" then return of_string(value) end
  if kind == "boolean" then return mix(add(3039394381, 0x3F84D5B5, 0, value and 1 or 0)) end
  if kind == "cdata" then
    local high, low = identity.cdata_bits(value)
    if high then return mix(high, low) end
  end
  return nil
end

-- The 64 bits of a value, remembered: for values that come again.
local function of_value(value)
  if type(value) == "number" and value == value then return of_number(value) end
  return identity.of_value(value)
end

-- The id of a move by 64 bits that distinguish it: a number from 1 to 2^31 - 1.
local function of_bits(high, low)
  if high > 0 or low >= TWO_31 - 1 then
    local _
    _, low = mix(high, low)
  end
  local move = floor((low + 1) % TWO_31)
  return move ~= 0 and move or 1
end

-- The id of a move that is neither a number nor a string, at index `place` of the game's order, from 1: a 64-bit
-- integer of LuaJIT goes by itself, another value by its index.
local function of_move(move, place)
  local high, low
  if type(move) == "cdata" then high, low = identity.cdata_bits(move) end
  return high and of_bits(high, low) or TWO_31 + place
end
identity.of_move = of_move

-- The key of a field, mixed with a seed of its own.
local key_of_field = memoize(function(key)
  local high, low = of_value(key)
  return mix(add(high, low, 0x2545F491, 0x4F6CDD1D))
end)

-- Adds up the content of a table, and of tables within it. Also returns how many fields may still be read, -1 if there
-- are more.
local function content_bits(content, levels, fields)
  local sum_high, sum_low = 0, 0
  for key, value in next, content do
    if fields <= 0 then return 0, 0, -1 end
    fields = fields - 1
    local kind = type(key)
    if kind == "number" or kind == "string" or kind == "boolean" then
      local high, low = of_value(value)
      if not high and type(value) == "table" and levels > 0 then
        local own_high, own_low, left = content_bits(value, levels - 1, fields)
        fields = left
        if own_high ~= 0 or own_low ~= 0 then high, low = own_high, own_low end
      end
      if high then
        local key_high, key_low = key_of_field(key)
        sum_high, sum_low = add(sum_high, sum_low, mix(xor(key_high, high), xor(key_low, low)))
      end
      if fields < 0 then return 0, 0, -1 end
    end
  end
  return sum_high, sum_low, fields
end

interpret(content_bits)

-- As of_move, but a table goes by its content, if that is not too large.
function identity.of_content(move, place)
  if type(move) ~= "table" then return of_move(move, place) end
  local high, low, fields = content_bits(move, MOVE_LEVELS, MOVE_FIELDS)
  if high == 0 and low == 0 or fields < 0 then return TWO_31 + place end
  return of_bits(mix(high, low))
end

-- The content of a state that is a table, as a text; nil if it is no table, or too large to be read. It proves only
-- that states differ: it leaves out what lies deeper, or cannot be read.
function identity.of_state(state)
  if type(state) ~= "table" then return nil end
  local high, low, fields = content_bits(state, STATE_LEVELS, STATE_FIELDS)
  return fields >= 0 and ("%.0f %.0f"):format(high, low) or nil
end

-- The id of a move by the result of `move_id`; nil if that is no whole number.
function identity.of_move_id(id)
  if type(id) == "number" then return is_whole(id) and of_bits(number_bits(id)) or nil end
  if type(id) ~= "cdata" then return nil end
  local high, low = identity.cdata_bits(id)
  return high and of_bits(high, low)
end

-- An integer of any type modulo 2^64, as halves; nil for any other value.
function identity.integer_bits(value)
  if type(value) ~= "number" then return nil end
  if number_type and number_type(value) == "integer" then return bits.of_whole(value) end
  value = math.fmod(value, 2 ^ 64)
  if value ~= floor(value) then return nil end
  return bits.of_whole(value)
end

return identity
