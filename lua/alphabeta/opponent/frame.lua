-- The length of an opponent's slices in a frame. Internal: `alphabeta.opponent` uses it.
--
-- An opponent is called in each frame, even while it does not think. So it measures the length of a frame, as the
-- median of frames without a slice. It also measures the game's own work: the processor's time from the end of one call
-- to the beginning of the next, which does not run while the game waits for the screen. The slice gets the rest.
--
-- Not every game waits for a screen or for a clock. In a game without either, or one that sleeps for the same time in
-- each frame, the slice makes a frame longer. A few short slices show which kind it is. And not every wait can be seen:
-- some drivers wait by running, and on Windows the processor's time is that of the wall. There the slice grows until a
-- frame is late.

local use = require((...):match "^(.*)%..*%." .. ".use")

local values = use "common.values"

local abs, ceil, max, min, sort = math.abs, math.ceil, math.max, math.min, table.sort

local frames = {}
frames.__index = frames

-- Seconds: a frame before any was measured, and in a game that waits for nothing; the shortest frame of a screen; the
-- longest frame that a slice may fill; and the least visible wait of a frame.
local USUAL, SHORTEST, LONGEST, LEAST_WAIT = 1 / 60, 1 / 400, 0.1, 0.0015

-- A frame of LONG seconds is not a screen's, but a server's step, which may be a little early. Others need it, too, so
-- a slice takes at most this part of it.
local LONG, PART_OF_LONG = 0.048, 0.25

-- The reserve of a frame for the system, in seconds, and at most this part of the frame.
local RESERVE, RESERVED_PART = 0.002, 0.15

-- Seconds without a call after which the past is unknown.
local PAUSE = 0.25

-- A frame was late if it took LATE times as long as it should. A slice gets at least this part of a frame, so a search
-- also ends in a game that is too slow by itself.
local LATE, LEAST_PART = 1.2, 0.1

-- Slices up to PROBE_PART of a frame show whether frames become longer by them. PROBES of them are made for that. A
-- frame with a slice of less than SMALL_PART is as long as one without.
local PROBE_PART, PROBES, SMALL_PART = 0.2, 3, 0.05

-- How many frames without a slice, and how many frames' own work, are remembered; how many frames get short slices if
-- none was seen without; and the length of such a slice in seconds.
local PERIODS, WORKS, LEARNING, FIRST = 31, 60, 5, 0.0015

-- If more than one in RARE frames is late for no visible reason, the slice becomes shorter by this part. After each
-- frame in time, this part of the reduction is left.
local FALL_BACK, RARE, DECAY = 0.15, 100, 0.999

-- If waits cannot be seen: the factor by which the slice shrinks after a late frame, and by which it grows before the
-- first of them, and afterwards.
local SHRINKING, GROWTH, SLOW_GROWTH = 0.8, 1.25, 1.001

-- The time of the frame is another when its length differs by this part.
local OTHER = 0.1

-- Makes the time of a game that has shown no frame yet, by a clock, in seconds, and one of the processor's time, if
-- there is one.
function frames.new(wall, processor)
  return setmetatable({
    wall = wall, processor = processor or wall,
    periods = {}, idle_works = {}, works = {}, -- the last values: frames without a slice, and the game's own work
    counts = {periods = 0, idle_works = 0, works = 0}, -- of all that there ever were
    excess = 0, -- seconds that slices leave out, because frames were late
    since_late = RARE, -- frames
    stretches = 0, probes = 0, -- short slices by which a frame became longer, and all of them
    found = nil, has_been_late = false, -- the slice, if waits cannot be seen
  }, frames)
end

-- Replaces the oldest of `size` values.
local function put(self, name, size, value)
  local count = self.counts[name]
  self[name][count % size + 1] = value
  self.counts[name] = count + 1
end

-- The value at a place among sorted ones.
local function ranked(list, place)
  local sorted = values.copy(list)
  sort(sorted)
  return sorted[place]
end

