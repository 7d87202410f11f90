-- The refutation table: the best move of each node, kept for the next iteration, in games without keys.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local kalah = require "games.kalah"
local memory_use = require "spec.support.memory_use"
local only = require "spec.support.only"
local oracle = require "spec.support.oracle"
local random_tree = require "spec.support.random_tree"
local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local SHAPE = { plies = 6, width = 5, early = 0.05, extra = 0.2, first = 1, values = { -3, -1, 0, 2 } }

local function nodes_of(game, state, depth, options)
  local _, value, info = alphabeta.search(state, depth, wrap.replace({ game = game, deepening = true }, options))
  return info.nodes, value
end

describe("A refutation table", function()
  it("saves most nodes of a deepening search, and changes no value", function()
    for game, depth in pairs({ [connect4] = 6, [kalah] = 6 }) do
      local with, value = nodes_of(game, game.new(), depth, {})
      local without, same = nodes_of(game, game.new(), depth, { table = 0 })
      assert.equal(same, value)
      assert.is_true(with * 2 < without, with .. " nodes, without it " .. without)
    end
  end)

  it("by itself saves nodes, with the moves distinguished by place or by themselves", function()
    local alone = { algorithm = "alphabeta", without = only "refutation_table" }
    local without = nodes_of(connect4, connect4.new(), 7, wrap.replace(alone, { without = only() }))
    local boxed = wrap.replace(connect4, {
      moves = function(state)
        local list = connect4.moves(state)
        for i, move in ipairs(list) do list[i] = setmetatable({}, { __index = { move } }) end
        return list
      end,
      make = function(state, move) return connect4.make(state, move[1]) end,
      unmake = function(state, move) return connect4.unmake(state, move[1]) end,
    })
    local with = nodes_of(connect4, connect4.new(), 7, alone)
    assert.is_true(with * 1.5 < without, with .. " nodes, without it " .. without)
    assert.equal(with, (nodes_of(boxed, connect4.new(), 7, alone)))
  end)

  it("saves nodes where states are listed, also one by one", function()
    local listed = restyled.by_children(connect4)
    local lazy = wrap.replace(listed, {
      children = function(state)
        local list, at = listed.children(state), 0
        return function()
          at = at + 1
          return list[at]
        end
      end,
    })
    for _, game in ipairs({ listed, lazy }) do
      local with, value = nodes_of(game, connect4.new(), 5, {})
      local without, same = nodes_of(game, connect4.new(), 5, { table = 0 })
      assert.equal(same, value)
      assert.is_true(with * 2 < without, with .. " nodes, without it " .. without)
    end
  end)

  it("is right where the moves are listed in another order each time", function()
    for seed in share.of(1, 60) do
      local random = rng.new(seed)
      local root = random_tree.new(random, SHAPE)
      for _, style in ipairs(tree.STYLES) do
        local game = tree.game(style, { player = true })
        local lister = game.moves and "moves" or "children"
        local truth = oracle.minimax(game, tree.state(style, root), 6)
        local shuffled = wrap.replace(game, {
          [lister] = function(state)
            local list, copy = game[lister](state), {}
            for i = 1, list and #list or 0 do table.insert(copy, random:int(1, i), list[i]) end
            return copy
          end,
        })
        local ai = alphabeta.new(shuffled, { deepening = true })
        for _ = 1, 2 do
          local _, value = ai:search(tree.state(style, root), 6)
          assert.equal(truth.value, value, "seed " .. seed .. ", " .. style)
        end
      end
    end
  end)

  it("goes through chance nodes", function()
    local with, value = nodes_of(dice, dice.new(3), 6, {})
    local without, same = nodes_of(dice, dice.new(3), 6, { table = 0 })
    assert.equal(same, value)
    assert.is_true(with < without, with .. " nodes, without it " .. without)
  end)

  it("gives the same nodes in slices and to a searcher that has forgotten", function()
    local ai = alphabeta.new(connect4, { deepening = true })
    local _, _, info = ai:search(connect4.new(), 6)
    ai:clear()
    ai:start(connect4.new(), 6)
    while not ai:step({ nodes = 7 }) do end
    local _, _, sliced = ai:best()
    assert.equal(info.nodes, sliced.nodes)
  end)

  it("is memory of the searcher's, which grows with what is searched", function()
    local function bytes_of(depth, options)
      return memory_use.kept(function(ai)
        ai:search(connect4.new(), { depth = depth, deepening = true })
      end, function()
        return alphabeta.new(connect4, options)
      end)
    end
    local shallow = bytes_of(3) - bytes_of(3, { without = { "refutation_table" } })
    local deep = bytes_of(7) - bytes_of(7, { without = { "refutation_table" } })
    assert.is_true(shallow > 4000 and shallow < 20000, shallow .. " bytes")
    assert.is_true(deep > 60000 and deep < 1100000, deep .. " bytes")
  end)

  it("is there in deepening without keys, unless `table` is 0", function()
    local function nodes(game, options) return (nodes_of(game, game.new(), 6, options)) end
    local on, off = nodes(connect4, {}), nodes(connect4, { table = 0 })
    assert.is_true(on < off)
    assert.equal(off, nodes(connect4.hashed, { table = 0 }))
    assert.equal(nodes(connect4, { deepening = false, table = 0 }), nodes(connect4, { deepening = false }))
  end)
end)
