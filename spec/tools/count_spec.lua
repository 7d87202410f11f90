-- What the squares of a board are worth together: an evaluation in one line.

local alphabeta = require "alphabeta"
local rng = require "spec.support.rng"

local count = alphabeta.count

describe("alphabeta.count", function()
  it("adds up what values are worth, in an array and in rows", function()
    local worth = {x = 3, o = -1, [false] = 10}
    assert.are.equal(5, count({"x", "x", "", "o"}, worth))
    assert.are.equal(15, count({{"x", "x"}, {}, {"", "o", false}}, worth))
    assert.are.equal(3, count({[0] = {[0] = "x"}, [5] = {[7] = "?"}}, worth))
    assert.are.equal(0, count({}, worth))
  end)

  -- Boards that hold the same may be traversed in different orders, and sums of fractions depend on the order.
  it("is the same to the last bit for boards that hold the same", function()
    local worth, names = {a = 0.1, b = 0.2, c = 0.3, d = 1 / 3, e = -0.7, f = 1}, {"a", "b", "c", "d", "e", "f"}
    local random = rng.new(1)
    for _ = 1, 300 do
      local one, other, size = {}, {}, random:int(8, 40)
      for _ = 1, 60 do other[random:int(1, size)] = "a" end
      local squares = {}
      for i = 1, size do squares[i] = random:chance(0.6) and random:pick(names) or nil end
      for i = 1, size do one[i] = squares[i] end
      for i = size, 1, -1 do other[i] = squares[i] end
      assert.are.equal(("%.17g"):format(count(one, worth)), ("%.17g"):format(count(other, worth)))
    end
    assert.is_true(count({"n"}, {n = 0 / 0}) ~= 0)
    assert.are.equal(math.huge, count({"n", "n"}, {n = math.huge}))
  end)

  it("asks a function about each square, with its place", function()
    local board = {{1, 2}, {3, 4}}
    assert.are.equal(1 * 11 + 2 * 12 + 3 * 21 + 4 * 22, count(board, function(square, i, j)
      return square * (10 * i + j)
    end))
    assert.are.equal(7 * 2, count({0, 7}, function(square, i, j) return j == nil and square * i end))
  end)

  it("takes pieces for squares, in rows and in a list", function()
    local king, pawn = {kind = "king", worth = 100}, setmetatable({worth = 1}, {})
    local function worth(piece) return piece.worth end
    assert.are.equal(102, count({king, pawn, pawn}, worth))
    assert.are.equal(102, count({{king}, {[3] = pawn}, {pawn}}, worth))
    assert.are.equal(5, count({king, {pawn}}, {[king] = 3, [pawn] = 2}))
  end)

  it("names what is wrong, at the caller's line", function()
    local function message(...) return select(2, pcall(count, ...)) end
    assert.is_truthy(message(5, {}):find("alphabeta.count: argument 'board': expected a table, got ", 1, true))
    assert.is_truthy(message({}, 5):find("argument 'worth': expected a table or a function, got ", 1, true))
    assert.is_truthy(message({1}, {"one"}):find("argument 'worth': expected numbers in it, or of it, got ", 1, true))
    local _, err = pcall(function() count(nil, {}) end)
    assert.is_truthy(err:find "^spec/tools/count_spec%.lua:%d+: alphabeta%.count", err)
  end)
end)
