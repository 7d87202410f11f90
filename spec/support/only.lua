--- What the option `without` is to name so that of the techniques that are on by default only some are left. In a game
-- with `hash` they are on then, without the transposition table too, as long as option `table` is not 0.
-- @module spec.support.only

local rows = require "rows.list"

--- @tparam string ... names of techniques that are left on
-- @treturn {string,...} those of all others
local function only(...)
  local left, names = {}, {}
  for i = 1, select("#", ...) do left[(select(i, ...))] = true end
  for _, word in ipairs(rows.option.without.words) do
    if not left[word[1]] then names[#names + 1] = word[1] end
    left[word[1]] = nil
  end
  assert(next(left) == nil, "no technique that is on by default: " .. tostring(next(left)))
  return names
end

return only
