-- The limits of a search, and the clock: as csrc/engine/limits.c has them; and how much of the soft ones an iteration
-- may use, as in csrc/engine/root.c. Internal: the engine in Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, clock, globals = use("common.constant_rows", "fallback.clock", "common.globals")
local fail = use "front.message".fail

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local limits = {}

-- After a step of more than SLOW seconds, the clock is read at each of the next 256 steps: the interval is WARY, and
-- an interval below 1 is a single step. In many games some nodes are slow, and others fast, which the table knows.
local PERIOD, INTERVAL_MAX, SLOW, WARY = constants.LIMITS_PERIOD, constants.LIMITS_INTERVAL_MAX, 0.002, 2 ^ -256
local STRETCH_MAX, STRETCH_RANGE = constants.STRETCH_MAX, constants.STRETCH_RANGE
local STRETCH_FALLEN, STRETCH_BEGUN = constants.STRETCH_FALLEN, constants.STRETCH_BEGUN

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
  l.check = is_timed(l) and min(l.nodes, nodes + l.interval) or l.nodes
end

-- The limits of a search, which are tested only after `reached` or `set` is called. `think` is a limit of seconds, not
-- counting those that the search has waited. `thought` is the same for the current iteration. `soft` has the fields
-- `soft_nodes`, `soft_time` and `soft_think`, math.huge for none.
function limits.new(nodes, time, think, soft)
  local now = limits.now()
  local l = {
    nodes = nodes, time = time, think = think, thought = think, waited = 0, check = huge, interval = 1,
    soft_nodes = soft.soft_nodes, soft_time = soft.soft_time, soft_think = soft.soft_think, start = now, looked = now,
  }
  l.is_soft = min(l.soft_nodes, l.soft_time, l.soft_think) < huge
  return l
end

-- The limits of a slice, which ends at this count of nodes, or after these seconds. `before`: those of the last one.
function limits.of_slice(before, nodes, seconds)
  local now = limits.now()
  return {
    nodes = nodes, time = seconds, think = huge, thought = huge, waited = 0, check = seconds < huge and 0 or nodes,
    interval = before and min(before.interval, 1) or 1, start = now, looked = now,
  }
end

-- When the time is over, on the clock.
function limits.deadline(l) return l.start + min(l.time, l.thought + l.waited) end

-- How many steps there are until the clock is read again, if there were `interval` in the last seconds that `passed`.
local function next_interval(interval, passed)
  if passed > SLOW then return WARY end
  if passed * 2 < PERIOD and interval < INTERVAL_MAX then return interval * 2 end
  return passed > PERIOD and min(interval, 1) or interval
end

-- Whether the time is over, but for the last `reserve` seconds. If it is not, `interval` says after how many steps this
-- must be asked again.
function limits.is_late(l, reserve)
  local now = limits.now()
  if now + (reserve or 0) >= limits.deadline(l) then return true end
  l.interval, l.looked = next_interval(l.interval, now - l.looked), now
  return false
end

-- Which limit is reached at this count of nodes; nil for none, and `check` has moved on.
function limits.reached(l, nodes, reserve)
  if nodes >= l.nodes then return "nodes" end
  if is_timed(l) and limits.is_late(l, reserve) then return "time" end
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
  local share, passed = nodes / l.soft_nodes, limits.now() - l.start
  local part = max(passed / l.soft_time, (passed - l.waited) / l.soft_think)
  if part > share then return part, "time" end
  return share, "nodes"
end

-- Soft limits --------------------------------------------------------------------------------------------------------

-- Whether the last iteration values the position lower than the one before, as the root's player sees it.
local function has_fallen(e)
  local last, before = e.values[1], e.values[2]
  if e.minimizing then return last > before end
  return last < before
end

-- How many times the soft limits may be used: less, the greater the part of all nodes that was searched since the best
-- move last changed; more when the value has fallen.
local function stretch_of(e)
  local stretch = STRETCH_MAX - STRETCH_RANGE * ((e.nodes - e.changed) / e.nodes)
  return has_fallen(e) and STRETCH_FALLEN * stretch or stretch
end

-- Sets the limits of an iteration: the search's, brought nearer by the soft ones.
function limits.begin_iteration(e)
  local l = e.limits
  limits.set(l, e.nodes, e.nodes_limit, e.time_limit)
  if l.is_soft then limits.soften(l, e.nodes, STRETCH_BEGUN * stretch_of(e)) end
end

-- The best move is another one: the iteration may take longer.
function limits.note_change(e)
  e.changed = e.nodes
  if e.result_depth >= e.min_depth then limits.begin_iteration(e) end
end

-- Which limit is reached between two iterations, nil for none; then it sets those of the next one.
function limits.end_iteration(e)
  local l, nodes = e.limits, e.nodes
  if l.is_soft then
    limits.soften(l, nodes, stretch_of(e))
    local reason = limits.reached(l, nodes)
    if reason then return reason end
    limits.begin_iteration(e)
  end
  return limits.reached(l, nodes)
end

return limits
