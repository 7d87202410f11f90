-- The moves at the root of a search, as an explanation has them. Internal: `alphabeta.explain` uses it.

local PACKAGE = (... or "alphabeta.explain.moves"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local games = require(PACKAGE .. ".common.game")
local lines = require(PACKAGE .. ".explain.lines")
local plans = require(PACKAGE .. ".explain.plan")
local walks = require(PACKAGE .. ".explain.walk")

local limit_of = plans.limit_of

local moves = {}

-- Adds to a plan the fields for the words about moves: the player who moves, whether that player wants low values, and
-- the walker through the tree of a search to a depth.
function moves.prepare(plan, depth)
  local game, state = plan.game, plan.state
  plan.is_by_children = games.style_of(game) == "children"
  if game.player then plan.me = game.player(state) end
  plan.wants_low = limit_of(plan, "maximize") == false
    or plan.meaning.view == "player" and plan.me ~= plan.meaning.max_player
  plan.walker = walks.new(game, state, {
    depth = depth, past = limit_of(plan, "past"), only = limit_of(plan, "only"), avoid = limit_of(plan, "avoid"),
    repetition = plan.meaning.repetition, quiescence = plan.search.quiescence,
    hash = plan.search.hash, hash_ignore = plan.search.hash_ignore,
  })
end

-- By how much a value is worse than the best one for the player at the root.
local function loss_of(plan, best, value)
  if type(best) == "table" then best = best[plan.me] end -- scores hold only the payoff of one player
  if value == best then return 0 end
  return plan.wants_low and value - best or best - value
end

-- Explains the moves at the root, the best first, by the scores of a search: the move that it returned precedes others
-- that are as good. They are as in the field `moves` of an explanation.
function moves.explain(plan, best, value, scores)
  local explained, at = {}, nil
  local first = lines.of(plan, {best})[1]
  for i, score in ipairs(scores) do
    local line, ends = lines.of(plan, score.pv or {score.move})
    local step = line[1]
    explained[i] = {
      move = score.move, index = step.index, label = step.label, value = score.value, bound = score.bound,
      loss = score.bound == "exact" and loss_of(plan, value, score.value) or nil, win_in = score.win_in,
      line = score.pv and line or nil, ends = score.pv and ends or nil,
    }
    local is_best = rawequal(score.move, best) or first.index ~= nil and step.index == first.index
    if is_best and not at then at = i end
  end
  if at then table.insert(explained, 1, table.remove(explained, at)) end
  return explained
end

return moves
