-- Values that LuaJIT's library `ffi` makes. Its C interface takes two of them for equal only if they are the same
-- object: moves of `only` were not found, and a player who had moved twice counted as two players.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"

local has_ffi, ffi = pcall(require, "ffi")
if not has_ffi or type(jit) ~= "table" then return end

-- A new 64-bit integer each time; `name` is its type.
local function integer(number, name) return ffi.new(name or "int64_t", number) end

local POINTS = ffi.metatype("struct { int x, y; }", {
  __eq = function(a, b) return a.x == b.x and a.y == b.y end,
})

-- What `as` was given for a move.
local function to_number(move)
  if type(move) ~= "cdata" then return move end
  return ffi.istype(POINTS, move) and move.x or tonumber(move)
end

-- Take 1 to 3 from a heap; who takes the last one wins. `as` makes moves, players and hashes of numbers.
local function nim(as, optional)
  local game = {
    moves = function(state)
      local list = {}
      for take = 1, math.min(3, state.heap) do list[take] = as(take) end
      return list
    end,
    make = function(state, move)
      local take = to_number(move)
      state.heap, state.turn = state.heap - take, 3 - state.turn
      return take
    end,
    unmake = function(state, _, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
    evaluate = function(state, me)
      if state.heap > 0 then return 0 end
      return as(state.turn) == me and -1 or 1
    end,
  }
  if optional.player then
    function game.player(state) return as(state.turn) end
  else
    function game.evaluate(state) return state.heap > 0 and 0 or -1 end
  end
  if optional.hash then
    function game.hash(state) return as(state.heap) end
  end
  return game
end

local function number(value) return value end

local function unsigned(value) return integer(value, "uint64_t") end

local function point(value) return POINTS(value, -value) end

describe("64-bit integers of LuaJIT", function()
  for name, as in pairs({ int64_t = integer, uint64_t = unsigned }) do
    it("are players, moves and keys like numbers, as " .. name, function()
      for heap = 1, 12 do
        for _, optional in ipairs({ { player = true }, { player = true, hash = true }, { hash = true } }) do
          local view = optional.player and "max" or "mover"
          local options = { view = view, game = nim(as, optional), deepening = true }
          local plain = { view = view, game = nim(number, optional), deepening = true }
          local best, value, info = alphabeta.search({ heap = heap, turn = 1 }, heap, options)
          local same_best, same_value, same_info = alphabeta.search({ heap = heap, turn = 1 }, heap, plain)
          assert.equal(same_value, value)
          assert.equal(same_best, to_number(best))
          assert.equal(same_info.nodes, info.nodes)
          assert.equal(same_info.table_hits, info.table_hits)
        end
      end
    end)

    it("are the same moves in `only` and `avoid`, as " .. name, function()
      local options = { view = "mover", game = nim(as, {}) }
      local best = alphabeta.search({ heap = 9, turn = 1 }, { depth = 2, only = { as(2) } }, options)
      assert.equal(2, to_number(best))
      best = alphabeta.search({ heap = 9, turn = 1 }, { depth = 2, avoid = { as(1), 2 } }, options)
      assert.equal(3, to_number(best))
      assert.matches("'only': entry 1 is no move of the state",
        failure(alphabeta.search, { heap = 9, turn = 1 }, { depth = 2, only = { as(4) } }, options))
    end)
  end

  it("are the same value for `move_id`, in tables, and for `max_player`", function()
    local as_number, as_integer = {}, {}
    for i, list in ipairs({ as_number, as_integer }) do
      local as = i == 1 and number or integer
      local game = nim(number, { player = true })
      local moves = game.moves
      function game.moves(state)
        local wrapped = moves(state)
        for place, move in ipairs(wrapped) do wrapped[place] = { take = as(move) } end
        return wrapped
      end
      local make = game.make
      function game.make(state, move) return make(state, tonumber(move.take)) end
      for _, id in ipairs({ false, true }) do
        game.move_id = id and function(_, move)
          return as(tonumber(move.take))
        end or nil
        local _, value, info = alphabeta.search({ heap = 11, turn = 1 }, 11, { game = game, deepening = true })
        list[#list + 1], list[#list + 2] = value, info.nodes
      end
      local by_player = nim(as, { player = true })
      by_player.evaluate = function(state) return state.heap > 0 and 0 or state.turn == 1 and -1 or 1 end
      list[#list + 1] = select(2, alphabeta.search({ heap = 5, turn = 2 }, 5,
        { game = by_player, view = "player", max_player = as(1) }))
    end
    assert.same(as_number, as_integer)
  end)
end)

describe("Other values of LuaJIT's ffi", function()
  it("are players and moves that are equal by ==", function()
    for heap = 1, 8 do
      local game = nim(point, { player = true })
      local best, value = alphabeta.search({ heap = heap, turn = 1 }, heap, { game = game })
      local same_best, same_value = alphabeta.search({ heap = heap, turn = 1 }, heap,
        { game = nim(number, { player = true }) })
      assert.equal(same_value, value)
      assert.equal(same_best, to_number(best))
    end
    local best = alphabeta.search({ heap = 9, turn = 1 }, { depth = 2, only = { point(2) } },
      { view = "mover", game = nim(point, {}) })
    assert.equal(2, best.x)
  end)

  it("are values though they are equal to nil, as a null pointer is", function()
    local null = ffi.cast("void *", 0)
    assert.is_true(null == nil)
    local unmade = 0
    local game = {
      moves = function(state) return state.ply < 3 and { null, 2 } or nil end,
      make = function(state, move)
        state.ply = state.ply + 1
        return rawequal(move, null) and null or 2
      end,
      unmake = function(state, move, undo)
        state.ply, unmade = state.ply - 1, unmade + 1
        assert(type(undo) == type(move))
      end,
      evaluate = function(state) return state.ply end,
    }
    local _, value, info = alphabeta.search({ ply = 0 }, 3, { game = game, algorithm = "minimax" })
    assert.equal(3, value)
    assert.equal(14, info.nodes - 1)
    assert.equal(14, unmade)
  end)

  it("are refused as keys of positions, as numbers of moves, and as keys of payoffs", function()
    local game = nim(number, {})
    function game.hash() return point(1) end
    assert.matches("callback 'hash' at ply 0: expected .*, got cdata",
      failure(alphabeta.search, { heap = 9, turn = 1 }, 3, { game = game }))
    game.hash = nil
    function game.move_id() return point(1) end
    assert.matches("callback 'move_id' at ply 0: expected .*, got cdata",
      failure(alphabeta.search, { heap = 9, turn = 1 }, 3, { game = game }))
    game = nim(integer, { player = true })
    function game.evaluate() return { [integer(1)] = 1, [integer(2)] = 2 } end
    assert.matches("callback 'evaluate' at ply %d: cdata cannot be players with 'maxn'",
      failure(alphabeta.search, { heap = 9, turn = 1 }, 2, { game = game, algorithm = "maxn" }))
  end)
end)
