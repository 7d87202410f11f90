-- The option on_iteration: a function that is called after each completed iteration, which may look at the search, stop
-- it, and fail. Searches in slices of any length call it alike: see slices_spec.lua.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local results = require "spec.support.results"
local sliced_game = require "spec.support.sliced_game"
local slices = require "spec.support.slices"

local found, same = results.found, results.same
local new_searcher, new_state = sliced_game.new_searcher, sliced_game.new_state

describe("The option on_iteration", function()
  it("is called once for each completed iteration, in their order, with what best has to say", function()
    for _, options in ipairs {{deepening = true}, {deepening = false}, {nodes = 20}} do
      local ai, infos, state = nil, {}, new_state()
      local before = deep.copy(state)
      function options.on_iteration(info, ...)
        local best, value, reported = ai:best()
        reported.time = info.time
        assert(deep.equal(info, reported) and best == info.pv[1] and type(value) == "number")
        assert(select("#", ...) == 0 and deep.equal(before, state))
        infos[#infos + 1] = info
      end
      ai = new_searcher(nil, options)
      for _, search in ipairs {ai.search, function() return slices.search(ai, state, nil, {nodes = 3}) end} do
        infos = {}
        local best, _, last = search(ai, state)
        local first = options.deepening == false and last.depth or 1
        assert.equal(options.nodes ~= nil, last.reason == "nodes")
        assert.equal(last.depth - first + 1, #infos)
        for i, info in ipairs(infos) do
          assert.same({first + i - 1, nil}, {info.depth, info.reason})
          assert.is_true(i == 1 or info.nodes > infos[i - 1].nodes)
        end
        local info = infos[#infos]
        assert.equal(best, info.pv[1])
        if not options.nodes then same({last.nodes, last.pv}, {info.nodes, info.pv}) end
      end
    end
  end)

  it("may stop the search", function()
    for depth = 1, 3 do
      local ai
      ai = new_searcher(nil, {on_iteration = function(info) if info.depth == depth then ai:stop() end end})
      local best, value, info = slices.search(ai, new_state(), nil, {nodes = 7})
      assert.same({"stopped", depth}, {info.reason, info.depth})
      local best_at_once, value_at_once, info_at_once = ai:search(new_state())
      same({best.name, value, "stopped"}, {best_at_once.name, value_at_once, info_at_once.reason})
    end
  end)

  it("ends the search by an error of its own, which names it", function()
    local broken, state = true, new_state()
    local ai = new_searcher(nil, {on_iteration = function(info)
      if info.depth == 2 and broken then error("no news", 0) end
    end})
    local before = deep.copy(state)
    local words = "no news\n\t(alphabeta: in callback 'on_iteration' at ply 0)"
    sliced_game.fails_with(words, ai.search, ai, state)
    ai:start(state)
    sliced_game.fails_with(words, slices.finish, ai, {nodes = 1})
    assert.is_false(ai:thinking())
    assert.equal(2, select(3, ai:best()).depth)
    same(before, state)
    broken = false
    same(found(new_searcher():search(state, 4)), found(ai:search(state, 4)))
  end)

  it("must be a function", function()
    local words = "alphabeta.new: option 'on_iteration': expected a function, got boolean"
    sliced_game.fails_with(words, alphabeta.new, sliced_game.new_game(), {on_iteration = true})
  end)
end)
