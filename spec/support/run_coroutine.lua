--- Runs a function as a coroutine to its end.
-- @tparam function body
-- @tparam[opt] function at_yield called at each yield with what was yielded
-- @treturn number how many yields there were
-- @return up to three values that the function returned
return function(body, at_yield)
  local thread = coroutine.create(body)
  local yields = -1
  local results
  repeat
    results = { coroutine.resume(thread, "go on") }
    if not results[1] then error(results[2], 0) end
    yields = yields + 1
    if at_yield and coroutine.status(thread) ~= "dead" then at_yield(results[2]) end
  until coroutine.status(thread) == "dead"
  return yields, results[2], results[3], results[4]
end
