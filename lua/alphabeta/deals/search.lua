-- Alpha-beta in a game of hidden hands: searches several deals, each with all hands seen, and adds up the values of
-- each move. Internal: the engine in Lua runs it in place of its own iterations; the C module has sum.lua.
--
-- Each deal has a searcher of its own, so no table has values of two deals. Pauses, errors and limits are those of the
-- engine in Lua: see fallback/run.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local COUNTERS, deal, globals, limits = use("front.counter_rows", "deals.deal", "common.globals", "fallback.limits")
local options_of, solvers, tree = use("deals.options", "playouts.solver", "uct.tree")

solvers.protect = use "fallback.searcher".protect

local huge, ipairs, max, min, next, select = math.huge, ipairs, math.max, math.min, next, select

local has_slices = globals.coroutine ~= nil

local search = {}

-- The module alphabeta.core, which searches the deals.
function search.core() return use "fallback.core" end

-- How many nodes a deal is searched before limits are tested.
local STEP_NODES = 1000

-- Whether limits may end the search.
local function is_limited(d) return d.depth > 0 or not d.is_deepening end

-- Why the search ends, when it may; nil if it goes on. `is_between` two searches of deals: within one, that searcher
-- knows the limit of nodes.
local function reason_to_end(e, d, is_between)
  if is_limited(d) and not e.is_stopping then
    local reason = limits.reached(e.limits, e.nodes)
    if reason and (is_between or reason ~= "nodes") then return reason end
  end
  e.limits.check = huge -- this search tests the limits itself
  if e.is_stopping or e.slice_check < huge then e.look(false) end
  return nil
end

-- How far the next step of a deal's search may go.
local function step_of(e, d)
  local l, nodes, deadline = e.limits, min(STEP_NODES, e.slice_nodes - e.nodes), e.slice_end
  if is_limited(d) then deadline = min(deadline, l.start + min(l.time, l.thought + l.waited)) end
  return {nodes = max(nodes, 1), time = deadline < huge and max(deadline - limits.now(), 0) or nil}
end

-- Stores the values of the moves of a deal, as terms of a sum. The moves must be those that were listed when it was
-- drawn.
local function store(e, d, nth, value, scores)
  local values, first, are_same = {all = tree.term(value)}, d.values[1] or {}, true
  for i = 1, #scores do
    local place = d.deals.keys[deal.key_of(e, e.state, scores[i].move)]
    if not place then are_same = false else values[place] = tree.term(scores[i].value) end
  end
  for place in next, first do are_same = are_same and values[place] ~= nil end
  if not are_same then
    e.path.reject("moves", "expected the same moves each time in a state, got others")
  end
  d.values[nth] = values
end

-- Begins the search of a deal to a depth. Its searcher ends at the limit of nodes, at the same node in slices of any
-- length. Returns a function that goes on with it, and returns whether it has ended, its value and info. A host
-- without coroutines has no slices: there it searches to the end, or to a limit.
local function begin_deal(e, d, nth, depth)
  local solver, state, given = d.solvers[nth], d.states[nth], {depth = depth, deepening = d.deepening}
  if is_limited(d) and e.limits.nodes < huge then given.nodes = e.limits.nodes - e.nodes end
  if has_slices then
    solver:start(state, given)
    return function()
      local has_ended = solver:step(step_of(e, d))
      return has_ended, select(2, solver:best())
    end
  end
  return function()
    given.time = step_of(e, d).time
    local _, value, info = solver:run(state, given)
    return info.reason ~= "time", value, info
  end
end

-- Searches a deal to a depth. Returns why the whole search ends; nil if it goes on.
local function search_deal(e, d, nth, depth)
  local go_on, before = begin_deal(e, d, nth, depth), {}
  for _, name in ipairs(COUNTERS) do before[name] = e[name] end
  repeat
    local has_ended, value, info = go_on()
    for _, name in ipairs(COUNTERS) do e[name] = before[name] + info[name] end
    if has_ended and info.reason ~= "nodes" then
      store(e, d, nth, value, info.scores)
      d.is_solved[nth] = info.reason == "solved"
    end
    local reason = reason_to_end(e, d, has_ended)
    if reason then return reason end
  until has_ended
