-- Successors that an iterator returns one by one: what lies behind a cut-off is never generated.

local alphabeta = require "alphabeta"
local learning_only = require "spec.support.learning_only"
local random_trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

-- States are strings of the moves so far; a game of six moves, four at each turn.
local PLIES, WIDTH = 6, 4

local function evaluate(state)
  local hash = 7
  for i = 1, #state do hash = (hash * 31 + state:byte(i)) % 1009 end
  return hash % 50
end

local listed = {
  moves = function(state) return #state < PLIES and { "1", "2", "3", "4" } or nil end,
  play = function(state, move) return state .. move end,
  evaluate = evaluate,
}

-- The same game with an iterator, and a count of what it returned.
local function lazy_game(functions)
  local game = { returned = 0, play = listed.play, evaluate = evaluate }
  function game.moves(state)
    if #state == PLIES then return nil end
    local at = 0
    return function(...)
      assert(select("#", ...) == 0)
      at = at + 1
      if at <= WIDTH then
        game.returned = game.returned + 1
        return tostring(at)
      end
    end
  end
  for name, value in pairs(functions or {}) do game[name] = value end
  return game
end

local function results(game, depth, options)
  local all = { game = game, deepening = false }
  for name, value in pairs(options) do all[name] = value end
  local best, value, info = alphabeta.search("", depth, random_trial.fit(all, game))
  return { best, value, info.nodes, info.evaluations, info.reason, table.concat(info.pv) }
end

describe("An iterator of moves", function()
  it("gives what an array gives, with every algorithm and at every depth", function()
    for _, options in ipairs({
      {}, { algorithm = "pvs" }, { algorithm = "mtdf" }, { algorithm = "minimax" },
      { alpha = 20, beta = 30 }, { maximize = false }, { view = "mover" },
    }) do
      for depth = 0, PLIES + 1 do
        assert.same(results(listed, depth, options), results(lazy_game(), depth, options))
      end
    end
  end)

  it("is not asked for what lies behind a cut-off", function()
    local game = lazy_game()
    local _, _, info = alphabeta.search("", PLIES, { game = game, deepening = false })
    assert.equal(info.nodes - 1, game.returned)
    local _, _, all = alphabeta.search("", PLIES, { game = game, algorithm = "minimax" })
    assert.is_true(info.nodes < all.nodes / 5)
  end)

  it("is read to its end when the game orders its moves", function()
    local order = function(_, move) return -tonumber(move) end
    local ordered = { moves = listed.moves, play = listed.play, evaluate = evaluate, order = order }
    assert.same(results(ordered, 4, {}), results(lazy_game({ order = order }), 4, {}))
  end)

  it("serves deepening, a table and a searcher", function()
    local hash = function(state) return state end
    local _, expected = alphabeta.search("", PLIES, { game = listed })
    local ai = alphabeta.new(lazy_game({ hash = hash }), { deepening = true })
    for _ = 1, 2 do
      local _, value = ai:search("", PLIES)
      assert.equal(expected, value)
    end
  end)

  it("is read until the table's move is found, which is tried first", function()
    local tried
    local game = lazy_game({
      hash = function(state) return state end,
      player = function(state) return #state % 2 end,
      play = function(state, move)
        if #state == 0 then tried[#tried + 1] = move end
        return state .. move
      end,
    })
    local ai = alphabeta.new(game, { algorithm = "alphabeta", without = learning_only(), deepening = false })
    tried = {}
    local best = ai:search("", 3)
    assert.same({ "1", "2", "3", "4" }, tried)
    assert.not_equal("1", best)
    tried = {}
    ai:search("", 4)
    assert.equal(best, tried[1])
    assert.equal(WIDTH, #tried)
  end)

  it("counts leaves", function()
    assert.equal(WIDTH ^ 5, (alphabeta.perft("", 5, { game = lazy_game() })))
  end)

  it("that ends at once means that the game is over", function()
    local game = lazy_game({ moves = function() return function() end end })
    local best, value, info = alphabeta.search("", 3, { game = game })
    assert.is_nil(best)
    assert.equal(evaluate(""), value)
    assert.equal("over", info.reason)
  end)

  it("may be a coroutine", function()
    local game = lazy_game({
      moves = function(state)
        return #state < PLIES and coroutine.wrap(function()
          for i = 1, WIDTH do coroutine.yield(tostring(i)) end
        end) or nil
      end,
    })
    assert.same(results(listed, PLIES, {}), results(game, PLIES, {}))
  end)

  it("may return child states", function()
    local by_states = {
      children = function(state)
        local iterator = lazy_game().moves(state)
        return iterator and function()
          local move = iterator()
          return move and state .. move
        end
      end,
      evaluate = evaluate,
    }
    local best, value = alphabeta.search("", PLIES, { game = by_states })
    local expected = results(listed, PLIES, {})
    assert.same({ expected[1], expected[2] }, { best, value })
  end)

  it("restores the state when it fails, whenever that is, in place", function()
    local state = { line = "" }
    local calls, fail_at = 0, 0
    local lazy = lazy_game()
    local game = {
      moves = function(at)
        local iterator = lazy.moves(at.line)
        return iterator and function()
          calls = calls + 1
          if calls == fail_at then error("read too far") end
          return iterator()
        end
      end,
      make = function(at, move) at.line = at.line .. move end,
      unmake = function(at) at.line = at.line:sub(1, -2) end,
      evaluate = function(at) return evaluate(at.line) end,
    }
    alphabeta.search(state, 4, { game = game })
    for at = 1, calls do
      calls, fail_at = 0, at
      local ok, message = pcall(alphabeta.search, state, 4, { game = game })
      assert.is_false(ok)
      assert.matches("read too far\n\t%(alphabeta: in callback 'iterator' at ply %d", message)
      assert.equal("", state.line)
    end
  end)

  it("of a coroutine restores the state when it fails, and the next one is a new one", function()
    local state = { line = "" }
    local calls, fail_at = 0, 0
    local game = {
      moves = function(at)
        return #at.line < PLIES and coroutine.wrap(function()
          for i = 1, WIDTH do
            calls = calls + 1
            if calls == fail_at then error("read too far", 0) end
            coroutine.yield(tostring(i))
          end
        end) or nil
      end,
      make = function(at, move) at.line = at.line .. move end,
      unmake = function(at) at.line = at.line:sub(1, -2) end,
      evaluate = function(at) return evaluate(at.line) end,
    }
    local ai = alphabeta.new(game)
    local expected = results(listed, 4, {})
    for at = 1, 60 do
      calls, fail_at = 0, at
      local ok, message = pcall(ai.search, ai, state, 4)
      assert.is_false(ok)
      assert.matches("read too far\n\t%(alphabeta: in callback 'iterator' at ply %d", message)
      assert.equal("", state.line)
      fail_at = 0
      local best, value = ai:search(state, 4)
      assert.same({ expected[1], expected[2] }, { best, value })
    end
  end)

  it("is asked in turn: moves, then one move, then that move's line", function()
    local log = {}
    local game = lazy_game()
    local traced = wrap.replace(game, {
      evaluate = function(state)
        log[#log + 1] = state .. "/" .. game.returned
        return #state
      end,
    })
    alphabeta.search("", 1, { game = traced }) -- from the first leaf's iterator one is taken: the game goes on there
    assert.same({ "1/2", "2/3", "3/4", "4/5" }, log)
  end)
end)
