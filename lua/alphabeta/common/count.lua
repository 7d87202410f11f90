-- The sum of the values of a board's squares. Internal: this is `alphabeta.count`, which loads it with its first call.

local use = require((...):match "^(.*)%..*%." .. ".use")

local values = use "common.values"

local next, type = next, type
local sort = table.sort

-- Multiples of the inverse of this add up to the same in any order.
local PARTS = 1024

-- Whether a table is a row of squares, and no piece with named fields.
local function is_row(value)
  return type(value) == "table" and type(next(value)) == "number"
end

-- The worth of one square.
local function worth_of(worth, square, ...)
  if type(worth) == "table" then return worth[square] or 0 end
  return worth(square, ...) or 0
end

-- The mistake in an argument, or in a result of `worth`.
local function message(what, expected, got)
  return ("alphabeta.count: %s: expected %s, got %s"):format(what, expected, values.describe(got))
end

-- The sum of the values of squares, the least first. Boards with the same content may be traversed in different orders,
-- and the last bit of a sum depends on the order.
local function ordered_sum(board, worth)
  local list, sum = {}, 0
  for i, row in next, board do
    if is_row(row) then
      for j, square in next, row do list[#list + 1] = worth_of(worth, square, i, j) end
    elseif type(row) ~= "table" or next(row) ~= nil then
      list[#list + 1] = worth_of(worth, row, i)
    end
  end
  sort(list)
  for i = 1, #list do sum = sum + list[i] end
  return sum
end

-- Adds up the values of squares. Returns nil and what is wrong for a wrong argument.
return function(board, worth)
  if type(board) ~= "table" then return nil, message("argument 'board'", "a table", board) end
  if type(worth) ~= "table" and not values.is_callable(worth) then
    return nil, message("argument 'worth'", "a table or a function", worth)
  end
  local sum, found, has_order = 0, 0, false
  for i, row in next, board do
    if is_row(row) then
      for j, square in next, row do
        found = worth_of(worth, square, i, j)
        if type(found) ~= "number" then break end
        sum = sum + found
        has_order = has_order or found * PARTS % 1 ~= 0
      end
    elseif type(row) ~= "table" or next(row) ~= nil then
      found = worth_of(worth, row, i)
      if type(found) == "number" then
        sum = sum + found
        has_order = has_order or found * PARTS % 1 ~= 0
      end
    end
    if type(found) ~= "number" then return nil, message("argument 'worth'", "numbers in it, or of it", found) end
  end
  return has_order and sum == sum and ordered_sum(board, worth) or sum
end
