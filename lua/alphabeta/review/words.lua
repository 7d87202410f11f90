-- The text of a review, and its line chart. Internal: `alphabeta.review` uses it.

local concat, floor, min = table.concat, math.floor, math.min
local ipairs, tostring = ipairs, tostring

local words = {}
words.__index = words

-- The classes that are named, and their plurals.
words.WRONG = {blunder = "blunders", mistake = "mistakes", inaccuracy = "inaccuracies"}
local NAMES = {"blunder", "mistake", "inaccuracy"}

-- Rows of the chart, and at most so many columns.
local ROWS, COLUMNS = 5, 100

-- Plies to the end, in moves of one player.
local function soon(plies)
  local count = floor((plies + 1) / 2)
  return count < 2 and "at once" or ("in %d moves"):format(count)
end

-- What was wrong with a move, for players; nil if nothing was.
function words.describe(entry)
  if not words.WRONG[entry.class] then return nil end
  local ours, theirs = entry.best_win_in or 0, entry.win_in or 0
  local text = ("gives up %.0f %% of the chance to win"):format(100 * entry.loss)
  if ours > 0 and theirs <= 0 then
    text = "misses a win " .. soon(ours)
  elseif theirs < 0 and ours >= 0 then
    text = "loses " .. soon(-theirs)
  end
  return ("%s: %s. Better was %s."):format(entry.class, text, entry.best_label)
end

-- The chance of the first player after each move: a line of marks, with # for blunders and mistakes.
function words:chart(rows)
  rows = rows or ROWS
  local first, lines = self.order[1], {}
  for row = rows, 1, -1 do
    local marks = {}
    for i = 1, min(#self.moves, COLUMNS) do
      local entry = self.moves[i]
      local chance = entry.after and (entry.player == first and entry.after or 1 - entry.after)
      local is_here = chance and min(rows, floor(chance * rows) + 1) == row
      marks[i] = not is_here and " " or (entry.class == "blunder" or entry.class == "mistake") and "#" or "*"
    end
    local scale = row == rows and "100 %" or row == 1 and "  0 %" or "     "
    lines[#lines + 1] = (scale .. " |" .. concat(marks)):gsub(" +$", "")
  end
  return concat(lines, "\n")
end

function words:__tostring()
  local lines = {}
  for _, who in ipairs(self.order) do
    local player, counts = self.players[who], {}
    for _, name in ipairs(NAMES) do
      local count = player[name]
      if count then counts[#counts + 1] = ("%d %s"):format(count, count == 1 and name or words.WRONG[name]) end
    end
    local luck = player.luck ~= 0 and (", luck %+.0f %%"):format(100 * player.luck) or ""
    lines[#lines + 1] = ("Player %s: accuracy %.0f %%%s%s%s."):format(tostring(who), player.accuracy,
      counts[1] and ", " or "", concat(counts, ", "), luck)
  end
  for i, entry in ipairs(self.moves) do
    if entry.why then
      lines[#lines + 1] = ("%d. %s by player %s, %s%s"):format(i, entry.label, tostring(entry.player), entry.why,
        i == self.turning_point and " This was the turning point." or "")
    end
  end
  if self.moves[1] then lines[#lines + 1] = self:chart() end
  return concat(lines, "\n")
end

return words
