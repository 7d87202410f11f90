-- The limits of a search, and the clock: as csrc/engine/limits.c has them. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.limits"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local clock = require(PACKAGE .. ".clock")
local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")
local fail = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message").fail

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local limits = {}

local PERIOD, INTERVAL_MAX = constants.LIMITS_PERIOD, constants.LIMITS_INTERVAL_MAX

-- The clock: seconds, never going back. Nil if there is none.
limits.clock = clock.find(globals)

-- Sets the clock. Returns the one before.
function limits.set_clock(read)
  local before = limits.clock
  limits.clock = read
  return before
end

-- Raises an error if there is none.
function limits.check_clock(where)
  if not limits.clock then fail("%s: this host has no clock: give 'nodes', or alphabeta.set_clock", where) end
end

-- Seconds on the clock, 0 if there is none.
function limits.now()
  return limits.clock and limits.clock() or 0
end

local function is_timed(l)
  return l.time < huge or l.think < huge
end

local function schedule(l, nodes)
  l.check = l.nodes
  if is_timed(l) and nodes + l.interval < l.check then l.check = nodes + l.interval end
end

-- The limits, which are tested only after `reached` or `set` is called. `think` is a limit of seconds, not counting
-- those that the search has waited. `thought` is the same for the current iteration. `soft` has the fields
-- `soft_nodes`, `soft_time` and `soft_think`, math.huge for none.
function limits.new(nodes, time, think, soft)
  local l = {
    nodes = nodes, time = time, think = think, thought = think, waited = 0, check = huge, interval = 1,
    soft_nodes = soft.soft_nodes, soft_time = soft.soft_time, soft_think = soft.soft_think,
  }
  l.is_soft = min(l.soft_nodes, l.soft_time, l.soft_think) < huge
  l.start = is_timed(l) and limits.now() or 0
  l.looked = l.start
  return l
end

-- The search has waited so many seconds between two slices.
function limits.wait(l, seconds)
  l.waited = l.waited + seconds
end

-- Which limit is reached at this count of nodes; nil for none, and `check` has moved on.
function limits.reached(l, nodes)
  if nodes >= l.nodes then return "nodes" end
  if is_timed(l) then
    local now = limits.now()
    local passed = now - l.looked
    if now - l.start >= min(l.time, l.thought + l.waited) then return "time" end
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
  l.nodes, l.time, l.thought = most, time, l.think
  schedule(l, nodes)
end

-- Brings the limits down to `factor` times the soft ones.
function limits.soften(l, nodes, factor)
  l.nodes = min(l.nodes, l.soft_nodes < huge and floor(l.soft_nodes * factor) or huge)
  l.time, l.thought = min(l.time, l.soft_time * factor), min(l.thought, l.soft_think * factor)
  schedule(l, nodes)
end

-- The greatest part of a soft limit that is used, 0 without one; and the name of that limit.
function limits.share(l, nodes)
  local share, reason = nodes / l.soft_nodes, "nodes"
  if min(l.soft_time, l.soft_think) < huge then
    local passed = limits.now() - l.start
    local part = max(passed / l.soft_time, (passed - l.waited) / l.soft_think)
    if part > share then share, reason = part, "time" end
  end
  return share, reason
end

-- Halves what is left of the limits.
function limits.halve(l, nodes)
  local most, passed = l.nodes, is_timed(l) and limits.now() - l.start or 0
  local thought = passed - l.waited
  if most < huge then l.nodes = nodes + (most > nodes and (most - nodes - (most - nodes) % 2) / 2 or 0) end
  if l.time < huge then l.time = passed + max(l.time - passed, 0) / 2 end
  if l.thought < huge then l.thought = thought + max(l.thought - thought, 0) / 2 end
  schedule(l, nodes)
end

return limits