local function median(list) return ranked(list, ceil(#list / 2)) end

-- The second greatest value, if there are two: the greatest may be an exception.
local function second(list) return ranked(list, max(#list - 1, 1)) or 0 end

-- Records a frame without a slice, or its estimate. `work` is nil if it does not show the game's own work.
local function see_period(self, seconds, work)
  put(self, "periods", PERIODS, seconds)
  if work then put(self, "idle_works", PERIODS, work) end
  if self.counts.periods < LEARNING then return end
  local before = self.period
  self.period, self.usual_work = median(self.periods), median(self.idle_works) or 0
  if before and abs(self.period - before) > before * OTHER then
    self.excess, self.probes, self.stretches, self.found, self.has_been_late = 0, 0, 0, nil, false -- another frame
  end
end

-- Whether frames become longer by the slices in them.
local function is_stretched(self)
  return self.period < SHORTEST or self.stretches * 2 > self.probes
end

-- The intended length of a frame.
local function goal_of(self)
  return is_stretched(self) and max(self.period, USUAL) or self.period
end

-- A short slice has shown whether a frame becomes longer by it: then the game has waited as long as without.
local function note_probe(self, gap)
  if self.probes >= 2 * PROBES then self.probes, self.stretches = PROBES, self.stretches / 2 end
  self.probes = self.probes + 1
  if abs(gap - self.period) < self.used / 2 then self.stretches = self.stretches + 1 end
end

-- A frame with a slice has shown whether that was too long. In `work` seconds of it the game has used the processor.
local function judge(self, seconds, work)
  local goal = goal_of(self)
  if seconds <= goal * LATE then
    self.excess = self.excess * DECAY
    self.since_late = self.since_late + 1
    if self.found then self.found = self.found * (self.has_been_late and SLOW_GROWTH or GROWTH) end
    return
  end
  if self.found then
    self.found, self.has_been_late = self.used * SHRINKING, true
  elseif self.since_late < RARE and work + self.used <= goal then
    self.excess = self.excess + self.used * FALL_BACK
  end
  self.since_late = 0
end

-- Learns from the last frame. Its call, with the slice, took `used` seconds. `gap` seconds have passed since, and the
-- game has used the processor in `work` of them.
local function learn(self, seconds, gap, work)
  local used, period = self.used, self.period
  put(self, "works", WORKS, work)
  if not period or used < SMALL_PART * period then
    see_period(self, seconds, work)
  elseif self.slice then
    if used <= PROBE_PART * period * 1.5 then note_probe(self, gap) end
    judge(self, seconds, work)
    if is_stretched(self) then
      see_period(self, max(seconds - used, 0))
    elseif used <= PROBE_PART * period then
      see_period(self, seconds)
    end
  end
end

-- A frame begins, or the part of it that the opponent may use. The last frame took `seconds`; without that, the clock
-- says how long it took. The game has `spent` some seconds of this one.
function frames:begin(seconds, spent)
  local now = self.wall()
  local gap = self.ended and now - self.ended
  if gap and gap < max(PAUSE, (self.period or 0) * 4) then
    learn(self, seconds or now - self.began, gap, max(min(gap, self.processor() - self.ended_processor), 0))
  end
  self.began, self.spent, self.slice, self.ended = now, spent or 0, nil, nil
end

-- The rest of a frame for the opponent.
local function room_of(self)
  local period = self.period
  if not period then return FIRST end
  local goal = goal_of(self)
  local reserve = min(RESERVE, RESERVED_PART * goal)
  if period > SHORTEST and self.probes < PROBES then return PROBE_PART * period end
  if is_stretched(self) then return goal - period - reserve - self.excess end
  if period - self.usual_work > LEAST_WAIT then
    self.found, self.has_been_late = nil, false
    return period - second(self.works) - reserve - self.excess
  end
  self.found = min(self.found or PROBE_PART * period, period - reserve)
  return self.found
end

-- How many seconds the slice of this frame is long.
function frames:length()
  local passed, goal = self.wall() - self.began, self.period and goal_of(self) or USUAL
  local left = goal - self.spent - passed - min(RESERVE, RESERVED_PART * goal)
  local most = goal >= LONG and goal * PART_OF_LONG or LONGEST
  self.slice = max(min(room_of(self) - passed, left, most, LONGEST), LEAST_PART * (self.period or FIRST))
  return self.slice
end

-- The opponent has not been called in this frame: the next call shows nothing of it.
function frames:skip() self.ended = nil end

-- The opponent has done its part of the frame. `is_judged` says whether the frame shows if the slice was too long.
function frames:finish(is_judged)
  if not is_judged then self.slice = nil end
  self.ended, self.ended_processor = self.wall(), self.processor()
  self.used = self.ended - self.began
end

return frames
