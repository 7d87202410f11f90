-- Moves: comparing them, and finding one in a list. Internal: the tools use it.

local core = require "alphabeta.core"

local next, rawequal, rawget, type = next, rawequal, rawget, type

local moves = {}

-- Whether two moves are the same: they are equal, or tables with the same content.
-- @param a
-- @param b
-- @tparam[opt] int depth tables are compared to this depth, and differ beyond it; that of the search without it
-- @tparam[opt] table pairings the tables that are being compared, so that tables with cycles come to an end
-- @treturn boolean
function moves.is_same(a, b, depth, pairings)
  depth = depth or core.MOVE_DEPTH_MAX
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" or depth == 0 then return false end
  pairings = pairings or {}
  if pairings[a] then return pairings[a] == b end
  pairings[a] = b
  for key, value in next, a do
    if not moves.is_same(value, rawget(b, key), depth - 1, pairings) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

-- The index of a move in a list: of the identical one, else of an equal one, else of a table with the same content.
-- @param move
-- @tparam table list
-- @treturn ?int nil when it is not there
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
