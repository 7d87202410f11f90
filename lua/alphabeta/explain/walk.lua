-- Walks through a game's tree, to count the positions after a line of moves, and to find the states on it.
--
-- The walker is the module's own search, of a game that lists fewer successors than the game itself: along the line the
-- one on it, after it all of them or, for an estimate, one at random. Minimax of a game without values visits each node
-- once. So every game that can be searched can be walked through, with the same checks, and the state is restored after
-- a walk or an error.
--
-- Source of the estimate. D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 29
-- (1975), 121-136: a random walk to the end of the tree sees a first level of n1 nodes, one of about n1 n2, and so on.
-- The mean of n1 + n1 n2 + ... over all walks is the number of nodes, however the tree is grown.

local use = require((...):match "^(.*)%..*%." .. ".use")

local interpret = use "common.interpreter".interpret
local core, games, moves, numbers = use("common.core", "common.game", "common.moves", "common.random")

local huge, max, sqrt = math.huge, math.max, math.sqrt
local from_number, integer = numbers.from_number, numbers.integer

-- The functions of a game that a walk needs; two more if repetitions count.
local RULES = {"moves", "make", "unmake", "play", "children", "is_over", "chances", "noisy"}
local LISTERS = {"moves", "children", "noisy"}
local IDENTITY = {"hash", "player"}

local Walker = {}
Walker.__index = Walker

-- Calls a function of the module so that its errors come without a position, which would be in this file.
local function call(callee, ...)
  local ok, result, value, info = pcall(callee, ...)
  if not ok then error(result, 0) end
  return result, value, info
end

-- ---- successors ----------------------------------------------------------------------------------------------------

