-- What may change values, and is off until it is asked for: quiescence, null moves, late-move reductions. That the last
-- two save nodes, and change nothing but the value, is shown on random games in numbers/oracles_spec.lua.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local on_random_games = require "spec.support.on_random_games"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

describe("Quiescence on random games", on_random_games(it, effort.seeds(600, 3600), {
  { "is minimax that continues with noisy moves, or stands pat, whatever the options", "whole" },
  { "asks nothing of a state where the game is over by `is_over`", "whole", { traits = { is_over = true } } },
}, { draw = "quiescence", traits = { noisy = true } }))

describe("Quiescence", function()
  -- A game that lists noisy moves had them ignored until an option was known.
  it("is on in a game with noisy, by 8 plies or an eighth of win", function()
    -- A corridor of noisy moves: each state is worth its number, and none stands pat.
    local game = {
      children = function(n) return { n + 1 } end,
      noisy = function(n) return { n + 1 } end,
      player = function() return 1 end,
      evaluate = function(n) return n end,
      hash = function(n) return n end,
    }
    for _, row in ipairs({
      { {}, 8 }, { { win = 1000 }, 8 }, { { win = 64 }, 8 }, { { win = 63 }, 7 }, { { win = 17 }, 2 },
      { { win = 7 }, 0 },
      { { quiescence = 3 }, 3 }, { { quiescence = 0 }, 0 }, { { quiescence = false }, 0 },
      { { algorithm = "minimax" }, 8 }, { { table = 0 }, 8 }, { { time = 100 }, 8 },
    }) do
      row[1].game = game
      for depth = 1, 2 do
        local limits = { depth = depth, time = row[1].time }
        local options = wrap.replace(row[1], {})
        options.time = nil
        local _, value = alphabeta.search(0, limits, options)
        assert.equal(depth + row[2], value)
      end
    end
    local many = wrap.replace(game, { evaluate = function(n) return { n } end })
    assert.same({ 3 }, (select(2, alphabeta.search(0, 3, { game = many, algorithm = "maxn" }))))
    assert.equal(1, alphabeta.perft(0, 3, { game = game }))
  end)

  it("leaves room for a depth that is not limited, and goes to one that win allows", function()
    local game = { children = function(n) return n < 5 and { n + 1 } or nil end, noisy = function() end,
      evaluate = function() return 0 end }
    assert.equal("solved", select(3, alphabeta.search(0, math.huge, { game = game, win = 16 })).reason)
    assert.equal(0, (select(2, alphabeta.search(0, 15, { game = game, win = 16, quiescence = 0 }))))
  end)
end)

describe("A null move", function()
  -- Two positions that a null move leads to and fro between have one array of children. None of that was entered on the
  -- way, so that it is not looked at whether it is still there.
  it("may lead to the array of children that is searched", function()
    local count = 0
    local function grow(depth)
      local children = {}
      local one, other = { turn = 0, children = children }, { turn = 1, children = children }
      one.twin, other.twin, one.value, other.value = other, one, (count + 1) * 7919 % 101, (count + 2) * 7919 % 101
      count = count + 2
      for i = 1, depth > 0 and 3 or 0 do children[i] = grow(depth - 1) end
      return depth % 2 == 0 and one or other
    end
    local game = {
      children = function(node) return node.children end,
      player = function(node) return node.turn end,
      evaluate = function(node) return node.value end, pass = function(node) return node.twin end,
    }
    for deepening = 0, 1 do
      local own, calls = wrap.counted(game)
      local _, _, info = alphabeta.search(grow(6), 6, { game = own, null_move = 1, deepening = deepening == 1 })
      assert.equal(6, info.depth)
      assert.is_true(calls.pass > 10)
    end
  end)

  -- Cause: a node that a null move cut off kept the distance of the won game that its frame had held before. Here that
  -- is the loss beside it. The line "on" is worth 5 to player 1, whoever passes in it.
  it("leads to no end of the game, whatever was searched before", function()
    local game = {
      moves = function(state)
        if state.plies == 0 then return { "lose", "on" } end
        return state.plies < (state.loses and 2 or 9) and { "on" } or nil
      end,
      play = function(state, move)
        return {
          plies = state.plies + 1, turn = 3 - state.turn, loses = state.loses or move == "lose",
          has_passed = state.has_passed,
        }
      end,
      pass = function(state) return wrap.replace(state, { turn = 3 - state.turn, has_passed = true }) end,
      player = function(state) return state.turn end,
      evaluate = function(state)
        if not state.loses then return 5 end
        return state.has_passed and 9 or state.plies == 2 and -100 or 5
      end,
    }
    for depth = 3, 6 do
      local best, value, info = alphabeta.search({ plies = 0, turn = 1 }, depth,
        { game = game, win = 100, null_move = 1, algorithm = "mtdf", deepening = false })
      assert.same({ "on", 5, "exact" }, { best, value, info.bound })
      assert.is_nil(info.win_in)
    end
  end)
end)

describe("Late-move reductions", function()
  local function line(...)
    local node
    for i = select("#", ...), 1, -1 do node = { value = (select(i, ...)), kids = { node } } end
    return node
  end

  -- What a search finds of three moves that are worth 0 to any depth, and a late one that is worth these values at the
  -- depths 1, 2 and so on.
  local function find(options, limits, ...)
    local root = { value = 0, kids = { line(0, 0, 0, 0), line(0, 0, 0, 0), line(0, 0, 0, 0), line(...) } }
    options.game = { children = function(node) return node.kids end, evaluate = function(node) return node.value end }
    local best, value, info = alphabeta.search(root, limits, options)
    return { best == root.kids[4] and "late" or "first", value }, info
  end

  it("look again at a late move that surprises, as deep as at others, and miss what comes a ply later", function()
    for _, row in ipairs({
      { { 0, 9, -9 }, { "first", 0 }, { "first", 0 } }, { { 0, 9, 3 }, { "late", 3 }, { "late", 3 } },
      { { 0, -9, 9 }, { "late", 9 }, { "first", 0 } },
    }) do
      assert.same(row[2], (find({}, 3, unpack(row[1]))))
      assert.same(row[3], (find({ reductions = 1 }, 3, unpack(row[1]))))
    end
  end)

  it("prove nothing by a move that failed high less deep, if a limit strikes before it was looked at again", function()
    local nodes, found, info = 0
    repeat
      nodes = nodes + 1
      found, info = find({ reductions = 1, deepening = true }, { depth = 4, nodes = nodes }, 0, 0, 9, -9)
      assert.same({ "first", 0 }, found)
    until info.reason == "depth"
    assert.is_true(nodes > 40)
  end)
end)
