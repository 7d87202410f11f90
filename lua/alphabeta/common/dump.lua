-- Numbers, texts, and tables of these, as an expression in Lua on one line. Internal: reports use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local keys_of = use "common.values".keys_of

local concat, ipairs, tostring, type = table.concat, ipairs, tostring, type

local function dump(value)
  if type(value) == "number" then return (("%.17g"):format(value)) end
  if type(value) ~= "table" then return type(value) == "string" and ("%q"):format(value) or tostring(value) end
  local parts = {}
  for _, key in ipairs(keys_of(value)) do parts[#parts + 1] = ("[%s] = %s"):format(dump(key), dump(value[key])) end
  return "{" .. concat(parts, ", ") .. "}"
end

return dump
