--- Deep copies and deep equality, for comparing a state with what it was before.
-- @module spec.support.deep

local deep = {}

--- A copy that shares no table with the original; cycles and metatables are kept.
-- @param value anything
-- @tparam[opt] table copies the copies made so far, by original
-- @return the copy
function deep.copy(value, copies)
  if type(value) ~= "table" then return value end
  copies = copies or {}
  if not copies[value] then
    local copy = setmetatable({}, getmetatable(value))
    copies[value] = copy
    for key, field in next, value do rawset(copy, deep.copy(key, copies), deep.copy(field, copies)) end
  end
  return copies[value]
end

--- Whether two values have the same shape and the same plain values. Keys that are tables must be the same tables.
-- @param a anything
-- @param b anything
-- @tparam[opt] table pairings what is being compared already: the partner of each table of `a`
-- @treturn boolean
function deep.equal(a, b, pairings)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  pairings = pairings or {}
  if pairings[a] then return pairings[a] == b end
  pairings[a] = b
  if getmetatable(a) ~= getmetatable(b) then return false end
  for key, field in next, a do
    if not deep.equal(field, rawget(b, key), pairings) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

return deep
