--- What random trials draw, beside their games: options, and the values that go with them.
-- @module spec.support.drawing

local rows = require "rows.list"

local drawing = {}

--- An option that is not given, where one is chosen at random.
drawing.NOTHING = {}

--- The value of a won game.
drawing.WIN = 100

local INFINITY, NOTHING, WIN = math.huge, drawing.NOTHING, drawing.WIN
local BOUND = 5 -- of values, where there is one

--- Values beside and beyond the won ones, but none from WIN less the depth to WIN.
drawing.WON = { 0, 1, -1, 2, -2, -7, 50, -50, WIN, -WIN, WIN + 4, -WIN - 4, INFINITY, -INFINITY }

-- Values up to the best that is possible, which only finished games reach.
local WON_ENDS = { 0, 1, -1, -7, 50, -50, WIN, -WIN, WIN, -WIN }
local BOUNDED = { 0, 1, -1, 2, -2, 3, 4.5, -4.5 }
local BOUNDED_ENDS = { 0, 1, -1, 3, BOUND, -BOUND, BOUND, -BOUND }

--- One to `most` of some values.
function drawing.some(random, values, most)
  local chosen = {}
  for i = 1, random:int(1, most) do
    chosen[i] = random:pick(values)
  end
  return chosen
end

--- One of some values; nil for NOTHING.
function drawing.option(random, values)
  local value = random:pick(values)
  if value ~= NOTHING then
    return value
  end
end

--- What the option `without` names, of all techniques that it may name; nil in half of the cases.
function drawing.without(random)
  local names = {}
  for _, word in ipairs(rows.option.without.words) do
    if random:chance(0.4) then
      names[#names + 1] = word[1]
    end
  end
  return random:chance(0.5) and names or nil
end

--- What follows lines beyond the depth or prunes them on a guess, but in such a way that values can be known: nobody
-- gains by passing where that loses, and no move is a late one where there are three at most.
-- @tparam Rng random
-- @tparam table traits changed in place, as is `options`
-- @tparam table options
-- @tparam number share how often there is quiescence, and how often there are null moves
-- @tparam number deepest the most plies of quiescence
function drawing.speculation(random, traits, options, share, deepest)
  if random:chance(share) then
    traits.noisy = true
    options.quiescence = random:int(1, deepest)
  end
  if random:chance(share) then
    traits.pass = "loses"
    options.null_move = random:int(1, 3)
  end
  options.reductions = drawing.option(random, { 1, NOTHING, NOTHING, NOTHING })
end

--- The limits of values, in a shape that keeps them.
-- @tparam Rng random
-- @tparam table traits
-- @tparam table options changed in place, as is `shape`
-- @tparam table shape
-- @tparam {number,...} won values where `win` is given
-- @tparam number share how often there are bounds where it is not
function drawing.values(random, traits, options, shape, won, share)
  if random:chance(0.3) then
    options.win = WIN
    shape.values, shape.ends = drawing.some(random, won, 5), drawing.some(random, won, 5)
    if random:chance(0.3) then
      options.value_max, options.value_min = WIN, -WIN
      shape.values, shape.ends = drawing.some(random, BOUNDED, 5), drawing.some(random, WON_ENDS, 5)
      shape.worst = WIN
    end
  elseif random:chance(share) then
    options.value_max = BOUND
    options.value_min = -BOUND
    if traits.view == "max" then
      options.value_max = drawing.option(random, { BOUND, BOUND + 1, NOTHING })
      options.value_min = drawing.option(random, { -BOUND, -BOUND - 1, NOTHING })
    end
    shape.values, shape.ends = drawing.some(random, BOUNDED, 5), drawing.some(random, BOUNDED_ENDS, 5)
    shape.worst = BOUND
  end
end

return drawing
