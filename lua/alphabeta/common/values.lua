-- Lua values: their kinds, their texts in messages, and the order of keys. Internal: the tools use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local describe = use "front.message".describe
local getmetatable = use "common.globals".getmetatable
local interpret = use "common.interpreter".interpret

local error, floor, ipairs, next, pairs, sort, tostring, type =
  error, math.floor, ipairs, next, pairs, table.sort, tostring, type

local values = {}

-- Whether the value has an identity and may be changed.
function values.is_object(value)
  return type(value) == "table" or type(value) == "userdata"
end

-- Whether the value is an integer that every Lua represents exactly.
function values.is_integer(value)
  return type(value) == "number" and value == floor(value) and value > -2 ^ 53 and value < 2 ^ 53
end

-- Whether the value is a number other than NaN.
function values.is_number(value)
  return type(value) == "number" and value == value
end

-- Raises an error if a method was not called with its object, which has the field. `call` is the call in a message.
function values.check_self(self, field, call)
  if type(self) ~= "table" or self[field] == nil then
    error(("%s: write a colon, %s(...), in place of the dot"):format(call, call), 3)
  end
end

-- The hundredths of a part, as an integer. A half is rounded up: by `%.0f`, LuaJIT prints another digit than Lua.
function values.hundredths(part) return floor(100 * part + 0.5) end

-- The digits of a 64-bit integer that LuaJIT represents as cdata; nil for other cdata.
function values.cdata_digits(value)
  return tostring(value):match "^(%-?%d+)U?LL$"
end

-- A value in a message, as in the messages of alphabeta.core: a number or a short string itself, otherwise its type.
-- 64-bit integers of LuaJIT are written in full, too.
function values.describe(value)
  return type(value) == "cdata" and values.cdata_digits(value) or describe(value)
end

-- Whether the value can be called.
function values.is_callable(value)
  if type(value) == "function" then return true end
  local meta = getmetatable(value)
  return type(meta) == "table" and meta.__call ~= nil
end

-- The order of keys in a traversal: numbers, strings, then booleans. Others have none.
local RANKS = {number = 1, string = 2, boolean = 3}

-- Whether a key has an order, and is the same in equal tables.
function values.is_sortable(key) return RANKS[type(key)] ~= nil end

-- Whether a key comes before another one.
function values.is_before(a, b)
  local rank_a, rank_b = RANKS[type(a)] or 4, RANKS[type(b)] or 4
  if rank_a ~= rank_b then return rank_a < rank_b end
  if rank_a == 3 then return a and not b end
  return rank_a < 3 and a < b
end

-- Sorts keys. When they are all of one type, Lua's own order is that, and faster.
function values.sort_keys(keys)
  local kind = type(keys[1])
  for i = 2, #keys do
    if type(keys[i]) ~= kind then kind = nil end
  end
  if kind == "number" or kind == "string" then sort(keys) else sort(keys, values.is_before) end
end

-- The keys of a table, sorted.
function values.keys_of(t)
  local keys, n = {}, 0
  for key in next, t do
    n = n + 1
    keys[n] = key
  end
  values.sort_keys(keys)
  return keys
end
interpret(values.keys_of)

-- A copy of a table's fields.
function values.copy(fields)
  local copy = {}
  for name, value in pairs(fields) do copy[name] = value end
  return copy
end
interpret(values.copy)

-- Adds the numbers of a table, and of the tables in it, to those of another. Returns that.
function values.add(sums, other)
  for name, value in pairs(other) do
    if type(value) == "table" then
      sums[name] = values.add(sums[name] or {}, value)
    else
      sums[name] = (sums[name] or 0) + value
    end
  end
  return sums
end
interpret(values.add)

-- Whether a list has a value.
function values.has(list, wanted)
  for _, value in ipairs(list) do
    if value == wanted then return true end
  end
  return false
end

-- The field of a value that may not have fields; nil if there is none.
function values.field_of(value, name)
  local ok, field = pcall(function() return value[name] end)
  if ok then return field end
  return nil
end

return values
