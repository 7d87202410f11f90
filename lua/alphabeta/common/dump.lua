-- Numbers, texts, and tables of these, as an expression in Lua on one line. Internal: reports use it.

local concat, ipairs, sort, tostring, type = table.concat, ipairs, table.sort, tostring, type

-- The keys of a table in an order: numbers first.
local function keys_of(value)
  local keys = {}
  for key in next, value do keys[#keys + 1] = key end
  sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  return keys
end

local function dump(value)
  if type(value) == "number" then return (("%.17g"):format(value)) end
  if type(value) ~= "table" then return type(value) == "string" and ("%q"):format(value) or tostring(value) end
  local parts = {}
  for _, key in ipairs(keys_of(value)) do parts[#parts + 1] = ("[%s] = %s"):format(dump(key), dump(value[key])) end
  return "{" .. concat(parts, ", ") .. "}"
end

return dump
