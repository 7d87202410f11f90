-- A player's clock: how long a move may take. Internal.
--
-- A search gets two limits in seconds. The soft one is a share of the clock; csrc/engine/root.h says how a search uses
-- it. What a move saves is in `left` at the next move, so later moves get more. The hard limit is never all that is
-- left.

local PACKAGE = (... or "alphabeta.front.clock"):match "^(.*)%.[^.]*$"

local message = require(PACKAGE .. ".message")

local format, huge, max, min, next, rawget, type = string.format, math.huge, math.max, math.min, next, rawget, type

local clock = {}

-- How many moves are left, if that is not given; and the part of the increment that a move gets. A player who uses one
-- increment a move then keeps about six of them.
local MOVES, INCREMENT_PART = 25, 0.75

-- Seconds that no move uses: a frame ends late, and the game makes the move. The part of the rest that one move may
-- use; how many shares it may use.
local RESERVE, PART_MAX, SHARES_MAX = 0.05, 0.6, 3.5

-- The fields of a clock: the least value, and the value where none is given.
local NAMES = {"left", "increment", "moves"}
local FIELDS = {left = {0}, increment = {0, 0}, moves = {1, MOVES}}

-- The soft and the hard limit of a move.
-- @tparam number left on the player's clock
-- @tparam number increment what each move adds
-- @tparam[opt] number moves how many are to come
-- @treturn number the soft limit
-- @treturn number the hard limit
function clock.limits(left, increment, moves)
  local usable = max(left - RESERVE, 0)
  local share = usable / (moves or MOVES) + INCREMENT_PART * increment
  local hard = min(SHARES_MAX * share, PART_MAX * usable)
  return min(share, hard), hard
end

-- Reads a table as a clock. Returns the hard and the soft limit; or nil and what is wrong.
-- @tparam table row of the option
-- @tparam table value
function clock.take(row, value)
  local read = {}
  for name in next, value do
    if not FIELDS[name] then
      return nil, format("expected %s, got a table with the field %s (valid: left, increment, moves)", row.expected,
        message.describe(name))
    end
  end
  for i = 1, #NAMES do
    local name = NAMES[i]
    local field, number = FIELDS[name], rawget(value, name)
    if type(number) == "nil" then number = field[2] end
    if type(number) ~= "number" or not (number >= field[1] and number < huge) then
      return nil, format("expected %s, got %s as '%s'", row.expected, message.describe(number), name)
    end
    read[name] = number
  end
  local soft, hard = clock.limits(read.left, read.increment, read.moves)
  return hard, soft
end

return clock
