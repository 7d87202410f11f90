-- Alpha-beta in a game of hidden hands: searches several deals, each with all hands seen, and adds up the values of
-- each move. Internal: csrc/binding/driver/deals.c, or in the engine in Lua search.lua, draws the deals and calls this,
-- slice by slice.
--
-- Each deal has a searcher of its own, so no table has values of two deals.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, COUNTERS = use("common.constant_rows", "front.counter_rows")
local index_of, sums = use "common.moves".index_of, use "common.sums"
local options_of, solvers = use("deals.options", "playouts.solver")

local floor, huge, ipairs, max, min, next, select, setmetatable =
  math.floor, math.huge, ipairs, math.max, math.min, next, select, setmetatable

local sum = {}
sum.__index = sum

local UNIT, term = sums.UNIT, sums.term

-- How many nodes a deal is searched before limits are tested.
local STEP_NODES = 1000

-- Begins a search by a plan.
-- @tparam table core the C module
-- @tparam table e the plan
-- @treturn table without deals
function sum.new(core, e)
  local d = {
    core = core, e = e, options = options_of(e), states = {}, solvers = {}, values = {}, is_solved = {},
    moves = {}, depth = 0, nth = 0, changed = 0,
    limits = {nodes = e.nodes_limit, time = e.time_limit, think = e.think_limit},
    is_soft = min(e.soft_nodes, e.soft_time, e.soft_think) < huge,
    is_deepening = e.deepening and min(e.nodes_limit, e.time_limit, e.think_limit) < huge,
  }
  d.next_depth = d.is_deepening and 1 or e.depth
  for _, name in ipairs(COUNTERS) do d[name] = 0 end
  return setmetatable(d, sum)
end

