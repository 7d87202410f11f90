-- Numbers, texts, and tables of these, as an expression in Lua on one line. Internal: reports use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local literal, keys_of = use "common.literal", use "common.values".keys_of

local concat, ipairs, type = table.concat, ipairs, type

local function dump(value)
  if type(value) ~= "table" then return literal(value) end
  local parts = {}
  for _, key in ipairs(keys_of(value)) do parts[#parts + 1] = ("[%s] = %s"):format(dump(key), dump(value[key])) end
  return "{" .. concat(parts, ", ") .. "}"
end

return dump
