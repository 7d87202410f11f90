-- The length of a table with holes may be any number up to 2^63, and a game may return any count: neither is believed
-- before the entries were seen. Memory was taken for as many entries, and where the number of bytes overflowed there
-- was a null pointer.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"

-- A table of 32 entries whose length is 2^29 on Lua 5.4, and another number on other Luas.
local function holed(entry)
  local array = {}
  for power = 0, 29 do array[2 ^ power] = entry end
  array[5], array[7] = entry, entry
  return array
end

local GAME = {
  moves = function() return { 1, 2 } end,
  make = function() end,
  unmake = function() end,
  evaluate = function() return 0 end,
  hash = function() return 1 end,
}

-- The game with other functions.
local function with(functions) return setmetatable(functions, { __index = GAME }) end

describe("A length that is too large", function()
  if _VERSION == "Lua 5.4" then
    it("is that of the tables below", function() assert.is_true(#holed(1) >= 2 ^ 29) end)
  end

  it("is not believed of moves, children and a count", function()
    local message = "got nil at index 3 of %d+"
    local game = with({ moves = function() return holed(1) end })
    assert.matches(message, failure(alphabeta.search, {}, 2, { game = game }))
    assert.matches(message, failure(alphabeta.search, {}, { depth = 2, multipv = 2 }, { game = game }))
    assert.matches(message, failure(alphabeta.search, {}, 2, { game = {
      children = function() return holed({}) end,
      evaluate = function() return 0 end,
    } }))
    assert.matches(message, failure(alphabeta.search, {}, 2, { game = with({ moves = function(_, list)
      list[1], list[2] = 1, 2
      return 2 ^ 30
    end }) }))
  end)

  it("is not believed of the outcomes of a chance node", function()
    local outcome = { probability = 0.5, outcome = 1 }
    assert.matches("entry 3: expected a table with 'probability' and 'outcome', got nil",
      failure(alphabeta.search, {}, 2, { game = with({ chances = function() return holed(outcome) end }) }))
  end)

  for _, option in ipairs({ "only", "avoid", "past" }) do
    it("is not believed of option '" .. option .. "'", function()
      local ai = alphabeta.new(GAME, { repetition = 0 })
      assert.matches("option '" .. option .. "': expected an array without holes, got nil at index 3 of",
        failure(ai.search, ai, {}, { depth = 2, [option] = holed(1) }))
    end)
  end

  it("is not believed where it overflows", function()
    if not math.maxinteger then return end
    local past, place = { [3] = 1, [5] = 1 }, 1
    for _ = 0, 62 do past[place], place = 1, place * 2 end
    local ai = alphabeta.new(GAME, { repetition = 0 })
    assert.matches("option 'past': expected an array", failure(ai.search, ai, {}, { depth = 2, past = past }))
  end)
end)
