-- Text and numbers in SVG documents.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals = use "common.globals"

local floor = math.floor

local xml = {}

local ENTITIES = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;"}

-- A text with its special characters written as entities.
function xml.escape(text)
  return (text:gsub("[&<>\"']", ENTITIES))
end

-- A string by a pattern, with numbers to a tenth of a pixel. They are rounded here, because runtimes round halves
-- differently.
function xml.format(pattern, ...)
  local arguments = {...}
  for i, value in ipairs(arguments) do
    if type(value) == "number" then
      arguments[i] = ("%.1f"):format(floor(value * 10 + 0.5) / 10):gsub("%.0$", "")
    end
  end
  return pattern:format(globals.unpack(arguments))
end

return xml
