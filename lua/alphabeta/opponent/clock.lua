-- The clock of an opponent: kept here, in the table that was given, or by the game, which gives a function. Internal:
-- `alphabeta.opponent` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core = use "common.core"
local limits = use "front.clock".limits
local values = use "common.values"

local max = math.max
local error, setmetatable = error, setmetatable

local clocks = {}
clocks.__index = clocks

-- What the option may be, in messages.
clocks.EXPECTED = "a clock, {left = seconds, increment = seconds}, or a function that returns one"

-- Whether the option may be this value.
function clocks.is_valid(value)
  return values.is_callable(value) or core.accepts("clock", value)
end

-- Makes the clock of a table that it keeps up to date, or of the game's function.
function clocks.new(given)
  local is_games = values.is_callable(given)
  return setmetatable({
    shown = is_games and given or nil, kept = not is_games and given or nil,
    looked = nil, -- when it was last looked at
  }, clocks)
end

-- What the clock shows, as the option of a search.
function clocks:read()
  local shown = self.kept
  if self.shown then shown = self.shown() end
  local is_clock, mistake = core.accepts("clock", shown)
  if not is_clock then error("alphabeta.opponent: option 'clock': " .. mistake, 0) end
  return shown
end

-- About how many seconds a move takes.
function clocks:share()
  local shown = self:read()
  return (limits(shown.left, shown.increment or 0, shown.moves, shown.lag))
end

-- Seconds count from now on.
function clocks:look() self.looked = core.clock() end

-- Takes the seconds off the clock that have passed since the last look, by the game or by the wall clock.
function clocks:run(seconds)
  local kept, before = self.kept, self.looked
  self:look()
  if kept then kept.left = max(kept.left - (seconds or self.looked - before), 0) end
end

-- The opponent has made a move.
function clocks:press()
  local kept = self.kept
  if kept then kept.left = kept.left + (kept.increment or 0) end
end

return clocks
