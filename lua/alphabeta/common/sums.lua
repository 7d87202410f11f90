-- The values of a game as terms of sums that stay finite. Internal: searches that add up values use it.

local huge = math.huge

local sums = {}

-- The unit of the terms, a power of two, so the sums of the greatest numbers are finite. There an infinite value counts
-- as 2^1024, more than any number.
local UNIT, INFINITE = 2 ^ 40, 2 ^ (1024 - 40)
sums.UNIT, sums.INFINITE = UNIT, INFINITE

-- A value as it is added up.
function sums.term(value)
  if value == huge then return INFINITE end
  if value == -huge then return -INFINITE end
  return value / UNIT
end

return sums
