--- Shares out the seeds or the places that a test goes through. Each of five Luas takes another fifth, and together
-- they take all. A full run takes all by itself, unless ALPHABETA_SHARE is "fifth".
-- @module spec.support.share

local effort = require "spec.support.effort"

local IS_WHOLE = effort.is_full and os.getenv "ALPHABETA_SHARE" ~= "fifth"
local STEP = IS_WHOLE and 1 or 5
local SKIPPED = IS_WHOLE and 0 or (rawget(_G, "jit") and 5 or tonumber(_VERSION:match "5%.(%d)")) - 1

-- How many numbers of an arithmetic progression this Lua passes over before its first, and between two.
local function place_in(first, last, step)
  local count = math.floor((last - first) / step) + 1
  return SKIPPED < count and SKIPPED or SKIPPED % math.max(1, count)
end

local share = {}

--- Goes through the share of a progression: `for seed in share.of(1, 100) do`. It has one number at least.
-- @tparam number first
-- @tparam number|table last may be infinite, or seeds of `effort.seeds`: the progression then begins with its first
-- number that is among them
-- @tparam[opt=1] number step
-- @treturn function an iterator
function share.of(first, last, step)
  step = step or 1
  if type(last) == "table" then
    first = first + math.max(0, math.ceil((last.first - first) / step)) * step
    last = last.last
  end
  local number = first + (place_in(first, last, step) - STEP) * step
  return function()
    number = number + STEP * step
    return number <= last and number or nil
  end
end

--- Whether something was seen that all numbers together are sure to show.
-- @tparam boolean was_seen
-- @treturn boolean true where only a share of the numbers was gone through
function share.seen(was_seen) return not IS_WHOLE or was_seen end

--- How many numbers the share of a progression has.
-- @tparam number first
-- @tparam number|table last
-- @tparam[opt=1] number step
-- @treturn number
function share.count(first, last, step)
  local count = 0
  for _ in share.of(first, last, step) do count = count + 1 end
  return count
end

return share
