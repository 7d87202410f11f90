--- How much memory a function takes, in figures that can be compared with narrow limits.
-- What collectgarbage("count") returns also changes for other reasons: LuaJIT compiles a trace, the stack or a table of
-- Lua's own grows once, a string is interned. These change one measurement, not all. What the function itself takes it
-- takes every time: so each figure is the least of several measurements.
-- @module spec.support.memory_use
local memory_use = {}

-- How often something is measured.
local TRIES = 6

-- How often a function is called in the first measurement of growth.
local FIRST_CALLS = 100

--- Bytes that a call leaves behind at least, if it leaves anything: a place in an array.
memory_use.LEAST = 8

--- Collects all there is, what finalizers have let go included.
function memory_use.collect()
  for _ = 1, 3 do collectgarbage() end
end

-- How many bytes Lua uses when nothing is left to collect.
local function used()
  memory_use.collect()
  return collectgarbage("count") * 1024
end

-- The least number that `measure` returns for 1, 2, 3 and so on.
local function least(measure)
  local lowest = math.huge
  for try = 1, TRIES do
    local bytes = measure(try)
    lowest = math.min(lowest, bytes)
  end
  return lowest
end

--- What a function allocates, whether or not it is garbage in the end.
-- @tparam function run is called without arguments
-- @tparam[opt] function prepare is called before each measurement; what it returns is the argument of `run`
-- @treturn number bytes
function memory_use.allocated(run, prepare)
  return least(function()
    local argument = prepare and prepare()
    memory_use.collect()
    collectgarbage("stop")
    local before = collectgarbage("count")
    run(argument)
    local bytes = (collectgarbage("count") - before) * 1024
    collectgarbage("restart")
    return bytes
  end)
end

-- The median of what `measure` returns for 1, 2, 3 and so on: what was collected late makes one figure too small.
local function median(measure)
  local figures = {}
  for try = 1, TRIES do figures[try] = measure(try) end
  table.sort(figures)
  return figures[TRIES / 2]
end

--- What is more after a call than before it, when nothing is left to collect.
-- @tparam function run is called with what `prepare` returned; what it returns is kept until it is measured
-- @tparam[opt] function prepare is called before each measurement
-- @treturn number bytes
function memory_use.kept(run, prepare)
  return median(function()
    local argument = prepare and prepare()
    local before = used()
    local result = run(argument)
    local bytes = used() - before
    return bytes, result, argument
  end)
end

--- What each of many calls leaves behind. A measurement has twice as many calls as the one before, so that an array
-- that grows with each call, but takes memory only when it has doubled, shows in all of them, and the few hundred
-- bytes by which any two measurements differ are little for a call. LuaJIT compiles nothing meanwhile: it may go on
-- doing that for thousands of calls.
-- @tparam function run is called without arguments
-- @tparam[opt=100] number calls how many of them in the first measurement
-- @treturn number bytes a call: less than LEAST where nothing is left behind
function memory_use.leaked(run, calls)
  calls = calls or FIRST_CALLS
  run() -- what is made once and for all is not counted
  local is_compiling = jit and jit.status()
  if is_compiling then jit.off() end
  local bytes = median(function(try)
    local count = calls * 2 ^ (try - 1)
    local before = used()
    for _ = 1, count do run() end
    return (used() - before) / count
  end)
  if is_compiling then jit.on() end
  return bytes
end

return memory_use
