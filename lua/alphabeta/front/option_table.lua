-- The table of all options, one row for each: rows/options.lua is written into option_rows.lua. Internal.
--
-- An engine is a table of functions for the front:
--   integer(value)           an integer modulo 2^64 as the engine has it; nil for any other value
--   is_open(value)           whether a shared table is open; nil for any other value; where there are such tables
--   metafield(value, name)   a field of the value's metatable, raw
--   index(value, name)       the value's field; the caller of a metamethod is no function of this library's
--   content_hash(names)      a function that makes keys of what states hold, without the fields of these names
--   clock()                  seconds

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, message, option_rows = use("common.globals", "front.message", "front.option_rows")

local concat, floor, format, gmatch, huge, ipairs, min, next, rawget, type =
  table.concat, math.floor, string.format, string.gmatch, math.huge, ipairs, math.min, next, rawget, type
local length_of = globals.rawlen or function(list) return #list end

local option_table = {}

-- Integers up to here are exact in every Lua number.
local EXACT_MAX = 9007199254740992

-- No list is longer. The length of a table with holes may be any number.
local LENGTH_MAX = 2147483647

-- The deepest search there is.
option_table.DEPTH_MAX = 10000

local NAN = 0 / 0

-- The number of a value that is a Lua object.
local OBJECT = -1
option_table.OBJECT = OBJECT

local ALGORITHMS = option_rows.algorithms
option_table.ALGORITHMS = ALGORITHMS

-- The sets of the words in texts. Most texts are in many rows.
local sets = {}
local function set(text)
  local words = sets[text]
  if words then return words end
  words = {}
  for word in gmatch(text, "%S+") do words[word] = true end
  sets[text] = words
  return words
end

-- The texts of the needs of options, in the order of the tests.
option_table.NEEDS = option_rows.needs

-- Of each level: depth, nodes, the temperature of its random choice, and playouts.
option_table.LEVELS = option_rows.levels

