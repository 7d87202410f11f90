-- Lists of moves that do not start at index 1.
--
-- Cause: only the length of a table was asked for. A set of moves, {["e2e4"] = true}, has the length 0 and was taken
-- for the end of the game; an array that is filled from index 0 lost its first move, silently; and a `moves` that fills
-- the array that it is given, but lacks its `return`, ended the game at once.

local alphabeta = require "alphabeta"
local message_of = require "spec.support.message_of"
local wrap = require "spec.support.wrap"

local FROM_0 = "expected the first entry at index 1, got one at index 0: fill the array from index 1 on"
local FORGOTTEN = "expected the number of moves in the array that was given, got nil: return their number"
local HOLE = "expected an array without holes, got nil at index 1"
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

local START = 5

local RIGHT = {
  moves = game.moves, chances = function() return nil end, noisy = function() return nil end,
  children = function(heap) return heap > 0 and {heap - 1} or {} end,
}

-- Fails unless a search says this of an answer, or of what a function answers, that the game's function gives at a ply.
local function refuses(name, ply, answer, words)
  local wrong = wrap.replace(game, {[name] = function(heap, ...)
    if heap ~= START - ply then return RIGHT[name](heap, ...) end
    if type(answer) == "function" then return answer(...) end
    return answer
  end})
  if name == "children" then wrong.moves, wrong.play = nil, nil end
  local options = {game = wrong, table = 0, quiescence = name == "noisy" and 2 or nil}
  assert.equal(("alphabeta: callback '%s' at ply %d: %s"):format(name, ply, words),
    message_of(alphabeta.search, START, name == "noisy" and 1 or 3, options))
end

describe("A list that does not start at index 1", function()
  for name, row in pairs {
    ["a set"] = {{e2e4 = true}, no_array "'e2e4'"}, ["tables by name"] = {{a1 = {}}, no_array "'a1'"},
    ["tables by table"] = {{[{}] = 1}, no_array "table"}, ["one entry, at index 0"] = {{[0] = 1}, FROM_0},
    ["a set of numbers"] = {{[12] = true}, HOLE},
  } do
    it("is refused at the root and below it: " .. name, function()
      for ply = 0, 2 do
        refuses("moves", ply, row[1], row[2])
        refuses("children", ply, row[1], row[2])
      end
      refuses("chances", 1, row[1], row[2])
    end)
  end

  it("is refused at the root if it has more entries, in the array that was given, too, and as noisy moves", function()
    local array = {[0] = 1, 2, 3}
    refuses("moves", 0, array, FROM_0)
    refuses("children", 0, array, FROM_0)
    refuses("chances", 1, {[0] = {probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}}, FROM_0)
    for _, count in ipairs {2, 0} do
      refuses("moves", 0, function(list)
        list[0], list[1] = 1, 2
        return count
      end, FROM_0)
    end
    refuses("moves", 0, function(list) list[1] = 1 end, FORGOTTEN)
    refuses("noisy", 1, {e2e4 = 1}, no_array "'e2e4'")
  end)

  it("may be an empty one that counts its moves", function()
    for _, empty in ipairs {{}, {n = 0}, {size = 0, captures = 0}} do
      local _, value, info = alphabeta.search(0, 2, {game = wrap.replace(game, {moves = function() return empty end})})
      assert.same({0, "over"}, {value, info.reason})
    end
  end)
end)

it("info says why there is no move", function()
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
