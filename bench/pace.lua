--- The share of each frame that an opponent uses, and frames that are late, in both ways to call it: at the end of
-- love.update, where it does not know how much of this frame the game has used, and by its hook, where it does.
--
-- The clock is simulated, so the figures do not depend on the machine. A frame begins with the signal of the screen.
-- The game updates, the opponent thinks, the game draws, and waits for the next signal. A slice ends a tenth of a
-- millisecond late. The game works for 3 ms in each frame, a quarter of it in its update. An uneven game needs up to
-- half as much again, and in one frame of a hundred its update takes a third of a frame longer.
--
-- usage: pace.lua

local frames = require "alphabeta.opponent.frame"
local report = require "bench.support.report"
local rng = require "spec.support.rng"

local WORK, OVERRUN, LATE = 0.003, 0.0001, 1.2
local IDLE, COUNT = 60, 6000

-- Runs frames. Returns the share of them that the slices had, and how many were late.
local function run(hz, is_hooked, is_uneven)
  local random = rng.new(hz)
  local now, processor, used, late = 0, 0, 0, 0
  local frame = frames.new(function() return now end, function() return processor end)
  local function work(seconds) now, processor = now + seconds, processor + seconds end

  local last, tick = 0, 0
  for i = 1, IDLE + COUNT do
    local begun, seconds = now, now - last
    last = now
    if i > IDLE + 1 and seconds > LATE / hz then late = late + 1 end
    local needs = is_uneven and WORK * (1 + random:int(0, 1000) / 2000) or WORK
    work(needs / 4 + (is_uneven and random:int(1, 100) == 1 and 1 / 3 / hz or 0))
    frame:begin(seconds, is_hooked and now - begun or nil)
    if i > IDLE then
      local slice = frame:length() + OVERRUN
      work(slice)
      used = used + slice
    end
    frame:finish(true)
    work(needs * 3 / 4)
    repeat tick = tick + 1 / hz until tick > now
    now = tick
  end
  return used * hz / COUNT, late
end

for _, is_uneven in ipairs {false, true} do
  for _, is_hooked in ipairs {false, true} do
    for _, hz in ipairs {30, 60, 144} do
      local share, late = run(hz, is_hooked, is_uneven)
      local subject = (is_uneven and "an uneven game, " or "3 ms a frame, ") .. (is_hooked and "hook" or "update")
      report.record("pace", subject, {share}, nil, ("%d of %d frames late"):format(late, COUNT), hz .. " Hz")
    end
  end
end
