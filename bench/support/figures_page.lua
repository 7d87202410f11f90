--- docs/benchmarks.md and its pictures, made of what bench/figures has: matches.txt and records.txt.
-- @module bench.support.figures_page

local figures = require "bench.support.figures"

local RECORDS, PAGE = "bench/figures/records.txt", "docs/benchmarks.md"
local FULL = 200 -- games of a row

local found = figures.read(figures.MATCHES)

-- The texts of the files, by their paths.
local texts = {}

-- Matches -----------------------------------------------------------------------------------------------------------

-- The share of the points, in per cent, that belongs to a difference in Elo.
local function share_of(elo) return 100 / (1 + 10 ^ (-elo / 400)) end

-- The nearest multiple of a unit, since Luas do not round numbers in texts alike.
local function round(number, unit) return math.floor(number / unit + 0.5) * unit end

-- The rows against an opponent that have games: the share, and the ends of its interval of 95 %.
local function rows_against(opponent)
  local rows = {}
  for _, host in ipairs {"luajit", "lua5.4"} do
    for _, row in ipairs(figures.ROWS) do
      row.host = host
      local report = row.against == opponent and found.report(row)
      if report then
        rows[#rows + 1] = {
          name = row.name, is_unseen = row.is_unseen, ms = row.ms, host = host == "luajit" and "LuaJIT" or "Lua 5.4",
          games = report.games, share = round(100 * report.score, 1), low = round(share_of(report.elo_low), 1),
          high = round(share_of(report.elo_high), 1),
        }
      end
    end
  end
  return rows
end

local function table_of(rows)
  local lines = {"| game | share, % | interval | games | ms | Lua | unseen |",
    "| --- | --- | --- | --- | --- | --- | --- |"}
  for _, row in ipairs(rows) do
    lines[#lines + 1] = ("| %s | %d | %d to %d | %d%s | %d | %s | %s |"):format(row.name, row.share, row.low, row.high,
      row.games, row.games < FULL and " *" or "", row.ms, row.host, row.is_unseen and "yes" or "")
  end
  return table.concat(lines, "\n")
end

-- A picture of such rows: a line from one end of each interval to the other, and a dot for the share.
local LEFT, WIDTH, STEP, TOP = 210, 270, 22, 30

