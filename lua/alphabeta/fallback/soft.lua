-- Soft limits: how much of them an iteration may use, as csrc/engine/root.c has it. Internal: the engine in Lua uses
-- it.

local PACKAGE = (... or "alphabeta.fallback.soft"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local limits = require(PACKAGE .. ".limits")

local soft = {}

local STRETCH_MAX, STRETCH_RANGE = constants.STRETCH_MAX, constants.STRETCH_RANGE
local STRETCH_FALLEN, STRETCH_BEGUN = constants.STRETCH_FALLEN, constants.STRETCH_BEGUN

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
function soft.set_limits(e)
  local l = e.limits
  limits.set(l, e.nodes, e.nodes_limit, e.time_limit)
  if l.is_soft then limits.soften(l, e.nodes, STRETCH_BEGUN * stretch_of(e)) end
end

-- The best move is another one: an iteration that is not a skip may take longer.
function soft.note_change(e)
  e.changed = e.nodes
  if not e.is_skipping and e.result_depth >= e.min_depth then soft.set_limits(e) end
end

-- Which limit is reached between two iterations, nil for none; then it sets those of the next one.
function soft.reason(e)
  local l, nodes = e.limits, e.nodes
  if l.is_soft then
    limits.soften(l, nodes, stretch_of(e))
    local reason = limits.reached(l, nodes)
    if reason then return reason end
    soft.set_limits(e)
  end
  return limits.reached(l, nodes)
end

return soft
