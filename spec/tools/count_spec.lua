-- What the squares of a board are worth together: an evaluation in one line.

local alphabeta = require "alphabeta"
local rng = require "spec.support.rng"

local count = alphabeta.count

describe("alphabeta.count", function()
  it("adds up what squares are worth by a table or a function: values or pieces, in an array or in rows", function()
    local worth = {x = 3, o = -1, [false] = 10}
    local king, pawn = {kind = "king", worth = 100}, setmetatable({worth = 1}, {})
    local function worth_of(piece) return piece.worth end
    for _, row in ipairs {
      {5, {"x", "x", "", "o"}, worth}, {15, {{"x", "x"}, {}, {"", "o", false}}, worth}, {0, {}, worth},
      {3, {[0] = {[0] = "x"}, [5] = {[7] = "?"}}, worth},
      {102, {king, pawn, pawn}, worth_of}, {102, {{king}, {[3] = pawn}, {pawn}}, worth_of},
      {5, {king, {pawn}}, {[king] = 3, [pawn] = 2}},
      {1 * 11 + 2 * 12 + 3 * 21 + 4 * 22, {{1, 2}, {3, 4}}, function(square, i, j) return square * (10 * i + j) end},
      {7 * 2, {0, 7}, function(square, i, j) return j == nil and square * i end},
    } do
      assert.are.equal(row[1], count(row[2], row[3]))
    end
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

  it("names what is wrong, at the caller's line", function()
    local function message(...) return select(2, pcall(count, ...)) end
    assert.is_truthy(message(5, {}):find("alphabeta.count: argument 'board': expected a table, got ", 1, true))
    assert.is_truthy(message({}, 5):find("argument 'worth': expected a table or a function, got ", 1, true))
    assert.is_truthy(message({1}, {"one"}):find("argument 'worth': expected numbers in it, or of it, got ", 1, true))
    local _, err = pcall(function() count(nil, {}) end)
    assert.is_truthy(err:find "^spec/tools/count_spec%.lua:%d+: alphabeta%.count", err)
  end)
end)
