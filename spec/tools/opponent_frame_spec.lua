-- The time of a frame: how much of it an opponent uses, in loops of every kind, by a simulated clock.
--
-- Cause: a frame was taken for a sixtieth of a second, and the slice found out slowly how much of it was left. A game
-- of 30 frames a second got a tenth of what a search at once gets, one of 144 was slowed down to half of that, and at
-- 60 the first moves had a quarter.

local alphabeta = require "alphabeta"
local frames = require "alphabeta.opponent.frame"
local framed_nim = require "spec.support.framed_nim"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

-- A game that never ends, with an opponent whose slices take just the time that they are given. `own` seconds of each
-- frame are the game's, a quarter of them before the opponent is called; in one of a hundred frames, `peak` more.
--
-- kinds of loops: "screen" waits for the next frame of `hz`, "sleep" for a fixed time, "none" does not wait; `cpu` says
-- what is seen of the processor's time: "own" what is worked, "wall" all the time that passes.
local function begin(loop)
  local now, worked, last = 0, 0, 0
  local game = {
    moves = function() return {1, 2} end, play = function(state) return state + 1 end,
    evaluate = function(state) return state % 7 end, hash = function(state) return state end,
  }
  local thinks, slices, late, count = false, 0, 0, 0
  local opponent = alphabeta.opponent {
    game = game, depth = 60, state = 1, turn = function() return thinks end, play = function() end,
  }
  local clock = {function() return now end, function() return loop.cpu == "wall" and now or worked end}
  opponent.frame = frames.new(clock[1], loop.cpu ~= "none" and clock[2] or nil)
  local calls = 0
  framed_nim.replace_slices(opponent, function(step, slice)
    calls = calls + 1
    if calls % (loop.stumbles or math.huge) == 0 then slice = slice + 0.02 end
    now, worked, slices = now + slice, worked + slice, slices + slice
    return step(0) and false
  end)
  local random = rng.new(1)

  local function work(seconds) now, worked = now + seconds, worked + seconds end

  local function run_frame(own)
    local seconds = now - last
    last = now
    if thinks then
      count = count + 1
      if seconds > 1.2 * math.max(1 / (loop.hz or 60), loop.own) then late = late + 1 end
    end
    work(own / 4)
    opponent:update(loop.is_silent and nil or seconds, loop.says_spent and own / 4 or nil)
    work(own * 3 / 4)
    now = now + (loop.blocked or 0)
    if loop.kind == "screen" then
      local frame = 1 / loop.hz
      now = (math.floor(now / frame + 1e-9) + 1) * frame
    elseif loop.kind == "sleep" then
      now = now + loop.sleep
    end
  end

  local self = {opponent = opponent}

  -- Lets it think for a second. Returns its part of that time, and the part of the frames that were late.
  function self.think(seconds)
    thinks, slices, late, count = true, 0, 0, 0
    local begun = now
    while now - begun < (seconds or 1) do
      local own = loop.own * (1 + (loop.noise or 0) * (random:int(0, 1000) / 1000 - 0.5))
      run_frame(loop.peak and random:int(1, 100) == 1 and own + loop.peak or own)
    end
    thinks = false
    return slices / (now - begun), late, count
  end

  -- Frames in which it is not its turn.
  function self.wait(number)
    for _ = 1, number do run_frame(loop.own) end
  end

  return self
end

-- The part of each second that a game leaves, at `hz` frames a second with `own` seconds of its own in each.
local function rest(hz, own) return (1 / hz - own - 0.002) * hz end

-- What is promised; the loop; and phases: the seconds to think, fields of the loop that change before, the least and
-- the greatest part. It thinks once, or `times`, each time after 60 frames, or `wait`. `late` is the greatest share of
-- late frames in all phases that have it.
local ROWS = {
  -- Cause: of frames with a short slice only the late ones counted. After some of these, the opponent took two frames
  -- for one, and half of all frames were late.
  {"leaves the game its rate where now and then a frame takes long",
    {hz = 144, own = 0.00375, noise = 0.4, peak = 1 / 432}, {{40, late = 0.02}}},
  {"is a tenth of the frame in a game that is too slow by itself", {kind = "sleep", sleep = 0, own = 0.05},
    {{10}, {10, {}, 0.08, 0.1, wait = 0}}},
  {"falls back as far as frames were late, and comes back", {hz = 60, own = 0.003}, {
    {1}, {1, {own = 0.009}, wait = 0}, {3, {}, 0.8 * rest(60, 0.009), late = 0.01, wait = 0},
    {1, {own = 0.003}, 0.88 * rest(60, 0.003)},
  }},
  {"falls back no further than it must where something is not seen that a frame takes",
    {hz = 60, own = 0.003, blocked = 0.004}, {{3}, {10, {}, 0.8 * rest(60, 0.007), late = 0.02, wait = 0}}},
  {"loses little by single frames that are late for another reason", {hz = 60, own = 0.003, stumbles = 150},
    {{5}, {5, {}, 0.65, wait = 0}}},
  {"is given back where the game becomes slower, or faster", {hz = 60, own = 0.003}, {
    {1}, {3, {hz = 30}, wait = 0}, {1, {}, 0.8 * rest(30, 0.003), wait = 0},
    {1, {hz = 120}, 0.8 * rest(120, 0.003), late = 0.01},
  }},
}

