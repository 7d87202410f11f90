--- Pig, a game of dice, played in place.
-- A turn is a number of rolls. A 1 ends it, and all that it had brought is lost; any other number is added to the
-- turn's total, and the player rolls again or holds. Holding adds the total to the player's score, and ends the turn. A
-- player who has, with the total, as many points as the goal has won: nothing but holding would be left to do.
--
-- A move is `"roll"` or `"hold"`; after `"roll"` comes a chance node, whose outcome is the number that the die shows. A
-- coin is a die with two sides: with the goal 4 that is Piglet, where heads is worth a point (2 here), tails ends the
-- turn, and two points win.
-- @module games.pig

local pig = {}

--- What a won game is worth. No evaluation is greater, and none is less than `-WIN`: pass them as the options
-- `value_max` and `value_min`. Half of what a value is above `-WIN` is then the probability of winning.
pig.WIN = 1

local WIN = pig.WIN

-- What it is worth, in points, to be the one who moves; and a lead that makes a win likely.
local TURN, SPREAD = 4, 20

-- The moves of a turn that has brought something, and of one that has not.
local ROLL_OR_HOLD, ROLL = {"roll", "hold"}, {"roll"}

-- What each side of a die is worth as an outcome, by the number of sides.
local rolls = setmetatable({}, {__index = function(self, sides)
  local outcomes = {}
  for face = 1, sides do outcomes[face] = {probability = 1 / sides, outcome = face} end
  self[sides] = outcomes
  return outcomes
end})

--- The start, player 1 to move.
-- @tparam[opt=100] number goal points that win
-- @tparam[opt=6] number sides of the die
-- @treturn table the state: the scores at 1 and 2, `turn`, `total` (of this turn), `is_rolling` (the die is in the
--   air), `goal`, `sides`
function pig.new(goal, sides)
  return {0, 0, turn = 1, total = 0, is_rolling = false, goal = goal or 100, sides = sides or 6}
end

--- Whose turn it is, also while the die rolls.
-- @tparam table state
-- @treturn number 1 or 2
function pig.player(state)
  return state.turn
end

--- Has a player reached the goal?
-- @tparam table state
-- @treturn boolean
function pig.is_over(state)
  return state[state.turn] + state.total >= state.goal
end

--- Where the die rolls, its sides.
-- @tparam table state
-- @treturn ?{{probability=number,outcome=number},...} nil where a player decides
function pig.chances(state)
  return state.is_rolling and rolls[state.sides] or nil
end

--- Rolling, and holding where there is something to hold.
-- @tparam table state
-- @treturn {string,...}
function pig.moves(state)
  return state.total > 0 and ROLL_OR_HOLD or ROLL
end

--- Rolls, holds, or lets the die show a number.
-- @tparam table state
-- @tparam string|number move a move, or while the die rolls its number
-- @treturn number the turn's total until then, which `unmake` needs
function pig.make(state, move)
  local turn, total = state.turn, state.total
  if move == "roll" then
    state.is_rolling = true
  elseif move == "hold" then
    state[turn] = state[turn] + total
    state.total, state.turn = 0, 3 - turn
  else
    state.is_rolling = false
    if move == 1 then
      state.total, state.turn = 0, 3 - turn
    else
      state.total = total + move
    end
  end
  return total
end

--- Takes a move or a number back.
-- @tparam table state
-- @tparam string|number move
-- @tparam number total what `make` returned
function pig.unmake(state, move, total)
  if move == "roll" then
    state.is_rolling = false
    return
  elseif move == "hold" then
    local turn = 3 - state.turn
    state.turn, state[turn] = turn, state[turn] - total
  else
    state.is_rolling = true
    if move == 1 then state.turn = 3 - state.turn end
  end
  state.total = total
end

--- What the game is worth to a player: `WIN` or `-WIN` when it is over, until then how many points the player is ahead,
-- on a scale that comes near to either. The player to move is some points ahead for that, and while the die rolls,
-- the total is what it will be on average.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function pig.evaluate(state, me)
  local turn, total, sides = state.turn, state.total, state.sides
  local score, other = state[turn], state[3 - turn]
  local worth
  if score + total >= state.goal then
    worth = WIN
  else
    if state.is_rolling then total = (total * (sides - 1) + sides * (sides + 1) / 2 - 1) / sides end
    local ahead = score + total - other + TURN
    worth = WIN * ahead / math.sqrt(ahead ^ 2 + SPREAD ^ 2)
  end
  return turn == me and worth or -worth
end

--- The same game with a key for each position, for a search with a transposition table.
-- The key is a number: the two scores, the total, and whether the die rolls. Whose turn it is is not in it.
pig.hashed = setmetatable({}, {__index = pig})

--- The position's key.
-- @tparam table state
-- @treturn number
function pig.hashed.hash(state)
  local base = state.goal + state.sides
  return 2 * ((state[1] * base + state[2]) * base + state.total) + (state.is_rolling and 1 or 0)
end

--- The game as text, one line.
-- @tparam table state
-- @treturn string
function pig.draw(state)
  return string.format("%d : %d, player %d has rolled %d%s",
    state[1], state[2], state.turn, state.total, state.is_rolling and " and rolls" or "")
end

return pig
