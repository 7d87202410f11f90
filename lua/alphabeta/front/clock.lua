-- A player's clock: how long a move may take. Internal.
--
-- A search gets two limits in seconds. The soft one is a share of the clock; csrc/engine/root.h says how a search uses
-- it. What a move saves is in `left` at the next move, so later moves get more. The hard limit is never all that is
-- left.

local use = require((...):match "^(.*)%..*%." .. ".use")

local message = use "front.message"

local concat, format, huge, max, min = table.concat, string.format, math.huge, math.max, math.min
local next, rawget, type = next, rawget, type

local clock = {}

-- How many moves are left, if that is not given; and the part of the increment that a move gets. A player who uses one
-- increment a move then keeps about six of them.
local MOVES, INCREMENT_PART = 25, 0.75

-- Seconds that no move uses: a frame ends late, and the game makes the move. The part of the rest that one move may
-- use; how many shares it may use. If a move takes longer than that beside the search, the clock has a `lag`.
local RESERVE, PART_MAX, SHARES_MAX = 0.05, 0.6, 3.5

-- The fields of a clock: the least value, and the value where none is given. A clock that a game keeps may be a little
-- below 0, because a frame has ended late.
local NAMES = {"left", "increment", "moves", "lag"}
local FIELDS = {left = {-huge}, increment = {0, 0}, moves = {1, MOVES}, lag = {0, 0}}

-- The soft and the hard limit of a move. The lag of this move is taken off the clock, and that of each move off what a
-- move adds.
-- @tparam number left on the player's clock
-- @tparam number increment what each move adds
-- @tparam[opt] number moves how many are to come
-- @tparam[opt=0] number lag how many seconds a move takes beside the search
-- @treturn number the soft limit
-- @treturn number the hard limit
function clock.limits(left, increment, moves, lag)
  lag = lag or 0
  local usable, added = max(left - RESERVE - lag, 0), increment - lag
  local share = max(usable / (moves or MOVES) + (added > 0 and INCREMENT_PART or 1) * added, 0)
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
      return nil, format("expected %s, got a table with the field %s (valid: %s)", row.expected,
        message.describe(name), concat(NAMES, ", "))
    end
  end
  for i = 1, #NAMES do
    local name = NAMES[i]
    local field, number = FIELDS[name], rawget(value, name)
    if type(number) == "nil" then number = field[2] end
    if type(number) ~= "number" or not (number >= field[1] and number < huge) or number == -huge then
      return nil, format("expected %s, got %s as '%s'", row.expected, message.describe(number), name)
    end
    read[name] = number
  end
  local soft, hard = clock.limits(read.left, read.increment, read.moves, read.lag)
  return hard, soft
end

return clock
