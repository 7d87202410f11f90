-- A hint for the player, the best move and why: the mode "hinting". Internal: `alphabeta.opponent` uses it.
--
-- In another's turn the opponent searches the state `root` of the mode. `seen` is the fingerprint of that, taken when
-- the last slice ended.

local use = require((...):match "^(.*)%..*%." .. ".use")

local lines, plans, player_text = use("explain.lines", "explain.plan", "explain.player")
local text_of = use "common.show".text

local error, max, min = error, math.max, math.min

local hints = {}

-- Seconds to think, if the opponent has no limit of its own.
local TIME = 1

-- The options of the search for a hint, by those of the opponent's searcher. It looks for the best move at any level,
-- and for the next best if there is no level. It also lists the moves that are as good, unless hands are hidden: then
-- no sentence compares moves. `past` has the keys of the positions before.
local function options_of(limits, past, are_hands_hidden)
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
local function explain(state, best, value, info, limits, label, choices)
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

-- Whether a player other than the opponent has a move to find.
local function has_move(opponent)
  local state, is_own = opponent:find_state(true)
  return state ~= nil and not is_own and #opponent.game:list(state) > 0
end

-- The same, as far as it is known. During a call of the opponent only its mode says whose turn it is, because the
-- function that asks for a hint may be the one that would have to be called.
local function is_possible(opponent)
  local calls, name = opponent.calls, opponent.mode.name
  if calls.running then return name ~= "thinking" and name ~= "waiting" end
  return calls:run(calls.id, has_move, opponent)
end

-- Asks for a hint, in place of one that is still looked for. Returns false, and does nothing, if there is none to find.
function hints.ask(opponent, on_hint, label)
  if not is_possible(opponent) then return false end
  opponent.hint_wanted = {on_hint = on_hint, label = label}
  return true
end

-- A frame: thinks for a slice about a hint. A hint for a state that has changed is dropped.
function hints.frame(opponent, state)
  local searcher, prints, game = opponent.own_searcher, opponent.prints, opponent.game
  if opponent.mode.name ~= "hinting" then
    local seen, past = prints:of(state), opponent.record:past_of(state)
    opponent:leave()
    opponent.mode = {name = "hinting", root = state, seen = seen}
    searcher:start(state, options_of(opponent.limits, past, game:callback("deal", state) ~= nil))
  elseif not searcher:thinking() or not prints:can_go_on(opponent.mode.seen, state) then -- or an error has ended it
    opponent:drop_hint()
    return
  end
  local has_ended, seen = searcher:step(opponent:slice_length()), opponent.mode.seen
  if not has_ended then
    prints:renew(seen, state, opponent.mode.root)
    return
  end
  local best, value, info = searcher:best()
  local wanted = opponent.hint_wanted
  opponent.hint_wanted = nil
  opponent:be_idle()
  if best == nil then return end
  local why = opponent.calls:still(explain(state, best, value, info, opponent.limits, wanted.label, #seen.listed))
  local now = game:find(state, best, seen.listed) -- a child of the state as it is now
  if now == nil then now = best end
  wanted.on_hint(now, why, value, info)
end

return hints