-- Rows by their names; the numbers of options that are not given.
local rows, by_name, initial, in_game = option_rows.rows, {}, {}, {}
for i = 1, #rows do
  local row = rows[i]
  local words, numbers = nil, {}
  if row.words then
    words = {}
    for w = 1, #row.words do words[w], numbers[row.words[w][1]] = row.words[w][1], row.words[w][2] end
  end
  row.words, row.numbers, row.initial, row.off = words, numbers, row.initial or NAN, row.off or NAN
  row.index, row.has_needs, row.needs_nothing = i, row.needs ~= nil, not row.algorithms and not row.needs
  row.algorithms, row.needs = row.algorithms or concat(ALGORITHMS, " "), row.needs or ""
  for _, field in ipairs {"takes", "algorithms", "flags", "needs"} do row[field] = set(row[field]) end
  local takes = row.takes
  row.is_object = takes["function"] or takes.list or takes.any or takes.table or takes.pair or takes.clock or false
  row.is_number = takes.number or takes.integer or false
  by_name[row.name], initial[row.name] = row, row.initial
  if row.flags.in_game then in_game[#in_game + 1] = row end
end
option_table.rows, option_table.by_name, option_table.initial, option_table.IN_GAME = rows, by_name, initial, in_game

-- The row of the option `name` among those that `flag` allows; nil if there is none.
function option_table.find(name, flag)
  local row = by_name[name]
  return row and (flag == nil or row.flags[flag]) and row or nil
end
local find = option_table.find

local function is_in_range(row, number)
  local takes = row.takes
  if takes.or_infinite and number == huge then return true end
  if not (number >= row.min and number <= row.max) then return false end
  if takes.above_min and number == row.min then return false end
  if not takes.integer or number == huge then return true end
  return number <= EXACT_MAX and number == floor(number)
end

-- A raw copy of a list; or nil and what it is instead.
local function copy_list(row, list)
  local own, count = {}, min(length_of(list), LENGTH_MAX)
  for i = 1, count do
    own[i] = rawget(list, i)
    if type(own[i]) == "nil" then
      return nil, format("expected an array without holes, got nil at index %d of %d", i, count)
    end
    if row.takes.of_strings and type(own[i]) ~= "string" then
      return nil, format("expected %s, got %s at index %d", row.expected, type(own[i]), i)
    end
  end
  if count == 0 and type((next(list))) ~= "nil" then
    return nil, "expected " .. row.expected .. ", got a table with other keys"
  end
  return own
end

-- Reads a list of the option's words: the number with the bits of all; or nil and what is wrong.
local function take_words(row, list)
  local words, err = copy_list(row, list)
  if not words then return nil, err end
  local number, seen = 0, {}
  for i = 1, #words do
    local bit = type(words[i]) == "string" and row.numbers[words[i]]
    if not bit then
      return nil, format("expected %s, got %s at index %d (valid: %s)", row.expected, message.describe(words[i]), i,
        concat(row.words, ", "))
    end
    if not seen[bit] then number, seen[bit] = number + bit, true end
  end
  return number
end

-- The number that is stored for an option.
local function stored(row, number)
  return row.takes.integer and number < huge and floor(number) + 0 or number + 0.0
end

-- Reads an array of a soft and a hard limit. Returns the hard one and the soft one; or nil and what is wrong.
local function take_pair(row, list)
  local expected = row.expected .. ", or {soft, hard}"
  local pair, err = copy_list({expected = expected, takes = row.takes}, list)
  if not pair then return nil, err end
  if #pair ~= 2 then return nil, format("expected %s, got an array of %d", expected, #pair) end
  for i = 1, 2 do
    if type(pair[i]) ~= "number" or not is_in_range(row, pair[i]) or pair[i] == huge then
      return nil, format("expected %s, got %s at index %d", expected, message.describe(pair[i]), i)
    end
  end
  if pair[1] > pair[2] then
    return nil, format("expected a soft limit that is not greater than the hard one, got %s and %s",
      message.describe(pair[1]), message.describe(pair[2]))
  end
  return stored(row, pair[2]), stored(row, pair[1])
end

-- Reads the value of an option. Returns its number (OBJECT for an object; the engine's integer of a seed) and the
-- object; or nil and what is wrong. The object of a limit is its soft limit, if there is one. `is_hard` says that it
-- cannot have one.
function option_table.take(engine, row, value, is_hard)
  local kind, takes = type(value), row.takes
  if kind == "number" and row.is_number then
    if is_in_range(row, value) then return stored(row, value) end
  elseif takes.any and (kind ~= "number" or value == value) or kind == "function" and takes["function"]
    or takes.table and engine.is_open and engine.is_open(value) ~= nil then
    return OBJECT, value
  elseif kind == "table" and takes.list then
    local list, err = copy_list(row, value)
    if list then return OBJECT, list end
    return nil, err
  elseif kind == "table" and takes.words then
    return take_words(row, value)
  elseif kind == "table" and takes.pair and not is_hard then
    return take_pair(row, value)
  elseif kind == "table" and takes.clock then
    return use "front.clock".take(row, value)
  elseif takes.bits then
    local integer = engine.integer(value)
    if integer then return integer end
  elseif kind == "boolean" then
    if takes.boolean or takes["false"] and not value then return value and 1 or 0 end
  elseif kind == "string" and takes.word and row.numbers[value] then
    return row.numbers[value]
  end
  return nil, "expected " .. row.expected .. ", got " .. message.describe(value)
end

-- A number of an option as the value that it was read from.
function option_table.value_of(row, number)
  for i = 1, row.words and #row.words or 0 do
    if row.numbers[row.words[i]] == number then return row.words[i] end
  end
  if number == floor(number) and number > -2147483647 and number < 2147483647 then return floor(number) end
  return number
end

-- core.accepts(name, value): whether a value is valid for the option of that name, and what is wrong if it is not; nil
-- if there is no such option.
function option_table.accepts(engine, name, value)
  local row = find(name)
  if not row then return nil end
  local number, mistake = option_table.take(engine, row, value)
  if number == nil then return false, mistake end
  return true
end

return option_table
