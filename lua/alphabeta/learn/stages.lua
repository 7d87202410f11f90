-- The stages of a game, from beginning to end: which field of a position tells them, and where each begins. Internal:
-- `alphabeta.learn` uses it.
--
-- Stages are told by how many cells of an array hold one value: the empty cells of a board that fills, say. Of all
-- these counts the one is taken that goes most with the number of plies, and its range is divided so that each stage
-- has about as many positions.

local abs, floor, huge, ipairs, max = math.abs, math.floor, math.huge, ipairs, math.max

local LEARN = (... or "alphabeta.learn.stages"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local progress = require(LEARN .. ".progress")

local stages = {}

-- How many stages there are, how many positions it takes to tell them apart, and the least correlation with plies.
local COUNT, POSITIONS_MIN, CORRELATION_MIN = 4, 4000, 0.8

-- How many cells of a group hold a code.
local function count_of(samples, i, group, code)
  local codes, base, count = samples.codes, (i - 1) * samples.width, 0
  for cell = base + group.first, base + group.first + #group.members - 1 do
    if codes[cell] == code then count = count + 1 end
  end
  return count
end

-- The correlation of that count with the plies; 0 where there is no time for that.
local function correlation_of(samples, group, code, goes_on)
  local n, x, y, xx, yy, xy = samples.n, 0, 0, 0, 0, 0
  for i = 1, n do
    local count, ply = count_of(samples, i, group, code), samples.plies[i]
    x, y, xx, yy, xy = x + count, y + ply, xx + count * count, yy + ply * ply, xy + count * ply
    if not goes_on() then return 0 end
  end
  local product = (xx - x * x / n) * (yy - y * y / n)
  return product > 0 and (xy - x * y / n) / product ^ 0.5 or 0
end

-- The stage of each count, where the count grows (or falls, with a negative correlation) as the game goes on.
local function divide(samples, group, code, correlation)
  local seen, size, before, stage_of = {}, #group.members, 0, {}
  for i = 1, samples.n do
    local count = count_of(samples, i, group, code)
    seen[count] = (seen[count] or 0) + 1
  end
  for step = 0, size do
    local count = correlation > 0 and step or size - step
    local here = seen[count] or 0
    stage_of[count] = 1 + floor(COUNT * max(0, before + here / 2 - 0.5) / samples.n)
    before = before + here
  end
  return stage_of
end

-- Finds what tells the stages apart.
-- @tparam table layout
-- @tparam table samples
-- @tparam[opt] function goes_on returns false when there is no more time
-- @treturn ?table `count`, how many stages there are; `group` and `code`, of which the cells are counted; `stage_of`,
--   from their number to the stage, 1 being the first; nil where nothing tells them
function stages.find(layout, samples, goes_on)
  if samples.n < POSITIONS_MIN then return nil end
  local best, found, at = -huge, nil, nil
  for _, group in ipairs(layout.groups) do
    local look = progress.pace(goes_on, #group.members)
    for _, value in ipairs(group.first and #group.members > COUNT and group.values or {}) do
      local correlation = correlation_of(samples, group, group.codes[value], look)
      if not look() then return nil end
      if abs(correlation) > best then best, found, at = abs(correlation), group, value end
    end
  end
  if best < CORRELATION_MIN then return nil end
  local code, look = found.codes[at], progress.pace(nil, 1)
  return {
    count = COUNT, group = found, value = at, code = code,
    stage_of = divide(samples, found, code, correlation_of(samples, found, code, look)),
  }
end

-- The stage of a position.
-- @tparam table stage what `find` found
-- @tparam table samples
-- @tparam int i
-- @treturn int
function stages.of(stage, samples, i)
  return stage.stage_of[count_of(samples, i, stage.group, stage.code)]
end

return stages
