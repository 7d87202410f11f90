-- The page of benchmarks says what was measured: it is made of bench/figures, and nobody writes in it by hand.

local figures = require "bench.support.figures"
local files = require "spec.support.files"
local texts = require "bench.support.figures_page"

describe("docs/benchmarks.md", function()
  it("is what `make figures` makes of the results, and so are its pictures", function()
    local count = 0
    for path, text in pairs(texts) do
      count = count + 1
      assert.is_true(files.read_text(path) == text, path)
    end
    assert.are.equal(5, count)
  end)

  it("marks each row that has fewer than 200 games, and only those", function()
    local rows = 0
    for games, star in texts["docs/benchmarks.md"]:gmatch "| %d+ to %d+ | (%d+)( ?%*?) | %d+ |" do
      rows = rows + 1
      assert.are.equal(tonumber(games) < 200, star ~= "", games)
    end
    assert.is_true(rows > 5)
  end)
end)

-- The shares that a table of the page shows for 20 ms a move on LuaJIT, by game, and in order, the highest first.
local function shares_of(picture)
  local by_game, list = {}, {}
  local rows = texts["docs/benchmarks.md"]:match("%(" .. picture .. "%)\n\n(.-)\n\n")
  for game, share in rows:gmatch "\n| (%w[^|]-) | (%d+) | %d+ to %d+ | [%d *]+ | 20 | LuaJIT |" do
    by_game[game], list[#list + 1] = tonumber(share), tonumber(share)
  end
  table.sort(list, function(a, b) return a > b end)
  return by_game, list
end

-- A page on one line.
local function line_of(path) return (files.read_text(path):gsub("%s+", " ")) end

local NUMBERS = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

describe("Other pages", function()
  it("say of the matches against UCT and alpha-beta what the page of benchmarks shows", function()
    local readme = line_of "README.md"
    local low, high, many, all, one, other, even = readme:match("took (%d+) to (%d+) %% of the points from plain UCT "
      .. "of 70 lines in (%l+) of (%l+) games, (%d+) and (%d+) %% in two, and about half in (%l+)%.")
    local _, list = shares_of "benchmarks%-uct.svg"
    local far = tonumber(low) and 0
    for _, share in ipairs(list) do far = far + (share >= tonumber(low) and 1 or 0) end
    assert.are.same({NUMBERS[far], NUMBERS[#list], NUMBERS[#list - far - 2]}, {many, all, even})
    assert.are.same({tonumber(high), tonumber(low)}, {list[1], list[far]})
    assert.are.same({tonumber(one), tonumber(other)}, {list[far + 1], list[far + 2]})
    for i = far + 3, #list do assert.is_true(list[i] >= 45 and list[i] <= 55) end

    local _, better = shares_of "benchmarks%-good.svg"
    local least, most, number, last = readme:match("From a better UCT of 200 lines it took (%d+) to (%d+) %% in (%l+) "
      .. "games, and (%d+) %% in connect four")
    assert.are.same({tonumber(most), tonumber(least), NUMBERS[#better - 1], tonumber(last)},
      {better[1], better[#better - 1], number, better[#better]})

    low, high, all = readme:match "it took (%d+) to (%d+) %% from alpha%-beta of forty lines in (%l+) games"
    _, list = shares_of "benchmarks%-alphabeta.svg"
    assert.are.same({list[#list], list[1], NUMBERS[#list]}, {tonumber(low), tonumber(high), all})
  end)

  it("say of an evaluation what the page of benchmarks shows", function()
    local text = line_of "docs/why.md":match "## What ten lines of `evaluate` add(.-)## "
    local by_game, count = shares_of "benchmarks%-rules.svg", 0
    for share, game in text:gmatch "(%d+) %% in (%l[%l ]-%l)[,. ]" do
      count = count + 1
      game = game:match "^connect four" or game:match "^%l+"
      local shown
      for name, value in pairs(by_game) do
        if name:find(game, 1, true) == 1 then shown = value end
      end
      assert.are.equal(shown, tonumber(share), game)
    end
    assert.are.equal(7, count)
  end)
end)

it("The file of results adds up the games of a row that were played at different times", function()
  local path = os.tmpname()
  local report = {
    dump = function()
      return "{first = {games = 1, wins = 1, draws = 0, losses = 0}, second = {games = 1, wins = 0, draws = 0, " ..
        "losses = 1}, pairs = {0, 0, 1, 0, 0}, plies = 9, unfinished = 0, repeated = 0}"
    end,
  }
  local row = {name = "awari", against = "uct", ms = 20, host = "luajit", commit = "none"}
  for _ = 1, 3 do figures.append(path, row, report) end
  local found = figures.read(path)
  os.remove(path)
  assert.are.same({6, 3, 0.5}, {found.games(row), found.report(row).wins, found.report(row).score})
  row.ms = 100
  assert.are.same({0, nil}, {found.games(row), found.report(row)})
end)
