-- Errors and their messages, of both engines. Internal.

local use = require((...):match "^(.*)%..*%." .. ".use")

local LONGEST = use "common.constant_rows".LONGEST_TEXT

local error, format, getmetatable, setmetatable, tostring, type =
  error, string.format, getmetatable, setmetatable, tostring, type

local message = {}

-- A value in a message.
function message.describe(value)
  local kind = type(value)
  if kind == "number" then return value ~= value and "NaN" or tostring(value) end
  if kind == "string" and #value <= LONGEST then return "'" .. value .. "'" end
  return kind
end

-- This metatable marks an error of the module's own. The function that the user has called raises its text there.
local own = {}
message.mark = own

-- Makes an error of the module's own.
function message.new(text, ...)
  return setmetatable({text = format(text, ...)}, own)
end

-- Raises such an error.
function message.fail(...) error(message.new(...), 0) end

-- The text of an error of the module's own; nil for other errors.
function message.text_of(err)
  return type(err) == "table" and getmetatable(err) == own and err.text or nil
end

return message
