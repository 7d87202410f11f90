-- A number, a string or a boolean as Lua source on one line. Internal: what writes Lua source uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, values = use("common.globals", "common.values")

local find, format, gsub, huge, tostring, type = string.find, string.format, string.gsub, math.huge, tostring, type
local integer_type = globals.integer_type

-- The source is the same on every Lua. With `keeps_type`, a floating-point number that is an integer is written as one
-- that is none, if this Lua tells them apart.
return function(value, keeps_type)
  if type(value) == "string" then
    return '"' .. gsub(value, '[%c"\\]', function(char) return format("\\%03d", char:byte()) end) .. '"'
  end
  if type(value) ~= "number" then return tostring(value) end
  if value ~= value then return "(0/0)" end
  if value == huge then return "(1/0)" end
  if value == -huge then return "(-1/0)" end
  local is_short = values.is_integer(value)
  if integer_type and integer_type(value) == "integer" then
    if is_short or value > 0 then return format("%d", value) end
    return format("(%d-1)", value + 1) -- the least one is no literal
  end
  if is_short and not keeps_type then return format("%.0f", value) end
  local digits = gsub(format("%.17g", value), ",", ".")
  return keeps_type and integer_type and not find(digits, "[.e]") and digits .. ".0" or digits
end
