-- The neighbours of a double. Internal: the engine in Lua uses it.

local huge = math.huge

local doubles = {}

-- By arithmetic alone [Rump, Zimmermann, Boldo and Melquiond 2009]: the added number is more than half of the distance
-- to the neighbour and less than one and a half, so the sum is rounded to the neighbour. The added number must not be
-- rounded itself, so small values have their distance counted.
local PHI, LEAST, SMALL = 2 ^ -53 * (1 + 2 ^ -52), 2 ^ -1074, 2 ^ -960
local LARGEST = (2 - 2 ^ -52) * 2 ^ 1023

-- The neighbour above a value that is less than SMALL in size.
local function above_small(value, size)
  local limit, distance = 2 ^ -1021, LEAST -- of the values that lie below the limit, and at half of it or more
  while size >= limit do limit, distance = limit * 2, distance * 2 end
  if value < 0 and size == limit / 2 and distance > LEAST then distance = distance / 2 end
  return value + distance
end

-- The next double above `value`, which is not infinite upwards.
function doubles.above(value)
  local size = value < 0 and -value or value
  if size < SMALL then return above_small(value, size) end
  if value == -huge then return -LARGEST end
  return value + PHI * size
end
local above = doubles.above

-- The next double below.
function doubles.below(value)
  return -above(-value)
end

return doubles
