--- Runs functions as coroutines, in turns, to their ends.
-- @tparam {function,...} bodies
-- @tparam[opt] function at_yield called after each turn
return function(bodies, at_yield)
  local threads, running = {}, #bodies
  for i, body in ipairs(bodies) do threads[i] = coroutine.create(body) end
  while running > 0 do
    for _, thread in ipairs(threads) do
      if coroutine.status(thread) ~= "dead" then
        assert(coroutine.resume(thread, "go on"))
        if coroutine.status(thread) == "dead" then running = running - 1 end
        if at_yield then at_yield() end
      end
    end
  end
end
