-- Values as texts that can be sent to another Lua state: nil, booleans, numbers, strings, tables of these, and 64-bit
-- integers of LuaJIT. Internal: pools use it.

local PACKAGE = (... or "alphabeta.pool.text"):match "^(.*)%.[^.]*%.[^.]*$" or "alphabeta"
local globals = require(PACKAGE .. ".globals")
local values = require(PACKAGE .. ".values")

local concat, error, huge, pairs, tonumber, type = table.concat, error, math.huge, pairs, tonumber, type
local format, find, sub = string.format, string.find, string.sub
local mathtype, loadtext = globals.integer_type, globals.load

-- Tables within tables: what has more levels is likely to contain itself.
local LEVELS = 100

local text = {}

-- A number with all its digits; an integer is one again where Lua has them.
local function number_text(number)
  if number ~= number then return "nan" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  if mathtype and mathtype(number) == "integer" then return format("%d", number) end
  local digits = format("%.17g", number)
  if mathtype and not find(digits, "[.en]") then digits = digits .. ".0" end
  return digits
end

local function put(parts, value, levels)
  local kind = type(value)
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
  elseif kind == "table" then
    if levels == 0 then error({"a table that contains itself, or has too many levels"}, 0) end
    parts[#parts + 1] = "{"
    for key, field in pairs(value) do
      put(parts, key, levels - 1)
      put(parts, field, levels - 1)
    end
    parts[#parts + 1] = "}"
  else
    error({"a " .. kind}, 0)
  end
end

-- The text of a value.
-- @param value
-- @treturn ?string nil when it cannot be sent
-- @treturn ?string what cannot be sent then: "a function"
function text.of(value)
  local parts = {}
  local ok, problem = pcall(put, parts, value, LEVELS)
  if ok then return concat(parts) end
  if type(problem) == "table" then return nil, problem[1] end
  error(problem, 0)
end

local NUMBERS = {nan = 0 / 0, inf = huge, ["-inf"] = -huge}

-- Reads the value at a place of a text; returns it and the place behind it.
local function get(from, at)
  local kind = sub(from, at, at)
  if kind == "n" then return nil, at + 1 end
  if kind == "t" then return true, at + 1 end
  if kind == "f" then return false, at + 1 end
  if kind == "{" then
    local made = {}
    at = at + 1
    while sub(from, at, at) ~= "}" do
      local key, field
      key, at = get(from, at)
      field, at = get(from, at)
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
  if kind == "c" then return loadtext("return " .. digits)(), stop + 1 end
  return NUMBERS[digits] or tonumber(digits), stop + 1
end

-- The value of a text that `of` has made.
-- @tparam string from
-- @return the value
function text.value(from)
  return (get(from, 1))
end

return text
