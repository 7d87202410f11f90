-- The limits of a search, and the clock: as csrc/engine/limits.c has them. Internal: the engine in Lua uses it.

local huge = math.huge

local limits = {}

-- Seconds between two looks at the clock, and the most nodes.
local PERIOD, INTERVAL_MAX = 0.0001, 4096

-- The clock: seconds, never going back. LÖVE's, where there is one, counts the time that passes, that of `os` the time
-- that the program has used. Nil where there is none.
local function find_clock()
  local timer = type(love) == "table" and love.timer
  if timer and timer.getTime then return timer.getTime end
  return os and os.clock or nil
end
limits.clock = find_clock()

-- Sets the clock. Returns the one before.
function limits.set_clock(clock)
  local before = limits.clock
  limits.clock = clock
  return before
end

-- Seconds on the clock, 0 where there is none.
function limits.now()
  return limits.clock and limits.clock() or 0
end

local function schedule(l, nodes)
  l.check = l.nodes
  if l.time < huge and nodes + l.interval < l.check then l.check = nodes + l.interval end
end

-- Limits that are not looked at before `reached` or `set` is called.
function limits.new(nodes, time)
  local start = time < huge and limits.now() or 0
  return {nodes = nodes, time = time, check = huge, interval = 1, start = start, looked = start}
end

-- Which limit is reached at this count of nodes; nil for none, and `check` has moved on.
function limits.reached(l, nodes)
  if nodes >= l.nodes then return "nodes" end
  if l.time < huge then
    local now = limits.now()
    local passed = now - l.looked
    if now - l.start >= l.time then return "time" end
    if passed * 2 < PERIOD and l.interval < INTERVAL_MAX then
      l.interval = l.interval * 2
    elseif passed > PERIOD and l.interval > 1 then
      l.interval = l.interval / 2
    end
    l.looked = now
  end
  schedule(l, nodes)
  return nil
end

-- Sets other limits.
function limits.set(l, nodes, most, time)
  l.nodes, l.time = most, time
  schedule(l, nodes)
end

-- Brings the limits nearer: half of what is left of them stays.
function limits.halve(l, nodes)
  local most, time = l.nodes, l.time
  if most < huge then most = nodes + (most > nodes and (most - nodes - (most - nodes) % 2) / 2 or 0) end
  if time < huge then
    local passed = limits.now() - l.start
    time = passed + (time > passed and (time - passed) / 2 or 0)
  end
  limits.set(l, nodes, most, time)
end

return limits
