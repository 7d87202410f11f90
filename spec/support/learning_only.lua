--- What the option `without` is to name so that a search learns of moves by some techniques only. Specs that count
-- nodes with some of them then say the same when another one is added.
-- @module spec.support.learning_only

local techniques = require "rows.techniques"

--- @tparam string ... names of techniques that learn, which are left on
-- @treturn {string,...} the names of all others that do
local function learning_only(...)
  local left, names = {}, {}
  for i = 1, select("#", ...) do left[(select(i, ...))] = true end
  for _, technique in ipairs(techniques) do
    if technique.learns and not left[technique[1]] then names[#names + 1] = technique[1] end
    if technique.learns then left[technique[1]] = nil end
  end
  assert(next(left) == nil, "no technique that learns: " .. tostring(next(left)))
  return names
end

return learning_only
