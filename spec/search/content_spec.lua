-- Moves that are tables, in games without `move_id`: killers and history identify them by content.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local wrap = require "spec.support.wrap"

local DEPTH = 7

-- Connect four with moves that are tables: `pack(column)` makes a new one each time, `unpack(move)` is its column.
local function nodes_of(pack, unpack, options)
  local game = wrap.replace(wrap.replace(connect4, connect4.hashed), {
    moves = function(state)
      local list = connect4.moves(state)
      for i, column in ipairs(list) do list[i] = pack(column) end
      return list
    end,
    make = function(state, move) return connect4.hashed.make(state, unpack(move)) end,
    unmake = function(state, move) return connect4.hashed.unmake(state, unpack(move)) end,
  })
  local usual = { game = game, deepening = false, algorithm = "alphabeta", without = { "table" } }
  options = wrap.replace(usual, options or {})
  local _, value, info = alphabeta.search(connect4.hashed.new(), DEPTH, options)
  return info.nodes, value
end

local function first(move) return move[1] end

-- Without content: the column lies behind a metatable.
local function opaque(column) return setmetatable({}, { __index = { column } }) end

describe("Moves that are tables", function()
  local by_place, truth = nodes_of(opaque, first)
  local by_content, value = nodes_of(function(column) return { column } end, first)

  it("are distinguished by content, so that killers and history work", function()
    assert.equal(truth, value)
    assert.is_true(2 * by_content < by_place, by_content .. " nodes, by place " .. by_place)
  end)

  it("may hold their content in tables within them, two levels deep", function()
    assert.equal(by_content, (nodes_of(function(column) return { to = { file = { column } } } end,
      function(move) return move.to.file[1] end)))
    assert.equal(by_place, (nodes_of(function(column) return { { { { column } } } } end,
      function(move) return move[1][1][1][1] end)))
  end)

  it("may hold strings and booleans", function()
    assert.equal(by_content, (nodes_of(function(column) return { name = "c" .. column, check = column > 3 } end,
      function(move) return tonumber(move.name:sub(2)) end)))
  end)

  it("may hold themselves, functions, and states that they lead to", function()
    assert.equal(by_content, (nodes_of(function(column)
      local move = { column, go = print }
      move.me = move
      return move
    end, first)))
  end)

  it("are distinguished by place when they are large", function()
    assert.equal(by_place, (nodes_of(function(column)
      local move = { column }
      for i = 2, 65 do move[i] = 0 end
      return move
    end, first)))
  end)

  it("change no value, with a table and without", function()
    for _, options in ipairs({ { deepening = true }, { deepening = true, without = {} } }) do
      local _, same = nodes_of(function(column) return { column } end, first, options)
      assert.equal(truth, same)
    end
  end)
end)
