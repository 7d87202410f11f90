--- How numbers are written.

--- A number as a word: `-∞`, `3`.
-- @tparam number value
-- @tparam[opt] string bound `"lower"` or `"upper"`, where it is not exact: `≥3`, `≤3`
return function(value, bound)
  local sign = bound == "lower" and "≥" or bound == "upper" and "≤" or ""
  if value == math.huge then return sign .. "∞" end
  if value == -math.huge then return sign .. "-∞" end
  return sign .. ("%g"):format(value)
end
