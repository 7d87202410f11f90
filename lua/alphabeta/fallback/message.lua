-- Errors and their messages: as csrc/binding/base/message.c has them. Internal: the engine in Lua uses it.

local error, getmetatable, setmetatable, tostring, type = error, getmetatable, setmetatable, tostring, type

local message = {}

-- Longer strings are shown by their type.
local LONGEST = 40

-- What a value looks like in a message.
function message.describe(value)
  local kind = type(value)
  if kind == "number" then return value ~= value and "NaN" or tostring(value) end
  if kind == "string" and #value <= LONGEST then return "'" .. value .. "'" end
  return kind
end

-- An error of the engine's own, on its way to the function that the user has called, which raises its text there.
local own = {}

-- Raises an error of the engine's own.
function message.fail(format, ...)
  error(setmetatable({text = format:format(...)}, own), 0)
end

-- The text of an error of the engine's own; nil for other errors.
function message.text_of(err)
  return type(err) == "table" and getmetatable(err) == own and err.text or nil
end

return message
