-- What the tools share: how a value looks in a message, and how moves are compared.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local moves = require "alphabeta.common.moves"
local values = require "alphabeta.common.values"

-- How many tables deep moves are compared, as the reference says of the option `only`.
local MOVE_DEPTH = 50

describe("A value in a message", function()
  local VALUES = {0, -0.5, 3, 2 ^ 31, 2 ^ 53, 1e15, 1e300, 0.1, 1 / 3, math.huge, -math.huge, 0 / 0, true, "short",
    ("x"):rep(40), ("x"):rep(41), {}, print}
  if math.type then
    for _, value in ipairs {math.maxinteger, math.mininteger, math.maxinteger - 1} do VALUES[#VALUES + 1] = value end
  end

  it("looks as in the messages of the C module", function()
    for _, value in ipairs(VALUES) do
      local message = failure(alphabeta.new, {moves = print, play = print, evaluate = print}, {view = value})
      assert.are.equal(message:match "got (.*)$", values.describe(value))
    end
    assert.are.equal("nil", values.describe(nil))
  end)

  it("has all digits where it is a 64-bit integer", function()
    if math.type then assert.are.equal("9223372036854775807", values.describe(math.maxinteger)) end
    if jit then
      local ffi = require "ffi"
      assert.are.equal("-9007199254740993", values.describe(ffi.new("int64_t", -2 ^ 53) - 1))
      assert.are.equal("18446744073709551615", values.describe(ffi.new("uint64_t", 0) - 1))
      assert.are.equal("cdata", values.describe(ffi.new "struct { int x; }"))
    end
  end)
end)

describe("Moves", function()
  it("are the same when they are equal, or tables with the same content", function()
    assert.is_true(moves.is_same({1, {2}}, {1, {2}}))
    assert.is_false(moves.is_same({1, {2}}, {1, {3}}))
    assert.is_false(moves.is_same({1}, {1, 2}))
    local a, b = {}, {}
    a.self, b.self = a, b
    assert.is_true(moves.is_same(a, b))
    local shared = {1}
    assert.is_true(moves.is_same({shared, shared}, {{1}, {1}})) -- a table within, in two places
    assert.is_false(moves.is_same({shared, shared}, {{1}, {2}}))
  end)

  it("are compared as deep as the search compares them, and differ beyond", function()
    local function nested(depth)
      local move = {}
      for _ = 1, depth do move = {move} end
      return move
    end
    assert.is_true(moves.is_same(nested(MOVE_DEPTH - 1), nested(MOVE_DEPTH - 1)))
    assert.is_false(moves.is_same(nested(MOVE_DEPTH), nested(MOVE_DEPTH)))
  end)

  it("are found in a list: the identical one before one with the same content", function()
    local list = {{1}, {1}, "a", 4}
    assert.are.same({2, 1, 3, 4}, {moves.index_of(list[2], list), moves.index_of({1}, list), moves.index_of("a", list),
      moves.index_of(4, list)})
    assert.is_nil(moves.index_of({2}, list))
    assert.is_nil(moves.index_of("b", list))
  end)
end)
