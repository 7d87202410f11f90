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

local CHILDREN = wrap.replace(restyled.by_children(connect4), { new = connect4.new })

-- The same, one by one.
local ITERATED = wrap.replace(CHILDREN, {
  children = function(state)
    local list, at = CHILDREN.children(state), 0
    return function()
      at = at + 1
      return list[at]
    end
  end,
})

-- Connect four whose moves are ever new tables that hold nothing themselves.
local BOXED = wrap.replace(connect4, {
  moves = function(state)
    local list = connect4.moves(state)
    for i, move in ipairs(list) do list[i] = setmetatable({}, { __index = { move } }) end
    return list
  end,
  make = function(state, move) return connect4.make(state, move[1]) end,
  unmake = function(state, move) return connect4.unmake(state, move[1]) end,
})

local DICE = wrap.replace(dice, { new = function() return dice.new(3) end })

local function nodes_of(game, depth, options)
  local _, value, info = alphabeta.search(game.new(), depth, wrap.replace({ game = game, deepening = true }, options))
  return info.nodes, value
end

describe("A refutation table", function()
  it("saves most nodes of a deepening search, and changes no value, where states are listed, too, and drawn", function()
    for _, row in ipairs({
      { connect4, 6, 2 }, { kalah, 6, 2 }, { CHILDREN, 5, 2 }, { ITERATED, 5, 2 }, { DICE, 6, 1 },
    }) do
      local with, value = nodes_of(row[1], row[2], {})
      local without, same = nodes_of(row[1], row[2], { table = 0 })
      assert.equal(same, value)
      assert.is_true(with * row[3] < without, with .. " nodes, without it " .. without)
    end
  end)

  it("by itself saves nodes, with the moves distinguished by place or by themselves", function()
    local alone = { algorithm = "alphabeta", without = only "refutation_table" }
    local without = nodes_of(connect4, 7, wrap.replace(alone, { without = only() }))
    local with = nodes_of(connect4, 7, alone)
    assert.is_true(with * 1.5 < without, with .. " nodes, without it " .. without)
    assert.equal(with, (nodes_of(BOXED, 7, alone)))
  end)

  it("gives the same nodes in slices and to a searcher that has forgotten", function()
    local ai = alphabeta.new(connect4, { deepening = true })
    local _, _, info = ai:search(connect4.new(), 6)
    ai:clear()
    ai:start(connect4.new(), 6)
    while not ai:step({ nodes = 7 }) do end
    assert.equal(info.nodes, select(3, ai:best()).nodes)
  end)

  it("is memory of the searcher's, which grows with what is searched", function()
    local function bytes_of(depth, options)
      return memory_use.kept(function(ai)
        ai:search(connect4.new(), { depth = depth, deepening = true })
      end, function()
        return alphabeta.new(connect4, options)
      end)
    end
    local function added(depth) return bytes_of(depth) - bytes_of(depth, { without = { "refutation_table" } }) end
    local shallow, deep = added(3), added(7)
    assert.is_true(shallow > 4000 and shallow < 20000, shallow .. " bytes")
    assert.is_true(deep > 60000 and deep < 1100000, deep .. " bytes")
  end)

  it("is there in deepening without keys, unless `table` is 0", function()
    local off = nodes_of(connect4, 6, { table = 0 })
    assert.is_true((nodes_of(connect4, 6, {})) < off)
    assert.equal(off, (nodes_of(connect4.hashed, 6, { table = 0 })))
    assert.equal(nodes_of(connect4, 6, { deepening = false, table = 0 }), nodes_of(connect4, 6, { deepening = false }))
  end)
end)

describe("On random games whose moves are listed in another order each time,", on_random_games(it, 180, {
  { "a searcher with a refutation table finds the value of minimax, and a best move, again and again", "again" },
}, { omit = "hash order", options = { deepening = true }, traits = { shuffles = true } }))
