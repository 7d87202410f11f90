-- Moves that are tables, in games without `move_id`: killers and history identify them by content.

local alphabeta = require "alphabeta"
local unkeyed = require "games.connect4"
local wrap = require "spec.support.wrap"

local connect4 = wrap.replace(unkeyed, unkeyed.hashed)

-- The nodes and the value of a search of connect four with moves that are tables: `pack(column)` makes a new one each
-- time.
local function search(pack, options)
  local column_of = setmetatable({}, {__mode = "k"})
  local game = wrap.replace(connect4, {
    moves = function(state)
      local list = connect4.moves(state)
      for i, column in ipairs(list) do
        list[i] = pack(column)
        column_of[list[i]] = column
      end
      return list
    end,
    make = function(state, move) return connect4.make(state, column_of[move]) end,
    unmake = function(state, move) return connect4.unmake(state, column_of[move]) end,
  })
  local usual = {game = game, deepening = false, algorithm = "alphabeta", without = {"table"}}
  local _, value, info = alphabeta.search(connect4.new(), 7, wrap.replace(usual, options or {}))
  return {info.nodes, value}
end

local function with_column(column) return {column} end

describe("Moves that are tables", function()
  -- Without content: the column lies behind a metatable.
  local by_place = search(function(column) return setmetatable({}, {__index = {column}}) end)
  local by_content = search(with_column)

  it("are distinguished by content, so that killers and history work", function()
    assert.equal(by_place[2], by_content[2])
    assert.is_true(2 * by_content[1] < by_place[1], by_content[1] .. " nodes, by place " .. by_place[1])
  end)

  for sentence, row in pairs {
    ["may hold their content in tables within them, two levels deep"] = {
      by_content, function(column) return {to = {file = {column}}} end,
    },
    ["are distinguished by place if it lies deeper"] = {by_place, function(column) return {{{{column}}}} end},
    ["may hold strings and booleans"] = {
      by_content, function(column) return {name = "c" .. column, check = column > 3} end,
    },
    ["may hold themselves, functions, and states that they lead to"] = {by_content, function(column)
      local move = {column, go = print}
      move.me = move
      return move
    end},
    ["are distinguished by place if they are large"] = {by_place, function(column)
      local move = {column}
      for i = 2, 65 do move[i] = 0 end
      return move
    end},
  } do
    it(sentence, function() assert.same(row[1], search(row[2])) end)
  end

  it("change no value, with a table and without", function()
    for _, without in ipairs {{"table"}, {}} do
      assert.equal(by_place[2], search(with_column, {deepening = true, without = without})[2])
    end
  end)
end)
