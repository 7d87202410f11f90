-- A game that can go on for ever. Each player has a switch, and may flip it or go a step, which costs player 1 a point
-- of the five that there are. So player 1 flips for ever, unless a position that comes up again is worth nothing.

local wrap = require "spec.support.wrap"

local switches = {}

local function result(state, me)
  local value = 5 - state.steps
  return me == 1 and value or -value
end

switches.in_place = {
  player = function(state) return state.turn end,
  moves = function(state) return state.steps < 5 and {"flip", "go"} or {} end,
  make = function(state, move)
    if move == "flip" then state[state.turn] = not state[state.turn] else state.steps = state.steps + 1 end
    state.turn = 3 - state.turn
  end,
  unmake = function(state, move)
    state.turn = 3 - state.turn
    if move == "flip" then state[state.turn] = not state[state.turn] else state.steps = state.steps - 1 end
  end,
  evaluate = result, repetition = 0,
}

-- A state at the beginning.
function switches.new() return {false, false, steps = 0, turn = 1} end

-- The state behind a move.
function switches.after(state, move)
  local behind = {state[1], state[2], steps = state.steps, turn = state.turn}
  switches.in_place.make(behind, move)
  return behind
end

-- Where positions that come up again are worth as much as others.
switches.unscored = wrap.replace(switches.in_place, {})
switches.unscored.repetition = nil

switches.copying = wrap.replace(switches.in_place, {play = switches.after})
switches.copying.make, switches.copying.unmake = nil, nil

function switches.hash(state)
  return (state[1] and 1 or 0) + (state[2] and 2 or 0) + 4 * state.steps + 100 * state.turn
end

return switches
