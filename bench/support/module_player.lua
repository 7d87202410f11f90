--- The module as a player whose moves take equal processor time.
-- @module bench.support.module_player

local alphabeta = require "alphabeta"

--- Makes a player that searches in slices until its processor time is used up and it has a move.
-- @tparam table game
-- @tparam ?table options of its searcher
-- @tparam number seconds of processor time for a move
-- @treturn function state -> move
-- @treturn table its searcher
return function(game, options, seconds)
  local ai = alphabeta.new(game, options)
  return function(state)
    local finish = os.clock() + seconds
    ai:start(state, {time = 1e6})
    repeat
      local has_ended = ai:step(math.max(finish - os.clock(), 0.001))
    until has_ended or os.clock() >= finish and ai:best() ~= nil
    ai:stop()
    return (ai:best())
  end, ai
end
