-- Keys made from the fields of states, with the same bits as in csrc/binding/base/content.c. Internal: the engine in
-- Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, bits, globals = use("common.constant_rows", "fallback.bits", "common.globals")
local message, zobrist = use("front.message", "fallback.zobrist")

local concat, error, next, rawget, tostring, type = table.concat, error, next, rawget, tostring, type
local getmetatable = globals.getmetatable
local add, mix, of_value = bits.add, bits.mix, bits.of_value
local is_key = zobrist.is_key

local content = {}

-- How deep tables may be nested in a state, and how many fields they may have together.
local LEVELS_MAX, FIELDS_MAX = constants.CONTENT_LEVELS, constants.CONTENT_FIELDS

-- Steps of a path that a message shows at most, and the longest name that is one without quotes.
local STEPS_MAX, NAME_MAX_LENGTH = constants.CONTENT_STEPS, constants.CONTENT_NAME

-- How many fields are remembered before all are forgotten.
local MEMO_MAX = 20000

-- The bits of fields that hold numbers, strings and booleans, by key and value: the same ones come again and again, and
-- to mix bits is slow in Lua.
local highs, lows, remembered = {}, {}, 0

-- Three times the bits of a field's key; nil if it can have none.
local function key_of(key)
  local high, low = of_value(key)
  if not high then return nil end
  return add(high, low, add(high, low, high, low))
end

-- The bits of a field without a table; nil if its key or its value can have none.
local function of_field(key, value)
  local own_high, own_low = of_value(value)
  local key_high, key_low = key_of(key)
  if not own_high or not key_high then return nil end
  local high, low = mix(add(key_high, key_low, own_high, own_low))
  if value == value and type(value) ~= "cdata" and type(key) ~= "cdata" then
    if remembered >= MEMO_MAX then highs, lows, remembered = {}, {}, 0 end
    if not highs[key] then highs[key], lows[key] = {}, {} end
    highs[key][value], lows[key][value], remembered = high, low, remembered + 1
  end
  return high, low
end

-- Messages ------------------------------------------------------------------------------------------------------------

-- Values without a key, in messages.
local function describe(value)
  if is_key(value) then return "userdata" end -- as the C module has it
  return message.describe(value)
end

