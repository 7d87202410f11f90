-- `hash_move`: the table is looked up before a move is made; and enhanced transposition cut-offs.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local learning_only = require "spec.support.learning_only"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local check, with = alphabeta.check, small_games.with

-- The game on a board of 5 by 4, by the functions that are listed alone.
local NAMES = {"moves", "make", "unmake", "evaluate", "hash", "hash_move", "player", "is_over"}

local function rules(more)
  local game = {}
  for _, name in ipairs(NAMES) do game[name] = connect4.full[name] end
  return wrap.replace(game, more or {})
end

local function plain(more)
  local game = rules(more)
  game.hash_move = nil
  return game
end

local function new() return connect4.full.new(5, 4) end

local function search(game, options, depth)
  options = wrap.replace({game = game, win = connect4.WIN, table = 1}, options or {})
  local best, value, info = alphabeta.search(new(), depth or 7, options)
  info.time, info.techniques = nil, nil
  return {best = best, value = value, info = info}
end

local function counting(game, calls)
  return wrap.before(game, function(name) calls[name] = (calls[name] or 0) + 1 end)
end

describe("hash_move", function()
  it("leads to the same result by the same nodes, and saves moves that are made", function()
    for _, options in ipairs {
      {}, {deepening = true}, {algorithm = "mtdf"}, {algorithm = "alphabeta", deepening = true}, {multipv = 3},
      {without = learning_only()}, {repetition = 0}, {repetition = 0, table = 0}, {reductions = 1},
      {only = {2, 3}}, {deepening = true, nodes = 3000},
    } do
      local before, calls = {}, {}
      local expected = search(counting(plain(), before), options)
      local same = options.table == 0 and {} or {without = {"enhanced_cutoffs", unpack(options.without or {})}}
      local found = search(counting(rules(), calls), wrap.replace(options, same))
      assert.is_true(deep.equal(expected, found))
      assert.equal(before.evaluate, calls.evaluate)
      assert.equal(before.moves, calls.moves)
      assert.equal(1, calls.hash)
      assert.is_true(calls.hash_move > 0 and calls.hash_move <= before.hash)
      assert.is_true(options.table == 0 or calls.make < before.make)
      assert.equal(calls.make, calls.unmake)
    end
  end)

  it("does so where states are copied", function()
    local function play(state, move)
      local child = deep.copy(state)
      connect4.full.make(child, move)
      return child
    end
    local copying = {moves = connect4.moves, play = play}
    for _, name in ipairs {"evaluate", "hash", "player", "is_over"} do copying[name] = connect4.full[name] end
    local expected = search(plain(), {deepening = true}, 5)
    local found = search(with(copying, {hash_move = connect4.full.hash_move}), {
      deepening = true, without = {"enhanced_cutoffs"},
    }, 5)
    assert.is_true(deep.equal(expected, found))
  end)

  it("returns the key alone in a game without player", function()
    local function key_alone(state, move) return (connect4.full.hash_move(state, move)) end
    local function for_mover(state) return state.winner == 0 and 0 or -1 end
    local game = rules {hash_move = key_alone, evaluate = for_mover}
    game.player = nil
    local other = wrap.replace(game, {})
    other.hash_move = nil
    local options = {view = "mover", without = {"enhanced_cutoffs"}}
    local expected = search(other, {view = "mover"})
    assert.is_true(deep.equal(expected, search(game, options)))
  end)

  it("is not called by max^n and perft, nor without a table or repetitions", function()
    local game = rules {hash_move = function() error "not to be called" end}
    search(game, {table = 0})
    assert.equal(alphabeta.perft(new(), 5, {game = plain()}), alphabeta.perft(new(), 5, {game = game}))
    local many = wrap.replace(game, {evaluate = function() return {0, 0} end})
    alphabeta.search(new(), 3, {game = many, algorithm = "maxn"})
  end)

  it("is named by its errors, at the ply of the state that it gets", function()
    for _, row in ipairs {
      {function() return {}, 1 end, "expected an integer, a number, a string or a Zobrist key, got table"},
      {function() return 1 end, "expected a key and a player, got nil"},
      {function() return 1, 0 / 0 end, "expected a key and a player, got NaN"},
      {function() error("no idea", 0) end, "no idea\n\t(alphabeta: in callback 'hash_move' at ply 2)"},
    } do
      local state, calls = new(), 0
      local before = deep.copy(state)
      local game = rules {hash_move = function(at, move)
        if at.left < 19 then
          calls = calls + 1
          return row[1](at, move)
        end
        return connect4.full.hash_move(at, move)
      end}
      local message = failure(alphabeta.search, state, 6, {game = game, win = connect4.WIN})
      assert.is_truthy(message:find(row[2], 1, true), message)
      assert.is_truthy(message:find("callback 'hash_move' at ply 2", 1, true), message)
      assert.equal(1, calls)
      assert.is_true(deep.equal(before, state))
    end
  end)

  it("is checked against hash and player", function()
    local function checked(more)
      return check(rules(more), new, {win = connect4.WIN, sign = false, games = 5, nodes = 400})
    end
    local report = checked {}
    assert.is_true(report.ok, tostring(report))
    for _, row in ipairs {
      {"differs", function(state) return state.key, 3 - state.turn end},
      {"differs", function(state, move)
        local key = connect4.full.hash_move(state, move)
        return state.left == 12 and key + 1 or key, 3 - state.turn
      end},
      {"differs", function(state, move) return connect4.full.hash_move(state, move), state.turn end},
      {"differs", function(state, move) return (connect4.full.hash_move(state, move)) end},
      {"answer", function() return {} end},
      {"change", function(state, move)
        state.key = state.key + 1
        return connect4.full.hash_move(state, move)
      end},
    } do
      report = checked {hash_move = row[2]}
      assert.is_false(report.ok)
      assert.equal("hash_move", report.findings[1].callback)
      assert.equal(row[1], report.findings[1].kind)
    end
  end)
end)

describe("Enhanced transposition cut-offs", function()
  it("change no value, and save nodes where positions come back", function()
    local all, fewer = 0, 0
    for _, options in ipairs {{}, {deepening = true}, {without = learning_only()}, {algorithm = "mtdf"}} do
      for depth = 4, 8 do
        local less = {"enhanced_cutoffs", unpack(options.without or {})}
        local without = search(rules(), wrap.replace(options, {without = less}), depth)
        local found = search(rules(), options, depth)
        assert.equal(without.value, found.value)
        all, fewer = all + without.info.nodes, fewer + found.info.nodes
      end
    end
    assert.is_true(fewer < 0.99 * all, fewer .. " of " .. all)
  end)

  it("count the same with find_move, which is not called there, and in a traced search", function()
    for _, options in ipairs {
      {without = learning_only "killers"}, {without = learning_only "killers", deepening = true},
    } do
      local expected = search(rules(), options, 8)
      local found = search(rules {find_move = function(state, column)
        return connect4.full.find_move(state, column) and state.heights[column] < state.height and column or nil
      end}, options, 8)
      expected.info.cutoffs, found.info.cutoffs = nil, nil
      assert.is_true(deep.equal(expected, found))
      local hits = 0
      local traced = search(rules(), wrap.replace(options, {trace = function(event)
        if event.type == "table" then hits = hits + 1 end
      end}), 8)
      traced.info.cutoffs = nil
      assert.is_true(deep.equal(expected, traced))
      assert.equal(hits, traced.info.table_hits)
    end
  end)
end)