-- The outcomes that `chances` returned, nil unless it is a valid array; and the indexes of the possible ones.
local function outcomes_of(chances)
  if type(chances) ~= "table" then return nil end
  local outcomes, places = {}, {}
  for i = 1, #chances do
    local chance = chances[i]
    if type(chance) ~= "table" or type(chance.probability) ~= "number" then return nil end
    outcomes[i] = chance.outcome
    if chance.probability > 0 then places[#places + 1] = i end
  end
  return outcomes, places
end

-- Gives the successors of a node that were tried before they were listed their places.
local function find_places(node, list)
  for move, since in next, node.unplaced do
    local index = moves.index_of(move, list)
    if index then node.entered[index] = since end
  end
end

interpret(find_places)

-- The successors that the walk may take, out of some to choose from. `places` has their indexes in the list.
function Walker:choose(list, places, is_chance)
  self.steps = self.steps + 1
  local at, path = self.steps, self.path
  local step = path[at]
  if step then
    step.index = step.index or moves.index_of(step.move, list)
    step.is_chance = is_chance
    return {step.index}, not step.index and step.move or nil
  end
  local without = at == #path + 1 and self.without
  local only = at == 1 and self.first
  if without then find_places(without, list) end
  if without or only then
    local rest = {}
    for _, place in ipairs(places) do
      if not (without and without.entered[place]) and not (only and not only[place]) then rest[#rest + 1] = place end
    end
    places = rest
  end
  if at == #path + 1 then
    self.left = #places
    self.ends = self.ends or is_chance and "chance" or places[1] and "open" or "over"
    if not places[1] then self.stays = true end
  end
  if self.stays then return {} end
  if not self.random or not places[1] then return places end
  self.factor = self.factor * #places
  self.total = self.total + self.factor
  self.decisions = self.decisions + (is_chance and 0 or 1)
  return {places[integer(self.random, #places)]}
end

-- Whether the walk may take all successors from here on.
function Walker:is_free()
  return self.steps > #self.path and not self.random and not self.stays
end

-- The first `count` moves of a filled array, as a new array; the count if there are none, or if one is missing.
local function first_of(filled, count)
  local list = {}
  for i = 1, count do
    if filled[i] == nil then return count end
    list[i] = filled[i]
  end
  return list[1] ~= nil and list or count
end

-- Calls a function that lists successors, and returns those that the walk takes. The search reports what is no list.
function Walker:narrow(lister, state, filled)
  if self:is_free() then return lister(state, filled) end
  local list = lister(state, filled)
  if filled and type(list) == "number" then list = first_of(filled, list) end
  if type(list) == "function" then list = games.drain(list) end
  if type(list) ~= "table" then return list end
  local places = {}
  for i = 1, #list do
    if list[i] == nil then return list end
    places[i] = i
  end
  local chosen, unlisted = self:choose(list, places)
  local rest = {unlisted}
  for i, place in ipairs(chosen) do rest[i] = list[place] end
  return rest
end

-- The outcomes that are walked at a chance node. The probabilities do not matter, but there must be some. A chance node
-- needs an outcome, so a walk that ends there goes on to the next decision.
function Walker:narrow_chances(state)
  local chances = self.game.chances(state)
  if self:is_free() then return chances end
  local outcomes, places = outcomes_of(chances)
  if not outcomes then return chances end
  local chosen, rest = self:choose(outcomes, places, true), {}
  if not chosen[1] then chosen = {places[1]} end
  for i, place in ipairs(chosen) do rest[i] = {probability = 1 / #chosen, outcome = outcomes[place]} end
  return rest
end

-- The game that is searched instead of the walker's.
function Walker:narrowed()
  local game, copy = self.game, {evaluate = function() return 0 end}
  for _, name in ipairs(RULES) do copy[name] = game[name] end
  copy.is_over = copy.is_over or function() return false end -- called at the horizon instead of the listers
  for _, name in ipairs(self.repetition and IDENTITY or {}) do copy[name] = game[name] end
  for _, name in ipairs(LISTERS) do
    local lister = game[name]
    if lister then copy[name] = function(state, filled) return self:narrow(lister, state, filled) end end
  end
  if game.chances then copy.chances = function(state) return self:narrow_chances(state) end end
  return copy
end

-- ---- walks ---------------------------------------------------------------------------------------------------------

-- Begins a walk along a path.
function Walker:begin(path, without)
  self.path, self.without, self.steps, self.stays, self.left, self.ends = path, without, 0, false, 0, nil
end

-- Estimates the nodes after a line, by a number of random probes, 2 or more. Returns a count as in an explanation, and
-- how many decisions the longest of the probes had after the line.
function Walker:estimate(path, without, probes, seed)
  local random = from_number(seed)
  local mean, squares, longest = 0.0, 0.0, 0 -- Welford's way: what is squared stays small
  for probe = 1, probes do
    self:begin(path, without)
    self.random, self.factor, self.total, self.decisions = random, 1.0, 0.0, 0
    call(self.searcher.search, self.searcher, self.state, self.limits)
    local deviation = self.total - mean
    mean = mean + deviation / probe
    squares = squares + deviation * (self.total - mean)
    longest = max(longest, self.decisions)
  end
  self.random = nil
  local is_finite = mean < huge and squares < huge -- the number may be too large
  return {
    nodes = is_finite and mean or huge, is_exact = false,
    error = is_finite and sqrt(squares / (probes - 1) / probes) or huge, probes = probes,
  }, longest
end

-- Counts the nodes after a line, an array of steps with an `index` among the successors, or estimates them if there are
-- more than the limit. `without` is the node at its end, from trace.lua, whose tried successors do not count; it may be
-- nil. Returns a count as in an explanation, how many successors at the end of the line count, and of an estimate the
-- decisions on the longest of its probes.
function Walker:count(path, without, limit, probes, seed)
  self:begin(path, without)
  self.random = nil
  call(self.searcher.start, self.searcher, self.state, self.limits)
  local has_ended = call(self.searcher.step, self.searcher, {nodes = limit + #path + 1})
  local left = self.left
  if not has_ended then
    call(self.searcher.stop, self.searcher)
    local estimated, longest = self:estimate(path, without, probes, seed)
    return estimated, left, longest
  end
  local _, _, info = self.searcher:best()
  return {nodes = left > 0 and info.nodes - #path - 1 or 0, is_exact = true}, left
end

-- How many decisions there are on the longest line. All nodes are looked at.
function Walker:longest()
  local longest = 0
  self:begin {}
  self.random = nil
  self.listener = function(event) longest = max(longest, self.limits.depth - event.depth) end
  call(self.guide.search, self.guide, self.state, self.limits)
  return longest
end

-- Follows a line, and calls `visit(ply, state)` at each state on it. The start is ply 0. The steps of the line have an
-- `index`, or a `move` whose `index` is looked for and set. A move that is not found is played as it is. `is_chance` is
-- set for outcomes. Returns what is at its end: "depth" if the search went no further, "over", "chance", "repetition",
-- or "open" if there is more to come.
function Walker:follow(path, visit)
  self:begin(path)
  self.random, self.stays = nil, true
  self.listener = function(event)
    if event.ply > #path then return end
    if event.type == "enter" then
      visit(event.ply, event.state)
      if event.depth <= 0 then self.ends = self.ends or "depth" end
    elseif event.type == "repetition" then
      self.ends = "repetition"
    end
  end
  call(self.guide.search, self.guide, self.state, self.limits)
  return self.ends or "over"
end

-- Finds the places of the moves at the root that `only` and `avoid` leave.
function Walker:find_first(wanted)
  if not wanted.only and not wanted.avoid then return end
  local first, limits = {}, {depth = 1, past = wanted.past, only = wanted.only, avoid = wanted.avoid}
  self:begin {}
  self.listener = function(event)
    if event.type == "enter" and event.ply == 1 then first[event.index] = true end
  end
  call(self.guide.search, self.guide, self.state, limits)
  self.first = first
end

local walks = {}

-- Makes a walker through a game's tree; all walks begin at the state. `wanted` has `depth` and, as for a search,
-- `past`, `only`, `avoid`, `repetition`, `quiescence`, `hash` and `hash_ignore`.
function walks.new(game, state, wanted)
  local self = setmetatable({
    game = game, state = state, repetition = wanted.repetition, limits = {depth = wanted.depth, past = wanted.past},
  }, Walker)
  local narrowed = self:narrowed()
  local function new(trace)
    return call(core.new, narrowed, {
      algorithm = "minimax", repetition = wanted.repetition, quiescence = wanted.quiescence, trace = trace,
      hash = wanted.hash, hash_ignore = wanted.hash_ignore,
    })
  end
  self.searcher, self.guide = new(), new(function(event) self.listener(event) end)
  self:find_first(wanted)
  return self
end

return walks