local function add(...) ROWS[#ROWS + 1] = {...} end

-- The part of each second in which it thinks from the `first` move on.
local function moves_from(first, goal) return {{1, times = first - 1}, {1, {}, 0.8 * goal, late = 0.01, times = 4}} end

for _, hz in ipairs {30, 45, 60, 120, 144} do
  for _, own in ipairs {0.0005, 0.003} do
    for _, says_spent in ipairs {false, true} do
      add(("is what the game leaves of it: %d Hz"):format(hz),
        {hz = hz, own = own, noise = 0.3, says_spent = says_spent}, moves_from(1, rest(hz, own)))
    end
  end
end
for _, cpu in ipairs {"wall", "none"} do
  for _, hz in ipairs {30, 60, 120, 144} do
    add(("is found out where the time that the game waits cannot be seen: %d Hz"):format(hz),
      {hz = hz, own = 0.003, noise = 0.2, cpu = cpu}, moves_from(2, rest(hz, 0.003)))
  end
end
for _, sleep in ipairs {0, 0.001, 0.004} do
  for _, own in ipairs {0.0002, 0.001, 0.004} do
    for _, cpu in ipairs {"own", "wall"} do
      add(("is what is left of a sixtieth of a second where the game waits for %g s"):format(sleep),
        {kind = "sleep", sleep = sleep, own = own, noise = 0.2, cpu = cpu}, moves_from(2, rest(60, own + sleep)))
    end
  end
end
for _, hz in ipairs {30, 60, 144} do
  add(("is that where it never saw a frame before, but for the first of them: %d Hz"):format(hz),
    {hz = hz, own = 0.003, is_silent = true}, {{1, {}, 0.7 * rest(hz, 0.003), wait = 0}})
end
-- Cause: a step of a server was filled like a screen's frame, to four fifths. Then nothing else can run in it.
for _, seconds in ipairs {0.05, 0.09, 0.2} do
  add(("is a quarter of the step of a server, %g s"):format(seconds), {hz = 1 / seconds, own = 0.003, is_silent = true},
    {{5, {}, 0, 0.25, wait = 0}, {5, {}, 0.19, 0.25}})
end

describe("An opponent's part of a frame", function()
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      local options = wrap.replace({kind = "screen"}, row[2])
      local loop, late, count, most = nil, 0, 0, 0
      for i, phase in ipairs(row[3]) do
        for name, value in pairs(phase[2] or {}) do options[name] = value end
        loop = loop or begin(options)
        for _ = 1, phase.times or 1 do
          loop.wait(phase.wait or 60)
          local part, own_late, own_count = loop.think(phase[1])
          assert.is_true(part >= (phase[3] or 0) and part <= (phase[4] or 1), ("phase %d: %g"):format(i, part))
          if phase.late then late, count, most = late + own_late, count + own_count, phase.late end
        end
      end
      assert.is_true(late <= most * count, ("%d of %d were late"):format(late, count))
    end)
  end

  it("is shorter where the game says what it has used of this frame", function()
    local time = 0
    local frame = frames.new(function() return time end)
    for _ = 1, 100 do
      time = time + 1 / 60
      frame:begin(1 / 60, 0.0117)
      assert.is_true(frame:length() <= 1 / 60 - 0.0117 - 0.002 + 1e-9)
      frame:finish(true)
    end
  end)

  it("has what its own work takes left out of it", function()
    local time, worked = 0, 0
    local frame = frames.new(function() return time end, function() return worked end)
    local function run_frame(marking)
      frame:begin(1 / 60)
      time, worked = time + marking, worked + marking
      local length = frame:length()
      if marking == 0 then length = 0 end
      time, worked = time + length, worked + length
      frame:finish(true)
      worked, time = worked + 0.005, time + 1 / 60 - frame.used
      return length
    end
    for _ = 1, 100 do run_frame(0) end
    for _ = 1, 10 do run_frame(0.003) end
    local length = run_frame(0.003)
    assert.is_true(math.abs(length - (1 / 60 - 0.005 - 0.003 - 0.002)) < 1e-9, length)
  end)
end)
