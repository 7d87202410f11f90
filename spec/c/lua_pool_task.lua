-- What lua_pool_test.c lets Lua states in threads do: searches, also with a table that they share, and pools.

package.path = "lua/?.lua;lua/?/init.lua;examples/?.lua;./?.lua;" .. package.path

local alphabeta = require "alphabeta"
local graph_game = require "spec.support.graph_game"
local oracle = require "spec.support.oracle"
local pool_trial = require "spec.support.pool_trial"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"

local task = {}

-- Does what lua_task.lua does, again and again.
function task.search(_, rounds)
  local play, is_restored = assert(loadfile "spec/c/lua_task.lua")()
  for _ = 1, rounds do
    play()
    assert(is_restored(), "the state is not restored")
  end
end

-- Searches random games with the shared table of that handle, and compares with minimax. Now and then a function of the
-- game raises an error, or the state lets go of the table and opens it again. All states play the same games, by their
-- own random choices.
function task.share(handle, seed, rounds)
  local random = rng.new(seed)
  local shared = alphabeta.table(handle)
  for _ = 1, rounds do
    local game_seed = random:int(1, 20)
    local drawn = rng.new(game_seed)
    local graph
    repeat graph = random_graph.new(drawn) until type(graph.players[1]) ~= "table" and type(graph.players[2]) ~= "table"
    local traits = {player = true, hash = "string", moves = "integer"}
    local root, depth = random:pick(graph.positions), random:int(1, 5)
    local style = random:pick(graph_game.STYLES)
    local game = graph_game.new(graph, style, traits)
    local hash = game.hash
    function game.hash(state) return game_seed .. " " .. hash(state) end
    local truth = oracle.minimax(game, graph_game.state(graph, style, root, traits), depth, {})
    local options = {game = game, table = shared, deepening = random:chance(0.5)}
    local fails = random:chance(0.2) and random:int(1, 20)
    if fails then
      local evaluate = game.evaluate
      function game.evaluate(state, me)
        fails = fails - 1
        if fails == 0 then error("on purpose", 0) end
        return evaluate(state, me)
      end
    end
    local ok, _, value = pcall(alphabeta.search, graph_game.state(graph, style, root, traits), depth, options)
    if ok and value ~= truth.value then
      error(("seed %d, game %d: %s, not %s"):format(seed, game_seed, value, truth.value))
    end
    if not ok and not (fails and fails <= 0) then error(_) end
    if random:chance(0.05) then
      shared:close()
      shared = alphabeta.table(handle)
    end
  end
end

local POSITIONS = {"7", "11", "error 9", "12", "slow 5", "object 6"}

-- Plays random trials of pools, and gives pools up in any way.
function task.pools(seed, count)
  local random = rng.new(seed)
  for number = 1, count do
    if number % 4 == 0 then pool_trial.play(seed * 1000 + number) end
    local pool = alphabeta.pool {
      rules = "spec.support.pool_rules", threads = random:int(1, 2),
      options = {table = random:pick {1 / 16384, 1 / 16, 1}},
    }
    pool:start(random:pick(POSITIONS), random:pick {{depth = 12}, {time = 0.002}})
    if random:chance(0.5) then pcall(pool[random:pick {"step", "stop"}], pool, 0.001) end
    if random:chance(0.6) then pool:close() else collectgarbage(random:pick {"step", "collect"}) end
  end
end

-- Pools of rules in C, all but one of whose threads have no Lua state: their values are those of one search, however
-- they end.
function task.assist(seed, count)
  local game, random = alphabeta.native(require "connect4_rules"), rng.new(seed)
  local given = {rules = "connect4_rules", preload = {"connect4_rules"}, options = {}}
  for _ = 1, count do
    given.threads, given.ponder = random:int(2, 5), random:chance(0.3)
    given.options.table = random:pick {1 / 16384, 1 / 16, 1}
    local pool = alphabeta.pool(given)
    local state, moves = game.new(), {}
    for i = 1, random:int(0, 12) do
      if #game.moves(state) == 0 then break end
      moves[i] = random:pick(game.moves(state))
      state = game.play(state, moves[i])
    end
    local depth, way = random:int(1, 7), random:int(1, 5)
    if way <= 3 then
      for round = 1, way do
        local _, value, info = pool:search(moves, {depth = depth + round - 1})
        local _, truth = alphabeta.search(state, depth + round - 1, {game = game})
        if value ~= truth then error(("%s, depth %d: %s, not %s"):format(pool.count, depth, value, truth)) end
        assert(info.nodes > 0 or info.reason == "over")
      end
    elseif way == 4 then
      pool:start(moves, {depth = 20})
      pool:step(0.002)
      pool:stop()
    else
      pool:start(moves, {depth = 20})
      pool:step(0.002)
    end
    if random:chance(0.7) then pool:close() end
  end
end

-- A wrong answer of the rules is the error of the search, whichever thread meets it first.
function task.lie(_, count)
  require "lying_rules"
  local pool = alphabeta.pool {rules = "lying_rules", preload = {"lying_rules"}, threads = 4}
  for _ = 1, count do
    local ok, message = pcall(pool.search, pool, {4, 4}, {depth = 9})
    assert(not ok and message:find("expected a number, got NaN", 1, true), message)
  end
  pool:close()
end

return task
