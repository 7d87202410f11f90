--- Searches that go by slices.
-- @module spec.support.slices

local slices = {}

--- Goes on with a search that was started, to its end.
-- @param ai the searcher
-- @param slice what each step is given, or a function that returns it
-- @tparam[opt] function at_pause called at each pause
-- @treturn number how many pauses there were
function slices.finish(ai, slice, at_pause)
  local pauses = 0
  while true do
    local length = slice
    if type(slice) == "function" then length = slice() end
    if ai:step(length) then return pauses end
    pauses = pauses + 1
    if at_pause then at_pause(pauses) end
  end
end

--- Starts a search and goes on to its end.
-- @param ai the searcher
-- @param state
-- @param limits
-- @param slice see `slices.finish`
-- @tparam[opt] function at_pause likewise
-- @return the best move
-- @return its value
-- @treturn table info
-- @treturn number how many pauses there were
function slices.search(ai, state, limits, slice, at_pause)
  ai:start(state, limits)
  local pauses = slices.finish(ai, slice, at_pause)
  local best, value, info = ai:best()
  return best, value, info, pauses
end

return slices