local function picture_of(rows)
  local height = TOP + STEP * #rows + 10
  local parts = {([[<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
<rect width="100%%" height="100%%" fill="white"/>
]]):format(LEFT + WIDTH + 25, height)}
  local function add(text, ...) parts[#parts + 1] = text:format(...) .. "\n" end
  local function x(share) return LEFT + WIDTH * share / 100 end
  for share = 0, 100, 25 do
    add('<line x1="%g" x2="%g" y1="%d" y2="%d" stroke="%s"/>', x(share), x(share), TOP - 8, height - 8,
      share == 50 and "#555" or "#ddd")
    add('<text x="%g" y="%d" text-anchor="middle" fill="#555">%d %%</text>', x(share), TOP - 14, share)
  end
  for i, row in ipairs(rows) do
    local y, colour = TOP + STEP * (i - 0.5), row.is_unseen and "#1f5fa8" or "#999"
    add('<text x="%d" y="%g" text-anchor="end">%s, %s, %d ms</text>', LEFT - 10, y + 4, row.name, row.host, row.ms)
    add('<line x1="%g" x2="%g" y1="%g" y2="%g" stroke="%s" stroke-width="3"/>', x(row.low), x(row.high), y, y,
      colour)
    add('<circle cx="%g" cy="%g" r="5" fill="%s"/>', x(row.share), y, colour)
  end
  return table.concat(parts) .. "</svg>\n"
end

-- A table and its picture.
local function matches(opponent, what)
  local rows = rows_against(opponent)
  texts[("docs/benchmarks-%s.svg"):format(opponent)] = picture_of(rows)
  return ("![%s](benchmarks-%s.svg)\n\n%s"):format(what, opponent, table_of(rows))
end

-- Records -----------------------------------------------------------------------------------------------------------

-- The records of a section: fields 1 subject, 2 variant, 3 figure, 4 least, 5 most, 6 goal, 7 aside.
local function records_of(section)
  local list = {}
  for line in io.lines(RECORDS) do
    local fields = {}
    for field in (line .. "\t"):gmatch "(.-)\t" do fields[#fields + 1] = field end
    if table.remove(fields, 1) == section then list[#list + 1] = fields end
  end
  return list
end

local function table_with(head, section, line_of)
  local lines = {"| " .. table.concat(head, " | ") .. " |", "|" .. (" --- |"):rep(#head)}
  for _, record in ipairs(records_of(section)) do
    local cells = line_of(record)
    if cells then lines[#lines + 1] = "| " .. table.concat(cells, " | ") .. " |" end
  end
  return table.concat(lines, "\n")
end

local function nodes()
  return table_with({"game", "depth", "nodes, % of plain alpha-beta"}, "nodes", function(record)
    return {record[1], record[7]:match "depth (%d+)", ("%d"):format(round(record[3], 1))}
  end)
end

local function native()
  return table_with({"search", "Lua", "ns a node"}, "native", function(record)
    if record[7] ~= "ns a node" then return nil end
    return {record[1], record[2] == "luajit" and "LuaJIT" or "Lua 5.4", ("%d"):format(round(record[3], 1))}
  end)
end

local FRAMES = {none = "does not think", slices = "thinks in slices", threads = "thinks in threads"}

local function frames()
  return table_with({"the computer", "median, ms", "99 of 100 frames, ms"}, "frames", function(record)
    return {FRAMES[record[2]], record[7]:match "median ([%d.]+)", record[3]}
  end)
end

-- The page ----------------------------------------------------------------------------------------------------------

local commits = {}
for commit in pairs(found.commits) do commits[#commits + 1] = ("`%s`"):format(commit) end
table.sort(commits)

local TEXT = [[
# Benchmarks

`make figures` writes this page from measurements. It plays what is missing, adds the games to those that were played
before, and draws the pictures. To play all rows takes about a week of processor time. `make figures GAME=awari MS=20`
plays some of them.

- The module is the C module: the engine in C, with the rules in Lua.
- Each side has the same processor time a move. Matches are pairs of games from random openings: each side moves first
  once.
- A share is the percentage of the points that the module took. A draw is half a point. The intervals of 95 % are over
  pairs of games. In simulated matches of 20 pairs, these intervals contained the true share in 90 to 99 % of matches.
- A row with a star has fewer than 200 games, so its interval is wide.
- Unseen games had no part in the choice of any constant of the module. `bench/support/rules_unseen.lua` lists them.
  They are blue in the pictures.
- `ms` is the time of a move. The rows were played by the module of commits @commits.

## Against Monte Carlo tree search by hand

The other player is plain UCT of 70 lines (`bench/support/uct_by_hand.lua`): random games to their end, or a draw after
150 [plies](glossary.md#ply), the constant 1.4, and nothing else. Both sides have rules and `result` alone. In hex, y,
connect6 and capture go it makes only two to five [playouts](glossary.md#playout) for each legal move in 20 ms.

@uct

## Against a better Monte Carlo tree search by hand

The other player has 200 lines (`bench/support/good_uct_by_hand.lua`). It keeps its tree from move to move, and proves
wins and losses. In hex, y, connect6 and capture go it also counts a playout for moves that were made later in it
(RAVE). In connect four its playouts play a move that wins at once. Both sides have rules and `result` alone.

@good

## Against alpha-beta by hand

The other player is a deepening alpha-beta of forty lines (`bench/support/deepening.lua`), which tries the best move of
the last depth first. Both sides have rules and the same `evaluate`.

@alphabeta

## What an evaluation adds

Both sides are the module. One has an `evaluate` of a few lines, the other has rules and `result` alone. The shares are
those of the side with `evaluate`.

@rules

## Nodes

[Nodes](glossary.md#node) that the module visits with its defaults, as a percentage of those of alpha-beta without any
technique: by rules and `evaluate`, in five positions (`bench/figures/nodes.lua`). They are the same on every machine.

@nodes

## Rules in C

Connect four with [rules in C](native.md), from the start (`bench/run native`). "A recursion in C" is the same search by
hand.

@native

## Frames

Connect four in LÖVE, 60 frames a second, while the computer ponders (`bench/run frames`). A frame has 16.7 ms. The
figures are processor time of the thread that draws. The display was drawn by software, on a machine without a graphics
card. It could not show 60 frames a second, even if the computer did not think. So the page has no time of the wall
clock.

@frames

[Contents](README.md)
]]

local PARTS = {
  commits = table.concat(commits, ", "),
  uct = matches("uct", "Shares of the points against Monte Carlo tree search by hand"),
  good = matches("good", "Shares of the points against a better Monte Carlo tree search by hand"),
  alphabeta = matches("alphabeta", "Shares of the points against alpha-beta by hand"),
  rules = matches("rules", "Shares of the points with an evaluation, against the rules alone"),
  nodes = nodes(), native = native(), frames = frames(),
}
texts[PAGE] = TEXT:gsub("@(%l+)", PARTS)

--- The texts of the page and its pictures, by their paths.
return texts
