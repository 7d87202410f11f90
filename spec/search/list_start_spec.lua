-- Lists of moves that do not start at index 1.
--
-- Cause: only the length of a table was asked for. A set of moves, {["e2e4"] = true}, has the length 0 and was taken
-- for the end of the game; an array that is filled from index 0 lost its first move, silently; and a `moves` that fills
-- the array that it is given, but lacks its `return`, ended the game at once.

local alphabeta = require "alphabeta"
local message_of = require "spec.support.message_of"
local wrap = require "spec.support.wrap"

local FROM_0 = "expected the first entry at index 1, got one at index 0: fill the array from index 1 on"
local function no_array(key)
  return "expected an array, got a table with the key " .. key .. " and nothing at index 1: return a list, {} for an "
    .. "empty one"
end

-- A heap of matches of which each player takes one to three; the state is the number that are left.
local game = {
  moves = function(heap) return heap > 1 and {1, 2} or heap == 1 and {1} or nil end,
  play = function(heap, take) return heap - take end,
  evaluate = function(heap) return heap end,
}

-- The error of a search whose function `name` returns `answer` at the states from 5 down to `last`.
local function error_of(name, answer, last, options)
  local right = options and options[name] or game[name]
  local wrong = wrap.replace(wrap.replace(game, options or {}), {[name] = function(heap, ...)
    if heap == last then
      if type(answer) == "function" then return answer(heap, ...) end
      return answer
    end
    return right(heap, ...)
  end})
  if name == "children" then wrong.moves, wrong.play = nil, nil end
  return message_of(alphabeta.search, 5, 3, {game = wrong, table = 0})
end

describe("A list that does not start at index 1 is refused:", function()
  for _, row in ipairs {
    {"a set", {e2e4 = true}, no_array "'e2e4'"}, {"tables by name", {a1 = {}}, no_array "'a1'"},
    {"tables by table", {[{}] = 1}, no_array "table"}, {"one entry, at index 0", {[0] = 1}, FROM_0},
    {"a set of numbers", {[12] = true}, "expected an array without holes, got nil at index 1"},
  } do
    it(row[1] .. ", at the root and below it", function()
      for ply = 0, 2 do
        local words = ("alphabeta: callback '%%s' at ply %d: "):format(ply) .. row[3]
        assert.equal(words:format "moves", error_of("moves", row[2], 5 - ply))
        local options = {children = function(heap) return heap > 0 and {heap - 1} or {} end}
        assert.equal(words:format "children", error_of("children", row[2], 5 - ply, options))
      end
      local chances = {chances = function() return nil end}
      assert.equal("alphabeta: callback 'chances' at ply 1: " .. row[3], error_of("chances", row[2], 4, chances))
    end)
  end

  it("an array from index 0, at the root", function()
    local list = {[0] = 1, 2, 3}
    assert.equal("alphabeta: callback 'moves' at ply 0: " .. FROM_0, error_of("moves", list, 5))
    local options = {children = function() return nil end}
    assert.equal("alphabeta: callback 'children' at ply 0: " .. FROM_0, error_of("children", list, 5, options))
    local outcomes = {[0] = {probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}}
    options = {chances = function() return nil end}
    assert.equal("alphabeta: callback 'chances' at ply 1: " .. FROM_0, error_of("chances", outcomes, 4, options))
  end)

  it("an array that was given and is filled from index 0, or not returned", function()
    for _, count in ipairs {2, 0} do
      local function fill(_, list)
        list[0], list[1] = 1, 2
        return count
      end
      assert.equal("alphabeta: callback 'moves' at ply 0: " .. FROM_0, error_of("moves", fill, 5))
    end
    local function forget(_, list) list[1] = 1 end
    assert.equal("alphabeta: callback 'moves' at ply 0: expected the number of moves in the array that was given, "
      .. "got nil: return their number", error_of("moves", forget, 5))
  end)

  it("noisy moves", function()
    assert.equal("alphabeta: callback 'noisy' at ply 1: " .. no_array "'e2e4'",
      message_of(alphabeta.search, 5, 1, {game = wrap.replace(game, {noisy = function() return {e2e4 = 1} end}),
        quiescence = 2, table = 0}))
  end)

  it("but not an empty one that counts its moves", function()
    for _, empty in ipairs {{}, {n = 0}, {size = 0, captures = 0}} do
      local _, value, info = alphabeta.search(0, 2, {game = wrap.replace(game, {moves = function() return empty end})})
      assert.same({0, "over"}, {value, info.reason})
    end
  end)

  it("and info says why there is no move", function()
    local children = {children = function() end, evaluate = game.evaluate}
    for _, row in ipairs {
      {"'moves' returned nil", wrap.replace(game, {moves = function() end})},
      {"'moves' returned no move", wrap.replace(game, {moves = function() return {} end})},
      {"'moves' returned no move", wrap.replace(game, {moves = function() return 0 end})},
      {"'is_over' returned a true value", wrap.replace(game, {is_over = function() return 0 end})},
      {"'children' returned nil", children},
      {"'children' returned no state", wrap.replace(children, {children = function() return {} end})},
    } do
      local best, value, info = alphabeta.search(0, 2, {game = row[2]})
      assert.same({nil, 0, "over", row[1]}, {best, value, info.reason, info.over})
    end
    assert.is_nil(select(3, alphabeta.search(1, 2, {game = game})).over)
  end)
end)
