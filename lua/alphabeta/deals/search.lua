-- Alpha-beta in a game of hidden hands: searches several deals, see sum.lua. Internal: the engine in Lua runs it in
-- place of its own iterations.
--
-- Pauses, errors and limits are those of the engine in Lua: see fallback/run.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local COUNTERS, deal, limits, sum = use("front.counter_rows", "deals.deal", "fallback.limits", "deals.sum")

local huge, ipairs, max, min = math.huge, ipairs, math.max, math.min

local search = {}

-- How many nodes are searched before the search may be stopped.
local STEP_NODES = 1000

-- Draws the deals. Returns whether there is anything to search.
local function draw_all(e, d)
  local list = e.path.list
  local deals = deal.begin(e, list)
  if deals.is_over then return false end
  d:set_moves(e.state, deals.moves, e.minimizing)
  for _ = 1, e.deals do
    d:add(deal.draw(e, deals, list))
    e.state = deals.state
    e.look(false)
  end
  return true
end

-- Searches until the search ends; the reason is then written down. `report(e)` calls `on_iteration`.
function search.run(e, report)
  local d = sum.new(use "fallback.core", e) -- that module uses this one
  e.dealt, e.is_quiet = d, false
  e.limits.check = huge -- the deals test the limits
  if not draw_all(e, d) then
    e.evaluations, d.value, e.reason = 1, e.path.value(e.state, true), "over"
    return
  end
  repeat
    local nodes, now = max(min(STEP_NODES, e.slice.nodes - e.nodes), 1), limits.now()
    local seconds = max(limits.deadline(e.slice) - now, 0)
    local reason = d:step(nodes, seconds, now - e.limits.start, e.limits.waited)
    for _, name in ipairs(COUNTERS) do e[name] = d[name] end
    if reason == "others" then e.path.reject("moves", "expected the same moves each time in a state, got others") end
    if reason == "iteration" and e.on_iteration then report(e) end
    e.look(false)
    e.reason = reason ~= "pause" and reason ~= "iteration" and reason or nil
  until e.reason
  d:close()
end

function search.ranked(e, random)
  if not e.dealt then return {list = {}, bound = 0, temperature = 0} end -- it has not begun
  return e.dealt:ranked(random, e.chosen)
end

-- Best move and value; `info` gets its fields.
function search.values(e, info)
  local d = e.dealt
  if d then
    local best, value = d:found(info)
    return best, d.value or value
  end
end

return search
