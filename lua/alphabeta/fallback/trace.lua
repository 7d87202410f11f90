-- The events of a traced search: as csrc/engine/trace.c and csrc/binding/driver/events.c have them. Internal: the
-- engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.trace"):match "^(.*)%.[^.]*$"

local result = require(PACKAGE .. ".result")
local AT_NODE = require(PACKAGE .. ".running").AT_NODE

local huge = math.huge

local trace = {}

local BOUNDS = {[-1] = "upper", [0] = "exact", [1] = "lower"}

-- A value in Max's view, never -0.
local function to_max(f, value)
  if value == 0 then return 0 end
  return f.sign > 0 and value or -value
end

-- Whether Max moves at a node; nil if the search does not know it.
local function turn_of(e, f)
  local root = not e.minimizing
  if e.algorithm == "maxn" or f.is_chance and f.is_expanded then return nil end
  if f.at == 0 then return root end
  if not e.asks_turn then return (f.ply % 2 == 0) == root end
  local is_known = f.has_turn
  if f.is_expanded then is_known = f.count > 0 end
  if is_known then return f.sign > 0 end
  return nil
end

-- The bound of a node's value, in Max's view; nil if that is unknown.
local function bound_of(e, f)
  local has_floor = f.is_expanded and f.count > 0
  local lowest = has_floor and f.original_alpha or f.alpha
  local bound = 0
  if e.algorithm == "maxn" or f.is_exact then return 0 end
  if f.value >= f.beta and f.beta < huge then
    bound = 1
  elseif f.has_stand_pat then
    return nil
  elseif f.value <= lowest and lowest > -huge then
    bound = -1
  elseif f.is_lower then
    bound = 1
  end
  return f.sign * bound
end

-- The value of a node for an event of a type.
local function value_of(e, f, kind)
  if e.algorithm == "maxn" then return result.payoffs(e, f.payoffs or {}) end
  local is_stand_pat = kind == "evaluate" and f.depth <= 0 and not f.is_exact
  return to_max(f, is_stand_pat and f.stand_pat or f.value)
end

-- A copy of the successors that the game has listed at a node; empty if `find_move` found some and none is listed.
local function successors_of(f)
  local list = {}
  for i = 1, f.is_finding and 0 or f.count do list[i] = f.list[i] end
  return list
end

-- Calls `trace` with an event of a node. A special "enter" says that the node is searched once more, a special "leave"
-- that it is left without a value. A "cutoff" tells how many successors were `tried`.
local function note(e, f, kind, is_special, tried)
  if e.is_stopping then return end
  local has_value = kind ~= "enter" and kind ~= "cutoff" and not is_special
  local event = {type = kind, state = f.state, ply = f.at, depth = f.depth, maximizing = turn_of(e, f)}
  if f.at > 0 then
    if f.is_pass then
      event.pass = true
    else
      event.move = f.entered
      if not f.parent.is_finding then event.index = f.parent.entered_index end
    end
  end
  if e.algorithm ~= "maxn" then
    event.alpha = to_max(f, f.sign > 0 and f.alpha or f.beta)
    event.beta = to_max(f, f.sign > 0 and f.beta or f.alpha)
  end
  if has_value then event.value = value_of(e, f, kind) end
  if f.is_chance then event.chance = true end
  if kind == "enter" and is_special then event.again = true end
  if kind == "leave" and not is_special then
    local bound = bound_of(e, f)
    event.bound = bound and BOUNDS[bound]
  end
  if (kind == "bound" or kind == "cutoff") and not f.above.is_pass then event.by = f.above.entered end
  if kind == "cutoff" then
    event.tried, event.successors = tried, successors_of(f)
  end
  e.running = AT_NODE.trace
  e.current = f
  e.trace(event)
end
trace.note = note

-- Records how the child just left has changed a node.
function trace.note_child(e, f, alpha, tried, was_cut)
  if e.algorithm ~= "maxn" and f.alpha > alpha then note(e, f, "bound") end
  if f.is_cut and not was_cut then note(e, f, "cutoff", false, tried) end
end

return trace
