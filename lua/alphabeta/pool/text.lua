-- Values as texts that can be sent to another Lua state: nil, booleans, numbers, strings, tables of these, and 64-bit
-- integers of LuaJIT. A table that is there several times is one table again; it is written once. Internal: pools use
-- it.

local use = require((...):match "^(.*)%..*%." .. ".use")
local globals, values = use("common.globals", "common.values")

local concat, error, huge, pairs, tonumber, type = table.concat, error, math.huge, pairs, tonumber, type
local format, find, sub = string.format, string.find, string.sub
local mathtype, loadtext = globals.integer_type, globals.load

-- Levels of tables within tables: a table with more levels probably contains itself.
local LEVELS = 100

local text = {}

-- A number with all its digits. An integer stays one if Lua has integers.
local function number_text(number)
  if number ~= number then return "nan" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  if mathtype and mathtype(number) == "integer" then return format("%d", number) end
  local digits = format("%.17g", number)
  if mathtype and not find(digits, "[.en]") then digits = digits .. ".0" end
  return digits
end

-- The writer's state: `parts` of the text; `places`, the numbers of the tables in it, in the order in which they begin;
-- `count` of them; and the tables that are still `open`.
local put

local function put_table(out, value, levels)
  if levels == 0 or out.open[value] then error({"a table that contains itself, or has too many levels"}, 0) end
  out.count = out.count + 1
  out.places[value], out.open[value] = out.count, true
  out.parts[#out.parts + 1] = "{"
  for key, field in pairs(value) do
    if type(key) == "number" and key ~= key then error({"a table whose '__pairs' gives the key NaN"}, 0) end
    put(out, key, levels - 1)
    put(out, field, levels - 1)
  end
  out.parts[#out.parts + 1] = "}"
  out.open[value] = nil
end

function put(out, value, levels)
  local kind, parts = type(value), out.parts
  if kind == "nil" then
    parts[#parts + 1] = "n"
  elseif kind == "boolean" then
    parts[#parts + 1] = value and "t" or "f"
  elseif kind == "number" then
    parts[#parts + 1] = "d" .. number_text(value) .. ";"
  elseif kind == "string" then
    parts[#parts + 1] = "s" .. #value .. ";" .. value
  elseif kind == "cdata" and values.cdata_digits(value) then
    parts[#parts + 1] = "c" .. tostring(value) .. ";"
  elseif kind ~= "table" then
    error({"a " .. kind}, 0)
  elseif out.places[value] and not out.open[value] then
    parts[#parts + 1] = "r" .. format("%d", out.places[value]) .. ";"
  else
    put_table(out, value, levels)
  end
end

-- The text of a value; or nil and what cannot be sent, such as "a function".
function text.of(value)
  local out = {parts = {}, places = {}, open = {}, count = 0}
  local ok, problem = pcall(put, out, value, LEVELS)
  if ok then return concat(out.parts) end
  if type(problem) == "table" then return nil, problem[1] end
  error(problem, 0)
end

local NUMBERS = {nan = 0 / 0, inf = huge, ["-inf"] = -huge}

-- Reads the value at a position of a text; returns it and the position after it. `tables` are those that have begun.
local function get(from, at, tables)
  local kind = sub(from, at, at)
  if kind == "n" then return nil, at + 1 end
  if kind == "t" then return true, at + 1 end
  if kind == "f" then return false, at + 1 end
  if kind == "{" then
    local made = {}
    tables[#tables + 1] = made
    at = at + 1
    while sub(from, at, at) ~= "}" do
      local key, field
      key, at = get(from, at, tables)
      field, at = get(from, at, tables)
      made[key] = field
    end
    return made, at + 1
  end
  local stop = find(from, ";", at, true)
  local digits = sub(from, at + 1, stop - 1)
  if kind == "s" then
    local last = stop + tonumber(digits)
    return sub(from, stop + 1, last), last + 1
  end
  if kind == "r" then return tables[tonumber(digits)], stop + 1 end
  if kind == "c" then return loadtext("return " .. digits)(), stop + 1 end
  return NUMBERS[digits] or tonumber(digits), stop + 1
end

-- The value of a text that `of` has made.
function text.value(from)
  return (get(from, 1, {}))
end

return text
