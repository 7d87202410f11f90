-- The root's moves as the user sees them: their values, which are equally good, which one is played. Internal: both
-- engines use it, if an option needs it.
--
-- A table records these moves:
--   list         the scores of the last completed iteration, the best first: see choice.lua
--   moves        the moves that they are about, by their index
--   lines        for each of them whose score is exact the line that it heads, by its index
--   minimizing   whether the root's player is the minimizer
--   bound        what the search's value is: 0: exact; 1: the true one is at least that; -1: at most
--   lists_ties, draws_tie   whether equally good moves are listed, and one of them chosen
--   temperature  of the choice of a level, 0 for none
--   random       `random(n)`: the n-th random number of the search, from 0 on: at least 0 and less than 1
--   chosen       the place of the move that the function `level` has chosen; nil for none

local use = require((...):match "^(.*)%..*%." .. ".use")

local choice = use "root.choice"

local floor, type = math.floor, type

local ranking = {}

local BOUNDS = {[-1] = "upper", [0] = "exact", [1] = "lower"}

-- A value of the root's player in the view of the search.
local function value_of(of, value)
  return (of.minimizing and -value or value) + 0.0 -- never -0
end

local function copy(list)
  local own = {}
  for i = 1, #list do own[i] = list[i] end
  return own
end

-- A score for the user.
local function describe(of, score)
  if score.described then return score.described end -- Monte Carlo tree search has other things to say
  local own = {
    move = of.moves[score.index], value = value_of(of, score.value),
    bound = BOUNDS[of.minimizing and -score.bound or score.bound],
  }
  if score.bound == 0 then
    local plies = choice.win_in(score)
    own.pv = copy(of.lines[score.index])
    if plies ~= 0 then own.win_in = plies end
  end
  return own
end

-- The score of the move that is played, if it need not be the search's own; otherwise nil.
local function chosen_of(of)
  if #of.list == 0 or of.bound ~= 0 then return nil end
  local place = of.chosen or choice.place(of)
  return place and of.list[place]
end

-- Best move, value and info, as the user gets them, from those without a choice. The payoffs of max^n are not known for
-- each move, and stay those of the search. `win_in` by playouts stays nil if only the move is proven, not the position.
function ranking.result(of, best, value, info)
  local chosen, list = chosen_of(of), of.list
  if chosen then
    local own = describe(of, chosen)
    best = own.move
    if type(value) ~= "table" then value = own.value end
    info.pv = own.pv
    if info.win_in or not chosen.visits then info.win_in = own.win_in end
  end
  info.scores = {}
  for i = 1, #list do info.scores[i] = describe(of, list[i]) end
  if of.lists_ties then
    info.ties = {}
    for i = 1, of.bound == 0 and choice.ties(list) or 0 do info.ties[i] = info.scores[i].move end
  end
  return best, value, info
end

-- The arguments of the function `level`: the scores of the sensible moves, and a function for random numbers. Nil if
-- there is nothing to choose from.
function ranking.for_level(of)
  local sensible = choice.sensible(of.list)
  if of.bound ~= 0 or #sensible == 0 then return nil end
  local described, random, count = {}, of.random, 0
  for i = 1, #sensible do described[i] = describe(of, sensible[i]) end
  return described, function()
    count = count + 1
    return random(count)
  end
end

-- The index in `of.list` of the move that it has chosen. Or nil and how many there are to choose from.
function ranking.place(of, answer)
  local _, places = choice.sensible(of.list)
  local place = type(answer) == "number" and answer == floor(answer) and places[answer]
  if place then return place end
  return nil, #places
end

return ranking
