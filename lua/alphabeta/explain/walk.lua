-- Follows lines of moves through a game's tree, and finds the states on them.
--
-- The walker is the module's own search, of a game that lists fewer successors than the game itself: only the move on
-- the line, and none after its end. So every game that can be searched can be followed, with the same checks, and the
-- state is restored after a walk or an error.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, games, index_of = use "common.core", use "common.game", use "common.moves".index_of

-- The functions of a game that a walk needs; two more if repetitions count.
local RULES = {"moves", "make", "unmake", "play", "children", "is_over", "chances", "noisy"}
local LISTS = {"moves", "children", "noisy"}
local IDENTITY = {"hash", "player"}

local Walker = {}
Walker.__index = Walker

-- Calls a function of the module so that its errors come without a position, which would be in this file.
local function call(callee, ...)
  local ok, result = pcall(callee, ...)
  if not ok then error(result, 0) end
  return result
end

-- ---- successors ----------------------------------------------------------------------------------------------------

-- The outcomes that `chances` returned, how many of them are possible, and the first of these; nil if it returned no
-- valid array.
local function outcomes_of(chances)
  if type(chances) ~= "table" then return nil end
  local outcomes, count, first = {}, 0, nil
  for i = 1, #chances do
    local chance = chances[i]
    if type(chance) ~= "table" or type(chance.probability) ~= "number" then return nil end
    outcomes[i] = chance.outcome
    if chance.probability > 0 then count = count + 1 end
    if count == 1 and first == nil then first = chance.outcome end
  end
  return outcomes, count, first
end

-- The successor that is next on the line; nil after its end. `list` has the successors of the node, and `count` of them
-- are possible.
function Walker:next_of(list, count, is_chance)
  self.steps = self.steps + 1
  self.counts[self.steps] = count
  local step = self.line[self.steps]
  if not step then
    self.ends = self.ends or is_chance and "chance" or count > 0 and "open" or "over"
    return nil
  end
  step.index, step.is_chance = step.index or index_of(step.move, list), is_chance
  if step.index then return list[step.index] end
  return step.move
end

-- The first `count` moves of a filled array, or those before the first that is missing.
local function first_of(filled, count)
  local list = {}
  for i = 1, count do
    if filled[i] == nil then break end
    list[i] = filled[i]
  end
  return list
end

-- Calls a function that lists successors. Returns the one that is next on the line, as a list.
function Walker:narrow(list_successors, state, filled)
  local list = list_successors(state, filled)
  if filled and type(list) == "number" then list = first_of(filled, list) end
  if type(list) == "function" then list = games.drain(list) end
  if type(list) ~= "table" then list = {} end
  return {self:next_of(list, #list)}
end

-- The outcome that is next on the line, as the only one. A chance node needs an outcome, so a walk that ends there goes
-- on to the next decision.
function Walker:narrow_chances(state)
  local chances = self.game.chances(state)
  local outcomes, count, first = outcomes_of(chances)
  if not outcomes then return chances end
  local outcome = self:next_of(outcomes, count, true)
  if outcome == nil then outcome = first end
  return {{probability = 1, outcome = outcome}}
end

-- The game that is searched instead of the walker's.
function Walker:narrowed()
  local game, copy = self.game, {evaluate = function() return 0 end}
  for _, name in ipairs(RULES) do copy[name] = game[name] end
  copy.is_over = copy.is_over or function() return false end -- called at the horizon, which lists nothing then
  for _, name in ipairs(self.repetition and IDENTITY or {}) do copy[name] = game[name] end
  for _, name in ipairs(LISTS) do
    local list_successors = game[name]
    if list_successors then
      copy[name] = function(state, filled)
        if not self.line then return list_successors(state, filled) end
        return self:narrow(list_successors, state, filled)
      end
    end
  end
  if game.chances then
    copy.chances = function(state) return self.line and self:narrow_chances(state) or game.chances(state) end
  end
  return copy
end

-- ---- walks ---------------------------------------------------------------------------------------------------------

-- Follows a line, and calls `visit(ply, state)` at each state on it. The start is ply 0. The steps of the line have an
-- `index`, or a `move` whose `index` is looked for and set. A move that is not found is played as it is. `is_chance` is
-- set for outcomes. Returns what is at its end: "depth" if the search went no further, "over", "chance", "repetition",
-- or "open" if there is more to come. Then an array of the number of successors of each node on the line.
function Walker:follow(line, visit)
  self.line, self.steps, self.counts, self.ends = line, 0, {}, nil
  self.listener = function(event)
    if event.ply > #line then return end
    if event.type == "enter" then
      visit(event.ply, event.state)
      if event.depth <= 0 then self.ends = self.ends or "depth" end
    elseif event.type == "repetition" then
      self.ends = "repetition"
    end
  end
  call(self.searcher.search, self.searcher, self.state, self.limits)
  return self.ends or "over", self.counts
end

-- How many moves there are at the root to choose from, of those that the limits `only` and `avoid` leave.
function Walker:count_choices(limits)
  local count = 0
  self.line = nil
  self.listener = function(event)
    if event.type == "enter" and event.ply == 1 then count = count + 1 end
  end
  call(self.searcher.search, self.searcher, self.state,
    {depth = 1, past = limits.past, only = limits.only, avoid = limits.avoid})
  return count
end

local walks = {}

-- Makes a walker through a game's tree; all walks begin at the state. `wanted` has `depth` and, as for a search,
-- `past`, `repetition`, `quiescence`, `hash` and `hash_ignore`.
function walks.new(game, state, wanted)
  local self = setmetatable({
    game = game, state = state, repetition = wanted.repetition, limits = {depth = wanted.depth, past = wanted.past},
  }, Walker)
  self.searcher = call(core.new, self:narrowed(), {
    algorithm = "minimax", repetition = wanted.repetition, quiescence = wanted.quiescence, hash = wanted.hash,
    hash_ignore = wanted.hash_ignore, trace = function(event) self.listener(event) end,
  })
  return self
end

return walks
