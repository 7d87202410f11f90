-- Moves: comparing them, and finding one in a list. Internal: the tools and both engines use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local interpret = use "common.interpreter".interpret

local next, rawequal, rawget, type = next, rawequal, rawget, type

local moves = {}

-- How many tables deep moves are compared.
local DEPTH = 50

-- Whether two moves, or other values, are the same: they are equal, or tables with the same content. Values that lie
-- more than `depth` tables deep are the same only if they are equal. `noted` has the pairs of tables that are being
-- compared, as noted[a][b]: tables with cycles come to an end, and one that is in several places may be like several.
local function is_same(a, b, depth, noted)
  if a == b then return true end
  depth = depth or DEPTH
  if type(a) ~= "table" or type(b) ~= "table" or depth == 0 then return false end
  noted = noted or {}
  local own = noted[a]
  if not own then
    own = {}
    noted[a] = own
  end
  if own[b] then return true end
  own[b] = true
  for key, value in next, a do
    if not is_same(value, rawget(b, key), depth - 1, noted) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end
interpret(is_same)
moves.is_same = is_same

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
    if is_same(list[i], move) then return i end
  end
  return nil
end

return moves
