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
    assert.are.equal(4, count)
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

describe("The file of results", function()
  local path

  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  it("adds up the games of a row that were played at different times", function()
    local report = {
      dump = function()
        return "{first = {games = 1, wins = 1, draws = 0, losses = 0}, second = {games = 1, wins = 0, draws = 0, " ..
          "losses = 1}, pairs = {0, 0, 1, 0, 0}, plies = 9, unfinished = 0, repeated = 0}"
      end,
    }
    local row = {name = "awari", against = "uct", ms = 20, host = "luajit", commit = "none"}
    for _ = 1, 3 do figures.append(path, row, report) end
    local found = figures.read(path)
    assert.are.equal(6, found.games(row))
    assert.are.same({3, 0.5}, {found.report(row).wins, found.report(row).score})
    row.ms = 100
    assert.are.same({0, nil}, {found.games(row), found.report(row)})
  end)
end)
