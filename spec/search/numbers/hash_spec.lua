-- What a hash may be: which of two answers are the same position. What is refused is in errors_spec; one key that the
-- game changes is the hash of many random games.
-- luacheck: read globals math.type math.maxinteger math.mininteger

local alphabeta = require "alphabeta"
local tree = require "spec.support.tree"

local INFINITY = math.huge

-- Whether two positions with these hashes are taken for the same: one of them is worth 2 and the other 7.
local function are_same(a, b)
  local game = tree.game("children")
  function game.hash(state)
    if state.name == "1.1" then
      return a
    elseif state.name == "2.1" then
      return b
    end
    return alphabeta.zobrist(100, 99):flip(#state.name, 50 + (tonumber(state.name:sub(-1)) or 0))
  end
  local _, value, info = alphabeta.search(tree.from({ { { 1, 2 } }, { { 7, 6 } } }), 3, { game = game })
  assert.equal(info.table_hits, value == 2 and 1 or 0)
  return value == 2
end

describe("Two hashes", function()
  local function key(feature) return alphabeta.zobrist(8, 1):flip(feature) end
  local LEAST = 4.9406564584124654e-324
  local SAME_HASHES = {
    ["an integer and the same as a float"] = { 1, 1.0 }, ["zeros of either sign"] = { 0, -0.0 },
    ["texts of the same letters"] = { "position", "posi" .. "tion" }, ["keys of the same value"] = { key(3), key(3) },
    ["great floats"] = { 2 ^ 80, 2 ^ 80 },
  }
  local OTHER_HASHES = {
    ["1 and 2"] = { 1, 2 }, ["1 and -1"] = { 1, -1 }, ["a number and its text"] = { 1, "1" },
    ["the greatest exact integers"] = { 2 ^ 53, 2 ^ 53 - 1 }, ["neighbouring floats"] = { 0.5, 0.5 + 2 ^ -53 },
    ["the least numbers"] = { LEAST, 0 }, ["infinities"] = { INFINITY, -INFINITY },
    -- The bits of numbers that are not whole were those of whole numbers.
    ["a fraction and the whole number of its bits"] = { 1.5, 2 ^ 62 - 2 ^ 51 },
    ["the least number and 1"] = { LEAST, 1 },
    ["an infinity and the whole number of its bits"] = { INFINITY, 2 ^ 63 - 2 ^ 52 },
    ["numbers beyond 2^63"] = { 2 ^ 80, 2 ^ 81 }, ["floats around 2^63"] = { 2 ^ 63, -2 ^ 63 },
    ["the empty text and a zero byte"] = { "", "\0" }, ["texts that differ behind a zero byte"] = { "a\0b", "a\0c" },
    ["long texts that differ at their end"] = { ("x"):rep(5000) .. "a", ("x"):rep(5000) .. "b" },
    ["texts of exchanged letters"] = { "ab", "ba" }, ["keys"] = { key(3), key(4) },
    ["a key and its digits"] = { key(3), key(3):get() },
    ["the greatest integers"] = math.type and { math.maxinteger, math.maxinteger - 1 } or { 0, 1 },
    ["the last integers"] = math.type and { math.mininteger, math.maxinteger } or { 0, 1 },
  }
  for words, pairs_of_hashes in pairs({ ["are the same: "] = SAME_HASHES, ["are different: "] = OTHER_HASHES }) do
    for name, hashes in pairs(pairs_of_hashes) do
      it(words .. name, function()
        assert.equal(pairs_of_hashes == SAME_HASHES, are_same(hashes[1], hashes[2]))
      end)
    end
  end
end)