-- Adds a deal.
-- @param state
function sum:add(state)
  self.states[#self.states + 1] = state
  self.solvers[#self.states] = solvers.new(self.e, self.core, self.options)
end

-- Takes the true state's moves, before the first step.
-- @param state
-- @tparam table moves
-- @tparam boolean minimizing whether the player there is the minimizer
function sum:set_moves(state, moves, minimizing)
  local move_id = self.e.move_id
  self.minimizing = minimizing
  self.moves, self.places = {}, move_id and {} or nil
  for place = 1, #moves do
    self.moves[place] = moves[place]
    if move_id then self.places[move_id(state, moves[place])] = place end
  end
end

-- The index among the true state's moves of a move of a deal; nil if it is none of them.
local function place_of(self, state, move)
  if self.places then return self.places[self.e.move_id(state, move)] end
  return index_of(move, self.moves)
end

-- Closes the searchers.
function sum:close()
  for nth = 1, #self.solvers do self.solvers[nth]:close() end
  self.solvers, self.states = {}, {}
end

-- Limits --------------------------------------------------------------------------------------------------------------

-- Whether limits may end the search.
local function is_limited(self) return self.depth > 0 or not self.is_deepening end

-- Seconds since the search began.
local function passed_of(self) return self.core.clock() - self.start end

-- Which limit is reached; nil for none.
local function reached(self)
  local l = self.limits
  if self.nodes >= l.nodes then return "nodes" end
  if passed_of(self) >= min(l.time, l.think + self.waited) then return "time" end
  return nil
end

-- Sets the limits of the plan, brought down to `factor` times the soft ones.
local function soften(self, factor)
  local e, l = self.e, self.limits
  l.nodes = min(e.nodes_limit, e.soft_nodes < huge and floor(e.soft_nodes * factor) or huge)
  l.time, l.think = min(e.time_limit, e.soft_time * factor), min(e.think_limit, e.soft_think * factor)
end

-- Why the search ends when it may; nil if it goes on. `is_between` two searches of deals: within one, that searcher
-- knows the limit of nodes.
local function reason_to_end(self, is_between)
  local reason = is_limited(self) and reached(self)
  return reason and (is_between or reason ~= "nodes") and reason or nil
end

-- Why the search ends by its soft limits when all deals are searched to a depth. They are stretched as in
-- csrc/engine/root.h.
local function soft_reason(self)
  local best = self:scores()[1]
  local index = best and best.index
  if index ~= self.best then self.best, self.changed = index, self.nodes end
  local stretch = constants.STRETCH_MAX - constants.STRETCH_RANGE * ((self.nodes - self.changed) / self.nodes)
  soften(self, stretch)
  local reason = reached(self)
  if reason then return reason end
  soften(self, constants.STRETCH_BEGUN * stretch)
  return reached(self)
end

-- Searching -----------------------------------------------------------------------------------------------------------

-- Stores the values of the moves of a deal, as terms of a sum. Returns whether its moves are those of the true state.
local function store(self, nth, value, scores)
  local values, first, are_same = {all = term(value)}, self.values[1] or {}, true
  for i = 1, #scores do
    local place = place_of(self, self.states[nth], scores[i].move)
    if place then values[place] = term(scores[i].value) end
    are_same = are_same and place ~= nil
  end
  for place in next, first do are_same = are_same and values[place] ~= nil end
  self.values[nth] = values
  return are_same
end

-- Begins the next search of a deal. Returns "iteration" if all deals are searched to the depth.
local function begin_next(self)
  local depth, nth = self.next_depth, self.nth + 1
  while self.is_solved[nth] do nth = nth + 1 end
  self.nth = nth
  if not self.states[nth] then
    self.depth, self.is_done = depth, true
    return "iteration"
  end
  local given = {depth = depth}
  if self.is_deepening then given.deepening = false end
  if is_limited(self) and self.limits.nodes < huge then given.nodes = self.limits.nodes - self.nodes end
  self.solvers[nth]:start(self.states[nth], given)
  self.is_on, self.before = true, {}
  for _, name in ipairs(COUNTERS) do self.before[name] = self[name] end
end

-- Why the search ends with the depth that is done; nil if it goes on with the next one.
local function next_depth(self)
  local e, is_solved = self.e, true
  for nth = 1, e.deals do is_solved = is_solved and self.is_solved[nth] end
  if #self.moves == 1 and e.answers_forced then return "forced" end
  if is_solved or self.depth >= e.depth then return "depth" end
  local reason
  if self.is_soft then reason = soft_reason(self) else reason = reason_to_end(self, true) end
  self.is_done, self.nth, self.next_depth = false, 0, self.depth + 1
  return reason
end

-- Goes on with the search of a deal.
local function go_on(self)
  local l, nth = self.limits, self.nth
  local nodes, deadline = min(STEP_NODES, self.slice_nodes - self.nodes), self.slice_end
  if is_limited(self) then deadline = min(deadline, self.start + min(l.time, l.think + self.waited)) end
  local time = deadline < huge and max(deadline - self.core.clock(), 0) or nil
  local has_ended = self.solvers[nth]:step {nodes = max(nodes, 1), time = time}
  local value, info = select(2, self.solvers[nth]:best())
  for _, name in ipairs(COUNTERS) do self[name] = self.before[name] + info[name] end
  self.is_on = not has_ended
  if has_ended and info.reason ~= "nodes" and info.reason ~= "time" then
    if not store(self, nth, value, info.scores) then return "others" end
    self.is_solved[nth] = info.reason == "solved"
  end
  local reason = reason_to_end(self, has_ended)
  if reason then return reason end
  if self.nodes >= self.slice_nodes or self.core.clock() >= self.slice_end then return "pause" end
end

-- Searches for a slice.
-- @tparam number nodes
-- @tparam number seconds
-- @tparam number passed seconds since the search began
-- @tparam number waited how many of these it has waited for a slice
-- @treturn string why it ends; or "pause"; "iteration" when a depth is done, and it must be called again; "others" if
--   a deal has other moves than when it was drawn
function sum:step(nodes, seconds, passed, waited)
  local now = self.core.clock()
  local reason
  self.start, self.waited = now - passed, waited
  self.slice_nodes, self.slice_end = self.nodes + nodes, now + seconds
  repeat
    if self.is_on then
      reason = go_on(self)
    else
      reason = self.is_done and next_depth(self) or begin_next(self)
    end
  until reason
  return reason
end

-- Results -------------------------------------------------------------------------------------------------------------

-- The mean of a value over the deals that were searched; nil without any. `place` is the index of a move, or "all".
local function mean(self, place)
  local total, count = 0, 0
  for nth = 1, #self.values do total, count = total + self.values[nth][place], count + 1 end
  return count > 0 and total / count * UNIT or nil
end

-- The root's moves, the best first: as root/ranking.lua knows them.
-- @treturn table
function sum:scores()
  local list = {}
  for place = 1, self.values[1] and #self.moves or 0 do
    local value = self.values[1][place] and mean(self, place)
    if value then
      local score = {value = self.minimizing and -value or value, bound = 0, end_ = -1, index = place}
      score.described = {move = self.moves[place], value = value, pv = {self.moves[place]}}
      local at = #list + 1
      while at > 1 and score.value > list[at - 1].value do
        list[at], at = list[at - 1], at - 1
      end
      list[at] = score
    end
  end
  return list
end

-- The record of the root's moves for root/ranking.lua.
-- @tparam function random
-- @tparam ?number chosen
-- @treturn table
function sum:ranked(random, chosen)
  local e = self.e
  return {
    list = self:scores(), bound = 0, temperature = e.temperature, chosen = chosen, lists_ties = e.lists_ties,
    draws_tie = e.draws_tie, minimizing = self.minimizing, random = random,
  }
end

-- Best move and value; `info` gets its fields.
-- @tparam table info
function sum:found(info)
  local best = self:scores()[1]
  info.depth, info.pv, info.bound = self.depth, {best and best.described.move}, nil
  if best then return best.described.move, best.described.value end
  return nil, mean(self, "all")
end

return sum
