--- Draws what the option `without` names in a random search, of all techniques that it may name.
-- @module spec.support.draw_without

local rows = require "rows.list"

--- @tparam table random see spec.support.rng
-- @treturn ?{string,...} nil in half of the cases
local function draw_without(random)
  local names = {}
  for _, word in ipairs(rows.option.without.words) do
    if random:chance(0.4) then names[#names + 1] = word[1] end
  end
  return random:chance(0.5) and names or nil
end

return draw_without
