-- Moves: comparing them, and finding one in a list. Internal: the tools use it.

local PACKAGE = (... or "alphabeta.common.moves"):match "^(.*)%.[^.]*$"

local is_alike = require(PACKAGE .. ".alike")

local rawequal, type = rawequal, type

local moves = {}

-- Whether two moves are the same: they are equal, or tables with the same content, as far as a search looks into them.
function moves.is_same(a, b)
  return is_alike(a, b)
end

-- The index of a move in a list: of the identical one, else of an equal one, else of a table with the same content. Nil
-- if it is not there.
function moves.index_of(move, list)
  local n = #list
  for i = 1, n do
    if rawequal(list[i], move) then return i end
  end
  for i = 1, n do
    if list[i] == move then return i end
  end
  if type(move) ~= "table" then return nil end
  for i = 1, n do
    if moves.is_same(list[i], move) then return i end
  end
  return nil
end

return moves
