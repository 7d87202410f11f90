-- Lines of cells that say more together than each by itself. Internal: `alphabeta.learn` uses it.
--
-- A line is some cells of one array at equal distances. For each distance, an offset, and each length, all patterns of
-- all such lines are put to a score test: whether weights for them would explain what the model leaves unexplained. The
-- offsets that explain most become families of lines.

local use = require((...):match "^(.*)%..*%." .. ".use")

local models = use "learn.model"
local pace = use "learn.samples".pace

local abs, concat, floor, huge, max, sort = math.abs, table.concat, math.floor, math.huge, math.max, table.sort
local ipairs, type = ipairs, type

local lines = {}

-- Groups of fewer cells, or with more codes, have no lines; and the most patterns of a line.
local CELLS_MIN, CODES_MAX, PATTERNS_MAX = 8, 5, 128

-- The lengths that are tried, the most families, how many distances there are in each dimension of two, and the least
-- score, in standard deviations: positions of one game are alike, so that scores are too high.
local LENGTHS, FAMILIES_MAX, REACH, SCORE_MIN = {4, 3, 2}, 4, 3, 20

-- The test uses the newest POSITIONS positions. A pattern counts if its score varies by more than LEAST_VARIANCE.
local POSITIONS, LEAST_VARIANCE = 20000, 1

-- Distances are measured from this number of cells of an array.
local STARTS = 500

