-- The text and the charts of a review. Internal: `alphabeta.review` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local phrases, values, xml = use("explain.phrases", "common.values", "tree.xml")

local ceil, concat, floor, max, min = math.ceil, table.concat, math.floor, math.max, math.min
local error, ipairs, setmetatable, tostring = error, ipairs, setmetatable, tostring
local format = xml.format

local words = {}

-- The classes that a text names.
local WRONG = {blunder = "a blunder", mistake = "a mistake", inaccuracy = "an inaccuracy"}
local COUNTED = {{"blunder", "blunders"}, {"mistake", "mistakes"}, {"inaccuracy", "inaccuracies"}}

-- The size of a chart as text, in rows and columns; and as a picture, with its margin, in pixels.
local ROWS, COLUMNS = 5, 72
local WIDTH, HEIGHT, MARGIN = 640, 200, 12

local Review = {}
Review.__index = Review

function words.new(names)
  return setmetatable({moves = {}, players = {}, order = {}, names = names, is_ready = false}, Review)
end

-- Goes on for one slice. Returns true when the review is ready.
function Review:step(seconds)
  if seconds ~= nil and not (values.is_number(seconds) and seconds >= 0) then
    error("review:step: argument 'seconds': expected a number, 0 or more, got " .. values.describe(seconds), 2)
  end
  return not self.next_slice or self.next_slice(seconds)
end

local function name_of(self, player)
  local name = self.names[player]
  return name ~= nil and tostring(name) or phrases.player_name(player)
end

local function per_cent(part) return ("%d %%"):format(values.hundredths(part)) end

-- The mistake of a move, as the end of a sentence.
local function fault(entry)
  local ours, best = entry.win_in, entry.best_win_in
  if best and best > 0 and not (ours and ours > 0) then
    return "it gives up a win in " .. phrases.moves_of(best)
  elseif ours and ours < 0 then
    return "it loses in " .. phrases.moves_of(-ours)
  end
  return ("it gives up %s of the chance to win"):format(per_cent(entry.loss))
end

-- A sentence or two about a move; nil for one that is not wrong.
function Review:describe(number)
  local entry = self.moves[number]
  local class = entry and WRONG[entry.class]
  if not class then return nil end
  local text = ("Move %d, %s by %s, is %s: %s. Better is %s."):format(number, entry.label, name_of(self, entry.player),
    class, fault(entry), entry.best_label)
  return number == self.turning_point and text .. " This is the turning point." or text
end

local function player_line(self, player)
  local record, parts = self.players[player], {}
  for _, row in ipairs(COUNTED) do
    local count = record[row[1]]
    if count then parts[#parts + 1] = ("%d %s"):format(count, count == 1 and row[1] or row[2]) end
  end
  if record.luck ~= 0 then parts[#parts + 1] = ("luck %+.0f %%"):format(100 * record.luck) end
  return phrases.beginning(name_of(self, player)) .. ": "
    .. concat({"accuracy " .. per_cent(record.accuracy / 100), concat(parts, ", ")}, parts[1] and ", " or "") .. "."
end

-- The chances of the first player in columns, each of some moves: the chance, and whether a move in it is wrong.
local function columns_of(self, most)
  local moves, columns, last = self.moves, {}, 0.5
  local width = max(ceil(#moves / most), 1)
  for number, entry in ipairs(moves) do
    local at = ceil(number / width)
    local column = columns[at] or {}
    last = entry.chance or last
    columns[at], column.chance = column, last
    column.is_wrong = column.is_wrong or entry.class == "blunder" or entry.class == "mistake"
  end
  return columns
end

-- A chart of lines of text. Blunders and mistakes are `#`.
function Review:chart(rows)
  rows = rows or ROWS
  local columns, lines = columns_of(self, COLUMNS), {}
  for row = rows, 1, -1 do
    local line = {}
    for i, column in ipairs(columns) do
      local is_here = min(floor(column.chance * rows) + 1, rows) == row
      line[i] = is_here and (column.is_wrong and "#" or "*") or " "
    end
    local text = ("%4s |%s"):format(row == rows and "100%" or row == 1 and "0%" or "", concat(line))
    lines[#lines + 1] = text:gsub(" +$", "")
  end
  return concat(lines, "\n")
end

local STYLE = [[
<style>
  .paper { fill: #fff; stroke: #d0d7de; }
  .even { stroke: #8c959f; stroke-dasharray: 3 3; }
  .line { stroke: #0550ae; stroke-width: 2; fill: none; stroke-linejoin: round; }
  .wrong { fill: #cf222e; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #3d444d; }
    .line { stroke: #79c0ff; }
    .wrong { fill: #ff7b72; }
  }
</style>]]

-- The chart as an SVG document. A dot marks a move that is wrong, with its sentence as a title.
function Review:svg(width, height)
  width, height = width or WIDTH, height or HEIGHT
  local count, last, points, dots = #self.moves, 0.5, {}, {}
  local function y_of(part) return MARGIN + (1 - part) * (height - 2 * MARGIN) end
  for number, entry in ipairs(self.moves) do
    last = entry.chance or last
    local x, y = MARGIN + (number - 1) * (width - 2 * MARGIN) / max(count - 1, 1), y_of(last)
    points[number] = format("%s,%s", x, y)
    local text = self:describe(number)
    if text then
      dots[#dots + 1] = format('<circle class="wrong %s" cx="%s" cy="%s" r="4"><title>%s</title></circle>', entry.class,
        x, y, xml.escape(text))
    end
  end
  local lines = {
    format('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img">', width,
      height, width, height),
    STYLE, format('<rect class="paper" x="0.5" y="0.5" width="%s" height="%s" rx="8"/>', width - 1, height - 1),
    format('<line class="even" x1="%s" y1="%s" x2="%s" y2="%s"/>', MARGIN, height / 2, width - MARGIN, height / 2),
    ('<polyline class="line" points="%s"/>'):format(concat(points, " ")),
  }
  for _, dot in ipairs(dots) do lines[#lines + 1] = dot end
  lines[#lines + 1] = "</svg>"
  return concat(lines, "\n") .. "\n"
end

-- A line for each player, one for each wrong move, and the chart.
function Review.__tostring(self)
  if not self.is_ready then return "The review is not ready." end
  local lines = {}
  for _, player in ipairs(self.order) do lines[#lines + 1] = player_line(self, player) end
  for number in ipairs(self.moves) do lines[#lines + 1] = self:describe(number) end
  if #self.moves > 0 then lines[#lines + 1] = self:chart() end
  return concat(lines, "\n")
end

return words
