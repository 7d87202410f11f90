-- Which of the root's moves is played: as csrc/binding/root/choice.c has it. Internal: the engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.choice"):match "^(.*)%.[^.]*$"

local bits = require(PACKAGE .. ".bits")

local abs, exp, floor, huge = math.abs, math.exp, math.floor, math.huge
local add, mix, multiply = bits.add, bits.mix, bits.multiply

local choice = {}

-- Of each level: depth, nodes, and the temperature of its random choice.
local LEVELS = {
  {4, 10000, 50}, {4, 10000, 2.4}, {4, 10000, 1.21}, {4, 10000, 0.77}, {4, 10000, 0.57}, {4, 10000, 0.43},
  {4, 10000, 0.3}, {6, 30000, 0.2}, {8, 40000, 0.12}, {10, 130000, 0},
}
choice.LEVELS = #LEVELS

-- Evaluations beyond this are made smaller.
local LARGE, SMALLER = 1e290, 1e-20

-- How deep a level looks at most, and at how many nodes.
function choice.extent(level)
  return LEVELS[level][1], LEVELS[level][2]
end

-- How many scores, from the first on, are exactly as good as the best.
function choice.ties(list)
  local count = 0
  for i = 1, #list do
    if list[i].bound ~= 0 or list[i].value ~= list[1].value then break end
    count = i
  end
  return count
end

-- The plies to the won or lost game that an exact score comes from; 0 for others.
function choice.win_in(score)
  if score.end_ < 0 or score.bound ~= 0 then return 0 end
  return score.value > 0 and score.end_ or -score.end_
end
local win_in = choice.win_in

local function is_blunder(score)
  local plies = win_in(score)
  return plies == -1 or plies == -2
end

-- Which moves are sensible: those that win in one, all but blunders, or any.
local function sense_of(list)
  local found = "any"
  for i = 1, #list do
    if win_in(list[i]) == 1 then return "wins" end
    if list[i].bound == 0 and not is_blunder(list[i]) then found = "no blunders" end
  end
  return found
end

local function is_sensible(sense, score)
  if score.bound ~= 0 then return false end
  if sense == "wins" then return win_in(score) == 1 end
  return sense == "any" or not is_blunder(score)
end

-- The scores of sensible moves, in their order, and their places.
function choice.sensible(list)
  local sense, sensible, places = sense_of(list), {}, {}
  for i = 1, #list do
    if is_sensible(sense, list[i]) then
      sensible[#sensible + 1], places[#places + 1] = list[i], i
    end
  end
  return sensible, places
end

-- The `nth` random number of a search: at least 0 and less than 1. Seeds are halves.
function choice.random(seed, number, nth)
  local high, low = mix(add(seed[1], seed[2], 0x9E3779B9, 0x7F4A7C15))
  high, low = mix(add(high, low, bits.of_whole(number)))
  high, low = mix(add(high, low, multiply(0x9E3779B9, 0x7F4A7C15, 0, nth)))
  return bits.upper_53(high, low) / 9007199254740992
end

local function is_decided(score)
  return score.end_ >= 0 or abs(score.value) == huge
end

-- Chooses one of the sensible moves at random: its place.
local function choose(list, temperature, random)
  local sensible, places = choice.sensible(list)
  local scale, sum, count, least, most = 1, 0, 0, 0, 0
  for i = 1, #list do
    if not is_decided(list[i]) and abs(list[i].value) > LARGE then scale = SMALLER end
  end
  for i = 1, #sensible do
    if not is_decided(sensible[i]) then
      local value = sensible[i].value * scale
      if count == 0 then most = value end
      count = count + 1
      least = value
      sum = sum + (most - value)
    end
  end
  local margin = sum > 0 and 2 * sum / count or 1
  local function worth(score)
    if is_decided(score) then return score.value > 0 and most + margin or least - margin end
    return score.value * scale
  end
  local best, distances = worth(sensible[1]), 0
  for i = 1, #sensible do distances = distances + (best - worth(sensible[i])) end
  local middle = best - worth(sensible[floor(#sensible / 2) + 1] or sensible[1])
  local unit = middle > 0 and temperature * middle or distances > 0 and temperature * distances / #sensible or 1
  local weights = 0
  for i = 1, #sensible do weights = weights + exp((worth(sensible[i]) - best) / unit) end
  random = random * weights
  local chosen = places[1]
  for i = 1, #sensible do
    if not (random >= 0) then break end
    random = random - exp((worth(sensible[i]) - best) / unit)
    chosen = places[i]
  end
  return chosen
end

-- The place in `list` of the move that is played; nil: it is the search's own.
function choice.place(own, list, number)
  local random = choice.random(own.seed, number, 0)
  local temperature = type(own.level) == "number" and own.level > 0 and LEVELS[own.level][3] or 0
  if temperature > 0 and choice.sensible(list)[1] then return choose(list, temperature, random) end
  local ties = own.draws_tie and choice.ties(list) or 0
  return ties > 0 and floor(random * ties) + 1 or nil
end

return choice
