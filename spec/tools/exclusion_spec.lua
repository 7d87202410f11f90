-- Fields of a state that are left out of its snapshots, fingerprints and differences.

local differences = require "alphabeta.common.difference"
local exclusion = require "alphabeta.common.exclusion"
local new_fingerprint = require "alphabeta.common.fingerprint"
local snapshots = require "alphabeta.common.snapshots"

-- A state whose piece lies at three paths.
local function new_state(hits, cells)
  local piece = {hits = hits, at = 1}
  return {board = {piece = piece}, last = {piece = piece}, list = {piece}, cells = cells or {1, 2, 3}}
end

-- What is said of two states, with paths that are left out: by their snapshot, a fingerprint and their differences.
local function compare(before, after, paths)
  local excluded = assert(exclusion.read(paths))
  local snapshot = snapshots.take(before, excluded)
  local read = new_fingerprint {content_of = function() end, excluded = excluded}
  local list = differences(snapshot, after)
  return {snapshots.is_same(snapshot, after), (read(before)) == (read(after)), list[1] == nil}
end

local SAME, DIFFERENT = {true, true, true}, {false, false, false}

describe("A field that is left out", function()
  it("is left out by its path alone", function()
    assert.same(SAME, compare({a = {x = 1}, b = {x = 1}}, {a = {x = 2}, b = {x = 1}}, {"a.x"}))
    assert.same(DIFFERENT, compare({a = {x = 1}, b = {x = 1}}, {a = {x = 1}, b = {x = 2}}, {"a.x"}))
    assert.same(SAME, compare(new_state(1), new_state(1), {"none.x", "cells[1].x"}))
    assert.same(SAME, compare(new_state(1, {1, 2, 3}), new_state(1, {1, 7, 3}), {"cells[2]"}))
    assert.same(DIFFERENT, compare(new_state(1, {1, 2, 3}), new_state(1, {1, 2, 4}), {"cells[2]"}))
    assert.same(SAME, compare({names = {["a b"] = 1}}, {names = {["a b"] = 2}, new = 3}, {'names["a b"]', "new"}))
  end)

  -- Cause: whether it was left out depended on which path was gone first, and this on the order of `pairs`, and was
  -- another one for the snapshot and the comparison.
  it("is so wherever its table lies, and whichever path names it", function()
    for _, path in ipairs {"board.piece.hits", "last.piece.hits", "list[1].hits"} do
      assert.same(SAME, compare(new_state(1), new_state(2), {path}))
      local other = new_state(2)
      other.board.piece.at = 2
      assert.same(DIFFERENT, compare(new_state(1), other, {path}))
      assert.same(SAME, compare(new_state(1), other, {path, "last.piece.at"}))
    end
  end)

  it("stays as it is when a state is restored", function()
    local state = new_state(1)
    local snapshot = snapshots.take(state, exclusion.read {"last.piece.hits", "last.time"})
    state.board.piece.hits, state.board.piece.at, state.last.time, state.cells[2] = 5, 6, 7, nil
    snapshots.restore(snapshot)
    assert.same({5, 1, 7, 2}, {state.list[1].hits, state.list[1].at, state.last.time, state.cells[2]})
    assert.is_true(snapshots.is_same(snapshot, state))
  end)

  it("has a path that can be read", function()
    assert.same({cache = true, board = {hits = true}}, exclusion.read {"cache", "board.hits", "cache.size"})
    assert.same({cache = true}, exclusion.read {"cache.size", "cache"})
    for _, wrong in ipairs {"", "board.", ".board", "cells[x]", "a b", 3} do
      local tree, path = exclusion.read {"cache", wrong}
      assert.is_nil(tree)
      assert.equal(wrong, path)
    end
  end)
end)