-- The indices of a cell: its keys that are numbers.
local function indices_of(cell)
  local indices = {}
  for _, key in ipairs(cell.keys) do
    if type(key) == "number" then indices[#indices + 1] = key end
  end
  return indices
end

-- The cells of a group by their one index, or by two, and the values of each index in order. Nil where not all have one
-- index, or two.
local function map_of(group)
  local map, known, values, dimensions = {}, {{}, {}}, {{}, {}}, nil
  for _, cell in ipairs(group.members) do
    local indices = indices_of(cell)
    dimensions = dimensions or #indices
    if #indices ~= dimensions or dimensions < 1 or dimensions > 2 then return nil end
    for i, index in ipairs(indices) do
      if abs(index) == huge then return nil end
      if not known[i][index] then known[i][index], values[i][#values[i] + 1] = true, index end
    end
    if dimensions == 1 then
      map[indices[1]] = cell.index
    else
      map[indices[1]] = map[indices[1]] or {}
      map[indices[1]][indices[2]] = cell.index
    end
  end
  for _, list in ipairs(values) do sort(list) end
  return {map = map, values = values, dimensions = dimensions}
end

-- The `most` least distances between values in order, none above `limit`; to each value from those at most `reach`
-- indexes before it.
local function distances_of(values, reach, most, limit)
  local list, known, step = {}, {}, max(1, floor(#values / STARTS))
  for i = 1, #values - 1, step do
    for k = i + 1, math.min(#values, i + reach) do
      local distance = values[k] - values[i]
      if distance > limit then break end
      if not known[distance] then known[distance], list[#list + 1] = true, distance end
    end
  end
  sort(list)
  for i = #list, most + 1, -1 do list[i] = nil end
  return list
end

-- The offsets of a group that may be those of lines; of two that are opposite, one.
local function offsets_of(place)
  local list, values = {}, place.values
  if place.dimensions == 1 then
    local all = values[1]
    for _, step in ipairs(distances_of(all, huge, huge, (all[#all] - all[1]) / 2)) do list[#list + 1] = {step} end
    return list
  end
  local rows, columns = distances_of(values[1], REACH, REACH, huge), distances_of(values[2], REACH, REACH, huge)
  for a = 0, #rows do
    for b = -#columns, #columns do
      local column = b < 0 and -columns[-b] or columns[b] or 0
      if a > 0 or b > 0 then list[#list + 1] = {rows[a] or 0, column} end
    end
  end
  return list
end

-- All lines of a length along an offset: the cells of one after those of another.
local function lines_along(group, place, offset, length)
  local cells = {}
  for _, cell in ipairs(group.members) do
    local found, indices = {cell.index}, indices_of(cell)
    for step = 1, length - 1 do
      local at = place.map
      for i, index in ipairs(indices) do at = at and at[index + step * offset[i]] end
      found[#found + 1] = at
    end
    if #found == length then
      for _, index in ipairs(found) do cells[#cells + 1] = index end
    end
  end
  return cells
end

-- The errors of the model in the newest positions; nil if there is no time to compute them.
local function residuals_of(model, samples, goes_on)
  local residuals, active, amounts = {first = max(1, samples.n - POSITIONS + 1), last = samples.n}, {}, {}
  for i = residuals.first, residuals.last do
    residuals[i] = samples.targets[i] - (model:probability(samples, i, active, amounts))
    if not goes_on() then return nil end
  end
  return residuals
end

-- The score of a family: how far its patterns go together with what is unexplained, in standard deviations above what
-- chance would bring. How often a pattern occurs is seen by whose turn it is, and less its mean. The lowest score where
-- there is no time for that.
local function score_of(samples, residuals, family, goes_on)
  local cells, length, size = family.cells, family.length, family.group.size
  local places = 2 * size ^ length
  local sums, squares, products, counts, touched = {}, {}, {}, {}, {}
  for place = 0, places - 1 do sums[place], squares[place], products[place], counts[place] = 0, 0, 0, 0 end
  local positions, totals, spread = {[0] = 0, 0}, {[0] = 0, 0}, {[0] = 0, 0}
  for i = residuals.first, residuals.last do
    local base, turn, n, residual = (i - 1) * samples.width, samples.turns[i], 0, residuals[i]
    positions[turn], totals[turn] = positions[turn] + 1, totals[turn] + residual
    spread[turn] = spread[turn] + residual * residual
    for at = 1, #cells, length do
      local place = 2 * models.pattern_of(samples.codes, base, cells, at, length, size) + turn
      if counts[place] == 0 then
        n = n + 1
        touched[n] = place
      end
      counts[place] = counts[place] + 1
    end
    for k = 1, n do
      local place = touched[k]
      local count = counts[place]
      sums[place], squares[place] = sums[place] + count, squares[place] + count * count
      products[place] = products[place] + residual * count
      counts[place] = 0
    end
    if not goes_on() then return -huge end
  end
  local statistic, degrees = 0, 0
  for place = 0, places - 1 do
    local turn = place % 2
    local n = max(1, positions[turn])
    local score = products[place] - sums[place] * totals[turn] / n
    local variance = (squares[place] - sums[place] ^ 2 / n) * (spread[turn] - totals[turn] ^ 2 / n) / n
    if variance > LEAST_VARIANCE then statistic, degrees = statistic + score ^ 2 / variance, degrees + 1 end
  end
  return degrees > 0 and (statistic - degrees) / (2 * degrees) ^ 0.5 or -huge
end

-- The families of one length in a group, the best first, as far as there is time.
local function families_of(samples, residuals, group, place, length, goes_on)
  local list = {}
  for _, offset in ipairs(offsets_of(place)) do
    local cells = lines_along(group, place, offset, length)
    if #cells / length >= #group.members / 4 then
      local family = {group = group, offset = offset, name = concat(offset, ","), cells = cells, length = length}
      family.score = score_of(samples, residuals, family, pace(goes_on, #cells))
      if family.score > SCORE_MIN then list[#list + 1] = family end
    end
    if goes_on and not goes_on() then break end
  end
  sort(list, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.name < b.name
  end)
  for i = #list, FAMILIES_MAX + 1, -1 do list[i] = nil end
  return list
end

-- Finds the families of lines that a model lacks: in each group the longest that explain something, since they hold
-- what shorter ones do.
-- @tparam table model
-- @tparam table samples
-- @tparam[opt] function goes_on the search ends when it returns false, with what it has found
-- @treturn {table,...} for `model:add_family`; empty when there are none
function lines.find(model, samples, goes_on)
  local found, residuals = {}, nil
  for _, group in ipairs(model.layout.groups) do
    local place = group.first and #group.members >= CELLS_MIN and group.size <= CODES_MAX and map_of(group)
    for _, length in ipairs(place and LENGTHS or {}) do
      if group.size ^ length <= PATTERNS_MAX then
        residuals = residuals or residuals_of(model, samples, pace(goes_on, 4 * samples.width + 1))
        if not residuals then return found end
        local list = families_of(samples, residuals, group, place, length, goes_on)
        for _, family in ipairs(list) do found[#found + 1] = family end
        if #list > 0 then break end
      end
    end
  end
  return found
end

return lines
