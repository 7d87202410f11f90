-- Lists of moves that are kept for nodes of a tree of playouts: whether they refer to objects of a state, and how they
-- go with a list that was made anew. Internal: csrc/binding/driver/kept.c calls it, see there.

local use = require((...):match "^(.*)%..*%." .. ".use")

local cdata_digits = use "common.values".cdata_digits
local moves = use "common.moves"

local index_of, is_same = moves.index_of, moves.is_same
local next, type = next, type

local lists = {}

-- How many levels deep moves are searched for objects.
local LEVELS = 4

local function is_plain(value)
  local kind = type(value)
  return kind == "number" or kind == "string" or kind == "boolean" or kind == "cdata" and cdata_digits(value) ~= nil
end

-- Calls `is_met` with a move, if it is a table, and with the tables in it, up to `levels` deep. Returns whether it has
-- returned true, or the move holds something that is no plain value.
local function has_met(value, levels, is_met)
  if is_plain(value) then return false end
  if type(value) ~= "table" or levels == 0 or is_met(value) then return true end
  for key, field in next, value do
    if not is_plain(key) or has_met(field, levels - 1, is_met) then return true end
  end
  return false
end

-- Whether the first `count` values of a list are the same wherever they are listed.
-- @tparam table list
-- @tparam number count
function lists.are_plain(list, count)
  for i = 1, count do
    if not is_plain(list[i]) then return false end
  end
  return true
end

-- Whether two lists of `count` moves for one state have an object in common, or one that cannot be compared.
-- @tparam table own
-- @tparam table again
-- @tparam number count
function lists.have_common_object(own, again, count)
  local known = {}
  local function learn(object) known[object] = true end
  local function is_known(object) return known[object] end
  for i = 1, count do
    if has_met(own[i], LEVELS, learn) then return true end
  end
  for i = 1, count do
    if has_met(again[i], LEVELS, is_known) then return true end
  end
  return false
end

-- A new list of the moves in `again`, in the order of `own`; nil if they are not the same moves.
-- @tparam table own
-- @tparam table again
-- @tparam number count of both
function lists.in_order_of(own, again, count)
  local ordered, copy = {}, nil
  for i = 1, count do
    local move = again[i]
    if not is_same(move, own[i]) then
      if not copy then
        copy = {} -- a filled list may have more elements
        for place = 1, count do copy[place] = again[place] end
      end
      local place = index_of(own[i], copy)
      if not place then return nil end
      move = copy[place]
    end
    ordered[i] = move
  end
  return ordered
end

return lists
