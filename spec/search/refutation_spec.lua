-- The refutation table: the best move of each node, kept for the next iteration, in games without keys.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local kalah = require "games.kalah"
local memory_use = require "spec.support.memory_use"
local on_random_games = require "spec.support.on_random_games"
local only = require "spec.support.only"
local restyled = require "spec.support.restyled"
local wrap = require "spec.support.wrap"

describe("A refutation table", function()
  local CHILDREN = wrap.replace(restyled.by_children(connect4), {new = connect4.new})
  local DRAWN = wrap.replace(CHILDREN, {children = function(state)
    return coroutine.wrap(function()
      for _, child in ipairs(CHILDREN.children(state)) do coroutine.yield(child) end
    end)
  end})
  -- Connect four whose moves are ever new tables that hold nothing themselves.
  local BOXED = wrap.replace(connect4, {
    moves = function(state)
      local list = connect4.moves(state)
      for i, move in ipairs(list) do list[i] = setmetatable({}, {__index = {move}}) end
      return list
    end,
    make = function(state, move) return connect4.make(state, move[1]) end,
    unmake = function(state, move) return connect4.unmake(state, move[1]) end,
  })
  local DICE = wrap.replace(dice, {new = function() return dice.new(3) end})
  local ALONE = {algorithm = "alphabeta", without = only "refutation_table"}
  local NOTHING = {algorithm = "alphabeta", without = only()}

  local function searched(game, depth, options)
    local _, value, info = alphabeta.search(game.new(), depth, wrap.replace({game = game, deepening = true}, options))
    return info.nodes, value
  end

  it("saves most nodes of a deepening search, and changes no value, where states are listed, too, and drawn", function()
    -- A game, the depth, options without it and with it, and by how much the nodes are fewer at least.
    for i, row in ipairs {
      {connect4, 5, {table = 0}, {}, 2}, {kalah, 7, {table = 0}, {}, 2.5}, {CHILDREN, 4, {table = 0}, {}, 2},
      {DRAWN, 4, {table = 0}, {}, 2}, {DICE, 4, {table = 0}, {}, 1}, {connect4, 7, NOTHING, ALONE, 3},
    } do
      local without, value = searched(row[1], row[2], row[3])
      local nodes, same = searched(row[1], row[2], row[4])
      assert.equal(value, same)
      assert.is_true(nodes * row[5] < without, ("row %d: %d nodes, without it %d"):format(i, nodes, without))
    end
    assert.equal(searched(connect4, 5, ALONE), (searched(BOXED, 5, ALONE)))
    assert.equal(searched(connect4, 5, {table = 0}), (searched(connect4.hashed, 5, {table = 0})))
  end)

  it("is memory of the searcher's, which grows with what is searched", function()
    local function bytes_of(depth, options)
      return memory_use.kept(function(ai) ai:search(connect4.new(), {depth = depth, deepening = true}) end,
        function() return alphabeta.new(connect4, options) end)
    end
    local function added(depth) return bytes_of(depth) - bytes_of(depth, {without = {"refutation_table"}}) end
    local shallow, deep = added(3), added(7)
    assert.is_true(shallow > 4000 and shallow < 20000, shallow .. " bytes")
    assert.is_true(deep > 60000 and deep < 1100000, deep .. " bytes")
  end)
end)

describe("On random games whose moves are listed in another order each time,", on_random_games(it, 180, {
  {"a searcher with a refutation table finds the value of minimax, and a best move, again and again", "again"},
}, {omit = "hash order", options = {deepening = true}, traits = {shuffles = true}}))
