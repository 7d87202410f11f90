--- The error of a call that must fail.
-- @tparam function call
-- @param ... its arguments
-- @return what it threw
return function(call, ...)
  local ok, err = pcall(call, ...)
  if ok then error("expected an error, and there was none", 2) end
  return err
end
