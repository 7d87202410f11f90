-- The name that a user who wrote another one probably meant. Internal: messages about names use it.

local byte, floor, huge, lower, min = string.byte, math.floor, math.huge, string.lower, math.min

local nearest = {}

-- The longest name that is looked for a nearest one, in characters.
local NAME_MAX_LENGTH = 24

-- What it counts that two letters are swapped: a little less than one letter that is changed, so "tiem" means "time".
local SWAP = 0.9

-- How many letters must be changed, inserted, deleted or swapped with the next one to turn one name into the other.
local function distance(a, b)
  a, b = lower(a), lower(b)
  local before, last, row = {}, {}, {}
  for j = 0, #b do before[j], last[j] = j, j end
  for i = 1, #a do
    row[0] = i
    for j = 1, #b do
      local least = last[j - 1] + (byte(a, i) ~= byte(b, j) and 1 or 0)
      if last[j] + 1 < least then least = last[j] + 1 end
      if row[j - 1] + 1 < least then least = row[j - 1] + 1 end
      if i > 1 and j > 1 and byte(a, i) == byte(b, j - 1) and byte(a, i - 1) == byte(b, j)
        and before[j - 2] + SWAP < least then
        least = before[j - 2] + SWAP
      end
      row[j] = least
    end
    before, last, row = last, row, before
  end
  return last[#b]
end

-- The name among several that `name` probably means; nil if none resembles it. It differs in `most` letters at most,
-- and `fits(other, changes)` must be true, if these are given.
function nearest.of(name, names, most, fits)
  if #name > NAME_MAX_LENGTH then return nil end
  local found, least = nil, min(most or huge, floor((#name + 1) / 3)) + 1
  for i = 1, #names do
    local changes = distance(name, names[i])
    if changes < least and (not fits or fits(names[i], changes)) then found, least = names[i], changes end
  end
  return found
end

return nearest
