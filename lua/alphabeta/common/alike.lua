-- Whether two values are equal, or tables with the same content. Internal: the tools and both engines use it.

local PACKAGE = (... or "alphabeta.common.alike"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

if require(PACKAGE .. ".traversal") then jit.off(true, true) end

local next, rawget, type = next, rawget, type

-- How many tables deep moves are compared.
local DEPTH = 50

-- Values that lie more than `depth` tables deep are alike only if they are equal. `noted` has the pairs of tables that
-- are being compared, as noted[a][b]: tables with cycles come to an end, and one that is in several places may be like
-- several.
local function is_alike(a, b, depth, noted)
  if a == b then return true end
  depth = depth or DEPTH
  if type(a) ~= "table" or type(b) ~= "table" or depth == 0 then return false end
  noted = noted or {}
  local own = noted[a]
  if not own then
    own = {}
    noted[a] = own
  end
  if own[b] then return true end
  own[b] = true
  for key, value in next, a do
    if not is_alike(value, rawget(b, key), depth - 1, noted) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

return is_alike
