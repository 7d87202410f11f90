-- The move that an opponent has decided on: handing it over, and waiting until it was made, the mode "waiting".
-- Internal: `alphabeta.opponent` uses it.
--
-- A decision has the `state`, the `move`, nil if there is none, its `value` and `info`, whether the position `is_lost`,
-- and the mode `waiting`. The mode has the fingerprint `seen` of the state, and for how many `seconds` the opponent has
-- waited so far. The fields `changing` have changed in the turn before that. `may_be_made` says that one of them shows
-- a move, and `has_resigned` that there is no move to wait for.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, values = use("common.globals", "common.values")

local error, pcall = error, pcall

local decisions = {}

-- Seconds after which the opponent stops to wait for its move if that may have been made; or in any case if the state
-- changes all the time. If it does not, a line is printed once.
local SURE, PATIENCE = 2, 8
local REFUSED = "alphabeta.opponent: %d seconds after the call of 'play' the state is as it was: if the game has "
  .. "refused the move, play another one or call opponent:stop()"

-- The opponent resigns in the second turn in a row in which it sees that it loses.
local LOST_TURNS = 2

-- Whether the position is lost, and so was that of the turn before. A level may have chosen a move that loses while the
-- best one does not. Playouts may have found only that the best move that they tried loses.
local function is_lost(opponent, info)
  local best = info and info.scores and info.scores[1] or info
  if not (opponent.on_resign and best) or opponent.moves_again then return false end
  opponent.losses = (best.win_in or 0) < 0 and (info.win_in or 0) < 0 and opponent.losses + 1 or 0
  return opponent.losses >= LOST_TURNS
end

-- Makes the decision to play what a search of a state has `found`: `move`, `value` and `info`.
function decisions.new(opponent, state, seen, found)
  local move, info = found.move, found.info
  if move ~= nil then opponent.record:play(state, move) end
  opponent.expected = {player = seen.player, reply = info and info.pv and info.pv[2]}
  return {
    waiting = {name = "waiting", seen = seen, seconds = 0, changing = values.copy(opponent.prints.fields)},
    state = state, move = move, value = found.value, info = info, is_lost = is_lost(opponent, info),
  }
end

-- Makes a move: by the game's own function if no other was given.
local function make_move(opponent, state, move, value, info)
  if opponent.play then
    opponent.play(move, value, info)
    return
  end
  local function hand_on(...)
    if opponent.on_move then opponent.on_move(move, ...) end
  end
  hand_on(opponent.game:make(state, move))
end

-- Presses the clock and makes the move of a decision. From then on the opponent waits.
local function press_and_move(opponent, decision)
  local waiting, move = decision.waiting, decision.move
  opponent.mode, opponent.moves_again = waiting, true
  if move == nil then return end
  if decision.is_lost then
    waiting.has_resigned = opponent.on_resign(decision.value, decision.info)
    if waiting.has_resigned then return end
  end
  if opponent.clock then
    opponent.clock:run()
    opponent.clock:press()
  end
  make_move(opponent, decision.state, move, decision.value, decision.info)
end

-- Hands over a move. If that raises an error, perhaps nothing has moved: then the opponent searches again. Functions
-- that yield are called without protection where nothing yields through it.
function decisions.hand_over(opponent, decision)
  if globals.can_yield() and not globals.yields_through_pcall then
    press_and_move(opponent, decision)
    return
  end
  local ok, err = pcall(press_and_move, opponent, decision)
  if ok then return end
  if opponent.mode == decision.waiting then opponent:be_idle() end
  error(err, 0)
end

-- Looks whether the move that was handed over has been made, which the game may hide before the next frame: a new match
-- may begin with the same state. A move of the game's own `make` cannot have been refused.
function decisions.look_for_move(opponent, waiting)
  opponent.calls:still()
  local state, is_own = opponent:find_state()
  local has_moved = not (opponent.play or waiting.has_resigned) or state == nil or not is_own
  opponent.moves_again = is_own
  if has_moved or not opponent.prints:awaits_move(waiting, state) then
    opponent:be_idle()
    opponent:begin_turn()
  end
end

-- A frame of the mode. Returns whether the opponent goes on waiting for its move to be made. If the state changes all
-- the time, the move cannot be seen for certain, so the opponent does not wait for ever.
function decisions.frame(opponent, state, seconds)
  local mode = opponent.mode
  local is_same, changes = opponent.prints:awaits_move(mode, state)
  mode.seconds = mode.seconds + seconds
  if mode.has_resigned then return is_same end
  local is_late = mode.seconds > PATIENCE
  if is_late and changes or mode.seconds > SURE and mode.may_be_made then return false end
  if is_same and is_late and not opponent.has_told and #mode.seen.listed > 0 then
    opponent.has_told = true
    print(REFUSED:format(PATIENCE))
  end
  return is_same
end

return decisions
