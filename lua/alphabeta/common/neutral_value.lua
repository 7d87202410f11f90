-- The value of a state that is not over, in a game without `evaluate`. Internal: the front and the tools use it.

local huge, max, min = math.huge, math.max, math.min

-- The middle of the possible values if both ends are known, by the options `value_min` and `value_max`. Otherwise 0, or
-- the possible value next to that. In max^n, how many players share the sum of the payoffs, `value_sum`, is unknown,
-- and each gets the latter.
return function(is_maxn, least, most, sum)
  least, most = least or -huge, most or huge
  local middle = 0
  if is_maxn then
    most = min(most, sum or huge)
  elseif least > -huge and most < huge then
    middle = least / 2 + most / 2
  end
  return max(min(middle, most), least) + 0.0
end
