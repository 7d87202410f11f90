-- The number of a table tells it from others: from similar moves, by which killers and the history find them, and from
-- the same board after a move, by which a search sees that its state was changed.

local digest = require "alphabeta.common.digest"

-- How many of the tables that `make` returns, for numbers up to these, have the number of another one.
local function clashes(make, a, b, c)
  local seen, count = {}, 0
  for x = 1, a do
    for y = 1, b do
      for z = 1, c do
        local number = digest(make(x, y, z), 2, 64)
        if seen[number] then count = count + 1 end
        seen[number] = true
      end
    end
  end
  return count
end

describe("The number of a table", function()
  -- Cause: sums of products of small numbers are often the same: one in seven of such arrays had another's number.
  it("is another one for other moves", function()
    assert.is_true(clashes(function(x, y, z) return {x, y, z} end, 64, 64, 10) <= 4)
    assert.is_true(clashes(function(x, y, z) return {from = x, to = y, piece = "p" .. z} end, 64, 64, 5) <= 4)
    assert.is_true(clashes(function(x, y, z) return {{x, y}, {z / 8, x == 1}} end, 30, 30, 30) <= 4)
  end)

  it("is another one for a board on which two squares have changed", function()
    local board, seen = {}, {}
    for i = 1, 64 do board[i] = i * 7 % 13 end
    local first = digest(board, 3, 512)
    for i = 1, 64 do
      for j = 1, i - 1 do
        local a, b = board[i], board[j]
        for piece = 13, 15 do
          board[i], board[j] = piece, (piece * 5 + j) % 13 + 13
          seen[#seen + 1] = digest(board, 3, 512) == first
        end
        board[i], board[j] = a, b
      end
    end
    for _, is_same in ipairs(seen) do assert.is_false(is_same) end
    assert.equal(first, digest(board, 3, 512))
  end)

  it("is the same whatever the order of the fields, and however a number is written", function()
    local one, other = {}, {}
    for i = 1, 20 do one["n" .. i], other["n" .. 21 - i] = i, 21 - i end
    assert.equal(digest(one, 2, 64), digest(other, 2, 64))
    assert.equal(digest({1, -3, 2 ^ 53}, 2, 64), digest({1.0, -3.0, 9007199254740992}, 2, 64))
    assert.equal(digest({1 / 0, -1 / 0, 0 / 0}, 2, 64), digest({1 / 0, -1 / 0, print}, 2, 64))
  end)

  -- Cause: 64-bit integers were rounded to doubles, so boards of bits that differ in the lowest had the same number.
  it("is made of all bits of LuaJIT's 64-bit integers, and of equal numbers the same", function()
    if not rawget(_G, "jit") then return end
    local function number(source) return digest({loadstring("return " .. source)()}, 2, 64) end -- luacheck: ignore 113
    local seen = {}
    for _, source in ipairs {"2LL^60+1LL", "2LL^60+2LL", "2LL^60+3LL", "-2LL^60-1LL", "-2LL^60-2LL", "-1ULL"} do
      assert.is_nil(seen[number(source)], source)
      seen[number(source)] = true
    end
    for _, row in ipairs {{"5LL", "5"}, {"-5LL", "-5"}, {"2ULL^40", "2^40"}, {"-2LL^52-1LL", "-2^52-1"}} do
      assert.equal(number(row[2]), number(row[1]))
    end
  end)

  it("leaves out what lies too deep or is no value; too many fields have none, nor one that is refused", function()
    assert.equal(0, digest({{{{5}}}, print, [print] = 1}, 2, 64))
    assert.is_not.equal(0, digest({{{5}}}, 2, 64))
    assert.is_not_nil(digest({1, {2, 3}}, 2, 4))
    assert.is_nil(digest({1, {2, 3}}, 2, 3))
    local refused = {}
    assert.is_nil(digest({{{refused}}}, 2, 64, function(value) return value == refused end))
  end)
end)
