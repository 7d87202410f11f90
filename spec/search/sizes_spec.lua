-- The length of a table with holes may be any number up to 2^63, and a game may return any count: neither is believed
-- before the entries were seen. Memory was taken for as many entries, and where the number of bytes overflowed there
-- was a null pointer.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local wrap = require "spec.support.wrap"

-- A table of 32 entries whose length is 2^29 on Lua 5.4, and another number on other Luas.
local function holed(entry)
  local array = {}
  for power = 0, 29 do array[2 ^ power] = entry end
  array[5], array[7] = entry, entry
  return array
end

local GAME = {
  moves = function() return { 1, 2 } end, make = function() end, unmake = function() end,
  evaluate = function() return 0 end, hash = function() return 1 end,
}

-- The game with a function that answers with a table whose length is too large.
local function with(name, entry) return wrap.replace(GAME, { [name] = function() return holed(entry) end }) end

local CHILDREN = { children = function() return holed({}) end, evaluate = GAME.evaluate }
local COUNT = wrap.replace(GAME, { moves = function(_, list)
  list[1], list[2] = 1, 2
  return 2 ^ 30
end })

describe("A length that is too large", function()
  if _VERSION == "Lua 5.4" then
    it("is that of the tables below", function() assert.is_true(#holed(1) >= 2 ^ 29) end)
  end

  local NIL, NO_ARRAY = "got nil at index 3 of %d+", "': expected an array without holes, got nil at index 3 of"
  for what, row in pairs({
    moves = { NIL, with("moves", 1) }, ["the root's moves"] = { NIL, with("moves", 1), { multipv = 2 } },
    children = { NIL, CHILDREN }, ["a count"] = { NIL, COUNT },
    ["the outcomes of a chance node"] = {
      "entry 3: expected a table with 'probability' and 'outcome', got nil",
      with("chances", { probability = 0.5, outcome = 1 }),
    },
    ["option 'only'"] = { "option 'only" .. NO_ARRAY, GAME, { only = holed(1) } },
    ["option 'avoid'"] = { "option 'avoid" .. NO_ARRAY, GAME, { avoid = holed(1) } },
    ["option 'past'"] = { "option 'past" .. NO_ARRAY, GAME, { past = holed(1) } },
  }) do
    it("is not believed of " .. what, function()
      local ai = alphabeta.new(row[2], row[2].hash and { repetition = 0 })
      assert.matches(row[1], failure(ai.search, ai, {}, wrap.replace(row[3] or {}, { depth = 2 })))
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
