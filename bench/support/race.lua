--- Two functions that do the same, timed side by side.
-- @module bench.support.race

local clock = os.clock -- the processor's time: what else runs on the machine hardly shows in it

local SHORTEST = 0.04 -- seconds: a repetition calls as often as it takes the slower function to last that long

-- How long it takes to call a function so many times, in seconds.
local function time(f, times)
  collectgarbage()
  local start = clock()
  for _ = 1, times do f() end
  return clock() - start
end

-- Sorts and returns the array.
local function sorted(array)
  table.sort(array)
  return array
end

local race = {}

--- Times two functions in turns.
-- @tparam function ours
-- @tparam function theirs
-- @tparam number repetitions of each; odd, so that there is a middle one
-- @treturn {number,...} the time of ours as a multiple of theirs, in ascending order
-- @treturn {number,...} the seconds that a call of ours took, in ascending order
-- @treturn {number,...} the seconds that a call of theirs took, likewise
function race.run(ours, theirs, repetitions)
  time(ours, 1) -- so that what is made once is there, and a just-in-time compiler has seen it
  local times = math.ceil(SHORTEST / time(theirs, 1))
  if times > 1 then
    time(ours, times)
    time(theirs, times)
  end
  local ratios, seconds, their_seconds = {}, {}, {}
  for i = 1, repetitions do
    seconds[i] = time(ours, times) / times
    their_seconds[i] = time(theirs, times) / times
    ratios[i] = seconds[i] / their_seconds[i]
  end
  return sorted(ratios), sorted(seconds), sorted(their_seconds)
end

return race
