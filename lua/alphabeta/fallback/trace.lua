-- The events of a traced search: as csrc/engine/trace.c and csrc/binding/driver/events.c have them. Internal: the
-- engine in Lua uses it.
--
-- A frame is a table of what events tell of an open node. Its window is in Max's view; `side` is 1 where Max moves.

local use = require((...):match "^(.*)%..*%." .. ".use")

local huge, type = math.huge, type

local trace = {}
local meta = {__index = trace} -- of frames

local BOUNDS = {[-1] = "upper", [0] = "exact", [1] = "lower"}

-- A traced search begins.
function trace.begin(e)
  e.frames, e.payoffs_of = {}, use "fallback.maxn".by_player
end

-- Whether Max moves at a node; nil if the search does not know it.
local function turn_of(f)
  local e = f.search
  if e.algorithm == "maxn" or f.is_chance then return nil end
  if f.at == 0 then return not e.minimizing end
  if not e.asks_turn then return (f.ply % 2 == 0) == not e.minimizing end
  if f.is_known then return f.side > 0 end
  return nil
end

-- A value for an event, never -0: a number, or payoffs.
local function value_of(f)
  local value = f.value
  if f.search.algorithm == "maxn" then return f.search.payoffs_of(f.search, type(value) == "table" and value or {}) end
  return value + 0.0
end

-- The bound of a node's value, in Max's view; nil if that is unknown.
local function bound_of(f, is_lower)
  if f.search.algorithm == "maxn" or f.is_exact then return 0 end
  local side = f.side
  local value, a, b = side * f.value, side > 0 and f.alpha or -f.beta, side > 0 and f.beta or -f.alpha
  if f.first then a = f.first end
  if value >= b and b < huge then return side end
  if f.has_stand_pat then return nil end
  if value <= a and a > -huge then return -side end
  return is_lower or 0
end

-- Calls `trace` with an event of a node. A special "enter" says that the node is searched once more, a special "leave"
-- that it is left without a value.
local function tell(f, kind, is_special, tried, by)
  local e = f.search
  if e.is_stopping then return end
  local event = {type = kind, state = f.state, ply = f.at, depth = f.depth, maximizing = turn_of(f)}
  if f.at > 0 then
    event.move, event.index = e.path.move(f.at), e.path.index(f.at)
    if e.path.is_pass(f.at) then event.pass, event.index = true, nil end
  end
  if e.algorithm ~= "maxn" then
    event.alpha, event.beta = f.alpha == 0 and 0 or f.alpha, f.beta == 0 and 0 or f.beta
  end
  if kind ~= "enter" and kind ~= "cutoff" and not is_special then event.value = value_of(f) end
  if f.is_chance then event.chance = true end
  if kind == "enter" and is_special then event.again = true end
  if kind == "leave" and not is_special then event.bound = BOUNDS[f.bound] end
  event.by = by
  if kind == "cutoff" then
    event.tried, event.successors = tried, {}
    for i = 1, f.count do event.successors[i] = f.list[i] end
  end
  e.path.note "trace"
  e.trace(event)
end

-- A node is entered.
function trace.open(e, state, depth, side, alpha, beta, at, is_again)
  local f = setmetatable({
    search = e, state = state, depth = depth, side = side, alpha = alpha, beta = beta, at = at, ply = at - e.skipped,
  }, meta)
  if is_again then f.is_known, f.side = e.frames[at].is_known, e.frames[at].side end
  e.frames[at] = f
  tell(f, "enter", is_again)
  return f
end

-- Something has given a node its value: an evaluation, for example. `bound` is 0 if it is exact.
function trace.note(f, kind, value, bound)
  f.value, f.is_exact = value, bound == 0
  tell(f, kind)
end

-- A quiescence node has the value of its state.
function trace.stand_pat(f, side, value, over, is_again)
  f.side, f.is_known, f.value, f.is_exact, f.has_stand_pat = side, true, value, over, not over
  if not is_again then tell(f, "evaluate") end
  f.first = side > 0 and f.alpha or -f.beta
  if f.search.prunes then trace.raise(f, side * value) end
end

-- The successors of a node are listed.
function trace.note_list(f, side, list, count)
  f.side, f.is_known, f.list, f.count = side, true, list, count
  if f.alpha then f.first = f.first or side > 0 and f.alpha or -f.beta end
end

-- Raises the lower end of a node's window, in the view of its player. Returns whether it was lower.
function trace.raise(f, a)
  if f.side > 0 then
    if not (a > f.alpha) then return false end
    f.alpha = a
  else
    if not (-a < f.beta) then return false end
    f.beta = -a
  end
  return true
end

-- A successor has given a node the value `best`, which makes `a` the lower end of its window. `is_cut`: the others are
-- left out; `count` are known, and there may be more.
function trace.note_child(f, best, a, tried, count, more, is_cut, by)
  f.value, f.count = type(best) == "table" and best or f.side * best, count
  if f.search.algorithm ~= "maxn" and trace.raise(f, a) then tell(f, "bound", false, nil, by) end
  if is_cut and (tried < count or more) then tell(f, "cutoff", false, tried, by) end
end

-- Successors are left out for another reason: a null move, or outcomes that no longer matter.
function trace.cut(f, value, list, count, tried, by)
  f.value, f.list, f.count = value, list, count
  tell(f, "cutoff", false, tried, by)
end

-- A node is left with its value. `bound` is 1 or -1 if only one successor was tried.
function trace.close(f, value, bound)
  f.value = value
  f.bound = bound_of(f, bound ~= 0 and bound or nil)
  tell(f, "leave")
  f.is_left = true
end

-- A limit ends the search: the open nodes are left without a value.
function trace.abandon(e)
  local path = e.path
  for at = path.made(), 0, -1 do
    local f = e.frames[at]
    if f and not f.is_left then tell(f, "leave", true) end
    if at > 0 then path.leave(e.state) end
  end
end

return trace