-- The step of a path to a field.
local function step_to(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" and #key <= NAME_MAX_LENGTH then return "." .. key end
  return "[" .. (type(key) == "boolean" and tostring(key) or message.describe(key)) .. "]"
end

-- Records the value that has no key, at the end of the first `steps` fields of the path. Returns nil.
local function refuse(reading, got, steps)
  local path = {"state"}
  for step = 1, steps do
    if step > STEPS_MAX then
      path[step + 1] = "..."
      break
    end
    path[step + 1] = step_to(reading.keys[step])
  end
  reading.message = ("expected numbers, strings, booleans and tables, got %s at %s; leave it out by option "
    .. "'hash_ignore', or write a function 'hash'"):format(got, concat(path))
  return nil
end

-- Reading a state -----------------------------------------------------------------------------------------------------

-- The class of an object that has it as a field `class`, as libraries write it (middleclass, 30log); nil elsewhere.
local function own_class(t, meta)
  local class = rawget(t, "class")
  if type(class) ~= "table" then return nil end
  return (class == meta or rawget(class, "__instanceDict") == meta) and class or nil
end

-- The bits that the class of a table adds, and whether its field `class` is that class; nil if it is unknown.
local function read_class(reading, t, level)
  local meta = getmetatable(t)
  if meta == nil and level > 0 then return 0, 0 end
  local class = type(meta) == "table" and own_class(t, meta) or nil
  local index = type(meta) == "table" and rawget(meta, "__index") or false
  if type(index) == "function" then return refuse(reading, "an object whose '__index' is a function", level) end
  if level > 0 then
    local name = type(meta) == "table" and rawget(meta, "__name")
    if type(name) ~= "string" and class then name = rawget(class, "name") end
    if type(name) ~= "string" then
      return refuse(reading, "an object whose metatable has no '__name' (such as Piece.__name = 'Piece')",
        level)
    end
    local high, low = of_value(name)
    high, low = mix(add(high, low, 0x27D4EB2F, 0x165667C5))
    return high, low, class ~= nil
  end
  if reading.class == nil then reading.class = index end
  if reading.class ~= index then
    return refuse(reading, "an object of another class than the first state ('__index' differs)", 0)
  end
  return 0, 0, class ~= nil
end

-- The hash of a table nested `level` deep, at a path of keys with bits of its own; nil if it has no key.
local function read_table(reading, t, level, path_high, path_low)
  local levels, keys, names = reading.levels, reading.keys, reading.names
  if levels[t] then return mix(add(2246822519, 3266489955, 0, level - levels[t])) end
  if level == LEVELS_MAX then
    return refuse(reading, ("tables nested more than %d deep"):format(LEVELS_MAX), level)
  end
  local class_high, class_low, has_class = read_class(reading, t, level)
  if not class_high then return nil end
  local sum_high, sum_low = add(0x6C62272E, 0x07BB0142, class_high, class_low)
  levels[t] = level
  if level > 0 then
    local places = reading.places
    local n = #places + 1
    places[n], reading.highs[n], reading.lows[n] = t, path_high, path_low
  end
  for key, value in next, t do
    if not (type(key) == "string" and (names and names[key] or has_class and key == "class")) then
      if reading.fields == 0 then return refuse(reading, ("more than %d fields"):format(FIELDS_MAX), 0) end
      reading.fields = reading.fields - 1
      local known = highs[key]
      local high, low = known and known[value]
      if high then
        low = lows[key][value]
      elseif type(value) == "table" and not is_key(value) then
        local key_high, key_low = key_of(key)
        if not key_high then return refuse(reading, type(key) .. " as a key", level) end
        keys[level + 1] = key
        high, low = read_table(reading, value, level + 1, mix(add(path_high, path_low, of_value(key))))
        if not high then return nil end
        high, low = mix(add(key_high, key_low, high, low))
      else
        high, low = of_field(key, value)
        if not high then
          if not of_value(key) then return refuse(reading, type(key) .. " as a key", level) end
          keys[level + 1] = key
          return refuse(reading, describe(value), level + 1)
        end
      end
      sum_high, sum_low = add(sum_high, sum_low, high, low)
    end
  end
  levels[t] = nil
  return mix(sum_high, sum_low)
end

-- Adds to the bits of a state which of its paths share a table. The paths of one table are added up, so the order in
-- which they are met does not matter.
local function add_shared(reading, high, low)
  local places, highs_of, lows_of = reading.places, reading.highs, reading.lows
  local first, shared = {}, {}
  for i = 1, #places do
    local at = first[places[i]]
    if at then
      highs_of[at], lows_of[at] = add(highs_of[at], lows_of[at], highs_of[i], lows_of[i])
      shared[at] = true
    else
      first[places[i]] = i
    end
  end
  local has_shared, all_high, all_low = false, 0, 0
  for i = 1, #places do
    if shared[i] then
      all_high, all_low = add(all_high, all_low, mix(add(2496678331, 0x133111EB, highs_of[i], lows_of[i])))
      has_shared = true
    end
  end
  if not has_shared then return high, low end
  return mix(add(high, low, all_high, all_low))
end

-- The functions -------------------------------------------------------------------------------------------------------

-- Makes a function that returns the key of a state, the same object each time; or a table with a message.
-- `names`, which may be nil, is an array of the names of fields that are left out wherever they are.
function content.hash(names)
  local key = zobrist.new(1)
  local reading = {}
  for i = 1, names and #names or 0 do
    reading.names = reading.names or {}
    reading.names[names[i]] = true
  end
  return function(state)
    reading.levels, reading.keys, reading.fields, reading.message = {}, {}, FIELDS_MAX, nil
    reading.places, reading.highs, reading.lows = {}, {}, {}
    local high, low
    if type(state) == "table" and not is_key(state) then
      high, low = read_table(reading, state, 0, 0, 0)
      if high and #reading.places > 1 then high, low = add_shared(reading, high, low) end
    else
      high, low = of_value(state)
      if not high then refuse(reading, describe(state), 0) end
    end
    if not high then return {reading.message} end
    key[1], key[2] = high, low
    return key
  end
end

-- core.content_hash(names): such a function, which raises the message, after the name of the option.
function content.hash_or_fail(names)
  local hash = content.hash(names)
  return function(state)
    local key = hash(state)
    if not is_key(key) then error("option 'hash': " .. key[1], 2) end
    return key
  end
end

return content
