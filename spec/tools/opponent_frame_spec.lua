-- The time of a frame: how much of it an opponent uses, in loops of every kind, by a simulated clock.
--
-- Cause: a frame was taken for a sixtieth of a second, and the slice found out slowly how much of it was left. A game
-- of 30 frames a second got a tenth of what a search at once gets, one of 144 was slowed down to half of that, and at
-- 60 the first moves had a quarter.

local alphabeta = require "alphabeta"
local frames = require "alphabeta.opponent.frame"
local framed_nim = require "spec.support.framed_nim"
local rng = require "spec.support.rng"

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
  framed_nim.replace_slices(opponent, function(step, slice)
    now, worked, slices = now + slice + (loop.overrun or 0), worked + slice, slices + slice
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

-- What is drawn of a loop, for messages.
local function describe_loop(loop)
  return ("%s, hz %s, own %g, sleep %s, cpu %s"):format(loop.kind, tostring(loop.hz), loop.own, tostring(loop.sleep),
    tostring(loop.cpu))
end

-- Checks that an opponent gets the part `goal` of each second in which it thinks, for `moves` of these from the `first`
-- on, with a second between them, and that at most one of a hundred frames is late.
local function check_moves(options, goal, first, moves)
  local loop, late, count = begin(options), 0, 0
  loop.wait(60)
  for move = 1, moves do
    local part, own_late, own_count = loop.think()
    if move >= first then
      late, count = late + own_late, count + own_count
      assert.is_true(part >= goal, ("%s, move %d: %g, expected %g"):format(describe_loop(options), move, part, goal))
    end
    loop.wait(60)
  end
  assert.is_true(late <= count / 100, ("%s: %d of %d frames were late"):format(describe_loop(options), late, count))
end

describe("An opponent's part of a frame", function()
  it("is what the game leaves of it, on every screen", function()
    for _, hz in ipairs {30, 45, 60, 120, 144} do
      for _, own in ipairs {0.0005, 0.003} do
        for _, says_spent in ipairs {false, true} do
          check_moves({kind = "screen", hz = hz, own = own, noise = 0.3, says_spent = says_spent},
            0.8 * (1 / hz - own - 0.002) * hz, 1, 8)
        end
      end
    end
  end)

  -- Cause: of frames with a short slice only the late ones counted. After some of these, the opponent took two frames
  -- for one, and half of all frames were late.
  it("leaves the game its rate where now and then a frame takes long", function()
    local loop = begin {kind = "screen", hz = 144, own = 0.00375, noise = 0.4, peak = 1 / 432}
    loop.wait(60)
    local _, late, count = loop.think(40)
    assert.is_true(late <= count / 50, ("%d of %d frames were late"):format(late, count))
  end)

  it("is that where it never saw a frame before, but for the first of them", function()
    for _, hz in ipairs {30, 60, 144} do
      local loop = begin {kind = "screen", hz = hz, own = 0.003, is_silent = true}
      local part = loop.think()
      local goal = 0.7 * (1 / hz - 0.003 - 0.002) * hz
      assert.is_true(part >= goal, ("%d Hz: %g, expected %g"):format(hz, part, goal))
    end
  end)

  it("is found out where the time that the game waits cannot be seen", function()
    for _, cpu in ipairs {"wall", "none"} do
      for _, hz in ipairs {30, 60, 120, 144} do
        check_moves({kind = "screen", hz = hz, own = 0.003, noise = 0.2, cpu = cpu},
          0.8 * (1 / hz - 0.003 - 0.002) * hz, 2, 12)
      end
    end
  end)

  it("is what is left of a sixtieth of a second in a game that waits for nothing, or for a fixed time", function()
    for _, sleep in ipairs {0, 0.001, 0.004} do
      for _, own in ipairs {0.0002, 0.001, 0.004} do
        for _, cpu in ipairs {"own", "wall"} do
          check_moves({kind = "sleep", sleep = sleep, own = own, noise = 0.2, cpu = cpu},
            0.8 * (1 / 60 - own - sleep - 0.002) * 60, 2, 6)
        end
      end
    end
  end)

  it("is a tenth of the frame in a game that is too slow by itself", function()
    local loop = begin {kind = "sleep", sleep = 0, own = 0.05}
    loop.wait(60)
    loop.think(10)
    local part = loop.think(10)
    assert.is_true(part > 0.08 and part < 0.1, part)
  end)

  -- Cause: a step of a server was filled like a screen's frame, to four fifths. Then nothing else can run in it.
  it("is a quarter of the step of a server", function()
    for _, seconds in ipairs {0.05, 0.09, 0.2} do
      local loop = begin {kind = "screen", hz = 1 / seconds, own = 0.003, is_silent = true}
      local first = loop.think(5)
      loop.wait(60)
      local part = loop.think(5)
      assert.is_true(first <= 0.25 and part > 0.19 and part <= 0.25, ("%g s: %g, then %g"):format(seconds, first, part))
    end
  end)

  it("falls back as far as frames were late, and comes back", function()
    local options = {kind = "screen", hz = 60, own = 0.003}
    local loop = begin(options)
    loop.wait(60)
    local before = loop.think()
    options.own = 0.009
    loop.think()
    local part, late, count = loop.think(3)
    assert.is_true(part > 0.8 * (1 / 60 - 0.009 - 0.002) * 60 and late <= count / 100, part)
    options.own = 0.003
    loop.wait(60)
    assert.is_true(loop.think() > 0.9 * before)
  end)

  it("falls back no further than it must where something is not seen that a frame takes", function()
    local loop = begin {kind = "screen", hz = 60, own = 0.003, blocked = 0.004}
    loop.wait(60)
    loop.think(3)
    local part, late, count = loop.think(10)
    assert.is_true(part > 0.8 * (1 / 60 - 0.009) * 60 and late <= count * 0.02, part .. " " .. late)
  end)

  it("loses little by single frames that are late for another reason", function()
    local loop = begin {kind = "screen", hz = 60, own = 0.003}
    local count = 0
    framed_nim.replace_slices(loop.opponent, function(step, slice)
      count = count + 1
      if count % 150 == 0 then step(0.02) end
      return step(slice)
    end)
    loop.wait(60)
    loop.think(5)
    assert.is_true(loop.think(5) > 0.65)
  end)

  it("is given back where the game becomes slower, or faster", function()
    local options = {kind = "screen", hz = 60, own = 0.003}
    local loop = begin(options)
    loop.wait(60)
    loop.think()
    options.hz = 30
    loop.think(3)
    assert.is_true(loop.think() > 0.8 * (1 / 30 - 0.005) * 30)
    options.hz = 120
    loop.wait(60)
    local part, late = loop.think()
    assert.is_true(part > 0.8 * (1 / 120 - 0.005) * 120 and late <= 1, part .. " " .. late)
  end)

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
