-- Values that LuaJIT's library `ffi` makes. Its C interface takes two of them for equal only if they are the same
-- object: moves of `only` were not found, and a player who had moved twice counted as two players.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local small_games = require "spec.support.small_games"

local has_ffi, ffi = pcall(require, "ffi")
if not has_ffi or type(jit) ~= "table" then return end

local POINTS = ffi.metatype("struct { int x, y; }", {
  __eq = function(a, b) return a.x == b.x and a.y == b.y end,
})

-- Ways to make a value of a number: another object each time, but for numbers.
local function number(value) return value end
local function integer(value) return ffi.new("int64_t", value) end
local function unsigned(value) return ffi.new("uint64_t", value) end
local function point(value) return POINTS(value, -value) end

-- The number of a value, or of a move that holds one.
local function to_number(value)
  if type(value) == "table" then value = value.take end
  if type(value) ~= "cdata" then return value end
  return ffi.istype(POINTS, value) and value.x or tonumber(value)
end

-- Nim, whose moves, players and hashes are made of numbers by `as`; `has` says whether there are `player`, `hash` and
-- `move_id`, whether values are those of one player, and whether moves are in tables.
local function nim(as, has)
  local in_place = small_games.NIM["in place"]
  return {
    moves = function(state)
      local list = small_games.takes(state)
      for take = 1, #list do list[take] = has.tables and {take = as(take)} or as(take) end
      return list
    end,
    make = function(state, move)
      in_place.make(state, to_number(move))
      return to_number(move)
    end,
    unmake = function(state, _, take) in_place.unmake(state, take) end,
    evaluate = function(state, me)
      if has.max_player then return small_games.worth(state, 1) end
      return small_games.worth(state, (not has.player or as(state.turn) == me) and state.turn or 3 - state.turn)
    end,
    player = has.player and function(state) return as(state.turn) end or nil,
    hash = has.hash and function(state) return as(state.heap) end or nil,
    move_id = has.move_id and function(_, move) return as(to_number(move)) end or nil,
    view = has.max_player and "player" or has.player and "max" or "mover",
    max_player = has.max_player and as(1) or nil,
  }
end

local function new(heap) return {heap = heap, turn = 1} end

-- What a search of nim finds, with moves as numbers.
local function found(as, has, heap, limits)
  limits = limits or {depth = heap, deepening = true}
  local best, value, info = alphabeta.search(new(heap), limits, {game = nim(as, has)})
  return {to_number(best), value, info.nodes, info.table_hits}
end

describe("Values of LuaJIT's ffi", function()
  for name, as in pairs {int64_t = integer, uint64_t = unsigned, ["structures that are equal by =="] = point} do
    it("are players, moves and keys like numbers, as " .. name, function()
      for heap = 1, 12 do
        for _, has in ipairs {
          {player = true}, {player = true, hash = true}, {hash = true}, {player = true, max_player = true},
          {player = true, tables = true}, {player = true, tables = true, move_id = true},
        } do
          -- A structure is no key, and no move id.
          if as ~= point or not (has.hash or has.tables) then
            local expected, actual = found(number, has, heap), found(as, has, heap)
            if as == point then expected, actual = {expected[1], expected[2]}, {actual[1], actual[2]} end
            assert.same(expected, actual)
          end
        end
      end
    end)

    it("are the same moves in `only` and `avoid`, as " .. name, function()
      assert.equal(2, found(as, {}, 9, {depth = 2, only = {as(2)}})[1])
      assert.equal(3, found(as, {}, 9, {depth = 2, avoid = {as(1), as ~= point and 2 or as(2)}})[1])
      assert.matches("'only': entry 1 is no move of the state",
        failure(alphabeta.search, new(9), {depth = 2, only = {as(4)}}, {game = nim(as, {})}))
    end)
  end

  it("are values though they are equal to nil, as a null pointer is", function()
    local null = ffi.cast("void *", 0)
    assert.is_true(null == nil)
    local unmade = 0
    local game = {
      moves = function(state) return state.ply < 3 and {null, 2} or nil end,
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
    local _, value, info = alphabeta.search({ply = 0}, 3, {game = game, algorithm = "minimax"})
    assert.same({3, 14, 14}, {value, info.nodes - 1, unmade})
  end)

  it("are refused as keys of positions, as numbers of moves, and as keys of payoffs", function()
    local function refused(name, answer, words, algorithm)
      local game = nim(integer, {player = true})
      game[name] = function() return answer end
      local err = failure(alphabeta.search, new(9), 3, {game = game, algorithm = algorithm})
      assert.matches(("callback '%s' at ply %%d: %s"):format(name, words), err)
    end
    refused("hash", point(1), "expected .*, got cdata")
    refused("move_id", point(1), "expected .*, got cdata")
    refused("evaluate", {[integer(1)] = 1, [integer(2)] = 2}, "cdata cannot be players with 'maxn'", "maxn")
  end)
end)
