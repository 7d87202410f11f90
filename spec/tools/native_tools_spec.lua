-- The tools take a game of rules in C as any other.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local games = require "spec.support.native_games"
local tree = require "alphabeta.tree"

if alphabeta._ENGINE ~= "C" or not games.is_here then return end

local FEW = {games = 1, nodes = 20}

describe("With rules in C,", function()
  local game

  before_each(function() game = alphabeta.native(games.handles.connect4) end)

  -- Cause: all userdata were alike to pictures and fingerprints, so that a state after a move was the state before it.
  it("check sees what moves change, a key that leaves out who moves where, and a value of the wrong sign", function()
    local hash = game.hash
    for _, row in ipairs {
      {{}, "no defect in .* 20 states"}, {{hash = function(state) return hash(state) % 8 end}, "%d defects? in"},
      {{view = "mover", win = 1000}, "%d defects? in"},
    } do
      game.hash, game.view, game.win = row[1].hash or hash, row[1].view, row[1].win
      assert.matches(row[2], tostring(alphabeta.check(game, game.new(), FEW)))
    end
  end)

  it("match, Monte Carlo tree search, explain and tree play and show it", function()
    local strong, weak = alphabeta.new(game, {depth = 4}), alphabeta.new(game, {depth = 1})
    assert.equal(4, alphabeta.match(strong, weak, {game = game, state = game.new, games = 4, random_plies = 2}).games)
    local best, value, info = alphabeta.search(game.new(), {nodes = 300}, {game = game, algorithm = "uct"})
    assert.same({300, best}, {info.nodes, info.pv[1]})
    assert.is_true(value > 0 and value < 1)
    assert.matches("The best move is 4", tostring(alphabeta.explain(game.new(), 4, {game = game})), 1, true)
    assert.equal(7, #tree.search(game.new(), 2, {game = game}):root().children)
  end)

  it("learn finds an evaluation", function()
    local graph = alphabeta.native(games.handles.graph)
    graph.chances, graph.noisy, graph.evaluate, graph.is_over = nil, nil, nil, nil
    local learned = alphabeta.learn(graph, graph.read "4 0 1", {
      games = 2, nodes = 10, match_games = 2, check = false, features = function(state) return #graph.moves(state) end,
    })
    assert.is_function(learned.evaluate)
  end)

  it("an opponent plays", function()
    local state = game.new()
    local opponent = alphabeta.opponent {
      game = game, state = function() return state end, me = 1, nodes = 200,
      play = function(move) state = game.play(state, move) end,
    }
    for _ = 1, 1000 do
      if not opponent:update(1 / 60) then break end
    end
    assert.equal(2, state.turn)
    opponent:close()
  end)

  local it_in_threads = core.threads and core.threads() and it or pending
  it_in_threads("a pool takes the name of the library; all threads but one search without a Lua state", function()
    local expected, alone = select(2, alphabeta.search(game.play(game.play(game.new(), 4), 4), 6, {game = game}))
    for _, options in ipairs {{depth = 6}, {depth = 6, table = 1}} do
      local pool = alphabeta.pool {rules = "connect4_rules", threads = 3, options = options}
      pool:start {4, 4}
      while not pool:step(0.1) do end
      local best, value, info = pool:best()
      pool:clear()
      local _, again = pool:search {4, 4}
      assert.same({expected, expected, options.table and 1 or pool.count}, {value, again, pool.count})
      assert.is_truthy(best)
      assert.is_true(info.nodes > alone.nodes / 2)
      pool:close()
    end
  end)

  it_in_threads("each thread has a Lua state, if the rules are not loaded, or the search enters Lua", function()
    for _, options in ipairs {{table = 0}, {algorithm = "maxn", table = 1}} do
      local pool = alphabeta.pool {rules = "connect4_rules", threads = 2, options = options}
      assert.equal(2, pool.count)
      pool:close()
    end
    local loaded = package.loaded.connect4_rules
    package.loaded.connect4_rules = nil
    local pool = alphabeta.pool {rules = "connect4_rules", threads = 2, options = {table = 1}}
    package.loaded.connect4_rules = loaded
    assert.equal(2, pool.count)
    pool:close()
  end)
end)
