-- A search that is stopped between two slices ends at once, keeps what it has found, and leaves the state as it was.
-- In restoration_spec.lua each call of a game's own functions stops it.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local results = require "spec.support.results"
local sliced_game = require "spec.support.sliced_game"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"

local new_game, new_searcher, new_state = sliced_game.new_game, sliced_game.new_searcher, sliced_game.new_state
local found, same = results.found, results.same

describe("A search that is stopped", function()
  it("between two slices keeps what it has found", function()
    local stopped_at = {}
    for _, style in ipairs(tree.STYLES) do
      local pauses = 0
      repeat
        local ai, state = new_searcher(new_game(style)), new_state(style)
        local before, last = deep.copy(state), nil
        ai:start(state)
        local all = slices.finish(ai, {nodes = 1}, function(count)
          if count ~= pauses then return end
          last = found(ai:best())
          ai:stop()
          ai:stop() -- to stop again changes nothing
          assert.is_false(ai:thinking())
          last.info.reason = "stopped"
          same(last, found(ai:best()))
        end)
        if last then
          stopped_at[last.info.depth] = true
          assert.equal(pauses, all)
          same(last, found(ai:best()))
          assert.is_true(ai:step({nodes = 1}))
        end
        same(before, state)
        assert.equal((select(2, new_searcher(new_game(style)):search(state))), (select(2, ai:search(state))))
        pauses = pauses + 1
      until all + 1 < pauses
    end
    assert.is_true(stopped_at[0] and stopped_at[1] and stopped_at[2])
  end)

  it("before its first slice has found nothing; when there is none, nothing changes", function()
    local ai, state = new_searcher(), new_state()
    ai:stop()
    assert.is_nil((ai:best()))
    ai:start(state)
    ai:stop()
    local best, value, info = ai:best()
    assert.same({nil, nil, 0, 0, "stopped"}, {best, value, info.depth, info.nodes, info.reason})
    best, value = ai:search(state)
    ai:stop()
    same({best, value}, {slices.search(ai, state, nil, 0), (select(2, ai:best()))})
    ai:stop()
    assert.equal(best, (ai:best()))
    assert.not_equal("stopped", select(3, ai:best()).reason)
    ai:close()
    ai:stop()
  end)
end)

describe("A search that takes its moves back", function()
  -- Cause: the engine in Lua took the moves of an ended search back while its searcher counted as idle.
  it("because a limit ends it is as busy as before, in each call of `unmake`", function()
    local refused = "already searching"
    for _, row in ipairs {
      {"search", refused, {}, 2}, {"start", refused, {}, 2}, {"close", refused}, {"clear", refused}, {"stop", "done"},
      {"best", "done"},
    } do
      local calls, at, line = 0, 0, {}
      local ai, answer, all
      local game = {
        moves = function() return #line < 9 and {1, 2, 3} or {} end,
        make = function(_, move) line[#line + 1] = move end,
        evaluate = function() return #line > 2 and line[1] * line[2] or 0 end,
      }
      function game.unmake(_, move)
        calls = calls + 1
        if calls == at then
          local ok, message = pcall(ai[row[1]], ai, row[3], row[4])
          answer = ok and "done" or message:match ": (.*)"
        end
        assert(table.remove(line) == move, "another move is taken back than the last one")
      end
      repeat
        calls, at, answer, line = 0, at + 1, nil, {}
        ai = alphabeta.new(game, {nodes = 20})
        local best, _, info = ai:search({})
        assert.same({0, info.depth > 0, false}, {#line, best ~= nil, ai:thinking()})
        assert.is_truthy(info.reason == "nodes" or info.reason == "stopped", info.reason)
        all, calls = calls, at
        assert.is_truthy((ai:search({}, 2)))
        assert.equal(at <= all and row[2] or nil, answer)
      until all < at
      assert.is_true(at > 3)
    end
  end)
end)
