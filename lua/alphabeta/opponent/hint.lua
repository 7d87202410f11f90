-- A hint for the player: the best move, and why. Internal: `alphabeta.opponent` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local lines, plans, player_text = use("explain.lines", "explain.plan", "explain.player")
local text_of = use "common.picture".text

local error, max, min = error, math.max, math.min

local hints = {}

-- Seconds to think, if the opponent has no limit of its own.
local TIME = 1

-- The options of the search for a hint, by those of the opponent's searcher. It looks for the best move at any level,
-- and for the next best if there is no level. It also lists the moves that are as good, unless hands are hidden: then
-- no sentence compares moves. `past` has the keys of the positions before.
function hints.options(limits, past, are_hands_hidden)
  return {
    level = limits.level and 10, multipv = not limits.level and 2 or nil, time = limits.time or TIME, past = past,
    algorithm = limits.algorithm == "mtdf" and "pvs" or nil, ties = not are_hands_hidden and true or nil,
  }
end

-- The text of a hint from playouts or several deals: no line of moves explains it. The value may be a share of the
-- points, from 0 to 1. Any other value has a unit that a player need not know.
local function summary(state, best, value, info, label, is_share)
  local name = label and label(state, best) or text_of(best)
  local basis = info.deals and ("%d possible deals"):format(info.deals) or ("%d games played out"):format(info.nodes)
  local worth = is_share and value >= 0 and value <= 1 and ("it gets %.0f %% of the points"):format(100 * value)
    or "it does best"
  return ("The best move is %s: averaged over %s, %s."):format(name, basis, worth)
end

-- The share of the points that playouts give the player, from the value of a search that has chosen "uct" by itself.
local function share_of(plan, value)
  return min(max((plan.wants_low and -value or value) + 0.5, 0), 1)
end

-- Explains a move that a search has found, in two sentences, without another search. With scores in `info`, the
-- sentences compare the move with the next best. `limits` are the options of the opponent's searcher, `label` is as in
-- @{explain_options}, and `choices` is the number of moves.
function hints.explain(state, best, value, info, limits, label, choices)
  local is_uct = info.techniques[1] == "uct"
  local is_asked = is_uct and limits.algorithm
  if info.deals or is_asked then return summary(state, best, value, info, label, is_asked) end
  local plan, message = plans.read(state, info.depth, plans.asked(limits, label))
  if not plan then error("opponent:hint: " .. message, 0) end
  plans.prepare(plan, info.depth)
  if is_uct then return summary(state, best, share_of(plan, value), info, label, true) end
  local scores = info.scores or {}
  return player_text {
    kind = "move", value = value, info = info, choices = choices,
    moves = lines.moves(plan, best, value, {scores[1], scores[2]}), line = lines.of(plan, info.pv),
  }
end

return hints
