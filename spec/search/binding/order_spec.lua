-- The option `order = "evaluate"`: successors are tried in the order of the game's own evaluation. That the best one
-- for the player to move comes first is shown on random games, by oracles_spec.lua.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local restyled = require "spec.support.restyled"
local wrap = require "spec.support.wrap"

-- A game of words: each move adds one of three letters. What a word is worth stands here, and 0 is any other worth.
local VALUES = {a = 1, b = 5, c = 3, ba = 2, bb = 7, bc = 4}

local words = {}

function words.new() return {word = ""} end

function words.moves() return {"a", "b", "c"} end

function words.make(state, letter) state.word = state.word .. letter end

function words.unmake(state) state.word = state.word:sub(1, -2) end

function words.evaluate(state) return VALUES[state.word] or 0 end

local STYLES = {
  ["in place"] = words,
  copying = wrap.replace(restyled.by_copies(words), {new = words.new}),
  children = wrap.replace(restyled.by_children(words), {new = words.new}),
}

-- A search without anything else that orders; options may say otherwise.
local function search(game, depth, options)
  local all = {game = game, order = "evaluate", deepening = false, table = 0}
  return alphabeta.search(game.new(), depth, wrap.replace(all, options or {}))
end

-- The words of so many letters that were listed, in this order, each once.
local function listed(game, depth, options, letters)
  local seen, list = {}, {}
  search(wrap.before(game, function(name, state)
    if (name == "moves" or name == "children") and #state.word == letters and not seen[state.word] then
      seen[state.word] = true
      list[#list + 1] = state.word
    end
  end), depth, options)
  return table.concat(list, " ")
end

local function count(game, depth, options)
  local calls = {evaluate = 0, evaluate_move = 0, order = 0, make = 0, result = 0, player = 0}
  local _, value, info = search(wrap.before(game, function(name) calls[name] = (calls[name] or 0) + 1 end), depth,
    options)
  return calls, info, value
end

for style, game in pairs(STYLES) do
  describe('order = "evaluate" in the style ' .. style, function()
    it("tries the best first where three plies or more are left, and at the root in deepening", function()
      assert.equal("b c a", listed(game, 3, {}, 1))
      assert.equal("ba bb bc", listed(game, 3, {beta = math.huge}, 2):sub(1, 8))
      assert.equal("b c a", listed(game, 2, {deepening = true}, 1))
    end)

    it("counts what it evaluates as evaluations, not as nodes", function()
      for _, options in ipairs {{}, {deepening = true}, {algorithm = "pvs"}, {algorithm = "mtdf"}, {view = "mover"}} do
        local calls, info = count(game, 5, options)
        assert.equal(calls.evaluate, info.evaluations)
      end
      local calls, info = count(game, 3)
      local plain, without = count(game, 3, {order = false})
      assert.is_true(info.nodes - info.evaluations < without.nodes - without.evaluations)
      assert.equal(plain.evaluate - without.evaluations, calls.evaluate - info.evaluations)
    end)

    it("takes the place of the game's own function, and leaves it where it is false", function()
      local function backwards(state, move) return #state.word + (move.word or move):byte(-1) end
      local ordered = wrap.replace(game, {order = backwards})
      local calls, info = count(ordered, 4)
      assert.equal(0, calls.order)
      assert.same({"alphabeta", "order_by_evaluate"}, info.techniques)
      calls, info = count(ordered, 4, {order = false})
      assert.is_true(calls.order > 0)
      assert.same({"alphabeta", "order"}, info.techniques)
      local ai = alphabeta.new(ordered, {order = "evaluate", deepening = false, table = 0})
      assert.same({"alphabeta", "order"}, select(3, ai:search(game.new(), {depth = 3, order = false})).techniques)
      assert.same({"alphabeta", "order_by_evaluate"}, select(3, ai:search(game.new(), 3)).techniques)
    end)

    it("says at which ply an evaluation fails", function()
      local broken = wrap.replace(game, {evaluate = function(at) return at.word == "c" and {} or 0 end})
      assert.matches("callback 'evaluate' at ply 1: expected a number, got table",
        failure(search, broken, 3, {}), 1, true)
      broken = wrap.replace(game, {player = function(at) if at.word ~= "b" then return 1 end end})
      assert.matches("callback 'player' at ply 1: expected a player, got nil",
        failure(search, broken, 3, {view = "mover"}), 1, true)
    end)
  end)
end

describe('order = "evaluate"', function()
  it("calls evaluate_move, where the game has it, and makes no move then", function()
    local function after(state, letter) return VALUES[state.word .. letter] or 0 end
    local game = wrap.replace(words, {evaluate_move = after})
    local plain, plain_info = count(words, 4)
    local calls, info = count(game, 4)
    assert.equal(plain_info.nodes, info.nodes)
    assert.equal(plain_info.evaluations, info.evaluations)
    assert.is_true(calls.make < plain.make / 2)
    calls = count(wrap.replace(game, {player = function(state) return #state.word % 2 end}), 4, {view = "mover"})
    assert.equal(0, calls.evaluate_move) -- who moves then is known after the move alone
  end)

  it("never evaluates a finished game, where there are result and is_over", function()
    local game = wrap.replace(words, {
      is_over = function(state) return state.word:find "b" ~= nil end,
      evaluate = function(state)
        assert(not state.word:find "b", "it is finished")
        return VALUES[state.word] or 0
      end,
      result = function() return 9 end,
    })
    assert.equal("b", (search(game, 4)))
    assert.equal("c a", listed(game, 4, {}, 1)) -- the end has no successors to list
    local _, info = count(game, 4)
    assert.equal(9, select(2, search(game, 4)))
    assert.is_true(info.nodes < select(2, count(game, 4, {order = false})).nodes)
  end)
end)
