-- Nim with one heap, whose `moves` does not return in a helper of `alphabeta.learn`.

local nim = {}
for name, callback in pairs(require "spec.support.nim_to_learn") do nim[name] = callback end

local moves = nim.moves
function nim.moves(state)
  while not package.loaded["busted.core"] do moves(state) end
  return moves(state)
end

return nim
