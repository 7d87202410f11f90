--- A game with hardly any rules, in all three styles: what a search costs when the game costs next to nothing. A
-- position is a number; its successors and its value come from a seeded generator and are looked up in tables. Every
-- function is a lookup or two and makes no garbage. The tree is the same in every style and on every runtime.
-- @module bench.support.numbers

local rng = require "spec.support.rng"

local POSITIONS = 1021 -- few enough for their tables to stay in the processor's cache
local MOVES = {1, 2, 3, 4, 5, 6}
local LARGEST_VALUE = 1000

local followers, values = {}, {}
do
  local random = rng.new(1)
  for position = 1, POSITIONS do
    local list = {}
    for i = 1, #MOVES do list[i] = random:int(1, POSITIONS) end
    followers[position] = list
    values[position] = random:int(-LARGEST_VALUE, LARGEST_VALUE)
  end
end

local numbers = {}

--- The names of the three styles.
numbers.STYLES = {"in place", "copying", "children"}

--- The game, its values good for the player to move.
-- @tparam string style one of `STYLES`
-- @treturn table
function numbers.game(style)
  if style == "in place" then
    return {
      moves = function() return MOVES end,
      make = function(state, move)
        local position = state.position
        state.position = followers[position][move]
        return position
      end,
      unmake = function(state, _, position) state.position = position end,
      evaluate = function(state) return values[state.position] end,
    }
  elseif style == "copying" then
    return {
      moves = function() return MOVES end,
      play = function(position, move) return followers[position][move] end,
      evaluate = function(position) return values[position] end,
    }
  end
  return {
    children = function(position) return followers[position] end,
    evaluate = function(position) return values[position] end,
  }
end

--- The state of a position.
-- @tparam string style one of `STYLES`
-- @tparam number position 1 to 1021
-- @return the state
function numbers.state(style, position)
  if style == "in place" then return {position = position} end
  return position
end

return numbers
