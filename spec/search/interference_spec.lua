-- Whatever is done in the midst of a function of the library: see spec/support/meanwhile.lua. Shared tables and pools
-- are in binding/shared_table_spec.lua and binding/pool_faults_spec.lua.
--
-- Causes: opponents had been looked at, and then used when they were closed or at work. An error of a debug hook that
-- struck in the engine in Lua between the end of a call and the instruction that notes it left the searcher "already
-- searching" for ever; so did one between two steps of a search of an opponent's in a coroutine, and one in a search by
-- playouts. After an error, Monte Carlo tree search kept a tree that was left half changed.

local alphabeta = require "alphabeta"
local meanwhile = require "spec.support.meanwhile"
local tree = require "alphabeta.tree"
local wrap = require "spec.support.wrap"

local finds, intrude, new_state, nim = meanwhile.finds, meanwhile.intrude, meanwhile.new_state, meanwhile.nim

-- A subject that calls a searcher. By the rules alone, that must find what is right within `limits`.
local function of_searcher(call, options, rules, limits)
  return function()
    local ai, state = alphabeta.new(rules or nim, options), new_state()
    return {
      call = function() return call(ai, state) end, state = state, objects = {ai},
      is_usable = function()
        pcall(ai.stop, ai)
        return finds(ai, limits)
      end,
    }
  end
end

-- A subject that calls a function which gets a state and options.
local function of_function(call, is_right, may_swallow)
  return function()
    local state = new_state()
    return {
      call = function() return call(state, {game = nim}) end, state = state, objects = {}, may_swallow = may_swallow,
      is_usable = function() return is_right(new_state(), {game = nim}) end,
    }
  end
end

-- A subject that updates an opponent until it has played. When the game or the program has used the opponent
-- meanwhile, the rest of an update does nothing. After an error, it plays on from another state.
local function of_opponent(limits)
  return function()
    local state, played, subject = new_state(), 0, {may_swallow = true}
    local opponent = alphabeta.opponent(wrap.replace(limits, {
      game = nim, state = state, slice = 1e-9, me = 1,
      play = function(take)
        played = played + 1
        if subject.was_used then subject.problem = "it plays in a round that has ended" end
        nim.make(state, take)
      end,
      on_thinking = intrude,
    }))
    subject.objects = {opponent}
    function subject.call()
      local left = 400
      while left > 0 do
        subject.was_used = false
        opponent:update(1 / 60)
        left = played > 0 and math.min(left, 3) - 1 or left - 1
      end
    end
    function subject.is_usable()
      meanwhile.rest()
      played, state.heap, state.turn = 0, 9, 1
      subject.was_used = false
      for _ = 1, 4000 do
        opponent:update(1 / 60)
        if played > 0 then return true end
      end
      error("it does not play")
    end
    return subject
  end
end

-- The rules alone: a search of them plays games first, to find out which algorithm suits them.
local by_rules = wrap.replace(nim, {result = nim.evaluate})
by_rules.evaluate, by_rules.hash = nil, nil

local SUBJECTS = {
  opponent = of_opponent {depth = 2}, ["opponent by playouts"] = of_opponent {algorithm = "uct", nodes = 2},
  ["search by playouts"] = of_searcher(function(ai, state)
    ai:search(state, {nodes = 5})
    ai:search(state, {nodes = 5})
  end, {algorithm = "uct"}, by_rules, {nodes = 300}),
  ["search by rules alone"] = of_searcher(function(ai, state) ai:search(state, {time = 1e6}) end, {}, by_rules,
    {time = 1e6}),
  ["search with deepening"] = of_searcher(function(ai, state)
    ai:search(state, {depth = 3, deepening = true, on_iteration = intrude})
  end),
  ["search of some moves"] = of_searcher(function(ai, state)
    ai:search(state, {depth = 2, avoid = {3}, multipv = 2, ties = "random"})
    ai:search(state, {depth = 2, only = {1, 2}, level = function(_, random) return random() < 1 and 1 end})
  end),
  ["step and best, by a level"] = of_searcher(function(ai, state)
    ai:start(state, {depth = 2, level = function() return 1 end})
    ai:step {nodes = 3}
    ai:best()
    ai:thinking()
    tostring(ai)
    ai:stop()
    ai:best()
    ai:clear()
  end),
  step = of_searcher(function(ai, state)
    ai:start(state, 3)
    for _ = 1, 100 do if ai:step {nodes = 2} then break end end
  end),
  ["search once"] = of_function(function(state, options) alphabeta.search(state, 3, options) end,
    function(state, options) return alphabeta.search(state, 6, options) == 1 end),
  perft = of_function(function(state) alphabeta.perft(state, 3, {game = nim, divide = true}) end,
    function(state, options) return alphabeta.perft(state, 1, options) == 3 end),
  tree = of_function(function(state, options) tostring(tree.search(state, 2, options)) end,
    function(state, options) return tree.search(state, 2, options) ~= nil end, true), -- its labels are called protected
  match = of_searcher(function(ai)
    return alphabeta.match(ai, ai, {game = nim, state = function() return {heap = 2, turn = 1} end, games = 2})
  end, {depth = 2}),
  zobrist = function()
    local key = alphabeta.zobrist(64)
    return {
      call = function()
        key:flip(1, 2)
        key:copy():set(key:get())
        tostring(key)
        return key == key:copy()
      end,
      objects = {}, is_usable = function() return key:set(0):get() == ("0"):rep(16) end,
    }
  end,
  snapshot = function()
    local world = {heap = 5, turn = 1}
    local made = alphabeta.snapshot {
      env = world, changes = {"heap", "turn"}, moves = function() return nim.moves(world) end,
      play = function(_, take) nim.make(world, take) end, player = function() return world.turn end,
      evaluate = function(_, me) return nim.evaluate(world, me) end,
    }
    local ai = alphabeta.new(made)
    return {
      call = function() ai:search(world, 2) end, state = world, objects = {ai},
      is_usable = function()
        world.heap, world.turn = 5, 1
        pcall(ai.stop, ai)
        return ai:search(world, 6) == 1
      end,
    }
  end,
}

describe("Whatever is done meanwhile", meanwhile.body({
  it = it, setup = setup, teardown = teardown, pending = pending,
}, SUBJECTS))
