--- Nim whose states are numbers: 10 times the heap, and whose turn it is. One, two or three are taken; who takes the
-- last one wins.
-- @module spec.support.number_nim

return {
  moves = function(state)
    local moves = {}
    for n = 1, math.min(3, math.floor(state / 10)) do moves[n] = n end
    return moves
  end,
  play = function(state, n) return (math.floor(state / 10) - n) * 10 + 3 - state % 10 end,
  evaluate = function(state, me)
    if state >= 10 then return state % 7 end
    return state % 10 == me and -50 or 50
  end,
  player = function(state) return state % 10 end,
  hash = function(state) return state end,
}