end

-- The mean of a value over the deals that were searched; nil without any. `place` is the index of a move, or "all".
local function mean(d, place)
  local sum, count = 0, 0
  for nth = 1, #d.values do sum, count = sum + d.values[nth][place], count + 1 end
  return count > 0 and tree.value(sum / count) or nil
end

-- The root's moves, the best first: as root/ranking.lua knows them.
local function scores_of(e)
  local d, list = e.dealt, {}
  for place = 1, d and d.values[1] and d.deals.count or 0 do
    local value = d.values[1][place] and mean(d, place)
    if value then
      local score = {value = e.minimizing and -value or value, bound = 0, end_ = -1, index = place}
      score.described = {move = d.deals.moves[place], value = value, pv = {d.deals.moves[place]}}
      local at = #list + 1
      while at > 1 and score.value > list[at - 1].value do
        list[at], at = list[at - 1], at - 1
      end
      list[at] = score
    end
  end
  return list
end

-- Why the search ends when all deals are searched to a depth, by its soft limits; nil if it goes on.
local function soft_reason(e, d)
  local best = scores_of(e)[1]
  local index = best and best.index
  if index ~= d.best then d.best, e.changed = index, e.nodes end
  return limits.end_iteration(e)
end

-- Searches all deals, one ply deeper each time if there are limits. Returns why that ends.
local function search_all(e, d, report)
  local depth = d.is_deepening and 1 or e.depth
  while true do
    local is_solved = true
    for nth = 1, e.deals do
      local reason = not d.is_solved[nth] and search_deal(e, d, nth, depth)
      if reason then return reason end
      is_solved = is_solved and d.is_solved[nth]
    end
    d.depth = depth
    if e.on_iteration then report(e) end
    if d.deals.count == 1 and e.answers_forced then return "forced" end
    if is_solved or depth >= e.depth then return "depth" end
    local reason = e.limits.is_soft and soft_reason(e, d) or reason_to_end(e, d, true)
    if reason then return reason end
    depth = depth + 1
  end
end

-- Draws the deals.
local function draw_all(e, d)
  local core, own = search.core(), options_of(e)
  for nth = 1, e.deals do
    d.states[nth] = deal.draw(e, d.deals, e.path.list)
    e.state = d.deals.state
    d.solvers[nth] = solvers.new(e, core, own)
    e.look(false)
  end
end

-- Searches until the search ends; the reason is then written down. `report(e)` calls `on_iteration`.
function search.run(e, report)
  local d = {depth = 0, states = {}, solvers = {}, values = {}, is_solved = {}}
  e.dealt, e.is_quiet = d, false
  limits.set(e.limits, 0, e.nodes_limit, e.time_limit)
  e.limits.check = huge
  d.deals = deal.begin(e, e.path.list)
  d.is_deepening = e.deepening and min(e.nodes_limit, e.time_limit, e.think_limit) < huge
  if d.is_deepening then d.deepening = false end
  if d.deals.is_over then
    e.evaluations = 1
    d.value, e.reason = e.path.value(e.state, true), "over"
    return
  end
  draw_all(e, d)
  local reason = search_all(e, d, report)
  for nth = 1, #d.solvers do d.solvers[nth]:close() end
  d.solvers, d.states, e.reason = nil, nil, reason
end

function search.ranked(e)
  return {
    list = scores_of(e), bound = 0, temperature = e.temperature, chosen = e.chosen, lists_ties = e.lists_ties,
    draws_tie = e.draws_tie, minimizing = e.minimizing, random = tree.level_generator(e),
  }
end

-- Best move and value; `info` gets its fields.
function search.values(e, info)
  local d = e.dealt
  if not d then return nil end
  local best = scores_of(e)[1]
  info.depth, info.pv, info.bound = d.depth, {best and best.described.move}, nil
  if d.value then return nil, d.value end
  if best then return best.described.move, best.described.value end
  return nil, mean(d, "all")
end

return search
