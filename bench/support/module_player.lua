--- The module as a player whose moves take equal processor time.
-- @module bench.support.module_player

local alphabeta = require "alphabeta"

--- Makes a player that searches in slices until its processor time is used up.
-- @tparam table game
-- @tparam ?table options of its searcher
-- @tparam number seconds of processor time for a move
-- @treturn function state -> move
return function(game, options, seconds)
  local ai = alphabeta.new(game, options)
  return function(state)
    local start = os.clock()
    ai:start(state, {time = 1e6})
    repeat
      local left = seconds - (os.clock() - start)
      local has_ended = left <= 0 or ai:step(left)
    until has_ended or os.clock() - start >= seconds
    ai:stop()
    return (ai:best())
  end
end
