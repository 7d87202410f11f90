--- The end of a game of backgammon: both players bear off what is left in their home boards, and no checker is in the
-- other's way. The first player who has no checker left has won.
--
-- A turn throws two dice and plays both, in either order, with one checker or two: a die moves a checker so many points
-- down; a checker on the point of the die leaves the board, and so does one on the highest point that is taken where
-- the die is higher. Equal dice are played twice each, when the rules are those of backgammon, or once like others.
--
-- A player's checkers are a string with a digit for each point: `"201"` has two on the first and one on the third. A
-- throw of the dice is a chance node, and the next states are the positions after both dice have been played: the game
-- is in the children style. States are not changed.
-- @module games.race

local race = {}

--- What a won game is worth. No evaluation is greater, and none is less than `-WIN`: pass them as the options
-- `value_max` and `value_min`. Half of what a value is above `-WIN` is then the probability of winning.
race.WIN = 1

local WIN = race.WIN
local byte, char, concat = string.byte, string.char, table.concat
local ZERO = byte "0"

-- A table that computes an entry at its first use, and keeps it.
local function remembering(compute)
  return setmetatable({}, {__index = function(self, key)
    local value = compute(key)
    self[key] = value
    return value
  end})
end

-- The points that all of a player's checkers have to go.
local pips_of = remembering(function(checkers)
  local pips = 0
  for point = 1, #checkers do pips = pips + point * (byte(checkers, point) - ZERO) end
  return pips
end)

-- The checkers with one more, or less, on a point.
local function add(checkers, point, count)
  return checkers:sub(1, point - 1) .. char(byte(checkers, point) + count) .. checkers:sub(point + 1)
end

-- Calls visit(checkers) with what can follow when one die is played; not at all when there is nothing to play.
local function each_play(checkers, die, visit)
  local is_highest = true
  for point = #checkers, 1, -1 do
    if byte(checkers, point) > ZERO then
      local after = add(checkers, point, -1)
      if point > die then
        visit(add(after, point - die, 1))
      elseif point == die or is_highest then
        visit(after)
      end
      is_highest = false
    end
  end
end

-- Appends what can follow when the dice from `i` on are played, each position once.
local function collect(checkers, dice, i, found)
  if i > #dice or pips_of[checkers] == 0 then
    if not found[checkers] then
      found[checkers] = true
      found[#found + 1] = checkers
    end
  else
    each_play(checkers, dice[i], function(after) collect(after, dice, i + 1, found) end)
  end
end

-- The checkers that can be left of some, by the dice that are played: plays[dice][checkers].
local plays = setmetatable({}, {__mode = "k", __index = function(self, dice)
  local of_dice = remembering(function(checkers)
    local found = {}
    collect(checkers, dice, 1, found)
    if dice[1] ~= dice[2] then collect(checkers, {dice[2], dice[1]}, 1, found) end
    return found
  end)
  self[dice] = of_dice
  return of_dice
end})

-- All throws of two dice, the more likely ones first, with their probabilities; and how far half a throw goes.
local function throws_of(sides, has_doubles)
  local throws = {half = (sides + 1) / 2 * (has_doubles and 1 + 1 / sides or 1)}
  for larger = 2, sides do
    for smaller = 1, larger - 1 do throws[#throws + 1] = {larger, smaller, probability = 2 / sides ^ 2} end
  end
  for die = 1, sides do
    local dice = {die, die, probability = 1 / sides ^ 2}
    if has_doubles then dice[3], dice[4] = die, die end
    throws[#throws + 1] = dice
  end
  return throws
end

--- A race, player 1 to throw the dice.
-- @tparam string first the checkers of player 1: a digit for each point, the first point first
-- @tparam[opt] string second those of player 2; the same when nothing is said
-- @tparam[opt] table rules `sides` of a die (6), `doubles`: false when equal dice are played like others
-- @treturn table the state: the checkers at 1 and 2, `turn`, the `dice` when they have been thrown, and the `throws`
--   that all states of a race share
-- @usage race.new("210", "111", {sides = 3})
function race.new(first, second, rules)
  second = second or first
  assert(first:match "^%d*[1-9]%d*$" and second:match "^%d*[1-9]%d*$", "race: checkers are a digit for each point")
  rules = rules or {}
  return {first, second, turn = 1, throws = throws_of(rules.sides or 6, rules.doubles ~= false)}
end

--- Whose turn it is, also before the dice are thrown.
-- @tparam table state
-- @treturn number 1 or 2
function race.player(state)
  return state.turn
end

--- Has a player no checkers left? It is the one who has just moved.
-- @tparam table state
-- @treturn boolean
function race.is_over(state)
  return pips_of[state[3 - state.turn]] == 0
end

--- Before the dice are thrown, the states after each throw.
-- @tparam table state
-- @treturn ?{{probability=number,outcome=table},...} nil where a player decides
function race.chances(state)
  if state.dice then return nil end
  local outcomes, throws = {}, state.throws
  for i = 1, #throws do
    local dice = throws[i]
    outcomes[i] = {
      probability = dice.probability,
      outcome = {state[1], state[2], turn = state.turn, dice = dice, throws = throws},
    }
  end
  return outcomes
end

--- The states after both dice have been played.
-- @tparam table state
-- @treturn {table,...}
function race.children(state)
  local turn, throws = state.turn, state.throws
  local afters, list = plays[state.dice][state[turn]], {}
  for i = 1, #afters do
    local child = {state[1], state[2], turn = 3 - turn, throws = throws}
    child[turn] = afters[i]
    list[i] = child
  end
  return list
end

--- What the race is worth to a player: `WIN` or `-WIN` when it is over, until then how many points fewer that
-- player's checkers have to go, in proportion to what all have to go; the player to throw is half a throw ahead.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function race.evaluate(state, me)
  local turn = state.turn
  local mine, theirs = pips_of[state[turn]], pips_of[state[3 - turn]]
  local ahead
  if theirs == 0 then
    ahead = -WIN
  else
    theirs = theirs + state.throws.half
    ahead = WIN * (theirs - mine) / (theirs + mine)
  end
  return turn == me and ahead or -ahead
end

--- The same game with a key for each position, for a search with a transposition table.
-- The key is a string: both players' checkers, and the dice. Whose turn it is is not in it.
race.hashed = setmetatable({}, {__index = race})

--- The position's key.
-- @tparam table state
-- @treturn string
function race.hashed.hash(state)
  local dice = state.dice
  if not dice then return state[1] .. state[2] end
  return concat({state[1], state[2], dice[1], dice[2]}, " ")
end

--- The race as text, one line.
-- @tparam table state
-- @treturn string
function race.draw(state)
  local dice = state.dice
  return string.format("%s : %s, player %d %s", state[1], state[2], state.turn,
    dice and string.format("has thrown %d and %d", dice[1], dice[2]) or "is to throw")
end

return race
