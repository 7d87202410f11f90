-- The values of the root's successors, as in csrc/engine/scores.c. Internal: the engine in Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local doubles = use "fallback.doubles"

local huge, ipairs, sort = math.huge, ipairs, table.sort
local next_below = doubles.below

local scores = {}

-- Scores for a search that wants the `wanted` best of the root's successors to be exact.
function scores.new(wanted, lists_ties)
  return {wanted = wanted, lists_ties = lists_ties, trying = {}, completed = {}, best = {}, highest = -huge}
end

-- A search of the root begins: nothing of it is known.
function scores.restart(s)
  s.trying, s.best, s.highest = {}, {}, -huge
end

-- Records the value of the last successor.
function scores.add(s, score)
  local trying, best, value = s.trying, s.best, score.value
  trying[#trying + 1] = score
  score.tried = #trying
  if score.bound ~= 0 then return end
  if value > s.highest then s.highest = value end
  local at = #best + 1 -- the best values, highest first
  while at > 1 and value > best[at - 1] do at = at - 1 end
  if at > s.wanted then return end
  table.insert(best, at, value)
  if #best > s.wanted then best[#best] = nil end
end

-- The root's alpha for the next successor.
function scores.alpha(s, alpha)
  local best = s.best
  if #best < s.wanted then return alpha end
  local worst = best[#best]
  if s.lists_ties and worst == s.highest and worst > -huge then worst = next_below(worst) end
  if worst == huge then worst = next_below(huge) end
  return worst > alpha and worst or alpha
end

local function precedes(a, b)
  if a.value ~= b.value then return a.value > b.value end
  if (a.bound == 0) ~= (b.bound == 0) then return a.bound == 0 end
  return a.tried < b.tried
end

-- Notes which moves lose at once: see ab_scores_note_losses.
function scores.note_losses(s, depth, middle, most)
  local known = {}
  for _, score in ipairs(s.completed) do known[score.index] = score.is_lost end
  for _, score in ipairs(s.trying) do
    if depth > 2 then
      score.is_lost = known[score.index]
    else
      score.is_lost = score.bound == 0 and score.value < middle - most
    end
  end
end

-- An iteration is completed: its list, sorted, with the lines of its moves, replaces that of the last one. Both are
-- replaced in one step, after which a debug hook or a finalizer may ask for the result.
function scores.complete(s, lines)
  sort(s.trying, precedes)
  s.trying.lines = lines
  s.completed = s.trying
  scores.restart(s)
end

return scores
